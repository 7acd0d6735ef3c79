//! Writes games in the export format of the PGN standard (section 8), or with moves in another notation.

use super::recorded::RecordedGame;
use super::result_token::ResultToken;
use crate::board::Board;
use crate::notation::language::Language;
use crate::notation::move_notation::MoveNotation;
use crate::notation::san;
use crate::types::{Color, Move};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The line width of the moves, less than 80 (8.2.1).
const WIDTH: usize = 79;

/// The Seven Tag Roster with the values for unknown data (8.1.1).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Writes a game.
///
/// ```
/// use compongo::board::Board;
/// use compongo::notation::pgn::{ResultToken, PgnWriter};
/// use compongo::notation::san;
///
/// let mut board = Board::start();
/// let mut writer = PgnWriter::new(board, false);
/// writer.tag("White", "Ann");
/// for text in ["e4", "e5", "Nf3"] {
///     let mv = san::parse(&board, text)?;
///     writer.play(mv);
///     board.play(mv);
/// }
/// writer.comment("the main line");
/// let text = writer.finish(ResultToken::Open);
/// assert!(text.contains("[White \"Ann\"]"));
/// assert!(text.ends_with("\n\n1. e4 e5 2. Nf3 {the main line} *\n\n"));
/// # Ok::<(), san::SanError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnWriter {
    tags: BTreeMap<String, String>,
    notation: MoveNotation,
    line: WriterLine,
    /// The lines to return to when open variations end, the main line first.
    outer: Vec<WriterLine>,
    /// True if a variation has begun but none of it is written yet.
    opening: bool,
    text: String,
    /// The index in the text of the last addition.
    last: usize,
    /// The width of the last line.
    column: usize,
    /// True if the next move needs a number even if it is Black's: at the start, and after a comment.
    number_is_due: bool,
}

/// The main line or a variation.
#[derive(Clone, Copy, Debug)]
struct WriterLine {
    /// The position after its moves.
    board: Board,
    /// The position before the last of them.
    before: Option<Board>,
}

/// The name as the roster writes it, if it is one of the roster in other letters.
fn roster_name(name: &str) -> &str {
    let mut names = ROSTER.iter().map(|&(known, _)| known);
    names
        .find(|known| known.eq_ignore_ascii_case(name))
        .unwrap_or(name)
}

impl PgnWriter {
    /// A game from a starting position, with the tags `FEN` and `SetUp` unless it is the standard one.
    ///
    /// `chess960` marks a Chess960 game whose starting position may look like standard chess.
    pub fn new(start: Board, chess960: bool) -> Self {
        let mut writer = Self {
            tags: BTreeMap::new(),
            notation: MoveNotation::Pgn,
            line: WriterLine {
                board: start,
                before: None,
            },
            outer: Vec::new(),
            opening: false,
            text: String::new(),
            last: 0,
            column: 0,
            number_is_due: true,
        };
        let chess960 = chess960 || start.is_chess960();
        if chess960 {
            writer.tag("Variant", "Chess960");
        }
        if chess960 || start != Board::start() {
            writer.tag("FEN", &start.to_string());
            writer.tag("SetUp", "1");
        }
        writer
    }

    /// The beginning of a copy of a game in a notation: the tags, of repeated ones the first.
    ///
    /// The tag `Language` names the language of the copied moves unless that is English. Otherwise the game's own tag is
    /// kept, except if it names the language of the original moves.
    pub(crate) fn copy_of(game: &RecordedGame, notation: MoveNotation) -> Self {
        let mut writer = Self::new(game.start, game.chess960 == Some(true));
        writer.notation = notation;
        let is_chess960 = writer.tags.contains_key("Variant");
        for tag in game.pgn.tags.all().iter().rev() {
            let is_set = match tag.name.to_ascii_lowercase().as_str() {
                "" | "fen" | "setup" | "result" => true,
                "variant" => is_chess960,
                "language" => tag.value.parse() == Ok(game.parsed.language),
                _ => false,
            };
            if !is_set {
                writer.tag(roster_name(tag.name), &tag.value);
            }
        }
        let language = notation.language();
        if language != Language::English {
            writer.tag("Language", language.codes()[0]);
        }
        writer
    }

    pub(crate) const fn notation(&self) -> MoveNotation {
        self.notation
    }

