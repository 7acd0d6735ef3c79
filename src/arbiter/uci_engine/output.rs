//! What a player says: a thread reads it, keeps what matters, and stamps it with the time of its arrival.

use super::identity::{EngineOption, OptionKind};
use super::info::InfoCollector;
use super::lines::{self, OutputLine, truncated, words};
use super::log::{LogSource, ProtocolLog};
use crate::arbiter::record::SearchInfo;
use flume::Receiver;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Messages that wait for us at most; then the player has to wait.
const CHANNEL_CAPACITY: usize = 256;

/// Characters of a name that are kept, and of anything that should be a move.
const MAX_NAME: usize = 200;
const MAX_MOVE: usize = 32;

/// Options that are kept.
const MAX_OPTIONS: usize = 4096;

/// A line that matters.
#[derive(Debug)]
pub struct EngineMessage {
    /// When it arrived.
    pub at: Instant,
    /// What it says.
    pub content: MessageContent,
}

/// What a line says.
#[derive(Debug)]
pub enum MessageContent {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option name … type …`
    Option(EngineOption),
    /// `uciok`
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`, with what was said since the last `readyok` or `bestmove`.
    BestMove(Box<BestMove>),
    /// A line was too long and has been cut.
    Cut,
}

/// An answer to `go`.
#[derive(Debug)]
pub struct BestMove {
    /// The word after `bestmove`; empty if there is none.
    pub best: String,
    /// The word after `ponder`.
    pub ponder: Option<String>,
    /// What the last line of information with a score said.
    pub info: SearchInfo,
    /// Its variation.
    pub pv: Vec<String>,
    /// Statements about the Laws.
    pub laws: Vec<String>,
}

/// Reads the standard output of a player until it ends; then the channel closes.
///
/// # Errors
/// The system has no thread to give.
pub fn listen(
    pipe: impl Read + Send + 'static,
    name: &str,
    log: Option<ProtocolLog>,
) -> io::Result<Receiver<EngineMessage>> {
    // The channel of the standard library spins and yields before it sleeps, which at every move costs more than the rest.
    let (sender, messages) = flume::bounded(CHANNEL_CAPACITY);
    let name = name.to_owned();
    let work = move || {
        let mut parser = OutputParser::default();
        lines::read(pipe, |line| {
            if let Some(log) = &log {
                log.write(line.at, &name, LogSource::Stdout, &line.text());
            }
            let cut = line.cut.then_some(MessageContent::Cut);
            for content in cut.into_iter().chain(parser.parse(line)) {
                let at = line.at;
                if sender.send(EngineMessage { at, content }).is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
    };
    thread::Builder::new()
        .name("player's output".to_owned())
        .spawn(work)?;
    Ok(messages)
}

/// Turns lines into messages.
#[derive(Default)]
struct OutputParser {
    collector: InfoCollector,
    /// Lines before `uciok`, and no later ones, introduce the player.
    introduced: bool,
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
                let best = words.next().unwrap_or_default();
                let ponder = words.skip_while(|word| *word != b"ponder").nth(1);
                let (info, pv, laws) = self.collector.take();
                Some(MessageContent::BestMove(Box::new(BestMove {
                    best: truncated(best, MAX_MOVE),
                    ponder: ponder.map(|word| truncated(word, MAX_MOVE)),
                    info,
                    pv,
                    laws,
                })))
            }
            b"readyok" => {
                self.collector = InfoCollector::default();
                Some(MessageContent::ReadyOk)
            }
            b"uciok" => {
                self.introduced = true;
                Some(MessageContent::UciOk)
            }
            b"id" if !self.introduced => {
                let (field, text) = (words.next()?, joined(words));
                match field {
                    b"name" => Some(MessageContent::Name(text)),
                    b"author" => Some(MessageContent::Author(text)),
                    _ => None,
                }
            }
            b"option" if !self.introduced && self.options < MAX_OPTIONS => {
                self.options += 1;
                option(words).map(MessageContent::Option)
            }
            _ => None,
        }
    }
}

/// Words with single blanks between them.
fn joined<'a>(words: impl Iterator<Item = &'a [u8]>) -> String {
    let words: Vec<&[u8]> = words.take(MAX_NAME).collect();
    truncated(&words.join(&b' '), MAX_NAME)
}

/// Reads what stands behind `option`.
fn option<'a>(words: impl Iterator<Item = &'a [u8]> + Clone) -> Option<EngineOption> {
    let name = words.clone().skip_while(|word| *word != b"name").skip(1);
    let name = joined(name.take_while(|word| *word != b"type"));
    let kind = match words.skip_while(|word| *word != b"type").nth(1)? {
        b"check" => OptionKind::Check,
        b"spin" => OptionKind::Spin,
        b"combo" => OptionKind::Combo,
        b"button" => OptionKind::Button,
        b"string" => OptionKind::String,
        _ => return None,
    };
    (!name.is_empty()).then_some(EngineOption { name, kind })
}

/// The standard error of a player: read so that it never blocks, kept down to the last line.
#[derive(Debug)]
pub struct StderrReader {
    last: Arc<Mutex<String>>,
    reader: JoinHandle<()>,
}

impl StderrReader {
    /// Starts to read.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn listen(
        pipe: impl Read + Send + 'static,
        name: &str,
        log: Option<ProtocolLog>,
    ) -> io::Result<Self> {
        let last = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&last);
        let name = name.to_owned();
        let work = move || {
            lines::read(pipe, |line| {
                if let Some(log) = &log {
                    log.write(line.at, &name, LogSource::Stderr, &line.text());
                }
                let text = joined(words(line.bytes));
                if !text.is_empty() {
                    *kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
                }
                ControlFlow::Continue(())
            });
        };
        let reader = thread::Builder::new()
            .name("player's errors".to_owned())
            .spawn(work)?;
        Ok(Self { last, reader })
    }

    /// The last line of a player that has ended. It may still be on its way: a short wait.
    pub fn last(&self) -> Option<String> {
        for _ in 0..50 {
            if self.reader.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        (!last.is_empty()).then(|| last.clone())
    }
}
