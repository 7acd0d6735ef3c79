//! The configuration of a match: [`MatchConfig`] holds both the flags of the command line and the keys of a TOML file.

use super::engine::{CommandLine, Depth, ENGINE, EngineFlags, EngineOptions, Margin, Nodes};
use super::pair_flags::{DrawFlag, OpeningsFlag, Pairs, ResignFlag, SprtFlag};
use super::values::{Line, MoveTime, Ranged, TimeControlValue, listed, optional, with_suggestion};
use crate::cli::output::CliError;
use crate::laws::edition::{Edition, Mode, Supervision};
use crate::match_runner::settings::{
    ClaimPolicy, IllegalMovePolicy, MAX_CONCURRENCY, TournamentFormat,
};
use crate::util::file;
use clap::{Arg, ArgMatches, FromArgMatches};
use serde::Deserialize;
use std::path::PathBuf;

/// An optional part of the PGN comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum PgnComment {
    /// The principal variation.
    Pv,
    /// How full the hash table is, in permille.
    Hashfull,
}

/// The output format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum OutputFormat {
    /// The format of this program.
    #[default]
    Native,
    /// The format of cutechess-cli.
    Cutechess,
}

/// Play a match between engines, refereed under the Laws of Chess.
///
/// Describe an engine by pairs key=value: cmd (a program, or a command line in quotes), args, dir, env.NAME, name, tc
/// (8+0.08, 40/60:30+0.5, 300d5 and 300b5 for delays, inf for none), st (seconds per move), nodes, depth, margin
/// (milliseconds), restart (on, off, auto), option.NAME (a UCI option; empty for a button), laws, mode. Options after
/// --each apply to all engines; an engine's own options override them.
///
/// Two bare commands test the first engine against the second: one thread and 16 MB of hash each, and games are
/// adjudicated (as a win at 400 centipawns for 3 moves, as a draw from move 40 within 10 centipawns for 8 moves).
///
/// Every finished game is written to disk. An interrupted match continues with --resume.
///
/// Exit code: 0 if all games were played or an SPRT is decided, 1 if games ended by a crash, a stall or an illegal
/// move, files could not be written or an engine can no longer be started, 2 if the match cannot be played as
/// described, 130 if interrupted.
#[derive(Clone, Debug, Default, clap::Args, Deserialize)]
#[command(
    args_override_self = true,
    mut_args = with_resume_or_not,
    override_usage = "compongo match [OPTIONS] [NEW OLD]"
)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchConfig {
    /// Two commands: NEW and OLD.
    #[arg(value_names = ["NEW", "OLD"], num_args = 2, conflicts_with = "engine")]
    #[serde(skip)]
    pub commands: Vec<CommandLine>,
    #[command(flatten)]
    #[serde(skip)]
    pub engines: EngineFlags,
    /// The time control of all engines: --each tc=TC.
    #[arg(long, value_name = "TC", help_heading = LIMITS)]
    pub tc: Option<TimeControlValue>,
    /// Time per move in seconds: --each st=S.
    #[arg(long, value_name = "S", help_heading = LIMITS)]
    pub st: Option<MoveTime>,
    /// Nodes per move: --each nodes=N.
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub nodes: Option<Nodes>,
    /// Plies per move: --each depth=N.
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub depth: Option<Depth>,
    /// Time margin in milliseconds, by which a move may exceed its time: --each margin=MS.
    #[arg(long, value_name = "MS", help_heading = LIMITS)]
    pub margin: Option<Margin>,

    /// Games per pairing [default: 100; 6000 with --sprt; 2 in Swiss and knockout tournaments].
    #[arg(long, value_name = "N", help_heading = COURSE)]
    pub games: Option<Ranged<1, 10_000_000>>,
    /// The format: every engine against every other, the first engine against all others, rounds between engines with
    /// equal scores, or a bracket [default: round-robin].
    #[arg(long, help_heading = COURSE)]
    pub format: Option<TournamentFormat>,
    /// The number of rounds of a Swiss tournament, at most half the number of engines, rounded up [default: as in a knockout].
    #[arg(long, value_name = "N", help_heading = COURSE)]
    pub rounds: Option<Ranged<1, 1000>>,
    /// The number of engines, from the first on, that play a gauntlet against the others [default: 1].
    #[arg(long = "seeds", value_name = "N", help_heading = COURSE)]
    #[serde(rename = "seeds")]
    pub challengers: Option<Ranged<1, 1024>>,
    /// Games played at the same time [default: as many as the cores allow; a game needs a core for each thread of an
    /// engine, and twice as many with --ponder].
    #[arg(long, value_name = "N", help_heading = COURSE)]
    pub concurrency: Option<Ranged<1, { MAX_CONCURRENCY as i64 }>>,
    /// Bind the engines of each concurrent game to cores of their own. On Linux only.
    #[arg(num_args = 0, default_missing_value = "true", long, help_heading = COURSE)]
    pub pin: Option<bool>,
    /// Let engines that have the option Ponder think on their opponents' time.
    #[arg(num_args = 0, default_missing_value = "true", long, help_heading = COURSE)]
    pub ponder: Option<bool>,
    #[command(flatten)]
    pub sprt: Pairs<SprtFlag>,
    #[command(flatten)]
    pub openings: Pairs<OpeningsFlag>,
    /// Play one game from each opening, instead of two with colours reversed.
    #[arg(num_args = 0, default_missing_value = "true", long, help_heading = COURSE)]
    pub no_repeat: Option<bool>,
    /// The seed of the random numbers [default: 1].
    #[arg(long, value_name = "N", help_heading = COURSE)]
    #[serde(deserialize_with = "optional")]
    pub seed: Option<u64>,
    /// Chess960: random openings begin from Chess960 starting positions, and castling is written as king takes rook.
    #[arg(num_args = 0, default_missing_value = "true", long, help_heading = COURSE)]
    pub chess960: Option<bool>,

    /// The edition of the Laws: fide1997, fide2001, fide2009, fide2018, fide2023 [default: fide2023].
    #[arg(long, value_name = "EDITION", help_heading = RULES)]
    #[serde(deserialize_with = "optional")]
    pub laws: Option<Edition>,
    /// The mode of play: standard, rapid, blitz [default: by the slower time control].
    #[arg(long, help_heading = RULES)]
    #[serde(deserialize_with = "optional")]
    pub mode: Option<Mode>,
    /// Whether the arbiter sees every move of a rapid or blitz game: supervised or unsupervised [default: supervised].
    #[arg(long, value_name = "DEGREE", help_heading = RULES)]
    #[serde(deserialize_with = "optional")]
    pub supervision: Option<Supervision>,
    /// No draw by agreement before both engines have made this many moves; earlier offers and acceptances have no
    /// effect. Refused under fide1997 and fide2001, which have no such rule (Article 9.1.a of 2009).
    #[arg(long, value_name = "N", help_heading = RULES)]
    pub no_agreement_before: Option<Ranged<1, 100_000>>,
    /// Default time in seconds: an engine that takes longer to start, or to get ready for a game, loses it [default: 10
    /// to start, 60 to get ready].
    #[arg(long, value_name = "S", help_heading = RULES)]
    pub default_time: Option<MoveTime>,
    /// Seconds per move without a clock (nodes or depth only): an engine that takes longer is stopped and loses the
    /// game [default: 30].
    #[arg(long, value_name = "S", help_heading = RULES)]
    pub max_move_time: Option<MoveTime>,
    /// Who claims draws by threefold repetition and the fifty-move rule: the arbiter, the engines, or no one [default:
    /// auto].
    #[arg(long, value_name = "WHO", help_heading = RULES)]
    pub claims: Option<ClaimPolicy>,
    /// The penalty for an illegal move: loss of the game, or the penalty of the Laws [default: forfeit].
    #[arg(long, value_name = "COST", help_heading = RULES)]
    pub illegal: Option<IllegalMovePolicy>,
    #[command(flatten)]
    pub resign: Pairs<ResignFlag>,
    #[command(flatten)]
    pub draw: Pairs<DrawFlag>,
    /// Adjudicate with Syzygy endgame tables, under the fifty-move rule: their folders, separated as in PATH.
    #[arg(long, value_name = "PATH", help_heading = RULES)]
    pub tb: Option<Line>,
    /// Adjudicate a draw after each engine has made this many moves; the opening is not counted.
    #[arg(long, value_name = "N", help_heading = RULES)]
    pub max_moves: Option<Ranged<1, 100_000>>,
    /// Turn off the adjudication by scores that two bare commands or a TOML file turn on.
    #[arg(num_args = 0, default_missing_value = "true", long, help_heading = RULES, conflicts_with_all = ["resign", "draw"])]
    pub no_adjudication: Option<bool>,

    /// The ledger: a file of the games, one JSON object per line, from which a match is resumed [default:
    /// match-YYYYMMDD-HHMMSS.jsonl].
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub json: Option<PathBuf>,
    /// A PGN file of the games.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub pgn: Option<PathBuf>,
    /// Additional content of the PGN comments, besides score, depth and time: the principal variation, and how full
    /// the hash table is (in permille).
    #[arg(long, value_name = "WHAT", num_args = 1.., help_heading = FILES)]
    #[serde(deserialize_with = "listed")]
    pub pgn_comments: Vec<PgnComment>,
    /// An HTML report, written at the end.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub report: Option<PathBuf>,
    /// A log of all messages between the arbiter and the engines.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    pub protocol: Option<PathBuf>,
    /// Continue the match of a ledger. Only --games (to add games), --concurrency, --report, --protocol, --every,
    /// --output and --quiet can be combined with it.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    #[serde(skip)]
    pub resume: Option<PathBuf>,
    /// Read flags from a TOML file: options of one engine in a table [[engine]], of all engines in [each], the rest in
    /// [match]. Command line flags override it.
    #[arg(long, value_name = "FILE", help_heading = FILES)]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// The PGN tag Event.
    #[arg(long, value_name = "TEXT", help_heading = FILES)]
    pub event: Option<Line>,
    /// The PGN tag Site.
    #[arg(long, value_name = "TEXT", help_heading = FILES)]
    pub site: Option<Line>,

    /// Print the standings after every N games, if standard output is not a terminal [default: 10].
    #[arg(long, value_name = "N", help_heading = DISPLAY)]
    pub every: Option<Ranged<1, { u32::MAX as i64 }>>,
    /// Print results in this program's format, or in the format of cutechess-cli for scripts that read it [default:
    /// native].
    #[arg(long, value_name = "FORMAT", help_heading = DISPLAY)]
    pub output: Option<OutputFormat>,
    /// Do not print a line for each game.
    #[arg(num_args = 0, default_missing_value = "true", long, short, help_heading = DISPLAY)]
    pub quiet: Option<bool>,
}

