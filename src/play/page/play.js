// The page of `compongo play`. The server knows the game and the Laws; this shows its state and sends what the person does.

/** Below so many milliseconds a clock shows tenths, and the time left is said aloud at these. */
const TENTHS = 20000;
const WARNINGS = [[60000, "one minute left"], [TENTHS, "twenty seconds left"]];

const LOST = "Connection lost. Trying again. If the program has ended, start it with --resume and open the address that it prints.";

/** The answers of a server that was started anew, and knows another address. */
const ELSEWHERE = [404, 421];

/** Further than so many pixels, a press on a piece is a drag. */
const DRAG = 5;

const CONTROLS = [
  ["3m+2s", "3 min + 2 s a move"],
  ["5m", "5 min"],
  ["10m+5s", "10 min + 5 s a move"],
  ["15m+10s", "15 min + 10 s a move"],
  ["90m+30s", "90 min + 30 s a move"],
  ["40/90m+30s:30m+30s", "90 min for 40 moves, then 30 min, + 30 s a move"],
  ["", "No clock"],
];

const PROMOTIONS = "qrbn";

/** What pieces are worth in pawns, the most valuable first. */
const WORTH = { q: 9, r: 5, b: 3, n: 3, p: 1 };

const find = id => document.getElementById(id);
const opponentOf = side => side === "white" ? "black" : "white";
const capital = text => text[0].toUpperCase() + text.slice(1);
const endsOf = move => [squareOf(move), squareOf(move.slice(2))];

/** The state before the first game. */
const EMPTY = {
  phase: "setup", game: 0, kept: false, start: "8/8/8/8/8/8/8/8 w - - 0 1", moves: "", san: "", side: "white", legal: [], check: null, clocks: null,
  players: { white: { name: "White", kind: "person" }, black: { name: "Black", kind: "person" } },
  flagged: null, offer: null, must: null, touched: null, thinking: false, outcome: null, log: [], can: {}, hint: null, review: false, settings: null,
};

let state = null;
/** The half-moves of the game, and the position before each and after the last. */
let plies = [];
let positions = [];
/** After how many half-moves the person looks at the board; null: at the position of the game, whatever is played. */
let looking = null;
let flipped = false;
let choosing = false;
/** The settings of the game, or those of the command line before the first one. */
let settings = DATA.settings;
let language = Object.hasOwn(DATA.letters, kept("language")) ? kept("language") : "en";
let hasSound = kept("sound") !== "off";

/** What was chosen last, from a cookie: other stores belong to the port, which differs each time. Empty if nothing was. */
function kept(name) {
  return document.cookie.split("; ").find(cookie => cookie.startsWith(`compongo-${name}=`))?.split("=")[1] ?? "";
}

/** Keeps a choice for a year, if the browser keeps anything. */
function keep(name, value) {
  document.cookie = `compongo-${name}=${value}; path=/; max-age=31536000; samesite=strict`;
}

const shownPly = () => looking ?? plies.length;
const atEnd = () => shownPly() === plies.length;
const nameFor = side => state.players[side].name;
const isOver = () => state.phase === "over";

// The server.

/** Sends an act and returns the answer. */
async function send(act, fields = {}) {
  try {
    const body = JSON.stringify({ act, ...fields });
    const response = await fetch("act", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (ELSEWHERE.includes(response.status)) throw new Error("another server");
    return await response.json();
  } catch {
    return { ok: false, error: "The server does not answer." };
  }
}

/** Sends an act with a move as the person writes it, in the language that is chosen. */
const sendWritten = (act, fields) => send(act, { ...fields, language });

/** Sends an act. What went wrong is shown below the board. */
const perform = async (act, fields) => report(await send(act, fields));

/** Shows an answer below the board. */
function report(answer) {
  find("error").textContent = answer.ok ? "" : answer.error;
  find("notice").textContent = answer.ok ? answer.text ?? "" : "";
  return answer;
}

/** Has a screen reader say something. */
function say(texts) {
  if (texts.length > 0) find("said").textContent = texts.join(" ");
}

/** Shows that the page has no connection, and a way to try again if there is one. */
function showConnection(text, again) {
  const children = text ? [html("p", {}, text)] : [];
  if (again) children.push(html("button", { type: "button", click: again }, "Try again"));
  find("connection").replaceChildren(...children);
}

let source = null;

/** Listens to the server, which lets a page wait for a moment until another one is gone. `again`: this is not the first try. */
function connect(again) {
  source = new EventSource("events");
  const listen = (name, act) => source.addEventListener(name, event => act(JSON.parse(event.data)));
  listen("state", take);
  listen("analysis", showAnalysis);
  listen("review", showReviewing);
  source.addEventListener("open", () => {
    showConnection("");
    // The server ends the analysis of a page that was gone.
    if (analysing) analyse(true);
  });
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED) return showConnection(LOST);
    if (!again) showConnection("Connecting\u2026");
    explainNoNews();
  });
}

/** Says why there are no news: the server answers to one window, and with another address each time it starts. */
async function explainNoNews() {
  const response = await fetch("events", { headers: { Accept: "text/event-stream" } }).catch(() => null);
  response?.body?.cancel();
  const again = () => connect(true);
  if (response?.ok) again();
  else if (ELSEWHERE.includes(response?.status)) showConnection("The program was restarted. Open the address that it printed.");
  else if (response) showConnection("This game is open in another window.", again);
  else showConnection("The server does not answer.", again);
}

/** Takes a new state. */
function take(given) {
  const next = { ...EMPTY, ...given };
  const before = state;
  const pendingBefore = pending;
  const isNew = before !== null && before.game !== next.game;
  state = next;
  pending = null;
  [clocksAt, lastLeft] = [performance.now(), null];
  if (before?.game !== next.game) settings = next.settings ?? settings;
  if (isNew) {
    [picked, offering] = [null, false];
    showNotice("");
    find("move").value = "";
  }
  if (isNew || before?.side !== next.side) find("error").textContent = "";
  if (isNew || before?.moves !== next.moves) drawn = [];
  if (before?.phase !== next.phase || isNew) {
    if (analysing) send("analyse", { on: false, ply: 0 });
    [looking, analysing, reviewing] = [null, false, null];
    if (next.phase === "playing" && before?.phase !== "playing") choosing = false;
  }
  if (!next.can.analyse) analysing = false;
  readMoves();
  if (looking >= plies.length) looking = null;
  if (picked !== null && !isOwn(picked)) picked = null;
  if (state.touched && picked === null) picked = squareOf(state.touched);
  if (!state.can.offer || before?.side !== next.side) offering = false;
  const isTakenBack = before && !next.moves.startsWith(before.moves);
  if (isNew || isTakenBack || next.phase !== "playing" || isEngines(next.offer)) premove = null;
  if (before) announce(before, next);
  if (before && next.hint !== null && next.hint !== before.hint) showNotice(hintText());
  show();
  const last = plies.at(-1);
  const isOneMore = before && !isNew && words(next.moves).length > words(before.moves).length;
  if (isOneMore && last.move !== pendingBefore) {
    knockMove(positions.at(-2), last.move);
    if (looking === null) slide(last.move);
  }
  if (before && !isNew && next.outcome && !before.outcome) knock([700, 700, 700], 0.18);
  if (analysing && before.moves !== next.moves) analyse(true);
  playPremove();
}

