//! The table of results for readers.

use crate::analysis::{AnalysisLine, AnalysisTask, PositionRecord};
use crate::util::format::{counted, duration, metric, percent, short_duration};
use crate::util::text::printable;
use console::{Alignment, Term, pad_str, truncate_str};
use std::fmt::Write;
use std::time::Duration;

/// The widths of the column of names; the narrowest has room for its header.
const MIN_NAME: usize = "name".len();
const MAX_NAME: usize = 24;
/// The narrowest principal variation.
const MIN_PV: usize = 12;

/// Writes the rows of the table.
pub struct ResultTable {
    number: usize,
    /// The width of the names; zero without names.
    name: usize,
    /// True if the names begin with the number of the game.
    several_games: bool,
    has_suite: bool,
    /// The number of columns of the terminal; `None` if there is no terminal, in which case nothing is cut.
    columns: Option<usize>,
}

impl ResultTable {
    /// A table for these positions.
    pub fn new(tasks: &[AnalysisTask]) -> Self {
        let name = |task: &AnalysisTask| task.source.id.as_ref().map_or(0, |id| width(id));
        let several_games = tasks.iter().any(|task| task.source.game > Some(1));
        let name = tasks.iter().map(name).max().unwrap_or(0);
        let game = if several_games { 6 } else { 0 };
        let columns = Term::stdout().size_checked();
        Self {
            number: tasks.len().to_string().len(),
            name: if name == 0 {
                0
            } else {
                (name + game).clamp(MIN_NAME, MAX_NAME)
            },
            several_games,
            has_suite: tasks.iter().any(|task| task.expected.is_some()),
            columns: columns.map(|(_, columns)| columns.into()),
        }
    }

    /// The names of the columns.
    pub fn header(&self) -> String {
        let cells = [
            "#", "name", "move", "score", "depth", "nodes", "time", "solved", "line",
        ];
        self.row(&cells.map(str::to_owned))
    }

    /// The rows of a position: one, plus one for each further line.
    pub fn rows(&self, record: &PositionRecord) -> String {
        let result = &record.result;
        let name = record.source.id.as_deref().unwrap_or_default();
        let name = match record.source.game {
            Some(game) if self.several_games => format!("{game}: {name}"),
            _ => name.to_owned(),
        };
        let solved = match &record.suite {
            None => String::new(),
            Some(suite) => suite
                .solution
                .map_or("no".to_owned(), |solution| metric(solution.nodes as f64)),
        };
        let line = |line: &AnalysisLine| line.san.join(" ");
        let cells = [
            record.position.to_string(),
            printable(&name).into_owned(),
            result.san.clone().unwrap_or_else(|| "–".to_owned()),
            result.score.in_pawns(),
            format!("{}/{}", result.depth, result.seldepth),
            metric(result.nodes as f64),
            short_duration(Duration::from_micros(result.used_us)),
            solved,
            result.lines.first().map(line).unwrap_or_default(),
        ];
        let mut text = self.row(&cells);
        for other in result.lines.iter().skip(1) {
            let mut cells: [String; 9] = Default::default();
            cells[2] = other.san.first().cloned().unwrap_or_default();
            cells[3] = other.score.in_pawns();
            cells[8] = line(other);
            text.push('\n');
            text.push_str(&self.row(&cells));
        }
        text
    }

    /// A row of cells: number, name, move, score, depth, nodes, time, solved, line.
    fn row(&self, cells: &[String; 9]) -> String {
        let widths = [
            self.number,
            self.name,
            7,
            7,
            7,
            8,
            8,
            if self.has_suite { 8 } else { 0 },
        ];
        let mut row = String::new();
        for (index, (cell, width)) in cells.iter().zip(widths).enumerate() {
            if width == 0 {
                continue;
            }
            let alignment = if matches!(index, 1 | 2) {
                Alignment::Left
            } else {
                Alignment::Right
            };
            let tail = (index == 1).then_some("…");
            row.push_str(&pad_str(cell, width, alignment, tail));
            row.push_str("  ");
        }
        match self.columns {
            Some(columns) => {
                let left = columns.saturating_sub(width(&row)).max(MIN_PV);
                row.push_str(&truncate_str(&cells[8], left, "…"));
            }
            None => row.push_str(&cells[8]),
        }
        row.truncate(row.trim_end().len());
        row
    }
}

fn width(text: &str) -> usize {
    console::measure_text_width(text)
}

/// The lines below the table: positions, time and nodes; for a suite, how much was solved and how fast.
pub fn summary(records: &[PositionRecord]) -> String {
    let nodes: u64 = records.iter().map(|record| record.result.nodes).sum();
    let used: u64 = records.iter().map(|record| record.result.used_us).sum();
    let nps = nodes as f64 * 1e6 / used.max(1) as f64;
    let mut text = format!(
        "{}, {} nodes, {} of search, {} nodes/s\n",
        counted(records.len(), "position"),
        metric(nodes as f64),
        duration(Duration::from_micros(used)),
        metric(nps)
    );
    let suite: Vec<_> = records
        .iter()
        .filter_map(|record| record.suite.as_ref())
        .collect();
    if suite.is_empty() {
        return text;
    }
    let solutions: Vec<_> = suite.iter().filter_map(|suite| suite.solution).collect();
    let solved = solutions.len();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "Solved {solved} of {} ({})",
        suite.len(),
        percent(solved as f64 / suite.len() as f64)
    );
    if solved > 0 {
        let nodes = median(solutions.iter().map(|solution| solution.nodes));
        let time = median(solutions.iter().map(|solution| solution.used_us));
        let _ = writeln!(
            text,
            "To solution (median): {} nodes, {}",
            metric(nodes as f64),
            short_duration(Duration::from_micros(time))
        );
    }
    text
}

/// The median of some numbers, the upper of the two middle ones; 0 if there are none.
fn median(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}
