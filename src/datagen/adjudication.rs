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

/// The termination by the Laws, if the game is over. Draws of Articles 9.2 and 9.3 count as claimed.
///
/// A dead position is recognised by material, blocked pawns or forced moves. `dead_positions` belongs to the game.
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

/// The rules of score adjudication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdjudicationRules {
    /// The score of a won game, in centipawns.
    pub win: i32,
    /// Whether even games are drawn.
    pub draws: bool,
}

impl AdjudicationRules {
    /// Consecutive plies with a winning score for one side before a win.
    pub const WON_PLIES: u32 = 4;
    /// Consecutive plies with an even score before a draw.
    pub const EVEN_PLIES: u32 = 12;
    /// The largest even score, in centipawns.
    pub const EVEN: i32 = 5;
    /// Plies before a game may be drawn.
    pub const DRAWN_FROM: usize = 80;
}

/// Score adjudication of one game.
#[derive(Clone, Debug)]
pub struct ScoreAdjudicator {
    rules: AdjudicationRules,
    /// The side with a winning score, and consecutive plies of it.
    won: Option<(Color, u32)>,
    /// Consecutive plies with an even score.
    even: u32,
}

impl ScoreAdjudicator {
    /// Before the first score.
    pub const fn new(rules: AdjudicationRules) -> Self {
        Self {
            rules,
            won: None,
            even: 0,
        }
    }

    /// Takes the score of `stm` after `ply` plies; returns the termination, if any. A mate score ends the game at once.
    pub fn update(&mut self, ply: usize, score: Score, stm: Color) -> Option<SelfplayTermination> {
        let ahead = if score > Score::ZERO { stm } else { !stm };
        let magnitude = score.value().abs();
        self.won = match self.won {
            _ if magnitude < self.rules.win => None,
            Some((color, plies)) if color == ahead => Some((color, plies + 1)),
            _ => Some((ahead, 1)),
        };
        self.even = if magnitude <= AdjudicationRules::EVEN {
            self.even + 1
        } else {
            0
        };
        let won = self
            .won
            .is_some_and(|(_, plies)| plies >= AdjudicationRules::WON_PLIES);
        if won || score.is_mate() {
            return Some(match ahead {
                Color::White => SelfplayTermination::WhiteWins,
                Color::Black => SelfplayTermination::BlackWins,
            });
        }
        let drawn = self.rules.draws
            && self.even >= AdjudicationRules::EVEN_PLIES
            && ply >= AdjudicationRules::DRAWN_FROM;
        drawn.then_some(SelfplayTermination::EvenScores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::types::{Move, MoveKind, Square};

    const RULES: AdjudicationRules = AdjudicationRules {
        win: 2500,
        draws: true,
    };

    fn termination(fen: &str) -> Option<SelfplayTermination> {
        let board: Board = fen.parse().expect("valid FEN");
        end_by_laws(&Game::new(board), &mut DeadPositionCache::new(4096, 4096))
    }

    #[test]
    fn the_laws_end_games() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
            (
                "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
                Some(SelfplayTermination::WhiteMates),
            ),
            (
                "6k1/8/8/8/8/8/5PPP/r5K1 w - - 100 90",
                Some(SelfplayTermination::BlackMates),
            ),
            (
                "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                Some(SelfplayTermination::Stalemate),
            ),
            (
                "8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1",
                Some(SelfplayTermination::DeadPosition),
            ),
            // The pawns are blocked for good.
            (
                "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 1",
                Some(SelfplayTermination::DeadPosition),
            ),
            // Capturing the queen is forced.
            (
                "8/8/8/8/8/8/5Q1p/5k1K b - - 0 1",
                Some(SelfplayTermination::DeadPosition),
            ),
            ("8/8/4k3/8/8/8/R7/4K3 w - - 99 90", None),
            (
                "8/8/4k3/8/8/8/R7/4K3 w - - 100 90",
                Some(SelfplayTermination::FiftyMoves),
            ),
        ] {
            assert_eq!(termination(fen), expected, "{fen}");
        }
    }

    #[test]
    fn the_third_appearance_ends_the_game() {
        let mut game = Game::default();
        let mut dead_positions = DeadPositionCache::new(4096, 4096);
        let circle = [
            (Square::G1, Square::F3),
            (Square::G8, Square::F6),
            (Square::F3, Square::G1),
            (Square::F6, Square::G8),
        ];
        for (ply, (from, to)) in circle.into_iter().cycle().take(8).enumerate() {
            assert_eq!(end_by_laws(&game, &mut dead_positions), None, "{ply}");
            let mv = Move::new(from, to, MoveKind::Quiet);
            game.play(mv).expect("a knight's move");
        }
        assert_eq!(
            end_by_laws(&game, &mut dead_positions),
            Some(SelfplayTermination::Threefold)
        );
    }

    /// The termination after scores from White's perspective, the first after `ply` plies, and the number of scores
    /// taken.
    fn update(
        rules: AdjudicationRules,
        ply: usize,
        scores: &[i32],
    ) -> Option<(SelfplayTermination, usize)> {
        let mut adjudicator = ScoreAdjudicator::new(rules);
        scores.iter().enumerate().find_map(|(index, &score)| {
            let stm = Color::ALL[(ply + index) % 2];
            let score = match stm {
                Color::White => Score::cp(score),
                Color::Black => -Score::cp(score),
            };
            let termination = adjudicator.update(ply + index, score, stm)?;
            Some((termination, index + 1))
        })
    }

    #[test]
    fn four_winning_scores_in_a_row_win() {
        assert_eq!(
            update(RULES, 9, &[2500, 2600, 2700, 2500, 0]),
            Some((SelfplayTermination::WhiteWins, 4))
        );
        assert_eq!(
            update(RULES, 9, &[-2500, -2500, 100, -3000, -3000, -3000, -9999]),
            Some((SelfplayTermination::BlackWins, 7))
        );
        assert_eq!(update(RULES, 9, &[2499; 20]), None);
        assert_eq!(update(RULES, 9, &[3000, -3000, 3000, -3000, 3000]), None);
        assert_eq!(
            update(RULES, 9, &[3000, -3000, -3000, -3000, -3000]),
            Some((SelfplayTermination::BlackWins, 5))
        );
    }

    #[test]
    fn a_mate_wins_at_once() {
        let mate = Score::mate_in(7).value();
        assert_eq!(
            update(RULES, 8, &[0, mate]),
            Some((SelfplayTermination::WhiteWins, 2))
        );
        assert_eq!(
            update(RULES, 8, &[0, -mate]),
            Some((SelfplayTermination::BlackWins, 2))
        );
    }

    #[test]
    fn twelve_even_scores_draw_from_move_forty_on() {
        let even = [5, -5, 0, 1, -1, 2, -2, 3, -3, 4, -4, 0];
        assert_eq!(
            update(RULES, 69, &even),
            Some((SelfplayTermination::EvenScores, 12))
        );
        assert_eq!(update(RULES, 68, &even), None);
        assert_eq!(
            update(RULES, 60, &[0; 40]),
            Some((SelfplayTermination::EvenScores, 21)),
            "at ply 80"
        );
        let mut broken = [0; 23];
        broken[11] = 6;
        assert_eq!(update(RULES, 90, &broken), None);
        let early = AdjudicationRules {
            draws: false,
            ..RULES
        };
        assert_eq!(update(early, 90, &even), None);
    }
}
