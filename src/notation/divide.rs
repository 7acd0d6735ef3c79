//! The output of perft divide: the number of leaf nodes below each move.

use super::uci_move::{CastlingStyle, UciMove};
use crate::types::Move;
use std::io::{self, Write};

/// Writes a line such as `e2e4: 600` for each move, sorted by text, a blank line and `Nodes searched: 8902`.
///
/// `counts` is the result of [`crate::board::perft::divide`] for `depth` plies; perft of depth 0 has no moves and one
/// node. Returns the sum.
///
/// # Errors
/// The errors of `out`.
pub fn write(
    out: &mut impl Write,
    depth: u32,
    counts: &[(Move, u64)],
    style: CastlingStyle,
) -> io::Result<u64> {
    let mut lines: Vec<(String, u64)> = counts
        .iter()
        .map(|&(mv, count)| (UciMove::new(mv, style).to_string(), count))
        .collect();
    lines.sort_unstable();
    for (mv, count) in &lines {
        writeln!(out, "{mv}: {count}")?;
    }
    let nodes = if depth == 0 {
        1
    } else {
        lines.iter().map(|(_, count)| count).sum()
    };
    writeln!(out, "\nNodes searched: {nodes}")?;
    Ok(nodes)
}
