//! Any bytes as lines of UCI: nothing panics, a refused option changes nothing, and an accepted position is valid.

use compongo::engine::options::Options;
use compongo::uci::command::UciCommand;

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    let mut options = Options::default();
    for line in bytes.split(|&byte| byte == b'\n') {
        match UciCommand::parse(line) {
            UciCommand::SetOption { id, value } => {
                let before = options.clone();
                if options.set(id, &value).is_err() {
                    assert_eq!(options, before);
                }
            }
            UciCommand::Position(Ok(command)) => {
                if let Ok((game, _)) = command.game() {
                    let board = game.board();
                    assert_eq!(board.setup().board(), Ok(*board));
                }
            }
            _ => {}
        }
    }
}
