//! Games, reasons and times in words.

use crate::arbiter::record::TerminationKind;
use crate::arbiter::{GameRecord, MatchSettings};
use std::fmt::Write;
use std::time::Duration;

/// A finished game, `Game 12: New - Old 1/2-1/2 (threefold claimed by the arbiter, 9.2.2), 87 moves`, and in further
/// lines what went wrong in it.
pub fn game(settings: &MatchSettings, record: &GameRecord) -> String {
    let name = |engine: usize| &settings.engines[engine].name;
    let (white, black) = (name(record.white), name(record.black));
    let article = record.end.article.as_ref();
    let article = article.map_or_else(String::new, |article| format!(", {article}"));
    let moves = (record.book.len() + record.moves.len()).div_ceil(2);
    let mut text = format!(
        "Game {}: {white} - {black} {} ({}{article}), {moves} moves\n",
        record.game, record.score, record.end.text
    );
    for remark in &record.remarks {
        let about = remark.engine.map_or("the game", |engine| name(engine));
        let (ply, what) = (remark.ply, &remark.text);
        let _ = writeln!(text, "    {about}, after {ply} half-moves: {what}");
    }
    text
}

/// A reason why games end.
pub const fn reason(kind: TerminationKind) -> &'static str {
    match kind {
        TerminationKind::Checkmate => "mate",
        TerminationKind::Stalemate => "stalemate",
        TerminationKind::DeadPosition => "dead position",
        TerminationKind::Fivefold => "fivefold",
        TerminationKind::SeventyFiveMoves => "75 moves",
        TerminationKind::Threefold => "threefold",
        TerminationKind::FiftyMoves => "50 moves",
        TerminationKind::FlagFall => "flag fall",
        TerminationKind::IllegalMove => "illegal move",
        TerminationKind::Resignation => "resignation",
        TerminationKind::Agreement => "agreement",
        TerminationKind::Crash => "crash",
        TerminationKind::Stall => "stall",
        TerminationKind::NotReady => "not ready",
        TerminationKind::Adjudication => "adjudication",
    }
}

/// A time for a move: `0.85 ms`, `49 ms`, `12.3 s`.
pub fn move_time(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 {
        format!("{ms:.2} ms")
    } else if ms < 10_000.0 {
        format!("{ms:.0} ms")
    } else {
        format!("{:.1} s", ms / 1000.0)
    }
}

/// A time to wait: `45 s`, `12 min`, `3 h 05 min`, `2 d 04 h`.
pub fn wait(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds.div_ceil(60), seconds / 3600);
    match seconds {
        0..100 => format!("{seconds} s"),
        100..5400 => format!("{minutes} min"),
        5400..172_800 => format!("{hours} h {:02} min", seconds / 60 % 60),
        _ => format!("{} d {:02} h", hours / 24, hours % 24),
    }
}

/// A large number: `950`, `12.3 k`, `1.25 M`.
pub fn large(number: f64) -> String {
    if number < 1e4 {
        format!("{number:.0}")
    } else if number < 1e6 {
        format!("{:.1} k", number / 1e3)
    } else {
        format!("{:.2} M", number / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let ms = Duration::from_millis;
        assert_eq!(move_time(Duration::from_micros(849)), "0.85 ms");
        assert_eq!(move_time(ms(49)), "49 ms");
        assert_eq!(move_time(ms(12_340)), "12.3 s");
        let seconds = Duration::from_secs;
        assert_eq!(wait(seconds(45)), "45 s");
        assert_eq!(wait(seconds(700)), "12 min");
        assert_eq!(wait(seconds(11_100)), "3 h 05 min");
        assert_eq!(wait(seconds(187_200)), "2 d 04 h");
        assert_eq!(
            [950.4, 12_340.0, 1.25e6].map(large),
            ["950", "12.3 k", "1.25 M"]
        );
    }
}
