//! The editions of the Laws and the modes of play.

use super::unknown_name::{UnknownName, by_name};
use crate::util::word_enum::word_enum;
use std::str::FromStr;

word_enum! {
    /// An edition of the Laws of Chess.
    ///
    /// ```
    /// use compongo::laws::outcome::OutcomeKind;
    /// use compongo::{Edition, Mode};
    ///
    /// let edition: Edition = "fide1997".parse()?;
    /// assert_eq!(edition.rules(Mode::Blitz).end_article(OutcomeKind::FlagFall), "C.4");
    /// assert_eq!(edition.class(&"1500+10".parse()?), Mode::Rapid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Edition {
        /// In force from 1 July 1997.
        Fide1997 = "fide1997",
        /// In force from 1 July 2001. By secondary sources, the edition of 2005 has the same rules of play, except
        /// that no move may be written in advance.
        Fide2001 = "fide2001",
        /// In force from 1 July 2009.
        Fide2009 = "fide2009",
        /// In force from 1 January 2018.
        ///
        /// By secondary sources, the editions of 2014 and 2017 differ from it in three rules of play: in 2014 fivefold
        /// repetition required consecutive alternate moves; until the end of 2017 one illegal move lost a rapid or blitz
        /// game; and until June 2017 a clock pressed without a move and a move with both hands were not illegal moves.
        Fide2018 = "fide2018",
        /// In force from 1 January 2023.
        #[default]
        Fide2023 = "fide2023",
    }
}

word_enum! {
    /// The mode of play, by time control; the slowest is declared first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Mode {
        /// Standard chess.
        #[default]
        Standard = "standard",
        /// Rapid chess: Appendix B in 1997 and 2001, Appendix A later.
        Rapid = "rapid",
        /// Blitz: Appendix C in 1997 and 2001, Appendix B later.
        Blitz = "blitz",
    }
}

impl FromStr for Mode {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        by_name(text, &Self::ALL, Self::name)
    }
}
