use super::disambiguation::Disambiguation;
use super::letters::PieceLetters;
use super::san_error::{SanError, SanWarning};
use crate::board::attacks::{pawn_attacks, piece_attacks};
use crate::board::{Board, CastlingSide};
use crate::notation::plain_move::plain_move;
use crate::notation::uci_move;
use crate::types::{Bitboard, Color, File, Move, MoveKind, Piece, Rank, Square};
use crate::util::text::quote;
use arrayvec::ArrayVec;

/// The sign of a draw offer in a record of moves (Article 8.1).
pub const DRAW_OFFER: &str = "(=)";

/// A parsed SAN move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanMove {
    /// The legal move that the text describes.
    pub mv: Move,
    /// False and superfluous details. Missing signs are not reported.
    pub warnings: ArrayVec<SanWarning, 5>,
}

/// Parses a move with English piece letters; see [`read`].
///
/// # Errors
/// The text is unreadable, or does not describe exactly one legal move.
pub fn parse(board: &Board, text: &str) -> Result<Move, SanError> {
    resolve(board, text, &PieceLetters::ENGLISH).map(|(mv, ..)| mv)
}

/// Parses a move tolerantly.
///
/// Castling may be written with zeros or letters; signs for captures, check and mate may be missing or wrong, a capture
/// may be `Bxf7`, `B:f7` or `Bf7:`, a check `+` or `ch`; the square of origin may be given unnecessarily (`Nge2`,
/// `Ng1-f3`, `e2e4`); a promotion may be `e8=Q`, `e8Q`, `e8(Q)` or `e8q`; `e.p.`, `!`, `?` and the draw offer `(=)` may
/// follow, with or without a space. UCI notation (`g1f3`, `e1g1`) is read as in [`uci_move`].
///
/// # Errors
/// The text is unreadable, or does not describe exactly one legal move.
pub fn read(board: &Board, text: &str, letters: &PieceLetters) -> Result<SanMove, SanError> {
    let (mv, suffix, pattern) = resolve(board, text, letters)?;
    let mut warnings = ArrayVec::new();
    if let Some(pattern) = pattern {
        if pattern.disambiguation.length()
            > Disambiguation::shortest(board, pattern.piece, mv).length()
        {
            warnings.push(SanWarning::Overspecified);
        }
        if pattern.capture && !mv.is_capture() {
            warnings.push(SanWarning::NoCapture);
        }
    }
    if suffix.en_passant && !mv.is_en_passant() {
        warnings.push(SanWarning::NoEnPassant);
    }
    if suffix.check || suffix.mate {
        let mut after = *board;
        after.play(mv);
        if suffix.check && !after.in_check() {
            warnings.push(SanWarning::NoCheck);
        }
        let mate = after.in_check() && !after.has_legal_move();
        if suffix.mate && !mate {
            warnings.push(SanWarning::NoMate);
        }
    }
    Ok(SanMove { mv, warnings })
}

#[derive(Clone, Copy, Default)]
struct SanSuffix {
    check: bool,
    mate: bool,
    en_passant: bool,
}

fn strip_suffixes(text: &str) -> (&str, SanSuffix) {
    let mut rest = text.trim();
    let mut suffix = SanSuffix::default();
    loop {
        let shorter = if let Some(shorter) =
            first_suffix(rest, &["+", "†", "schach", "check", "sch", "ch"])
        {
            suffix.check = true;
            shorter
        } else if let Some(shorter) = first_suffix(rest, &["#", "‡", "mate", "matt", "mat"]) {
            suffix.mate = true;
            shorter
        } else if let Some(shorter) = first_suffix(rest, &["e.p.", "a.p.", "e.p", "ep"]) {
            suffix.en_passant = true;
            shorter
        } else if let Some(shorter) = first_suffix(rest, &["!", "?", DRAW_OFFER]) {
            shorter
        } else {
            return (rest, suffix);
        };
        rest = shorter.trim_end();
    }
}

fn first_suffix<'a>(text: &'a str, suffixes: &[&str]) -> Option<&'a str> {
    suffixes.iter().find_map(|suffix| text.strip_suffix(suffix))
}

/// True for the signs that may follow a move: `+`, `e.p.`, `!?`, `(=)`.
pub fn is_sign(text: &str) -> bool {
    strip_suffixes(text).0.is_empty()
}

const NULL_MOVES: [&str; 7] = ["--", "Z0", "null", "0000", "@@@@", "pass", "<>"];

/// The parts of a SAN move, except castling.
#[derive(Clone, Copy)]
struct SanPattern {
    /// A pawn, if there is no letter.
    piece: Piece,
    named: bool,
    disambiguation: Disambiguation,
    capture: bool,
    to: Square,
    promotion: Option<Piece>,
}

