//! Parsing FEN (standard, X-FEN and Shredder-FEN, with two to six fields) and writing it.
//!
//! ```
//! use compongo::board::fen::{self, CastlingFieldStyle, FenWarning};
//! use compongo::{Board, Color};
//!
//! let (board, warnings) = fen::parse("4k3/8/8/8/8/8/8/4K2R w Kq -")?;
//! assert_eq!(warnings, [FenWarning::CastlingRight('q')]);
//! assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
//! assert_eq!(board.fen(CastlingFieldStyle::Shredder), "4k3/8/8/8/8/8/8/4K2R w H - 0 1");
//!
//! // A board stays valid: changes go through a setup, which is checked again.
//! let mut setup = board.setup();
//! setup.stm = Color::Black;
//! let board: Board = setup.board()?;
//! assert_eq!(board.count_legal_moves(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::castling_side::CastlingSide;
use super::chessboard::Board;
use super::validate::{Setup, SetupError};
use crate::types::{Color, ColoredPiece, File, Rank, Square};
use crate::util::format::counted;
use crate::util::text::quote;
use std::fmt;
use std::str::FromStr;

/// The initial position.
pub const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The maximum of the half-move clock and of the full-move number. A FEN with a larger number is refused; in a
/// [`Setup`] it is reduced, and in play the counters stop there.
pub const MAX_COUNTER: u16 = 9999;

/// The reasons why a text is not the FEN of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There is no text.
    #[error("the text is empty")]
    Empty,
    /// The first field, which does not have 8 ranks, and their number.
    #[error("'{}' has {}, not 8", .0, counted(usize::clone(.1), "rank"))]
    RankCount(String, usize),
    /// A rank that does not have 8 squares.
    #[error("rank {rank} '{text}' is {width} squares wide, not 8")]
    RankWidth {
        /// The number of the rank, 1 to 8.
        rank: usize,
        /// The rank in the text.
        text: String,
        /// The number of its squares.
        width: u32,
    },
    /// A letter that is not a piece.
    #[error("rank {rank} '{text}': '{letter}' is not a piece")]
    Piece {
        /// The number of the rank, 1 to 8.
        rank: usize,
        /// The rank in the text.
        text: String,
        /// The letter.
        letter: char,
    },
    /// The second field is missing.
    #[error("the side to move is missing")]
    NoSideToMove,
    /// The second field is neither `w` nor `b`.
    #[error("side to move '{0}' is neither 'w' nor 'b'")]
    SideToMove(String),
    /// A letter of the castling field that is not a castling right.
    #[error("castling field '{field}': '{letter}' is not a castling right")]
    CastlingRight {
        /// The field.
        field: String,
        /// The letter.
        letter: char,
    },
    /// The fourth field is neither a square nor `-`.
    #[error("en passant field '{0}' is neither a square nor '-'")]
    EnPassant(String),
    /// The half-move clock is not a number up to [`MAX_COUNTER`].
    #[error("half-move clock '{0}' is not a number up to 9999")]
    HalfmoveClock(String),
    /// The move number is not a number up to [`MAX_COUNTER`].
    #[error("move number '{0}' is not a number up to 9999")]
    FullmoveNumber(String),
    /// Moves follow the position.
    #[error("moves follow the position; only the position itself is read here")]
    Moves,
    /// The position is not valid.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A part that was left out of an otherwise valid FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenWarning {
    /// A castling right whose king and rook are not in place, by its letter.
    #[error("castling right '{0}' dropped: king and rook are not in place")]
    CastlingRight(char),
    /// An en passant square that no pawn has just passed.
    #[error("en passant square {0} dropped: no pawn has just passed it")]
    EnPassant(Square),
    /// Words after the counters.
    #[error("'{0}' after the position is ignored")]
    Surplus(String),
}

/// Reads a FEN and reports what had to be left out of it.
///
/// The castling field may be in any style. A missing castling or en passant field means `-`; missing counters, or
/// dashes in their place, mean `0 1`. EPD operations may follow; of these, `hmvc` and `fmvn` replace the counters.
/// Moves, as in a UCI line, are an error: they would lead to another position.
///
/// # Errors
/// The field that is wrong, and the reason.
pub fn parse(text: &str) -> Result<(Board, Vec<FenWarning>), FenError> {
    let (setup, warnings) = parse_setup(text)?;
    Ok((setup.board()?, warnings))
}

