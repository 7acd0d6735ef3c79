//! `compongo review`: reviews games for the players.

use super::arguments::player;
use super::game_file::{check_output, open, printable_path};
use super::judge;
use super::output::{CliError, FAILURE, INTERRUPTED, OK, UNUSABLE, eprint, json_line, print_text};
use super::progress::{bar_on_stderr, on_interrupt};
use crate::analysis::AnalysisLimits;
use crate::judge::{FileEntries, FileEntry, JudgeSettings, ModeChoice};
use crate::laws::edition::Edition;
use crate::notation::language::Language;
use crate::notation::pgn::{FirstMovesErrorKind, PgnGame, PgnWarningKind, RawGame, RecordedGame};
use crate::review::{
    GameReview, KeptAnnotations, PlayerChoice, ReviewSettings, ReviewTotals, Reviewer, TextReview,
    TextTotals, WinCurve, annotated_pgn, page,
};
use crate::time::StopToken;
use crate::types::{Color, MAX_DEPTH};
use crate::util::pool::available_cores;
use crate::util::text::quote;
use crate::util::{file, pack};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The most games and half-moves of a page. It is built in memory, and browsers give up on larger ones.
const MAX_PAGE_GAMES: usize = 10_000;
const MAX_PAGE_PLIES: usize = 500_000;

/// How often the output files are written during the review.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);

/// Review games: what every move lost, better lines, and what the Laws say.
///
/// The program prints a summary of each game. --pgn writes the games with evaluations, glyphs and better lines. --html
/// writes a page on which you can play through them. Exit code: 1 if a game could not be reviewed, 130 if interrupted.
#[derive(Clone, Debug, clap::Args)]
pub struct ReviewArgs {
    /// Files of games in PGN; - is standard input, which is also read if no file is given.
    #[arg(default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Write the games to a file in PGN, with evaluations, glyphs, comments and better lines; compressed if its name
    /// ends in .gz, .zst, .bz2 or .xz; - is standard output, and nothing else is printed there.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// With --pgn, keep everything in the games, including evaluations, glyphs and automatic comments, which the review
    /// otherwise replaces.
    #[arg(long, requires = "pgn")]
    keep_comments: bool,
    /// Write an HTML page with boards, graphs, errors and better lines: a single file that works offline.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print one JSON object for each game, on a line of its own.
    #[arg(long)]
    json: bool,
    /// Review only the moves of the player whose name contains this one (as `Last, First` or `First Last`, ignoring
    /// case), and only that player's games.
    #[arg(long, value_name = "NAME", conflicts_with = "side")]
    player: Option<String>,
    /// Review only the moves of one side: white or black.
    #[arg(long, value_parser = player)]
    side: Option<Color>,
    /// Who played: people, whose moves are judged by the win curve and the thresholds of Lichess; engines, whose moves are
    /// judged by win probabilities from this engine's games; or auto, which decides by the tags for types and titles of
    /// the players and the comments of match runners.
    #[arg(long, value_name = "WHO", default_value = "auto")]
    players: PlayersArg,
    /// Search depth per position, in plies.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u16>,
    /// Nodes per position [default: 200000, unless another limit is given].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time per position, in milliseconds. Results then differ from run to run.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// Passes over a game: 1 analyses every position once; 2 analyses the positions before and after each sign again,
    /// with 2 to 10 times the nodes or the time, or 4 plies deeper, compares each inaccuracy with the best move in the
    /// same way, and keeps the signs that this confirms.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    passes: u8,
    /// Positions analysed at the same time [default: one for each core, divided by --threads].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
    /// Search threads per position. With more than one, results differ from run to run.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of each hash table in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// The edition of the Laws, as for `compongo judge`.
    #[arg(long, value_name = "EDITION")]
    laws: Option<Edition>,
    /// The mode of the Laws, as for `compongo judge`: standard, rapid, blitz or auto.
    #[arg(long, value_parser = judge::mode)]
    mode: Option<ModeChoice>,
    /// The language of the piece letters, as for `compongo judge`.
    #[arg(long)]
    language: Option<Language>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PlayersArg {
    /// People.
    People,
    /// Engines.
    Engines,
    /// The tags and comments of each game decide.
    Auto,
}

impl ReviewArgs {
    fn limits(&self) -> AnalysisLimits {
        let given = AnalysisLimits {
            nodes: self.nodes,
            depth: self.depth,
            movetime: self.movetime,
        };
        given.or_nodes(ReviewSettings::NODES)
    }

    fn settings(&self) -> ReviewSettings {
        let threads = usize::from(self.threads);
        let jobs = self.jobs.map(usize::from);
        ReviewSettings {
            limits: self.limits(),
            checks_signs: self.passes == 2,
            jobs: jobs.unwrap_or_else(|| (available_cores() / threads).max(1)),
            threads,
            hash: self.hash as usize,
            players: match (&self.player, self.side) {
                (Some(name), _) => PlayerChoice::Name(name.clone()),
                (None, Some(side)) => PlayerChoice::Side(side),
                (None, None) => PlayerChoice::Both,
            },
            curve: match self.players {
                PlayersArg::People => Some(WinCurve::People),
                PlayersArg::Engines => Some(WinCurve::Engines),
                PlayersArg::Auto => None,
            },
            judge: JudgeSettings {
                edition: self.laws,
                mode: self.mode,
                language: self.language,
                ..JudgeSettings::default()
            },
        }
    }

