// Charts. A description (see chart.rs) becomes a picture, a legend and a table of the same figures.

/** No wider than a narrow screen or a column of a wide one, so that the text of a chart is not shrunk much. */
const FRAME = { width: Math.max(360, Math.min(480, innerWidth)), left: 74, right: 14, top: 10, bottom: 44 };

/** Lines are told apart by their dashes as well as by their colours: 36 engines have different pairs. */
const DASHES = ["", "7 3", "2 2", "9 3 2 3", "4 2", "12 4"];

/** How often the colours have been used up before this one. */
const roundOf = color => Math.floor((color || 0) / DASHES.length);
const dashOf = color => DASHES[(color + roundOf(color)) % DASHES.length] || null;
/** Bars with a colour that was used before are paler, in a frame. */
const fillOf = color => ({ fill: colorOf(color), "fill-opacity": [1, 0.5, 0.2, 0][roundOf(color) % 4], stroke: colorOf(color), "stroke-width": roundOf(color) ? 1 : 0, "stroke-dasharray": roundOf(color) < 4 ? null : "3 2" });
const colorOf = color => color === null ? "var(--grey)" : `var(--series-${color % DASHES.length})`;

/** Numbers from `from` to `to` in steps of 1, 2 or 5 times a power of ten. */
function ticks(from, to, most) {
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough * 0.999);
  const values = [];
  for (let count = Math.ceil(from / step - 1e-9); count * step <= to + step * 1e-9; count++) {
    values.push(Number((count * step).toPrecision(12)));
  }
  return values;
}

/** Powers of ten, with their halves and fifths if there is room for them. */
function logTicks(from, to) {
  const values = [];
  const factors = Math.log10(to / from) < FRAME.width / 240 ? [1, 2, 5] : [1];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
    for (const factor of factors) {
      const value = Number((factor * 10 ** power).toPrecision(6));
      if (value >= from * 0.999 && value <= to * 1.001) values.push(value);
    }
  }
  return values;
}

/** Maps the values of an axis to the pixels from `start` to `end`, with some air around the values if asked for. */
function scale(axis, values, start, end, most, air = false) {
  let from = axis.min ?? Math.min(...values);
  let to = axis.max ?? Math.max(...values);
  if (!(from < to)) {
    to = from + (axis.log ? from : 1);
    if (axis.min === null && !axis.log) from -= 1;
  }
  if (air) {
    const room = (to - from) / 20;
    if (axis.min === null) from -= room;
    if (axis.max === null) to += room;
  }
  const place = axis.log ? Math.log : value => value;
  const [low, high] = [place(from), place(to)];
  const at = value => start + (place(value) - low) / (high - low) * (end - start);
  // Long times are shown in minutes.
  const unit = axis.figures === "seconds" && to >= 600 ? 60 : 1;
  const even = () => ticks(from / unit, to / unit, most).map(value => value * unit);
  return { at, ticks: axis.log ? logTicks(from, to) : even(), text: FIGURES[axis.figures] };
}

const round = value => Math.round(value * 10) / 10;

/** The way of a line; it breaks off where there is no value. */
function pathOf(series, x, y) {
  let path = "";
  let broken = true;
  for (const [place, value] of series.points) {
    const [left, top] = [round(x.at(place)), round(y.at(value))];
    if (value !== null) path += broken ? `M${left} ${top}` : series.step ? `H${left}V${top}` : `L${left} ${top}`;
    broken = value === null;
  }
  return path;
}

/** The outline of the band around a line: there along its upper end, back along its lower end. */
function bandOf(points, x, y) {
  const banded = points.filter(point => point[2] !== null && point[3] !== null);
  if (banded.length < 2) return "";
  const corner = (point, end) => `${round(x.at(point[0]))} ${round(y.at(point[end]))}`;
  const there = banded.map(point => corner(point, 3));
  const back = banded.map(point => corner(point, 2)).reverse();
  return "M" + there.concat(back).join("L") + "Z";
}

/** The picture around the parts of a chart, with its meaning in words. */
function pictureOf(chart, height, ...parts) {
  return svg("svg", { viewBox: `0 0 ${FRAME.width} ${height}`, role: "img", "aria-label": `${chart.title}. ${chart.about}` }, ...parts);
}

/** The axes with their ticks and labels. */
function frame(x, y, height, labels) {
  const { width, left, right, top, bottom } = FRAME;
  const base = height - bottom;
  const parts = [];
  for (const value of y.ticks) {
    const at = round(y.at(value));
    parts.push(svg("line", { class: "grid", x1: left, x2: width - right, y1: at, y2: at }));
    parts.push(svg("text", { class: "tick", x: left - 6, y: at + 4, "text-anchor": "end" }, y.text(value)));
  }
  for (const value of x.ticks) {
    const at = round(x.at(value));
    parts.push(svg("line", { class: "axis", x1: at, x2: at, y1: base, y2: base + 4 }));
    parts.push(svg("text", { class: "tick", x: at, y: base + 17, "text-anchor": "middle" }, x.text(value)));
  }
  parts.push(svg("line", { class: "axis", x1: left, x2: width - right, y1: base, y2: base }));
  const middle = (left + width - right) / 2;
  parts.push(svg("text", { class: "unit", x: middle, y: height - 8, "text-anchor": "middle" }, labels.x));
  const turned = `rotate(-90 12 ${(top + base) / 2})`;
  parts.push(svg("text", { class: "unit", x: 12, y: (top + base) / 2 + 4, "text-anchor": "middle", transform: turned }, labels.y));
  return parts;
}

