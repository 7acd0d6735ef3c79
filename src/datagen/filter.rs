//! The filter of training positions. Shards hold whole games; the filter applies when a dataset is made.

use super::{ExpectedScore, GameResult, SearchedMove, SelfplayGame};
use crate::board::Board;

/// The first ply after the standard initial position: earlier positions are too similar.
const FIRST_PLY: usize = 16;
/// The first ply after a Chess960 position.
const FIRST_PLY_CHESS960: usize = 8;
/// The expected score that only a win confirms, about 2000 centipawns; likewise for losses.
const DECISIVE: u8 = 253;
/// The fewest pieces.
const MIN_PIECES: u32 = 5;

/// True if a position is used for training: the position at `ply`, the move `played` there, and its game.
///
/// Only quiet positions are used: no check, capture or promotion. Positions with a mate score and positions with a
/// decisive score that the result contradicts are left out.
pub fn keeps(ply: usize, board: &Board, played: &SearchedMove, game: &SelfplayGame) -> bool {
    let first = if game.is_standard() {
        FIRST_PLY
    } else {
        FIRST_PLY_CHESS960
    };
    ply >= first
        && played.mv.is_quiet()
        && !board.in_check()
        && !is_mate(played.expected_score)
        && !is_contradicted(played.expected_score, game.termination.result())
        && board.occupied().count() >= MIN_PIECES
}

fn is_mate(expected_score: ExpectedScore) -> bool {
    [ExpectedScore::WHITE_MATES, ExpectedScore::BLACK_MATES].contains(&expected_score)
}

/// True if a win was certain and the game was not won.
fn is_contradicted(expected_score: ExpectedScore, result: GameResult) -> bool {
    let ExpectedScore(white) = expected_score;
    white >= DECISIVE && result != GameResult::White
        || 255 - white >= DECISIVE && result != GameResult::Black
}

#[cfg(test)]
mod tests {
    use super::super::{STANDARD_STARTPOS, SelfplayTermination};
    use super::*;
    use crate::types::{Move, MoveKind, Square};

    /// A position, its move and its game, by default accepted.
    struct Case {
        ply: usize,
        fen: &'static str,
        played: SearchedMove,
        startpos: [u16; 2],
        termination: SelfplayTermination,
    }

    impl Default for Case {
        fn default() -> Self {
            Self {
                ply: 16,
                fen: "4k3/8/8/8/4p3/3P4/4P3/4K3 w - - 0 9",
                played: SearchedMove {
                    mv: Move::new(Square::D3, Square::D4, MoveKind::Quiet),
                    expected_score: ExpectedScore(150),
                },
                startpos: [STANDARD_STARTPOS; 2],
                termination: SelfplayTermination::Threefold,
            }
        }
    }

    impl Case {
        fn kept(&self) -> bool {
            let game = SelfplayGame {
                startpos: self.startpos,
                opening: Vec::new(),
                plies: Vec::new(),
                termination: self.termination,
            };
            let board: Board = self.fen.parse().expect("valid FEN");
            assert!(board.is_legal(self.played.mv), "{}", self.played.mv);
            keeps(self.ply, &board, &self.played, &game)
        }

        fn with_move(from: Square, to: Square, kind: MoveKind) -> Self {
            let mut case = Self::default();
            case.played.mv = Move::new(from, to, kind);
            case
        }

        fn expecting(q: u8, termination: SelfplayTermination) -> Self {
            let mut case = Self {
                termination,
                ..Self::default()
            };
            case.played.expected_score = ExpectedScore(q);
            case
        }
    }

    #[test]
    fn an_ordinary_position_is_kept() {
        assert!(Case::default().kept());
    }

    #[test]
    fn beginnings_are_left_out() {
        let at = |ply, startpos| {
            let case = Case {
                ply,
                startpos,
                ..Case::default()
            };
            case.kept()
        };
        assert!(!at(15, [STANDARD_STARTPOS; 2]) && at(16, [STANDARD_STARTPOS; 2]));
        assert!(
            !at(7, [STANDARD_STARTPOS, 3])
                && at(8, [STANDARD_STARTPOS, 3])
                && at(8, [0, STANDARD_STARTPOS])
        );
    }

    #[test]
    fn checks_are_left_out() {
        let case = Case {
            fen: "4k3/8/8/8/8/3P1n2/P3P3/4K3 w - - 0 9",
            ..Case::with_move(Square::E1, Square::F2, MoveKind::Quiet)
        };
        assert!(!case.kept());
        let quiet = Case {
            fen: "4k3/8/8/8/8/3P2n1/P3P3/4K3 w - - 0 9",
            ..Case::with_move(Square::E1, Square::F2, MoveKind::Quiet)
        };
        assert!(quiet.kept());
    }

    #[test]
    fn captures_and_promotions_are_left_out() {
        assert!(!Case::with_move(Square::D3, Square::E4, MoveKind::Capture).kept());
        let promoting = |mv: Move| {
            let mut case = Case {
                fen: "4k3/P7/8/2pP4/8/8/4P3/R3K3 w Q c6 0 9",
                ..Case::default()
            };
            case.played.mv = mv;
            case.kept()
        };
        for (from, to, kind, kept) in [
            (Square::A7, Square::A8, MoveKind::PromoteQueen, false),
            (Square::D5, Square::C6, MoveKind::EnPassant, false),
            (Square::E1, Square::A1, MoveKind::Castle, true),
            (Square::E2, Square::E4, MoveKind::DoublePush, true),
        ] {
            assert_eq!(promoting(Move::new(from, to, kind)), kept, "{from}{to}");
        }
    }

    #[test]
    fn mates_are_left_out() {
        assert!(!Case::expecting(255, SelfplayTermination::WhiteMates).kept());
        assert!(!Case::expecting(0, SelfplayTermination::BlackWins).kept());
    }

    #[test]
    fn decisive_scores_need_the_result() {
        for (q, termination, kept) in [
            (253, SelfplayTermination::WhiteWins, true),
            (254, SelfplayTermination::Threefold, false),
            (253, SelfplayTermination::BlackWins, false),
            (252, SelfplayTermination::BlackWins, true),
            (2, SelfplayTermination::BlackMates, true),
            (1, SelfplayTermination::FiftyMoves, false),
            (2, SelfplayTermination::WhiteWins, false),
            (3, SelfplayTermination::WhiteWins, true),
        ] {
            assert_eq!(
                Case::expecting(q, termination).kept(),
                kept,
                "{q} {termination:?}"
            );
        }
    }

    #[test]
    fn four_pieces_are_left_out() {
        let case = Case {
            fen: "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 9",
            ..Case::default()
        };
        assert!(!case.kept());
    }
}
