//! Lines of a pipe with their arrival times, and the conversion of an engine's bytes to printable text.

use crate::util::text::printable;
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::time::Instant;

/// The longest line, in bytes. The rest of a longer line is dropped.
pub const MAX_LINE: usize = 1 << 20;

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub struct OutputLine<'a> {
    /// The raw bytes.
    pub bytes: &'a [u8],
    /// When the last byte was read.
    pub at: Instant,
    /// True if the line was longer than [`MAX_LINE`].
    pub truncated: bool,
}

impl OutputLine<'_> {
    /// The line as printable text.
    pub fn text(&self) -> String {
        truncated(self.bytes.trim_ascii_end(), MAX_LINE)
    }
}

/// Passes the lines of a pipe to `take` until the pipe ends or fails, or `take` breaks. Text after the last line break
/// counts as a line, since it may be the last words of a crashing process.
pub fn read(mut pipe: impl Read, mut take: impl FnMut(OutputLine<'_>) -> ControlFlow<()>) {
    let mut buffer = vec![0; 1 << 16];
    // A line whose end has not arrived yet.
    let mut begun = Vec::new();
    let mut truncated = false;
    loop {
        let count = match pipe.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for piece in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
            let whole = piece.strip_suffix(b"\n");
            let text = whole.unwrap_or(piece);
            let room = MAX_LINE - begun.len();
            truncated |= text.len() > room;
            begun.extend_from_slice(&text[..text.len().min(room)]);
            if whole.is_none() {
                continue;
            }
            let bytes = &begun;
            if take(OutputLine {
                bytes,
                at,
                truncated,
            })
            .is_break()
            {
                return;
            }
            begun.clear();
            truncated = false;
        }
    }
    if !begun.is_empty() {
        let at = Instant::now();
        let bytes = &begun;
        // This was the last line, so there is nothing to break off.
        let _ = take(OutputLine {
            bytes,
            at,
            truncated,
        });
    }
}

/// The words of a line, separated by blanks and ASCII control characters (a carriage return, a NUL).
pub fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    line.split(|&byte| byte <= b' ')
        .filter(|word| !word.is_empty())
}

/// Bytes of an engine as [`printable`] text of at most `characters` characters.
pub fn truncated(bytes: &[u8], characters: usize) -> String {
    let text = &bytes[..bytes.len().min(4 * characters)];
    let text = String::from_utf8_lossy(text);
    printable(&text).chars().take(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Yields a few bytes at each read.
    struct SlowReader<'a>(&'a [u8], usize);

    impl Read for SlowReader<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            let (now, later) = self.0.split_at(count);
            buffer[..count].copy_from_slice(now);
            self.0 = later;
            Ok(count)
        }
    }

    fn lines(text: &[u8], step: usize) -> Vec<(Vec<u8>, bool)> {
        let mut lines = Vec::new();
        read(SlowReader(text, step), |line| {
            lines.push((line.bytes.to_vec(), line.truncated));
            ControlFlow::Continue(())
        });
        lines
    }

    #[test]
    fn lines_are_assembled_from_partial_reads() {
        let text = b"uciok\r\n\nread\0yok \xff\nbestmove e2e4";
        let expected = [&b"uciok\r"[..], b"", b"read\0yok \xff", b"bestmove e2e4"];
        for step in [1, 2, 7, 1000] {
            let found = lines(text, step);
            assert!(found.iter().all(|(_, truncated)| !truncated));
            let found: Vec<&[u8]> = found.iter().map(|(line, _)| &line[..]).collect();
            assert_eq!(found, expected, "{step} at a time");
        }
    }

    #[test]
    fn a_long_line_is_truncated_and_the_next_one_is_whole() {
        let mut text = vec![b'x'; MAX_LINE];
        text.extend_from_slice(b"\n");
        text.extend(vec![b'y'; 3 * MAX_LINE]);
        text.extend_from_slice(b"\nreadyok\n");
        let found = lines(&text, 5000);
        assert_eq!(found[0], (vec![b'x'; MAX_LINE], false));
        assert_eq!(found[1], (vec![b'y'; MAX_LINE], true));
        assert_eq!(found[2], (b"readyok".to_vec(), false));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn reading_ends_on_break() {
        let mut count = 0;
        read(&b"a\nb\nc\n"[..], |_| {
            count += 1;
            ControlFlow::Break(())
        });
        assert_eq!(count, 1);
    }

    #[test]
    fn words_are_separated_by_blanks_and_control_characters() {
        let found: Vec<&[u8]> = words(b"\0bestmove\t e2e4\r").collect();
        assert_eq!(found, [&b"bestmove"[..], b"e2e4"]);
        assert_eq!(truncated("aéé".as_bytes(), 2), "aé");
        assert_eq!(truncated(b"\xffa", 9), "\u{fffd}a");
        assert_eq!(
            truncated("a\u{1b}[2Jb\u{9b}c\u{7}\u{202e}".as_bytes(), 9),
            "a[2Jbc"
        );
    }
}
