//! One bit for every position of a class.

use super::build;
use super::class::Class;
use super::spot::Spot;
use crate::board::Board;
use crate::types::Color;
use once_cell::sync::OnceCell;

/// What a bit says of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Black is mated.
    Mate,
    /// White can mate with his next move.
    MateInOne,
    /// White can mate some day.
    Winnable,
    /// White can reach a position in which Black, to move, cannot avoid mate by the next move.
    Potential,
}

impl Kind {
    /// True if the position itself is one that `color` wants to reach.
    pub(super) fn is_goal(self, board: &Board, color: Color) -> bool {
        let is_mate = |board: &Board| board.in_check() && !board.has_legal_move();
        let after = |board: &Board, mv| {
            let mut next = *board;
            next.play(mv);
            next
        };
        match self {
            Self::Mate | Self::MateInOne | Self::Winnable => board.stm() != color && is_mate(board),
            Self::Potential => {
                board.stm() != color
                    && board.has_legal_move()
                    && board.legal_moves().into_iter().all(|reply| {
                        let replied = after(board, reply);
                        let mut moves = replied.legal_moves().into_iter();
                        moves.any(|mv| is_mate(&after(&replied, mv)))
                    })
            }
        }
    }
}

/// A set of positions of one class.
pub(super) struct Layer(Vec<u64>);

impl Layer {
    /// The set without a position.
    pub(super) fn empty(class: Class) -> Self {
        Self(vec![0; Spot::words(class)])
    }

    /// The squares of the black king with which a spot belongs to the set.
    #[inline]
    pub(super) fn read(&self, spot: &Spot) -> u64 {
        if spot.is_right() {
            mirror_files(self.0[spot.mirrored().index()])
        } else {
            self.0[spot.index()]
        }
    }

    /// The word of a spot whose white king stands on one of the files a to d.
    #[inline]
    pub(super) fn word_mut(&mut self, spot: &Spot) -> &mut u64 {
        &mut self.0[spot.index()]
    }
}

/// The set of this kind in a class, built if it is asked for the first time.
pub(super) fn layer(kind: Kind, class: Class) -> &'static Layer {
    #[allow(
        clippy::declare_interior_mutable_const,
        reason = "it only fills arrays"
    )]
    const NONE: OnceCell<Layer> = OnceCell::new();
    static LAYERS: [[OnceCell<Layer>; Class::COUNT]; 4] = [const { [NONE; Class::COUNT] }; 4];
    LAYERS[kind as usize][class.index()].get_or_init(|| build::build(kind, class))
}

fn mirror_files(set: u64) -> u64 {
    let set = set >> 1 & 0x5555_5555_5555_5555 | (set & 0x5555_5555_5555_5555) << 1;
    let set = set >> 2 & 0x3333_3333_3333_3333 | (set & 0x3333_3333_3333_3333) << 2;
    set >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (set & 0x0F0F_0F0F_0F0F_0F0F) << 4
}
