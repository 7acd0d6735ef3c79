//! Draws by rule: fifty-move rule, repetition (played and upcoming), dead positions.
//!
//! The player to move must claim a draw after fifty moves or three occurrences (FIDE Laws, Articles
//! 9.2 and 9.3), so a score of zero is a lower bound for that player, not the end of the game. A
//! position that has already occurred in the tree itself is scored as a draw: whatever a side can
//! gain from it, it could have gained the first time.

use super::cuckoo::CUCKOO;
use super::stack::StackEntry;
use crate::board::attacks::between;
use crate::board::{Board, zobrist};
use crate::laws::material;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::types::{Key, Move, Score};

/// Halfmove clock from which a draw can be claimed (fifty-move rule, FIDE Laws, Article 9.3).
pub const FIFTY_MOVE_CLOCK: u16 = 100;

/// Halfmove clock that draws the game by itself, in editions with automatic draws (Article 9.6.2).
const SEVENTY_FIVE_MOVE_CLOCK: u16 = 150;

/// Occurrences that draw the game by themselves, in editions with automatic draws (Article 9.6.1).
const FIVEFOLD: usize = 5;

/// The status of a node under the Laws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeStatus {
    /// The game goes on.
    Open,
    /// The player to move may claim a draw after fifty moves, now or with the next move.
    Claimable,
    /// The position has occurred three times: the player to move may claim a draw, and so could the other one with the move
    /// that led to it.
    Repeated,
    /// The game is over with this score.
    Over(Score),
}

/// The status of a node other than the root.
///
/// Checkmate precedes all counters (Article 9.6.2). Dead positions (Article 5.2.2) are found by
/// insufficient material or a blocked pawn structure. In PV nodes, a search of the captures also
/// finds those after forced captures.
#[inline]
pub fn node_status(
    entry: &StackEntry,
    ply: usize,
    keys: &[Key],
    dead_positions: &mut DeadPositionCache,
    automatic_draws: bool,
) -> NodeStatus {
    let board = &entry.board;
    if material::is_dead(board) || dead_positions.is_dead(board) {
        // Neither can be checkmate.
        return NodeStatus::Over(Score::ZERO);
    }
    // A position that has occurred before is no checkmate.
    match occurrences(entry, ply, keys) {
        1 | 2 if board.halfmove_clock() >= FIFTY_MOVE_CLOCK - 1 => {
            fifty_move_status(board, ply, automatic_draws)
        }
        1 | 2 => NodeStatus::Open,
        TREE_REPETITION => NodeStatus::Over(Score::ZERO),
        count if automatic_draws && count >= FIVEFOLD => NodeStatus::Over(Score::ZERO),
        _ => NodeStatus::Repeated,
    }
}

/// The status of a node near or past the fifty-move limit. The claim can be made with the move that
/// completes the hundred half-moves (Article 9.3.1).
#[cold]
fn fifty_move_status(board: &Board, ply: usize, automatic_draws: bool) -> NodeStatus {
    let clock = board.halfmove_clock();
    if clock < FIFTY_MOVE_CLOCK {
        let completes = |mv: &Move| !board.resets_clock(*mv);
        return if board.legal_moves().iter().any(completes) {
            NodeStatus::Claimable
        } else {
            NodeStatus::Open
        };
    }
    if !board.has_legal_move() {
        NodeStatus::Over(if board.in_check() {
            Score::mated_in(ply)
        } else {
            Score::ZERO
        })
    } else if automatic_draws && clock >= SEVENTY_FIVE_MOVE_CLOCK {
        NodeStatus::Over(Score::ZERO)
    } else {
        NodeStatus::Claimable
    }
}

/// True if the player to move may claim a fifty-move draw, now or with the next move.
pub fn may_claim_fifty_moves(board: &Board) -> bool {
    board.halfmove_clock() >= FIFTY_MOVE_CLOCK - 1
        && fifty_move_status(board, 0, false) == NodeStatus::Claimable
}

/// The most plies back at which the current position can have occurred; limited by the halfmove
/// clock, the last null move and the known keys.
#[inline]
fn max_distance(entry: &StackEntry, keys: &[Key]) -> usize {
    usize::from(entry.board.halfmove_clock().min(entry.plies_from_null)).min(keys.len() - 1)
}

