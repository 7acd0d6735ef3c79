//! Values of positions.

use super::{copies, tables};
use crate::support::position::board;
use compongo::syzygy::{TableWdl, Tablebase};

/// Positions of the tables with their WDL and DTZ, as python-chess reads them.
pub const POSITIONS: &str = include_str!("../../data/syzygy/positions.epd");

/// A position and its values in python-chess's numbers.
pub fn expected() -> impl Iterator<Item = (String, i32, i32)> {
    POSITIONS.lines().map(|line| {
        let (position, values) = line.split_once(" wdl ").expect("wdl");
        let (wdl, dtz) = values.split_once("; dtz ").expect("dtz");
        let number = |text: &str| text.trim_end_matches(';').parse().expect("a number");
        (format!("{position} 0 1"), number(wdl), number(dtz))
    })
}

const fn number(wdl: TableWdl) -> i32 {
    match wdl {
        TableWdl::Loss => -2,
        TableWdl::BlessedLoss => -1,
        TableWdl::Draw => 0,
        TableWdl::CursedWin => 1,
        TableWdl::Win => 2,
    }
}

#[test]
fn wdl_and_dtz_are_those_of_python_chess() {
    let tables = tables();
    let mut count = 0;
    for (fen, wdl, dtz) in expected() {
        for board in [board(&fen), board(&fen).flipped()] {
            assert_eq!(tables.probe_wdl(&board).map(number), Some(wdl), "{board}");
            let found = tables.probe_dtz(&board).map(|dtz| dtz.plies);
            assert_eq!(found, Some(dtz), "{board}");
        }
        count += 1;
    }
    assert_eq!(count, 1200);
    assert!(tables.take_failures().is_empty());
}

#[test]
fn what_is_not_in_the_tables_has_no_value() {
    let tables = tables();
    for fen in [
        "r3k3/8/8/8/8/8/8/4K2R b q - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/8/3k4/8/8/2BB4/1K6/8 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    ] {
        assert_eq!(tables.probe_wdl(&board(fen)), None, "{fen}");
        assert_eq!(tables.probe_dtz(&board(fen)), None, "{fen}");
    }
    assert!(tables.take_failures().is_empty(), "these are no failures");
}

#[test]
fn promotions_need_the_tables_they_lead_to() {
    // One ply from KQvK, for which the WDL table alone is enough.
    let pawn = board("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    let folder = copies(&["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KRvK.rtbw"]);
    let (few, problems) = Tablebase::open(folder.to_str().expect("a path"));
    assert!(problems.is_empty());
    assert_eq!(few.probe_dtz(&pawn).map(|dtz| dtz.plies), Some(1));
    assert_eq!(
        few.count().to_string(),
        "3 WDL and 1 DTZ tables, up to 3 pieces"
    );
}

#[test]
fn several_folders_are_searched_and_the_first_table_of_a_name_counts() {
    let first = copies(&["KQvK.rtbw"]);
    first.write("KQvK.txt", "not a table");
    first.write("SOURCE.rtbw", "not a table either");
    let second = copies(&["KQvK.rtbw", "KQvKR.rtbw"]);
    let list = std::env::join_paths([first.as_ref(), second.as_ref()]).expect("paths");
    let list = list.to_str().expect("text");
    let (tables, problems) = Tablebase::open(list);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(
        (
            tables.count().wdl,
            tables.count().dtz,
            tables.count().max_pieces
        ),
        (2, 0, 4)
    );
}
