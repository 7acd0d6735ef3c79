//! Material signatures and the indices of their positions.

use super::position::TablePosition;
use crate::laws::winnable::table::PlacedPiece;
use crate::types::{Color, ColoredPiece, File, Piece, Rank, Square};
use std::ops::Range;

/// Pawn squares on the files a to d.
const PAWN_SQUARES: usize = 24;
/// White king squares without pawns: the triangle a1, d1, d4.
const KING_SQUARES: usize = 10;

/// The pieces beside the kings.
///
/// A signature includes the one with colours swapped: pieces are sorted from pawn to queen and the last is White's; two
/// pawns of different colours, or two equal pieces, are in the order White, Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MaterialSignature {
    pieces: [Option<ColoredPiece>; 2],
}

impl MaterialSignature {
    /// An upper bound of [`Self::number`].
    pub const COUNT: usize = 121;
    /// The bare kings.
    pub const KINGS: Self = Self { pieces: [None; 2] };

    /// All signatures but the bare kings, those that captures and promotions lead to first.
    pub fn all() -> Vec<Self> {
        let mut materials = Vec::new();
        let pieces = || (0..10).map(ColoredPiece::from_index);
        for first in pieces() {
            for second in pieces().map(Some).chain([None]) {
                let mut position = TablePosition::kings(Color::White, [Square::A1, Square::C1]);
                for piece in [Some(first), second].into_iter().flatten() {
                    position.add(PlacedPiece::new(piece, Square::E4));
                }
                let material = Self::of(&oriented(position));
                if !materials.contains(&material) {
                    materials.push(material);
                }
            }
        }
        materials.sort_by_key(|material| material.stage());
        materials
    }

    /// Those of at most `pieces` pieces, kings included.
    pub fn up_to(pieces: u32) -> Vec<Self> {
        let mut materials = Self::all();
        materials.retain(|material| 2 + material.count() as u32 <= pieces);
        materials
    }

    fn of(oriented: &TablePosition) -> Self {
        let piece = |index: usize| oriented.pieces().get(index).map(|placed| placed.colored());
        Self {
            pieces: [piece(0), piece(1)],
        }
    }

    /// The numbers of pieces and pawns. Every capture and promotion lowers one of them.
    pub fn stage(self) -> (usize, usize) {
        (self.count(), self.pawns())
    }

    fn count(self) -> usize {
        self.pieces.iter().flatten().count()
    }

    fn pawns(self) -> usize {
        let pieces = self.pieces.iter().flatten();
        pieces.filter(|piece| piece.piece == Piece::Pawn).count()
    }

    /// A number below [`Self::COUNT`].
    pub fn number(self) -> usize {
        let code = |piece: Option<ColoredPiece>| piece.map_or(10, ColoredPiece::index);
        code(self.pieces[0]) * 11 + code(self.pieces[1])
    }

    /// The size of the table.
    pub fn size(self) -> usize {
        let (first, king) = if self.pawns() > 0 {
            (PAWN_SQUARES, 64)
        } else {
            (64, KING_SQUARES)
        };
        let first = if self.count() == 0 { 1 } else { first };
        let second = if self.count() == 2 { 64 } else { 1 };
        first * second * 2 * king * 64
    }

    /// The slices of the table, which only pawn moves and captures leave; those that pawn moves lead to come first.
    pub fn slices(self) -> Vec<Range<usize>> {
        let parts = match self.pawns() {
            0 => 1,
            1 => PAWN_SQUARES,
            _ => PAWN_SQUARES * 64,
        };
        let size = self.size() / parts;
        let mut starts: Vec<usize> = (0..self.size()).step_by(size).collect();
        starts.sort_by_key(|&start| self.pawn_distance(start));
        starts
            .into_iter()
            .map(|start| start..start + size)
            .collect()
    }

    /// How many ranks the pawns are from promotion, in total.
    fn pawn_distance(self, index: usize) -> usize {
        let position = self.position(index);
        let pawns = position
            .pieces()
            .iter()
            .filter(|placed| placed.piece == Piece::Pawn);
        pawns
            .map(|placed| 7 - placed.square.rank().relative_to(placed.color).index())
            .sum()
    }

    /// The position of an index. It may be illegal, or have a smaller index too.
    pub fn position(self, index: usize) -> TablePosition {
        let mut rest = index;
        let mut digit = |base: usize| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let square = |digit: usize| Square::from_index(digit as u8);
        let black_king = square(digit(64));
        let white_king = if self.pawns() > 0 {
            square(digit(64))
        } else {
            TRIANGLE[digit(KING_SQUARES)]
        };
        let stm = Color::ALL[digit(2)];
        let mut squares = [Square::A1; 2];
        if self.count() == 2 {
            squares[1] = square(digit(64));
        }
        squares[0] = if self.pawns() > 0 {
            // Rows of four squares, from a2 on.
            let digit = digit(PAWN_SQUARES);
            square(8 + digit / 4 * 8 + digit % 4)
        } else {
            square(digit(64))
        };
        let mut position = TablePosition::kings(stm, [white_king, black_king]);
        for (piece, square) in self.pieces.into_iter().flatten().zip(squares) {
            position.add(PlacedPiece::new(piece, square));
        }
        position
    }

