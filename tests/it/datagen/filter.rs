//! Which positions are trained on.

use crate::support::position::board;
use compongo::datagen::filter::keeps;
use compongo::datagen::{
    ExpectedScore, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination,
};
use compongo::types::{Move, MoveKind, Square};

/// A position, its move and its game, by default accepted.
struct Case {
    ply: usize,
    fen: &'static str,
    mv: (Square, Square, MoveKind),
    expected_score: u8,
    startpos: [u16; 2],
    termination: SelfplayTermination,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            ply: 16,
            fen: "4k3/8/8/8/4p3/3P4/4P3/4K3 w - - 0 9",
            mv: (Square::D3, Square::D4, MoveKind::Quiet),
            expected_score: 150,
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
        let (from, to, kind) = self.mv;
        let played = SearchedMove {
            mv: Move::new(from, to, kind),
            expected_score: ExpectedScore(self.expected_score),
        };
        let board = board(self.fen);
        assert!(board.is_legal(played.mv), "{}", played.mv);
        keeps(self.ply, &board, &played, &game)
    }
}

#[test]
fn beginnings_are_left_out() {
    for (ply, startpos, kept) in [
        (15, [STANDARD_STARTPOS; 2], false),
        (16, [STANDARD_STARTPOS; 2], true),
        (8, [STANDARD_STARTPOS, 3], true),
        (8, [0, STANDARD_STARTPOS], true),
    ] {
        let case = Case {
            ply,
            startpos,
            ..Case::default()
        };
        assert_eq!(case.kept(), kept, "{ply} {startpos:?}");
    }
}

#[test]
fn only_quiet_positions_are_kept() {
    const CHECK: &str = "4k3/8/8/8/8/3P1n2/P3P3/4K3 w - - 0 9";
    const NO_CHECK: &str = "4k3/8/8/8/8/3P2n1/P3P3/4K3 w - - 0 9";
    const SPECIAL: &str = "4k3/P7/8/2pP4/8/8/4P3/R3K3 w Q c6 0 9";
    const FOUR_PIECES: &str = "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 9";
    for (fen, from, to, kind, kept) in [
        (CHECK, Square::E1, Square::F2, MoveKind::Quiet, false),
        (NO_CHECK, Square::E1, Square::F2, MoveKind::Quiet, true),
        (
            Case::default().fen,
            Square::D3,
            Square::E4,
            MoveKind::Capture,
            false,
        ),
        (
            SPECIAL,
            Square::A7,
            Square::A8,
            MoveKind::PromoteQueen,
            false,
        ),
        (SPECIAL, Square::D5, Square::C6, MoveKind::EnPassant, false),
        (SPECIAL, Square::E1, Square::A1, MoveKind::Castle, true),
        (SPECIAL, Square::E2, Square::E4, MoveKind::DoublePush, true),
        (FOUR_PIECES, Square::D3, Square::D4, MoveKind::Quiet, false),
    ] {
        let case = Case {
            fen,
            mv: (from, to, kind),
            ..Case::default()
        };
        assert_eq!(case.kept(), kept, "{from}{to} in {fen}");
    }
}

#[test]
fn decisive_scores_need_the_result_and_mates_are_left_out() {
    for (expected_score, termination, kept) in [
        (253, SelfplayTermination::WhiteWins, true),
        (254, SelfplayTermination::Threefold, false),
        (253, SelfplayTermination::BlackWins, false),
        (252, SelfplayTermination::BlackWins, true),
        (2, SelfplayTermination::BlackMates, true),
        (1, SelfplayTermination::FiftyMoves, false),
        (2, SelfplayTermination::WhiteWins, false),
        (3, SelfplayTermination::WhiteWins, true),
        (255, SelfplayTermination::WhiteMates, false),
        (0, SelfplayTermination::BlackWins, false),
    ] {
        let case = Case {
            expected_score,
            termination,
            ..Case::default()
        };
        assert_eq!(case.kept(), kept, "{expected_score} {termination:?}");
    }
}
