//! A game as it was recorded: its text and the moves that the text describes.

use super::{Annotation, Comment, MoveToken, PgnGame, PgnWarningKind, RawGame, TagError};
use crate::board::Board;
use crate::board::fen::FenWarning;
use crate::notation::language::{Language, ParsedMoves, parse_moves};
use crate::notation::move_list::offers_draw;
use crate::notation::san::SanError;
use crate::types::{Color, Move};
use crate::util::text::quote;
use std::time::Duration;

/// A game with its starting position and its moves.
///
/// ```
/// use compongo::notation::language::Language;
/// use compongo::notation::pgn::{PgnReader, RecordedGame};
/// use std::time::Duration;
///
/// let file = "1. e4 {[%clk 0:59:30]} e5 {[%emt 0:00:07]} 2. Sf3 Ke6 *";
/// let raw = PgnReader::new(file.as_bytes()).next().expect("a game")?;
/// let game = RecordedGame::read(&raw, None)?;
/// assert_eq!((game.parsed.language, game.parsed.moves.len()), (Language::German, 3));
/// assert_eq!(game.boards().len(), 4);
/// let (unread, error) = game.fault().expect("the king cannot go there");
/// assert_eq!((unread.text, error.to_string().as_str()), ("Ke6", "'Ke6' is illegal"));
/// let times = game.times();
/// assert_eq!(times[0].clock, Some(Duration::from_secs(3570)));
/// assert_eq!(times[1].elapsed, Some(Duration::from_secs(7)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame<'a> {
    /// The text: tags, moves with draw offers, comments, annotations and result.
    pub pgn: PgnGame<'a>,
    /// The starting position.
    pub start: Board,
    /// The parts of the tag `FEN` that were ignored.
    pub fen_warnings: Vec<FenWarning>,
    /// Whether the tag `Variant` names Chess960 or standard chess; `None` if it names neither.
    pub chess960: Option<bool>,
    /// The moves before the first text that is not a legal move.
    pub parsed: ParsedMoves,
}

/// Why the first moves of a game are not certain, with the line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct FirstMovesError {
    /// The number of the line in the file, from 1.
    pub line: u64,
    /// The problem.
    pub kind: FirstMovesErrorKind,
}

/// Why the first moves of a game are not certain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FirstMovesErrorKind {
    /// A text is not a legal move.
    #[error(transparent)]
    Unreadable(SanError),
    /// The moves are legal in several languages.
    #[error("the moves are legal in several languages; a tag Language decides")]
    Language,
    /// Moves are hidden, by a brace that is not closed for instance.
    #[error("{0}")]
    Hidden(PgnWarningKind),
}

/// The times that a record gives for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedTime {
    /// The player's clock after the move.
    pub clock: Option<Duration>,
    /// The time taken for the move.
    pub elapsed: Option<Duration>,
}

impl<'a> RecordedGame<'a> {
    /// Parses the text of a game, and its moves.
    ///
    /// # Errors
    /// The same as for [`RecordedGame::new`].
    pub fn read(raw: &'a RawGame, language: Option<Language>) -> Result<Self, TagError> {
        Self::new(PgnGame::parse(raw), language)
    }

    /// Parses the moves of a game. `language` is their language, if it is known; otherwise the tag `Language` decides,
    /// which may also refer to the comments, then the letters.
    ///
    /// # Errors
    /// The tags give no valid starting position, or the variant is not chess.
    pub fn new(pgn: PgnGame<'a>, language: Option<Language>) -> Result<Self, TagError> {
        let (start, fen_warnings) = pgn.tags.start()?;
        Ok(Self::from_start(start, fen_warnings, pgn, language))
    }

