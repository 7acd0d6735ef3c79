//! Positions and legal moves: properties on random games and set-ups.

use crate::support::position::{board, mv};
use compongo::board::attacks::piece_attacks;
use compongo::board::fen::{self, CastlingFieldStyle};
use compongo::board::perft::perft;
use compongo::board::{
    Board, CHESS960_STARTPOS_COUNT, MoveStage, Setup, chess960_startpos, zobrist,
};
use compongo::notation::uci_move::{CastlingStyle, UciMove};
use compongo::types::{
    Bitboard, Color, ColoredPiece, Key, MAX_MOVES, Move, MoveKind, MoveList, Piece, Rank, Rng,
    Square,
};
use std::collections::BTreeSet;

pub fn play(board: &mut Board, tokens: &str) {
    for token in tokens.split_ascii_whitespace() {
        let mv = mv(board, token);
        board.play(mv);
    }
}

fn square(rng: &mut Rng) -> Square {
    Square::from_index(rng.below(64) as u8)
}

/// Plays random games, half of them from the ordinary start, and shows every move with the boards around it.
fn random_moves(games: usize, seed: u64, mut visit: impl FnMut(&Board, Move, &Board)) {
    let mut rng = Rng::new(seed);
    for game in 0..games {
        let number = if game % 2 == 0 {
            518
        } else {
            rng.below(CHESS960_STARTPOS_COUNT)
        };
        let mut current = chess960_startpos(number);
        for _ in 0..120 {
            let moves = current.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            let mut next = current;
            next.play(mv);
            visit(&current, mv, &next);
            current = next;
        }
    }
}

/// Random set-ups, with unlikely checks, rights and en passant squares among them.
fn random_setups(count: usize, seed: u64) -> Vec<Board> {
    let mut rng = Rng::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            for _ in 0..rng.below(16) {
                let piece = Piece::ALL[rng.below(5)];
                setup.pieces[square(&mut rng).index()] = Some(ColoredPiece::new(color, piece));
            }
        }
        if rng.below(2) == 0 {
            // A pawn that has just jumped, with a neighbour that may take it.
            let file = rng.below(7);
            setup.pieces[24 + file] = ColoredPiece::from_letter('P');
            setup.pieces[25 + file] = ColoredPiece::from_letter('p');
            setup.stm = Color::Black;
            setup.en_passant = Some(Square::from_index(16 + file as u8));
        }
        for (letter, rank) in [('K', 0), ('k', 56)] {
            let mut king = square(&mut rng);
            if rng.below(2) == 0 {
                let squares: Vec<usize> = (0..3).map(|_| rank + rng.below(8)).collect();
                king = Square::from_index(squares[0] as u8);
                for &rook in &squares[1..] {
                    let rook_letter = if letter == 'K' { 'R' } else { 'r' };
                    setup.pieces[rook] = ColoredPiece::from_letter(rook_letter);
                }
            }
            setup.pieces[king.index()] = ColoredPiece::from_letter(letter);
        }
        setup.castling_rights = Bitboard(rng.next() | rng.next());
        if let Ok(board) = setup.board() {
            boards.push(board);
        }
    }
    boards
}

/// The Zobrist key of a position, computed from nothing.
pub fn recomputed_key(board: &Board) -> Key {
    let mut key = Key::default();
    for square in board.occupied() {
        let colored = board.colored_piece_at(square).expect("it is occupied");
        key ^= zobrist::piece_square(colored, square);
    }
    for rook in board.castling_rights() {
        let color = match rook.rank() {
            Rank::R1 => Color::White,
            _ => Color::Black,
        };
        key ^= zobrist::castling_right(color, rook.file());
    }
    if let Some(square) = board.en_passant() {
        key ^= zobrist::en_passant(square.file());
    }
    if board.stm() == Color::Black {
        key ^= zobrist::black_to_move();
    }
    key
}

#[test]
fn whatever_is_kept_up_to_date_equals_what_is_computed_anew() {
    random_moves(200, 1, |before, mv, after| {
        assert_eq!(after.key(), recomputed_key(after), "{mv} to {after}");
        let rights_and_en_passant = |board: &Board| (board.castling_rights(), board.en_passant());
        if !matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant)
            && rights_and_en_passant(before) == rights_and_en_passant(after)
        {
            assert_eq!(before.key_after(mv), after.key(), "{mv} to {after}");
        }
        assert_eq!(after.setup().board().as_ref(), Ok(after), "{mv} to {after}");
    });
}

#[test]
fn fen_round_trip() {
    random_moves(100, 2, |_, _, board| {
        for style in [CastlingFieldStyle::XFen, CastlingFieldStyle::Shredder] {
            let text = board.fen(style);
            let (read, warnings) = fen::parse(&text).expect(&text);
            assert_eq!((read, warnings), (*board, vec![]), "{text}");
        }
    });
    for board in random_setups(2000, 2) {
        for style in [CastlingFieldStyle::XFen, CastlingFieldStyle::Shredder] {
            let text = board.fen(style);
            let (read, warnings) = fen::parse(&text).expect(&text);
            assert_eq!((read, warnings), (board, vec![]), "{text}");
        }
    }
}

