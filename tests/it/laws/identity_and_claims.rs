//! Articles 9.2 and 9.3: when positions are the same, and which draws may be claimed.

use super::support::{
    WITH_AUTOMATIC, WITHOUT_AUTOMATIC, board, end, end_of, game, mv, opening, play, standard,
};
use compongo::board::fen::{self, CastlingFieldStyle};
use compongo::laws::claims::{Claims, Evidence, claims, on_board, with_move};
use compongo::laws::edition::{Edition, Rules};
use compongo::laws::game::Game;
use compongo::laws::identity::PositionIdentity;
use compongo::laws::outcome::OutcomeKind;
use compongo::types::Color;

/// The rights field of a FEN.
fn rights(game: &Game) -> String {
    let fen = game.board().fen(CastlingFieldStyle::XFen);
    fen.split(' ').nth(2).expect("a rights field").to_owned()
}

/// The moves with which a third appearance may be claimed, and nothing else may be claimed with a move.
#[track_caller]
fn intended(game: &Game) -> Vec<String> {
    let claims = claims(game, &Rules::default());
    let moves = claims.intended.iter().map(|claim| {
        assert_eq!(claim.kind, OutcomeKind::Threefold);
        assert_eq!(claim.article, "9.2.1");
        let mv = claim.mv.expect("a move");
        assert_eq!(
            claim.evidence,
            Evidence::Occurrences(game.latest_occurrences_after(mv))
        );
        assert_eq!(
            &with_move(game, &Rules::default(), mv)[..],
            std::slice::from_ref(claim)
        );
        mv.to_string()
    });
    moves.collect()
}

/// The position stands on the board for the third time, and that may be claimed.
#[track_caller]
fn assert_third(game: &Game, plies: &[usize]) {
    assert_eq!(game.occurrences(), plies);
    let claims = on_board(game, &Rules::default());
    let [claim] = &claims[..] else {
        panic!("one claim, not {claims:?}");
    };
    assert_eq!((claim.kind, claim.mv), (OutcomeKind::Threefold, None));
    assert_eq!(claim.article, "9.2.2");
    assert_eq!(claim.evidence, Evidence::Occurrences(plies.to_vec()));
}

#[test]
fn article_9_2_en_passant_that_exposes_the_king_does_not_count() {
    let game = game(
        "7k/4p3/8/K2P3r/8/8/8/8 b - -",
        "e7e5 a5a6 h8g8 a6a5 g8h8 a5a6 h8g8 a6a5 g8h8",
    );
    assert_third(&game, &[1, 5, 9]);
}

#[test]
fn article_9_2_en_passant_that_was_legal_counts() {
    let game = game(
        "7k/4p3/8/K2P4/8/8/8/7r b - -",
        "e7e5 a5a6 h8g8 a6a5 g8h8 a5a6 h8g8 a6a5 g8h8",
    );
    assert_eq!(game.occurrences(), [5, 9]);
    assert_eq!(intended(&game), ["a5a6"]);
}

#[test]
fn article_9_2_an_impossible_en_passant_square_is_dropped() {
    let (start, warnings) =
        fen::parse("5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4").expect("valid FEN");
    assert_eq!(start.en_passant(), None);
    // No warning either way changes what the position is.
    assert!(warnings.len() <= 1);
    let mut game = Game::new(start);
    play(&mut game, "d7c8 f8f7 c8d7 f7f8 d7d8 f8f7 d8d7");
    assert_eq!(game.occurrence(), 2);
    assert_eq!(intended(&game), ["f7f8"]);
}

#[test]
fn article_9_2_a_lost_right_to_castle_makes_another_position() {
    let game = game(
        "4k3/8/8/8/8/8/8/4K2R w K -",
        "h1h2 e8d8 h2h1 d8e8 h1h2 e8d8 h2h1 d8e8",
    );
    assert_eq!(game.occurrences(), [4, 8]);
    assert_eq!(intended(&game), ["h1h2"]);
}

#[test]
fn article_9_2_a_right_to_castle_that_is_kept_makes_no_difference() {
    let game = game(
        "4k3/8/8/8/1b6/8/3P1N2/4K2R w K -",
        "f2d3 b4c3 d3f2 c3b4 f2d3 b4c3 d3f2 c3b4",
    );
    assert_third(&game, &[0, 4, 8]);
    assert_eq!(rights(&game), "K");
}

#[test]
fn article_9_2_pieces_of_a_kind_are_not_told_apart() {
    let game = game(
        "4k3/8/8/8/8/2N3N1/8/4K3 w - -",
        "c3e4 e8d8 g3e2 d8e8 e2c3 e8d8 e4g3 d8e8",
    );
    assert_eq!(game.occurrences(), [0, 8]);
}

#[test]
fn article_9_2_the_same_player_must_have_the_move() {
    let game = game("4k3/8/8/8/8/8/8/4K2Q w - -", "h1h2 e8e7 h2h3 e7e8 h3h1");
    assert_eq!(game.occurrences(), [5]);
    let pieces = |fen: String| fen.split(' ').next().map(str::to_owned);
    assert_eq!(
        pieces(game.board().fen(CastlingFieldStyle::XFen)),
        pieces(game.start().fen(CastlingFieldStyle::XFen))
    );
}

