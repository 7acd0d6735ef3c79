//! Mate, dead positions, resignation, scores that end a game, players that are not there.

use super::{Says, Scripted, assert_end, assert_score, play, play_from, plays, says, settings};
use crate::match_runner::sample::first_game;
use crate::support::position::board;
use compongo::board::Board;
use compongo::laws::edition::Edition;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::openings::Opening;
use compongo::match_runner::record::TerminationKind;
use compongo::match_runner::settings::{DrawRule, MatchAdjudication, MatchSettings, ResignRule};
use compongo::match_runner::uci_engine::{ExpectedReply, UciEngineError};
use compongo::types::Color;
use std::time::Duration;

#[test]
fn article_5_1_1_mate_ends_the_game() {
    let (mut white, mut black) = (Scripted::moves("f2f3 g2g4"), Scripted::moves("e7e5 d8h4"));
    let record = play(&settings(None), &mut white, &mut black);
    assert_eq!(record.score, Points::win(Color::Black));
    assert_end(&record, OutcomeKind::Checkmate, "5.1.1");
    assert_eq!(record.end.text, "Black mates");
    assert_eq!(record.moves.len(), 4);
    assert_eq!(white.gos(), ["go nodes 1000", "go nodes 1000"]);
}

#[test]
fn article_5_2_2_a_dead_position_ends_the_game_at_its_ply() {
    let (mut white, mut black) = (Scripted::moves("e1e2"), Scripted::default());
    let start = board("7k/8/8/8/8/8/4p3/4K3 w - - 0 80");
    let record = play_from(&settings(None), start, &mut white, &mut black);
    assert_end(&record, OutcomeKind::DeadPosition, "5.2.2");
    assert!(record.end.proof.is_some());
}

#[test]
fn article_5_1_2_resignation_is_no_loss_where_no_side_can_mate() {
    let start = board("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let resigns = || Scripted::new(vec![says("resign", "a1a2")]);
    let mut settings = settings(None);
    let record = play_from(&settings, start, &mut resigns(), &mut Scripted::default());
    assert_end(&record, OutcomeKind::Resignation, "5.1.2");
    assert_eq!(record.score, Points::DRAW);
    settings.edition = Edition::Fide2018;
    let record = play_from(&settings, start, &mut resigns(), &mut Scripted::default());
    assert_eq!(record.score, Points::win(Color::Black));
}

#[test]
fn scores_can_end_a_game() {
    let mut settings = settings(None);
    settings.adjudication = MatchAdjudication {
        win: Some(ResignRule {
            score: 400,
            moves: 2,
            one_sided: false,
        }),
        draw: Some(DrawRule {
            from_move: 3,
            score: 10,
            moves: 2,
        }),
        max_moves: None,
        tables: None,
    };
    let game = |settings: &MatchSettings, white: [i32; 4], black: [i32; 4]| {
        let script = |moves: [&'static str; 4], scores: [i32; 4]| {
            let says = moves.into_iter().zip(scores).map(|(mv, cp)| Says {
                cp: Some(cp),
                ..plays(mv)
            });
            Scripted::new(says.collect())
        };
        let mut white = script(["e2e4", "d2d4", "b1c3", "h2h4"], white);
        let mut black = script(["e7e5", "d7d5", "b8c6", "h7h5"], black);
        let record = play(settings, &mut white, &mut black);
        (record.end.kind, record.score, record.moves.len())
    };
    let adjudicated = |points, plies| (TerminationKind::Adjudication, points, plies);
    let settings_ = &settings;
    assert_eq!(
        game(settings_, [400; 4], [-500; 4]),
        adjudicated(Points::win(Color::White), 4)
    );
    assert_eq!(
        game(settings_, [0, -400, -900, -400], [400; 4]),
        adjudicated(Points::win(Color::Black), 5)
    );
    assert_eq!(
        game(settings_, [i32::MIN; 4], [500; 4]),
        adjudicated(Points::win(Color::Black), 4)
    );
    assert_eq!(
        game(settings_, [10; 4], [-10; 4]),
        adjudicated(Points::DRAW, 6)
    );
    settings.adjudication = MatchAdjudication {
        max_moves: Some(3),
        ..MatchAdjudication::default()
    };
    assert_eq!(
        game(&settings, [400; 4], [-500; 4]),
        adjudicated(Points::DRAW, 6)
    );
}

#[test]
fn who_is_not_there_loses_and_so_may_both() {
    let settings = settings(None);
    let opening = Opening::at(Board::start());
    let task = first_game(&settings, &opening);
    let absent = || {
        Err::<&mut Scripted, _>(UciEngineError::Timeout {
            expected: ExpectedReply::UciOk,
            waited: Duration::from_secs(10),
        })
    };
    let mut present = Scripted::default();
    let record = task.play(Ok(&mut present), absent()).expect("a record");
    assert_score(
        &record,
        TerminationKind::NotReady,
        Points::win(Color::White),
    );
    let record = task.play(absent(), absent()).expect("a record");
    assert_eq!(record.score, Points::BOTH_LOSE);
}
