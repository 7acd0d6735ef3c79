//! Games in PGN.

use compongo::notation::pgn::{PgnGame, PgnReader, RawGame};

/// The only game of a text.
#[track_caller]
pub fn one(text: &str) -> RawGame {
    let mut games: Vec<RawGame> = PgnReader::new(text.as_bytes())
        .map(|game| game.expect("memory does not fail"))
        .collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The moves as they are written.
pub fn texts<'a>(game: &PgnGame<'a>) -> Vec<&'a str> {
    game.moves.iter().map(|mv| mv.text).collect()
}

pub fn warnings(game: &PgnGame) -> Vec<String> {
    game.warnings.iter().map(ToString::to_string).collect()
}