let clips = 0;

/** The lines of a chart with their bands, levels and marks, cut off where the frame ends. */
function plotOf(chart, x, y, height) {
  const { width, left, right, top, bottom } = FRAME;
  const clip = `clip-${clips++}`;
  const area = svg("rect", { x: left, y: top - 2, width: width - left - right, height: height - top - bottom + 4 });
  const plot = svg("g", { "clip-path": `url(#${clip})` }, svg("clipPath", { id: clip }, area));
  for (const series of chart.series) {
    plot.append(svg("path", { class: "band", d: bandOf(series.points, x, y), fill: colorOf(series.color) }));
  }
  for (const level of chart.levels) {
    const at = round(y.at(level.y));
    const above = at < top + 20 ? at + 14 : at - 5;
    plot.append(svg("line", { class: "level", x1: left, x2: width - right, y1: at, y2: at }));
    plot.append(svg("text", { class: "unit", x: width - right - 4, y: above, "text-anchor": "end" }, level.label));
  }
  for (const series of chart.series) {
    const color = colorOf(series.color);
    const [first, second] = series.points.filter(point => point[1] !== null);
    if (second) plot.append(svg("path", { class: "line", d: pathOf(series, x, y), stroke: color, "stroke-dasharray": dashOf(series.color) }));
    else if (first) plot.append(svg("circle", { cx: x.at(first[0]), cy: y.at(first[1]), r: 3, fill: color }));
  }
  for (const mark of chart.marks ?? []) {
    plot.append(svg("circle", { class: mark.class, cx: round(x.at(mark.x)), cy: round(y.at(mark.y)), r: 4.5 }, svg("title", {}, mark.title)));
  }
  return plot;
}

/** What the lines say at a place of the x axis. */
function reading(chart, x, y, place) {
  const values = chart.series.flatMap(series => {
    const there = series.points.findLast(point => point[0] === place && point[1] !== null);
    if (!there) return [];
    const band = there[2] === null ? "" : ` (${y.text(there[2])} to ${y.text(there[3])})`;
    return [`${series.name} ${chart.said ? chart.said(there) : y.text(there[1])}${band}`];
  });
  return `${chart.x.label} ${x.text(place)}: ${values.join(", ")}`;
}

/**
 * A chart of lines as a figure. `pick`, if given, is called with the x nearest to a click. The figure's `point(x)` marks
 * a place, or none for null.
 */
function lineChart(chart, height = 300, pick = null) {
  const { width, left, right, top, bottom } = FRAME;
  const points = chart.series.flatMap(series => series.points).filter(point => point[1] !== null);
  const heights = points.flatMap(point => [point[1], point[2] ?? point[1], point[3] ?? point[1]]);
  const levels = chart.levels.map(level => level.y);
  const x = scale(chart.x, points.map(point => point[0]), left, width - right, 8);
  // Moves and games are counted in whole numbers.
  if (["plain", "moves"].includes(chart.x.figures)) x.ticks = x.ticks.filter(Number.isInteger);
  const y = scale(chart.y, heights.concat(levels), height - bottom, top, 6, true);
  const cursor = svg("line", { class: "cursor", y1: top, y2: height - bottom, visibility: "hidden" });
  const picture = pictureOf(chart, height, ...frame(x, y, height, { x: chart.x.label, y: chart.y.label }), plotOf(chart, x, y, height), cursor);
  const readout = html("div", { class: "readout" });
  const legend = chart.series.map(series => [series.name, series.color, true]);
  const figure = dress(chart, picture, legend, readout, () => lineTable(chart, x, y));

  const mark = place => {
    cursor.setAttribute("visibility", place === null ? "hidden" : "visible");
    if (place === null) return;
    cursor.setAttribute("x1", x.at(place));
    cursor.setAttribute("x2", x.at(place));
  };
  const places = [...new Set(points.map(point => point[0]))];
  const nearest = event => {
    const box = picture.getBoundingClientRect();
    const pixel = (event.clientX - box.left) / box.width * width;
    const distance = place => Math.abs(x.at(place) - pixel);
    return places.reduce((best, place) => distance(place) < distance(best) ? place : best);
  };
  let rest = null;
  if (places.length > 0) {
    picture.addEventListener("pointermove", event => {
      const place = nearest(event);
      mark(place);
      readout.textContent = reading(chart, x, y, place);
    });
    picture.addEventListener("pointerleave", () => {
      mark(rest);
      readout.textContent = "";
    });
    if (pick) {
      picture.classList.add("picked");
      picture.addEventListener("click", event => pick(nearest(event)));
    }
  }
  figure.point = place => {
    rest = place;
    mark(place);
  };
  return figure;
}

