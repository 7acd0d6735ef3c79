//! Endgame knowledge: exact or reliable results of positions with few pieces, which the network judges badly.
//!
//! * King and pawn against king: the [KPK bitbase](super::kpk).
//! * A bare king against mating material, queen against a piece: a winning score with a mop-up term, which guides the
//!   search towards mate.
//! * Material or fortresses that cannot win: a draw, or the network's score scaled towards it.
//!
//! All other positions keep the network's score.

use super::kpk;
use crate::board::Board;
use crate::board::attacks::king_attacks;
use crate::types::{Bitboard, Color, File, Piece, Rank, Square};

/// The most pieces, kings included, for which endgame knowledge applies.
const MAX_PIECES: u32 = 5;

// All scores are in internal units. Small base scores with large mop-up steps win more of these endings than the
// reverse. A possible reason: the search scales scores by the halfmove clock, which can cost a large score as much as a
// small step gains.
/// Mating material against a bare king, without the material itself.
const BARE_KING: i32 = 1200;
/// The bonus per piece on top of that: pawn, minor piece, rook, queen.
const MATERIAL: [i32; 4] = [50, 150, 250, 450];
/// A won position of king and pawn against king, with the pawn on the second rank.
const WON_PAWN: i32 = 700;
/// Bonus for each rank that a winning pawn has advanced.
const PAWN_ADVANCE: i32 = 50;
/// Queen against rook, bishop or knight.
const QUEEN_AGAINST_PIECE: i32 = 600;
/// Bonus for each step of the weaker king from the centre (0 to 6 steps).
const EDGE: i32 = 200;
/// Bonus for each step of the bare king towards a corner of the bishop's colour (0 to 7 steps), with bishop and knight.
const CORNER: i32 = 200;
/// Bonus for each step by which the kings are closer than seven.
const KINGS_CLOSE: i32 = 100;
/// Bonus for each step by which the knight and the bare king are closer than seven.
const KNIGHT_CLOSE: i32 = 30;
/// Bonus for each step between the weaker king and its only piece: a piece left alone falls to a fork.
const PIECE_AWAY: i32 = 40;
/// Divisor of the network's score in endings with rare wins.
const DRAWISH_DIVISOR: i32 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndgameResult {
    /// Won by this colour, with the score.
    Won(Color, i32),
    Drawn,
    /// A draw, with rare exceptions.
    Drawish,
}

/// The score for the side to move, in internal units; `network` is used unless the endgame is known.
#[inline]
pub(super) fn evaluate(board: &Board, network: impl FnOnce() -> i32) -> i32 {
    if board.piece_count() > MAX_PIECES {
        return network();
    }
    match known_result(board) {
        Some(EndgameResult::Won(strong, score)) if strong == board.stm() => score,
        Some(EndgameResult::Won(_, score)) => -score,
        Some(EndgameResult::Drawn) => 0,
        Some(EndgameResult::Drawish) => network() / DRAWISH_DIVISOR,
        None => network(),
    }
}

#[cold]
fn known_result(board: &Board) -> Option<EndgameResult> {
    match Color::ALL.map(|color| board.colors(color).many()) {
        [true, true] => against_piece(board),
        [true, false] => against_bare_king(board, Color::White),
        [false, true] => against_bare_king(board, Color::Black),
        [false, false] => Some(EndgameResult::Drawn),
    }
}

