//! Engines as described by `--engine`, `--each` and the tables `[[engine]]` and `[each]`.

use super::values::{
    Directory, Line, MoveTime, Ranged, TimeControlValue, deserialize_from_str, is_common_option,
    optional, table, text, with_suggestion,
};
use crate::laws::edition::{Edition, Mode};
use crate::match_runner::EngineSpec;
use crate::match_runner::settings::RestartPolicy;
use crate::match_runner::uci_engine::find_program;
use clap::error::Error as ClapError;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;
use toml::{Table, Value};

/// The longest name of an engine, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// Nodes per move.
pub type Nodes = Ranged<1, { i64::MAX }>;
/// Plies per move.
pub type Depth = Ranged<1, 10_000>;
/// The time margin, in milliseconds.
pub type Margin = Ranged<0, 86_400_000>;

/// The options of one engine, or of all; `None` for options that are not given.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineOptions {
    pub cmd: Option<CommandLine>,
    pub args: Option<ProgramArguments>,
    pub dir: Option<Directory>,
    #[serde(deserialize_with = "named_values")]
    pub env: Vec<(String, String)>,
    pub name: Option<EngineName>,
    pub tc: Option<TimeControlValue>,
    pub st: Option<MoveTime>,
    pub nodes: Option<Nodes>,
    pub depth: Option<Depth>,
    pub margin: Option<Margin>,
    #[serde(deserialize_with = "optional")]
    pub restart: Option<RestartPolicy>,
    #[serde(deserialize_with = "named_values")]
    pub option: Vec<(String, String)>,
    /// The edition and the mode belong to the match; all engines must agree.
    #[serde(deserialize_with = "optional")]
    pub laws: Option<Edition>,
    #[serde(deserialize_with = "optional")]
    pub mode: Option<Mode>,
    pub proto: Option<UciProtocol>,
}

/// One KEY=VALUE pair.
impl FromStr for EngineOptions {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if let Some((key, _)) = word.split_once('=')
            && is_common_option(key)
        {
            return Err(format!("unknown key '{key}'; write option.{word}"));
        }
        let pair = table(&[word.to_owned()], &[])?;
        Self::deserialize(pair).map_err(|error| with_suggestion(error.message()))
    }
}

impl From<CommandLine> for EngineOptions {
    fn from(command: CommandLine) -> Self {
        Self {
            cmd: Some(command),
            ..Self::default()
        }
    }
}

impl EngineOptions {
    /// Adds later options, which override earlier ones.
    pub fn merge(&mut self, later: Self) {
        fn replace<T>(value: &mut Option<T>, later: Option<T>) {
            if later.is_some() {
                *value = later;
            }
        }
        replace(&mut self.cmd, later.cmd);
        replace(&mut self.args, later.args);
        replace(&mut self.dir, later.dir);
        replace(&mut self.name, later.name);
        replace(&mut self.tc, later.tc);
        replace(&mut self.st, later.st);
        replace(&mut self.nodes, later.nodes);
        replace(&mut self.depth, later.depth);
        replace(&mut self.margin, later.margin);
        replace(&mut self.restart, later.restart);
        replace(&mut self.laws, later.laws);
        replace(&mut self.mode, later.mode);
        replace(&mut self.proto, later.proto);
        for (name, value) in later.env {
            self.env.retain(|(other, _)| *other != name);
            self.env.push((name, value));
        }
        for (name, value) in later.option {
            // UCI option names ignore case.
            self.option
                .retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
            self.option.push((name, value));
        }
    }

    /// As [`EngineOptions::merge`], by value.
    pub fn merged(mut self, later: Self) -> Self {
        self.merge(later);
        self
    }

    /// The engine of a match. Without a name it needs one from [`name_engines`].
    pub fn into_spec(self) -> EngineSpec {
        let command = self.cmd.map(|command| (command.program, command.args));
        let (cmd, mut args) = command.unwrap_or_default();
        args.extend(self.args.map(|args| args.0).unwrap_or_default());
        let mut spec = EngineSpec {
            name: self.name.map(|name| name.0).unwrap_or_default(),
            cmd,
            args,
            dir: self.dir.map(|dir| dir.0),
            env: self.env,
            options: self.option,
            restart: self.restart.unwrap_or_default(),
            ..EngineSpec::default()
        };
        spec.limits.tc = self.tc.and_then(|tc| tc.0);
        spec.limits.st_ms = self.st.map(|seconds| seconds.0);
        spec.limits.nodes = self.nodes.map(|nodes| nodes.0 as u64);
        spec.limits.depth = self.depth.map(|depth| depth.0 as u32);
        spec.limits.margin_ms = self.margin.map_or(0, |ms| ms.0 as u64);
        spec
    }
}

