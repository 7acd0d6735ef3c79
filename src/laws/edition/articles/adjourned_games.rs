//! The Articles about adjourned games. 1997 (Appendix A) and 2009 (guidelines) number the points alike; the numbers of the
//! other editions are not known.

use super::article_row::ArticleRow;
use crate::laws::edition::{Edition, RulesText};

macro_rules! points {
    ($($name:ident $old:literal $appendix:literal $guideline:literal $meaning:literal;)+) => {
        /// A point of the Laws about adjourned games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AdjournmentPoint {
            $(#[doc = $meaning] $name,)+
        }

        impl AdjournmentPoint {
            /// The Articles in 1974, 1997 and 2009.
            const fn numbers(self) -> [&'static str; 3] {
                match self {
                    $(Self::$name => [$old, $appendix, $guideline],)+
                }
            }
        }

        pub(super) static ROWS: &[ArticleRow] = &[$(ArticleRow {
            name: stringify!($name),
            articles: [Some($old), Some($appendix), None, Some($guideline), None, None],
        }),+];
    };
}

points! {
    //                  1974      1997      2009              Meaning
    Sealing             "15.1"    "A.1.a"   "Guideline 1.a"   "How a move is sealed, and until when it may be changed.";
    LeavingEarly        "15.1"    "A.1.b"   "Guideline 1.b"   "The player to move leaves before the session ends.";
    Contents            "15.2"    "A.2"     "Guideline 2"     "What is written on the envelope.";
    OfferAfterSealing   "18.1"    "A.4"     "Guideline 4"     "A draw is offered after the move was sealed.";
    EndedBefore         "16.6"    "A.6"     "Guideline 6"     "Agreement or resignation before the resumption.";
    Ambiguous           "17.3"    "A.8.a"   "Guideline 8.a"   "The sealed move is ambiguous.";
    Unintelligible      "17.3"    "A.8.b"   "Guideline 8.b"   "The meaning of the sealed move cannot be established.";
    Illegal             "17.3"    "A.8.c"   "Guideline 8.c"   "The sealed move is illegal.";
    Resumed             "16.2"    "A.9.a"   "Guideline 9.a"   "The sealed move is made, and the clock started.";
    ReplierAbsent       "16.3"    "A.9.b"   "Guideline 9.b"   "The player who must reply is absent.";
    SealerAbsent        "16.4"    "A.9.c"   "Guideline 9.c"   "The player who sealed is absent.";
    TooLate             "17.2"    "A.10"    "Guideline 10"    "A player arrives too late.";
    BothTooLate         "17.4"    "A.10"    "Guideline 10"    "Both players arrive too late.";
    LateMate            "17.2 a"  "A.10.a"  "Guideline 10.a"  "The player who sealed is too late, but the move mates.";
    LateDraw            "17.2 b"  "A.10.b"  "Guideline 10.b"  "The player who sealed is too late, but the move draws.";
    LateFlag            "17.2 c"  "A.10.c"  "Guideline 10.c"  "The same, but the flag of the one present has fallen.";
    EnvelopeLost        "16.5"    "A.11.a"  "Guideline 11.a"  "The envelope is lost.";
    PositionLost        "16.5"    "A.11.b"  "Guideline 11.b"  "The position cannot be established.";
    WrongTime           "16.6"    "A.12"    "Guideline 12"    "A clock shows a wrong time.";
}

impl AdjournmentPoint {
    /// The Article, as the text numbers it; [`numbering`] names the editions that borrow the numbers of another one.
    pub const fn article(self, laws: RulesText) -> &'static str {
        let [old, appendix, guideline] = self.numbers();
        match laws {
            RulesText::Interpretations1974 => old,
            RulesText::Edition(Edition::Fide1997 | Edition::Fide2001) => appendix,
            RulesText::Edition(Edition::Fide2009 | Edition::Fide2018 | Edition::Fide2023) => {
                guideline
            }
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
