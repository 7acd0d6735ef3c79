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

#[cfg(test)]
mod tests;

use crate::time::DelayMode;
use std::fmt::Write as _;

/// Why an option was not set. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// `setoption` without the name of an option.
    #[error("setoption: no option is named")]
    NoName,
    /// The text names no option of the table.
    #[error("setoption: there is no option '{0}'")]
    Unknown(String),
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

/// A kind of option whose value is kept.
trait Kind {
    type Value: PartialEq;

    fn initial(&self) -> Self::Value;

    /// The value a text stands for, and whether it had to be moved into the range.
    fn read(&self, name: &'static str, text: &str) -> Result<(Self::Value, bool), OptionError>;

    /// What follows `type` in the `option` line.
    fn describe(&self) -> String;
}

struct Check {
    default: bool,
}

impl Kind for Check {
    type Value = bool;

    fn initial(&self) -> bool {
        self.default
    }

    fn read(&self, name: &'static str, text: &str) -> Result<(bool, bool), OptionError> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" => Ok((true, false)),
            "false" | "0" | "off" => Ok((false, false)),
            "" => Err(OptionError::NoValue { name }),
            _ => Err(OptionError::NotABoolean {
                name,
                value: quote(text),
            }),
        }
    }

    fn describe(&self) -> String {
        format!("check default {}", self.default)
    }
}

/// What becomes of a number above the maximum.
#[derive(PartialEq)]
enum Above {
    Clamp,
    Refuse,
}

struct Spin {
    default: u32,
    min: u32,
    max: u32,
    above: Above,
}

impl Kind for Spin {
    type Value = u32;

    fn initial(&self) -> u32 {
        self.default
    }

    fn read(&self, name: &'static str, text: &str) -> Result<(u32, bool), OptionError> {
        if text.is_empty() {
            return Err(OptionError::NoValue { name });
        }
        let Some(number) = read_integer(text) else {
            return Err(OptionError::NotANumber {
                name,
                value: quote(text),
            });
        };
        if self.above == Above::Refuse && number > self.max.into() {
            return Err(OptionError::TooLarge {
                name,
                value: quote(text),
                max: self.max,
            });
        }
        let value = number.clamp(self.min.into(), self.max.into());
        Ok((value as u32, value != number))
    }

    fn describe(&self) -> String {
        format!(
            "spin default {} min {} max {}",
            self.default, self.min, self.max
        )
    }
}

struct Combo<T: 'static> {
    default: T,
    choices: &'static [(&'static str, T)],
}

impl<T: Copy + PartialEq> Kind for Combo<T> {
    type Value = T;

    fn initial(&self) -> T {
        self.default
    }

    fn read(&self, name: &'static str, text: &str) -> Result<(T, bool), OptionError> {
        if text.is_empty() {
            return Err(OptionError::NoValue { name });
        }
        if let Some(&(_, value)) = self
            .choices
            .iter()
            .find(|(choice, _)| choice.eq_ignore_ascii_case(text))
        {
            return Ok((value, false));
        }
        let choices: Vec<&str> = self.choices.iter().map(|(choice, _)| *choice).collect();
        Err(OptionError::NotAChoice {
            name,
            value: quote(text),
            choices: choices.join(", "),
        })
    }

    fn describe(&self) -> String {
        let mut line = String::from("combo default ");
        line.extend(
            self.choices
                .iter()
                .filter(|(_, value)| *value == self.default)
                .map(|(choice, _)| *choice),
        );
        for (choice, _) in self.choices {
            // Writing to a string cannot fail.
            let _ = write!(line, " var {choice}");
        }
        line
    }
}

/// A text, empty at first.
struct Text;

impl Kind for Text {
    type Value = String;

    fn initial(&self) -> String {
        String::new()
    }

    fn read(&self, _: &'static str, text: &str) -> Result<(String, bool), OptionError> {
        Ok((text.to_owned(), false))
    }

    fn describe(&self) -> String {
        "string default <empty>".to_owned()
    }
}

/// An option without a value of its own.
enum Fieldless {
    Button,
    /// A text that is shown and never changes.
    Notice(&'static str),
}

impl Fieldless {
    fn effect(&self) -> Effect {
        match self {
            Self::Button => Effect::Pressed,
            Self::Notice(_) => Effect::Unchanged,
        }
    }

