//! Claims in a quickplay finish (97, 01 and 09 10.2 and Appendix D; 18 and 23 Guideline III).

use super::answer::{Ruling, RulingQuestion};
use super::case::{CaseError, GameCase, OPEN_PERIOD};
use crate::laws::control::Period;
use crate::laws::edition::{Edition, QuickplayFinish, Rules, clause};
use crate::laws::outcome::Points;
use crate::types::Color;
use crate::util::format::clock_time;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::Quickplay;
/// The claim requires less remaining time than this.
const LIMIT: Duration = Duration::from_secs(60 * 2);
/// The opponent's bonus if the claim is postponed or rejected.
const BONUS: Duration = Duration::from_secs(60 * 2);
/// The increment that the player may ask for instead (III.4).
const INCREMENT: Duration = Duration::from_secs(5);

/// A decision of the arbiter on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum QuickplayDecision {
    /// The game is drawn.
    Draw,
    /// The decision is postponed.
    Postpone,
    /// The claim is rejected; not in 1997.
    Reject,
}

/// A claim that the opponent makes no effort to win by normal means, or cannot win by normal means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuickplayQuestion {
    /// The arbiter's decision; `None` if it is still open.
    pub decision: Option<QuickplayDecision>,
    /// The event has announced Guideline III (18 and 23).
    pub announced: bool,
    /// No arbiter is present (Appendix D; III.6).
    pub no_arbiter: bool,
    /// The player who claims; `None` for the player to move.
    pub by: Option<Color>,
    /// The decision had been postponed: now it is final, even after a flag has fallen.
    pub postponed: bool,
}

/// Rules on a claim in a quickplay finish as far as possible: whether it may be made, whether the opponent is proved
/// unable to mate, and what a decision of the arbiter costs. Everything else is up to the arbiter.
///
/// # Errors
/// The edition does not know this decision.
pub fn quickplay(case: &mut GameCase, question: &QuickplayQuestion) -> Result<Ruling, CaseError> {
    if let Some(over) = case.over(QUESTION) {
        return Ok(over);
    }
    let rules = *case.rules();
    case.claims_for = question.by;
    if question.decision == Some(QuickplayDecision::Reject) && rules.edition == Edition::Fide1997 {
        return Err(CaseError(format!(
            "in {} an arbiter draws the game or postpones the decision; a claim is not rejected",
            rules.edition
        )));
    }
    if question.postponed && question.decision == Some(QuickplayDecision::Postpone) {
        return Err(CaseError(
            "the decision was postponed already: now the arbiter draws the game or does not"
                .to_owned(),
        ));
    }
    if let Some(refused) = refused(case, *question) {
        return Ok(refused);
    }
    let opponent = !case.claimant();
    let mut ruling = match question.decision {
        _ if case.replay.cannot_mate(opponent) => {
            let reason = format!("{opponent:#} cannot mate by any series of legal moves");
            drawn(case, reason, *question)
        }
        _ if question.no_arbiter => without_arbiter(case),
        None => open(case),
        Some(QuickplayDecision::Draw) => {
            let claim = if question.postponed {
                "the claim that had been postponed"
            } else {
                "the claim"
            };
            let reason = format!("the arbiter agrees with {claim}");
            made_final(drawn(case, reason, *question), &rules)
        }
        Some(QuickplayDecision::Reject) if question.postponed => not_upheld(case),
        Some(decision) => goes_on(case, decision),
    };
    // That the opponent can mate decides nothing.
    let winnability = case.replay.winnability(opponent);
    ruling.undetermined = winnability.is_winnable().is_none() && ruling.score.is_none();
    if winnability.is_winnable() != Some(true) {
        ruling.proof = Some(case.winnability_proof(case.board(), opponent, winnability));
    }
    // What goes to an arbiter elsewhere is no longer offered to the opponent.
    let is_final = question.no_arbiter || question.postponed;
    if case.claim_is_offer() && ruling.score.is_none() && !is_final {
        ruling = offering_a_draw(ruling, &rules);
    }
    if let Some(article) = rules.ruling_on_request_article() {
        ruling = ruling
            .under([article])
            .left_open(format!("whether a player asks for a ruling ({article})"));
    }
    if question.postponed {
        let is_down = Color::ALL.into_iter().any(|color| case.has_no_time(color));
        return Ok(ruling.left_open_if(
            rules.edition == Edition::Fide2001 && !is_down,
            "whether a flag has fallen: only then does the arbiter declare the final result (10.2.b)",
        ));
    }
    Ok(case.note_flag(case.note_recorded_clock(ruling)))
}

/// Notes that the claim is an offer of a draw as well. Until 2009 the Article about that names this claim; the later
/// texts are not known to name Guideline III.
fn offering_a_draw(mut ruling: Ruling, rules: &Rules) -> Ruling {
    if rules.quickplay_finish == QuickplayFinish::IfAnnounced {
        return ruling.left_open("whether the claim counts as an offer of a draw too");
    }
    ruling.offer = true;
    ruling.under(rules.article(clause::CLAIM_IS_OFFER))
}

