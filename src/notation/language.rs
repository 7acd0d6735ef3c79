//! Moves with the piece letters of many languages.
//!
//! `R` is a rook in English, a king in Spanish and a knight in Finnish, so the language is a property of the whole
//! game. It is English unless the record says otherwise or uses a letter that no English piece has: an illegal move
//! must not become legal because another language has a letter for it.

use super::san::{self, PieceLetters, SanError, SanMove};
use crate::board::Board;
use crate::types::Move;
use crate::util::text::quote;
use crate::util::word_enum::word_enum;
use std::str::FromStr;

word_enum! {
    /// A language of piece letters, or several that share them. They are tried in the order of declaration. Figurines are
    /// read in all of them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Language {
        /// King, Queen, Rook, Bishop, kNight.
        #[default]
        English = "English",
        /// Rey, Dama, Torre, Alfil, Caballo; in Italian Re, Donna, Torre, Alfiere, Cavallo. Also Catalan.
        Spanish = "Spanish or Italian",
        /// Roi, Dame, Tour, Fou, Cavalier.
        French = "French",
        /// König, Dame, Turm, Läufer, Springer. Also Danish, Norwegian, Swedish, Croatian, Slovene.
        German = "German or Scandinavian",
        /// Koning, Dame, Toren, Loper, Paard.
        Dutch = "Dutch",
        /// Rei, Dama, Torre, Bispo, Cavalo.
        Portuguese = "Portuguese",
        /// Król, Hetman, Wieża, Goniec, Skoczek.
        Polish = "Polish",
        /// Král, Dáma, Věž, Střelec, Jezdec. Also Slovak.
        Czech = "Czech or Slovak",
        /// Király, Vezér, Bástya, Futó, Huszár.
        Hungarian = "Hungarian",
        /// Rege, Damă, Turn, Nebun, Cal.
        Romanian = "Romanian",
        /// Kuningas, Daami, Torni, Lähetti, Ratsu.
        Finnish = "Finnish",
        /// Король (Кр), ферзь, ладья, слон, конь.
        Russian = "Russian",
        /// Король (Кр), ферзь, тура, слон, кінь.
        Ukrainian = "Ukrainian",
        /// Цар, дама, топ, офицер, кон.
        Bulgarian = "Bulgarian",
        /// Краљ, дама, топ, ловац, скакач. Also Macedonian.
        Serbian = "Serbian or Macedonian",
    }
}

impl Language {
    /// The codes of ISO 639-1 of the languages that share the letters, and the letters of knight, bishop, rook, queen and
    /// king.
    const fn codes_and_letters(self) -> (&'static [&'static str], [&'static str; 5]) {
        match self {
            Self::English => (&["en"], ["N", "B", "R", "Q", "K"]),
            Self::Spanish => (&["es", "it", "ca"], ["C", "A", "T", "D", "R"]),
            Self::French => (&["fr"], ["C", "F", "T", "D", "R"]),
            Self::German => {
                let codes = &["de", "da", "no", "nb", "nn", "sv", "hr", "sl"];
                (codes, ["S", "L", "T", "D", "K"])
            }
            Self::Dutch => (&["nl"], ["P", "L", "T", "D", "K"]),
            Self::Portuguese => (&["pt"], ["C", "B", "T", "D", "R"]),
            Self::Polish => (&["pl"], ["S", "G", "W", "H", "K"]),
            Self::Czech => (&["cs", "sk"], ["J", "S", "V", "D", "K"]),
            Self::Hungarian => (&["hu"], ["H", "F", "B", "V", "K"]),
            Self::Romanian => (&["ro"], ["C", "N", "T", "D", "R"]),
            Self::Finnish => (&["fi"], ["R", "L", "T", "D", "K"]),
            Self::Russian => (&["ru"], ["К", "С", "Л", "Ф", "Кр"]),
            Self::Ukrainian => (&["uk"], ["К", "С", "Т", "Ф", "Кр"]),
            Self::Bulgarian => (&["bg"], ["К", "О", "Т", "Д", "Ц"]),
            Self::Serbian => (&["sr", "mk"], ["С", "Л", "Т", "Д", "К"]),
        }
    }

    /// The piece letters.
    pub const fn letters(self) -> PieceLetters {
        PieceLetters::new(self.codes_and_letters().1)
    }

    /// The codes of ISO 639-1 of the languages that share the letters.
    pub const fn codes(self) -> &'static [&'static str] {
        self.codes_and_letters().0
    }

    /// The English names of the languages that share the letters, besides those in [`Self::as_str`].
    const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Spanish => &["catalan"],
            Self::German => &[
                "danish",
                "norwegian",
                "swedish",
                "croatian",
                "slovene",
                "slovenian",
            ],
            _ => &[],
        }
    }

    /// The sign of a capture en passant (97 Appendix E: `a.p.`, 09 C.9: `e.p.`).
    pub const fn en_passant(self) -> &'static str {
        match self {
            Self::Spanish => "a.p.",
            _ => "e.p.",
        }
    }
}

/// The error for a text that names no known language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a language whose piece letters are known; write a code such as en, es, de, fr, nl, ru, or an English name"
)]
pub struct UnknownLanguage(String);

