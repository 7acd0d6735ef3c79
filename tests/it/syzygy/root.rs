//! Root moves ranked by the tables: the halfmove clock, repetitions and the rules about draws.

use super::{copies, tables};
use crate::support::position::{board, mv};
use compongo::board::Board;
use compongo::syzygy::root::{RootPosition, RootTables, TableRules, rank_moves};
use compongo::syzygy::{TableWdl, Tablebase};
use compongo::types::{Key, Score};

const CLAIMS: TableRules = TableRules {
    fifty_moves: true,
    automatic_draws: true,
};

fn ranked(tables: &Tablebase, board: &Board, history: &[Key], rules: TableRules) -> RootTables {
    let moves = board.legal_moves();
    let root = RootPosition {
        board,
        history,
        moves: &moves,
        rules,
    };
    rank_moves(tables, &root).expect("the tables know the position")
}

fn result(tables: &Tablebase, fen: &str, rules: TableRules) -> (TableWdl, Option<i32>) {
    let root = ranked(tables, &board(fen), &[], rules);
    (root.wdl, root.dtz)
}

/// White takes the rook by force on the third ply: a check, a king move, the capture.
const FORK: &str = "8/8/8/8/k7/8/3r4/K3Q3 b - - 0 1";

#[test]
fn article_9_3_a_win_is_real_up_to_the_hundredth_ply() {
    let tables = tables();
    // The longest win of queen against rook.
    let fen = |clock| format!("8/8/8/8/8/3k4/4r3/K6Q w - - {clock} 90");
    let (wdl, dtz) = result(&tables, &fen(0), CLAIMS);
    let dtz = dtz.expect("a DTZ table");
    assert_eq!(wdl, TableWdl::Win);
    assert!(dtz > 10, "{dtz}");
    for (clock, expected) in [
        (0, TableWdl::Win),
        (99 - dtz, TableWdl::Win),
        (101 - dtz, TableWdl::CursedWin),
        (99, TableWdl::CursedWin),
        (140, TableWdl::CursedWin),
    ] {
        assert_eq!(
            result(&tables, &fen(clock), CLAIMS),
            (expected, Some(dtz)),
            "clock {clock}"
        );
    }
}

#[test]
fn article_9_3_a_mate_or_capture_comes_before_the_claim() {
    let tables = tables();
    for (fen, dtz) in [
        // Mate with the last ply; a capture; a promotion.
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 90", 1),
        ("7k/8/8/8/8/1r6/8/1Q5K w - - 99 90", 1),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 99 90", 1),
        // Nothing was claimed, the game goes on.
        ("7k/8/6K1/8/8/8/8/R7 w - - 120 90", 1),
    ] {
        assert_eq!(
            result(&tables, fen, CLAIMS),
            (TableWdl::Win, Some(dtz)),
            "{fen}"
        );
    }
}

#[test]
fn article_9_3_a_loss_is_blessed_where_a_claim_comes_in_time() {
    let tables = tables();
    let fen = |clock| FORK.replace(" 0 1", &format!(" {clock} 90"));
    let (wdl, dtz) = result(&tables, &fen(0), CLAIMS);
    let dtz = dtz.expect("a DTZ table");
    assert!(wdl == TableWdl::Loss && dtz < 0, "{dtz}");
    let (wdl, longest) = result(&tables, &fen(99), CLAIMS);
    assert_eq!(wdl, TableWdl::BlessedLoss);
    // The most stubborn defence.
    assert_eq!(longest, Some(dtz));
    let root = ranked(&tables, &board(&fen(99)), &[], CLAIMS);
    assert!(root.moves.iter().all(|ranked| ranked.dtz >= longest));
    assert_eq!(root.moves[0].score, Some(Score::ZERO));
}

#[test]
fn article_9_6_2_seventy_five_moves_end_the_game_where_the_edition_says_so() {
    let tables = tables();
    let rules = |automatic_draws| TableRules {
        fifty_moves: false,
        automatic_draws,
    };
    let fen = |clock| format!("8/8/8/8/8/3k4/4r3/K6Q w - - {clock} 90");
    for (clock, automatic, expected) in [
        (92, true, TableWdl::Win),
        (94, true, TableWdl::CursedWin),
        (94, false, TableWdl::Win),
        (148, true, TableWdl::CursedWin),
        (148, false, TableWdl::Win),
    ] {
        let (wdl, _) = result(&tables, &fen(clock), rules(automatic));
        assert_eq!(wdl, expected, "clock {clock}, automatic {automatic}");
    }
}

