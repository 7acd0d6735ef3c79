//! `compongo ruling interview`: asks for the facts one by one, and shows the command that they make.

use super::RulingCommand;
use super::case::CaseArgs;
use crate::cli::output::{CliError, print};
use crate::cli::typed_line;
use crate::util::text::quote;
use clap::Parser;
use clap::error::ErrorKind;
use std::io::{Write, stdin, stdout};

/// A question of an arbiter.
struct Subject {
    name: &'static str,
    about: &'static str,
    /// The facts that only it needs, one a line.
    ///
    /// The answer is the value of the flag at the beginning, or sets the flag if the line ends with `(y/n)`. Without a
    /// flag, the answer is needed, and its words are arguments.
    facts: &'static str,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "claim",
        about: "a claim of a draw",
        facts: "Which draw is claimed: threefold or fifty?
            --move The announced move, if any:
            --touched The square of the piece touched before the claim, if any:",
    },
    Subject {
        name: "illegal",
        about: "an illegal move",
        facts: "The illegal move, such as Ke2 or e1e2:
            --earlier How many illegal moves did the player make before?
            --two-hands Did the player use both hands? (y/n)
            --clock-running Does the player's clock still run? (y/n)",
    },
    Subject {
        name: "touch",
        about: "touched pieces",
        facts: "The squares of the pieces, in the order of touching, such as e2 d5:
            --castling Did the player want to castle? (y/n)
            --adjusting Did the player say \"I adjust\" before? (y/n)
            --released The square where the first piece was released, if any:",
    },
    Subject {
        name: "flag",
        about: "a fallen flag",
        facts: "Whose flag fell: white, black, both, white-first or black-first?",
    },
    Subject {
        name: "offer",
        about: "an offer of a draw",
        facts: "--when When was the offer made: after-move, own-time or opponents-time?
            --then What followed (refused, touched, moved, accepted, withdrawn; with commas):",
    },
    Subject {
        name: "setup",
        about: "a wrong start of the game",
        facts: "--board-turned Is the board turned? (y/n)
            --colors-reversed Are the colours reversed? (y/n)
            --made How many moves has each player made?",
    },
    Subject {
        name: "quickplay",
        about: "a claim that the opponent makes no effort to win",
        facts: "--announced Has the event announced Guideline III? (y/n)
            --decision The arbiter's decision, if there is one (draw, postpone or reject):",
    },
    Subject {
        name: "clock",
        about: "a faulty clock",
        facts: "What is wrong: defect, setting, stopped, screen or not-pressed?
            --white-used The time that White has used:
            --black-used The time that Black has used:",
    },
    Subject {
        name: "seal",
        about: "a sealed move",
        facts: "--change Does the player want to change the sealed move? (y/n)
            --made The move made on the board, if any:
            --early The time left in the session, if the player leaves early:",
    },
    Subject {
        name: "default",
        about: "a late player",
        facts: "--white-late How late was White (such as 12:30 or never)?
            --black-late How late was Black?
            --default-time How late may a player arrive, by the rules of the event?",
    },
];

/// The facts that every question needs, and those of a position.
const RULES: &str = "--laws The Laws of which year? [2023]
    --mode The mode: standard, rapid or blitz? [from the time control]
    --tc The time control, such as 90m+30s:";
const POSITION: &str = "--fen The position in FEN [the initial one]:
    --moves The moves after it, such as e4 e5 Nf3:
    --white-clock White's clock, such as 4:30:
    --black-clock Black's clock:";

/// A parser of the command that the answers make.
#[derive(Debug, Parser)]
#[command(name = "compongo ruling")]
struct Question {
    #[command(subcommand)]
    command: RulingCommand,
}

/// A parser of the facts that every question needs.
#[derive(Debug, Parser)]
struct Position {
    #[command(flatten)]
    case: CaseArgs,
}

