//! `compongo genfens`: random positions for `OpenBench`, which asks engines for the starting positions of training
//! games.

use super::matches::random_openings::{self, BALANCED_PLIES};
use super::output::{CliError, print_result};
use crate::match_runner::openings::{Opening, OpeningStart, read_book};
use crate::util::text::quote;
use std::fmt::Write;
use std::num::{IntErrorKind, ParseIntError};
use std::path::Path;

/// Random half-moves after an opening of a book.
const PLIES_AFTER_BOOK: usize = 2;

/// Print random balanced positions for training games: COUNT seed SEED [book None|FILE].
///
/// The positions follow eight random half-moves from the initial position, or two from the end of a book opening. The
/// same arguments give the same positions; without a seed, it is 1. Other pairs, as `OpenBench` may send them, are ignored.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "compongo genfens <COUNT> [NAME VALUE]...")]
pub struct GenfensArgs {
    /// The number of positions, then pairs of a name and a value: seed and a number, book and None or a file of openings.
    #[arg(required = true, num_args = 1.., allow_hyphen_values = true)]
    words: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
struct Request {
    count: usize,
    seed: u64,
    book: Option<String>,
}

impl Request {
    /// Reads the words after `genfens`; a name may have dashes, as for other subcommands. Other pairs that `OpenBench` sends
    /// are ignored, and so is a final `quit`.
    fn parse(words: &[&str]) -> Result<Self, String> {
        let words = words.strip_suffix(&["quit"]).unwrap_or(words);
        let [count, pairs @ ..] = words else {
            return Err("the number of positions is missing".to_owned());
        };
        let mut request = Self {
            count: number(count)?,
            seed: 1,
            book: None,
        };
        // A flag may be joined with its value.
        let pairs: Vec<&str> = pairs.iter().flat_map(|word| split_flag(word)).collect();
        for pair in pairs.chunks(2) {
            let &[name, value] = pair else {
                return Err(format!("'{}' has no value", quote(pair[0])));
            };
            match name.strip_prefix("--").unwrap_or(name) {
                "seed" => request.seed = number(value)?,
                "book" => request.book = (value != "None").then(|| value.to_owned()),
                other if other.starts_with('-') || other != name => {
                    return Err(format!("'{}' is neither --seed nor --book", quote(name)));
                }
                _ => {}
            }
        }
        Ok(request)
    }
}

/// `--name=value` as two words.
fn split_flag(word: &str) -> impl Iterator<Item = &str> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name, Some(value)),
        _ => (word, None),
    };
    std::iter::once(name).chain(value)
}

fn number<T: std::str::FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => format!("'{}' is too large", quote(text)),
            _ => format!("'{}' is not a whole number (0 or more)", quote(text)),
        })
}

/// The words of the command, if the first argument contains the whole of it, as `OpenBench` passes it.
///
/// # Errors
/// Anything but `quit` follows it.
pub fn quoted_command(arguments: &[String]) -> Option<Result<GenfensArgs, CliError>> {
    let [command, following @ ..] = arguments else {
        return None;
    };
    let mut words = command.split_ascii_whitespace();
    if words.next() != Some("genfens") || command == "genfens" {
        return None;
    }
    if let Some(other) = following.iter().find(|other| *other != "quit") {
        let problem = format_args!("only quit may follow the command, not '{}'", quote(other));
        return Some(Err(CliError::at("genfens", problem)));
    }
    Some(Ok(GenfensArgs {
        words: words.map(str::to_owned).collect(),
    }))
}

pub fn run(args: &GenfensArgs) -> Result<u8, CliError> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    let request = Request::parse(&words).map_err(|error| CliError::at("genfens", error))?;
    let book = match &request.book {
        None => Vec::new(),
        Some(file) => {
            read_book(Path::new(file), None)
                .map_err(|error| CliError::at(file, error))?
                .openings
        }
    };
    let openings = generate(&request, &book)?;
    let mut text = String::new();
    for opening in &openings {
        let _ = writeln!(text, "info string genfens {}", opening.end());
    }
    let (found, count) = (openings.len(), request.count);
    if found < count {
        let problem = format_args!(
            "found only {found} of {count} balanced positions; ask for fewer, or take another book"
        );
        return Err(CliError::at("genfens", problem));
    }
    Ok(print_result(&text))
}

fn generate(request: &Request, book: &[Opening]) -> Result<Vec<Opening>, CliError> {
    let (start, plies) = if request.book.is_some() {
        (OpeningStart::Book(book), PLIES_AFTER_BOOK)
    } else {
        (OpeningStart::Standard, BALANCED_PLIES)
    };
    random_openings::generate(start, plies, request.seed, request.count)
        .map_err(|error| CliError::at("genfens", error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_openbench_are_read() {
        let parse = |text: &str| Request::parse(&text.split(' ').collect::<Vec<_>>());
        let request = |book: Option<&str>| Request {
            count: 12,
            seed: 7,
            book: book.map(str::to_owned),
        };
        assert_eq!(parse("12 seed 7 book None"), Ok(request(None)));
        assert_eq!(
            parse("12 book x.epd seed 7 quit"),
            Ok(request(Some("x.epd")))
        );
        assert_eq!(parse("12 seed 7 dfrc false"), Ok(request(None)));
        assert_eq!(
            parse("12 --seed=7 --book=a=b.epd"),
            Ok(request(Some("a=b.epd")))
        );
        for wrong in ["", "x", "12 seed", "12 seed x", "-1 seed 1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
