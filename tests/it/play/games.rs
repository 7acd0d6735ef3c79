//! Whole games at the table.

use super::{act, default_settings, new_table, play, state, table, two_people, unattended, until};
use crate::support::book::book;
use crate::support::folder::Folder;
use crate::support::process::wait_for;
use compongo::board::fen::STARTPOS;
use compongo::judge::{JudgeSettings, judge_game};
use compongo::laws::outcome::OutcomeKind;
use compongo::notation::pgn::RawGame;
use compongo::play::{PlayEvent, PlayTable, PlayWatcher};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn outcome(state: &Value) -> (&str, Vec<&str>) {
    let articles = state["outcome"]["articles"].as_array();
    let articles = articles.into_iter().flatten().filter_map(Value::as_str);
    (
        state["outcome"]["score"].as_str().unwrap_or("*"),
        articles.collect(),
    )
}

#[test]
fn a_mate_ends_the_game_and_is_in_the_pgn() {
    let (_folder, table) = new_table();
    assert_eq!(state(&table)["phase"], "setup");
    two_people(&table, &json!({"names": {"white": "Ann", "black": "Bob"}}));
    play(&table, "f3 e5 g4 Qh4");
    let over = state(&table);
    assert_eq!(over["phase"], "over");
    assert_eq!(outcome(&over), ("0-1", vec!["5.1.1"]));
    assert_eq!(over["san"], "f3 e5 g4 Qh4#");
    let pgn = table.pgn().expect("a game");
    assert!(
        pgn.contains("[White \"Ann\"]") && pgn.contains("Qh4# 0-1"),
        "{pgn}"
    );
    assert!(act(&table, json!({"act": "move", "move": "a3"})).is_err());
    // Play on from an earlier position.
    act(&table, json!({"act": "continue", "ply": 2})).expect("a position");
    let going = state(&table);
    assert_eq!(going["san"], "f3 e5");
    assert_eq!(going["phase"], "playing");
}

#[test]
fn a_claim_with_an_intended_move_and_a_wrong_one() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({}));
    play(&table, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let claim = json!({"act": "claim", "kind": "threefold", "move": "Ng8"});
    act(&table, claim).expect("a ruling");
    assert_eq!(outcome(&state(&table)), ("1/2-1/2", vec!["9.2.1", "9.5.2"]));
    let pgn = RawGame::new(table.pgn().expect("a game"));
    let details = "\"Threefold repetition, claimed by Black with Ng8 (Articles 9.2.1, 9.5.2)\"";
    assert!(pgn.text.contains(details), "{}", pgn.text);
    let report = judge_game(&pgn, "game", &JudgeSettings::default());
    assert_eq!(
        report.verdict.map(|verdict| verdict.kind),
        Some(OutcomeKind::Threefold),
        "{}",
        pgn.text
    );
    for (laws, black_ms, white_ms) in [
        ("fide1997", 5_580_000, 5_220_000),
        ("fide2023", 5_520_000, 5_400_000),
    ] {
        two_people(&table, &json!({"control": "90m", "laws": laws}));
        play(&table, "e4 e5");
        let claim = json!({"act": "claim", "kind": "threefold", "move": "Nc3"});
        let answer = act(&table, claim).expect("a ruling");
        assert!(answer["ruling"]["score"].is_null());
        let now = state(&table);
        assert_eq!(now["must"]["moves"], json!(["Nc3"]), "{laws}");
        assert_eq!(now["legal"], json!(["b1c3"]));
        assert_eq!(
            now["offer"],
            if laws == "fide1997" {
                Value::Null
            } else {
                json!("white")
            }
        );
        for (side, expected) in [("black", black_ms), ("white", white_ms)] {
            let ms = now["clocks"][side]["ms"].as_u64().expect("a time");
            assert!(
                ms <= expected && ms + 60_000 > expected,
                "{laws} {side}: {ms}"
            );
        }
        assert!(act(&table, json!({"act": "move", "move": "d4"})).is_err());
        play(&table, "Nc3");
    }
}

#[test]
fn a_wrong_claim_leaves_the_opponents_offer_open_and_offers_too() {
    let (_folder, table) = new_table();
    let begin = || {
        two_people(&table, &json!({}));
        play(&table, "e4");
        act(&table, json!({"act": "move", "move": "e5", "offer": true})).expect("a move");
        act(&table, json!({"act": "claim", "kind": "threefold"})).expect("a ruling");
        assert_eq!(state(&table)["offer"], "black");
    };
    begin();
    act(&table, json!({"act": "accept", "by": "white"})).expect("Black's offer");
    let pgn = table.pgn().expect("a game");
    assert!(
        pgn.contains("Black offered a draw, White accepted"),
        "{pgn}"
    );
    begin();
    play(&table, "Nf3");
    assert_eq!(state(&table)["offer"], "white");
    act(&table, json!({"act": "accept", "by": "black"})).expect("White's offer");
    let pgn = table.pgn().expect("a game");
    assert!(
        pgn.contains("White offered a draw, Black accepted"),
        "{pgn}"
    );
    begin();
    play(&table, "Nf3 Nf6");
    assert_eq!(state(&table)["offer"], Value::Null);
}

