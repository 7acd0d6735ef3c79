//! The review of a game as data. The JSON fields have this order.

use super::judgement::Judgement;
use super::phase::GamePhase;
use super::tally::MoveTally;
use crate::judge::JudgeReport;
use crate::types::{Color, UciScore};
use serde::Serialize;

/// The review of a game. All text is free of control characters.
#[derive(Clone, Debug, Serialize)]
pub struct GameReview {
    /// The name of the file, `-` for standard input.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub index: usize,
    /// The tag `White`.
    pub white: Option<String>,
    /// The tag `Black`.
    pub black: Option<String>,
    /// The tag `Result`.
    pub result: Option<String>,
    /// The tag `Event`.
    pub event: Option<String>,
    /// The tag `Date`.
    pub date: Option<String>,
    /// The starting position, in FEN.
    pub fen: String,
    /// The sides whose moves are commented.
    pub reviewed: Vec<Color>,
    /// The players.
    pub players: PlayerReviews,
    /// The evaluation of the starting position.
    pub start: PositionScore,
    /// The moves, up to the first that is not legal.
    pub moves: Vec<MoveReview>,
    /// Why the moves end early; `None` if all moves of the record are legal.
    pub error: Option<String>,
    /// What the Laws say.
    pub laws: JudgeReport,
    /// The number of its first line, from 1.
    #[serde(skip)]
    pub line: u64,
}

/// Both players of a game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerReviews {
    /// White.
    pub white: PlayerReview,
    /// Black.
    pub black: PlayerReview,
}

/// What is said of a player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PlayerReview {
    /// The whole game.
    pub game: MoveTally,
    /// The opening.
    pub opening: MoveTally,
    /// The middlegame.
    pub middlegame: MoveTally,
    /// The endgame.
    pub endgame: MoveTally,
    /// The time used, in milliseconds, as far as it is known.
    pub used_ms: Option<u64>,
}

/// What is said of a move.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReview {
    /// The half-move, from 1.
    pub ply: usize,
    /// The number of the move.
    pub number: u16,
    /// Who made it.
    pub player: Color,
    /// The move in UCI notation; king takes rook in Chess960.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in SAN.
    pub san: String,
    /// The phase of the position before it.
    pub phase: GamePhase,
    /// It is an opening move that is not judged.
    pub book: bool,
    /// The evaluation before it.
    pub before: PositionScore,
    /// The evaluation after it.
    pub after: PositionScore,
    /// What it loses in expected score, 0 to 1.
    pub loss: f64,
    /// What it loses in centipawns.
    pub loss_cp: i32,
    /// Its accuracy in percent.
    pub accuracy: f64,
    /// What it is called.
    pub judgement: Option<Judgement>,
    /// The best line instead of it; `None` if it is the best move.
    pub better: Option<BetterLine>,
    /// The time left after it, in milliseconds.
    pub clock_ms: Option<u64>,
    /// The time used for it, in milliseconds.
    pub used_ms: Option<u64>,
}

/// The evaluation of a position, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PositionScore {
    /// The score; mate in 0 if a side is checkmated.
    #[serde(flatten)]
    pub score: UciScore,
    /// White's expected score: the probability of a win and half of that of a draw.
    pub expected: f64,
    /// The depth of the search in plies; 0 if the game is over.
    pub depth: u32,
}

/// A line that is better than the move of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BetterLine {
    /// Its moves in UCI notation.
    pub pv: Vec<String>,
    /// The same in SAN.
    pub san: Vec<String>,
}

impl GameReview {
    /// The name of a player; `?` if it is unknown.
    pub fn name(&self, color: Color) -> &str {
        let name = match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        };
        name.as_deref().unwrap_or("?")
    }

    /// What is said of a player.
    pub const fn player(&self, color: Color) -> &PlayerReview {
        match color {
            Color::White => &self.players.white,
            Color::Black => &self.players.black,
        }
    }

    /// What is said of a move on the commented sides.
    pub fn judgement(&self, mv: &MoveReview) -> Option<Judgement> {
        mv.judgement.filter(|_| self.reviewed.contains(&mv.player))
    }
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

    /// Adds a move.
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
    /// The number and the move, as `12.Nf3` or `12...Nf6`.
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

    /// The better line with move numbers, its first moves: `12...Nf6 13.Re1 O-O`.
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
    /// The score in pawns or as a mate, White's view: `+0.35`, `#-3`; `#0` on the board.
    pub fn pawns(&self) -> String {
        match self.score {
            UciScore::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            UciScore::Mate(moves) => format!("#{moves}"),
        }
    }

    /// The expected score of a side.
    pub fn expected_of(&self, color: Color) -> f64 {
        match color {
            Color::White => self.expected,
            Color::Black => 1.0 - self.expected,
        }
    }
}
