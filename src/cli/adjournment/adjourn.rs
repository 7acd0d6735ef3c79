//! `compongo adjourn`: the adjournment file of a game, and the envelope with the sealed move.

use super::summary::{checked, summary};
use crate::cli::arguments::{player, position, position_and_moves};
use crate::cli::game_args::GameArgs;
use crate::cli::game_file::read_text;
use crate::cli::output::{CliError, eprint, print_result};
use crate::judge::{DEFAULT_NODES, recorded_points, time_control};
use crate::laws::control::TimeControl;
use crate::laws::edition::RulesText;
use crate::laws::game::Game;
use crate::laws::outcome::Points;
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::notation::move_list::split_moves;
use crate::notation::pgn::{RecordedGame, Tags};
use crate::ruling::adjournment::{
    AdjournedGame, AdjournmentPoint, ClockError, Commitment, Envelope, PlayerClock,
    ResumptionAppointment, read_sealed_move, to_json,
};
use crate::ruling::parse_clock_time;
use crate::types::Color;
use crate::util::text::{escape_json, printable, quote};
use crate::util::{file, pack};
use console::Term;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most bytes read as the text of a sealed move.
const MAX_SEALED: u64 = 4096;
const BUDGET: ProofBudget<'static> = ProofBudget::with_solver(DEFAULT_NODES);

/// Adjourn a game: write the adjournment file, and the envelope with the sealed move.
///
/// The player to move seals. The adjournment file holds only a commitment to the sealed move; the envelope holds the
/// move itself, so keep it in a separate place. Give the times that the clocks showed when they were stopped.
#[derive(Clone, Debug, clap::Args)]
pub struct AdjournArgs {
    /// The adjournment file to write.
    file: PathBuf,
    /// The envelope to write [default: FILE with the ending envelope.json].
    #[arg(long, value_name = "FILE")]
    envelope: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long)]
    overwrite: bool,
    /// The sealed move, as written. A shell may keep it in its history, so --sealed-move-from is safer.
    #[arg(long, value_name = "MOVE")]
    sealed_move: Option<String>,
    /// A file with the sealed move; - is standard input. A terminal does not show what is typed.
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "sealed_move",
        conflicts_with = "sealed_move"
    )]
    sealed_move_from: Option<PathBuf>,
    /// The move that the player made on the board: it must be the sealed one (15.1; 97 A.1.a; 09 Guideline 1.a).
    #[arg(long, value_name = "MOVE")]
    made_on_board: Option<String>,
    /// Show on standard error how the sealed move will be read, so that the player can check it. No move is refused.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    game: GameArgs,
    /// The name of White. Default: the tag of the game.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// The name of Black.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// The rules that apply: fide1997, fide2001, fide2009, fide2018, fide2023 or interpretations1974. Default: the tag
    /// `LawsEdition` of the game, then fide2023.
    #[arg(long, value_name = "TEXT")]
    laws: Option<RulesText>,
    /// White's time used. With a time control, the time left follows from it, and vice versa.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    white_used: Option<Duration>,
    /// Black's time used.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    black_used: Option<Duration>,
    /// The player whose draw offer is still open: white or black. Default: the player of the last move, if it is marked
    /// (=).
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    draw_offer: Option<Color>,
    /// The time left in the session if the player to move leaves early; it is charged to that player's clock.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    session_left: Option<Duration>,
    /// The day of the resumption.
    #[arg(long)]
    date: Option<String>,
    /// The time of day of the resumption.
    #[arg(long)]
    time: Option<String>,
    /// The place of the resumption.
    #[arg(long)]
    place: Option<String>,
    /// How late a player may arrive, such as 30min or 0:30:00 [default: an hour].
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    default_time: Option<Duration>,
    /// Print the adjournment file instead of a summary.
    #[arg(long)]
    json: bool,
}