fn against_bare_king(board: &Board, strong: Color) -> Option<EndgameResult> {
    let count = |piece| board.colored_pieces(strong, piece).count() as i32;
    let [pawns, knights, bishops, rooks, queens] = [
        Piece::Pawn,
        Piece::Knight,
        Piece::Bishop,
        Piece::Rook,
        Piece::Queen,
    ]
    .map(count);
    let light = (board.colored_pieces(strong, Piece::Bishop) & Bitboard::LIGHT).count() as i32;
    let bishop_pair = light > 0 && light < bishops;
    if queens + rooks > 0 || bishop_pair || bishops > 0 && knights > 0 || knights > 2 {
        let [pawn, minor, rook, queen] = MATERIAL;
        let material = pawn * pawns + minor * (knights + bishops) + rook * rooks + queen * queens;
        let bishop_and_knight = queens + rooks + pawns == 0 && !bishop_pair && bishops > 0;
        let bare = board.king(!strong);
        let mop_up = if bishop_and_knight {
            let knight = board.pieces(Piece::Knight);
            towards_corner(bare, light > 0) + KNIGHT_CLOSE * (7 - steps_to(bare, knight))
        } else {
            towards_edge(bare)
        };
        let score = BARE_KING + material + mop_up + kings_close(board);
        return Some(EndgameResult::Won(strong, score));
    }
    match (pawns, knights, bishops) {
        (0, ..) => Some(EndgameResult::Drawn),
        (1, 0, 0) => Some(lone_pawn(board, strong)),
        (_, 0, 1..) if is_wrong_bishop(board, strong, light > 0) => Some(EndgameResult::Drawn),
        _ => None,
    }
}

fn lone_pawn(board: &Board, strong: Color) -> EndgameResult {
    let Some(pawn) = board.pieces(Piece::Pawn).first() else {
        return EndgameResult::Drawn;
    };
    let [pawn, king, bare] =
        [pawn, board.king(strong), board.king(!strong)].map(|square| square.relative_to(strong));
    if kpk::is_won(pawn, king, bare, board.stm() == strong) {
        let advance = pawn.rank().index() as i32 - 1;
        EndgameResult::Won(strong, WON_PAWN + PAWN_ADVANCE * advance)
    } else {
        EndgameResult::Drawn
    }
}

/// All pawns are on one rook file, the bishops do not attack its promotion square, and the bare king guards it.
fn is_wrong_bishop(board: &Board, strong: Color, light_bishop: bool) -> bool {
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::new(file, Rank::R8.relative_to(strong));
        (pawns & !Bitboard::file(file)).is_empty()
            && Bitboard::LIGHT.has(corner) != light_bishop
            && (king_attacks(corner) | corner.bb()).has(board.king(!strong))
    })
}

/// The result if both sides have pieces.
fn against_piece(board: &Board) -> Option<EndgameResult> {
    if board.pieces(Piece::Pawn).any() || board.piece_count() > 4 {
        return None;
    }
    let queens = board.pieces(Piece::Queen);
    if queens.any() {
        let strong = if (queens & board.colors(Color::White)).any() {
            Color::White
        } else {
            Color::Black
        };
        if queens.many() {
            return None;
        }
        let weak = board.king(!strong);
        let piece = board.colors(!strong) & !weak.bb();
        let mop_up = towards_edge(weak) + kings_close(board) + PIECE_AWAY * steps_to(weak, piece);
        let score = QUEEN_AGAINST_PIECE + mop_up;
        return Some(EndgameResult::Won(strong, score));
    }
    // Rook against bishop or knight, or two minor pieces.
    (!board.pieces(Piece::Rook).many()).then_some(EndgameResult::Drawish)
}

/// King moves between a square and the first of some pieces; 0 without pieces.
fn steps_to(square: Square, pieces: Bitboard) -> i32 {
    pieces
        .first()
        .map_or(0, |piece| i32::from(piece.distance(square)))
}

/// Mop-up: drives the weaker king to the edge.
fn towards_edge(king: Square) -> i32 {
    let steps = |index: usize| (3 - index as i32).max(index as i32 - 4);
    EDGE * (steps(king.file().index()) + steps(king.rank().index()))
}

/// Mop-up: drives the bare king to a corner of the bishop's colour. The bonus is the distance from the long diagonal
/// that joins the other two corners, since the king must leave it.
fn towards_corner(king: Square, light: bool) -> i32 {
    let (file, rank) = (king.file().index() as i32, king.rank().index() as i32);
    CORNER * if light { file - rank } else { 7 - file - rank }.abs()
}

