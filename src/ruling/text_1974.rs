//! The questions that the interpretations of 1974 answer (14, 17.1, 17.2, 17.4).

use super::answer::{Ruling, RulingQuestion};
use super::case::{CaseError, GameCase};
use super::flag::complete_period;
use super::illegal::{FoundLater, move_numbers, shared_times};
use super::lateness::{Arrival, LatenessQuestion, reason, verdict};
use crate::laws::edition::clause::in_1974;
use crate::laws::interpretations1974::{DEFAULT_TIME, rule_flag};
use crate::types::Color;
use crate::util::format::{clock_time, counted};
use std::time::Duration;

/// Rules on the fallen flag of a player: a loss if the moves of the period (numbered from 1) are not complete, whether
/// or not the opponent can mate (17.1).
pub fn flag_in_1974(case: &GameCase, flagged: Color, period: Option<usize>) -> Ruling {
    if let Some(over) = case.over(RulingQuestion::Flag) {
        return over;
    }
    let Some(outcome) = rule_flag(&case.replay.game, flagged) else {
        return case.ruling(RulingQuestion::Flag, "The game is over.");
    };
    if let Some((ruling, reason)) = complete_period(case, flagged, period) {
        return case
            .ruling(RulingQuestion::Flag, ruling)
            .because(reason)
            .under([in_1974::FLAG_FALL]);
    }
    let mut clocks = case.clocks;
    clocks[flagged.index()] = Some(Duration::ZERO);
    let ruling = format!(
        "{}'s flag fell: {} wins.",
        flagged.title(),
        (!flagged).title()
    );
    Ruling::in_1974(RulingQuestion::Flag, ruling)
        .because("whether the opponent can mate does not matter")
        .ended(&outcome)
        .at(case.board(), clocks)
        .left_open("whether the event has special laws on fallen flags (1970)")
}

/// Rules on an illegal move found later: the position before it, with the times used in proportion to the moves (14).
///
/// # Errors
/// The move was found illegal before it was made.
pub fn found_later_in_1974(case: &GameCase, found: &FoundLater) -> Result<Ruling, CaseError> {
    let (error, total) = move_numbers(case, found)?;
    let ruling = format!("The position before move {error} is restored.");
    let mut ruling = case
        .ruling(RulingQuestion::Illegal, ruling)
        .because(format!(
            "the irregularity of move {error} was found after {}",
            counted(total, "move")
        ))
        .under([in_1974::RESTORED_CLOCKS])
        .left_open(
            "the move that replaces the illegal one, and a penalty: the interpretations do not cover them",
        );
    if ruling.clocks.is_some() {
        return Ok(ruling);
    }
    ruling.used = shared_times(found, error, total);
    let is_open = ruling.used.is_none();
    Ok(ruling.left_open_if(
        is_open,
        "the times used by the players, from which their shares follow",
    ))
}

/// Rules on lateness: more than an hour loses (17.2), for both players if both are late (17.4).
pub fn lateness_in_1974(question: &LatenessQuestion) -> Ruling {
    let is_lost = |arrival: Arrival| arrival.lateness() > DEFAULT_TIME;
    let lost = question.arrivals.map(is_lost);
    let (text, score) = verdict(lost);
    let article = if lost == [true; 2] {
        in_1974::BOTH_LATE
    } else {
        in_1974::DEFAULT_TIME
    };
    let mut ruling = Ruling::in_1974(RulingQuestion::Lateness, text)
        .because(reason(question.arrivals))
        .under([article]);
    if let Some(points) = score {
        if question.excused {
            return ruling.undecided(
                "the arbiter makes concessions, as far as the event allows them (17.2, interpretation of 1958).",
            );
        }
        ruling.score = Some(points);
        ruling =
            ruling.left_open("whether the player is responsible (17.2, interpretation of 1958)");
    }
    ruling.fact("default", clock_time(DEFAULT_TIME))
}
