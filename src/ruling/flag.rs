//! Fallen flags (97 6.8 to 6.11, 10.4 and B.6 to B.8; 01 6.9 to 6.12, 10.3; 09 6.8 to 6.11 and A.4.d; 18 and 23 6.9 and
//! III.3).

use super::answer::{Ruling, RulingQuestion};
use super::case::{GameCase, OPEN_PERIOD};
use super::precedence::whose_flag;
use crate::laws::control::Period;
use crate::laws::edition::{
    BothFlagsFallen, Edition, FlagCaller, Mode, QuickplayFinish, Rules, clause,
};
use crate::laws::flagfall::BothFlagsRuling;
use crate::laws::outcome::OutcomeKind;
use crate::types::Color;
use crate::util::format::counted;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::Flag;

/// The flags that have fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FallenFlags {
    /// The flag of one player.
    One(Color),
    /// Both flags, and this player's is known to have fallen first.
    BothFirst(Color),
    /// Both flags, and it is not known which fell first.
    Both,
}

/// A question about fallen flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagQuestion {
    /// The flags that have fallen.
    pub fallen: FallenFlags,
    /// Who called the flag; `None` if that is not known.
    pub caller: Option<FlagCaller>,
    /// The number of the period in which the flag fell, from 1; `None` for the period that the player's moves give.
    pub period: Option<usize>,
    /// It cannot be established how many moves were made (8.6).
    pub moves_unknown: bool,
}

/// Rules on one fallen flag or two: the result, with the proof that the opponent can or cannot mate.
pub fn flag(case: &mut GameCase, question: &FlagQuestion) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = *case.rules();
    let claimed_only = rules.flag_caller == FlagCaller::Player;
    if question.moves_unknown
        && let Some(ruling) = of_unknown_moves(case, question)
    {
        return ruling;
    }
    // The other clock may show that this flag is not the only one.
    let is_one = matches!(question.fallen, FallenFlags::One(color) if !case.is_flag_down(!color));
    // In 2009 the arbiter may call both flags, but not one (A.4.d.1).
    let may_call = !claimed_only || (rules.edition == Edition::Fide2009 && !is_one);
    if question.caller == Some(FlagCaller::Arbiter) && !may_call {
        return not_called(case, question.fallen);
    }
    // If a flag counts only once it is claimed, the order does not matter: the claimant's own flag must be up.
    let any_order = claimed_only && rules.both_flags == BothFlagsFallen::Draw;
    if is_one && let FallenFlags::One(color) = question.fallen {
        return one(case, color, question);
    }
    let question = &FlagQuestion {
        period: question.period.or_else(|| common_period(case)),
        ..*question
    };
    match question.fallen {
        _ if any_order => both(case, question),
        FallenFlags::BothFirst(first) => {
            // The flag of a player whose moves are complete decides nothing.
            let is_complete = complete_period(case, first, question.period).is_some();
            one(case, if is_complete { !first } else { first }, question)
        }
        FallenFlags::One(_) | FallenFlags::Both => in_unknown_order(case, question),
    }
}

/// The number of the period of the player with fewer moves, in which both players are; `None` if it is the last one or
/// not known.
fn common_period(case: &GameCase) -> Option<usize> {
    let fewer = Color::ALL
        .map(|color| case.moves_made(color))
        .into_iter()
        .min()?;
    let mut ends = (1..).zip(period_ends(case));
    let (number, _) = ends.find(|&(_, end)| end > fewer)?;
    (!case.lacks_moves).then_some(number)
}

/// The ruling on two flags of which it is not known which fell first. The flag of a player whose moves are complete
/// decides nothing, whichever fell first.
fn in_unknown_order(case: &mut GameCase, question: &FlagQuestion) -> Ruling {
    let is_incomplete = |&color: &Color| complete_period(case, color, question.period).is_none();
    let incomplete: Vec<Color> = Color::ALL.into_iter().filter(is_incomplete).collect();
    match incomplete.as_slice() {
        [] => one(case, Color::White, question),
        [color] => one(case, *color, question),
        _ => both(case, question),
    }
}

/// The game goes on, because the arbiter called a flag that counts only once a player claims it.
fn not_called(case: &GameCase, fallen: FallenFlags) -> Ruling {
    let rules = case.rules();
    let mut clocks = case.clocks;
    for color in Color::ALL {
        if fallen != FallenFlags::One(!color) {
            clocks[color.index()] = Some(Duration::ZERO);
        }
    }
    let text = "The game goes on: a flag counts as fallen only if a player claims it.";
    Ruling::new(QUESTION, rules, text)
        .under([rules.flag_caller_article()])
        .at(case.board(), clocks)
}

