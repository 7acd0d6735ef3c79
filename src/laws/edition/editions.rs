//! The editions of the Laws and the modes of play.

use super::unknown_name::{UnknownName, by_name};
use std::fmt;
use std::str::FromStr;

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
    Fide1997,
    /// In force from 1 July 2001. The edition of 2005 has the same rules of play.
    Fide2001,
    /// In force from 1 July 2009.
    Fide2009,
    /// In force from 1 January 2018.
    ///
    /// The editions of 2014 and 2017 differ from it in two rules of play: in 2014 fivefold repetition required
    /// consecutive alternate moves, and until the end of 2017 one illegal move lost a rapid or blitz game.
    Fide2018,
    /// In force from 1 January 2023.
    #[default]
    Fide2023,
}

/// The mode of play, by time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Standard chess.
    #[default]
    Standard,
    /// Rapid chess: Appendix B in 1997, Appendix A later.
    Rapid,
    /// Blitz: Appendix C in 1997, Appendix B later.
    Blitz,
}

impl Edition {
    /// All editions, the oldest first.
    pub const ALL: [Self; 5] = [
        Self::Fide1997,
        Self::Fide2001,
        Self::Fide2009,
        Self::Fide2018,
        Self::Fide2023,
    ];

    /// The name, as in `Fide2023`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fide1997 => "Fide1997",
            Self::Fide2001 => "Fide2001",
            Self::Fide2009 => "Fide2009",
            Self::Fide2018 => "Fide2018",
            Self::Fide2023 => "Fide2023",
        }
    }
}

impl Mode {
    /// All modes, the slowest first.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Rapid, Self::Blitz];

    /// The name, as in `Standard`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::Rapid => "Rapid",
            Self::Blitz => "Blitz",
        }
    }
}

impl FromStr for Mode {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        by_name(text, &Self::ALL, Self::name)
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().to_ascii_lowercase())
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().to_ascii_lowercase())
    }
}