    const fn kept_annotations(&self) -> KeptAnnotations {
        if self.keep_comments {
            KeptAnnotations::All
        } else {
            KeptAnnotations::OfPeople
        }
    }

    fn prints_pgn(&self) -> bool {
        self.pgn.as_deref() == Some(Path::new("-"))
    }

    /// Refuses outputs that would overwrite each other or an input, or that cannot be written.
    fn check_outputs(&self) -> Result<(), CliError> {
        if self.json && self.prints_pgn() {
            return Err(CliError::unusable(
                "--json and --pgn - both use standard output; name a file with --pgn",
            ));
        }
        let files = [("--pgn", &self.pgn), ("--html", &self.html)];
        for (flag, path) in files {
            if let Some(path) = path.as_deref().filter(|path| *path != Path::new("-")) {
                check_output(&self.files, flag, path)?;
            }
        }
        match (&self.pgn, &self.html) {
            (_, Some(page)) if page == Path::new("-") => {
                Err(CliError::at("--html", "the page needs a file name"))
            }
            (Some(pgn), Some(page)) if file::is_same(pgn, page) => {
                Err(CliError::at("--html", "--pgn writes to the same file"))
            }
            _ => Ok(()),
        }
    }
}

/// Runs the subcommand: summaries on standard output, progress on standard error if it is a terminal.
pub fn run(args: &ReviewArgs) -> Result<u8, CliError> {
    args.check_outputs()?;
    let settings = args.settings();
    let games = GameReader::read(args, &settings.players)?;
    if games.found.is_empty() {
        return Ok(UNUSABLE);
    }
    let stop = StopToken::default();
    let mut reviewer = Reviewer::new(settings, stop.clone()).map_err(CliError::unusable)?;
    for warning in reviewer.warnings() {
        eprint(format_args!("warning: {warning}"));
    }
    let bar = bar_on_stderr(Some(0), "[{elapsed}] {msg} {bar:30} {pos}/{len}");
    let token = stop.clone();
    on_interrupt(
        bar.clone(),
        "stopping; the game in progress is not reviewed",
        move || token.stop(),
    );
    let mut output = ReviewOutput::new(args, bar.clone());
    output.failed = games.failed;
    for (number, (name, raw)) in (1..).zip(&games.found) {
        let place = format!("{name}:{}: game {}", raw.line, raw.number);
        bar.set_message(format!("game {number} of {}", games.found.len()));
        let mut progress = |done: usize, planned: usize| {
            bar.set_length(planned as u64);
            bar.set_position(done as u64);
        };
        match RecordedGame::read(raw, args.language) {
            Ok(game) => match reviewer.review(&game, name, &mut progress) {
                Ok(Some(review)) => output.add(&game, review)?,
                Ok(None) => break,
                Err(error) => output.fail(&format!("{place}: {error}")),
            },
            Err(error) => output.fail(&format!("{place}: {error}")),
        }
        if output.is_closed || stop.is_stopped() {
            break;
        }
    }
    output.finish()?;
    Ok(match () {
        () if stop.is_stopped() => INTERRUPTED,
        () if output.failed => FAILURE,
        () => OK,
    })
}

#[derive(Default)]
struct GameReader {
    /// The games to review, each with the name of its file.
    found: Vec<(String, RawGame)>,
    plies: usize,
    /// They are to be shown on a page.
    has_page: bool,
    failed: bool,
}

impl GameReader {
    /// Reads the games to review; there are none only after a message about a file.
    fn read(args: &ReviewArgs, players: &PlayerChoice) -> Result<Self, CliError> {
        let mut games = Self {
            has_page: args.html.is_some(),
            ..Self::default()
        };
        for path in &args.files {
            games.file(path, players);
        }
        if games.overfill_page() {
            let problem = format_args!(
                "a page holds at most {MAX_PAGE_GAMES} games and {MAX_PAGE_PLIES} half-moves, and there are more; use \
                 --pgn or --json, or review the games in parts"
            );
            return Err(CliError::at("--html", problem));
        }
        match &args.player {
            Some(name) if games.found.is_empty() && !games.failed => {
                let name = quote(name);
                Err(CliError::unusable(format_args!(
                    "no game has a player '{name}'"
                )))
            }
            _ => Ok(games),
        }
    }

