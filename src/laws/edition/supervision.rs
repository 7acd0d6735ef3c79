//! How closely rapid and blitz games are supervised.

use super::unknown_name::{UnknownName, by_name};
use crate::util::word_enum::word_enum;
use std::str::FromStr;

word_enum! {
    /// Whether an arbiter sees every move of a rapid or blitz game. With one arbiter for at most three games (in blitz one
    /// game) the Competition Rules apply (09 A.3 and B.2; 18 A.3 and B.3; 23 A.4 and B.3); otherwise the clauses of the
    /// appendices do, which leave claims to the players (09 A.4 and B.3; 18 A.4 and B.4; 23 A.5 and B.4).
    ///
    /// It makes no difference in standard chess, nor in 1997 and 2001, whose appendices cover all games (97 B.2, C.2).
    /// Sub-numbers of 2018 and 2023 are from secondary sources.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Supervision {
        /// Supervised: the arbiter sees every move and every clock.
        #[default]
        Supervised = "supervised",
        /// There is no arbiter, or not enough of them.
        Unsupervised = "unsupervised",
    }
}

impl FromStr for Supervision {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        by_name(text, &Self::ALL, Self::name)
    }
}