#[test]
fn both_offers_are_kept_with_the_game() {
    let folder = Folder::new();
    let file = folder.join("game.json");
    let first = table(&file);
    two_people(&first, &json!({}));
    play(&first, "e4");
    act(&first, json!({"act": "move", "move": "e5", "offer": true})).expect("a move");
    act(&first, json!({"act": "claim", "kind": "threefold"})).expect("a ruling");
    drop(first);
    let second = unattended(&file);
    second.reopen().expect("the file is a game");
    assert_eq!(state(&second)["offer"], "black");
    play(&second, "Nf3");
    assert_eq!(state(&second)["offer"], "white");
}

#[test]
fn a_claim_after_a_piece_was_touched_is_lost_and_the_piece_must_be_moved() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"touch_move": true}));
    play(&table, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    act(&table, json!({"act": "touch", "square": "b1"})).expect("a piece");
    let answer = act(&table, json!({"act": "claim", "kind": "threefold"})).expect("a ruling");
    assert_eq!(answer["ruling"]["articles"][0], "9.4");
    let now = state(&table);
    assert_eq!(now["must"]["moves"], json!(["Na3", "Nc3"]));
    assert_eq!(now["must"]["reason"], "A piece was touched.");
}

#[test]
fn a_flag_draws_where_the_opponent_cannot_mate() {
    let (_folder, table) = new_table();
    let knight = "8/8/1q6/4k3/8/8/4K1N1/8 b - - 12 71";
    for (fen, laws, score) in [
        (knight, "fide2023", "1/2-1/2"),
        ("8/8/1q6/4k3/8/8/4K1R1/8 b - - 12 71", "fide2023", "1-0"),
    ] {
        two_people(&table, &json!({"fen": fen, "control": "0.3", "laws": laws}));
        until(&table, |now| now["phase"] == "over");
        assert_eq!(outcome(&state(&table)).0, score);
        assert_eq!(state(&table)["outcome"]["articles"][0], "6.9");
    }
    // In rapid of 1997 only a player calls a flag.
    two_people(
        &table,
        &json!({"fen": knight, "control": "0.3", "mode": "rapid", "laws": "fide1997"}),
    );
    until(&table, |now| !now["flagged"].is_null());
    assert_eq!(state(&table)["phase"], "playing");
    act(&table, json!({"act": "flag"})).expect("a ruling");
    assert_eq!(outcome(&state(&table)).0, "1/2-1/2");
}

#[test]
fn a_capture_may_leave_a_dead_position() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"fen": "8/8/4k3/8/8/3pK3/8/8 w - - 0 60"}));
    play(&table, "Kxd3");
    let over = state(&table);
    assert_eq!(outcome(&over), ("1/2-1/2", vec!["5.2.2"]));
    assert!(
        over["outcome"]["why"]
            .as_str()
            .expect("a proof")
            .contains("White cannot mate (insufficient material); Black cannot mate")
    );
}

#[test]
fn a_resignation_that_draws_says_why_in_words() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"fen": "8/8/8/8/8/2K5/1p6/kB6 b - - 0 60"}));
    act(&table, json!({"act": "resign", "by": "black"})).expect("a game");
    let over = state(&table);
    assert_eq!(outcome(&over), ("1/2-1/2", vec!["5.1.2"]));
    assert_eq!(
        over["outcome"]["why"],
        "Every series of legal moves ends within 1 half-move."
    );
}

#[test]
fn offers_resignation_and_touched_pieces() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"touch_move": true}));
    act(&table, json!({"act": "touch", "square": "b1"})).expect("a piece");
    let refusal = act(&table, json!({"act": "move", "move": "e4"})).expect_err("touch-move");
    assert_eq!(refusal, "the touched piece must be moved: Na3, Nc3");
    act(&table, json!({"act": "move", "move": "Nc3", "offer": true})).expect("legal");
    assert_eq!(state(&table)["offer"], "white");
    // 18 and 23 5.2.3: both players must have moved.
    assert!(act(&table, json!({"act": "accept"})).is_err());
    act(&table, json!({"act": "touch", "square": "e7"})).expect("a piece");
    assert_eq!(state(&table)["offer"], Value::Null);
    play(&table, "e5");
    // After "I adjust" a touch does not bind.
    act(&table, json!({"act": "adjust"})).expect("white moves");
    act(&table, json!({"act": "touch", "square": "a1"})).expect("a piece");
    play(&table, "d4");
    act(&table, json!({"act": "resign", "by": "white"})).expect("a game");
    assert_eq!(outcome(&state(&table)), ("0-1", vec!["5.1.2"]));
}