#[test]
fn playing_is_a_function_of_board_and_move() {
    random_moves(50, 3, |before, mv, after| {
        let copy = *before;
        let mut again = copy;
        again.play(mv);
        assert_eq!(again, *after);
        assert_eq!(copy, *before);
        assert_eq!(after.stm(), !before.stm());
        assert_eq!(after.game_ply(), before.game_ply() + 1);
        let resets = mv.is_capture() || before.piece_at(mv.from()) == Some(Piece::Pawn);
        let clock = if resets {
            0
        } else {
            before.halfmove_clock() + 1
        };
        assert_eq!(after.halfmove_clock(), clock, "{before} {mv}");
        let pieces_captured = before.occupied().count() - after.occupied().count();
        assert_eq!(pieces_captured, u32::from(mv.is_capture()), "{before} {mv}");
    });
}

fn assert_legality_is_membership(board: &Board) {
    let legal: BTreeSet<u16> = board.legal_moves().iter().map(|mv| mv.bits()).collect();
    for bits in 0..=u16::MAX {
        if let Some(mv) = Move::from_bits(bits) {
            assert_eq!(board.is_legal(mv), legal.contains(&bits), "{board} {mv:?}");
        } else {
            assert!(!legal.contains(&bits));
        }
    }
}

#[test]
fn of_all_move_words_the_generated_ones_are_legal() {
    let mut count = 0;
    random_moves(12, 4, |_, _, board| {
        count += 1;
        if count % 5 == 0 {
            assert_legality_is_membership(board);
        }
    });
    random_setups(300, 4)
        .iter()
        .for_each(assert_legality_is_membership);
}

fn assert_stages_agree(board: &Board) {
    let all = board.legal_moves();
    let mut noisy = MoveList::new();
    let mut quiet = MoveList::new();
    board.generate(MoveStage::Noisy, &mut noisy);
    board.generate(MoveStage::Quiet, &mut quiet);
    assert!(noisy.iter().all(|mv| !mv.is_quiet()), "{board}");
    assert!(quiet.iter().all(|mv| mv.is_quiet()), "{board}");
    let set = |moves: &[Move]| moves.iter().map(|mv| mv.bits()).collect::<BTreeSet<u16>>();
    let parts: BTreeSet<u16> = &set(&noisy) | &set(&quiet);
    assert_eq!(parts, set(&all), "{board}");
    assert_eq!(set(&all).len(), all.len(), "no move twice in {board}");
    assert_eq!(noisy.len() + quiet.len(), all.len(), "{board}");
    assert_eq!(board.count_legal_moves() as usize, all.len(), "{board}");
    assert_eq!(board.has_legal_move(), !all.is_empty(), "{board}");
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    random_moves(100, 5, |_, _, board| assert_stages_agree(board));
    random_setups(5000, 5).iter().for_each(assert_stages_agree);
}

#[test]
fn colours_may_change() {
    let check = |board: &Board| {
        let flipped = board.flipped();
        assert_eq!(flipped.flipped(), *board);
        assert_eq!(perft(&flipped, 2), perft(board, 2), "{board}");
        assert_eq!(flipped.stm(), !board.stm());
        assert_eq!(
            flipped.king(Color::White),
            board.king(Color::Black).flip_rank()
        );
        let mirrored = |mv: Move| Move::new(mv.from().flip_rank(), mv.to().flip_rank(), mv.kind());
        let moves = board.legal_moves();
        assert!(
            moves.iter().all(|&mv| flipped.is_legal(mirrored(mv))),
            "{board}"
        );
    };
    random_moves(20, 6, |_, _, board| check(board));
    random_setups(200, 6).iter().for_each(check);
    assert_eq!(
        board("r3k2r/8/8/8/3pP3/8/8/1R2K2R b Kkq e3 4 9")
            .flipped()
            .to_string(),
        "1r2k2r/8/8/3Pp3/8/8/8/R3K2R w KQk e6 4 9"
    );
}

fn our_moves(board: &Board, style: CastlingStyle) -> Vec<String> {
    let moves = board.legal_moves();
    let mut texts: Vec<String> = moves
        .iter()
        .map(|&mv| UciMove::new(mv, style).to_string())
        .collect();
    texts.sort_unstable();
    texts
}

/// The legal moves that shakmaty finds, unless it takes the position for impossible.
fn their_moves(board: &Board, mode: shakmaty::CastlingMode) -> Option<Vec<String>> {
    use shakmaty::{Chess, FromSetup, Position, fen::Fen};
    let fen: Fen = board
        .fen(CastlingFieldStyle::Shredder)
        .parse()
        .expect("a FEN");
    let theirs = Chess::from_setup(fen.into_setup(), mode).ok()?;
    let mut texts: Vec<String> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| shakmaty::uci::UciMove::from_move(mv, mode).to_string())
        .collect();
    texts.sort_unstable();
    Some(texts)
}

