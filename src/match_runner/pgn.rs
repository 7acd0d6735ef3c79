//! Game records as PGN, for viewers and `compongo judge`.
//!
//! Comments are compatible with other match runners: score, depth and time after each move (`+0.34/12 0.049s`, from the
//! mover's side), `book` after a move of the opening, then the clock and the time of the move (`[%clk]`, `[%emt]`).
//! Before the clock come the fill of the hash table and the principal variation, if the match records them. There are
//! additional tags for the edition and mode of the Laws (`LawsEdition`, `LawsMode`), for unsupervised play and a ban on
//! early agreement (`LawsSupervision`, `LawsNoAgreementBefore`), for search limits other than a clock (`Limits`), for
//! the termination in words with its Article (`TerminationDetails`), and for scores without a result token
//! (`WhiteScore`, `BlackScore`). In a Swiss or knockout tournament, `Round` has the round and the pair (`2.7`), and an
//! Armageddon game the tag `Stage`.

use super::record::{GameRecord, GameRemark, MoveRecord, SearchInfo, Termination, TerminationKind};
use super::settings::{EngineLimits, MatchSettings};
use crate::board::Board;
use crate::board::fen::FenError;
use crate::laws::edition::Supervision;
use crate::laws::outcome::Points;
use crate::notation::pgn::{PgnWriter, ResultToken};
use crate::notation::san;
use crate::notation::uci_move::{self, UciMoveError};
use crate::util::date::{PGN_DATE, time_of_day, utc};
use crate::util::format::{clock_time, counted};
use std::fmt::Write as _;
use std::time::Duration;

/// The format of the tag `GameStartTime` in other match runners: `2026-01-31T23:59:59 +0000`.
const TAG_TIME: &str = "%Y-%m-%dT%H:%M:%S +0000";
/// The length in bytes from which the moves of a proof are left out of the tag `TerminationDetails`: the PGN standard
/// allows lines of 255 characters.
const MAX_DETAILS: usize = 220;

/// The reasons why a record does not describe a game of the match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// An engine is not in the settings, or plays itself.
    #[error("engine {white} against engine {black}, of {count} in the match")]
    Engines {
        /// The index of the engine with White.
        white: usize,
        /// The index of the engine with Black.
        black: usize,
        /// The number of engines in the settings.
        count: usize,
    },
    /// Openings are numbered from 1.
    #[error("there is no opening 0")]
    Opening,
    /// The first position is invalid.
    #[error("the position '{fen}': {error}")]
    Fen {
        /// The FEN.
        fen: String,
        /// The error.
        #[source]
        error: FenError,
    },
    /// A move is not legal.
    #[error("half-move {ply}: {error}")]
    Move {
        /// The ply, from 1, book moves included.
        ply: usize,
        /// The error.
        #[source]
        error: UciMoveError,
    },
}

/// The PGN of a game. It depends on the settings and the record only.
///
/// # Errors
/// The record does not fit the settings, or its moves are illegal.
pub fn pgn(settings: &MatchSettings, record: &GameRecord) -> Result<String, RecordError> {
    check_record(settings, record)?;
    let start: Board = record.fen.parse().map_err(|error| RecordError::Fen {
        fen: record.fen.chars().take(100).collect(),
        error,
    })?;
    let mut export = PgnExport {
        settings,
        record,
        writer: PgnWriter::new(start, settings.chess960),
    };
    export.write_game_tags();
    export.write_rule_tags();
    let result = export.write_termination_tags();
    export.write_moves(start)?;
    Ok(export.writer.finish(result))
}

/// Checks that the engines of a record are two engines of the match, and that its opening has a number.
pub(super) fn check_record(
    settings: &MatchSettings,
    record: &GameRecord,
) -> Result<(), RecordError> {
    if record.opening == 0 {
        return Err(RecordError::Opening);
    }
    let (white, black, count) = (record.white, record.black, settings.engines.len());
    if white < count && black < count && white != black {
        return Ok(());
    }
    Err(RecordError::Engines {
        white,
        black,
        count,
    })
}

struct PgnExport<'a> {
    settings: &'a MatchSettings,
    record: &'a GameRecord,
    writer: PgnWriter,
}

