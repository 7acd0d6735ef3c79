//! Reading a sealed move.

use crate::board::Board;
use crate::notation::language::{Language, parse_moves};
use crate::notation::move_list::without_number;
use crate::notation::san::{self, SanError, SanWarning};
use crate::ruling::named_move::impossible_promotion;
use crate::types::{Move, Piece};
use crate::util::text::quote;

/// The meaning of a sealed move. The texts explain to a person why there is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealedMoveReading {
    /// A legal move, as it is written.
    Legal(Move),
    /// A legal move: the only one that a lenient reading finds (74 17.3: beyond reasonable doubt).
    Lenient(Move),
    /// Several legal moves.
    Ambiguous(String),
    /// The text is not a move.
    Unintelligible(String),
    /// A move that is illegal.
    Illegal(String),
}

impl SealedMoveReading {
    /// The word in reports.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Legal(_) => "legal",
            Self::Lenient(_) => "lenient",
            Self::Ambiguous(_) => "ambiguous",
            Self::Unintelligible(_) => "unintelligible",
            Self::Illegal(_) => "illegal",
        }
    }

    /// The legal move, if there is one.
    pub const fn mv(&self) -> Option<Move> {
        match self {
            Self::Legal(mv) | Self::Lenient(mv) => Some(*mv),
            _ => None,
        }
    }

    /// The legal move.
    ///
    /// # Errors
    /// Why the text is not one.
    pub fn legal(self) -> Result<Move, String> {
        match self {
            Self::Legal(mv) | Self::Lenient(mv) => Ok(mv),
            Self::Ambiguous(why) | Self::Unintelligible(why) | Self::Illegal(why) => Err(why),
        }
    }
}

/// Reads a sealed move: first as written and, if that is not a legal move, leniently.
///
/// The lenient reading ignores case, white space and punctuation, but takes letters and squares literally: a move that
/// clearly differs from every legal move is illegal. `language` is the language of the player's notation; other
/// languages count only if the letter does not exist in English.
pub fn read_sealed_move(
    board: &Board,
    text: &str,
    language: Option<Language>,
) -> SealedMoveReading {
    let text = without_number(text.trim());
    let literal = read_as(board, text, language);
    if matches!(
        literal,
        SealedMoveReading::Legal(_) | SealedMoveReading::Ambiguous(_)
    ) {
        return literal;
    }
    let readings: Vec<SealedMoveReading> = spellings(text, language)
        .iter()
        .map(|spelling| read_as(board, spelling, language))
        .collect();
    let mut moves: Vec<Move> = Vec::new();
    for mv in readings.iter().filter_map(SealedMoveReading::mv) {
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    let find =
        |wanted: fn(&SealedMoveReading) -> bool| readings.iter().find(|&found| wanted(found));
    match (
        moves.as_slice(),
        find(|found| matches!(found, SealedMoveReading::Ambiguous(_))),
    ) {
        ([mv], None) => SealedMoveReading::Lenient(*mv),
        ([one, other, ..], _) => {
            SealedMoveReading::Ambiguous(format!("'{}' may mean {one} or {other}", quote(text)))
        }
        (_, Some(ambiguous)) => ambiguous.clone(),
        ([], None) => match find(|found| matches!(found, SealedMoveReading::Illegal(_))) {
            Some(_) => SealedMoveReading::Illegal(format!("'{}' is illegal", quote(text))),
            None if names_several(board, text, language) => {
                SealedMoveReading::Ambiguous(format!("'{}' names several moves", quote(text)))
            }
            None => literal,
        },
    }
}

/// True if the words of a text are different legal moves, as in `Nf3 or Nh3` and `castles or Nf3`.
fn names_several(board: &Board, text: &str, language: Option<Language>) -> bool {
    let words = text
        .split_whitespace()
        .map(|word| word.trim_end_matches([',', ';']));
    let mut moves = words.filter_map(|word| {
        let mut castling = castling_words(word).iter();
        let castles = castling.find_map(|text| read_as(board, text, language).mv());
        castles.or_else(|| read_as(board, word, language).mv())
    });
    let first = moves.next();
    moves.any(|mv| Some(mv) != first)
}

/// Reads a text as written.
fn read_as(board: &Board, text: &str, language: Option<Language>) -> SealedMoveReading {
    let parsed = parse_moves(board, &[text], language);
    let letters = parsed.language.letters();
    match (parsed.moves.first(), parsed.error) {
        (Some(san), _) if parsed.alternatives.is_empty() => {
            // The sign of a capture en passant is part of the move (97 Appendix E, 09 C.9).
            if san.warnings.contains(&SanWarning::NoEnPassant) {
                SealedMoveReading::Lenient(san.mv)
            } else {
                SealedMoveReading::Legal(san.mv)
            }
        }
        (Some(_), _) => SealedMoveReading::Ambiguous(format!(
            "'{}' is one move in {} and another in {}",
            quote(text),
            parsed.language,
            parsed.alternatives[0]
        )),
        (None, Some(error)) => match error {
            SanError::Ambiguous(..) | SanError::NoPromotion(_) => {
                SealedMoveReading::Ambiguous(error.to_string())
            }
            SanError::Illegal(_) => {
                let castling = san::castling_as_king_move(board, text, &letters);
                castling.map_or_else(
                    || SealedMoveReading::Illegal(error.to_string()),
                    SealedMoveReading::Lenient,
                )
            }
            SanError::NullMove(_) => SealedMoveReading::Illegal(error.to_string()),
            SanError::Unreadable(_) if impossible_promotion(board, text, &letters).is_some() => {
                SealedMoveReading::Illegal(error.to_string())
            }
            SanError::Unreadable(_) => SealedMoveReading::Unintelligible(error.to_string()),
        },
        (None, None) => {
            SealedMoveReading::Unintelligible(format!("'{}' is not a move", quote(text)))
        }
    }
}

/// Words of check and mate behind a move, in small letters and without spaces; longer ones before those in which they end.
const CHECK_WORDS: [&str; 18] = [
    "discovered",
    "schach",
    "double",
    "check",
    "jaque",
    "échec",
    "disch",
    "disc",
    "mate",
    "matt",
    "dbl",
    "dis",
    "mat",
    "sch",
    "ch",
    "dc",
    "++",
    "+",
];

/// Promotion pieces in words.
const PROMOTION_WORDS: [(&str, Piece); 4] = [
    ("queen", Piece::Queen),
    ("rook", Piece::Rook),
    ("bishop", Piece::Bishop),
    ("knight", Piece::Knight),
];

/// The text before a word at its end, in capital or small letters.
fn before_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let length: usize = text
        .chars()
        .rev()
        .take(word.chars().count())
        .map(char::len_utf8)
        .sum();
    let (before, end) = text.split_at(text.len() - length);
    (end.to_lowercase() == word).then_some(before)
}

