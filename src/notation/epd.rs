//! EPD: a position in four fields, followed by operations such as `bm Nf3; id "first";`.
//!
//! Lists of perft counts (`… 0 1 ;D1 20 ;D2 400`) have the same grammar: semicolons separate operations, and empty
//! operations are ignored.

use super::move_list::add_word;
use super::san;
use super::source::is_margin;
use crate::board::Board;
use crate::board::fen::{self, CastlingFieldStyle, FenError, FenWarning, MAX_COUNTER};
use crate::types::Move;
use crate::util::text::quote;
use std::fmt;
use std::str::FromStr;

/// A position with operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position, with the counters of `hmvc` and `fmvn` or of a FEN.
    pub board: Board,
    /// The other operations, in order.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// A word that begins with a letter.
    pub opcode: String,
    /// The operands.
    pub operands: Vec<Operand>,
}

impl Operation {
    /// The depth in plies and the number of leaves of an operation such as `D2 400`; `None` if it is another one, or not
    /// readable.
    pub fn perft_count(&self) -> Option<(u32, u64)> {
        let depth = self.opcode.strip_prefix(['D', 'd'])?.parse().ok()?;
        match self.operands.as_slice() {
            [Operand::Word(count)] => Some((depth, count.parse().ok()?)),
            _ => None,
        }
    }
}

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A move, a number or another word without spaces, quotes and semicolons.
    Word(String),
    /// A quoted text, which cannot contain a quote.
    Quoted(String),
}

impl Operand {
    /// The text without quotes.
    pub fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }
}

/// The reasons why a line is not an EPD.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An operation does not begin with a letter.
    #[error("'{0}' is not an opcode")]
    Opcode(String),
    /// A move, or the opcode `moves` with capital letters, in the place of an opcode.
    #[error("'{0}' is not an opcode; moves follow the opcode 'moves'")]
    Move(String),
    /// The closing quote is missing.
    #[error("the text '{0}' has no closing quote")]
    OpenQuote(String),
    /// The same operation appears twice, and is not a comment (`c0` to `c9`).
    #[error("operation '{0}' appears twice")]
    Repeated(String),
    /// `hmvc` or `fmvn` without a valid number.
    #[error("operation '{0}' needs one number up to 9999")]
    Counter(String),
}

impl Epd {
    /// The texts of the moves that follow the position, from the operation `moves`, which is not in the standard.
    pub fn move_texts(&self) -> Vec<String> {
        let operands = self.operation("moves").map(|operation| &operation.operands);
        let texts = operands.into_iter().flatten().map(Operand::text);
        texts.map(str::to_owned).collect()
    }
}

/// Parses a line, with warnings about the parts of its position that were ignored.
///
/// # Errors
/// The position or an operation is invalid.
pub fn parse(line: &str) -> Result<(Epd, Vec<FenWarning>), EpdError> {
    let (fields, counters, rest) = split_fields(line);
    let mut operations = parse_operations(rest)?;
    let clock = take_counter(&mut operations, "hmvc")?;
    let number = take_counter(&mut operations, "fmvn")?;
    let clock = clock.as_deref().or(counters.first().copied());
    let number = number.as_deref().or(counters.get(1).copied());

    let mut text = fields.join(" ");
    if fields.len() == 4 {
        text = format!("{text} {} {}", clock.unwrap_or("0"), number.unwrap_or("1"));
    }
    let (board, warnings) = fen::parse(&text)?;
    Ok((Epd { board, operations }, warnings))
}

/// Parses all positions of a text as [`parse`] does, with line numbers from 1. Skips empty lines, lines that begin
/// with `#`, a byte order mark and the end of file of DOS.
pub fn parse_lines(
    text: &str,
) -> impl Iterator<Item = (usize, Result<(Epd, Vec<FenWarning>), EpdError>)> {
    text.lines()
        .zip(1..)
        .map(|(line, number)| (number, line.trim_matches(is_margin)))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| (number, parse(line)))
}

/// The first four fields, up to two counters that may follow them, and the rest.
fn split_fields(line: &str) -> (Vec<&str>, Vec<&str>, &str) {
    let (mut fields, mut counters) = (Vec::new(), Vec::new());
    let mut rest = line.trim();
    loop {
        let end = rest
            .find(|c: char| c.is_ascii_whitespace() || c == ';')
            .unwrap_or(rest.len());
        let word = &rest[..end];
        if word.is_empty() {
            break;
        } else if fields.len() < 4 {
            fields.push(word);
        } else if counters.len() < 2
            && (word == "-" || word.starts_with(|c: char| c.is_ascii_digit()))
        {
            counters.push(word);
        } else {
            break;
        }
        rest = rest[end..].trim_start();
    }
    (fields, counters, rest)
}

