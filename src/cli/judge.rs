//! `compongo judge`: games and positions audited under the Laws.

use crate::judge::{
    Block, DEFAULT_NODES, Judge, JudgeError, ModeChoice, Report, Settings, Severity, Summary,
    Tally, judge_position,
};
use crate::laws::edition::{Edition, Mode};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

/// Audit games and positions under the Laws of Chess.
///
/// A file is PGN, or has one position to a line in FEN or EPD. Exit code: 0 if nothing is wrong, 1 if something is, 2
/// if arguments or files cannot be used, 3 if nothing is wrong but something could not be found out.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Files; - is standard input.
    #[arg(required_unless_present = "fen", conflicts_with = "fen")]
    files: Vec<PathBuf>,
    /// A position to be judged instead.
    #[arg(long)]
    fen: Option<String>,
    /// The moves that follow the position, such as "e2e4 e7e5".
    #[arg(long, requires = "fen")]
    moves: Option<String>,
    /// The edition: fide1997, fide2001, fide2009, fide2018, fide2023. Without it the tag `LawsEdition` of a game
    /// counts, then fide2023.
    #[arg(long, value_name = "EDITION")]
    laws: Option<Edition>,
    /// The mode: standard, rapid, blitz, or auto for what the tag `TimeControl` of a game says. Without it the tag
    /// `LawsMode` of a game counts, then auto. A game that says nothing is standard.
    #[arg(long, value_parser = mode)]
    mode: Option<ModeChoice>,
    /// One JSON object for each game or position, on a line of its own.
    #[arg(long)]
    json: bool,
    /// Number of threads that judge [default: one for each core].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Positions looked at for one question whether a side can still mate; with 0, what is not known at sight stays
    /// open.
    #[arg(long, default_value_t = DEFAULT_NODES)]
    nodes: u64,
    /// Show games without findings as well, and what could be claimed, and who can still mate.
    #[arg(long)]
    all: bool,
}

fn mode(text: &str) -> Result<ModeChoice, String> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(ModeChoice::TimeControl);
    }
    let mode = Mode::from_str(text).map_err(|error| format!("{error}, Auto"))?;
    Ok(ModeChoice::Fixed(mode))
}

/// Runs the subcommand: reports on standard output, progress on standard error if that is a terminal.
pub fn run(args: &Args) -> ExitCode {
    let settings = Settings {
        edition: args.laws,
        mode: args.mode,
        nodes: args.nodes,
    };
    let mut court = Court {
        out: BufWriter::new(io::stdout().lock()),
        json: args.json,
        all: args.all || args.fen.is_some(),
        tally: Tally::default(),
        unusable: false,
    };
    let clock = Instant::now();
    let written = match &args.fen {
        Some(fen) => court.position(fen, args.moves.as_deref().unwrap_or(""), &settings),
        None => court.files(args, settings).and_then(|()| {
            if args.json {
                return Ok(());
            }
            write!(court.out, "{}", Summary::new(&court.tally, clock.elapsed()))
        }),
    };
    match written.and_then(|()| court.out.flush()) {
        Ok(()) => {}
        // Nobody reads on: there is no one to tell either.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => {
            eprintln!("compongo: {error}");
            court.unusable = true;
        }
    }
    court.exit_code()
}

/// Takes down what is judged.
struct Court<W: Write> {
    out: BufWriter<W>,
    json: bool,
    all: bool,
    tally: Tally,
    /// Something could not be read or written.
    unusable: bool,
}

impl<W: Write> Court<W> {
    fn position(&mut self, fen: &str, moves: &str, settings: &Settings) -> io::Result<()> {
        match judge_position(fen, moves, settings) {
            Ok(report) => self.take(&report),
            Err(error) => {
                self.complain(&format!("invalid FEN: {error}"));
                Ok(())
            }
        }
    }

    fn files(&mut self, args: &Args, settings: Settings) -> io::Result<()> {
        let threads = args.threads.map_or_else(
            || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            usize::from,
        );
        let judge = match Judge::new(settings, threads) {
            Ok(judge) => judge,
            Err(error) => {
                self.complain(&error.to_string());
                return Ok(());
            }
        };
        for path in &args.files {
            self.file(&judge, path)?;
        }
        Ok(())
    }

    fn file(&mut self, judge: &Judge, path: &Path) -> io::Result<()> {
        let name = path.display().to_string();
        let (source, length) = match open(path) {
            Ok(source) => source,
            Err(error) => {
                self.complain(&format!("{name}: {error}"));
                return Ok(());
            }
        };
        let bar = progress_bar(length);
        let judged = judge.file(source, &name, |report, bytes| {
            bar.set_position(bytes);
            // A bar shares its line with nothing else.
            bar.suspend(|| self.take(report))
        });
        bar.finish_and_clear();
        match judged {
            Ok(0) => self.complain(&format!("{name}: neither games nor positions")),
            Ok(_) => {}
            Err(JudgeError::Write(error)) => return Err(error),
            Err(JudgeError::Read(error)) => self.complain(&format!("{name}: {error}")),
        }
        Ok(())
    }

    fn take(&mut self, report: &Report) -> io::Result<()> {
        self.tally.add(report);
        if self.json {
            serde_json::to_writer(&mut self.out, report)?;
            return self.out.write_all(b"\n");
        }
        if self.all || !report.findings.is_empty() {
            write!(self.out, "{}", Block::new(report, self.all))?;
        }
        Ok(())
    }

    fn complain(&mut self, text: &str) {
        eprintln!("compongo: {text}");
        self.unusable = true;
    }

    fn exit_code(&self) -> ExitCode {
        ExitCode::from(if self.unusable {
            2
        } else if self.tally.count(Severity::Error) > 0 {
            1
        } else if self.tally.is_undetermined() {
            3
        } else {
            0
        })
    }
}

/// A file or standard input, and its length if that is known.
fn open(path: &Path) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let length = metadata.is_file().then_some(metadata.len());
    Ok((Box::new(file), length))
}

/// A bar on standard error, or nothing if nobody would see it.
fn progress_bar(length: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "[{elapsed}] {bar:40} {bytes}/{total_bytes}",
        ),
        None => (ProgressBar::new_spinner(), "[{elapsed}] {bytes}"),
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style)
}
