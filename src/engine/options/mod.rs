//! The options a client can set: the table, the typed values, and the reading of `setoption`.
//!
//! Each option is one row of the table below; its identifier, its field in [`Options`], its default and its `option`
//! line follow from the row. Names and texts avoid the words `name type default min max var value`, at which clients
//! cut option lines.
//!
//! ```
//! use compongo::engine::options::{self, Effect, OptionId, Options};
//!
//! let mut options = Options::default();
//! let (id, value) = options::split("name move_overhead value 9999")?;
//! assert_eq!((id, value), (OptionId::MoveOverhead, "9999"));
//!
//! let change = options.set(id, value)?;
//! assert_eq!((change.effect, options.move_overhead), (Effect::Changed, 5000));
//! assert!(change.warning.is_some());
//! # Ok::<(), options::OptionError>(())
//! ```

mod kinds;
mod reading;
#[cfg(test)]
mod tests;

pub use reading::split;
pub(crate) use reading::{read_integer, split_word};

use crate::eval::Evaluation;
use crate::laws::control::{ClockControl, ClockControlError};
use crate::laws::edition::{Edition, Mode};
use kinds::{
    CheckOption, ClockOption, ComboOption, EvalFileOption, OptionKind, OutOfRange, SpinOption,
    StringOption, UnstoredOption, store,
};
use vampirc_uci::UciOptionConfig;

/// Why an option was not set. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// `setoption` without the name of an option.
    #[error("setoption: no option is named")]
    NoName,
    /// The text names no option of the table.
    #[error("setoption: there is no option '{0}'")]
    Unknown(String),
    /// Something else than the word `value` follows the name.
    #[error("setoption: the word value is missing before '{text}'")]
    NoValueWord {
        /// What follows the name, shortened.
        text: String,
    },
    /// A check, spin or combo option came without a value.
    #[error("option {name}: no value is given")]
    NoValue {
        /// The option.
        name: &'static str,
    },
    /// The value of a spin option is not a number.
    #[error("option {name}: '{value}' is not a number")]
    NotANumber {
        /// The option.
        name: &'static str,
        /// The value, shortened.
        value: String,
    },
    /// The value of a check option cannot be read.
    #[error("option {name}: '{value}' is neither true nor false")]
    NotABoolean {
        /// The option.
        name: &'static str,
        /// The value, shortened.
        value: String,
    },
    /// The value of a combo option is none of its choices.
    #[error("option {name}: '{value}' is none of {choices}")]
    NotAChoice {
        /// The option.
        name: &'static str,
        /// The value, shortened.
        value: String,
        /// What there is to choose from.
        choices: String,
    },
    /// The value of an option for a time control is none.
    #[error("option {name}: {why}")]
    NotAControl {
        /// The option.
        name: &'static str,
        /// What is wrong with the value.
        why: ClockControlError,
    },
    /// The value of the option for a network file is none.
    #[error("option {name}: '{value}': {why}")]
    NotAnEvaluation {
        /// The option.
        name: &'static str,
        /// The value, shortened.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// The value lies above a maximum at which it would be unwise to clamp.
    #[error("option {name}: {value} is above the maximum of {max}")]
    TooLarge {
        /// The option.
        name: &'static str,
        /// The value, shortened.
        value: String,
        /// The largest value.
        max: u32,
    },
}

/// What setting an option did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The option had this value already: there is nothing to do.
    Unchanged,
    /// The option has a new value.
    Changed,
    /// A button was pressed.
    Pressed,
}

/// The outcome of [`Options::set`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which option was set.
    pub id: OptionId,
    /// Whether there is anything to do about it.
    pub effect: Effect,
    /// What was corrected, in the form `<what>: <why>`.
    pub warning: Option<String>,
}

/// What the engine does about draws by claim (Articles 9.2, 9.3) and by agreement (Article 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawsDraws {
    /// Neither claims nor offers draws.
    Play,
    /// Prefers a move with which a draw can be claimed to any other that does not promise more.
    Claim,
    /// Offers draws, and accepts or refuses offers.
    Offer,
    /// Both.
    ClaimAndOffer,
}

impl LawsDraws {
    /// True if moves with which a draw can be claimed are preferred.
    pub const fn claims(self) -> bool {
        matches!(self, Self::Claim | Self::ClaimAndOffer)
    }

    /// True if draws are offered and offers are answered.
    pub const fn offers(self) -> bool {
        matches!(self, Self::Offer | Self::ClaimAndOffer)
    }
}