/// Returned by [`occurrences`] for a position that already occurred after the root.
const TREE_REPETITION: usize = usize::MAX;

/// How often the position has occurred, this time included; [`TREE_REPETITION`] if it has already
/// occurred after the root.
///
/// `keys` holds the game and the line so far, the current position last.
#[inline]
fn occurrences(entry: &StackEntry, ply: usize, keys: &[Key]) -> usize {
    let last = keys.len() - 1;
    let mut count = 1;
    for back in (4..=max_distance(entry, keys)).step_by(2) {
        if keys[last - back] == keys[last] {
            if back < ply {
                return TREE_REPETITION;
            }
            count += 1;
        }
    }
    count
}

/// True if the position `back` plies ago was itself a repetition.
fn had_repeated(entry: &StackEntry, back: usize, keys: &[Key]) -> bool {
    let then = keys.len() - 1 - back;
    (back + 4..=max_distance(entry, keys))
        .step_by(2)
        .any(|further| keys[keys.len() - 1 - further] == keys[then])
}

/// True if the side to move can repeat a position, so that it occurs a second time after the root
/// or a third time in the game.
///
/// M. N. J. van Kervinck's method: a position an odd number of plies ago differs from this one by
/// one reversible move if the key difference is in the cuckoo table and the squares between are
/// empty.
#[inline]
pub fn upcoming_repetition(entry: &StackEntry, ply: usize, keys: &[Key]) -> bool {
    let max_distance = max_distance(entry, keys);
    if max_distance < 3 {
        return false;
    }
    find_upcoming(entry, ply, keys, max_distance)
}

fn find_upcoming(entry: &StackEntry, ply: usize, keys: &[Key], max_distance: usize) -> bool {
    let side_key = zobrist::black_to_move();
    let last = keys.len() - 1;
    let now = keys[last];
    // Key difference of the opponent's moves alone: zero if they cancel out.
    let mut other = now ^ keys[last - 1] ^ side_key;
    for back in (3..=max_distance).step_by(2) {
        other ^= keys[last - back + 1] ^ keys[last - back] ^ side_key;
        if other != Key(0) {
            continue;
        }
        let Some((a, b)) = CUCKOO.find(now ^ keys[last - back]) else {
            continue;
        };
        if (between(a, b) & entry.board.occupied()).any() {
            continue;
        }
        if back < ply || had_repeated(entry, back, keys) {
            return true;
        }
    }
    false
}

/// Keys that distinguish halfmove clocks in the transposition table, in steps of eight from 16 on.
const HALFMOVE_KEYS: [Key; 16] = halfmove_keys();

/// Multiples of the golden ratio (Fibonacci hashing), rotated so that all index bits differ.
const fn halfmove_keys() -> [Key; 16] {
    let mut keys = [Key(0); 16];
    let mut index = 1;
    while index < 16 {
        keys[index] = Key((index as u64)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29));
        index += 1;
    }
    keys
}

/// The TT key of a position: its Zobrist key, changed by the halfmove clock from 16 on.
#[inline]
pub fn tt_key(board: &Board) -> Key {
    with_clock(board.key(), board.halfmove_clock())
}

/// The approximate TT key after a move, for prefetching only; see [`Board::key_after`].
#[inline]
pub fn tt_key_after(board: &Board, mv: Move) -> Key {
    with_clock(board.key_after(mv), board.halfmove_clock_after(mv))
}

