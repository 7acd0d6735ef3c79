//! The flags of `compongo match`.

use clap::error::Error as ClapError;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use std::ffi::OsString;
use std::path::PathBuf;

/// Play a match between engines, refereed under the Laws of Chess.
///
/// An engine is described by key=value: cmd (a program, or a command line in quotes), args, dir, env.NAME, name,
/// tc (8+0.08, 40/60:30+0.5, 300d5 and 300b5 for delays, inf for none), st (seconds for each move), nodes, depth,
/// margin (milliseconds), option.NAME (a UCI option; empty for a button), laws, mode. What is said after --each is
/// said of all engines; what is said of one engine goes before it.
///
/// Two bare commands are a test of the first against the second: one thread and 16 MB of hash each, and games are
/// adjudicated (win: 400 centipawns for 3 moves; draw: from move 40, 10 centipawns for 8 moves).
///
/// Every finished game is on disk before the next one begins. A match that was stopped goes on with --resume.
///
/// Exit code: 0 if all is well, 1 if games ended by a crash, a stall or an illegal move, or files could not be written,
/// 2 if the match cannot be played as it is described, 130 if it was interrupted.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(args_override_self = true)]
pub struct MatchArgs {
    /// Two commands: NEW and OLD.
    #[arg(value_names = ["NEW", "OLD"], num_args = 2, conflicts_with = "engine")]
    pub commands: Vec<String>,
    /// The engines, and what is said of them.
    #[command(flatten)]
    pub engines: Engines,
    /// The time control of all engines: --each tc=TC.
    #[arg(long, value_name = "TC", help_heading = LIMITS)]
    pub tc: Option<String>,
    /// Seconds for each move: --each st=S.
    #[arg(long, value_name = "S", help_heading = LIMITS)]
    pub st: Option<String>,
    /// Nodes for each move: --each nodes=N.
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub nodes: Option<String>,
    /// Plies for each move: --each depth=N.
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub depth: Option<String>,
    /// Milliseconds by which a move may overstep its time: --each margin=MS.
    #[arg(long, value_name = "MS", help_heading = LIMITS)]
    pub margin: Option<String>,

    /// Games of each pairing [default: 100; 6000 with --sprt].
    #[arg(long, value_name = "N", help_heading = COURSE, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Who plays whom: each against each, or the first engine against each of the others [default: round-robin].
    #[arg(long, help_heading = COURSE, value_parser = ["round-robin", "gauntlet"])]
    pub format: Option<String>,
    /// Games at a time [default: one for each core].
    #[arg(long, value_name = "N", help_heading = COURSE, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Stop when a sequential test between two engines is decided: its hypotheses in Elo, then alpha=0.05 beta=0.05
    /// model=normalized (or logistic).
    #[arg(long, value_names = ["ELO0", "ELO1", "KEY=VALUE"], num_args = 1.., allow_negative_numbers = true, help_heading = COURSE)]
    pub sprt: Vec<String>,
    /// A file of positions (EPD, FEN) or games (PGN), then order=random (or sequential) start=1 plies=N (half-moves of
    /// a game). Or the word drawn, for balanced positions after plies=8 half-moves by lot, which is the default; or
    /// the word initial.
    #[arg(long, value_names = ["FILE", "KEY=VALUE"], num_args = 1.., help_heading = COURSE)]
    pub openings: Vec<String>,
    /// Give every game an opening of its own, instead of playing each with both colours.
    #[arg(long, help_heading = COURSE)]
    pub no_repeat: bool,
    /// What all that is drawn by lot follows from [default: 1].
    #[arg(long, value_name = "N", help_heading = COURSE)]
    pub seed: Option<u64>,
    /// Chess960: openings are drawn from its starts, castling is written as king takes rook.
    #[arg(long, help_heading = COURSE)]
    pub chess960: bool,

