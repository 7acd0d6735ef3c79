//! How self-play games end: by the Laws or by adjudication.

use super::SelfplayTermination;
use crate::laws::claims;
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::material;
use crate::laws::outcome::OutcomeKind;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::laws::winnable::tree::dead_after_forced_captures;
use crate::types::{Color, Score};

/// The termination under the Laws; `None` if the game goes on. Draws under Articles 9.2 and 9.3 count as claimed.
///
/// Dead positions are detected from material, blocked pawns or forced moves. `dead_positions` is the cache of this
/// game.
pub fn end_by_laws(
    game: &Game,
    dead_positions: &mut DeadPositionCache,
) -> Option<SelfplayTermination> {
    let board = game.board();
    if !board.has_legal_move() {
        return Some(match board.stm() {
            _ if !board.in_check() => SelfplayTermination::Stalemate,
            Color::White => SelfplayTermination::BlackMates,
            Color::Black => SelfplayTermination::WhiteMates,
        });
    }
    if material::is_dead(board)
        || dead_positions.is_dead(board)
        || dead_after_forced_captures(board)
    {
        return Some(SelfplayTermination::DeadPosition);
    }
    let claims = claims::on_board(game, &Rules::default());
    claims.first().map(|claim| match claim.kind {
        OutcomeKind::FiftyMoves => SelfplayTermination::FiftyMoves,
        _ => SelfplayTermination::Threefold,
    })
}

/// Consecutive plies with an even score before a draw is adjudicated.
const EVEN_PLIES: u32 = 12;
/// The largest absolute score that counts as even, in internal units.
const EVEN: i32 = 5;
/// Consecutive plies with a winning score for one side before a win is adjudicated.
const WON_PLIES: u32 = 4;
/// Plies before a draw may be adjudicated.
const DRAWN_FROM: usize = 80;

/// The rules of score adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdjudicationRules {
    /// The score that counts as winning, in internal units.
    pub win: i32,
    /// Whether games with even scores are drawn.
    pub draws: bool,
}

/// Score adjudication of one game.
#[derive(Clone, Debug)]
pub struct ScoreAdjudicator {
    rules: AdjudicationRules,
    /// The side with a winning score, and for how many consecutive plies it has had one; `None` after any other score.
    won: Option<(Color, u32)>,
    /// Consecutive plies with an even score.
    even: u32,
}

impl ScoreAdjudicator {
    /// An adjudicator before the first score.
    pub const fn new(rules: AdjudicationRules) -> Self {
        Self {
            rules,
            won: None,
            even: 0,
        }
    }

    /// Takes the score of `stm` after `ply` plies; returns the termination, or `None` if the game goes on. A mate score
    /// ends the game at once.
    pub fn update(&mut self, ply: usize, score: Score, stm: Color) -> Option<SelfplayTermination> {
        let ahead = if score > Score::ZERO { stm } else { !stm };
        let magnitude = score.value().abs();
        self.won = match self.won {
            _ if magnitude < self.rules.win => None,
            Some((color, plies)) if color == ahead => Some((color, plies + 1)),
            _ => Some((ahead, 1)),
        };
        self.even = if magnitude <= EVEN { self.even + 1 } else { 0 };
        let won = self.won.is_some_and(|(_, plies)| plies >= WON_PLIES);
        if won || score.is_mate() {
            return Some(match ahead {
                Color::White => SelfplayTermination::WhiteWins,
                Color::Black => SelfplayTermination::BlackWins,
            });
        }
        let drawn = self.rules.draws && self.even >= EVEN_PLIES && ply >= DRAWN_FROM;
        drawn.then_some(SelfplayTermination::EvenScores)
    }
}
