//! What the engine says of the Laws of Chess.

use crate::support::process::run;
use crate::support::table::rows;
use crate::uci::driver::{Engine, SOON, answers, assert_soon, dialogue, starting};
use std::time::Instant;

/// The lines about the Laws among the answers to some commands.
fn laws(commands: &str) -> Vec<String> {
    let lines = dialogue(commands);
    let said = starting(&lines, "info string laws");
    said.into_iter().map(str::to_owned).collect()
}

fn claims(commands: &str) -> Vec<String> {
    let mut said = laws(commands);
    said.retain(|line| line.starts_with("info string laws claim"));
    said
}

const REPETITION: &str = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";

/// A blocked pawn structure with a bishop for each side, on squares of different colours: 152,352 positions.
const BISHOP_EACH: &str = "4kb2/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - - 0 1";

#[test]
fn article_5_2_2_judge_laws_d_and_go_agree_about_a_dead_position() {
    let lines = dialogue(format!("position fen {BISHOP_EACH}\nd\nlaws\ngo depth 4"));
    assert!(
        lines.contains(&"State: dead position, article 5.2.2".to_owned()),
        "{lines:?}"
    );
    assert!(
        lines.contains(&"Result: 1/2-1/2 dead_position, article 5.2.2".to_owned()),
        "{lines:?}"
    );
    for side in ["white", "black"] {
        let start = format!("Mate by {side} possible: no (closure 152352 states ");
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{lines:?}"
        );
    }
    let mut scores = starting(&lines, "info depth");
    scores.retain(|line| !line.contains(" currmove "));
    for line in scores {
        assert!(line.contains(" score cp 0 "), "{line}");
    }
    let out = run(["judge", "--fen", BISHOP_EACH]).exits(0).out;
    assert!(
        out.contains("1/2-1/2 by dead_position at ply 0, Article 5.2.2"),
        "{out}"
    );
    assert!(
        out.contains("can mate white: no (closure 152352 states "),
        "{out}"
    );
}

#[test]
fn article_5_2_2_nothing_is_claimable_after_the_end() {
    // Dead by proof alone, not by material, and the counter is at 100.
    let dead = BISHOP_EACH.replace("0 1", "100 80");
    let lines = dialogue(format!("position fen {dead}\nlaws\ngo depth 1"));
    assert!(lines.contains(&"Claims: none".to_owned()), "{lines:?}");
    assert!(
        !lines.iter().any(|line| line.contains("claim ")),
        "{lines:?}"
    );
    let out = run(["judge", "--fen", &dead, "--json"]).out;
    assert!(out.contains("\"claims\":[]"), "{out}");
}

#[test]
fn article_9_6_1_a_game_that_went_on_is_over() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    let lines = dialogue(format!(
        "position startpos moves {shuffle}e2e4\nd\nlaws\ngo depth 1"
    ));
    for line in [
        "State: fivefold, article 9.6.1",
        "Result: 1/2-1/2 fivefold, article 9.6.1",
        "info string laws result 1/2-1/2 fivefold article 9.6.1",
    ] {
        assert!(lines.contains(&line.to_owned()), "{line}: {lines:?}");
    }
}

#[test]
fn articles_of_d_follow_the_edition() {
    let table = "
        Fide1997 | 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1    | stalemate, article 5.2
        Fide2009 | 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1    | stalemate, article 5.2.a
        Fide1997 | 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1    | checkmate, article 5.1.a
        Fide1997 | 7k/8/6K1/8/8/8/8/8 b - - 0 1      | dead position, article 9.6
        Fide2001 | 7k/8/6K1/8/8/8/8/8 b - - 0 1      | dead position, article 5.2.b
        Fide2018 | 7k/8/6K1/8/8/8/8/R7 b - - 150 120 | seventy five moves, article 9.6.2
        Fide2009 | 7k/8/6K1/8/8/8/8/R7 b - - 150 120 | in play
    ";
    for [edition, fen, state] in rows(table) {
        let lines = dialogue(format!(
            "setoption name Laws Edition value {edition}\nposition fen {fen}\nd"
        ));
        assert_eq!(
            starting(&lines, "State: "),
            [format!("State: {state}")],
            "{edition}"
        );
    }
}

