//! Flags with several values: `--openings`, `--sprt`, `--resign` and `--draw`. In TOML they are text, an array of the
//! same words, or a table.

use super::values::{Ranged, Real, table, text, with_suggestion};
use crate::match_runner::settings::OpeningOrder;
use crate::match_runner::stats::sprt::EloModel;
use clap::error::{Error as ClapError, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use std::path::Path;
use toml::{Table, Value};

/// A type that KEY=VALUE pairs describe.
pub trait PairFlag: DeserializeOwned {
    /// The long name of the flag.
    const NAME: &'static str;
    /// The keys of the first words, which may be given without a key.
    const POSITIONAL: &'static [&'static str] = &[];

    /// Adds help and value names.
    fn describe(arg: Arg) -> Arg;
}

/// The value of a flag with several values, if it was given.
#[derive(Clone, Debug)]
pub struct Pairs<T>(pub Option<T>);

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Self(None)
    }
}

/// The words of a text, unless it is the name of a file.
fn words(text: String) -> Vec<String> {
    if Path::new(&text).exists() {
        return vec![text];
    }
    shlex::split(&text).unwrap_or_else(|| vec![text])
}

fn parse<T: PairFlag>(table: Table) -> Result<T, String> {
    T::deserialize(table).map_err(|error| with_suggestion(error.message()))
}

impl<T: PairFlag> clap::Args for Pairs<T> {
    fn augment_args(command: Command) -> Command {
        let arg = Arg::new(T::NAME).long(T::NAME);
        let arg = arg.num_args(1..).action(ArgAction::Append);
        command.arg(T::describe(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: PairFlag> FromArgMatches for Pairs<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, ClapError> {
        let mut pairs = Self(None);
        pairs.update_from_arg_matches(matches)?;
        Ok(pairs)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), ClapError> {
        let Some(words) = matches.get_many::<String>(T::NAME) else {
            return Ok(());
        };
        let words: Vec<String> = words.cloned().collect();
        let value = table(&words, T::POSITIONAL).and_then(parse);
        let error = |why| {
            ClapError::raw(
                ErrorKind::ValueValidation,
                format!("--{}: {why}\n", T::NAME),
            )
        };
        self.0 = Some(value.map_err(error)?);
        Ok(())
    }
}

impl<'de, T: PairFlag> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let table = match Value::deserialize(from)? {
            Value::Table(pairs) => Ok(pairs),
            Value::Array(items) => {
                let words: Result<Vec<_>, _> = items.iter().map(text).collect();
                words.and_then(|words| table(&words, T::POSITIONAL))
            }
            value => text(&value).and_then(|text| table(&words(text), T::POSITIONAL)),
        };
        let value = table.and_then(parse).map_err(D::Error::custom)?;
        Ok(Self(Some(value)))
    }
}

/// The source of openings: `file` is the path of a file of openings or of a Polyglot book, `random` or `initial`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsFlag {
    pub file: String,
    pub order: Option<OpeningOrder>,
    pub start: Option<Ranged<1, { u32::MAX as i64 }>>,
    pub plies: Option<Ranged<0, 1000>>,
    /// Accepted because command lines of cutechess-cli have it; the format is detected from the content.
    #[serde(rename = "format")]
    _format: Option<OpeningsFormat>,
}

/// The formats of files of openings, as cutechess-cli names them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OpeningsFormat {
    Epd,
    Pgn,
}

impl OpeningsFlag {
    /// The path of a file; `None` for openings without one.
    pub fn path(&self) -> Option<&Path> {
        let is_word = ["random", "initial"].contains(&self.file.as_str());
        (!is_word).then(|| Path::new(&self.file))
    }
}

