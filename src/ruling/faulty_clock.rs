//! Clocks that are defective, set wrongly, stopped or not pressed, and screens (97 6.10 to 6.14; 01 6.11 to 6.15; 09
//! 6.10 to 6.14; 18 and 23 6.10 to 6.12).

use super::answer::{BothClocks, Ruling, RulingQuestion};
use super::case::GameCase;
use crate::laws::edition::{Edition, clause};
use crate::ruling::adjournment::PlayerClock;
use crate::types::Color;
use crate::util::format::clock_time;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::FaultyClock;

/// What is wrong with the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ClockFault {
    /// The clock is evidently defective.
    Defect,
    /// It was set wrongly.
    Setting,
    /// A player stopped it.
    Stopped,
    /// A claim rests on what a screen shows.
    Screen,
    /// A player made the last move on the board, but did not press the clock.
    NotPressed,
}

/// Rules on a faulty clock. `used` is the time used by White and Black, where it is known.
pub fn faulty_clock(case: &GameCase, fault: ClockFault, used: [Option<Duration>; 2]) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = case.rules();
    let new = |text: &str| case.ruling(QUESTION, text);
    match fault {
        ClockFault::Defect => {
            let ruling = new("The clock is replaced; the game goes on.")
                .because("it is evidently defective")
                .under([rules.article(clause::CLOCK_DEFECT)]);
            with_times(case, used, ruling)
        }
        ClockFault::Setting => wrong_setting(case, used),
        ClockFault::Stopped => {
            let ruling = new("").under([rules.article(clause::STOPPED_CLOCKS)]);
            if rules.edition == Edition::Fide1997 {
                return ruling.undecided(
                    "the arbiter decides when the game goes on; a player may stop the clocks only to call the arbiter.",
                );
            }
            let valid =
                "an illegal move, or a promotion without the new piece at hand, for example";
            ruling
                .fact("valid", valid)
                .undecided(
                    "the arbiter decides whether the player had a valid reason; without one, the player gets a penalty.",
                )
                .left_open("which penalty, and when the game goes on")
        }
        ClockFault::Screen => {
            let text = if rules.edition <= Edition::Fide2001 {
                "The claim is refused: nothing that a screen shows can support it."
            } else {
                "The claim is refused if it is based only on what a screen shows."
            };
            new(text).under([rules.article(clause::SCREENS)])
        }
        ClockFault::NotPressed => not_pressed(case),
    }
}

/// A player who forgets the clock is told nothing, and loses the time.
fn not_pressed(case: &GameCase) -> Ruling {
    let (rules, stm) = (case.rules(), case.board().stm());
    if case.board().game_ply() == 0 {
        return case
            .ruling(QUESTION, String::new())
            .under([rules.article(clause::SILENCE)])
            .undecided("the position after the move is not given: nobody has made a move.");
    }
    let text = format!(
        "{}'s clock runs on; the arbiter says nothing.",
        (!stm).title()
    );
    // In 1997 a player has the move once the opponent's move is completed, later once it is made.
    let when = match rules.edition {
        Edition::Fide1997 => "once the clock is pressed",
        _ => "at once",
    };
    let article = rules.article(clause::TURN);
    case.ruling(QUESTION, text)
        .because("the move is not completed before the clock is pressed")
        .under([clause::SILENCE, clause::MOVE_COMPLETED].map(|clause| rules.article(clause)))
        .fact("reply", format_args!("{stm:#} may move {when} ({article})"))
}

/// A wrong setting is corrected, unless enough moves were made in rapid or blitz.
fn wrong_setting(case: &GameCase, used: [Option<Duration>; 2]) -> Ruling {
    let rules = case.rules();
    let new = |text: &str| case.ruling(QUESTION, text);
    let made = case.moves_made(Color::Black);
    let stands = rules.article(clause::STANDING_SETUP);
    let defect = rules.article(clause::CLOCK_DEFECT);
    match (
        rules.setup_stands_after,
        rules.article(clause::WRONG_SETTING),
    ) {
        (Some(limit), _) if made >= limit => {
            let is_new = rules.edition >= Edition::Fide2018;
            new("The setting stands; the game goes on.")
                .because(format!("each player has made {limit} moves"))
                .under([stands])
                .left_open_if(is_new, "whether the schedule of the event would be upset")
        }
        (Some(limit), None) => {
            let ruling = new("The claim is in time: the setting is corrected; the game goes on.")
                .because(format!("not both players have made {limit} moves"))
                .under([stands, defect]);
            with_times(case, used, ruling)
        }
        (None, None) => {
            let ruling = new("").under([defect]).undecided(
                "the arbiter decides on the times: no Article of this edition covers a wrong setting.",
            );
            with_times(case, used, ruling)
        }
        (_, Some(article)) => {
            let ruling = new("The setting is corrected; the game goes on.")
                .because("the clocks were set wrongly")
                .under([article])
                .fact("stopped", "at once by a player or the arbiter");
            with_times(case, used, ruling)
        }
    }
}

/// Adds the times that follow from the time control and the times used; the arbiter's judgement goes first.
fn with_times(case: &GameCase, used: [Option<Duration>; 2], mut ruling: Ruling) -> Ruling {
    let control = case.control.as_ref();
    let told = control.filter(|control| !(case.lacks_moves && control.depends_on_moves()));
    let known = Color::ALL.map(|color| {
        let clock = PlayerClock {
            used: used[color.index()],
            remaining: None,
        };
        let clock = clock.complete(told, case.moves_made(color));
        clock.ok()?.remaining
    });
    let left = [0, 1].map(|side| {
        // The time of the record is not the one after the time used.
        let other =
            case.clocks[side].filter(|_| used[side].is_none() || !case.recorded_clocks[side]);
        known[side].or(other)
    });
    ruling.clocks = BothClocks::new(left);
    if known == [None, None] {
        return ruling.left_open("the times on the clocks, by the arbiter's best judgement");
    }
    let ruling = ruling.left_open(
        "the times, which follow from the times used; the arbiter's best judgement takes precedence",
    );
    match control.map_or(0, |control| control.period(0).inc_ms) {
        0 => ruling,
        increment => ruling.left_open(format!(
            "whether the clocks added the increment before the first move too: then both players have {} more",
            clock_time(Duration::from_millis(increment))
        )),
    }
}
