// The table of all games.

/** A row of the data with names for its columns; see mod.rs. */
function gameOf([number, white, black, result, date, plies, accuracy, errors, findings, line]) {
  return { number, white, black, result, date, plies, accuracy, errors, findings, line };
}

const whole = value => value === null ? "\u2013" : String(Math.round(value));
const percent = value => value === null ? "\u2013" : `${whole(value)} %`;

/** Head, whether it is a column of figures, content, order. */
const COLUMNS = [
  ["Game", true, game => html("a", { href: `#game-${game.number}` }, String(game.number)), byFigure(game => game.number)],
  ["White", false, game => game.white, byText(game => game.white)],
  ["Black", false, game => game.black, byText(game => game.black)],
  ["Result", false, game => resultText(game.result), byText(game => game.result)],
  ["Date", false, game => game.date, byText(game => game.date)],
  ["Half-moves", true, game => String(game.plies), byFigure(game => game.plies)],
  ["White %", true, game => whole(game.accuracy[0]), byFigure(game => game.accuracy[0] ?? -1)],
  ["Black %", true, game => whole(game.accuracy[1]), byFigure(game => game.accuracy[1] ?? -1)],
  ["?!", true, game => String(game.errors[0]), byFigure(game => game.errors[0])],
  ["?", true, game => String(game.errors[1]), byFigure(game => game.errors[1])],
  ["??", true, game => String(game.errors[2]), byFigure(game => game.errors[2])],
  ["Laws", true, game => game.findings > 0 ? String(game.findings) : "", byFigure(game => game.findings)],
];

/** Puts the table with its filters into an element. Returns games and a way to mark the one that is shown. */
function gameTable(place) {
  const games = DATA.games.map(gameOf);
  const restart = () => table.restart();
  const names = [...new Set(games.flatMap(game => [game.white, game.black]))].sort((a, b) => a.localeCompare(b));
  const [player, playerLabel] = chooser("Player", [["", "any"], ...names.map(name => [name, name])], restart);
  const [result, resultLabel] = chooser("Result", [["", "any"], ...[...new Set(games.map(game => game.result))].sort().map(text => [text, resultText(text)])], restart);
  const blundered = html("input", { type: "checkbox", change: restart });
  const ruled = html("input", { type: "checkbox", change: restart });
  const selected = () => games.filter(game =>
    (player.value === "" || game.white === player.value || game.black === player.value)
    && (result.value === "" || game.result === result.value)
    && (!blundered.checked || game.errors[2] > 0)
    && (!ruled.checked || game.findings > 0));
  const table = listTable(place, {
    columns: COLUMNS,
    selected,
    controls: [playerLabel, resultLabel, html("label", {}, blundered, "with blunders"), html("label", {}, ruled, "with findings about the Laws")],
  });
  return { games, mark: table.mark };
}