pub fn run(args: &AdjournArgs) -> Result<u8, CliError> {
    let envelope_file = args
        .envelope
        .clone()
        .unwrap_or_else(|| args.file.with_extension("envelope.json"));
    if file::is_same(&envelope_file, &args.file) {
        return Err(CliError::unusable(
            "the envelope and the adjournment file must be different files",
        ));
    }
    for path in [&args.file, &envelope_file] {
        let writable = pack::refuse_name(path).and_then(|()| file::check_writable(path));
        writable.map_err(|error| CliError::at(path.display(), error))?;
        if !args.overwrite && path.symlink_metadata().is_ok() && !file::is_stream(path) {
            return Err(CliError::at(
                path.display(),
                "exists; --overwrite replaces it",
            ));
        }
    }
    let (game, points) = args.recorded()?;
    let text = args.sealed_text()?;
    let envelope = Envelope::seal(&text).map_err(CliError::unusable)?;
    let adjourned = args.adjourned(game, points, &envelope)?;
    if let Some(made) = &args.made_on_board {
        let read = |text: &str| {
            read_sealed_move(adjourned.game.board(), text, Some(adjourned.language)).mv()
        };
        if read(made).is_none() || read(made) != read(envelope.sealed_move()) {
            return Err(CliError::unusable(format_args!(
                "the sealed move must be the move made on the board, '{}' ({})",
                quote(made),
                AdjournmentPoint::Sealing.article(adjourned.laws)
            )));
        }
    }
    if args.check {
        let checked = checked(&adjourned, &envelope, &BUDGET);
        eprint(checked.map_err(CliError::failure)?);
    }
    // The envelope comes first: there is no adjournment file without one.
    let sealed = envelope.to_json();
    file::replace_private(&envelope_file, sealed.as_bytes()).map_err(CliError::failure)?;
    let json = to_json(&adjourned);
    file::replace(&args.file, json.as_bytes()).map_err(CliError::failure)?;
    if args.json {
        return Ok(print_result(&escape_json(&json)));
    }
    Ok(print_result(&summary(
        &adjourned,
        &args.file,
        &envelope_file,
    )))
}

/// Asks for the sealed move on the terminal, which does not show it.
fn typed_move() -> Result<String, CliError> {
    let terminal = Term::stderr();
    if !terminal.is_term() {
        let problem = "standard error is not a terminal, so nothing can ask for the move";
        return Err(CliError::at("--sealed-move-from -", problem));
    }
    let typed = terminal
        .write_str("Sealed move (not shown): ")
        .and_then(|()| terminal.read_secure_line());
    let typed = typed.map_err(CliError::failure)?;
    if typed.trim().is_empty() {
        return Err(CliError::unusable("no move was typed; nothing is sealed"));
    }
    Ok(typed)
}

impl AdjournArgs {
    fn sealed_text(&self) -> Result<String, CliError> {
        match (&self.sealed_move, &self.sealed_move_from) {
            (Some(text), _) => Ok(text.clone()),
            (None, Some(path)) if path == Path::new("-") && stdin().is_terminal() => typed_move(),
            (None, Some(path)) => read_text(path, MAX_SEALED),
            (None, None) => Err(CliError::unusable("the sealed move is missing")),
        }
    }

    /// The game as recorded, and its result if the record has one.
    fn recorded(&self) -> Result<(AdjournedGame, Option<Points>), CliError> {
        let GameArgs {
            fen,
            moves,
            language,
            ..
        } = &self.game;
        if let Some((path, raw)) = self.game.record()? {
            let at = |error: String| CliError::at(path.display(), error);
            let record = RecordedGame::read(&raw, *language);
            let record = record.map_err(|error| at(error.to_string()))?;
            return self.unsealed(&record).map_err(at);
        }
        let (fen, moves) = position_and_moves(fen.as_deref(), moves.as_deref());
        let start = position("--fen", fen)?;
        let texts = split_moves(moves, &start);
        let unsealed = self.unsealed(&RecordedGame::of_moves(start, &texts, *language));
        unsealed.map_err(|error| CliError::at("--moves", error))
    }

