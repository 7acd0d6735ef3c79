//! Board representation and move generation: bitboards with a mailbox, Zobrist keys, legal moves, FEN and perft.
//!
//! A [`Board`] is always a valid position: it comes from a [`Setup`] that has passed every predicate of [`validate`],
//! or from a legal move. It is copy-make: a `Copy` value of three cache lines; to unmake a move, keep the old board.
//!
//! * [`attacks`] and [`magic`]: attack bitboards, magic bitboards for sliders; [`AttackMap`]: all squares that a side
//!   attacks;
//! * `movegen`: legal move generation, by stages, into any [`MoveSink`]; `legal`: legality of a single move;
//! * `play`: making moves;
//! * [`fen`]: parsing and writing FEN; [`perft`]: counting leaf nodes.
//!
//! Castling follows Chess960 throughout: a right is stored as the square of the rook, and the move is encoded as king
//! takes rook.

mod attack_map;
pub mod attacks;
mod castling_side;
mod chess960;
mod chessboard;
pub mod fen;
mod legal;
pub mod magic;
mod movegen;
pub mod perft;
mod play;
pub mod validate;
pub mod zobrist;

pub use attack_map::AttackMap;
pub use castling_side::CastlingSide;
pub use chess960::{CHESS960_STARTPOS_COUNT, chess960_startpos, double_chess960_startpos};
pub use chessboard::Board;
pub use movegen::{MoveSink, MoveStage};
pub use validate::{Setup, SetupError};
