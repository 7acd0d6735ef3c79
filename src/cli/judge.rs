//! `compongo judge`: audits games and positions under the Laws.

use super::arguments::position_and_moves;
use super::extract;
use super::game_file::{GameSearch, printable_path, unreadable};
use super::output::{CliError, FAILURE, OK, UNDETERMINED, UNUSABLE, eprint, note_output};
use super::transcript::TranscriptOutput;
use crate::judge::{
    DEFAULT_NODES, GameQuery, Judge, JudgeError, JudgeReport, JudgeSettings, JudgeTotals,
    ModeChoice, QueryTerm, Severity, TextReport, TextSummary, judge_position,
};
use crate::laws::edition::{Edition, Mode, Supervision};
use crate::notation::language::Language;
use crate::notation::move_notation::MoveNotation;
use crate::util::pool::available_cores;
use crate::util::text::escape_json;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Instant;

/// Audit games and positions under the Laws of Chess.
///
/// A file contains games in PGN, or positions in FEN or EPD, one per line; it may be compressed. Exit code: 0 if there
/// are no errors, 1 if there are errors, 2 if arguments or files cannot be used, 3 if there are no errors but the judge
/// could not determine whether a side can mate.
#[derive(Clone, Debug, clap::Args)]
pub struct JudgeArgs {
    /// Files; - is standard input, which is also read if no file is given.
    #[arg(default_value = "-", hide_default_value = true, conflicts_with_all = ["fen", "moves"])]
    files: Vec<PathBuf>,
    /// A position to judge instead of files: a FEN, startpos, or a UCI line such as "startpos moves e2e4".
    #[arg(long)]
    fen: Option<String>,
    /// The moves after the position, such as "e2e4 e7e5"; without --fen, after the initial position.
    #[arg(long)]
    moves: Option<String>,
    /// The edition: fide1997, fide2001, fide2009, fide2018, fide2023. Default: the tag `LawsEdition` of a game, then
    /// fide2023.
    #[arg(long, value_name = "EDITION")]
    laws: Option<Edition>,
    /// The mode: standard, rapid, blitz, or auto to derive it from the tag `TimeControl` of a game. Default: the tag
    /// `LawsMode` of a game, then auto. A game without either is standard.
    #[arg(long, value_parser = mode)]
    mode: Option<ModeChoice>,
    /// Whether an arbiter sees every move of a rapid or blitz game: supervised or unsupervised. Default: the tag
    /// `LawsSupervision` of a game, then supervised.
    #[arg(long, value_name = "DEGREE")]
    supervision: Option<Supervision>,
    /// The event forbids agreement on a draw before each player has made this many moves (Article 9.1.a of 2009 and
    /// later). It cannot be combined with --laws fide1997 or fide2001, and has no effect on games of these editions.
    /// Default: the tag `LawsNoAgreementBefore` of a game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    no_agreement_before: Option<u32>,
    /// The language of the piece letters: en, es, de, fr, nl, ru and others. Default: the tag `Language` of a game,
    /// then the language of the letters, if they cannot be English.
    #[arg(long)]
    language: Option<Language>,
    /// Write the games in a notation instead of judging them: pgn; fide, the notation of the Laws (0-0, exd6 e.p., e8Q,
    /// (=)); figurine; or the fide notation in a language, such as es, de, fr. Exit code 1 if a game has a text that is
    /// not a legal move.
    #[arg(long, conflicts_with_all = ["json", "all"])]
    notation: Option<MoveNotation>,
    /// Select games by a term such as player=carlsen, "rating>2400", material=KRPvKR or termination=flag. Repeat the
    /// flag to require several terms; `compongo help judge` lists them. Put quotes around a term with < or >.
    #[arg(long = "where", value_name = "TERM", conflicts_with_all = ["fen", "moves", "notation"])]
    conditions: Vec<QueryTerm>,
    /// Drop games with the same starting position and the same moves as an earlier game.
    #[arg(long, conflicts_with_all = ["fen", "moves", "notation"])]
    unique: bool,
    /// Write the selected games to this file in PGN, unchanged, instead of reporting on them; compressed if its name
    /// ends in .gz, .zst, .bz2 or .xz; - is standard output, and nothing else is printed there. An existing file is
    /// replaced.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves", "notation", "json", "all"])]
    output: Option<PathBuf>,
    /// Print one JSON object per game or position, on a line of its own.
    #[arg(long)]
    json: bool,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Search at most this many positions to decide whether a side can still mate. Short searches come first, then a
    /// helpmate solver (which may take several seconds and does not count as a search), then longer searches. With 0,
    /// questions that need a search stay undetermined.
    #[arg(long, default_value_t = DEFAULT_NODES)]
    nodes: u64,
    /// Also show games without findings, possible claims, and who can still mate.
    #[arg(long)]
    all: bool,
}

/// Parses the argument of `--mode`.
pub(super) fn mode(text: &str) -> Result<ModeChoice, String> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(ModeChoice::TimeControl);
    }
    let mode = Mode::from_str(text).map_err(|error| format!("{error}, Auto"))?;
    Ok(ModeChoice::Fixed(mode))
}