#[test]
fn article_5_2_2_a_dead_position_is_worth_exactly_nothing() {
    for fen in [
        // Insufficient material, a forced capture, a blocked pawn structure, one with bishops that cannot break it.
        "8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1",
        "kb6/2N5/1K6/8/8/8/8/8 b - - 0 1",
        "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - - 0 1",
        BISHOP_EACH,
    ] {
        let lines = dialogue(format!(
            "setoption name UCI_ShowWDL value true\nposition fen {fen}\ngo depth 6"
        ));
        assert_eq!(
            lines[0], "info string laws result 1/2-1/2 dead_position article 5.2.2",
            "{fen}"
        );
        let mut scores = starting(&lines, "info depth");
        scores.retain(|line| !line.contains(" currmove "));
        assert!(!scores.is_empty());
        for line in scores {
            assert!(line.contains(" score cp 0 "), "{fen}: {line}");
        }
        // The game may go on: there is a move.
        assert_ne!(answers(&lines), ["(none)"], "{fen}");
        assert_eq!(starting(&lines, "info string laws").len(), 1, "{fen}");
    }
}

#[test]
fn a_dead_position_ahead_is_worth_nothing_too() {
    // The only move takes the last piece that could give mate.
    let lines = dialogue("position fen k7/8/8/8/8/8/5q2/6K1 w - - 0 1\ngo depth 5");
    let last = starting(&lines, "info depth").pop().expect("a score");
    assert!(
        last.contains(" score cp 0 ") && last.ends_with(" pv g1f2"),
        "{last}"
    );
    // The capture leaves a blocked pawn structure.
    let lines = dialogue("position fen 4k3/8/8/p1p1p1p1/P1P1P1P1/8/3pK3/8 w - - 0 1\ngo depth 8");
    let last = starting(&lines, "info depth").pop().expect("a score");
    assert!(last.contains(" score cp 0 "), "{last}");
}

#[test]
fn article_9_2_a_claim_now_and_a_claim_with_a_move() {
    assert_eq!(
        laws(&format!("{REPETITION} f6g8\ngo depth 1")),
        ["info string laws claim threefold now article 9.2.2"]
    );
    // The claim is told with the move that completes it, and only with that one.
    let lines = dialogue(format!("{REPETITION}\ngo depth 1 searchmoves f6g8"));
    let last: Vec<&str> = lines.iter().rev().take(2).map(String::as_str).collect();
    assert!(last[0].starts_with("bestmove f6g8"), "{lines:?}");
    assert_eq!(
        last[1],
        "info string laws claim threefold move f6g8 article 9.2.1"
    );
    let none: [&str; 0] = [];
    assert_eq!(
        laws(&format!("{REPETITION}\ngo depth 1 searchmoves e7e5")),
        none
    );
}

#[test]
fn article_9_3_fifty_moves() {
    let fen = "position fen 7k/8/6K1/8/8/8/8/R7 w - -";
    assert_eq!(
        claims(&format!("{fen} 99 80\ngo depth 1 searchmoves a1a7")),
        ["info string laws claim fifty move a1a7 article 9.3.1"]
    );
    assert_eq!(
        claims(&format!("{fen} 100 80\ngo depth 1 searchmoves a1a7")),
        [
            "info string laws claim fifty now article 9.3.2",
            "info string laws claim fifty move a1a7 article 9.3.1"
        ]
    );
}

#[test]
fn article_9_6_depends_on_the_edition() {
    let fen = "position fen 7k/8/6K1/8/8/8/8/R7 w - - 150 120\ngo depth 1";
    assert_eq!(
        laws(fen),
        ["info string laws result 1/2-1/2 seventy_five_moves article 9.6.2"]
    );
    let before = laws(&format!(
        "setoption name Laws Edition value Fide2009\n{fen}"
    ));
    assert!(
        before[0].starts_with("info string laws claim fifty now article 9.3"),
        "{before:?}"
    );
    let four = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    assert_eq!(
        laws(&format!("position startpos moves {four}\ngo depth 1")),
        ["info string laws result 1/2-1/2 fivefold article 9.6.1"]
    );
}

#[test]
fn who_can_no_longer_mate_is_told_once_to_a_client_that_ponders() {
    let fen = "position fen 4k3/8/8/8/8/8/3q4/6NK w - - 0 1";
    let mut engine = Engine::start();
    let mut told = Vec::new();
    let mut search = |lines: &str| {
        let lines = engine.search(lines);
        told.extend(
            starting(&lines, "info string laws cannot_mate")
                .len()
                .checked_sub(1),
        );
    };
    search(&format!("{fen}\ngo depth 2"));
    let mut moves = " moves".to_owned();
    for [mv, guess, reply] in [
        ["g1f3", "d2e2", "d2d3"],
        ["f3e5", "d3d4", "d3e4"],
        ["h1g1", "e4d4", "e4e5"],
    ] {
        // The guess is wrong: the same position with another reply follows.
        moves = format!("{moves} {mv}");
        search(&format!("{fen}{moves} {guess}\ngo ponder depth 2\nstop"));
        moves = format!("{moves} {reply}");
        search(&format!("{fen}{moves}\ngo depth 2"));
    }
    assert_eq!(told, [0]);
    // A new game may begin with the same position.
    let lines = engine.search(&format!("ucinewgame\n{fen}\ngo depth 2"));
    assert_eq!(starting(&lines, "info string laws cannot_mate").len(), 1);
}

