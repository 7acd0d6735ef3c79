//! The program as a child process: lines in, lines out, a time limit on everything.

use crate::support::process::{Program, Running, read_to_end};
use std::io::{BufRead, BufReader, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub use crate::support::process::{HANG, SOON};

pub const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// A running engine.
pub struct Engine {
    running: Running,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    transcript: Vec<String>,
}

impl Engine {
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Self {
        let mut running = Program::with(arguments).converse();
        let child = &mut running.child;
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("a pipe");
        let errors = child.stderr.take().map(read_to_end);
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = Vec::new();
            while matches!(stdout.read_until(b'\n', &mut line), Ok(1..)) {
                let text = String::from_utf8(std::mem::take(&mut line)).expect("text");
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        Self {
            running,
            input,
            output,
            errors,
            transcript: Vec::new(),
        }
    }

    /// The most memory that it has used so far, in KiB.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        crate::support::process::peak_memory(self.running.child.id())
    }

    /// Sends lines in one write.
    pub fn send(&mut self, lines: &str) {
        self.write(format!("{lines}\n").as_bytes());
    }

    pub fn write(&mut self, bytes: &[u8]) {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
        self.transcript.push(format!("> {shown}"));
        let input = self.input.as_mut().expect("open input");
        input.write_all(bytes).expect("the engine reads");
        input.flush().expect("the engine reads");
    }

    /// The next line, if it comes in time. Fails if it is no proper line.
    pub fn line_within(&mut self, limit: Duration) -> Option<String> {
        match self.output.recv_timeout(limit) {
            Ok(line) => {
                let text = line.strip_suffix('\n').unwrap_or_else(|| {
                    self.fail(&format!("the line '{line}' does not end"));
                });
                assert!(!text.contains('\r'), "{text:?}");
                self.transcript.push(format!("< {text}"));
                Some(text.to_owned())
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.fail("the engine is gone"),
        }
    }

    pub fn line(&mut self) -> String {
        match self.line_within(HANG) {
            Some(line) => line,
            None => self.fail("the engine is silent"),
        }
    }

    /// All lines up to the first that begins with `start`, that one included.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Where the transcript stands, for [`Self::heard_since`].
    pub fn mark(&self) -> usize {
        self.transcript.len()
    }

    /// All that was said since then, but for `readyok`.
    pub fn heard_since(&self, mark: usize) -> Vec<String> {
        let heard = self.transcript[mark..].iter();
        heard
            .filter_map(|line| line.strip_prefix("< "))
            .filter(|line| *line != "readyok")
            .map(str::to_owned)
            .collect()
    }

    /// Sends lines and waits for the answer to one `go`.
    pub fn search(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.until("bestmove ")
    }

    /// What the engine has said until it answers `isready`, without the answer.
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// What the engine says to these lines, if it does not search.
    pub fn reply(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.sync()
    }

    /// Sends lines that the engine must take without a word.
    #[track_caller]
    pub fn accepts(&mut self, lines: &str) {
        let said = self.reply(lines);
        assert!(said.is_empty(), "{lines}: {said:?}");
    }

    /// Fails if an answer comes within a while; `isready` is answered all the same.
    pub fn no_answer_for(&mut self, time: Duration) {
        let end = Instant::now() + time;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.line_within(left) {
                Some(line) if line.starts_with("bestmove") => self.fail("this answer is too early"),
                None if left.is_zero() => break,
                _ => {}
            }
        }
        let lines = self.sync();
        if lines.iter().any(|line| line.starts_with("bestmove")) {
            self.fail("this answer is too early");
        }
    }

    /// The FEN of the board.
    pub fn fen(&mut self) -> String {
        self.send("d");
        let lines = self.until("Checkers:");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap_or_else(|| self.fail("no FEN")).to_owned()
    }

    /// Ends the input; what the engine says after that. It must end in peace.
    pub fn finish(mut self) -> Vec<String> {
        self.input = None;
        let mut lines = Vec::new();
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(ms(50)) {
                Ok(line) => {
                    self.transcript.push(format!("< {}", line.trim_end()));
                    lines.push(line.trim_end_matches('\n').to_owned());
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if start.elapsed() > HANG => {
                    self.fail("it does not end")
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.expect_peaceful_end();
        lines
    }

    /// Sends `quit`, as a drop does; the program must end in peace. Returns the time that took.
    pub fn quit(mut self) -> Duration {
        self.end()
    }

    fn end(&mut self) -> Duration {
        let start = Instant::now();
        self.send("quit");
        self.running.status();
        let time = start.elapsed();
        self.input = None;
        self.expect_peaceful_end();
        time
    }

    fn expect_peaceful_end(&mut self) {
        let status = self.running.status();
        let errors = self
            .errors
            .take()
            .map_or_else(String::new, |thread| thread.join().expect("it only reads"));
        assert_eq!(
            (status.code(), errors.as_str()),
            (Some(0), ""),
            "{}",
            self.story()
        );
    }

    fn story(&self) -> String {
        let skipped = self.transcript.len().saturating_sub(60);
        self.transcript[skipped..].join("\n")
    }

    pub fn fail(&self, why: &str) -> ! {
        panic!("{why}\n{}", self.story());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if self.input.is_some() && !thread::panicking() {
            self.end();
        }
    }
}

/// Writes bytes, ends the input, and returns all that is said until the program ends, in peace.
pub fn dialogue(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut engine = Engine::start();
    engine.write(input.as_ref());
    engine.finish()
}

/// The lines that begin with `start`.
pub fn starting<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines
        .iter()
        .map(String::as_str)
        .filter(|line| line.starts_with(start))
        .collect()
}

/// The moves after `bestmove`, one for each answer.
pub fn answers(lines: &[String]) -> Vec<&str> {
    starting(lines, "bestmove")
        .iter()
        .map(|line| line.split(' ').nth(1).expect("a move"))
        .collect()
}

/// The messages of a kind: `error` or `warning`.
pub fn messages<'a>(lines: &'a [String], kind: &str) -> Vec<&'a str> {
    starting(lines, &format!("info string {kind} "))
}

/// Fails if a reaction takes longer than this. The fastest of five counts: other programs may keep the processor busy.
#[track_caller]
pub fn assert_soon(what: &str, limit: Duration, mut react: impl FnMut() -> Duration) {
    let mut fastest = Duration::MAX;
    for _ in 0..5 {
        fastest = fastest.min(react());
        if fastest < limit {
            return;
        }
    }
    panic!("{what}: {fastest:?}");
}

/// The middle one of several times.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
