//! Why a match cannot be played.

use crate::laws::edition::AgreementBanError;

/// The reasons why a match cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MatchSettingsError {
    /// Fewer than two engines.
    #[error("a match needs at least two engines; {0} given")]
    Engines(usize),
    /// Two engines have the same name.
    #[error("two engines are called '{0}'; give each engine its own name")]
    SameName(String),
    /// An engine without a program.
    #[error("engine '{0}' has no command; set the key cmd")]
    NoCommand(String),
    /// An engine without a search limit.
    #[error(
        "engine '{0}' has no search limit; set a time control, a time per move, nodes or depth"
    )]
    NoLimit(String),
    /// A limit of zero.
    #[error("engine '{name}': {what} must be at least 1")]
    Zero {
        /// The engine.
        name: String,
        /// The limit.
        what: &'static str,
    },
    /// Control characters in a text of PGN tags and tables.
    #[error("{0} contains control characters; remove them")]
    ControlCharacters(&'static str),
    /// No games, or no concurrency.
    #[error("the number of games and the concurrency must be at least 1")]
    NoGames,
    /// More games than the schedule supports.
    #[error("the match has more than 10,000,000 games; choose fewer")]
    TooManyGames,
    /// The edition does not allow the match to forbid agreement on a draw.
    #[error(transparent)]
    AgreementBan(#[from] AgreementBanError),
    /// Challengers of a gauntlet without an opponent, or without a gauntlet.
    #[error(
        "a gauntlet of {challengers} challengers needs more than {challengers} engines; other formats have no challengers"
    )]
    Challengers {
        /// The number of challengers.
        challengers: u32,
    },
    /// An SPRT needs exactly two engines; this is their number.
    #[error("an SPRT compares exactly two engines; {0} given")]
    Sprt(usize),
    /// An SPRT stops a match early, but each round of a tournament needs all games of the round before.
    #[error(
        "an SPRT is not possible in a Swiss or knockout tournament; choose a round-robin or a gauntlet"
    )]
    SprtWithRounds,
    /// The mini-matches of a Swiss or knockout tournament are not pairs of games.
    #[error(
        "a Swiss or knockout tournament plays each opening with both colours, so it needs an even number of games per pairing ({0} given) with each opening repeated"
    )]
    Pairs(u32),
    /// More engines than a Swiss or knockout tournament supports.
    #[error("a Swiss or knockout tournament has at most 256 engines; {0} given")]
    TooManyEngines(usize),
    /// A number of rounds in a format without one.
    #[error("only a Swiss tournament takes a number of rounds; leave it out in other formats")]
    NoRounds,
    /// A Swiss tournament without rounds, or with so many that engines might have to meet twice.
    #[error(
        "a Swiss tournament of {engines} engines has 1 to {most} rounds; to play more, choose a round-robin"
    )]
    Rounds {
        /// The number of engines.
        engines: usize,
        /// The most rounds.
        most: usize,
    },
}
