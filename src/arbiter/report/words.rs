//! Dates and the reasons why games end, as the report shows them.

use crate::arbiter::pgn::UtcDateTime;
use crate::arbiter::record::TerminationKind;

/// A moment, in milliseconds since 1970, as date and time of day in UTC.
pub fn moment(ms: u64) -> String {
    let text = UtcDateTime::new(ms).to_string();
    text.replace('T', " ").replace("+0000", "UTC")
}

/// A reason in a word or two.
pub const fn reason(kind: TerminationKind) -> &'static str {
    match kind {
        TerminationKind::Checkmate => "Checkmate",
        TerminationKind::Stalemate => "Stalemate",
        TerminationKind::DeadPosition => "Dead position",
        TerminationKind::Fivefold => "Fivefold repetition",
        TerminationKind::SeventyFiveMoves => "75 moves",
        TerminationKind::Threefold => "Threefold repetition",
        TerminationKind::FiftyMoves => "50 moves",
        TerminationKind::FlagFall => "Flag fall",
        TerminationKind::IllegalMove => "Illegal move",
        TerminationKind::Resignation => "Resignation",
        TerminationKind::Agreement => "Agreement",
        TerminationKind::Crash => "Crash",
        TerminationKind::Stall => "No answer",
        TerminationKind::NotReady => "Not ready",
        TerminationKind::Adjudication => "Adjudication",
    }
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn moments_are_dates() {
        assert_eq!(moment(951_782_400_000), "2000-02-29 00:00:00 UTC");
    }
}