/// A move without draw offers and words of check, and with the letter of a promotion piece that is a word.
fn without_words(compact: &str, language: Option<Language>) -> String {
    let plain = compact.replace(san::DRAW_OFFER, "");
    let mut text = plain.as_str();
    loop {
        let shorter = text.trim_end_matches(['!', '?', '#', '=', ':', '(', ')']);
        let shorter = CHECK_WORDS
            .iter()
            .find_map(|word| before_word(shorter, word))
            .unwrap_or(shorter);
        if shorter.len() == text.len() {
            break;
        }
        text = shorter;
    }
    for (word, piece) in PROMOTION_WORDS {
        let squares =
            before_word(text, word).map(|rest| rest.trim_end_matches(['=', '/', '(', ':']));
        if let Some(squares) = squares
            && squares.ends_with(|c: char| c.is_ascii_digit())
        {
            let letters = language.unwrap_or(Language::English).letters();
            return format!("{squares}={}", letters.letter(piece).unwrap_or_default());
        }
    }
    text.to_owned()
}

/// Castling in words: `castles` is either side, unless the text names one.
fn castling_words(compact: &str) -> &'static [&'static str] {
    let small = compact.to_lowercase();
    let Some(rest) = small.strip_prefix("castle") else {
        return &[];
    };
    match rest
        .strip_prefix('s')
        .unwrap_or(rest)
        .replace("side", "")
        .as_str()
    {
        "" => &["O-O", "O-O-O"],
        "king" | "kings" | "k" | "short" => &["O-O"],
        "queen" | "queens" | "q" | "long" => &["O-O-O"],
        _ => &[],
    }
}

