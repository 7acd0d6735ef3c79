//! Rules of editions and events that change the course of `compongo match`, between engines that say what a test tells
//! them to.

use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{Program, words};
use serde_json::Value;

/// An engine for `sh`: its arguments are the answers to `go`, one after the other; the last one is repeated. It does not
/// answer `wait`, and with `absent FILE` it is ready once only.
const ENGINE: &str = r#"
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready)
            if [ "$1" = absent ] && [ -e "$2" ]; then continue; fi
            echo readyok
            [ "$1" = absent ] && : > "$2" ;;
        go*) [ "$1" = wait ] || printf '%b\n' "$1"; [ $# -gt 1 ] && shift ;;
        quit) exit ;;
    esac
done
"#;

/// A game between two such engines, as it stands in the ledger, and its PGN; or the exit code and the message.
fn game(arguments: &[&str], white: &[&str], black: &[&str]) -> Result<(Value, String), String> {
    let here = Folder::new();
    here.write("engine.sh", ENGINE);
    let args = |answers: &[&str]| {
        let quoted: Vec<String> = answers.iter().map(|said| format!("'{said}'")).collect();
        format!("args=engine.sh {}", quoted.join(" "))
    };
    let limit = if arguments.contains(&"--tc") {
        ""
    } else {
        "--nodes 1"
    };
    let first = "match --games 1 --concurrency 1 --openings initial";
    let files = "--json games.jsonl --pgn games.pgn --quiet";
    let outcome = Program::with(words(first))
        .args(["--engine", "cmd=sh", "name=white", &args(white)])
        .args(["--engine", "cmd=sh", "name=black", &args(black)])
        .args([&words(files)[..], &words(limit), arguments].concat())
        .folder(&here)
        .run();
    if !here.join("games.jsonl").exists() {
        return Err(format!("{:?} {}", outcome.code, outcome.err));
    }
    // An offer is no reason to doubt the result.
    assert!(!outcome.out.contains("offers a draw"), "{}", outcome.out);
    let ledger = here.read("games.jsonl");
    let record = ledger.lines().nth(1).expect("a game");
    Ok((json::value(record), here.read("games.pgn")))
}

/// Kind, Article and text of the end.
fn end(record: &Value) -> [&str; 3] {
    ["kind", "article", "text"].map(|key| record["end"][key].as_str().unwrap_or_default())
}

#[test]
fn article_9_1_an_offer_is_refused_by_a_move_in_1997_and_by_a_touch_since_2001() {
    let white = [
        "bestmove e2e4",
        "info string laws offer\\nbestmove d2d4",
        "info string laws resign\\nbestmove g1f3",
    ];
    let accept = "info string laws accept\\nbestmove b8c6";
    for (edition, attempt, kind) in [
        ("fide1997", "b8d7", "agreement"),
        ("fide2001", "b8d7", "resignation"),
        ("fide2023", "b8d7", "resignation"),
        // Nothing is touched.
        ("fide2001", "0000", "agreement"),
    ] {
        let attempt = format!("bestmove {attempt}");
        let black = ["bestmove e7e5", &attempt, accept];
        let rules = ["--laws", edition, "--illegal", "laws"];
        let (record, _) = game(&rules, &white, &black).expect("a game");
        assert_eq!(end(&record)[0], kind, "{edition} {attempt}: {record}");
    }
}

#[test]
fn article_9_1_a_an_event_forbids_to_agree_before_a_move() {
    let white = [
        "info string laws offer\\nbestmove e2e4",
        "info string laws offer\\nbestmove d2d4",
        "info string laws resign\\nbestmove g1f3",
    ];
    let black = [
        "info string laws accept\\nbestmove e7e5",
        "info string laws accept\\nbestmove d7d5",
    ];
    let play = |arguments: &[&str]| game(arguments, &white, &black);
    let (free, pgn) = play(&["--laws", "fide2009"]).expect("a game");
    assert_eq!(end(&free)[..2], ["agreement", "5.2.c"]);
    assert_eq!(free["moves"].as_array().map(Vec::len), Some(1));
    assert!(!pgn.contains("LawsNoAgreementBefore"));
    for (edition, article) in [
        ("fide2009", "9.1.a"),
        ("fide2018", "9.1.1"),
        ("fide2023", "9.1.1"),
    ] {
        let (record, pgn) =
            play(&["--laws", edition, "--no-agreement-before", "30"]).expect("a game");
        assert_eq!(end(&record)[0], "resignation");
        let remark = format!("White offers a draw too early (Article {article})");
        assert_eq!(record["remarks"][0]["text"], remark);
        assert!(pgn.contains("[LawsNoAgreementBefore \"30\"]"));
    }
    let refused = play(&["--laws", "fide2001", "--no-agreement-before", "30"]);
    let message = refused.expect_err("no event may do so");
    assert!(
        message.starts_with("Some(2)") && message.contains("under fide2001, no event can forbid"),
        "{message}"
    );
}

#[test]
fn article_a_4_d_of_2009_only_a_player_calls_a_flag_without_supervision() {
    let text = |arguments: &[&str]| {
        let rules = [&["--laws", "fide2009", "--tc", "0.2"][..], arguments].concat();
        let (record, pgn) = game(&rules, &["wait"], &["bestmove e7e5"]).expect("a game");
        let [kind, article, text] = end(&record);
        assert_eq!((kind, article), ("flag_fall", "6.9"));
        (text.to_owned(), pgn)
    };
    let (said, pgn) = text(&[]);
    assert!(said.contains(" s left"), "{said}");
    assert!(!pgn.contains("LawsSupervision"));
    let (said, pgn) = text(&["--supervision", "unsupervised"]);
    assert!(
        said.ends_with(", claimed for Black (Article A.4.d)"),
        "{said}"
    );
    assert!(pgn.contains("[LawsSupervision \"Unsupervised\"]"));
}

#[test]
fn article_b_3_c_of_2009_one_illegal_move_loses_unsupervised_blitz() {
    let white = ["bestmove e2e5", "bestmove e2e4"];
    let black = ["info string laws resign\\nbestmove e7e5"];
    let rules = ["--laws", "fide2009", "--tc", "60", "--illegal", "laws"];
    let (record, _) = game(&rules, &white, &black).expect("a game");
    assert_eq!(end(&record)[0], "resignation");
    let rules = [&rules[..], &["--supervision", "unsupervised"]].concat();
    let (record, _) = game(&rules, &white, &black).expect("a game");
    assert_eq!(end(&record)[..2], ["illegal_move", "B.3.c"]);
}

#[test]
fn article_6_7_1_an_engine_that_is_not_ready_loses_by_default() {
    for (edition, article) in [
        ("fide1997", "6.6"),
        ("fide2001", "6.7"),
        ("fide2009", "6.6.a"),
        ("fide2023", "6.7.1"),
    ] {
        let rules = ["--laws", edition, "--default-time", "0.5"];
        let (record, _) = game(&rules, &["bestmove e2e4"], &["absent", "black"]).expect("a game");
        assert_eq!(end(&record)[..2], ["not_ready", article]);
        assert_eq!(record["score"], "1-0");
    }
    let rules = ["--default-time", "0.5"];
    let (record, _) = game(&rules, &["absent", "white"], &["absent", "black"]).expect("a game");
    assert_eq!(record["score"], "0-0");
}
