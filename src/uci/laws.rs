//! What the engine says of the Laws.

use super::print;
use crate::engine::Ruling;
use crate::laws::claims::{Claim, Evidence};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::OutcomeKind;
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::search::SearchResult;
use crate::types::Color;
use std::fmt::Write;
use std::time::Duration;

/// What may be spent on an answer to `laws`: some seconds at worst.
const PATIENT: u64 = 20_000_000;

/// Before a search: how the game has ended, or what may be claimed, and who can no longer win.
pub fn report(ruling: &Ruling, style: CastlingStyle) {
    if let Some(outcome) = &ruling.outcome {
        return print::line(format_args!(
            "info string laws result {} {} article {}",
            outcome.points,
            outcome.kind.as_str(),
            outcome.article
        ));
    }
    for claim in &ruling.claims.on_board {
        print::line(claim_line(claim, style));
    }
}

/// A draw that may be claimed, with a move or as the board stands.
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

/// The score of a search whose move gave way to one with which a draw is claimed.
pub fn draw_line(outcome: &SearchResult, time: Duration, mv: UciMove) -> String {
    let millis = time.as_millis().max(1);
    format!(
        "info depth {0} seldepth {0} multipv 1 score cp 0 nodes {1} nps {2} time {millis} pv {mv}",
        outcome.depth,
        outcome.nodes,
        u128::from(outcome.nodes) * 1000 / millis
    )
}

/// The kinds of claims have names of their own in these lines.
fn claim_word(kind: OutcomeKind) -> &'static str {
    match kind {
        OutcomeKind::FiftyMoves => "fifty",
        _ => kind.as_str(),
    }
}

/// Tells, once for each side and game, that it can no longer give mate; of a dead position the result tells it.
pub fn report_hopeless(ruling: &Ruling, news: impl IntoIterator<Item = Color>) {
    for color in news {
        print::line(format_args!(
            "info string laws cannot_mate {color} proof {}",
            ruling.winnable[color.index()].proof()
        ));
    }
}

/// The answer to `laws`: all that the Laws say of the game so far.
pub fn explain(
    game: &Game,
    rules: &Rules,
    style: CastlingStyle,
    cancelled: &dyn Fn() -> bool,
) -> String {
    let budget = ProofBudget {
        nodes: PATIENT,
        external: true,
        cancelled,
    };
    let ruling = Ruling::new(game, rules, &mut WinnabilityCache::default(), &budget);
    let mut out = format!(
        "Laws: {}, {}\nPlies played: {}\nHalf-moves without capture or pawn move: {}\nOccurrences: {}, at {}\n",
        rules.edition,
        rules.mode,
        game.ply(),
        game.board().halfmove_clock(),
        game.occurrence(),
        plies(&game.occurrences())
    );
    match &ruling.outcome {
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
    let claims = &ruling.claims;
    for claim in claims.on_board.iter().chain(&claims.intended) {
        let kind = claim.kind.as_str();
        out.push_str("Claim ");
        match claim.mv {
            None => out.push_str("now"),
            Some(mv) => push(&mut out, format_args!("with {}", UciMove::new(mv, style))),
        }
        push(
            &mut out,
            format_args!(
                ": {kind}, article {} ({})\n",
                claim.article,
                evidence(&claim.evidence)
            ),
        );
    }
    if claims.on_board.is_empty() && claims.intended.is_empty() {
        out.push_str("Claims: none\n");
    }
    for color in Color::ALL {
        let winnable = &ruling.winnable[color.index()];
        let answer = match winnable.is_winnable() {
            Some(true) => "yes",
            Some(false) => "no",
            None => "undetermined",
        };
        push(
            &mut out,
            format_args!(
                "Mate by {color} possible: {answer} ({})\n",
                winnable.proof()
            ),
        );
    }
    out
}

/// What supports a claim.
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

/// Plies of the game as a list.
fn plies(plies: &[usize]) -> String {
    let texts: Vec<String> = plies.iter().map(usize::to_string).collect();
    format!("ply {}", texts.join(", "))
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}
