//! Reviews as text for a terminal.

use super::judgement::Judgement;
use super::phase::GamePhase;
use super::report::{GameReview, MoveReview};
use super::tally::{MoveTally, ReviewTotals};
use crate::types::Color;
use crate::util::format::duration;
use crate::util::text::quote;
use std::fmt;
use std::time::Duration;

/// The most moves shown of a better line.
const LINE_LENGTH: usize = 5;

/// The columns after the name.
const HEADS: &str = "accuracy  lost/move   ?!   ?  ??   !   opening  middlegame  endgame";

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
        writeln!(f, "  Analysis: {}", review.analysis)?;
        let names = [format!("White {white}"), format!("Black {black}")];
        let width = width_of(names.iter().map(String::as_str));
        writeln!(f, "  {:width$}  {HEADS}", "")?;
        for (color, name) in Color::ALL.into_iter().zip(&names) {
            let player = review.player(color);
            let phases = GamePhase::ALL.map(|phase| *player.phase(phase));
            writeln!(f, "  {name:width$}  {}", Row(&player.game, &phases))?;
        }
        for mv in &review.moves {
            if let Some(judgement) = review.judgement(mv) {
                write_move(f, mv, judgement)?;
            }
        }
        for finding in &review.laws.findings {
            writeln!(f, "  Laws: {finding}")?;
        }
        if let Some(error) = &review.error {
            writeln!(f, "  The moves end before {error}")?;
        }
        Ok(())
    }
}

fn write_move(f: &mut fmt::Formatter<'_>, mv: &MoveReview, judgement: Judgement) -> fmt::Result {
    let text = format!("{}{}", mv.numbered(), judgement.sign());
    let (before, after) = (mv.before.pawns(), mv.after.pawns());
    match mv.better_text(LINE_LENGTH).filter(|_| judgement.is_error()) {
        Some(line) => writeln!(
            f,
            "  {text:<14} {before} to {after}, loses {:.2}; better {line}",
            mv.loss
        ),
        None => writeln!(f, "  {text:<14} {after}, the only move"),
    }
}

/// The figures of a player.
struct Row<'a>(&'a MoveTally, &'a [MoveTally; 3]);

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(all, phases) = self;
        let accuracy = |tally: &MoveTally| {
            let value = tally.accuracy();
            value.map_or("-".to_owned(), |value| format!("{value:.0} %"))
        };
        let loss = all
            .loss()
            .map_or("-".to_owned(), |loss| format!("{loss:.3}"));
        let [opening, middlegame, endgame] = phases.each_ref().map(accuracy);
        write!(
            f,
            "{:>8}  {loss:>9}  {:>3} {:>3} {:>3} {:>3}  {opening:>8}  {middlegame:>10}  {endgame:>7}",
            accuracy(all),
            all.inaccuracies,
            all.mistakes,
            all.blunders,
            all.good,
        )
    }
}

fn width_of<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

/// The totals over all games, and the time taken.
pub struct TextTotals<'a>(pub &'a ReviewTotals, pub Duration);

impl fmt::Display for TextTotals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(totals, time) = self;
        let counted = |count: usize, word: &str| {
            format!("{count} {word}{}", if count == 1 { "" } else { "s" })
        };
        writeln!(
            f,
            "{}, {} in {}",
            counted(totals.games, "game"),
            counted(totals.plies, "half-move"),
            duration(*time)
        )?;
        if totals.games < 2 {
            return Ok(());
        }
        let names: Vec<String> = totals.players.keys().map(|name| quote(name)).collect();
        let width = width_of(names.iter().map(String::as_str));
        writeln!(f, "  {:width$}  games  {HEADS}", "")?;
        for (name, player) in names.iter().zip(totals.players.values()) {
            let row = Row(&player.all, &player.phases);
            writeln!(f, "  {name:width$}  {:>5}  {row}", player.games)?;
        }
        Ok(())
    }
}