/// A program, with arguments if the text is a command line; the key `args` appends further ones. Its path is made
/// absolute, so that a match can be resumed from any directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    args: Vec<String>,
}

impl FromStr for CommandLine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The path of a file may contain blanks.
        let mut args = if Path::new(text).is_file() {
            vec![text.to_owned()]
        } else {
            text.parse::<ProgramArguments>()?.0
        };
        if args.is_empty() {
            return Err("a program is missing".to_owned());
        }
        let path = find_program(&args.remove(0)).map_err(|fault| with_flag_of_pair(fault, text))?;
        let program = path.to_str().ok_or("the path is not UTF-8")?.to_owned();
        Ok(Self { program, args })
    }
}

/// The fault of a command that does not exist; for a pair such as `cmd=./new`, with the flag that it needs.
fn with_flag_of_pair(fault: String, command: &str) -> String {
    if command.starts_with("cmd=") || command.contains(" cmd=") {
        format!("KEY=VALUE pairs need a flag; write --engine {command}")
    } else {
        fault
    }
}

/// The arguments of a program: text that is split like a shell does, or an array in TOML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramArguments(Vec<String>);

impl FromStr for ProgramArguments {
    type Err = &'static str;

    fn from_str(words: &str) -> Result<Self, &'static str> {
        let words = shlex::split(words).map(Self);
        words.ok_or("a quotation mark is not closed")
    }
}

impl<'de> Deserialize<'de> for ProgramArguments {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Value::deserialize(from)? {
            Value::Array(items) => {
                let words: Result<_, _> = items.iter().map(text).collect();
                words.map(Self).map_err(D::Error::custom)
            }
            value => {
                let words = text(&value).map_err(D::Error::custom)?;
                words.parse().map_err(D::Error::custom)
            }
        }
    }
}

/// The name of an engine in tables and PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineName(String);

impl FromStr for EngineName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Line(name) = text.parse()?;
        if !(1..=MAX_NAME_LENGTH).contains(&name.chars().count()) {
            return Err(format!(
                "a name must have 1 to {MAX_NAME_LENGTH} characters"
            ));
        }
        Ok(Self(name))
    }
}

/// The protocol of an engine: a key in command lines of cutechess-cli, with one possible value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciProtocol;

impl FromStr for UciProtocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("uci") {
            return Ok(Self);
        }
        Err(format!(
            "'{text}': only UCI engines; an engine for xboard needs an adapter, such as polyglot"
        ))
    }
}

deserialize_from_str!(CommandLine, EngineName, UciProtocol);

