//! The arguments of questions about touched pieces, draw offers, recording and conduct.

use super::case::CaseArgs;
use crate::cli::arguments::{choice, player};
use crate::cli::output::CliError;
use crate::laws::interpretations1974::DrawOfferMoment;
use crate::laws::procedure::TouchedPieces;
use crate::ruling::{
    OfferEvent, OfferQuestion, Players, RecordingQuestion, Ruling, TouchQuestion, displaced,
    displaced_later, leaving, offer, other_notation, phone, recording, refusal, refusal_in_1974,
    resignation, touch, written_in_advance,
};
use crate::types::{Color, Piece, Square};
use clap::builder::TypedValueParser;

/// Rule on touched pieces: which moves may be played (Article 4).
#[derive(Clone, Debug, clap::Args)]
pub struct TouchArgs {
    /// The squares of the pieces that the player to move touched, in order.
    #[arg(value_name = "SQUARE", required_unless_present = "beside")]
    squares: Vec<Square>,
    /// The player touched a piece beside the board too, such as a captured one or a new queen.
    #[arg(long)]
    beside: bool,
    /// The order is not known.
    #[arg(long, requires = "squares")]
    order_unknown: bool,
    /// The player wanted to castle, or touched king and rook at the same time: then name the king first.
    #[arg(long, requires = "squares")]
    castling: bool,
    /// The player said first that the pieces would be adjusted ("j'adoube").
    #[arg(long)]
    adjusting: bool,
    /// The square on which the first piece was released.
    #[arg(long, value_name = "SQUARE", requires = "squares")]
    released: Option<Square>,
    /// The opponent deliberately touched a piece before complaining.
    #[arg(long, requires = "squares")]
    complaint_late: bool,
    /// The player who touched the pieces [default: the player to move].
    #[arg(long, value_name = "PLAYER", value_parser = player, requires = "squares")]
    by: Option<Color>,
    /// The new piece that touched the promotion square.
    #[arg(long, value_name = "PIECE", requires = "released", value_parser = choice([
        ("queen", Piece::Queen),
        ("rook", Piece::Rook),
        ("bishop", Piece::Bishop),
        ("knight", Piece::Knight),
    ]))]
    promoted: Option<Piece>,
    /// The opponent has made a move, but not pressed the clock (1997: 1.1, 6.7.a).
    #[arg(long)]
    clock_running: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl TouchArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = TouchQuestion {
            touched: TouchedPieces {
                squares: self.squares.clone(),
                order_unknown: self.order_unknown,
                castling: self.castling,
                ..TouchedPieces::default()
            },
            adjusting: self.adjusting,
            released: self.released,
            complaint_late: self.complaint_late,
            by: self.by,
            promoted: self.promoted,
            clock_running: self.clock_running,
            beside: self.beside,
        };
        let mut ruling = touch(&self.case.case()?, &question).map_err(CliError::unusable)?;
        self.case.note_default_position(&mut ruling);
        Ok(ruling)
    }
}

/// Rule on a draw offer: whether it stands, has lapsed or ends the game (Article 9.1).
#[derive(Clone, Debug, clap::Args)]
pub struct OfferArgs {
    /// When the offer was made. The position is the one on the board at that time.
    #[arg(long, value_name = "MOMENT", default_value = "after-move")]
    when: DrawOfferMoment,
    /// The offer had a condition.
    #[arg(long)]
    conditional: bool,
    /// The player offers again and again.
    #[arg(long)]
    persistent: bool,
    /// What happened after the offer, in order, separated by commas.
    #[arg(long, value_name = "EVENT", value_delimiter = ',')]
    then: Vec<OfferEvent>,
    /// The event forbids agreement before each player has made N moves (since 2009).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    no_agreement_before: Option<u32>,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl OfferArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = OfferQuestion {
            moment: self.when,
            conditional: self.conditional,
            persistent: self.persistent,
            events: self.then.clone(),
        };
        if self.case.laws.is_1974() && self.no_agreement_before.is_some() {
            let problem = "under the interpretations of 1974, no event can forbid agreement";
            return Err(CliError::unusable(problem));
        }
        let mut case = self.case.case_to(self.case.extent())?;
        case.forbid_agreement_before(self.no_agreement_before)
            .map_err(CliError::unusable)?;
        let mut ruling = offer(&case, &question);
        self.case.note_default_position(&mut ruling);
        Ok(ruling)
    }
}

