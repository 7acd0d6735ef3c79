//! Positions, one by one and in files.

use crate::judge::support::{claims, kinds, program, verdict};
use crate::support::json;
use compongo::judge::{JudgeSettings, judge_line, judge_position};

#[test]
fn a_position_with_moves() {
    let settings = JudgeSettings::default();
    let fen = compongo::board::fen::STARTPOS;
    let report = judge_position(fen, "f2f3 e7e5 g2g4 d8h4", &settings).expect("a position");
    assert_eq!(verdict(&report), Some(("0-1", "checkmate", "5.1.1", 4)));
    assert!(report.findings.is_empty());
    let report = judge_position(fen, "e2e4 e7e5 e1e3", &settings).expect("a position");
    assert_eq!(kinds(&report), ["illegal_move"]);
    assert_eq!(report.findings[0].ply, Some(3));
    // People's moves are read as well.
    let report = judge_position(fen, "e4 e5 Nf3", &settings).expect("a position");
    assert_eq!((report.plies, report.findings.len()), (3, 0));
    assert!(judge_position("8/8/8/8/8/8/8/8 w - -", "", &settings).is_err());
}

#[test]
fn claims_of_a_position_rest_on_its_counter() {
    let settings = JudgeSettings::default();
    let report = judge_position("7k/8/6K1/8/8/8/8/R7 b - - 100 80", "", &settings);
    let report = report.expect("a position");
    assert_eq!(claims(&report), [("fifty_moves", 0, None)]);
    assert_eq!(verdict(&report), None);
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 99 80";
    let report = judge_position(castling, "", &settings).expect("a position");
    assert!(claims(&report).contains(&("fifty_moves", 0, Some("e1g1"))));
    let chess960 = "4k3/8/8/8/8/8/8/5KR1 w G - 99 80";
    let report = judge_position(chess960, "", &settings).expect("a position");
    assert!(claims(&report).contains(&("fifty_moves", 0, Some("f1g1"))));
}

#[test]
fn a_line_that_is_no_position_is_an_error_of_its_own() {
    let report = judge_line(
        "8/8/8/8/8/8/8/8 w - -",
        "x",
        (3, 7),
        &JudgeSettings::default(),
    );
    assert_eq!(kinds(&report), ["bad_fen"]);
    assert_eq!((report.index, report.line), (3, 7));
}

#[test]
fn files_of_positions_are_recognised() {
    let file = "# some positions\n\n8/8/4k3/8/2b5/8/4BK2/8 w - - id \"bishops\";\n\
                8/8/8/8/8/8/8/8 w - -\n7k/8/6K1/8/8/8/8/R7 w - - 0 80\n\
                7k/8/6K1/8/8/8/8/R7 w - - 0 80 moves Ra8#\n";
    let out = program(&["-", "--json"], file.as_bytes()).only_out(1);
    let reports = json::lines(&out);
    assert_eq!(reports.len(), 4);
    assert_eq!(reports[0]["verdict"]["kind"], "dead_position");
    assert_eq!(reports[1]["findings"][0]["kind"], "bad_fen");
    assert_eq!(reports[1]["winnable"], serde_json::Value::Null);
    assert_eq!(reports[2]["index"], 3);
    assert_eq!(reports[2]["winnable"]["white"]["answer"], "yes");
    assert_eq!(reports[2]["winnable"]["black"]["answer"], "no");
    assert_eq!(reports[3]["verdict"]["kind"], "checkmate");
}