/// The ruling if it cannot be established that moves are missing; `None` in the last period, whose number of moves does not
/// matter. Rapid and blitz have one period.
fn of_unknown_moves(case: &GameCase, question: &FlagQuestion) -> Option<Ruling> {
    let rules = case.rules();
    let color = match question.fallen {
        FallenFlags::One(color) | FallenFlags::BothFirst(color) => color,
        FallenFlags::Both => Color::Black,
    };
    let period = case.period(color, question.period);
    let has_one_period = rules.mode != Mode::Standard && case.control.is_none();
    if has_one_period || period.is_some_and(|period| period.moves.is_none()) {
        return None;
    }
    let ruling = Ruling::new(
        QUESTION,
        rules,
        "The game goes on: the next move is the first of the next period.",
    )
    .because("it cannot be shown that moves are missing")
    .under([rules.article(clause::UNKNOWN_MOVES)])
    .at(case.board(), [None; 2])
    .left_open("whether there is evidence that more moves were made");
    let ruling = note_period(case, question, ruling);
    Some(match period {
        Some(_) => ruling,
        None => ruling
            .left_open("the time control: in the last period the number of moves does not matter"),
    })
}

/// Notes that the FEN does not show the period, or how many moves of it are complete.
fn note_period(case: &GameCase, question: &FlagQuestion, ruling: Ruling) -> Ruling {
    let has_moves = |period| moves_until(case, period).is_some();
    let is_counted = question.period.is_some_and(has_moves);
    ruling
        .left_open_if(
            case.lacks_period(question.period),
            format!("{OPEN_PERIOD} or --period"),
        )
        .left_open_if(
            case.lacks_moves && is_counted,
            "how many moves were made: the FEN counts its move as the first",
        )
}

/// Notes that the flag may have fallen at the end of an earlier period, whose moves the player has completed.
fn note_complete_period(
    case: &GameCase,
    flagged: Color,
    question: &FlagQuestion,
    ruling: Ruling,
) -> Ruling {
    let made = case.moves_made(flagged);
    let complete = period_ends(case).take_while(|&end| end <= made).count();
    ruling.left_open_if(
        complete > 0 && question.period.is_none() && !case.lacks_moves,
        format!(
            "whether the flag fell at the end of period {complete}, whose moves {flagged:#} has completed (--period \
             {complete}): then the game goes on"
        ),
    )
}

/// The moves to be made by the end of a period; `None` if it is the last one or not known.
fn moves_until(case: &GameCase, period: usize) -> Option<u32> {
    let control = case.control.as_ref()?;
    (0..period).map(|index| control.period(index).moves).sum()
}

/// The moves to be made by the end of each period, up to the last one.
fn period_ends(case: &GameCase) -> impl Iterator<Item = u32> {
    (1..).map_while(|period| moves_until(case, period))
}

/// The ruling, with its reason, on a flag that fell in a period whose moves are complete; `None` if they are not.
pub(super) fn complete_period(
    case: &GameCase,
    flagged: Color,
    period: Option<usize>,
) -> Option<(String, String)> {
    let required = moves_until(case, period?)?;
    let made = case.moves_made(flagged);
    let ruling = match required {
        1 => "The game goes on: the move until the end of the period is complete.".to_owned(),
        _ => format!(
            "The game goes on: the {required} moves until the end of the period are complete."
        ),
    };
    (made >= required).then(|| {
        let made = counted(made, "move");
        (ruling, format!("{flagged:#} has made {made}"))
    })
}

fn one(case: &mut GameCase, flagged: Color, question: &FlagQuestion) -> Ruling {
    let rules = *case.rules();
    let kind = OutcomeKind::FlagFall;
    let mut clocks = case.clocks;
    clocks[flagged.index()] = Some(Duration::ZERO);
    if let Some((ruling, reason)) = complete_period(case, flagged, question.period) {
        return case
            .ruling(QUESTION, ruling)
            .because(reason)
            .under([rules.end_article(kind)]);
    }
    // The flag that fell later is down as well, but nothing is known about the next period of complete moves.
    let both_down = !matches!(question.fallen, FallenFlags::One(_));
    if both_down && complete_period(case, !flagged, question.period).is_none() {
        clocks[(!flagged).index()] = Some(Duration::ZERO);
    }
    let outcome = case.replay.flag(flagged);
    let fell = format!("{} fell", whose_flag(flagged));
    let ruling = case
        .lost(QUESTION, case.board(), flagged, [&fell, &fell], &outcome)
        .because(missing_moves(case, flagged, question.period))
        .at(case.board(), clocks);
    let ruling = note_period(case, question, ruling);
    let ruling = if both_down {
        ruling
    } else {
        note_complete_period(case, flagged, question, ruling)
    };
    if rules.flag_caller == FlagCaller::Player && question.caller.is_none() {
        return ruling
            .under([rules.flag_caller_article()])
            .left_open(format!(
                "whether {:#} stopped the clocks and claimed it with their own flag still up",
                !flagged
            ));
    }
    ruling
}

