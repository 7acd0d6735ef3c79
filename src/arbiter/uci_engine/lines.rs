//! Bytes from a pipe, cut into lines and stamped as they arrive.

use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::time::Instant;

/// The longest line that is kept, in bytes. The rest of a longer one is dropped.
pub const MAX_LINE: usize = 1 << 20;

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub struct OutputLine<'a> {
    /// Its bytes, whatever they are.
    pub bytes: &'a [u8],
    /// When its last byte was read.
    pub at: Instant,
    /// Whether it was longer than [`MAX_LINE`].
    pub cut: bool,
}

impl OutputLine<'_> {
    /// The line for people.
    pub fn text(&self) -> String {
        let text = String::from_utf8_lossy(self.bytes);
        text.trim_end().to_owned()
    }
}

/// Hands on the lines of a pipe until it ends, cannot be read, or nobody wants more. What stands after the last line
/// break is a line too: it may be all that a dying program could say.
pub fn read(mut pipe: impl Read, mut take: impl FnMut(OutputLine<'_>) -> ControlFlow<()>) {
    let mut buffer = vec![0; 1 << 16];
    // A line whose end has not come yet.
    let mut begun = Vec::new();
    let mut cut = false;
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
            cut |= text.len() > room;
            begun.extend_from_slice(&text[..text.len().min(room)]);
            if whole.is_none() {
                continue;
            }
            let bytes = &begun;
            if take(OutputLine { bytes, at, cut }).is_break() {
                return;
            }
            begun.clear();
            cut = false;
        }
    }
    if !begun.is_empty() {
        let at = Instant::now();
        let bytes = &begun;
        // It is the last one anyway.
        let _ = take(OutputLine { bytes, at, cut });
    }
}

/// The words of a line. Control characters separate them as blanks do: a carriage return, a NUL.
pub fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    line.split(|&byte| byte <= b' ')
        .filter(|word| !word.is_empty())
}

/// Text of a child, cut to so many characters.
pub fn truncated(bytes: &[u8], characters: usize) -> String {
    let text = &bytes[..bytes.len().min(4 * characters)];
    let text = String::from_utf8_lossy(text);
    text.chars().take(characters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes a few at a time.
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
            lines.push((line.bytes.to_vec(), line.cut));
            ControlFlow::Continue(())
        });
        lines
    }

    #[test]
    fn lines_are_put_together_whatever_the_reads_give() {
        let text = b"uciok\r\n\nread\0yok \xff\nbestmove e2e4";
        let expected = [&b"uciok\r"[..], b"", b"read\0yok \xff", b"bestmove e2e4"];
        for step in [1, 2, 7, 1000] {
            let found = lines(text, step);
            assert!(found.iter().all(|(_, cut)| !cut));
            let found: Vec<&[u8]> = found.iter().map(|(line, _)| &line[..]).collect();
            assert_eq!(found, expected, "{step} at a time");
        }
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
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
    fn reading_ends_when_nobody_wants_more() {
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
    }
}
