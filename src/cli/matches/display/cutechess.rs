//! Results in the words of cutechess-cli, for scripts that read them.

use crate::arbiter::schedule::Pairing;
use crate::arbiter::stats::{MatchScore, Standings};
use crate::arbiter::{GameRecord, MatchSettings};
use crate::util::text::printable_lines;
use std::fmt::Write;

/// `Started game 1 of 100 (A vs B)`.
pub fn started(settings: &MatchSettings, pairing: &Pairing, games: u32) -> String {
    let game = pairing.game;
    let names = names(settings, pairing.white, pairing.black);
    format!("Started game {game} of {games} ({names})")
}

/// `Finished game 1 (A vs B): 1-0 {White mates}`, and with two engines the score, Elo and the SPRT in further lines.
pub fn finished(
    settings: &MatchSettings,
    record: &GameRecord,
    standings: &Standings<'_>,
) -> String {
    let names_of_game = names(settings, record.white, record.black);
    // A brace would end the reason.
    let reason = record.end.text.replace(['{', '}'], "");
    let (game, score) = (record.game, record.score);
    let mut text = format!("Finished game {game} ({names_of_game}): {score} {{{reason}}}\n");
    if settings.engines.len() == 2 {
        // Writing to a String cannot fail.
        let _ = write_score(settings, standings.against(0, 1), &mut text);
    }
    printable_lines(&text).into_owned()
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
    let decision = test.decision(score);
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