#[test]
fn legal_moves_are_those_of_shakmaty() {
    use shakmaty::CastlingMode;
    let mut compared = 0;
    random_moves(150, 7, |_, _, board| {
        let (ours, mode) = if board.is_chess960() {
            (
                our_moves(board, CastlingStyle::KingTakesRook),
                CastlingMode::Chess960,
            )
        } else {
            (
                our_moves(board, CastlingStyle::KingPath),
                CastlingMode::Standard,
            )
        };
        assert_eq!(Some(ours), their_moves(board, mode), "{board}");
        compared += 1;
    });
    assert!(compared >= 10_000, "{compared}");
}

#[test]
fn legal_moves_of_set_up_boards_are_those_of_shakmaty() {
    let compared = random_setups(20_000, 8)
        .iter()
        .filter_map(|board| {
            let theirs = their_moves(board, shakmaty::CastlingMode::Chess960)?;
            let ours = our_moves(board, CastlingStyle::KingTakesRook);
            assert_eq!(ours, theirs, "{board}");
            Some(())
        })
        .count();
    assert!(compared >= 5000, "{compared}");
}

#[test]
fn attacks_agree_with_each_other() {
    random_moves(20, 10, |before, mv, after| {
        for color in Color::ALL {
            for square in Square::all() {
                let attackers = after.attackers_to(square, after.occupied()) & after.colors(color);
                assert_eq!(
                    after.is_attacked(square, color, after.occupied()),
                    attackers.any(),
                    "{after} {square}"
                );
            }
        }
        let king = after.king(after.stm());
        let checkers = after.attackers_to(king, after.occupied()) & after.colors(!after.stm());
        assert_eq!(after.checkers(), checkers, "{after}");
        for square in after.pinned() {
            assert!(after.colors(after.stm()).has(square));
            let gone = after.occupied() & !square.bb();
            let sliders = after.attackers_to(king, gone) & after.colors(!after.stm()) & gone;
            assert!((sliders & !checkers).any(), "{after} {square}");
        }
        if !mv.is_castling() && !mv.is_en_passant() {
            let direct = after.checkers().has(mv.to());
            assert_eq!(before.gives_direct_check(mv), direct, "{before} {mv}");
        }
        let victim = Some(before.captured_square(mv))
            .filter(|_| mv.is_capture())
            .and_then(|square| before.colored_piece_at(square));
        assert_eq!(before.captured_piece(mv), victim.map(ColoredPiece::piece));
        assert!(victim.is_none_or(|colored| colored.color() != before.stm()));
    });
}

#[test]
fn a_null_move_passes_the_turn_and_forgets_en_passant() {
    let before = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 7");
    let mut after = before;
    after.play_null();
    assert_eq!(after.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 4 7");
    assert_eq!(after.key(), recomputed_key(&after));
    after.play_null();
    assert_eq!(after.to_string(), "4k3/8/8/3pP3/8/8/8/4K3 w - - 5 8");
}

#[test]
fn boards_of_sixteen_pieces_in_any_mix_fit_the_list() {
    let most_known = board("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(most_known.legal_moves().len(), 218);
    // Fifteen queens that take better and better places.
    let queen = ColoredPiece::from_letter('Q');
    let mut rng = Rng::new(11);
    let mut setup = board("8/8/8/8/8/5rr1/6rn/K5rk w - - 0 1").setup();
    let (mut queens, mut most) = (0, 0);
    for _ in 0..20_000 {
        let (from, to) = (square(&mut rng).index(), square(&mut rng).index());
        let mut changed = setup.clone();
        if changed.pieces[to].is_none() && (queens < 15 || changed.pieces[from] == queen) {
            changed.pieces[to] = queen;
            if queens == 15 {
                changed.pieces[from] = None;
            }
        }
        if let Ok(board) = changed.board() {
            let moves = board.legal_moves().len();
            assert_eq!(moves, board.count_legal_moves() as usize, "{board}");
            if moves >= most || queens < 15 {
                queens = board.colored_pieces(Color::White, Piece::Queen).count();
                (setup, most) = (changed, moves);
            }
        }
    }
    assert_eq!(queens, 15);
    assert!((219..MAX_MOVES).contains(&most), "{most}");
}

#[test]
fn the_bound_on_moves_covers_fifteen_queens_and_a_king() {
    let most = |piece| {
        Square::all()
            .map(|square| piece_attacks(piece, square, Bitboard::EMPTY).count())
            .max()
            .expect("64 squares")
    };
    let bound = 15 * most(Piece::Queen) + most(Piece::King) + 2;
    assert!(bound as usize <= MAX_MOVES);
}
