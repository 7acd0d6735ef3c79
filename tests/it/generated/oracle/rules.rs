//! The penalties of events, by edition and mode.

use compongo::laws::control::Period;
use compongo::laws::edition::{Edition, Mode, Supervision};
use compongo::laws::outcome::OutcomeKind;
use compongo::match_runner::settings::MatchSettings;

/// The number of illegal moves that loses, and the minutes that the opponent gets for the others (97 7.4, 10.3, B.5, C.3;
/// 01 and 09 7.4.b; 09 B.3.c; 18 and 23 7.5.5).
pub fn ladder(settings: &MatchSettings, period: Option<Period>) -> (Option<u32>, u64) {
    let is_unsupervised = settings.supervision == Supervision::Unsupervised;
    let is_finish = period.is_some_and(|period| period.is_fixed_finish());
    match (settings.edition, mode(settings)) {
        (Edition::Fide1997, Mode::Standard) if is_finish => (Some(3), 2),
        (Edition::Fide1997, Mode::Standard) => (None, 0),
        (Edition::Fide1997 | Edition::Fide2001, Mode::Blitz) => (Some(1), 0),
        (Edition::Fide2009, Mode::Blitz) if is_unsupervised => (Some(1), 0),
        (Edition::Fide1997 | Edition::Fide2001 | Edition::Fide2009, _) => (Some(3), 2),
        (Edition::Fide2018, Mode::Blitz) | (Edition::Fide2023, Mode::Rapid | Mode::Blitz) => {
            (Some(2), 1)
        }
        (Edition::Fide2018 | Edition::Fide2023, _) => (Some(2), 2),
    }
}

/// The seconds that the opponent gets for a wrong claim (9.5).
pub fn claim_bonus(settings: &MatchSettings) -> u64 {
    match (settings.edition, mode(settings)) {
        (Edition::Fide1997 | Edition::Fide2001 | Edition::Fide2009, _) => 180,
        (Edition::Fide2018, Mode::Blitz) | (Edition::Fide2023, Mode::Rapid | Mode::Blitz) => 60,
        (Edition::Fide2018 | Edition::Fide2023, _) => 120,
    }
}

/// True if a loss by an event is a draw where the opponent cannot mate (97 6.9, 01 6.10, later 6.9; 09 7.4.b; 18 and 23 7.5.5;
/// 23 5.1.2).
pub fn is_excused(settings: &MatchSettings, end: OutcomeKind) -> bool {
    match end {
        OutcomeKind::FlagFall => true,
        OutcomeKind::Resignation => settings.edition == Edition::Fide2023,
        OutcomeKind::IllegalMove => {
            settings.edition >= Edition::Fide2009 || mode(settings) == Mode::Blitz
        }
        _ => false,
    }
}

fn mode(settings: &MatchSettings) -> Mode {
    settings.mode.expect("every generated game has one")
}
