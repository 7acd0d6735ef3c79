use super::{Color, Score, WhiteScore};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A score as UCI writes it, from the view of the side to move: `cp 35`, `mate -3`. In JSON it is a field with that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UciScore {
    /// Centipawns: with 100 at move 32, the side to move wins half of the games. Tablebase wins are 20000 minus their
    /// distance in plies, above all evaluations of real games.
    Cp(i32),
    /// Moves to mate: positive when mating, negative when mated, 0 if mate is on the board.
    Mate(i32),
}

/// The centipawns of a tablebase win at the root.
const TB_WIN: i32 = 20000;

impl From<Score> for UciScore {
    fn from(score: Score) -> Self {
        if let Some(moves) = score.mate_moves() {
            return Self::Mate(moves);
        }
        let value = score.value();
        Self::Cp(if score.is_win() {
            TB_WIN - (Score::TB_WIN.value() - value)
        } else if score.is_loss() {
            (Score::TB_WIN.value() + value) - TB_WIN
        } else {
            score.centipawns()
        })
    }
}

impl UciScore {
    /// The score from White's view; `stm` is the side that it belongs to.
    pub const fn for_white(self, stm: Color) -> Self {
        match (stm, self) {
            (Color::White, _) => self,
            (Color::Black, Self::Cp(value)) => Self::Cp(-value),
            (Color::Black, Self::Mate(moves)) => Self::Mate(-moves),
        }
    }

    /// In pawns or as a mate, as people write it: `+0.35`, `#-3`; `#0` if mate is on the board.
    pub fn in_pawns(self) -> String {
        match self {
            Self::Cp(value) => WhiteScore(value).to_string(),
            Self::Mate(moves) => format!("#{moves}"),
        }
    }
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_centipawns_or_moves_to_mate() {
        let text = |score| UciScore::from(score).to_string();
        assert_eq!(text(Score::new(-178)), "cp -100");
        assert_eq!(text(Score::mate_in(5)), "mate 3");
        assert_eq!(text(Score::mated_in(4)), "mate -2");
        assert_eq!(text(Score::mated_in(0)), "mate 0");
        assert_eq!(text(Score::TB_WIN - 7), "cp 19993");
        assert_eq!(text(-(Score::TB_WIN - 7)), "cp -19993");
    }

    #[test]
    fn for_white_the_scores_of_black_change_their_sign() {
        let scores = [UciScore::Cp(35), UciScore::Mate(-3)];
        assert_eq!(scores.map(|score| score.for_white(Color::White)), scores);
        let for_white = scores.map(|score| score.for_white(Color::Black));
        assert_eq!(for_white, [UciScore::Cp(-35), UciScore::Mate(3)]);
    }
}
