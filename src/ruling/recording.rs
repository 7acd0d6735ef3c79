//! Whether a player must record the moves now (8.1, 8.4 to 8.6; 97 B.3; 09 and later A.2).

use super::answer::{Ruling, RulingQuestion};
use super::case::{GameCase, OPEN_PERIOD};
use super::control::RECORDED_INCREMENT_MS;
use crate::laws::control::Period;
use crate::laws::edition::{Edition, Mode, Rules, clause};
use crate::laws::outcome::OutcomeKind;
use crate::types::Color;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::Recording;
/// With less time than this, and an increment below [`RECORDED_INCREMENT_MS`], a player need not record.
const SHORT_OF_TIME: Duration = Duration::from_secs(5 * 60);

/// A player who may have to record the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordingQuestion {
    /// The player.
    pub color: Color,
    /// A flag has just fallen.
    pub flag_fell: bool,
    /// The number of the period, from 1; `None` for the one that the player's moves give.
    pub period: Option<usize>,
    /// The player cannot write.
    pub cannot_write: bool,
}

/// Rules on a move that a player wrote down before making it.
pub fn written_in_advance(case: &GameCase, color: Color) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = case.rules();
    let Some(article) = rules.article(clause::WRITTEN_IN_ADVANCE) else {
        let ruling = format!("{} may write the move first.", color.title());
        return case
            .ruling(QUESTION, ruling)
            .because("no Article of this edition forbids it")
            .under([rules.article(clause::RECORDING)])
            .left_open_if(
                rules.edition == Edition::Fide2001,
                "whether the edition of 2005 applies: it forbids this (8.1, second-hand)",
            );
    };
    let except = "a move that is announced with a draw claim (9.2, 9.3), or sealed";
    case.ruling(QUESTION, "Moves may not be written in advance.")
        .under([article])
        .fact("except", except)
        .left_open("a penalty: the arbiter may give one")
}

/// Rules on a scoresheet that is not in algebraic notation.
pub fn other_notation(case: &GameCase, color: Color) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = case.rules();
    case.ruling(QUESTION, "The scoresheet is no evidence.")
        .because(format!(
            "{color:#} does not record in algebraic notation, which is the only one that counts"
        ))
        .under([rules.article(clause::NOTATION)])
        .fact(
            "warning",
            format_args!("the arbiter warns {color:#} of this"),
        )
}

/// Rules on whether a player must record the moves.
pub fn recording(case: &GameCase, question: &RecordingQuestion) -> Ruling {
    let RecordingQuestion {
        color,
        flag_fell,
        period,
        cannot_write,
    } = *question;
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = case.rules();
    let mut clocks = case.clocks;
    if case.texts.is_empty() {
        clocks[(!color).index()] = None;
    }
    if flag_fell {
        clocks[color.index()] = None;
    }
    let new = |text: String| Ruling::new(QUESTION, rules, text).at(case.board(), clocks);
    let name = color.title();
    if rules.mode != Mode::Standard {
        return new(format!("{name} need not record the moves."))
            .because(format!("the mode is {}", rules.mode))
            .under([rules.no_recording_article()]);
    }
    if cannot_write {
        return without_writing(new(String::new()), color, rules);
    }
    if flag_fell {
        return after_flag(case, new(String::new()), color, period);
    }
    let Some(clock) = case.clocks[color.index()] else {
        return new(String::new())
            .under([clause::RECORDING, clause::LITTLE_TIME].map(|clause| rules.article(clause)))
            .undecided(format_args!(
                "it depends on {color:#}'s clock, which is not given."
            ));
    };
    let lacks_period = case.lacks_period(period);
    let open_period = format!("{OPEN_PERIOD} or --period");
    let extra = case.period(color, period).map(Period::extra_ms);
    let has_increment = extra.is_some_and(|ms| ms >= RECORDED_INCREMENT_MS);
    let was_short = rules.edition >= Edition::Fide2009
        && case.least[color.index()].is_some_and(|least| least < SHORT_OF_TIME);
    if clock >= SHORT_OF_TIME && !was_short || has_increment {
        return must_record(
            new(format!("{name} must record the moves.")),
            rules,
            has_increment,
        )
        .left_open_if(lacks_period, open_period);
    }
    let until = if rules.edition >= Edition::Fide2009 {
        "for the rest of the period"
    } else {
        "now"
    };
    let ruling = new(format!("{name} need not record the moves {until}."))
        .because(if clock < SHORT_OF_TIME {
            "less than five minutes are left"
        } else {
            "less than five minutes were left earlier in this period"
        })
        .under([rules.no_recording_article(), rules.article(clause::SILENCE)])
        .fact(
            "number",
            "before a flag has fallen, the arbiter tells nobody how many moves have been made",
        )
        .left_open_if(lacks_period, open_period);
    match extra {
        Some(_) => ruling,
        None => ruling
            .left_open("whether each move adds 30 seconds or more: the time control is not given"),
    }
}

