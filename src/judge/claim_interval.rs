//! Claims in intervals: a draw that can be claimed now can usually be claimed on the next turn, too.

use super::report::ClaimEntry;
use crate::laws::claims::{Claim, Claims};
use crate::laws::game::Game;
use crate::laws::outcome::OutcomeKind;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::types::Color;

/// Consecutive turns of one player at which a draw of one kind could be claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClaimInterval {
    pub kind: OutcomeKind,
    pub player: Color,
    /// Half-moves played before the first turn.
    pub first: usize,
    /// Half-moves played before the last turn.
    pub last: usize,
    /// The claims at the first turn. If the position on the board suffices, moves are left out.
    pub claims: Vec<Claim>,
    /// The notation of castling in this game.
    style: CastlingStyle,
}

impl ClaimInterval {
    /// The number of turns.
    pub const fn turns(&self) -> usize {
        (self.last - self.first) / 2 + 1
    }

    /// The claims at the first turn, for the report.
    pub fn entries(&self) -> impl Iterator<Item = ClaimEntry> {
        let claims = self.claims.iter();
        claims.map(|claim| entry(claim, (self.first, self.last), self.style))
    }
}

/// A claim from the first to the last ply of an interval, for the report.
fn entry(claim: &Claim, (ply, last_ply): (usize, usize), style: CastlingStyle) -> ClaimEntry {
    ClaimEntry {
        kind: claim.kind,
        ply,
        last_ply,
        mv: claim.mv.map(|mv| UciMove::new(mv, style).to_string()),
        article: claim.article,
    }
}

/// All claims in the final position of the game, for the report.
pub(super) fn final_entries(game: &Game, claims: &Claims) -> Vec<ClaimEntry> {
    let style = CastlingStyle::new(game.start().is_chess960());
    let all = claims.on_board.iter().chain(&claims.intended);
    all.map(|claim| entry(claim, (game.ply(), game.ply()), style))
        .collect()
}

/// Groups the claims at each ply into intervals, in the order of their first turns.
pub(super) fn group(game: &Game, turns: &[(usize, Claims)]) -> Vec<ClaimInterval> {
    let style = CastlingStyle::new(game.start().is_chess960());
    let mut intervals: Vec<ClaimInterval> = Vec::new();
    for (ply, claims) in turns {
        for kind in [OutcomeKind::Threefold, OutcomeKind::FiftyMoves] {
            let claims = of_kind(claims, kind);
            if claims.is_empty() {
                continue;
            }
            let continues =
                |interval: &&mut ClaimInterval| interval.kind == kind && interval.last + 2 == *ply;
            match intervals.iter_mut().rev().find(continues) {
                Some(interval) => interval.last = *ply,
                None => intervals.push(ClaimInterval {
                    kind,
                    player: game.boards()[*ply].stm(),
                    first: *ply,
                    last: *ply,
                    claims,
                    style,
                }),
            }
        }
    }
    intervals
}

/// The claims of one kind: with the position on the board or, failing that, with moves.
pub(super) fn of_kind(claims: &Claims, kind: OutcomeKind) -> Vec<Claim> {
    let pick = |claims: &[Claim]| -> Vec<Claim> {
        let of_it = claims.iter().filter(|claim| claim.kind == kind);
        of_it.cloned().collect()
    };
    let on_board = pick(&claims.on_board);
    if on_board.is_empty() {
        pick(&claims.intended)
    } else {
        on_board
    }
}
