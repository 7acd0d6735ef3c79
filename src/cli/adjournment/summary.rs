//! The output of `compongo adjourn`.

use crate::laws::outcome::Points;
use crate::laws::winnable::ProofBudget;
use crate::notation::language::Language;
use crate::notation::san;
use crate::ruling::adjournment::{
    AdjournedGame, AdjournmentPoint, Envelope, EnvelopeState, ResumptionAppointment,
    ResumptionError, ResumptionEvents, SealedMoveReading, numbering, read_sealed_move,
    rule_resumption,
};
use crate::types::Color;
use crate::util::format::clock_time;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// How the sealed move is read, and what happens to the game if it cannot be made.
pub(super) fn checked(
    adjourned: &AdjournedGame,
    envelope: &Envelope,
    budget: &ProofBudget,
) -> Result<String, ResumptionError> {
    let board = adjourned.game.board();
    let language = Some(adjourned.language);
    Ok(
        match read_sealed_move(board, envelope.sealed_move(), language) {
            SealedMoveReading::Legal(mv) => format!("the sealed move is {}", san::write(board, mv)),
            SealedMoveReading::Lenient(mv) => format!(
                "warning: the sealed move is not clear, but can only mean {}",
                san::write(board, mv)
            ),
            SealedMoveReading::Ambiguous(why)
            | SealedMoveReading::Unintelligible(why)
            | SealedMoveReading::Illegal(why) => {
                let events =
                    ResumptionEvents::both_present(EnvelopeState::Present(envelope.clone()));
                let ruling = rule_resumption(adjourned, &events, budget)?.ruling;
                let draws = ruling.score == Some(Points::DRAW);
                let verb = if draws { "draws" } else { "loses" };
                format!("warning: the sealed move {verb}: {why}")
            }
        },
    )
}

/// The outside of the envelope, for readers.
pub(super) fn summary(adjourned: &AdjournedGame, file: &Path, envelope: &Path) -> String {
    let [white, black] = &adjourned.players;
    let mut text = format!(
        "{white} - {black}, move {} sealed by {:#} ({})\n",
        adjourned.move_number(),
        adjourned.sealer(),
        adjourned.laws
    );
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<10} {value}");
    };
    line("position", &adjourned.game.board().to_string());
    for (color, clock) in Color::ALL.into_iter().zip(&adjourned.clocks) {
        let time = |time: Option<Duration>| time.map_or_else(|| "?".to_owned(), clock_time);
        let times = format!(
            "{color:#} {} used, {} left",
            time(clock.used),
            time(clock.remaining)
        );
        line("clock", &times);
    }
    if adjourned.language != Language::default() {
        line("language", adjourned.language.as_str());
    }
    if let Some(control) = &adjourned.control {
        line("control", &control.to_string());
    }
    if let Some(player) = adjourned.draw_offer {
        line(
            "offer",
            &format!("draw offered by {player:#}, not answered"),
        );
    }
    let resumption = &adjourned.resumption;
    let parts = [&resumption.date, &resumption.time, &resumption.place];
    let known: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    line(
        "resumption",
        &if known.is_empty() {
            "?".to_owned()
        } else {
            known.join(", ")
        },
    );
    line("commitment", &adjourned.commitment.to_string());
    line("file", &file.display().to_string());
    line(
        "envelope",
        &format!("{} (keep it in a separate place)", envelope.display()),
    );
    if let Some((last, others)) = missing(adjourned).split_last() {
        for item in others {
            line("missing", item);
        }
        let article = AdjournmentPoint::Contents.article(adjourned.laws);
        line("missing", &format!("{last} [{article}]"));
    }
    line("articles", numbering(adjourned.laws));
    text
}

/// The items that the envelope should state, but does not (97 A.2, 09 guideline 2, 74 15.2).
fn missing(adjourned: &AdjournedGame) -> Vec<&'static str> {
    let mut missing = Vec::new();
    if adjourned
        .players
        .iter()
        .any(|name| matches!(name.as_str(), "" | "?"))
    {
        missing.push("the names of the players");
    }
    if adjourned.clocks.iter().any(|clock| clock.used.is_none()) {
        missing.push("the time used by each player");
    }
    let ResumptionAppointment { date, time, place } = &adjourned.resumption;
    let unsettled = [date, time, place].into_iter().any(Option::is_none);
    // 1974 does not require it.
    if unsettled && adjourned.rules().is_some() {
        missing.push("day, time and place of the resumption");
    }
    missing
}
