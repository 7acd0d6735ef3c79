//! Wrong initial positions (97 to 09 7.1.a; 18 and 23 7.2.1), including Chess960 (09 F.2; 18 and 23 Guideline II).

use crate::board::{Board, CHESS960_STARTPOS_COUNT, CastlingSide, chess960_startpos};
use crate::laws::edition::{Edition, Rules};
use crate::types::{Bitboard, Color, ColoredPiece, File, Move, Piece, Rank, Square};
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
    /// A player's pieces are not a full set, or not on the first two ranks (Articles 2.2 and 2.3).
    Incomplete(Color),
    /// The players' pieces stand on each other's ranks.
    WrongRanks,
}

impl ArrangementError {
    /// True if the rules of Chess960 are broken, not those of standard chess.
    pub const fn is_about_chess960(self) -> bool {
        matches!(
            self,
            Self::BishopsOnOneColor(_) | Self::KingOutsideRooks(_) | Self::NotMirrored
        )
    }
}

impl fmt::Display for ArrangementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KingAndQueenSwapped(color) => {
                write!(f, "king and queen of {color:#} have changed places")
            }
            Self::BishopsOnOneColor(color) => {
                write!(f, "the bishops of {color:#} stand on squares of one colour")
            }
            Self::KingOutsideRooks(color) => {
                write!(f, "the king of {color:#} does not stand between the rooks")
            }
            Self::NotMirrored => {
                f.write_str("the black pieces do not stand opposite the white ones")
            }
            Self::NotStandard(color) => {
                write!(
                    f,
                    "the pieces of {color:#} do not stand as in standard chess"
                )
            }
            Self::Incomplete(color) => {
                write!(
                    f,
                    "{color:#} does not have the 16 pieces of 2.2 on the squares of 2.3"
                )
            }
            Self::WrongRanks => f.write_str("the pieces stand on the ranks of the opponent (2.3)"),
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
/// `chess960` tells whether Chess960 is played; `None` if unknown. In that case the game counts as standard chess if
/// either side stands as in standard chess, or with king and queen swapped, although both sides may be swapped in
/// Chess960.
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
        || chess960.is_none() && !ranks.iter().any(|&(_, rank)| standard_pieces(rank))
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

/// The errors of a position that can only be a wrong initial one: no move has been made, and a few pieces are missing or
/// stand elsewhere, or both sides stand on the opponent's ranks. Empty for every other position, and for a correct one.
pub fn incomplete_sides(board: &Board, chess960: bool) -> Vec<ArrangementError> {
    const FEW: usize = 4;
    if is_arrangement(board) || board.game_ply() != 0 || board.halfmove_clock() != 0 {
        return Vec::new();
    }
    let opposite = |color: Color| pieces_on_ranks(board, color, !color).is_some();
    if Color::ALL.into_iter().all(opposite) {
        return vec![ArrangementError::WrongRanks];
    }
    let displaced = Color::ALL.map(|color| displaced_pieces(board, color, chess960));
    if displaced[0] + displaced[1] > FEW {
        return Vec::new();
    }
    let wrong = Color::ALL
        .into_iter()
        .filter(|color| displaced[color.index()] > 0);
    wrong.map(ArrangementError::Incomplete).collect()
}

/// How many squares of a player's first two ranks lack their piece, with the pieces elsewhere; in Chess960 any piece may
/// stand on the first rank.
fn displaced_pieces(board: &Board, color: Color, chess960: bool) -> usize {
    let start = Board::start();
    let home = start.colors(color);
    let own = board.colors(color);
    let wrong = home.into_iter().filter(|&square| {
        let (found, expected) = (board.piece_at(square), start.piece_at(square));
        let is_right = found == expected
            || chess960 && expected != Some(Piece::Pawn) && found != Some(Piece::Pawn);
        !own.has(square) || !is_right
    });
    wrong.count().max((own & !home).count() as usize)
}

/// The castling that the Laws forbid, although the rules of Chess960 would allow it, in a game of standard chess whose wrong
/// initial position stands: by a king that began on the queen's square (09 A.4.a), or since 2018 by a king or with a rook that
/// began on any wrong square (18 A.4.1; 23 A.5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BarredCastling {
    /// For White and Black, on the king's side and on the queen's side.
    sides: [[bool; 2]; 2],
}

impl BarredCastling {
    /// The castling that is forbidden in a game from this position.
    pub fn new(start: &Board, chess960: Option<bool>, rules: &Rules) -> Self {
        if rules.misplaced_king_article().is_none() {
            return Self::default();
        }
        let errors = arrangement_errors(start, chess960);
        let sides = Color::ALL.map(|color| {
            let stands = |piece, square: Square| {
                let found = start.colored_piece_at(square.relative_to(color));
                found == Some(ColoredPiece::new(color, piece))
            };
            let swapped = errors.contains(&ArrangementError::KingAndQueenSwapped(color));
            let wrong = errors.contains(&ArrangementError::NotStandard(color));
            if swapped || wrong && rules.edition >= Edition::Fide2018 {
                let king = stands(Piece::King, Square::E1);
                [Square::H1, Square::A1].map(|corner| !(king && stands(Piece::Rook, corner)))
            } else {
                [false; 2]
            }
        });
        Self { sides }
    }

    /// True if the player may not castle on this side.
    pub fn bars_side(self, color: Color, side: CastlingSide) -> bool {
        self.sides[color.index()][usize::from(side == CastlingSide::Queen)]
    }

    /// True if a move of the player is castling that is forbidden.
    pub fn bars(self, color: Color, mv: Move) -> bool {
        mv.is_castling() && self.bars_side(color, CastlingSide::of(mv.from(), mv.to()))
    }
}

/// True if no move has been made, all pawns stand on their squares, and a full set of pieces stands behind them.
pub fn is_arrangement(board: &Board) -> bool {
    let complete = |color| first_rank(board, color).is_some();
    Color::ALL.into_iter().all(complete) && board.game_ply() == 0 && board.halfmove_clock() == 0
}

/// The number of the Chess960 start position with this arrangement of the pieces; `None` if there is none.
pub fn chess960_number(board: &Board) -> Option<usize> {
    let ranks = Color::ALL.map(|color| first_rank(board, color));
    (0..CHESS960_STARTPOS_COUNT).find(|&number| {
        let start = chess960_startpos(number);
        ranks[0].is_some() && ranks == Color::ALL.map(|color| first_rank(&start, color))
    })
}

/// The pieces of a player on the first rank, if they are a full set and all pawns stand in front of them.
fn first_rank(board: &Board, color: Color) -> Option<FirstRank> {
    pieces_on_ranks(board, color, color)
}

/// The pieces of `color` on the first rank of `side`, if they are a full set and all pawns stand in front of them.
fn pieces_on_ranks(board: &Board, color: Color, side: Color) -> Option<FirstRank> {
    let [back, front] = match side {
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
