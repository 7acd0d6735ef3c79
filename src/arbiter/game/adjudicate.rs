//! Adjudication of games by the engines' scores. The Laws do not know it; a match may ask for it.

use super::GameVerdict;
use crate::arbiter::record::{SearchInfo, TerminationKind};
use crate::arbiter::settings::{DrawRule, MatchAdjudication, ResignRule};
use crate::types::Color;

/// The score of a mate, in centipawns.
const MATE: i32 = 100_000;

/// Successive moves of one player whose scores were beyond a limit, and all moves.
#[derive(Clone, Copy, Default)]
struct ScoreStreaks {
    /// White is winning.
    white: u32,
    /// Black is winning.
    black: u32,
    /// The position is level.
    draw: u32,
    moves: u32,
}

/// Follows the scores of both engines.
pub(super) struct Adjudicator {
    rules: MatchAdjudication,
    streaks: [ScoreStreaks; 2],
}

impl Adjudicator {
    pub fn new(rules: MatchAdjudication) -> Self {
        Self {
            rules,
            streaks: [ScoreStreaks::default(); 2],
        }
    }

    /// Adds the search info of a move. A move without a score ends every streak.
    pub fn add(&mut self, stm: Color, info: &SearchInfo) {
        let mate = info.mate.map(|moves| if moves > 0 { MATE } else { -MATE });
        let white = mate.or(info.cp).map(|score| match stm {
            Color::White => score,
            Color::Black => score.saturating_neg(),
        });
        let win = self.rules.win.map_or(MATE, |win| win.score);
        let draw = self.rules.draw.map_or(0, |draw| draw.score);
        let streak = |length: u32, condition: fn(i32, i32) -> bool, limit| {
            let goes_on = white.is_some_and(|score| condition(score, limit));
            if goes_on { length + 1 } else { 0 }
        };
        let player = &mut self.streaks[stm.index()];
        *player = ScoreStreaks {
            white: streak(player.white, |score, limit| score >= limit, win),
            black: streak(player.black, |score, limit| score <= -limit, win),
            draw: streak(player.draw, |score, limit| score.abs() <= limit, draw),
            moves: player.moves + 1,
        };
    }

    /// The end of the game, if the scores have agreed for long enough; `move_number` is that of the next move.
    pub fn verdict(&self, move_number: u32) -> Option<GameVerdict> {
        let both = |streak: fn(&ScoreStreaks) -> u32, moves: u32| {
            self.streaks
                .iter()
                .all(|player| streak(player) >= moves.max(1))
        };
        let verdict = |loser, text| {
            Some(GameVerdict::outside(
                TerminationKind::Adjudication,
                loser,
                text,
            ))
        };
        if let Some(ResignRule { score, moves }) = self.rules.win {
            let white_wins = both(|player| player.white, moves);
            if white_wins || both(|player| player.black, moves) {
                let winner = if white_wins {
                    Color::White
                } else {
                    Color::Black
                };
                let text = format!(
                    "{} wins by adjudication: at least {score} cp in both engines' scores for {moves} moves",
                    winner.title()
                );
                return verdict(Some(!winner), text);
            }
        }
        if let Some(DrawRule {
            from_move,
            score,
            moves,
        }) = self.rules.draw
            && move_number > from_move
            && both(|player| player.draw, moves)
        {
            let text = format!(
                "Draw by adjudication: at most {score} cp in both engines' scores for {moves} moves"
            );
            return verdict(None, text);
        }
        let max = self.rules.max_moves?;
        let reached = self.streaks.iter().all(|player| player.moves >= max);
        if reached {
            return verdict(
                None,
                format!("Draw by adjudication: {max} moves by both engines"),
            );
        }
        None
    }
}
