//! Staged move picker: a node's moves, most promising first, each stage generated when reached.
//!
//! The order: TT move; good noisy moves, by most valuable victim (MVV) and capture history; quiet
//! moves by history; bad noisy moves. A noisy move (capture or promotion) is good if its SEE
//! reaches a threshold, which is lower for moves with a high ordering score and may be negative.
//! Generation order breaks ties, so that searches are reproducible.

use super::check_squares::CheckSquares;
use super::history::{CONTINUATION_PLIES, Histories, PieceTo, PieceToTable};
use super::params::{
    CONTINUATION_FAR_DIVISOR, ESCAPE_SCORES, MVV_FACTOR, SEE_VALUES, UNDERPROMOTION_QUEENS,
};
use super::see::see_ge;
use super::stack::{SearchStack, StackEntry};
use super::tunables::{good_noisy_divisor, good_noisy_margin};
use crate::board::{Board, MoveStage};
use crate::types::{MAX_MOVES, Move, Piece};
use arrayvec::ArrayVec;

/// Bits of a key that hold the place in generation order.
const PLACE_BITS: u32 = 9;

const _: () = assert!(MAX_MOVES < 1 << PLACE_BITS);

/// The key of a move already picked; lower than any other, since their place bits are not zero.
const PICKED: i32 = i32::MIN;

/// A move's sort key: its score (upper 23 bits) and its inverted place, which breaks ties.
#[inline]
fn key(score: i32, place: usize) -> i32 {
    debug_assert_eq!(score << PLACE_BITS >> PLACE_BITS, score);
    score << PLACE_BITS | (MAX_MOVES - place) as i32
}

#[inline]
const fn score_and_place(key: i32) -> (i32, usize) {
    let place = key & ((1 << PLACE_BITS) - 1);
    (key >> PLACE_BITS, MAX_MOVES - place as usize)
}

/// What move ordering depends on: the line to the node, and the histories.
pub struct OrderingContext<'a> {
    pub stack: &'a SearchStack,
    pub histories: &'a Histories,
}