#[test]
fn only_an_offer_can_be_declined() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({}));
    let decline = json!({"act": "refuse"});
    let refusal = act(&table, decline.clone()).expect_err("no offer");
    assert_eq!(refusal, "there is no offer to decline");
    act(&table, json!({"act": "move", "move": "e4", "offer": true})).expect("legal");
    assert_eq!(state(&table)["can"]["accept"], true);
    act(&table, decline).expect("an offer");
    assert_eq!(state(&table)["offer"], Value::Null);
}

#[test]
fn what_is_left_out_of_the_start_position_is_in_the_log() {
    let (_folder, table) = new_table();
    two_people(
        &table,
        &json!({"fen": "r3k2r/8/8/8/8/8/8/4K2R w KQkq e3 0 1"}),
    );
    let now = state(&table);
    let texts = [0_usize, 1].map(|entry| now["log"][entry]["text"].as_str().expect("an entry"));
    let expected = [
        "Castling right 'Q' dropped: king and rook are not in place.",
        "En passant square e3 dropped: no pawn has just passed it.",
    ];
    assert_eq!(texts, expected);
    two_people(&table, &json!({"fen": "startpos"}));
    let now = state(&table);
    assert_eq!((&now["start"], &now["log"]), (&json!(STARTPOS), &json!([])));
}

#[test]
fn a_touched_piece_of_the_opponent_must_be_captured() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"touch_move": true}));
    play(&table, "e4 d5");
    act(&table, json!({"act": "touch", "square": "d5"})).expect("a piece");
    let refusal = act(&table, json!({"act": "move", "move": "d4"})).expect_err("touch-move");
    assert_eq!(refusal, "the touched piece must be captured: exd5");
}

#[test]
fn two_people_ask_the_arbiter() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"control": "90m"}));
    play(&table, "e4 e5");
    let asked = json!({"act": "ask", "question": "illegal", "move": "Ke3", "apply": true});
    let answer = act(&table, asked.clone()).expect("a ruling");
    assert_eq!(answer["ruling"]["articles"][0], "7.5.1");
    let now = state(&table);
    assert_eq!(now["legal"], json!(["e1e2"]));
    assert!(now["clocks"]["black"]["ms"].as_u64() > Some(5_500_000));
    // The second one loses.
    act(&table, asked).expect("a ruling");
    assert_eq!(outcome(&state(&table)).0, "0-1");
    two_people(&table, &json!({}));
    let asked = json!({"act": "ask", "question": "touch", "squares": "g1 e2", "apply": true});
    act(&table, asked).expect("a ruling");
    assert_eq!(state(&table)["must"]["moves"], json!(["Nf3", "Nh3"]));
    for nonsense in [
        json!({"act": "ask", "question": "illegal", "move": "hello", "apply": true}),
        json!({"act": "ask", "question": "touch", "squares": "", "apply": true}),
        json!({"act": "ask", "question": "touch", "squares": "g1 e9", "apply": true}),
        json!({"act": "ask", "question": "flag", "player": "red", "apply": true}),
    ] {
        act(&table, nonsense.clone()).expect_err(&nonsense.to_string());
    }
}

#[test]
fn a_move_taken_back_leaves_the_illegal_one_before_it_on_the_record() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"control": "90m"}));
    play(&table, "e4 e5");
    let asked = json!({"act": "ask", "question": "illegal", "move": "Ke3", "apply": true});
    act(&table, asked.clone()).expect("a ruling");
    play(&table, "Ke2");
    act(&table, json!({"act": "takeback"})).expect("a casual game");
    assert!(state(&table)["clocks"]["black"]["ms"].as_u64() > Some(5_500_000));
    act(&table, asked).expect("a ruling");
    assert_eq!(outcome(&state(&table)).0, "0-1");
}

