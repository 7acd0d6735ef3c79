//! Handing out the moves of a node, the promising ones first, and making none that will not be asked for.
//!
//! The order: the move from the table; captures and promotions that lose nothing, by victim and history; quiet moves
//! by history; captures that lose. Each stage is generated when it is reached. Among equals the generator's order
//! decides, so that trees are reproducible.

use super::draws::table_key_after;
use super::history::{Histories, PieceTo};
use super::params::{EXCHANGE_VALUES, GOOD_CAPTURE_DIVISOR, GOOD_CAPTURE_MARGIN, VICTIM_FACTOR};
use super::see::see_ge;
use crate::board::{Board, MoveStage};
use crate::tt::TranspositionTable;
use crate::types::{MAX_MOVES, Move, Piece};
use arrayvec::ArrayVec;

/// A move with its score in one word: score in the high half, then what makes the earlier of two equals the greater,
/// then the move.
#[derive(Clone, Copy)]
struct ScoredMove(i64);

impl ScoredMove {
    /// Below every move.
    const TAKEN: i64 = i64::MIN;

    #[inline]
    fn new(mv: Move, score: i32, index: usize) -> Self {
        Self(i64::from(score) << 32 | (0xFFFF - index as i64) << 16 | i64::from(mv.bits()))
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    #[inline]
    const fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline]
    const fn index(self) -> usize {
        (0xFFFF - (self.0 >> 16 & 0xFFFF)) as usize
    }
}

impl From<Move> for ScoredMove {
    #[inline(always)]
    fn from(mv: Move) -> Self {
        Self(i64::from(mv.bits()))
    }
}

/// What the order of moves depends on.
pub struct PickerContext<'a> {
    /// The position.
    pub board: &'a Board,
    /// The memory of the thread.
    pub histories: &'a Histories,
    /// The moves one and two plies ago.
    pub earlier: [PieceTo; 2],
    /// The table to be asked about the position after the next move.
    pub tt: &'a TranspositionTable,
}

