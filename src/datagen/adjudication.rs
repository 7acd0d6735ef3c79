//! How games of self-play end: by the Laws, or because the rest is clear.

use super::SelfplayTermination;
use crate::laws::claims;
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::material;
use crate::laws::outcome::OutcomeKind;
use crate::laws::winnable::reachable::DeadPositionCache;
use crate::laws::winnable::tree::forced_dead;
use crate::types::{Color, Score};

/// How the game has ended by the Laws, if it has. The draws of Articles 9.2 and 9.3 are always claimed.
///
/// A dead position is one that the pieces, a wall of pawns or forced moves prove; nothing here looks at a clock. `walls`
/// belongs to the game.
pub fn end_by_laws(game: &Game, walls: &mut DeadPositionCache) -> Option<SelfplayTermination> {
    let board = game.board();
    if !board.has_legal_move() {
        return Some(match board.stm() {
            _ if !board.in_check() => SelfplayTermination::Stalemate,
            Color::White => SelfplayTermination::BlackMates,
            Color::Black => SelfplayTermination::WhiteMates,
        });
    }
    if material::is_dead(board) || walls.is_dead(board) || forced_dead(board) {
        return Some(SelfplayTermination::DeadPosition);
    }
    let claims = claims::on_board(game, &Rules::default());
    claims.first().map(|claim| match claim.kind {
        OutcomeKind::FiftyMoves => SelfplayTermination::FiftyMoves,
        _ => SelfplayTermination::Threefold,
    })
}

/// When a game is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdjudicationRules {
    /// The score, in centipawns, that nobody comes back from.
    pub win: i32,
    /// Whether games in which neither side has anything are drawn.
    pub draws: bool,
}

impl AdjudicationRules {
    /// Half-moves in a row for which one side has to be winning.
    pub const WON_PLIES: u32 = 4;
    /// Half-moves in a row for which neither side may have anything.
    pub const EVEN_PLIES: u32 = 12;
    /// The largest score that is nothing, in centipawns.
    pub const EVEN: i32 = 5;
    /// Half-moves that have to be played before a game is drawn: forty moves.
    pub const DRAWN_FROM: usize = 80;
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct ScoreAdjudicator {
    rules: AdjudicationRules,
    /// Half-moves in a row with a winning score, and whose.
    won: Option<(Color, u32)>,
    /// Half-moves in a row with even scores.
    even: u32,
}

impl ScoreAdjudicator {
    /// For a game of which nothing has been heard.
    pub const fn new(rules: AdjudicationRules) -> Self {
        Self {
            rules,
            won: None,
            even: 0,
        }
    }

    /// Hears the score that `stm` had after `ply` half-moves; says how the game ends now, if it does.
    ///
    /// A proved mate ends it at once.
    pub fn hear(&mut self, ply: usize, score: Score, stm: Color) -> Option<SelfplayTermination> {
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

    fn ending(fen: &str) -> Option<SelfplayTermination> {
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
            // The wall of pawns stands for ever.
            (
                "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 1",
                Some(SelfplayTermination::DeadPosition),
            ),
            // The queen has to be taken.
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
            assert_eq!(ending(fen), expected, "{fen}");
        }
    }

    #[test]
    fn the_third_appearance_ends_the_game() {
        let mut game = Game::default();
        let mut walls = DeadPositionCache::new(4096, 4096);
        let circle = [
            (Square::G1, Square::F3),
            (Square::G8, Square::F6),
            (Square::F3, Square::G1),
            (Square::F6, Square::G8),
        ];
        for (ply, (from, to)) in circle.into_iter().cycle().take(8).enumerate() {
            assert_eq!(end_by_laws(&game, &mut walls), None, "{ply}");
            let mv = Move::new(from, to, MoveKind::Quiet);
            game.play(mv).expect("a knight's move");
        }
        assert_eq!(
            end_by_laws(&game, &mut walls),
            Some(SelfplayTermination::Threefold)
        );
    }

    /// The ending after scores from White's view, the first after `ply` half-moves, and the number of scores heard.
    fn hear(
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
            let ending = adjudicator.hear(ply + index, score, stm)?;
            Some((ending, index + 1))
        })
    }

    #[test]
    fn four_winning_scores_in_a_row_win() {
        assert_eq!(
            hear(RULES, 9, &[2500, 2600, 2700, 2500, 0]),
            Some((SelfplayTermination::WhiteWins, 4))
        );
        assert_eq!(
            hear(RULES, 9, &[-2500, -2500, 100, -3000, -3000, -3000, -9999]),
            Some((SelfplayTermination::BlackWins, 7))
        );
        assert_eq!(hear(RULES, 9, &[2499; 20]), None);
        assert_eq!(hear(RULES, 9, &[3000, -3000, 3000, -3000, 3000]), None);
        assert_eq!(
            hear(RULES, 9, &[3000, -3000, -3000, -3000, -3000]),
            Some((SelfplayTermination::BlackWins, 5))
        );
    }

    #[test]
    fn a_mate_wins_at_once() {
        let mate = Score::mate_in(7).value();
        assert_eq!(
            hear(RULES, 8, &[0, mate]),
            Some((SelfplayTermination::WhiteWins, 2))
        );
        assert_eq!(
            hear(RULES, 8, &[0, -mate]),
            Some((SelfplayTermination::BlackWins, 2))
        );
    }

    #[test]
    fn twelve_even_scores_draw_from_move_forty_on() {
        let even = [5, -5, 0, 1, -1, 2, -2, 3, -3, 4, -4, 0];
        assert_eq!(
            hear(RULES, 69, &even),
            Some((SelfplayTermination::EvenScores, 12))
        );
        assert_eq!(hear(RULES, 68, &even), None);
        assert_eq!(
            hear(RULES, 60, &[0; 40]),
            Some((SelfplayTermination::EvenScores, 21)),
            "at ply 80"
        );
        let mut broken = [0; 23];
        broken[11] = 6;
        assert_eq!(hear(RULES, 90, &broken), None);
        let early = AdjudicationRules {
            draws: false,
            ..RULES
        };
        assert_eq!(hear(early, 90, &even), None);
    }
}