/// Rule on whether a player must record the moves now (Article 8).
#[derive(Clone, Debug, clap::Args)]
pub struct RecordingArgs {
    /// The player.
    #[arg(value_parser = player)]
    player: Color,
    /// A flag has just fallen.
    #[arg(long)]
    flag_fell: bool,
    /// The number of the period, from 1 [default: found from the moves made].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    period: Option<u8>,
    /// The player wrote a move before making it.
    #[arg(long, conflicts_with_all = ["flag_fell", "period"])]
    in_advance: bool,
    /// The player does not record in algebraic notation: rule on whether the scoresheet is evidence.
    #[arg(long, conflicts_with_all = ["flag_fell", "period", "in_advance"])]
    other_notation: bool,
    /// The player cannot write.
    #[arg(long, conflicts_with_all = ["flag_fell", "period", "in_advance", "other_notation"])]
    cannot_write: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl RecordingArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let question = RecordingQuestion {
            color: self.player,
            flag_fell: self.flag_fell,
            period: self.period.map(usize::from),
            cannot_write: self.cannot_write,
        };
        let case = self.case.case()?;
        case.check_period(question.period)
            .map_err(CliError::unusable)?;
        if self.in_advance {
            return Ok(written_in_advance(&case, self.player));
        }
        if self.other_notation {
            return Ok(other_notation(&case, self.player));
        }
        let mut ruling = recording(&case, &question);
        if self.period.is_none() && !self.cannot_write {
            self.case.note_default_position(&mut ruling);
        }
        Ok(ruling)
    }
}

/// Rule on pieces displaced by accident (Article 7).
#[derive(Clone, Debug, clap::Args)]
pub struct DisplacedArgs {
    /// The player who displaced the pieces.
    #[arg(value_parser = player)]
    player: Color,
    /// The displaced pieces were noticed later; give the position before they were displaced.
    #[arg(long)]
    later: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl DisplacedArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let case = self.case.case()?;
        Ok(if self.later {
            displaced_later(&case)
        } else {
            displaced(&case, self.player)
        })
    }
}

/// Rule on a telephone in the playing area (2009: Article 12.3.b).
#[derive(Clone, Debug, clap::Args)]
pub struct PhoneArgs {
    /// The owner of the telephone.
    #[arg(value_parser = player)]
    player: Color,
    /// The telephone made no sound.
    #[arg(long)]
    silent: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl PhoneArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let mut ruling = phone(&self.case.case()?, self.player, self.silent);
        if ruling.proof.is_some() {
            self.case.note_default_position(&mut ruling);
        }
        Ok(ruling)
    }
}

/// Rule on a player who leaves the playing area (1997: Article 12.4; 2009: 12.2).
#[derive(Clone, Debug, clap::Args)]
pub struct LeavingArgs {
    /// The player.
    #[arg(value_parser = player)]
    player: Color,
    /// The player leaves the whole playing venue, which includes rest rooms and refreshment areas.
    #[arg(long)]
    venue: bool,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl LeavingArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let mut ruling = leaving(&self.case.case()?, self.player, self.venue);
        if !self.venue {
            self.case.note_default_position(&mut ruling);
        }
        Ok(ruling)
    }
}

/// Parses one player or both.
fn players() -> impl TypedValueParser<Value = Players> {
    choice([
        ("white", Players::One(Color::White)),
        ("black", Players::One(Color::Black)),
        ("both", Players::Both),
    ])
}

/// Rule on a resignation (Article 5.1.b; since 2018 5.1.2).
#[derive(Clone, Debug, clap::Args)]
pub struct ResignationArgs {
    /// The player who resigned first; with both, it is not known who was first.
    #[arg(value_parser = players())]
    resigned: Players,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl ResignationArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        let mut ruling = resignation(&mut self.case.case()?, self.resigned);
        if ruling.proof.is_some() {
            self.case.note_default_position(&mut ruling);
        }
        Ok(ruling)
    }
}

/// Rule on persistent refusal to comply with the Laws (2009: Articles 12.8 and 12.9).
#[derive(Clone, Debug, clap::Args)]
pub struct RefusalArgs {
    /// The player who refuses, or both.
    #[arg(value_parser = players())]
    refusing: Players,
    #[command(flatten)]
    pub case: CaseArgs,
}

impl RefusalArgs {
    pub fn ruling(&self) -> Result<Ruling, CliError> {
        if self.case.laws.is_1974() {
            let case = self.case.case_to(self.case.extent())?;
            return Ok(refusal_in_1974(&case, self.refusing));
        }
        Ok(refusal(&self.case.case()?, self.refusing))
    }
}
