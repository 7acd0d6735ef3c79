//! Wrong initial positions (97 to 09 7.1.a; 18 and 23 7.2.1), including Chess960 (09 F.2; 18 and 23 Guideline II).

use crate::board::{Board, CHESS960_STARTPOS_COUNT, chess960_startpos};
use crate::types::{Bitboard, Color, File, Piece, Rank, Square};
use std::fmt;

/// An error in the initial arrangement of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrangementError {
    /// The king and queen of a player are swapped.
    KingAndQueenSwapped(Color),
    /// Both bishops of a player stand on squares of the same colour.
    BishopsOnOneColor(Color),
    /// The king of a player does not stand between the rooks.
    KingOutsideRooks(Color),
    /// Black's pieces do not mirror White's.
    NotMirrored,
    /// A player's pieces do not stand as in standard chess, although standard chess is played.
    NotStandard(Color),
}

impl fmt::Display for ArrangementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KingAndQueenSwapped(color) => {
                write!(f, "king and queen of {color} have changed places")
            }
            Self::BishopsOnOneColor(color) => {
                write!(f, "the bishops of {color} stand on squares of one colour")
            }
            Self::KingOutsideRooks(color) => {
                write!(f, "the king of {color} does not stand between the rooks")
            }
            Self::NotMirrored => {
                f.write_str("the pieces of black do not stand opposite those of white")
            }
            Self::NotStandard(color) => {
                write!(f, "the pieces of {color} do not stand as in standard chess")
            }
        }
    }
}

/// The pieces of the first rank, from the a-file.
type FirstRank = [Piece; 8];

const STANDARD: FirstRank = [
    Piece::Rook,
    Piece::Knight,
    Piece::Bishop,
    Piece::Queen,
    Piece::King,
    Piece::Bishop,
    Piece::Knight,
    Piece::Rook,
];
const SWAPPED: FirstRank = {
    let mut rank = STANDARD;
    rank.swap(3, 4);
    rank
};

/// The errors in the arrangement of a position in which no move has been made. Empty if it is right, or if the position
/// is not an initial one, with all pawns on their squares and a full set of pieces behind them.
///
/// `chess960` tells whether Chess960 is played; `None` if unknown. In that case a swapped king and queen still count as
/// an error, although that arrangement is valid in Chess960.
///
/// ```
/// use compongo::Color;
/// use compongo::laws::initial_position::{ArrangementError, arrangement_errors};
///
/// let board = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".parse()?;
/// assert_eq!(arrangement_errors(&board, None), [ArrangementError::KingAndQueenSwapped(Color::Black)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn arrangement_errors(board: &Board, chess960: Option<bool>) -> Vec<ArrangementError> {
    let [Some(white), Some(black)] = Color::ALL.map(|color| first_rank(board, color)) else {
        return Vec::new();
    };
    if !is_arrangement(board) || white == STANDARD && black == STANDARD {
        return Vec::new();
    }
    let ranks = [(Color::White, white), (Color::Black, black)];
    let standard_pieces = |rank| rank == STANDARD || rank == SWAPPED;
    let mut errors = Vec::new();
    if chess960 == Some(true)
        || chess960.is_none() && !ranks.iter().all(|&(_, rank)| standard_pieces(rank))
    {
        for (color, rank) in ranks {
            errors.extend(
                bishops_on_one_color(rank).then_some(ArrangementError::BishopsOnOneColor(color)),
            );
            errors.extend(
                king_outside_rooks(rank).then_some(ArrangementError::KingOutsideRooks(color)),
            );
        }
        errors.extend((white != black).then_some(ArrangementError::NotMirrored));
    } else {
        for (color, rank) in ranks {
            errors.extend(match rank {
                STANDARD => None,
                SWAPPED => Some(ArrangementError::KingAndQueenSwapped(color)),
                _ => Some(ArrangementError::NotStandard(color)),
            });
        }
    }
    errors
}

/// True if no move has been made, all pawns stand on their squares, and a full set of pieces stands behind them.
pub fn is_arrangement(board: &Board) -> bool {
    let complete = |color| first_rank(board, color).is_some();
    Color::ALL.into_iter().all(complete) && board.game_ply() == 0 && board.halfmove_clock() == 0
}

/// The number of the Chess960 start position with this arrangement of the pieces.
pub fn chess960_number(board: &Board) -> Option<usize> {
    let ranks = Color::ALL.map(|color| first_rank(board, color));
    (0..CHESS960_STARTPOS_COUNT).find(|&number| {
        let start = chess960_startpos(number);
        ranks[0].is_some() && ranks == Color::ALL.map(|color| first_rank(&start, color))
    })
}

/// The pieces of a player on the first rank, if they are a full set and all pawns stand in front of them.
fn first_rank(board: &Board, color: Color) -> Option<FirstRank> {
    let [back, front] = match color {
        Color::White => [Rank::R1, Rank::R2],
        Color::Black => [Rank::R8, Rank::R7],
    };
    if board.colored_pieces(color, Piece::Pawn) != Bitboard::rank(front) {
        return None;
    }
    let mut pieces = [Piece::Pawn; 8];
    for (piece, file) in pieces.iter_mut().zip(File::ALL) {
        let found = board.colored_piece_at(Square::new(file, back))?;
        *piece = (found.color() == color).then_some(found.piece())?;
    }
    let sorted = |mut rank: FirstRank| {
        rank.sort_unstable_by_key(|&piece| piece as u8);
        rank
    };
    (sorted(pieces) == sorted(STANDARD)).then_some(pieces)
}

fn files_of(rank: FirstRank, piece: Piece) -> Vec<usize> {
    (0..8).filter(|&file| rank[file] == piece).collect()
}

fn bishops_on_one_color(rank: FirstRank) -> bool {
    let bishops = files_of(rank, Piece::Bishop);
    bishops[0] % 2 == bishops[1] % 2
}

fn king_outside_rooks(rank: FirstRank) -> bool {
    let (king, rooks) = (files_of(rank, Piece::King)[0], files_of(rank, Piece::Rook));
    !(rooks[0]..rooks[1]).contains(&king)
}