impl PgnExport<'_> {
    /// Event, engines, times.
    fn write_game_tags(&mut self) {
        let (settings, record, writer) = (self.settings, self.record, &mut self.writer);
        let (began, ended) = (
            record.began_ms,
            record.began_ms.saturating_add(record.took_ms),
        );
        writer.tag("Event", &settings.event);
        writer.tag("Site", &settings.site);
        writer.tag("Date", &utc(began, PGN_DATE).to_string());
        // Programs that count pairs use the tag `Round`.
        let pair = record.pair;
        let round = record.round.map(|round| format!("{round}.{pair}"));
        writer.tag("Round", &round.unwrap_or_else(|| pair.to_string()));
        if record.armageddon {
            writer.tag("Stage", "Armageddon");
        }
        writer.tag("GameNumber", &record.game.to_string());
        writer.tag("White", &settings.engines[record.white].name);
        writer.tag("Black", &settings.engines[record.black].name);
        writer.tag("GameStartTime", &utc(began, TAG_TIME).to_string());
        writer.tag("GameEndTime", &utc(ended, TAG_TIME).to_string());
        writer.tag("GameDuration", &time_of_day(record.took_ms / 1000));
        let plies = record.book.len() + record.moves.len();
        writer.tag("PlyCount", &plies.to_string());
    }

    /// Laws, time controls and other limits.
    fn write_rule_tags(&mut self) {
        let (settings, record, writer) = (self.settings, self.record, &mut self.writer);
        let rules = settings.rules(record.white, record.black);
        writer.tag("LawsEdition", rules.edition.name());
        writer.tag("LawsMode", rules.mode.name());
        if rules.supervision == Supervision::Unsupervised {
            writer.tag("LawsSupervision", rules.supervision.name());
        }
        if let Some(moves) = settings.no_agreement_before {
            writer.tag("LawsNoAgreementBefore", &moves.to_string());
        }
        let sides = settings.limits(record.white, record.black, record.armageddon);
        let clocks = sides.each_ref().map(clock);
        let limits = sides.each_ref().map(ToString::to_string);
        tag_sides(writer, "TimeControl", &clocks);
        // Only if there are limits besides the clock.
        if limits != clocks {
            tag_sides(writer, "Limits", &limits);
        }
    }

    /// The termination; returns the result token.
    fn write_termination_tags(&mut self) -> ResultToken {
        let Self { record, writer, .. } = self;
        let end = &record.end;
        writer.tag("Termination", termination(end.kind));
        let mut details = ruling(&record.end);
        if end.unproved {
            details.push_str("; whether the winner could mate is not known");
        }
        if let Some(proof) = &end.proof {
            details.push_str("; proof: ");
            match proof.strip_prefix("line ") {
                // The ledger has the moves.
                Some(line) if details.len() + proof.len() > MAX_DETAILS => {
                    let (moves, rest) = line.split_at(line.find(',').unwrap_or(line.len()));
                    details.push_str("line of ");
                    details.push_str(&counted(moves.split(' ').count(), "half-move"));
                    details.push_str(rest);
                }
                _ => details.push_str(proof),
            }
        }
        writer.tag("TerminationDetails", &details);
        let Points { white, black } = record.score;
        ResultToken::new(&record.score.to_string()).unwrap_or_else(|| {
            writer.tag("WhiteScore", &white.to_string());
            writer.tag("BlackScore", &black.to_string());
            ResultToken::Open
        })
    }

    fn write_moves(&mut self, mut board: Board) -> Result<(), RecordError> {
        let record = self.record;
        let book = record.book.iter().map(|mv| (mv, None));
        let own = record.moves.iter().map(|own| (&own.mv, Some(own)));
        self.comment(0, None, &board);
        for (ply, (text, own)) in (1..).zip(book.chain(own)) {
            let mv =
                uci_move::parse(&board, text).map_err(|error| RecordError::Move { ply, error })?;
            let before = board;
            self.writer.play(mv);
            board.play(mv);
            self.comment(ply, own, &before);
        }
        Ok(())
    }

    /// The comment after a ply: score, depth and time, the variation, remarks, the termination, the clock. `before` is the
    /// position before the move.
    fn comment(&mut self, ply: usize, own: Option<&MoveRecord>, before: &Board) {
        let (settings, record, writer) = (self.settings, self.record, &mut self.writer);
        let plies = record.book.len() + record.moves.len();
        let mut texts = Vec::new();
        match own {
            Some(own) => {
                texts.push(evaluation(own));
                texts.extend(own.info.hashfull.map(|full| format!("hashfull {full}")));
                texts.extend(variation(before, &own.pv));
            }
            None if ply > 0 => texts.push("book".to_owned()),
            None => {}
        }
        let here = record
            .remarks
            .iter()
            .filter(|remark| remark.ply.min(plies) == ply);
        texts.extend(here.map(|remark| remark_in_words(settings, remark)));
        if ply == plies {
            texts.push(ruling(&record.end));
        }
        // An engine's text must not look like a PGN command.
        let mut text = texts.join(", ").replace("[%", "(%");
        if let Some(own) = own {
            // Writing to a String cannot fail.
            if let Some(clock_ms) = own.clock_ms {
                let clock = clock_time(Duration::from_millis(clock_ms));
                let _ = write!(text, " [%clk {clock}]");
            }
            let used = clock_time(Duration::from_micros(own.used_us));
            let _ = write!(text, " [%emt {used}]");
        }
        writer.comment(&text);
    }
}