/** Reads the moves of the state, in the language of the person. */
function readMoves() {
  plies = halfMoves(state.start, state.moves, inLetters(state.san));
  positions = positionsOf(state.start, plies);
}

/** SAN with the piece letters of the language. */
function inLetters(san) {
  const letters = DATA.letters[language].match(/\p{Lu}\p{Ll}*/gu);
  return san.replace(/[KQRBN]/g, letter => letters["KQRBN".indexOf(letter)]);
}

/** Says what is new: moves, takebacks, rulings, the result, the review. Of a game that is continued, only the last of it. */
function announce(before, next) {
  const isNew = before.game !== next.game;
  const [old, now] = [words(before.san), words(next.san)];
  const isTakenBack = !isNew && !next.moves.startsWith(before.moves);
  const played = isTakenBack ? [] : plies.slice(isNew ? -1 : old.length);
  const isEndNew = next.outcome && (isNew || !before.outcome);
  const entries = next.log.filter(entry => isNew ? entry.ply === now.length : entry.id > (before.log.at(-1)?.id ?? 0));
  say([
    ...(isTakenBack ? [`Taken back: ${old.slice(now.length).map(inLetters).join(", ")}.`] : []),
    ...played.map(ply => `${ply.white ? "White" : "Black"}: ${ply.san}.`),
    ...entries.map(entry => `${entry.text} ${articlesText(entry.articles)}`),
    ...(isEndNew && !entries.some(entry => entry.text.includes(next.outcome.title)) ? [next.outcome.title] : []),
    ...(next.review && !isNew && !before.review ? ["The review is ready."] : []),
  ]);
}

/** Shows the state. */
function show() {
  const isSetup = state.phase === "setup" || choosing;
  if (isSetup && find("setup").hidden) fillSetup();
  find("setup").hidden = !isSetup;
  find("table").hidden = isSetup;
  find("setup-cancel").hidden = state.phase === "setup";
  find("kept").hidden = !state.kept;
  find("about").textContent = isSetup ? `Chess by the Laws of FIDE. Version ${DATA.version}.` : aboutText();
  document.title = titleText();
  if (isSetup) return;
  showPlayers();
  showBoard();
  showBanners();
  showOutcome();
  showButtons();
  showLog();
  showMoves();
  find("move-form").hidden = state.phase !== "playing";
  if (!analysing) showAnalysis(null);
}

/** The conditions of the game in a line. */
function aboutText() {
  return [
    state.rated ? "Rated" : "Casual",
    state.control ? `${state.mode ?? ""} ${state.control}`.trim() : "no clock",
    state.chess960 ? "Chess960" : null,
    state.touch_move ? "touch-move" : null,
    editionText(state.laws),
  ].filter(text => text).join(" \u00b7 ");
}

const editionText = edition => `Laws of ${edition.replace(/\D/g, "")}`;

function titleText() {
  if (state.phase !== "playing") return "Compongo";
  const isYours = state.players[state.side].kind === "person" && !state.two_people;
  return `${isYours ? "Your" : `${capital(state.side)}\u2019s`} move \u00b7 Compongo`;
}

// The board.

/** True if the person last pressed a key, and not the mouse or the screen. */
let byKeyboard = false;
/** The square of the board that has the keyboard's focus when the board has it, the one picked up, a move sent. */
let focused = squareOf("e2");
let picked = null;
let pending = null;
/** The squares of a premove, a move made while the engine thinks, which is played if it is legal then; null if there is none. */
let premove = null;
let drag = null;
let isPressed = false;

/** The arrows and rings that the person has drawn with the right button, by their squares, and where one is begun. */
let drawn = [];
let drawnFrom = null;

/** The square at a place of the grid, which is also the place of a square. */
function squareAt(place) {
  const [row, column] = [Math.floor(place / 8), place % 8];
  return isTurned() ? 8 * row + 7 - column : 8 * (7 - row) + column;
}

const placeOn = squareAt;

const isOnMove = () => state?.phase === "playing" && state.legal.length > 0 && pending === null;
/** True if a draw offer, of one side or none, is an engine's. */
const isEngines = side => side !== null && state.players[side].kind === "engine";

const mayMoveNow = () => isOnMove() && atEnd();
const mayPremove = () => state?.phase === "playing" && atEnd() && !isOnMove() && !state.two_people && !state.touch_move;

/** True if Black is at the bottom: the person has Black, or has turned the board. */
function isTurned() {
  const { white, black } = state.players;
  return (white.kind !== "person" && black.kind === "person") !== flipped;
}

/** True if a piece stands there that the person at the board may move, now or by a premove. */
function isOwn(square) {
  const piece = (pending ? after(positions.at(-1), pending) : positions.at(-1))[square];
  const side = state.two_people ? state.side : ["white", "black"].find(player => state.players[player].kind === "person");
  return piece !== null && isWhite(piece) === (side === "white");
}

const cells = Array.from({ length: 64 }, (_, place) => html("div", { role: "gridcell" },
  place % 8 === 0 ? html("span", { class: "rank", "aria-hidden": "true" }) : null,
  place >= 56 ? html("span", { class: "file", "aria-hidden": "true" }) : null));

/** The pieces to be shown. A move that has been sent is shown before the server has answered. */
function shownPieces() {
  const pieces = positions[shownPly()];
  return pending && atEnd() ? after(pieces, pending) : pieces;
}

function showBoard() {
  const pieces = shownPieces();
  const last = pending && atEnd() ? { move: pending, san: "" } : plies[shownPly() - 1];
  const { moved, checked } = marksOf(last, pieces);
  const inCheck = !atEnd() ? checked : state.check && !pending ? squareOf(state.check) : null;
  const hint = state.hint && atEnd() ? endsOf(state.hint) : [];
  cells.forEach((cell, place) => {
    const square = squareAt(place);
    const marks = {
      moved: moved.includes(square),
      check: square === inCheck,
      hint: hint.includes(square),
      picked: square === picked && atEnd(),
      premove: premove !== null && premove.includes(square) && atEnd(),
      target: picked !== null && mayMoveNow() && targetsOf(picked, square),
      own: (mayMoveNow() || mayPremove()) && isOwn(square),
    };
    showPiece(cell, pieces[square]);
    const shade = (Math.floor(square / 8) + square) % 2 ? "light-square" : "dark-square";
    cell.className = [shade, ...Object.keys(marks).filter(mark => marks[mark])].join(" ");
    cell.tabIndex = square === focused ? 0 : -1;
    cell.setAttribute("aria-label", squareText(square, pieces[square], marks));
    cell.setAttribute("aria-selected", String(marks.picked));
    const [rank, file] = [cell.querySelector(".rank"), cell.querySelector(".file")];
    if (rank) rank.dataset.text = Math.floor(square / 8) + 1;
    if (file) file.dataset.text = FILES[square % 8];
  });
  find("bar").classList.toggle("turned", isTurned());
  showArrows();
}

/** Shows the best move of the analysis, and what the person has drawn. */
function showArrows() {
  const moves = analysing && best?.ply === shownPly() ? [best.move] : [];
  find("arrows").replaceChildren(...moves.map(move => moveArrow(...endsOf(move))),
    svg("g", { class: "drawn" }, ...drawn.map(([from, to]) => from === to ? ring(from) : arrowBetween(from, to))));
}