/** A chart of bars as a figure. */
function barChart(chart) {
  const { width, right, top, bottom } = FRAME;
  const pitch = 30;
  const start = 150;
  const height = top + chart.rows.length * pitch + bottom;
  const totals = chart.rows.map((_, row) => chart.series.reduce((sum, bar) => sum + bar.values[row], 0));
  const room = { ...chart.x, max: Math.max(1, ...totals) };
  const x = scale(room, [0], start, width - right - 40, 6);
  x.ticks = x.ticks.filter(Number.isInteger);
  const base = height - bottom;
  const parts = [];
  for (const value of x.ticks) {
    const at = round(x.at(value));
    parts.push(svg("line", { class: "grid", x1: at, x2: at, y1: top, y2: base }));
    parts.push(svg("text", { class: "tick", x: at, y: base + 17, "text-anchor": "middle" }, x.text(value)));
  }
  chart.rows.forEach((name, row) => {
    const above = top + row * pitch;
    parts.push(svg("text", { x: start - 8, y: above + 19, "text-anchor": "end" }, name));
    let sum = 0;
    for (const bar of chart.series) {
      const [from, to] = [x.at(sum), x.at(sum + bar.values[row])];
      sum += bar.values[row];
      if (to > from) {
        const title = svg("title", {}, `${name}, ${bar.name}: ${bar.values[row]}`);
        parts.push(svg("rect", { x: round(from), y: above + 4, width: round(to - from), height: pitch - 8, ...fillOf(bar.color) }, title));
      }
    }
    parts.push(svg("text", { x: round(x.at(sum)) + 5, y: above + 19 }, String(sum)));
  });
  parts.push(svg("line", { class: "axis", x1: start, x2: start, y1: top, y2: base }));
  parts.push(svg("text", { class: "unit", x: (start + width - right) / 2, y: height - 8, "text-anchor": "middle" }, chart.x.label));
  const picture = pictureOf(chart, height, ...parts);
  const used = chart.series.filter(bar => bar.values.some(value => value > 0));
  const legend = chart.series.length > 1 ? used.map(bar => [bar.name, bar.color, false]) : [];
  return dress(chart, picture, legend, null, () => barTable(chart));
}

/** What a line or a bar of a colour looks like, for the legend. */
function sample(color, line) {
  const shape = line
    ? svg("line", { x1: 0, x2: 30, y1: 5, y2: 5, stroke: colorOf(color), "stroke-width": 2.5, "stroke-dasharray": dashOf(color) })
    : svg("rect", { width: 30, height: 10, ...fillOf(color) });
  return svg("svg", { viewBox: "0 0 30 10", "aria-hidden": "true" }, shape);
}

/** The picture with its head, legend, readout, explanation and table. */
function dress(chart, picture, legend, readout, table) {
  const figures = html("details", {}, html("summary", {}, "Figures"));
  figures.addEventListener("toggle", () => {
    if (figures.open && figures.childElementCount === 1) figures.append(html("div", { class: "wide" }, table()));
  });
  const names = legend.map(([name, color, line]) => html("li", {}, sample(color, line), name));
  return html("figure", {},
    html("figcaption", {}, html("h3", {}, chart.title)),
    picture,
    names.length > 0 ? html("ul", { class: "legend" }, ...names) : null,
    readout,
    html("p", { class: "note" }, chart.about),
    figures);
}

/** A plain table. */
function tableOf(heads, rows) {
  return html("table", {},
    html("thead", {}, html("tr", {}, ...heads.map(head => html("th", { scope: "col" }, head)))),
    html("tbody", {}, ...rows.map(row => html("tr", {}, ...row.map(cell => html("td", {}, cell))))));
}

function lineTable(chart, x, y) {
  const banded = series => series.points.some(point => point[2] !== null);
  const heads = [chart.x.label];
  for (const series of chart.series) heads.push(...(banded(series) ? [series.name, "from", "to"] : [series.name]));
  const rows = new Map();
  chart.series.forEach((series, index) => {
    for (const point of series.points) {
      if (!rows.has(point[0])) rows.set(point[0], []);
      rows.get(point[0])[index] = point;
    }
  });
  const text = value => value === null || value === undefined ? "" : y.text(value);
  const cells = ([place, row]) => [x.text(place)].concat(chart.series.flatMap((series, index) => {
    const point = row[index] ?? [];
    return banded(series) ? [text(point[1]), text(point[2]), text(point[3])] : [text(point[1])];
  }));
  return tableOf(heads, [...rows].sort((a, b) => a[0] - b[0]).map(cells));
}

function barTable(chart) {
  const heads = [""].concat(chart.series.map(bar => bar.name));
  return tableOf(heads, chart.rows.map((name, row) => [name].concat(chart.series.map(bar => String(bar.values[row])))));
}