#[test]
fn what_the_laws_say_while_the_report_is_off_is_told_later() {
    let mut engine = Engine::start();
    engine.send("setoption name Laws Report value false");
    engine.send("position fen 4k3/8/8/8/8/8/3q4/6NK w - - 0 1");
    let silent = engine.search("go depth 1");
    assert!(
        starting(&silent, "info string laws").is_empty(),
        "{silent:?}"
    );
    engine.send("setoption name Laws Report value true");
    let told = engine.search("go depth 1");
    assert_eq!(starting(&told, "info string laws cannot_mate").len(), 1);
}

#[test]
fn what_the_laws_say_about_an_expected_position_is_told_at_the_ponderhit() {
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for (position, told) in [
        (
            format!("startpos moves {moves}"),
            "info string laws claim threefold now",
        ),
        (
            "fen 7k/8/6K1/8/8/8/8/R7 w - - 150 120".to_owned(),
            "info string laws result 1/2-1/2 seventy_five_moves",
        ),
        (
            "fen 4k3/8/8/8/8/8/3q4/6NK w - - 0 1".to_owned(),
            "info string laws cannot_mate white",
        ),
    ] {
        let count = |end: &str| {
            let mut engine = Engine::start();
            engine.send(&format!("position {position}\ngo ponder depth 4"));
            starting(&engine.search(end), told).len()
        };
        assert_eq!(count("ponderhit"), 1, "{told}");
        assert_eq!(count("stop"), 0, "{told}");
    }
}

#[test]
fn a_score_of_zero_says_which_rule_makes_it() {
    let stalemate = laws("position fen 7k/8/8/8/8/8/5q1p/7K w - - 0 1\ngo depth 4");
    assert_eq!(
        stalemate,
        ["info string laws result 1/2-1/2 stalemate article 5.2.1"]
    );
    let bare = laws("position fen k7/8/8/8/8/8/5q2/6K1 w - - 0 1\ngo depth 5");
    assert_eq!(
        bare,
        [
            "info string laws cannot_mate white proof material",
            "info string laws line dead_position ply 1"
        ]
    );
}

#[test]
fn articles_9_6_1_and_9_6_2_a_line_that_ends_the_game_names_that_rule() {
    let moves = "position fen 7k/8/8/8/8/8/8/KQ6 w - - 149 120\ngo depth 2";
    let knights = format!(
        "position startpos moves{} g1f3 g8f6 f3g1\ngo depth 2 searchmoves f6g8",
        " g1f3 g8f6 f3g1 f6g8".repeat(3)
    );
    for (position, rule) in [(moves, "seventy_five_moves"), (&knights, "fivefold")] {
        let line = format!("info string laws line {rule} ply 1");
        assert!(laws(position).contains(&line), "{:?}", laws(position));
    }
    let older = laws(&format!(
        "setoption name Laws Edition value Fide2009\n{knights}"
    ));
    let line = "info string laws line threefold ply 1";
    assert!(older.iter().any(|other| other == line), "{older:?}");
}

#[test]
fn a_line_that_draws_by_rule_is_certain() {
    let out = dialogue(
        "setoption name UCI_ShowWDL value true\n\
         position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1\ngo depth 2 searchmoves f6g8",
    );
    let last = out.iter().rfind(|line| line.contains(" score "));
    assert!(
        last.is_some_and(|line| line.contains(" score cp 0 wdl 0 1000 0 ")),
        "{out:?}"
    );
}

/// White may take the last piece except the kings, or complete fifty moves: a draw either way.
const CAPTURE_OR_CLAIM: &str = "position fen 7k/8/8/8/8/8/4p3/4K3 w - - 99 80";

