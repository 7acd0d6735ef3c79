// The table of all games.

/** Rows that are shown at a time. */
const PAGE = 25;

/** A row of the data with names for its columns; see games.rs. */
function gameOf([number, pair, white, black, score, end, plies, opening, took, remarks, line]) {
  return { number, pair, white, black, score, end: DATA.games.ends[end], plies, opening, took, remarks, line };
}

/** The reason in brief: its name and article. */
function reasonOf(game) {
  const [name, article] = game.end;
  return article ? `${name} (${article})` : name;
}

/** How long a game took, in milliseconds, as text. */
function duration(ms) {
  return ms < 600_000 ? (ms / 1000).toFixed(1) + " s" : Math.round(ms / 60_000) + " min";
}

const byText = text => (a, b) => text(a).localeCompare(text(b)) || a.number - b.number;
const byFigure = figure => (a, b) => figure(a) - figure(b) || a.number - b.number;

/** Head, whether it is a column of figures, content, order. */
const COLUMNS = [
  ["Game", true, game => html("a", { href: `#game-${game.number}` }, String(game.number)), byFigure(game => game.number)],
  ["White", false, game => DATA.engines[game.white], byText(game => DATA.engines[game.white])],
  ["Black", false, game => DATA.engines[game.black], byText(game => DATA.engines[game.black])],
  ["Result", false, game => resultText(game.score), byText(game => game.score)],
  ["Reason", false, reasonOf, byText(reasonOf)],
  ["Half-moves", true, game => String(game.plies), byFigure(game => game.plies)],
  ["Opening", true, game => String(game.opening), byFigure(game => game.opening)],
  ["Duration", true, game => duration(game.took), byFigure(game => game.took)],
  ["Remarks", true, game => game.remarks > 0 ? String(game.remarks) : "", byFigure(game => game.remarks)],
];

/** The points of an engine in a game it plays: "1", "1/2" or "0". */
function pointsOf(game, engine) {
  return game.score.split("-")[game.white === engine ? 0 : 1];
}

const RESULTS = [
  ["any", "any", () => true],
  ["white", "White won", game => game.score === "1-0"],
  ["black", "Black won", game => game.score === "0-1"],
  ["drawn", "drawn", game => game.score === "1/2-1/2"],
  ["both", "both lost", game => game.score === "0-0"],
  ["won", "won by the engine", (game, engine) => pointsOf(game, engine) === "1"],
  ["lost", "lost by the engine", (game, engine) => pointsOf(game, engine) === "0"],
];

/** Puts the table with its filters into an element. Returns games and a way to mark the one that is shown. */
function gameTable(place) {
  const games = DATA.games.rows.map(gameOf);
  const state = { column: 0, down: false, page: 0, chosen: null };

  const option = ([value, text]) => html("option", { value }, text);
  const chooser = (label, options) => {
    const select = html("select", { change: () => { state.page = 0; show(); } }, ...options.map(option));
    return [select, html("label", {}, label, select)];
  };
  const indexed = DATA.engines.map((name, index) => [String(index), name]);
  const kinds = [...new Set(games.map(game => game.end[0]))].sort();
  const [engine, engineLabel] = chooser("Engine", [["any", "any"], ...indexed]);
  const [result, resultLabel] = chooser("Result", RESULTS);
  const [kind, kindLabel] = chooser("Reason", [["any", "any"], ...kinds.map(name => [name, name])]);
  const remarked = html("input", { type: "checkbox", change: () => { state.page = 0; show(); } });
  const remarkedLabel = html("label", {}, remarked, "with remarks");
  const count = html("span", { role: "status" });
  const turn = (text, step) => html("button", { type: "button", click: () => { state.page += step; show(); } }, text);
  const [back, on] = [turn("\u2190 Previous", -1), turn("Next \u2192", 1)];

  const heads = COLUMNS.map(([name, figure], index) => {
    const sort = () => {
      state.down = state.column === index && !state.down;
      state.column = index;
      state.page = 0;
      show();
    };
    return html("th", { scope: "col", class: figure ? "figure" : null }, html("button", { type: "button", click: sort }, name));
  });
  const body = html("tbody");

  function selected() {
    const side = engine.value === "any" ? null : Number(engine.value);
    const fits = RESULTS.find(([value]) => value === result.value)[2];
    return games.filter(game =>
      (side === null || game.white === side || game.black === side)
      && fits(game, side)
      && (kind.value === "any" || game.end[0] === kind.value)
      && (!remarked.checked || game.remarks > 0));
  }

  function rowOf(game) {
    const cells = COLUMNS.map(([, figure, content]) => html("td", { class: figure ? "figure" : null }, content(game)));
    cells[4].title = game.end[2];
    return html("tr", { class: game.number === state.chosen ? "chosen" : null }, ...cells);
  }

  function show() {
    for (const choice of result.options) {
      choice.disabled = engine.value === "any" && ["won", "lost"].includes(choice.value);
    }
    if (result.selectedOptions[0].disabled) result.value = "any";
    const order = COLUMNS[state.column][3];
    const found = selected().sort(state.down ? (a, b) => order(b, a) : order);
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const first = state.page * PAGE;
    body.replaceChildren(...found.slice(first, first + PAGE).map(rowOf));
    heads.forEach((head, index) => {
      if (index === state.column) head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const shown = Math.min(first + PAGE, found.length);
    count.textContent = found.length === 0 ? "No games" : `Games ${first + 1} to ${shown} of ${found.length}`;
    back.disabled = state.page === 0;
    on.disabled = state.page === pages - 1;
  }

  place.append(
    html("div", { class: "controls" }, engineLabel, resultLabel, kindLabel, remarkedLabel),
    html("div", { class: "wide" }, html("table", {}, html("thead", {}, html("tr", {}, ...heads)), body)),
    html("div", { class: "controls" }, back, on, count));
  show();
  return {
    games,
    mark(number) {
      state.chosen = number;
      show();
    },
  };
}
