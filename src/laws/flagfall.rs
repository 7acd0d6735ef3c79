//! The outcome of a flag fall or a resignation: a loss, or a draw if the opponent cannot mate. Also the ruling on two
//! fallen flags.

use super::control::Period;
use super::edition::{BothFlagsFallen, LossCondition, Mode, Rules};
use super::game::Game;
use super::outcome::{Outcome, OutcomeKind, Points, Proof, automatic};
use super::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win, mating_potential};
use crate::board::Board;
use crate::types::Color;

/// The budget of the second try, as a multiple of the first, if the first try is undetermined.
const SECOND_TRY: u64 = 10;

/// The outcome when the flag of `flagged` falls before the moves of the period are complete (97 6.9, 01 6.10, later
/// 6.9; 97 blitz C.4).
///
/// If the game was already over, that outcome stands. Otherwise the player loses, or draws if the opponent cannot mate
/// from the current position. If that is undetermined even with ten times the budget, the player loses; see
/// [`Outcome::is_undetermined`]. An engine that crashes or does not answer is ruled as if its flag had fallen.
///
/// ```
/// use compongo::laws::flagfall::rule_flag;
/// use compongo::laws::outcome::Points;
/// use compongo::laws::winnable::{ProofBudget, WinnabilityCache};
/// use compongo::{Color, Edition, Game, Mode};
///
/// // Black's flag falls, but White has only a knight against a queen.
/// let game = Game::new("8/8/1q6/4k3/8/8/4K1N1/8 b - - 12 71".parse()?);
/// let rules = Edition::Fide2023.rules(Mode::Blitz);
/// let budget = ProofBudget::new(10_000);
/// let outcome = rule_flag(&game, &rules, Color::Black, &mut WinnabilityCache::default(), &budget);
/// assert_eq!((outcome.points, outcome.article), (Points::DRAW, "6.9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rule_flag(
    game: &Game,
    rules: &Rules,
    flagged: Color,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Outcome {
    lose(
        game,
        rules,
        flagged,
        (OutcomeKind::FlagFall, true),
        cache,
        budget,
    )
}

/// The ruling when both flags have fallen and it cannot be established which fell first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BothFlagsRuling {
    /// The game is over: it is drawn now, or had ended before.
    Ends(Outcome),
    /// Play continues.
    GoesOn {
        /// The Article that says so.
        article: &'static str,
    },
    /// The ruling depends on the period, which is not known.
    DependsOnPeriod,
}

/// Rules on two fallen flags when it cannot be established which fell first (97 6.11, 10.4 and B.8; 01 6.12 and 10.3;
/// 09 6.11 and A.4.d.3; 18 and 23 III.3.1). `period` is the period in which they fell.
pub fn rule_both_flags(
    game: &Game,
    rules: &Rules,
    period: Option<&Period>,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> BothFlagsRuling {
    if let Some(outcome) = automatic(game, rules, cache, budget) {
        return BothFlagsRuling::Ends(outcome);
    }
    let drawn = match (rules.both_flags, period) {
        (BothFlagsFallen::Draw, _) => true,
        // All moves of a rapid or blitz game are made in one period (09 A.1, B.1).
        (_, None) if rules.mode != Mode::Standard => true,
        (_, None) => return BothFlagsRuling::DependsOnPeriod,
        (BothFlagsFallen::DrawInLastPeriod, Some(period)) => period.moves.is_none(),
        (BothFlagsFallen::DrawInQuickplayFinish, Some(period)) => rules.is_quickplay_finish(period),
    };
    let article = rules.both_flags_article(drawn);
    if drawn {
        BothFlagsRuling::Ends(Outcome {
            article,
            ..Outcome::now(game, rules, OutcomeKind::FlagFall, Points::DRAW)
        })
    } else {
        BothFlagsRuling::GoesOn { article }
    }
}

/// The outcome when a player resigns (97 to 09 5.1.b; 18 and 23 5.1.2): a loss, and since 2023 a draw if the opponent
/// cannot mate. If the game was already over, that outcome stands.
pub fn rule_resignation(
    game: &Game,
    rules: &Rules,
    resigning: Color,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Outcome {
    let event = (OutcomeKind::Resignation, rules.resignation_excused);
    lose(game, rules, resigning, event, cache, budget)
}

/// The outcome of an event that loses for a player; if `excused`, it draws if the opponent cannot mate.
pub(super) fn lose(
    game: &Game,
    rules: &Rules,
    loser: Color,
    (kind, excused): (OutcomeKind, bool),
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Outcome {
    if let Some(outcome) = automatic(game, rules, cache, budget) {
        return outcome;
    }
    let loss = Outcome::now(game, rules, kind, Points::win(!loser));
    if !excused {
        return loss;
    }
    let winnability = ask(game.board(), !loser, rules, cache, budget);
    Outcome {
        points: match winnability {
            Winnability::Unwinnable(_) => Points::DRAW,
            Winnability::Winnable(_) | Winnability::Undetermined { .. } => loss.points,
        },
        proof: Some(Proof::Opponent(winnability)),
        ..loss
    }
}

/// Whether `color` meets the loss condition of the edition, with a larger budget if the first is too small.
fn ask(
    board: &Board,
    color: Color,
    rules: &Rules,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Winnability {
    let mut question = |budget: &ProofBudget| match rules.loss_condition {
        LossCondition::CanWin => can_win(board, color, budget, cache),
        LossCondition::MatingPotential => mating_potential(board, color, budget, cache),
    };
    match question(budget) {
        Winnability::Undetermined { .. } => question(&ProofBudget {
            external: budget.external,
            cancelled: budget.cancelled,
            ..ProofBudget::new(budget.nodes.saturating_mul(SECOND_TRY))
        }),
        known => known,
    }
}
