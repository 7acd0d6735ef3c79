//! Can a side still mate? Our answers against those of the crate `chasolver`, on random and on constructed positions.
//!
//! By default a sample of a few seconds; `COMPONGO_FULL=1` asks about 20,000 positions.

use super::proof_checker;
use crate::support::is_full;
use crate::support::random::pick;
use compongo::board::{Board, Setup};
use compongo::laws::material;
use compongo::laws::winnable::reachable::{DeadPositionCache, is_blocked};
use compongo::laws::winnable::tree::dead_after_forced_captures;
use compongo::laws::winnable::{
    ProofBudget, UnwinnableProof, Winnability, WinnabilityCache, can_win,
};
use compongo::types::{Bitboard, Color, ColoredPiece, File, Piece, Rank, Rng, Square};

const BUDGET: ProofBudget = ProofBudget::new(30_000);

fn one_in(rng: &mut Rng, count: usize) -> bool {
    rng.below(count) == 0
}

pub(super) fn random_color(rng: &mut Rng) -> Color {
    pick(rng, &Color::ALL)
}

fn random_square(rng: &mut Rng) -> Square {
    Square::from_index(rng.below(64) as u8)
}

/// A square with nothing on it, not on the first or last rank for a pawn.
pub(super) fn place(rng: &mut Rng, setup: &mut Setup, color: Color, piece: Piece) {
    loop {
        let square = random_square(rng);
        let edge = matches!(square.rank(), Rank::R1 | Rank::R8);
        if setup.pieces[square.index()].is_none() && !(piece == Piece::Pawn && edge) {
            setup.pieces[square.index()] = Some(ColoredPiece::new(color, piece));
            return;
        }
    }
}

fn put(setup: &mut Setup, color: Color, piece: Piece, file: File, rank: usize) {
    setup.pieces[Square::new(file, Rank::ALL[rank]).index()] =
        Some(ColoredPiece::new(color, piece));
}

const NON_PAWNS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// A few pieces anywhere.
fn few_pieces(rng: &mut Rng) -> Option<Board> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        place(rng, &mut setup, color, Piece::King);
    }
    for _ in 0..=rng.below(4) {
        let color = random_color(rng);
        let piece = pick(rng, &Piece::ALL[..5]);
        place(rng, &mut setup, color, piece);
    }
    setup.stm = random_color(rng);
    setup.board().ok()
}

/// Few pieces and few moves: checks, corners, forced captures.
fn forced(rng: &mut Rng) -> Option<Board> {
    let board = few_pieces(rng)?;
    (board.in_check() && board.count_legal_moves() <= 2 || board.count_legal_moves() <= 1)
        .then_some(board)
}

/// Pawns about to promote, into and beside what stands in their way.
fn promotions(rng: &mut Rng) -> Option<Board> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        place(rng, &mut setup, color, Piece::King);
        for _ in 0..=rng.below(2) {
            let piece = pick(rng, &[Piece::Knight, Piece::Bishop, Piece::Pawn]);
            place(rng, &mut setup, color, piece);
        }
    }
    let color = random_color(rng);
    let file = pick(rng, &File::ALL);
    let seventh = Square::new(file, Rank::R7.relative_to(color));
    setup.pieces[seventh.index()] = Some(ColoredPiece::new(color, Piece::Pawn));
    setup.stm = random_color(rng);
    setup.board().ok()
}

