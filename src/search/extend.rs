//! Searching some positions deeper.

use super::stack::Frame;

/// Check extension: a check leaves few replies and settles much.
///
/// When: the side to move is in check.
#[inline]
pub(super) fn extension(frame: &Frame) -> i32 {
    i32::from(frame.board.in_check())
}
