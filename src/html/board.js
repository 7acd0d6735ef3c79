// Positions. Moves come from the record of a game and are known to be legal; here they are only carried out.

const FILES = "abcdefgh";

const squareOf = text => FILES.indexOf(text[0]) + 8 * (Number(text[1]) - 1);
const nameOf = square => FILES[square % 8] + (Math.floor(square / 8) + 1);
const isWhite = piece => piece === piece.toUpperCase();

/** The pieces of a FEN by square, a1 = 0; null where there is none. */
function menOf(fen) {
  const pieces = Array(64).fill(null);
  fen.split(" ")[0].split("/").forEach((rank, index) => {
    let square = 8 * (7 - index);
    for (const letter of rank) {
      if (/\d/.test(letter)) square += Number(letter);
      else pieces[square++] = letter;
    }
  });
  return pieces;
}

/** The squares of king and rook before and after castling, or null if the move is something else. */
function castling(pieces, from, to) {
  const king = pieces[from];
  if (!king || king.toLowerCase() !== "k" || Math.floor(from / 8) !== Math.floor(to / 8)) return null;
  const corner = from - from % 8;
  const right = to > from;
  const ownRook = square => pieces[square] === (isWhite(king) ? "R" : "r");
  let rook = to;
  if (!ownRook(to)) {
    // The way of the king, as in e1g1; the rook is the outermost one.
    if (Math.abs(to - from) < 2) return null;
    const beyond = right ? [7, 6, 5, 4, 3, 2, 1] : [0, 1, 2, 3, 4, 5, 6];
    rook = beyond.map(file => corner + file).find(ownRook);
    if (rook === undefined) return null;
  }
  return { rook, kingTo: corner + (right ? 6 : 2), rookTo: corner + (right ? 5 : 3) };
}

/** The pieces after a move in UCI notation. */
function after(pieces, move) {
  const next = pieces.slice();
  const [from, to] = [squareOf(move), squareOf(move.slice(2))];
  const piece = pieces[from];
  if (!piece) return next;
  const castle = castling(pieces, from, to);
  next[from] = null;
  if (castle) {
    next[castle.rook] = null;
    next[castle.kingTo] = piece;
    next[castle.rookTo] = pieces[castle.rook];
    return next;
  }
  const isPawn = piece.toLowerCase() === "p";
  if (isPawn && from % 8 !== to % 8 && !pieces[to]) next[from - from % 8 + to % 8] = null;
  const promotion = move[4];
  next[to] = !promotion ? piece : isWhite(piece) ? promotion.toUpperCase() : promotion.toLowerCase();
  return next;
}

const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The position in words: where the pieces of either side stand. */
function inWords(pieces) {
  const side = white => [..."kqrbnp"].flatMap(kind => {
    const squares = pieces.flatMap((piece, square) =>
      piece && piece.toLowerCase() === kind && isWhite(piece) === white ? [nameOf(square)] : []);
    return squares.length > 0 ? [`${NAMES[kind]} ${squares.join(" ")}`] : [];
  }).join(", ");
  return `White: ${side(true)}. Black: ${side(false)}.`;
}

/** An arrow from the middle of one square to that of another, by their columns and rows. */
function arrowFigure([column, row], [toColumn, toRow]) {
  const [x, y] = [toColumn - column, toRow - row];
  const [neck, angle] = [Math.hypot(x, y) - 0.4, Math.atan2(y, x) * 180 / Math.PI];
  const d = `M0.25 -0.09H${neck}V-0.25L${neck + 0.4} 0L${neck} 0.25V0.09H0.25Z`;
  return svg("path", { class: "arrow", d, transform: `translate(${column + 0.5} ${row + 0.5}) rotate(${angle})` });
}

/**
 * The board as a picture. `moved` are squares to mark, `checked` is that of a king in check or null, `arrow` has the two
 * squares of a move, if there is one to show.
 */
function drawBoard(pieces, { moved, checked, arrow = null }, turned) {
  const size = 45;
  const parts = [];
  const cellOf = square => turned ? [7 - square % 8, Math.floor(square / 8)] : [square % 8, 7 - Math.floor(square / 8)];
  for (let square = 0; square < 64; square++) {
    const [file, rank] = [square % 8, Math.floor(square / 8)];
    const [x, y] = cellOf(square).map(place => size * place);
    const shade = square === checked ? "checked" : moved.includes(square) ? "moved" : (file + rank) % 2 ? "light" : "dark";
    parts.push(svg("rect", { class: shade, x, y, width: size, height: size }));
    if (x === 0) parts.push(svg("text", { x: x + 2, y: y + 9 }, String(rank + 1)));
    if (y === 7 * size) parts.push(svg("text", { x: x + size - 7, y: y + size - 3 }, FILES[file]));
    const piece = pieces[square];
    if (piece) {
      const side = isWhite(piece) ? "white" : "black";
      parts.push(svg("use", { class: side, href: `#piece-${piece.toLowerCase()}`, x, y, width: size, height: size }));
    }
  }
  if (arrow) parts.push(svg("g", { transform: `scale(${size})` }, arrowFigure(...arrow.map(cellOf))));
  return svg("svg", { viewBox: "0 0 360 360", role: "img", "aria-label": inWords(pieces) }, ...parts);
}
