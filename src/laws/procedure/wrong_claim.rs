//! Rulings on claims of a draw, and the penalty for a wrong claim (Article 9.5).

use super::touch_move::{AttemptedMove, Obligation, obligation};
use crate::board::Board;
use crate::laws::claims::{self, Evidence};
use crate::laws::edition::{Rules, WrongClaimCost};
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::types::Move;
use std::time::Duration;

/// The move announced with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnouncedMove {
    /// None: the claim refers to the position on the board.
    Nothing,
    /// A legal move.
    Move(Move),
    /// A move that is illegal.
    Illegal(AttemptedMove),
}

/// The ruling on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimRuling {
    /// The claim is correct by this evidence: the game is drawn, and the announced move is not played.
    Correct(Outcome, Evidence),
    /// The claim is wrong: it costs time (see [`claim_cost`]), and the game goes on. The player must play the announced
    /// move; an illegal one obliges like a touched piece.
    Wrong(Obligation),
}

/// Rules on a claim of the player to move: threefold repetition ([`OutcomeKind::Threefold`]) or fifty moves
/// ([`OutcomeKind::FiftyMoves`]). Other kinds cannot be claimed, and nothing can be claimed once the game is over.
pub fn rule_claim(
    game: &Game,
    rules: &Rules,
    kind: OutcomeKind,
    announced: AnnouncedMove,
) -> ClaimRuling {
    let claims = match announced {
        AnnouncedMove::Nothing => claims::on_board(game, rules),
        AnnouncedMove::Move(mv) => claims::with_move(game, rules, mv),
        AnnouncedMove::Illegal(_) => Vec::new(),
    };
    if let Some(claim) = claims.into_iter().find(|claim| claim.kind == kind) {
        let outcome = Outcome {
            article: claim.article,
            ..Outcome::now(game, rules, kind, Points::DRAW)
        };
        return ClaimRuling::Correct(outcome, claim.evidence);
    }
    let board = game.board();
    ClaimRuling::Wrong(match announced {
        AnnouncedMove::Nothing => Obligation::Free,
        AnnouncedMove::Move(mv) if board.is_legal(mv) => Obligation::Play(mv),
        AnnouncedMove::Move(mv) => announced_obligation(board, mv.into()),
        AnnouncedMove::Illegal(attempt) => announced_obligation(board, attempt),
    })
}

/// The obligation from an announced move that is illegal: its piece must move if it can. A piece of the player's own on the
/// target square was not touched, so it need not.
fn announced_obligation(board: &Board, attempt: AttemptedMove) -> Obligation {
    match (obligation(board, attempt), attempt) {
        (Obligation::Move(piece), AttemptedMove::FromTo { to, .. }) if piece == to => {
            Obligation::Free
        }
        (obligation, _) => obligation,
    }
}

/// The effect of a wrong claim on the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimCost {
    /// The remaining time of the player who claimed.
    pub remaining: Duration,
    /// The time added for the opponent.
    pub bonus: Duration,
}

/// The cost of a wrong claim (Article 9.5) for a player with `remaining` time, measured when the clocks are stopped for
/// the claim: the time of the turn so far is already deducted.
pub fn claim_cost(rules: &Rules, remaining: Duration) -> ClaimCost {
    const MINUTE: Duration = Duration::from_secs(60);
    let halved = remaining.saturating_sub((remaining / 2).min(3 * MINUTE));
    ClaimCost {
        remaining: match rules.wrong_claim_cost {
            WrongClaimCost::Nothing => remaining,
            WrongClaimCost::Half => halved,
            WrongClaimCost::HalfWithFloor if remaining > 2 * MINUTE => halved,
            WrongClaimCost::HalfWithFloor => remaining.min(MINUTE),
        },
        bonus: Duration::from_millis(rules.wrong_claim_bonus_ms),
    }
}
