//! Records as PGN: what it says, and what the judge says to it.

use crate::match_runner::ledger::sample::{agreed, game, numbered, settings};
use crate::match_runner::sample::clock;
use crate::support::table::rows;
use compongo::board::Board;
use compongo::board::fen::STARTPOS;
use compongo::judge::{self, FileEntries, FileEntry, JudgeReport, Severity, judge_game};
use compongo::laws::edition::Mode;
use compongo::laws::outcome::Points;
use compongo::match_runner::pgn::{RecordError, pgn};
use compongo::match_runner::record::{GameRecord, GameRemark, SearchInfo, TerminationKind};
use compongo::match_runner::settings::{EngineLimits, MatchSettings};

#[track_caller]
fn sheet(settings: &MatchSettings, record: &GameRecord) -> String {
    pgn(settings, record).expect("a game of the match")
}

fn judged(text: &str) -> JudgeReport {
    let entries = FileEntries::new(text.as_bytes()).expect("memory can be read");
    let mut entries: Vec<FileEntry> = entries
        .map(|entry| entry.expect("memory can be read"))
        .collect();
    match (entries.pop(), entries.pop()) {
        (Some(FileEntry::Game(raw)), None) => {
            judge_game(&raw, "test", &judge::JudgeSettings::default())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_whole_sheet() {
    let mut record = numbered(3);
    record.book = vec!["f2f3".to_owned(), "e7e5".to_owned()];
    record.moves.drain(..2);
    record.moves[0].info = SearchInfo {
        mate: Some(-1),
        depth: Some(9),
        ..SearchInfo::default()
    };
    record.moves[1].used_us = 3_723_004_999;
    record.moves[1].clock_ms = Some(3_600_005);
    record.moves[1].info = SearchInfo::default();
    record.end.text = "White is mated".to_owned();
    record.end.article = Some("5.1.1".to_owned());
    let expected = r#"[Event "Test \"one\""]
[Site "Łódź"]
[Date "2026.01.01"]
[Round "2"]
[White "New"]
[Black "Old"]
[Result "0-1"]
[GameDuration "00:01:01"]
[GameEndTime "2026-01-01T00:01:03 +0000"]
[GameNumber "3"]
[GameStartTime "2026-01-01T00:00:02 +0000"]
[LawsEdition "Fide2023"]
[LawsMode "Blitz"]
[PlyCount "4"]
[Termination "normal"]
[TerminationDetails "White is mated (Article 5.1.1)"]
[TimeControl "8+0.08"]

1. f3 {book} 1... e5 {book, Old: did something (odd) for the 3th time} 2. g4
{-M1/9 0.049s [%clk 0:00:08.060] [%emt 0:00:00.049]} 2... Qh4#
{3723.004s, White is mated (Article
5.1.1) [%clk 1:00:00.005] [%emt 1:02:03.004]} 0-1

"#;
    assert_eq!(sheet(&settings(), &record), expected);
}

#[test]
fn scores_are_the_movers() {
    let score = |info: SearchInfo| {
        let mut record = agreed(STARTPOS, "e2e4 e7e5");
        record.moves[1].info = info;
        let text = sheet(&settings(), &record);
        let (_, comment) = text.split_once("... e5").expect("a move");
        let (_, comment) = comment.split_once('{').expect("a comment");
        comment
            .split_whitespace()
            .next()
            .expect("a word")
            .to_owned()
    };
    let cp = |cp| SearchInfo {
        cp: Some(cp),
        depth: Some(1),
        ..SearchInfo::default()
    };
    for (centipawns, text) in [
        (0, "0.00/1"),
        (7, "+0.07/1"),
        (-7, "-0.07/1"),
        (-130, "-1.30/1"),
        (i32::MIN, "-21474836.48/1"),
    ] {
        assert_eq!(score(cp(centipawns)), text);
    }
    for (mate, text) in [(12, "+M12"), (-3, "-M3"), (0, "-M0")] {
        let info = SearchInfo {
            mate: Some(mate),
            ..SearchInfo::default()
        };
        assert_eq!(score(info), text);
    }
    assert_eq!(score(SearchInfo::default()), "0.049s,");
}

/// Every way to end a game, with what the judge makes of its sheet: the kind of the verdict and the notes.
#[test]
fn the_judge_agrees_with_every_end() {
    let table = "
        checkmate          | start                            | f2f3 e7e5 g2g4 d8h4     | 0-1     | checkmate          |
        stalemate          | 7k/8/6K1/8/8/8/5Q2/8 w - - 0 1   | f2f7                    | 1/2-1/2 | stalemate          |
        dead_position      | 4k3/8/8/8/8/8/3p4/4K3 w - - 0 1  | e1d2                    | 1/2-1/2 | dead_position      |
        fivefold           | start                            | 4 x g1f3 g8f6 f3g1 f6g8 | 1/2-1/2 | fivefold           | claim_missed claim_missed
        seventy_five_moves | 7k/8/8/8/8/8/R7/K7 w - - 149 120 | a2a3                    | 1/2-1/2 | seventy_five_moves | claim_missed
        threefold          | start                            | 2 x g1f3 g8f6 f3g1 f6g8 | 1/2-1/2 | none               | claim_explains_draw
        fifty_moves        | 7k/8/8/8/8/8/R7/K7 w - - 99 90   | a2a3                    | 1/2-1/2 | none               | claim_explains_draw
        flag_fall          | start                            | e2e4                    | 1-0     | flag_fall          |
        flag_fall          | 7k/8/8/8/8/8/R7/K7 w - - 0 1     | a2a3                    | 1-0     | flag_fall          |
        flag_fall          | 7k/8/8/8/8/8/R7/K7 w - - 0 1     | a2a3 h8h7               | 1/2-1/2 | flag_fall          |
        illegal_move       | start                            | e2e4                    | 1-0     | none               | human_judgement
        illegal_move       | 7k/8/8/8/8/8/R7/K7 w - - 0 1     | a2a3 h8h7               | 1/2-1/2 | illegal_move       |
        resignation        | start                            | e2e4                    | 1-0     | resignation        |
        agreement          | start                            | e2e4 e7e5               | 1/2-1/2 | agreement          |
        crash              | start                            | e2e4                    | 1-0     | none               | human_judgement
        stall              | start                            | e2e4 e7e5               | 0-1     | none               | human_judgement
        not_ready          | start                            |                         | 1-0     | none               | human_judgement
        not_ready          | start                            |                         | 0-0     | none               | human_judgement
        adjudication       | start                            | e2e4                    | 1-0     | none               | human_judgement
        adjudication       | start                            | e2e4                    | 1/2-1/2 | none               | human_judgement
    ";
    for [kind, fen, moves, score, verdict, notes] in rows(table) {
        let fen = if fen == "start" { STARTPOS } else { fen };
        let moves = match moves.split_once(" x ") {
            Some((times, moves)) => format!("{moves} ").repeat(times.parse().expect("a number")),
            None => moves.to_owned(),
        };
        let kind: TerminationKind = serde_json::from_value(kind.into()).expect("a kind");
        let score: Points = score.parse().expect("a score");
        let text = sheet(&settings(), &game(fen, &moves, score, kind));
        let report = judged(&text);
        let graver = report
            .findings
            .iter()
            .filter(|finding| finding.severity != Severity::Note);
        assert_eq!(graver.count(), 0, "{text}{report:#?}");
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|finding| finding.kind.as_str())
            .collect();
        assert_eq!(found.join(" "), notes, "{kind:?}");
        let found = report
            .verdict
            .map_or("none", |verdict| verdict.kind.as_str());
        assert_eq!(found, verdict, "{kind:?}");
    }
}

#[test]
fn scores_that_are_no_result_have_tags_of_their_own() {
    let record = game(STARTPOS, "", Points::BOTH_LOSE, TerminationKind::NotReady);
    let text = sheet(&settings(), &record);
    for tag in ["[Result \"*\"]", "[WhiteScore \"0\"]", "[BlackScore \"0\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    assert!(text.ends_with("{It is over} *\n\n"), "{text}");
}

/// The tags about clocks and limits of a game under these limits.
fn limit_tags(white: &EngineLimits, black: &EngineLimits) -> Vec<String> {
    let mut settings = settings();
    settings.engines[0].limits = white.clone();
    settings.engines[1].limits = black.clone();
    let mut record = agreed(STARTPOS, "e2e4 e7e5");
    record.moves.iter_mut().for_each(|mv| mv.clock_ms = None);
    let text = sheet(&settings, &record);
    assert!(judged(&text).findings.is_empty(), "{text}");
    let tags = text.lines().take_while(|line| line.starts_with('['));
    let tags = tags.filter(|tag| tag.contains("TimeControl") || tag.contains("Limits"));
    tags.map(|tag| tag.trim_matches(['[', ']']).to_owned())
        .collect()
}

#[test]
fn limits_are_told_in_tags() {
    let long = clock("40/5400+30:1800+30");
    assert_eq!(
        limit_tags(&long, &long),
        ["TimeControl \"40/5400+30:1800+30\""]
    );
    let delay = clock("2700d5");
    assert_eq!(limit_tags(&delay, &delay), ["TimeControl \"2700d5\""]);
    let bronstein = clock("2700b5");
    assert_eq!(
        limit_tags(&bronstein, &bronstein),
        ["TimeControl \"2700b5\""]
    );
    assert_eq!(
        limit_tags(&clock("8+0.08"), &clock("16+0.16")),
        [
            "BlackTimeControl \"16+0.16\"",
            "WhiteTimeControl \"8+0.08\""
        ]
    );
    let nodes = EngineLimits {
        nodes: Some(25_000),
        ..EngineLimits::default()
    };
    assert_eq!(
        limit_tags(&nodes, &nodes),
        ["Limits \"25000 nodes\"", "TimeControl \"-\""]
    );
    let time = EngineLimits {
        st_ms: Some(100),
        margin_ms: 20,
        ..EngineLimits::default()
    };
    assert_eq!(
        limit_tags(&time, &clock("8")),
        [
            "BlackLimits \"8\"",
            "BlackTimeControl \"8\"",
            "WhiteLimits \"0.1/move, margin 20 ms\"",
            "WhiteTimeControl \"-\""
        ]
    );
}

#[test]
fn a_mode_that_is_asked_for_is_told() {
    let mut settings = settings();
    settings.mode = Some(Mode::Standard);
    let text = sheet(&settings, &numbered(1));
    assert!(text.contains("[LawsMode \"Standard\"]"), "{text}");
}

#[test]
fn chess960_castles_with_its_rook() {
    let mut settings = settings();
    settings.chess960 = true;
    // An array that looks like the ordinary one, and one that does not.
    let moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1";
    let ordinary = agreed(STARTPOS, moves);
    let other = agreed("1r2kr2/8/8/8/8/8/8/R1R1K2R b CHf - 0 9", "e8f8");
    for (record, san) in [(ordinary, "4. O-O {"), (other, "9... O-O {")] {
        let text = sheet(&settings, &record);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(san), "{text}");
        assert!(text.contains("[Variant \"Chess960\"]"), "{text}");
        assert!(judged(&text).findings.is_empty(), "{text}");
    }
}

#[test]
fn a_long_proof_is_left_to_the_ledger() {
    let mut record = agreed(STARTPOS, "e2e4 e7e5");
    for (proof, told) in [
        (
            "line g1f3 g8f6, then table".to_owned(),
            "line g1f3 g8f6, then table",
        ),
        (
            format!("line{}, then table", " g1f3 g8f6".repeat(30)),
            "line of 60 half-moves, then table",
        ),
    ] {
        record.end.proof = Some(proof);
        let text = sheet(&settings(), &record);
        assert!(text.contains(&format!("; proof: {told}\"]\n")), "{text}");
        assert!(text.lines().all(|line| line.len() <= 255), "{text}");
    }
}

#[test]
fn what_engines_print_does_no_harm() {
    let mut settings = settings();
    settings.engines[0].name = "New \"} [%clk 9:00:00]\u{1b}[31m".to_owned();
    let mut record = agreed(STARTPOS, "e2e4 e7e5");
    record.end.text = "} 1-0\n\n[Event \"x\"] [%clk 8:00:00]".to_owned();
    record.end.proof = Some("\"\\".to_owned());
    for (ply, engine) in [(0, Some(0)), (1, Some(99)), (usize::MAX, None)] {
        record.remarks.push(GameRemark {
            ply,
            engine,
            text: "says { [%clk 7:00:00] } \u{0} $1 (".to_owned(),
        });
    }
    let text = sheet(&settings, &record);
    let report = judged(&text);
    assert!(report.findings.is_empty(), "{text}{report:#?}");
    assert_eq!(report.plies, 2);
}

#[test]
fn records_that_are_none_are_errors() {
    let settings = settings();
    let good = numbered(1);
    let error = |change: &dyn Fn(&mut GameRecord)| {
        let mut record = good.clone();
        change(&mut record);
        pgn(&settings, &record).expect_err("no game of the match")
    };
    let engines = RecordError::Engines {
        white: 2,
        black: 1,
        count: 2,
    };
    assert_eq!(error(&|record| record.white = 2), engines);
    assert!(matches!(
        error(&|record| record.black = 0),
        RecordError::Engines { .. }
    ));
    assert!(matches!(
        error(&|record| record.fen.clear()),
        RecordError::Fen { .. }
    ));
    assert!(matches!(
        error(&|record| record.moves[2].mv = "e2e5".to_owned()),
        RecordError::Move { ply: 3, .. }
    ));
    assert!(matches!(
        error(&|record| record.book.push("é".to_owned())),
        RecordError::Move { ply: 1, .. }
    ));
    assert_eq!(
        error(&|record| record.moves[0].mv = "e2e5".to_owned()).to_string(),
        "half-move 1: 'e2e5' is illegal"
    );
    assert_eq!(STARTPOS.parse(), Ok(Board::start()));
}
