//! Whether mate can be given before 75 moves without capture and pawn move end the game: the stricter reading of
//! Articles 5.2.2 and 6.9, which an event may choose (see `Policies::series_ignores_counters`).

use super::edition::Rules;
use super::identity::Identity;
use super::winnable::{Budget, Impossible, Memo, Possible, Winnability, can_win};
use crate::board::Board;
use crate::types::{Color, Move};
use std::collections::HashSet;

/// Half-moves without capture and pawn move that end the game (Article 9.6.2).
pub(super) const LIMIT: u16 = 150;

/// Whether a colour can still give mate, under the reading that the rules choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It can.
    Winnable(Possible),
    /// It cannot.
    Unwinnable(Impossible),
    /// It cannot within the half-moves that are left by the counter.
    OutOfTime {
        /// These half-moves.
        plies: u32,
    },
    /// Not known.
    Undetermined {
        /// Positions looked at.
        nodes: u64,
    },
}

impl From<Winnability> for Verdict {
    fn from(winnability: Winnability) -> Self {
        match winnability {
            Winnability::Winnable(proof) => Self::Winnable(proof),
            Winnability::Unwinnable(proof) => Self::Unwinnable(proof),
            Winnability::Undetermined { nodes } => Self::Undetermined { nodes },
        }
    }
}

/// Whether `color` can still give mate. A game that 75 moves have ended already is not asked about them.
pub(super) fn can_mate(
    board: &Board,
    color: Color,
    rules: &Rules,
    memo: &mut Memo,
    budget: &Budget,
) -> Verdict {
    let ever = can_win(board, color, budget, memo);
    let strict = rules.automatic_draws && !rules.policies.series_ignores_counters;
    match ever {
        Winnability::Winnable(proof) if strict && board.halfmove_clock() < LIMIT => {
            let mut left = budget.nodes;
            in_time(board, color, proof, budget, &mut left)
        }
        known => known.into(),
    }
}

/// A position that can be reached in time, and how.
struct Node {
    board: Board,
    /// The node before it, and the move from there.
    parent: Option<(usize, Move)>,
}

/// Whether a mate that is possible at all is possible in time. Counts positions down from `left`.
fn in_time(
    board: &Board,
    color: Color,
    proof: Possible,
    budget: &Budget,
    left: &mut u64,
) -> Verdict {
    if let Possible::Line(line) = &proof
        && fits(board, line)
    {
        return Verdict::Winnable(proof);
    }
    let mut seen = HashSet::from([Identity::of(board)]);
    let mut nodes = vec![Node {
        board: *board,
        parent: None,
    }];
    let mut undetermined = false;
    // By length, so that each position is reached with the lowest counter first.
    let mut next = 0;
    while next < nodes.len() {
        let before = nodes[next].board;
        for mv in before.legal_moves() {
            if *left == 0 || (budget.cancelled)() {
                return Verdict::Undetermined {
                    nodes: budget.nodes - *left,
                };
            }
            *left -= 1;
            let mut after = before;
            after.play(mv);
            let rest = if after.stm() != color && after.in_check() && !after.has_legal_move() {
                Verdict::Winnable(Possible::Line(Vec::new()))
            } else if after.halfmove_clock() >= LIMIT || !seen.insert(Identity::of(&after)) {
                continue;
            } else if after.halfmove_clock() > 0 {
                nodes.push(Node {
                    board: after,
                    parent: Some((next, mv)),
                });
                continue;
            } else {
                from_anew(&after, color, budget, left)
            };
            match rest {
                Verdict::Winnable(rest) => {
                    let mut line = path(&nodes, next);
                    line.push(mv);
                    return Verdict::Winnable(prefixed(line, rest));
                }
                Verdict::Undetermined { .. } => undetermined = true,
                Verdict::Unwinnable(_) | Verdict::OutOfTime { .. } => {}
            }
        }
        next += 1;
    }
    if undetermined {
        Verdict::Undetermined {
            nodes: budget.nodes - *left,
        }
    } else {
        Verdict::OutOfTime {
            plies: u32::from(LIMIT - board.halfmove_clock()),
        }
    }
}

/// Whether mate is possible in time after a capture or a pawn move, with the counter at zero.
fn from_anew(board: &Board, color: Color, budget: &Budget, left: &mut u64) -> Verdict {
    let rest = Budget {
        nodes: *left,
        ..*budget
    };
    match can_win(board, color, &rest, &mut Memo::default()) {
        Winnability::Winnable(proof) => in_time(board, color, proof, budget, left),
        known => known.into(),
    }
}

/// True if a line to mate is played to its end before the counter ends the game; mate on the last move stands.
fn fits(board: &Board, line: &[Move]) -> bool {
    let mut board = *board;
    line.iter().all(|&mv| {
        let open = board.halfmove_clock() < LIMIT;
        board.play(mv);
        open
    })
}

/// The moves that lead to a node.
fn path(nodes: &[Node], mut index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((parent, mv)) = nodes[index].parent {
        moves.push(mv);
        index = parent;
    }
    moves.reverse();
    moves
}

fn prefixed(mut line: Vec<Move>, rest: Possible) -> Possible {
    match rest {
        Possible::Line(moves) => {
            line.extend(moves);
            Possible::Line(line)
        }
        Possible::Table(moves) => {
            line.extend(moves);
            Possible::Table(line)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::edition::Edition;

    fn ask(fen: &str, strict: bool) -> Verdict {
        let budget = Budget {
            nodes: 1_000_000,
            external: false,
            cancelled: &|| false,
        };
        let mut rules = Edition::Fide2023.rules(crate::laws::edition::Mode::Standard);
        rules.policies.series_ignores_counters = !strict;
        let board: Board = fen.parse().expect("valid FEN");
        let verdict = can_mate(&board, Color::White, &rules, &mut Memo::default(), &budget);
        if let (true, Verdict::Winnable(proof)) = (strict, &verdict) {
            let Possible::Line(line) = proof else {
                panic!("a line that fits");
            };
            assert!(fits(&board, line), "{fen}");
        }
        verdict
    }

    #[test]
    fn article_9_6_2_as_a_limit_of_the_series() {
        for (fen, expected) in [
            // No mate in one, with one half-move left.
            ("7k/8/8/8/8/8/8/KR6 w - - 149 120", Some(1)),
            ("7k/8/6K1/8/8/8/8/R7 w - - 149 120", None),
            ("7k/8/6K1/8/8/8/8/R7 b - - 149 120", Some(1)),
            ("7k/8/8/8/8/8/8/KR6 w - - 100 120", None),
            // The pawn move gains time.
            ("7k/8/8/8/8/8/P7/KR6 w - - 149 120", None),
            ("7k/8/8/8/8/8/P7/KR6 b - - 149 120", Some(1)),
            ("7k/8/8/8/8/8/P7/KR6 b - - 148 120", None),
        ] {
            assert!(matches!(ask(fen, false), Verdict::Winnable(_)), "{fen}");
            match (ask(fen, true), expected) {
                (Verdict::Winnable(_), None) => {}
                (Verdict::OutOfTime { plies }, Some(left)) => assert_eq!(plies, left, "{fen}"),
                other => panic!("{fen}: {other:?}"),
            }
        }
    }
}