/** The arrow of a move; in castling, that of the king. */
function moveArrow(from, to) {
  return arrowBetween(from, castling(positions[shownPly()], from, to)?.kingTo ?? to);
}

const columnAndRow = square => [placeOn(square) % 8, Math.floor(placeOn(square) / 8)];

const arrowBetween = (from, to) => arrowFigure(columnAndRow(from), columnAndRow(to));

function ring(square) {
  const [column, row] = columnAndRow(square);
  const circle = { cx: column + 0.5, cy: row + 0.5, r: 0.44 };
  return svg("g", {}, svg("circle", { class: "ring edge", ...circle }), svg("circle", { class: "ring", ...circle }));
}

/** Draws an arrow, or on one square a ring, or wipes it out if it is there. */
function draw(from, to) {
  const others = drawn.filter(([start, end]) => start !== from || end !== to);
  drawn = others.length < drawn.length ? others : [...drawn, [from, to]];
  showArrows();
}

/** Wipes out what is drawn. */
function wipe() {
  if (drawn.length === 0) return;
  drawn = [];
  showArrows();
}

/** Draws a piece, unless it stands there already. */
function showPiece(cell, piece) {
  if (cell.dataset.piece === (piece ?? "")) return;
  cell.dataset.piece = piece ?? "";
  cell.querySelector("svg")?.remove();
  if (piece) cell.append(pieceFigure(piece));
}

function pieceFigure(piece) {
  const side = isWhite(piece) ? "white" : "black";
  const figure = svg("use", { class: side, href: `#piece-${piece.toLowerCase()}` });
  return svg("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" }, figure);
}

const pieceText = piece => `${isWhite(piece) ? "white" : "black"} ${NAMES[piece.toLowerCase()]}`;

/** A square in words. */
function squareText(square, piece, marks) {
  return [
    nameOf(square),
    piece ? pieceText(piece) : null,
    marks.picked ? "picked up" : null,
    marks.premove ? "premove" : null,
    marks.target ? "may be moved to" : null,
    marks.check ? "in check" : null,
    marks.hint ? "hint" : null,
    marks.moved ? "last move" : null,
  ].filter(text => text).join(", ");
}

/** The legal moves that a piece put down means. The king's square, or the king dragged on the rook, also means castling. */
function movesMeant(from, to, isDragged) {
  const moves = state.legal.filter(move => squareOf(move) === from);
  const exact = moves.filter(move => squareOf(move.slice(2)) === to);
  if (exact.length > 0) return exact;
  return moves.filter(move => {
    const castle = castling(positions.at(-1), ...endsOf(move));
    return castle && (castle.kingTo === to || isDragged && castle.rook === to);
  });
}

const targetsOf = (from, to) => from !== to && movesMeant(from, to, false).length > 0;

/** Picks a piece up, or with null puts it back; a premove is forgotten. If a touched piece must be moved, no other can be picked up. */
function pick(square) {
  premove = null;
  const isBound = square !== null && state.touched && !state.legal.some(move => squareOf(move) === square);
  picked = isBound ? squareOf(state.touched) : square;
  if (square !== null) touch(square);
  showBoard();
}

/** Touches a piece, which binds under the rule of touched pieces unless another one does. */
function touch(square) {
  if (state.touch_move && state.touched === null) perform("touch", { square: nameOf(square) });
}

/** Picks up or puts down. */
function choose(square) {
  if (!mayMoveNow() && !mayPremove()) return;
  if (square === picked) pick(null);
  else if (picked !== null && putDown(picked, square, false)) return;
  else if (isOwn(square)) pick(square);
  else {
    if (picked !== null) say([`${nameOf(square)}: no legal move.`]);
    pick(null);
    // An opponent's piece that is touched must be captured.
    if (mayMoveNow() && positions.at(-1)[square]) touch(square);
  }
}

/** Makes the move that a piece put down means, or a premove; false if there is none. */
function putDown(from, to, isDragged) {
  if (!mayMoveNow()) {
    if (from === to || !isDragged && isOwn(to)) return false;
    [premove, picked] = [[from, to], null];
    showBoard();
    return true;
  }
  const moves = from === to ? [] : movesMeant(from, to, isDragged);
  if (moves.length === 0) return false;
  if (moves[0].length === 5) choosePromotion(moves);
  else play(moves[0]);
  return true;
}

/** Sends a move. It is shown at once, and taken back if the server refuses it. */
async function play(move) {
  knockMove(positions.at(-1), move);
  [pending, picked] = [move, null];
  showBoard();
  const answer = await perform("move", { move, offer: offering });
  if (answer.ok) return;
  pending = null;
  showBoard();
}

/** Plays the premove once the person is on move, if it is legal; pawns become queens. */
function playPremove() {
  if (premove === null || !isOnMove()) return;
  const moves = movesMeant(...premove, true);
  premove = null;
  const move = moves.find(candidate => candidate[4] === "q") ?? moves[0];
  if (move) return play(move);
  showNotice("Your premove is not legal.");
  showBoard();
}

/** Asks to which piece a pawn is promoted. */
function choosePromotion(moves) {
  const choice = kind => {
    const move = moves.find(candidate => candidate[4] === kind);
    const piece = state.side === "white" ? kind.toUpperCase() : kind;
    const act = () => {
      dialog.close();
      play(move);
    };
    const name = capital(NAMES[kind]);
    return move && html("button", { type: "button", title: name, "aria-label": name, click: act }, pieceFigure(piece));
  };
  const dialog = showDialog(html("h2", { id: "dialog-head" }, "Promote to"),
    html("div", { class: "promotions board" }, ...[...PROMOTIONS].map(choice)),
    html("div", { class: "buttons" }, button("Cancel", () => dialog.close())));
  const { left, width } = find("grid").getBoundingClientRect();
  dialog.classList.add("promotion");
  dialog.style.left = `${left + width / 2}px`;
}

/** Moves the last piece from where it stood, unless motion is unwelcome. */
function slide(move) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || find("table").hidden) return;
  const castle = castling(positions.at(-2), ...endsOf(move));
  const [from, target] = endsOf(move);
  const to = castle ? castle.kingTo : target;
  const [start, end] = [placeOn(from), placeOn(to)];
  const size = cells[0].clientWidth;
  const shift = `translate(${size * (start % 8 - end % 8)}px, ${size * (Math.floor(start / 8) - Math.floor(end / 8))}px)`;
  cells[end].querySelector("svg")?.animate([{ transform: shift }, { transform: "none" }], { duration: 140, easing: "ease-out" });
}

/** Moves the focus of the keyboard to a square. */
function focusSquare(square) {
  focused = square;
  showBoard();
  cells[placeOn(square)].focus();
}

/** The place to which a key moves the focus, or null. */
function placeAfterKey(place, key) {
  const [row, column] = [Math.floor(place / 8), place % 8];
  const moved = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    Home: [row, 0], End: [row, 7],
  }[key];
  return moved ? 8 * Math.max(0, Math.min(7, moved[0])) + Math.max(0, Math.min(7, moved[1])) : null;
}

function onGridKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const place = placeAfterKey(placeOn(focused), event.key);
  if (place !== null) focusSquare(squareAt(place));
  else if (event.key === "Enter" || event.key === " ") choose(focused);
  else if (event.key === "Escape" && (picked !== null || premove !== null)) pick(null);
  else return;
  event.preventDefault();
}