#[test]
fn a_sealed_move_is_made_at_the_resumption() {
    let folder = Folder::new();
    let file = folder.join("game.json");
    let table = table(&file);
    two_people(&table, &json!({"control": "40/90m:30m"}));
    play(&table, "e4 e5");
    // An empty envelope would lose, and is a slip of the keyboard.
    act(&table, json!({"act": "adjourn", "sealed": " "})).expect_err("no move");
    act(&table, json!({"act": "adjourn", "sealed": "Nf3"})).expect("standard play");
    let adjourned = state(&table);
    assert_eq!(adjourned["phase"], "adjourned");
    assert_eq!(adjourned["clocks"]["running"], Value::Null);
    let log = adjourned["log"].to_string();
    assert!(
        log.contains("the numbers of this edition are not known"),
        "{log}"
    );
    let saved = std::fs::read_to_string(&file).expect("the game is saved");
    assert!(!saved.contains("Nf3"), "the file reveals the sealed move");
    drop(table);
    let table = super::table(&file);
    table.reopen().expect("the file is a game");
    act(&table, json!({"act": "resume"})).expect("the envelope is there");
    assert_eq!(state(&table)["san"], "e4 e5 Nf3");
    // An envelope with an illegal move loses.
    act(&table, json!({"act": "adjourn", "sealed": "Ke4"})).expect("anything is sealed");
    act(&table, json!({"act": "resume"})).expect("the envelope is there");
    assert_eq!(outcome(&state(&table)), ("1-0", vec!["Guideline 8.c"]));
    let pgn = table.pgn().expect("a game");
    assert!(pgn.contains("[Termination \"rules infraction\"]"), "{pgn}");
}

#[test]
fn a_game_with_time_added_by_a_penalty_is_resumed() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"control": "90m"}));
    act(&table, json!({"act": "claim", "kind": "threefold"})).expect("a ruling");
    let black = |state: &Value| state["clocks"]["black"]["ms"].as_u64();
    assert_eq!(black(&state(&table)), Some(92 * 60_000));
    act(&table, json!({"act": "adjourn", "sealed": "e4"})).expect("standard play");
    act(&table, json!({"act": "resume"})).expect("the envelope is there");
    let resumed = state(&table);
    assert_eq!(resumed["san"], "e4");
    assert!(black(&resumed) > Some(91 * 60_000), "{resumed}");
}

#[test]
fn chess960_castles_king_takes_rook() {
    let (_folder, table) = new_table();
    two_people(
        &table,
        &json!({"fen": "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"}),
    );
    let now = state(&table);
    assert_eq!(now["chess960"], true);
    assert!(
        now["legal"]
            .as_array()
            .expect("moves")
            .contains(&json!("e1g1"))
    );
    play(&table, "O-O");
    assert_eq!(state(&table)["fen"], "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
}

#[test]
fn the_engine_answers_and_moves_are_taken_back() {
    let folder = Folder::new();
    let file = folder.join("game.json");
    let table = table(&file);
    let mut new = default_settings();
    new["act"] = json!("new");
    new["control"] = json!("3m+2s");
    new["elo"] = json!(600);
    act(&table, new).expect("the default settings");
    play(&table, "e4");
    until(&table, |now| now["side"] == "white");
    assert_eq!(state(&table)["players"]["black"]["name"], "Compongo 600");
    // The file continues the game, with its clocks.
    let here = state(&table);
    drop(table);
    let other = unattended(&file);
    other.reopen().expect("the file is a game");
    let there = state(&other);
    assert_eq!(here["moves"], there["moves"]);
    assert_eq!(there["clocks"]["running"], Value::Null);
    for side in ["white", "black"] {
        let ms = |state: &Value| state["clocks"][side]["ms"].as_i64().expect("a time");
        assert!((ms(&here) - ms(&there)).abs() < 1_500, "{side}");
    }
    let table = other;
    act(&table, json!({"act": "takeback"})).expect("a casual game");
    assert_eq!(state(&table)["san"], "");
    for (control, why) in [
        ("soon", "is not a time control"),
        ("0+5", "no time for the first move"),
    ] {
        let refused = act(&table, json!({"act": "new", "control": control}));
        assert!(refused.expect_err(control).contains(why), "{control}");
    }
    assert_eq!(state(&table)["phase"], "playing");
}

#[test]
fn a_hint_may_be_asked_for_before_the_last_one_is_found() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({}));
    act(&table, json!({"act": "hint"})).expect("a casual game");
    play(&table, "e4");
    act(&table, json!({"act": "hint"})).expect("a casual game");
    until(&table, |now| !now["hint"].is_null());
}

/// Counts the reports of an analysis.
struct ReportCounter(Arc<AtomicUsize>);

impl PlayWatcher for ReportCounter {
    fn tell(&self, event: &PlayEvent) -> bool {
        let is_report = event.name == "analysis";
        self.0.fetch_add(usize::from(is_report), Ordering::SeqCst);
        true
    }

    fn is_gone(&self) -> bool {
        false
    }
}

