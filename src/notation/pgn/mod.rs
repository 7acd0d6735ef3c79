//! PGN: reads and writes files of games.
//!
//! Reading has three steps; only the first one needs the file. A [`PgnReader`] splits it into games, each a [`RawGame`].
//! [`PgnGame::parse`] parses a game's tags, comments, annotations and result, and the texts of its moves. A
//! [`RecordedGame`] adds the starting position and the legal moves.
//!
//! Real files break every rule of the format. Each error of a game becomes a [`PgnWarning`] with its line, and
//! everything that looks like part of the moves is kept, readable or not.
//!
//! A [`PgnWriter`] writes a game in the export format of the standard.
//!
//! ```
//! use compongo::notation::pgn::{PgnGame, PgnReader, ResultToken};
//!
//! let file = "[White \"Ann\"]\n\n1. e4 {best} e5 2. Nf3 (2. f4) 1/2-1/2\n";
//! let games: Vec<_> = PgnReader::new(file.as_bytes()).collect::<Result<_, _>>()?;
//! let game = PgnGame::parse(&games[0]);
//! assert_eq!(game.tags.get("White"), Some("Ann"));
//! assert_eq!(game.moves.iter().map(|mv| mv.text).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
//! assert_eq!(game.result, Some(ResultToken::Draw));
//! assert!(game.warnings.is_empty());
//! # Ok::<(), compongo::notation::pgn::ReadError>(())
//! ```
//!
//! The moves of variations are texts among the annotations. A writer has the position before each of them:
//!
//! ```
//! use compongo::notation::pgn::{AnnotationKind, PgnReader, PgnWriter, RecordedGame, ResultToken};
//! use compongo::notation::san;
//!
//! let file = "1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 $1 *";
//! let raw = PgnReader::new(file.as_bytes()).next().expect("a game")?;
//! let game = RecordedGame::read(&raw, None)?;
//! let moves = game.parsed.legal_moves();
//! let mut writer = PgnWriter::new(game.start, false);
//! for ply in 0..=moves.len() {
//!     if ply > 0 {
//!         writer.play(moves[ply - 1]);
//!     }
//!     for annotation in game.annotations_at(ply) {
//!         match annotation.kind {
//!             AnnotationKind::Comment(text) => writer.comment(text),
//!             AnnotationKind::Glyph(number) => writer.glyph(number),
//!             AnnotationKind::VariationStart => assert!(writer.begin_variation()),
//!             AnnotationKind::VariationMove(text) => {
//!                 let mv = san::parse(writer.board(), text)?;
//!                 writer.play(mv);
//!             }
//!             AnnotationKind::VariationEnd => writer.end_variation(),
//!         }
//!     }
//! }
//! let text = writer.finish(ResultToken::Open);
//! assert!(text.ends_with("\n\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 $1 *\n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotation;
mod comment;
mod lexer;
mod pgn_game;
mod player_name;
mod reader;
mod recorded;
mod result_token;
mod tags;
mod warning;
mod words;
mod writer;

pub use annotation::{Annotation, AnnotationKind, glyph_of_move};
pub use comment::{Comment, parse_time};
pub use pgn_game::{MoveToken, PgnGame};
pub use player_name::PlayerName;
pub(crate) use player_name::{lower_case_words, name_forms};
pub use reader::{MAX_GAME, PgnReader, RawGame, ReadError};
pub use recorded::{FirstMovesError, FirstMovesErrorKind, RecordedGame, RecordedTime};
pub use result_token::ResultToken;
pub use tags::{Tag, TagError, Tags};
pub use warning::{MAX_WARNINGS, PgnWarning, PgnWarningKind};
pub(crate) use words::looks_like_move;
pub use writer::PgnWriter;
