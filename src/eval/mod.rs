//! Static evaluation: [`Evaluation`] is the evaluation function, NNUE or material; [`Evaluator`] applies it
//! incrementally along a line of moves. On top of the network, `endgame` knows the results of some positions with few
//! pieces.
//!
//! ```
//! use compongo::Board;
//! use compongo::eval::{Evaluation, Evaluator, wdl};
//! use compongo::notation::san;
//!
//! // Or Evaluation::load, with the path of a network.
//! let evaluation = Evaluation::default();
//! let mut board = Board::start();
//! let score = evaluation.evaluate(&board);
//! println!("{} for White", score.for_white(board.stm()));
//! assert_eq!(wdl(score, &board).iter().sum::<i32>(), 1000);
//!
//! let mut evaluator = Evaluator::default();
//! evaluator.begin(&evaluation, &board);
//! let mv = san::parse(&board, "e4")?;
//! evaluator.play(&mut board, mv);
//! assert_eq!(evaluator.evaluate(&board), evaluation.evaluate(&board));
//! # Ok::<(), san::SanError>(())
//! ```

mod endgame;
mod evaluation;
mod evaluator;
mod kpk;
mod material;
mod source;
mod wdl;

pub use evaluation::Evaluation;
pub use evaluator::Evaluator;
pub use source::{LoadError, MATERIAL, load_network};
pub use wdl::wdl;
