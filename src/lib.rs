//! Compongo: a UCI chess engine that plays strongly and knows the Laws of Chess exactly.
//!
//! # Layers
//! Each module uses only what stands to the right of it or below:
//!
//! ```text
//! cli ──► uci ──► engine ──► search ──► { tt, time, eval ──► nnue } ──► board ──► types
//!                    │          └─────► laws
//!  │                 └──► notation ──► board
//!  ├──► judge ──► laws, notation
//!  ├──► arbiter ──► laws, notation
//!  ├──► train ──► datagen, nnue, laws
//!  └──► datagen ──► search, laws
//! ```
//!
//! * [`types`]: squares, pieces, moves, scores: the vocabulary;
//! * [`board`]: positions and legal moves;
//! * [`laws`]: what the Laws of Chess say beyond moves;
//! * [`notation`]: moves and positions as text;
//! * [`nnue`], [`eval`], [`tt`], [`time`], [`search`]: how a move is chosen;
//! * [`engine`]: all that behind one façade;
//! * [`datagen`]: games of self-play; [`train`]: networks out of them;
//! * [`judge`]: whole games audited under the Laws;
//! * [`arbiter`]: matches between engines, refereed under the Laws;
//! * [`uci`], [`cli`]: the only modules that print;
//! * [`util`]: text from outside and files, used everywhere.
//!
//! ```
//! use compongo::board::Board;
//!
//! let mut board = Board::start();
//! let moves = board.legal_moves();
//! assert_eq!(moves.len(), 20);
//! board.play(moves[0]);
//! ```

pub mod arbiter;
pub mod board;
pub mod cli;
pub mod datagen;
pub mod engine;
pub mod eval;
pub mod judge;
pub mod laws;
pub mod nnue;
pub mod notation;
pub mod search;
pub mod time;
pub mod train;
pub mod tt;
pub mod types;
pub mod uci;
pub mod util;
