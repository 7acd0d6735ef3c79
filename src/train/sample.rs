//! Training samples of 32 bytes.

use crate::board::{Board, Setup, SetupError};
use crate::datagen::{ExpectedScore, GameResult, HALFMOVE_SCALE};
use crate::nnue::{PIECE_SQUARES, Perspective, Shape, Threats};
use crate::types::{Bitboard, Color, ColoredPiece, Piece, Square};

/// The size of a sample in a file.
pub const BYTES: usize = 32;

/// A position with its target.
///
/// Everything is relative to the side to move: its pieces are the first six of twelve, and its king stands on the files
/// a to d. So in its perspective the feature index of a piece is 64 x piece + square; the opponent's perspective swaps
/// the two sets of six and flips the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingSample {
    /// The occupied squares.
    squares: u64,
    /// The pieces in the order of their squares, four bits each, lowest first.
    pieces: [u64; 2],
    /// `XORed` with squares for the opponent's perspective: 56 (ranks) or 63 (ranks and files).
    flip: u8,
    /// The expected score of the search, in 255ths.
    expected_score: u8,
    /// The result of the game, in half points.
    half_points: u8,
    /// The halfmove clock, at most 255.
    clock: u8,
}

impl TrainingSample {
    /// A sample from a position, the expected score of its search, and the result of its game.
    pub fn new(board: &Board, expected_score: ExpectedScore, result: GameResult) -> Self {
        let stm = board.stm();
        let (mover, opponent) = (Perspective::of(board, stm), Perspective::of(board, !stm));
        let mut numbers = [u64::MAX; 64];
        let mut squares = 0;
        let mut flip = 0;
        for square in board.occupied() {
            let Some(piece) = board.colored_piece_at(square) else {
                continue;
            };
            let feature = mover.index(piece, square, 0);
            numbers[feature % 64] = (feature / 64) as u64;
            squares |= 1 << (feature % 64);
            flip = (feature ^ opponent.index(piece, square, 0)) as u8 & 63;
        }
        let mut pieces = [0; 2];
        for (place, number) in numbers.into_iter().filter(|&piece| piece < 12).enumerate() {
            pieces[place / 16] |= number << (4 * (place % 16));
        }
        Self {
            squares,
            pieces,
            flip,
            expected_score: expected_score.for_color(stm),
            half_points: half_points(result, stm),
            clock: board.halfmove_clock().min(255) as u8,
        }
    }

    /// The number of pieces, kings included.
    #[inline]
    pub const fn count(&self) -> u32 {
        self.squares.count_ones()
    }

    /// The factor by which the search scales the evaluation at this halfmove clock. Training applies it too: the expected
    /// scores of searches contain it, but the network does not see the clock.
    #[inline]
    pub fn fade(&self) -> f32 {
        let clock = i32::from(self.clock.min(100));
        (HALFMOVE_SCALE - clock) as f32 / HALFMOVE_SCALE as f32
    }

    /// The target: `lambda` x game result + (1 - `lambda`) x expected score.
    #[inline]
    pub fn target(&self, lambda: f32) -> f32 {
        let result = f32::from(self.half_points) * 0.5;
        lambda * result + (1.0 - lambda) * (f32::from(self.expected_score) / 255.0)
    }

    /// The active inputs of a network of this shape: the index of each piece for the side to move and for the
    /// opponent.
    #[inline(always)]
    pub fn inputs(&self, shape: Shape) -> impl Iterator<Item = [u16; 2]> {
        let threats = self.threats(shape);
        self.piece_squares().map(move |features| {
            let square = Square::from_index(features[0] as u8 & 63);
            let version = (PIECE_SQUARES * threats.level(square)) as u16;
            features.map(|feature| version + feature)
        })
    }

    /// The threats that a network of this shape sees, on the squares of the side to move's perspective.
    #[inline(always)]
    fn threats(&self, shape: Shape) -> Threats {
        if !shape.threats {
            return Threats::NONE;
        }
        let (mut colors, mut pieces) = ([Bitboard::EMPTY; 2], [Bitboard::EMPTY; 6]);
        for [feature, _] in self.piece_squares() {
            let piece = usize::from(feature / 64);
            let square = Square::from_index(feature as u8 & 63).bb();
            colors[piece / 6] |= square;
            pieces[piece % 6] |= square;
        }
        Threats::among(colors, pieces)
    }

    /// The inputs of a network without threats.
    #[inline(always)]
    pub fn piece_squares(&self) -> impl Iterator<Item = [u16; 2]> {
        // The opponent's perspective swaps own and enemy pieces.
        const EXCHANGED: [u16; 16] = {
            let mut bases = [0; 16];
            let mut piece = 0;
            while piece < 12 {
                bases[piece as usize] = (piece + 6) % 12 * 64;
                piece += 1;
            }
            bases
        };
        let mut squares = self.squares;
        let mut pieces = u128::from(self.pieces[1]) << 64 | u128::from(self.pieces[0]);
        let flip = u16::from(self.flip);
        std::iter::from_fn(move || {
            if squares == 0 {
                return None;
            }
            let square = squares.trailing_zeros() as u16;
            let piece = (pieces & 15) as u16;
            squares &= squares - 1;
            pieces >>= 4;
            Some([
                piece * 64 + square,
                EXCHANGED[usize::from(piece)] + (square ^ flip),
            ])
        })
    }

    /// A board with the same features; White is to move, without castling rights and en passant square.
    ///
    /// # Errors
    /// The position is not legal, which cannot happen for a sample of a legal position.
    pub fn board(&self) -> Result<Board, SetupError> {
        let mut setup = Setup::empty();
        for [feature, _] in self.piece_squares() {
            let piece = usize::from(feature / 64);
            setup.pieces[usize::from(feature % 64)] = Some(ColoredPiece::new(
                Color::ALL[piece / 6],
                Piece::ALL[piece % 6],
            ));
        }
        setup.halfmove_clock = self.clock.into();
        setup.board()
    }

    /// The bytes in a file, little-endian.
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.squares.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.pieces[0].to_le_bytes());
        bytes[16..24].copy_from_slice(&self.pieces[1].to_le_bytes());
        bytes[24..28].copy_from_slice(&[
            self.flip,
            self.expected_score,
            self.half_points,
            self.clock,
        ]);
        bytes
    }

    /// Decodes a sample; `None` if it is invalid.
    #[inline]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let (words, _) = bytes.as_chunks::<8>();
        let [squares, low, high] = [0, 1, 2].map(|index| u64::from_le_bytes(words[index]));
        let [flip, expected_score, half_points, clock, ..] = words[3];
        // A four-bit number with its two highest bits set is at least twelve.
        let is_sound = |pieces: u64| (pieces >> 3) & (pieces >> 2) & 0x1111_1111_1111_1111 == 0;
        let sound = (2..=32).contains(&squares.count_ones())
            && is_sound(low)
            && is_sound(high)
            && [56, 63].contains(&flip)
            && half_points <= 2;
        sound.then_some(Self {
            squares,
            pieces: [low, high],
            flip,
            expected_score,
            half_points,
            clock,
        })
    }
}

/// The half points of a result for a side.
const fn half_points(result: GameResult, color: Color) -> u8 {
    match (result, color) {
        (GameResult::Draw, _) => 1,
        (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => 2,
        _ => 0,
    }
}
