//! Searching some positions deeper.

use super::stack::StackEntry;

/// Check extension: a check leaves few replies and settles much.
///
/// When: the side to move is in check.
#[inline]
pub(super) fn extension(frame: &StackEntry) -> i32 {
    i32::from(frame.board.in_check())
}
