//! The review of a game as data. The JSON fields have this order.

use super::judgement::Judgement;
use super::phase::GamePhase;
use super::tally::MoveTally;
use super::win_curve::WinCurve;
use crate::analysis::AnalysisLimits;
use crate::judge::JudgeReport;
use crate::types::{Color, UciScore};
use serde::Serialize;
use std::fmt;

/// The review of a game. All text is free of control characters.
#[derive(Clone, Debug, Serialize)]
pub struct GameReview {
    /// The name of the file, `-` for standard input.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub index: usize,
    /// The tag `White`; `None` if it is missing or `?`.
    pub white: Option<String>,
    /// The tag `Black`; `None` if it is missing or `?`.
    pub black: Option<String>,
    /// The recorded result, from the tag `Result` or after the moves; `None` if it is missing.
    pub result: Option<String>,
    /// The tag `Event`; `None` if it is missing.
    pub event: Option<String>,
    /// The tag `Date`; `None` if it is missing.
    pub date: Option<String>,
    /// The starting position, in FEN.
    pub fen: String,
    /// The sides whose moves are commented.
    pub reviewed: Vec<Color>,
    /// The win curve by which the moves are judged.
    pub curve: WinCurve,
    /// How deeply the positions were analysed.
    pub analysis: ReviewAnalysis,
    /// The reviews of both players.
    pub players: PlayerReviews,
    /// The evaluation of the starting position.
    pub start: PositionScore,
    /// The moves, up to the first illegal one.
    pub moves: Vec<MoveReview>,
    /// Why the moves end early; `None` if all moves of the record are legal.
    pub error: Option<String>,
    /// The judge's report under the Laws.
    pub laws: JudgeReport,
    /// The number of its first line, from 1.
    #[serde(skip)]
    pub line: u64,
}

/// How deeply the positions of a game were analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewAnalysis {
    /// The limits for each position.
    pub limits: AnalysisLimits,
    /// The number of positions with a legal move, all of which were analysed.
    pub positions: usize,
    /// The limits for the positions before and after a sign, which were analysed again; `None` if there are none.
    pub deep_limits: Option<AnalysisLimits>,
    /// The number of positions that were analysed again.
    pub deep_positions: usize,
    /// The limits for the comparison of an inaccuracy with the best move; `None` if there was none.
    pub comparison_limits: Option<AnalysisLimits>,
    /// The number of moves that were compared with the best move.
    pub comparisons: usize,
}

/// Both players of a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerReviews {
    /// White's moves.
    pub white: PlayerReview,
    /// Black's moves.
    pub black: PlayerReview,
}

/// The review of one player's moves.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerReview {
    /// All moves of the game.
    pub game: MoveTally,
    /// The moves of the opening.
    pub opening: MoveTally,
    /// The moves of the middlegame.
    pub middlegame: MoveTally,
    /// The moves of the endgame.
    pub endgame: MoveTally,
    /// The time used, in milliseconds; `None` if it is unknown.
    pub used_ms: Option<u64>,
}

/// The review of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReview {
    /// The half-move, from 1.
    pub ply: usize,
    /// The number of the move.
    pub number: u16,
    /// The player who made it.
    pub player: Color,
    /// The move in UCI notation; king takes rook in Chess960.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in SAN with English piece letters.
    pub san: String,
    /// The phase of the position before it.
    pub phase: GamePhase,
    /// True for an opening move, which is not judged.
    pub book: bool,
    /// The evaluation before it.
    pub before: PositionScore,
    /// The evaluation after it.
    pub after: PositionScore,
    /// The loss in expected score, 0 to 1.
    pub loss: f64,
    /// The loss in centipawns.
    pub loss_cp: i32,
    /// Its accuracy in percent.
    pub accuracy: f64,
    /// The judgement; `None` if it is neither an error nor an only move, or if the second pass withdrew the sign.
    pub judgement: Option<Judgement>,
    /// The best line in its place; `None` if it is the best move.
    pub better: Option<BetterLine>,
    /// The time left after it, in milliseconds; `None` if it is unknown.
    pub clock_ms: Option<u64>,
    /// The time used for it, in milliseconds; `None` if it is unknown.
    pub used_ms: Option<u64>,
}