impl OrderingContext<'_> {
    #[inline]
    fn board(&self) -> &Board {
        &self.stack.top().board
    }

    /// Ordering scores of quiet moves: histories, and escapes from less valuable attackers.
    #[inline]
    fn quiet_score(&self) -> impl Fn(Move) -> i32 {
        let &StackEntry {
            ref board,
            ref enemy_attacks,
            pawns,
            ..
        } = self.stack.top();
        let stm = board.stm();
        let histories = self.histories;
        let [near, second, fourth, sixth] = CONTINUATION_PLIES.map(|plies| self.row(plies));
        let low_ply = histories.low_ply.at(self.stack.ply);
        let pawn = histories.pawn.row(pawns);
        let attacked = Piece::ALL.map(|piece| enemy_attacks.by_lesser(piece));
        move |mv| {
            let Some(piece) = board.colored_piece_at(mv.from()) else {
                return 0;
            };
            let now = PieceTo::new(piece, mv.to());
            let attacked = attacked[piece.piece().index()];
            let escapes = i32::from(attacked.has(mv.from())) - i32::from(attacked.has(mv.to()));
            histories.quiet.get(stm, mv, enemy_attacks.all)
                + near.get(now)
                + second.get(now)
                + (fourth.get(now) + sixth.get(now)) / CONTINUATION_FAR_DIVISOR
                + pawn.get(now)
                + low_ply(mv)
                + ESCAPE_SCORES[piece.piece().index()] * escapes
        }
    }

    /// Prefetches the histories of quiet moves.
    #[inline]
    fn prefetch_quiet_histories(&self) {
        let top = self.stack.top();
        let stm = top.board.stm();
        for plies in CONTINUATION_PLIES {
            self.row(plies).prefetch(stm);
        }
        self.histories.pawn.row(top.pawns).prefetch(stm);
    }

    /// The continuation history of moves that follow the move of the entry `plies` back.
    #[inline]
    fn row(&self, plies: usize) -> &PieceToTable {
        let earlier = self.stack.back(plies).piece_to;
        self.histories.continuation.row(earlier)
    }

    /// The history score of a quiet move: butterfly and continuation history.
    pub fn quiet_history(&self, mv: Move) -> i32 {
        let StackEntry {
            board,
            enemy_attacks,
            ..
        } = self.stack.top();
        let Some(piece) = board.colored_piece_at(mv.from()) else {
            return 0;
        };
        let now = PieceTo::new(piece, mv.to());
        let quiet = &self.histories.quiet;
        quiet.get(board.stm(), mv, enemy_attacks.all) + self.row(0).get(now) + self.row(1).get(now)
    }

    /// The history score of a capture or promotion.
    pub fn noisy_history(&self, mv: Move) -> i32 {
        let board = self.board();
        let Some(piece) = board.colored_piece_at(mv.from()) else {
            return 0;
        };
        let victim = board.captured_piece(mv);
        self.histories.capture.get(piece, mv.to(), victim)
    }

    fn noisy_score(&self, mv: Move) -> i32 {
        let queen = SEE_VALUES[Piece::Queen.index()];
        let victim = self
            .board()
            .captured_piece(mv)
            .map_or(0, |piece| SEE_VALUES[piece.index()]);
        let promotion = match mv.promotion() {
            None => 0,
            Some(Piece::Queen) => queen,
            Some(_) => -UNDERPROMOTION_QUEENS * queen,
        };
        MVV_FACTOR * (victim + promotion) + self.noisy_history(mv)
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

/// The staged move picker of one node.
pub struct MovePicker {
    stage: PickerStage,
    tt_move: Option<Move>,
    /// The moves of the stage in generation order; keys are kept apart to find the highest quickly.
    moves: ArrayVec<Move, MAX_MOVES>,
    keys: ArrayVec<i32, MAX_MOVES>,
    bad_noisies: ArrayVec<Move, MAX_MOVES>,
    next_bad: usize,
    skip_quiets: bool,
    /// Restricts the remaining quiet moves to direct checks on these squares that lose no material.
    checks_only: Option<CheckSquares>,
    /// The SEE that a good noisy move must reach; `None` if it depends on the ordering score.
    see_threshold: Option<i32>,
    keep_bad: bool,
}

impl MovePicker {
    /// Yields all legal moves. The TT move must be legal.
    pub fn new(tt_move: Option<Move>) -> Self {
        Self {
            stage: PickerStage::TtMove,
            tt_move,
            moves: ArrayVec::new(),
            keys: ArrayVec::new(),
            bad_noisies: ArrayVec::new(),
            next_bad: 0,
            skip_quiets: false,
            checks_only: None,
            see_threshold: None,
            keep_bad: true,
        }
    }

    /// Yields captures and promotions whose SEE reaches `see_threshold`; the TT move only if noisy.
    pub fn noisy(tt_move: Option<Move>, see_threshold: i32) -> Self {
        Self {
            skip_quiets: true,
            see_threshold: Some(see_threshold),
            keep_bad: false,
            ..Self::new(tt_move.filter(|mv| !mv.is_quiet()))
        }
    }

    /// Skips the remaining quiet moves; bad noisy moves still follow.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Skips the remaining quiet moves except those that give direct check without losing material.
    pub fn skip_quiets_without_check(&mut self, board: &Board) {
        let checks = CheckSquares::new(board);
        self.checks_only = Some(checks);
        if self.stage == PickerStage::Quiet {
            for (key, &mv) in self.keys.iter_mut().zip(&self.moves) {
                if *key != PICKED && !checks.is_safe_check(board, mv) {
                    *key = PICKED;
                }
            }
        }
    }

    /// True if quiet moves other than direct checks may follow.
    pub fn has_quiets(&self) -> bool {
        self.stage != PickerStage::BadNoisy && self.checks_only.is_none()
    }

    /// True once only bad noisy moves are left.
    pub fn in_bad_noisies(&self) -> bool {
        self.stage == PickerStage::BadNoisy
    }

    /// The next move. Every call needs the context of the same node.
    #[inline]
    pub fn next(&mut self, context: &OrderingContext<'_>) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = PickerStage::GenerateNoisy;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                PickerStage::GenerateNoisy => {
                    context.board().generate(MoveStage::Noisy, &mut self.moves);
                    self.score(|mv| context.noisy_score(mv));
                    self.stage = PickerStage::GoodNoisy;
                }
                PickerStage::GoodNoisy => {
                    while let Some((mv, score)) = self.pick_best() {
                        let threshold = self
                            .see_threshold
                            .unwrap_or(good_noisy_margin() - score / good_noisy_divisor());
                        if see_ge(context.board(), mv, threshold) {
                            return Some(mv);
                        }
                        if self.keep_bad {
                            self.bad_noisies.push(mv);
                        }
                    }
                    self.stage = PickerStage::GenerateQuiet;
                }
                PickerStage::GenerateQuiet => {
                    if !self.skip_quiets {
                        self.moves.clear();
                        context.prefetch_quiet_histories();
                        let board = context.board();
                        board.generate(MoveStage::Quiet, &mut self.moves);
                        if let Some(checks) = self.checks_only {
                            self.moves.retain(|mv| checks.is_safe_check(board, *mv));
                        }
                        self.score(context.quiet_score());
                    }
                    self.stage = PickerStage::Quiet;
                }
                PickerStage::Quiet => {
                    if !self.skip_quiets
                        && let Some((mv, _)) = self.pick_best()
                    {
                        return Some(mv);
                    }
                    self.stage = PickerStage::BadNoisy;
                }
                PickerStage::BadNoisy => {
                    let mv = self.bad_noisies.get(self.next_bad).copied();
                    self.next_bad += 1;
                    return mv;
                }
            }
        }
    }

    /// Scores the generated moves into sort keys.
    #[inline]
    fn score(&mut self, score: impl Fn(Move) -> i32) {
        self.keys.clear();
        let moves = self.moves.iter().enumerate();
        self.keys
            .extend(moves.map(|(place, &mv)| key(score(mv), place)));
    }

    /// Picks the stage's best remaining move except the TT move, with its score (selection sort).
    #[inline]
    fn pick_best(&mut self) -> Option<(Move, i32)> {
        loop {
            let best = self.keys.iter().copied().fold(PICKED, i32::max);
            if best == PICKED {
                return None;
            }
            let (score, place) = score_and_place(best);
            self.keys[place] = PICKED;
            let mv = self.moves[place];
            if Some(mv) != self.tt_move {
                return Some((mv, score));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::history::HistoryMemory;
    use super::*;
    use crate::board::AttackMap;

    fn stack(board: &Board) -> SearchStack {
        let mut stack = SearchStack::default();
        stack.reset(board);
        stack.top_mut().enemy_attacks = AttackMap::of_opponent(board);
        stack
    }

    fn picked(board: &Board, tt_move: Option<Move>) -> Vec<Move> {
        let histories = HistoryMemory::new().expect("memory");
        let context = OrderingContext {
            stack: &stack(board),
            histories: &histories,
        };
        let mut picker = MovePicker::new(tt_move);
        std::iter::from_fn(|| picker.next(&context)).collect()
    }

    /// Perft through the picker: each legal move once, whatever the TT move.
    fn perft(board: &Board, depth: u32) -> u64 {
        let legal = board.legal_moves();
        let tt_move = legal.get(legal.len() / 2).copied();
        let moves = picked(board, tt_move);
        assert_eq!(moves.len(), legal.len(), "{board}");
        assert_eq!(moves.first().copied(), tt_move);
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
    fn skipping_late_quiets_leaves_captures_and_safe_checks() {
        // Of the checks, Re8+ and Nf6+ lose material, Ne7+ does not.
        let board: Board = "2r3k1/5ppp/8/p2N4/R7/8/5PPP/4R1K1 w - - 0 1"
            .parse()
            .expect("valid FEN");
        let histories = HistoryMemory::new().expect("memory");
        let context = OrderingContext {
            stack: &stack(&board),
            histories: &histories,
        };
        let all_moves = |skip_at: usize| {
            let mut picker = MovePicker::new(None);
            let mut moves = Vec::new();
            loop {
                if moves.len() == skip_at {
                    picker.skip_quiets_without_check(&board);
                }
                match picker.next(&context) {
                    Some(mv) => moves.push(mv.to_string()),
                    None => return moves,
                }
            }
        };
        // Before the first move, and after a quiet move was picked.
        assert_eq!(all_moves(0), ["a4a5", "d5e7"]);
        let late = all_moves(2);
        assert!(
            (2..=3).contains(&late.len()) && late[0] == "a4a5",
            "{late:?}"
        );
        assert!(late.contains(&"d5e7".to_owned()), "{late:?}");
    }

    #[test]
    fn skipping_quiets_leaves_the_captures() {
        let board: Board = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
            .parse()
            .expect("valid FEN");
        let histories = HistoryMemory::new().expect("memory");
        let context = OrderingContext {
            stack: &stack(&board),
            histories: &histories,
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