/// True in a last period of which the Laws do not say whether it is a quickplay finish, because each move gets more
/// time.
fn is_last_with_increment(rules: &Rules, period: Option<&Period>) -> bool {
    rules.both_flags == BothFlagsFallen::DrawInQuickplayFinish
        && period.is_some_and(|period| period.moves.is_none())
}

/// The moves that the player did not make in time.
fn missing_moves(case: &GameCase, flagged: Color, period: Option<usize>) -> String {
    let made = case.moves_made(flagged);
    let required = match period {
        _ if case.lacks_moves => None,
        Some(period) => moves_until(case, period),
        None => period_ends(case).find(|&end| end > made),
    };
    match required {
        Some(required) => format!("{flagged:#} has made {made} of {required} moves"),
        None => format!("{flagged:#} has not completed the moves in the allotted time"),
    }
}

fn both(case: &mut GameCase, question: &FlagQuestion) -> Ruling {
    let rules = *case.rules();
    let lacks_period = case.lacks_period(question.period);
    // Both players count as being in the period of the one with fewer moves. Rapid and blitz have one period.
    let period = case
        .period(Color::Black, question.period)
        .filter(|_| !lacks_period || rules.mode != Mode::Standard)
        .copied();
    let adds_time = period.is_some_and(|period| period.extra_ms() > 0);
    let ruled = case.replay.both_flags(period.as_ref());
    let reason = match question.fallen {
        FallenFlags::BothFirst(_) => "both flags had fallen when the clocks were stopped",
        _ => "it cannot be established which flag fell first",
    };
    let new = |text: &str| {
        let ruling = Ruling::new(QUESTION, &rules, text).because(reason);
        ruling.at(case.board(), [Some(Duration::ZERO); 2])
    };
    let ruling = match ruled {
        BothFlagsRuling::Ends(outcome) => {
            new("Both flags fell: the game is drawn.").ended(&outcome)
        }
        BothFlagsRuling::GoesOn { .. } if is_last_with_increment(&rules, period.as_ref()) => new("")
            .undecided(format_args!(
                "both flags fell in the last period; the arbiter decides whether that is a quickplay finish although \
                 each move adds time ({}): then the game is drawn.",
                rules.article(clause::QUICKPLAY)
            ))
            .under([rules.both_flags_article(true), rules.both_flags_article(false)]),
        BothFlagsRuling::GoesOn { article } => new("Both flags fell: the game goes on.")
            .under([article])
            .left_open("the times on the clocks for the next period"),
        BothFlagsRuling::DependsOnPeriod => new("")
            .undecided("both flags fell; the arbiter decides by the period, which is not given.")
            .left_open_if(
                !lacks_period,
                "the time control, and the period in which the flags fell",
            ),
    };
    let ruling = note_period(case, question, ruling);
    let is_unclaimed = rules.flag_caller == FlagCaller::Player
        && rules.edition != Edition::Fide2009
        && question.caller.is_none();
    let (finish, both_flags) = (rules.quickplay_finish, rules.both_flags);
    let no_clause = finish == QuickplayFinish::No && both_flags != BothFlagsFallen::Draw;
    ruling
        .left_open_if(
            is_unclaimed,
            format!(
                "whether a player claimed it: the arbiter calls no flag ({})",
                rules.flag_caller_article()
            ),
        )
        .left_open_if(
            finish == QuickplayFinish::IfAnnounced,
            "whether the event has announced Guideline III",
        )
        .left_open_if(
            finish == QuickplayFinish::IfAnnounced && adds_time,
            "whether the clause of Guideline III applies: the Guideline is for games without an increment, but the Laws have \
             no other clause",
        )
        .left_open_if(
            no_clause,
            "whether the clause of Guideline III applies: the Guideline is not for blitz, but the Laws have no other clause",
        )
}
