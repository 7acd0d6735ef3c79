//! Standard algebraic notation: the shortest unmistakable text for a move, and a patient reader of what people write.

use super::{plain_move, quoted};
use crate::board::attacks::piece_attacks;
use crate::board::{Board, Wing};
use crate::types::{Bitboard, File, Move, MoveKind, Piece, Rank, Square};
use arrayvec::ArrayVec;

/// The letters of knight, bishop, rook, queen and king in some language; the pawn has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLetters([char; 5]);

impl PieceLetters {
    /// N, B, R, Q, K, as in PGN.
    pub const ENGLISH: Self = Self(['N', 'B', 'R', 'Q', 'K']);

    /// Upper-case letters of knight, bishop, rook, queen and king. They must differ.
    pub const fn new(letters: [char; 5]) -> Self {
        Self(letters)
    }

    /// The letter of a piece, `None` for the pawn.
    pub const fn letter(&self, piece: Piece) -> Option<char> {
        match piece {
            Piece::Pawn => None,
            _ => Some(self.0[piece as usize - 1]),
        }
    }

    /// The piece that an upper-case letter stands for.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let index = self.0.iter().position(|&own| own == letter)?;
        Some(Piece::ALL[index + 1])
    }

    /// The piece a pawn becomes; the letter may be lower case, since it cannot be taken for a file here.
    fn promotion(&self, letter: char) -> Option<Piece> {
        self.piece(letter)
            .or_else(|| self.piece(letter.to_uppercase().next()?))
            .filter(|&piece| piece != Piece::King)
    }
}

/// What has to be said about the square of departure.
#[derive(Clone, Copy, Debug, Default)]
struct Origin {
    file: Option<File>,
    rank: Option<Rank>,
}

impl Origin {
    /// The file if it tells the man from all others that may legally go there, else the rank, else both.
    fn shortest(board: &Board, piece: Piece, mv: Move) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let file = Some(from.file());
        if piece == Piece::Pawn {
            return Self {
                file: file.filter(|_| mv.is_capture()),
                rank: None,
            };
        }
        let rivals: Bitboard = (piece_attacks(piece, to, board.occupied())
            & board.men(board.stm(), piece)
            & !from.bb())
        .into_iter()
        .filter(|&rival| board.is_legal(Move::new(rival, to, mv.kind())))
        .collect();
        let rank = Some(from.rank());
        let (file, rank) = if rivals.is_empty() {
            (None, None)
        } else if (rivals & Bitboard::file(from.file())).is_empty() {
            (file, None)
        } else if (rivals & Bitboard::rank(from.rank())).is_empty() {
            (None, rank)
        } else {
            (file, rank)
        };
        Self { file, rank }
    }

    fn matches(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }

    fn length(self) -> usize {
        usize::from(self.file.is_some()) + usize::from(self.rank.is_some())
    }
}

/// Writes a legal move as in PGN: `Nbd2`, `exd6`, `e8=Q+`, `O-O-O#`.
pub fn write(board: &Board, mv: Move) -> String {
    write_with(board, mv, &PieceLetters::ENGLISH)
}

/// Writes a legal move like [`write()`], with the letters of some language.
pub fn write_with(board: &Board, mv: Move, letters: &PieceLetters) -> String {
    debug_assert!(board.is_legal(mv), "{mv:?} in {board}");
    let mut text = String::with_capacity(8);
    if mv.is_castle() {
        text.push_str(match Wing::of(mv.from(), mv.to()) {
            Wing::King => "O-O",
            Wing::Queen => "O-O-O",
        });
    } else {
        let piece = board.piece_on(mv.from()).unwrap_or(Piece::Pawn);
        text.extend(letters.letter(piece));
        let origin = Origin::shortest(board, piece, mv);
        text.extend(origin.file.map(File::letter));
        text.extend(origin.rank.map(rank_digit));
        if mv.is_capture() {
            text.push('x');
        }
        text.push(mv.to().file().letter());
        text.push(rank_digit(mv.to().rank()));
        if let Some(letter) = mv.promotion().and_then(|piece| letters.letter(piece)) {
            text.push('=');
            text.push(letter);
        }
    }
    let mut after = *board;
    after.play(mv);
    if after.in_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

const fn rank_digit(rank: Rank) -> char {
    (b'1' + rank as u8) as char
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not of the form of a move.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// No legal move is described.
    #[error("'{0}' is illegal")]
    Illegal(String),
    /// Several legal moves are described.
    #[error("'{0}' may mean {1} or {2}")]
    Ambiguous(String, Move, Move),
    /// A pawn reaches the last rank and nothing is said about its promotion.
    #[error("'{0}' does not say what the pawn becomes")]
    NoPromotion(String),
}

/// What is wrong with a text although it is clear which move is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// More was said about the square of departure than is needed.
    #[error("the square of departure need not be given in such detail")]
    Overspecified,
    /// Written as a capture, but nothing is captured.
    #[error("the move is not a capture")]
    NoCapture,
    /// Written as a capture en passant, but it is none.
    #[error("the move is not a capture en passant")]
    NoEnPassant,
    /// Written with a check, but there is none.
    #[error("the move does not give check")]
    NoCheck,
    /// Written with mate, but it is none.
    #[error("the move does not give mate")]
    NoMate,
}

