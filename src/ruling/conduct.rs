//! Conduct for which the Laws set a penalty or a remedy: refusal to comply (97 and 01 12.7, 12.8; 09 12.8, 12.9; 18 and
//! 23 11.7, 11.8; 74 17.4), a telephone (09 12.3.b; 18 and 23 11.3.2), leaving (97 and 01 12.4; 09 12.2; 18 and 23
//! 11.2.3), displaced pieces (97 7.3 and 7.4; 01 and 09 7.3 and 7.5; 18 and 23 7.4 and 7.6).

use super::answer::{Ruling, RulingQuestion};
use super::case::GameCase;
use crate::laws::edition::clause::in_1974;
use crate::laws::edition::{Edition, clause};
use crate::laws::outcome::{PlayerPoints, Points};
use crate::laws::winnable::Winnability;
use crate::types::Color;

/// The players to whom something applies: one of them, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Players {
    /// One player.
    One(Color),
    /// Both players.
    Both,
}

/// Rules on persistent refusal to comply with the Laws.
pub fn refusal(case: &GameCase, refusing: Players) -> Ruling {
    const QUESTION: RulingQuestion = RulingQuestion::Refusal;
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let articles = [clause::REFUSAL, clause::BOTH_REFUSE];
    let articles = articles.map(|clause| case.rules().article(clause));
    refused(case.ruling(QUESTION, String::new()), refusing, articles)
        .because("persistent refusal to comply with the Laws")
        .left_open("whether the refusal is persistent: the arbiter's judgement")
}

/// Rules on refusal to comply with the Laws under the interpretations of 1974.
pub fn refusal_in_1974(case: &GameCase, refusing: Players) -> Ruling {
    if let Some(over) = case.over(RulingQuestion::Refusal) {
        return over;
    }
    let articles = [in_1974::REFUSAL, in_1974::BOTH_REFUSE];
    let ruling = case.ruling(RulingQuestion::Refusal, String::new());
    let mut ruling = refused(ruling, refusing, articles).because("refusal to comply with the Laws");
    if let Players::One(color) = refusing {
        ruling.ruling = format!("{} loses.", color.title());
        ruling.score = Some(Points::win(!color));
    }
    ruling
}

