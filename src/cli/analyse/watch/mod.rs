//! `compongo analyse --watch`: one position after another on the terminal, each analysed without end.

mod view;

use super::{AnalyseArgs, MAX_LINES};
use crate::analysis::{Analyser, AnalysisTask, LiveAnalysis};
use crate::cli::output::{CliError, OK, eprint, note_output};
use crate::cli::progress::{is_drawable, stop_on_interrupt};
use crate::time::StopToken;
use crate::util::mutex;
use crate::util::text::printable;
use console::{Key, Term, measure_text_width};
use indicatif::ProgressBar;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The minimum interval between frames.
const FRAME_INTERVAL: Duration = Duration::from_millis(50);
/// The keys, for one position and for several.
const KEYS: &str = "Enter: end   +/-: more, fewer lines";
const KEYS_OF_SEVERAL: &str =
    "Enter: end   ←/→ or p/n: previous, next position   +/-: more, fewer lines";

/// Analyses positions on the terminal until a key ends it.
pub fn run(args: &AnalyseArgs) -> Result<u8, CliError> {
    if !is_drawable() {
        return Err(CliError::unusable(
            "--watch needs a terminal with cursor control on standard output; instead, set a limit with --depth, --nodes or \
             --movetime, and use --json for programs",
        ));
    }
    let stop = StopToken::default();
    let warn = |warning: &str| eprint(format_args!("warning: {warning}"));
    let mut analyser = args.analyser(stop, warn)?;
    let tasks = args.tasks()?;
    let interrupted = stop_on_interrupt(ProgressBar::hidden(), "stopping");
    let keys = if tasks.len() > 1 {
        KEYS_OF_SEVERAL
    } else {
        KEYS
    };
    let screen = Arc::new(Mutex::new(WatchScreen::new(keys)));
    let watched = watch(&mut analyser, &tasks, &screen, &interrupted);
    mutex::lock(&screen).close();
    watched.map(|()| OK)
}

/// Analyses the chosen position until a key changes the choice, and so on.
fn watch(
    analyser: &mut Analyser,
    tasks: &[AnalysisTask],
    screen: &Arc<Mutex<WatchScreen>>,
    interrupted: &AtomicBool,
) -> Result<(), CliError> {
    let mut choice = WatchChoice {
        position: 0,
        lines: analyser.options().multi_pv,
    };
    loop {
        let lines = choice.lines.to_string();
        let set = analyser.set_option("MultiPV", &lines);
        set.map_err(CliError::unusable)?;
        let task = &tasks[choice.position];
        let (name, screen) = (name(tasks, choice.position), Arc::clone(screen));
        let sink = move |live: &LiveAnalysis| mutex::lock(&screen).show(&name, live);
        let wait = || choice.wait(tasks.len(), interrupted);
        let next = analyser.watch(task.game.up_to(task.ply), sink, wait);
        let next = next.map_err(CliError::failure)?;
        let next =
            next.map_err(|error| CliError::failure(format_args!("cannot read keys: {error}")));
        match next? {
            Some(next) => choice = next,
            None => return Ok(()),
        }
    }
}

/// The number of a position if there are several, its game if there are several, and its own name.
fn name(tasks: &[AnalysisTask], position: usize) -> String {
    let source = &tasks[position].source;
    let (number, positions) = (position + 1, tasks.len());
    let several_games = tasks.iter().any(|task| task.source.game > Some(1));
    let number = (positions > 1).then(|| format!("Position {number} of {positions}"));
    let game = source.game.filter(|_| several_games);
    let id = source.id.as_deref().map(|id| printable(id).into_owned());
    let parts = [number, game.map(|game| format!("game {game}")), id];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

/// What is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WatchChoice {
    /// The index of the position.
    position: usize,
    /// The number of lines.
    lines: u32,
}