/** The square at a point of the screen, or null. */
function squareUnder(event) {
  const box = find("grid").getBoundingClientRect();
  const [column, row] = [event.clientX - box.left, event.clientY - box.top].map((offset, axis) =>
    Math.floor(8 * offset / (axis === 0 ? box.width : box.height)));
  return column >= 0 && column < 8 && row >= 0 && row < 8 ? squareAt(8 * row + column) : null;
}

/** A press on an own piece picks it up, and may become a drag. Other squares wait for the click. */
function onPress(event) {
  if (event.isPrimary) isPressed = false;
  const square = squareUnder(event);
  const cancels = event.button === 2 && premove !== null;
  if (cancels) pick(null);
  drawnFrom = event.button === 2 && !cancels ? square : null;
  // The release outside the board is heard too, so that nothing stays begun.
  if (drawnFrom !== null) find("grid").setPointerCapture(event.pointerId);
  if (event.button !== 0 || !event.isPrimary || square === null) return;
  wipe();
  focused = square;
  if (!mayMoveNow() && !mayPremove() || !isOwn(square) || picked !== null && targetsOf(picked, square)) return;
  isPressed = true;
  const cell = cells[placeOn(square)];
  drag = { pointer: event.pointerId, square, cell, wasPicked: picked === square, x: event.clientX, y: event.clientY, isMoving: false };
  find("grid").setPointerCapture(event.pointerId);
  if (!drag.wasPicked) pick(square);
}

function onDrag(event) {
  if (event.pointerId !== drag?.pointer) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.isMoving && Math.hypot(x, y) < DRAG) return;
  drag.isMoving = true;
  const figure = drag.cell.querySelector("svg");
  if (!figure) return;
  figure.classList.add("dragged");
  const box = drag.cell.getBoundingClientRect();
  const [left, top] = [drag.x - box.left - box.width / 2, drag.y - box.top - box.height / 2];
  figure.style.transform = `translate(${x + left}px, ${y + top}px)${event.pointerType === "touch" ? " scale(1.4)" : ""}`;
  const over = squareUnder(event);
  cells.forEach((cell, place) => cell.classList.toggle("over", over !== null && squareAt(place) === over));
}

function onRelease(event) {
  if (event.button === 2 && drawnFrom !== null && squareUnder(event) !== null) draw(drawnFrom, squareUnder(event));
  drawnFrom = null;
  if (event.pointerId !== drag?.pointer) return;
  const { square, cell, wasPicked, isMoving } = drag;
  drag = null;
  const figure = cell.querySelector("svg");
  figure?.classList.remove("dragged");
  if (figure) figure.style.transform = "";
  for (const other of cells) other.classList.remove("over");
  if (event.type === "pointercancel" || !mayMoveNow() && !mayPremove()) return;
  const to = squareUnder(event);
  if (isMoving && to !== null) putDown(square, to, true);
  else if (!isMoving && wasPicked) pick(null);
}

function onClick(event) {
  const place = cells.indexOf(event.target.closest("[role=gridcell]"));
  if (isPressed || place < 0) return;
  focused = squareAt(place);
  choose(focused);
}

/** Turns the board; the focus stays on its square. */
function turn() {
  const hadFocus = find("grid").contains(document.activeElement);
  flipped = !flipped;
  show();
  if (hadFocus) focusSquare(focused);
}

/** Shows the position after so many half-moves. */
function go(ply) {
  const next = Math.max(0, Math.min(plies.length, ply));
  const wasAt = shownPly();
  looking = next === plies.length ? null : next;
  if (next === wasAt) return;
  drawn = [];
  show();
  const last = plies[next - 1];
  say([last ? label(last) : "Starting position"]);
  if (analysing) analyse(true);
}

// Sounds.

/** Browsers make no sound before the first click or key, which makes this. */
let audio = null;

function wakeAudio() {
  if (!hasSound) return;
  audio ??= new AudioContext();
  audio.resume();
}

/** Knocks on wood at these pitches, in Hz, so many seconds apart. */
function knock(pitches, apart) {
  if (!hasSound || audio?.state !== "running") return;
  pitches.forEach((frequency, index) => {
    const noise = new AudioBufferSourceNode(audio, { buffer: noiseBuffer() });
    noise.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency, Q: 2 })).connect(audio.destination);
    noise.start(audio.currentTime + index * apart);
  });
}

/** Noise that fades out in a few hundredths of a second. */
function noiseBuffer() {
  const buffer = audio.createBuffer(1, 0.1 * audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    samples[index] = (2 * Math.random() - 1) * Math.exp(-100 * index / audio.sampleRate);
  }
  return buffer;
}

/** The sound of a move; a capture knocks twice. */
function knockMove(pieces, move) {
  const isCapture = after(pieces, move).filter(piece => piece).length < pieces.filter(piece => piece).length;
  knock(isCapture ? [1500, 900] : [1200], 0.05);
}

const soundButton = html("button", { type: "button", class: "sound", title: "Sound", "aria-label": "Sound", click: switchSound }, "\u266a");

function switchSound() {
  hasSound = !hasSound;
  keep("sound", hasSound ? "on" : "off");
  wakeAudio();
  showSound();
}

function showSound() {
  soundButton.setAttribute("aria-pressed", String(hasSound));
}

// The players and their clocks.

let clocksAt = 0;
let timer = null;
let lastLeft = null;

/** The parts of a player's line, above and below the board. */
const strips = ["player-top", "player-bottom"].map(id => {
  const strip = {
    disc: html("span", { class: "disc", role: "img" }), name: html("strong"),
    surplus: html("span", { class: "surplus", role: "img" }), doing: html("span", { class: "doing" }),
    clock: html("div", { class: "clock" }), figures: html("span", { class: "figures", "aria-hidden": "true" }),
    extra: html("span", { class: "extra" }), spoken: html("span", { class: "unseen" }),
  };
  strip.clock.append(strip.extra, strip.figures, strip.spoken);
  const named = html("span", { class: "named" }, strip.disc, " ", strip.name);
  find(id).append(html("div", { class: "who" }, named, strip.doing, strip.surplus), strip.clock);
  return strip;
});

function showPlayers() {
  const sides = isTurned() ? ["white", "black"] : ["black", "white"];
  strips.forEach((strip, index) => {
    const side = sides[index];
    strip.side = side;
    strip.disc.className = side === "white" ? "disc" : "disc black";
    strip.disc.setAttribute("aria-label", capital(side));
    strip.name.textContent = strip.name.title = nameFor(side);
    showSurplus(strip.surplus, side);
    const doing = doingOf(side);
    strip.doing.textContent = doing.join(", ");
    strip.doing.classList.toggle("thinking", doing.includes("thinking"));
    strip.clock.hidden = !state.clocks;
  });
  tick();
}

/** Shows which pieces a player has more of than the opponent, and the difference of the material if it is in favour. */
function showSurplus(element, side) {
  const count = kind => positions[shownPly()].filter(piece => piece === kind).length;
  const balance = kind => (count(kind.toUpperCase()) - count(kind)) * (side === "white" ? 1 : -1);
  const kinds = Object.keys(WORTH).flatMap(kind => Array(Math.max(0, balance(kind))).fill(kind));
  const lead = Object.entries(WORTH).reduce((sum, [kind, worth]) => sum + worth * balance(kind), 0);
  const leadText = lead > 0 ? `+${lead}` : "";
  element.hidden = kinds.length === 0;
  element.setAttribute("aria-label", `More: ${[...kinds.map(kind => NAMES[kind]), leadText].filter(text => text).join(", ")}`);
  element.replaceChildren(...kinds.map(pieceFigure), leadText);
}

