//! Articles 4, 7 and 9.5: illegal moves, what may replace them, and wrong claims.

use super::support::{BUDGET, board, game, mv, opening, standard, texts};
use compongo::board::Board;
use compongo::board::fen::STARTPOS;
use compongo::laws::edition::{Edition, Mode, Rules, Supervision};
use compongo::laws::game::Game;
use compongo::laws::outcome::OutcomeKind;
use compongo::laws::procedure::{
    AnnouncedMove, AttemptedMove, ClaimCost, ClaimRuling, IllegalMoves, Obligation, Penalty,
    Remedy, claim_cost, remedy, rule_claim, rule_illegal,
};
use compongo::laws::winnable::WinnabilityCache;
use compongo::types::{Color, Square};
use std::time::Duration;

const BEFORE_2018: [Edition; 3] = [Edition::Fide1997, Edition::Fide2001, Edition::Fide2009];

fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

/// The consequence of the first illegal answer of a turn.
fn first_remedy(board: &Board, edition: Edition, answer: &str) -> Remedy {
    let attempt = AttemptedMove::read(answer);
    remedy(board, &standard(edition), Obligation::Free, attempt)
}

/// An answer is illegal; these moves may replace it, under every edition.
#[track_caller]
fn assert_replaced(fen: &str, answer: &str, moves: &[&str]) -> Obligation {
    let board = board(fen);
    let mut found = None;
    for edition in Edition::ALL {
        let remedy = first_remedy(&board, edition, answer);
        let Remedy::Replace(obligation) = remedy else {
            panic!("{answer} does not stand");
        };
        assert_eq!(texts(&obligation.moves(&board)), moves, "{answer}");
        found = Some(obligation);
    }
    found.expect("some edition")
}

/// An answer is illegal and leaves all legal moves, so many.
#[track_caller]
fn assert_free(fen: &str, answer: &str, count: usize) {
    let legal = board(fen).legal_moves();
    assert_eq!(legal.len(), count);
    let all = texts(&legal);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    assert_eq!(assert_replaced(fen, answer, &all), Obligation::Free);
}

#[test]
fn article_4_4_after_illegal_castling_the_king_moves() {
    let fen = "4kr2/8/8/8/8/8/8/R3K2R w KQ -";
    let king = Obligation::MoveKing(Square::E1);
    let moves = ["e1a1", "e1d1", "e1d2", "e1e2"];
    assert_eq!(assert_replaced(fen, "e1g1", &moves), king);
    assert_eq!(assert_replaced(fen, "e1h1", &moves), king);
}

#[test]
fn article_4_4_after_illegal_castling_the_rook_is_not_bound() {
    let fen = "3rkr2/8/8/8/8/8/4P3/R3K2R w KQ -";
    assert_free(fen, "e1g1", 21);
    assert_free(fen, "e1h1", 21);
}

#[test]
fn article_4_3_c_a_pinned_piece_leaves_the_capture_to_another() {
    let fen = "4r1k1/8/8/3q4/8/4N3/8/4K2B w - -";
    let obligation = assert_replaced(fen, "e3d5", &["h1d5"]);
    assert_eq!(obligation, Obligation::Capture(Square::D5));
}

#[test]
fn article_7_4_an_unfinished_promotion() {
    let fen = "8/4P1k1/8/8/8/8/8/4K3 w - -";
    let board = board(fen);
    for edition in Edition::ALL {
        match first_remedy(&board, edition, "e7e8") {
            Remedy::Replace(obligation) if BEFORE_2018.contains(&edition) => {
                let moves = texts(&obligation.moves(&board));
                assert_eq!(moves, ["e7e8b", "e7e8n", "e7e8q", "e7e8r"]);
                assert_eq!(
                    obligation,
                    Obligation::Promote {
                        from: Square::E7,
                        to: Square::E8
                    }
                );
            }
            Remedy::Stands(queen) if !BEFORE_2018.contains(&edition) => {
                assert_eq!(queen, mv(&board, "e7e8q"));
                // It is the first illegal move all the same.
                let penalty = first_illegal(&game(fen, ""), &standard(edition), Color::White);
                assert_eq!(penalty, Penalty::Bonus(minutes(2)));
            }
            other => panic!("{edition}: {other:?}"),
        }
    }
}