/// Pawns that stand before each other, with kings and perhaps pieces between and behind them, perhaps a pawn that
/// has just advanced two squares, perhaps a castle.
fn wall(rng: &mut Rng) -> Option<Board> {
    let mut setup = Setup::empty();
    let mut rank = 1 + rng.below(5);
    let step = rng.below(4);
    let gaps = rng.below(4);
    for file in File::ALL {
        rank = match step {
            0 => 1 + rng.below(5),
            1 => (rank + rng.below(3)).clamp(2, 6) - 1,
            _ => rank,
        };
        let gap = match gaps {
            0 => one_in(rng, 4),
            1 => one_in(rng, 12),
            parity => file.index() % 2 == parity % 2,
        };
        if !gap {
            put(&mut setup, Color::White, Piece::Pawn, file, rank);
            put(&mut setup, Color::Black, Piece::Pawn, file, rank + 1);
        }
    }
    if one_in(rng, 4) {
        let color = random_color(rng);
        place(rng, &mut setup, color, Piece::Pawn);
    }
    for color in Color::ALL {
        if one_in(rng, 8) {
            let back = Rank::R1.relative_to(color).index();
            put(&mut setup, color, Piece::King, File::E, back);
            let corner = pick(rng, &[File::A, File::H]);
            put(&mut setup, color, Piece::Rook, corner, back);
            setup.castling_rights |= Square::new(corner, Rank::ALL[back]).bb();
        } else if one_in(rng, 4) {
            place(rng, &mut setup, color, Piece::King);
        } else {
            let rank = Rank::ALL[rng.below(2)].relative_to(color);
            let free = (Bitboard::rank(rank).into_iter())
                .filter(|square| setup.pieces[square.index()].is_none())
                .nth(rng.below(8))?;
            put(&mut setup, color, Piece::King, free.file(), rank.index());
        }
        for _ in 0..pick(rng, &[0, 0, 0, 1, 2]) {
            let piece = if one_in(rng, 6) {
                pick(rng, &NON_PAWNS)
            } else {
                Piece::Bishop
            };
            place(rng, &mut setup, color, piece);
        }
    }
    setup.stm = random_color(rng);
    setup.en_passant = Some(Square::new(
        pick(rng, &File::ALL),
        Rank::R6.relative_to(setup.stm),
    ));
    setup.board().ok()
}

/// Kings and pawns with nothing to do but take each other.
fn pawn_crowd(rng: &mut Rng) -> Option<Board> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        place(rng, &mut setup, color, Piece::King);
        for _ in 0..=rng.below(7) {
            place(rng, &mut setup, color, Piece::Pawn);
        }
    }
    setup.stm = random_color(rng);
    setup.board().ok()
}

/// A position of a game of random moves that likes captures, unless the game is over.
fn random_game(rng: &mut Rng) -> Option<Board> {
    let mut board = Board::start();
    for _ in 0..60 + rng.below(200) {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let captures: Vec<_> = moves.iter().filter(|mv| mv.is_capture()).collect();
        let mv = if captures.is_empty() || one_in(rng, 3) {
            pick(rng, &moves)
        } else {
            *captures[rng.below(captures.len())]
        };
        board.play(mv);
    }
    board.has_legal_move().then_some(board)
}

type Maker = fn(&mut Rng) -> Option<Board>;

const MAKERS: [Maker; 6] = [
    few_pieces,
    forced,
    promotions,
    wall,
    pawn_crowd,
    random_game,
];

fn positions(count: usize, seed: u64) -> Vec<Board> {
    let rng = &mut Rng::new(seed);
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let maker = MAKERS[boards.len() % MAKERS.len()];
        let board = std::iter::repeat_with(|| maker(rng)).find_map(|board| board);
        boards.extend(board);
    }
    boards
}

fn count() -> usize {
    if is_full() { 20_000 } else { 600 }
}

/// What the oracle says; `None` if it gives up.
pub(super) fn oracle(board: &Board, color: Color) -> Option<bool> {
    let foreign: chess::Board = board.to_string().parse().expect("the oracle reads our FEN");
    let winner = match color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    chasolver::winnability(&foreign, winner).map(|answer| match answer {
        chasolver::Winnability::Winnable { helpmate } => {
            let end = helpmate
                .iter()
                .fold(foreign, |board, &mv| board.make_move_new(mv));
            assert_eq!(end.status(), chess::BoardStatus::Checkmate);
            assert_eq!(end.side_to_move(), !winner);
            true
        }
        chasolver::Winnability::Unwinnable => false,
    })
}

fn kind(answer: &Winnability) -> &'static str {
    match answer {
        Winnability::Winnable(_) => "winnable",
        Winnability::Unwinnable(UnwinnableProof::Material) => "material",
        Winnability::Unwinnable(UnwinnableProof::Table) => "table",
        Winnability::Unwinnable(UnwinnableProof::Tree { .. }) => "tree",
        Winnability::Unwinnable(UnwinnableProof::ClosedSet(_)) => "closure",
        Winnability::Unwinnable(UnwinnableProof::External) => "external",
        Winnability::Undetermined { .. } => "open",
    }
}

