//! Any text as FEN and as EPD: what is accepted is a valid position and survives being written.

use compongo::board::Board;
use compongo::board::fen::CastlingFieldStyle;
use compongo::notation::epd::Epd;

/// Panics if something is wrong.
pub fn check(text: &str) {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.setup().board(), Ok(board));
        for style in [CastlingFieldStyle::XFen, CastlingFieldStyle::Shredder] {
            assert_eq!(board.fen(style).parse(), Ok(board));
        }
    }
    if let Ok(epd) = text.parse::<Epd>() {
        assert_eq!(epd.to_string().parse(), Ok(epd));
    }
}
