//! The Articles under which a game ends, by edition.
//!
//! Sub-numbers of 2018 and 2023 are from secondary sources. Not verified: the sub-numbers of 9.2 and 9.3 in these
//! editions (point 1 the intended move, point 2 the position on the board), and the numbers in the appendices of 2001.

use super::Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
use super::{BothFlagsFallen, FlagCaller, Mode, Rules};
use crate::laws::outcome::OutcomeKind;

/// Loss by persistent refusal to comply with the Laws, in 1997.
pub const PERSISTENT_REFUSAL: &str = "12.7";

/// How a draw is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClaimForm {
    /// With the position on the board.
    OnBoard,
    /// With an announced move that is not played.
    Intended,
}

impl Rules {
    /// The Article under which a game ends for a reason.
    ///
    /// Editions before 2014 have no fivefold repetition and no 75-move rule; an event that uses them nevertheless uses the
    /// Articles of 2014. For claims see [`Rules::claim_article`], for the third illegal move under the standard rules of
    /// 1997 [`PERSISTENT_REFUSAL`].
    pub const fn article(&self, kind: OutcomeKind) -> &'static str {
        let edition = self.edition;
        match kind {
            OutcomeKind::Checkmate => match edition {
                Fide1997 | Fide2001 | Fide2009 => "5.1.a",
                Fide2018 | Fide2023 => "5.1.1",
            },
            OutcomeKind::Stalemate => match edition {
                Fide1997 => "5.2",
                Fide2001 | Fide2009 => "5.2.a",
                Fide2018 | Fide2023 => "5.2.1",
            },
            OutcomeKind::DeadPosition => match edition {
                Fide1997 => "9.6",
                Fide2001 | Fide2009 => "5.2.b",
                Fide2018 | Fide2023 => "5.2.2",
            },
            OutcomeKind::Fivefold => "9.6.1",
            OutcomeKind::SeventyFiveMoves => "9.6.2",
            OutcomeKind::Threefold => "9.2",
            OutcomeKind::FiftyMoves => "9.3",
            OutcomeKind::FlagFall => match (edition, self.mode) {
                (Fide1997, Mode::Blitz) => "C.4",
                (Fide2001, _) => "6.10",
                _ => "6.9",
            },
            OutcomeKind::IllegalMove => match (edition, self.mode) {
                (Fide1997 | Fide2001, Mode::Blitz) => "C.3",
                (Fide2009, Mode::Blitz) if self.illegal_move_stands => "B.3.c",
                (Fide1997, _) => "10.3",
                (Fide2001 | Fide2009, _) => "7.4.b",
                (Fide2018 | Fide2023, _) => "7.5.5",
            },
            OutcomeKind::Resignation => match edition {
                Fide1997 | Fide2001 | Fide2009 => "5.1.b",
                Fide2018 | Fide2023 => "5.1.2",
            },
            OutcomeKind::Agreement => match edition {
                Fide1997 => "5.3",
                Fide2001 | Fide2009 => "5.2.c",
                Fide2018 | Fide2023 => "5.2.3",
            },
        }
    }

    /// The Article that applies when both flags have fallen and it is not known which fell first: the game is drawn, or
    /// it goes on.
    pub const fn both_flags_article(&self, drawn: bool) -> &'static str {
        match (self.edition, self.mode, drawn) {
            (Fide1997, Mode::Rapid | Mode::Blitz, _) => "B.8",
            (Fide2001, Mode::Rapid | Mode::Blitz, _) => "B.9",
            (Fide1997, Mode::Standard, true) => "10.4",
            (Fide1997, Mode::Standard, false) => "6.11",
            (Fide2001, Mode::Standard, true) => "10.3",
            (Fide2001, Mode::Standard, false) => "6.12",
            (Fide2009, ..) if matches!(self.both_flags, BothFlagsFallen::Draw) => "A.4.d.3",
            (Fide2009, _, true) => "6.11.b",
            (Fide2009, _, false) => "6.11.a",
            (Fide2018 | Fide2023, ..) => "III.3.1",
        }
    }

    /// The Article about a game that begins from a wrong initial position (97 to 09 7.1.a; 18 and 23 7.2.1), or about the
    /// initial position of Chess960 (09 F.2; 18 and 23 Guideline II.2); `None` if the edition has no Chess960.
    pub const fn initial_position_article(&self, chess960: bool) -> Option<&'static str> {
        match (self.edition, chess960) {
            (Fide1997 | Fide2001 | Fide2009, false) => Some("7.1.a"),
            (Fide2018 | Fide2023, false) => Some("7.2.1"),
            (Fide1997 | Fide2001, true) => None,
            (Fide2009, true) => Some("F.2"),
            (Fide2018 | Fide2023, true) => Some("II.2"),
        }
    }

    /// The Article that says who calls a flag fall ([`Rules::flag_caller`]).
    pub const fn flag_caller_article(&self) -> &'static str {
        match (self.flag_caller, self.edition) {
            (FlagCaller::Player, _) => self.flag_claim_article(),
            (FlagCaller::Arbiter, Fide2001) => "6.9",
            (FlagCaller::Arbiter, _) => "6.8",
        }
    }

    /// The Article for a draw claim: 9.2 for [`OutcomeKind::Threefold`], 9.3 for [`OutcomeKind::FiftyMoves`], with the
    /// point for the form of the claim. All other kinds end the game without a claim and get their own Article.
    pub const fn claim_article(&self, kind: OutcomeKind, form: ClaimForm) -> &'static str {
        let new = matches!(self.edition, Fide2018 | Fide2023);
        match (kind, form) {
            (OutcomeKind::Threefold, ClaimForm::Intended) if new => "9.2.1",
            (OutcomeKind::Threefold, ClaimForm::Intended) => "9.2.a",
            (OutcomeKind::Threefold, ClaimForm::OnBoard) if new => "9.2.2",
            (OutcomeKind::Threefold, ClaimForm::OnBoard) => "9.2.b",
            (OutcomeKind::FiftyMoves, ClaimForm::Intended) if new => "9.3.1",
            (OutcomeKind::FiftyMoves, ClaimForm::OnBoard) if new => "9.3.2",
            // Only 1997 puts the claim with 50 completed moves first.
            (OutcomeKind::FiftyMoves, ClaimForm::Intended) if matches!(self.edition, Fide1997) => {
                "9.3.b"
            }
            (OutcomeKind::FiftyMoves, ClaimForm::OnBoard) if matches!(self.edition, Fide1997) => {
                "9.3.a"
            }
            (OutcomeKind::FiftyMoves, ClaimForm::Intended) => "9.3.a",
            (OutcomeKind::FiftyMoves, ClaimForm::OnBoard) => "9.3.b",
            _ => self.article(kind),
        }
    }
}
