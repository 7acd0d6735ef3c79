//! Games are written in the export format of the PGN standard (its section 8): one text for one game.

use super::ResultToken;
use crate::board::Board;
use crate::notation::san;
use crate::types::{Color, Move};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Columns of a line of moves; the standard wants less than 80 (8.2.1).
const WIDTH: usize = 79;

/// The tags that every game has, in their order, with what they say if nothing is known (8.1.1).
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A game that is being written.
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
    /// The position that the moves have led to.
    board: Board,
    /// The moves.
    text: String,
    /// Columns of its last line.
    column: usize,
    /// The next move has its number although it is Black's: the first one, and one after a comment.
    number_is_due: bool,
}

impl PgnWriter {
    /// A game that begins with a position. Unless it is the initial one of ordinary chess, the tags `FEN` and `SetUp`
    /// say so.
    ///
    /// A game of Chess960 is one whose castling needs its conventions, or that is said to be one: its positions may
    /// look like ordinary ones.
    pub fn new(start: Board, chess960: bool) -> Self {
        let mut writer = Self {
            tags: BTreeMap::new(),
            board: start,
            text: String::new(),
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

    /// Sets a tag; the last value counts. `Result` is set by [`PgnWriter::finish`].
    ///
    /// Control characters in the value, line ends among them, become blanks. The name must be one: letters, digits and
    /// underscores.
    pub fn tag(&mut self, name: &str, value: &str) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        debug_assert!(!name.is_empty() && name.chars().all(is_word), "{name}");
        let value = value.chars().map(without_control).collect();
        self.tags.insert(name.to_owned(), value);
    }

    /// Adds a legal move.
    pub fn play(&mut self, mv: Move) {
        let number = self.board.fullmove_number();
        let san = san::write(&self.board, mv);
        match self.board.stm() {
            Color::White => self.push(&format!("{number}. {san}")),
            Color::Black if self.number_is_due => self.push(&format!("{number}... {san}")),
            Color::Black => self.push(&san),
        }
        self.number_is_due = false;
        self.board.play(mv);
    }

    /// Adds a comment about the last move, or about the game if there is none yet. An empty one is left out.
    ///
    /// Braces become parentheses, any blanks and control characters one blank or a line end. A comment that does not fit
    /// into the rest of a line begins a new one, so that short ones are never torn. A word that is longer than a line
    /// has one of its own.
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

    /// The game as text, with an empty line at its end.
    pub fn finish(mut self, result: ResultToken) -> String {
        self.push(result.as_str());
        self.tag("Result", result.as_str());
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

    /// Adds a piece of text that stays in one line.
    fn push(&mut self, piece: &str) {
        let width = width(piece);
        self.make_room(width + 1);
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(piece);
        self.column += width;
    }

    /// Begins a new line unless so many columns are left in this one.
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
    // Those of Unicode: up to U+001F and from U+007F to U+009F.
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

/// The words of a comment, with those together between which no line may end: inside a command such as `[%clk 0:01:00]`,
/// and before what readers that know no comments take for a tag or an escape at the beginning of a line.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match pieces.last_mut() {
            Some(last) if word.starts_with(['[', '%', ';']) || is_open(last) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => pieces.push(word.to_owned()),
        }
    }
    pieces
}

/// True if a text ends inside a command.
fn is_open(text: &str) -> bool {
    text.rfind("[%") > text.rfind(']')
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    // Writing to a String cannot fail.
    let _ = writeln!(text, "[{name} \"{value}\"]");
}
