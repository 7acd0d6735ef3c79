// The game that the address names (#game-12), and the keys.

/** True if a key belongs to what has the focus, or to the browser. */
function isTyping(event) {
  return event.target.closest?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey;
}

/**
 * Shows the game that the address names in the section `viewer`, now and when it changes. `show` gets the game, links to
 * the others and where to put it, and returns what keys do; `mark` is told the number of the game. `first` is shown if the
 * address names none.
 */
function openGames(games, { show, mark, viewer, first = null }) {
  let keys = {};
  function open(moved) {
    const named = Number(/^#game-(\d+)$/.exec(location.hash)?.[1] ?? NaN);
    const number = Number.isNaN(named) ? first : named;
    const index = games.findIndex(candidate => candidate.number === number);
    const game = games[index];
    viewer.hidden = !game;
    keys = {};
    if (!game) return;
    mark(number);
    const near = [games[index - 1], games[index + 1]].filter(other => other);
    const links = near.flatMap(other => [html("a", { href: `#game-${other.number}` }, `Game ${other.number}`), " \u00b7 "]);
    if (games.length > 1) links.push(html("a", { href: "#games-head" }, "All games"));
    keys = show(game, links, document.getElementById("game-head"), document.getElementById("game-body"));
    if (!moved) return;
    viewer.scrollIntoView();
    viewer.focus({ preventScroll: true });
  }
  window.addEventListener("hashchange", () => open(true));
  document.addEventListener("keydown", event => {
    if (isTyping(event) || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  open(location.hash !== "");
}
