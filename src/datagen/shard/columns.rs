//! Games as columns of bytes, and back.
//!
//! Like stands beside like, so that each column has statistics of its own: what a game starts from and how it ends, the
//! moves of the opening, the moves that were searched, the expected scores. A move is its index among the legal moves in
//! the order of their squares; an expected score is its difference to the one before. What is left is close to noise, in
//! which there is nothing to repeat: each column is packed by Huffman codes alone (Deflate, RFC 1951).

use super::error::BlockError;
use crate::board::{Board, CHESS960_STARTPOS_COUNT};
use crate::datagen::{
    ExpectedScore, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination,
};
use crate::types::Move;
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output,
    create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// The most bytes that a column unpacks to.
const MAX_COLUMN: usize = 16 << 20;
/// Says that the index of a move continues in the next byte.
const MORE: u8 = 255;
/// Set in the first byte of a game that began with the ordinary array.
const IS_CLASSICAL: u8 = 0x80;
/// What the first expected score of a game is compared with.
const EVEN: u8 = 128;

/// The names of the columns, in their order.
const NAMES: [&str; 4] = ["starts", "openings", "moves", "expected scores"];

/// Games as columns, packed.
///
/// # Panics
/// If a move of a game is not legal.
pub(in crate::datagen) fn pack(games: &[SelfplayGame]) -> Vec<u8> {
    let mut columns: [Vec<u8>; 4] = Default::default();
    for game in games {
        write_game(game, &mut columns);
    }
    join(columns)
}

/// Packs columns and puts them one behind the other, each after its length.
fn join(columns: [Vec<u8>; 4]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for column in columns {
        let packed = deflate(&column);
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
    }
    bytes
}

/// The games from number `first` on that [`pack`] has made `bytes` of.
pub(in crate::datagen) fn unpack(
    bytes: &[u8],
    first: u64,
    count: u32,
) -> Result<Vec<SelfplayGame>, BlockError> {
    let mut rest = bytes;
    let mut columns: [Vec<u8>; 4] = Default::default();
    for (column, name) in columns.iter_mut().zip(NAMES) {
        let fault = BlockError::Unpack(name);
        *column = unpack_column(&mut rest).ok_or(fault)?;
    }
    if !rest.is_empty() {
        return Err(BlockError::Surplus("columns"));
    }
    let column = |index: usize| ColumnReader {
        name: NAMES[index],
        rest: &columns[index],
    };
    let mut reader = BlockDecoder {
        starts: column(0),
        openings: column(1),
        moves: column(2),
        expected_scores: column(3),
    };
    let games = (first..first + u64::from(count)).map(|number| reader.game(number));
    let games = games.collect::<Result<_, _>>()?;
    reader.finish()?;
    Ok(games)
}

fn write_game(game: &SelfplayGame, [starts, openings, moves, expected_scores]: &mut [Vec<u8>; 4]) {
    let ending = SelfplayTermination::ALL
        .iter()
        .position(|&ending| ending == game.ending)
        .expect("all endings are listed") as u8;
    if game.is_standard() {
        starts.push(ending | IS_CLASSICAL);
    } else {
        starts.push(ending);
        starts.extend(game.startpos.iter().flat_map(|array| array.to_le_bytes()));
    }
    write_number(game.opening.len(), starts);
    write_number(game.plies.len(), starts);
    let mut board = game.start();
    for &mv in &game.opening {
        write_move(&board, mv, openings);
        board.play(mv);
    }
    let mut before = EVEN;
    for ply in &game.plies {
        write_move(&board, ply.mv, moves);
        board.play(ply.mv);
        expected_scores.push(ply.expected_score.0.wrapping_sub(before));
        before = ply.expected_score.0;
    }
}

/// What legal moves are sorted by: from where, to where, and to what a pawn promotes. The kind, in the four highest bits,
/// tells moves between the same squares apart by their promotion only.
const fn rank(mv: Move) -> u16 {
    let bits = mv.bits();
    (bits & 63) << 10 | (bits >> 6 & 63) << 4 | bits >> 12
}

/// Writes the index of a move among the legal ones.
fn write_move(board: &Board, mv: Move, column: &mut Vec<u8>) {
    assert!(board.is_legal(mv), "{mv} in {board}");
    let moves = board.legal_moves();
    let index = moves
        .iter()
        .filter(|other| rank(**other) < rank(mv))
        .count();
    write_index(index, column);
}

/// Writes an index in one byte, or in two if it is a large one.
fn write_index(index: usize, column: &mut Vec<u8>) {
    match u8::try_from(index) {
        Ok(index) if index < MORE => column.push(index),
        _ => column.extend([MORE, (index - usize::from(MORE)) as u8]),
    }
}

/// Writes a number seven bits at a time, the lowest ones first; the highest bit says that more follow.
fn write_number(mut number: usize, column: &mut Vec<u8>) {
    while number >= 0x80 {
        column.push(number as u8 | 0x80);
        number >>= 7;
    }
    column.push(number as u8);
}

/// What is left of a column.
struct ColumnReader<'a> {
    name: &'static str,
    rest: &'a [u8],
}