/// Deserializes a table of UCI options or environment variables, in its order.
fn named_values<'de, D>(from: D) -> Result<Vec<(String, String)>, D::Error>
where
    D: Deserializer<'de>,
{
    let named = |(name, value): (String, Value)| {
        let Line(name) = name.parse()?;
        if name.is_empty() {
            return Err("a name is missing after the dot".to_owned());
        }
        let Line(value) = text(&value)?.parse()?;
        Ok((name, value))
    };
    let values = Table::deserialize(from)?.into_iter().map(named);
    values.collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// Names engines that have no name after their program, with a number if the name is taken.
pub fn name_engines(engines: &mut [EngineSpec]) {
    for index in 0..engines.len() {
        if !engines[index].name.is_empty() {
            continue;
        }
        let stem = program_name(Path::new(&engines[index].cmd));
        let stem = stem.map_or_else(|| "engine".into(), |stem| stem.to_string_lossy());
        let stem = crate::util::text::printable(&stem);
        let stem: String = stem.chars().take(MAX_NAME_LENGTH - 8).collect();
        let taken = |name: &str| engines.iter().any(|engine| engine.name == name);
        let numbered = (2..).map(|number| format!("{stem} {number}"));
        let name = std::iter::once(stem.clone())
            .chain(numbered)
            .find(|name| !taken(name));
        engines[index].name = name.expect("there are more numbers than engines");
    }
}

/// The name of a program without its extension. The last part of a version, as in `engine-0.9.1`, is not one.
fn program_name(program: &Path) -> Option<&OsStr> {
    let is_letters = |text: &OsStr| {
        let mut bytes = text.as_encoded_bytes().iter();
        bytes.all(u8::is_ascii_alphabetic)
    };
    if program.extension().is_some_and(is_letters) {
        program.file_stem()
    } else {
        program.file_name()
    }
}

/// The flags `--engine`, each with a list of pairs, and `--each`, whose pairs are merged.
#[derive(Clone, Debug, Default)]
pub struct EngineFlags {
    pub engine: Vec<EngineOptions>,
    pub each: EngineOptions,
}

pub const ENGINE: &str = "engine";
const EACH: &str = "each";

impl clap::Args for EngineFlags {
    fn augment_args(command: Command) -> Command {
        let pairs = |id, help| {
            Arg::new(id)
                .long(id)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_parser(value_parser!(EngineOptions))
                .help(help)
                .help_heading("Engines")
        };
        command
            .arg(pairs(ENGINE, "An engine; once for each"))
            .arg(pairs(EACH, "Options of all engines"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for EngineFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, ClapError> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    /// The engines of the command line replace those of a file.
    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), ClapError> {
        let lists = |id| {
            let lists = matches.get_occurrences::<EngineOptions>(id);
            lists.into_iter().flatten().map(|pairs| {
                pairs
                    .cloned()
                    .fold(EngineOptions::default(), EngineOptions::merged)
            })
        };
        if matches.contains_id(ENGINE) {
            self.engine = lists(ENGINE).collect();
        }
        for each in lists(EACH) {
            self.each.merge(each);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_pairs_replace_earlier_ones() {
        let mut options = EngineOptions::default();
        for word in [
            "option.Hash=16",
            "option.Clear Hash=",
            "option.hash=32",
            "env.A=1",
            "env.a=2",
            "tc=8+0.08",
            "tc=inf",
            "nodes=5",
        ] {
            options.merge(word.parse().expect("a pair"));
        }
        let spec = options.into_spec();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(spec.options, [pair("Clear Hash", ""), pair("hash", "32")]);
        assert_eq!(spec.env, [pair("A", "1"), pair("a", "2")]);
        assert_eq!((spec.limits.tc, spec.limits.nodes), (None, Some(5)));
    }

    #[test]
    fn engines_speak_uci() {
        assert_eq!(
            "proto=uci"
                .parse::<EngineOptions>()
                .map(|options| options.proto),
            Ok(Some(UciProtocol))
        );
        let refused = "proto=xboard".parse::<EngineOptions>();
        let expected =
            "'xboard': only UCI engines; an engine for xboard needs an adapter, such as polyglot";
        assert_eq!(refused, Err(expected.to_owned()));
    }

    #[test]
    fn a_missing_key_or_prefix_is_suggested() {
        for (word, expected) in [
            ("Hash=16", "unknown key 'Hash'; write option.Hash=16"),
            (
                "Move Overhead=9",
                "unknown key 'Move Overhead'; write option.Move Overhead=9",
            ),
            (
                "./new",
                "'./new' is not of the form KEY=VALUE; two bare commands come before all flags, others as --engine cmd=./new",
            ),
            (
                "no-such-program",
                "'no-such-program' is not of the form KEY=VALUE",
            ),
        ] {
            assert_eq!(
                word.parse::<EngineOptions>(),
                Err(expected.to_owned()),
                "{word}"
            );
        }
        assert_eq!(
            "cmd=./no-such-program".parse::<CommandLine>(),
            Err("KEY=VALUE pairs need a flag; write --engine cmd=./no-such-program".to_owned())
        );
    }

    #[test]
    fn arguments_follow_those_of_their_command_line() {
        let command = |program: &str, args: &str| {
            EngineOptions::from(CommandLine {
                program: program.to_owned(),
                args: args.split_whitespace().map(str::to_owned).collect(),
            })
        };
        let more: EngineOptions = "args=-z".parse().expect("a pair");
        let later = more.clone().merged(command("a", "-x -y"));
        assert_eq!(later.into_spec().args, ["-x", "-y", "-z"]);
        let earlier = command("a", "-x -y").merged(more);
        assert_eq!(earlier.into_spec().args, ["-x", "-y", "-z"]);
        // The arguments of a command line go with it.
        let replaced = command("a", "-x").merged(command("b", ""));
        assert_eq!(replaced.into_spec().args, [""; 0]);
    }

    #[test]
    fn a_name_has_the_whole_version() {
        for (program, name) in [
            ("/a/engine-0.9.1", "engine-0.9.1"),
            ("engine-2.0-dev", "engine-2.0-dev"),
            ("engine-0.9.1.exe", "engine-0.9.1"),
            ("b/engine.sh", "engine"),
            ("engine", "engine"),
        ] {
            assert_eq!(program_name(Path::new(program)), Some(OsStr::new(name)));
        }
    }

    #[test]
    fn names_are_unique() {
        let spec = |cmd: &str, name: &str| EngineSpec {
            cmd: cmd.to_owned(),
            name: name.to_owned(),
            ..EngineSpec::default()
        };
        let mut engines = [
            spec("/a/e", ""),
            spec("/b/e.sh", ""),
            spec("/c/e", ""),
            spec("/d", "e 2"),
        ];
        name_engines(&mut engines);
        assert_eq!(
            engines.map(|engine| engine.name),
            ["e", "e 3", "e 4", "e 2"]
        );
    }
}
