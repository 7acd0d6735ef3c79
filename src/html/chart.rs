//! Charts as data; the page's script only draws them.

use serde::Serialize;

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Chart {
    Lines(LineChart),
    /// Stacked bars in rows.
    Bars(BarChart),
}

#[derive(Serialize)]
pub struct LineChart {
    pub title: String,
    pub about: String,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<LineSeries>,
    /// Horizontal reference lines.
    pub levels: Vec<ReferenceLine>,
}

/// A chart of stacked bars in rows.
#[derive(Serialize)]
pub struct BarChart {
    pub title: String,
    pub about: String,
    pub x: Axis,
    pub rows: Vec<String>,
    pub series: Vec<BarSeries>,
}

#[derive(Default, Serialize)]
pub struct Axis {
    pub label: String,
    /// The lower end, if not the smallest value.
    pub min: Option<f64>,
    /// The upper end, if not the largest value.
    pub max: Option<f64>,
    #[serde(rename = "figures")]
    pub format: NumberFormat,
    pub log: bool,
}

#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberFormat {
    #[default]
    Plain,
    /// With a metric prefix: `20 k`.
    Large,
    /// Seconds, with a unit: `20 ms`.
    Seconds,
}

#[derive(Serialize)]
pub struct LineSeries {
    pub name: String,
    /// The colour: the index of an engine.
    pub color: usize,
    pub points: Vec<ChartPoint>,
    /// True for a step chart.
    pub step: bool,
}

/// A point: x, y, and the lower and upper ends of the band.
pub type ChartPoint = (f64, f64, Option<f64>, Option<f64>);

/// A horizontal reference line.
#[derive(Serialize)]
pub struct ReferenceLine {
    pub y: f64,
    pub label: String,
}

/// One series of a bar chart, with one bar in each row.
#[derive(Serialize)]
pub struct BarSeries {
    pub name: String,
    /// The colour: the index of an engine; `None` for grey.
    pub color: Option<usize>,
    pub values: Vec<u64>,
}

impl Axis {
    /// An axis with plain numbers, fitted to the values.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..Self::default()
        }
    }

    /// The axis, extended to start at zero.
    pub fn with_zero(self) -> Self {
        Self {
            min: Some(0.0),
            ..self
        }
    }
}

/// A value rounded to four significant digits.
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