/// A move with what is to be said about the way it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The move.
    pub mv: Move,
    /// False statements and needless ones; missing signs are no fault.
    pub remarks: ArrayVec<Remark, 5>,
}

/// Reads a move in English letters; see [`read`].
///
/// # Errors
/// The text is unreadable, or does not describe exactly one legal move.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    resolve(board, text, &PieceLetters::ENGLISH).map(|(mv, ..)| mv)
}

/// Reads a move as people write it.
///
/// Castling may have zeros or letters; signs for captures, check and mate may be missing or wrong; the square of
/// departure may be given where it is not needed (`Nge2`, `Ng1-f3`, `e2e4`); a promotion may be `e8=Q`, `e8Q`, `e8(Q)`
/// or `e8q`; `e.p.`, `!`, `?` and the draw offer `(=)` may follow, with or without a space.
///
/// # Errors
/// The text is unreadable, or does not describe exactly one legal move.
pub fn read(board: &Board, text: &str, letters: &PieceLetters) -> Result<Reading, SanError> {
    let (mv, tail, pattern) = resolve(board, text, letters)?;
    let mut remarks = ArrayVec::new();
    if let Some(pattern) = pattern {
        if pattern.origin.length() > Origin::shortest(board, pattern.piece, mv).length() {
            remarks.push(Remark::Overspecified);
        }
        if pattern.capture && !mv.is_capture() {
            remarks.push(Remark::NoCapture);
        }
    }
    if tail.en_passant && !mv.is_en_passant() {
        remarks.push(Remark::NoEnPassant);
    }
    if tail.check || tail.mate {
        let mut after = *board;
        after.play(mv);
        if tail.check && !after.in_check() {
            remarks.push(Remark::NoCheck);
        }
        let mate = after.in_check() && !after.has_legal_move();
        if tail.mate && !mate {
            remarks.push(Remark::NoMate);
        }
    }
    Ok(Reading { mv, remarks })
}

/// What follows the move proper.
#[derive(Clone, Copy, Default)]
struct Tail {
    check: bool,
    mate: bool,
    en_passant: bool,
}

/// Takes off everything that does not help to find the move.
fn strip_tail(text: &str) -> (&str, Tail) {
    let mut rest = text.trim();
    let mut tail = Tail::default();
    loop {
        let shorter = if let Some(shorter) = rest.strip_suffix('+') {
            tail.check = true;
            shorter
        } else if let Some(shorter) = rest.strip_suffix(['#', '‡']) {
            tail.mate = true;
            shorter
        } else if let Some(shorter) = ["e.p.", "a.p.", "e.p", "ep"]
            .iter()
            .find_map(|suffix| rest.strip_suffix(suffix))
        {
            tail.en_passant = true;
            shorter
        } else if let Some(shorter) = rest.strip_suffix(['!', '?']).or(rest.strip_suffix("(=)")) {
            shorter
        } else {
            return (rest, tail);
        };
        rest = shorter.trim_end();
    }
}

/// A move as it is described, castling apart.
#[derive(Clone, Copy)]
struct Pattern {
    piece: Piece,
    origin: Origin,
    capture: bool,
    to: Square,
    promotion: Option<Piece>,
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2014}' | '\u{2212}')
}

fn file_of(c: char) -> Option<File> {
    File::from_letter(c).filter(|_| c.is_ascii_lowercase())
}

fn rank_of(c: char) -> Option<Rank> {
    let index = c.to_digit(10)?.checked_sub(1)?;
    Rank::ALL.get(index as usize).copied()
}

/// The wing to which `O-O` or `O-O-O` castles, in capital letters, small ones or zeros.
fn castling_wing(text: &str) -> Option<Wing> {
    let mut circles = 0;
    for (index, c) in text.chars().enumerate() {
        match c {
            'O' | 'o' | '0' => circles += 1,
            _ if is_dash(c) && index > 0 => {}
            _ => return None,
        }
    }
    match circles {
        2 => Some(Wing::King),
        3 => Some(Wing::Queen),
        _ => None,
    }
}

