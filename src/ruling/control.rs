//! Time controls: the mode they belong to, quickplay finishes, and the recording of moves (6.2, 8.4, 10.1; Appendices of rapid
//! and blitz).

use super::answer::{Fact, Ruling, RulingQuestion};
use crate::laws::control::{Period, TimeControl};
use crate::laws::edition::{Edition, Mode, QuickplayFinish, Supervision, clause};
use crate::util::format::clock_time;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::TimeControl;
/// The increment per move, in milliseconds, from which every move must be recorded (8.4).
pub(super) const RECORDED_INCREMENT_MS: u64 = 30_000;

/// Describes a time control under an edition; `None` takes the mode from the time control.
pub fn describe_control(
    control: &TimeControl,
    edition: Edition,
    mode: Option<Mode>,
    supervision: Supervision,
) -> Ruling {
    let class = edition.class(control);
    let rules = edition.rules_under(mode.unwrap_or(class), supervision);
    let minutes = Duration::from_millis(control.time_for(60, edition != Edition::Fide1997));
    let definition = match class {
        // The remaining mode has no definition.
        Mode::Standard => None,
        Mode::Rapid => Some(clause::RAPID),
        Mode::Blitz => Some(clause::BLITZ),
    };
    let text = format!("{control} is a time control of {class} chess.");
    let mut ruling = Ruling::new(QUESTION, &rules, text)
        .because(format!("{} for 60 moves", clock_time(minutes)))
        .under(definition.map(|clause| rules.article(clause)))
        .fact("class", class);
    let count = control.periods().len();
    for (index, period) in control.periods().iter().enumerate() {
        let repeats = index + 1 == count && period.moves.is_some();
        ruling = ruling.fact("period", period_text(control, period, repeats));
    }
    let last = control.period(count - 1);
    let finish = match (rules.quickplay_finish, rules.is_quickplay_finish(last)) {
        (QuickplayFinish::IfAnnounced, true) => "the last period, if it was announced",
        (_, true) => "the last period",
        (QuickplayFinish::Yes, false) if last.moves.is_none() => {
            "undefined: each move of the last period adds time"
        }
        (_, false) => "none",
    };
    ruling = ruling.fact("quickplay", finish);
    ruling = match rules.quickplay_finish {
        QuickplayFinish::No => ruling.under([rules.article(clause::NO_QUICKPLAY)]),
        _ => ruling.under([rules.article(clause::QUICKPLAY)]),
    };
    ruling = ruling
        .fact("recording", recording(&rules, control))
        .under([rules.no_recording_article()]);
    if rules.quickplay_finish == QuickplayFinish::IfAnnounced && rules.is_quickplay_finish(last) {
        ruling = ruling.left_open("whether the event has announced Guideline III");
    }
    if edition == Edition::Fide1997
        && class != Mode::Standard
        && control.periods().iter().any(|period| period.extra_ms() > 0)
    {
        ruling =
            ruling.left_open("the mode with an increment, which the Laws of 1997 do not define");
    }
    if count > 1 || last.moves.is_some() {
        ruling = ruling.left_open(
            "the mode with several periods, which the Laws do not define: 60 moves are counted",
        );
    }
    ruling
}

fn period_text(control: &TimeControl, period: &Period, repeats: bool) -> String {
    let time = |ms| clock_time(Duration::from_millis(ms));
    let moves = match period.moves {
        Some(moves) => format!("{moves} moves in "),
        None if control.periods().len() == 1 => "all moves in ".to_owned(),
        None => "the remaining moves in ".to_owned(),
    };
    let increment = match period.inc_ms {
        0 => String::new(),
        ms => format!(", plus {} per move", time(ms)),
    };
    let delay = match period.delay_ms {
        0 => String::new(),
        ms => format!(", delay {} ({:?})", time(ms), control.delay_type()),
    };
    let repeats = if repeats { ", repeated" } else { "" };
    format!("{moves}{}{increment}{delay}{repeats}", time(period.base_ms))
}

/// How a control whose first period has less than five minutes was understood, since `90+30` or `40/90+30:30+30` may be
/// meant in minutes; `None` for a longer one.
pub fn short_control(control: &TimeControl) -> Option<Fact> {
    const SHORT_MS: u64 = 5 * 60_000;
    let period = control.period(0);
    (period.base_ms < SHORT_MS).then(|| Fact {
        name: "control",
        value: format!(
            "{} (numbers without a unit are seconds; 90 minutes are 90m)",
            period_text(control, period, false)
        ),
    })
}

/// Whether moves must be recorded.
fn recording(rules: &crate::laws::edition::Rules, control: &TimeControl) -> &'static str {
    let is_slow = |period: &Period| period.extra_ms() >= RECORDED_INCREMENT_MS;
    if rules.mode != Mode::Standard {
        "not required"
    } else if control.periods().iter().all(is_slow) {
        "always"
    } else if control.periods().iter().any(is_slow) {
        "until less than five minutes are left, in periods without 30 seconds per move"
    } else if rules.edition >= Edition::Fide2009 {
        "until less than five minutes are left, then not for the rest of the period"
    } else {
        "unless less than five minutes are left"
    }
}