impl PickerContext<'_> {
    /// The move will probably be made: as early as the key can be guessed, for memory is slow.
    #[inline]
    fn prefetch(&self, mv: Move) {
        self.tt.prefetch(table_key_after(self.board, mv));
    }

    /// All that is remembered of a quiet move.
    pub fn quiet_history(&self, mv: Move) -> i32 {
        let Some(man) = self.board.colored_piece_at(mv.from()) else {
            return 0;
        };
        let now = PieceTo::new(man, mv.to());
        let continuation = &self.histories.continuation;
        self.histories.quiet.get(self.board.stm(), mv)
            + continuation.get(self.earlier[0], now)
            + continuation.get(self.earlier[1], now)
    }

    /// What is remembered of a capture or promotion.
    pub fn noisy_history(&self, mv: Move) -> i32 {
        let Some(man) = self.board.colored_piece_at(mv.from()) else {
            return 0;
        };
        self.histories
            .capture
            .get(man, mv.to(), self.board.captured_piece(mv))
    }

    fn noisy_score(&self, mv: Move) -> i32 {
        let victim = self
            .board
            .captured_piece(mv)
            .map_or(0, |piece| EXCHANGE_VALUES[piece.index()]);
        let promotion = match mv.promotion() {
            None => 0,
            Some(Piece::Queen) => EXCHANGE_VALUES[Piece::Queen.index()],
            // Everything else is for the end of the list.
            Some(_) => -2 * EXCHANGE_VALUES[Piece::Queen.index()],
        };
        VICTIM_FACTOR * (victim + promotion) + self.noisy_history(mv)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PickerStage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

/// The moves of one node, one after the other.
pub struct MovePicker {
    stage: PickerStage,
    table_move: Option<Move>,
    moves: ArrayVec<ScoredMove, MAX_MOVES>,
    bad: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
    skip_quiets: bool,
    /// The fixed exchange result that makes a capture good; `None`: depends on the score of the move.
    threshold: Option<i32>,
    keep_bad: bool,
}

impl MovePicker {
    /// All legal moves. The table's move must be legal.
    pub fn new(table_move: Option<Move>) -> Self {
        Self {
            stage: PickerStage::TtMove,
            table_move,
            moves: ArrayVec::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            skip_quiets: false,
            threshold: None,
            keep_bad: true,
        }
    }

    /// Captures and promotions that gain at least `threshold` in the exchange; the table's move only if it is one of
    /// the captures or promotions.
    pub fn noisy(table_move: Option<Move>, threshold: i32) -> Self {
        Self {
            skip_quiets: true,
            threshold: Some(threshold),
            keep_bad: false,
            ..Self::new(table_move.filter(|mv| !mv.is_quiet()))
        }
    }

    /// No more quiet moves are wanted; losing captures still come.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move. The context must be the same at each call, histories apart.
    #[inline]
    pub fn next(&mut self, context: &PickerContext<'_>) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = PickerStage::GenerateNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                PickerStage::GenerateNoisy => {
                    context.board.generate(MoveStage::Noisy, &mut self.moves);
                    self.score(|mv| context.noisy_score(mv));
                    self.stage = PickerStage::GoodNoisy;
                }
                PickerStage::GoodNoisy => {
                    while let Some((mv, score)) = self.select() {
                        context.prefetch(mv);
                        let threshold = self
                            .threshold
                            .unwrap_or(GOOD_CAPTURE_MARGIN - score / GOOD_CAPTURE_DIVISOR);
                        if see_ge(context.board, mv, threshold) {
                            return Some(mv);
                        }
                        if self.keep_bad {
                            self.bad.push(mv);
                        }
                    }
                    self.stage = PickerStage::GenerateQuiet;
                }
                PickerStage::GenerateQuiet => {
                    self.moves.clear();
                    if !self.skip_quiets {
                        context.board.generate(MoveStage::Quiet, &mut self.moves);
                        self.score(|mv| context.quiet_history(mv));
                    }
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => {
                    if !self.skip_quiets
                        && let Some((mv, _)) = self.select()
                    {
                        context.prefetch(mv);
                        return Some(mv);
                    }
                    self.stage = PickerStage::BadNoisy;
                }
                PickerStage::BadNoisy => {
                    let mv = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    return mv;
                }
            }
        }
    }

    /// Scores the moves that have been generated.
    #[inline]
    fn score(&mut self, score: impl Fn(Move) -> i32) {
        for (index, scored) in self.moves.iter_mut().enumerate() {
            if let Some(mv) = scored.mv() {
                *scored = ScoredMove::new(mv, score(mv), index);
            }
        }
    }

    /// The best move of the list that has not been handed out, the table's move excepted, and its score.
    #[inline]
    fn select(&mut self) -> Option<(Move, i32)> {
        loop {
            let best = self
                .moves
                .iter()
                .fold(ScoredMove::TAKEN, |best, scored| best.max(scored.0));
            if best == ScoredMove::TAKEN {
                return None;
            }
            let best = ScoredMove(best);
            self.moves[best.index()].0 = ScoredMove::TAKEN;
            let mv = best.mv();
            if mv != self.table_move {
                return mv.map(|mv| (mv, best.score()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use once_cell::sync::Lazy;

    static TABLE: Lazy<TranspositionTable> =
        Lazy::new(|| TranspositionTable::new(1, 1).expect("one MiB"));

    fn picked(board: &Board, table_move: Option<Move>) -> Vec<Move> {
        let histories = Histories::default();
        let context = PickerContext {
            board,
            histories: &histories,
            earlier: [PieceTo::NONE; 2],
            tt: &TABLE,
        };
        let mut picker = MovePicker::new(table_move);
        std::iter::from_fn(|| picker.next(&context)).collect()
    }

    /// Perft through the picker: each legal move once, whatever the table says.
    fn perft(board: &Board, depth: u32) -> u64 {
        let legal = board.legal_moves();
        let table_move = legal.get(legal.len() / 2).copied();
        let moves = picked(board, table_move);
        assert_eq!(moves.len(), legal.len(), "{board}");
        assert_eq!(moves.first().copied(), table_move);
        if depth == 1 {
            assert!(legal.iter().all(|mv| moves.contains(mv)), "{board}");
            return moves.len() as u64;
        }
        let mut count = 0;
        for mv in picked(board, None) {
            let mut child = *board;
            child.play(mv);
            count += perft(&child, depth - 1);
        }
        count
    }

    #[test]
    fn every_legal_move_comes_once() {
        for (fen, depth, count) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                3,
                97_862,
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43_238),
            (
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                3,
                9_467,
            ),
        ] {
            assert_eq!(
                perft(&fen.parse().expect("valid FEN"), depth),
                count,
                "{fen}"
            );
        }
    }

    #[test]
    fn skipping_quiets_leaves_the_captures() {
        let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .expect("valid FEN");
        let histories = Histories::default();
        let context = PickerContext {
            board: &board,
            histories: &histories,
            earlier: [PieceTo::NONE; 2],
            tt: &TABLE,
        };
        let mut picker = MovePicker::new(None);
        picker.skip_quiets();
        let moves: Vec<Move> = std::iter::from_fn(|| picker.next(&context)).collect();
        assert_eq!(moves.len(), 8);
        assert!(moves.iter().all(|mv| mv.is_capture()));
        let mut picker = MovePicker::noisy(None, 0);
        while let Some(mv) = picker.next(&context) {
            assert!(see_ge(&board, mv, 0), "{mv}");
        }
    }
}
