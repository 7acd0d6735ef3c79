//! Lateness at the beginning of a game (97 6.6; 01 6.6 and 6.7; 09 6.6; 18 and 23 6.7).

use super::answer::{BothClocks, Ruling, RulingQuestion};
use crate::laws::control::{ChessClock, TimeControl};
use crate::laws::edition::{Edition, Rules, clause};
use crate::laws::outcome::Points;
use crate::types::Color;
use crate::util::format::clock_time;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::Lateness;

/// The arrival of a player, at the start of a game or at its resumption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrival {
    /// In time.
    #[default]
    InTime,
    /// Late by this duration.
    Late(Duration),
    /// Not there yet, or never.
    Never,
}

impl Arrival {
    /// How late the player is: zero if in time, the longest duration if never.
    pub(super) const fn lateness(self) -> Duration {
        match self {
            Self::InTime => Duration::ZERO,
            Self::Late(time) => time,
            Self::Never => Duration::MAX,
        }
    }
}

/// The arrivals at the beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LatenessQuestion {
    /// When White and Black arrived.
    pub arrivals: [Arrival; 2],
    /// How late a player may arrive; `None` for the edition's value.
    pub default_time: Option<Duration>,
    /// The time control, if clocks are wanted.
    pub control: Option<TimeControl>,
    /// The players are not responsible for their lateness (74 17.2, interpretation of 1958).
    pub excused: bool,
}

/// Rules on lateness: who loses by default, and how much time White's clock has lost.
pub fn lateness(rules: &Rules, question: &LatenessQuestion) -> Ruling {
    let edition_default = Duration::from_millis(rules.default_time_ms);
    let default = question.default_time.unwrap_or(edition_default);
    let is_default = question.default_time.is_none();
    let late = question.arrivals.map(Arrival::lateness);
    let lost = late.map(|late| late > default);
    let (text, score) = verdict(lost);
    let mut ruling = Ruling::new(QUESTION, rules, text)
        .because(reason(question.arrivals))
        .under([rules.article(clause::DEFAULT_TIME)])
        .fact("default", clock_time(default));
    ruling.score = score;
    if score.is_some() {
        // In 2009 only the rules of the competition can allow exceptions.
        let may_decide = rules.edition != Edition::Fide2009;
        ruling = ruling.left_open_if(may_decide, "the arbiter may decide otherwise");
        if is_default && rules.edition < Edition::Fide2009 {
            ruling = ruling.left_open("the rules of the competition may specify otherwise");
        }
    } else {
        ruling = with_clocks(ruling, rules, question, late);
    }
    let may_specify = is_default && rules.edition >= Edition::Fide2009;
    ruling.left_open_if(may_specify, "the event may specify another default time")
}

/// Who loses, if White and Black have lost in this way, and the points.
pub(super) const fn verdict(lost: [bool; 2]) -> (&'static str, Option<Points>) {
    match lost {
        [true, true] => ("Both players lose.", Some(Points::BOTH_LOSE)),
        [true, false] => ("White loses.", Some(Points::win(Color::Black))),
        [false, true] => ("Black loses.", Some(Points::win(Color::White))),
        [false, false] => ("The game is played.", None),
    }
}

pub(super) fn reason(arrivals: [Arrival; 2]) -> String {
    let words = |color: Color| match arrivals[color.index()] {
        Arrival::InTime => format!("{color:#} in time"),
        Arrival::Late(time) => format!("{color:#} {} late", clock_time(time)),
        Arrival::Never => format!("{color:#} absent"),
    };
    format!("{}, {}", words(Color::White), words(Color::Black))
}

/// White's clock has run since the start; Black's runs from White's first move.
fn with_clocks(
    mut ruling: Ruling,
    rules: &Rules,
    question: &LatenessQuestion,
    late: [Duration; 2],
) -> Ruling {
    let both = late.iter().all(|late| !late.is_zero());
    if both {
        ruling = ruling.under([rules.article(clause::BOTH_ABSENT)]);
        if rules.edition != Edition::Fide1997 {
            ruling = ruling.left_open(
                "White's clock: the rules of the competition or the arbiter may decide otherwise",
            );
        }
    }
    if let Some(control) = &question.control {
        let mut clock = ChessClock::new(control.clone(), rules);
        let full = clock.shown();
        let fell = clock.spend(late[0]).is_err();
        let white = if fell { Duration::ZERO } else { clock.shown() };
        // Black's clock runs from White's first move, whose time is not known.
        let black = late[1].is_zero() || late[1] <= late[0];
        ruling.clocks = BothClocks::new([Some(white), black.then_some(full)]);
        if fell {
            ruling = ruling
                .undecided("White's flag fell before White arrived; compongo ruling flag decides.");
        }
    }
    if late[1] > late[0] {
        ruling = ruling.left_open("the time on Black's clock, which runs from White's first move");
    }
    ruling
}
