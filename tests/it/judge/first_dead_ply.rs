//! The ply at which a game becomes dead, against a look at every position.

use crate::judge::support::verdict;
use compongo::board::Board;
use compongo::judge::{JudgeSettings, judge_position};
use compongo::laws::winnable::{ProofBudget, WinnabilityCache, can_win};
use compongo::types::{Color, Rng};

const BUDGET: ProofBudget = ProofBudget::new(100_000);

fn is_dead(board: &Board) -> bool {
    let mut cache = WinnabilityCache::default();
    let mut cannot =
        |color| can_win(board, color, &BUDGET, &mut cache).is_winnable() == Some(false);
    cannot(Color::White) && cannot(Color::Black)
}

/// The first dead position of a random game from a start, and the moves up to a few plies later.
fn random_game(start: &Board, seed: u64) -> (Vec<String>, Option<usize>) {
    let mut rng = Rng::new(seed);
    let mut board = *start;
    let mut moves = Vec::new();
    let mut dead = None;
    // Some games end soon after they have become dead, some much later.
    let rest = 1 + rng.below(20);
    loop {
        // Stalemate is dead too, but is called stalemate.
        let legal = board.legal_moves();
        if dead.is_none() && !legal.is_empty() && is_dead(&board) {
            dead = Some(moves.len());
        }
        let enough = dead.map_or(60, |ply| ply + rest);
        if legal.is_empty() || moves.len() >= enough {
            break;
        }
        let mv = legal[rng.below(legal.len())];
        moves.push(mv.to_string());
        board.play(mv);
    }
    (moves, dead)
}

#[test]
fn article_5_2_2_the_first_dead_position_counts() {
    let mut late = 0;
    for fen in [
        "kb6/8/1K6/3N4/8/8/8/8 w - -",
        "8/8/8/8/8/4k3/2p5/2K1B3 w - -",
        "k7/p1K5/1N6/3p4/8/8/8/8 b - -",
        "4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - e3 0 1",
        "8/8/4k3/4p3/8/3NK3/8/8 w - -",
    ] {
        let start: Board = fen.parse().expect("valid FEN");
        for seed in 1..=15 {
            let (moves, dead) = random_game(&start, seed);
            let report = judge_position(fen, &moves.join(" "), &JudgeSettings::default());
            let report = report.expect("a position");
            let found = verdict(&report).filter(|(_, kind, ..)| *kind == "dead_position");
            assert_eq!(found.map(|(.., ply)| ply), dead, "{fen} {moves:?}");
            late += usize::from(dead.is_some_and(|ply| ply > 0));
        }
    }
    assert!(late >= 20, "only {late} games become dead on the way");
}
