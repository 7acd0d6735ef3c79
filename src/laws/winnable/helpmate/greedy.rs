//! Greedy helpmate search: plays preferred moves one after the other, with a few retries after dead ends.

use super::line_end::{LineEnd, line_end};
use super::mating_material::MatingMaterial;
use super::preferences::{MoveChooser, MovePreferences, MoveScore, XorShift};
use crate::board::attacks::{
    all_pawn_attacks, bishop_attacks, king_attacks, knight_attacks, rook_attacks,
};
use crate::board::{Board, MoveStage};
use crate::laws::winnable::WinnableProof;
use crate::laws::winnable::goal::{MateGoal, after, is_mated};
use crate::laws::winnable::reachable::all_king_attacks;
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// Dead ends before an attempt gives up.
const DEAD_ENDS: u32 = 8;

/// Plays preferred moves for both sides until the goal, a bitbase position from which it can be reached, or until
/// `nodes_left` is spent.
pub(super) fn attempt(
    start: &Board,
    goal: MateGoal,
    table_pieces: u32,
    seed: u64,
    nodes_left: &mut u64,
) -> Option<WinnableProof> {
    let winner = goal.winner()?;
    let mut line: Vec<Move> = Vec::with_capacity(64);
    let mut attempt = GreedyLine {
        board: *start,
        goal,
        winner,
        table_pieces,
        material: MatingMaterial::choose(start, winner)?,
        rng: XorShift::new(seed),
        // Later attempts begin with a random move.
        random_moves: u32::from(seed > 1),
    };
    let mut dead_ends = 0;
    loop {
        let line_end = attempt.line_end();
        if let Some(LineEnd::Mate | LineEnd::Table) = line_end {
            return line_end?.proof(line);
        }
        *nodes_left = nodes_left.checked_sub(1)?;
        if line_end.is_none() {
            if let Some(mv) = attempt.choose() {
                attempt.play(mv)?;
                line.push(mv);
                continue;
            }
            if goal == MateGoal::Mate(winner)
                && attempt.board.in_check()
                && attempt.board.stm() != winner
            {
                return Some(WinnableProof::Line(line));
            }
        }
        // Stalemate, too little material, or a mate that is not the goal: go back, further each time, and play a few
        // random moves.
        dead_ends += 1;
        if dead_ends > DEAD_ENDS {
            return None;
        }
        line.truncate(line.len().checked_sub(2 * dead_ends as usize)?);
        attempt.board = *start;
        attempt.material = MatingMaterial::choose(start, winner)?;
        for &mv in &line {
            attempt.play(mv)?;
        }
        attempt.random_moves = dead_ends;
    }
}

/// The current position of an attempt.
struct GreedyLine {
    board: Board,
    goal: MateGoal,
    winner: Color,
    table_pieces: u32,
    material: MatingMaterial,
    rng: XorShift,
    /// Random moves to play before the preferences count.
    random_moves: u32,
}

impl GreedyLine {
    fn line_end(&self) -> Option<LineEnd> {
        let needed = 3 + u32::from(self.material.other.is_some());
        if self.board.piece_count() <= needed {
            return line_end(&self.board, self.goal, self.winner, self.table_pieces);
        }
        None
    }

    /// Plays a move and updates the mating material; `None` if mate has become impossible.
    fn play(&mut self, mv: Move) -> Option<()> {
        let captured = self.material.has(mv.to());
        self.board.play(mv);
        if captured || mv.is_castling() || mv.is_promotion() {
            self.material = MatingMaterial::choose(&self.board, self.winner)?;
        } else if mv.from() == self.material.mating_piece {
            self.material.mating_piece = mv.to();
        } else if self.material.other == Some(mv.from()) {
            self.material.other = Some(mv.to());
        }
        Some(())
    }

    /// The preferred move, or a random one if that mates too early; `None` if there is no legal move.
    fn choose(&mut self) -> Option<Move> {
        let mv = self.preferred()?;
        if self.mates_too_early(mv) {
            self.random_move()
        } else {
            Some(mv)
        }
    }

    /// True for a move that mates, if mating potential is the goal.
    fn mates_too_early(&self, mv: Move) -> bool {
        self.goal == MateGoal::Potential(self.board.stm()) && is_mated(&after(&self.board, mv))
    }

