"""Draws Elo and error of the networks against the positions of self-play; see scripts/growth."""

import json
import math
import pathlib
import re
import sys
import tomllib
from html import escape

NETS = pathlib.Path(__file__).resolve().parents[2] / "nets"
ORIGIN = "gen0"

WIDTH, HEIGHT = 860, 690
LEFT, RIGHT = 76, 836
# Top and bottom of the two charts.
ELO_CHART = 114, 414
ERROR_CHART = 434, 634
FIRST_POSITIONS, LAST_POSITIONS = 1.6e6, 500e6
POSITION_TICKS = 2, 5, 10, 20, 50, 100, 200
ELO_STEP = 200
ERROR_TICKS = 0.010, 0.012, 0.015, 0.020
LEGEND_X, LEGEND_WIDTH, LEGEND_ROW = 340, 488, 19
RADIUS = 3
# Matches against other ancestors stand beside the sums.
ASIDE = 11

# The colours of src/html/style.css.
STYLE = """
text { font: 12px system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif; fill: #1c1c1c; }
.title { font-size: 17px; font-weight: 600; }
.faint { fill: #5c5c5c; }
.right { text-anchor: end; }
.middle { text-anchor: middle; }
.paper { fill: #ffffff; }
.legend { fill: #ffffff; stroke: #d4d4d4; }
.grid { stroke: #d4d4d4; }
.axis { stroke: #5c5c5c; }
.level { stroke: #5c5c5c; stroke-dasharray: 2 4; }
.line { stroke-width: 1.8; stroke-linejoin: round; }
.dashed { stroke-dasharray: 6 4; }
.band { opacity: 0.16; stroke: none; }
.bar { stroke-width: 1.3; }
.elo { fill: #0072b2; stroke: #0072b2; }
.error { fill: #d55e00; stroke: #d55e00; }
.direct { fill: #ffffff; stroke: #1c1c1c; stroke-width: 1.4; }
@media screen and (prefers-color-scheme: dark) {
text { fill: #e4e4e2; }
.faint { fill: #a3a3a0; }
.paper { fill: #17181a; }
.legend { fill: #17181a; stroke: #3a3c40; }
.grid { stroke: #3a3c40; }
.axis, .level { stroke: #a3a3a0; }
.elo { fill: #4fa8e0; stroke: #4fa8e0; }
.error { fill: #f08a3c; stroke: #f08a3c; }
.direct { fill: #17181a; stroke: #e4e4e2; }
}
.line { fill: none; }
"""


def measured(text):
    """A value and its 95 % interval, from text such as `+27.2 ± 14.7`."""
    value, interval = text.split(" ± ")
    return float(value), float(interval)


def read_cards():
    """The cards of the networks, oldest first."""
    cards = [tomllib.loads(path.read_text(encoding="utf-8")) for path in NETS.glob("*.toml")]
    cards.sort(key=lambda card: int(re.sub(r"\D", "", card["name"])))
    return {card["name"]: card for card in cards}


def cumulative_positions(cards):
    """The positions of all games on the cards up to each network, each set of games once."""
    sets, totals = {}, {}
    for name, card in cards.items():
        sets.update(((part["generation"], part["seed"]), part["positions"]) for part in card["games"])
        totals[name] = sum(sets.values())
    return totals


def elo_sums(cards):
    """Elo relative to the first network: the sum of the matches of a network and its ancestors, with its interval."""
    sums = {ORIGIN: (0.0, 0.0)}
    for name, card in cards.items():
        if name != ORIGIN:
            elo, interval = measured(card["match"]["elo"])
            before, its_interval = sums[card["match"]["opponent"]]
            sums[name] = before + elo, math.hypot(its_interval, interval)
    return sums


def tag(name, content="", **attributes):
    """An element; `style` is its class."""
    words = name
    for key, value in {"class": attributes.pop("style", None), **attributes}.items():
        if value is not None:
            shown = f"{value:.1f}" if isinstance(value, float) else value
            words += f' {key}="{shown}"'
    return f"<{words}>{content}</{name}>\n" if content else f"<{words}/>\n"


def text(x, y, words, style=None, **attributes):
    """Words, by their left end unless the style says otherwise."""
    return tag("text", escape(words), x=x, y=y, style=style, **attributes)


def line(x1, y1, x2, y2, style):
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, style=style)


def path(points, style):
    return tag("path", d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), style=style)


def bar(x, top, bottom, style):
    """An interval, with ends that a point does not hide."""
    return tag("path", d=f"M{x - 4:.1f} {top:.1f}h8m-4 0V{bottom:.1f}m-4 0h8", style=f"bar {style}")


def diamond(x, y):
    return path([(x - 4, y), (x, y - 4), (x + 4, y), (x, y + 4), (x - 4, y)], "direct")


