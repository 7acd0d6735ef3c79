//! The move that a question names, as a person types it.

use super::case::CaseError;
use crate::board::Board;
use crate::laws::procedure::AttemptedMove;
use crate::notation::language::{Language, parse_moves};
use crate::notation::move_list::without_number;
use crate::notation::san::{self, PieceLetters, SanError};
use crate::notation::uci_move;
use crate::types::{Move, Piece, Rank};
use crate::util::text::quote;

/// A move that a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedMove {
    Legal(Move),
    /// A move that can be read but not played, or a null move.
    Illegal(AttemptedMove),
}

/// Reads a move: in UCI notation, in SAN with the letters of the game's language, or else in a language that has the letter.
/// A move number before it and spaces in it do not matter.
///
/// # Errors
/// The text is not a move, or may be several legal ones. A ruling on such a text would be a penalty for a typing error.
pub(super) fn read_named_move(
    board: &Board,
    text: &str,
    language: Language,
) -> Result<NamedMove, CaseError> {
    let quoted = quote(text);
    let not_a_move = || {
        CaseError(format!(
            "'{quoted}' is not a move: expected SAN with {language} piece letters (in English Nf3, exd5, O-O), UCI \
             notation (g1f3), or 0000 for a clock pressed without a move"
        ))
    };
    let words = without_number(text.trim()).split_whitespace();
    if words.clone().filter(|word| names_square(word)).count() > 1 {
        // Several moves in a row are not one.
        return Err(not_a_move());
    }
    let compact: String = words.collect();
    if let Ok(mv) = uci_move::parse(board, &compact) {
        return Ok(NamedMove::Legal(mv));
    }
    let parsed = parse_moves(board, &[&compact], Some(language));
    if let Some(san) = parsed.moves.first() {
        return match parsed.alternatives.first() {
            None => Ok(NamedMove::Legal(san.mv)),
            Some(other) => Err(CaseError(format!(
                "'{quoted}' is one move in {} and another in {other}; name the language",
                parsed.language
            ))),
        };
    }
    let letters = parsed.language.letters();
    if let Some(castling) = san::castling_as_king_move(board, &compact, &letters) {
        return Ok(NamedMove::Legal(castling));
    }
    let attempt = attempted(board, &compact, &letters);
    match parsed.error {
        Some(error @ SanError::Ambiguous(..)) => {
            Err(CaseError(format!("{error}; name the square of origin too")))
        }
        Some(SanError::Unreadable(_)) | None => {
            attempt.map(NamedMove::Illegal).ok_or_else(not_a_move)
        }
        Some(_) => Ok(NamedMove::Illegal(
            attempt.unwrap_or(AttemptedMove::Nothing),
        )),
    }
}

fn names_square(word: &str) -> bool {
    word.as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']))
}

/// The squares of a move that cannot be played, as far as the text tells them.
fn attempted(board: &Board, text: &str, letters: &PieceLetters) -> Option<AttemptedMove> {
    match AttemptedMove::read(text) {
        AttemptedMove::Nothing => {}
        attempt => return Some(attempt),
    }
    if let Some(side) = san::castling(text) {
        return Some(AttemptedMove::Castling(side));
    }
    let from_to = |(from, to, promotion)| AttemptedMove::FromTo {
        from,
        to,
        promotion,
    };
    san::squares(board, text, letters)
        .map(from_to)
        .or_else(|| impossible_promotion(board, text, letters))
}

/// A promotion to a king or a pawn, such as `e8=K`.
pub(super) fn impossible_promotion(
    board: &Board,
    text: &str,
    letters: &PieceLetters,
) -> Option<AttemptedMove> {
    let text = text.strip_suffix(')').unwrap_or(text);
    let piece = [Piece::King, Piece::Pawn].into_iter().find_map(|piece| {
        let letter = letters.letter(piece).unwrap_or("P");
        Some((piece, text.strip_suffix(letter)?))
    });
    let (piece, mv) = piece?;
    let mv = mv.trim_end_matches(['=', '(', '/']);
    let (from, to, _) = san::squares(board, mv, letters)?;
    let promotes =
        board.piece_at(from) == Some(Piece::Pawn) && matches!(to.rank(), Rank::R1 | Rank::R8);
    promotes.then_some(AttemptedMove::FromTo {
        from,
        to,
        promotion: Some(piece),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> String {
        let board: Board = fen.parse().expect("a position");
        match read_named_move(&board, text, Language::English) {
            Ok(NamedMove::Legal(mv)) => format!("legal {mv}"),
            Ok(NamedMove::Illegal(attempt)) => match attempt.squares(&board) {
                Some((from, to)) => format!("illegal {from}{to}"),
                None => "illegal".to_owned(),
            },
            Err(CaseError(why)) if why.contains("is not a move") => "unreadable".to_owned(),
            Err(_) => "ambiguous".to_owned(),
        }
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let fen = "4k3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 1";
        for (text, expected) in [
            ("Nf3", "legal g1f3"),
            ("4.Nf3", "legal g1f3"),
            ("4... Nf3", "legal g1f3"),
            ("N f3", "legal g1f3"),
            ("Nf3!? (=)", "legal g1f3"),
            ("Cf3", "legal g1f3"),
            ("g1f3", "legal g1f3"),
            ("G1F3", "legal g1f3"),
            ("O-O-O", "legal e1a1"),
            ("O-O", "illegal e1g1"),
            ("Kc1", "legal e1a1"),
            ("Ke1-c1", "legal e1a1"),
            ("Kg1", "illegal e1g1"),
            ("Kc1=Q", "illegal e1c1"),
            ("Rb3", "illegal"),
            ("Ng3", "illegal g1g3"),
            ("Cg3", "illegal g1g3"),
            ("e2e5", "illegal e2e5"),
            ("0000", "illegal"),
            ("--", "illegal"),
            ("hello", "unreadable"),
            ("", "unreadable"),
            ("4.", "unreadable"),
            ("Nf9", "unreadable"),
            ("knight f3", "unreadable"),
            ("Nf3 e5", "unreadable"),
            ("?", "unreadable"),
        ] {
            assert_eq!(read(fen, text), expected, "{text}");
        }
    }

    #[test]
    fn a_promotion_to_a_king_is_an_illegal_move() {
        let fen = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
        for text in ["e8=K", "e8=P", "e8(K)", "e8K", "e7e8k", "e8"] {
            assert_eq!(read(fen, text), "illegal e7e8", "{text}");
        }
        assert_eq!(
            read("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2"),
            "ambiguous"
        );
    }
}