    /// Reads the games of a file that involve a commented player.
    fn file(&mut self, path: &Path, players: &PlayerChoice) {
        let name = printable_path(path);
        let entries = open(path).and_then(|file| FileEntries::new(file.text));
        let entries = match entries {
            Ok(FileEntries::Positions(_)) => {
                return self.fail(&format!(
                    "{name}: it contains positions, not games; see compongo help analyse"
                ));
            }
            Ok(entries) => entries,
            Err(error) => return self.fail(&format!("{name}: {error}")),
        };
        let mut is_empty = true;
        for entry in entries {
            match entry {
                Ok(FileEntry::Game(raw)) => {
                    let (is_game, is_wanted, plies) = {
                        let game = PgnGame::parse(&raw);
                        let is_wanted = !players.sides(&game.tags).is_empty();
                        (!game.is_empty(), is_wanted, game.moves.len())
                    };
                    is_empty &= !is_game;
                    if is_game && is_wanted {
                        self.plies += plies;
                        self.found.push((name.clone(), raw));
                    }
                    if self.overfill_page() {
                        return;
                    }
                }
                Ok(FileEntry::TooLong { line, error, .. }) => {
                    is_empty = false;
                    self.fail(&format!("{name}:{line}: {error}"));
                }
                Ok(FileEntry::Position { .. }) => {}
                Err(error) => return self.fail(&format!("{name}: {error}")),
            }
        }
        if is_empty {
            self.fail(&format!("{name}: there are no games"));
        }
    }

    /// True if there is a page, on which the games do not fit.
    const fn overfill_page(&self) -> bool {
        self.has_page && (self.found.len() > MAX_PAGE_GAMES || self.plies > MAX_PAGE_PLIES)
    }

    fn fail(&mut self, message: &str) {
        eprint(message);
        self.failed = true;
    }
}

struct ReviewOutput<'a> {
    args: &'a ReviewArgs,
    bar: ProgressBar,
    began: Instant,
    /// When the files were last written.
    saved: Instant,
    totals: ReviewTotals,
    pgn: String,
    /// The reviews, kept if there is a page.
    reviews: Vec<GameReview>,
    /// Some game could not be reviewed.
    failed: bool,
    /// Standard output is closed, and there is no other output.
    is_closed: bool,
}

impl<'a> ReviewOutput<'a> {
    fn new(args: &'a ReviewArgs, bar: ProgressBar) -> Self {
        let now = Instant::now();
        Self {
            args,
            bar,
            began: now,
            saved: now,
            totals: ReviewTotals::default(),
            pgn: String::new(),
            reviews: Vec::new(),
            failed: false,
            is_closed: false,
        }
    }

    /// Prints a review, and adds it to the files.
    fn add(&mut self, game: &RecordedGame, review: GameReview) -> Result<(), CliError> {
        self.totals.add(&review);
        let place = format!("{}:{}: game {}", review.file, review.line, review.index);
        if !game.parsed.alternatives.is_empty() {
            let problem = FirstMovesErrorKind::Language;
            self.fail(&format!("{place}: {problem}"));
        }
        // A variation that does not end is kept as it is.
        let hidden = game.pgn.hidden_moves();
        if let Some(warning) = hidden.filter(|it| it.kind != PgnWarningKind::OpenVariation) {
            self.fail(&format!("{place}: {warning}; what follows is not reviewed"));
        }
        if let Some(error) = &review.error {
            self.fail(&format!("{place}: {error}; the moves end before it"));
        }
        let annotated = if self.args.pgn.is_some() {
            annotated_pgn(game, &review, self.args.kept_annotations())
        } else {
            String::new()
        };
        if self.args.prints_pgn() {
            self.print(&annotated);
        } else {
            self.pgn.push_str(&annotated);
            if self.args.json {
                self.print(&json_line(&review)?);
            } else {
                let between = if self.totals.games > 1 { "\n" } else { "" };
                self.print(&format!("{between}{}", TextReview(&review)));
            }
        }
        if self.args.html.is_some() {
            self.reviews.push(review);
        }
        if self.saved.elapsed() >= SAVE_INTERVAL {
            self.save(false)?;
        }
        Ok(())
    }

    /// Prints on standard output. If that fails, the work continues only if there is a file to write.
    fn print(&mut self, text: &str) {
        if !self.bar.suspend(|| print_text(text)) {
            let writes_pgn = self.args.pgn.is_some() && !self.args.prints_pgn();
            self.is_closed = !writes_pgn && self.args.html.is_none();
        }
    }

    /// Writes the files with the games reviewed so far. Devices and pipes, which cannot be replaced, are written at the
    /// end.
    fn save(&mut self, is_end: bool) -> Result<(), CliError> {
        self.saved = Instant::now();
        let write = |path: &Path, text: &str| {
            if !is_end && file::is_stream(path) {
                return Ok(());
            }
            pack::replace(path, text.as_bytes()).map_err(CliError::failure)
        };
        if let Some(path) = self.args.pgn.as_deref().filter(|_| !self.args.prints_pgn()) {
            write(path, &self.pgn)?;
        }
        if let Some(path) = &self.args.html {
            write(path, &page(&self.reviews))?;
        }
        Ok(())
    }

    /// Writes the files and prints the totals.
    fn finish(&mut self) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        if self.totals.games > 0 {
            self.save(true)?;
        }
        if self.args.json || self.args.prints_pgn() {
            return Ok(());
        }
        let totals = TextTotals(&self.totals, self.began.elapsed()).to_string();
        self.print(&format!("\n{totals}"));
        Ok(())
    }

    fn fail(&mut self, message: &str) {
        self.bar.suspend(|| eprint(message));
        self.failed = true;
    }
}
