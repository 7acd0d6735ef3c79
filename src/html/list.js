// A table that is sorted by a click on its head and shown in parts.

/** Rows that are shown at a time. */
const PAGE = 25;

const byText = text => (a, b) => text(a).localeCompare(text(b)) || a.number - b.number;
const byFigure = figure => (a, b) => figure(a) - figure(b) || a.number - b.number;

/**
 * Puts a table of games into an element. `columns` have a head, whether they are figures, the content and the order;
 * `selected` gives the games to show; `controls` stand above the table; `dress`, if given, is called with each row and its
 * game. Returns ways to mark a game by its number, and to show the table again from its first part.
 */
function listTable(place, { columns, selected, controls, dress }) {
  const state = { column: 0, down: false, page: 0, chosen: null };
  const count = html("span", { role: "status" });
  const turn = (text, step) => html("button", { type: "button", click: () => { state.page += step; show(); } }, text);
  const [back, on] = [turn("\u2190 Previous", -1), turn("Next \u2192", 1)];

  const heads = columns.map(([name, figure], index) => {
    const sort = () => {
      state.down = state.column === index && !state.down;
      state.column = index;
      state.page = 0;
      show();
    };
    return html("th", { scope: "col", class: figure ? "figure" : null }, html("button", { type: "button", click: sort }, name));
  });
  const body = html("tbody");

  function rowOf(game) {
    const cells = columns.map(([, figure, content]) => html("td", { class: figure ? "figure" : null }, content(game)));
    const row = html("tr", { class: game.number === state.chosen ? "chosen" : null }, ...cells);
    dress?.(row, game);
    return row;
  }

  function show() {
    const order = columns[state.column][3];
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
    // A button that is disabled would lose the focus.
    back.setAttribute("aria-disabled", state.page === 0);
    on.setAttribute("aria-disabled", state.page === pages - 1);
  }

  place.append(
    controls.length > 0 ? html("div", { class: "controls" }, ...controls) : "",
    html("div", { class: "wide" }, html("table", {}, html("thead", {}, html("tr", {}, ...heads)), body)),
    html("div", { class: "controls" }, back, on, count));
  show();
  return {
    mark(number) {
      state.chosen = number;
      show();
    },
    restart() {
      state.page = 0;
      show();
    },
  };
}

/** A drop-down list of values and texts with its label; `change` is called with each choice. */
function chooser(label, options, change) {
  const select = html("select", { change }, ...options.map(([value, text]) => html("option", { value }, text)));
  return [select, html("label", {}, label, select)];
}