/// Reads a FEN as [`parse`] does, but without validating the position. The en passant square stays even if no capture
/// there is legal.
///
/// # Errors
/// The field that is wrong, and the reason.
pub fn parse_setup(text: &str) -> Result<(Setup, Vec<FenWarning>), FenError> {
    let mut fields = text.split_ascii_whitespace();
    let mut setup = Setup::empty();
    let mut warnings = Vec::new();
    parse_pieces(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
    setup.stm = match fields.next().ok_or(FenError::NoSideToMove)? {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::SideToMove(quote(other))),
    };
    parse_castling_rights(fields.next().unwrap_or("-"), &mut setup, &mut warnings)?;
    match fields.next().unwrap_or("-") {
        "-" => {}
        field => {
            let square = field
                .parse()
                .map_err(|_| FenError::EnPassant(quote(field)))?;
            if setup.en_passant_is_possible(square) {
                setup.en_passant = Some(square);
            } else {
                warnings.push(FenWarning::EnPassant(square));
            }
        }
    }
    let counters: Vec<&str> = fields.collect();
    if has_moves(&counters) {
        return Err(FenError::Moves);
    }
    let [clock, number] = stated_counters(&counters);
    setup.halfmove_clock = counter(clock.as_deref(), 0).map_err(FenError::HalfmoveClock)?;
    setup.fullmove_number = counter(number.as_deref(), 1).map_err(FenError::FullmoveNumber)?;
    if counters.len() > 2 && !has_operations(&counters) {
        warnings.push(FenWarning::Surplus(quote(&counters[2..].join(" "))));
    }
    Ok((setup, warnings))
}

/// True if moves follow the position, or the word `moves`, with or without counters before them. Words after other words
/// may be moves too, unless these are EPD operations.
fn has_moves(fields: &[&str]) -> bool {
    if !has_operations(fields) && fields.iter().any(|field| is_two_squares(field)) {
        return true;
    }
    let mut words = fields.iter().take(3);
    let is_counter = |word: &str| word == "-" || word.parse::<u32>().is_ok();
    let follows = words.clone().find(|word| !is_counter(word));
    words.any(|word| word.eq_ignore_ascii_case("moves"))
        || follows.is_some_and(|word| is_two_squares(word))
}

/// True if a word has the form of a move in UCI notation.
pub(crate) fn is_two_squares(word: &str) -> bool {
    let square = |text: Option<&str>| text.is_some_and(|text| text.parse::<Square>().is_ok());
    (4..=5).contains(&word.len()) && square(word.get(..2)) && square(word.get(2..4))
}

/// True if EPD operations follow the position: these end with semicolons.
fn has_operations(fields: &[&str]) -> bool {
    fields.iter().any(|field| field.ends_with(';'))
}

/// The half-move clock and the move number after a position, as text: those of EPD operations, or else the two counters, which
/// operations such as `bm e4;` may follow or replace.
fn stated_counters(fields: &[&str]) -> [Option<String>; 2] {
    let is_number = |field: &&&str| !field.starts_with(|c: char| c.is_ascii_alphabetic());
    let (numbers, operations) = if has_operations(fields) {
        let numbers = fields.iter().take(2).take_while(is_number).count();
        let (numbers, operations) = fields.split_at(numbers);
        (numbers, operations.join(" "))
    } else {
        (fields, String::new())
    };
    // A quoted text may contain semicolons.
    let mut is_quoted = false;
    let operations: Vec<&str> = operations
        .split(|c| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        })
        .map(str::trim)
        .collect();
    let operand = |opcode: &str| {
        let mut operands = operations
            .iter()
            .filter_map(|operation| operation.strip_prefix(opcode));
        operands.find(|operand| operand.is_empty() || operand.starts_with(' '))
    };
    [("hmvc", 0), ("fmvn", 1)].map(|(opcode, index)| {
        let stated = operand(opcode).or_else(|| numbers.get(index).copied());
        stated.map(|number| number.trim().to_owned())
    })
}

/// True if a FEN states its half-move clock, or `hmvc` does. A dash or another EPD operation in its place does not.
pub fn has_halfmove_clock(text: &str) -> bool {
    let counters: Vec<&str> = text.split_ascii_whitespace().skip(4).collect();
    let [clock, _] = stated_counters(&counters);
    clock.is_some_and(|field| field != "-")
}

/// The FEN that a person names: `startpos`, as in UCI, is the initial position.
pub fn spelled_out(text: &str) -> &str {
    if text.trim().eq_ignore_ascii_case("startpos") {
        STARTPOS
    } else {
        text
    }
}

fn counter(field: Option<&str>, default: u16) -> Result<u16, String> {
    let Some(field) = field.filter(|&field| field != "-") else {
        return Ok(default);
    };
    match field.parse() {
        Ok(number) if number <= MAX_COUNTER && !field.starts_with('+') => Ok(number),
        _ => Err(quote(field)),
    }
}