#[test]
fn no_contradiction_with_chasolver() {
    let mut counts = std::collections::BTreeMap::<_, u32>::new();
    for board in positions(count(), 0x00C0_FFEE) {
        for color in Color::ALL {
            let answer = can_win(&board, color, &BUDGET, &mut WinnabilityCache::default());
            *counts.entry(kind(&answer)).or_default() += 1;
            let Some(ours) = answer.is_winnable() else {
                continue;
            };
            assert_eq!(
                proof_checker::check(&board, color, &answer),
                Ok(()),
                "{color} in {board}: {}",
                answer.proof()
            );
            if let Some(theirs) = oracle(&board, color) {
                assert_eq!(ours, theirs, "{color} in {board}: {}", answer.proof());
            }
            if material::cannot_win(&board, color) {
                assert!(!ours);
            }
        }
        if dead_after_forced_captures(&board) {
            for color in Color::ALL {
                assert_ne!(oracle(&board, color), Some(true), "{color} in {board}");
            }
        }
    }
    eprintln!("{counts:?}");
    for kind in ["winnable", "material", "tree", "closure"] {
        assert!(counts.contains_key(kind), "no answer of the kind {kind}");
    }
}

/// One cache for positions of the same pawn structure, so that a result that leaks from one to another is
/// caught. It is renewed before its budget for failed searches is used up.
#[test]
fn dead_positions_agree_with_chasolver() {
    let rng = &mut Rng::new(0xBAD_CAFE);
    let (mut asked, mut dead) = (0, 0);
    while asked < count() {
        let Some(board) = wall(rng).filter(is_blocked) else {
            continue;
        };
        let mut cache = DeadPositionCache::new(20_000, u64::MAX);
        for _ in 0..12 {
            let Some(board) = with_pieces_elsewhere(&board, rng) else {
                continue;
            };
            asked += 1;
            if !cache.is_dead(&board) {
                continue;
            }
            dead += 1;
            for color in Color::ALL {
                assert_ne!(oracle(&board, color), Some(true), "{color} in {board}");
                let budget = ProofBudget::new(100_000);
                let answer = can_win(&board, color, &budget, &mut WinnabilityCache::default());
                assert_eq!(answer.is_winnable(), Some(false), "{color} in {board}");
            }
        }
    }
    eprintln!("{dead} of {asked} blocked positions are dead");
    assert!(dead * 20 > asked);
}

/// The same pawns, kings and pieces on other squares, most often only one of them.
fn with_pieces_elsewhere(board: &Board, rng: &mut Rng) -> Option<Board> {
    let mut setup = board.setup();
    setup.castling_rights = Bitboard::EMPTY;
    setup.en_passant = None;
    let mut movable = board.occupied() & !board.pieces(Piece::Pawn);
    if !one_in(rng, 3) {
        let one = movable.into_iter().nth(rng.below(4))?;
        movable = one.bb();
    }
    for square in movable {
        setup.pieces[square.index()] = None;
    }
    for piece in movable
        .into_iter()
        .filter_map(|square| board.colored_piece_at(square))
    {
        place(rng, &mut setup, piece.color(), piece.piece());
    }
    setup.stm = random_color(rng);
    setup.board().ok()
}

/// A cache that follows random games, and is asked about strange positions in between, never says what a fresh one
/// contradicts, and all its proofs hold.
#[test]
fn a_memo_never_leaks() {
    let rng = &mut Rng::new(0x5EED);
    let small = ProofBudget {
        nodes: 3_000,
        ..BUDGET
    };
    let games = count() / 20;
    for _ in 0..games {
        let Some(start) = [few_pieces, wall, pawn_crowd][rng.below(3)](rng) else {
            continue;
        };
        let mut cache = WinnabilityCache::default();
        let mut board = start;
        for _ in 0..12 {
            let stranger = if one_in(rng, 3) {
                with_pieces_elsewhere(&board, rng)
            } else {
                None
            };
            for position in [Some(board), stranger].into_iter().flatten() {
                for color in Color::ALL {
                    let ours = can_win(&position, color, &small, &mut cache);
                    let fresh = can_win(&position, color, &small, &mut WinnabilityCache::default());
                    if let (Some(ours), Some(fresh)) = (ours.is_winnable(), fresh.is_winnable()) {
                        assert_eq!(ours, fresh, "{color} in {position}");
                    }
                    if ours.is_winnable().is_some() {
                        assert_eq!(
                            proof_checker::check(&position, color, &ours),
                            Ok(()),
                            "{color} in {position}: {}",
                            ours.proof()
                        );
                    }
                }
            }
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = pick(rng, &moves);
            if !one_in(rng, 8) {
                cache.play(&board, mv);
            }
            board.play(mv);
        }
    }
}
