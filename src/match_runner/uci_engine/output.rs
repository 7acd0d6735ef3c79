//! The output of an engine: threads read standard output and standard error and keep what the match runner needs.

use super::engine_option::{EngineOption, OptionKind};
use super::info::InfoCollector;
use super::lines::{self, OutputLine, truncated, words};
use super::log::{EngineStream, ProtocolLog};
use crate::match_runner::record::SearchInfo;
use crate::util::mutex;
use flume::Receiver;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Messages that may be queued before the reader has to wait, and then the engine.
const CHANNEL_CAPACITY: usize = 256;

/// The most characters kept of the name of an option or a line of standard error, and of a word after `bestmove`.
const MAX_NAME: usize = 200;
const MAX_MOVE: usize = 32;

const MAX_OPTIONS: usize = 4096;

/// The most words kept of the choices of an option. Engines for chess variants name more than a hundred.
const MAX_CHOICES: usize = 1000;

/// A line for the match runner.
#[derive(Debug)]
pub struct EngineMessage {
    /// Time of arrival.
    pub at: Instant,
    /// Its parsed content.
    pub content: MessageContent,
}

/// The parsed content of a line.
#[derive(Debug)]
pub enum MessageContent {
    /// `option name … type …`
    Option(EngineOption),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`, with the `info` lines since the last `readyok` or `bestmove`; the time is not known yet.
    BestMove(Box<EngineMove>),
    /// A line that was too long and has been truncated.
    Truncated,
}

/// A `bestmove`, the time it took and the `info` lines before it.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineMove {
    /// The word after `bestmove` as written, at most 32 characters; empty if there was none.
    pub best: String,
    /// Time from the last byte of `go` or `ponderhit` to the arrival of the line.
    pub used: Duration,
    /// True if the search began before, with `go ponder`: `info` counts that time and its nodes too.
    pub pondered: bool,
    /// The last `info` line of the first variation with an exact score, or, if there was none, with a bound.
    pub info: SearchInfo,
    /// The principal variation of that line, or of a later line with a bound if only that one begins with the move; at
    /// most 512 words.
    pub pv: Vec<String>,
    /// The texts after `info string laws`, at most 32.
    pub laws: Vec<String>,
    /// The word after `ponder`: the opponent's move that the engine expects; `None` if it told none.
    pub ponder: Option<String>,
}

/// Starts a thread that reads standard output to the end, then disconnects the channel.
///
/// # Errors
/// The thread cannot be started.
pub fn listen(
    pipe: impl Read + Send + 'static,
    name: &str,
    log: Option<ProtocolLog>,
) -> io::Result<Receiver<EngineMessage>> {
    let (sender, messages) = flume::bounded(CHANNEL_CAPACITY);
    let name = name.to_owned();
    let work = move || {
        let mut parser = OutputParser::default();
        lines::read(pipe, |line| {
            if let Some(log) = &log {
                log.write(line.at, &name, EngineStream::Stdout, &line.text());
            }
            let truncated = line.truncated.then_some(MessageContent::Truncated);
            for content in truncated.into_iter().chain(parser.parse(line)) {
                let at = line.at;
                if sender.send(EngineMessage { at, content }).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
    };
    thread::Builder::new()
        .name("engine-stdout".to_owned())
        .spawn(work)?;
    Ok(messages)
}

#[derive(Default)]
struct OutputParser {
    collector: InfoCollector,
    /// True after `uciok`: later `option` lines are ignored.
    identified: bool,
    options: usize,
}

impl OutputParser {
    fn parse(&mut self, line: OutputLine<'_>) -> Option<MessageContent> {
        let line = line
            .bytes
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(line.bytes);
        let mut words = words(line);
        match words.next()? {
            b"info" => {
                self.collector.add(line);
                None
            }
            b"bestmove" => {
                let best = truncated(words.next().unwrap_or_default(), MAX_MOVE);
                let ponder = words.next().filter(|word| *word == b"ponder");
                let ponder = ponder.and_then(|_| words.next());
                let (info, pv, laws) = self.collector.take(&best);
                Some(MessageContent::BestMove(Box::new(EngineMove {
                    best,
                    used: Duration::ZERO,
                    pondered: false,
                    info,
                    pv,
                    laws,
                    ponder: ponder.map(|word| truncated(word, MAX_MOVE)),
                })))
            }
            b"readyok" => {
                self.collector = InfoCollector::default();
                Some(MessageContent::ReadyOk)
            }
            b"uciok" => {
                self.identified = true;
                Some(MessageContent::UciOk)
            }
            b"option" if !self.identified && self.options < MAX_OPTIONS => {
                self.options += 1;
                option(words).map(MessageContent::Option)
            }
            _ => None,
        }
    }
}

/// Words joined by single blanks.
fn joined<'a>(words: impl Iterator<Item = &'a [u8]>) -> String {
    let words: Vec<&[u8]> = words.take(MAX_NAME).collect();
    truncated(&words.join(&b' '), MAX_NAME)
}

/// Parses the words after `option`.
fn option<'a>(words: impl Iterator<Item = &'a [u8]> + Clone) -> Option<EngineOption> {
    let name = words.clone().skip_while(|word| *word != b"name").skip(1);
    let name = joined(name.take_while(|word| *word != b"type"));
    let mut rest = words.skip_while(|word| *word != b"type").skip(1);
    let kind = match rest.next()? {
        b"check" => OptionKind::Check,
        b"spin" => {
            let limits = limit(rest.clone(), b"min").zip(limit(rest, b"max"));
            OptionKind::Spin(limits.map(|(min, max)| min..=max))
        }
        b"combo" => OptionKind::Combo(choices(rest)),
        b"button" => OptionKind::Button,
        b"string" => OptionKind::String,
        _ => return None,
    };
    (!name.is_empty()).then_some(EngineOption { name, kind })
}

/// The whole number after a keyword.
fn limit<'a>(words: impl Iterator<Item = &'a [u8]>, keyword: &[u8]) -> Option<i64> {
    let number = words.skip_while(|word| *word != keyword).nth(1)?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

/// The texts after each `var`; none if there are too many.
fn choices<'a>(words: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let words: Vec<&[u8]> = words.take(MAX_CHOICES + 1).collect();
    if words.len() > MAX_CHOICES {
        return Vec::new();
    }
    let texts = words.split(|word| *word == b"var").skip(1);
    texts.map(|text| joined(text.iter().copied())).collect()
}

/// A thread that drains standard error, so that the engine never blocks on it, and keeps the last lines.
#[derive(Debug)]
pub struct StderrReader {
    lines: Arc<Mutex<VecDeque<String>>>,
    reader: JoinHandle<()>,
}

impl StderrReader {
    /// Starts the thread.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub fn listen(
        pipe: impl Read + Send + 'static,
        name: &str,
        log: Option<ProtocolLog>,
    ) -> io::Result<Self> {
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&lines);
        let name = name.to_owned();
        let work = move || {
            lines::read(pipe, |line| {
                if let Some(log) = &log {
                    log.write(line.at, &name, EngineStream::Stderr, &line.text());
                }
                let text = joined(words(line.bytes));
                if !text.is_empty() {
                    let mut kept = mutex::lock(&kept);
                    if kept.len() == KEPT_LINES {
                        kept.pop_front();
                    }
                    kept.push_back(text);
                }
                ControlFlow::Continue(())
            });
        };
        let reader = thread::Builder::new()
            .name("engine-stderr".to_owned())
            .spawn(work)?;
        Ok(Self { lines, reader })
    }

    /// What an engine that has exited said last, preferably a line that names an error, because advice may follow it. Waits
    /// briefly, since the line may still be on its way.
    pub fn last(&self) -> Option<String> {
        for _ in 0..50 {
            if self.reader.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        telling(mutex::lock(&self.lines).make_contiguous())
    }
}

/// The last line that names an error, or else the last line.
fn telling(lines: &[String]) -> Option<String> {
    let named = lines.iter().rposition(|line| names_error(line));
    let place = named.or(lines.len().checked_sub(1))?;
    let line = &lines[place];
    // The message of a Rust panic is in the line after its place.
    match lines.get(place + 1) {
        Some(message) if line.contains("panicked at") => Some(format!("{line} {message}")),
        _ => Some(line.clone()),
    }
}

/// The lines of standard error that are kept.
const KEPT_LINES: usize = 8;

/// True if a line names an error.
fn names_error(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    [
        "error",
        "panicked",
        "assert",
        "terminate",
        "fatal",
        "exception",
    ]
    .iter()
    .any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_told_and_not_the_advice_after_it() {
        for (lines, expected) in [
            (vec![], None),
            (vec!["loading", "killed"], Some("killed")),
            (
                vec!["error: no book", "error: no option --foo", "try --help"],
                Some("error: no option --foo"),
            ),
            (
                vec!["thread 'main' panicked at a.rs:1:2:", "no net", "note: run"],
                Some("thread 'main' panicked at a.rs:1:2: no net"),
            ),
        ] {
            let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
            assert_eq!(telling(&lines).as_deref(), expected);
        }
    }

    #[test]
    fn what_an_option_offers_is_read() {
        let variants: Vec<String> = (0..150).map(|number| format!("v{number}")).collect();
        let combo = format!(
            "name V type combo default v0 var {}",
            variants.join(" var ")
        );
        let endless = format!("name V type combo {}", "var x ".repeat(MAX_CHOICES));
        for (text, expected) in [
            (
                "name Hash type spin default 16 min 1 max 64",
                OptionKind::Spin(Some(1..=64)),
            ),
            (
                "name Temperature type spin default 1.5 min 0.0 max 2.0",
                OptionKind::Spin(None),
            ),
            ("name Seed type spin default 0", OptionKind::Spin(None)),
            (combo.as_str(), OptionKind::Combo(variants)),
            (endless.as_str(), OptionKind::Combo(Vec::new())),
        ] {
            let found = option(words(text.as_bytes())).expect("an option");
            assert_eq!(found.kind, expected, "{text}");
        }
    }
}