#[test]
fn article_7_4_a_promotion_that_is_illegal_itself_does_not_stand() {
    let fen = "4k3/4P3/8/8/8/8/8/4K2R w K -";
    // The pawn cannot move, and nothing can be captured.
    assert_free(fen, "e7e8", 15);
}

#[test]
fn article_4_3_who_touches_nothing_is_free() {
    assert_free(STARTPOS, "e4e5", 20);
    for answer in ["0000", "(none)", "a1a1", "resign", ""] {
        assert_free(STARTPOS, answer, 20);
    }
}

#[test]
fn article_4_3_a_touched_piece_moves() {
    let knight = Obligation::Move(Square::G1);
    assert_eq!(assert_replaced(STARTPOS, "g1g3", &["g1f3", "g1h3"]), knight);
    // The rook cannot move; the knight was touched second.
    assert_eq!(assert_replaced(STARTPOS, "h1g1", &["g1f3", "g1h3"]), knight);
    let pawn = Obligation::Move(Square::H2);
    assert_eq!(assert_replaced(STARTPOS, "h1h2", &["h2h3", "h2h4"]), pawn);
    // Neither of them can move.
    assert_free(STARTPOS, "a1a8", 20);
    assert_free("4k3/8/8/8/8/p7/P7/K7 w - -", "a2a3", 1);
}

#[test]
fn article_4_3_b_a_touched_piece_is_captured() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K2R w K -";
    let obligation = assert_replaced(fen, "d5d4", &["e4d5"]);
    assert_eq!(obligation, Obligation::Capture(Square::D5));
    assert_free(fen, "e8e7", board(fen).legal_moves().len());
}

#[track_caller]
fn first_illegal(game: &Game, rules: &Rules, offender: Color) -> Penalty {
    illegal(game, rules, offender, 1)
}

/// What the last of so many illegal moves at one ply costs; all before it cost time alone.
#[track_caller]
fn illegal(game: &Game, rules: &Rules, offender: Color, times: u32) -> Penalty {
    let mut offences = IllegalMoves::default();
    let mut cache = WinnabilityCache::default();
    for time in 1..=times {
        let penalty = rule_illegal(
            game,
            rules,
            offender,
            None,
            &mut offences,
            &mut cache,
            &BUDGET,
        );
        assert_eq!(offences.total(), time);
        if time == times {
            return penalty;
        }
        assert!(matches!(penalty, Penalty::Bonus(_)), "at {time}");
    }
    panic!("no illegal move");
}

/// The end that the last of so many illegal moves brings.
#[track_caller]
fn end_by(game: &Game, rules: &Rules, offender: Color, times: u32) -> (String, &'static str) {
    match illegal(game, rules, offender, times) {
        Penalty::Ends(outcome) => {
            assert_eq!(outcome.kind, OutcomeKind::IllegalMove);
            (outcome.points.to_string(), outcome.article)
        }
        Penalty::Bonus(time) => panic!("the game goes on, with {time:?}"),
    }
}

#[test]
fn article_7_5_5_a_bare_king_does_not_win_by_an_illegal_move() {
    let game = game("4k3/8/8/8/8/8/4r3/2K5 b - -", "");
    let second = |edition| illegal(&game, &standard(edition), Color::Black, 2);
    assert_eq!(second(Edition::Fide2009), Penalty::Bonus(minutes(2)));
    for edition in [Edition::Fide2018, Edition::Fide2023] {
        let end = end_by(&game, &standard(edition), Color::Black, 2);
        assert_eq!(end, ("1/2-1/2".to_owned(), "7.5.5"));
    }
    // 2009 excuses the third, 2001 does not.
    let third = |edition| end_by(&game, &standard(edition), Color::Black, 3);
    assert_eq!(third(Edition::Fide2009), ("1/2-1/2".to_owned(), "7.4.b"));
    assert_eq!(third(Edition::Fide2001), ("1-0".to_owned(), "7.4.b"));
}

