// The position and the game as text, to be copied.

/** What a FEN says: the pieces, who is to move, castling rights as squares of king and rook, en passant, and the counters. */
function stateOf(fen) {
  const [, side, letters, passed, clock, number] = fen.split(" ");
  const pieces = menOf(fen);
  const rights = letters === "-" ? [] : [...letters].map(letter => rightOf(pieces, letter));
  return { pieces, white: side === "w", rights, passed, clock: Number(clock), number: Number(number) };
}

/** The king and the rook of a castling right: K and Q are those of the outermost rook, other letters name its file. */
function rightOf(pieces, letter) {
  const [king, rook, corner] = isWhite(letter) ? ["K", "R", 0] : ["k", "r", 56];
  const kind = letter.toLowerCase();
  const rank = pieces.slice(corner, corner + 8);
  const file = kind === "k" ? rank.lastIndexOf(rook) : kind === "q" ? rank.indexOf(rook) : FILES.indexOf(kind);
  return { king: corner + rank.indexOf(king), rook: corner + file };
}

/** The letter of a castling right. */
function letterOf(pieces, { king, rook }) {
  const own = pieces[rook];
  const corner = rook - rook % 8;
  const rank = pieces.slice(corner, corner + 8);
  const [outermost, letter] = rook > king ? [rank.lastIndexOf(own), "k"] : [rank.indexOf(own), "q"];
  const shown = outermost === rook % 8 ? letter : FILES[rook % 8];
  return isWhite(own) ? shown.toUpperCase() : shown;
}

/** The state after a move in UCI notation. */
function stateAfter(state, move) {
  const [from, to] = [squareOf(move), squareOf(move.slice(2))];
  const isPawn = state.pieces[from].toLowerCase() === "p";
  const isCapture = state.pieces[to] !== null && !castling(state.pieces, from, to);
  const pieces = after(state.pieces, move);
  const enemy = state.white ? "p" : "P";
  const isBeside = square => Math.floor(square / 8) === Math.floor(to / 8) && pieces[square] === enemy;
  const isPassed = isPawn && Math.abs(to - from) === 16 && (isBeside(to - 1) || isBeside(to + 1));
  return {
    pieces,
    white: !state.white,
    rights: state.rights.filter(({ king, rook }) => ![king, rook].includes(from) && ![king, rook].includes(to)),
    passed: isPassed ? nameOf((from + to) / 2) : "-",
    clock: isPawn || isCapture ? 0 : state.clock + 1,
    number: state.number + (state.white ? 0 : 1),
  };
}

/** The FEN of a state. */
function fenOf({ pieces, white, rights, passed, clock, number }) {
  const rankOf = rank => pieces.slice(8 * rank, 8 * rank + 8).map(piece => piece ?? "1").join("");
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map(rank => rankOf(rank).replace(/1+/g, gap => String(gap.length)));
  const letters = rights.map(right => letterOf(pieces, right)).join("") || "-";
  return `${ranks.join("/")} ${white ? "w" : "b"} ${letters} ${passed} ${clock} ${number}`;
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const GLYPHS = { good: 1, mistake: 2, blunder: 4, inaccuracy: 6 };

/** The tags of a game. */
function tagsOf(game, details, result) {
  const tags = [
    ["Event", details.event ?? "?"], ["Site", "?"], ["Date", game.date || "????.??.??"], ["Round", "?"],
    ["White", game.white], ["Black", game.black], ["Result", result],
  ];
  if (details.fen === START) return tags;
  const isChess960 = ({ king, rook }) => king % 8 !== 4 || rook % 8 !== 0 && rook % 8 !== 7;
  const variant = stateOf(details.fen).rights.some(isChess960) ? [["Variant", "Chess960"]] : [];
  return [...tags, ["FEN", details.fen], ["SetUp", "1"], ...variant];
}

/** A clock as PGN writes it. */
function clockOf(ms) {
  const two = number => String(number).padStart(2, "0");
  const total = Math.floor(ms / 1000);
  const rest = ms % 1000 > 0 ? `.${String(ms % 1000).padStart(3, "0")}` : "";
  return `${Math.floor(total / 3600)}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}${rest}`;
}

/** The comment on a half-move: evaluation, unless the game is over, and clock. */
function commentOf({ score, clock }) {
  const value = typeof score === "number" ? (score / 100).toFixed(2) : score;
  const commands = [
    /^#-?0$/.test(value) ? null : `[%eval ${value}]`,
    clock === null ? null : `[%clk ${clockOf(clock)}]`,
  ];
  return commands.filter(command => command !== null).join(" ");
}

/** A half-move with its number if it is White's, or if `isDue`. */
const numbered = (ply, isDue) => ply.white ? `${ply.number}. ${ply.san}` : isDue ? `${ply.number}... ${ply.san}` : ply.san;

/** The game in PGN with evaluations, glyphs, clocks and better lines. */
function pgnOf(game, details, plies) {
  const result = ["1-0", "0-1", "1/2-1/2"].includes(game.result) ? game.result : "*";
  const tags = tagsOf(game, details, result).map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, "\\$&")}"]`);
  const parts = [];
  let isDue = true;
  for (const ply of plies) {
    parts.push(numbered(ply, isDue));
    if (ply.judgement) parts.push(`$${GLYPHS[ply.judgement]}`);
    const comment = commentOf(ply);
    if (comment) parts.push(`{${comment}}`);
    if (ply.better) {
      const line = lineOf(ply).map((half, index) => numbered(half, index === 0));
      parts.push(...`(${line.join(" ")})`.split(" "));
    }
    isDue = comment !== "" || ply.better !== null;
  }
  return `${tags.join("\n")}\n\n${inLines([...parts, result])}\n`;
}

/** Parts of a text on lines of fewer than 80 characters. */
function inLines(parts) {
  const lines = [];
  for (const part of parts) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + part.length < 79) lines[last] += ` ${part}`;
    else lines.push(part);
  }
  return lines.join("\n");
}

/** Copies a text, also where the browser gives the page no clipboard. True if it is copied. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = html("textarea", { readonly: true }, text);
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    focused?.focus();
    return isCopied;
  }
}
