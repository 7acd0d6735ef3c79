//! Ending games by the scores that the engines give. No Article knows it; a match may ask for it.

use super::GameVerdict;
use super::verdict::side;
use crate::arbiter::record::{SearchInfo, TerminationKind};
use crate::arbiter::settings::{DrawRule, MatchAdjudication, ResignRule};
use crate::types::Color;

/// A score that stands for mate, in centipawns.
const MATE: i32 = 100_000;

/// Follows the scores of both engines.
pub(super) struct Adjudicator {
    rules: MatchAdjudication,
    /// For each player, how many successive moves had a score for White of at least the limit.
    winning: [u32; 2],
    /// The same for Black.
    losing: [u32; 2],
    /// For each player, how many successive moves had a score near zero.
    level: [u32; 2],
    /// Moves made by each player.
    made: [u32; 2],
}

impl Adjudicator {
    pub fn new(rules: MatchAdjudication) -> Self {
        Self {
            rules,
            winning: [0; 2],
            losing: [0; 2],
            level: [0; 2],
            made: [0; 2],
        }
    }

    /// Notes what a player thought before a move. A move without a score ends every row.
    pub fn add(&mut self, stm: Color, info: &SearchInfo) {
        let player = stm.index();
        let mate = info.mate.map(|moves| if moves > 0 { MATE } else { -MATE });
        let own = mate.or(info.cp);
        let white = own.map(|score| match stm {
            Color::White => score,
            Color::Black => score.saturating_neg(),
        });
        let count = |row: &mut u32, goes_on: bool| *row = if goes_on { *row + 1 } else { 0 };
        let win = self.rules.win.map_or(MATE, |win| win.score);
        let level = self.rules.draw.map_or(0, |draw| draw.score);
        count(
            &mut self.winning[player],
            white.is_some_and(|score| score >= win),
        );
        count(
            &mut self.losing[player],
            white.is_some_and(|score| score <= -win),
        );
        count(
            &mut self.level[player],
            white.is_some_and(|score| score.abs() <= level),
        );
        self.made[player] += 1;
    }

    /// The end of the game, if the scores have agreed for long enough; `move_number` is that of the next move.
    pub fn verdict(&self, move_number: u32) -> Option<GameVerdict> {
        let long = |rows: [u32; 2], moves: u32| rows.iter().all(|&row| row >= moves.max(1));
        if let Some(ResignRule { score, moves }) = self.rules.win {
            let loser = if long(self.winning, moves) {
                Some(Color::Black)
            } else if long(self.losing, moves) {
                Some(Color::White)
            } else {
                None
            };
            if let Some(loser) = loser {
                let side = side(loser);
                let text = format!(
                    "Both engines have seen {side} {score} centipawns or more behind for {moves} moves"
                );
                return Some(GameVerdict::outside(
                    TerminationKind::Adjudication,
                    Some(loser),
                    text,
                ));
            }
        }
        if let Some(DrawRule {
            from_move,
            score,
            moves,
        }) = self.rules.draw
            && move_number > from_move
            && long(self.level, moves)
        {
            let text = format!(
                "Both engines have seen at most {score} centipawns either way for {moves} moves"
            );
            return Some(GameVerdict::outside(
                TerminationKind::Adjudication,
                None,
                text,
            ));
        }
        let max = self.rules.max_moves?;
        self.made.iter().all(|&made| made >= max).then(|| {
            let text = format!("Both engines have made {max} moves");
            GameVerdict::outside(TerminationKind::Adjudication, None, text)
        })
    }
}