#[test]
fn article_7_4_the_ladders_of_all_editions() {
    use Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
    use Mode::{Blitz, Rapid, Standard};
    let game = opening("");
    for (edition, mode, bonus, loses_at, article) in [
        (Fide1997, Standard, 0, 3, "12.7"),
        (Fide1997, Rapid, 2, 3, "10.3"),
        (Fide1997, Blitz, 0, 1, "C.3"),
        (Fide2001, Standard, 2, 3, "7.4.b"),
        (Fide2001, Rapid, 2, 3, "7.4.b"),
        (Fide2001, Blitz, 0, 1, "C.3"),
        (Fide2009, Standard, 2, 3, "7.4.b"),
        (Fide2009, Rapid, 2, 3, "7.4.b"),
        (Fide2009, Blitz, 2, 3, "7.4.b"),
        (Fide2018, Standard, 2, 2, "7.5.5"),
        (Fide2018, Rapid, 2, 2, "7.5.5"),
        (Fide2018, Blitz, 1, 2, "7.5.5"),
        (Fide2023, Standard, 2, 2, "7.5.5"),
        (Fide2023, Rapid, 1, 2, "7.5.5"),
        (Fide2023, Blitz, 1, 2, "7.5.5"),
    ] {
        let rules = edition.rules(mode);
        for time in 1..loses_at {
            let penalty = illegal(&game, &rules, Color::White, time);
            assert_eq!(penalty, Penalty::Bonus(minutes(bonus)), "{edition} {mode}");
        }
        let end = end_by(&game, &rules, Color::White, loses_at);
        assert_eq!(end, ("0-1".to_owned(), article), "{edition} {mode}");
    }
}

#[test]
fn article_b_3_c_of_2009_one_illegal_move_loses_unsupervised_blitz() {
    let rules = Edition::Fide2009.rules_under(Mode::Blitz, Supervision::Unsupervised);
    let end = end_by(&opening(""), &rules, Color::White, 1);
    assert_eq!(end, ("0-1".to_owned(), "B.3.c"));
    // The opponent who cannot mate claims a draw.
    let bare = game("4k3/8/8/8/8/8/8/R3K3 w - -", "");
    let end = end_by(&bare, &rules, Color::White, 1);
    assert_eq!(end, ("1/2-1/2".to_owned(), "B.3.c"));
    let rapid = Edition::Fide2009.rules_under(Mode::Rapid, Supervision::Unsupervised);
    let end = end_by(&opening(""), &rapid, Color::White, 3);
    assert_eq!(end, ("0-1".to_owned(), "7.4.b"));
}

#[test]
fn article_97_12_7_refusal_is_persistent_in_one_position() {
    let mut game = opening("");
    let rules = standard(Edition::Fide1997);
    let mut offences = IllegalMoves::default();
    let mut count = |game: &Game| {
        rule_illegal(
            game,
            &rules,
            Color::White,
            None,
            &mut offences,
            &mut WinnabilityCache::default(),
            &BUDGET,
        )
    };
    let nothing = Penalty::Bonus(Duration::ZERO);
    for text in ["e2e4", "e7e5", "d2d4", "d7d5"] {
        let mv = mv(game.board(), text);
        if game.board().stm() == Color::White {
            assert_eq!(count(&game), nothing);
            assert_eq!(count(&game), nothing);
        }
        game.play(mv).expect("legal");
    }
    assert_eq!(count(&game), nothing);
    assert_eq!(count(&game), nothing);
    assert!(matches!(count(&game), Penalty::Ends(_)));
}

