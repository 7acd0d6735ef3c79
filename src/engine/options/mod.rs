//! The UCI options: their table, their typed values, and the parsing of `setoption`.
//!
//! Each option is one row of the table below, which determines its identifier, its field in [`Options`], its default
//! and its `option` message. Names and texts avoid the words `name type default min max var value`, at which GUIs split
//! option lines.
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

mod change;
mod kinds;
mod laws_draws;
mod option_error;
mod reading;

pub use change::{Change, Effect};
pub use laws_draws::LawsDraws;
pub use option_error::OptionError;
pub use reading::{find, split};
pub(crate) use reading::{read_integer, split_word};

use super::strength::FULL_SKILL;
pub use super::strength::{MAX_ELO, MIN_ELO};
use crate::board::Board;
use crate::eval::Evaluation;
use crate::laws::control::TimeControl;
use crate::laws::edition::{Edition, Mode};
use crate::nnue;
use crate::notation::uci_move::CastlingStyle;
use kinds::{
    ANY_TEXT, CheckOption, ComboOption, OptionType, OutOfRange, SpinOption, TextOption,
    UnstoredOption, empty, read_clock, read_evaluation, store,
};
use std::num::NonZeroU32;
use vampirc_uci::UciOptionConfig;

/// Generates identifiers, fields and messages from the rows.
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

            /// The name in the `option` message.
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
            /// Sets an option to the value in `text`; see [`split`].
            ///
            /// Decimals are cut off. A number out of range is clamped with a warning, or refused if the option says so.
            /// The text of a button is ignored. The caller acts on the [`Change`].
            ///
            /// # Errors
            ///
            /// The value is missing or invalid. The option keeps its old value.
            pub fn set(&mut self, id: OptionId, text: &str) -> Result<Change, OptionError> {
                match id {
                    $(OptionId::$id => store(&$kind, &mut self.$field, id, text),)+
                    $(OptionId::$other => Ok(Change { effect: $other_kind.effect(), warning: None }),)+
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
        /// The GUI may use `go ponder`; nothing else depends on it.
        Ponder "Ponder" ponder: bool = CheckOption { default: false };
        /// Number of principal variations to search and print.
        MultiPv "MultiPV" multi_pv: u32 = SpinOption { default: 1, min: 1, max: 256, out_of_range: OutOfRange::Clamp };
        /// Milliseconds reserved per move for lag between the engine and the clock.
        MoveOverhead "Move Overhead" move_overhead: u32 = SpinOption { default: 30, min: 0, max: 5000, out_of_range: OutOfRange::Clamp };
        /// If not 0, this many nodes count as a millisecond of the clock, for tests that do not depend on the machine.
        NodesTime "nodestime" nodes_time: u32 = SpinOption { default: 0, min: 0, max: 10_000, out_of_range: OutOfRange::Clamp };
        /// Folders with Syzygy endgame tables, separated by colons (on Windows by semicolons).
        SyzygyPath "SyzygyPath" syzygy_path: String = TextOption { default: empty, read: ANY_TEXT };
        /// The minimum remaining depth for probing positions with as many pieces as the largest tables.
        SyzygyProbeDepth "SyzygyProbeDepth" syzygy_probe_depth: u32 = SpinOption { default: 1, min: 1, max: 100, out_of_range: OutOfRange::Clamp };
        /// The maximum number of pieces to probe.
        SyzygyProbeLimit "SyzygyProbeLimit" syzygy_probe_limit: u32 = SpinOption { default: 7, min: 0, max: 7, out_of_range: OutOfRange::Clamp };
        /// Wins that the fifty-move rule prevents (cursed wins) count as draws.
        SyzygyFiftyMoves "Syzygy50MoveRule" syzygy_fifty_moves: bool = CheckOption { default: true };
        /// In a game, the engine plays moves from `Book File` without a search.
        OwnBook "OwnBook" own_book: bool = CheckOption { default: false };
        /// The file of a Polyglot opening book.
        BookFile "Book File" book_file: String = TextOption { default: empty, read: ANY_TEXT };
        /// Castling is printed as king takes rook; both notations are accepted.
        Chess960 "UCI_Chess960" chess960: bool = CheckOption { default: false };
        /// Win, draw and loss probabilities are printed with each score.
        ShowWdl "UCI_ShowWDL" show_wdl: bool = CheckOption { default: false };
        /// Analysis at full strength: a single legal move and similar cases are searched like any other position.
        AnalyseMode "UCI_AnalyseMode" analyse_mode: bool = CheckOption { default: false };
        /// The engine plays at the strength of `UCI_Elo`.
        LimitStrength "UCI_LimitStrength" limit_strength: bool = CheckOption { default: false };
        /// The rating of the engine with `UCI_LimitStrength`.
        Elo "UCI_Elo" elo: u32 = SpinOption { default: 1500, min: MIN_ELO, max: MAX_ELO, out_of_range: OutOfRange::Clamp };
        /// Strength without `UCI_LimitStrength`: 20 is full strength; 0 to 19 are 600 to 2880 Elo, in steps of 120.
        SkillLevel "Skill Level" skill_level: u32 = SpinOption { default: FULL_SKILL, min: 0, max: FULL_SKILL, out_of_range: OutOfRange::Clamp };
        /// The seed of book moves and of the errors below full strength; with 0, each game has a different one.
        StrengthSeed "Strength Seed" strength_seed: u32 = SpinOption { default: 0, min: 0, max: 2_147_483_647, out_of_range: OutOfRange::Clamp };
        /// Title, rating, type and name of the opponent; not used.
        Opponent "UCI_Opponent" opponent: String = TextOption { default: empty, read: ANY_TEXT };
        /// Only the last set of info lines of each search is printed.
        Minimal "Minimal" minimal: bool = CheckOption { default: false };
        /// The file to which every line of input and output is appended.
        DebugLogFile "Debug Log File" debug_log_file: String = TextOption { default: empty, read: ANY_TEXT };
        /// The file of the network that evaluates positions; the word material counts pieces instead.
        EvalFile "EvalFile" evaluation: Evaluation = TextOption { default: || nnue::embedded().name().to_owned(), read: read_evaluation };
        /// The periods and the delay, which `go` cannot express: 40/5400+30:1800+30, 300d5 (simple), 300b5 (Bronstein).
        Clock "Clock" clock: Option<TimeControl> = TextOption { default: empty, read: read_clock };
        /// The edition of the Laws of Chess that decides results and claims.
        LawsEdition "Laws Edition" laws_edition: Edition = ComboOption {
            choices: &[
                ("Fide2023", Edition::Fide2023),
                ("Fide2018", Edition::Fide2018),
                ("Fide2009", Edition::Fide2009),
                ("Fide2001", Edition::Fide2001),
                ("Fide1997", Edition::Fide1997),
            ],
        };
        /// The rules that apply: standard, rapid or blitz.
        LawsMode "Laws Mode" laws_mode: Mode = ComboOption {
            choices: &[
                ("Standard", Mode::Standard),
                ("Rapid", Mode::Rapid),
                ("Blitz", Mode::Blitz),
            ],
        };
        /// Results by rule, claims and sides that can no longer give mate are printed before and after a search.
        LawsReport "Laws Report" laws_report: bool = CheckOption { default: true };
        /// Play on; claim draws if nothing better is in sight; offer and accept draws; or both.
        LawsDraws "Laws Draws" laws_draws: LawsDraws = ComboOption {
            choices: &[
                ("Play", LawsDraws::Play),
                ("Claim", LawsDraws::Claim),
                ("Offer", LawsDraws::Offer),
                ("ClaimAndOffer", LawsDraws::ClaimAndOffer),
            ],
        };
    }
    fieldless {
        /// Clears the hash table.
        ClearHash "Clear Hash" = UnstoredOption::Button;
        /// Version and licence of the engine; cannot be set.
        EngineAbout "UCI_EngineAbout" = UnstoredOption::FixedText(ABOUT);
    }
}

impl Options {
    /// The value of `nodestime`; `None` if time counts.
    pub fn nodes_per_ms(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.nodes_time)
    }

    /// The notation of printed castling moves: king takes rook with `UCI_Chess960`, and in positions where the king's
    /// move could be mistaken for a single step.
    pub fn castling_style(&self, board: &Board) -> CastlingStyle {
        CastlingStyle::new(self.chess960 || board.is_chess960())
    }
}

/// Version and licence of the engine.
const ABOUT: &str = concat!(
    "Compongo ",
    env!("COMPONGO_VERSION"),
    ", licence ",
    env!("CARGO_PKG_LICENSE")
);