#[test]
fn article_9_2_the_third_occurrence_gives_the_win_away() {
    let tables = tables();
    let root = board("7k/8/8/8/8/1r6/8/K2Q4 w - - 30 90");
    let check = mv(&root, "d1d4");
    let mut after = root;
    after.play(check);
    let wdl_of = |history: &[Key]| {
        let root = ranked(&tables, &root, history, CLAIMS);
        let found = root.moves.iter().find(|ranked| ranked.mv == check);
        found.expect("a legal move").rank.wdl
    };
    assert_eq!(wdl_of(&[]), TableWdl::Win);
    assert_eq!(wdl_of(&[after.key()]), TableWdl::Win);
    assert_eq!(wdl_of(&[after.key(), after.key()]), TableWdl::Draw);
}

/// The distances of the moves of the best rank.
fn kept(tables: &Tablebase, board: &Board, history: &[Key]) -> Vec<i32> {
    let root = ranked(tables, board, history, CLAIMS);
    let best = root.moves[0].rank;
    let kept = root.moves.iter().filter(|ranked| ranked.rank == best);
    kept.map(|ranked| ranked.dtz.expect("a DTZ table"))
        .collect()
}

#[test]
fn a_long_win_is_hurried_and_a_short_one_left_to_the_search() {
    let tables = tables();
    let long = kept(&tables, &board("8/8/8/8/8/3k4/4r3/K6Q w - - 4 90"), &[]);
    assert!(long.iter().all(|&dtz| dtz == long[0]), "{long:?}");
    let queen = |clock| board(&format!("8/8/8/8/3k4/8/8/K6Q w - - {clock} 90"));
    let short = kept(&tables, &queen(4), &[]);
    assert!(short.iter().max() > short.iter().min(), "{short:?}");
    let late = kept(&tables, &queen(70), &[]);
    assert!(late.iter().max() < short.iter().max(), "{late:?}");
    assert_eq!(late.iter().min(), short.iter().min());
}

#[test]
fn after_a_repetition_only_the_fastest_wins_are_left() {
    let tables = tables();
    let root = board("8/8/8/8/3k4/8/8/K6Q w - - 4 90");
    let free = kept(&tables, &root, &[]);
    let bound = kept(&tables, &root, &[root.key()]);
    assert!(free.len() > bound.len(), "{free:?} {bound:?}");
    assert!(bound.iter().all(|dtz| free.iter().min() == Some(dtz)));
}

#[test]
fn scores_lie_in_the_band_of_table_results() {
    let tables = tables();
    let root = ranked(&tables, &board(FORK), &[], CLAIMS);
    for ranked in &root.moves {
        let score = ranked.score.expect("DTZ is known");
        assert!(!score.is_mate());
        match ranked.rank.wdl {
            TableWdl::Win => assert!(score.is_win()),
            TableWdl::Loss => assert!(score.is_loss()),
            _ => assert_eq!(score, Score::ZERO),
        }
    }
    assert!(
        root.moves
            .windows(2)
            .all(|pair| pair[0].rank >= pair[1].rank)
    );
    assert_eq!(root.probes, root.moves.len() as u64);
}

#[test]
fn without_dtz_the_moves_are_ranked_by_wdl() {
    let folder = copies(&["KQvKR.rtbw", "KQvK.rtbw", "KRvK.rtbw"]);
    let (tables, _) = Tablebase::open(folder.to_str().expect("a path"));
    let fen = "8/8/8/8/8/3k4/4r3/K6Q w - - 0 1";
    let by_wdl = ranked(&tables, &board(fen), &[], CLAIMS);
    let by_dtz = ranked(&super::tables(), &board(fen), &[], CLAIMS);
    assert_eq!((by_wdl.wdl, by_wdl.dtz), (TableWdl::Win, None));
    assert_eq!(by_wdl.moves[0].score, None);
    for ranked in &by_wdl.moves {
        let other = by_dtz.moves.iter().find(|other| other.mv == ranked.mv);
        assert_eq!(other.map(|other| other.rank.wdl), Some(ranked.rank.wdl));
    }
    // At least one more ply follows this move.
    let players = TableRules {
        fifty_moves: false,
        automatic_draws: true,
    };
    for (clock, rules, expected) in [
        (98, CLAIMS, TableWdl::Win),
        (99, CLAIMS, TableWdl::CursedWin),
        (120, CLAIMS, TableWdl::CursedWin),
        (148, players, TableWdl::Win),
        (149, players, TableWdl::CursedWin),
    ] {
        let fen = format!("8/8/8/8/8/3k4/4r3/K6Q w - - {clock} 90");
        assert_eq!(result(&tables, &fen, rules).0, expected, "{clock}");
    }
    // A capture sets the clock to zero.
    let capture = "8/8/8/8/8/7k/4r3/K3Q3 w - - 99 90";
    assert_eq!(result(&tables, capture, CLAIMS).0, TableWdl::Win);
}