#[test]
fn an_analysis_goes_on_after_a_hint_unless_it_was_ended() {
    let folder = Folder::new();
    let table = unattended(&folder.join("game.json"));
    let reports = Arc::new(AtomicUsize::new(0));
    assert!(table.watch(Box::new(ReportCounter(Arc::clone(&reports)))));
    two_people(&table, &json!({}));
    let analyse = |on: bool, ply: usize| {
        let analyse = json!({"act": "analyse", "on": on, "ply": ply});
        act(&table, analyse).expect("a casual game");
    };
    analyse(true, 0);
    act(&table, json!({"act": "hint"})).expect("a casual game");
    analyse(false, 0);
    let before = reports.load(Ordering::SeqCst);
    until(&table, |now| !now["hint"].is_null());
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(reports.load(Ordering::SeqCst), before);
    play(&table, "e4");
    analyse(true, 1);
    act(&table, json!({"act": "hint"})).expect("a casual game");
    let before = reports.load(Ordering::SeqCst);
    until(&table, |now| !now["hint"].is_null());
    wait_for("a report", || reports.load(Ordering::SeqCst) > before);
}

#[test]
fn the_engine_plays_from_a_book() {
    let folder = Folder::new();
    let entries = [
        (STARTPOS, "e2e4", "a7a5", 1),
        (STARTPOS, "e2e4 a7a5 d2d4", "h7h5", 1),
    ];
    let path = folder.write("book.bin", book(&entries));
    let table = table(&folder.join("game.json"));
    let refusal = table.use_book("missing");
    assert!(
        refusal
            .expect_err("no book")
            .to_string()
            .contains("missing")
    );
    table.use_book(&path).expect("a book");
    let mut new = default_settings();
    new["act"] = json!("new");
    new["elo"] = json!(600);
    act(&table, new).expect("the default settings");
    for (mv, san) in [("e4", "e4 a5"), ("d4", "e4 a5 d4 h5")] {
        play(&table, mv);
        until(&table, |now| now["side"] == "white");
        assert_eq!(state(&table)["san"], san);
    }
}

#[test]
fn what_is_no_game_is_not_resumed() {
    let folder = Folder::new();
    let file = folder.join("game.json");
    let table = table(&file);
    assert!(table.reopen().is_err());
    two_people(&table, &json!({}));
    play(&table, "e4 e5");
    drop(table);
    let whole = std::fs::read_to_string(&file).expect("a file");
    for wrong in [
        String::new(),
        "{}".to_owned(),
        whole.replace("e2e4", "e2e5"),
        whole.replace("compongo play 1", "compongo play 9"),
        whole.replace("\"mains_ms\": [", "\"mains_ms\": [[1,1],"),
        whole.replace(
            "\"illegal\": []",
            r#""illegal": [{"by": "white", "ply": 3, "attempt": "e1e3"}]"#,
        ),
        whole[..whole.len() / 2].to_owned(),
    ] {
        std::fs::write(&file, &wrong).expect("a file");
        let table = unattended(&file);
        assert!(table.reopen().is_err(), "{wrong}");
        assert_eq!(state(&table)["phase"], "setup");
    }
}

#[test]
fn a_file_has_one_table_and_a_kept_game_is_not_overwritten() {
    let folder = Folder::new();
    let file = folder.join("game.json");
    let first = table(&file);
    let Err(refusal) = PlayTable::new(&file, 1) else {
        panic!("two tables on one file");
    };
    assert!(refusal.to_string().contains("game.json"), "{refusal}");
    two_people(&first, &json!({}));
    play(&first, "e4 e5 Nf3");
    drop(first);
    let kept = table(&file);
    assert!(kept.keeps_game());
    assert_eq!(state(&kept)["kept"], true);
    two_people(&kept, &json!({}));
    play(&kept, "d4");
    assert!(!kept.keeps_game());
    let log = state(&kept)["log"].to_string();
    assert!(log.contains("game-2.json"), "{log}");
    drop(kept);
    let moved = table(&folder.join("game-2.json"));
    act(&moved, json!({"act": "reopen"})).expect("the first game");
    assert_eq!(state(&moved)["san"], "e4 e5 Nf3");
}

#[test]
fn a_new_game_keeps_the_one_in_progress() {
    let folder = Folder::new();
    let first = table(&folder.join("game.json"));
    let standard = json!({"control": "90m"});
    // A game without moves is not worth a file.
    two_people(&first, &standard);
    two_people(&first, &standard);
    act(&first, json!({"act": "adjourn", "sealed": "d4"})).expect("standard play");
    two_people(&first, &standard);
    play(&first, "e4 e5");
    two_people(&first, &standard);
    play(&first, "f3 e5 g4 Qh4");
    two_people(&first, &standard);
    assert_eq!(state(&first)["san"], "");
    // A game that is over is kept even without moves.
    act(&first, json!({"act": "resign", "by": "white"})).expect("a game");
    two_people(&first, &standard);
    drop(first);
    let games = folder.files();
    assert!(!games.contains(&"game-4.json".to_owned()), "{games:?}");
    let finished = folder.read("games.pgn");
    assert!(finished.contains(" 2... Qh4# "), "{finished}");
    assert_eq!(finished.matches("[Event ").count(), 2, "{finished}");
    assert!(finished.contains("White resigned"), "{finished}");
    for (file, san) in [("game-2.json", "d4"), ("game-3.json", "e4 e5")] {
        let kept = table(&folder.join(file));
        act(&kept, json!({"act": "reopen"})).expect("a game");
        let log = state(&kept)["log"].to_string();
        assert_eq!(
            log.contains("game-2.envelope.json"),
            file == "game-2.json",
            "{log}"
        );
        let resumed = act(&kept, json!({"act": "resume"}));
        assert_eq!(resumed.is_ok(), file == "game-2.json");
        assert_eq!(state(&kept)["san"], san);
    }
}

