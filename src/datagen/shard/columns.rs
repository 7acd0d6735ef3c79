//! Column encoding of games.
//!
//! Each column has its own statistics: initial positions and terminations, opening moves, searched moves, expected
//! scores. A move is its index among the legal moves sorted by squares; an expected score is the difference to the
//! previous one. The columns contain no repetitions worth searching for, so each is compressed by Huffman codes alone
//! (Deflate, RFC 1951).

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

/// The largest size of an uncompressed column.
pub(super) const MAX_COLUMN: usize = 16 << 20;
/// Marks a move index that continues in the next byte.
const MORE: u8 = 255;
/// The flag of a game from the standard initial position.
const STANDARD_FLAG: u8 = 0x80;
/// The value before the first expected score of a game.
const EVEN: u8 = 128;

const NAMES: [&str; 4] = ["starts", "openings", "moves", "expected scores"];

/// Encodes games.
///
/// # Panics
/// A move is illegal.
pub(in crate::datagen) fn pack(games: &[SelfplayGame]) -> Vec<u8> {
    let mut columns: [Vec<u8>; 4] = Default::default();
    for game in games {
        write_game(game, &mut columns);
    }
    join(columns)
}

/// Compresses columns and concatenates them, each after its length.
fn join(columns: [Vec<u8>; 4]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for column in columns {
        let packed = deflate(&column);
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
    }
    bytes
}

/// Decodes games that [`pack`] encoded; the first one has the number `first`.
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
    let termination = SelfplayTermination::ALL
        .iter()
        .position(|&termination| termination == game.termination)
        .expect("all terminations are listed") as u8;
    if game.is_standard() {
        starts.push(termination | STANDARD_FLAG);
    } else {
        starts.push(termination);
        starts.extend(game.startpos.iter().flat_map(|number| number.to_le_bytes()));
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

/// The sort key of legal moves: from-square, to-square, promotion. The move kind, in the four highest bits, only
/// distinguishes promotions between the same squares.
const fn rank(mv: Move) -> u16 {
    let bits = mv.bits();
    (bits & 63) << 10 | (bits >> 6 & 63) << 4 | bits >> 12
}

/// Writes the index of a move among the legal moves.
fn write_move(board: &Board, mv: Move, column: &mut Vec<u8>) {
    assert!(board.is_legal(mv), "{mv} in {board}");
    let moves = board.legal_moves();
    let index = moves
        .iter()
        .filter(|other| rank(**other) < rank(mv))
        .count();
    write_index(index, column);
}

/// Writes an index in one byte, or in two if it is large.
fn write_index(index: usize, column: &mut Vec<u8>) {
    match u8::try_from(index) {
        Ok(index) if index < MORE => column.push(index),
        _ => column.extend([MORE, (index - usize::from(MORE)) as u8]),
    }
}

/// Writes a number in LEB128.
fn write_number(mut number: usize, column: &mut Vec<u8>) {
    while number >= 0x80 {
        column.push(number as u8 | 0x80);
        number >>= 7;
    }
    column.push(number as u8);
}

/// The unread rest of a column.
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

    /// Reads the index of a legal move and plays it.
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
        let termination = first & !STANDARD_FLAG;
        let fault = BlockError::Termination {
            game: number,
            termination,
        };
        let termination = *SelfplayTermination::ALL
            .get(usize::from(termination))
            .ok_or(fault)?;
        let startpos = if first & STANDARD_FLAG == 0 {
            [self.startpos(number)?, self.startpos(number)?]
        } else {
            [STANDARD_STARTPOS; 2]
        };
        let opening = self.starts.number()?;
        let length = self.starts.number()?;
        // Checks the lengths before it allocates memory.
        for (column, needed) in [(&self.openings, opening), (&self.expected_scores, length)] {
            if column.rest.len() < needed {
                return Err(BlockError::Missing(column.name));
            }
        }
        let mut game = SelfplayGame {
            startpos,
            opening: Vec::with_capacity(opening),
            plies: Vec::with_capacity(length),
            termination,
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

    fn startpos(&mut self, game: u64) -> Result<u16, BlockError> {
        let startpos = u16::from_le_bytes([self.starts.byte()?, self.starts.byte()?]);
        if usize::from(startpos) < CHESS960_STARTPOS_COUNT {
            Ok(startpos)
        } else {
            Err(BlockError::StartPosition { game, startpos })
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
        // The position with the most legal moves, 218.
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

    fn unpacked(columns: [&[u8]; 4], count: u32) -> Result<Vec<SelfplayGame>, BlockError> {
        unpack(&join(columns.map(<[u8]>::to_vec)), 100, count)
    }

    #[test]
    fn invalid_columns_are_refused() {
        use BlockError::{Missing, Surplus, Unpack};
        let chess = STANDARD_FLAG | SelfplayTermination::Threefold as u8;
        let one = unpacked([&[chess, 1, 1], &[0], &[19], &[255]], 1).expect("a game");
        assert_eq!(one[0].plies[0].expected_score, ExpectedScore(127));
        assert_eq!(
            (
                one[0].opening[0].to_string(),
                one[0].plies[0].mv.to_string()
            ),
            ("b1a3".into(), "g8h6".into())
        );
        let game = 100;
        let termination = BlockError::Termination {
            game,
            termination: 12,
        };
        let start_position = BlockError::StartPosition {
            game,
            startpos: 960,
        };
        let illegal = |ply, index| BlockError::Move { game, ply, index };
        let scores = "expected scores";
        let long = [chess, 255, 255, 255, 127, 0];
        let endless = [chess, 255, 255, 255, 255, 0];
        for (columns, fault) in [
            ([&[12, 0, 0][..], &[], &[], &[]], termination),
            ([&[0, 192, 3, 0, 0, 0, 0], &[], &[], &[]], start_position),
            ([&[chess, 0, 0, 1], &[], &[], &[]], Surplus("starts")),
            ([&[chess, 0], &[], &[], &[]], Missing("starts")),
            ([&[chess, 1, 0], &[], &[], &[]], Missing("openings")),
            ([&[chess, 0, 1], &[], &[], &[0]], Missing("moves")),
            ([&[chess, 0, 1], &[], &[255], &[0]], Missing("moves")),
            ([&[chess, 0, 1], &[], &[0], &[]], Missing(scores)),
            ([&[chess, 0, 1], &[], &[0], &[0, 0]], Surplus(scores)),
            ([&[chess, 1, 1], &[19], &[20], &[0]], illegal(1, 20)),
            ([&[chess, 0, 1], &[], &[255, 255], &[0]], illegal(0, 510)),
            ([&long, &[], &[], &[]], Missing("openings")),
            ([&endless, &[], &[], &[]], Unpack("starts")),
        ] {
            assert_eq!(unpacked(columns, 1), Err(fault), "{columns:?}");
        }
        // More games than bytes.
        assert_eq!(
            unpacked([&[], &[], &[], &[]], u32::MAX),
            Err(Missing("starts"))
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
            vec![STANDARD_FLAG, 3, 9],
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
