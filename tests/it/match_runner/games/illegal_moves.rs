//! Articles 4 and 7: illegal moves, and what they bind to and cost.

use super::{Scripted, after, assert_end, play, play_from, plays, says, settings, standard_match};
use crate::support::position::board;
use compongo::laws::edition::Edition;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::TerminationKind;
use compongo::match_runner::settings::IllegalMovePolicy;
use compongo::types::Color;

#[test]
fn article_4_3_the_first_touched_piece_binds_until_it_is_moved() {
    for edition in [Edition::Fide1997, Edition::Fide2001, Edition::Fide2009] {
        let mut white = Scripted::moves("b1d2 e2e4 b1c3");
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        let record = play(&standard_match(edition), &mut white, &mut black);
        let knight = "go nodes 1000 searchmoves b1a3 b1c3";
        assert_eq!(white.gos(), ["go nodes 1000", knight, knight], "{edition}");
        assert_eq!(record.moves[0].mv, "b1c3");
    }
    // Who has touched nothing is bound by the next attempt.
    let mut white = Scripted::moves("e4e5 b1d2 b1c3");
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    play(&standard_match(Edition::Fide2009), &mut white, &mut black);
    assert_eq!(white.gos()[2], "go nodes 1000 searchmoves b1a3 b1c3");
}

#[test]
fn article_7_5_2_a_promotion_stands_only_if_the_pawn_may_move() {
    let start = board("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let mut white = Scripted::moves("e1e3 e7e8");
    let settings = standard_match(Edition::Fide2023);
    let record = play_from(&settings, start, &mut white, &mut Scripted::default());
    // The king must move, and the second illegal move loses.
    assert_end(&record, OutcomeKind::IllegalMove, "7.5.5");
    assert!(record.moves.is_empty());
}

#[test]
fn article_10_3_of_1997_in_a_quickplay_finish_the_third_illegal_move_loses() {
    // All moves in 70 minutes, or all that remain after the first: a quickplay finish.
    for (tc, earlier) in [("4200", 0), ("1/3600:3600", 2)] {
        let mut settings = settings(Some(tc));
        settings.edition = Edition::Fide1997;
        settings.illegal_moves = IllegalMovePolicy::Laws;
        // Those before the finish cost nothing and do not count.
        let mut script = vec![plays("a1a1"); earlier];
        if earlier > 0 {
            script.push(plays("e2e4"));
        }
        script.extend(vec![plays("a1a1"); 3]);
        let mut white = Scripted::new(script);
        let record = play(&settings, &mut white, &mut Scripted::moves("e7e5"));
        assert_end(&record, OutcomeKind::IllegalMove, "10.3");
        let texts: Vec<&str> = record
            .remarks
            .iter()
            .map(|remark| remark.text.as_str())
            .collect();
        let mut expected = vec!["illegal move a1a1: 0 s for Black"; earlier];
        expected.extend(["illegal move a1a1: 120 s for Black"; 2]);
        assert_eq!(texts, expected, "{tc}");
    }
    // With an increment the time is not limited.
    let mut settings = settings(Some("4200+5"));
    settings.edition = Edition::Fide1997;
    settings.illegal_moves = IllegalMovePolicy::Laws;
    let mut white = Scripted::moves("a1a1 a1a1 a1a1");
    let record = play(&settings, &mut white, &mut Scripted::default());
    assert_end(&record, OutcomeKind::IllegalMove, "12.7");
    assert_eq!(record.remarks[0].text, "illegal move a1a1: 0 s for Black");
}

#[test]
fn an_illegal_move_forfeits_or_costs_what_the_laws_say() {
    let mut settings = settings(Some("60"));
    let mut white = Scripted::moves("e2e5");
    let record = play(&settings, &mut white, &mut Scripted::default());
    assert_end(&record, OutcomeKind::IllegalMove, "none");
    assert_eq!(record.score, Points::win(Color::Black));
    assert_eq!(record.end.text, "White made an illegal move: e2e5");

    // Article 7.5.5: a bare king wins nothing.
    let start = board("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut white = Scripted::moves("a1b2");
    let record = play_from(&settings, start, &mut white, &mut Scripted::default());
    assert_end(&record, OutcomeKind::IllegalMove, "7.5.5");
    assert_eq!(record.score, Points::DRAW);

    settings.illegal_moves = IllegalMovePolicy::Laws;
    // Article 7.5.5 with 4.3: the pawn must move; the second illegal move loses.
    let mut white = Scripted::new(vec![
        after(1000, "e2e5"),
        after(1000, "e2e4"),
        plays("a1a1"),
    ]);
    let record = play(&settings, &mut white, &mut Scripted::moves("e7e5"));
    assert_eq!(
        white.gos()[1],
        "go wtime 59000 btime 120000 searchmoves e2e3 e2e4"
    );
    assert_end(&record, OutcomeKind::IllegalMove, "7.5.5");
    assert_eq!(record.moves[0].clock_ms, Some(58_000));
    assert_eq!(record.remarks[0].text, "illegal move e2e5: 60 s for Black");

    // A legal move with another piece is another illegal one.
    let mut white = Scripted::moves("e2e5 d2d4");
    let record = play(&settings, &mut white, &mut Scripted::default());
    assert_end(&record, OutcomeKind::IllegalMove, "7.5.5");
    assert!(record.moves.is_empty());

    // Article 7.5.2: a pawn that is left unpromoted becomes a queen, and the move is penalised.
    let start = board("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let mut black = Scripted::new(vec![says("resign", "h7h6")]);
    let record = play_from(&settings, start, &mut Scripted::moves("e7e8"), &mut black);
    assert_eq!(record.moves[0].mv, "e7e8q");
    assert_eq!(record.remarks.len(), 1);
}

#[test]
fn every_edition_ends_a_row_of_illegal_answers() {
    for edition in Edition::ALL {
        for tc in [None, Some("60"), Some("1800"), Some("7200")] {
            let mut settings = settings(tc);
            settings.edition = edition;
            settings.illegal_moves = IllegalMovePolicy::Laws;
            let mut white = Scripted::moves("a1a1");
            white.repeats = true;
            let record = play(&settings, &mut white, &mut Scripted::default());
            let end = TerminationKind::Laws(OutcomeKind::IllegalMove);
            assert_eq!(record.end.kind, end, "{edition}");
            assert!(white.gos().len() <= 3);
        }
    }
}