    /// The index of a position of this signature with its pieces in order.
    fn index(self, position: &TablePosition) -> usize {
        if self.pawns() > 0 {
            let right = position.pieces()[0].square.file() > File::D;
            return if right {
                index_with_pawns(&position.map(mirrored))
            } else {
                index_with_pawns(position)
            };
        }
        let king = position.kings[0];
        let mut turned = *position;
        if king.file() > File::D {
            turned = turned.map(mirrored);
        }
        if king.rank() > Rank::R4 {
            turned = turned.map(Square::flip_rank);
        }
        let king = turned.kings[0];
        let (file, rank) = (king.file().index(), king.rank().index());
        match rank.cmp(&file) {
            std::cmp::Ordering::Less => index_without_pawns(&turned),
            std::cmp::Ordering::Greater => index_without_pawns(&turned.map(transposed)),
            // On the diagonal, a position and its mirror image have the same king square.
            std::cmp::Ordering::Equal => {
                index_without_pawns(&turned).min(index_without_pawns(&turned.map(transposed)))
            }
        }
    }
}

/// The signature and the index of a position.
pub(super) fn table_index(position: &TablePosition) -> (MaterialSignature, usize) {
    let oriented = oriented(*position);
    let material = MaterialSignature::of(&oriented);
    (material, material.index(&oriented))
}

/// Sorts the pieces and, if need be, swaps the colours.
fn oriented(mut position: TablePosition) -> TablePosition {
    let pieces = position.pieces_mut();
    if let [first, second] = pieces
        && first.colored().index() > second.colored().index()
    {
        std::mem::swap(first, second);
    }
    let flip = match position.pieces() {
        [] => false,
        [only] => only.color == Color::Black,
        [first, second, ..] => {
            second.color == Color::Black
                && (first.color == Color::Black || first.piece != second.piece)
        }
    };
    if flip { position.flipped() } else { position }
}

fn index_with_pawns(position: &TablePosition) -> usize {
    let pieces = position.pieces();
    let pawn = pieces[0].square;
    let first = (pawn.rank().index().wrapping_sub(1)) * 4 + pawn.file().index();
    let king = position.kings[0].index();
    index(position, first, king, 64)
}

fn index_without_pawns(position: &TablePosition) -> usize {
    let first = position
        .pieces()
        .first()
        .map_or(0, |placed| placed.square.index());
    let king = position.kings[0];
    let (file, rank) = (king.file().index(), king.rank().index());
    index(position, first, file * (file + 1) / 2 + rank, KING_SQUARES)
}

fn index(position: &TablePosition, first: usize, king: usize, kings: usize) -> usize {
    let pieces = match position.pieces() {
        [_, second] => first * 64 + second.square.index(),
        _ => first,
    };
    ((pieces * 2 + position.stm.index()) * kings + king) * 64 + position.kings[1].index()
}

/// The white king squares without pawns.
const TRIANGLE: [Square; KING_SQUARES] = [
    Square::A1,
    Square::B1,
    Square::B2,
    Square::C1,
    Square::C2,
    Square::C3,
    Square::D1,
    Square::D2,
    Square::D3,
    Square::D4,
];

/// Mirrors files.
const fn mirrored(square: Square) -> Square {
    Square::from_index(square as u8 ^ 7)
}

/// Mirrors at the diagonal from a1 to h8.
const fn transposed(square: Square) -> Square {
    let square = square as u8;
    Square::from_index(square >> 3 | (square & 7) << 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rng;
    use std::collections::BTreeSet;

    /// The name, such as `KRKN`.
    fn name(material: MaterialSignature) -> String {
        let pieces = |color: Color| {
            let pieces = material.pieces.iter().rev().flatten();
            let pieces = pieces.filter(move |piece| piece.color == color);
            pieces.map(|piece| piece.piece.letter().to_ascii_uppercase())
        };
        let mut name = String::from("K");
        name.extend(pieces(Color::White));
        name.push('K');
        name.extend(pieces(Color::Black));
        name
    }

    #[test]
    fn there_are_35_signatures() {
        let all = MaterialSignature::all();
        let numbers: BTreeSet<usize> = all.iter().map(|material| material.number()).collect();
        assert_eq!((all.len(), numbers.len()), (35, 35));
        assert!(
            numbers
                .iter()
                .all(|&number| number < MaterialSignature::COUNT)
        );
        let names: Vec<String> = all.iter().map(|&material| name(material)).collect();
        assert_eq!(names[..5], ["KNK", "KBK", "KRK", "KQK", "KPK"]);
        for name in ["KQKR", "KBNK", "KRKP", "KPKP", "KPPK"] {
            assert!(names.iter().any(|other| other == name), "{name}: {names:?}");
        }
    }

    #[test]
    fn indices_round_trip() {
        let mut rng = Rng::new(4);
        for material in MaterialSignature::all() {
            let mut legal = 0;
            for _ in 0..2_000 {
                let index = rng.below(material.size());
                let position = material.position(index);
                if !position.is_legal() {
                    continue;
                }
                legal += 1;
                let (other, found) = table_index(&position);
                assert_eq!(other, material);
                // The same position may have a smaller index.
                assert!(
                    found <= index && table_index(&material.position(found)) == (material, found)
                );
                assert_eq!(table_index(&position.flipped()).0, material);
            }
            assert!(legal > 100, "{}", name(material));
        }
    }

    #[test]
    fn symmetric_positions_share_an_index() {
        let mut rng = Rng::new(5);
        for material in MaterialSignature::all() {
            for _ in 0..500 {
                let position = material.position(rng.below(material.size()));
                if !position.is_legal() {
                    continue;
                }
                let here = table_index(&position);
                assert_eq!(table_index(&position.map(mirrored)), here);
                if material.pawns() == 0 {
                    assert_eq!(table_index(&position.map(transposed)), here);
                    assert_eq!(table_index(&position.map(Square::flip_rank)), here);
                }
            }
        }
    }
}
