//! Any text as a file of EPD: what a line has is taken out of it without a panic, and is legal.

use compongo::analysis::ExpectedSolution;
use compongo::board::fen::CastlingFieldStyle;
use compongo::notation::epd;

/// Panics if something is wrong.
pub fn check(text: &str) {
    for (number, epd) in epd::parse_lines(text) {
        assert!(number > 0);
        let Ok((epd, _)) = epd else { continue };
        for style in [CastlingFieldStyle::XFen, CastlingFieldStyle::Shredder] {
            assert_eq!(epd.line(style).parse(), Ok(epd.clone()));
        }
        for operation in &epd.operations {
            // A comment may be repeated; its opcode stands for the first.
            if epd.operation(&operation.opcode) != Some(operation) {
                continue;
            }
            if let Ok(moves) = epd.moves(&operation.opcode) {
                assert_eq!(moves.len(), operation.operands.len());
                assert!(moves.iter().all(|&mv| epd.board.is_legal(mv)));
            }
        }
        let _ = (ExpectedSolution::of(&epd), epd.perft_counts().count());
    }
}
