//! A position and a move as text: what is read is legal, and is read again from what is written for it.

use compongo::board::Board;
use compongo::notation::language::Language;
use compongo::notation::san;
use compongo::notation::uci_move::{self, CastlingStyle, UciMove};

/// Panics if something is wrong.
pub fn check(text: &str) {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let mut board = fen.parse().unwrap_or_else(|_| Board::start());
    for (text, language) in moves.lines().zip(Language::ALL.into_iter().cycle()) {
        if let Ok(mv) = uci_move::parse(&board, text) {
            assert!(board.is_legal(mv));
            let written = UciMove::new(mv, CastlingStyle::KingTakesRook).to_string();
            assert_eq!(uci_move::parse(&board, &written), Ok(mv));
        }
        let letters = language.letters();
        let Ok(reading) = san::read(&board, text, &letters) else {
            continue;
        };
        assert!(board.is_legal(reading.mv));
        let written = san::write_with(&board, reading.mv, &letters);
        let again = san::read(&board, &written, &letters).expect("what was written is a move");
        assert_eq!(again.mv, reading.mv);
        assert!(again.warnings.is_empty(), "{:?}", again.warnings);
        board.play(reading.mv);
    }
}