impl SanPattern {
    /// The moving piece, if the text consists of two squares as in UCI notation and the piece is not a pawn.
    fn unnamed_piece(self, board: &Board) -> Option<(Piece, Square)> {
        let from = Square::new(self.disambiguation.file?, self.disambiguation.rank?);
        let piece = board.piece_at(from)?;
        (!self.named && piece != Piece::Pawn).then_some((piece, from))
    }
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

/// The side of `O-O` or `O-O-O`, with capital letters, small letters or zeros, or with the Cyrillic letters that look alike.
fn castling_side(text: &str) -> Option<CastlingSide> {
    let (mut circles, mut ends_with_circle) = (0, false);
    for c in text.chars() {
        let is_circle = matches!(c, 'O' | 'o' | '0' | '\u{41E}' | '\u{43E}');
        let separates = is_dash(c) && ends_with_circle;
        if !(is_circle || separates) {
            return None;
        }
        circles += u32::from(is_circle);
        ends_with_circle = is_circle;
    }
    match circles {
        2 if ends_with_circle => Some(CastlingSide::King),
        3 if ends_with_circle => Some(CastlingSide::Queen),
        _ => None,
    }
}

/// The variation selector for text style, which may follow a figurine.
const TEXT_VARIANT: char = '\u{FE0E}';

/// Parses a move that is not castling.
fn scan(text: &str, letters: &PieceLetters) -> Option<SanPattern> {
    let mut chars = ArrayVec::<char, 12>::new();
    for c in text.chars().filter(|&c| c != TEXT_VARIANT) {
        chars.try_push(c).ok()?;
    }
    let mut rest = chars.as_slice();

    let named = letters
        .leading_piece(rest)
        .or_else(|| rest.starts_with(&['P']).then_some((Piece::Pawn, 1)));
    if let Some((_, length)) = named {
        rest = &rest[length..];
    }
    let named = named.map(|(piece, _)| piece);

    // The sign of a capture at the end, as in the German `Bf7:`.
    let mut capture = false;
    if let [head @ .., ':'] = rest {
        (rest, capture) = (head, true);
    }

    let mut promotion = None;
    if let [head @ .., '(', letter, ')'] | [head @ .., letter] = rest
        && !letter.is_ascii_digit()
    {
        promotion = Some(letters.promotion(*letter)?);
        rest = head;
        if let [head @ .., '=' | '/' | ' '] = rest {
            rest = head;
        }
    }

    let [head @ .., file, rank] = rest else {
        return None;
    };
    let to = Square::new(file_of(*file)?, rank_of(*rank)?);
    let mut head = head;
    if capture && named.is_none() && head.is_empty() {
        // `e4:` is a move and a stray colon.
        return None;
    }
    if let [shorter @ .., sign] = head {
        let is_capture = matches!(sign, 'x' | ':' | '×');
        let has_origin = named.is_some() || !shorter.is_empty();
        if is_capture || (is_dash(*sign) && has_origin) {
            head = shorter;
        }
        capture |= is_capture;
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
    Some(SanPattern {
        piece: named.unwrap_or(Piece::Pawn),
        named: named.is_some(),
        disambiguation: Disambiguation { file, rank },
        capture,
        to,
        promotion,
    })
}

/// The piece letters for a text: those of the language, or English ones for UCI notation (`e7e8r`), which has no
/// language.
fn letters_of(body: &str, letters: &PieceLetters) -> PieceLetters {
    let is_coordinates = matches!(
        body.as_bytes(),
        [
            b'a'..=b'h',
            b'1'..=b'8',
            b'a'..=b'h',
            b'1'..=b'8',
            b'n' | b'b' | b'r' | b'q'
        ]
    );
    if is_coordinates {
        PieceLetters::ENGLISH
    } else {
        *letters
    }
}

fn resolve(
    board: &Board,
    text: &str,
    letters: &PieceLetters,
) -> Result<(Move, SanSuffix, Option<SanPattern>), SanError> {
    let (body, suffix) = strip_suffixes(text);
    let letters = &letters_of(body, letters);
    let illegal = || SanError::Illegal(quote(text));
    if let Some(side) = castling_side(body) {
        let mv = legal_castling(board, side).ok_or_else(illegal)?;
        return Ok((mv, suffix, None));
    }
    let Some(pattern) = scan(body, letters) else {
        return Err(if NULL_MOVES.contains(&body) {
            SanError::NullMove(quote(text))
        } else {
            SanError::Unreadable(quote(text))
        });
    };
    if let Some((piece, from)) = pattern.unnamed_piece(board) {
        let mv = uci_move::find(board, from, pattern.to, pattern.promotion).ok_or_else(illegal)?;
        return Ok((mv, suffix, Some(SanPattern { piece, ..pattern })));
    }
    let mut moves = candidates(board, pattern);
    let mv = moves.next();
    let other = moves.next();
    match (mv, other) {
        (Some(mv), None) => Ok((mv, suffix, Some(pattern))),
        (Some(mv), Some(other)) => Err(SanError::Ambiguous(quote(text), mv, other)),
        (None, _) => {
            let queen = SanPattern {
                promotion: Some(Piece::Queen),
                ..pattern
            };
            if pattern.promotion.is_none() && candidates(board, queen).next().is_some() {
                Err(SanError::NoPromotion(quote(text)))
            } else {
                Err(illegal())
            }
        }
    }
}

/// The castling move on a side, if it is legal.
fn legal_castling(board: &Board, side: CastlingSide) -> Option<Move> {
    let us = board.stm();
    let mv = Move::new(
        board.king(us),
        board.castling_rook(us, side)?,
        MoveKind::Castle,
    );
    board.is_legal(mv).then_some(mv)
}

/// The castling move that a text writes as the king's move to its square, as in `Kg1` or `Ke1-g1`, if it is legal. The king
/// may be able to go there without castling.
pub fn castling_as_king_move(board: &Board, text: &str, letters: &PieceLetters) -> Option<Move> {
    let pattern = scan(strip_suffixes(text).0, letters)?;
    let us = board.stm();
    let king = board.king(us);
    let is_king_move =
        pattern.named && pattern.piece == Piece::King && pattern.disambiguation.matches(king);
    let mut sides = [CastlingSide::King, CastlingSide::Queen].into_iter();
    let side = sides.find(|side| side.king_target(us) == pattern.to)?;
    let castles =
        is_king_move && !pattern.capture && pattern.promotion.is_none() && king != pattern.to;
    legal_castling(board, side).filter(|_| castles)
}

/// The side of a text that castles, legally or not.
pub fn castling(text: &str) -> Option<CastlingSide> {
    castling_side(strip_suffixes(text).0)
}

/// The squares of origin and arrival, and the promotion piece, of a text that may be an illegal move; `None` if it does
/// not show which piece moves, or castles.
pub fn squares(
    board: &Board,
    text: &str,
    letters: &PieceLetters,
) -> Option<(Square, Square, Option<Piece>)> {
    let (body, _) = strip_suffixes(text);
    let letters = &letters_of(body, letters);
    let us = board.stm();
    let pattern = scan(body, letters)?;
    let SanPattern { piece, to, .. } = pattern;
    let named = if let Some((_, from)) = pattern.unnamed_piece(board) {
        from.bb()
    } else {
        let pieces = board.colored_pieces(us, piece) & !to.bb();
        let pieces = pieces.into_iter();
        let named = pieces.filter(|&from| {
            let is_behind = match us {
                Color::White => from.rank() < to.rank(),
                Color::Black => from.rank() > to.rank(),
            };
            pattern.disambiguation.matches(from)
                && (piece != Piece::Pawn || is_behind)
                && (piece != Piece::Pawn
                    || pattern.capture
                    || from.file() == to.file()
                    || pattern.disambiguation.file.is_some())
        });
        named.collect()
    };
    // Of several pieces, the one that can reach the square.
    let near = match piece {
        _ if named.count() < 2 => named,
        Piece::Pawn if pattern.capture => named & pawn_attacks(to, !us),
        // Of pawns on a file, the first before the square; a rook moves like them.
        Piece::Pawn => named & piece_attacks(Piece::Rook, to, board.occupied()),
        _ => named & piece_attacks(piece, to, board.occupied()),
    };
    let mut origins = near.into_iter();
    match (origins.next(), origins.next()) {
        (Some(from), None) => Some((from, to, pattern.promotion)),
        _ => None,
    }
}

fn candidates(board: &Board, pattern: SanPattern) -> impl Iterator<Item = Move> {
    let SanPattern {
        piece,
        disambiguation,
        capture,
        to,
        promotion,
        ..
    } = pattern;
    // A pawn leaves its file only if the text contains a file or a capture sign.
    let near = match piece {
        Piece::Pawn if disambiguation.file.is_some() => Bitboard::ALL,
        Piece::Pawn if capture => !Bitboard::file(to.file()),
        Piece::Pawn => Bitboard::file(to.file()),
        _ => piece_attacks(piece, to, board.occupied()),
    };
    (board.colored_pieces(board.stm(), piece) & near)
        .into_iter()
        .filter(move |&from| disambiguation.matches(from))
        .filter_map(move |from| plain_move(board, piece, from, to, promotion))
        .filter(|&mv| board.is_legal(mv))
}
