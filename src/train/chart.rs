//! The loss curves as an SVG chart.

use super::loss_curve::LossPoint;
use super::pass::GROUPS;
use std::fmt::Write;

/// The size of the chart in pixels.
const WIDTH: f64 = 980.0;
const HEIGHT: f64 = 420.0;
/// The edges of the panels; labels are placed to their right.
const TOP: f64 = 64.0;
const BOTTOM: f64 = 370.0;
const PANEL: f64 = 300.0;
/// The left edges of the panels.
const LEFT: [f64; 2] = [60.0, 540.0];

/// The fraction of the training at the start that is not shown: its high losses would flatten the rest.
const SKIPPED: f64 = 0.1;

/// Line colours from few pieces (blue) to many (red).
const COLORS: [&str; GROUPS] = [
    "#3b4cc0", "#5d7ce6", "#82a6fb", "#a7c5fe", "#f2b49a", "#ee8468", "#d65244", "#b40426",
];
const TRAINING: &str = "#8a8a8a";
const VALIDATION: &str = "#1f5fbf";

struct ChartSeries<'a> {
    name: String,
    color: &'a str,
    /// Millions of samples, and the loss.
    points: Vec<(f64, f64)>,
}

/// Draws the training and validation losses (left) and the validation losses by the number of pieces (right). The name
/// of a network needs no escapes.
pub fn svg(name: &str, points: &[LossPoint]) -> String {
    let end = points.last().map_or(0, |point| point.samples) as f64;
    let from = points
        .iter()
        .position(|point| point.samples as f64 >= SKIPPED * end)
        .unwrap_or(0);
    let points = &points[from..];
    let line = |name: String, color, loss: &dyn Fn(&LossPoint) -> Option<f64>| ChartSeries {
        name,
        color,
        points: points
            .iter()
            .filter_map(|point| Some((point.samples as f64 / 1e6, loss(point)?)))
            .collect(),
    };
    let all = [
        line("training".to_owned(), TRAINING, &|point| {
            Some(point.training)
        }),
        line("validation".to_owned(), VALIDATION, &|point| {
            Some(point.validation.all)
        }),
    ];
    let by_pieces: Vec<ChartSeries> = (0..GROUPS)
        .map(|group| {
            let [first, last] = [4 * group + 2, (4 * group + 5).min(32)];
            line(format!("{first}–{last} pieces"), COLORS[group], &|point| {
                point.validation.by_pieces[group]
            })
        })
        .filter(|line| !line.points.is_empty())
        .collect();

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{x}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{name}: mean squared error of the \
         expected points</text>\n",
        x = LEFT[0],
    );
    panel(&mut svg, LEFT[0], "all positions", &all);
    panel(
        &mut svg,
        LEFT[1],
        "validation by the number of pieces",
        &by_pieces,
    );
    svg += "</svg>\n";
    svg
}

