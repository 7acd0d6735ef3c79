//! `info string tables` lines.

use crate::laws::edition::Rules;
use crate::laws::outcome::OutcomeKind;
use crate::syzygy::TableWdl;
use crate::syzygy::root::RootTables;

/// The tables' verdict on the root of a search; if requested, with the Article under which a frustrated win is a draw.
pub fn line(tables: &RootTables, rules: &Rules, with_article: bool) -> String {
    let mut parts = vec![format!("info string tables {}", tables.wdl.as_str())];
    if let Some(dtz) = tables.dtz.filter(|&dtz| dtz != 0) {
        parts.push(format!("dtz {dtz}"));
    }
    if matches!(tables.wdl, TableWdl::CursedWin | TableWdl::BlessedLoss) {
        parts.push(format!("clock {}", tables.halfmove_clock));
        if with_article {
            let kind = if tables.fifty_moves {
                OutcomeKind::FiftyMoves
            } else {
                OutcomeKind::SeventyFiveMoves
            };
            parts.push(format!("draw article {}", rules.end_article(kind)));
        }
    }
    parts.join(" ")
}
