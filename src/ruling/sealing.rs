//! Sealing a move (97 A.1; 09 and later Guideline 1; 74 15.1): until when it may be changed, the move made on the board,
//! leaving before the end of the session.

use super::answer::{Ruling, RulingQuestion};
use super::case::{CaseError, GameCase};
use super::named_move::NamedMove;
use crate::laws::edition::RulesText;
use crate::ruling::adjournment::{AdjournmentPoint, numbering};
use crate::types::Move;
use crate::util::format::clock_time;
use crate::util::text::quote;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::Seal;
/// 74 15.1, interpretation of 1973: earlier than this before the end of the session, the arbiter may refuse to let a
/// player seal.
const EARLY_IN_1974: Duration = Duration::from_secs(60 * 60);

/// What happened when the player to move sealed, or was to seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SealQuestion {
    /// The session has ended.
    SessionEnds,
    /// The player wants to change the sealed move.
    Change {
        /// The player had stopped the clocks.
        clocks_stopped: bool,
    },
    /// The player made a move on the board.
    MadeOnBoard {
        /// The move on the board.
        made: String,
        /// The move that was sealed; `None` if none is yet.
        sealed: Option<String>,
    },
    /// The player wants to adjourn, with this time left in the session.
    Early(Duration),
}

/// Rules on the sealing of a move by the player to move.
///
/// # Errors
/// The text of the move on the board is not a move, or an illegal one.
pub fn seal(case: &GameCase, question: &SealQuestion) -> Result<Ruling, CaseError> {
    if let Some(over) = case.over(QUESTION) {
        return Ok(over);
    }
    let stm = case.board().stm().title();
    let sealing = AdjournmentPoint::Sealing;
    let new = |point: AdjournmentPoint, text: String| {
        let ruling = case.ruling(QUESTION, text);
        ruling
            .under([point.article(case.laws())])
            .fact("numbering", numbering(case.laws()))
    };
    Ok(match question {
        SealQuestion::SessionEnds => new(sealing, format!("{stm} seals a move."))
            .fact("how", "write it without ambiguity, put both scoresheets into an envelope, seal it, then stop the clocks")
            .fact("session", "ends by the schedule, not by the sum of the times on the clocks"),
        SealQuestion::Change {
            clocks_stopped: false,
        } => new(sealing, format!("{stm} may change the sealed move."))
            .because("the clocks are not stopped, so the move is not final"),
        SealQuestion::Change {
            clocks_stopped: true,
        } => new(sealing, "The sealed move stands.".to_owned()).because("the clocks are stopped"),
        SealQuestion::MadeOnBoard { made, sealed } => {
            let NamedMove::Legal(mv) = case.read_move(made)? else {
                let made = quote(made);
                let problem = format!("'{made}' is illegal: ask 'compongo ruling illegal' first");
                return Err(CaseError(problem));
            };
            made_on_board(case, mv, sealed.as_deref(), new(sealing, String::new()))
        }
        &SealQuestion::Early(left) => early(case, left, new(AdjournmentPoint::LeavingEarly, String::new())),
    })
}

/// The move on the board must be the sealed one.
fn made_on_board(case: &GameCase, made: Move, sealed: Option<&str>, ruling: Ruling) -> Ruling {
    let stm = case.board().stm().title();
    let mut ruling = ruling
        .because("the move was made on the board")
        .obliging(case.board(), &[made]);
    ruling.ruling = match sealed {
        Some(text) if case.read_move(text) == Ok(NamedMove::Legal(made)) => {
            "The right move is sealed.".to_owned()
        }
        Some(text) => format!(
            "'{}' cannot be sealed: {stm} must seal the move made on the board.",
            quote(text)
        ),
        None => format!("{stm} must seal the move made on the board."),
    };
    ruling
}

/// A player who leaves early is charged the rest of the session; in 1974 the arbiter decides.
fn early(case: &GameCase, left: Duration, mut ruling: Ruling) -> Ruling {
    let color = case.board().stm();
    let stm = color.title();
    if case.laws() == RulesText::Interpretations1974 {
        let by = if left > EARLY_IN_1974 {
            "more than an hour is left (1973)"
        } else {
            "it is usual if the prescribed moves are made and the player has enough time (1974)"
        };
        return ruling.undecided(format_args!(
            "the arbiter decides whether {color:#} may seal before the end of the session: {by}."
        ));
    }
    ruling = ruling.fact("charged", format_args!("{} to {color:#}", clock_time(left)));
    ruling.ruling = format!("{stm} seals, and is charged the time until the end of the session.");
    let mut clocks = case.clocks;
    let Some(clock) = &mut clocks[color.index()] else {
        return ruling.left_open(format!("the time on {color:#}'s clock, which is not given"));
    };
    if *clock <= left {
        return ruling.undecided(format_args!(
            "{color:#}'s clock ({}) does not last until the end of the session; the arbiter decides whether the flag falls \
             before it.",
            clock_time(*clock)
        ));
    }
    *clock -= left;
    ruling.at(case.board(), clocks)
}
