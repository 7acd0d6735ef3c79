//! The editions of the Laws and the rules in which they differ.
//!
//! An [`Edition`], a [`Mode`] and a degree of [`Supervision`] give [`Rules`]: plain data, every field of which an event may
//! override. [`articles`] has the numbers of the Articles, each with its source.
//!
//! The editions of 2018 and 2023, and the rapid and blitz appendices of 2001, are from secondary sources. Their content
//! is well established, but check the wording against the FIDE Handbook before quoting it.

mod agreement;
pub mod articles;
mod rules;
mod rules_text;
mod supervision;

pub use agreement::AgreementBanError;
pub use articles::clause;
pub use rules::{
    BothFlagsFallen, DrawOfferRefusal, FlagCaller, IllegalMoveRule, LossCondition, LossOfClaim,
    QuickplayFinish, Rules, TimeClassLimits, TimeLimit, UnfinishedPromotion, WrongClaimCost,
};
pub use rules_text::{EditionError, RulesText};
pub use supervision::Supervision;

use super::control::TimeControl;
use crate::util::text::quote;
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

/// The error for a name that is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is none of {known}{hint}")]
pub struct UnknownName {
    text: String,
    known: String,
    /// What to use instead, if there is something.
    hint: &'static str,
}

/// Finds a name, ignoring case.
fn by_name<T: Copy>(
    text: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, UnknownName> {
    let found = all
        .iter()
        .find(|&&item| name(item).eq_ignore_ascii_case(text));
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&item| name(item)).collect();
        UnknownName {
            text: quote(text),
            known: names.join(", "),
            hint: "",
        }
    })
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

    /// The rules of a mode under supervision: the arbiter sees every move and every clock.
    pub const fn rules(self, mode: Mode) -> Rules {
        self.rules_under(mode, Supervision::Supervised)
    }

    /// The rules of a mode under a degree of supervision.
    pub const fn rules_under(self, mode: Mode, supervision: Supervision) -> Rules {
        Rules::new(self, mode, supervision)
    }

    /// The mode of a time control (97 B.1, C.1; 01 and 09 A.1, B.1; 18 and 23 A.1, B.1).
    ///
    /// A time control of several periods is classified by its total time for 60 moves; the Laws leave that open. Where the
    /// increment counts, the delay counts too.
    pub fn class(self, control: &TimeControl) -> Mode {
        let classes = TimeClassLimits::new(self);
        let ms = control.time_for(60, classes.count_increment);
        if classes.blitz.holds(ms) {
            Mode::Blitz
        } else if classes.rapid.holds(ms) {
            Mode::Rapid
        } else {
            Mode::Standard
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
