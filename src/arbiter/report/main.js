// The page: charts where they belong, the table, and the game that the address names (#game-12).

for (const place of document.querySelectorAll("[data-charts]")) {
  const charts = DATA.charts[place.dataset.charts];
  place.append(...charts.map(chart => chart.kind === "bars" ? barChart(chart) : lineChart(chart)));
  if (charts.length === 0 && place.dataset.charts !== "result") place.closest("section").hidden = true;
}

if (DATA.games.rows.length === 0) document.getElementById("games").closest("section").hidden = true;

const table = gameTable(document.getElementById("games"));
const viewer = document.getElementById("game");
let keys = {};

function openGame() {
  const number = Number(/^#game-(\d+)$/.exec(location.hash)?.[1]);
  const index = table.games.findIndex(candidate => candidate.number === number);
  const game = table.games[index];
  viewer.hidden = !game;
  keys = {};
  if (!game) return;
  table.mark(number);
  const near = [table.games[index - 1], table.games[index + 1]].filter(other => other);
  const links = near.flatMap(other => [html("a", { href: `#game-${other.number}` }, `Game ${other.number}`), " \u00b7 "]);
  links.push(html("a", { href: "#games-head" }, "All games"));
  keys = showGame(game, links, document.getElementById("game-head"), document.getElementById("game-body"));
  viewer.scrollIntoView();
  viewer.focus({ preventScroll: true });
}

window.addEventListener("hashchange", openGame);
document.addEventListener("keydown", event => {
  const typing = event.target.closest?.("input, select, textarea");
  if (typing || event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
openGame();