    /// The edition of the Laws: fide1997, fide2001, fide2009, fide2018, fide2023 [default: fide2023].
    #[arg(long, value_name = "EDITION", help_heading = RULES)]
    pub laws: Option<String>,
    /// Their rules for the pace of play: standard, rapid, blitz [default: what the slower of the time controls is].
    #[arg(long, help_heading = RULES)]
    pub mode: Option<String>,
    /// Who claims draws by three repetitions and fifty moves: the arbiter, the engines by what they say, or nobody
    /// [default: auto].
    #[arg(long, value_name = "WHO", help_heading = RULES, value_parser = ["auto", "engine", "none"])]
    pub claims: Option<String>,
    /// What an illegal move costs: the game, or what the Laws say [default: forfeit].
    #[arg(long, value_name = "COST", help_heading = RULES, value_parser = ["forfeit", "laws"])]
    pub illegal: Option<String>,
    /// Adjudicate a win by both engines' scores: score=400 (centipawns) moves=3 (of each).
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = RULES)]
    pub resign: Vec<String>,
    /// Adjudicate a draw by both engines' scores: from=40 (move) score=10 (centipawns) moves=8 (of each).
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., help_heading = RULES)]
    pub draw: Vec<String>,
    /// Adjudicate a draw after so many moves of each.
    #[arg(long, value_name = "N", help_heading = RULES, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_moves: Option<u32>,
    /// Play on whatever the scores say: for two bare commands.
    #[arg(long, help_heading = RULES, conflicts_with_all = ["resign", "draw"])]
    pub no_adjudication: bool,

    /// Where the games go, one JSON object to a line, from which a match is resumed
    /// [default: match-YYYYMMDD-HHMMSS.jsonl].
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub json: Option<PathBuf>,
    /// Where the games go as PGN.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub pgn: Option<PathBuf>,
    /// Where a report in HTML goes at the end.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub report: Option<PathBuf>,
    /// Where everything goes that is said between arbiter and engines.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub protocol: Option<PathBuf>,
    /// Go on with the match of a JSON file. Only --games (more of them), --concurrency, --report, --protocol, --every
    /// and --quiet may be given with it.
    #[arg(long, value_name = "FILE", help_heading = FILES, conflicts_with_all = FIXED)]
    pub resume: Option<PathBuf>,
    /// Read flags from a TOML file: those of an engine in tables [[engine]], those of all in [each], the rest in
    /// [match]. Flags of the command line go before it.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub config: Option<PathBuf>,
    /// The PGN tag Event.
    #[arg(long, value_name = "TEXT", help_heading = FILES)]
    pub event: Option<String>,
    /// The PGN tag Site.
    #[arg(long, value_name = "TEXT", help_heading = FILES)]
    pub site: Option<String>,

    /// Print figures after every N games, if no table is kept up on a terminal [default: 10].
    #[arg(long, value_name = "N", help_heading = VIEW, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: Option<u32>,
    /// Print no line for each game.
    #[arg(long, short, help_heading = VIEW)]
    pub quiet: bool,
}

const ENGINES: &str = "Engines";
const LIMITS: &str = "Limits of all engines";
const COURSE: &str = "Course of the match";
const RULES: &str = "Rules";
const FILES: &str = "MatchFiles";
const VIEW: &str = "Display";

/// What a resumed match has from its file.
const FIXED: [&str; 27] = [
    "commands",
    "engine",
    "each",
    "tc",
    "st",
    "nodes",
    "depth",
    "margin",
    "format",
    "sprt",
    "openings",
    "no_repeat",
    "seed",
    "chess960",
    "laws",
    "mode",
    "claims",
    "illegal",
    "resign",
    "draw",
    "max_moves",
    "no_adjudication",
    "json",
    "pgn",
    "config",
    "event",
    "site",
];

/// The words after each `--engine`, and after all `--each` together.
#[derive(Clone, Debug, Default)]
pub struct Engines {
    /// One list for each engine.
    pub engine: Vec<Vec<String>>,
    /// What is said of all.
    pub each: Vec<String>,
}

impl clap::Args for Engines {
    fn augment_args(command: Command) -> Command {
        let words = |id, help| {
            Arg::new(id)
                .long(id)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .help(help)
                .help_heading(ENGINES)
        };
        command
            .arg(words("engine", "An engine; once for each"))
            .arg(words("each", "What is said of all engines"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, ClapError> {
        let lists = |id| {
            let occurrences = matches.get_occurrences::<String>(id);
            occurrences.map_or_else(Vec::new, |lists| {
                lists.map(|words| words.cloned().collect()).collect()
            })
        };
        let each: Vec<Vec<String>> = lists("each");
        Ok(Self {
            engine: lists("engine"),
            each: each.concat(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), ClapError> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl MatchArgs {
    /// Reads a list of arguments that does not come from the command line, or not only.
    ///
    /// # Errors
    /// They are not understood.
    pub fn read(
        arguments: impl IntoIterator<Item: Into<OsString> + Clone>,
    ) -> Result<Self, ClapError> {
        let matches = Self::command().try_get_matches_from(arguments)?;
        Self::from_arg_matches(&matches)
    }

    /// The flags as clap knows them.
    pub fn command() -> Command {
        let command = Command::new("match").no_binary_name(true);
        <Self as clap::Args>::augment_args(command)
    }
}
