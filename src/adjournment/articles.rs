//! The Articles about adjourned games, by edition.

use crate::laws::edition::{Edition, RulesText};

/// A point of the Laws about adjourned games. 1997 (Appendix A) and 2009 (guidelines) number the points alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdjournmentPoint {
    /// How a move is sealed, and until when it may be changed.
    Sealing,
    /// The player to move leaves before the end of the session.
    LeavingEarly,
    /// What is written on the envelope.
    Contents,
    /// A draw is offered after the move was sealed.
    OfferAfterSealing,
    /// Position and clocks before the resumption.
    Position,
    /// Agreement or resignation before the resumption.
    EndedBefore,
    /// The envelope is opened when the player who must reply is present.
    Opening,
    /// The sealed move is ambiguous.
    Ambiguous,
    /// The meaning of the sealed move cannot be established.
    Unintelligible,
    /// The sealed move is illegal.
    Illegal,
    /// The sealed move is made on the board, and the clock of the player who must reply is started.
    Resumed,
    /// The player who must reply is absent.
    ReplierAbsent,
    /// The player who sealed is absent.
    SealerAbsent,
    /// A player arrives too late.
    TooLate,
    /// Both players arrive too late.
    BothTooLate,
    /// The player who sealed is too late, but the sealed move mates.
    LateMate,
    /// The player who sealed is too late, but the sealed move draws at once.
    LateDraw,
    /// The player who sealed is too late, but the flag of the one present has fallen.
    LateFlag,
    /// The envelope is lost.
    EnvelopeLost,
    /// The position cannot be established.
    PositionLost,
    /// A clock shows a wrong time.
    WrongTime,
}

impl AdjournmentPoint {
    /// The Article, as the text numbers it; [`numbering`] names the editions that borrow the numbers of another one.
    pub const fn article(self, laws: RulesText) -> &'static str {
        let [appendix, guideline, old] = self.numbers();
        match laws {
            RulesText::Interpretations1974 => old,
            RulesText::Edition(Edition::Fide1997 | Edition::Fide2001) => appendix,
            RulesText::Edition(Edition::Fide2009 | Edition::Fide2018 | Edition::Fide2023) => {
                guideline
            }
        }
    }

    /// The Articles in 1997, 2009 and 1974.
    const fn numbers(self) -> [&'static str; 3] {
        match self {
            Self::Sealing => ["A.1.a", "Guideline 1.a", "15.1"],
            Self::LeavingEarly => ["A.1.b", "Guideline 1.b", "15.1"],
            Self::Contents => ["A.2", "Guideline 2", "15.2"],
            Self::OfferAfterSealing => ["A.4", "Guideline 4", "18.1"],
            Self::Position => ["A.5", "Guideline 5", "16.1"],
            // 1974: the interpretation.
            Self::EndedBefore => ["A.6", "Guideline 6", "16.6"],
            Self::Opening => ["A.7", "Guideline 7", "16.2"],
            Self::Ambiguous => ["A.8.a", "Guideline 8.a", "17.3"],
            Self::Unintelligible => ["A.8.b", "Guideline 8.b", "17.3"],
            Self::Illegal => ["A.8.c", "Guideline 8.c", "17.3"],
            Self::Resumed => ["A.9.a", "Guideline 9.a", "16.2"],
            Self::ReplierAbsent => ["A.9.b", "Guideline 9.b", "16.3"],
            Self::SealerAbsent => ["A.9.c", "Guideline 9.c", "16.4"],
            Self::TooLate => ["A.10", "Guideline 10", "17.2"],
            Self::BothTooLate => ["A.10", "Guideline 10", "17.4"],
            // 1974: the interpretation of 1962.
            Self::LateMate => ["A.10.a", "Guideline 10.a", "17.2 a"],
            Self::LateDraw => ["A.10.b", "Guideline 10.b", "17.2 b"],
            Self::LateFlag => ["A.10.c", "Guideline 10.c", "17.2 c"],
            Self::EnvelopeLost => ["A.11.a", "Guideline 11.a", "16.5"],
            Self::PositionLost => ["A.11.b", "Guideline 11.b", "16.5"],
            Self::WrongTime => ["A.12", "Guideline 12", "16.6"],
        }
    }
}

/// Where the numbers of [`AdjournmentPoint::article`] come from.
pub const fn numbering(laws: RulesText) -> &'static str {
    match laws {
        RulesText::Interpretations1974 => "Articles 15 to 18 of the interpretations of 1974",
        RulesText::Edition(Edition::Fide1997) => "Appendix A of 1997",
        RulesText::Edition(Edition::Fide2001) => {
            "Appendix A of 1997; the numbers of 2001 are not known"
        }
        RulesText::Edition(Edition::Fide2009) => "the guidelines for adjourned games of 2009",
        RulesText::Edition(Edition::Fide2018 | Edition::Fide2023) => {
            "the guidelines for adjourned games of 2009; the numbers of this edition are not known"
        }
    }
}
