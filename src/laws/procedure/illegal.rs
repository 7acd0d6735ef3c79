//! The penalties for illegal moves.

use crate::laws::edition::{IllegalMoveRule, Rules, clause};
use crate::laws::flagfall::lose;
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind};
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::types::{Color, Move};
use std::time::Duration;

/// How many illegal moves in one position count as persistent refusal to comply with the Laws (97 12.7, which gives no
/// number).
const PERSISTENT_REFUSAL_AT: u32 = 3;

/// The illegal moves of one player so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IllegalMoves {
    total: u32,
    /// Those made under a rule by which their number can lose.
    counted: u32,
    /// The ply of the last illegal move.
    ply: usize,
    /// Illegal moves at that ply.
    here: u32,
}

impl IllegalMoves {
    /// Counts an illegal move at a ply. Under a rule by which no number of illegal moves loses, it does not count
    /// towards a loss under another rule either: illegal moves before a quickplay finish are free (97 7.4 and 10.3).
    pub const fn count(&mut self, ply: usize, rule: IllegalMoveRule) {
        if ply != self.ply {
            self.here = 0;
        }
        self.ply = ply;
        self.here += 1;
        self.total += 1;
        self.counted += rule.loses_at.is_some() as u32;
    }

    /// All illegal moves of the player.
    pub const fn total(&self) -> u32 {
        self.total
    }
}

/// The penalty for an illegal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// The game goes on, with time added for the opponent (zero in some editions).
    Bonus(Duration),
    /// The game is over, with this outcome.
    Ends(Outcome),
}

/// Counts an illegal move of `offender` and returns the penalty: time for the opponent, or the loss of the game, which
/// in some editions becomes a draw if the opponent cannot mate (97 10.3, B.5, C.3; 01 7.4.b; 09 7.4.b, B.3.c; 18 and 23
/// 7.5.5). Pass the rules of the period, see [`Rules::during`].
///
/// Where no number of illegal moves loses, persistent refusal does (97 12.7): several illegal moves in one position.
/// The game must be as it was before the illegal move. `stands` is the promotion to a queen as which an unfinished one stands
/// (18 and 23 7.5.2); whether the opponent can mate is judged after it. A legal move that touch-move forbids counts as illegal;
/// the Laws leave that open.
pub fn rule_illegal(
    game: &Game,
    rules: &Rules,
    offender: Color,
    stands: Option<Move>,
    offences: &mut IllegalMoves,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Penalty {
    let ladder = rules.illegal_moves;
    offences.count(game.ply(), ladder);
    let refuses = ladder.loses_at.is_none() && offences.here >= PERSISTENT_REFUSAL_AT;
    let loses = ladder
        .loses_at
        .is_some_and(|number| offences.counted >= number);
    if !refuses && !loses {
        return Penalty::Bonus(Duration::from_millis(ladder.bonus_ms));
    }
    let event = (
        OutcomeKind::IllegalMove,
        rules.illegal_move_excused && !refuses,
    );
    let after = stands.map(|mv| {
        let mut after = game.clone();
        after.play_legal(mv);
        after
    });
    let after = after.filter(|after| after.board().has_legal_move());
    let game = after.as_ref().unwrap_or(game);
    let mut outcome = lose(game, rules, offender, event, cache, budget);
    if refuses && outcome.kind == OutcomeKind::IllegalMove {
        outcome.article = rules.article(clause::REFUSAL);
    }
    Penalty::Ends(outcome)
}
