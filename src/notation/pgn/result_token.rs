//! The result of a game in PGN.

use std::fmt;

/// The result of a game in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultToken {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is not over, or has a result without a token.
    Open,
}

impl ResultToken {
    /// The PGN text.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

impl fmt::Display for ResultToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
