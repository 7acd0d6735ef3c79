//! Any bytes as the lines of a client: a line means the same however often it is read, a refused option changes
//! nothing, and a position that is accepted is one.

use compongo::engine::options::Options;
use compongo::engine::{Position, Start};
use compongo::uci::command::{Adapter, Base, Command};

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    let mut adapter = Adapter::default();
    let mut options = Options::default();
    let mut position = Position::default();
    for line in bytes.split(|&byte| byte == b'\n') {
        let command = adapter.read(line);
        assert_eq!(adapter.read(line), command);
        assert_eq!(Adapter::default().read(line), command);
        match command {
            Command::SetOption { id, value } => {
                let before = options.clone();
                if options.set(id, &value).is_err() {
                    assert_eq!(options, before);
                }
            }
            Command::Position(Ok(told)) => {
                let start = match told.base {
                    Base::Startpos => Start::Standard,
                    Base::Fen(fen) => Start::Fen(fen),
                };
                if let Ok(followed) = position.clone().follow(start, told.moves) {
                    let board = followed.board();
                    assert_eq!(board.setup().board(), Ok(*board));
                    position = followed;
                }
            }
            _ => {}
        }
    }
}
