//! `compongo resume-adjourned`: opens the sealed move of an adjourned game, and rules on the resumption.

use crate::cli::arguments::player;
use crate::cli::game_file::read_text;
use crate::cli::output::{CliError, print_ruling};
use crate::judge::DEFAULT_NODES;
use crate::laws::winnable::ProofBudget;
use crate::notation::language::Language;
use crate::ruling::adjournment::{
    AdjournedGame, AdjournmentFileError, AdjournmentPoint, Envelope, EnvelopeState,
    GameEndedBefore, ResumptionError, ResumptionEvents, WrongClock, from_json, rule_resumption,
};
use crate::ruling::{Arrival, Players, parse_clock_time};
use crate::types::Color;
use crate::util::text::quote;
use std::path::PathBuf;
use std::time::Duration;

/// The most bytes read from an adjournment file or envelope.
const MAX_FILE: u64 = 4 << 20;

/// Resume an adjourned game: check and open the envelope, and rule on the events.
///
/// The envelope stays closed until the player who must reply is present. Exit code: 1 if it does not match the
/// commitment in the adjournment file, 3 if the program could not determine whether a player can mate.
#[derive(Clone, Debug, clap::Args)]
pub struct ResumeAdjournedArgs {
    /// The adjournment file.
    file: PathBuf,
    /// The envelope.
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present_any = ["envelope_lost", "position_lost", "draw_agreed", "resigned"]
    )]
    envelope: Option<PathBuf>,
    /// The envelope is lost.
    #[arg(long, conflicts_with_all = ["envelope", "absent", "late"])]
    envelope_lost: bool,
    /// The move that was in the lost envelope, according to the player who sealed it.
    #[arg(long, value_name = "MOVE", requires = "envelope_lost")]
    claimed_move: Option<String>,
    /// The adjourned position cannot be established from the file, the scoresheets or the players.
    #[arg(long, conflicts_with_all = ["envelope", "envelope_lost", "absent", "late"])]
    position_lost: bool,
    /// The players who are not there yet: white, black or both.
    #[arg(long, value_name = "PLAYER", conflicts_with = "late", value_parser = absentees)]
    absent: Option<Players>,
    /// How late a player arrived: white=75min or white=1:15:00.
    #[arg(long, value_name = "PLAYER=TIME", value_parser = time_of_player)]
    late: Vec<(Color, Duration)>,
    /// How long after the opening of the envelope the player who must reply replied in the opponent's absence, such as
    /// 5min.
    #[arg(long, value_name = "TIME", value_parser = parse_clock_time)]
    reply_after: Option<Duration>,
    /// The flag of the player who must reply fell in the opponent's absence.
    #[arg(long, conflicts_with = "reply_after")]
    flag: bool,
    /// The players agreed on a draw before the resumption.
    #[arg(long, conflicts_with = "resigned")]
    draw_agreed: bool,
    /// The player who resigned before the resumption.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    resigned: Option<Color>,
    /// The player who offered a draw after the move was sealed.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    draw_offer: Option<Color>,
    /// A clock that shows a wrong time, and the remaining time that it shows: white=1:05:30.
    #[arg(long, value_name = "PLAYER=TIME", value_parser = time_of_player)]
    clock_shown: Option<(Color, Duration)>,
    /// The wrong time was noticed only after a player had made the first move.
    #[arg(long, requires = "clock_shown")]
    noticed_late: bool,
    /// The language of the sealed move: en, es, de, fr, nl, ru and others. Default: the language of the adjournment
    /// file.
    #[arg(long)]
    language: Option<Language>,
    /// Search at most this many positions to decide whether a side can still mate.
    #[arg(long, default_value_t = DEFAULT_NODES)]
    nodes: u64,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

fn absentees(text: &str) -> Result<Players, String> {
    if text.eq_ignore_ascii_case("both") {
        return Ok(Players::Both);
    }
    let player = player(text).map_err(|error| format!("{error}, nor both"))?;
    Ok(Players::One(player))
}

/// Parses `white=1:15:00`.
fn time_of_player(text: &str) -> Result<(Color, Duration), String> {
    let (name, time) = text
        .split_once('=')
        .ok_or_else(|| format!("'{}' is not of the form PLAYER=TIME", quote(text)))?;
    let player = player(name)?;
    let time = parse_clock_time(time).map_err(|error| error.to_string())?;
    Ok((player, time))
}

