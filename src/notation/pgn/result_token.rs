//! The result of a game in PGN.

use crate::util::word_enum::word_enum;

word_enum! {
    /// The result of a game in PGN.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ResultToken {
        /// `1-0`
        WhiteWins = "1-0",
        /// `0-1`
        BlackWins = "0-1",
        /// `1/2-1/2`
        Draw = "1/2-1/2",
        /// `*`: the game is not over, or has a result without a token.
        Open = "*",
    }
}
