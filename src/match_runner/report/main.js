// The page: charts where they belong, the table, and the game that the address names.

for (const place of document.querySelectorAll("[data-charts]")) {
  const charts = DATA.charts[place.dataset.charts];
  place.append(...charts.map(chart => chart.kind === "bars" ? barChart(chart) : lineChart(chart)));
  if (charts.length === 0 && place.dataset.charts !== "result") place.closest("section").hidden = true;
}

if (DATA.games.rows.length === 0) document.getElementById("games").closest("section").hidden = true;

const table = gameTable(document.getElementById("games"));
openGames(table.games, { show: showGame, mark: table.mark, viewer: document.getElementById("game") });
