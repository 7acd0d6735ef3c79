//! Suites: `bm`, `am`, `dm`, and what is counted.

use super::{analyse, records};
use serde_json::json;

const MATE: &str = "7k/8/6K1/8/8/8/8/R7 w - -";
/// Two moves mate in one.
const TWO: &str = "6k1/5ppp/8/8/8/8/8/RR4K1 w - -";

#[test]
fn positions_are_solved_or_not() {
    for (operations, solved) in [
        ("bm Ra1-a8 Kf6; id \"x\";", true),
        ("am Ra8;", false),
        ("bm Ra7; dm 1;", false),
        ("bm #1;", true),
        ("bm Kf6,Ra8;", true),
    ] {
        let found = records(&["--depth", "4"], &format!("{MATE} {operations}\n"));
        assert_eq!(found[0]["suite"]["solved"], json!(solved), "{operations}");
        let solution = &found[0]["suite"]["solution"];
        assert_eq!(solution.is_object(), solved, "{operations}: {solution}");
    }
    for operations in ["bm #1 Ra8;", "bm #1; dm 2;"] {
        let input = format!("{MATE} {operations}\n");
        analyse(&["--depth", "2"], &input).fails(2, "operation bm: '#1'");
    }
    // The solution is a move of the position after the moves.
    for (line, best) in [
        ("7k/8/6K1/8/8/8/8/R7 b - - moves h8g8; bm Ra8;", "Ra8#"),
        (
            "7k/p7/6K1/8/8/8/8/R7 b - - moves a7a6 a1a6 h8g8; bm Ra8;",
            "Ra8#",
        ),
    ] {
        let found = records(&["--depth", "4"], line);
        let suite = &found[0]["suite"];
        assert_eq!(
            (&suite["solved"], &suite["bm"]),
            (&json!(true), &json!([best])),
            "{line}"
        );
    }
    // Without operations there is nothing to solve.
    assert!(records(&["--depth", "2"], MATE)[0]["suite"].is_null());
}

#[test]
fn the_solution_is_where_the_engine_settled_on_it() {
    // A mate in two is none in one.
    let slow = "7k/8/5K2/8/8/8/8/R7 w - - bm Kg6; dm";
    let found = records(&["--depth", "8"], &format!("{slow} 1;"));
    assert_eq!(found[0]["suite"]["solved"], false);
    let found = records(&["--depth", "12"], &format!("{slow} 2;"));
    let suite = &found[0]["suite"];
    assert_eq!(suite["bm"], json!(["Kg6"]), "{suite}");
    assert_eq!(suite["dm"], 2, "{suite}");
    let solution = &suite["solution"];
    let depth = solution["depth"].as_u64().expect("a depth");
    // A mate in two is three plies.
    assert!((3..12).contains(&depth), "{solution}");
    assert!(solution["nodes"].as_u64() < found[0]["nodes"].as_u64());
    assert!(solution["used_us"].as_u64() <= found[0]["used_us"].as_u64());
}

#[test]
fn the_summary_counts_what_was_solved() {
    let input = format!("{MATE} bm Ra8; id \"one\";\n{MATE} bm Ra7;\n{TWO} am Ra1;\n{MATE}\n");
    analyse(&["--depth", "3"], &input).fails(2, "line 3: operation am");
    let input = input.replace("am Ra1", "bm Ra8 Rb8");
    let out = analyse(&["--depth", "3"], &input).success();
    assert!(
        out.contains("\nSolved 2 of 3 (66.7 %)\nTo solution (median): "),
        "{out}"
    );
    assert!(
        out.lines()
            .next()
            .is_some_and(|line| line.contains("solved")),
        "{out}"
    );
    let row = out.lines().nth(2).expect("a row").split_whitespace();
    assert!(row.into_iter().any(|word| word == "no"), "{out}");
}

#[test]
fn the_tactical_suite_is_valid() {
    let suite = include_str!("../../../data/tactics.epd");
    let mut positions = 0;
    for (line, epd) in compongo::notation::epd::parse_lines(suite) {
        let (epd, warnings) = epd.unwrap_or_else(|error| panic!("line {line}: {error}"));
        assert_eq!(warnings, []);
        let moves = epd
            .moves("bm")
            .unwrap_or_else(|error| panic!("line {line}: {error}"));
        assert_eq!(moves.len(), 1, "line {line}");
        positions += 1;
        assert_eq!(
            epd.operand("id"),
            Some(format!("tactics.{positions:03}").as_str())
        );
    }
    assert!(positions >= 300);
}