/// The evaluation of a position, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PositionScore {
    /// The score; mate in 0 if a side is checkmated.
    #[serde(flatten)]
    pub score: UciScore,
    /// White's expected score: the probability of a win plus half the probability of a draw.
    pub expected: f64,
    /// The depth of the search in plies; 0 if the game is over.
    pub depth: u32,
    /// The nodes of the search; 0 if the game is over.
    pub nodes: u64,
}

/// A line that is better than the move played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BetterLine {
    /// Its moves in UCI notation.
    pub pv: Vec<String>,
    /// Its moves in SAN.
    pub san: Vec<String>,
}

impl GameReview {
    /// The name of a player; `None` if it is unknown.
    pub fn known_name(&self, color: Color) -> Option<&str> {
        let name = match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        };
        name.as_deref()
    }

    /// The name of a player; `?` if it is unknown.
    pub fn name(&self, color: Color) -> &str {
        self.known_name(color).unwrap_or("?")
    }

    /// The review of a player's moves.
    pub const fn player(&self, color: Color) -> &PlayerReview {
        match color {
            Color::White => &self.players.white,
            Color::Black => &self.players.black,
        }
    }

    /// The judgement of a move, if it was made by a commented side.
    pub fn judgement(&self, mv: &MoveReview) -> Option<Judgement> {
        mv.judgement.filter(|_| self.reviewed.contains(&mv.player))
    }
}

impl fmt::Display for ReviewAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} per position", in_words(&self.limits))?;
        let Some(deep) = &self.deep_limits else {
            return Ok(());
        };
        write!(
            f,
            "; {} before and after each sign ({} of {} positions)",
            in_words(deep),
            self.deep_positions,
            self.positions
        )?;
        let Some(limits) = &self.comparison_limits else {
            return Ok(());
        };
        write!(
            f,
            "; {} to compare an inaccuracy with the best move ({} compared)",
            in_words(limits),
            self.comparisons
        )
    }
}

/// Limits in words: `depth 18 or 200000 nodes`.
fn in_words(limits: &AnalysisLimits) -> String {
    let parts = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("{nodes} nodes")),
        limits.movetime.map(|ms| format!("{ms} ms")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(" or ")
}

impl PlayerReview {
    /// The moves of a phase.
    pub const fn phase(&self, phase: GamePhase) -> &MoveTally {
        match phase {
            GamePhase::Opening => &self.opening,
            GamePhase::Middlegame => &self.middlegame,
            GamePhase::Endgame => &self.endgame,
        }
    }

    pub(super) fn add(&mut self, mv: &MoveReview) {
        let phase = match mv.phase {
            GamePhase::Opening => &mut self.opening,
            GamePhase::Middlegame => &mut self.middlegame,
            GamePhase::Endgame => &mut self.endgame,
        };
        phase.add(mv);
        self.game.add(mv);
        if let Some(used) = mv.used_ms {
            self.used_ms = Some(self.used_ms.unwrap_or(0).saturating_add(used));
        }
    }
}

impl MoveReview {
    /// The move with its number, as `12.Nf3` or `12...Nf6`.
    pub fn numbered(&self) -> String {
        format!("{}{}", self.number_text(), self.san)
    }

    fn number_text(&self) -> String {
        let dots = match self.player {
            Color::White => ".",
            Color::Black => "...",
        };
        format!("{}{dots}", self.number)
    }

    /// The first moves of the better line, with move numbers: `12...Nf6 13.Re1 O-O`; `None` without such a line.
    pub fn better_text(&self, moves: usize) -> Option<String> {
        let line = self.better.as_ref()?;
        let first = usize::from(self.player == Color::Black);
        let mut words = vec![self.number_text()];
        for (index, san) in (first..).zip(line.san.iter().take(moves)) {
            if index > first && index.is_multiple_of(2) {
                words.push(format!(" {}.", usize::from(self.number) + index / 2));
            } else if index > first {
                words.push(" ".to_owned());
            }
            words.push(san.clone());
        }
        Some(words.concat())
    }
}

impl PositionScore {
    /// The score from the view of a side.
    pub fn score_of(&self, color: Color) -> UciScore {
        // Both views are each other's negative.
        self.score.for_white(color)
    }

    /// The expected score of a side.
    pub fn expected_of(&self, color: Color) -> f64 {
        match color {
            Color::White => self.expected,
            Color::Black => 1.0 - self.expected,
        }
    }
}
