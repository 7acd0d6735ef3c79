//! Resignations (97 to 09 5.1.b; 18 and 23 5.1.2).

use super::answer::{Ruling, RulingQuestion};
use super::case::GameCase;
use super::conduct::Players;
use crate::laws::edition::LossCondition;
use crate::laws::outcome::OutcomeKind;
use crate::types::Color;

const QUESTION: RulingQuestion = RulingQuestion::Resignation;

/// Rules on the first resignation, which ends the game. [`Players::Both`]: both players resigned, and it is not known
/// who was first.
pub fn resignation(case: &mut GameCase, resigned: Players) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let rules = *case.rules();
    let Players::One(loser) = resigned else {
        return case
            .ruling(QUESTION, String::new())
            .under([rules.end_article(OutcomeKind::Resignation)])
            .undecided("the arbiter decides who resigned first: that ended the game at once.");
    };
    let outcome = case.replay.resignation(loser);
    let has_no_potential = rules.loss_condition == LossCondition::MatingPotential
        && case.replay.mating_potential(!loser).is_winnable() == Some(false);
    let words = format!("{} resigned", loser.title());
    let ruling = case
        .lost(QUESTION, case.board(), loser, [&words, &words], &outcome)
        .at(case.board(), case.clocks)
        .fact(
            "later",
            "nothing later counts, such as the opponent's resignation",
        )
        .left_open_if(
            has_no_potential,
            format!(
                "whether {:#} can win without mating potential ({})",
                !loser,
                rules.end_article(OutcomeKind::FlagFall)
            ),
        );
    case.note_uncalled_flags(ruling, Color::ALL)
}
