//! Endgame tables, checked with the moves of the board and against published figures.

use compongo::board::{Board, Setup};
use compongo::datagen::tables::{EndgameTables, TableResult};
use compongo::types::{Color, ColoredPiece, Piece, Rng, Square};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Not to be asked for the first time in one of many threads that work together: solving needs them.
static THREE: LazyLock<EndgameTables> = LazyLock::new(|| EndgameTables::solve(3));

/// The board with the pieces of a text like `KRKN`, White's first, on these squares.
fn board(name: &str, squares: &[Square], stm: Color) -> Option<Board> {
    let mut setup = Setup::empty();
    let mut color = Color::Black;
    for (letter, square) in name.chars().zip(squares) {
        if letter == 'K' {
            color = !color;
        }
        let piece = Piece::from_letter(letter)?;
        let piece = ColoredPiece { color, piece };
        if setup.pieces[square.index()].replace(piece).is_some() {
            return None;
        }
    }
    setup.stm = stm;
    setup.board().ok()
}

/// The board with a number, of all there are with these pieces.
fn numbered(name: &str, number: usize) -> Option<Board> {
    let mut rest = number / 2;
    let mut squares = Vec::new();
    for _ in name.chars() {
        squares.push(Square::from_index((rest % 64) as u8));
        rest /= 64;
    }
    board(name, &squares, Color::ALL[number % 2])
}

/// What the moves of a position say about it.
fn from_moves(tables: &EndgameTables, board: &Board) -> TableResult {
    let (mut win, mut draw, mut loss) = (None, false, None);
    for mv in board.legal_moves() {
        let mut after = *board;
        after.play(mv);
        let zeroing = after.halfmove_clock() == 0;
        let plies = |plies: u8| if zeroing { 1 } else { plies + 1 };
        match tables.probe(&after).expect("no more pieces than before") {
            TableResult::Loss(n) => win = Some(win.map_or(plies(n), |best: u8| best.min(plies(n)))),
            TableResult::Draw => draw = true,
            TableResult::Win(n) => {
                loss = Some(loss.map_or(plies(n), |best: u8| best.max(plies(n))));
            }
        }
    }
    match (win, draw, loss) {
        (Some(plies), _, _) => TableResult::Win(plies),
        (None, false, Some(plies)) => TableResult::Loss(plies),
        (None, false, None) if board.in_check() => TableResult::Loss(0),
        _ => TableResult::Draw,
    }
}

fn check(tables: &EndgameTables, board: &Board) {
    let known = tables.probe(board).expect("few pieces");
    assert_eq!(known, from_moves(tables, board), "{board}");
}

#[test]
fn every_position_of_three_pieces_follows_from_its_moves() {
    let tables = LazyLock::force(&THREE);
    for name in ["KQK", "KRK", "KBK", "KNK", "KPK"] {
        let legal: usize = (0..2 << 18)
            .into_par_iter()
            .filter_map(|number| numbered(name, number))
            .map(|board| check(tables, &board))
            .count();
        assert!(legal > 300_000, "{name}: {legal}");
    }
}

/// The longest win of White, who has the move, with these pieces, in plies; the positions won for White by the side that has
/// the move, and all positions.
fn survey(tables: &EndgameTables, name: &str) -> (u8, [u64; 2], [u64; 2]) {
    let count = 2 << (6 * name.len());
    (0..count)
        .into_par_iter()
        .filter_map(|number| numbered(name, number))
        .map(|board| {
            let stm = board.stm().index();
            let (mut wins, mut all) = ([0; 2], [0; 2]);
            all[stm] = 1;
            let plies = match (board.stm(), tables.probe(&board).expect("few pieces")) {
                (Color::White, TableResult::Win(plies)) => {
                    wins[0] = 1;
                    plies
                }
                (Color::Black, TableResult::Loss(_)) => {
                    wins[1] = 1;
                    0
                }
                _ => 0,
            };
            (plies, wins, all)
        })
        .reduce(
            || (0, [0; 2], [0; 2]),
            |(a, b, c), (d, e, f)| {
                (
                    a.max(d),
                    [b[0] + e[0], b[1] + e[1]],
                    [c[0] + f[0], c[1] + f[1]],
                )
            },
        )
}

