//! `setoption`.

use super::{Command, canonical};
use crate::engine::options::{self, OptionId};
use vampirc_uci::UciMessage;

/// The command in what follows `setoption`.
pub(super) fn read(text: &str) -> Command {
    match options::split(text) {
        Ok((id, value)) => Command::SetOption {
            id,
            value: through_crate(id, value).unwrap_or_else(|| value.to_owned()),
        },
        Err(error) => Command::Rejected(error.to_string()),
    }
}

/// The value as the crate reads it, if it reads the option and the value that we have read.
fn through_crate(id: OptionId, value: &str) -> Option<String> {
    /// Longer values are texts, in which the crate has nothing to find.
    const LONGEST: usize = 256;
    if value.is_empty() || value.len() > LONGEST {
        return None;
    }
    match canonical(format!("setoption name {} value {value}", id.name()))? {
        UciMessage::SetOption {
            name,
            value: Some(read),
        } if name == id.name() && read == value => Some(read),
        _ => None,
    }
}
