//! The games as the page's script reads them: a short row for each, and a line of details that is parsed when it is
//! asked for, so that a page of ten thousand games opens at once.

use super::{markup, mover, utc_time};
use crate::arbiter::record::{GameRecord, MoveRecord, SearchInfo, Termination};
use crate::board::{Board, fen};
use crate::notation::{san, uci_move};
use crate::types::Color;
use serde::{Serialize, Serializer};
use std::collections::HashMap;

/// All games in brief.
#[derive(Serialize)]
pub struct GameList<'a> {
    /// The games in the order of the schedule.
    pub rows: Vec<GameRow>,
    /// The different ends of games.
    pub ends: Vec<TerminationRow<'a>>,
}

/// A game: number, pair, white, black, score, index of its end, half-moves, opening, duration in milliseconds, number
/// of remarks, place of its line among the details.
pub type GameRow = (
    u32,
    u32,
    usize,
    usize,
    String,
    usize,
    usize,
    usize,
    u64,
    usize,
    usize,
);

/// An end: its name, article, sentence, proof, and whether the loser's opponent is not known to be able to mate.
type TerminationRow<'a> = (
    &'static str,
    Option<&'a str>,
    &'a str,
    Option<&'a str>,
    bool,
);

impl<'a> GameList<'a> {
    /// What the records say in brief.
    pub fn new(records: &'a [GameRecord]) -> Self {
        let mut ends = Vec::new();
        let mut known: HashMap<TerminationRow, usize> = HashMap::new();
        let row = |(line, record): (usize, &'a GameRecord)| {
            let end = ending(&record.end);
            let end = *known.entry(end).or_insert_with(|| {
                ends.push(end);
                ends.len() - 1
            });
            (
                record.game,
                record.pair,
                record.white,
                record.black,
                record.score.to_string(),
                end,
                record.book.len() + record.moves.len(),
                record.opening,
                record.took_ms,
                record.remarks.len(),
                line,
            )
        };
        let mut rows: Vec<GameRow> = records.iter().enumerate().map(row).collect();
        rows.sort_unstable_by_key(|row| row.0);
        Self { rows, ends }
    }
}

fn ending(end: &Termination) -> TerminationRow<'_> {
    (
        end.kind.description(),
        end.article.as_deref(),
        &end.text,
        end.proof.as_deref(),
        end.unproved,
    )
}

/// A game in full. What no engine said is left out.
#[derive(Serialize)]
struct GameDetails<'a> {
    /// The position before the first move.
    fen: &'a str,
    /// How many moves are of the book.
    book: usize,
    /// The moves in UCI notation, separated by blanks, those of the book included.
    moves: String,
    /// The same moves in SAN.
    san: String,
    /// For each move of an engine, its score from White's point of view.
    #[serde(skip_serializing_if = "says_nothing")]
    score: Vec<Option<WhiteScore>>,
    /// The time it took.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used: Vec<Millis>,
    /// The mover's clock after it, in milliseconds.
    #[serde(skip_serializing_if = "says_nothing")]
    clock: Vec<Option<u64>>,
    #[serde(skip_serializing_if = "says_nothing")]
    depth: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "says_nothing")]
    seldepth: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "says_nothing")]
    nodes: Vec<Option<u64>>,
    /// Half-moves before it, engine, sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<(usize, Option<usize>, &'a str)>,
    /// When it began.
    began: String,
}

fn says_nothing<T>(column: &[Option<T>]) -> bool {
    column.iter().all(Option::is_none)
}

/// A score from White's point of view.
#[derive(Serialize)]
#[serde(untagged)]
enum WhiteScore {
    /// Centipawns.
    Centipawns(i64),
    /// `#3`: White mates in three moves; `#-3`: Black does.
    Mate(String),
}

impl WhiteScore {
    fn new(said: &SearchInfo, mover: Color) -> Option<Self> {
        if let Some(moves) = said.mate {
            // "mate 0" is said by the side that has been mated.
            let white = (moves > 0) == (mover == Color::White);
            let sign = if white { "" } else { "-" };
            return Some(Self::Mate(format!("#{sign}{}", moves.unsigned_abs())));
        }
        let sign = if mover == Color::White { 1 } else { -1 };
        said.cp.map(|cp| Self::Centipawns(sign * i64::from(cp)))
    }
}

/// A time in microseconds, written in milliseconds with three digits or more.
struct Millis(u64);

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            us if us >= 100_000 || us % 1000 == 0 => to.serialize_u64(us / 1000),
            us if us >= 10_000 => to.serialize_f64((us / 100) as f64 / 10.0),
            us => to.serialize_f64((us / 10) as f64 / 100.0),
        }
    }
}

/// The details of a game on one line of JSON.
pub fn line(record: &GameRecord) -> String {
    let column = |value: fn(&MoveRecord) -> Option<u32>| record.moves.iter().map(value).collect();
    let (moves, san) = moves(record);
    let score = |(index, mv): (usize, &MoveRecord)| WhiteScore::new(&mv.info, mover(record, index));
    markup::json(&GameDetails {
        fen: &record.fen,
        book: record.book.len(),
        moves,
        san,
        score: record.moves.iter().enumerate().map(score).collect(),
        used: record.moves.iter().map(|mv| Millis(mv.used_us)).collect(),
        clock: record.moves.iter().map(|mv| mv.clock_ms).collect(),
        depth: column(|mv| mv.info.depth),
        seldepth: column(|mv| mv.info.seldepth),
        nodes: record.moves.iter().map(|mv| mv.info.nodes).collect(),
        remarks: record
            .remarks
            .iter()
            .map(|remark| (remark.ply, remark.engine, remark.text.as_str()))
            .collect(),
        began: utc_time(record.began_ms),
    })
}

/// The moves in UCI notation and in SAN. From the first that is not legal on, both are the same.
fn moves(record: &GameRecord) -> (String, String) {
    let played = record.moves.iter().map(|mv| &mv.mv);
    let texts: Vec<&str> = record
        .book
        .iter()
        .chain(played)
        .map(String::as_str)
        .collect();
    let mut board = fen::parse(&record.fen).ok().map(|(board, _)| board);
    let mut write = |text: &&str| {
        let Some((position, mv)) = board.as_mut().and_then(|board: &mut Board| {
            let mv = uci_move::parse(board, text).ok()?;
            Some((board, mv))
        }) else {
            board = None;
            return (*text).to_owned();
        };
        let written = san::write(position, mv);
        position.play(mv);
        written
    };
    let san: Vec<String> = texts.iter().map(&mut write).collect();
    (texts.join(" "), san.join(" "))
}
