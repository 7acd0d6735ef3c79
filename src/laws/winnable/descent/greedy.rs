//! One move after the other by simple wishes, nothing tried twice except after a dead end.

use super::kept::Kept;
use super::wish::{Chooser, Dice, Merit, Wish};
use super::{Ending, ending};
use crate::board::attacks::{
    all_pawn_attacks, bishop_attacks, king_attacks, knight_attacks, rook_attacks,
};
use crate::board::{Board, MoveStage};
use crate::laws::winnable::Possible;
use crate::types::{Bitboard, Color, Move, Piece, Square};

/// Dead ends after which an attempt is given up.
const DEAD_ENDS: u32 = 8;

/// Follows the wishes of both sides until the mate, a winnable table position or the end of `nodes_left`.
pub(super) fn attempt(
    start: &Board,
    winner: Color,
    table_men: u32,
    seed: u64,
    nodes_left: &mut u64,
) -> Option<Possible> {
    let mut line: Vec<Move> = Vec::with_capacity(64);
    let mut game = Attempt {
        board: *start,
        winner,
        table_men,
        kept: Kept::choose(start, winner)?,
        dice: Dice::new(seed),
        // Later attempts begin with a move by chance, so that they come to another end.
        wild: u32::from(seed > 1),
    };
    let mut dead_ends = 0;
    loop {
        let ending = game.ending();
        if let Some(Ending::Mate | Ending::Table) = ending {
            return ending?.proof(line);
        }
        *nodes_left = nodes_left.checked_sub(1)?;
        if ending.is_none() {
            if let Some(mv) = game.choose() {
                game.play(mv)?;
                line.push(mv);
                continue;
            }
            if game.board.in_check() && game.board.stm() != winner {
                return Some(Possible::Line(line));
            }
        }
        // Stalemate, or too little left: go back, further each time, and leave the plan for a few moves.
        dead_ends += 1;
        if dead_ends > DEAD_ENDS {
            return None;
        }
        line.truncate(line.len().checked_sub(2 * dead_ends as usize)?);
        game.board = *start;
        game.kept = Kept::choose(start, winner)?;
        for &mv in &line {
            game.play(mv)?;
        }
        game.wild = dead_ends;
    }
}

struct Attempt {
    board: Board,
    winner: Color,
    table_men: u32,
    kept: Kept,
    dice: Dice,
    /// Moves to make by chance.
    wild: u32,
}

impl Attempt {
    fn ending(&self) -> Option<Ending> {
        let men = 3 + u32::from(self.kept.other.is_some());
        if self.board.occupied().count() <= men {
            return ending(&self.board, self.winner, self.table_men);
        }
        None
    }

    /// Makes a move and follows the men that are kept; `None` if the mate has become impossible.
    fn play(&mut self, mv: Move) -> Option<()> {
        let taken = self.kept.has(mv.to());
        self.board.play(mv);
        if taken || mv.is_castling() || mv.is_promotion() {
            self.kept = Kept::choose(&self.board, self.winner)?;
        } else if mv.from() == self.kept.hero {
            self.kept.hero = mv.to();
        } else if self.kept.other == Some(mv.from()) {
            self.kept.other = Some(mv.to());
        }
        Some(())
    }

    /// A move that serves the plan, or any if none does; `None` if there is no legal move.
    fn choose(&mut self) -> Option<Move> {
        if self.wild > 0 {
            self.wild -= 1;
            return self.any_move();
        }
        let runner =
            (self.board.stm() == self.winner && self.hero_is_pawn()).then_some(self.kept.hero);
        let victims = self.victims();
        let pawns = self.board.pieces(Piece::Pawn);
        let wish = Wish {
            runner,
            prey: victims & pawns,
            game: victims & !pawns,
            ..Wish::NOTHING
        };
        let stage = if runner.is_some() {
            MoveStage::All
        } else {
            MoveStage::Noisy
        };
        if let Some((mv, merit)) = self.best(wish, stage)
            && merit >= Merit::Game
        {
            return Some(mv);
        }
        let wish = self.quiet_wish(victims);
        let best = self.best(wish, MoveStage::All);
        best.map(|(mv, _)| mv).or_else(|| self.any_move())
    }

    fn any_move(&mut self) -> Option<Move> {
        let moves = self.board.legal_moves();
        let index = self.dice.roll() as usize % moves.len().max(1);
        moves.get(index).copied()
    }

    fn best(&mut self, wish: Wish, stage: MoveStage) -> Option<(Move, Merit)> {
        let mut chooser = Chooser {
            board: &self.board,
            wish,
            dice: &mut self.dice,
            choice: None,
        };
        self.board.generate(stage, &mut chooser);
        chooser.choice
    }

    fn hero_is_pawn(&self) -> bool {
        self.board.pieces(Piece::Pawn).has(self.kept.hero)
    }

    /// The men of a side that are not needed.
    fn spare(&self, color: Color) -> Bitboard {
        self.board.colors(color) & !self.board.pieces(Piece::King) & !self.kept.squares()
    }

    /// What the side to move wants to capture. The loser's last rook or queen is left to clear the board first.
    fn victims(&self) -> Bitboard {
        let spare = self.spare(!self.board.stm());
        let heavy = self.board.pieces(Piece::Rook) | self.board.pieces(Piece::Queen);
        if self.board.stm() == self.winner
            && !spare.many()
            && (spare & heavy).any()
            && self.spare(self.winner).any()
        {
            Bitboard::EMPTY
        } else {
            spare
        }
    }

    /// What to do when there is nothing to capture.
    fn quiet_wish(&self, victims: Bitboard) -> Wish {
        let board = &self.board;
        let (us, occupied) = (board.stm(), board.occupied());
        let mut wish = Wish {
            spare: self.spare(us),
            ..Wish::NOTHING
        };
        if self.hero_is_pawn() {
            wish.path = self.kept.hero.bb().front_fill(self.winner);
            wish.leavers = wish.path;
        }
        let attacked = attacks(board, !us);
        let is_winner = us == self.winner;
        wish.bait = attacked;
        if is_winner && victims.any() {
            wish.bait = Bitboard::EMPTY;
        }
        wish.pawns_first = is_winner && victims.is_empty();
        let blockers = victims & wish.path;
        let goals = if is_winner && blockers.any() {
            blockers
        } else {
            victims
        };
        wish.posts[Piece::King.index()] = way(board.king(us), goals, !attacked & !board.colors(us));
        for victim in victims.into_iter().take(3) {
            let straight = rook_attacks(victim, occupied);
            let diagonal = bishop_attacks(victim, occupied);
            wish.posts[Piece::Knight.index()] |= knight_attacks(victim);
            wish.posts[Piece::Bishop.index()] |= diagonal;
            wish.posts[Piece::Rook.index()] |= straight;
            wish.posts[Piece::Queen.index()] |= straight | diagonal;
        }
        wish
    }
}

/// The first steps of the shortest ways of a king to one of some squares over squares that are free for it.
fn way(king: Square, goals: Bitboard, free: Bitboard) -> Bitboard {
    let near = king_attacks(king);
    let mut reached = goals & free;
    loop {
        let wider = neighbours(reached) & free | reached;
        if (wider & near).any() || wider == reached {
            return wider & near;
        }
        reached = wider;
    }
}

/// The squares next to those of a set, and the set.
fn neighbours(set: Bitboard) -> Bitboard {
    let row = set | set.left() | set.right();
    row | row.forward(Color::White) | row.forward(Color::Black)
}

/// The squares that a side attacks.
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
    for square in board.straight_sliders(color) {
        all |= rook_attacks(square, occupied);
    }
    all
}