const LIMITS: &str = "Limits for all engines";
pub const COURSE: &str = "Schedule and openings";
pub const RULES: &str = "Rules";
const FILES: &str = "Files";
const DISPLAY: &str = "Display";

/// The flags that `--resume` allows. A resumed match takes the others from its ledger.
const WITH_RESUME: [&str; 8] = [
    "resume",
    "output",
    "games",
    "concurrency",
    "report",
    "protocol",
    "every",
    "quiet",
];

fn with_resume_or_not(arg: Arg) -> Arg {
    if WITH_RESUME.contains(&arg.get_id().as_str()) {
        arg
    } else {
        arg.conflicts_with("resume")
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ConfigFile {
    r#match: MatchConfig,
    each: EngineOptions,
    engine: Vec<EngineOptions>,
}

impl MatchConfig {
    fn from_toml(text: &str) -> Result<Self, String> {
        let file: ConfigFile = toml::from_str(text).map_err(|error: toml::de::Error| {
            let message = error.message();
            let text = error.to_string();
            text.trim_end().replace(message, &with_suggestion(message))
        })?;
        let mut config = file.r#match;
        let merge = |options| EngineOptions::default().merged(options);
        config.engines.engine = file.engine.into_iter().map(merge).collect();
        // Command line options for all engines override the file.
        config.engines.each = file.each.merged(config.take_limits());
        Ok(config)
    }

    /// The command line flags, merged over the flags of the `--config` file.
    pub fn with_file(self, matches: &mut ArgMatches) -> Result<Self, CliError> {
        let Some(path) = &self.config else {
            return Ok(self);
        };
        let name = path.display();
        let text = file::read_text(path).map_err(CliError::unusable)?;
        let mut config = Self::from_toml(&text).map_err(|error| CliError::at(&name, error))?;
        config.override_by(matches).map_err(CliError::unusable)?;
        Ok(config)
    }

    /// Overrides the flags of a file by the command line.
    fn override_by(&mut self, matches: &mut ArgMatches) -> Result<(), clap::Error> {
        // These flags exclude each other, so the command line replaces what the file says.
        if matches.contains_id("no_adjudication") {
            (self.resign.0, self.draw.0) = (None, None);
        }
        if matches.contains_id("resign") || matches.contains_id("draw") {
            self.no_adjudication = None;
        }
        let replaces_engines = matches.contains_id(ENGINE);
        self.update_from_arg_matches_mut(matches)?;
        // Those of the file are already among the options of its engines.
        let limits = self.take_limits();
        self.engines.each.merge(limits.clone());
        if !replaces_engines {
            for engine in &mut self.engines.engine {
                engine.merge(limits.clone());
            }
        }
        if !self.commands.is_empty() {
            // A file has no bare commands, and the command line does not mix them with --engine.
            self.engines.engine.clear();
        }
        Ok(())
    }

    /// The flags that abbreviate `--each`, such as `--tc`.
    pub fn take_limits(&mut self) -> EngineOptions {
        EngineOptions {
            tc: self.tc.take(),
            st: self.st.take(),
            nodes: self.nodes.take(),
            depth: self.depth.take(),
            margin: self.margin.take(),
            ..EngineOptions::default()
        }
    }
}

#[cfg(test)]
impl MatchConfig {
    /// The flags of a match between two bare commands, which are this program.
    pub fn of_duel(rest: &str) -> Self {
        let program = std::env::current_exe().expect("a program");
        let program = program.to_str().expect("a path in UTF-8");
        let arguments = [program, program].into_iter();
        let matches = parsed(arguments.chain(rest.split_whitespace()));
        Self::from_arg_matches(&matches).expect("known flags")
    }
}

#[cfg(test)]
fn parsed<'a>(arguments: impl Iterator<Item = &'a str>) -> ArgMatches {
    let command = clap::Command::new("match").no_binary_name(true);
    <MatchConfig as clap::Args>::augment_args(command)
        .try_get_matches_from(arguments)
        .expect("known flags")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        MatchConfig::from_toml(text).expect_err("an error")
    }

    #[test]
    fn a_file_holds_flags() {
        let config = MatchConfig::from_toml(
            r#"
            [match]
            games = 20
            sprt = [-5, 0.5]
            chess960 = true
            quiet = false
            event = "-x y"
            openings = { file = "book.epd", start = 3 }
            nodes = "7"
            [each]
            tc = "8+0.08"
            option.Hash = 16
            option."Move Overhead" = 10
            [[engine]]
            name = "a"
            args = ["-v", "b c"]
            option = { Ponder = false, "Clear Hash" = "" }
            [[engine]]
            name = "b"
            "#,
        );
        let config = config.expect("a match");
        assert_eq!(config.games, Some(Ranged(20)));
        assert_eq!(
            config.sprt.0.and_then(|sprt| sprt.elo0?.0.into()),
            Some(-5.0)
        );
        assert_eq!(
            (config.chess960, config.quiet, config.no_repeat),
            (Some(true), Some(false), None)
        );
        let openings = config.openings.0.expect("openings");
        assert_eq!(
            (openings.file.as_str(), openings.start),
            ("book.epd", Some(Ranged(3)))
        );
        let [a, b] = &config.engines.engine[..] else {
            panic!("two engines");
        };
        let each = config.engines.each;
        let a = each.clone().merged(a.clone()).into_spec();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(a.args, ["-v", "b c"]);
        let options = [
            ("Hash", "16"),
            ("Move Overhead", "10"),
            ("Ponder", "false"),
            ("Clear Hash", ""),
        ];
        assert_eq!(a.options, options.map(|(name, value)| pair(name, value)));
        let b = each.merged(b.clone()).into_spec();
        assert_eq!((b.name.as_str(), b.limits.nodes), ("b", Some(7)));
        assert_eq!(
            b.limits.tc.map(|tc| tc.to_string()).as_deref(),
            Some("8+0.08")
        );
    }

    #[test]
    fn the_command_line_overrides_a_file() {
        let text = "[match]\ngames = 2\nquiet = true\n[each]\nnodes = 5\n[[engine]]\nname = 'a'\ntc = '9'\n";
        let program = std::env::current_exe().expect("a program");
        let program = program.to_str().expect("a path in UTF-8");
        for (arguments, engines) in [
            (&["--games", "4", "--tc", "1"][..], 1),
            (&[program, program, "--games", "4", "--each", "tc=1"], 0),
            (
                &[
                    "--engine", "name=b", "--engine", "name=c", "--games", "4", "--each", "tc=1",
                ],
                2,
            ),
        ] {
            let mut matches = parsed(arguments.iter().copied());
            let mut config = MatchConfig::from_toml(text).expect("a match");
            config.override_by(&mut matches).expect("known flags");
            assert_eq!(config.engines.engine.len(), engines, "{arguments:?}");
            assert_eq!((config.games, config.quiet), (Some(Ranged(4)), Some(true)));
            let each = &config.engines.each;
            assert!(each.tc.is_some() && each.nodes.is_some());
            let one_second = Some("1".parse().expect("a time control"));
            let engines = config.engines.engine.iter();
            for engine in engines.map(|engine| each.clone().merged(engine.clone())) {
                assert_eq!(engine.tc, one_second, "{arguments:?}");
            }
        }
    }

    #[test]
    fn the_command_line_settles_adjudication() {
        let settled = |text: &str, flags: &str| {
            let mut matches = parsed(flags.split_whitespace());
            let mut config = MatchConfig::from_toml(text).expect("a match");
            config.override_by(&mut matches).expect("known flags");
            let rules = (config.resign.0.is_some(), config.draw.0.is_some());
            (config.no_adjudication, rules)
        };
        let file = "[match]\nresign = 'score=300'\ndraw = 'from=10'\n";
        assert_eq!(settled(file, "--games 2"), (None, (true, true)));
        let none = (Some(true), (false, false));
        assert_eq!(settled(file, "--no-adjudication"), none);
        let file = "[match]\nno-adjudication = true\n";
        assert_eq!(settled(file, "--games 2"), none);
        assert_eq!(settled(file, "--resign score=300"), (None, (true, false)));
        assert_eq!(settled(file, "--draw from=10"), (None, (false, true)));
    }

    #[test]
    fn errors_name_the_place_and_the_key() {
        for (text, expected) in [
            (
                "[engines]\n",
                "unknown key 'engines'; did you mean 'engine'?",
            ),
            ("[engine]\n", "expected a sequence"),
            ("each = 1", "line 1, column 8"),
            (
                "[each]\ntc = 2000-01-01",
                "2000-01-01 is neither text nor a number",
            ),
            ("[match", "line 1"),
            (
                "[each]\nHash = 16",
                "unknown key 'Hash'; for the UCI option, write option.Hash",
            ),
            (
                "[each]\nproto = 'xboard'",
                "only UCI engines; an engine for xboard needs an adapter",
            ),
            (
                "[match]\nopenings = { fil = 'x' }",
                "unknown key 'fil'; did you mean 'file'?",
            ),
            (
                "[match]\nformat = 'league'",
                "unknown variant `league`, expected one of `round-robin`, `gauntlet`, `swiss`, `knockout`",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(expected), "{error}");
        }
        for key in ["config", "resume", "help", "engine", "each"] {
            assert!(
                error(&format!("[match]\n{key} = 1")).contains("unknown key"),
                "{key}"
            );
        }
    }
}