/// Refuses a claim that the mode, the period or the clock does not allow.
fn refused(case: &GameCase, question: QuickplayQuestion) -> Option<Ruling> {
    let rules = case.rules();
    let stm = case.claimant();
    let refuse = |reason: String, article| {
        let ruling = "The claim cannot be made; the game goes on.";
        let ruling = case.ruling(QUESTION, ruling);
        Some(ruling.because(reason).under([article]))
    };
    match rules.quickplay_finish {
        QuickplayFinish::No => {
            return refuse(
                format!("there is none in {}", rules.mode),
                rules.article(clause::NO_QUICKPLAY),
            );
        }
        QuickplayFinish::IfAnnounced if !question.announced => {
            return refuse(
                "the event has not announced Guideline III".to_owned(),
                rules.article(clause::NO_QUICKPLAY),
            );
        }
        _ => {}
    }
    if stm != case.board().stm() && rules.edition != Edition::Fide1997 {
        let reason = format!("{:#} has the move, and only that player may claim", !stm);
        return refuse(reason, rules.article(clause::QUICKPLAY_CLAIM));
    }
    match finish(case) {
        Some(period) if period.moves.is_some() => {
            let reason = "the period is not the last".to_owned();
            return refuse(reason, rules.article(clause::QUICKPLAY));
        }
        Some(_)
            if has_increment(case) && rules.quickplay_finish == QuickplayFinish::IfAnnounced =>
        {
            let reason = "each move adds time".to_owned();
            return refuse(reason, rules.article(clause::NO_QUICKPLAY));
        }
        Some(_) if has_increment(case) && question.decision.is_none() => {
            let ruling = case.ruling(QUESTION, String::new());
            let ruling = ruling.undecided(format_args!(
                "the arbiter decides whether a claim can be made: the Laws do not say whether time with an increment is \
                 limited ({}).",
                rules.article(clause::QUICKPLAY)
            ));
            return Some(ruling.under([rules.article(clause::QUICKPLAY)]));
        }
        _ => {}
    }
    if question.postponed {
        return None;
    }
    if let Some(refused) = case.refused_by_flag(QUESTION) {
        return Some(refused.under([rules.article(clause::QUICKPLAY_CLAIM)]));
    }
    if let Some(first) = case.ruled_first(QUESTION, !stm) {
        return Some(first);
    }
    let clock = case.clocks[stm.index()].filter(|&clock| clock >= LIMIT)?;
    let reason = format!(
        "{stm:#} has {}, not less than two minutes",
        clock_time(clock)
    );
    refuse(reason, rules.article(clause::QUICKPLAY_CLAIM))
}

/// The period of the claimant; the last one if the FEN does not show it, since a claim is made in no other.
fn finish(case: &GameCase) -> Option<&Period> {
    let control = case.control.as_ref();
    let last = control.and_then(|control| control.periods().last());
    last.filter(|_| case.lacks_period(None))
        .or(case.period(case.claimant(), None))
}

/// True if the claimant is in the last period, and each move gets more time.
fn has_increment(case: &GameCase) -> bool {
    finish(case).is_some_and(|period| period.moves.is_none() && !period.is_fixed_finish())
}

/// Begins a ruling about the position of the question.
fn begun(case: &GameCase, text: &str, clocks: [Option<Duration>; 2]) -> Ruling {
    let rules = case.rules();
    let mut ruling = Ruling::new(QUESTION, rules, text)
        .under([rules.article(clause::QUICKPLAY_CLAIM)])
        .at(case.board(), clocks);
    let stm = case.claimant();
    if has_increment(case) {
        ruling = ruling.left_open(format!(
            "whether this is a quickplay finish ({}): each move adds time",
            rules.article(clause::QUICKPLAY)
        ));
    }
    if case.control.is_none() {
        ruling =
            ruling.left_open("whether this is a quickplay finish: the time control is not given");
    }
    ruling = ruling.left_open_if(case.lacks_period(None), OPEN_PERIOD);
    if case.clocks[stm.index()].is_none() {
        ruling = ruling.left_open(format!("whether {stm:#} has less than two minutes left"));
    }
    ruling
}

fn drawn(case: &GameCase, reason: String, question: QuickplayQuestion) -> Ruling {
    let rules = case.rules();
    let article = if question.no_arbiter {
        Some(rules.article(clause::NO_ARBITER))
    } else if question.postponed {
        rules.article(clause::QUICKPLAY_LATER_DRAW)
    } else {
        decision_article(rules, QuickplayDecision::Draw)
    };
    let mut ruling = begun(case, "The game is drawn.", case.clocks)
        .because(reason)
        .under(article)
        .left_open_if(
            rules.quickplay_finish == QuickplayFinish::IfAnnounced,
            "whether the clocks can give an increment instead: III.5 applies only if III.4 does not",
        );
    ruling.score = Some(Points::DRAW);
    ruling
}