#[test]
fn article_9_3_1_a_draw_is_claimed_where_it_can_be_had() {
    let plain = dialogue(format!("{CAPTURE_OR_CLAIM}\ngo depth 4"));
    assert_eq!(answers(&plain), ["e1e2"]);
    let claim = dialogue(format!(
        "setoption name Laws Draws value Claim\n{CAPTURE_OR_CLAIM}\ngo depth 4"
    ));
    let [.., score, line, best] = claim.as_slice() else {
        panic!("{claim:?}");
    };
    let mv = best.strip_prefix("bestmove ").expect("an answer");
    assert_ne!(mv, "e1e2");
    assert_eq!(
        *line,
        format!("info string laws claim fifty move {mv} article 9.3.1")
    );
    assert!(score.contains(" score cp 0 ") && score.ends_with(&format!(" pv {mv}")));
    // Only among the moves that are asked for.
    let bound = dialogue(format!(
        "setoption name Laws Draws value Claim\n{CAPTURE_OR_CLAIM}\ngo depth 4 searchmoves e1e2"
    ));
    assert_eq!(answers(&bound), ["e1e2"]);
}

#[test]
fn a_move_that_draws_by_repetition_names_no_reply() {
    // White is lost, and Kf1 completes the third occurrence.
    let position = "position fen q5k1/5pp1/7p/8/8/8/5PPP/3N1K2 b - - 0 1 \
                    moves g8h7 f1g1 h7g8 g1f1 g8h7 f1g1 h7g8";
    let best = |draws: &str| {
        let commands = format!("setoption name Laws Draws value {draws}\n{position}\ngo depth 6");
        dialogue(commands).pop().expect("an answer")
    };
    for draws in ["Play", "Claim"] {
        assert_eq!(best(draws), "bestmove g1f1");
    }
}

#[test]
fn article_9_1_offers_are_answered() {
    let draws = "setoption name Laws Draws value Offer";
    let accepted = "info string laws accept";
    let refused = "info string laws refuse";
    let lost = "position fen 4k3/8/8/8/8/8/8/QK6 b - - 0 30";
    let won = "position fen 4k3/8/8/8/8/8/8/QK6 w - - 0 1";
    assert!(laws(&format!("{draws}\n{lost}\nlaws offer\ngo depth 3")).contains(&accepted.into()));
    assert!(laws(&format!("{draws}\n{won}\nlaws offer\ngo depth 3")).contains(&refused.into()));
    // 5.2.3 since 2018: not before both have moved.
    let first = "position fen 4k3/8/8/8/8/8/8/QK6 b - - 0 1\nlaws offer\ngo depth 3";
    let older = "setoption name Laws Edition value Fide2009";
    assert!(laws(&format!("{draws}\n{first}")).contains(&refused.into()));
    assert!(laws(&format!("{draws}\n{older}\n{first}")).contains(&accepted.into()));
    // An offer is for one answer, and without the option for none.
    let twice = laws(&format!(
        "{draws}\n{won}\nlaws offer\ngo depth 3\ngo depth 3"
    ));
    assert_eq!(twice.iter().filter(|line| *line == refused).count(), 1);
    let unasked = laws(&format!("{won}\nlaws offer\ngo depth 3"));
    // It lapses with an analysis.
    let analysed = laws(&format!(
        "{draws}\n{won}\nlaws offer\ngo infinite\nstop\ngo depth 3"
    ));
    for lines in [unasked, analysed] {
        assert!(!lines.iter().any(|line| line == refused || line == accepted));
    }
}

/// Offers a draw to an engine that ponders, and ends that. True if it accepts.
fn accepts_while_pondering(engine: &mut Engine, end: &str) -> bool {
    engine.reply("go ponder depth 3\nlaws offer");
    accepts(engine, end)
}

fn accepts(engine: &mut Engine, line: &str) -> bool {
    let lines = engine.search(line);
    !starting(&lines, "info string laws accept").is_empty()
}

#[test]
fn article_9_1_an_offer_while_pondering_is_answered_with_the_move() {
    let mut engine = Engine::start();
    let lost = "position fen 4k3/8/8/8/8/8/8/QK6 b - - 0 30";
    engine.send(&format!("setoption name Laws Draws value Offer\n{lost}"));
    assert!(accepts_while_pondering(&mut engine, "ponderhit"));
    assert!(!accepts(&mut engine, "go depth 3"));
    // The opponent has made another move.
    assert!(!accepts_while_pondering(&mut engine, "stop"));
    assert!(accepts(&mut engine, "go depth 3"));
    // The game has ended meanwhile.
    assert!(!accepts_while_pondering(&mut engine, "stop"));
    engine.send(&format!("ucinewgame\n{lost}"));
    assert!(!accepts(&mut engine, "go depth 3"));
}