/// Mop-up: brings the stronger king closer.
fn kings_close(board: &Board) -> i32 {
    let [white, black] = Color::ALL.map(|color| board.king(color));
    KINGS_CLOSE * (7 - i32::from(white.distance(black)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score that the network is assumed to give.
    const NETWORK: i32 = 80;

    fn score(fen: &str) -> i32 {
        let board: Board = fen.parse().expect("a FEN");
        let score = evaluate(&board, || NETWORK);
        assert_eq!(evaluate(&board.flipped(), || NETWORK), score, "{fen}");
        score
    }

    #[test]
    fn mating_material_wins_against_a_bare_king() {
        for pieces in ["KQ6", "KR6", "KBB5", "KBN5", "KNNN4", "KQP5", "KBBN4"] {
            let white = score(&format!("4k3/8/8/8/8/8/{pieces}/8 w - - 0 1"));
            let black = score(&format!("4k3/8/8/8/8/8/{pieces}/8 b - - 0 1"));
            assert!(
                (BARE_KING..BARE_KING + 2500).contains(&white),
                "{pieces}: {white}"
            );
            assert_eq!(black, -white, "{pieces}");
        }
        assert!(score("8/8/8/3rk3/8/8/8/KQ6 w - - 0 1") > QUEEN_AGAINST_PIECE);
    }

    #[test]
    fn draws_are_known() {
        for (fen, expected) in [
            ("8/8/8/4k3/8/8/8/KNN5 w - - 0 1", 0),
            ("8/8/8/4k3/8/8/8/KB1B4 w - - 0 1", 0),
            ("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", 0),
            ("7k/8/8/6KP/8/3B4/8/8 w - - 0 1", 0),
            ("6k1/8/7P/6KP/8/3B4/8/8 w - - 0 1", 0),
            ("8/8/3nk3/8/8/8/8/KR6 w - - 0 1", NETWORK / DRAWISH_DIVISOR),
            ("8/8/3nk3/8/8/8/8/KB6 b - - 0 1", NETWORK / DRAWISH_DIVISOR),
        ] {
            assert_eq!(score(fen), expected, "{fen}");
        }
    }

    #[test]
    fn the_network_decides_everything_else() {
        for fen in [
            "7k/8/8/6KP/8/4B3/8/8 w - - 0 1",
            "8/8/4k3/6KP/8/3B4/8/8 w - - 0 1",
            "8/8/4k3/8/8/8/PP6/K7 w - - 0 1",
            "8/8/3rk3/8/8/8/8/KR6 w - - 0 1",
            "8/8/3pk3/8/8/8/8/KQ6 w - - 0 1",
            "8/8/4k3/8/8/8/QQQQ4/K7 b - - 0 1",
        ] {
            assert_eq!(score(fen), NETWORK, "{fen}");
        }
    }

    #[test]
    fn a_pawn_is_judged_exactly() {
        let won = score("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
        assert_eq!(won, WON_PAWN + 3 * PAWN_ADVANCE);
        assert_eq!(score("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), -won);
        assert_eq!(score("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0);
        assert!(score("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1") < 0);
    }

    #[test]
    fn mop_up_drives_the_king_to_the_edge_and_the_right_corner() {
        let edge = [Square::E4, Square::E2, Square::A2, Square::A1].map(towards_edge);
        assert_eq!(edge, [0, 2, 5, 6].map(|steps| EDGE * steps));
        for (square, light, steps) in [
            (Square::A1, false, 7),
            (Square::H8, false, 7),
            (Square::A8, false, 0),
            (Square::A8, true, 7),
            (Square::H1, true, 7),
            (Square::D4, true, 0),
        ] {
            assert_eq!(towards_corner(square, light), CORNER * steps, "{square}");
        }
    }
}
