//! The settings of an engine: its program, options and limits.

use super::{MatchSettingsError, refuse};
use crate::laws::control::TimeControl;
use crate::util::skipped::is_default;
use crate::util::text::quote;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The search limits of an engine. They can be combined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineLimits {
    /// The time control; `None` for games without a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// A fixed time per move, in milliseconds. A move that takes longer loses on time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub st_ms: Option<u64>,
    /// Nodes per move; `None` without this limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The time margin, in milliseconds: how far a move may exceed its time before the flag falls. The clock then
    /// stands at zero. Default: 0.
    #[serde(skip_serializing_if = "is_default")]
    pub margin_ms: u64,
}

/// The format of PGN tags and tables: `8+0.08`, `40/60`, `0.1/move`, `25000 nodes`, `depth 8`.
impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tc.as_ref().map(ToString::to_string));
        parts.extend(self.st_ms.map(|ms| format!("{}/move", ms as f64 / 1000.0)));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if self.margin_ms > 0 {
            parts.push(format!("margin {} ms", self.margin_ms));
        }
        if parts.is_empty() {
            return f.write_str("unlimited");
        }
        f.write_str(&parts.join(", "))
    }
}

/// An engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// The name in tables and PGN, unique in the match.
    pub name: String,
    /// The program: a path (relative to the working directory of the match), or a name that is looked up in `PATH` and
    /// then in that directory.
    pub cmd: String,
    /// Command-line arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The working directory of the engine; `None` for the directory in which the match is run or resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Environment variables in addition to the inherited ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, String)>,
    /// UCI options in the order of `setoption`. A button has an empty value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The search limits.
    #[serde(default)]
    pub limits: EngineLimits,
    /// When the process is restarted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub restart: RestartPolicy,
}

/// When the process of an engine is restarted between games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestartPolicy {
    /// As for `Off`, and if it does not play in the next game of its thread: an idle engine would take up memory.
    #[default]
    Auto,
    /// After each game.
    On,
    /// Only if it has exited, or if it still owes a move and does not send it after `stop`.
    Off,
}

impl FromStr for RestartPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "on" => Ok(Self::On),
            "off" => Ok(Self::Off),
            _ => Err(format!("'{}' is not one of on, off and auto", quote(text))),
        }
    }
}

impl EngineSpec {
    /// Checks that there is a program, that a limit ends its searches, and that its clock does not begin at zero.
    pub(super) fn check(&self) -> Result<(), MatchSettingsError> {
        let name = &self.name;
        if self.cmd.trim().is_empty() {
            return refuse(format!("engine '{name}' has no command; set the key cmd"));
        }
        let limits = &self.limits;
        let numbers = [
            ("the time for a move", limits.st_ms),
            ("the number of nodes", limits.nodes),
            ("the depth", limits.depth.map(u64::from)),
        ];
        if let Some(&(what, _)) = numbers.iter().find(|(_, number)| *number == Some(0)) {
            return refuse(format!("engine '{name}': {what} must be at least 1"));
        }
        if limits.tc.is_none() && numbers.iter().all(|(_, number)| number.is_none()) {
            return refuse(format!(
                "engine '{name}' has no search limit; add --tc 8+0.08, --st SECONDS, --nodes N or --depth N"
            ));
        }
        if limits.tc.as_ref().is_some_and(TimeControl::begins_at_zero) {
            return refuse(format!(
                "engine '{name}' has no time for its first move, since the increment comes after it; add a base time, \
                 as in --tc 8+0.08"
            ));
        }
        Ok(())
    }

    /// The value of a UCI option, if these settings have it. Names ignore case, and a later value overrides an earlier
    /// one.
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter().rev();
        let found = options.find(|(option, _)| option.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The number of search threads by the option `Threads`; 1 without it.
    pub fn threads(&self) -> usize {
        let threads = self.option("Threads");
        let threads = threads.and_then(|value| value.parse::<usize>().ok());
        threads.map_or(1, |threads| threads.max(1))
    }

    /// True if an option asks the engine to play below its strength. It may then play another move than the first of its
    /// principal variation.
    pub fn is_limited(&self) -> bool {
        let limits = self.option("UCI_LimitStrength");
        limits.is_some_and(|value| value.eq_ignore_ascii_case("true"))
            || self.option("Skill Level").is_some()
    }

    /// The UCI options for readers: `Hash=64, Threads=1`.
    pub fn option_list(&self) -> String {
        assignments(&self.options).join(", ")
    }

    /// The command line for readers, with the environment variables in front and the working directory behind.
    pub fn command_line(&self) -> String {
        let mut words = assignments(&self.env);
        words.push(self.cmd.clone());
        words.extend(self.args.iter().cloned());
        let place = self
            .dir
            .as_ref()
            .map(|dir| format!(" (in {})", dir.display()));
        words.join(" ") + &place.unwrap_or_default()
    }
}

fn assignments(pairs: &[(String, String)]) -> Vec<String> {
    let assignment = |(name, value): &(String, String)| format!("{name}={value}");
    pairs.iter().map(assignment).collect()
}

/// Time limits for an engine's replies, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineTimeouts {
    /// From the start of the process to `uciok`.
    pub start_ms: u64,
    /// From `isready` to `readyok`.
    pub ready_ms: u64,
    /// From `stop` to `bestmove`. An engine that takes longer is restarted.
    pub stop_ms: u64,
    /// From `quit` to the exit; after that the engine is killed.
    pub quit_ms: u64,
    /// For a move without a clock or a fixed time. An engine that takes longer is stopped, and ruled as if its flag had
    /// fallen.
    pub move_ms: u64,
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        Self {
            start_ms: 10_000,
            ready_ms: 60_000,
            stop_ms: 1_000,
            quit_ms: 1_000,
            move_ms: 30_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &str, value: &str) -> EngineSpec {
        EngineSpec {
            options: vec![(name.to_owned(), value.to_owned())],
            ..EngineSpec::default()
        }
    }

    #[test]
    fn threads_are_an_option() {
        assert_eq!(EngineSpec::default().threads(), 1);
        assert_eq!(with("threads", "8").threads(), 8);
        for value in ["0", "-1", "many"] {
            assert_eq!(with("Threads", value).threads(), 1, "{value}");
        }
    }

    #[test]
    fn options_that_limit_the_strength_are_known() {
        assert!(with("UCI_LimitStrength", "true").is_limited());
        assert!(with("uci_limitstrength", "True").is_limited());
        assert!(with("Skill Level", "3").is_limited());
        assert!(!with("UCI_LimitStrength", "false").is_limited());
        assert!(!with("Hash", "64").is_limited());
    }
}