#[test]
fn three_pieces_agree_with_published_figures() {
    // Ten moves with a queen, sixteen with a rook.
    assert_eq!(survey(&THREE, "KQK").0, 19);
    assert_eq!(survey(&THREE, "KRK").0, 31);
    assert_eq!(survey(&THREE, "KBK").0, 0);
    // All positions of a king and a pawn against a king, with White and with Black to move, and those that win.
    let (_, wins, all) = survey(&THREE, "KPK");
    assert_eq!(all, [163_328, 168_024]);
    assert_eq!(wins, [124_960, 97_604]);
}

#[test]
fn more_pieces_than_known_and_castling_rights_are_refused() {
    let probe = |fen: &str| THREE.probe(&fen.parse().expect("valid FEN"));
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
    assert!(probe("4k3/8/8/8/8/8/8/4K2R w - - 0 1").is_some());
    assert_eq!(probe("4k3/8/8/8/8/8/7R/4K2R w - - 0 1"), None);
    assert_eq!(
        probe("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        Some(TableResult::Draw)
    );
    assert_eq!(
        probe("8/8/8/8/8/2k5/8/qK6 w - - 0 1"),
        Some(TableResult::Draw)
    );
    assert_eq!(
        probe("8/8/8/8/8/2k5/1q6/1K6 w - - 0 1"),
        Some(TableResult::Loss(0))
    );
}

/// The classes of four pieces, White having as much as Black or more.
fn classes_of_four() -> Vec<String> {
    let pieces = ['Q', 'R', 'B', 'N', 'P'];
    let mut names = Vec::new();
    for (index, first) in pieces.into_iter().enumerate() {
        for second in &pieces[index..] {
            names.push(format!("K{first}{second}K"));
            names.push(format!("K{first}K{second}"));
        }
    }
    names
}

/// With `COMPONGO_FULL=1` only: solving all classes takes minutes.
#[test]
fn four_pieces_follow_from_their_moves() {
    if std::env::var_os("COMPONGO_FULL").is_none() {
        return;
    }
    let tables = EndgameTables::solve(4);
    // Distances to a capture, a pawn move or mate, in plies.
    let longest = [("KBNK", 65), ("KBBK", 37), ("KNNK", 1), ("KQKR", 61)];
    for (name, plies) in longest {
        assert_eq!(survey(&tables, name).0, plies, "{name}");
    }
    for name in classes_of_four() {
        let mut rng = Rng::new(4);
        let numbers: Vec<usize> = (0..100_000).map(|_| rng.below(2 << 24)).collect();
        let boards = numbers
            .par_iter()
            .filter_map(|&number| numbered(&name, number));
        let legal = boards.map(|board| check(&tables, &board)).count();
        assert!(legal > 30_000, "{name}: {legal}");
    }
    // Every capture en passant.
    let mut captures = 0;
    for number in 0..64 * 64 * 8 * 8_usize {
        let [kings, files] = [number / 64, number % 64];
        let (white, black) = (files / 8, files % 8);
        if white.abs_diff(black) != 1 {
            continue;
        }
        let square = |index: usize| Square::from_index(index as u8);
        let squares = [kings / 64, 32 + white, kings % 64, 48 + black].map(square);
        let Some(mut board) = board("KPKP", &squares, Color::Black) else {
            continue;
        };
        let (from, to) = (squares[3], square(32 + black));
        let double = board
            .legal_moves()
            .into_iter()
            .find(|mv| (mv.from(), mv.to()) == (from, to));
        if let Some(mv) = double {
            board.play(mv);
            captures += u32::from(board.en_passant().is_some());
            check(&tables, &board);
        }
    }
    assert!(captures > 10_000, "{captures}");
}
