//! Games whose judgement the Laws settle, named after their Articles.

use crate::judge::support::{check, finding, game, game_from, judge, judge_under, kinds, verdict};
use compongo::judge::FindingKind;
use compongo::laws::edition::Edition;

#[test]
fn article_5_1_1_what_is_played_after_mate_does_not_count() {
    let report = judge(&game(&[], "1. f3 e5 2. g4 Qh4# 3. Nh3 d6", "1-0"));
    let past = finding(&report, FindingKind::PlayedPastEnd);
    assert_eq!((past.ply, past.place.as_deref()), (Some(5), Some("3.Nh3")));
    let answers = report.winnable.expect("a position was reached");
    assert_eq!((answers.white.answer, answers.black.answer), ("no", "yes"));
    check(
        "
         | 1. f3 e5 2. g4 Qh4# 3. Nh3 d6 1-0 | fide2023 | 0-1 checkmate 5.1.1 4 | played_past_end, result_contradicts_board
         | 1. f3 e5 2. g4 Qh4# 0-1           | fide1997 | 0-1 checkmate 5.1.a 4 | none
        ",
    );
}

#[test]
fn article_5_2_2_a_flag_that_falls_in_a_dead_position_is_void() {
    check(
        "
        Termination: time forfeit; FEN: 8/8/8/8/8/4k3/2p5/2K1B3 w - - | 1. Kxc2 Kf3 0-1 | fide1997 | 1/2-1/2 dead_position 9.6 1   | played_past_end, result_contradicts_board
        Termination: time forfeit; FEN: 8/8/8/8/8/4k3/2p5/2K1B3 w - - | 1. Kxc2 Kf3 0-1 | fide2001 | 1/2-1/2 dead_position 5.2.b 1 | played_past_end, result_contradicts_board
        Termination: time forfeit; FEN: 8/8/8/8/8/4k3/2p5/2K1B3 w - - | 1. Kxc2 Kf3 0-1 | fide2009 | 1/2-1/2 dead_position 5.2.b 1 | played_past_end, result_contradicts_board
        Termination: time forfeit; FEN: 8/8/8/8/8/4k3/2p5/2K1B3 w - - | 1. Kxc2 Kf3 0-1 | fide2018 | 1/2-1/2 dead_position 5.2.2 1 | played_past_end, result_contradicts_board
        Termination: time forfeit; FEN: 8/8/8/8/8/4k3/2p5/2K1B3 w - - | 1. Kxc2 Kf3 0-1 | fide2023 | 1/2-1/2 dead_position 5.2.2 1 | played_past_end, result_contradicts_board
        ",
    );
    let pgn = game_from("8/8/8/8/8/4k3/2p5/2K1B3 w - -", &[], "1. Kxc2 Kf3", "0-1");
    for edition in Edition::ALL {
        let report = judge_under(edition, &pgn);
        let proof = finding(&report, FindingKind::PlayedPastEnd)
            .proof
            .as_deref();
        assert_eq!(proof, Some("white material; black material"), "{edition}");
    }
}

#[test]
fn article_5_2_2_a_position_dies_where_nobody_can_mate_any_more() {
    check(
        "
        A quiet move can kill it.
        FEN: kb6/8/1K6/3N4/8/8/8/8 w - -                        | 1. Nc7+ Bxc7+ 2. Kxc7 1/2-1/2             | fide2023 | 1/2-1/2 dead_position 5.2.2 1 | played_past_end
        En passant alone could open the wall: it is dead once that right has passed.
        FEN: 4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - e3 0 50 | 50... Ke7 51. Ke2 Ke8 52. Ke1 Ke7 1/2-1/2 | fide2023 | 1/2-1/2 dead_position 5.2.2 1 | played_past_end
        King and bishop are dead before the stalemate.
        FEN: 7k/8/5K2/4B3/8/8/8/8 w - -                         | 1. Kg6 1/2-1/2                            | fide2023 | 1/2-1/2 dead_position 5.2.2 0 | played_past_end
        Article 5.2.1: a stalemate is called so although it is dead.
        FEN: 7k/8/5KP1/8/8/8/8/8 w - -                          | 1. g7+ Kg8 2. Kg6 1/2-1/2                 | fide2023 | 1/2-1/2 stalemate 5.2.1 3     | none
        ",
    );
    let wall = "4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - e3 0 50";
    let moves = "50... Ke7 51. Ke2 Ke8 52. Ke1 Ke7";
    let report = judge(&game_from(wall, &[], moves, "1/2-1/2"));
    let proof = &report.winnable.expect("a position").white.proof;
    assert!(proof.starts_with("closure "), "{proof}");
}

const KNIGHTS: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

#[test]
fn article_9_6_1_the_fifth_appearance_ends_the_game_since_2014() {
    for edition in Edition::ALL {
        let report = judge_under(edition, &game(&[], &format!("{KNIGHTS} 9. e4"), "1/2-1/2"));
        let first = report.claims.first().map(|claim| claim.ply);
        assert_eq!(first, Some(7), "{edition}");
        if edition >= Edition::Fide2018 {
            assert_eq!(
                verdict(&report),
                Some(("1/2-1/2", "fivefold", "9.6.1", 16)),
                "{edition}"
            );
            assert_eq!(finding(&report, FindingKind::PlayedPastEnd).ply, Some(17));
        } else {
            assert_eq!(verdict(&report), None, "{edition}");
            assert!(!report.has(FindingKind::PlayedPastEnd), "{edition}");
        }
    }
}

#[test]
fn article_9_6_2_mate_with_the_last_of_75_moves_stands() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 149 120";
    for edition in Edition::ALL {
        let mate = judge_under(edition, &game_from(fen, &[], "120. Ra8#", "1-0"));
        let (score, kind, _, ply) = verdict(&mate).expect("mate");
        assert_eq!((score, kind, ply), ("1-0", "checkmate", 1), "{edition}");

        let quiet = judge_under(edition, &game_from(fen, &[], "120. Ra7 Kg8", "*"));
        if edition >= Edition::Fide2018 {
            let expected = ("1/2-1/2", "seventy_five_moves", "9.6.2", 1);
            assert_eq!(verdict(&quiet), Some(expected));
            assert_eq!(
                kinds(&quiet),
                ["played_past_end", "result_open", "claim_missed"]
            );
        } else {
            assert_eq!(verdict(&quiet), None, "{edition}");
            assert!(!quiet.has(FindingKind::PlayedPastEnd));
        }
    }
}

#[test]
fn article_f_chess960_castling_is_followed() {
    check(
        "
        White castles with the king where it stands: c1 to c1, the rook from a1 to d1.
        Variant: Chess960; FEN: 4k3/8/8/8/8/8/8/R1K5 w A -  | 1. O-O-O Ke7 * | fide2023 | none | none
        Variant: Chess960; FEN: 4k3/8/8/8/8/8/8/rR1K4 w B - | 1. O-O-O *     | fide2023 | none | illegal_move
        ",
    );
}