impl PairFlag for OpeningsFlag {
    const NAME: &'static str = "openings";
    const POSITIONAL: &'static [&'static str] = &["file"];

    fn describe(arg: Arg) -> Arg {
        arg.value_names(["FILE", "KEY=VALUE"])
            .help_heading(super::config::COURSE)
            .help(
                "A file of positions (EPD, FEN) or games (PGN), then order=random (or sequential) start=1 plies=N \
                 (half-moves of a game). Or a Polyglot book, then plies=16 (the most half-moves drawn from it). Or the \
                 word random, for balanced positions after plies=8 random half-moves, which is the default; or the \
                 word initial",
            )
    }
}

/// A sequential probability ratio test.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtFlag {
    pub elo0: Option<Real>,
    pub elo1: Option<Real>,
    pub alpha: Option<Real>,
    pub beta: Option<Real>,
    pub model: Option<EloModel>,
}

impl PairFlag for SprtFlag {
    const NAME: &'static str = "sprt";
    const POSITIONAL: &'static [&'static str] = &["elo0", "elo1"];

    fn describe(arg: Arg) -> Arg {
        arg.value_names(["ELO0", "ELO1", "KEY=VALUE"])
            .num_args(2..)
            .allow_negative_numbers(true)
            .help_heading(super::config::COURSE)
            .help(
                "Stop when a sequential test (SPRT) between two engines is decided: its hypotheses in nElo, then \
                 alpha=0.05 beta=0.05 model=normalized (or logistic)",
            )
    }
}

/// Adjudication of wins.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignFlag {
    pub score: Option<Ranged<1, 100_000>>,
    #[serde(alias = "movecount")]
    pub moves: Option<Ranged<1, 1000>>,
    pub sides: Option<ResignSides>,
}

/// The engines whose scores count towards a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResignSides {
    /// Both engines.
    #[default]
    Both,
    /// The losing engine.
    One,
}

impl PairFlag for ResignFlag {
    const NAME: &'static str = "resign";

    fn describe(arg: Arg) -> Arg {
        arg.value_name("KEY=VALUE")
            .help_heading(super::config::RULES)
            .help(
                "Adjudicate a win by both engines' scores: score=400 (centipawns) moves=3 (of each) sides=both (or one: \
                 the scores of the side that loses are enough)",
            )
    }
}

/// Adjudication of draws.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawFlag {
    #[serde(alias = "movenumber")]
    pub from: Option<Ranged<0, 10_000>>,
    pub score: Option<Ranged<0, 100_000>>,
    #[serde(alias = "movecount")]
    pub moves: Option<Ranged<1, 1000>>,
}

impl PairFlag for DrawFlag {
    const NAME: &'static str = "draw";

    fn describe(arg: Arg) -> Arg {
        arg.value_name("KEY=VALUE")
            .help_heading(super::config::RULES)
            .help("Adjudicate a draw by both engines' scores: from=40 (move) score=10 (centipawns) moves=8 (of each)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_values_may_be_one_text_in_toml() {
        #[derive(Deserialize)]
        struct Flags {
            draw: Pairs<DrawFlag>,
            sprt: Pairs<SprtFlag>,
        }
        let text = "draw = 'from=40 score=10 moves=8'\nsprt = '0 5'";
        let flags: Flags = toml::from_str(text).expect("flags");
        let draw = flags.draw.0.expect("a rule");
        assert_eq!((draw.from, draw.moves), (Some(Ranged(40)), Some(Ranged(8))));
        assert_eq!(flags.sprt.0.expect("a test").elo1, Some(Real(5.0)));
    }

    #[test]
    fn the_format_of_openings_may_be_named() {
        let openings = |format: &str| {
            let words = ["file=a.epd", format].map(str::to_owned);
            let pairs = table(&words, OpeningsFlag::POSITIONAL);
            pairs.and_then(parse::<OpeningsFlag>)
        };
        for format in ["format=epd", "format=pgn"] {
            assert!(openings(format).is_ok_and(|flag| flag.file == "a.epd"));
        }
        let fault = openings("format=x").expect_err("a fault");
        assert!(fault.contains("expected `epd` or `pgn`"), "{fault}");
    }
}
