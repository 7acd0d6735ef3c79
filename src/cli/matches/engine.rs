//! Engines as they are described after `--engine` and `--each`.

use super::pairs::Pair;
use crate::arbiter::EngineSpec;
use crate::arbiter::uci_engine;
use crate::cli::output::CliError;
use crate::laws::edition::{Edition, Mode};
use std::path::Path;

/// The keys, for messages.
const KEYS: [&str; 13] = [
    "cmd",
    "args",
    "dir",
    "env.NAME",
    "name",
    "tc",
    "st",
    "nodes",
    "depth",
    "margin",
    "option.NAME",
    "laws",
    "mode",
];

/// The longest name of an engine, in characters.
const LONGEST_NAME: usize = 60;

/// An engine as it takes shape: what is said later replaces what was said before.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// The engine.
    pub spec: EngineSpec,
    /// The edition that is asked for; it is of the match, not of the engine.
    pub edition: Option<Edition>,
    /// The mode that is asked for; it is of the match, not of the engine.
    pub mode: Option<Mode>,
}

impl Entry {
    /// Takes in what is said after a flag.
    ///
    /// # Errors
    /// A word is not understood.
    pub fn hear(&mut self, place: &str, words: &[String]) -> Result<(), CliError> {
        words
            .iter()
            .try_for_each(|word| self.hear_pair(&Pair::new(place, word)?))
    }

    /// Takes in one thing that is said.
    ///
    /// # Errors
    /// It is not understood.
    pub fn hear_pair(&mut self, pair: &Pair<'_>) -> Result<(), CliError> {
        let limits = &mut self.spec.limits;
        match pair.key {
            "cmd" => return self.hear_command(pair),
            "args" => {
                let args = shlex::split(pair.value);
                self.spec.args = args.ok_or_else(|| pair.wrong("a quotation is not closed"))?;
            }
            "dir" => {
                let dir = std::path::absolute(pair.value).map_err(|error| pair.wrong(error))?;
                if !dir.is_dir() {
                    return Err(pair.wrong("no such directory"));
                }
                self.spec.dir = Some(dir);
            }
            "name" => self.spec.name = name(pair)?,
            "tc" => limits.tc = pair.control()?,
            "st" => limits.st_ms = Some(pair.seconds()?),
            "nodes" => limits.nodes = Some(pair.number(1..=u64::MAX >> 1)?),
            "depth" => limits.depth = Some(pair.number(1..=10_000)?),
            "margin" => limits.margin_ms = pair.number(0..=86_400_000)?,
            "laws" => self.edition = Some(pair.parse()?),
            "mode" => self.mode = Some(pair.parse()?),
            key => {
                let (list, name, same_case) = match key.split_once('.') {
                    Some(("option", name)) => (&mut self.spec.options, name, false),
                    Some(("env", name)) => (&mut self.spec.env, name, true),
                    _ => return Err(pair.unknown(&KEYS)),
                };
                if name.is_empty() || name.chars().any(char::is_control) {
                    return Err(pair.wrong("a name is missing after the dot"));
                }
                let value = pair.line()?;
                // UCI options are the same in any letter case.
                let is_same =
                    |other: &str| other == name || !same_case && other.eq_ignore_ascii_case(name);
                list.retain(|(other, _)| !is_same(other));
                list.push((name.to_owned(), value));
            }
        }
        Ok(())
    }

    /// A program, with arguments if the text is a command line. Its path becomes absolute, so that a match can be resumed
    /// from anywhere.
    fn hear_command(&mut self, pair: &Pair<'_>) -> Result<(), CliError> {
        // The path of a file may have blanks in it.
        let words = if Path::new(pair.value).is_file() {
            Some(vec![pair.value.to_owned()])
        } else {
            shlex::split(pair.value)
        };
        let words = words.ok_or_else(|| pair.wrong("a quotation is not closed"))?;
        let (program, args) = words
            .split_first()
            .ok_or_else(|| pair.wrong("a program is missing"))?;
        let file = uci_engine::find_program(program).map_err(|fault| pair.wrong(fault))?;
        let text = file
            .to_str()
            .ok_or_else(|| pair.wrong("the path is not UTF-8"))?;
        text.clone_into(&mut self.spec.cmd);
        if !args.is_empty() {
            self.spec.args = args.to_vec();
        }
        Ok(())
    }
}

fn name(pair: &Pair<'_>) -> Result<String, CliError> {
    let name = pair.line()?;
    if !(1..=LONGEST_NAME).contains(&name.chars().count()) {
        return Err(pair.wrong(format!("not a name of 1 to {LONGEST_NAME} characters")));
    }
    Ok(name)
}

/// Gives a name to engines that have none: that of their program, with a number if it is taken.
pub fn name_engines(engines: &mut [EngineSpec]) {
    for index in 0..engines.len() {
        if !engines[index].name.is_empty() {
            continue;
        }
        let stem = Path::new(&engines[index].cmd).file_stem();
        let stem = stem.map_or_else(|| "engine".into(), |stem| stem.to_string_lossy());
        let stem: String = stem
            .chars()
            .filter(|c| !c.is_control())
            .take(LONGEST_NAME - 8)
            .collect();
        let taken = |name: &str| engines.iter().any(|engine| engine.name == name);
        let numbered = (2..).map(|number| format!("{stem} {number}"));
        let name = std::iter::once(stem.clone())
            .chain(numbered)
            .find(|name| !taken(name));
        engines[index].name = name.expect("there are more numbers than engines");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(words: &[&str]) -> Result<Entry, CliError> {
        let mut entry = Entry::default();
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        entry.hear("--engine 1", &words).map(|()| entry)
    }

    #[test]
    fn later_words_replace_earlier_ones() {
        let entry = entry(&[
            "option.Hash=16",
            "option.Clear Hash=",
            "option.hash=32",
            "env.A=1",
            "env.a=2",
            "tc=8+0.08",
            "tc=inf",
            "nodes=5",
        ]);
        let spec = entry.expect("an engine").spec;
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(spec.options, [pair("Clear Hash", ""), pair("hash", "32")]);
        assert_eq!(spec.env, [pair("A", "1"), pair("a", "2")]);
        assert_eq!((spec.limits.tc, spec.limits.nodes), (None, Some(5)));
    }

    #[test]
    fn mistakes_name_the_text() {
        for (word, text) in [
            ("cmd=/no/such -x", "cmd=/no/such -x: there is no '/no/such'"),
            ("cmd=", "cmd=: a program is missing"),
            ("args='", "args=': a quotation is not closed"),
            ("nods=1", "unknown key 'nods'; did you mean 'nodes'?"),
            ("option.=1", "option.=1: a name is missing after the dot"),
            (
                "tc=8+x",
                "tc=8+x: 'x' is not a time in seconds with at most three decimals, up to 100 days",
            ),
            ("laws=x", "laws=x: "),
            ("nodes", "'nodes' is not of the form key=value"),
        ] {
            let mistake = entry(&[word]).expect_err(word).to_string();
            let found = mistake.strip_prefix("--engine 1: ").expect("the flag");
            assert!(found.starts_with(text), "{found}");
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
