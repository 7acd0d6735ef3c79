//! What is wrong with the text of a game.

use super::ResultToken;

/// Beyond so many, warnings on a game are not collected; only [`PgnWarningKind::NoResult`] still is.
pub const MAX_WARNINGS: usize = 100;

/// Something that does not belong into the text of a game, or is missing in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct PgnWarning {
    /// The number of the line in the file, from 1.
    pub line: u64,
    /// What is wrong.
    pub kind: PgnWarningKind,
}

/// What can be wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnWarningKind {
    /// Text before the game is not part of it. The first word is quoted.
    #[error("text before the game is skipped: '{0}'")]
    Before(String),
    /// A tag has not the form `[Name "value"]`.
    #[error("the tag is not of the form [Name \"value\"]: '{0}'")]
    Tag(String),
    /// A tag appears twice.
    #[error("the tag '{0}' is given twice")]
    RepeatedTag(String),
    /// The number before a move is not its number in the game.
    #[error("move number {found} should be {expected}")]
    MoveNumber {
        /// What is written.
        found: u32,
        /// What the moves say.
        expected: u32,
    },
    /// `12...` before a move of White, or `12.` before a move of Black.
    #[error("the dots after move number {0} point to the wrong side")]
    Dots(u32),
    /// A comment in braces goes on to the end of the game.
    #[error("the comment that begins here is not closed")]
    OpenComment,
    /// A variation goes on to the end of the game.
    #[error("the variation that begins here is not closed")]
    OpenVariation,
    /// A variation before any move.
    #[error("a variation has no move to replace")]
    NoMainMove,
    /// A bracket, brace or parenthesis that begins or ends nothing.
    #[error("'{0}' has no counterpart")]
    Stray(char),
    /// A dollar sign without a number from 0 to 255.
    #[error("'{0}' is no glyph")]
    Glyph(String),
    /// A sign such as `+` or `e.p.` that does not follow a move.
    #[error("'{0}' does not follow a move")]
    StraySign(String),
    /// A move, or another text, after the result. The first word is quoted.
    #[error("text after the result is skipped: '{0}'")]
    After(String),
    /// A second result.
    #[error("another result follows: {0}")]
    SecondResult(ResultToken),
    /// The moves end without a result.
    #[error("the game ends without a result")]
    NoResult,
}
