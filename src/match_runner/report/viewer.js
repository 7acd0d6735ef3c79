// A game to play through.

/** The game as a list of half-moves with all that is known of each. */
function course(details) {
  const said = (column, index) => index < 0 ? null : details[column]?.[index] ?? null;
  return halfMoves(details.fen, details.moves, details.san).map((ply, index) => ({
    ...ply,
    book: index < details.book,
    score: said("score", index - details.book),
    used: said("used", index - details.book),
    clock: said("clock", index - details.book),
    depth: said("depth", index - details.book),
    seldepth: said("seldepth", index - details.book),
    nodes: said("nodes", index - details.book),
  }));
}

/** What the engine said of its move. */
function inBrief(ply) {
  if (ply.book) return `${label(ply)}: from the opening`;
  const parts = [];
  if (ply.score !== null) parts.push(scoreText(ply.score));
  if (ply.depth !== null) parts.push(`depth ${ply.depth}${ply.seldepth === null ? "" : "/" + ply.seldepth}`);
  if (ply.nodes !== null) parts.push(`${large(ply.nodes)} nodes`);
  if (ply.used !== null) parts.push(`in ${seconds(ply.used / 1000)}`);
  if (ply.nodes !== null && ply.used > 0) parts.push(`${large(ply.nodes / ply.used * 1000)} nodes/s`);
  return `${label(ply)}: ${parts.join(", ")}`;
}

/** A chart with a line for either side; x is the number of the half-move in whole moves. */
function sideChart(game, plies, title, about, y, value, said) {
  const side = white => ({
    name: `${DATA.engines[white ? game.white : game.black]} (${white ? "White" : "Black"})`,
    color: white ? game.white : game.black,
    step: false,
    points: plies.filter(ply => ply.white === white && !ply.book && value(ply) !== null)
      .map(ply => [placeOf(ply), value(ply), null, null, ply]),
  });
  const series = [side(true), side(false)];
  if (series.every(line => line.points.length === 0)) return null;
  const own = plies.filter(ply => !ply.book);
  return {
    title,
    about,
    series,
    x: { label: "Move", min: placeOf(own[0]), max: placeOf(own.at(-1)), figures: "moves", log: false },
    y: { min: null, max: null, figures: "plain", log: false, ...y },
    levels: y.label.startsWith("Score") ? [{ y: 0, label: "" }] : [],
    said: point => said(point[4]),
  };
}

function chartsOf(game, plies) {
  const edge = edgeOf(plies.map(ply => ply.score));
  return [
    sideChart(game, plies, "Scores", `The scores of both engines from White's point of view; mates and scores beyond ${CLIP} pawns are at the edge.`,
      { label: "Score for White (pawns)", min: -edge, max: edge }, ply => height(ply.score), ply => scoreText(ply.score)),
    sideChart(game, plies, "Clocks", "Time left after the move.",
      { label: "Time left", min: 0, figures: "seconds" }, ply => ply.clock === null ? null : ply.clock / 1000, ply => clockFace(ply.clock)),
    sideChart(game, plies, "Time per move", "From the go command to the move.",
      { label: "Time", min: 0, figures: "seconds" }, ply => ply.used === null ? null : ply.used / 1000, ply => seconds(ply.used / 1000)),
  ].filter(chart => chart !== null);
}

function remarkList(details, plies, go) {
  const items = (details.remarks ?? []).map(([ply, engine, text]) => {
    const after = plies[ply - 1];
    const where = html("button", { type: "button", click: () => go(ply) }, after ? `after ${label(after)}` : "at the start");
    const who = engine === null ? "" : `${DATA.engines[engine]}: `;
    return html("li", {}, who + text + " ", where);
  });
  return items.length > 0 ? html("div", {}, html("h3", {}, "Remarks"), html("ul", { class: "remarks" }, ...items)) : null;
}

/** What ended the game, in sentences. */
function endOf(game) {
  const [name, article, text, proof, unproved] = game.end;
  const parts = [text.replace(/\.$/, "") || name];
  if (article) parts.push(`Article ${article}`);
  if (proof) parts.push(`proof: ${proof}`);
  if (unproved) parts.push("it is not known whether the opponent could mate");
  return parts.join("; ") + ".";
}

/** Puts a game into an element, with links to others. Returns what a key does, as functions. */
function showGame(game, links, head, place) {
  const details = detailsOf(game.line);
  const plies = course(details);
  const positions = positionsOf(details.fen, plies);
  let now = plies.length;
  let turned = false;

  const board = html("div", { class: "board" });
  const said = html("div", { class: "said", role: "status" });
  const order = positionField();
  const side = (white, clock) => html("div", { class: "side" }, playerName(white, DATA.engines[white ? game.white : game.black]), clock);
  const clocks = [html("span"), html("span")];
  const go = ply => {
    now = Math.max(0, Math.min(plies.length, ply));
    draw();
  };
  const charts = chartsOf(game, plies).map(chart => {
    const pick = x => go(1 + plies.findIndex(ply => placeOf(ply) === x));
    return lineChart(chart, 220, pick);
  });
  const moves = moveList(plies, {
    content: ply => [ply.san, " ", ply.score === null ? null : html("small", {}, scoreText(ply.score))],
    classOf: ply => ply.book ? "book" : null,
    go,
  });
  const turn = () => {
    turned = !turned;
    draw();
  };
  const [steps, keys] = stepControls({
    start: () => go(0),
    back: () => go(now - 1),
    on: () => go(now + 1),
    end: () => go(plies.length),
    turn,
  });
  const top = html("div");
  const bottom = html("div");
  const sides = [side(true, clocks[0]), side(false, clocks[1])];

  function draw() {
    const last = plies[now - 1];
    board.replaceChildren(drawBoard(positions[now], marksOf(last, positions[now]), turned));
    top.replaceChildren(sides[turned ? 0 : 1]);
    bottom.replaceChildren(sides[turned ? 1 : 0]);
    for (const white of [true, false]) {
      const shown = plies.slice(0, now).findLast(ply => ply.white === white && ply.clock !== null);
      clocks[white ? 0 : 1].textContent = shown ? clockFace(shown.clock) : "";
    }
    said.textContent = last ? inBrief(last) : "The position before the first move";
    order.value = positionCommand(details.fen, plies.slice(0, now).map(ply => ply.move));
    moves.mark(now);
    for (const chart of charts) chart.point(last && !last.book ? placeOf(last) : null);
  }

  head.textContent = `Game ${game.number}: ${DATA.engines[game.white]} \u2013 ${DATA.engines[game.black]} ${resultText(game.score)}`;
  place.replaceChildren(...[
    html("p", {}, endOf(game)),
    html("p", { class: "note" }, `Pair ${game.pair}, opening ${game.opening}, began ${details.began}, lasted ${duration(game.took)}.`),
    html("p", {}, ...links),
    remarkList(details, plies, go),
    html("div", { class: "viewer" },
      html("div", { class: "seat" },
        html("div", {}, top, board, bottom),
        html("div", {}, steps, said, order, moves.list)),
      html("div", { class: "stack" }, ...charts)),
  ].filter(child => child !== null));
  draw();
  return keys;
}