/// Leaves the decision to the arbiter.
fn open(case: &GameCase) -> Ruling {
    let rules = case.rules();
    let opponent = !case.claimant();
    let text = match rules.edition {
        Edition::Fide1997 => "Open: the arbiter declares a draw, or postpones the decision.",
        _ => "Open: the arbiter declares a draw, postpones the decision or rejects the claim.",
    };
    let ruling = begun(case, text, case.clocks).left_open(format!(
        "whether {opponent:#} makes no effort to win by normal means, or cannot win by normal means"
    ));
    if rules.quickplay_finish == QuickplayFinish::IfAnnounced {
        ruling
            .fact(
                "instead",
                format_args!(
                    "{} per move for both may be asked for, which is an offer of a draw; if it is refused and the arbiter \
                     agrees, {opponent:#} gets {} more (III.4)",
                    clock_time(INCREMENT),
                    clock_time(BONUS)
                ),
            )
            .under(rules.article(clause::INCREMENT_INSTEAD))
    } else {
        ruling
    }
}

/// The point about a decision; `None` in Guideline III, where its number is not known.
fn decision_article(rules: &Rules, decision: QuickplayDecision) -> Option<&'static str> {
    rules.article(match decision {
        QuickplayDecision::Draw => clause::QUICKPLAY_DRAW,
        QuickplayDecision::Postpone => clause::QUICKPLAY_POSTPONED,
        QuickplayDecision::Reject => clause::QUICKPLAY_REJECTED,
    })
}

/// Notes that a draw or a rejection, at once or after the decision was postponed, cannot be appealed against, where the
/// edition says so.
fn made_final(ruling: Ruling, rules: &Rules) -> Ruling {
    match rules.article(clause::QUICKPLAY_FINAL) {
        Some(article) => ruling
            .under([article])
            .fact("final", "there is no appeal against this decision"),
        None => ruling.left_open(
            "whether there is an appeal: the rules of the event decide, the Laws do not",
        ),
    }
}

/// Rules that the claim is postponed or rejected.
fn goes_on(case: &GameCase, decision: QuickplayDecision) -> Ruling {
    let opponent = !case.claimant();
    let clocks = case.clocks_with(opponent, BONUS);
    let bonus = format!("{} for {opponent:#}", clock_time(BONUS));
    let ruling = if decision == QuickplayDecision::Postpone {
        begun(case, "The decision is postponed; the game goes on.", clocks)
            .fact("bonus", bonus)
            .left_open("whether the opponent gets the two minutes: the arbiter may give them")
            .left_open("the result, which may be declared a draw even after a flag has fallen")
    } else {
        let ruling = begun(case, "The claim is rejected; the game goes on.", clocks);
        made_final(ruling.fact("bonus", bonus), case.rules())
    };
    ruling.under(decision_article(case.rules(), decision))
}

/// The final decision against a claim that had been postponed.
fn not_upheld(case: &GameCase) -> Ruling {
    let claimant = case.claimant();
    let fallen = match [claimant, !claimant].map(|color| case.has_no_time(color)) {
        [true, true] => Some("both".to_owned()),
        [true, false] => Some(claimant.to_string()),
        [false, true] => Some((!claimant).to_string()),
        [false, false] => None,
    };
    let text = if fallen.is_some() {
        "The claim is not upheld: the fallen flag decides."
    } else {
        "The claim is not upheld; the game goes on."
    };
    let ruling =
        begun(case, text, case.clocks).under(case.rules().article(clause::QUICKPLAY_LATER_DRAW));
    let ruling = made_final(ruling, case.rules());
    match fallen {
        Some(player) => ruling.fact("result", format_args!("see compongo ruling flag {player}")),
        None => ruling,
    }
}

fn without_arbiter(case: &GameCase) -> Ruling {
    let rules = case.rules();
    // The text of 1997 says of the fall of the flag what the later ones say of the claim.
    let ends_by_flag = rules.edition == Edition::Fide1997;
    let text = if ends_by_flag {
        "The fall of the flag ends the game; an arbiter decides later on the claim."
    } else {
        "The claim ends the game; an arbiter decides later."
    };
    begun(case, text, case.clocks)
        .under([rules.article(clause::NO_ARBITER)])
        .fact(
            "needed",
            "the final position, checked by the opponent; for a claim that the opponent makes no effort, a complete \
             scoresheet too",
        )
        .fact("final", "the decision of the arbiter")
        .left_open("the result: a draw, or a win of the opponent")
        .left_open_if(
            ends_by_flag,
            "whether the players go on until the flag falls: no Article says that the claim stops the game",
        )
}
