// A game to play through.

/** Scores beyond so many pawns, and mates, are drawn at the edge. */
const CLIP = 10;

/** The details of a game, parsed when they are asked for. */
let lines = null;
function detailsOf(game) {
  lines ??= document.getElementById("details").textContent.trim().split("\n");
  return JSON.parse(lines[game.line]);
}

/** A score in pawns for a chart. */
function height(score) {
  if (score === null) return null;
  const pawns = typeof score === "string" ? (score.startsWith("#-") ? -CLIP : CLIP) : score / 100;
  return Math.max(-CLIP, Math.min(CLIP, pawns));
}

/** A score as it is printed, White's point of view. */
function scoreText(score) {
  if (typeof score === "string") return score.replace("-", "\u2212");
  const sign = score > 0 ? "+" : score < 0 ? "\u2212" : "";
  return sign + (Math.abs(score) / 100).toFixed(2);
}

/** The game as a list of half-moves with all that is known of each. */
function course(details) {
  const [, side, , , , number] = details.fen.split(" ");
  const first = (Number(number) || 1) * 2 + (side === "b" ? 1 : 0);
  const words = text => text === "" ? [] : text.split(" ");
  const sans = words(details.san);
  const said = (column, index) => index < 0 ? null : details[column]?.[index] ?? null;
  return words(details.moves).map((move, index) => ({
    move,
    san: sans[index],
    number: Math.floor((first + index) / 2),
    white: (first + index) % 2 === 0,
    book: index < details.book,
    score: said("score", index - details.book),
    used: said("used", index - details.book),
    clock: said("clock", index - details.book),
    depth: said("depth", index - details.book),
    seldepth: said("seldepth", index - details.book),
    nodes: said("nodes", index - details.book),
  }));
}

/** A half-move with its number, as in 12… Nf6. */
const label = ply => `${ply.number}${ply.white ? "." : "\u2026"} ${ply.san}`;

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
  return {
    title,
    about,
    series,
    x: { label: "Move", min: null, max: null, figures: "plain", log: false },
    y: { min: null, max: null, figures: "plain", log: false, ...y },
    levels: y.label.startsWith("Score") ? [{ y: 0, label: "" }] : [],
    said: point => said(point[4]),
  };
}

const placeOf = ply => ply.number + (ply.white ? 0 : 0.5);

function chartsOf(game, plies) {
  const reach = Math.max(1, ...plies.map(ply => ply.score === null ? 0 : Math.abs(height(ply.score))));
  const edge = Math.min(CLIP, Math.ceil(reach));
  return [
    sideChart(game, plies, "Scores", `What either engine said, from White's point of view; mates and more than ${CLIP} pawns at the edge.`,
      { label: "Score for White (pawns)", min: -edge, max: edge }, ply => height(ply.score), ply => scoreText(ply.score)),
    sideChart(game, plies, "Clocks", "Time left after the move.",
      { label: "Time left", min: 0, figures: "seconds" }, ply => ply.clock === null ? null : ply.clock / 1000, ply => clockFace(ply.clock)),
    sideChart(game, plies, "Time per move", "From the order to think to the move.",
      { label: "Time", min: 0, figures: "seconds" }, ply => ply.used === null ? null : ply.used / 1000, ply => seconds(ply.used / 1000)),
  ].filter(chart => chart !== null);
}

/** The list of moves; `go` is called with the number of half-moves played after a click. */
function moveList(plies, go) {
  const buttons = plies.map((ply, index) => html("button",
    { type: "button", class: ply.book ? "book" : null, click: () => go(index + 1) },
    ply.san, " ", ply.score === null ? null : html("small", {}, scoreText(ply.score))));
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
  return [list, buttons];
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
  const details = detailsOf(game);
  const plies = course(details);
  const positions = [menOf(details.fen)];
  for (const ply of plies) positions.push(after(positions.at(-1), ply.move));
  let now = plies.length;
  let turned = false;

  const board = html("div", { class: "board" });
  const said = html("div", { class: "said", role: "status" });
  const order = html("input", { class: "position", readonly: true, "aria-label": "The position as a UCI command", focus: event => event.target.select() });
  const side = (white, clock) => html("div", { class: "side" }, html("span", {}, `${white ? "\u25cb" : "\u25cf"} ${DATA.engines[white ? game.white : game.black]}`), clock);
  const clocks = [html("span"), html("span")];
  const go = ply => {
    now = Math.max(0, Math.min(plies.length, ply));
    draw();
  };
  const charts = chartsOf(game, plies).map(chart => {
    const pick = x => go(1 + plies.findIndex(ply => placeOf(ply) === x));
    return lineChart(chart, 220, pick);
  });
  const [list, buttons] = moveList(plies, go);
  const turn = () => {
    turned = !turned;
    draw();
  };
  const step = (text, name, click) => html("button", { type: "button", title: name, "aria-label": name, click }, text);
  const top = html("div");
  const bottom = html("div");
  const sides = [side(true, clocks[0]), side(false, clocks[1])];

  function draw() {
    const last = plies[now - 1];
    const moved = last ? [squareOf(last.move), squareOf(last.move.slice(2))] : [];
    const check = last && /[+#]$/.test(last.san) ? positions[now].indexOf(last.white ? "k" : "K") : null;
    board.replaceChildren(drawBoard(positions[now], moved, check, turned));
    top.replaceChildren(sides[turned ? 0 : 1]);
    bottom.replaceChildren(sides[turned ? 1 : 0]);
    for (const white of [true, false]) {
      const shown = plies.slice(0, now).findLast(ply => ply.white === white && ply.clock !== null);
      clocks[white ? 0 : 1].textContent = shown ? clockFace(shown.clock) : "";
    }
    said.textContent = last ? inBrief(last) : "The position before the first move";
    const moves = plies.slice(0, now).map(ply => ply.move);
    order.value = `position fen ${details.fen}` + (moves.length > 0 ? ` moves ${moves.join(" ")}` : "");
    buttons.forEach((button, index) => {
      if (index === now - 1) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const current = buttons[now - 1];
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    for (const chart of charts) chart.point(last && !last.book ? placeOf(last) : null);
  }

  head.textContent = `Game ${game.number}: ${DATA.engines[game.white]} \u2013 ${DATA.engines[game.black]} ${resultText(game.score)}`;
  place.replaceChildren(...[
    html("p", {}, endOf(game)),
    html("p", { class: "note" }, `Pair ${game.pair}, opening ${game.opening}, began ${details.began}, lasted ${duration(game.took)}.`),
    html("p", {}, ...links),
    remarkList(details, plies, go),
    html("div", { class: "viewer" },
      html("div", {}, top, board, bottom,
        html("div", { class: "steps" },
          step("\u21e4", "To the start (Home)", () => go(0)),
          step("\u2190", "Back (left arrow)", () => go(now - 1)),
          step("\u2192", "On (right arrow)", () => go(now + 1)),
          step("\u21e5", "To the end (End)", () => go(plies.length)),
          step("\u21c5", "Turn the board (f)", turn)),
        said, order, list),
      html("div", { class: "stack" }, ...charts)),
  ].filter(child => child !== null));
  draw();
  return { ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(plies.length), f: turn };
}
