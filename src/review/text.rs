//! Reviews as text for a terminal.

use super::judgement::Judgement;
use super::phase::GamePhase;
use super::report::{GameReview, MoveReview, PlayerReview};
use super::tally::{MoveTally, ReviewTotals};
use crate::types::Color;
use crate::util::format::{counted, duration};
use crate::util::text::quote;
use std::fmt;
use std::time::Duration;

/// The most moves shown of a better line.
const LINE_LENGTH: usize = 5;

/// The columns after the name. `cp loss` is the average centipawn loss, `lost/move` the same in expected score.
const HEADS: &str = "moves  accuracy  cp loss  lost/move   ?!   ?  ??   !";

/// The width of the longest phase below the name of a player.
const PHASE_WIDTH: usize = "  middlegame".len();

/// A review as lines of text: the game, the players, their errors, the findings under the Laws.
pub struct TextReview<'a>(pub &'a GameReview);

impl fmt::Display for TextReview<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let review = self.0;
        let name = |color| quote(review.name(color));
        let (white, black) = (name(Color::White), name(Color::Black));
        write!(
            f,
            "{}:{}: {}. {white} - {black}",
            review.file, review.line, review.index
        )?;
        for tag in [&review.result, &review.date].into_iter().flatten() {
            write!(f, ", {}", quote(tag))?;
        }
        writeln!(f, " (judged as a game of {})", review.curve)?;
        if let Some(opening) = review.laws.opening {
            writeln!(f, "  Opening: {opening}")?;
        }
        writeln!(f, "  Analysis: {}", review.analysis)?;
        let named = |&color: &Color| format!("{} {}", color.title(), name(color));
        let names: Vec<String> = review.reviewed.iter().map(named).collect();
        let width = width_of(&names);
        writeln!(f, "  {:width$}  {HEADS}", "")?;
        for (&color, name) in review.reviewed.iter().zip(&names) {
            write_player(f, name, width, "", review.player(color))?;
        }
        for mv in &review.moves {
            if let Some(judgement) = review.judgement(mv) {
                write_move(f, mv, judgement)?;
            }
        }
        for finding in &review.laws.findings {
            writeln!(f, "  Laws: {finding}")?;
        }
        if let Some(error) = untold_error(review) {
            writeln!(f, "  The moves end early: {error}")?;
        }
        Ok(())
    }
}

/// Why the moves end early, unless a finding under the Laws gives the same reason.
fn untold_error(review: &GameReview) -> Option<&str> {
    let error = review.error.as_deref()?;
    let mut findings = review.laws.findings.iter();
    let is_told = findings.any(|finding| finding.detail.contains(error));
    (!is_told).then_some(error)
}

fn write_move(f: &mut fmt::Formatter<'_>, mv: &MoveReview, judgement: Judgement) -> fmt::Result {
    let text = format!("{}{}", mv.numbered(), judgement.sign());
    let (before, after) = (mv.before.score.in_pawns(), mv.after.score.in_pawns());
    match mv.better_text(LINE_LENGTH).filter(|_| judgement.is_error()) {
        Some(line) => writeln!(
            f,
            "  {text:<14} {before} to {after}, loses {:.2}; better {line}",
            in_hundredths(mv.loss)
        ),
        None => writeln!(f, "  {text:<14} {after}, the only move"),
    }
}

/// A loss of four decimals, rounded down to two: rounded up, it could be one that has the next sign.
fn in_hundredths(loss: f64) -> f64 {
    ((loss * 1e4).round() / 100.0).floor() / 100.0
}

/// Writes the figures of a player: a line for all moves, and a line for each phase with moves. `width` is that of the
/// names, `games` a column before the figures.
fn write_player(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    width: usize,
    games: &str,
    player: &PlayerReview,
) -> fmt::Result {
    writeln!(f, "  {name:width$}{games}  {}", figures(&player.game))?;
    let indent = games.len();
    for phase in GamePhase::ALL {
        let tally = player.phase(phase);
        if tally.moves > 0 {
            let name = format!("  {}", phase.as_str());
            writeln!(f, "  {name:width$}{:indent$}  {}", "", figures(tally))?;
        }
    }
    Ok(())
}

/// The figures of some moves.
fn figures(tally: &MoveTally) -> String {
    let cell = |value: Option<f64>, digits: usize, unit: &str| {
        value.map_or("-".to_owned(), |value| format!("{value:.digits$}{unit}"))
    };
    format!(
        "{:>5}  {:>8}  {:>7}  {:>9}  {:>3} {:>3} {:>3} {:>3}",
        tally.moves,
        cell(tally.accuracy(), 0, " %"),
        cell(tally.loss_cp(), 0, ""),
        cell(tally.loss(), 3, ""),
        tally.inaccuracies,
        tally.mistakes,
        tally.blunders,
        tally.good,
    )
}

/// The width of the column of names and phases.
fn width_of(names: &[String]) -> usize {
    let widths = names.iter().map(|name| name.chars().count());
    widths.max().unwrap_or(0).max(PHASE_WIDTH)
}

/// The totals over all games, and the time taken.
pub struct TextTotals<'a>(pub &'a ReviewTotals, pub Duration);

impl fmt::Display for TextTotals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(totals, time) = self;
        writeln!(
            f,
            "{}, {} in {}",
            counted(totals.games, "game"),
            counted(totals.plies, "half-move"),
            duration(*time)
        )?;
        if totals.games < 2 || totals.players.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = totals.players.keys().map(|name| quote(name)).collect();
        let width = width_of(&names);
        writeln!(f, "  {:width$}  games  {HEADS}", "")?;
        for (name, player) in names.iter().zip(totals.players.values()) {
            let games = format!("  {:>5}", player.games);
            write_player(f, name, width, &games, &player.moves)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::in_hundredths;

    #[test]
    fn losses_are_rounded_down() {
        for (loss, shown) in [
            (0.0999, "0.09"),
            (0.1, "0.10"),
            (0.29, "0.29"),
            (0.1499, "0.14"),
        ] {
            assert_eq!(format!("{:.2}", in_hundredths(loss)), shown);
        }
    }
}