/// Runs the subcommand: reports on standard output, progress on standard error if it is a terminal.
pub fn run(args: &JudgeArgs) -> Result<u8, CliError> {
    if let (Some(edition), Some(moves)) = (args.laws, args.no_agreement_before) {
        let rules = edition.rules(Mode::default());
        rules
            .without_agreement_before(moves)
            .map_err(CliError::unusable)?;
    }
    if let Some(notation) = args.notation {
        let output = TranscriptOutput::new(notation, args.language);
        return match args.position() {
            Some((fen, moves)) => output.position(fen, moves),
            None => Ok(output.files(&args.files)),
        };
    }
    let settings = JudgeSettings {
        edition: args.laws,
        mode: args.mode,
        supervision: args.supervision,
        no_agreement_before: args.no_agreement_before,
        language: args.language,
        nodes: args.nodes,
    };
    if let Some(path) = &args.output {
        return extract::run(&mut args.search(settings, false)?, &args.files, path);
    }
    let mut output = JudgeOutput {
        out: BufWriter::new(io::stdout().lock()),
        json: args.json,
        all: args.all || args.position().is_some(),
        is_search: !args.conditions.is_empty(),
        searched: 0,
        tally: JudgeTotals::default(),
        unusable: false,
    };
    let written = if let Some((fen, moves)) = args.position() {
        output.position(fen, moves, &settings)
    } else {
        output.files(&mut args.search(settings, true)?, &args.files)
    };
    note_output(written.and_then(|()| output.out.flush()));
    Ok(output.exit_code())
}

impl JudgeArgs {
    /// The position to judge and the moves after it; `None` if files are judged.
    fn position(&self) -> Option<(&str, &str)> {
        let moves = self.moves.as_deref();
        let fen = self.fen.as_deref();
        fen.or(moves)?;
        Some(position_and_moves(fen, moves))
    }

    fn search(&self, settings: JudgeSettings, has_reports: bool) -> Result<GameSearch, CliError> {
        let threads = self.threads.map_or_else(available_cores, usize::from);
        let judge = Judge::new(settings, threads).map_err(CliError::unusable)?;
        let mut query = GameQuery::new(self.conditions.iter().cloned());
        query.has_keys = self.unique;
        query.has_reports = has_reports;
        Ok(GameSearch::new(judge, query))
    }
}

/// Prints reports and keeps their tally.
struct JudgeOutput<W: Write> {
    out: BufWriter<W>,
    json: bool,
    all: bool,
    /// The games were searched for, so they are shown without findings too.
    is_search: bool,
    /// How many games and positions were read.
    searched: usize,
    tally: JudgeTotals,
    /// Some input could not be read.
    unusable: bool,
}

impl<W: Write> JudgeOutput<W> {
    fn position(&mut self, fen: &str, moves: &str, settings: &JudgeSettings) -> io::Result<()> {
        match judge_position(fen, moves, settings) {
            Ok(report) => self.print(&report)?,
            Err(error) => self.fail(&format!("invalid FEN: {error}")),
        }
        Ok(())
    }

    fn files(&mut self, search: &mut GameSearch, files: &[PathBuf]) -> io::Result<()> {
        let clock = Instant::now();
        for path in files {
            self.file(search, path)?;
        }
        let is_nothing_read = self.unusable && self.searched == 0;
        if self.json || is_nothing_read {
            return Ok(());
        }
        if self.is_search {
            let found = self.tally.games;
            writeln!(self.out, "{found} of {} games match", self.searched)?;
        }
        let totals = &self.tally;
        let time = clock.elapsed();
        write!(self.out, "{}", TextSummary { totals, time })
    }

    fn file(&mut self, search: &mut GameSearch, path: &Path) -> io::Result<()> {
        let name = printable_path(path);
        let judged = search.file(path, |_, found, bar| {
            self.searched += 1;
            match found.and_then(|found| found.report) {
                Some(report) => bar.suspend(|| self.print(&report)),
                None => Ok(()),
            }
        });
        match judged {
            Ok(0) => self.fail(&format!("{name}: it contains no games and no positions")),
            Ok(_) => {}
            Err(JudgeError::Write(error)) => return Err(error),
            Err(JudgeError::Read(error)) => self.fail(&unreadable(&name, &error)),
        }
        Ok(())
    }

    fn print(&mut self, report: &JudgeReport) -> io::Result<()> {
        self.tally.add(report);
        if self.json {
            let json = serde_json::to_string(report)?;
            return writeln!(self.out, "{}", escape_json(&json));
        }
        if self.all || self.is_search || !report.findings.is_empty() {
            let all = self.all;
            write!(self.out, "{}", TextReport { report, all })?;
        }
        Ok(())
    }

    fn fail(&mut self, message: &str) {
        eprint(message);
        self.unusable = true;
    }

    fn exit_code(&self) -> u8 {
        if self.unusable {
            UNUSABLE
        } else if self.tally.count(Severity::Error) > 0 {
            FAILURE
        } else if self.tally.is_undetermined() {
            UNDETERMINED
        } else {
            OK
        }
    }
}