/// Asks on standard output, reads from standard input, prints the command and the ruling.
pub fn run() -> Result<u8, CliError> {
    let subject = loop {
        for (number, subject) in (1..).zip(SUBJECTS) {
            print(format_args!("{number}  {}", subject.about));
        }
        let answer = ask("What is the question about? Type a number:")?;
        let number: usize = answer.parse().unwrap_or(0);
        let named = SUBJECTS.iter().find(|subject| subject.name == answer);
        match named.or_else(|| SUBJECTS.get(number.checked_sub(1)?)) {
            Some(subject) => break subject,
            None => print(format_args!(
                "'{}' is not a number from 1 to {}\n",
                quote(&answer),
                SUBJECTS.len()
            )),
        }
    };
    print("Press Enter to leave a question out, or to take the value in brackets.");
    // A late player needs no position.
    let is_late = subject.name == "default";
    let position = if is_late { "" } else { POSITION };
    let begin = ["ruling", subject.name].map(str::to_owned);
    let mut given = Vec::new();
    for fact in [RULES, position].into_iter().flat_map(str::lines) {
        let added = answered(fact.trim(), |added| {
            let words = [&given, added].concat();
            let of_words = problem(&[&begin, words.as_slice()].concat());
            of_words.or_else(|| problem_of_position(&words).filter(|_| !is_late))
        })?;
        given.extend(added);
    }
    let mut last_problem = String::new();
    loop {
        let mut words = begin.to_vec();
        for fact in subject.facts.lines() {
            let added = answered(fact.trim(), |added| problem(&[&words, added].concat()))?;
            words.extend(added);
        }
        words.extend_from_slice(&given);
        match ruled(&words) {
            // If other facts change nothing, they are not the problem.
            Err(error) if error.is_unusable() && error.to_string() != last_problem => {
                print(format_args!("{error}\n"));
                last_problem = error.to_string();
            }
            ruled => return ruled,
        }
    }
}

/// Shows the command that words make, and prints its ruling.
fn ruled(words: &[String]) -> Result<u8, CliError> {
    let question =
        Question::try_parse_from(words).map_err(|error| CliError::unusable(first_part(&error)))?;
    let line = shlex::try_join(words.iter().map(String::as_str)).map_err(CliError::unusable)?;
    print(format_args!("\ncompongo {line}\n"));
    super::run(&question.command)
}

/// Asks about a fact until there is no problem with the answer; the words that it adds to the command.
fn answered(
    fact: &str,
    problem: impl Fn(&[String]) -> Option<String>,
) -> Result<Vec<String>, CliError> {
    let (flag, question) = match fact.split_once(' ') {
        Some((flag, question)) if flag.starts_with("--") => (Some(flag), question),
        _ => (None, fact),
    };
    let is_yes_or_no = question.ends_with("(y/n)");
    loop {
        let answer = ask(question)?;
        let added: Vec<String> = match flag {
            None if answer.is_empty() => {
                print("an answer is needed");
                continue;
            }
            None => answer.split_whitespace().map(str::to_owned).collect(),
            Some(flag) if is_yes_or_no => match answer.to_lowercase().chars().next() {
                Some('y') => vec![flag.to_owned()],
                Some('n') | None => Vec::new(),
                _ => {
                    print(format_args!("'{}' is neither y nor n", quote(&answer)));
                    continue;
                }
            },
            Some(_) if answer.is_empty() => Vec::new(),
            Some(flag) => vec![flag.to_owned(), answer],
        };
        match problem(&added) {
            Some(problem) => print(problem),
            None => return Ok(added),
        }
    }
}

/// Why the last words of a command cannot be used. Words that are still missing are no problem.
fn problem(words: &[String]) -> Option<String> {
    let error = Question::try_parse_from(words).err()?;
    let is_of_words = matches!(
        error.kind(),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::UnknownArgument
    );
    is_of_words.then(|| first_part(&error))
}

/// The message of clap without the hints at `--help` below it.
fn first_part(error: &clap::Error) -> String {
    let text = error.to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    message.trim_start_matches("error: ").to_owned()
}

/// Why these words name no position.
fn problem_of_position(words: &[String]) -> Option<String> {
    let begin = ["position", "--nodes", "0"].map(str::to_owned);
    let Position { case } = Position::try_parse_from([&begin, words].concat()).ok()?;
    let read = case.read(case.extent());
    read.err().map(|error| error.to_string())
}

fn ask(question: &str) -> Result<String, CliError> {
    let mut out = stdout().lock();
    // A broken output shows at the ruling.
    let _ = write!(out, "{question} ").and_then(|()| out.flush());
    let line = typed_line::read(&mut stdin().lock()).map_err(CliError::unusable)?;
    if line.is_empty() {
        let fault = "the input ended before all questions were answered";
        return Err(CliError::unusable(fault));
    }
    Ok(line.trim().to_owned())
}
