//! Positions, legal moves and FEN: properties on random games and set-ups, and the cases that are easy to get wrong.

use crate::support::position::{board, mv};
use crate::support::table::rows;
use compongo::board::attacks::piece_attacks;
use compongo::board::fen::{self, CastlingFieldStyle};
use compongo::board::perft::perft;
use compongo::board::{
    Board, CHESS960_STARTPOS_COUNT, CastlingSide, MoveStage, Observer, Setup, SetupError,
    chess960_startpos, zobrist,
};
use compongo::notation::uci_move::{CastlingStyle, UciMove};
use compongo::types::{
    Bitboard, Color, ColoredPiece, Key, MAX_MOVES, Move, MoveList, Piece, Rank, Rng, Square,
};
use std::collections::BTreeSet;

fn play(board: &mut Board, tokens: &str) {
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
fn recomputed_key(board: &Board) -> Key {
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
    random_moves(200, 1, |_, mv, after| {
        assert_eq!(after.key(), recomputed_key(after), "{mv} to {after}");
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

/// What an observer has seen so far.
struct Seen([Option<ColoredPiece>; 64]);

impl Observer for Seen {
    fn added(&mut self, piece: ColoredPiece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None, "{square}");
    }

    fn removed(&mut self, piece: ColoredPiece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece), "{square}");
    }
}

#[test]
fn observers_see_every_piece_come_and_go() {
    random_moves(50, 9, |before, mv, after| {
        let mut seen = Seen(before.setup().pieces);
        let mut played = *before;
        played.play_observed(mv, &mut seen);
        assert_eq!(played, *after);
        assert_eq!(seen.0, after.setup().pieces, "{before} {mv}");
    });
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

#[test]
fn each_demand_on_a_position_has_two_sides() {
    let table = "
        4k3/8/8/8/8/8/8/4K3 w - - 0 1               | 4k3/8/8/8/8/8/8/8 w - - 0 1                 | white has 0 kings
        4k3/8/8/8/8/8/8/4K3 b - - 0 1               | 4k3/4k3/8/8/8/8/8/4K3 b - - 0 1             | black has 2 kings
        4k3/8/8/8/8/NNNNNNNN/PPPPPPP1/4K3 w - - 0 1 | 4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1 | white has 17 pieces, more than 16
        4k3/1ppppppp/nnnnnnnn/8/8/8/8/4K3 b - - 0 1 | 4k3/pppppppp/nnnnnnnn/8/8/8/8/4K3 b - - 0 1 | black has 17 pieces, more than 16
        4k3/P7/8/8/8/8/8/4K3 w - - 0 1              | P3k3/8/8/8/8/8/8/4K3 w - - 0 1              | a pawn stands on a8
        4k3/8/8/8/8/8/7p/4K3 w - - 0 1              | 4k3/8/8/8/8/8/8/4K2p w - - 0 1              | a pawn stands on h1
        4k3/8/8/8/8/8/8/4K2R w K - 0 1              | 4k2R/8/8/8/8/8/8/4K3 w - - 0 1              | black is in check but does not have the move
        4k3/8/8/8/8/8/5n2/4K3 b - - 0 1             | 4k3/8/8/8/8/8/3p4/4K3 b - - 0 1             | white is in check but does not have the move
        8/8/8/8/8/8/3k4/1K6 w - - 0 1               | 8/8/8/8/8/8/2k5/1K6 w - - 0 1               | black is in check but does not have the move
    ";
    for [accepted, rejected, message] in rows(table) {
        assert!(fen::parse(accepted).is_ok(), "{accepted}");
        let error = fen::parse(rejected).expect_err(rejected);
        assert_eq!(error.to_string(), message, "{rejected}");
    }
    assert_eq!(
        Setup::empty().board(),
        Err(SetupError::Kings {
            color: Color::White,
            count: 0
        })
    );
}

#[test]
fn a_faulty_fen_is_named_exactly() {
    let table = "
        8/8/8/8/8/8/8 w - - 0 1                          | '8/8/8/8/8/8/8' has 7 ranks, not 8
        startpos                                         | 'startpos' has 1 ranks, not 8
        4k3/8/8/9/8/8/8/4K3 w - - 0 1                    | rank 5 '9': '9' is not a piece
        4k3/8/8/7/8/8/8/4K3 w - - 0 1                    | rank 5 '7' is 7 squares wide, not 8
        4k3/8/8/8/8/8/8/4K3r w - - 0 1                   | rank 1 '4K3r' is 9 squares wide, not 8
        4k3/8/8/8/8/8/8/4K2ä w - - 0 1                   | rank 1 '4K2ä': 'ä' is not a piece
        4k3/8/8/8/8/8/8/4K3                              | the side to move is missing
        4k3/8/8/8/8/8/8/4K3 white - - 0 1                | side to move 'white' is neither 'w' nor 'b'
        4k3/8/8/8/8/8/8/4K3 w KQxq - 0 1                 | castling field 'KQxq': 'x' is not a castling right
        4k3/8/8/8/8/8/8/4K3 w - e9 0 1                   | en passant field 'e9' is neither a square nor '-'
        4k3/8/8/8/8/8/8/4K3 w - - x 1                    | half-move clock 'x' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - -1 1                   | half-move clock '-1' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 10000 1                | half-move clock '10000' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 0 10000                | move number '10000' is not a number up to 9999
        4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999 | move number '99999999999999999999' is not a number up to 9999
    ";
    for [text, message] in rows(table) {
        let error = fen::parse(text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
    for text in ["", " \t "] {
        assert_eq!(
            fen::parse(text).expect_err("blank").to_string(),
            "the text is empty"
        );
    }
    let long = "x".repeat(5000);
    let error = fen::parse(&long).expect_err("no ranks").to_string();
    assert!(error.len() < 100, "{error}");
}

#[test]
fn a_fen_may_be_short_or_have_a_tail() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for tail in [
        "w KQkq -",
        "w KQkq - 0",
        "w KQkq - 0 1",
        "w KQkq - 0 0",
        "W KQkq - 0 1 and more",
        "w KQkq - bm e4; id \"first\";",
        "w HAha - 0 1",
        "w AHah - 0 1",
        "w KAhq - 0 1",
        "w QqKk - 0 1",
        "  w\tKQkq  - 0 1  ",
    ] {
        let text = format!("{START} {tail}");
        assert_eq!(fen::parse(&text), Ok((Board::start(), vec![])), "{text}");
    }
    let bare = board("4k3/8/8/8/8/8/8/4K3 w");
    assert_eq!(bare.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let late = board("4k3/8/8/8/8/8/8/4K3 w - - 9999 9999");
    assert_eq!(
        (late.halfmove_clock(), late.fullmove_number()),
        (9999, 9999)
    );
}

#[test]
fn castling_rights_are_read_in_every_style() {
    let rights = |text: &str| {
        let (board, warnings) = fen::parse(text).expect(text);
        let fen = board.fen(CastlingFieldStyle::Shredder);
        let field = fen.split(' ').nth(2).expect("a field").to_owned();
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        (field, warnings)
    };
    let inner = "1r2k1rr/8/8/8/8/8/8/1R2K1RR w";
    for (field, expected) in [
        ("Gkq", "Ghb"),
        ("Kg", "Hg"),
        ("HBhb", "HBhb"),
        ("Qq", "Bb"),
        ("GBgb", "GBgb"),
        ("-", "-"),
    ] {
        assert_eq!(
            rights(&format!("{inner} {field} - 0 1")),
            (expected.to_owned(), vec![])
        );
    }
    let written = board(&format!("{inner} Gkq - 0 1"));
    assert_eq!(
        written.fen(CastlingFieldStyle::XFen),
        format!("{inner} Gkq - 0 1")
    );
    assert_eq!(
        rights("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").0,
        "HFhf"
    );

    let dropped =
        |letter: char| format!("castling right '{letter}' dropped: king and rook are not in place");
    for (text, expected, letters) in [
        ("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "A", "Kkq"),
        ("4k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "h", "KQq"),
        ("r3k2r/8/8/8/8/8/8/R2QK2B w HAha - 0 1", "Aha", "H"),
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "H", "G"),
        ("4k3/8/8/8/8/8/8/4K2r w H - 0 1", "-", "H"),
        ("4k3/8/8/8/8/8/8/4K2R w E - 0 1", "-", "E"),
        // A rook before its first rank is no rook of the king beside it.
        ("4K2R/8/8/8/8/8/8/4k3 w Kk - 0 1", "-", "Kk"),
    ] {
        let warnings: Vec<String> = letters.chars().map(dropped).collect();
        assert_eq!(rights(text), (expected.to_owned(), warnings), "{text}");
    }
}

#[test]
fn en_passant_is_kept_only_if_the_capture_is_legal() {
    for (text, kept) in [
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            false,
        ),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true),
        ("7k/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", false),
        ("7k/8/8/K2Pp3/8/8/8/7r w - e6 0 1", true),
        ("5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4", false),
        ("3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", true),
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false),
    ] {
        let (read, warnings) = fen::parse(text).expect(text);
        assert!(warnings.is_empty(), "{text}");
        assert_eq!(read.en_passant().is_some(), kept, "{text}");
        let can_capture = read.legal_moves().iter().any(|mv| mv.is_en_passant());
        assert_eq!(can_capture, kept, "{text}");
        if !kept {
            let mut without = read.setup();
            without.en_passant = None;
            assert_eq!(without.board(), Ok(read));
        }
    }
    for (text, square) in [
        // Wrong rank, no pawn, a piece behind the pawn, a piece on its start square, a pawn of the wrong side.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", "d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "d3"),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "e3"),
    ] {
        let (read, warnings) = fen::parse(text).expect(text);
        assert_eq!(read.en_passant(), None, "{text}");
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        let expected = format!("en passant square {square} dropped: no pawn has just passed it");
        assert_eq!(warnings, [expected], "{text}");
    }
}

/// The castling moves of White with the squares of king and rook afterwards.
fn castlings(fen: &str) -> Vec<String> {
    let board = board(fen);
    let mut texts: Vec<String> = board
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_castling())
        .map(|mv| {
            let mut after = board;
            after.play(mv);
            let side = CastlingSide::of(mv.from(), mv.to());
            assert_eq!(board.castling_rook(Color::White, side), Some(mv.to()));
            assert!((after.castling_rights() & Bitboard::rank(Rank::R1)).is_empty());
            let king = after.king(Color::White);
            let rook = side.rook_target(Color::White);
            assert!(after.colored_pieces(Color::White, Piece::Rook).has(rook));
            format!("{mv} K{king} R{rook}")
        })
        .collect();
    texts.sort_unstable();
    texts
}

#[test]
fn castling_in_chess960() {
    for (rank, right, expected) in [
        ("4KR2", "F", &["e1f1 Kg1 Rf1"][..]),
        ("R1K5", "A", &["c1a1 Kc1 Rd1"]),
        ("3RK3", "D", &["e1d1 Kc1 Rd1"]),
        ("5KR1", "G", &["f1g1 Kg1 Rf1"]),
        ("rR1K4", "B", &[]),
        ("RK1N4", "A", &[]),
        ("4K1RN", "G", &["e1g1 Kg1 Rf1"]),
        ("1RK1N3", "B", &["c1b1 Kc1 Rd1"]),
        ("5K1R", "H", &["f1h1 Kg1 Rf1"]),
        ("1RKR4", "BD", &["c1d1 Kg1 Rf1"]),
        ("RK5R", "AH", &["b1a1 Kc1 Rd1", "b1h1 Kg1 Rf1"]),
        ("R3K2R", "AH", &["e1a1 Kc1 Rd1", "e1h1 Kg1 Rf1"]),
        ("RN2K1NR", "AH", &[]),
    ] {
        let fen = format!("4k3/8/8/8/8/8/8/{rank} w {right} - 0 1");
        assert_eq!(castlings(&fen), expected, "{fen}");
    }
    assert!(castlings("4k1r1/8/8/8/8/8/8/1K5R w H - 0 1").is_empty());
}

#[test]
fn castling_goes_past_no_attack() {
    assert_eq!(
        castlings("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ["e1a1 Kc1 Rd1"]
    );
    let none = "3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1";
    assert!(castlings(none).is_empty());
    assert_eq!(board(none).count_legal_moves(), 21);
    // The rook may be attacked, and may cross an attacked square; the king may not leave a check.
    assert_eq!(castlings("rr2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1").len(), 2);
    assert!(castlings("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1").is_empty());
}

#[test]
fn rights_end_when_king_or_rook_moves_or_the_rook_is_taken() {
    let table = "
        r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1 | g2h1                | r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2
        r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1     | g7h8q               | r3k2Q/8/8/8/8/8/8/4K3 b q - 0 1
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | a1a8                | R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | e1e2 h8g8           | r3k1r1/8/8/8/8/8/4K3/R6R w q - 2 2
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | e1g1 e8c8           | 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2
        r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1   | h1h2 a8a7 h2h1 a7a8 | r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3
    ";
    for [start, moves, fen] in rows(table) {
        let mut board = board(start);
        play(&mut board, moves);
        assert_eq!(board.to_string(), fen);
        assert_eq!(board.key(), recomputed_key(&board));
    }
}

/// How often the last position of a game has been on the board.
fn appearances(start: &str, moves: &str) -> usize {
    let mut board = board(start);
    let mut keys = vec![board.key()];
    for token in moves.split_ascii_whitespace() {
        play(&mut board, token);
        keys.push(board.key());
    }
    keys.iter().filter(|&&key| key == board.key()).count()
}

#[test]
fn keys_are_equal_when_the_possible_moves_are() {
    let jump = "e7e5 a5a6 h8g8 a6a5 g8h8 a5a6 h8g8 a6a5 g8h8";
    let knights = "g1f3 g8f6 f3g1 f6g8 ";
    let rook = "h1h2 e8d8 h2h1 d8e8 ";
    for (start, moves, times) in [
        ("7k/4p3/8/K2P3r/8/8/8/8 b - - 0 1", jump, 3),
        ("7k/4p3/8/K2P4/8/8/8/7r b - - 0 1", jump, 2),
        (
            "5kbq/3Q2n1/6p1/r3PpKn/2n5/8/8/q7 w - f6 7 4",
            "d7c8 f8f7 c8d7 f7f8 d7d8 f8f7 d8d7",
            2,
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &rook.repeat(2), 2),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", &rook.repeat(2), 2),
        (
            "4k3/8/8/8/1b6/8/3P1N2/4K2R w K - 0 1",
            &"f2d3 b4c3 d3f2 c3b4 ".repeat(2),
            3,
        ),
        (
            "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
            "c3e4 e8d8 g3e2 d8e8 e2c3 e8d8 e4g3 d8e8",
            2,
        ),
        (
            "4k3/8/8/8/8/8/8/4K2Q w - - 0 1",
            "h1h2 e8e7 h2h3 e7e8 h3h1",
            1,
        ),
        (fen::STARTPOS, &knights.repeat(4), 5),
    ] {
        assert_eq!(appearances(start, moves), times, "{start} {moves}");
    }
}

#[test]
fn chess960_boards_are_recognised() {
    for (fen, expected) in [
        (fen::STARTPOS, false),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", true),
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true),
        ("4k3/8/8/8/8/8/8/5K1R w - - 0 1", false),
        ("1k5r/8/8/8/8/8/8/4K3 w h - 0 1", true),
    ] {
        assert_eq!(board(fen).is_chess960(), expected, "{fen}");
    }
}
