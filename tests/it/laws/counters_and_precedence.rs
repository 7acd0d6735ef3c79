//! Articles 5 and 9.6: the order in which what ends a game counts.

use super::support::{BUDGET, WITH_AUTOMATIC, WITHOUT_AUTOMATIC, end, end_of, game, standard};
use compongo::laws::claims::{claims, on_board};
use compongo::laws::edition::{Edition, Mode};
use compongo::laws::outcome::{OutcomeKind, PlayerPoints, Points, Proof, by_rule};
use compongo::laws::procedure::{AnnouncedMove, ClaimRuling, rule_claim};
use compongo::laws::winnable::{UnwinnableProof, WinnabilityCache, can_win};
use compongo::types::Color;
use std::collections::BTreeSet;

/// Every legal move may be announced in a correct claim of 50 moves.
#[track_caller]
fn assert_all_claimable(fen: &str) {
    let game = game(fen, "");
    for edition in Edition::ALL {
        let rules = standard(edition);
        assert_eq!(on_board(&game, &rules), []);
        let claims = claims(&game, &rules);
        let legal = game.board().legal_moves();
        assert_eq!(claims.intended.len(), legal.len());
        for mv in legal {
            let ruling = rule_claim(
                &game,
                &rules,
                OutcomeKind::FiftyMoves,
                AnnouncedMove::Move(mv),
            );
            let ClaimRuling::Correct(outcome, _) = ruling else {
                panic!("{mv} supports the claim");
            };
            assert_eq!(outcome.points.to_string(), "1/2-1/2");
            // The announced move is not played.
            assert_eq!(outcome.ply, 0);
        }
    }
}

#[test]
fn article_9_3_the_announced_move_may_mate() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    assert_all_claimable(fen);
    for edition in Edition::ALL {
        let played = game(fen, "a1a8");
        let expected = ("1-0".to_owned(), OutcomeKind::Checkmate);
        assert_eq!(end_of(&played, &standard(edition)), expected);
    }
}

#[test]
fn article_9_3_the_announced_move_may_stalemate() {
    let fen = "7k/5K2/8/6Q1/8/8/8/8 w - - 99 80";
    assert_all_claimable(fen);
    for edition in Edition::ALL {
        for text in ["g5g6", "g5f5"] {
            let played = game(fen, text);
            let expected = ("1/2-1/2".to_owned(), OutcomeKind::Stalemate);
            assert_eq!(end_of(&played, &standard(edition)), expected);
        }
    }
}

#[test]
fn article_9_6_2_mate_on_the_last_of_75_moves_stands() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 120";
    for edition in Edition::ALL {
        let rules = standard(edition);
        let mated = game(fen, "a1a8");
        assert_eq!(
            end_of(&mated, &rules),
            ("1-0".to_owned(), OutcomeKind::Checkmate)
        );
    }
    let quiet = game(fen, "a1a7");
    for edition in WITH_AUTOMATIC {
        let expected = ("1/2-1/2".to_owned(), OutcomeKind::SeventyFiveMoves);
        assert_eq!(end_of(&quiet, &standard(edition)), expected);
    }
    for edition in WITHOUT_AUTOMATIC {
        assert_eq!(end(&quiet, &standard(edition)), None);
        let claims = on_board(&quiet, &standard(edition));
        assert!(
            claims
                .iter()
                .any(|claim| claim.kind == OutcomeKind::FiftyMoves)
        );
    }
}

#[test]
fn article_5_2_2_counters_do_not_make_a_position_dead() {
    let game = game("7k/8/8/8/8/8/8/KR6 w - - 149 120", "");
    for edition in Edition::ALL {
        assert_eq!(end(&game, &standard(edition)), None, "{edition}");
    }
    let answer = can_win(
        game.board(),
        Color::White,
        &BUDGET,
        &mut WinnabilityCache::default(),
    );
    assert_eq!(answer.is_winnable(), Some(true));
}

#[test]
fn article_5_2_1_stalemate_is_called_stalemate() {
    let game = game("7k/8/4B1K1/8/8/8/8/8 b - -", "");
    for edition in Edition::ALL {
        let rules = standard(edition);
        let expected = ("1/2-1/2".to_owned(), OutcomeKind::Stalemate);
        assert_eq!(end_of(&game, &rules), expected);
        assert_eq!(by_rule(&game, &rules), end(&game, &rules));
    }
}