/// Parses an ISO 639-1 code, with or without a region (`pt-BR`), or the English name of a language, such as `Swedish`.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Self, UnknownLanguage> {
        let wanted = text.trim().to_lowercase();
        let code = wanted.split(['-', '_']).next().unwrap_or_default();
        let is_named = |language: &Self| {
            let name = language.as_str().to_lowercase();
            language.codes().contains(&code)
                || language.other_names().contains(&wanted.as_str())
                || name.split(' ').any(|word| word != "or" && word == wanted)
        };
        let found = Self::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownLanguage(quote(text)))
    }
}

/// The parsed moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedMoves {
    /// The language of the moves; if several give equally many legal moves, the first of [`Language::ALL`] that has all their
    /// letters.
    pub language: Language,
    /// The moves before the first illegal one.
    pub moves: Vec<SanMove>,
    /// The error of the next text; `None` if all texts are legal moves.
    pub error: Option<SanError>,
    /// Languages in which the texts give equally many, but different legal moves: the game is ambiguous.
    pub alternatives: Vec<Language>,
}

impl ParsedMoves {
    /// The moves as the board plays them.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.moves.iter().map(|san| san.mv).collect()
    }
}

/// Parses the moves of a game and detects their language; `hint` is the language named by a tag or the user.
///
/// The language is the hint, if it has all the piece letters that occur. Otherwise it is English, if that has them all,
/// unless a move begins with `P` and Dutch gives more legal moves. Otherwise, it is the language with the most legal moves
/// among those that have all letters (or among all languages, if none does), the hint and English. UCI notation is the same
/// in every language.
///
/// ```
/// use compongo::board::Board;
/// use compongo::notation::language::{Language, parse_moves};
///
/// let game = parse_moves(&Board::start(), &["e4", "e5", "Cf3", "Cc6", "Ab5"], None);
/// assert_eq!((game.language, game.moves.len()), (Language::Spanish, 5));
/// assert!(game.alternatives.is_empty());
/// // In Finnish R is a knight, but nothing indicates that this game is Finnish.
/// let game = parse_moves(&Board::start(), &["e4", "e5", "Rf3"], None);
/// assert_eq!((game.language, game.moves.len()), (Language::English, 2));
/// let game = parse_moves(&Board::start(), &["e4", "e5", "Rf3"], Some(Language::Finnish));
/// assert_eq!((game.language, game.moves.len()), (Language::Finnish, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_moves<T: AsRef<str>>(
    start: &Board,
    texts: &[T],
    hint: Option<Language>,
) -> ParsedMoves {
    let initials = initials(texts);
    let has_all = |language: &Language| {
        let letters = language.letters();
        initials.iter().all(|&letter| letters.has_initial(letter))
    };
    let likely = hint.into_iter().chain([Language::English]);
    let candidates: Vec<Language> = match likely.clone().find(has_all) {
        // `Pf3` may be a knight's move in Dutch.
        Some(language) if hint != Some(language) && has_initial_p(texts) => {
            vec![language, Language::Dutch]
        }
        Some(language) => vec![language],
        None => {
            let is_known = Language::ALL.iter().any(has_all);
            let possible = Language::ALL.into_iter();
            let possible = possible.filter(|language| !is_known || has_all(language));
            // A slip may have brought in a letter that the language does not have.
            possible.chain(likely).collect()
        }
    };
    let mut possible = candidates.into_iter();
    let mut best = parse_in(possible.next().unwrap_or_default(), start, texts);
    for language in possible {
        let other = parse_in(language, start, texts);
        if other.moves.len() > best.moves.len() {
            best = other;
        } else if other.moves.len() == best.moves.len() && other.legal_moves() != best.legal_moves()
        {
            best.alternatives.push(language);
        }
    }
    best
}

fn parse_in<T: AsRef<str>>(language: Language, start: &Board, texts: &[T]) -> ParsedMoves {
    let letters = language.letters();
    let mut board = *start;
    let mut moves = Vec::new();
    let mut error = None;
    for text in texts {
        match san::read(&board, text.as_ref(), &letters) {
            Ok(san) => {
                board.play(san.mv);
                moves.push(san);
            }
            Err(fault) => {
                error = Some(fault);
                break;
            }
        }
    }
    ParsedMoves {
        language,
        moves,
        error,
        alternatives: Vec::new(),
    }
}

/// True if a move begins with `P`, a pawn in English and a knight in Dutch.
fn has_initial_p<T: AsRef<str>>(texts: &[T]) -> bool {
    texts.iter().any(|text| text.as_ref().starts_with('P'))
}

/// The piece letters of a game: the letters that its moves begin with, and its promotion letters. Texts without a
/// square are not moves, and `P` and figurines belong to every language.
fn initials<T: AsRef<str>>(texts: &[T]) -> Vec<char> {
    let mut letters = Vec::new();
    for text in texts {
        let text = text.as_ref();
        let Some(rank) = text.rfind(|c: char| matches!(c, '1'..='8')) else {
            continue;
        };
        // Only a promotion can follow the target square: `e8=D`, `e8(D)`, `e8D`.
        let promotion = text[rank + 1..].trim_start_matches(['=', '(', '/', ' ']);
        for c in [text.chars().next(), promotion.chars().next()] {
            letters.extend(c.filter(|&c| c.is_uppercase() && c != 'P'));
        }
    }
    letters.sort_unstable();
    letters.dedup();
    letters
}
