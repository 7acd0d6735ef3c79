//! Draws and other ends by rule, as the search sees them.

use super::stack::StackEntry;
use crate::board::attacks::{between, piece_attacks};
use crate::board::{Board, zobrist};
use crate::laws::material;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::types::{Color, ColoredPiece, Key, Move, Piece, Score, Square};
use once_cell::sync::Lazy;

/// The end of the game at a node below the root, if a rule ends it there.
///
/// Checkmate comes before any counter (Article 9.6.2). The fifty-move rule and repetition are claims by Law; the search
/// assumes that whoever gains by one makes it. A dead position (Article 5.2.2) is one that the men or a wall of pawns
/// prove; forced captures that leave one are found by playing them.
#[inline]
pub fn end_by_rule(
    frame: &StackEntry,
    ply: usize,
    keys: &[Key],
    walls: &mut DeadPositionCache,
) -> Option<Score> {
    let board = &frame.board;
    if board.halfmove_clock() >= 100 {
        let mated = board.in_check() && !board.has_legal_move();
        return Some(if mated {
            Score::mated_in(ply)
        } else {
            Score::ZERO
        });
    }
    if material::is_dead(board) || walls.is_dead(board) {
        // Neither is ever a mate, so that nothing has to be asked before.
        return Some(Score::ZERO);
    }
    is_repeated(frame, ply, keys).then_some(Score::ZERO)
}

/// How many plies back positions may equal the current one, given the keys of the game so far.
#[inline]
fn horizon(frame: &StackEntry, keys: &[Key]) -> usize {
    usize::from(frame.board.halfmove_clock().min(frame.since_null)).min(keys.len() - 1)
}

/// True if the position occurred once after the root, or twice at any time.
///
/// `keys` are those of the game and of the line so far, the current position last.
#[inline]
fn is_repeated(frame: &StackEntry, ply: usize, keys: &[Key]) -> bool {
    let last = keys.len() - 1;
    let mut seen = false;
    for back in (4..=horizon(frame, keys)).step_by(2) {
        if keys[last - back] == keys[last] {
            if back < ply || seen {
                return true;
            }
            seen = true;
        }
    }
    false
}

/// True if the position `back` plies ago had occurred before.
fn had_repeated(frame: &StackEntry, back: usize, keys: &[Key]) -> bool {
    let then = keys.len() - 1 - back;
    (back + 4..=horizon(frame, keys))
        .step_by(2)
        .any(|further| keys[keys.len() - 1 - further] == keys[then])
}

/// The keys of all moves that can be taken back, in a cuckoo hash: two places for each key.
struct CuckooTable {
    keys: Box<[Key]>,
    moves: Box<[(Square, Square)]>,
}

impl CuckooTable {
    const SIZE: usize = 8192;

    fn first(key: Key) -> usize {
        key.0 as usize % Self::SIZE
    }

    fn second(key: Key) -> usize {
        (key.0 >> 16) as usize % Self::SIZE
    }

    fn new() -> Self {
        let mut table = Self {
            keys: vec![Key(0); Self::SIZE].into_boxed_slice(),
            moves: vec![(Square::A1, Square::A1); Self::SIZE].into_boxed_slice(),
        };
        for piece in &Piece::ALL[1..] {
            for color in Color::ALL {
                for a in Square::all() {
                    for b in piece_attacks(*piece, a, crate::types::Bitboard::EMPTY) {
                        if a < b {
                            table.insert(
                                ColoredPiece {
                                    color,
                                    piece: *piece,
                                },
                                a,
                                b,
                            );
                        }
                    }
                }
            }
        }
        table
    }

    fn insert(&mut self, man: ColoredPiece, a: Square, b: Square) {
        let mut key = zobrist::piece_square(man, a)
            ^ zobrist::piece_square(man, b)
            ^ zobrist::black_to_move();
        let mut mv = (a, b);
        let mut place = Self::first(key);
        loop {
            std::mem::swap(&mut self.keys[place], &mut key);
            std::mem::swap(&mut self.moves[place], &mut mv);
            if key == Key(0) {
                return;
            }
            let (first, second) = (Self::first(key), Self::second(key));
            place = if place == first { second } else { first };
        }
    }

    /// The squares between which a man must have moved for two positions to differ by this key.
    #[inline]
    fn find(&self, key: Key) -> Option<(Square, Square)> {
        [Self::first(key), Self::second(key)]
            .into_iter()
            .find(|&place| self.keys[place] == key)
            .map(|place| self.moves[place])
    }
}

static CUCKOO: Lazy<CuckooTable> = Lazy::new(CuckooTable::new);

