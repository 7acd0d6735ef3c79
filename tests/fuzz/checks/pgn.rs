//! Any bytes as a file of games: every byte is handed out once, whatever the portions in which the file is read, and
//! every game can be taken to pieces and replayed.

use compongo::notation::language::parse_moves;
use compongo::notation::pgn::{PgnGame, PgnReader, RawGame};
use std::io::{self, Read};

/// Gives a byte at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

fn read(source: impl Read) -> Vec<RawGame> {
    PgnReader::new(source)
        .map(|game| game.expect("memory does not fail, and games are short"))
        .collect()
}

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    let games = read(bytes);
    assert_eq!(read(Drops(bytes)), games);
    for (index, raw) in games.iter().enumerate() {
        assert_eq!(raw.number, index + 1);
        let game = PgnGame::parse(raw);
        let texts: Vec<&str> = game.moves.iter().map(|mv| mv.text).collect();
        for comment in &game.comments {
            assert!(comment.ply <= texts.len());
            let _ = (comment.clock(), comment.command("eval"));
        }
        let _ = (game.tags.result(), game.tags.termination());
        if let Ok((mut board, _)) = game.tags.start() {
            let replay = parse_moves(&board, &texts, None);
            assert_eq!(replay.error.is_none(), replay.moves.len() == texts.len());
            for reading in replay.moves {
                assert!(board.is_legal(reading.mv));
                board.play(reading.mv);
            }
        }
        // The text of a game is a file of that game, unless a mix of encodings was made into one.
        if bytes[raw.offset as usize..].starts_with(raw.text.as_bytes()) {
            let again = read(raw.text.as_bytes());
            assert!(again.len() <= 1, "{again:?}");
        }
    }
}