    /// The preferred move, or a random one; `None` if there is no legal move.
    fn preferred(&mut self) -> Option<Move> {
        if self.random_moves > 0 {
            self.random_moves -= 1;
            return self.random_move();
        }
        let promoting_pawn = (self.board.stm() == self.winner && self.mating_piece_is_pawn())
            .then_some(self.material.mating_piece);
        let victims = self.victims();
        let pawns = self.board.pieces(Piece::Pawn);
        let preferences = MovePreferences {
            promoting_pawn,
            first_captures: victims & pawns,
            other_captures: victims & !pawns,
            ..MovePreferences::default()
        };
        let stage = if promoting_pawn.is_some() {
            MoveStage::All
        } else {
            MoveStage::Noisy
        };
        if let Some((mv, score)) = self.best(preferences, stage)
            && score >= MoveScore::Capture
        {
            return Some(mv);
        }
        let preferences = self.quiet_preferences(victims);
        let best = self.best(preferences, MoveStage::All);
        best.map(|(mv, _)| mv).or_else(|| self.random_move())
    }

    fn random_move(&mut self) -> Option<Move> {
        let moves = self.board.legal_moves();
        let index = self.rng.next() as usize % moves.len().max(1);
        moves.get(index).copied()
    }

    fn best(
        &mut self,
        preferences: MovePreferences,
        stage: MoveStage,
    ) -> Option<(Move, MoveScore)> {
        let mut chooser = MoveChooser {
            board: &self.board,
            preferences,
            rng: &mut self.rng,
            choice: None,
        };
        self.board.generate(stage, &mut chooser);
        chooser.choice
    }

    fn mating_piece_is_pawn(&self) -> bool {
        self.board
            .pieces(Piece::Pawn)
            .has(self.material.mating_piece)
    }

    /// The pieces of a side that the mate does not need.
    fn expendable(&self, color: Color) -> Bitboard {
        self.board.colors(color) & !self.board.pieces(Piece::King) & !self.material.squares()
    }

    /// The pieces that the side to move should capture. The loser's last rook or queen stays, to help clear the board.
    fn victims(&self) -> Bitboard {
        let expendable = self.expendable(!self.board.stm());
        let heavy = self.board.pieces(Piece::Rook) | self.board.pieces(Piece::Queen);
        if self.board.stm() == self.winner
            && !expendable.many()
            && (expendable & heavy).any()
            && self.expendable(self.winner).any()
        {
            Bitboard::EMPTY
        } else {
            expendable
        }
    }

    /// The preferences when there is no capture.
    fn quiet_preferences(&self, victims: Bitboard) -> MovePreferences {
        let board = &self.board;
        let (us, occupied) = (board.stm(), board.occupied());
        let mut preferences = MovePreferences {
            expendable: self.expendable(us),
            ..MovePreferences::default()
        };
        if self.mating_piece_is_pawn() {
            preferences.promotion_path = self.material.mating_piece.bb().front_fill(self.winner);
            preferences.blockers = preferences.promotion_path;
        }
        let attacked = attacks(board, !us);
        let is_winner = us == self.winner;
        preferences.sacrifice_squares = attacked;
        if is_winner && victims.any() {
            preferences.sacrifice_squares = Bitboard::EMPTY;
        }
        preferences.pawns_first = is_winner && victims.is_empty();
        let blockers = victims & preferences.promotion_path;
        let goals = if is_winner && blockers.any() {
            blockers
        } else {
            victims
        };
        preferences.attack_squares[Piece::King.index()] =
            king_path(board.king(us), goals, !attacked & !board.colors(us));
        for victim in victims.into_iter().take(3) {
            let straight = rook_attacks(victim, occupied);
            let diagonal = bishop_attacks(victim, occupied);
            preferences.attack_squares[Piece::Knight.index()] |= knight_attacks(victim);
            preferences.attack_squares[Piece::Bishop.index()] |= diagonal;
            preferences.attack_squares[Piece::Rook.index()] |= straight;
            preferences.attack_squares[Piece::Queen.index()] |= straight | diagonal;
        }
        preferences
    }
}

/// The first squares of a king's shortest paths over free squares to one of the goals.
fn king_path(king: Square, goals: Bitboard, free: Bitboard) -> Bitboard {
    let near = king_attacks(king);
    let mut reached = goals & free;
    loop {
        let wider = all_king_attacks(reached) & free | reached;
        if (wider & near).any() || wider == reached {
            return wider & near;
        }
        reached = wider;
    }
}

fn attacks(board: &Board, color: Color) -> Bitboard {
    let occupied = board.occupied();
    let mut all = all_pawn_attacks(board.colored_pieces(color, Piece::Pawn), color)
        | king_attacks(board.king(color));
    for square in board.colored_pieces(color, Piece::Knight) {
        all |= knight_attacks(square);
    }
    for square in board.diagonal_sliders(color) {
        all |= bishop_attacks(square, occupied);
    }
    for square in board.orthogonal_sliders(color) {
        all |= rook_attacks(square, occupied);
    }
    all
}