def at_positions(positions):
    """The x coordinate of a number of positions."""
    share = math.log(positions / FIRST_POSITIONS) / math.log(LAST_POSITIONS / FIRST_POSITIONS)
    return LEFT + (RIGHT - LEFT) * share


class Chart:
    """A chart with its own y axis; the x axis is the same for all."""

    def __init__(self, place, low, high, is_log=False):
        self.top, self.bottom = place
        self.scale = math.log if is_log else float
        self.low, self.high = self.scale(low), self.scale(high)

    def at(self, value):
        """The y coordinate of a value."""
        share = (self.scale(value) - self.low) / (self.high - self.low)
        return self.bottom - (self.bottom - self.top) * share

    def frame(self, label, ticks, shown, columns):
        """The grid and the axes; a vertical line for each network."""
        middle = (self.top + self.bottom) / 2
        return "".join([
            *(line(x, self.top, x, self.bottom, "grid") for x in columns),
            *(line(LEFT, self.at(tick), RIGHT, self.at(tick), "grid") for tick in ticks),
            *(text(LEFT - 8, self.at(tick) + 4, shown(tick), "right faint") for tick in ticks),
            line(LEFT, self.top, LEFT, self.bottom, "axis"),
            line(LEFT, self.bottom, RIGHT, self.bottom, "axis"),
            text(18, middle, label, "middle", transform=f"rotate(-90 18 {middle:.0f})"),
        ])

    def band(self, points, style):
        """The area between the ends of intervals: points are x, value, interval."""
        upper = [(x, self.at(value + interval)) for x, value, interval in points]
        lower = [(x, self.at(value - interval)) for x, value, interval in reversed(points)]
        return path(upper + lower, f"band {style}")

    def bar(self, x, value, interval, style):
        return bar(x, self.at(value + interval), self.at(value - interval), style)

    def point(self, x, value, title, style):
        return tag("circle", tag("title", escape(title)).strip(), cx=x, cy=self.at(value), r=RADIUS, style=style)


def legend(y, rows):
    """Rows of a drawing, which takes 30 pixels, and words."""
    paper = tag("rect", x=LEGEND_X, y=y, width=LEGEND_WIDTH, height=LEGEND_ROW * len(rows) + 6, rx=3, style="legend")
    middles = [y + 3 + LEGEND_ROW * (row + 0.5) for row in range(len(rows))]
    return paper + "".join(
        drawing(LEGEND_X + 8, middle) + text(LEGEND_X + 48, middle + 4, words)
        for middle, (drawing, words) in zip(middles, rows))


def line_key(style):
    return lambda x, y: line(x, y, x + 30, y, f"line {style}") + tag("circle", cx=x + 15, cy=y, r=RADIUS, style=style.split()[0])


def bar_key(style):
    return lambda x, y: bar(x + 15, y - 6, y + 6, style)


def band_key(style):
    return lambda x, y: tag("rect", x=x, y=y - 6, width=30, height=12, style=f"band {style}")


def direct_key(x, y):
    return bar_key("direct")(x, y) + diamond(x + 15, y)


def heading(cards, at):
    """The names of the networks above the charts, and the neurons where their number changes."""
    y = ELO_CHART[0] - 10
    parts = [text(LEFT - 8, y - 18, "neurons", "right faint"), text(LEFT - 8, y, "gen", "right faint")]
    neurons = None
    for name, card in cards.items():
        parts.append(text(at[name], y, name.removeprefix("gen"), "middle"))
        if card["hidden"] != neurons:
            neurons = card["hidden"]
            parts.append(text(at[name], y - 18, str(neurons), "middle faint"))
    return "".join(parts)


def conditions(name, card, table):
    """How the match of a network was played."""
    openings = "unbalanced" if name in table["unbalanced"] else "balanced"
    return f"{card['match']['nodes']:,} nodes, {openings} openings"