#[test]
fn an_offer_behind_other_commands_belongs_to_a_later_move() {
    let lines = dialogue(
        "setoption name Laws Draws value Offer\nposition startpos\ngo ponder movetime 300\nponderhit\n\
         position fen 4k3/8/8/8/8/8/8/QK6 b - - 0 30\nlaws offer\ngo depth 3",
    );
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
    assert!(
        place("bestmove ") < place("info string laws accept"),
        "{lines:#?}"
    );
    assert_eq!(place("info string laws refuse"), None, "{lines:#?}");
}

#[test]
fn a_ponder_miss_makes_no_offer() {
    let mut engine = Engine::start();
    engine.send("setoption name Laws Draws value Offer");
    engine.send("position fen 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 60");
    let mut offers = |line: &str| {
        let answers = (0..8).map(|_| engine.search(line));
        let is_offer = |line: &String| line == "info string laws offer";
        answers.flatten().filter(is_offer).count()
    };
    assert_eq!(offers("go ponder depth 1\nstop"), 0);
    // Eight even scores in a row.
    assert_eq!(offers("go depth 1"), 1);
}

#[test]
fn silence_can_be_had() {
    let none: [&str; 0] = [];
    assert_eq!(
        laws(&format!(
            "setoption name Laws Report value false\n{REPETITION} f6g8\ngo depth 1\n\
             position fen 8/8/4k3/8/8/8/4K3/8 w - - 0 1\ngo depth 1"
        )),
        none
    );
}

#[test]
fn what_has_not_happened_is_not_reported() {
    let mut engine = Engine::start();
    engine.send(&format!(
        "{REPETITION} f6g8\ngo ponder wtime 1000 btime 1000\nstop"
    ));
    let lines = engine.until("bestmove");
    assert!(starting(&lines, "info string laws claim threefold now").is_empty());
}

#[test]
fn the_command_tells_everything() {
    let lines = dialogue(format!("{REPETITION} f6g8 g1f3\nlaws"));
    for line in [
        "Laws: fide2023, standard",
        "Plies played: 9",
        "Half-moves without capture or pawn move: 9",
        "Occurrences: 3, at ply 1, 5, 9",
        "Result: none, the game is open",
        "Claim now: threefold, article 9.2.2 (ply 1, 5, 9)",
        "Claim with g8f6: threefold, article 9.2.1 (ply 2, 6, 10)",
    ] {
        assert!(lines.iter().any(|said| said == line), "{line}: {lines:?}");
    }
    // The moves are in SAN.
    for start in [
        "Mate by white possible: yes (line 5...",
        "Mate by black possible: yes (line 5...",
    ] {
        assert_eq!(starting(&lines, start).len(), 1, "{lines:?}");
    }
    let dead = dialogue("position fen 8/8/4k3/8/8/8/4K3/8 w - - 0 1\nlaws");
    assert!(dead.contains(&"Result: 1/2-1/2 dead_position, article 5.2.2".to_owned()));
    assert!(dead.contains(&"Mate by white possible: no (material)".to_owned()));
    assert!(dead.contains(&"Claims: none".to_owned()));
    assert!(starting(&dead, "Mating potential").is_empty());
}

#[test]
fn article_c_4_of_1997_the_command_tells_of_mating_potential_in_blitz() {
    let lines = dialogue(
        "setoption name Laws Edition value Fide1997\nsetoption name Laws Mode value Blitz\n\
         position fen 8/8/8/4k3/8/8/4K3/4N1N1 b - - 0 1\nlaws",
    );
    assert_eq!(starting(&lines, "Mate by white possible: yes (").len(), 1);
    assert_eq!(starting(&lines, "Mating potential of white: no (").len(), 1);
    assert_eq!(starting(&lines, "Mating potential of black: no (").len(), 1);
}

#[test]
fn the_answer_does_not_wait_for_a_proof() {
    // Minor pieces without pawns: no short proof that a side can mate, and nothing that could be closed.
    for fen in [
        "8/8/8/8/1K3k2/6B1/8/7n b - - 0 1",
        "8/5k2/8/3b4/8/2N5/4K3/8 w - - 0 1",
        "8/8/3n1k2/8/8/2N5/4K3/8 w - - 0 1",
    ] {
        assert_soon(fen, SOON, || {
            let start = Instant::now();
            let lines = dialogue(format!("position fen {fen}\ngo nodes 150"));
            assert_eq!(answers(&lines).len(), 1, "{fen}");
            start.elapsed()
        });
    }
}