pub fn run(args: &ResumeAdjournedArgs) -> Result<u8, CliError> {
    let path = args.file.display();
    let text = read_text(&args.file, MAX_FILE)?;
    let adjourned = from_json(&text).map_err(|error| unreadable(&path, &error))?;
    let events = args.events(&adjourned)?;
    let budget = ProofBudget::with_solver(args.nodes);
    let ruling = rule_resumption(&adjourned, &events, &budget).map_err(|error| match error {
        ResumptionError::Commitment => CliError::failure(error),
        ResumptionError::ClaimedMove(_) => CliError::at("--claimed-move", error),
    })?;
    print_ruling(&ruling, args.json, ruling.ruling.undetermined)
}

/// The message for an adjournment file that cannot be used. If its position contradicts its moves, an Article decides
/// what happens to the game.
fn unreadable(path: &impl std::fmt::Display, error: &AdjournmentFileError) -> CliError {
    match error {
        AdjournmentFileError::Contradiction { laws, .. } => CliError::at(
            path,
            format_args!(
                "{error}; if the position cannot be established otherwise, the game is annulled and a new one played [{}]",
                AdjournmentPoint::PositionLost.article(*laws)
            ),
        ),
        AdjournmentFileError::Unreadable(_) => CliError::at(path, error),
    }
}

impl ResumeAdjournedArgs {
    fn events(&self, adjourned: &AdjournedGame) -> Result<ResumptionEvents, CliError> {
        let envelope = match &self.envelope {
            Some(path) => {
                let text = read_text(path, MAX_FILE)?;
                let envelope = Envelope::from_json(&text);
                EnvelopeState::Present(
                    envelope.map_err(|error| CliError::at(path.display(), error))?,
                )
            }
            None if self.envelope_lost => EnvelopeState::Lost {
                claimed_move: self.claimed_move.clone(),
            },
            None if self.position_lost => EnvelopeState::PositionLost,
            None => EnvelopeState::NotNeeded,
        };
        let arrivals = self.arrivals()?;
        self.check_absence(adjourned, arrivals)?;
        let ended_before = match self.resigned {
            Some(player) => Some(GameEndedBefore::Resignation(player)),
            None => self.draw_agreed.then_some(GameEndedBefore::Agreement),
        };
        Ok(ResumptionEvents {
            envelope,
            arrivals,
            reply_after: self.reply_after,
            replier_flag_fell: self.flag,
            ended_before,
            draw_offer: self.draw_offer,
            wrong_clock: self.clock_shown.map(|(player, shown)| WrongClock {
                player,
                shown,
                noticed_in_time: !self.noticed_late,
            }),
            language: self.language,
        })
    }

    /// Checks that what happened in the absence of the player who sealed fits into it.
    fn check_absence(
        &self,
        adjourned: &AdjournedGame,
        arrivals: [Arrival; 2],
    ) -> Result<(), CliError> {
        if !self.flag && self.reply_after.is_none() {
            return Ok(());
        }
        let sealer = adjourned.sealer();
        let replier = !sealer;
        // The envelope is opened when the player who must reply arrives.
        let opened = match arrivals[replier.index()] {
            Arrival::Late(time) => time,
            Arrival::InTime | Arrival::Never => Duration::ZERO,
        };
        let absence = match arrivals[sealer.index()] {
            Arrival::InTime => Some(Duration::ZERO),
            Arrival::Late(time) => Some(time.saturating_sub(opened)),
            Arrival::Never => None,
        };
        if absence.is_some_and(|absence| absence.is_zero()) {
            return Err(CliError::unusable(format_args!(
                "--flag and --reply-after apply only if {sealer:#}, who sealed, is absent when the envelope is opened"
            )));
        }
        if arrivals[replier.index()] == Arrival::Never {
            return Err(CliError::unusable(format_args!(
                "--flag and --reply-after apply only if {replier:#}, who must reply, is there"
            )));
        }
        match (absence, self.reply_after) {
            (Some(absence), Some(reply)) if reply > absence => {
                let problem = format_args!("{sealer:#} arrived before that");
                Err(CliError::at("--reply-after", problem))
            }
            _ => Ok(()),
        }
    }

    fn arrivals(&self) -> Result<[Arrival; 2], CliError> {
        let mut arrivals = [Arrival::InTime; 2];
        for &(player, time) in &self.late {
            let arrival = &mut arrivals[player.index()];
            if *arrival != Arrival::InTime {
                let problem = format_args!("{player} is given twice");
                return Err(CliError::at("--late", problem));
            }
            if !time.is_zero() {
                *arrival = Arrival::Late(time);
            }
        }
        match self.absent {
            Some(Players::Both) => arrivals = [Arrival::Never; 2],
            Some(Players::One(player)) => arrivals[player.index()] = Arrival::Never,
            None => {}
        }
        Ok(arrivals)
    }
}