/// Writes a tag about both sides, or one about each if their values differ.
fn tag_sides(writer: &mut PgnWriter, name: &str, [white, black]: &[String; 2]) {
    if white == black {
        return writer.tag(name, white);
    }
    writer.tag(&format!("White{name}"), white);
    writer.tag(&format!("Black{name}"), black);
}

/// The value of the tag `TimeControl`.
fn clock(limits: &EngineLimits) -> String {
    let control = limits.tc.as_ref();
    control.map_or_else(|| "-".to_owned(), ToString::to_string)
}

/// The value of the tag `Termination` (PGN standard, 9.8.1).
const fn termination(kind: TerminationKind) -> &'static str {
    match kind {
        TerminationKind::Laws(kind) => kind.pgn_termination(),
        TerminationKind::Crash | TerminationKind::Stall | TerminationKind::NotReady => "abandoned",
        TerminationKind::Adjudication => "adjudication",
    }
}

/// The termination in words with its Article.
fn ruling(end: &Termination) -> String {
    match &end.article {
        Some(article) => format!("{} (Article {article})", end.text),
        None => end.text.clone(),
    }
}

fn remark_in_words(settings: &MatchSettings, remark: &GameRemark) -> String {
    let engine = remark.engine.and_then(|index| settings.engines.get(index));
    match engine {
        Some(engine) => format!("{}: {}", engine.name, remark.text),
        None => remark.text.clone(),
    }
}

/// Score, depth and time in the format of other match runners: `+0.34/12 0.049s`, `-M3/20 1.500s`, `0.049s`.
fn evaluation(own: &MoveRecord) -> String {
    let ms = own.used_us / 1000;
    let time = format!("{}.{:03}s", ms / 1000, ms % 1000);
    let Some(score) = score(&own.info) else {
        return time;
    };
    match own.info.depth {
        Some(depth) => format!("{score}/{depth} {time}"),
        None => format!("{score} {time}"),
    }
}

/// The principal variation in SAN, up to the first illegal move: `pv Nf3 Nc6`.
fn variation(start: &Board, pv: &[String]) -> Option<String> {
    let (mut board, mut text) = (*start, "pv".to_owned());
    for mv in pv {
        let Ok(mv) = uci_move::parse(&board, mv) else {
            break;
        };
        text.push(' ');
        text.push_str(&san::write(&board, mv));
        board.play(mv);
    }
    (text.len() > 2).then_some(text)
}

/// The score from the mover's side: in pawns, or moves to mate.
fn score(thought: &SearchInfo) -> Option<String> {
    match (thought.mate, thought.cp) {
        // "mate 0": the side to move is checkmated.
        (Some(mate @ ..=0), _) => Some(format!("-M{}", mate.unsigned_abs())),
        (Some(mate), _) => Some(format!("+M{mate}")),
        (None, Some(0)) => Some("0.00".to_owned()),
        (None, Some(cp)) => Some(format!("{:+.2}", f64::from(cp) / 100.0)),
        (None, None) => None,
    }
}
