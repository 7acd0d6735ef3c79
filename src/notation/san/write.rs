use super::PieceLetters;
use super::disambiguation::Disambiguation;
use crate::board::{Board, CastlingSide};
use crate::types::{Color, File, Move, Piece, Rank};

/// The SAN of a legal move: `Nbd2`, `exd6`, `e8=Q+`, `O-O-O#`. The text of any other move is meaningless, and a
/// debug build may panic.
pub fn write(board: &Board, mv: Move) -> String {
    write_with(board, mv, &PieceLetters::ENGLISH)
}

/// The SAN of a legal move with the piece letters of a language.
pub fn write_with(board: &Board, mv: Move, letters: &PieceLetters) -> String {
    let mut text = unchecked(board, mv, letters, "O", "=");
    text.extend(check_sign(board, mv));
    text
}

/// A legal move in the notation of the Laws (97 Appendix E; 09 Appendix C): `0-0`, `e8Q+`, and after an en passant
/// capture a sign such as `e.p.`.
pub fn write_fide(board: &Board, mv: Move, letters: &PieceLetters, en_passant: &str) -> String {
    let mut text = unchecked(board, mv, letters, "0", "");
    if mv.is_en_passant() {
        text.push(' ');
        text.push_str(en_passant);
    }
    text.extend(check_sign(board, mv));
    text
}

/// A move with its number in the game, such as `37...Qh5`.
pub fn numbered(before: &Board, text: &str) -> String {
    let dots = match before.stm() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}{text}", before.fullmove_number())
}

/// Legal moves in a row with their numbers: `12...Kh8 13.Ra8 Kh7`.
pub fn numbered_line(start: &Board, moves: &[Move]) -> String {
    let mut board = *start;
    let mut words = Vec::with_capacity(moves.len());
    for &mv in moves {
        let text = write(&board, mv);
        words.push(match board.stm() {
            Color::Black if !words.is_empty() => text,
            _ => numbered(&board, &text),
        });
        board.play(mv);
    }
    words.join(" ")
}

/// A legal move without the sign of a check: castling as a row of circles, otherwise piece, disambiguation, capture sign and
/// target, and `promotes` before the piece of a promotion.
fn unchecked(
    board: &Board,
    mv: Move,
    letters: &PieceLetters,
    circle: &str,
    promotes: &str,
) -> String {
    if mv.is_castling() {
        return match CastlingSide::of(mv.from(), mv.to()) {
            CastlingSide::King => [circle; 2].join("-"),
            CastlingSide::Queen => [circle; 3].join("-"),
        };
    }
    debug_assert!(board.is_legal(mv), "{mv:?} in {board}");
    let mut text = String::with_capacity(12);
    let piece = board.piece_at(mv.from()).unwrap_or(Piece::Pawn);
    text.extend(letters.letter(piece));
    let disambiguation = Disambiguation::shortest(board, piece, mv);
    text.extend(disambiguation.file.map(File::letter));
    text.extend(disambiguation.rank.map(rank_digit));
    if mv.is_capture() {
        text.push('x');
    }
    text.push(mv.to().file().letter());
    text.push(rank_digit(mv.to().rank()));
    if let Some(letter) = mv.promotion().and_then(|piece| letters.letter(piece)) {
        text.push_str(promotes);
        text.push_str(letter);
    }
    text
}

fn check_sign(board: &Board, mv: Move) -> Option<char> {
    let mut after = *board;
    after.play(mv);
    after
        .in_check()
        .then(|| if after.has_legal_move() { '+' } else { '#' })
}

const fn rank_digit(rank: Rank) -> char {
    (b'1' + rank as u8) as char
}