    /// Sets a tag, replacing an earlier value. [`PgnWriter::finish`] sets `Result`.
    ///
    /// Control characters in the value become spaces. The name must consist of letters, digits and underscores.
    pub fn tag(&mut self, name: &str, value: &str) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        debug_assert!(!name.is_empty() && name.chars().all(is_word), "{name}");
        let value = value.chars().map(without_control).collect();
        self.tags.insert(name.to_owned(), value);
    }

    /// The current position; in a variation, the position after its moves.
    pub const fn board(&self) -> &Board {
        &self.line.board
    }

    /// Adds a legal move of [`PgnWriter::board`]; it is not checked.
    pub fn play(&mut self, mv: Move) {
        let board = self.line.board;
        let number = board.fullmove_number();
        let san = self.notation.write(&board, mv);
        match board.stm() {
            Color::White => self.push(&format!("{number}. {san}")),
            Color::Black if self.number_is_due => self.push(&format!("{number}... {san}")),
            Color::Black => self.push(&san),
        }
        self.number_is_due = false;
        self.line.before = Some(board);
        self.line.board.play(mv);
    }

    /// Adds a numeric annotation glyph (NAG) to the last move, such as 4 for `??`. Does nothing without a move.
    pub fn glyph(&mut self, number: u8) {
        if self.line.before.is_some() {
            self.push(&format!("${number}"));
        }
    }

    /// Begins a variation, whose moves replace the last move. Returns false and does nothing if there is no move to
    /// replace.
    ///
    /// An empty variation is left out.
    pub fn begin_variation(&mut self) -> bool {
        let Some(before) = self.line.before else {
            return false;
        };
        self.outer.push(self.line);
        self.line = WriterLine {
            board: before,
            before: None,
        };
        self.opening = true;
        self.number_is_due = true;
        true
    }

    /// Ends the innermost variation. Does nothing without one.
    pub fn end_variation(&mut self) {
        let Some(outer) = self.outer.pop() else {
            return;
        };
        self.line = outer;
        self.number_is_due = true;
        if !std::mem::take(&mut self.opening) {
            self.close();
        }
    }

    /// Notes a draw offer with the last move: `(=)` (Article 8.1). PGN would read that as a variation, so there it
    /// becomes a comment.
    pub fn offer_draw(&mut self) {
        match self.notation {
            MoveNotation::Pgn => self.comment(san::DRAW_OFFER),
            MoveNotation::Fide(_) | MoveNotation::Figurine => self.push(san::DRAW_OFFER),
        }
    }

    /// Adds a comment on the last move, or on the game if there is no move yet. Empty comments are ignored.
    ///
    /// Braces become parentheses; white space and control characters become a space or a line break. A comment that
    /// does not fit into the rest of the line starts a new line. A word longer than a line gets its own line.
    pub fn comment(&mut self, text: &str) {
        let text: String = text.chars().map(without_control).map(no_brace).collect();
        let mut pieces = pieces(&text);
        if let Some(first) = pieces.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = pieces.last_mut() {
            last.push('}');
            self.number_is_due = true;
        }
        self.make_room(pieces.iter().map(|piece| width(piece) + 1).sum());
        for piece in pieces {
            self.push(&piece);
        }
    }

    /// The text of the game, with an empty line at the end.
    pub fn finish(self, result: ResultToken) -> String {
        self.finish_as(result.as_str())
    }

    /// The text of the game with a result that need not be a PGN token, such as `0-0`.
    pub fn finish_as(mut self, result: &str) -> String {
        while !self.outer.is_empty() {
            self.end_variation();
        }
        self.push(result);
        self.tag("Result", result);
        let mut text = String::with_capacity(self.text.len() + 1024);
        for (name, unknown) in ROSTER {
            let value = self.tags.remove(name);
            push_tag(&mut text, name, value.as_deref().unwrap_or(unknown));
        }
        for (name, value) in &self.tags {
            push_tag(&mut text, name, value);
        }
        text.push('\n');
        text.push_str(&self.text);
        text.push_str("\n\n");
        text
    }

    /// Adds a text without line breaks.
    fn push(&mut self, piece: &str) {
        let bracket = if std::mem::take(&mut self.opening) {
            "("
        } else {
            ""
        };
        let width = bracket.len() + width(piece);
        self.make_room(width + 1);
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.last = self.text.len();
        self.text.push_str(bracket);
        self.text.push_str(piece);
        self.column += width;
    }

    /// Adds the closing bracket of a variation to the last addition, on the next line if this one is full.
    fn close(&mut self) {
        let is_first = self.last == 0 || self.text.as_bytes()[self.last - 1] == b'\n';
        if self.column >= WIDTH && !is_first {
            self.text.replace_range(self.last - 1..self.last, "\n");
            self.column = width(&self.text[self.last..]);
        }
        self.text.push(')');
        self.column += 1;
    }

    /// Begins a new line unless enough columns are left.
    fn make_room(&mut self, columns: usize) {
        if self.column > 0 && self.column + columns > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

const fn without_control(c: char) -> char {
    // C0, DEL and C1.
    match c {
        ..' ' | '\x7F'..='\u{9F}' => ' ',
        c => c,
    }
}

const fn no_brace(c: char) -> char {
    match c {
        '{' => '(',
        '}' => ')',
        c => c,
    }
}

/// The words of a comment, joined where no line break may occur: inside a command such as `[%clk 0:01:00]`, and before
/// text that simple readers would take for a tag or an escape at the start of a line.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut is_in_command = false;
    for word in text.split_whitespace() {
        match pieces.last_mut() {
            Some(last) if is_in_command || word.starts_with(['[', '%', ';']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => pieces.push(word.to_owned()),
        }
        let (begins, ends) = (word.rfind("[%"), word.rfind(']'));
        if begins != ends {
            is_in_command = begins > ends;
        }
    }
    pieces
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_a_name_do_not_take_it_from_the_roster() {
        let names = ["EVENT", "white", "Black", "ECO"].map(roster_name);
        assert_eq!(names, ["Event", "White", "Black", "ECO"]);
    }
}
