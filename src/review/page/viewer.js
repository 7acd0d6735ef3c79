// A reviewed game to play through.

const SIGNS = { good: "!", inaccuracy: "?!", mistake: "?", blunder: "??" };
const TITLES = { good: "Only move", inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
const PHASES = ["Whole game", "Opening", "Middlegame", "Endgame"];

/** The game as a list of half-moves with all that is said of each. */
function course(details) {
  return halfMoves(details.fen, details.moves, details.san).map((ply, index) => {
    const [judgement, before, expectedBefore] = details.judgements[index + 1] ?? [null, null, null];
    return {
      ...ply,
      book: index < details.book,
      before,
      score: details.score[index + 1],
      expectedBefore,
      expected: details.expected[index + 1],
      used: details.used?.[index] ?? null,
      clock: details.clock?.[index] ?? null,
      judgement,
      better: details.better[index + 1] ?? null,
    };
  });
}

const isError = ply => ply.judgement !== null && ply.judgement !== "good";
const signOf = ply => ply.judgement ? html("span", { class: `sign ${ply.judgement}` }, SIGNS[ply.judgement]) : null;

/** The expected score of the player of a half-move, in percent. */
const share = (ply, expected) => Math.round((ply.white ? expected : 1000 - expected) / 10);

/** The moves of a better line, as half-moves that follow the position before a move. */
function lineOf(ply) {
  const [moves, san] = ply.better;
  const sans = words(san);
  return words(moves).map((move, index) => ({
    move,
    san: sans[index],
    number: ply.number + Math.floor((index + (ply.white ? 0 : 1)) / 2),
    white: ply.white === (index % 2 === 0),
  }));
}

/** The squares of the better move for an arrow, or null. `pieces` stood before the move. */
function betterArrow(ply, pieces) {
  if (!ply?.better) return null;
  const [move] = words(ply.better[0]);
  const [from, to] = [squareOf(move), squareOf(move.slice(2))];
  const goal = castling(pieces, from, to)?.kingTo ?? to;
  // In Chess960, the king may castle without moving: the arrow then goes to the rook.
  return [from, goal === from ? to : goal];
}

/** What is said of a move, as paragraphs. */
function inBrief(ply) {
  const head = [html("strong", {}, label(ply)), signOf(ply), ` ${scoreText(ply.score)}`];
  if (ply.used !== null) head.push(`, in ${seconds(ply.used / 1000)}`);
  if (ply.book) head.push(", opening");
  const parts = [html("p", {}, ...head)];
  if (isError(ply)) {
    const side = ply.white ? "White" : "Black";
    parts.push(html("p", {}, html("strong", { class: ply.judgement }, TITLES[ply.judgement]),
      `: from ${scoreText(ply.before)} to ${scoreText(ply.score)}; ${side} expects ${share(ply, ply.expected)}\u00a0% instead of ${share(ply, ply.expectedBefore)}\u00a0%.`));
  } else if (ply.judgement === "good") {
    parts.push(html("p", {}, html("strong", { class: "good" }, TITLES.good), ": every other move loses a lot."));
  }
  return parts;
}

/** The axis of all charts: from the starting position to the last move. */
function moveAxis(plies) {
  return { label: "Move", min: placeOf(plies[0]) - 0.5, max: placeOf(plies.at(-1)), figures: "moves", log: false };
}

function evaluationChart(details, plies, scores) {
  const place = index => index === 0 ? placeOf(plies[0]) - 0.5 : placeOf(plies[index - 1]);
  const points = details.expected.map((value, index) => [place(index), value / 10, null, null, index]);
  const marks = plies.flatMap((ply, index) => ply.judgement
    ? [{ x: placeOf(ply), y: ply.expected / 10, class: ply.judgement, title: `${label(ply)}${SIGNS[ply.judgement]}` }] : []);
  return {
    title: "Evaluation",
    about: "White's expected score: the probability of a win plus half the probability of a draw. Dots mark moves with a sign.",
    series: [{ name: "White", color: 0, step: false, points }],
    x: moveAxis(plies),
    y: { label: "White expects (%)", min: 0, max: 100, figures: "plain", log: false },
    levels: [{ y: 50, label: "" }],
    marks,
    said: point => `${plain(point[1])} % (${scoreText(scores[point[4]])})`,
  };
}

function timeChart(game, plies) {
  const side = white => ({
    name: `${white ? game.white : game.black} (${white ? "White" : "Black"})`,
    color: white ? 0 : 1,
    step: false,
    points: plies.filter(ply => ply.white === white && ply.used !== null).map(ply => [placeOf(ply), ply.used / 1000, null, null]),
  });
  const series = [side(true), side(false)].filter(line => line.points.length > 0);
  if (series.length === 0) return null;
  return {
    title: "Time used",
    about: "The time for each move, from the recorded clocks.",
    series,
    x: moveAxis(plies),
    y: { label: "Time", min: 0, max: null, figures: "seconds", log: false },
    levels: [],
  };
}

/** The figures of both players by phase; see mod.rs. */
function phaseTable(game, details) {
  const heads = ["", "Moves", "Accuracy", "Centipawn loss", "Lost per move", "?!", "?", "??", "!"];
  const rows = details.players.flatMap((tallies, side) => tallies.flatMap(([moves, accuracy, centipawns, loss, ...counts], phase) => {
    if (moves === 0) return [];
    const name = phase === 0 ? playerName(side === 0, side === 0 ? game.white : game.black) : PHASES[phase];
    const cells = [String(moves), percent(accuracy), whole(centipawns), loss.toFixed(3), ...counts.map(String)];
    return [html("tr", { class: phase === 0 ? "whole" : null },
      phase === 0 ? html("th", { scope: "row" }, name) : html("td", {}, name),
      ...cells.map(cell => html("td", { class: "figure" }, cell)))];
  }));
  return html("div", { class: "phases" }, html("h3", {}, "Averages and errors by phase"), html("div", { class: "wide" }, html("table", {},
    html("thead", {}, html("tr", {}, ...heads.map((head, index) => html("th", { scope: "col", class: index > 0 ? "figure" : null }, head)))),
    html("tbody", {}, ...rows))));
}

function errorList(plies, go) {
  const items = plies.flatMap((ply, index) => ply.judgement ? [html("li", {},
    html("button", { type: "button", click: () => go(index + 1) }, label(ply), signOf(ply)),
    isError(ply)
      ? html("span", {}, `${scoreText(ply.before)} to ${scoreText(ply.score)}` + (ply.better ? `; better ${words(ply.better[1])[0]}` : ""))
      : html("span", {}, "only move"))] : []);
  return html("div", {}, html("h3", {}, "Errors and only moves"),
    items.length > 0 ? html("ol", { class: "errors" }, ...items) : html("p", {}, "None."));
}

/** What the Laws say: the verdict and the findings of the judge. */
function lawList(details, go) {
  const items = details.findings.map(([severity, text, ply, place]) => html("li", {},
    html("span", { class: severity }, severity), `: ${text} `,
    ply === null ? null : html("button", { type: "button", click: () => go(ply) }, place ?? "show")));
  return html("div", {}, html("h3", {}, "What the Laws say"),
    html("p", {}, details.verdict),
    items.length > 0 ? html("ul", { class: "laws" }, ...items) : null);
}

/** The bar beside the board: White's expected score. */
function expectationBar(expected, turned) {
  const white = html("div", { class: "white" });
  white.style.height = `${expected / 10}%`;
  return html("div", { class: turned ? "bar turned" : "bar", role: "img", "aria-label": `White expects ${Math.round(expected / 10)} %` },
    html("div", { class: "rest" }), white);
}

/** Puts a game into an element, with links to others. Returns what a key does, as functions. */
function showGame(game, links, head, place) {
  const details = detailsOf(game.line);
  const plies = course(details);
  const positions = positionsOf(details.fen, plies);
  /** The half-moves played; and of a better line its moves, its positions and how many of them are played. */
  let now = 0;
  let line = null;
  let turned = details.turned;

  const board = html("div", { class: "table" });
  const said = html("div", { class: "said", role: "status" });
  const better = html("div");
  const order = positionField();
  /** The half-moves before the position on the board. */
  let played = [];
  const copied = html("span", { class: "note", role: "status" });
  const copier = (name, text) => html("button", { type: "button", click: async () => {
    copied.textContent = await copyText(text()) ? `The ${name} is copied.` : "The browser does not let the page copy.";
  } }, `Copy ${name}`);
  const copies = html("div", { class: "copies" },
    copier("FEN", () => fenOf(played.reduce((state, ply) => stateAfter(state, ply.move), stateOf(details.fen)))),
    copier("PGN", () => pgnOf(game, details, plies)),
    copied);
  const clocks = [html("span"), html("span")];
  const side = white => html("div", { class: "side" },
    playerName(white, white ? game.white : game.black), clocks[white ? 0 : 1]);
  const [top, bottom] = [html("div"), html("div")];
  const sides = [side(true), side(false)];

  const go = ply => {
    now = Math.max(0, Math.min(plies.length, ply));
    line = null;
    draw();
  };
  const openLine = step => {
    const moves = lineOf(plies[now - 1]);
    if (!line) {
      line = { moves, positions: [positions[now - 1]] };
      for (const ply of moves) line.positions.push(after(line.positions.at(-1), ply.move));
    }
    line.step = Math.max(1, Math.min(moves.length, step));
    draw();
  };
  /** The half-moves up to the next or the previous move with a sign; 0 if there is none. */
  const signFrom = direction => 1 + (direction > 0
    ? plies.findIndex((ply, index) => index >= now && ply.judgement)
    : plies.findLastIndex((ply, index) => index < now - 1 && ply.judgement));
  const error = direction => {
    const found = signFrom(direction);
    if (found > 0) go(found);
  };
  const turn = () => {
    turned = !turned;
    draw();
  };
  const shownError = ply => {
    go(ply);
    if (board.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
  };
  const [steps, keys] = stepControls({
    start: () => go(0),
    back: () => !line ? go(now - 1) : line.step > 1 ? openLine(line.step - 1) : go(now),
    on: () => line ? openLine(line.step + 1) : go(now + 1),
    end: () => go(plies.length),
    turn,
  });
  const jump = (text, name, direction) => html("button", { type: "button", title: name, click: () => error(direction) }, text);
  const before = jump("\u2190 Previous sign", "To the move before with a sign (p)", -1);
  const next = jump("Next sign \u2192", "To the next move with a sign (n)", 1);
  const jumps = html("div", { class: "steps" }, before, next);

  const moves = moveList(plies, {
    content: ply => [ply.san, signOf(ply), html("small", {}, scoreText(ply.score))],
    classOf: ply => ply.book ? "book" : null,
    go,
  });
  const charts = plies.length === 0 ? [] : [evaluationChart(details, plies, details.score), timeChart(game, plies)]
    .filter(chart => chart !== null)
    .map(chart => lineChart(chart, 260, x => go(1 + plies.findIndex(ply => placeOf(ply) === x))));

  function drawBetter() {
    const ply = plies[now - 1];
    if (!ply?.better || !ply.judgement) return better.replaceChildren();
    const buttons = lineOf(ply).map((half, index) => html("button",
      { type: "button", "aria-current": line?.step === index + 1 ? "true" : null, click: () => openLine(index + 1) },
      index === 0 || half.white ? label(half) : half.san));
    const leave = line ? html("button", { type: "button", "aria-label": "Back to the game (Escape)", click: () => go(now) }, "\u2715 back to the game") : null;
    const held = [...better.querySelectorAll("button")].indexOf(document.activeElement);
    better.replaceChildren(html("div", { class: "line" }, html("span", {}, "Better:"), ...buttons, ...(leave ? [leave] : [])));
    // The focus stays at its place in the line.
    if (held >= 0) [...buttons, leave ?? buttons.at(-1)][Math.min(held, buttons.length)].focus();
  }

  function draw() {
    const last = line ? line.moves[line.step - 1] : plies[now - 1];
    const pieces = line ? line.positions[line.step] : positions[now];
    const expected = details.expected[line ? now - 1 : now];
    const marks = { ...marksOf(last, pieces), arrow: line ? null : betterArrow(last, positions[now - 1]) };
    board.replaceChildren(expectationBar(expected, turned), html("div", { class: "board" }, drawBoard(pieces, marks, turned)));
    top.replaceChildren(sides[turned ? 0 : 1]);
    bottom.replaceChildren(sides[turned ? 1 : 0]);
    for (const white of [true, false]) {
      const shown = plies.slice(0, now).findLast(ply => ply.white === white && ply.clock !== null);
      clocks[white ? 0 : 1].textContent = shown ? clockFace(shown.clock) : "";
    }
    if (now > 0) said.replaceChildren(...inBrief(plies[now - 1]));
    else said.replaceChildren(html("p", {}, `The position before the first move: ${scoreText(details.score[0])}`));
    drawBetter();
    // They keep the focus: some browsers send no keys from a button that is disabled.
    before.setAttribute("aria-disabled", signFrom(-1) === 0);
    next.setAttribute("aria-disabled", signFrom(1) === 0);
    played = plies.slice(0, line ? now - 1 : now).concat(line ? line.moves.slice(0, line.step) : []);
    copied.textContent = "";
    order.value = positionCommand(details.fen, played.map(ply => ply.move));
    moves.mark(now);
    for (const chart of charts) chart.point(now > 0 ? placeOf(plies[now - 1]) : null);
  }

  // The head of a page with one game names the players and the event.
  const isOnly = DATA.games.length === 1;
  head.textContent = isOnly ? "Game" : `Game ${game.number}: ${game.white} \u2013 ${game.black} ${resultText(game.result)}`;
  place.replaceChildren(...[
    details.about && !isOnly ? html("p", { class: "note" }, details.about) : null,
    html("p", { class: "note" }, `Analysis: ${details.analysis}.`),
    details.error ? html("p", { class: "note" }, `The moves end early: ${details.error}.`) : null,
    links.length > 0 ? html("p", {}, ...links) : null,
    html("div", { class: "viewer" },
      html("div", { class: "seat" },
        html("div", {}, top, board, bottom),
        html("div", {}, steps, jumps, said, better, order, copies)),
      html("div", { class: "stack" }, moves.list, errorList(plies, shownError)),
      html("div", { class: "stack" }, ...charts, lawList(details, shownError))),
    details.players.some(([all]) => all[0] > 0) ? phaseTable(game, details) : null,
  ].filter(child => child !== null));
  draw();
  return { ...keys, n: () => error(1), p: () => error(-1), Escape: () => go(now) };
}
