//! Moves with the piece letters of many languages.
//!
//! `R` is a rook in English and a king in Spanish, so the language is that of the whole game: the one in which all its
//! moves are legal.

use super::san::{self, PieceLetters, SanError, SanMove};
use crate::board::Board;
use std::fmt;

/// A language of piece letters, or several that share them. Figurines are read in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// King, Queen, Rook, Bishop, kNight.
    English,
    /// Rey, Dama, Torre, Alfil, Caballo; in Italian Re, Donna, Torre, Alfiere, Cavallo. Also Catalan.
    Spanish,
    /// Roi, Dame, Tour, Fou, Cavalier.
    French,
    /// König, Dame, Turm, Läufer, Springer. Also Danish, Norwegian, Swedish, Croatian, Slovene.
    German,
    /// Koning, Dame, Toren, Loper, Paard.
    Dutch,
    /// Rei, Dama, Torre, Bispo, Cavalo.
    Portuguese,
    /// Król, Hetman, Wieża, Goniec, Skoczek.
    Polish,
    /// Král, Dáma, Věž, Střelec, Jezdec. Also Slovak.
    Czech,
    /// Király, Vezér, Bástya, Futó, Huszár.
    Hungarian,
    /// Rege, Damă, Turn, Nebun, Cal.
    Romanian,
    /// Kuningas, Daami, Torni, Lähetti, Ratsu.
    Finnish,
}

impl Language {
    /// All languages, in the order in which they are tried.
    pub const ALL: [Self; 11] = [
        Self::English,
        Self::Spanish,
        Self::French,
        Self::German,
        Self::Dutch,
        Self::Portuguese,
        Self::Polish,
        Self::Czech,
        Self::Hungarian,
        Self::Romanian,
        Self::Finnish,
    ];

    /// The piece letters.
    pub const fn letters(self) -> PieceLetters {
        match self {
            Self::English => PieceLetters::ENGLISH,
            Self::Spanish => PieceLetters::new(['C', 'A', 'T', 'D', 'R']),
            Self::French => PieceLetters::new(['C', 'F', 'T', 'D', 'R']),
            Self::German => PieceLetters::new(['S', 'L', 'T', 'D', 'K']),
            Self::Dutch => PieceLetters::new(['P', 'L', 'T', 'D', 'K']),
            Self::Portuguese => PieceLetters::new(['C', 'B', 'T', 'D', 'R']),
            Self::Polish => PieceLetters::new(['S', 'G', 'W', 'H', 'K']),
            Self::Czech => PieceLetters::new(['J', 'S', 'V', 'D', 'K']),
            Self::Hungarian => PieceLetters::new(['H', 'F', 'B', 'V', 'K']),
            Self::Romanian => PieceLetters::new(['C', 'N', 'T', 'D', 'R']),
            Self::Finnish => PieceLetters::new(['R', 'L', 'T', 'D', 'K']),
        }
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Spanish => "Spanish or Italian",
            Self::French => "French",
            Self::German => "German or Scandinavian",
            Self::Dutch => "Dutch",
            Self::Portuguese => "Portuguese",
            Self::Polish => "Polish",
            Self::Czech => "Czech or Slovak",
            Self::Hungarian => "Hungarian",
            Self::Romanian => "Romanian",
            Self::Finnish => "Finnish",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The parsed moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedMoves {
    /// The language with the most legal moves; of several, the first of [`Language::ALL`].
    pub language: Language,
    /// The moves before the first that is not legal.
    pub moves: Vec<SanMove>,
    /// The error of the next text; `None` if all texts are legal moves.
    pub error: Option<SanError>,
    /// Languages in which the texts are as many other legal moves: the game is ambiguous.
    pub alternatives: Vec<Language>,
}

/// Parses the moves of a game and detects their language.
///
/// ```
/// use compongo::board::Board;
/// use compongo::notation::language::{Language, parse_moves};
///
/// let game = parse_moves(&Board::start(), &["e4", "e5", "Cf3", "Cc6", "Ab5"]);
/// assert_eq!((game.language, game.moves.len()), (Language::Spanish, 5));
/// assert!(game.alternatives.is_empty());
/// ```
pub fn parse_moves<T: AsRef<str>>(start: &Board, texts: &[T]) -> ParsedMoves {
    let initials = Initials::of(texts);
    let mut best = parse_in(Language::English, start, texts);
    for language in Language::ALL.into_iter().skip(1) {
        // A language without one of the letters cannot parse all moves, as another language has done.
        if best.error.is_none() && !initials.all_in(&language.letters()) {
            continue;
        }
        let other = parse_in(language, start, texts);
        if other.moves.len() > best.moves.len() {
            best = other;
        } else if other.moves.len() == best.moves.len() && !same_moves(&other, &best) {
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

fn same_moves(one: &ParsedMoves, other: &ParsedMoves) -> bool {
    let moves = one.moves.iter().map(|san| san.mv);
    moves.eq(other.moves.iter().map(|san| san.mv))
}

/// The initial letters of the moves of a game, as bits from `A`.
struct Initials(u32);

impl Initials {
    fn of<T: AsRef<str>>(texts: &[T]) -> Self {
        let letters = texts.iter().filter_map(|text| text.as_ref().bytes().next());
        Self(letters.fold(0, |bits, letter| bits | Self::bit(letter)))
    }

    /// Capital letters, except P for the pawn and O for castling.
    const fn bit(letter: u8) -> u32 {
        match letter {
            b'O' | b'P' => 0,
            b'A'..=b'Z' => 1 << (letter - b'A'),
            _ => 0,
        }
    }

    fn all_in(&self, letters: &PieceLetters) -> bool {
        (b'A'..=b'Z')
            .filter(|&letter| self.0 & Self::bit(letter) != 0)
            .all(|letter| letters.piece(char::from(letter)).is_some())
    }
}