#[test]
fn article_9_2_the_initial_position_is_the_first_appearance() {
    let game = opening("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(game.occurrence(), 2);
    assert_eq!(game.board().stm(), Color::Black);
    assert_eq!(intended(&game), ["f6g8"]);
    assert_eq!(on_board(&game, &Rules::default()), []);
}

#[test]
fn article_9_6_the_fifth_appearance_ends_the_game_since_2014() {
    let mut game = opening("");
    for (ply, text) in ["g1f3", "g8f6", "f3g1", "f6g8"]
        .into_iter()
        .cycle()
        .take(16)
        .enumerate()
    {
        for edition in Edition::ALL {
            let rules = standard(edition);
            assert_eq!(end(&game, &rules), None, "{edition}, ply {ply}");
            assert_eq!(claims(&game, &rules).is_empty(), ply < 7, "ply {ply}");
        }
        play(&mut game, text);
    }
    assert_eq!(game.occurrences(), [0, 4, 8, 12, 16]);
    for edition in WITH_AUTOMATIC {
        let rules = standard(edition);
        assert_eq!(
            end_of(&game, &rules),
            ("1/2-1/2".to_owned(), OutcomeKind::Fivefold)
        );
        assert_eq!(rules.end_article(OutcomeKind::Fivefold), "9.6.1");
        // What is over cannot be claimed any more.
        assert_eq!(claims(&game, &rules), Claims::default());
    }
    for edition in WITHOUT_AUTOMATIC {
        let rules = standard(edition);
        assert_eq!(end(&game, &rules), None);
        let claims = claims(&game, &rules);
        assert_eq!(claims.on_board.len(), 1);
        assert_eq!(claims.on_board[0].article, "9.2.b");
    }
}

#[test]
fn article_9_2_in_chess960_a_right_is_lost_alike() {
    let game = game(
        "4k3/8/8/8/8/8/8/6KR w H -",
        "h1h2 e8d8 h2h1 d8e8 h1h2 e8d8 h2h1 d8e8",
    );
    assert_eq!(game.occurrence(), 2);
}

#[test]
fn article_9_2_and_9_3_points_of_each_edition() {
    for (edition, threefold, fifty) in [
        (Edition::Fide1997, ["9.2.a", "9.2.b"], ["9.3.b", "9.3.a"]),
        (Edition::Fide2001, ["9.2.a", "9.2.b"], ["9.3.a", "9.3.b"]),
        (Edition::Fide2009, ["9.2.a", "9.2.b"], ["9.3.a", "9.3.b"]),
        (Edition::Fide2018, ["9.2.1", "9.2.2"], ["9.3.1", "9.3.2"]),
        (Edition::Fide2023, ["9.2.1", "9.2.2"], ["9.3.1", "9.3.2"]),
    ] {
        let rules = standard(edition);
        for (announced, index) in [(true, 0), (false, 1)] {
            let article = |kind| rules.claim_article(kind, announced);
            assert_eq!(
                article(OutcomeKind::Threefold),
                threefold[index],
                "{edition}"
            );
            assert_eq!(article(OutcomeKind::FiftyMoves), fifty[index], "{edition}");
        }
    }
}

#[test]
fn article_9_3_a_pawn_move_or_a_capture_supports_no_claim() {
    let game = game("4k3/8/8/3p4/8/4N3/P7/4K3 w - - 99 80", "");
    let rules = Rules::default();
    for text in ["a2a3", "e3d5"] {
        let mv = mv(game.board(), text);
        assert_eq!(with_move(&game, &rules, mv), []);
    }
    let quiet = mv(game.board(), "e3c4");
    let [claim] = &with_move(&game, &rules, quiet)[..] else {
        panic!("one claim");
    };
    assert_eq!(
        (claim.kind, claim.article),
        (OutcomeKind::FiftyMoves, "9.3.1")
    );
    assert_eq!(
        claim.evidence,
        Evidence::QuietMoves {
            first: 0,
            last: 1,
            before_start: 99
        }
    );
}

fn identity(fen: &str) -> PositionIdentity {
    PositionIdentity::of(&board(fen))
}

#[test]
fn article_9_2_what_counts_and_what_does_not() {
    let base = identity("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(base, identity("4k3/8/8/8/8/8/8/R3K2R w HA - 42 99"));
    for other in [
        "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/R3K2Q w Q - 0 1",
        "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1",
        "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    ] {
        assert_ne!(base, identity(other), "{other}");
    }
}

#[test]
fn article_9_2_en_passant_counts_only_if_it_is_legal() {
    assert_ne!(
        identity("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        identity("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
    );
    // The pawn on e5 is pinned along the rank: with both pawns gone, the rook on h5 would attack the king.
    assert_eq!(
        identity("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1"),
        identity("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1")
    );
}