def elo_chart(cards, table, at, positions):
    """The chart of Elo; `at` has the x coordinate of each network."""
    sums = elo_sums(cards)
    start, start_interval = measured(cards[ORIGIN]["match"]["elo"])
    low, high = -start - 100, 60 + max(elo + interval for elo, interval in sums.values())
    chart = Chart(ELO_CHART, low, high)
    ticks = range(math.ceil(low / ELO_STEP) * ELO_STEP, math.floor(high) + 1, ELO_STEP)
    parts = [chart.frame(f"Elo relative to {ORIGIN}", ticks, lambda tick: f"{tick:,}".replace("-", "−"), at.values())]
    parts.append(chart.band([(at[name], *sums[name]) for name in cards], "elo"))

    parts.append(line(LEFT, chart.at(-start), RIGHT, chart.at(-start), "level"))
    words = f"material evaluation, −{start:.0f} ± {start_interval:.0f}"
    parts.append(text(LEFT + 8, chart.at(-start) + 15, words, "faint"))

    styles = {}
    for name, card in cards.items():
        if name != ORIGIN:
            parent = card["match"]["opponent"]
            style = styles.setdefault(conditions(name, card, table), "elo dashed" if styles else "elo")
            ends = [(at[end], chart.at(sums[end][0])) for end in (parent, name)]
            parts.append(path(ends, f"line {style}"))
            parts.append(chart.bar(at[name], sums[name][0], measured(card["match"]["elo"])[1], "elo"))
    for match in table["matches"]:
        elo, interval = measured(match["elo"])
        elo += sums[match["opponent"]][0]
        x = at[match["network"]] + ASIDE
        parts.append(chart.bar(x, elo, interval, "direct") + diamond(x, chart.at(elo)))
    for name, (elo, interval) in sums.items():
        title = f"{name}: {positions[name] / 1e6:.1f} million positions, {elo:+.0f} ± {interval:.0f} Elo"
        parts.append(chart.point(at[name], elo, title, "elo"))

    rows = [(line_key(style), f"match against the parent, {words}") for words, style in styles.items()]
    rows.append((bar_key("elo"), "95 % interval of this match"))
    rows.append((band_key("elo"), f"95 % interval of the sum since {ORIGIN}"))
    for opponent in {match["opponent"]: None for match in table["matches"]}:
        names = " and ".join(match["network"] for match in table["matches"] if match["opponent"] == opponent)
        rows.append((direct_key, f"{names} against {opponent}, beside the sums"))
    parts.append(legend(chart.at(-start) - LEGEND_ROW * len(rows) - 22, rows))
    return "".join(parts)


def error_chart(table, at):
    """The chart of errors."""
    rows = [(row["network"], *measured(row["error"]), row["difference"]) for row in table["errors"]]
    low = 0.93 * min(error - interval for _, error, interval, _ in rows)
    high = 1.07 * max(error + interval for _, error, interval, _ in rows)
    chart = Chart(ERROR_CHART, low, high, is_log=True)
    ticks = [tick for tick in ERROR_TICKS if low <= tick <= high]
    parts = [chart.frame("squared error, log scale", ticks, lambda tick: f"{tick:.3f}", at.values())]
    parts.append(chart.band([(at[name], error, interval) for name, error, interval, _ in rows], "error"))
    parts.append(path([(at[name], chart.at(error)) for name, error, *_ in rows], "line error"))
    for name, error, interval, difference in rows:
        if difference:
            parts.append(chart.bar(at[name], error, measured(difference)[1], "error"))
        parts.append(chart.point(at[name], error, f"{name}: squared error {error:.5f} ± {interval:.5f}", "error"))
    parts.append(legend(chart.top + 8, [
        (line_key("error"), f"error on {table['yardstick']}"),
        (bar_key("error"), f"95 % interval of the difference from {table['reference']}"),
        (band_key("error"), "95 % interval of the error itself"),
    ]))
    return "".join(parts)


def position_axis():
    """Ticks and label of the common x axis."""
    bottom = ERROR_CHART[1]
    parts = [line(at_positions(tick * 1e6), bottom, at_positions(tick * 1e6), bottom + 5, "axis") for tick in POSITION_TICKS]
    parts += [text(at_positions(tick * 1e6), bottom + 20, str(tick), "middle faint") for tick in POSITION_TICKS]
    parts.append(text((LEFT + RIGHT) / 2, bottom + 42, "million positions of self-play so far, log scale", "middle"))
    return "".join(parts)


def main():
    cards = read_cards()
    table = json.loads((NETS / "growth.json").read_text(encoding="utf-8"))
    positions = cumulative_positions(cards)
    if max(positions.values()) > LAST_POSITIONS:
        sys.exit("growth: raise LAST_POSITIONS and POSITION_TICKS")
    at = {name: at_positions(count) for name, count in positions.items()}
    last = list(cards)[-1]
    title = f"Growth of the networks, {ORIGIN} to {last}"
    content = "".join([
        "\n",
        tag("title", title),
        tag("style", STYLE),
        tag("rect", width=WIDTH, height=HEIGHT, style="paper"),
        text(20, 30, title, "title"),
        text(20, 52, f"Elo is the sum of all matches since {ORIGIN}. Such sums exaggerate the gain against other opponents.", "faint"),
        heading(cards, at),
        elo_chart(cards, table, at, positions),
        error_chart(table, at),
        position_axis(),
    ])
    svg = tag("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", width=WIDTH, height=HEIGHT, role="img")
    (NETS / "growth.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
