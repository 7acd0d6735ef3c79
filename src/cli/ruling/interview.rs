//! `compongo ruling interview`: asks for the facts one by one, and shows the command that they make.

use super::RulingCommand;
use crate::cli::output::{CliError, print};
use crate::util::text::quote;
use clap::Parser;
use std::io::{BufRead, Write, stdin, stdout};

/// Ask for the facts one by one, give the ruling, and show its command line.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct InterviewArgs {}

/// How an answer becomes a part of the command.
#[derive(Clone, Copy)]
enum Part {
    /// Its words, without a flag; needed.
    Words,
    /// The value of a flag; nothing if the answer is empty.
    Value(&'static str),
    /// A flag, if the answer begins with y.
    Switch(&'static str),
}

/// What is asked, and what becomes of the answer.
type Ask = (&'static str, Part);

/// A question of an arbiter: its name, its subject, and the facts that only it needs.
struct Subject {
    name: &'static str,
    about: &'static str,
    asks: &'static [Ask],
    /// Whether it is about a position.
    has_position: bool,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "claim",
        about: "a claim of a draw",
        asks: &[
            ("threefold or fifty?", Part::Words),
            (
                "The announced move, if there is one:",
                Part::Value("--move"),
            ),
            (
                "The square of a piece touched before, if any:",
                Part::Value("--touched"),
            ),
        ],
        has_position: true,
    },
    Subject {
        name: "illegal",
        about: "an illegal move",
        asks: &[
            ("The move, such as Ke2 or e1e2:", Part::Words),
            (
                "How many illegal moves did the player make before?",
                Part::Value("--earlier"),
            ),
            (
                "Was it made with both hands? (y/n)",
                Part::Switch("--two-hands"),
            ),
            (
                "Does the player's clock still run? (y/n)",
                Part::Switch("--clock-running"),
            ),
        ],
        has_position: true,
    },
    Subject {
        name: "touch",
        about: "touched pieces",
        asks: &[
            (
                "The squares in the order of touching, such as e2 d5:",
                Part::Words,
            ),
            (
                "Did the player want to castle? (y/n)",
                Part::Switch("--castling"),
            ),
            (
                "Did the player say \"I adjust\" before? (y/n)",
                Part::Switch("--adjusting"),
            ),
            (
                "The square where the first piece was released, if any:",
                Part::Value("--released"),
            ),
        ],
        has_position: true,
    },
    Subject {
        name: "flag",
        about: "a fallen flag",
        asks: &[(
            "white, black, both, white-first or black-first?",
            Part::Words,
        )],
        has_position: true,
    },
    Subject {
        name: "offer",
        about: "an offer of a draw",
        asks: &[
            (
                "When: after-move, own-time or opponents-time?",
                Part::Value("--when"),
            ),
            (
                "What followed, separated by commas: refused, touched, moved, accepted, withdrawn:",
                Part::Value("--then"),
            ),
        ],
        has_position: true,
    },
    Subject {
        name: "setup",
        about: "a wrong beginning",
        asks: &[
            ("Is the board turned? (y/n)", Part::Switch("--board-turned")),
            (
                "Are the colours reversed? (y/n)",
                Part::Switch("--colors-reversed"),
            ),
            (
                "How many moves has each player made?",
                Part::Value("--made"),
            ),
        ],
        has_position: true,
    },
    Subject {
        name: "quickplay",
        about: "a claim that the opponent makes no effort to win",
        asks: &[(
            "The arbiter's decision: draw, postpone, reject, or none yet:",
            Part::Value("--decision"),
        )],
        has_position: true,
    },
    Subject {
        name: "clock",
        about: "a faulty clock",
        asks: &[
            ("defect, setting, stopped or screen?", Part::Words),
            ("The time that White has used:", Part::Value("--white-used")),
            ("The time that Black has used:", Part::Value("--black-used")),
        ],
        has_position: true,
    },
    Subject {
        name: "seal",
        about: "a sealed move",
        asks: &[
            (
                "Does the player want to change it? (y/n)",
                Part::Switch("--change"),
            ),
            ("The move made on the board, if any:", Part::Value("--made")),
            (
                "The time left in the session, if the player leaves early:",
                Part::Value("--early"),
            ),
        ],
        has_position: true,
    },
    Subject {
        name: "default",
        about: "a late player",
        asks: &[
            (
                "How late was White (such as 12:30 or never)?",
                Part::Value("--white-late"),
            ),
            ("How late was Black?", Part::Value("--black-late")),
            (
                "How late may a player be, by the rules of the event?",
                Part::Value("--default-time"),
            ),
        ],
        has_position: false,
    },
];

/// The facts that every question needs, and those of a position.
const RULES: &[Ask] = &[
    ("The Laws of which year? [2023]", Part::Value("--laws")),
    (
        "standard, rapid or blitz? [by the time control]",
        Part::Value("--mode"),
    ),
    ("The time control, such as 90m+30s:", Part::Value("--tc")),
];
const POSITION: &[Ask] = &[
    (
        "The position in FEN [the initial one]:",
        Part::Value("--fen"),
    ),
    (
        "The moves after it, such as e4 e5 Nf3:",
        Part::Value("--moves"),
    ),
    ("White's clock, such as 4:30:", Part::Value("--white-clock")),
    ("Black's clock:", Part::Value("--black-clock")),
];

/// A parser of the command that the answers make.
#[derive(Debug, Parser)]
#[command(name = "compongo ruling")]
struct Question {
    #[command(subcommand)]
    command: RulingCommand,
}

/// Asks on standard output, reads from standard input, prints the command and the ruling.
///
/// # Errors
/// The input ends too early, or the answers make no question.
pub fn run() -> Result<u8, CliError> {
    for (number, subject) in (1..).zip(SUBJECTS) {
        print(format_args!("{number}  {}", subject.about));
    }
    let subject = loop {
        let answer = ask("What is to be decided? The number:")?;
        let number: usize = answer.parse().unwrap_or(0);
        let named = SUBJECTS.iter().find(|subject| subject.name == answer);
        match named.or_else(|| SUBJECTS.get(number.checked_sub(1)?)) {
            Some(subject) => break subject,
            None => print(format_args!(
                "'{}' is none of these numbers",
                quote(&answer)
            )),
        }
    };
    let position = if subject.has_position { POSITION } else { &[] };
    let mut words = vec!["ruling".to_owned(), subject.name.to_owned()];
    for &(question, part) in subject.asks.iter().chain(RULES).chain(position) {
        words.extend(answered(question, part)?);
    }
    let question = Question::try_parse_from(&words)
        .map_err(|error| CliError::unusable(error.to_string().trim_end()))?;
    let line = shlex::try_join(words.iter().map(String::as_str)).map_err(CliError::unusable)?;
    print(format_args!("\ncompongo {line}\n"));
    super::run(&question.command)
}

/// The words of the command that an answer gives.
fn answered(question: &str, part: Part) -> Result<Vec<String>, CliError> {
    loop {
        let answer = ask(question)?;
        let words = match part {
            Part::Words if answer.is_empty() => continue,
            Part::Words => answer.split_whitespace().map(str::to_owned).collect(),
            Part::Value(_) if answer.is_empty() => Vec::new(),
            Part::Value(flag) => vec![flag.to_owned(), answer],
            Part::Switch(flag) if answer.to_lowercase().starts_with('y') => vec![flag.to_owned()],
            Part::Switch(_) => Vec::new(),
        };
        return Ok(words);
    }
}

/// An answer on one line.
fn ask(question: &str) -> Result<String, CliError> {
    let mut out = stdout().lock();
    // A broken output shows at the ruling.
    let _ = write!(out, "{question} ").and_then(|()| out.flush());
    let mut line = String::new();
    let read = stdin().lock().read_line(&mut line);
    match read.map_err(CliError::failure)? {
        0 => Err(CliError::unusable("the answers end before the ruling")),
        _ => Ok(line.trim().to_owned()),
    }
}