/** What a player is doing. */
function doingOf(side) {
  if (isOver()) return state.outcome ? [scoreOf(side)] : [];
  if (state.phase !== "playing") return [];
  const isToMove = state.side === side;
  return [
    isToMove && state.thinking ? "thinking" : null,
    isToMove && state.check ? "in check" : null,
    isToMove && !state.thinking && !state.check ? "to move" : null,
    state.offer === side ? state.players[side].name === "You" ? "offer a draw" : "offers a draw" : null,
    state.flagged === side ? "flag fallen" : null,
  ].filter(text => text);
}

/** What a player has scored. */
function scoreOf(side) {
  const scores = resultText(state.outcome.score).split("\u2013");
  return scores[side === "white" ? 0 : 1] ?? "";
}

/** What a clock shows now. */
function clockNow(side) {
  const { ms, delay_ms: delay } = state.clocks[side];
  const isRunning = state.clocks.running === side;
  const passed = isRunning ? performance.now() - clocksAt : 0;
  return { left: Math.max(0, ms - Math.max(0, passed - delay)), delay: isRunning ? Math.max(0, delay - passed) : 0 };
}

const clockText = ms => ms < TENTHS ? clockFace(ms) : clockFace(ms).replace(/\.\d$/, "");

/** A time in words. */
function spokenTime(ms) {
  const total = Math.floor(ms / 1000);
  const parts = [[Math.floor(total / 3600), "hour"], [Math.floor(total / 60) % 60, "minute"], [total % 60, "second"]];
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
  return said.length > 0 ? said.join(" ") : "no time";
}

/** Shows the clocks, and again when their figures change, while one runs and the page is seen. Without a program they stand. */
function tick() {
  clearTimeout(timer);
  if (!state?.clocks || find("table").hidden || source.readyState !== EventSource.OPEN) return;
  const running = state.clocks.running;
  for (const strip of strips) {
    const { left, delay } = clockNow(strip.side);
    const isRunning = running === strip.side;
    strip.figures.textContent = clockText(left);
    strip.extra.textContent = delay > 0 ? `delay ${Math.ceil(delay / 1000)} s` : state.clocks[strip.side].period ?? "";
    strip.clock.classList.toggle("running", isRunning);
    strip.clock.classList.toggle("low", left < TENTHS);
    strip.spoken.textContent = `${spokenTime(left)} left${isRunning ? ", running" : ""}`;
  }
  if (!running || document.hidden) return;
  const { left, delay } = clockNow(running);
  const warning = WARNINGS.find(([limit]) => lastLeft >= limit && left < limit);
  if (warning) {
    say([`${nameFor(running)}: ${warning[1]}.`]);
    knock([2500, 2500], 0.15);
  }
  lastLeft = left;
  if (left === 0 && delay === 0) return;
  timer = setTimeout(tick, delay > 0 ? delay % 1000 + 1 : left % (left > TENTHS ? 1000 : 100) + 1);
}

// What the players are asked.

let bannersNow = "";

/** A message with its buttons. */
function banner(text, articles = [], ...buttons) {
  const row = buttons.length > 0 ? html("div", { class: "buttons" }, ...buttons) : null;
  return html("div", { class: "banner" }, html("p", {}, text), articlesLine(articles), row);
}

const button = (text, click, kind = "") => html("button", { type: "button", class: kind, click }, text);

/** The name of the piece on a square of the game's position. */
const manOn = square => NAMES[positions.at(-1)[square]?.toLowerCase()] ?? "piece";

/** The messages that the state calls for. */
function* banners() {
  if (!atEnd()) {
    const last = plies[shownPly() - 1];
    const text = last ? `The position after ${label(last)}` : "The starting position";
    yield banner(text, [], button(isOver() ? "To the last position" : "Back to the game", () => go(plies.length), "main"));
  }
  if (state.phase === "adjourned") {
    const entry = state.log.at(-1);
    const text = `The game is adjourned. ${capital(state.side)} has sealed a move.`;
    const item = banner(text, [], button("Resume", () => perform("resume"), "main"), button("New game", chooseNew));
    if (entry) item.querySelector("p").after(factsList(entry.facts) ?? "");
    yield item;
  }
  if (state.phase !== "playing") return;
  if (state.offer) yield offerBanner();
  if (state.flagged) {
    const text = `${capital(state.flagged)}\u2019s flag has fallen.`;
    yield banner(text, [], ...(state.can.flag ? [button("Claim the flag", () => perform("flag"), "main")] : []));
  }
  if (state.must) {
    const moves = state.must.moves.map(inLetters).join(", ");
    const demand = state.must.moves.length === 1 ? `You must play ${moves}.` : `You must play one of: ${moves}.`;
    yield banner([state.must.reason, demand].filter(text => text).join(" "), [state.must.article]);
  }
  if (state.touched) {
    yield banner(`Touched: the ${manOn(squareOf(state.touched))} on ${state.touched}.`);
  }
}

/** The hint in words. It is no message beside the board, which would push other buttons below the pointer. */
function hintText() {
  return `Hint: ${inLetters(state.hint_san)}`;
}

function offerBanner() {
  const by = opponentOf(state.offer);
  const buttons = !state.can.accept ? [] : [
    button("Accept the draw", () => perform("accept", { by }), "main"),
    button("Decline", () => perform("refuse", { by })),
  ];
  return banner(`${nameFor(state.offer)} ${nameFor(state.offer) === "You" ? "offer" : "offers"} a draw.`, [], ...buttons);
}

/** Shows the messages, anew only if they have changed, so that the focus is not lost without need. */
function showBanners() {
  const { phase, side, offer, flagged, must, touched, can, log } = state;
  const asked = [phase, side, offer, flagged, must, touched, can];
  const now = JSON.stringify([shownPly(), plies.length, ...asked, log.length, language]);
  if (now === bannersNow) return;
  bannersNow = now;
  replaceKeepingFocus(find("banners"), [...banners()]);
}

/** Takes the focus from what goes. The keyboard gets the board; after a click, the arrow keys still step through the moves. */
function leaveFocus() {
  if (byKeyboard) focusSquare(focused);
  else document.activeElement.blur();
}

/** Replaces what an element contains, and takes the focus from it. */
function replaceKeepingFocus(element, children) {
  const hadFocus = element.contains(document.activeElement);
  element.replaceChildren(...children);
  if (hadFocus) leaveFocus();
}

function showOutcome() {
  const { outcome } = state;
  find("outcome").hidden = !outcome;
  if (!outcome) return;
  find("outcome").replaceChildren(
    html("p", { class: "result" }, resultText(outcome.score)),
    html("h2", { id: "outcome-head" }, outcome.title),
    articlesLine(outcome.articles) ?? "",
    outcome.why ? html("p", {}, outcome.why) : "",
    outcome.line ? html("p", { class: "line" }, inLetters(outcome.line)) : "");
}

// The actions.

let offering = false;
let analysing = false;
let reviewing = null;
/** The best move of the analysis, and after how many half-moves it can be played; null if there is none. */
let best = null;

const isPlaying = () => state.phase === "playing";
const toMove = () => isPlaying() && state.legal.length > 0;

