//! The table, JSON, limits and reproducibility.

use super::{analyse, field, records, untimed};
use compongo::analysis::PositionRecord;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE: &str = "7k/8/6K1/8/8/8/8/R7 w - - id \"r\";";

#[test]
fn the_table_has_a_row_for_each_line() {
    let input = format!("{MATE}\n{KIWIPETE}\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    let out = analyse(&["--depth", "4", "--multipv", "2"], &input).success();
    let rows: Vec<Vec<&str>> = out
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        rows[0],
        [
            "#", "name", "move", "score", "depth", "nodes", "time", "line"
        ]
    );
    assert_eq!(rows[1][..4], ["1", "r", "Ra8#", "#1"]);
    assert_eq!(rows[1].last(), Some(&"Ra8#"));
    // The second line of the first position: move, score, line.
    assert_eq!(rows[2][..2], ["Rb1", "#2"], "{out}");
    assert_eq!(rows[2][2], "Rb1");
    assert_eq!(rows[3][0], "2");
    // Stalemate has no move.
    assert_eq!(rows[5][..3], ["3", "–", "+0.00"]);
    assert!(out.contains("\n\n3 positions, "), "{out}");
    assert!(!out.contains("Solved"), "{out}");
}

#[test]
fn json_has_the_fields_of_the_ledger_and_all_lines() {
    let found = records(&["--nodes", "3000", "--multipv", "3"], KIWIPETE);
    let record = &found[0];
    for name in ["depth", "seldepth", "nodes", "nps", "used_us", "cp"] {
        assert!(record[name].is_i64(), "{name}: {record}");
    }
    assert_eq!(record["nodes"], 3000);
    assert_eq!(record["position"], 1);
    let lines = record["lines"].as_array().expect("lines");
    assert_eq!(field(lines, "multipv"), [1, 2, 3]);
    assert_eq!(record["move"], lines[0]["pv"][0]);
    assert_eq!(record["san"], lines[0]["san"][0]);
    assert_eq!(record["wdl"], lines[0]["wdl"]);
    let read: PositionRecord = serde_json::from_value(record.clone()).expect("a record");
    assert_eq!(serde_json::to_value(&read).expect("JSON"), *record);
}

#[test]
fn results_are_in_order_and_do_not_depend_on_the_jobs() {
    // The first positions take longest.
    let start = "startpos moves e2e4";
    let input = format!("{KIWIPETE}\n{start}\n{KIWIPETE}\n{MATE}\n{start}\n{MATE}\n");
    let one = untimed(records(&["--depth", "5", "--jobs", "1"], &input));
    assert_eq!(field(&one, "position"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(one[0]["lines"], one[2]["lines"]);
    let several = untimed(records(&["--depth", "5", "--jobs", "4"], &input));
    assert_eq!(several, one);
}

#[test]
fn limits_and_options() {
    let depth = &records(&["--depth", "3"], KIWIPETE)[0];
    assert_eq!(depth["depth"], 3);
    let time = &records(&["--movetime", "50", "--threads", "2"], KIWIPETE)[0];
    assert!(time["used_us"].as_u64() < Some(5_000_000), "{time}");
    let first = &records(&["--movetime", "100000", "--nodes", "100"], KIWIPETE)[0];
    assert_eq!(first["nodes"], 100);
    let material = ["--nodes", "500", "--option", "eval file=material"];
    let network = &untimed(records(&material[..2], KIWIPETE))[0];
    assert_ne!(network, &untimed(records(&material, KIWIPETE))[0]);
    // A value out of range is corrected, as in UCI.
    let err = analyse(&["--nodes", "50", "--option", "MultiPV=1000"], KIWIPETE)
        .exits(0)
        .err;
    assert!(
        err.starts_with("compongo: warning: option MultiPV: "),
        "{err}"
    );
    let chess960 = "1k6/8/8/8/8/8/8/RK5R w HA - 0 1 moves b1h1";
    assert_eq!(records(&["--nodes", "50"], chess960).len(), 1);
}

#[test]
fn endgame_tables_are_an_option() {
    let tables = concat!(
        "SyzygyPath=",
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/syzygy"
    );
    let pawn = "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1\n";
    let found = records(&["--depth", "3", "--option", tables], pawn);
    assert!(found[0]["tbhits"].as_u64() > Some(0), "{}", found[0]);
    assert_eq!(records(&["--depth", "3"], pawn)[0]["tbhits"], 0);
    analyse(&["--option", "SyzygyPath=/no/such/folder"], pawn).fails(2, "SyzygyPath");
}

#[test]
fn a_watch_without_a_terminal_is_refused() {
    let err = analyse(&["--watch"], MATE).refusal();
    assert!(err.contains("--watch needs a terminal"), "{err}");
    assert!(
        err.contains("--movetime") && err.contains("--json"),
        "{err}"
    );
    // A watch has no limit.
    analyse(&["--watch", "--depth", "3"], MATE).refused("cannot be used with");
}
