"use strict";

// Elements and figures. Text from the data only ever becomes text nodes and attributes, never markup.

const DATA = JSON.parse(document.getElementById("data").textContent);

// The name of SVG's elements, taken from one of them.
const SVG = document.getElementById("pieces").namespaceURI;

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** An HTML element. Functions among the attributes are listeners. */
function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** A number without needless digits. */
function plain(value) {
  return String(Number(value.toPrecision(4))).replace("-", "\u2212");
}

/** A large number with a unit prefix. */
function large(value) {
  for (const [unit, prefix] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (Math.abs(value) >= unit) return plain(value / unit) + " " + prefix;
  }
  return plain(value);
}

/** Seconds with a unit. */
function seconds(value) {
  const size = Math.abs(value);
  if (value === 0) return "0 s";
  if (size < 1e-3) return plain(value * 1e6) + " \u00b5s";
  if (size < 1) return plain(value * 1e3) + " ms";
  if (size < 600) return plain(value) + " s";
  return plain(value / 60) + " min";
}

/** The number of a move from its place on an axis, with dots for Black's, as in 12…. */
function moveNumber(value) {
  return Math.floor(value) + (value % 1 > 0 ? "\u2026" : "");
}

const FIGURES = { plain, large, seconds, moves: moveNumber };

/** A clock that shows so many milliseconds. */
function clockFace(ms) {
  const tenths = Math.floor(ms / 100) % 10;
  const total = Math.floor(ms / 1000);
  const two = number => String(number).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const rest = two(Math.floor(total / 60) % 60) + ":" + two(total % 60);
  return hours > 0 ? hours + ":" + rest : rest + "." + tenths;
}

/** A result as it is printed. */
function resultText(score) {
  return score.replaceAll("1/2", "\u00bd").replace("-", "\u2013");
}
