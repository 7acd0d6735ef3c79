// The page: the table of games, unless there is only one, and the game that the address names.

const table = gameTable(document.getElementById("games"));
const only = table.games.length === 1 ? table.games[0].number : null;
if (only !== null) document.getElementById("games").closest("section").hidden = true;
openGames(table.games, { show: showGame, mark: table.mark, viewer: document.getElementById("game"), first: only });