#[test]
fn article_97_c_4_decides_illegal_moves_in_blitz() {
    let rules = Edition::Fide1997.rules(Mode::Blitz);
    // A helpmate exists, but no potential.
    let knights = game("4k3/8/8/8/8/8/8/2N1K1N1 b - -", "");
    let end = end_by(&knights, &rules, Color::Black, 1);
    assert_eq!(end, ("1/2-1/2".to_owned(), "C.3"));
    let rook = game("4k3/8/8/8/8/8/8/R3K3 b - -", "");
    let end = end_by(&rook, &rules, Color::Black, 1);
    assert_eq!(end, ("1-0".to_owned(), "C.3"));
}

#[test]
fn article_9_5_a_wrong_claim_with_eight_minutes_left() {
    for (edition, remaining, bonus) in [
        (Edition::Fide1997, 5, 3),
        (Edition::Fide2001, 5, 3),
        (Edition::Fide2009, 8, 3),
        (Edition::Fide2018, 8, 2),
        (Edition::Fide2023, 8, 2),
    ] {
        let expected = ClaimCost {
            remaining: minutes(remaining),
            bonus: minutes(bonus),
        };
        assert_eq!(claim_cost(&standard(edition), minutes(8)), expected);
    }
}

#[test]
fn article_9_5_a_wrong_claim_with_little_time_left() {
    for (edition, seconds) in [
        (Edition::Fide1997, [45, 20]),
        (Edition::Fide2001, [60, 40]),
        (Edition::Fide2009, [90, 40]),
        (Edition::Fide2018, [90, 40]),
        (Edition::Fide2023, [90, 40]),
    ] {
        for (before, after) in [90, 40].into_iter().zip(seconds) {
            let cost = claim_cost(&standard(edition), Duration::from_secs(before));
            assert_eq!(cost.remaining, Duration::from_secs(after), "{edition}");
        }
    }
    let bonus = |edition: Edition, mode| claim_cost(&edition.rules(mode), minutes(1)).bonus;
    assert_eq!(bonus(Edition::Fide2018, Mode::Rapid), minutes(2));
    assert_eq!(bonus(Edition::Fide2018, Mode::Blitz), minutes(1));
    assert_eq!(bonus(Edition::Fide2023, Mode::Rapid), minutes(1));
    assert_eq!(bonus(Edition::Fide2023, Mode::Blitz), minutes(1));
    assert_eq!(bonus(Edition::Fide2009, Mode::Blitz), minutes(3));
}

#[test]
fn article_9_5_the_announced_move_must_be_played() {
    let game = opening("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let rules = standard(Edition::Fide2023);
    let claim = |announced| rule_claim(&game, &rules, OutcomeKind::Threefold, announced);
    let right = mv(game.board(), "f6g8");
    let wrong = mv(game.board(), "e7e5");
    let ClaimRuling::Correct(outcome, _) = claim(AnnouncedMove::Move(right)) else {
        panic!("the position is about to appear for the third time");
    };
    assert_eq!(
        (outcome.kind, outcome.article),
        (OutcomeKind::Threefold, "9.2.1")
    );
    assert_eq!(outcome.points.to_string(), "1/2-1/2");
    assert_eq!(outcome.ply, 7);
    let left = |announced| match claim(announced) {
        ClaimRuling::Wrong(obligation) => texts(&obligation.moves(game.board())),
        ClaimRuling::Correct(..) => panic!("the claim is wrong"),
    };
    assert_eq!(left(AnnouncedMove::Move(wrong)), ["e7e5"]);
    // A claim without a move leaves the choice free; an illegal move counts as touching.
    assert_eq!(
        left(AnnouncedMove::Nothing).len(),
        game.board().legal_moves().len()
    );
    let illegal = AnnouncedMove::Illegal(AttemptedMove::read("b8b6"));
    assert_eq!(left(illegal), ["b8a6", "b8c6"]);
    // The other ground does not hold.
    let fifty = rule_claim(
        &game,
        &rules,
        OutcomeKind::FiftyMoves,
        AnnouncedMove::Move(right),
    );
    assert_eq!(fifty, ClaimRuling::Wrong(Obligation::Play(right)));
}
