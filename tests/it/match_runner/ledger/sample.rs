//! Matches and games to write down.

use crate::match_runner::sample::{clock, match_settings};
use compongo::board::fen::STARTPOS;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::ledger::{self, Ledger, LedgerError, LedgerHeader, MatchFiles};
use compongo::match_runner::pgn::pgn;
use compongo::match_runner::record::{
    GameRecord, GameRemark, MoveRecord, SearchInfo, Termination, TerminationKind,
};
use compongo::match_runner::settings::MatchSettings;
use compongo::types::Color;
use std::fs;
use std::path::Path;

/// The files of a match in a folder.
pub fn files(folder: &Path) -> MatchFiles {
    MatchFiles {
        json: folder.join("match.json"),
        pgn: Some(folder.join("match.pgn")),
    }
}

/// A match of two engines.
pub fn settings() -> MatchSettings {
    let mut settings = match_settings(&["New", "Old"], &clock("8+0.08"));
    for engine in &mut settings.engines {
        engine.options = vec![("Hash".to_owned(), "64".to_owned())];
    }
    settings
}

pub fn header() -> LedgerHeader {
    LedgerHeader::new(settings(), None, 1_767_225_599_000)
}

/// The first game, with this course and end.
pub fn game(fen: &str, moves: &str, score: Points, kind: TerminationKind) -> GameRecord {
    let mut clocks = [8000_u64; 2];
    let played = moves.split_whitespace().enumerate().map(|(index, mv)| {
        let clock = &mut clocks[index % 2];
        *clock = *clock - 50 + 80;
        MoveRecord {
            mv: mv.to_owned(),
            used_us: 49_900,
            pondered: false,
            clock_ms: Some(*clock),
            info: SearchInfo {
                cp: Some(34 - index as i32),
                depth: Some(12),
                nodes: Some(12_345),
                ..SearchInfo::default()
            },
            pv: Vec::new(),
        }
    });
    GameRecord {
        game: 1,
        pair: 1,
        round: None,
        armageddon: false,
        white: 0,
        black: 1,
        opening: 1,
        fen: fen.to_owned(),
        book: vec![],
        moves: played.collect(),
        score,
        end: Termination::new(kind, "It is over".to_owned()),
        remarks: vec![],
        began_ms: 1_767_225_599_500,
        took_ms: 61_000,
    }
}

/// The first game, with this course and a draw by agreement.
pub fn agreed(fen: &str, moves: &str) -> GameRecord {
    let kind = TerminationKind::Laws(OutcomeKind::Agreement);
    game(fen, moves, Points::DRAW, kind)
}

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

/// The game of a number: all are different.
pub fn numbered(number: u32) -> GameRecord {
    let mut record = game(
        STARTPOS,
        FOOLS_MATE,
        Points::win(Color::Black),
        TerminationKind::Laws(OutcomeKind::Checkmate),
    );
    record.game = number;
    record.pair = number.div_ceil(2);
    (record.white, record.black) = if number % 2 == 1 { (0, 1) } else { (1, 0) };
    record.began_ms += u64::from(number) * 1000;
    record.moves[0].used_us = u64::from(number) * 1001;
    if number.is_multiple_of(3) {
        record.remarks.push(GameRemark {
            ply: 2,
            engine: Some(1),
            text: format!("did something {{odd}} for the {number}th time\n"),
        });
    }
    record
}

/// The header and the games of a ledger.
pub fn read(json: &Path) -> Result<(LedgerHeader, Vec<GameRecord>), LedgerError> {
    let mut records = Vec::new();
    ledger::for_each_game(json, |record| records.push(record))?;
    Ok((ledger::header(json)?, records))
}

/// The games of a match as PGN.
pub fn sheets(records: &[GameRecord]) -> String {
    let sheet = |record| pgn(&settings(), record).expect("a game");
    records.iter().map(sheet).collect()
}

/// Fails unless the PGN file of a match has these games.
#[track_caller]
pub fn assert_pgn(files: &MatchFiles, records: &[GameRecord]) {
    let path = files.pgn.as_ref().expect("a path");
    let text = fs::read_to_string(path).expect("a file");
    assert_eq!(text, sheets(records));
}

/// As [`read`], and the ledger to go on with.
pub fn resume(json: &Path) -> Result<(LedgerHeader, Vec<GameRecord>, Ledger), LedgerError> {
    let (header, ledger) = Ledger::resume(json)?;
    let (_, records) = read(json)?;
    Ok((header, records, ledger))
}