#[inline]
fn with_clock(key: Key, clock: u16) -> Key {
    key ^ HALFMOVE_KEYS[usize::from(clock.saturating_sub(8) / 8).min(15)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;

    struct Walk {
        frames: Vec<StackEntry>,
        keys: Vec<Key>,
    }

    impl Walk {
        fn new(board: &Board) -> Self {
            Self {
                frames: vec![StackEntry::new(board)],
                keys: vec![board.key()],
            }
        }

        fn play(&mut self, mv: Move) {
            let mut frame = *self.frames.last().expect("never empty");
            frame.board.play(mv);
            self.keys.push(frame.board.key());
            self.frames.push(frame);
        }

        fn undo(&mut self) {
            self.frames.pop();
            self.keys.pop();
        }

        fn repeated(&self, ply: usize) -> bool {
            occurrences(self.frames.last().expect("never empty"), ply, &self.keys) >= 3
        }
    }

    #[test]
    fn upcoming_repetition_equals_brute_force() {
        let mut rng = Rng::new(1);
        let mut hits = 0;
        for fen in [
            "4k3/8/8/2n5/5N2/8/8/4K3 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/1q6/8/8/8/8/6B1/4K2R w K - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            for _ in 0..150 {
                let mut walk = Walk::new(&fen.parse().expect("valid FEN"));
                let root = rng.below(12);
                for step in 0..40_usize {
                    let board = walk.frames.last().expect("never empty").board;
                    let moves = board.legal_moves();
                    // Mostly quiet moves, often back and forth.
                    let quiet: Vec<Move> =
                        moves.iter().copied().filter(|mv| mv.is_quiet()).collect();
                    let Some(&mv) = quiet.get(rng.below(quiet.len().max(1))) else {
                        break;
                    };
                    let back = quiet.iter().copied().find(|mv| {
                        let mut child = board;
                        child.play(*mv);
                        walk.keys.contains(&child.key())
                    });
                    walk.play(back.filter(|_| rng.below(3) == 0).unwrap_or(mv));
                    if step + 1 < root {
                        continue;
                    }
                    let ply = step + 1 - root;
                    let frame = *walk.frames.last().expect("never empty");
                    let expected = frame.board.legal_moves().into_iter().any(|mv| {
                        walk.play(mv);
                        let repeated = walk.repeated(ply + 1);
                        walk.undo();
                        repeated
                    });
                    assert_eq!(
                        upcoming_repetition(&frame, ply, &walk.keys),
                        expected,
                        "{}",
                        frame.board
                    );
                    hits += usize::from(expected);
                }
            }
        }
        assert!(hits > 100, "only {hits} upcoming repetitions");
    }

    fn status(fen: &str, automatic_draws: bool) -> NodeStatus {
        let board: Board = fen.parse().expect("valid FEN");
        let mut dead_positions = DeadPositionCache::new(0, 0);
        let keys = [board.key()];
        let entry = StackEntry::new(&board);
        node_status(&entry, 5, &keys, &mut dead_positions, automatic_draws)
    }

    #[test]
    fn mate_comes_before_the_clock() {
        for clock in [100, 150] {
            let mated = format!("R6k/8/6K1/8/8/8/8/8 b - - {clock} 90");
            let over = NodeStatus::Over(Score::mated_in(5));
            assert_eq!(status(&mated, true), over, "{mated}");
        }
    }

    #[test]
    fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game() {
        let rook = |clock| format!("R6k/8/5K2/8/8/8/8/8 b - - {clock} 90");
        assert_eq!(status(&rook(98), true), NodeStatus::Open);
        assert_eq!(status(&rook(99), true), NodeStatus::Claimable);
        assert_eq!(status(&rook(149), true), NodeStatus::Claimable);
        let drawn = NodeStatus::Over(Score::ZERO);
        assert_eq!(status(&rook(150), true), drawn);
        assert_eq!(status(&rook(150), false), NodeStatus::Claimable);
        // The only legal move is a capture, so no move completes the hundred.
        let forced = "k7/1R6/2K5/8/8/8/8/8 b - - 99 90";
        assert_eq!(status(forced, true), NodeStatus::Open);
    }

    #[test]
    fn three_occurrences_may_be_claimed_and_five_end_the_game() {
        let board: Board = "R6k/8/5K2/8/8/8/8/8 b - - 40 90"
            .parse()
            .expect("valid FEN");
        let status = |times: usize, automatic| {
            let mut keys = vec![Key(1); 4 * (times - 1) + 1];
            keys.iter_mut()
                .step_by(4)
                .for_each(|key| *key = board.key());
            let mut dead = DeadPositionCache::new(0, 0);
            node_status(&StackEntry::new(&board), 1, &keys, &mut dead, automatic)
        };
        assert_eq!(status(2, true), NodeStatus::Open);
        assert_eq!(
            [3, 4].map(|times| status(times, true)),
            [NodeStatus::Repeated; 2]
        );
        assert_eq!(status(5, true), NodeStatus::Over(Score::ZERO));
        assert_eq!(status(5, false), NodeStatus::Repeated);
    }
}
