//! The arguments of questions about draw claims and fallen flags.

use super::case::CaseArgs;
use crate::cli::arguments::{choice, player};
use crate::cli::output::CliError;
use crate::laws::edition::FlagCaller;
use crate::laws::outcome::OutcomeKind;
use crate::ruling::{ClaimQuestion, FallenFlags, FlagQuestion, Ruling, claim, flag, flag_in_1974};
use crate::types::{Color, Square};
use crate::util::format::clock_time;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Rule on a draw claim (Articles 9.2 to 9.5).
#[derive(Clone, Debug, clap::Args)]
pub struct ClaimArgs {
    /// The kind of draw to claim: threefold repetition, or fifty moves by each player without capture or pawn move.
    #[arg(value_parser = draw())]
    kind: OutcomeKind,
    /// The move that the player writes down and announces, in SAN or UCI notation; without it the claim is about the
    /// position on the board.
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
    /// The square of the first piece that the player touched before the claim.
    #[arg(long, value_name = "SQUARE")]
    touched: Option<Square>,
    /// The player who claims [default: the player to move].
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    by: Option<Color>,
    /// The player wants to withdraw the claim.
    #[arg(long)]
    withdrawn: bool,
    /// The event forbids agreement before each player has made N moves (since 2009).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    no_agreement_before: Option<u32>,
    #[command(flatten)]
    pub case: CaseArgs,
}

/// The kinds of draw that can be claimed, with their other names.
fn draw_names() -> [PossibleValue; 2] {
    [
        PossibleValue::new("threefold").aliases(["3fold", "repetition"]),
        PossibleValue::new("fifty").alias("50"),
    ]
}

/// True if a word names a draw that can be claimed.
pub fn is_draw(word: &str) -> bool {
    draw_names().iter().any(|name| name.matches(word, false))
}

/// Parses the kind of a draw, also by its other names.
fn draw() -> impl TypedValueParser<Value = OutcomeKind> {
    PossibleValuesParser::new(draw_names()).map(|word| match word.as_str() {
        "fifty" | "50" => OutcomeKind::FiftyMoves,
        _ => OutcomeKind::Threefold,
    })
}

impl ClaimArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = ClaimQuestion {
            kind: self.kind,
            announced: self.mv.clone(),
            touched: self.touched,
            by: self.by,
            withdrawn: self.withdrawn,
        };
        let mut case = self.case.case()?;
        case.forbid_agreement_before(self.no_agreement_before)
            .map_err(CliError::unusable)?;
        let mut ruling = claim(&case, &question).map_err(CliError::unusable)?;
        self.case.note_default_position(&mut ruling);
        Ok(ruling)
    }
}

/// Rule on one fallen flag or two (Articles 6.8 to 6.12).
#[derive(Clone, Debug, clap::Args)]
pub struct FlagArgs {
    /// The player whose flag has fallen; with both, it is not known which fell first.
    #[arg(value_parser = choice([
        ("white", FallenFlags::One(Color::White)),
        ("black", FallenFlags::One(Color::Black)),
        ("both", FallenFlags::Both),
        ("white-first", FallenFlags::BothFirst(Color::White)),
        ("black-first", FallenFlags::BothFirst(Color::Black)),
    ]))]
    fallen: FallenFlags,
    /// Who called the flag.
    #[arg(long, value_name = "WHO", value_parser = choice([
        ("arbiter", FlagCaller::Arbiter),
        ("player", FlagCaller::Player),
    ]))]
    called_by: Option<FlagCaller>,
    /// The period in which the flag fell, from 1 [default: found from the moves made].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    period: Option<u8>,
    /// It cannot be established how many moves were made (8.6).
    #[arg(long)]
    moves_unknown: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl FlagArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = FlagQuestion {
            fallen: self.fallen,
            caller: self.called_by,
            period: self.period.map(usize::from),
            moves_unknown: self.moves_unknown,
        };
        if self.case.laws.is_1974()
            && let FallenFlags::One(flagged) = question.fallen
        {
            if self.moves_unknown {
                let problem = "the interpretations of 1974 do not cover it";
                return Err(CliError::at("--moves-unknown", problem));
            }
            let case = self.case.case_to(self.case.extent())?;
            case.check_period(question.period)
                .map_err(CliError::unusable)?;
            return Ok(flag_in_1974(&case, flagged, question.period));
        }
        self.check_clocks()?;
        let mut case = self.case.case()?;
        case.check_period(question.period)
            .map_err(CliError::unusable)?;
        let mut ruling = flag(&mut case, &question);
        if question.fallen != FallenFlags::Both || self.depends_on_moves() {
            self.case.note_default_position(&mut ruling);
        }
        Ok(ruling)
    }

    /// Checks that no time is given for a clock whose flag has fallen. In a control of several periods, it may be that of the
    /// next one.
    fn check_clocks(&self) -> Result<(), CliError> {
        let (_, control) = self.case.form();
        if control.is_some_and(|control| control.periods().len() > 1) {
            return Ok(());
        }
        for (color, time) in Color::ALL.into_iter().zip(self.case.game.clocks()) {
            let is_up = self.fallen == FallenFlags::One(!color);
            if let Some(time) = time.filter(|time| !is_up && !time.is_zero()) {
                let time = clock_time(time);
                let problem = format!("{color:#}'s flag has fallen, but {time} is left");
                return Err(CliError::at(format_args!("--{color}-clock"), problem));
            }
        }
        Ok(())
    }

    /// True if the ruling on both flags depends on the moves made: they give the period, or complete it.
    fn depends_on_moves(&self) -> bool {
        let (_, control) = self.case.form();
        control.is_some_and(|control| match self.period {
            None => true,
            Some(number) => control.period(usize::from(number) - 1).moves.is_some(),
        })
    }
}