fn parse_pieces(field: &str, setup: &mut Setup) -> Result<(), FenError> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::RankCount(quote(field), ranks.len()));
    }
    for (text, number) in ranks.into_iter().zip((1..=8).rev()) {
        let mut width: u32 = 0;
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10).filter(|gap| (1..=8).contains(gap)) {
                width = width.saturating_add(gap);
                continue;
            }
            let piece = ColoredPiece::from_letter(letter).ok_or_else(|| FenError::Piece {
                rank: number,
                text: quote(text),
                letter,
            })?;
            if width < 8 {
                setup.pieces[(number - 1) * 8 + width as usize] = Some(piece);
            }
            width = width.saturating_add(1);
        }
        if width != 8 {
            return Err(FenError::RankWidth {
                rank: number,
                text: quote(text),
                width,
            });
        }
    }
    Ok(())
}

fn parse_castling_rights(
    field: &str,
    setup: &mut Setup,
    warnings: &mut Vec<FenWarning>,
) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rook = match letter.to_ascii_lowercase() {
            'k' => setup.outermost_rook(color, CastlingSide::King),
            'q' => setup.outermost_rook(color, CastlingSide::Queen),
            c @ 'a'..='h' => File::from_letter(c)
                .map(|file| Square::new(file, Rank::R1.relative_to(color)))
                .filter(|&rook| {
                    setup.pieces[rook.index()].is_some_and(|colored| colored.color() == color)
                        && setup.castling_right_is_possible(rook)
                }),
            _ => {
                return Err(FenError::CastlingRight {
                    field: quote(field),
                    letter,
                });
            }
        };
        // A second rook on the same side of the king cannot have kept its right.
        let is_new_side = |rook: &Square| {
            setup.king(color).is_some_and(|king| {
                (setup.castling_rights & crate::types::Bitboard::rank(king.rank()))
                    .into_iter()
                    .all(|other| {
                        other == *rook
                            || CastlingSide::of(king, other) != CastlingSide::of(king, *rook)
                    })
            })
        };
        match rook.filter(is_new_side) {
            Some(rook) => setup.castling_rights |= rook.bb(),
            None => warnings.push(FenWarning::CastlingRight(letter)),
        }
    }
    Ok(())
}

impl FromStr for Board {
    type Err = FenError;

    /// Like [`parse`], without its warnings.
    fn from_str(text: &str) -> Result<Self, FenError> {
        parse(text).map(|(board, _)| board)
    }
}

/// The notation of castling rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingFieldStyle {
    /// `KQkq` for the outermost rooks, the letter of the file for others (X-FEN; plain FEN in ordinary chess).
    XFen,
    /// The letter of the file for every rook (Shredder-FEN).
    Shredder,
}

impl Default for Board {
    fn default() -> Self {
        Self::start()
    }
}

impl Board {
    /// The initial position.
    pub fn start() -> Self {
        STARTPOS
            .parse()
            .expect("the FEN of the initial position is valid")
    }

    /// The FEN of the position, six fields.
    pub fn fen(&self, style: CastlingFieldStyle) -> String {
        let mut out = String::with_capacity(90);
        for rank in Rank::ALL.into_iter().rev() {
            let mut gap = 0;
            for file in File::ALL {
                match self.colored_piece_at(Square::new(file, rank)) {
                    None => gap += 1,
                    Some(piece) => {
                        push_gap(&mut out, &mut gap);
                        out.push(piece.letter());
                    }
                }
            }
            push_gap(&mut out, &mut gap);
            if rank != Rank::R1 {
                out.push('/');
            }
        }
        out.push(' ');
        out.push(self.stm().letter());
        out.push(' ');
        self.push_rights(&mut out, style);
        let en_passant = self
            .en_passant()
            .map_or_else(|| "-".to_owned(), |s| s.to_string());
        out + &format!(
            " {en_passant} {} {}",
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }

    fn push_rights(&self, out: &mut String, style: CastlingFieldStyle) {
        if self.castling_rights().is_empty() {
            out.push('-');
            return;
        }
        let setup = self.setup();
        for color in Color::ALL {
            for side in [CastlingSide::King, CastlingSide::Queen] {
                let Some(rook) = self.castling_rook(color, side) else {
                    continue;
                };
                let outermost = setup.outermost_rook(color, side) == Some(rook);
                let letter = match side {
                    CastlingSide::King if outermost && style == CastlingFieldStyle::XFen => 'k',
                    CastlingSide::Queen if outermost && style == CastlingFieldStyle::XFen => 'q',
                    _ => rook.file().letter(),
                };
                out.push(if color == Color::White {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                });
            }
        }
    }
}

fn push_gap(out: &mut String, gap: &mut u8) {
    if *gap > 0 {
        out.push((b'0' + *gap) as char);
        *gap = 0;
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(CastlingFieldStyle::XFen))
    }
}
