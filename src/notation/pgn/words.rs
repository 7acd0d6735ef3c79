//! Words of PGN as bytes, because the reader does not know their encoding yet.

use super::result_token::ResultToken;
use arrayvec::ArrayVec;

impl ResultToken {
    /// Parses a result: `1-0`, `0-1`, `1/2-1/2`, `1/2`, `½-½`, `*`, with hyphens or dashes.
    pub fn new(text: &str) -> Option<Self> {
        result(text.trim().as_bytes())
    }
}

pub(super) fn tag_name(tag: &[u8]) -> &[u8] {
    let name = tag[1..].trim_ascii_start();
    let length = name
        .iter()
        .take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_')
        .count();
    &name[..length]
}

/// Parses a result: with hyphens or dashes, with `½` in UTF-8 or Windows-1252, and `1/2` alone.
pub(super) fn result(word: &[u8]) -> Option<ResultToken> {
    // The longest result is 1/2-1/2 with a dash of three bytes.
    if word.len() > 9 || !matches!(word.first()?, b'0' | b'1' | b'*' | 0xBD | 0xC2) {
        return None;
    }
    let mut plain = ArrayVec::<u8, 9>::new();
    let mut rest = word;
    while let Some(&first) = rest.first() {
        let (mark, length): (&[u8], usize) = match rest {
            [0xC2, 0xBD, ..] => (b"1/2", 2),
            [0xBD, ..] => (b"1/2", 1),
            [0xE2, 0x80, 0x90..=0x95, ..] | [0xE2, 0x88, 0x92, ..] => (b"-", 3),
            [0x96 | 0x97, ..] => (b"-", 1),
            _ => (&[first], 1),
        };
        plain.try_extend_from_slice(mark).ok()?;
        rest = &rest[length..];
    }
    match plain.as_slice() {
        b"1-0" => Some(ResultToken::WhiteWins),
        b"0-1" => Some(ResultToken::BlackWins),
        b"1/2-1/2" | b"1/2" => Some(ResultToken::Draw),
        b"*" => Some(ResultToken::Open),
        _ => None,
    }
}

/// True for a word that contains a square or castles, like a move.
pub(crate) fn looks_like_move(word: &[u8]) -> bool {
    let names_square = word
        .windows(2)
        .any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let castles = [&b"O-O"[..], b"0-0", b"o-o"]
        .iter()
        .any(|castling| word.starts_with(castling));
    word.len() <= 16 && (names_square || castles)
}