impl ColumnReader<'_> {
    fn byte(&mut self) -> Result<u8, BlockError> {
        let (&byte, rest) = self
            .rest
            .split_first()
            .ok_or(BlockError::Missing(self.name))?;
        self.rest = rest;
        Ok(byte)
    }

    fn number(&mut self) -> Result<usize, BlockError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(BlockError::Unpack(self.name))
    }

    fn index(&mut self) -> Result<usize, BlockError> {
        match self.byte()? {
            MORE => Ok(usize::from(MORE) + usize::from(self.byte()?)),
            index => Ok(index.into()),
        }
    }

    /// Reads the index of a move, which must be one of the legal ones, and plays it.
    fn play(&mut self, board: &mut Board, game: u64, ply: usize) -> Result<Move, BlockError> {
        let index = self.index()?;
        let mut moves = board.legal_moves();
        if index >= moves.len() {
            return Err(BlockError::Move { game, ply, index });
        }
        let (_, &mut mv, _) = moves.select_nth_unstable_by_key(index, |&mv| rank(mv));
        board.play(mv);
        Ok(mv)
    }
}

struct BlockDecoder<'a> {
    starts: ColumnReader<'a>,
    openings: ColumnReader<'a>,
    moves: ColumnReader<'a>,
    expected_scores: ColumnReader<'a>,
}

impl BlockDecoder<'_> {
    fn game(&mut self, number: u64) -> Result<SelfplayGame, BlockError> {
        let first = self.starts.byte()?;
        let ending = first & !IS_CLASSICAL;
        let fault = BlockError::SelfplayTermination {
            game: number,
            ending,
        };
        let ending = *SelfplayTermination::ALL
            .get(usize::from(ending))
            .ok_or(fault)?;
        let startpos = if first & IS_CLASSICAL == 0 {
            [self.array(number)?, self.array(number)?]
        } else {
            [STANDARD_STARTPOS; 2]
        };
        let opening = self.starts.number()?;
        let length = self.starts.number()?;
        // Nothing is set aside for more than there is.
        for (column, needed) in [(&self.openings, opening), (&self.expected_scores, length)] {
            if column.rest.len() < needed {
                return Err(BlockError::Missing(column.name));
            }
        }
        let mut game = SelfplayGame {
            startpos,
            opening: Vec::with_capacity(opening),
            plies: Vec::with_capacity(length),
            ending,
        };
        let mut board = game.start();
        for ply in 0..opening {
            let mv = self.openings.play(&mut board, number, ply)?;
            game.opening.push(mv);
        }
        let mut expected_score = EVEN;
        for ply in opening..opening + length {
            let mv = self.moves.play(&mut board, number, ply)?;
            expected_score = expected_score.wrapping_add(self.expected_scores.byte()?);
            game.plies.push(SearchedMove {
                mv,
                expected_score: ExpectedScore(expected_score),
            });
        }
        Ok(game)
    }

    fn array(&mut self, game: u64) -> Result<u16, BlockError> {
        let array = u16::from_le_bytes([self.starts.byte()?, self.starts.byte()?]);
        if usize::from(array) < CHESS960_STARTPOS_COUNT {
            Ok(array)
        } else {
            Err(BlockError::Array { game, array })
        }
    }

    fn finish(self) -> Result<(), BlockError> {
        let columns = [self.starts, self.openings, self.moves, self.expected_scores];
        match columns.iter().find(|column| !column.rest.is_empty()) {
            Some(column) => Err(BlockError::Surplus(column.name)),
            None => Ok(()),
        }
    }
}

/// Packs a column.
fn deflate(column: &[u8]) -> Vec<u8> {
    let strategy = CompressionStrategy::HuffmanOnly as i32;
    let flags = create_comp_flags_from_zip_params(9, 0, strategy);
    let mut packed = Vec::new();
    let (status, _) = compress_to_output(
        &mut CompressorOxide::new(flags),
        column,
        TDEFLFlush::Finish,
        |bytes| {
            packed.extend_from_slice(bytes);
            true
        },
    );
    debug_assert_eq!(status, TDEFLStatus::Done);
    packed
}