/// Draws a panel with axes and lines.
fn panel(svg: &mut String, left: f64, title: &str, lines: &[ChartSeries]) {
    let right = left + PANEL;
    let values = |of: fn(&(f64, f64)) -> f64| {
        let all = lines.iter().flat_map(|line| &line.points).map(of);
        all.fold(None, |range: Option<(f64, f64)>, value| {
            Some(range.map_or((value, value), |(low, high)| {
                (low.min(value), high.max(value))
            }))
        })
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{y}\" font-weight=\"bold\">{title}</text>",
        y = TOP - 14.0
    );
    let (Some((_, x_end)), Some((low, high))) = (values(|point| point.0), values(|point| point.1))
    else {
        return;
    };
    let margin = ((high - low) * 0.06).max(high * 0.01).max(1e-6);
    let (low, high) = (low - margin, high + margin);
    let x_of = |x: f64| left + x / x_end.max(1e-9) * PANEL;
    let y_of = |y: f64| BOTTOM - (y - low) / (high - low) * (BOTTOM - TOP);

    for (value, text) in ticks(low, high) {
        let y = y_of(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#e4e4e4\"/>\
             <text x=\"{x}\" y=\"{base:.1}\" text-anchor=\"end\">{text}</text>",
            x = left - 6.0,
            base = y + 4.0
        );
    }
    for (value, text) in ticks(0.0, x_end) {
        let x = x_of(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {BOTTOM}v5\" stroke=\"#888\"/>\
             <text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{text}</text>",
            y = BOTTOM + 19.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{left} {BOTTOM}H{right}\" stroke=\"#888\"/>\
         <text x=\"{right}\" y=\"{y}\" text-anchor=\"end\">million positions</text>",
        y = BOTTOM + 38.0
    );
    for line in lines {
        let points: Vec<String> = line
            .points
            .iter()
            .map(|&(x, y)| format!("{:.1},{:.1}", x_of(x), y_of(y)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" \
             stroke-linejoin=\"round\"><title>{}</title></polyline>",
            points.join(" "),
            line.color,
            line.name
        );
    }
    label_lines(svg, right, lines, y_of);
}

/// Labels the lines at their ends; labels that would overlap are moved apart.
fn label_lines(svg: &mut String, right: f64, lines: &[ChartSeries], y_of: impl Fn(f64) -> f64) {
    const APART: f64 = 14.0;
    let mut names: Vec<(f64, &ChartSeries)> = lines
        .iter()
        .filter_map(|line| Some((y_of(line.points.last()?.1), line)))
        .collect();
    names.sort_by(|a, b| a.0.total_cmp(&b.0));
    // First downwards, then back up where they would leave the panel.
    for index in 1..names.len() {
        names[index].0 = names[index].0.max(names[index - 1].0 + APART);
    }
    let mut limit = BOTTOM;
    for (y, _) in names.iter_mut().rev() {
        *y = y.min(limit);
        limit = *y - APART;
    }
    for (y, line) in names {
        let last = line.points.last().map_or(0.0, |point| point.1);
        let _ = writeln!(
            svg,
            "<path d=\"M{key} {y:.1}h5\" stroke=\"{}\" stroke-width=\"3\"/>\
             <text x=\"{x}\" y=\"{base:.1}\" font-size=\"11\">{} {last:.5}</text>",
            line.color,
            line.name,
            key = right + 1.0,
            x = right + 8.0,
            base = y + 4.0
        );
    }
}

/// About five round values in a range, with their labels.
fn ticks(low: f64, high: f64) -> Vec<(f64, String)> {
    const COUNT: f64 = 5.0;
    let rough = (high - low) / COUNT;
    if !rough.is_normal() {
        return Vec::new();
    }
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(rough);
    let digits = (-step.log10()).ceil().max(0.0) as usize;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last)
        .map(|index| index as f64 * step)
        .map(|value| (value, format!("{value:.digits$}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::loss_curve::Losses;
    use super::*;

    fn points(count: u64) -> Vec<LossPoint> {
        (1..=count)
            .map(|step| {
                let all = 0.06 + 0.05 / step as f64;
                let by_pieces =
                    std::array::from_fn(|group| (group > 0).then_some(all + 0.002 * group as f64));
                LossPoint {
                    step,
                    samples: step * 2_000_000,
                    rate: 1e-3,
                    lambda: 0.5,
                    training: all - 0.001,
                    validation: Losses { all, by_pieces },
                }
            })
            .collect()
    }

    #[test]
    fn every_line_is_drawn_and_named() {
        let svg = svg("gen1", &points(50));
        assert!(svg.contains(">gen1: "));
        assert_eq!(svg.matches("<polyline points=").count(), 2 + 7);
        assert_eq!(svg.matches(" fill=\"none\"").count(), 2 + 7);
        assert!(svg.contains("<rect width=\"980\" height=\"420\" fill=\"#fff\"/>"));
        assert!(
            svg.contains("6–9 pieces")
                && svg.contains("30–32 pieces")
                && !svg.contains("2–5 pieces")
        );
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn little_can_be_drawn_too() {
        assert!(svg("x", &[]).ends_with("</svg>\n"));
        assert_eq!(svg("x", &points(1)).matches("<polyline").count(), 9);
    }

    #[test]
    fn ticks_are_round() {
        let texts = |low, high| -> Vec<String> {
            ticks(low, high).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts(0.0, 100.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(0.061, 0.079), ["0.065", "0.070", "0.075"]);
        assert!(texts(1.0, 1.0).is_empty());
    }
}