    /// A game from a position, with moves in UCI notation or SAN and without tags.
    pub fn of_moves(start: Board, texts: &'a [String], language: Option<Language>) -> Self {
        let token = |text: &'a String| MoveToken {
            text,
            line: 1,
            draw_offer: offers_draw(text),
        };
        let pgn = PgnGame {
            number: 1,
            line: 1,
            moves: texts.iter().map(token).collect(),
            ..PgnGame::default()
        };
        Self::from_start(start, Vec::new(), pgn, language)
    }

    fn from_start(
        start: Board,
        fen_warnings: Vec<FenWarning>,
        pgn: PgnGame<'a>,
        language: Option<Language>,
    ) -> Self {
        let of_tag = || pgn.tags.get("Language")?.parse().ok();
        let parsed = parse_moves(&start, &pgn.moves, language.or_else(of_tag));
        Self {
            start,
            fen_warnings,
            chess960: pgn.tags.is_chess960().ok().flatten(),
            parsed,
            pgn,
        }
    }

    /// The first `plies` half-moves, or all of a shorter game.
    ///
    /// # Errors
    /// Some of these moves are illegal or hidden, or their language is not certain.
    pub fn first_moves(&self, plies: usize) -> Result<Vec<Move>, FirstMovesError> {
        let error = |line, kind| Err(FirstMovesError { line, kind });
        if !self.parsed.alternatives.is_empty() {
            return error(self.pgn.line, FirstMovesErrorKind::Language);
        }
        let mut moves = self.parsed.legal_moves();
        if moves.len() < plies {
            if let Some((token, fault)) = self.fault() {
                return error(token.line, FirstMovesErrorKind::Unreadable(fault.clone()));
            }
            if let Some(warning) = self.pgn.hidden_moves() {
                return error(
                    warning.line,
                    FirstMovesErrorKind::Hidden(warning.kind.clone()),
                );
            }
        }
        moves.truncate(plies);
        Ok(moves)
    }

    /// The first text that is not a legal move, and what is wrong with it.
    pub fn fault(&self) -> Option<(&MoveToken<'a>, &SanError)> {
        let token = self.pgn.moves.get(self.parsed.moves.len())?;
        Some((token, self.parsed.error.as_ref()?))
    }

    /// The positions from the start to the one after the last legal move.
    pub fn boards(&self) -> Vec<Board> {
        let mut board = self.start;
        let mut boards = vec![board];
        for san in &self.parsed.moves {
            board.play(san.mv);
            boards.push(board);
        }
        boards
    }

    /// The moves up to the first that is `barred`, which counts as illegal. These are castling moves that are legal in
    /// Chess960 alone.
    pub fn moves_barring(&self, barred: impl Fn(Color, Move) -> bool) -> ParsedMoves {
        let mut parsed = self.parsed.clone();
        let first = self.start.stm();
        let players = [first, !first].into_iter().cycle();
        let first_barred = parsed
            .moves
            .iter()
            .zip(players)
            .position(|(san, player)| barred(player, san.mv));
        if let Some(ply) = first_barred {
            parsed.moves.truncate(ply);
            parsed.error = Some(SanError::Illegal(quote(self.pgn.moves[ply].text)));
        }
        parsed
    }

    /// The comments on the main line after `ply` half-moves.
    pub fn comments_at(&self, ply: usize) -> &[Comment<'a>] {
        at_ply(&self.pgn.comments, ply, |comment| comment.ply)
    }

    /// The annotations after `ply` half-moves of the main line.
    pub fn annotations_at(&self, ply: usize) -> &[Annotation<'a>] {
        at_ply(&self.pgn.annotations, ply, |annotation| annotation.ply)
    }

    /// The times of the moves, legal or not, from the comments; the last value counts.
    pub fn times(&self) -> Vec<RecordedTime> {
        let mut times = vec![RecordedTime::default(); self.pgn.moves.len()];
        for comment in &self.pgn.comments {
            let index = comment.ply.checked_sub(1);
            if let Some(time) = index.and_then(|index| times.get_mut(index)) {
                time.clock = comment.clock().or(time.clock);
                time.elapsed = comment.elapsed().or(time.elapsed);
            }
        }
        times
    }
}

/// The items of one ply in a list in the order of the plies.
fn at_ply<T>(items: &[T], ply: usize, ply_of: impl Fn(&T) -> usize) -> &[T] {
    let first = items.partition_point(|item| ply_of(item) < ply);
    let end = items.partition_point(|item| ply_of(item) <= ply);
    &items[first..end]
}