impl WatchChoice {
    /// Waits for a key that changes the choice; `None` for a key that ends the watch.
    fn wait(self, positions: usize, interrupted: &AtomicBool) -> io::Result<Option<Self>> {
        let terminal = Term::stdout();
        while !interrupted.load(Ordering::Relaxed) {
            // The terminal is in raw mode only during this call. A signal ends the wait like Ctrl-C.
            let next = self.after(&terminal.read_key_raw()?, positions);
            if next != Some(self) {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// The choice after a key, among this many positions; `None` if the key ends the watch.
    fn after(self, key: &Key, positions: usize) -> Option<Self> {
        let Self { position, lines } = self;
        let (position, lines) = match key {
            Key::Enter | Key::CtrlC | Key::Char('q') => return None,
            Key::ArrowRight | Key::Char('n') => ((position + 1).min(positions - 1), lines),
            Key::ArrowLeft | Key::Char('p') => (position.saturating_sub(1), lines),
            Key::Home => (0, lines),
            Key::End => (positions - 1, lines),
            Key::Char('+') => (position, (lines + 1).min(MAX_LINES)),
            Key::Char('-') => (position, (lines - 1).max(1)),
            _ => (position, lines),
        };
        Some(Self { position, lines })
    }
}

/// The part of the terminal that shows the analysis.
struct WatchScreen {
    term: Term,
    keys: &'static str,
    /// The newest state, not cut.
    lines: Vec<String>,
    /// The widths of the lines that were drawn last.
    drawn: Vec<usize>,
    /// When they were drawn.
    drawn_at: Option<Instant>,
}

impl WatchScreen {
    fn new(keys: &'static str) -> Self {
        Self {
            // A frame is one write, so that it does not flicker.
            term: Term::buffered_stdout(),
            keys,
            lines: Vec::new(),
            drawn: Vec::new(),
            drawn_at: None,
        }
    }

    /// Shows a state, unless the last frame is too recent and another state follows.
    fn show(&mut self, name: &str, live: &LiveAnalysis) {
        let (rows, columns) = self.term.size();
        self.lines = view::lines(name, live, columns.into());
        let is_due = |drawn_at: Instant| drawn_at.elapsed() >= FRAME_INTERVAL;
        if live.is_over || self.drawn_at.is_none_or(is_due) {
            let frame = view::frame(&self.lines, self.keys, rows.into(), columns.into());
            self.draw(&frame);
        }
    }

    /// Leaves the newest state on the terminal, without the keys. Nothing is cut, because nothing is drawn over it.
    fn close(&mut self) {
        let lines = std::mem::take(&mut self.lines);
        self.draw(&lines);
    }

    /// Draws lines over those that were drawn last.
    fn draw(&mut self, lines: &[String]) {
        note_output(self.replace(lines));
        self.drawn = lines.iter().map(|line| measure_text_width(line)).collect();
        self.drawn_at = Some(Instant::now());
    }

    fn replace(&self, lines: &[String]) -> io::Result<()> {
        let (_, columns) = self.term.size();
        // A terminal that has become narrower has wrapped the lines.
        let rows = |width: &usize| width.div_ceil(columns.into()).max(1);
        let above = self.drawn.iter().map(rows).sum();
        self.term.clear_last_lines(above)?;
        for line in lines {
            self.term.write_line(line)?;
        }
        self.term.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::TaskSource;
    use crate::laws::game::Game;

    #[test]
    fn keys_choose_positions_and_lines_or_end_the_watch() {
        let choice = |position, lines| WatchChoice { position, lines };
        let first = choice(0, 1);
        for key in [Key::Enter, Key::CtrlC, Key::Char('q')] {
            assert_eq!(first.after(&key, 3), None);
        }
        let cases = [
            (first, Key::Char('n'), choice(1, 1)),
            (first, Key::ArrowRight, choice(1, 1)),
            (choice(2, 4), Key::ArrowRight, choice(2, 4)),
            (choice(2, 4), Key::Char('p'), choice(1, 4)),
            (choice(2, 4), Key::Home, choice(0, 4)),
            (first, Key::ArrowLeft, first),
            (first, Key::End, choice(2, 1)),
            (first, Key::Char('+'), choice(0, 2)),
            (first, Key::Char('-'), first),
            (choice(1, 3), Key::Char('-'), choice(1, 2)),
            (choice(1, MAX_LINES), Key::Char('+'), choice(1, MAX_LINES)),
            (first, Key::Char('x'), first),
        ];
        for (before, key, after) in cases {
            assert_eq!(before.after(&key, 3), Some(after), "{before:?} {key:?}");
        }
    }

    #[test]
    fn names_say_what_tells_positions_apart() {
        let task = |game, id: Option<&str>| AnalysisTask {
            source: TaskSource {
                game,
                id: id.map(str::to_owned),
                ..TaskSource::default()
            },
            game: Arc::new(Game::default()),
            ply: 0,
            expected: None,
        };
        assert_eq!(name(&[task(None, None)], 0), "");
        assert_eq!(name(&[task(None, Some("ro\u{1b}ok"))], 0), "rook");
        let game = [task(Some(1), None), task(Some(1), Some("1.e4"))];
        assert_eq!(name(&game, 0), "Position 1 of 2");
        assert_eq!(name(&game, 1), "Position 2 of 2, 1.e4");
        let games = [task(Some(1), None), task(Some(2), Some("1.d4"))];
        assert_eq!(name(&games, 0), "Position 1 of 2, game 1");
        assert_eq!(name(&games, 1), "Position 2 of 2, game 2, 1.d4");
    }
}