#[test]
fn a_ruling_on_a_flag_is_carried_out_only_if_it_is_down() {
    let (_folder, table) = new_table();
    two_people(
        &table,
        &json!({"control": "0.5", "mode": "rapid", "laws": "fide1997"}),
    );
    let ask = |apply: bool| {
        let asked = json!({"act": "ask", "question": "flag", "player": "white", "apply": apply});
        act(&table, asked)
    };
    for apply in [false, true] {
        let refusal = ask(apply).expect_err("the flag is up");
        assert!(refusal.contains("up"), "{refusal}");
    }
    until(&table, |now| !now["flagged"].is_null());
    ask(false).expect("a ruling");
    assert_eq!(state(&table)["phase"], "playing");
    ask(true).expect("a ruling");
    assert_eq!(outcome(&state(&table)).0, "0-1");
}

#[test]
fn two_flags_are_down_with_a_delay_too() {
    for control in ["0.4", "0.4d0.2", "0.4b0.2"] {
        let (_folder, table) = new_table();
        two_people(
            &table,
            &json!({"control": control, "mode": "rapid", "laws": "fide2001"}),
        );
        until(&table, |now| now["flagged"] == "white");
        let asked = json!({"act": "ask", "question": "flag", "player": "white"});
        act(&table, asked).expect("the flag is down");
        play(&table, "e4");
        let asked = json!({"act": "ask", "question": "flag", "player": "black"});
        wait_for("the other flag", || act(&table, asked.clone()).is_ok());
        act(&table, json!({"act": "flag"})).expect("a ruling");
        assert_eq!(
            outcome(&state(&table)),
            ("1/2-1/2", vec!["B.9"]),
            "{control}"
        );
    }
}

#[test]
fn a_touched_piece_still_binds_after_a_ruling() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"touch_move": true}));
    play(&table, "e4 e5");
    act(&table, json!({"act": "touch", "square": "d2"})).expect("a piece");
    illegal(&table, "Ke3");
    let asked = json!({"act": "ask", "question": "touch", "squares": "g1", "apply": true});
    act(&table, asked).expect("a ruling");
    assert_eq!(state(&table)["legal"], json!(["d2d3", "d2d4"]));
}

#[test]
fn an_adjusting_player_still_adjusts_after_a_restart() {
    let (folder, first) = new_table();
    two_people(&first, &json!({"touch_move": true}));
    play(&first, "e4 e5");
    act(&first, json!({"act": "adjust"})).expect("white moves");
    drop(first);
    let table = table(&folder.join("game.json"));
    act(&table, json!({"act": "reopen"})).expect("the game");
    act(&table, json!({"act": "touch", "square": "d2"})).expect("a piece");
    assert!(state(&table)["touched"].is_null());
}

#[test]
fn the_first_touched_piece_binds() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"control": "40/90m:30m"}));
    for squares in ["g1", "e2"] {
        let asked = json!({"act": "ask", "question": "touch", "squares": squares, "apply": true});
        act(&table, asked).expect("a ruling");
    }
    assert_eq!(state(&table)["must"]["moves"], json!(["Nf3", "Nh3"]));
    for wrong in [
        json!({"act": "move", "move": "e4"}),
        json!({"act": "adjourn", "sealed": "e4"}),
        json!({"act": "claim", "kind": "threefold", "move": "e4"}),
        json!({"act": "ask", "question": "illegal", "move": "e4", "apply": true}),
    ] {
        act(&table, wrong.clone()).expect_err(&wrong.to_string());
    }
    assert_eq!(state(&table)["phase"], "playing");
    act(&table, json!({"act": "adjourn", "sealed": "Nf3"})).expect("one of its moves");
}

/// Asks the arbiter about an illegal move, and applies the ruling.
fn illegal(table: &Arc<PlayTable>, mv: &str) -> Value {
    let asked = json!({"act": "ask", "question": "illegal", "move": mv, "apply": true});
    act(table, asked).expect("a ruling")
}