    /// The game of a record, all of whose moves must be legal.
    fn unsealed(&self, record: &RecordedGame) -> Result<(AdjournedGame, Option<Points>), String> {
        let RecordedGame { pgn, parsed, .. } = record;
        if let Some(error) = &parsed.error {
            return Err(format!("half-move {}: {error}", parsed.moves.len() + 1));
        }
        // Nor may any be hidden or ambiguous.
        let moves = record.first_moves(usize::MAX);
        moves.map_err(|error| error.to_string())?;
        let mut game = Game::new(record.start);
        // The last reading of each clock.
        let mut shown = [None; 2];
        for (san, time) in parsed.moves.iter().zip(record.times()) {
            let shown = &mut shown[game.board().stm().index()];
            *shown = time.clock.or(*shown);
            game.play_legal(san.mv);
        }
        let offered = pgn.moves.last().is_some_and(|mv| mv.draw_offer);
        let offer = offered.then_some(!game.board().stm());
        let laws_of_tag = || {
            let text = pgn.tags.get("LawsEdition")?;
            let parsed = text.trim().parse::<RulesText>();
            Some(parsed.map_err(|error| format!("tag LawsEdition: {error}")))
        };
        let laws = self.laws.map(Ok).or_else(laws_of_tag).transpose()?;
        let control = match &self.game.tc {
            Some(control) => Some(control.clone()),
            None => recorded_control(&pgn.tags)?,
        };
        let name = |given: Option<&str>, tag: &str| {
            let name = given.or_else(|| pgn.tags.get(tag));
            printable(name.unwrap_or("?")).into_owned()
        };
        let [white, black] = [self.white.as_deref(), self.black.as_deref()];
        let adjourned = AdjournedGame {
            laws: laws.unwrap_or_default(),
            players: [name(white, "White"), name(black, "Black")],
            language: self.game.language.unwrap_or(parsed.language),
            control,
            clocks: self.stated(shown),
            game,
            draw_offer: self.draw_offer.or(offer),
            resumption: ResumptionAppointment {
                date: self.date.clone(),
                time: self.time.clone(),
                place: self.place.clone(),
            },
            default_time: self.default_time.unwrap_or(AdjournedGame::DEFAULT_TIME),
            commitment: Commitment::default(),
        };
        Ok((adjourned, recorded_points(pgn)))
    }

    /// The times of the arguments; where one is missing, the reading of the record.
    fn stated(&self, shown: [Option<Duration>; 2]) -> [PlayerClock; 2] {
        let used = [self.white_used, self.black_used];
        let left = self.game.clocks();
        [0, 1].map(|side| PlayerClock {
            used: used[side],
            remaining: left[side].or(shown[side].filter(|_| used[side].is_none())),
        })
    }

    /// The game with its clocks and the commitment to the sealed move.
    fn adjourned(
        &self,
        mut adjourned: AdjournedGame,
        points: Option<Points>,
        envelope: &Envelope,
    ) -> Result<AdjournedGame, CliError> {
        let sealer = adjourned.sealer();
        let end = adjourned.earlier_end(&mut WinnabilityCache::default(), &BUDGET);
        if let Some(end) = end {
            return Err(CliError::unusable(format_args!(
                "the game is over, and nothing is sealed: {}, {}, after {} half-moves",
                end.kind, end.points, end.ply
            )));
        }
        if let Some(points) = points {
            return Err(CliError::unusable(format_args!(
                "the record has the result {points}: the game is over, and nothing is sealed"
            )));
        }
        if self.session_left.is_some() && adjourned.rules().is_none() {
            return Err(CliError::unusable(
                "--session-left: the interpretations of 1974 do not cover it",
            ));
        }
        let control = adjourned.control_for_times().cloned();
        if control.is_none() && adjourned.control.is_some() {
            let is_half_known =
                |clock: &PlayerClock| clock.used.is_some() != clock.remaining.is_some();
            if adjourned.clocks.iter().any(is_half_known) {
                eprint(
                    "warning: the FEN gives move number 1 although pieces are missing, so times used and times left cannot \
                     be computed from each other; give both, or the move number",
                );
            }
        }
        for color in Color::ALL {
            let at = |error| CliError::at(format_args!("the clock of {color:#}"), error);
            let moves = adjourned.moves_made(color);
            let clock = &mut adjourned.clocks[color.index()];
            *clock = match clock.complete(control.as_ref(), moves) {
                Err(error @ ClockError::TooMuch) => {
                    eprint(format_args!(
                        "warning: the clock of {color:#}: {error}; only a ruling can have added it"
                    ));
                    *clock
                }
                completed => completed.map_err(at)?,
            };
            if let Some(time) = self.session_left.filter(|_| color == sealer) {
                if *clock == PlayerClock::default() {
                    let problem =
                        format_args!("it charges the clock of {color:#}, which is not known");
                    return Err(CliError::at("--session-left", problem));
                }
                *clock = clock.charge(time).map_err(at)?;
            }
        }
        adjourned.commit_to(envelope);
        Ok(adjourned)
    }
}

/// The time control of a record, if it names one.
fn recorded_control(tags: &Tags) -> Result<Option<TimeControl>, String> {
    let mut findings = Vec::new();
    let control = time_control(tags, &mut findings);
    findings
        .first()
        .map_or(Ok(control), |finding| Err(finding.detail.clone()))
}
