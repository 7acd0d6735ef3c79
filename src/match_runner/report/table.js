// The table of all games.

/** A row of the data with names for its columns; see game_list.rs. */
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
  const restart = () => table.restart();
  const indexed = DATA.engines.map((name, index) => [String(index), name]);
  const kinds = [...new Set(games.map(game => game.end[0]))].sort();
  const [engine, engineLabel] = chooser("Engine", [["any", "any"], ...indexed], restart);
  const [result, resultLabel] = chooser("Result", RESULTS, restart);
  const [kind, kindLabel] = chooser("Reason", [["any", "any"], ...kinds.map(name => [name, name])], restart);
  const remarked = html("input", { type: "checkbox", change: restart });
  const remarkedLabel = html("label", {}, remarked, "with remarks");

  function selected() {
    for (const choice of result.options) {
      choice.disabled = engine.value === "any" && ["won", "lost"].includes(choice.value);
    }
    if (result.selectedOptions[0].disabled) result.value = "any";
    const side = engine.value === "any" ? null : Number(engine.value);
    const fits = RESULTS.find(([value]) => value === result.value)[2];
    return games.filter(game =>
      (side === null || game.white === side || game.black === side)
      && fits(game, side)
      && (kind.value === "any" || game.end[0] === kind.value)
      && (!remarked.checked || game.remarks > 0));
  }

  const table = listTable(place, {
    columns: COLUMNS,
    selected,
    controls: [engineLabel, resultLabel, kindLabel, remarkedLabel],
    dress: (row, game) => { row.cells[4].title = game.end[2]; },
  });
  return { games, mark: table.mark };
}