fn refused(mut ruling: Ruling, refusing: Players, [one, both]: [&'static str; 2]) -> Ruling {
    match refusing {
        Players::Both => {
            ruling.score = Some(Points::BOTH_LOSE);
            "Both players lose.".clone_into(&mut ruling.ruling);
            ruling.under([both])
        }
        Players::One(color) => {
            ruling.ruling = format!(
                "{} loses; the arbiter decides {}'s score.",
                color.title(),
                (!color).title()
            );
            ruling.under([one])
        }
    }
}

/// Rules on a player's telephone that made a sound, or in later editions was carried. `silent`: it made none.
pub fn phone(case: &GameCase, offender: Color, silent: bool) -> Ruling {
    const QUESTION: RulingQuestion = RulingQuestion::Phone;
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = *case.rules();
    let opponent = !offender;
    let ruling = case.ruling(QUESTION, String::new());
    let Some(article) = rules.article(clause::PHONE) else {
        return ruling
            .under([clause::DISTURBANCE, clause::PENALTIES].map(|clause| rules.article(clause)))
            .undecided(
                "the arbiter decides on a penalty: this edition has no clause on telephones.",
            )
            .left_open_if(
                rules.edition == Edition::Fide2001 && !silent,
                "whether the edition of 2005 applies: in it, a telephone that rings loses, and the arbiter decides the \
                 opponent's score (12.2.b, second-hand)",
            );
    };
    let mut ruling = ruling.under([article]);
    if silent && rules.edition == Edition::Fide2009 {
        return ruling
            .under([clause::CONDUCT_PENALTY, clause::PENALTIES].map(|clause| rules.article(clause)))
            .undecided(
                "the arbiter decides on a penalty if the device was not switched off completely; switched off, it is allowed.",
            );
    }
    ruling.ruling = format!("{offender:#} loses: {opponent:#} wins.");
    let mut points = Points::win(opponent);
    if rules.edition == Edition::Fide2009 {
        let winnability = case.replay.winnability(opponent);
        ruling.proof = Some(case.winnability_proof(case.board(), opponent, winnability));
        match winnability {
            Winnability::Winnable(_) => {}
            Winnability::Unwinnable(_) => {
                points = Points::only_for(opponent, PlayerPoints::Half);
                ruling.ruling = format!(
                    "{offender:#} loses; {opponent:#}, who cannot mate, gets half a point."
                );
            }
            Winnability::Undetermined { .. } => {
                ruling.undetermined = true;
                return ruling.undecided(format_args!(
                    "{offender:#} loses; the arbiter decides whether {opponent:#} gets one point or, unable to mate, half of it."
                ));
            }
        }
    }
    ruling.score = Some(points);
    match rules.edition {
        Edition::Fide2009 => {
            ruling.left_open("whether the device made a sound, without the arbiter's permission")
        }
        _ => ruling
            .left_open_if(
                silent,
                "whether the arbiter had approved the device, or the event allows one that is switched off in a bag (11.3.2)",
            )
            .left_open("whether the event has announced a milder penalty"),
    }
}

/// Rules on a player who leaves the playing area; `venue`: the whole playing venue.
pub fn leaving(case: &GameCase, player: Color, venue: bool) -> Ruling {
    const QUESTION: RulingQuestion = RulingQuestion::Leaving;
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let (rules, stm) = (case.rules(), case.board().stm());
    let text = format!("{} may leave the playing area.", player.title());
    let ruling = case
        .ruling(QUESTION, text)
        .under([rules.article(clause::LEAVING)]);
    if !venue && player != stm {
        return ruling
            .because(format!("{stm:#} has the move"))
            .fact("venue", "only with the arbiter's permission");
    }
    let place = if venue { "venue" } else { "area" };
    // In 1997, 12.6 does not name 12.4.
    let penalty = rules.article(clause::CONDUCT_PENALTY);
    ruling
        .under((rules.edition != Edition::Fide1997).then_some(penalty))
        .under([rules.article(clause::PENALTIES)])
        .undecided(format_args!(
            "the arbiter decides on a penalty, unless {player:#} had permission to leave the playing {place}."
        ))
}

/// Rules on pieces that a player displaced by accident.
pub fn displaced(case: &GameCase, offender: Color) -> Ruling {
    const QUESTION: RulingQuestion = RulingQuestion::Displaced;
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = case.rules();
    let text = format!(
        "{offender:#} restores the position, on {offender:#}'s own time; the game goes on."
    );
    let ruling = case
        .ruling(QUESTION, text)
        .under([rules.article(clause::DISPLACED)]);
    match rules.edition {
        Edition::Fide1997 => ruling.fact(
            "clock",
            format_args!(
                "{:#} may start {offender:#}'s clock without moving",
                !offender
            ),
        ),
        _ => ruling
            .fact(
                "clock",
                "either player may stop the clocks and call the arbiter",
            )
            .left_open("a penalty: the arbiter may give one"),
    }
}

/// Rules on displaced pieces that were noticed later: the case is the position before.
pub fn displaced_later(case: &GameCase) -> Ruling {
    const QUESTION: RulingQuestion = RulingQuestion::Displaced;
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = case.rules();
    case.ruling(
        QUESTION,
        "The position before is restored; the game goes on from it.",
    )
    .under([clause::DISPLACED_LATER, clause::RESTORED_CLOCKS].map(|clause| rules.article(clause)))
    .left_open("the times on the clocks, by the arbiter's best judgement")
    .left_open("the last position that can be identified, if this one cannot")
    // The Articles of 1997 have no penalty.
    .left_open_if(
        rules.edition != Edition::Fide1997,
        "a penalty for the player who displaced them: the arbiter may give one",
    )
}