#[test]
fn a_touched_piece_declines_the_offer_and_ends_the_right_to_claim() {
    let (_folder, table) = new_table();
    let touched = json!({"act": "ask", "question": "touch", "squares": "g1", "apply": true});
    for (laws, offer) in [("fide1997", json!("black")), ("fide2001", Value::Null)] {
        for by_illegal_move in [false, true] {
            two_people(&table, &json!({"control": "", "laws": laws}));
            play(&table, "e4");
            act(&table, json!({"act": "move", "move": "e5", "offer": true})).expect("legal");
            if by_illegal_move {
                illegal(&table, "g1g3");
            } else {
                act(&table, touched.clone()).expect("a ruling");
            }
            assert_eq!(state(&table)["offer"], offer, "{laws}");
        }
    }
    // A promotion that is not completed is a move.
    let fen = "6k1/4P3/8/8/8/8/p6p/4K3 b - - 0 40";
    two_people(
        &table,
        &json!({"control": "", "laws": "fide2018", "fen": fen}),
    );
    act(&table, json!({"act": "move", "move": "Kg7", "offer": true})).expect("legal");
    illegal(&table, "e7e8");
    assert_eq!(state(&table)["offer"], Value::Null);

    // A piece that cannot move ends the right too (09 9.4).
    for (laws, article) in [("fide2001", "9.2.b"), ("fide2009", "9.4")] {
        two_people(&table, &json!({"control": "", "laws": laws}));
        play(&table, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
        illegal(&table, "a1a3");
        let claim = json!({"act": "claim", "kind": "threefold"});
        let answer = act(&table, claim).expect("a ruling");
        assert_eq!(answer["ruling"]["articles"][0], article);
    }
}

#[test]
fn an_announced_move_must_meet_the_touch_that_binds() {
    let (_folder, table) = new_table();
    two_people(
        &table,
        &json!({"control": "", "laws": "fide2001", "touch_move": true}),
    );
    // The rook cannot move, the knight can.
    for square in ["a1", "g1"] {
        act(&table, json!({"act": "touch", "square": square})).expect("a piece");
    }
    let claim = json!({"act": "claim", "kind": "threefold", "move": "e4"});
    act(&table, claim).expect("a ruling");
    assert_eq!(state(&table)["must"]["moves"], json!(["Nf3", "Nh3"]));
}

#[test]
fn the_offer_of_a_wrong_claim_can_be_accepted_at_once() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"laws": "fide2001"}));
    play(&table, "e4 e5");
    act(&table, json!({"act": "claim", "kind": "threefold"})).expect("a ruling");
    assert_eq!(state(&table)["offer"], "white");
    assert_eq!(state(&table)["can"]["accept"], true);
    act(&table, json!({"act": "accept", "by": "black"})).expect("an offer");
    assert_eq!(outcome(&state(&table)).0, "1/2-1/2");
}

#[test]
fn a_refused_move_is_answered_in_its_own_letters() {
    let (_folder, table) = new_table();
    let rook = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    two_people(&table, &json!({"fen": rook, "touch_move": true}));
    act(&table, json!({"act": "touch", "square": "h1"})).expect("a piece");
    let king = json!({"act": "move", "move": "Rf1", "language": "fr"});
    let refusal = act(&table, king).expect_err("the rook must be moved");
    assert!(refusal.contains("must be moved: Tf1, Tg1"), "{refusal}");
}

#[test]
fn a_move_announced_after_an_illegal_one_must_be_played() {
    for edition in ["fide1997", "fide2001"] {
        let (_folder, table) = new_table();
        two_people(&table, &json!({"control": "90m", "laws": edition}));
        illegal(&table, "Nd2");
        assert_eq!(state(&table)["must"]["moves"], json!(["Na3", "Nc3"]));
        let claim = json!({"act": "claim", "kind": "threefold", "move": "Na3"});
        act(&table, claim).expect("a ruling");
        assert_eq!(state(&table)["must"]["moves"], json!(["Na3"]), "{edition}");
    }
}

#[test]
fn illegal_moves_before_a_quickplay_finish_do_not_count_in_it() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"control": "2/90m:60m", "laws": "fide1997"}));
    illegal(&table, "Ke3");
    play(&table, "e4 e5");
    illegal(&table, "Ke3");
    play(&table, "Ke2 Nc6 Ke1 Nf6");
    let answer = illegal(&table, "Ke3");
    assert_eq!(answer["ruling"]["score"], Value::Null, "{answer}");
    assert_eq!(
        answer["ruling"]["facts"][2],
        json!(["number", "1"]),
        "{answer}"
    );
}

#[test]
fn a_draw_offered_with_the_sealed_move_can_be_accepted() {
    let (_folder, table) = new_table();
    two_people(
        &table,
        &json!({"control": "40/90m:30m", "laws": "fide2009"}),
    );
    play(&table, "e4 e5");
    act(&table, json!({"act": "adjourn", "sealed": "Nf3 (=)"})).expect("standard play");
    act(&table, json!({"act": "resume"})).expect("the envelope is there");
    act(&table, json!({"act": "accept"})).expect("an offer");
    assert_eq!(outcome(&state(&table)).0, "1/2-1/2");
}

