//! Lines with checksums: `{"game":1,"check":"0123456789abcdef"}`.

use super::reader::MAX_LINE;
use crate::util::checksum::Checksum;
use serde::Serialize;
use std::io;

/// The text before and after a checksum, the last member of an object.
const CHECK: (&[u8], &[u8]) = (b",\"check\":\"", b"\"}\n");
/// The length of a checksum in hexadecimal.
const CHECK_LENGTH: usize = 2 * Checksum::LENGTH;

/// A line of JSON for a value that is an object, with a checksum of everything before it as the last member.
///
/// # Errors
/// The value cannot be represented in JSON, or the line would be longer than [`MAX_LINE`].
pub(super) fn checked_line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    if line.pop() != Some(b'}') || line.len() < 2 {
        return Err(io::Error::other(
            "only an object with members has a checksum",
        ));
    }
    let check = Checksum::of(&[&line]).to_string();
    line.extend(CHECK.0);
    line.extend(check.as_bytes());
    line.extend(CHECK.1);
    if line.len() as u64 > MAX_LINE {
        let most = MAX_LINE >> 20;
        return Err(io::Error::other(format!(
            "a line of more than {most} MiB could not be read again"
        )));
    }
    Ok(line)
}

/// Removes the checksum from a line of [`checked_line`]; true if it is correct, `None` if the line has none.
pub(super) fn take_check(line: &mut Vec<u8>) -> Option<bool> {
    let rest = line.strip_suffix(CHECK.1)?;
    let (rest, check) = rest.split_at_checked(rest.len().checked_sub(CHECK_LENGTH)?)?;
    let checked = rest.strip_suffix(CHECK.0)?;
    let is_right = Checksum::of(&[checked]).to_string().as_bytes() == check;
    let length = checked.len();
    line.truncate(length);
    line.extend(b"}\n");
    Some(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_finds_every_changed_byte() {
        let value = std::collections::BTreeMap::from([("a", 1), ("b", 22)]);
        let line = checked_line(&value).expect("an object");
        let mut taken = line.clone();
        assert_eq!(take_check(&mut taken), Some(true));
        assert_eq!(taken, b"{\"a\":1,\"b\":22}\n");
        assert_eq!(take_check(&mut taken), None);
        for at in 0..line.len() {
            let mut damaged = line.clone();
            damaged[at] ^= 1;
            assert_ne!(take_check(&mut damaged), Some(true), "byte {at}");
        }
        assert!(checked_line(&[1, 2]).is_err());
    }

    #[test]
    fn a_line_that_no_reader_takes_is_not_written() {
        let line = |length: usize| checked_line(&serde_json::json!({"a": "x".repeat(length)}));
        let length = MAX_LINE as usize - line(0).expect("an object").len();
        assert!(line(length).is_ok());
        assert!(line(length + 1).is_err());
    }
}
