//! `info string laws` lines, and the output of `laws`.

use super::print::{self, push};
use crate::board::Board;
use crate::engine::{GoResult, LawsReport};
use crate::laws::claims::{Claim, Evidence};
use crate::laws::edition::{LossCondition, Rules};
use crate::laws::game::Game;
use crate::laws::outcome::OutcomeKind;
use crate::laws::winnable::{
    ProofBudget, Winnability, WinnabilityCache, WinnableProof, mating_potential,
};
use crate::notation::san;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::types::Color;
use std::time::Duration;

/// The node budget of `laws`: several seconds at worst.
const EXPLAIN_NODES: u64 = 20_000_000;

/// Prints, before a search, the result by rule or, without one, the possible claims and the sides that have just become
/// unable to give mate.
pub fn report(report: &LawsReport, unable_to_mate: &[Color], style: CastlingStyle) {
    if let Some(outcome) = &report.outcome {
        return print::line(format_args!(
            "info string laws result {} {} article {}",
            outcome.points,
            outcome.kind.as_str(),
            outcome.article
        ));
    }
    for claim in &report.claims.on_board {
        print::line(claim_line(claim, style));
    }
    for &color in unable_to_mate {
        print::line(format_args!(
            "info string laws cannot_mate {color} proof {}",
            report.winnable[color.index()].proof()
        ));
    }
}

/// A draw that can be claimed, with a move or with the position on the board.
pub fn claim_line(claim: &Claim, style: CastlingStyle) -> String {
    let kind = claim_word(claim.kind);
    let article = claim.article;
    match claim.mv {
        None => format!("info string laws claim {kind} now article {article}"),
        Some(mv) => format!(
            "info string laws claim {kind} move {} article {article}",
            UciMove::new(mv, style)
        ),
    }
}

/// The score of a move that is played for a draw claim.
pub fn claim_score_line(answer: &GoResult, time: Duration, mv: UciMove, show_wdl: bool) -> String {
    let millis = time.as_millis().max(1);
    let wdl = show_wdl.then(|| print::wdl([0, 1000, 0]));
    format!(
        "info depth {0} seldepth {0} multipv 1 score cp 0{1} nodes {2} nps {3} time {millis} pv {mv}",
        answer.depth,
        wdl.unwrap_or_default(),
        answer.nodes,
        u128::from(answer.nodes) * 1000 / millis
    )
}

/// The name of a kind of claim in these lines.
fn claim_word(kind: OutcomeKind) -> &'static str {
    match kind {
        OutcomeKind::FiftyMoves => "fifty",
        _ => kind.as_str(),
    }
}

/// The output of `laws`: the full state of the game under the Laws.
pub fn explain(
    game: &Game,
    rules: &Rules,
    style: CastlingStyle,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> String {
    let budget = ProofBudget {
        cancelled,
        ..ProofBudget::with_solver(EXPLAIN_NODES)
    };
    let mut cache = WinnabilityCache::default();
    let report = LawsReport::new(game, rules, &mut cache, &budget);
    let mut out = format!(
        "Laws: {}, {}\nPlies played: {}\nHalf-moves without capture or pawn move: {}\nOccurrences: {}, at {}\n",
        rules.edition,
        rules.mode,
        game.ply(),
        game.board().halfmove_clock(),
        game.occurrence(),
        plies(&game.occurrences())
    );
    match &report.outcome {
        Some(outcome) => push(
            &mut out,
            format_args!(
                "Result: {} {}, article {}\n",
                outcome.points,
                outcome.kind.as_str(),
                outcome.article
            ),
        ),
        None => out.push_str("Result: none, the game is open\n"),
    }
    let claims = &report.claims;
    for claim in claims.on_board.iter().chain(&claims.intended) {
        out.push_str(&claim_with_evidence(claim, style));
    }
    if claims.on_board.is_empty() && claims.intended.is_empty() {
        out.push_str("Claims: none\n");
    }
    for color in Color::ALL {
        let winnable = &report.winnable[color.index()];
        let answer = answer(game.board(), winnable);
        push(
            &mut out,
            format_args!("Mate by {color} possible: {answer}\n"),
        );
    }
    if rules.loss_condition == LossCondition::MatingPotential {
        for color in Color::ALL {
            let potential = mating_potential(game.board(), color, &budget, &mut cache);
            let answer = answer(game.board(), &potential);
            push(
                &mut out,
                format_args!("Mating potential of {color}: {answer}\n"),
            );
        }
    }
    out
}

/// A line about a draw that can be claimed, in the output of `laws`.
fn claim_with_evidence(claim: &Claim, style: CastlingStyle) -> String {
    let when = match claim.mv {
        None => "now".to_owned(),
        Some(mv) => format!("with {}", UciMove::new(mv, style)),
    };
    let (kind, article) = (claim.kind.as_str(), claim.article);
    let evidence = evidence(&claim.evidence);
    format!("Claim {when}: {kind}, article {article} ({evidence})\n")
}

/// The answer to a question of winnability, with its proof; moves are in SAN.
fn answer(board: &Board, winnability: &Winnability) -> String {
    let proof = match winnability {
        Winnability::Winnable(WinnableProof::Line(moves)) if !moves.is_empty() => {
            format!("line {}", san::numbered_line(board, moves))
        }
        Winnability::Winnable(WinnableProof::Table(moves)) if !moves.is_empty() => {
            format!("line {}, then table", san::numbered_line(board, moves))
        }
        _ => winnability.proof(),
    };
    format!("{} ({proof})", winnability.answer())
}

fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Occurrences(occurrences) => plies(occurrences),
        Evidence::QuietMoves {
            first,
            last,
            before_start: 0,
        } => format!("from ply {first} to {last}"),
        Evidence::QuietMoves {
            first,
            last,
            before_start,
        } => format!("from ply {first} to {last} and {before_start} before"),
    }
}

fn plies(plies: &[usize]) -> String {
    let texts: Vec<String> = plies.iter().map(usize::to_string).collect();
    format!("ply {}", texts.join(", "))
}