#[test]
fn article_5_2_2_a_dead_position_comes_before_a_counter() {
    // The capture of the rook is forced, and leaves bare kings.
    let game = game("7k/8/8/8/8/8/1r6/K7 w - - 150 120", "");
    for edition in Edition::ALL {
        let rules = standard(edition);
        let (points, kind) = end_of(&game, &rules);
        assert_eq!(
            (points.as_str(), kind),
            ("1/2-1/2", OutcomeKind::DeadPosition)
        );
        let proof = end(&game, &rules).and_then(|outcome| outcome.proof);
        assert!(matches!(
            proof,
            Some(Proof::Dead([
                UnwinnableProof::Material,
                UnwinnableProof::Tree { .. } | UnwinnableProof::Table
            ]))
        ));
    }
    // What needs no proof is known at once, whatever the counter says.
    let rules = standard(Edition::Fide2023);
    let bare = super::support::game("7k/8/8/8/8/8/8/K7 w - - 150 120", "");
    assert_eq!(by_rule(&bare, &rules), end(&bare, &rules));
    assert_eq!(
        by_rule(&bare, &rules).map(|outcome| outcome.kind),
        Some(OutcomeKind::DeadPosition)
    );
}

#[test]
fn article_9_6_the_fifth_appearance_comes_before_75_moves() {
    let round = "h1h2 e8d8 h2h1 d8e8 ";
    let game = game("4k3/8/8/8/8/8/8/4K2R w - - 134 120", &round.repeat(4));
    assert_eq!((game.occurrence(), game.board().halfmove_clock()), (5, 150));
    for edition in WITH_AUTOMATIC {
        let expected = ("1/2-1/2".to_owned(), OutcomeKind::Fivefold);
        assert_eq!(end_of(&game, &standard(edition)), expected);
    }
    for edition in WITHOUT_AUTOMATIC {
        let claims = on_board(&game, &standard(edition));
        let kinds: Vec<OutcomeKind> = claims.iter().map(|claim| claim.kind).collect();
        assert_eq!(kinds, [OutcomeKind::Threefold, OutcomeKind::FiftyMoves]);
    }
}

#[test]
fn articles_of_the_ends_on_the_board() {
    for (edition, articles) in [
        (Edition::Fide1997, ["5.1.a", "5.2", "9.6"]),
        (Edition::Fide2001, ["5.1.a", "5.2.a", "5.2.b"]),
        (Edition::Fide2009, ["5.1.a", "5.2.a", "5.2.b"]),
        (Edition::Fide2018, ["5.1.1", "5.2.1", "5.2.2"]),
        (Edition::Fide2023, ["5.1.1", "5.2.1", "5.2.2"]),
    ] {
        for mode in Mode::ALL {
            let rules = edition.rules(mode);
            let kinds = [
                OutcomeKind::Checkmate,
                OutcomeKind::Stalemate,
                OutcomeKind::DeadPosition,
            ];
            assert_eq!(kinds.map(|kind| rules.end_article(kind)), articles);
        }
    }
}

#[test]
fn scores_are_written_as_pairs() {
    assert_eq!(Points::win(Color::White).to_string(), "1-0");
    assert_eq!(Points::win(Color::Black).to_string(), "0-1");
    assert_eq!(Points::DRAW.to_string(), "1/2-1/2");
    assert_eq!(Points::BOTH_LOSE.to_string(), "0-0");
    let points = Points {
        white: PlayerPoints::Half,
        black: PlayerPoints::Zero,
    };
    assert_eq!(points.to_string(), "1/2-0");
    assert_eq!(points.of(Color::White), PlayerPoints::Half);
}

#[test]
fn kinds_have_names_of_their_own() {
    let names: BTreeSet<&str> = OutcomeKind::ALL
        .into_iter()
        .map(OutcomeKind::as_str)
        .collect();
    assert_eq!(names.len(), OutcomeKind::ALL.len());
    assert!(names.iter().all(|name| {
        name.chars()
            .all(|letter| letter.is_ascii_lowercase() || letter == '_')
    }));
}
