//! The games as data for the page's script: a short row for each, and a line of details that is parsed on demand. So a
//! page of ten thousand games opens at once.

use super::utc_time;
use crate::board::{Board, fen};
use crate::html::markup;
use crate::match_runner::record::{GameRecord, MoveRecord, SearchInfo, Termination};
use crate::notation::{san, uci_move};
use crate::types::Color;
use crate::util::skipped::is_empty_column;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

/// The table of games.
#[derive(Default, Serialize)]
pub struct GameList {
    /// The games in the order in which they ended; [`GameList::sort`] restores the order of the schedule.
    rows: Vec<GameRow>,
    ends: Vec<TerminationRow>,
    #[serde(skip)]
    known: HashMap<TerminationRow, usize>,
}

/// A game: number, pair, white, black, score, index of the termination, plies, opening, duration in milliseconds, number
/// of remarks, line of the details.
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

/// A termination: description, Article, text, proof, unproved.
type TerminationRow = (&'static str, Option<String>, String, Option<String>, bool);

impl GameList {
    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let end = ending(&record.end);
        let end = *self.known.entry(end.clone()).or_insert_with(|| {
            self.ends.push(end);
            self.ends.len() - 1
        });
        self.rows.push((
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
            self.rows.len(),
        ));
    }

    /// Sorts the games by their numbers.
    pub fn sort(&mut self) {
        self.rows.sort_unstable_by_key(|row| row.0);
    }
}

fn ending(end: &Termination) -> TerminationRow {
    (
        end.kind.description(),
        end.article.clone(),
        end.text.clone(),
        end.proof.clone(),
        end.unproved,
    )
}

/// The details of a game. Columns without values are left out.
#[derive(Serialize)]
struct GameDetails<'a> {
    /// The position before the first move.
    fen: &'a str,
    book: usize,
    /// The moves in UCI notation, separated by blanks, book moves included.
    moves: String,
    /// The same moves in SAN.
    san: String,
    /// For each move of an engine, the score from White's side.
    #[serde(skip_serializing_if = "is_empty_column")]
    score: Vec<Option<Value>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used: Vec<Value>,
    /// The mover's clock after it, in milliseconds.
    #[serde(skip_serializing_if = "is_empty_column")]
    clock: Vec<Option<u64>>,
    #[serde(skip_serializing_if = "is_empty_column")]
    depth: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "is_empty_column")]
    seldepth: Vec<Option<u32>>,
    #[serde(skip_serializing_if = "is_empty_column")]
    nodes: Vec<Option<u64>>,
    /// Ply, engine, text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<(usize, Option<usize>, &'a str)>,
    began: String,
}

/// A score from White's side: centipawns, or `#3` if White mates in three moves, `#-3` if Black does.
fn white_score(said: &SearchInfo, mover: Color) -> Option<Value> {
    if let Some(moves) = said.mate {
        // "mate 0": the side to move is checkmated.
        let white = (moves > 0) == (mover == Color::White);
        let sign = if white { "" } else { "-" };
        return Some(format!("#{sign}{}", moves.unsigned_abs()).into());
    }
    let sign = if mover == Color::White { 1 } else { -1 };
    said.cp.map(|cp| (sign * i64::from(cp)).into())
}

/// A time in microseconds as milliseconds: whole ones from 100 ms, one decimal from 10 ms, else two.
fn millis(us: u64) -> Value {
    match us {
        us if us >= 100_000 || us % 1000 == 0 => (us / 1000).into(),
        us if us >= 10_000 => ((us / 100) as f64 / 10.0).into(),
        us => ((us / 10) as f64 / 100.0).into(),
    }
}

/// The details of a game on one line of JSON.
pub fn line(record: &GameRecord) -> String {
    let column = |value: fn(&MoveRecord) -> Option<u32>| record.moves.iter().map(value).collect();
    let (moves, san) = moves(record);
    let score = |(color, mv): (Color, &MoveRecord)| white_score(&mv.info, color);
    markup::json(&GameDetails {
        fen: &record.fen,
        book: record.book.len(),
        moves,
        san,
        score: record.own_moves().map(score).collect(),
        used: record.moves.iter().map(|mv| millis(mv.used_us)).collect(),
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

/// The moves in UCI notation and in SAN; from the first illegal move on, UCI notation in both.
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
