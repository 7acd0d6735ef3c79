//! Results in the format of cutechess-cli, for scripts that read it.

use crate::laws::outcome::{OutcomeKind, Points};
use crate::match_runner::record::TerminationKind;
use crate::match_runner::schedule::Pairing;
use crate::match_runner::stats::{EngineStanding, MatchScore, Standings};
use crate::match_runner::{GameRecord, MatchSettings};
use crate::types::Color;
use crate::util::text::printable_lines;
use std::fmt::Write;

/// `Started game 1 of 100 (A vs B)`.
pub fn started(settings: &MatchSettings, pairing: &Pairing, games: u32) -> String {
    let game = pairing.game;
    let names = names(settings, pairing.white, pairing.black);
    format!("Started game {game} of {games} ({names})")
}

/// `Finished game 1 (A vs B): 1-0 {White mates}`.
pub fn finished(settings: &MatchSettings, record: &GameRecord) -> String {
    let names = names(settings, record.white, record.black);
    let (game, score, reason) = (record.game, record.score, reason(record));
    let text = format!("Finished game {game} ({names}): {score} {{{reason}}}\n");
    printable_lines(&text).into_owned()
}

/// Why a game ended: `White mates`, `Black loses on time`, `Draw by stalemate`.
fn reason(record: &GameRecord) -> String {
    match record.score.winner() {
        Some(winner) => won_by(winner, record),
        None if record.score == Points::DRAW => format!("Draw by {}", drawn_by(record.end.kind)),
        None => "No result".to_owned(),
    }
}

fn won_by(winner: Color, record: &GameRecord) -> String {
    let (winner, loser) = (winner.title(), (!winner).title());
    match record.end.kind {
        TerminationKind::Laws(OutcomeKind::Checkmate) => format!("{winner} mates"),
        TerminationKind::Laws(OutcomeKind::FlagFall) => format!("{loser} loses on time"),
        TerminationKind::Laws(OutcomeKind::Resignation) => format!("{loser} resigns"),
        TerminationKind::Laws(OutcomeKind::IllegalMove) => {
            let mv = record.end.text.split_once(": ").map_or("", |(_, mv)| mv);
            // A brace would end the reason.
            let mv = mv.replace(['{', '}'], "");
            format!("{loser} makes an illegal move: {mv}")
        }
        TerminationKind::Crash | TerminationKind::NotReady => format!("{loser} disconnects"),
        TerminationKind::Stall => format!("{loser}'s connection stalls"),
        TerminationKind::Adjudication | TerminationKind::Laws(_) => {
            format!("{winner} wins by adjudication")
        }
    }
}

/// The cause of a draw; a forfeit draws if the opponent cannot mate.
const fn drawn_by(kind: TerminationKind) -> &'static str {
    match kind {
        TerminationKind::Laws(kind) => match kind {
            OutcomeKind::Stalemate => "stalemate",
            OutcomeKind::DeadPosition => "insufficient mating material",
            OutcomeKind::Threefold => "3-fold repetition",
            OutcomeKind::Fivefold => "5-fold repetition",
            OutcomeKind::FiftyMoves => "fifty moves rule",
            OutcomeKind::SeventyFiveMoves => "seventy-five moves rule",
            OutcomeKind::Agreement => "agreement",
            OutcomeKind::FlagFall => "timeout",
            OutcomeKind::IllegalMove => "illegal move",
            OutcomeKind::Resignation => "resignation",
            OutcomeKind::Checkmate => "adjudication",
        },
        TerminationKind::Crash | TerminationKind::NotReady => "disconnection",
        TerminationKind::Stall => "stalled connection",
        TerminationKind::Adjudication => "adjudication",
    }
}

/// The score so far: for two engines with Elo and the SPRT, for more engines as a table.
pub fn score(settings: &MatchSettings, standings: &Standings<'_>) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = if settings.engines.len() == 2 {
        write_score(settings, standings.against(0, 1), &mut text)
    } else {
        write_table(standings, &mut text)
    };
    printable_lines(&text).into_owned()
}

/// The final score and `Finished match`.
pub fn end(settings: &MatchSettings, standings: &Standings<'_>) -> String {
    score(settings, standings) + "Finished match\n"
}

/// The table of more than two engines, the best first.
fn write_table(standings: &Standings<'_>, text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "{:>4} {:25} {:>7} {:>7} {:>7} {:>7} {:>7}",
        "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"
    )?;
    let ratings = standings.ratings();
    for (engine, rank) in standings.ranking().into_iter().zip(1..) {
        let EngineStanding { name, total, .. } = &standings.rows()[engine];
        let number = |value: Option<f64>| value.map_or("nan".to_owned(), |it| format!("{it:.0}"));
        let percent = |part: Option<f64>| format!("{:.1}%", 100.0 * part.unwrap_or_default());
        let elo = ratings[engine].as_ref();
        writeln!(
            text,
            "{rank:>4} {name:25} {:>7} {:>7} {:>7} {:>7} {:>7}",
            number(elo.map(|elo| elo.value)),
            number(elo.map(|elo| elo.error)),
            total.games(),
            percent(total.score()),
            percent(total.draw_ratio())
        )?;
    }
    Ok(())
}

/// The score of the first engine against the second.
fn write_score(
    settings: &MatchSettings,
    score: &MatchScore,
    text: &mut String,
) -> std::fmt::Result {
    let MatchScore {
        wins,
        losses,
        draws,
        ..
    } = score;
    let share = score.score().unwrap_or_default();
    let names = names(settings, 0, 1);
    writeln!(
        text,
        "Score of {names}: {wins} - {losses} - {draws}  [{share:.3}] {}",
        score.games()
    )?;
    if let (Some(elo), Some(los), Some(drawn)) = (score.elo(), score.los(), score.draw_ratio()) {
        let (los, drawn) = (100.0 * los, 100.0 * drawn);
        writeln!(
            text,
            "Elo difference: {:.1} +/- {:.1}, LOS: {los:.1} %, DrawRatio: {drawn:.1} %",
            elo.value, elo.error
        )?;
    }
    let Some(test) = &settings.sprt else {
        return Ok(());
    };
    let (lower, upper) = test.bounds();
    let llr = test.llr(score);
    let part = 100.0 * llr / if llr < 0.0 { -lower } else { upper };
    let decision = settings.sprt_decision(score);
    let accepted = decision.map_or_else(String::new, |decision| {
        format!(" - {decision:?} was accepted")
    });
    writeln!(
        text,
        "SPRT: llr {llr:.2} ({part:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}"
    )
}

/// `A vs B`.
fn names(settings: &MatchSettings, one: usize, other: usize) -> String {
    let name = |engine: usize| &settings.engines[engine].name;
    format!("{} vs {}", name(one), name(other))
}