/// Takes a packed column off the front of `rest`.
fn unpack_column(rest: &mut &[u8]) -> Option<Vec<u8>> {
    let (length, after) = rest.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    let (packed, after) = after.split_at_checked(length)?;
    *rest = after;
    decompress_to_vec_with_limit(packed, MAX_COLUMN).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MAX_MOVES, Rng};

    #[test]
    fn all_moves_have_an_index_of_their_own() {
        // The most moves that a game can come to.
        let board: Board = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
            .parse()
            .expect("a position");
        let mut moves = board.legal_moves();
        moves.sort_by_key(|mv| (mv.from(), mv.to(), mv.promotion()));
        assert_eq!(moves.len(), 218);
        for (index, &mv) in moves.iter().enumerate() {
            let mut column = Vec::new();
            write_move(&board, mv, &mut column);
            assert_eq!(column, [index as u8]);
            let (name, rest) = ("moves", &column[..]);
            let (mut found, mut expected) = (board, board);
            assert_eq!(ColumnReader { name, rest }.play(&mut found, 0, 0), Ok(mv));
            expected.play(mv);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn an_index_may_be_as_large_as_any() {
        for index in 0..MAX_MOVES {
            let mut column = Vec::new();
            write_index(index, &mut column);
            assert_eq!(column.len(), if index < 255 { 1 } else { 2 });
            let (name, rest) = ("moves", &column[..]);
            let mut column = ColumnReader { name, rest };
            assert_eq!(column.index(), Ok(index));
            assert!(column.rest.is_empty());
        }
    }

    #[test]
    fn promotions_are_told_apart() {
        let board: Board = "1n1n3k/2P5/8/8/8/8/8/K7 w - - 0 1"
            .parse()
            .expect("a position");
        let moves = board.legal_moves();
        let mut ranks: Vec<u16> = moves.iter().map(|&mv| rank(mv)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        assert_eq!(ranks.len(), 3 + 12);
    }

    /// What some columns unpack to.
    fn unpacked(columns: [&[u8]; 4], count: u32) -> Result<Vec<SelfplayGame>, BlockError> {
        unpack(&join(columns.map(<[u8]>::to_vec)), 100, count)
    }

    #[test]
    fn columns_are_not_believed() {
        let chess = IS_CLASSICAL | SelfplayTermination::Threefold as u8;
        let one = unpacked([&[chess, 1, 1], &[0], &[19], &[255]], 1).expect("a game");
        assert_eq!(one[0].plies[0].expected_score, ExpectedScore(127));
        assert_eq!(
            (
                one[0].opening[0].to_string(),
                one[0].plies[0].mv.to_string()
            ),
            ("b1a3".into(), "g8h6".into())
        );
        let (index, last) = (20, 19);
        for (columns, fault) in [
            (
                [&[12, 0, 0][..], &[], &[], &[]],
                BlockError::SelfplayTermination {
                    game: 100,
                    ending: 12,
                },
            ),
            (
                [&[0, 192, 3, 0, 0, 0, 0], &[], &[], &[]],
                BlockError::Array {
                    game: 100,
                    array: 960,
                },
            ),
            (
                [&[chess, 0, 0, 1], &[], &[], &[]],
                BlockError::Surplus("starts"),
            ),
            ([&[chess, 0], &[], &[], &[]], BlockError::Missing("starts")),
            (
                [&[chess, 1, 0], &[], &[], &[]],
                BlockError::Missing("openings"),
            ),
            (
                [&[chess, 0, 1], &[], &[], &[0]],
                BlockError::Missing("moves"),
            ),
            (
                [&[chess, 0, 1], &[], &[255], &[0]],
                BlockError::Missing("moves"),
            ),
            (
                [&[chess, 0, 1], &[], &[0], &[]],
                BlockError::Missing("expected scores"),
            ),
            (
                [&[chess, 0, 1], &[], &[0], &[0, 0]],
                BlockError::Surplus("expected scores"),
            ),
            (
                [&[chess, 1, 1], &[last], &[index], &[0]],
                BlockError::Move {
                    game: 100,
                    ply: 1,
                    index: 20,
                },
            ),
            (
                [&[chess, 0, 1], &[], &[255, 255], &[0]],
                BlockError::Move {
                    game: 100,
                    ply: 0,
                    index: 510,
                },
            ),
            (
                [&[chess, 255, 255, 255, 127, 0], &[], &[], &[]],
                BlockError::Missing("openings"),
            ),
            (
                [&[chess, 255, 255, 255, 255, 0], &[], &[], &[]],
                BlockError::Unpack("starts"),
            ),
        ] {
            assert_eq!(unpacked(columns, 1), Err(fault), "{columns:?}");
        }
        // More games than there are bytes for.
        assert_eq!(
            unpacked([&[], &[], &[], &[]], u32::MAX),
            Err(BlockError::Missing("starts"))
        );
    }

    #[test]
    fn columns_are_not_unpacked_without_end() {
        let long = vec![0; MAX_COLUMN + 1];
        assert_eq!(
            unpacked([&[], &long, &[], &[]], 0),
            Err(BlockError::Unpack("openings"))
        );
        assert_eq!(
            unpacked([&[], &long[1..], &[], &[]], 0),
            Err(BlockError::Surplus("openings"))
        );
    }

    #[test]
    fn any_bytes_are_read_without_harm() {
        let mut rng = Rng::new(3);
        let whole = join([
            vec![IS_CLASSICAL, 3, 9],
            vec![1, 2, 3],
            vec![5; 9],
            vec![1; 9],
        ]);
        let mut read = 0;
        for _ in 0..20_000 {
            let mut bytes = whole.clone();
            for _ in 0..=rng.below(3) {
                let place = rng.below(bytes.len());
                bytes[place] = rng.below(256) as u8;
            }
            bytes.truncate(whole.len() - rng.below(4) / 3 * rng.below(whole.len()));
            read += u32::from(unpack(&bytes, 0, 1).is_ok());
        }
        assert!((1..10_000).contains(&read), "{read}");
    }
}