fn parse_operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations: Vec<Operation> = Vec::new();
    let mut open: Option<Operation> = None;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            operations.extend(open.take());
            rest = &rest[1..];
        } else if let Some(quoted_text) = rest.strip_prefix('"') {
            let Some((inner, after)) = quoted_text.split_once('"') else {
                return Err(EpdError::OpenQuote(quote(quoted_text)));
            };
            let Some(operation) = &mut open else {
                return Err(EpdError::Opcode(quote(inner)));
            };
            operation.operands.push(Operand::Quoted(inner.to_owned()));
            rest = after;
        } else {
            let end = rest
                .find(|c: char| c.is_ascii_whitespace() || c == ';' || c == '"')
                .unwrap_or(rest.len());
            let word = &rest[..end];
            if let Some(operation) = &mut open {
                operation.operands.push(Operand::Word(word.to_owned()));
            } else if !first.is_ascii_alphabetic() {
                return Err(EpdError::Opcode(quote(word)));
            } else if is_misplaced_move(word) {
                return Err(EpdError::Move(quote(word)));
            } else if !is_comment(word) && operations.iter().any(|earlier| earlier.opcode == word) {
                return Err(EpdError::Repeated(quote(word)));
            } else {
                open = Some(Operation {
                    opcode: word.to_owned(),
                    operands: Vec::new(),
                });
            }
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    operations.extend(open);
    Ok(operations)
}

/// True for a move, or for the opcode `moves` with capital letters, in the place of an opcode.
fn is_misplaced_move(word: &str) -> bool {
    let is_moves = word.eq_ignore_ascii_case("moves") && word != "moves";
    is_moves || fen::is_two_squares(word)
}

/// True for the opcodes of comments, which a line may repeat.
fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', b'0'..=b'9'])
}

/// Removes the operation that sets a counter, and returns its number.
fn take_counter(operations: &mut Vec<Operation>, opcode: &str) -> Result<Option<String>, EpdError> {
    let Some(index) = operations.iter().position(|op| op.opcode == opcode) else {
        return Ok(None);
    };
    match operations.remove(index).operands.as_slice() {
        [Operand::Word(number)] if number.parse().is_ok_and(|value: u16| value <= MAX_COUNTER) => {
            Ok(Some(number.clone()))
        }
        _ => Err(EpdError::Counter(opcode.to_owned())),
    }
}

impl Epd {
    /// The operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|op| op.opcode == opcode)
    }

    /// The first operand of an operation, such as the text of `id`.
    pub fn operand(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::text)
    }

    /// The moves of an operation such as `bm` or `am`; none if the operation is missing.
    ///
    /// # Errors
    /// The first operand that is not a legal move of the position.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, san::SanError> {
        let operands = self.operation(opcode).map_or(&[][..], |op| &op.operands);
        let mut moves: Vec<String> = Vec::new();
        for operand in operands {
            let words = operand.text().split([',', ' ']);
            words.for_each(|word| add_word(&mut moves, word));
        }
        if moves.is_empty() && !operands.is_empty() {
            moves.push(String::new());
        }
        moves
            .iter()
            .map(|text| san::parse(&self.board, text))
            .collect()
    }

    /// The operations `D1 20`, `D2 400` as depths in plies with the number of leaves.
    pub fn perft_counts(&self) -> impl Iterator<Item = (u32, u64)> {
        self.operations.iter().filter_map(Operation::perft_count)
    }

    /// The EPD line: four fields, `hmvc` and `fmvn` unless they are 0 and 1, the operations.
    pub fn line(&self, style: CastlingFieldStyle) -> String {
        let fen = self.board.fen(style);
        let mut parts: Vec<String> = fen.split(' ').take(4).map(str::to_owned).collect();
        if self.board.halfmove_clock() != 0 {
            parts.push(format!("hmvc {};", self.board.halfmove_clock()));
        }
        if self.board.fullmove_number() != 1 {
            parts.push(format!("fmvn {};", self.board.fullmove_number()));
        }
        parts.extend(self.operations.iter().map(|op| format!("{op};")));
        parts.join(" ")
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        parse(line).map(|(epd, _)| epd)
    }
}

/// [`Epd::line`] with castling rights as in X-FEN.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line(CastlingFieldStyle::XFen))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands
            .iter()
            .try_for_each(|operand| write!(f, " {operand}"))
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) => f.write_str(text),
            Self::Quoted(text) => write!(f, "\"{text}\""),
        }
    }
}
