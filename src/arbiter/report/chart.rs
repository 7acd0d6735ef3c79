//! Charts as data. What they show is settled here; the page's script only draws them.

use serde::Serialize;

/// A chart.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Chart {
    /// Lines over a numeric axis.
    Lines(LineChart),
    /// Rows of bars, in each row one after the other.
    Bars(BarChart),
}

/// Lines over a numeric axis.
#[derive(Serialize)]
pub struct LineChart {
    /// What it shows, in a few words.
    pub title: String,
    /// What a reader should know to read it.
    pub about: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<LineSeries>,
    /// Horizontal lines of reference.
    pub levels: Vec<ReferenceLine>,
}

/// Rows of bars.
#[derive(Serialize)]
pub struct BarChart {
    /// What it shows, in a few words.
    pub title: String,
    /// What a reader should know to read it.
    pub about: String,
    /// The axis along the bars.
    pub x: Axis,
    /// The names of the rows, from the top.
    pub rows: Vec<String>,
    /// The bars, in each row one after the other.
    pub series: Vec<BarSeries>,
}

/// An axis.
#[derive(Default, Serialize)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// Where it begins, if not at the smallest value.
    pub min: Option<f64>,
    /// Where it ends, if not at the greatest value.
    pub max: Option<f64>,
    /// How its figures are written.
    pub figures: NumberFormat,
    /// True if equal distances are equal ratios.
    pub log: bool,
}

/// How the figures of an axis are written.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberFormat {
    /// As numbers.
    #[default]
    Plain,
    /// With a unit prefix: `20 k`.
    Large,
    /// Seconds, with a unit: `20 ms`.
    Seconds,
}

/// A line.
#[derive(Serialize)]
pub struct LineSeries {
    /// What it stands for.
    pub name: String,
    /// The number of its colour, which is the index of an engine.
    pub color: usize,
    /// Its points from left to right.
    pub points: Vec<ChartPoint>,
    /// True if a value holds until the next one.
    pub step: bool,
}

/// Where a line passes: x, y, and the lower and upper end of a band around it.
pub type ChartPoint = (f64, f64, Option<f64>, Option<f64>);

/// A horizontal line of reference.
#[derive(Serialize)]
pub struct ReferenceLine {
    /// Where.
    pub y: f64,
    /// What it is.
    pub label: String,
}

/// Bars of one colour, one in each row.
#[derive(Serialize)]
pub struct BarSeries {
    /// What they stand for.
    pub name: String,
    /// The index of an engine; `None` for grey.
    pub color: Option<usize>,
    /// Their lengths.
    pub values: Vec<u64>,
}

impl Axis {
    /// An axis with plain numbers that fits its values.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// The axis, beginning at zero.
    pub fn with_zero(self) -> Self {
        Self {
            min: Some(0.0),
            ..self
        }
    }
}

/// A value with four significant digits, as exact as a picture can be.
pub fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let digits = 3 - value.abs().log10().floor() as i32;
    let scale = 10_f64.powi(digits.abs());
    if digits >= 0 {
        (value * scale).round() / scale
    } else {
        (value / scale).round() * scale
    }
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn four_digits_are_kept() {
        let cases = [0.0, 12.3456, -0.00123456, 9_876_543.0, 1e-9];
        let texts = cases.map(|value| rounded(value).to_string());
        assert_eq!(texts, ["0", "12.35", "-0.001235", "9877000", "0.000000001"]);
        assert!(rounded(f64::NAN).is_nan());
    }
}
