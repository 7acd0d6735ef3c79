//! Compongo, a strong UCI chess engine that knows the FIDE Laws of Chess, as a library.
//!
//! # Where to begin
//!
//! | Task | Items |
//! |---|---|
//! | Generate moves, count perft | [`Board::legal_moves`], [`Board::play`], [`board::perft`] |
//! | Read and write positions | [`board::fen`], [`board::Setup`], [`notation::epd`] |
//! | Read and write moves | [`notation::san`], [`notation::uci_move`] |
//! | Read and write games | [`notation::pgn`]; compressed files [`util::unpack`] |
//! | Compare positions | [`laws::identity::PositionIdentity`] |
//! | Rule on a game | [`Game`], [`laws::outcome`], [`laws::claims`], [`laws::flagfall`], [`laws::winnable`] |
//! | Judge or select recorded games | [`Judge`], [`judge::GameQuery`] |
//! | Answer an arbiter's questions, adjourn games | [`ruling`] |
//! | Run clocks | [`laws::control`] |
//! | Search | [`Engine::search_blocking`]; with reports and a stop [`Engine::search_with`] |
//! | Analyse a position: score, lines in SAN, win and draw probabilities | [`analysis::Analyser::analyse`]; without end [`analysis::Analyser::watch`] |
//! | Analyse many positions | [`analysis::analyse_all`] |
//! | Review finished games | [`review`] |
//! | Evaluate positions | [`eval`], [`nnue`] |
//! | Probe tables and books | [`syzygy`], [`notation::polyglot`] |
//! | Play engines against each other | [`match_runner`] |
//!
//! A [`Score`] is from the view of the side to move, in internal units; [`types::UciScore`] converts it to centipawns or
//! moves to mate. Times without another unit in their name or comment are milliseconds.
//!
//! # Layers
//!
//! A module uses only modules to the right of it or below it; `tests/it/layers.rs` checks that.
//!
//! ```text
//! cli ──► uci ──► engine ──► search ──► { tt, time, syzygy, eval ──► nnue } ──► board ──► types
//!  │                 │          └─────► laws
//!  │                 └──► notation ──► board
//!  ├──► play ──► engine, review, ruling, html
//!  ├──► review ──► analysis, judge, html
//!  ├──► analysis ──► engine
//!  ├──► ruling ──► judge ──► laws, notation
//!  ├──► match_runner ──► html, laws, notation, syzygy
//!  ├──► train ──► datagen, nnue, laws
//!  └──► datagen ──► search, laws
//! ```
//!
//! * [`types`]: squares, pieces, moves, scores;
//! * [`board`]: positions, legal moves, FEN, perft;
//! * [`laws`]: how games end, what can be claimed, which side can still give mate, for five editions of the Laws;
//! * [`notation`]: UCI moves, SAN, PGN, EPD, Polyglot books;
//! * [`nnue`], [`eval`], [`tt`], [`time`], [`search`]: the choice of a move; [`syzygy`]: endgame tables;
//! * [`engine`]: the engine as a whole, without a protocol;
//! * [`analysis`]: positions analysed under limits; [`review`]: reviews of finished games;
//! * [`play`]: games against the engine or between two people, in the browser or on a terminal;
//! * [`datagen`]: self-play games; [`train`]: networks trained on them;
//! * [`judge`]: audits of games under the Laws; [`ruling`]: the questions of an arbiter, and adjourned games;
//! * [`match_runner`]: matches between UCI engines, refereed under the Laws;
//! * `html`: the shared parts of the report pages;
//! * [`uci`], [`cli`]: the protocol and the command line, the only modules that print;
//! * [`util`]: text from outside and files, used everywhere.
//!
//! # Examples
//!
//! A board and its legal moves:
//!
//! ```
//! use compongo::Board;
//!
//! let mut board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! let moves = board.legal_moves();
//! assert_eq!(moves.len(), 26);
//! board.play(moves[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rulings under the Laws: a draw that can be claimed, and a dead position with its proof:
//!
//! ```
//! use compongo::laws::claims::claims;
//! use compongo::laws::outcome::{OutcomeKind, automatic};
//! use compongo::laws::winnable::{ProofBudget, WinnabilityCache};
//! use compongo::notation::san;
//! use compongo::{Board, Edition, Game, Mode};
//!
//! let rules = Edition::Fide2023.rules(Mode::Standard);
//! let mut game = Game::new(Board::start());
//! for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split(' ') {
//!     game.play(san::parse(game.board(), text)?)?;
//! }
//! // Black announces 4...Ng8, which repeats the initial position for the third time.
//! assert_eq!(claims(&game, &rules).intended[0].article, "9.2.1");
//!
//! let blocked: Board = "4k3/b7/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1".parse()?;
//! let budget = ProofBudget::new(100_000);
//! let outcome = automatic(&Game::new(blocked), &rules, &mut WinnabilityCache::default(), &budget);
//! assert_eq!(outcome.map(|outcome| outcome.kind), Some(OutcomeKind::DeadPosition));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A judged PGN game: White is recorded as the winner on time, but has only a knight against a queen:
//!
//! ```
//! use compongo::Judge;
//! use compongo::judge::FindingKind;
//! use compongo::laws::outcome::Points;
//!
//! let pgn = r#"
//! [Result "1-0"]
//! [Termination "time forfeit"]
//! [SetUp "1"]
//! [FEN "8/8/8/4k3/2q5/8/4K1N1/8 w - - 12 71"]
//!
//! 71. Ke3 Qd5 72. Nf4 1-0
//! "#;
//! let games = Judge::new(Default::default(), 1)?.file(pgn.as_bytes(), "flag.pgn", |report, _| {
//!     assert!(report.has(FindingKind::ResultContradictsFlagRule));
//!     assert_eq!(report.verdict.as_ref().map(|verdict| verdict.score), Some(Points::DRAW));
//!     Ok(())
//! })?;
//! assert_eq!(games, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An engine that searches:
//!
//! ```
//! use compongo::notation::san;
//! use compongo::notation::uci_move::UciMove;
//! use compongo::time::SearchLimits;
//! use compongo::{Engine, Game};
//!
//! let mut game = Game::default();
//! for text in ["f3", "e5", "g4"] {
//!     game.play(san::parse(game.board(), text)?)?;
//! }
//! let mut engine = Engine::new();
//! engine.set_game(game.clone());
//! let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
//! let answer = engine.search_blocking(&limits)?;
//! let best = answer.best_move.expect("the game is not over");
//! assert_eq!(UciMove::on(game.board(), best).to_string(), "d8h4");
//! assert_eq!(san::write(game.board(), best), "Qh4#");
//! assert_eq!(answer.score.mate_moves(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod datagen;
pub mod engine;
pub mod eval;
mod html;
pub mod judge;
pub mod laws;
pub mod match_runner;
pub mod nnue;
pub mod notation;
pub mod play;
pub mod review;
pub mod ruling;
pub mod search;
pub mod syzygy;
pub mod time;
pub mod train;
pub mod tt;
pub mod types;
pub mod uci;
pub mod util;

pub use board::Board;
pub use engine::Engine;
pub use judge::Judge;
pub use laws::edition::{Edition, Mode};
pub use laws::game::Game;
pub use laws::outcome::Outcome;
pub use types::{Bitboard, Color, Move, MoveList, Piece, Score, Square};