/// True if the side to move has a move after which [`end_by_rule`] finds a repetition.
///
/// M. N. J. van Kervinck's method: the positions an odd number of plies ago differ from this one by one reversible
/// move if the key of the difference is in the table and the way is free.
#[inline]
pub fn upcoming_repetition(frame: &StackEntry, ply: usize, keys: &[Key]) -> bool {
    let horizon = horizon(frame, keys);
    if horizon < 3 {
        return false;
    }
    find_upcoming(frame, ply, keys, horizon)
}

fn find_upcoming(frame: &StackEntry, ply: usize, keys: &[Key], horizon: usize) -> bool {
    let side = zobrist::black_to_move();
    let last = keys.len() - 1;
    let now = keys[last];
    // What the opponent's moves have changed since: nothing, if the difference is to be one move of ours.
    let mut theirs = now ^ keys[last - 1] ^ side;
    for back in (3..=horizon).step_by(2) {
        theirs ^= keys[last - back + 1] ^ keys[last - back] ^ side;
        if theirs != Key(0) {
            continue;
        }
        let Some((a, b)) = CUCKOO.find(now ^ keys[last - back]) else {
            continue;
        };
        if (between(a, b) & frame.board.occupied()).any() {
            continue;
        }
        if back < ply || had_repeated(frame, back, keys) {
            return true;
        }
    }
    false
}

/// Keys that tell half-move clocks apart, in steps of eight from 16 on.
const CLOCK_KEYS: [Key; 16] = clock_keys();

const fn clock_keys() -> [Key; 16] {
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

/// The key under which the transposition table knows a position: near the fifty-move limit the same men are worth
/// something else.
#[inline]
pub fn table_key(board: &Board) -> Key {
    at_clock(board.key(), board.halfmove_clock())
}

/// The same after a move, almost always; see [`Board::key_after`].
#[inline]
pub fn table_key_after(board: &Board, mv: Move) -> Key {
    let zeroing = mv.is_capture() || board.piece_at(mv.from()) == Some(Piece::Pawn);
    at_clock(
        board.key_after(mv),
        if zeroing {
            0
        } else {
            board.halfmove_clock() + 1
        },
    )
}

#[inline]
fn at_clock(key: Key, clock: u16) -> Key {
    key ^ CLOCK_KEYS[usize::from(clock.saturating_sub(8) / 8).min(15)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits random words, for walks that are the same every time.
    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

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
            is_repeated(self.frames.last().expect("never empty"), ply, &self.keys)
        }
    }

    #[test]
    fn upcoming_repetition_equals_brute_force() {
        let mut state = 0x1234_5678_9ABC_DEF1;
        let mut hits = 0;
        for fen in [
            "4k3/8/8/2n5/5N2/8/8/4K3 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/1q6/8/8/8/8/6B1/4K2R w K - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            for _ in 0..150 {
                let mut walk = Walk::new(&fen.parse().expect("valid FEN"));
                let root = (random(&mut state) % 12) as usize;
                for step in 0..40_usize {
                    let board = walk.frames.last().expect("never empty").board;
                    let moves = board.legal_moves();
                    // Mostly moves without captures, often back and forth.
                    let quiet: Vec<Move> =
                        moves.iter().copied().filter(|mv| mv.is_quiet()).collect();
                    let Some(&mv) =
                        quiet.get((random(&mut state) % quiet.len().max(1) as u64) as usize)
                    else {
                        break;
                    };
                    let back = quiet.iter().copied().find(|mv| {
                        let mut child = board;
                        child.play(*mv);
                        walk.keys.contains(&child.key())
                    });
                    walk.play(
                        back.filter(|_| random(&mut state).is_multiple_of(3))
                            .unwrap_or(mv),
                    );
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
        assert!(hits > 100, "only {hits} repetitions were coming up");
    }

    #[test]
    fn the_cuckoo_table_holds_all_reversible_moves() {
        assert_eq!(CUCKOO.keys.iter().filter(|key| key.0 != 0).count(), 3668);
    }

    #[test]
    fn mate_comes_before_the_clock() {
        let mut walls = DeadPositionCache::new(0, 0);
        let mated: Board = "R6k/8/6K1/8/8/8/8/8 b - - 100 90"
            .parse()
            .expect("valid FEN");
        let score = end_by_rule(&StackEntry::new(&mated), 5, &[mated.key()], &mut walls);
        assert_eq!(score, Some(Score::mated_in(5)));
        let checked: Board = "R6k/8/5K2/8/8/8/8/8 b - - 100 90"
            .parse()
            .expect("valid FEN");
        assert_eq!(
            end_by_rule(&StackEntry::new(&checked), 5, &[checked.key()], &mut walls),
            Some(Score::ZERO)
        );
    }
}