/// Makes the identifiers, the fields and the listing out of the rows.
macro_rules! options {
    (
        settings { $(#[doc = $doc:literal] $id:ident $name:literal $field:ident: $type:ty = $kind:expr;)+ }
        fieldless { $(#[doc = $other_doc:literal] $other:ident $other_name:literal = $other_kind:expr;)+ }
    ) => {
        /// An option of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum OptionId {
            $(#[doc = $doc] $id,)+
            $(#[doc = $other_doc] $other,)+
        }

        impl OptionId {
            /// Every option, in the order of the listing.
            pub const ALL: &'static [Self] = &[$(Self::$id,)+ $(Self::$other,)+];

            /// The name as it is shown to clients.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$id => $name,)+
                    $(Self::$other => $other_name,)+
                }
            }

            /// One sentence on what the option does.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$id => $doc.trim_ascii(),)+
                    $(Self::$other => $other_doc.trim_ascii(),)+
                }
            }

            /// The `option` message.
            pub fn config(self) -> UciOptionConfig {
                let name = self.name().to_owned();
                match self {
                    $(Self::$id => $kind.config(name),)+
                    $(Self::$other => $other_kind.config(name),)+
                }
            }
        }

        /// The values of all options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = $doc] pub $field: $type,)+
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: $kind.initial(),)+ }
            }
        }

        impl Options {
            /// Sets an option to the value that a text stands for; see [`split`] for where they come from.
            ///
            /// Numbers lose their decimals and are clamped to the range, with a warning. The text of a button is
            /// ignored. The caller acts on the [`Change`].
            ///
            /// # Errors
            ///
            /// If the value is missing, unreadable, no choice of the option, or too large for a hash table. Then the
            /// old value stays.
            pub fn set(&mut self, id: OptionId, text: &str) -> Result<Change, OptionError> {
                match id {
                    $(OptionId::$id => store(&$kind, &mut self.$field, id, text),)+
                    $(OptionId::$other => Ok(Change { id, effect: $other_kind.effect(), warning: None }),)+
                }
            }
        }
    };
}

options! {
    settings {
        /// Size of the hash table in MiB.
        Hash "Hash" hash: u32 = SpinOption { default: 16, min: 1, max: 1_048_576, out_of_range: OutOfRange::Refuse };
        /// Search threads.
        Threads "Threads" threads: u32 = SpinOption { default: 1, min: 1, max: 512, out_of_range: OutOfRange::Clamp };
        /// The client may let the engine think on the opponent's time.
        Ponder "Ponder" ponder: bool = CheckOption { default: false };
        /// Number of best lines to search and show.
        MultiPv "MultiPV" multi_pv: u32 = SpinOption { default: 1, min: 1, max: 256, out_of_range: OutOfRange::Clamp };
        /// Milliseconds kept back per move for what lies between the engine and the clock.
        MoveOverhead "Move Overhead" move_overhead: u32 = SpinOption { default: 30, min: 0, max: 5000, out_of_range: OutOfRange::Clamp };
        /// Castling is printed as king takes rook; it is understood either way.
        Chess960 "UCI_Chess960" chess960: bool = CheckOption { default: false };
        /// Chances to win, draw and lose are shown with each score.
        ShowWdl "UCI_ShowWDL" show_wdl: bool = CheckOption { default: false };
        /// The client analyses: what is only for games is switched off.
        AnalyseMode "UCI_AnalyseMode" analyse_mode: bool = CheckOption { default: false };
        /// Title, rating, nature and name of the opponent.
        Opponent "UCI_Opponent" opponent: String = StringOption;
        /// Only the last set of info lines of each search is printed.
        Minimal "Minimal" minimal: bool = CheckOption { default: false };
        /// The file of the network that evaluates positions; the word material counts men instead.
        EvalFile "EvalFile" evaluation: Evaluation = EvalFileOption;
        /// What a go cannot tell of the clock, all periods and the delay: 40/5400+30:1800+30, 300d5 (simple delay), 300b5 (Bronstein).
        Clock "Clock" clock: Option<ClockControl> = ClockOption;
        /// Which edition of the Laws of Chess decides how games end and what may be claimed.
        LawsEdition "Laws Edition" laws_edition: Edition = ComboOption {
            default: Edition::Fide2023,
            choices: &[
                ("Fide2023", Edition::Fide2023),
                ("Fide2018", Edition::Fide2018),
                ("Fide2009", Edition::Fide2009),
                ("Fide2001", Edition::Fide2001),
                ("Fide1997", Edition::Fide1997),
            ],
        };
        /// Which of their rules for different paces of play apply.
        LawsMode "Laws Mode" laws_mode: Mode = ComboOption {
            default: Mode::Standard,
            choices: &[
                ("Standard", Mode::Standard),
                ("Rapid", Mode::Rapid),
                ("Blitz", Mode::Blitz),
            ],
        };
        /// Results by rule, claims and sides that can no longer give mate are reported before and after a search.
        LawsReport "Laws Report" laws_report: bool = CheckOption { default: true };
        /// Play on, prefer moves with which a draw can be claimed where nothing better is in sight, offer and accept draws, or both.
        LawsDraws "Laws Draws" laws_draws: LawsDraws = ComboOption {
            default: LawsDraws::Play,
            choices: &[
                ("Play", LawsDraws::Play),
                ("Claim", LawsDraws::Claim),
                ("Offer", LawsDraws::Offer),
                ("ClaimAndOffer", LawsDraws::ClaimAndOffer),
            ],
        };
    }
    fieldless {
        /// Empties the hash table.
        ClearHash "Clear Hash" = UnstoredOption::Button;
        /// What this engine is; setting it does nothing.
        EngineAbout "UCI_EngineAbout" = UnstoredOption::FixedText(ABOUT);
    }
}

/// Version and licence of the engine.
const ABOUT: &str = concat!(
    "Compongo ",
    env!("CARGO_PKG_VERSION"),
    ", licence ",
    env!("CARGO_PKG_LICENSE")
);