    fn describe(&self) -> String {
        match self {
            Self::Button => "button".to_owned(),
            Self::Notice(text) => format!("string default {text}"),
        }
    }
}

fn store<K: Kind>(
    kind: &K,
    slot: &mut K::Value,
    id: OptionId,
    text: &str,
) -> Result<Change, OptionError> {
    let (value, clamped) = kind.read(id.name(), text)?;
    let effect = if *slot == value {
        Effect::Unchanged
    } else {
        Effect::Changed
    };
    *slot = value;
    let warning = clamped.then(|| {
        format!(
            "option {}: {} is out of range, the nearest limit is taken",
            id.name(),
            quote(text)
        )
    });
    Ok(Change {
        id,
        effect,
        warning,
    })
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

            /// The line that announces the option, without a line end.
            pub fn line(self) -> String {
                let kind = match self {
                    $(Self::$id => $kind.describe(),)+
                    $(Self::$other => $other_kind.describe(),)+
                };
                format!("option name {} type {kind}", self.name())
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
        Hash "Hash" hash: u32 = Spin { default: 16, min: 1, max: 1_048_576, above: Above::Refuse };
        /// Search threads.
        Threads "Threads" threads: u32 = Spin { default: 1, min: 1, max: 512, above: Above::Clamp };
        /// The client may let the engine think on the opponent's time.
        Ponder "Ponder" ponder: bool = Check { default: false };
        /// Number of best lines to search and show.
        MultiPv "MultiPV" multi_pv: u32 = Spin { default: 1, min: 1, max: 256, above: Above::Clamp };
        /// Milliseconds kept back per move for what lies between the engine and the clock.
        MoveOverhead "Move Overhead" move_overhead: u32 = Spin { default: 30, min: 0, max: 5000, above: Above::Clamp };
        /// Castling is printed as king takes rook; it is understood either way.
        Chess960 "UCI_Chess960" chess960: bool = Check { default: false };
        /// Chances to win, draw and lose are shown with each score.
        ShowWdl "UCI_ShowWDL" show_wdl: bool = Check { default: false };
        /// The client analyses: what is only for games is switched off.
        AnalyseMode "UCI_AnalyseMode" analyse_mode: bool = Check { default: false };
        /// Title, rating, nature and name of the opponent.
        Opponent "UCI_Opponent" opponent: String = Text;
        /// Only the last set of info lines of each search is printed.
        Minimal "Minimal" minimal: bool = Check { default: false };
        /// Free milliseconds that each move has on the client's clock.
        ClockDelay "Clock Delay" clock_delay: u32 = Spin { default: 0, min: 0, max: 600_000, above: Above::Clamp };
        /// How the client's clock shows the free time.
        ClockDelayMode "Clock Delay Mode" clock_delay_mode: DelayMode = Combo {
            default: DelayMode::None,
            choices: &[
                ("None", DelayMode::None),
                ("Simple", DelayMode::Simple),
                ("Bronstein", DelayMode::Bronstein),
            ],
        };
    }
    fieldless {
        /// Empties the hash table.
        ClearHash "Clear Hash" = Fieldless::Button;
        /// What this engine is; setting it does nothing.
        EngineAbout "UCI_EngineAbout" = Fieldless::Notice(ABOUT);
    }
}

/// Version and licence of the engine.
const ABOUT: &str = concat!(
    "Compongo ",
    env!("CARGO_PKG_VERSION"),
    ", licence ",
    env!("CARGO_PKG_LICENSE")
);

impl Options {
    /// The delay mode to play by: free time of which nobody said how it is shown is taken as Bronstein's, with which
    /// no flag falls under the other mode either.
    pub fn delay_mode(&self) -> DelayMode {
        match self.clock_delay_mode {
            DelayMode::None if self.clock_delay > 0 => DelayMode::Bronstein,
            mode => mode,
        }
    }
}

/// Splits what follows the word `setoption` into the option and its value.
///
/// The longest name of the table wins; letter case, blanks and underscores in it do not count, and the word `name`
/// before it may be missing. The value is the rest of the text after the word `value`, trimmed; it is empty if there
/// is none or if it reads `<empty>`.
///
/// # Errors
///
/// [`OptionError::NoName`] or [`OptionError::Unknown`].
pub fn split(text: &str) -> Result<(OptionId, &str), OptionError> {
    split_among(OptionId::ALL, OptionId::name, text)
}

fn split_among<'t, T: Copy>(
    table: &[T],
    name_of: impl Fn(T) -> &'static str,
    text: &'t str,
) -> Result<(T, &'t str), OptionError> {
    let (first, rest) = split_word(text);
    let text = if first.eq_ignore_ascii_case("name") {
        rest
    } else {
        text.trim_ascii()
    };
    let found = table.iter().filter_map(|&option| {
        let after = strip_name(text, name_of(option))?;
        Some((option, after.len(), value_after(after)?))
    });
    // The longest name is the one that leaves the least.
    match found.min_by_key(|&(_, left, _)| left) {
        Some((option, _, value)) => Ok((option, value)),
        None if text.is_empty() => Err(OptionError::NoName),
        None => Err(OptionError::Unknown(quote(
            text.rsplit_once(" value ").map_or(text, |(name, _)| name),
        ))),
    }
}

/// What follows `name` in a text that begins with it, whatever its case, blanks and underscores.
fn strip_name<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let is_filler = |c: char| c.is_ascii_whitespace() || c == '_';
    let mut rest = text;
    for letter in name.chars().filter(|&c| !is_filler(c)) {
        rest = rest
            .trim_start_matches(is_filler)
            .strip_prefix(|c: char| c.eq_ignore_ascii_case(&letter))?;
    }
    let rest = rest.trim_start_matches('_');
    (rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace())).then_some(rest)
}

/// The value in what follows a name; `None` if the name goes on.
fn value_after(text: &str) -> Option<&str> {
    let (word, value) = split_word(text);
    if word.is_empty() {
        Some("")
    } else if word.eq_ignore_ascii_case("value") {
        Some(if value.eq_ignore_ascii_case("<empty>") {
            ""
        } else {
            value
        })
    } else {
        None
    }
}

/// The first word of a text and what follows it, both without blanks around them.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    match text.find(|c: char| c.is_ascii_whitespace()) {
        Some(end) => (&text[..end], text[end..].trim_ascii_start()),
        None => (text, ""),
    }
}

/// The whole part of a decimal number with an optional sign; what exceeds 128 bits is cut to fit.
pub(crate) fn read_integer(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut number = 0i128;
    for b in whole.bytes() {
        let digit = char::from(b).to_digit(10)?;
        number = number.saturating_mul(10).saturating_add(digit.into());
    }
    let negative = text.starts_with('-');
    fraction
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then_some(if negative { -number } else { number })
}

/// Input as a message shows it: at most 60 characters, without control characters and line separators.
pub fn quote(text: &str) -> String {
    const MOST: usize = 60;
    text.chars()
        .filter(|c| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}'))
        .take(MOST)
        .collect()
}
