//! The proof that a player can or cannot mate, in the words of a ruling.

use super::answer::MateProof;
use crate::board::Board;
use crate::laws::edition::LossCondition;
use crate::laws::outcome::Proof;
use crate::laws::winnable::{
    ProofBudget, UnwinnableProof, Winnability, WinnableProof, mating_line,
};
use crate::notation::san;
use crate::types::{Color, Move};
use crate::util::format::counted;

/// The proof that `color` meets a condition or not, with the moves that show it: to mate, where the edition asks for
/// nothing more, or else to the position that decides.
pub(super) fn mate_proof(
    board: &Board,
    color: Color,
    condition: LossCondition,
    winnability: &Winnability,
    budget: &ProofBudget,
) -> MateProof {
    let (verb, kind, line) = match winnability {
        Winnability::Winnable(proof) => {
            let (kind, moves) = winning_moves(board, color, condition, proof, budget);
            let line = moves.map(|moves| match moves.as_slice() {
                [] => "mate is on the board".to_owned(),
                moves => san::numbered_line(board, moves),
            });
            (condition.is_met(), kind.to_owned(), line)
        }
        Winnability::Unwinnable(_) => (condition.is_not_met(), winnability.proof(), None),
        Winnability::Undetermined { .. } => (condition.may_be_met(), winnability.proof(), None),
    };
    let words = match winnability {
        Winnability::Unwinnable(proof) => reason(proof, condition),
        _ => kind.clone(),
    };
    MateProof {
        answer: format!("{color:#} {verb}"),
        kind,
        line,
        words,
    }
}

/// What a proof that a player meets a condition consists of, and its moves; `None` if there are none to show.
fn winning_moves(
    board: &Board,
    color: Color,
    condition: LossCondition,
    proof: &WinnableProof,
    budget: &ProofBudget,
) -> (&'static str, Option<Vec<Move>>) {
    if condition == LossCondition::CanWin
        && let Some(moves) = mating_line(board, color, proof, budget)
    {
        return ("a series of legal moves", Some(moves));
    }
    let (to_position, in_position, moves) = match proof {
        WinnableProof::Line(moves) => (
            "legal moves to a position in which mate in one cannot be avoided",
            "mate in one cannot be avoided",
            moves,
        ),
        WinnableProof::Table(moves) => (
            "legal moves to a position that a table decides",
            "a table of all positions with these pieces",
            moves,
        ),
    };
    if moves.is_empty() {
        (in_position, None)
    } else {
        (to_position, Some(moves.clone()))
    }
}

/// The proof of an outcome in words: why neither player can mate, or why the winner does not meet the condition.
pub fn proof_in_words(proof: &Proof, condition: LossCondition) -> String {
    match proof {
        Proof::Dead(proofs) => {
            let [white, black] = proofs
                .each_ref()
                .map(|proof| reason(proof, LossCondition::CanWin));
            format!("White cannot mate ({white}); Black cannot mate ({black})")
        }
        Proof::Opponent(Winnability::Unwinnable(proof)) => reason(proof, condition),
        Proof::Opponent(_) => proof.to_string(),
    }
}

/// Why a player does not meet a condition.
fn reason(proof: &UnwinnableProof, condition: LossCondition) -> String {
    match proof {
        UnwinnableProof::Material => "insufficient material".to_owned(),
        UnwinnableProof::Table => "a table of all positions with these pieces".to_owned(),
        UnwinnableProof::Tree { plies } => {
            let length = counted(*plies, "half-move");
            format!("every series of legal moves ends within {length}")
        }
        UnwinnableProof::ClosedSet(set) => {
            let goal = match condition {
                LossCondition::CanWin => "is mate",
                LossCondition::MatingPotential => "threatens an unavoidable mate in one",
            };
            format!("none of the {} positions that can arise {goal}", set.states)
        }
        UnwinnableProof::External => "a helpmate solver found no mate".to_owned(),
    }
}
