//! The judgement of a move, by its loss in expected score, or by the mate that it gives up or allows.

use super::win_curve::JudgementLimits;
use crate::types::UciScore;
use serde::Serialize;

/// For losses in centipawns, scores are capped at ± this many centipawns; a mate counts as the cap.
pub const CENTIPAWN_LIMIT: i32 = 1000;

/// The longest mate, in moves, that matters to a player who is ten pawns ahead or behind.
const SHORT_MATE: i32 = 3;

/// The judgement of a move: by its loss, or in games of people by [`Judgement::of_mate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// The only move that holds, if it is not an obvious one: `!`.
    Good,
    /// It loses at least [`JudgementLimits::inaccuracy`]: `?!`.
    Inaccuracy,
    /// It loses at least [`JudgementLimits::mistake`]: `?`.
    Mistake,
    /// It loses at least [`JudgementLimits::blunder`]: `??`.
    Blunder,
}

impl Judgement {
    /// The judgement of a move with this loss of expected score; `None` if it is no error.
    pub fn of_loss(loss: f64, limits: &JudgementLimits) -> Option<Self> {
        match loss {
            loss if loss >= limits.blunder => Some(Self::Blunder),
            loss if loss >= limits.mistake => Some(Self::Mistake),
            loss if loss >= limits.inaccuracy => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The judgement of a move that gives up a forced mate, or allows the opponent one, by the limits that Lichess publishes;
    /// `None` for other moves, and if the game was decided anyway and the mate is a long one. Both scores are the player's;
    /// mate in 0 after the move is the player's mate.
    pub fn of_mate(before: UciScore, after: UciScore) -> Option<Self> {
        // The length of the mate, and how far the player is ahead without it, or was behind before the opponent's.
        let (moves, lead) = match (before, after) {
            (UciScore::Mate(moves @ 1..), UciScore::Cp(cp)) => (moves, cp),
            (UciScore::Mate(moves @ 1..), UciScore::Mate(..0)) => (moves, 0),
            (UciScore::Cp(cp), UciScore::Mate(moves @ ..0)) => (-moves, -cp),
            _ => return None,
        };
        match lead {
            1000.. if moves > SHORT_MATE => None,
            1000.. => Some(Self::Inaccuracy),
            701.. => Some(Self::Mistake),
            _ => Some(Self::Blunder),
        }
    }

    /// True for an inaccuracy, a mistake or a blunder.
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Good)
    }

    /// The numeric annotation glyph of PGN.
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Good => 1,
            Self::Mistake => 2,
            Self::Blunder => 4,
            Self::Inaccuracy => 6,
        }
    }

    /// The annotation sign: `!`, `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Good => "!",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The word, with a capital letter.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Good => "Only move",
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::win_curve::WinCurve;
    use super::*;

    #[test]
    fn losses_have_names() {
        let signs = |curve: WinCurve, losses: [f64; 6]| {
            let limits = curve.limits();
            losses.map(|loss| Judgement::of_loss(loss, &limits).map_or("", Judgement::sign))
        };
        let expected = ["", "", "?!", "?", "??", "??"];
        let of_engines = [0.0, 0.099, 0.1, 0.2, 0.3, 1.0];
        assert_eq!(signs(WinCurve::Engines, of_engines), expected);
        assert_eq!(
            signs(WinCurve::People, of_engines.map(|loss| loss / 2.0)),
            expected
        );
        let glyphs = [
            Judgement::Inaccuracy,
            Judgement::Mistake,
            Judgement::Blunder,
        ];
        assert_eq!(glyphs.map(Judgement::glyph), [6, 2, 4]);
    }

    #[test]
    fn mates_given_up_or_allowed_have_names() {
        use UciScore::{Cp, Mate};
        let sign = |before, after| Judgement::of_mate(before, after).map_or("", Judgement::sign);
        for (cp, expected) in [
            (1000, "?!"),
            (999, "?"),
            (701, "?"),
            (700, "??"),
            (-50, "??"),
        ] {
            assert_eq!(sign(Mate(3), Cp(cp)), expected, "{cp}");
            assert_eq!(sign(Cp(-cp), Mate(-3)), expected, "{cp}");
        }
        assert_eq!(sign(Mate(3), Mate(-1)), "??");
        for (before, after) in [
            (Mate(4), Cp(1000)),
            (Cp(-1000), Mate(-4)),
            (Mate(3), Mate(9)),
            (Mate(1), Mate(0)),
            (Mate(-2), Mate(-1)),
            (Mate(-2), Cp(0)),
            (Cp(0), Mate(5)),
            (Cp(500), Cp(-500)),
        ] {
            assert_eq!(sign(before, after), "", "{before:?} {after:?}");
        }
    }
}