/// The spellings that a lenient reading tries.
fn spellings(text: &str, language: Option<Language>) -> Vec<String> {
    let compact: String = text
        .chars()
        .filter(|c| {
            !c.is_whitespace() && !matches!(c, '.' | ',' | ';' | '\'' | '"' | '`' | '_' | '*')
        })
        .collect();
    let plain = without_words(&compact, language);
    let castling = castling_words(&plain);
    if !castling.is_empty() {
        return castling.iter().map(ToString::to_string).collect();
    }
    let capital = |text: &str| {
        let mut chars = text.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars).collect::<String>()
    };
    let mut spellings = Vec::new();
    for text in [compact, plain] {
        let small = text.to_lowercase();
        spellings.extend([capital(&text), capital(&small), small, text]);
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> String {
        let board: Board = fen.parse().expect("a position");
        let reading = read_sealed_move(&board, text, None);
        match reading.mv() {
            Some(mv) => format!("{} {mv}", reading.as_str()),
            None => reading.as_str().to_owned(),
        }
    }

    #[test]
    fn article_17_3_one_legal_reading_is_legible() {
        let fen = "4k3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 1";
        for (text, expected) in [
            ("Nf3", "legal g1f3"),
            ("41. Nf3!", "legal g1f3"),
            ("41...Nf3", "legal g1f3"),
            ("g1f3", "legal g1f3"),
            ("Cf3", "legal g1f3"),
            ("nf3", "lenient g1f3"),
            ("N f 3", "lenient g1f3"),
            ("\"Nf3\".", "lenient g1f3"),
            ("E2E4", "lenient e2e4"),
            ("E2-E4", "lenient e2e4"),
            ("0-0-0", "legal e1a1"),
            ("o-o-o", "legal e1a1"),
            ("Rf3", "illegal"),
            ("0-0", "illegal"),
            ("Kc1", "lenient e1a1"),
            ("Ke1-c1", "lenient e1a1"),
            ("Kg1", "illegal"),
            ("--", "illegal"),
            ("NF3 CH", "lenient g1f3"),
            ("Nf3 dis ch", "lenient g1f3"),
            ("Nf3 jaque", "lenient g1f3"),
            ("Nf3 (+)", "lenient g1f3"),
            ("(=) Nf3", "lenient g1f3"),
            ("Nf3 =", "lenient g1f3"),
            ("castles", "lenient e1a1"),
            ("castles long", "lenient e1a1"),
            ("castles kingside", "illegal"),
            ("castles Q", "lenient e1a1"),
            ("castles or Nf3", "ambiguous"),
            ("castles kingside or queenside", "unintelligible"),
            ("castles, or if illegal Kd2", "ambiguous"),
            ("Nf3 discovered check!", "lenient g1f3"),
            ("Rook takes", "unintelligible"),
            ("?", "unintelligible"),
            ("N?3", "unintelligible"),
            ("", "unintelligible"),
        ] {
            assert_eq!(read(fen, text), expected, "{text}");
        }
    }

    #[test]
    fn a_false_sign_of_en_passant_is_not_read_as_written() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(read(fen, "exd5"), "legal e4d5");
        assert_eq!(read(fen, "exd5 e.p."), "lenient e4d5");
        let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        assert_eq!(read(en_passant, "exd6 e.p."), "legal e5d6");
    }

    #[test]
    fn article_a_8_a_ambiguous() {
        let knights = "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1";
        assert_eq!(read(knights, "Ne2"), "ambiguous");
        assert_eq!(read(knights, "ne2"), "ambiguous");
        assert_eq!(read(knights, "Nge2"), "legal g1e2");
        // A pawn or a bishop takes on c4.
        let both = "4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1";
        assert_eq!(read(both, "BXC4"), "ambiguous");
        assert_eq!(read(both, "bxc4"), "legal b3c4");
        let promotion = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(read(promotion, "e8"), "ambiguous");
        assert_eq!(read(promotion, "e8 ="), "ambiguous");
        assert_eq!(read(promotion, "e8=K"), "illegal");
        assert_eq!(read(promotion, "e8 queen"), "lenient e7e8q");
        assert_eq!(read(promotion, "e7-e8=rook ch"), "lenient e7e8r");
        for (text, expected) in [
            ("e8 queen+", "lenient e7e8q"),
            ("e8 queen !", "lenient e7e8q"),
            ("e8=queen mate", "lenient e7e8q"),
            ("e8(queen)", "lenient e7e8q"),
            ("e8: queen", "lenient e7e8q"),
        ] {
            assert_eq!(read(promotion, text), expected, "{text}");
        }
        let board: Board = promotion.parse().expect("a position");
        let spanish = read_sealed_move(&board, "e8 rook", Some(Language::Spanish));
        assert_eq!(
            spanish.mv().map(|mv| mv.to_string()),
            Some("e7e8r".to_owned())
        );
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(read(castling, "castles"), "ambiguous");
        let fen = "4k3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 1";
        for (text, expected) in [
            ("Nf3 or Nh3", "ambiguous"),
            ("1. Nf3, Nh3", "ambiguous"),
            ("Nf3 or Nf3", "unintelligible"),
            ("Nf3 or something", "unintelligible"),
        ] {
            assert_eq!(read(fen, text), expected, "{text}");
        }
    }
}
