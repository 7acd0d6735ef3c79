//! Matches described in TOML: another way to write the flags.
//!
//! `[match]` holds flags by their long names, `[each]` and every `[[engine]]` the words after `--each` and `--engine`.
//! A table stands for `key=value`, so `option.Hash = 16` is what it is on the command line.

use super::args::MatchArgs;
use super::pairs::suggestion;
use crate::cli::output::CliError;
use toml::{Table, Value};

/// The tables of a file.
const TABLES: [&str; 3] = ["match", "each", "engine"];

/// Flags that make no sense in a file, and the engines, which have tables of their own.
const NOT_IN_MATCH: [&str; 5] = ["config", "resume", "help", "engine", "each"];

/// A file as command-line arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Those of the engines.
    pub engines: Vec<String>,
    /// All others.
    pub rest: Vec<String>,
}

impl Config {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// It is no TOML, or a name or a value does not belong there. Whether flags make sense is looked at elsewhere.
    pub fn read(text: &str) -> Result<Self, CliError> {
        let tables: Table = text.parse().map_err(|error: toml::de::Error| {
            CliError::unusable(error.to_string().trim_end().to_owned())
        })?;
        let mut config = Self::default();
        for (name, value) in &tables {
            match (name.as_str(), value) {
                ("match", Value::Table(flags)) => config.rest.extend(match_flags(flags)?),
                ("each", Value::Table(words)) => {
                    config.rest.push("--each".to_owned());
                    config.rest.extend(pairs("[each]", words)?);
                }
                ("engine", Value::Array(engines)) => {
                    for (engine, number) in engines.iter().zip(1..) {
                        let place = format!("[[engine]] {number}");
                        let words = engine
                            .as_table()
                            .ok_or_else(|| CliError::at(&place, "not a table"))?;
                        config.engines.push("--engine".to_owned());
                        config.engines.extend(pairs(&place, words)?);
                    }
                }
                ("engine", _) => {
                    return Err(CliError::unusable(
                        "engines are described in tables [[engine]]".to_owned(),
                    ));
                }
                ("match" | "each", _) => {
                    return Err(CliError::unusable(format!("'{name}' is not a table")));
                }
                _ => {
                    let known = suggestion(name, &TABLES);
                    return Err(CliError::unusable(format!(
                        "unknown table '{name}'; {known}"
                    )));
                }
            }
        }
        Ok(config)
    }
}

/// The table `[match]`.
fn match_flags(table: &Table) -> Result<Vec<String>, CliError> {
    let command = MatchArgs::command();
    let known: Vec<&str> = command
        .get_arguments()
        .filter_map(clap::Arg::get_long)
        .filter(|long| !NOT_IN_MATCH.contains(long))
        .collect();
    let mut arguments = Vec::new();
    for (key, value) in table {
        if !known.contains(&key.as_str()) {
            let fault = format!("unknown key '{key}'; {}", suggestion(key, &known));
            return Err(CliError::at("[match]", fault));
        }
        let place = format!("[match] {key}");
        match value {
            Value::Boolean(false) => {}
            Value::Boolean(true) => arguments.push(format!("--{key}")),
            Value::Array(items) => {
                arguments.push(format!("--{key}"));
                for item in items {
                    arguments.push(scalar(&place, item)?);
                }
            }
            Value::Table(words) => {
                arguments.push(format!("--{key}"));
                arguments.extend(pairs(&place, words)?);
            }
            // Even if it begins with a hyphen.
            _ => arguments.push(format!("--{key}={}", scalar(&place, value)?)),
        }
    }
    Ok(arguments)
}

/// A table as `key=value`; a table in it adds its name and a dot to its keys.
fn pairs(place: &str, table: &Table) -> Result<Vec<String>, CliError> {
    let mut words = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                let inner = pairs(place, inner)?;
                words.extend(inner.iter().map(|word| format!("{key}.{word}")));
            }
            Value::Array(items) => {
                let items: Vec<String> = items
                    .iter()
                    .map(|item| scalar(place, item))
                    .collect::<Result<_, _>>()?;
                let joined = shlex::try_join(items.iter().map(String::as_str));
                let joined =
                    joined.map_err(|error| CliError::at(place, format!("{key}: {error}")))?;
                words.push(format!("{key}={joined}"));
            }
            _ => words.push(format!("{key}={}", scalar(place, value)?)),
        }
    }
    Ok(words)
}

/// A value that is written in one word.
fn scalar(place: &str, value: &Value) -> Result<String, CliError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(truth) => Ok(truth.to_string()),
        _ => Err(CliError::at(
            place,
            format!("{value} is neither text nor a number"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> String {
        Config::read(text).expect_err("a mistake").to_string()
    }

    #[test]
    fn a_file_is_another_way_to_write_flags() {
        let config = Config::read(
            r#"
            [match]
            games = 20
            sprt = [-5, 0.5]
            chess960 = true
            quiet = false
            event = "-x y"
            openings = { file = "book.epd", start = 3 }
            [each]
            tc = "8+0.08"
            option.Hash = 16
            option."Move Overhead" = 10
            [[engine]]
            cmd = "./a"
            args = ["-v", "b c"]
            option = { Ponder = false, "Clear Hash" = "" }
            [[engine]]
            cmd = "./b"
            "#,
        );
        let config = config.expect("a match");
        let rest = "--games=20|--sprt|-5|0.5|--chess960|--event=-x y|--openings|file=book.epd|start=3\
            |--each|tc=8+0.08|option.Hash=16|option.Move Overhead=10";
        assert_eq!(config.rest.join("|"), rest);
        let engines = "--engine|cmd=./a|args=-v 'b c'|option.Ponder=false|option.Clear Hash=|--engine|cmd=./b";
        assert_eq!(config.engines.join("|"), engines);
        assert!(MatchArgs::read(config.rest.into_iter().chain(config.engines)).is_ok());
    }

    #[test]
    fn what_does_not_belong_there_is_named() {
        assert_eq!(
            mistake("[match]\ngmaes = 1"),
            "[match]: unknown key 'gmaes'; did you mean 'games'?"
        );
        assert_eq!(
            mistake("[engines]\n"),
            "unknown table 'engines'; did you mean 'engine'?"
        );
        assert_eq!(
            mistake("[engine]\n"),
            "engines are described in tables [[engine]]"
        );
        assert_eq!(mistake("each = 1"), "'each' is not a table");
        assert_eq!(
            mistake("[each]\ntc = 2000-01-01"),
            "[each]: 2000-01-01 is neither text nor a number"
        );
        assert!(
            mistake("[match").contains("line 1"),
            "{}",
            mistake("[match")
        );
        for key in NOT_IN_MATCH {
            assert!(
                mistake(&format!("[match]\n{key} = 1")).contains("unknown key"),
                "{key}"
            );
        }
    }
}
