//! The errors in the text of a game.

use super::result_token::ResultToken;

/// The most warnings per game. Beyond that, only the first one that [hides moves](PgnWarningKind::hides_moves) and
/// [`PgnWarningKind::NoResult`] are added.
pub const MAX_WARNINGS: usize = 100;

/// An error in the text of a game, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct PgnWarning {
    /// The number of the line in the file, from 1.
    pub line: u64,
    /// The error.
    pub kind: PgnWarningKind,
}

/// The errors in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnWarningKind {
    /// Text before the game; the first word is quoted.
    #[error("text before the game is skipped: '{0}'")]
    Before(String),
    /// A tag that is not of the form `[Name "value"]`.
    #[error("the tag is not of the form [Name \"value\"]: '{0}'")]
    Tag(String),
    /// A tag appears twice.
    #[error("the tag '{0}' is given twice")]
    RepeatedTag(String),
    /// A wrong move number.
    #[error("move number {found} should be {expected}")]
    MoveNumber {
        /// The number in the text.
        found: u32,
        /// The correct number.
        expected: u32,
    },
    /// `12...` before a move of White, or `12.` before a move of Black.
    #[error("the dots after move number {0} belong to the other side")]
    Dots(u32),
    /// An unclosed comment.
    #[error("the comment that begins here is not closed")]
    OpenComment,
    /// An unclosed variation.
    #[error("the variation that begins here is not closed")]
    OpenVariation,
    /// A variation before any move.
    #[error("a variation has no move to replace")]
    NoMainMove,
    /// An unmatched bracket, brace or parenthesis.
    #[error("unmatched '{0}'")]
    Stray(char),
    /// A `$` without a number from 0 to 255.
    #[error("'{0}' is not a numeric annotation glyph")]
    Glyph(String),
    /// A sign such as `+` or `e.p.` that does not follow a move.
    #[error("'{0}' does not follow a move")]
    StraySign(String),
    /// Text after the result; the first word is quoted.
    #[error("text after the result is skipped: '{0}'")]
    After(String),
    /// A second result.
    #[error("another result follows: {0}")]
    SecondResult(ResultToken),
    /// The moves end without a result.
    #[error("the game ends without a result")]
    NoResult,
}

impl PgnWarningKind {
    /// True if the moves that follow are not read: the rest of the game counts as a comment or a variation, or it follows
    /// the result.
    pub const fn hides_moves(&self) -> bool {
        matches!(
            self,
            Self::OpenComment | Self::OpenVariation | Self::After(_)
        )
    }
}