/** The actions: text, whether it applies to the game, whether it is possible now, what it does. */
const ACTIONS = [
  ["Offer a draw", isPlaying, () => state.can.offer, offerDraw, () => offering],
  ["Claim a draw\u2026", isPlaying, () => state.can.claim, openClaim],
  ["Resign\u2026", isPlaying, () => state.can.resign, openResign],
  ["Adjourn\u2026", () => isPlaying() && state.mode !== "rapid" && state.mode !== "blitz", () => state.can.adjourn, openAdjourn],
  ["I adjust", () => isPlaying() && state.touch_move, toMove, () => perform("adjust")],
  ["Take back", () => isPlaying() && !state.rated, () => state.can.takeback, () => perform("takeback")],
  ["Hint", () => isPlaying() && !state.rated, () => state.can.hint, askHint],
  ["Ask the arbiter\u2026", () => isPlaying() && state.two_people, () => true, openAsk],
  ["Review", () => isOver() && !state.review, () => state.can.review && reviewing === null, review],
  ["Analyse", () => isOver() || isPlaying() && !state.rated, () => state.can.analyse, () => analyse(!analysing), () => analysing],
  ["Play on from here", isOver, () => state.can.continue, () => perform("continue", { ply: shownPly() })],
  ["Copy PGN", isOver, () => true, copyPgn],
  ["New game\u2026", () => state.phase !== "adjourned", () => true, chooseNew],
].map(([text, applies, isPossible, act, isOn]) => ({ element: button(text, act), applies, isPossible, isOn }));

const reviewButton = ACTIONS.find(({ element }) => element.textContent === "Review").element;
const reviewLink = html("a", { class: "button", href: "review", target: "_blank" }, "Open the review");
const pgnLink = html("a", { class: "button", href: "game.pgn", download: true }, "Save PGN");

function showButtons() {
  const active = document.activeElement;
  for (const { element, applies, isPossible, isOn } of ACTIONS) {
    element.hidden = !applies();
    element.disabled = !isPossible();
    if (isOn) element.setAttribute("aria-pressed", String(Boolean(isOn())));
  }
  reviewButton.textContent = reviewing ? `Reviewing: ${reviewing.done} of ${reviewing.of}` : "Review";
  reviewLink.hidden = !isOver() || !state.review;
  pgnLink.hidden = !isOver();
  if (active !== document.body && active?.closest("#buttons") && (active.hidden || active.disabled)) leaveFocus();
}

/** Begins the review, which ends the analysis. */
async function review() {
  if (analysing) await analyse(false);
  perform("review");
}

/** Asks for a hint. A hint that is there already is shown again. */
async function askHint() {
  const answer = await perform("hint");
  if (answer.ok && state.hint !== null) showNotice(hintText());
}

/** Offers a draw: with the next move if the person has one to make, and at once if not. */
function offerDraw() {
  if (!toMove()) return perform("offer", { by: opponentOf(state.side) });
  offering = !offering;
  showNotice(offering ? "A draw is offered with your next move." : "");
  show();
}

/** Shows how far the review is. */
function showReviewing(progress) {
  reviewing = progress.done < progress.of ? progress : null;
  if (state) showButtons();
}