#[test]
fn an_unfinished_promotion_becomes_a_queen() {
    let (_folder, table) = new_table();
    // Another pawn on the file cannot be meant.
    for fen in [
        "7k/P7/8/8/8/8/8/K7 w - - 0 60",
        "7k/P7/8/8/8/P7/8/K7 w - - 0 60",
    ] {
        two_people(&table, &json!({"fen": fen}));
        let asked = json!({"act": "ask", "question": "illegal", "move": "a8", "apply": true});
        let answer = act(&table, asked).expect("a ruling");
        assert_eq!(answer["ruling"]["articles"][0], "7.5.2");
        let now = state(&table);
        assert_eq!(now["san"], "a8=Q+");
        assert_eq!(now["side"], "black");
    }
}

#[test]
fn an_announced_capture_in_passing_must_be_made() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({}));
    play(&table, "e4 a6 e5 d5");
    act(
        &table,
        json!({"act": "claim", "kind": "threefold", "move": "exd6"}),
    )
    .expect("a ruling");
    assert_eq!(state(&table)["legal"], json!(["e5d6"]));
}

#[test]
fn moves_are_read_in_the_language_of_the_page() {
    let (_folder, table) = new_table();
    for (language, san) in [("fr", "Ke2"), ("en", "Re2")] {
        two_people(&table, &json!({"fen": "4k3/8/8/8/8/8/7R/4K3 w - - 0 1"}));
        let mv = |language| json!({"act": "move", "move": "Re2", "language": language});
        assert!(act(&table, mv("xx")).is_err());
        act(&table, mv(language)).expect("a move in both languages");
        let now = state(&table);
        assert!(
            now["san"].as_str().expect("a move").starts_with(san),
            "{now}"
        );
    }
}

#[test]
fn a_game_that_is_played_on_has_the_clocks_of_its_position() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"control": "10m"}));
    play(&table, "f3 e5");
    std::thread::sleep(Duration::from_millis(1_200));
    play(&table, "g4 Qh4");
    let refusal = act(&table, json!({"act": "continue", "ply": 4})).expect_err("it is mate");
    assert!(
        refusal.ends_with("go back to an earlier move first"),
        "{refusal}"
    );
    act(&table, json!({"act": "continue", "ply": 3})).expect("a position");
    let now = state(&table);
    assert_eq!(now["san"], "f3 e5 g4");
    let ms = |side: &str| now["clocks"][side]["ms"].as_u64().expect("a time");
    assert!(ms("white") <= 598_800, "{}", ms("white"));
    assert!(ms("black") > 598_000, "{}", ms("black"));
}

#[test]
fn a_rated_game_gives_no_help() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({"rated": true}));
    play(&table, "e4 e5");
    let analyse = json!({"act": "analyse", "on": true, "ply": 0});
    for help in [
        json!({"act": "hint"}),
        json!({"act": "takeback"}),
        analyse.clone(),
    ] {
        act(&table, help.clone()).expect_err(&help.to_string());
    }
    assert_eq!(state(&table)["san"], "e4 e5");
    act(&table, json!({"act": "resign", "by": "white"})).expect("a game");
    act(&table, analyse).expect("it is over");
}

#[test]
fn the_engine_answers_an_offer_by_its_score() {
    for (fen, mv, score) in [
        ("4k3/8/8/8/8/8/8/QK6 w - - 0 30", "Kc2", "1/2-1/2"),
        ("qk6/8/8/8/8/8/8/4K3 w - - 0 30", "Ke2", "*"),
    ] {
        let (_folder, table) = new_table();
        let mut new = default_settings();
        (new["act"], new["elo"]) = (json!("new"), json!(600));
        (new["fen"], new["control"]) = (json!(fen), json!(""));
        act(&table, new).expect("the settings can be used");
        act(&table, json!({"act": "move", "move": mv, "offer": true})).expect("legal");
        until(&table, |now| {
            now["phase"] == "over" || now["side"] == "white"
        });
        assert_eq!(outcome(&state(&table)).0, score, "{fen}");
        assert_eq!(state(&table)["offer"], Value::Null);
    }
}

#[test]
fn a_game_that_is_over_is_reviewed() {
    let (_folder, table) = new_table();
    two_people(&table, &json!({}));
    play(&table, "f3 e5 g4");
    let review = json!({"act": "review"});
    act(&table, review.clone()).expect_err("the game goes on");
    play(&table, "Qh4");
    act(&table, review).expect("the game is over");
    wait_for("the review", || {
        table.review().is_some_and(|page| page.contains("Qh4#"))
    });
    two_people(&table, &json!({}));
    assert_eq!(table.review(), None);
}