/// Takes a move that is not castling to pieces.
fn scan(text: &str, letters: &PieceLetters) -> Option<Pattern> {
    let mut chars = ArrayVec::<char, 12>::new();
    for c in text.chars() {
        chars.try_push(c).ok()?;
    }
    let mut rest = chars.as_slice();

    let mut piece = Piece::Pawn;
    if let [first, tail @ ..] = rest {
        if let Some(named) = letters.piece(*first) {
            (piece, rest) = (named, tail);
        } else if *first == 'P' {
            rest = tail;
        }
    }

    let mut promotion = None;
    if let [head @ .., '(', letter, ')'] | [head @ .., letter] = rest
        && !letter.is_ascii_digit()
    {
        promotion = Some(letters.promotion(*letter)?);
        rest = head;
        if let [head @ .., '=' | '/'] = rest {
            rest = head;
        }
    }

    let [head @ .., file, rank] = rest else {
        return None;
    };
    let to = Square::new(file_of(*file)?, rank_of(*rank)?);
    let (mut head, mut capture) = (head, false);
    if let [shorter @ .., sign] = head {
        capture = matches!(sign, 'x' | ':' | '×');
        if capture || is_dash(*sign) {
            head = shorter;
        }
    }
    let (file, rank) = match head {
        [] => (None, None),
        [c] => (file_of(*c), rank_of(*c)),
        [file, rank] => (Some(file_of(*file)?), Some(rank_of(*rank)?)),
        _ => return None,
    };
    if file.is_none() && rank.is_none() && !head.is_empty() {
        return None;
    }
    Some(Pattern {
        piece,
        origin: Origin { file, rank },
        capture,
        to,
        promotion,
    })
}

fn resolve(
    board: &Board,
    text: &str,
    letters: &PieceLetters,
) -> Result<(Move, Tail, Option<Pattern>), SanError> {
    let (body, tail) = strip_tail(text);
    let illegal = || SanError::Illegal(quoted(text));
    if let Some(wing) = castling_wing(body) {
        let us = board.stm();
        let rook = board.castling_rook(us, wing).ok_or_else(illegal)?;
        let mv = Move::new(board.king(us), rook, MoveKind::Castle);
        return if board.is_legal(mv) {
            Ok((mv, tail, None))
        } else {
            Err(illegal())
        };
    }
    let pattern = scan(body, letters).ok_or_else(|| SanError::Unreadable(quoted(text)))?;
    let mut moves = candidates(board, pattern);
    let mv = moves.next();
    let other = moves.next();
    match (mv, other) {
        (Some(mv), None) => Ok((mv, tail, Some(pattern))),
        (Some(mv), Some(other)) => Err(SanError::Ambiguous(quoted(text), mv, other)),
        (None, _) => {
            let queen = Pattern {
                promotion: Some(Piece::Queen),
                ..pattern
            };
            if pattern.promotion.is_none() && candidates(board, queen).next().is_some() {
                Err(SanError::NoPromotion(quoted(text)))
            } else {
                Err(illegal())
            }
        }
    }
}

/// The legal moves that fit a description.
fn candidates(board: &Board, pattern: Pattern) -> impl Iterator<Item = Move> {
    let Pattern {
        piece,
        origin,
        capture,
        to,
        promotion,
    } = pattern;
    // A pawn leaves its file only if that is said: by naming the file, or at least the capture.
    let near = match piece {
        Piece::Pawn if origin.file.is_some() => Bitboard::ALL,
        Piece::Pawn if capture => !Bitboard::file(to.file()),
        Piece::Pawn => Bitboard::file(to.file()),
        _ => piece_attacks(piece, to, board.occupied()),
    };
    (board.men(board.stm(), piece) & near)
        .into_iter()
        .filter(move |&from| origin.matches(from))
        .filter_map(move |from| plain_move(board, piece, from, to, promotion))
        .filter(|&mv| board.is_legal(mv))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_pieces_belong_together() {
        for piece in Piece::ALL {
            let letter = PieceLetters::ENGLISH.letter(piece);
            assert_eq!(letter.is_none(), piece == Piece::Pawn);
            if let Some(letter) = letter {
                assert_eq!(letter.to_ascii_lowercase(), piece.letter());
                assert_eq!(PieceLetters::ENGLISH.piece(letter), Some(piece));
            }
        }
    }
}