/** Copies the PGN. Some browsers let a page copy only at once after a click: they get a promise of the text. */
async function copyPgn() {
  const pgn = fetch("game.pgn").then(response => {
    if (!response.ok) throw new Error("no PGN");
    return response.text();
  });
  try {
    if (window.ClipboardItem) {
      const text = pgn.then(text => new Blob([text], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    } else {
      await navigator.clipboard.writeText(await pgn);
    }
    showNotice("The PGN is copied.");
  } catch {
    const hasAnswered = await pgn.then(() => true, () => false);
    showNotice(hasAnswered ? "The browser does not let the page copy. Use \u201cSave PGN\u201d." : "The server does not answer.");
  }
}

/** Shows a message below the board. */
function showNotice(text) {
  find("error").textContent = "";
  find("notice").textContent = text;
}

function chooseNew() {
  choosing = true;
  find("setup").hidden = true;
  show();
  find("setup-head").focus();
}

// Dialogs.

/** Shows a dialog. It is removed when it closes; the focus goes back to where it was, or the keyboard gets the board. */
function showDialog(...children) {
  const onClose = () => {
    dialog.remove();
    if (document.activeElement === document.body && !find("table").hidden) leaveFocus();
  };
  const dialog = html("dialog", { "aria-labelledby": "dialog-head", close: onClose }, ...children);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A dialog with a form. `act` gets the form's data; the dialog closes if the answer is good and does not say `stay`, and the
 * answer is shown below the board: on a telephone the rulings are out of sight.
 */
function openDialog({ title, body, confirm, act, more = [] }) {
  const error = html("p", { class: "error", role: "alert" });
  const submit = async event => {
    event.preventDefault();
    const answer = await act(new FormData(event.target));
    error.textContent = answer.ok ? "" : answer.error;
    if (!answer.ok || answer.stay) return;
    report(answer);
    dialog.close();
  };
  const dialog = showDialog(html("form", { submit, autocomplete: "off" },
    html("h2", { id: "dialog-head" }, title), ...body, error,
    html("div", { class: "buttons" }, html("button", { type: "submit", class: "main" }, confirm), ...more,
      button("Cancel", () => dialog.close()))));
  return dialog;
}

/** Radio buttons with a name; the first is chosen. `change` is called with the value. */
function options(legend, name, choices, change = () => {}) {
  const choice = ([value, text], index) => html("label", {},
    html("input", { type: "radio", name, value, checked: index === 0, change: () => change(value) }), ` ${text}`);
  return html("fieldset", {}, html("legend", {}, legend), html("div", { class: "options" }, ...choices.map(choice)));
}

/** A field in which a move or squares are written. */
function field(text, name, placeholder = "") {
  const input = html("input", { name, placeholder, spellcheck: "false", autocapitalize: "off" });
  return html("label", { class: "field" }, text, input);
}

function openResign() {
  const sides = state.side === "white" ? ["white", "black"] : ["black", "white"];
  openDialog({
    title: "Resign the game?",
    body: state.two_people ? [options("Who resigns", "by", sides.map(side => [side, `${capital(side)}, ${nameFor(side)}`]))] : [],
    confirm: "Resign",
    act: data => send("resign", state.two_people ? { by: data.get("by") } : {}),
  });
}

/** What a wrong claim costs. */
function wrongClaimText() {
  const own = ["fide1997", "fide2001"].includes(state.laws) ? "you lose up to half of your time, at most three minutes, " : "";
  const offer = state.laws === "fide1997" ? "" : " The claim counts as a draw offer too.";
  return `If the claim is wrong, ${own}the opponent may get time, and the announced move must be played.${offer}`;
}

function openClaim() {
  const move = field("The move you are going to make", "move", "Nf3 or g1f3");
  move.hidden = true;
  openDialog({
    title: "Claim a draw",
    body: [
      options("Ground", "kind", [
        ["threefold", "The position occurs for the third time"],
        ["fifty", "Fifty moves without a pawn move or a capture"],
      ]),
      options("When", "when", [
        ["now", "In the position on the board"],
        ["next", "After the move that I am going to make"],
      ], value => {
        move.hidden = value === "now";
        if (!move.hidden) move.querySelector("input").focus();
      }),
      move,
      html("p", { class: "note" }, wrongClaimText()),
    ],
    confirm: "Claim",
    act: data => {
      const written = data.get("move").trim();
      if (data.get("when") === "next" && written === "") return { ok: false, error: "Write the move." };
      return sendWritten("claim", { kind: data.get("kind"), move: data.get("when") === "next" ? written : "" });
    },
  });
}

function openAdjourn() {
  openDialog({
    title: "Adjourn the game",
    body: [
      html("p", {}, "Seal your next move: it is played when the game is resumed."),
      field("Sealed move", "sealed", "Nf3"),
      html("p", { class: "note" }, "A sealed move that is illegal or ambiguous may lose the game."),
    ],
    confirm: "Seal the move",
    act: data => sendWritten("adjourn", { sealed: data.get("sealed") }),
  });
}

/** What may be asked, and the field that the question needs. */
function openAsk() {
  const asked = {
    illegal: field("The move that was made", "move", "Ke2 or e1e2"),
    touch: field("The squares of the pieces touched, in order", "squares", "e2 d5"),
    flag: options("Whose flag", "player", [["white", "White"], ["black", "Black"]]),
  };
  const show = question => Object.entries(asked).forEach(([name, element]) => { element.hidden = name !== question; });
  const ruling = html("div", { class: "answer", "aria-live": "polite" });
  const questions = [
    ["illegal", "Was this move illegal?"],
    ["touch", "Which move must be made with the touched pieces?"],
    ["flag", "What are the consequences of a fallen flag?"],
  ];
  /** The question whose ruling is shown. */
  let answered = null;
  const question = (data, apply) => sendWritten("ask", {
    question: data.get("question"),
    move: data.get("move").trim(),
    squares: data.get("squares").trim(),
    player: data.get("player"),
    apply,
  });
  const applying = button("Apply the ruling", async () => {
    const answer = await question(answered, true);
    if (!answer.ok) return ruling.replaceChildren(html("p", {}, answer.error));
    report(answer);
    dialog.close();
  });
  applying.hidden = true;
  const dialog = openDialog({
    title: "Ask the arbiter",
    body: [options("Question", "question", questions, show), ...Object.values(asked), ruling],
    confirm: "Ask",
    more: [applying],
    act: async data => {
      const answer = await question(data, false);
      applying.hidden = !answer.ok;
      answered = data;
      ruling.replaceChildren(...(answer.ruling ? rulingBody(answer.ruling) : answer.text ? [html("p", {}, answer.text)] : []));
      return { ...answer, stay: true };
    },
  });
  show("illegal");
}

// Rulings and moves.

let logNow = "";
let movesNow = "";
let markMove = () => {};

const articlesText = articles => articles.length === 0 ? "" : `${articles.map(articleText).join(", ")}.`;

/** The name of a provision: most are Articles by their number. */
const articleText = article => article.includes(" ") ? article : `Article ${article}`;

/** Articles, each in a frame; null if there are none. */
function articlesLine(articles) {
  if (!articles || articles.length === 0) return null;
  return html("p", { class: "articles" }, ...articles.flatMap(article => [html("span", {}, articleText(article)), " "]));
}

/** The length of a line of moves that is shown only on demand. */
const LONG_LINE = 80;

function factsList(facts) {
  if (!facts || facts.length === 0) return null;
  const shown = ([name, value]) => name === "line" || name === "must play" ? inLetters(value) : value;
  const value = fact => fact[0] === "line" && fact[1].length > LONG_LINE
    ? html("details", {}, html("summary", {}, "Show the moves"), shown(fact))
    : shown(fact);
  return html("dl", {}, ...facts.map(fact => html("div", {}, html("dt", {}, fact[0]), html("dd", {}, value(fact)))));
}

/** What the arbiter says: the sentence, the Articles, the facts, what is left open. */
function rulingBody({ text, articles, facts, open }) {
  return [
    html("p", { class: "text" }, text),
    articlesLine(articles),
    factsList(facts),
    open?.length > 0 ? html("p", { class: "left-open" }, html("strong", {}, "Left open: "), open.join(" ")) : null,
  ].filter(part => part);
}

/** The rulings, the newest first. */
function showLog() {
  const now = JSON.stringify([state.log, state.players, language]);
  if (now === logNow) return;
  logNow = now;
  const entries = state.log.map(entry => {
    const ply = plies[entry.ply - 1];
    const when = ply
      ? html("button", { type: "button", class: "when", click: () => go(entry.ply) }, label(ply))
      : html("span", {}, "Start");
    const by = entry.by === "arbiter" ? "Arbiter" : nameFor(entry.by);
    const head = html("p", { class: "by" }, html("span", {}, by), when);
    return html("li", { class: entry.by === "arbiter" ? "ruling" : "" }, head, ...rulingBody(entry));
  });
  const none = html("li", { class: "none" },
    "No rulings so far. Offers, claims and decisions are written here, with their Articles.");
  find("log").replaceChildren(...(entries.length > 0 ? entries.reverse() : [none]));
  find("log").scrollTop = 0;
}

function showMoves() {
  const now = JSON.stringify([state.start, state.moves, language]);
  if (now !== movesNow) {
    movesNow = now;
    const { list, mark } = moveList(plies, { content: ply => [ply.san], classOf: () => "", go });
    markMove = mark;
    replaceKeepingFocus(find("moves"), plies.length > 0 ? [list] : [html("p", { class: "none" }, "No moves so far.")]);
  }
  markMove(shownPly());
}

// Analysis.

/** Switches the analysis of the position shown on or off. */
async function analyse(on) {
  [analysing, best] = [on, null];
  showArrows();
  find("lines").replaceChildren(html("li", { class: "none" }, "Analysing."));
  find("analysis").hidden = !on;
  showButtons();
  const answer = await perform("analyse", { on, ply: shownPly() });
  if (!answer.ok) analysing = false;
  if (!analysing) showAnalysis(null);
  showButtons();
}

/** White's share of the bar beside the board, in per cent. */
function shareOf(score) {
  if (typeof score === "string") return score.startsWith("#-") ? 0 : 100;
  return 100 / (1 + Math.exp(-score / 270));
}

/** Shows lines of analysis, or with null none. */
function showAnalysis(analysis) {
  find("analysis").hidden = !analysing;
  find("bar").hidden = !analysing;
  if (!analysing || !analysis || analysis.ply !== shownPly()) return;
  if (analysis.lines.length === 0) {
    find("lines").replaceChildren(html("li", { class: "none" }, "The game has ended in this position."));
    find("bar").hidden = true;
    return;
  }
  find("lines").replaceChildren(...analysis.lines.map(line => html("li", {},
    html("strong", {}, scoreText(line.score)),
    html("span", { class: "depth" }, `depth ${line.depth}`),
    html("span", {}, inLetters(line.san)))));
  const { score, move } = analysis.lines[0];
  best = move ? { ply: analysis.ply, move } : null;
  showArrows();
  find("bar").setAttribute("aria-label", `Evaluation ${scoreText(score)}`);
  find("bar").firstElementChild.style.height = `${shareOf(score)}%`;
}

// The form of a new game.

const form = () => find("setup-form").elements;

/** Fills the form from the settings. */
function fillSetup() {
  const fields = form();
  fields.opponent.value = !settings.engine ? "people" : settings.elo === null ? "full" : "level";
  setElo(settings.elo ?? 1500);
  fields.side.value = settings.side;
  const isCommon = CONTROLS.some(([value]) => value === (settings.control ?? ""));
  find("control").value = isCommon ? settings.control ?? "" : "other";
  find("control-text").value = isCommon ? "" : settings.control;
  find("laws").value = settings.laws ?? DATA.default_edition;
  find("mode").value = settings.mode ?? "";
  const { fen, chess960 } = settings;
  find("start").value = fen ? "fen" : (chess960 ?? null) === null ? "standard" : chess960 === "random" ? "random" : "number";
  find("chess960").value = Number.isInteger(chess960) ? chess960 : 518;
  find("fen").value = fen ?? "";
  fields.rated.value = settings.rated ? "rated" : "casual";
  find("touch-move").checked = settings.touch_move;
  find("name-white").value = settings.names?.white ?? "";
  find("name-black").value = settings.names?.black ?? "";
  find("setup-error").textContent = "";
  adaptSetup();
}

/** Shows the fields that the choices need. */
function adaptSetup() {
  const opponent = form().opponent.value;
  for (const element of document.querySelectorAll("[data-for]")) {
    element.hidden = !element.dataset.for.split(" ").includes(opponent);
  }
  find("elo").disabled = opponent !== "level";
  find("control-other").hidden = find("control-help").hidden = find("control").value !== "other";
  find("chess960").disabled = find("start").value !== "number";
  find("start-number").hidden = find("start").value !== "number";
  find("start-fen").hidden = find("start").value !== "fen";
  find("elo").required = opponent === "level";
  find("chess960").required = find("start").value === "number";
  find("control-text").required = find("control").value === "other";
  find("fen").required = find("start").value === "fen";
}

function setElo(elo) {
  find("elo").value = find("elo-slider").value = elo;
}

/** The settings as the form has them. */
function readSetup() {
  const fields = form();
  const [opponent, start, control] = [fields.opponent.value, find("start").value, find("control").value];
  return {
    engine: opponent !== "people",
    elo: opponent === "level" ? Number(find("elo").value) : null,
    side: fields.side.value,
    control: control === "other" ? find("control-text").value.trim() : control,
    laws: find("laws").value,
    mode: find("mode").value || null,
    fen: start === "fen" ? find("fen").value.trim() : "",
    chess960: start === "random" ? "random" : start === "number" ? Number(find("chess960").value) : null,
    rated: fields.rated.value === "rated",
    touch_move: find("touch-move").checked,
    names: { white: nameIn("name-white", opponent), black: nameIn("name-black", opponent) },
  };
}

/** The name in a field; empty if the game is not one of two people. */
const nameIn = (id, opponent) => opponent === "people" ? find(id).value.trim() : "";

/** Starts a game, after a question if one is in progress. */
function submitSetup(event) {
  event.preventDefault();
  const isKept = state.phase === "adjourned" || (state.phase === "playing" && state.moves !== "");
  if (!isKept) return startGame();
  openDialog({
    title: "Start a new game?",
    body: [html("p", {}, "The game in progress moves to another file.")],
    confirm: "Start the new game",
    act: startGame,
  });
}

async function startGame() {
  for (const [choice, value, field] of [["control", "other", "control-text"], ["start", "fen", "fen"]]) {
    if (find(choice).value === value && find(field).value.trim() === "") {
      find("setup-error").textContent = "Fill in the field, or choose something else.";
      find(field).focus();
      return { ok: true };
    }
  }
  const answer = await send("new", readSetup());
  find("setup-error").textContent = answer.ok ? "" : answer.error;
  if (answer.ok) {
    [choosing, flipped] = [false, false];
    show();
    window.scrollTo(0, 0);
    leaveFocus();
  }
  return { ok: true };
}

/** Continues the game that the program found. */
async function reopen() {
  const answer = await send("reopen");
  find("setup-error").textContent = answer.ok ? "" : answer.error;
  if (answer.ok) leaveFocus();
}

/** Prepares the form. */
function buildSetup() {
  find("reopen").addEventListener("click", reopen);
  for (const input of [find("elo"), find("elo-slider")]) {
    input.min = DATA.min_elo;
    input.max = DATA.max_elo;
    input.addEventListener("input", () => setElo(input.value));
  }
  find("elo-slider").step = 50;
  find("control").append(...[...CONTROLS, ["other", "Another"]].map(([value, text]) => html("option", { value }, text)));
  find("laws").append(...DATA.editions.map(edition => html("option", { value: edition }, `FIDE ${edition.replace(/\D/g, "")}`)));
  find("setup-form").addEventListener("change", adaptSetup);
  find("setup-form").addEventListener("submit", submitSetup);
  find("setup-cancel").addEventListener("click", () => {
    choosing = false;
    show();
    leaveFocus();
  });
}

// The page.

/** True if a key belongs to what has the focus, to a dialog, or to the browser. */
function isElsewhere(event) {
  const isHeld = event.altKey || event.ctrlKey || event.metaKey;
  const isField = event.target.closest?.("input, select, textarea");
  return isHeld || isField || event.defaultPrevented || document.querySelector("dialog[open]");
}

/** Sends the move that is written in the field. */
async function submitMove(event) {
  event.preventDefault();
  const move = find("move").value.trim();
  if (move === "") return;
  go(plies.length);
  const answer = report(await sendWritten("move", { move, offer: offering }));
  if (answer.ok) find("move").value = "";
  else find("move").select();
}

function buildPage() {
  buildSetup();
  for (let row = 0; row < 8; row++) find("grid").append(html("div", { role: "row" }, ...cells.slice(8 * row, 8 * row + 8)));
  const grid = find("grid");
  grid.addEventListener("keydown", onGridKey);
  grid.addEventListener("pointerdown", onPress);
  grid.addEventListener("pointermove", onDrag);
  grid.addEventListener("pointerup", onRelease);
  grid.addEventListener("pointercancel", onRelease);
  grid.addEventListener("click", onClick);
  grid.addEventListener("contextmenu", event => event.preventDefault());
  // The mouse does not take the focus, so that the arrow keys still step through the moves.
  grid.addEventListener("mousedown", event => event.preventDefault());
  const [steps, keys] = stepControls({
    start: () => go(0), back: () => go(shownPly() - 1), on: () => go(shownPly() + 1), end: () => go(plies.length), turn,
  });
  steps.append(soundButton);
  showSound();
  find("tools").append(steps);
  find("move-form").addEventListener("submit", submitMove);
  const buttons = ACTIONS.map(({ element }) => element);
  find("buttons").append(reviewLink, ...buttons.slice(0, -2), pgnLink, ...buttons.slice(-2));
  const codes = Object.keys(DATA.letters);
  find("language").append(...codes.map(code => html("option", { value: code }, DATA.language_names[code] ?? code)));
  find("language").value = language;
  find("language").addEventListener("change", event => {
    language = event.target.value;
    keep("language", language);
    readMoves();
    show();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && premove !== null && !event.defaultPrevented) return pick(null);
    if (find("table").hidden || isElsewhere(event) || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener("visibilitychange", tick);
  for (const event of ["pointerdown", "keydown"]) {
    document.addEventListener(event, wakeAudio);
    document.addEventListener(event, () => { byKeyboard = event === "keydown"; }, true);
  }
  connect(false);
}

buildPage();