/// The ruling on a player who has enough time to record the moves.
fn must_record(ruling: Ruling, rules: &Rules, has_increment: bool) -> Ruling {
    let reason = if has_increment {
        "each move adds 30 seconds or more"
    } else {
        "five minutes or more are left"
    };
    let may_stop = rules.edition >= Edition::Fide2009 && !has_increment;
    ruling
        .because(reason)
        .under([rules.article(clause::RECORDING)])
        .fact(
            "reply",
            "may be made before the opponent's move is recorded, but a player's own move is recorded before the next one",
        )
        .left_open_if(
            may_stop,
            "when moves that were not recorded in time trouble are filled in, if no flag has fallen (8.4)",
        )
        .left_open_if(
            may_stop,
            "whether less than five minutes were left earlier in this period (8.4)",
        )
}

/// The ruling on a player who cannot write: until 2001 the player has less time, since 2009 an assistant may write.
fn without_writing(ruling: Ruling, color: Color, rules: &Rules) -> Ruling {
    let name = color.title();
    let (text, open) = if rules.edition >= Edition::Fide2009 {
        (
            format!("An assistant whom the arbiter accepts may write the moves for {color:#}."),
            format!("how the arbiter adjusts {color:#}'s clock"),
        )
    } else {
        (
            format!("{name} need not record the moves, and begins the game with less time."),
            format!("how much time the arbiter deducts from {color:#}'s clock"),
        )
    };
    Ruling {
        ruling: text,
        ..ruling
    }
    .because(format!("{color:#} cannot write"))
    .under([rules.article(clause::UNABLE_TO_RECORD)])
    .left_open(open)
    .left_open_if(
        rules.edition >= Edition::Fide2018,
        "whether the player has a disability: then the clock is not adjusted",
    )
    .left_open_if(
        rules.edition == Edition::Fide1997,
        "whether the reason is physical or religious",
    )
}

/// The ruling after the flag of `color` has fallen: in the last period it decides the game.
fn after_flag(case: &GameCase, ruling: Ruling, color: Color, period: Option<usize>) -> Ruling {
    let rules = case.rules();
    let with_text = |text: String| Ruling {
        ruling: text,
        ..ruling
    };
    // By the moves made, a player whose flag fell at the end of a period may be in the next one.
    let control = case.control.as_ref();
    let has_several = control.is_some_and(|control| control.periods().len() > 1);
    let is_known = period.is_some() || !has_several;
    let is_last = |period: &Period| period.moves.is_none();
    if is_known && case.period(color, period).is_some_and(is_last) {
        return with_text("The fallen flag decides the game.".to_owned())
            .because("all remaining moves had to be made in this period")
            .under([rules.end_article(OutcomeKind::FlagFall)])
            .fact("result", format_args!("see compongo ruling flag {color}"));
    }
    let text = format!(
        "{} completes the scoresheet before the next move.",
        color.title()
    );
    complete_scoresheets(with_text(text), color, rules).left_open_if(
        !is_known,
        "whether the flag fell in the last period (--period): then it decides the game",
    )
}

/// Adds how the scoresheets are completed after the flag of `color` has fallen.
fn complete_scoresheets(ruling: Ruling, color: Color, rules: &Rules) -> Ruling {
    let noted = match rules.edition {
        Edition::Fide1997 => "the position",
        _ => "position, times and moves",
    };
    ruling
        .because("a flag has fallen")
        .under([clause::LITTLE_TIME, clause::SCORESHEETS].map(|clause| rules.article(clause)))
        .fact(
            "how",
            format_args!(
                "if neither player had to record, the arbiter stops the clocks and both complete their scoresheets ({})",
                rules.article(clause::NO_SCORESHEET)
            ),
        )
        .fact(
            "otherwise",
            format_args!(
                "{color:#} may use the opponent's scoresheet on their own move, and returns it before moving ({})",
                rules.article(clause::ONE_SCORESHEET)
            ),
        )
        .fact(
            "no sheet",
            format_args!(
                "if no scoresheet is complete, the players reconstruct the game on another board; the arbiter first notes \
                 {noted} ({})",
                rules.article(clause::RECONSTRUCTION)
            ),
        )
        .left_open("whether the moves can be established; if not, the next one is the first of the next period (8.6)")
}
