// What all games that are played through on a board have.

/** Scores beyond so many pawns, and mates, are drawn at the edge. */
const CLIP = 10;

/** The details of a game by its line, parsed when they are asked for. */
let lines = null;
function detailsOf(line) {
  lines ??= document.getElementById("details").textContent.trim().split("\n");
  return JSON.parse(lines[line]);
}

/** A score in pawns for a chart. */
function height(score) {
  if (score === null) return null;
  const pawns = typeof score === "string" ? (score.startsWith("#-") ? -CLIP : CLIP) : score / 100;
  return Math.max(-CLIP, Math.min(CLIP, pawns));
}

/** The end of the axis of scores, in pawns. */
function edgeOf(scores) {
  return Math.min(CLIP, Math.ceil(Math.max(1, ...scores.map(score => score === null ? 0 : Math.abs(height(score))))));
}

/** A score as it is printed, White's point of view. */
function scoreText(score) {
  // Mate is on the board: 0 moves to mate have no sign.
  if (/^#-?0$/.test(score)) return "#";
  if (typeof score === "string") return score.replace("-", "\u2212");
  const sign = score > 0 ? "+" : score < 0 ? "\u2212" : "";
  return sign + (Math.abs(score) / 100).toFixed(2);
}

const words = text => text === "" ? [] : text.split(" ");

/** The half-moves of a game from a position: each with UCI notation, SAN, number, side. */
function halfMoves(fen, moves, san) {
  const [, side, , , , number] = fen.split(" ");
  const first = (Number(number) || 1) * 2 + (side === "b" ? 1 : 0);
  const sans = words(san);
  return words(moves).map((move, index) => ({
    move,
    san: sans[index],
    number: Math.floor((first + index) / 2),
    white: (first + index) % 2 === 0,
  }));
}

/** A half-move with its number, as in 12… Nf6. */
const label = ply => `${ply.number}${ply.white ? "." : "\u2026"} ${ply.san}`;

/** The place of a half-move on an axis of moves. */
const placeOf = ply => ply.number + (ply.white ? 0 : 0.5);

/** The position after each half-move, the one before the first included. */
function positionsOf(fen, plies) {
  const positions = [menOf(fen)];
  for (const ply of plies) positions.push(after(positions.at(-1), ply.move));
  return positions;
}

/** A move marked on the board: the squares, and the king that it checks, if it does. */
function marksOf(ply, pieces) {
  return {
    moved: ply ? [squareOf(ply.move), squareOf(ply.move.slice(2))] : [],
    checked: ply && /[+#]/.test(ply.san) ? pieces.indexOf(ply.white ? "k" : "K") : null,
  };
}

/**
 * The list of moves in pairs. `content` gives what a button shows beside the move, `classOf` its class; `go` is called with the
 * number of half-moves played after a click. Returns the list, its buttons, and a way to mark the current move.
 */
function moveList(plies, { content, classOf, go }) {
  const buttons = plies.map((ply, index) => html("button",
    { type: "button", class: classOf(ply), click: () => go(index + 1) }, ...content(ply)));
  const list = html("div", { class: "moves", role: "group", "aria-label": "Moves" });
  let row = null;
  plies.forEach((ply, index) => {
    if (ply.white || row === null) {
      row = html("div", {}, html("span", { class: "number" }, `${ply.number}.`));
      if (!ply.white) row.append(html("span", {}, "\u2026"));
      list.append(row);
    }
    row.append(buttons[index]);
  });
  const mark = now => {
    buttons.forEach((button, index) => {
      if (index === now - 1) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const current = buttons[now - 1];
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  };
  return { list, mark };
}

/** The name of a player after a disc in the colour of the pieces. */
function playerName(white, name) {
  return html("span", {}, html("span", { class: white ? "disc" : "disc black", role: "img", "aria-label": white ? "White" : "Black" }), ` ${name}`);
}

/** The buttons below a board, and what the same keys do. */
function stepControls({ start, back, on, end, turn }) {
  const step = (text, name, click) => html("button", { type: "button", title: name, "aria-label": name, click }, text);
  const steps = html("div", { class: "steps" },
    step("\u21e4", "To the start (Home)", start),
    step("\u2190", "Back (left arrow)", back),
    step("\u2192", "On (right arrow)", on),
    step("\u21e5", "To the end (End)", end),
    step("\u21c5", "Turn the board (f)", turn));
  return [steps, { ArrowLeft: back, ArrowRight: on, Home: start, End: end, f: turn }];
}

/** The position as a UCI command, to be copied. */
function positionField() {
  return html("input", { class: "position", readonly: true, "aria-label": "The position as a UCI command", focus: event => event.target.select() });
}

/** The UCI command of a position: moves from a starting position. */
function positionCommand(fen, moves) {
  return `position fen ${fen}` + (moves.length > 0 ? ` moves ${moves.join(" ")}` : "");
}
