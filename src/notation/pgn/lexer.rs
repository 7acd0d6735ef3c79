//! The PGN lexer, shared by the reader that splits files into games and the parser of a game.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `[Name "value"]`, never longer than its line.
    Tag,
    /// `{…}`.
    Comment {
        /// True if the closing brace is there.
        closed: bool,
    },
    /// `;` and the rest of the line.
    LineComment,
    /// `12.`, `12...`, `12` or dots alone.
    Number {
        /// The number, saturated.
        value: Option<u32>,
        /// The number of dots after it; an ellipsis counts as three.
        dots: u32,
    },
    /// A move, a result, a sign after a move, or anything else. `(=)` and `(Q)` are words or ends of words.
    Word,
    /// `$12`.
    Nag,
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// An unmatched bracket or brace.
    Stray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// Index of its first byte.
    pub start: usize,
    /// Index after its last byte.
    pub end: usize,
    /// Number of the line it begins in.
    pub line: u64,
    /// True if an empty line precedes it.
    pub after_blank: bool,
}

/// A lexer over a text that may still grow at the end.
#[derive(Clone, Debug)]
pub(super) struct Lexer {
    /// Index of the next byte.
    pub at: usize,
    /// Number of the line of that byte.
    pub line: u64,
    /// Line ends since the last token.
    line_ends: u32,
    line_start: bool,
}

/// The tags with which a game begins. After an empty line they also end an unclosed comment.
const FIRST_TAGS: [&[u8]; 7] = [
    b"[Event \"",
    b"[Site \"",
    b"[Date \"",
    b"[Round \"",
    b"[White \"",
    b"[Black \"",
    b"[Result \"",
];

fn begins_game(line: &[u8]) -> bool {
    FIRST_TAGS.iter().any(|tag| line.starts_with(tag))
}

/// True if the line, of which there may be more, may begin a game.
fn may_begin_game(line: &[u8]) -> bool {
    FIRST_TAGS.iter().any(|tag| tag.starts_with(line))
}

/// U+FEFF in UTF-8, treated as white space.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
/// White space beyond ASCII, in UTF-8: also the spaces that do not break and that have no width, as web pages have them.
const WIDE_BLANKS: [&[u8]; 4] = [
    BYTE_ORDER_MARK,
    "\u{A0}".as_bytes(),
    "\u{200B}".as_bytes(),
    "\u{202F}".as_bytes(),
];
const ELLIPSIS: &[u8] = "…".as_bytes();
const WINDOWS_ELLIPSIS: u8 = 0x85;

impl Lexer {
    pub const fn new(line: u64) -> Self {
        Self {
            at: 0,
            line,
            line_ends: 0,
            line_start: true,
        }
    }

    /// The next token of a text, `None` at its end.
    ///
    /// Unless the text is `complete`, a token that might continue is not returned: call again with more text.
    pub fn next(&mut self, text: &[u8], complete: bool) -> Option<Token> {
        self.skip_blanks(text, complete)?;
        let start = self.at;
        let line = self.line;
        let (kind, end) = match text[start] {
            b'{' => self.comment(text, complete)?,
            b';' => (TokenKind::LineComment, line_end(text, start, complete)?),
            b'[' => tag(text, start, complete)?,
            b']' | b'}' => (TokenKind::Stray, start + 1),
            b')' => (TokenKind::Close, start + 1),
            b'(' => match parenthesised(text, start, complete)? {
                0 => (TokenKind::Open, start + 1),
                length => (TokenKind::Word, start + length),
            },
            b'$' => (
                TokenKind::Nag,
                bounded(text, digits_end(text, start + 1), complete)?,
            ),
            b'*' => (TokenKind::Word, start + 1),
            b'0'..=b'9' | b'.' | ELLIPSIS_LEAD | WINDOWS_ELLIPSIS => {
                number_or_word(text, start, complete)?
            }
            _ => (TokenKind::Word, word_end(text, start, complete)?),
        };
        let after_blank = self.line_ends > 1;
        self.at = end;
        self.line_ends = 0;
        self.line_start = false;
        Some(Token {
            kind,
            start,
            end,
            line,
            after_blank,
        })
    }

    /// Skips white space, the end of file of DOS, and lines that begin with `%`.
    fn skip_blanks(&mut self, text: &[u8], complete: bool) -> Option<()> {
        loop {
            match *text.get(self.at)? {
                b'\n' | b'\r' => {
                    let length = line_end_length(text, self.at, complete)?;
                    self.at += length;
                    self.line += 1;
                    self.line_ends += 1;
                    self.line_start = true;
                }
                b' ' | b'\t' | b'\x0B' | b'\x0C' | b'\x1A' | 0 => {
                    self.at += 1;
                    self.line_start = false;
                }
                b'%' if self.line_start => {
                    self.at = line_end(text, self.at, complete)?;
                    self.line_ends = 0;
                }
                0x80.. => match wide_blank(text, self.at, complete)? {
                    0 => return Some(()),
                    length => self.at += length,
                },
                _ => return Some(()),
            }
        }
    }

    /// Skips to the start of a game after an empty line. Returns false if none has been found yet.
    ///
    /// `line_is_empty` is kept between calls: whether the current line is empty so far.
    pub fn skip_to_game(&mut self, text: &[u8], complete: bool, line_is_empty: &mut bool) -> bool {
        while let Some(&byte) = text.get(self.at) {
            if !matches!(byte, b'\n' | b'\r') {
                *line_is_empty &= is_blank(byte);
                self.at += 1;
                continue;
            }
            let Some(length) = line_end_length(text, self.at, complete) else {
                break;
            };
            let rest = &text[self.at + length..];
            if *line_is_empty && !complete && may_begin_game(rest) {
                break;
            }
            self.at += length;
            self.line += 1;
            if *line_is_empty && begins_game(rest) {
                return true;
            }
            *line_is_empty = true;
        }
        false
    }

    /// The comment that begins here. Its lines are only counted once it is complete.
    fn comment(&mut self, text: &[u8], complete: bool) -> Option<(TokenKind, usize)> {
        let mut at = self.at + 1;
        let mut line = self.line;
        let mut line_has_text = true;
        while let Some(&byte) = text.get(at) {
            match byte {
                b'}' => {
                    self.line = line;
                    return Some((TokenKind::Comment { closed: true }, at + 1));
                }
                b'\n' | b'\r' => {
                    let length = line_end_length(text, at, complete)?;
                    if !line_has_text && begins_game(&text[at + length..]) {
                        self.line = line;
                        return Some((TokenKind::Comment { closed: false }, at));
                    }
                    at += length;
                    line += 1;
                    line_has_text = false;
                }
                byte => {
                    line_has_text |= !is_blank(byte);
                    at += 1;
                }
            }
        }
        complete.then(|| {
            self.line = line;
            (TokenKind::Comment { closed: false }, at)
        })
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

const ELLIPSIS_LEAD: u8 = ELLIPSIS[0];

/// The length of one of [`WIDE_BLANKS`] here; 0 if there is none, `None` if more text decides.
fn wide_blank(text: &[u8], at: usize, complete: bool) -> Option<usize> {
    let rest = &text[at..];
    if let Some(blank) = WIDE_BLANKS.iter().find(|blank| rest.starts_with(blank)) {
        return Some(blank.len());
    }
    let is_open = !complete && WIDE_BLANKS.iter().any(|blank| blank.starts_with(rest));
    (!is_open).then_some(0)
}

/// The end of a token, if it cannot continue.
fn bounded(text: &[u8], end: usize, complete: bool) -> Option<usize> {
    (complete || end < text.len()).then_some(end)
}

/// The length of the line end here; CR LF counts as one.
fn line_end_length(text: &[u8], at: usize, complete: bool) -> Option<usize> {
    match (text[at], text.get(at + 1)) {
        (b'\r', Some(b'\n')) => Some(2),
        (b'\r', None) if !complete => None,
        _ => Some(1),
    }
}

fn line_end(text: &[u8], from: usize, complete: bool) -> Option<usize> {
    let length = text[from..]
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'\r'))
        .unwrap_or(text.len() - from);
    bounded(text, from + length, complete)
}

fn digits_end(text: &[u8], from: usize) -> usize {
    let digits = text[from..].iter().take_while(|b| b.is_ascii_digit());
    from + digits.count()
}

fn blanks_end(text: &[u8], from: usize) -> usize {
    let blanks = text[from..].iter().take_while(|&&b| is_blank(b));
    from + blanks.count()
}

/// The length of `(c)` here, where `c` is one ASCII character or any non-ASCII text, such as a figurine; 0 for the
/// start of a variation. Works in any encoding.
fn parenthesised(text: &[u8], open: usize, complete: bool) -> Option<usize> {
    let rest = &text[open + 1..];
    let inner = match rest.first() {
        Some(b'(' | b')' | b'{' | b'}' | b'[' | b']' | b';' | b'$' | b'*' | 0..=b' ') => 0,
        Some(0..0x80) => 1,
        _ => rest.iter().take_while(|byte| !byte.is_ascii()).count(),
    };
    match rest.get(inner) {
        None if !complete => None,
        Some(b')') if inner > 0 => Some(inner + 2),
        _ => Some(0),
    }
}

fn word_end(text: &[u8], from: usize, complete: bool) -> Option<usize> {
    let mut at = from;
    while let Some(byte) = text.get(at) {
        match byte {
            0..=b' ' | b'{' | b'}' | b'[' | b']' | b')' | b';' | b'$' | b'*' => break,
            b'(' => match parenthesised(text, at, complete)? {
                0 => break,
                length => at += length,
            },
            0x80.. if wide_blank(text, at, complete)? > 0 => break,
            _ => at += 1,
        }
    }
    // Every other byte starts a word.
    bounded(text, at.max(from + 1), complete)
}

/// The dots here, and the index after them; `None` if more may follow.
fn dots(text: &[u8], from: usize, complete: bool) -> Option<(u32, usize)> {
    let (mut count, mut at) = (0, from);
    loop {
        let rest = &text[at..];
        if rest.first() == Some(&b'.') {
            (count, at) = (count + 1, at + 1);
        } else if rest.starts_with(ELLIPSIS) {
            (count, at) = (count + 3, at + ELLIPSIS.len());
        } else if rest.first() == Some(&WINDOWS_ELLIPSIS) {
            (count, at) = (count + 3, at + 1);
        } else if !complete && ELLIPSIS.starts_with(rest) {
            return None;
        } else {
            return Some((count, at));
        }
    }
}

fn number_or_word(text: &[u8], start: usize, complete: bool) -> Option<(TokenKind, usize)> {
    let digits = digits_end(text, start);
    let (dots, end) = dots(text, digits, complete)?;
    let word = if dots == 0 {
        word_end(text, start, complete)?
    } else {
        end
    };
    // `00` castles, and `0000` is a null move.
    let is_zeros =
        dots == 0 && digits > start + 1 && text[start..digits].iter().all(|b| *b == b'0');
    if word > end || is_zeros {
        return Some((TokenKind::Word, word));
    }
    let value = (digits > start).then(|| {
        text[start..digits].iter().fold(0_u32, |value, digit| {
            value
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'))
        })
    });
    Some((TokenKind::Number { value, dots }, end))
}

/// The tag that begins here. Quotes in values are not always escaped, so a value ends at a quote that a bracket
/// follows.
fn tag(text: &[u8], start: usize, complete: bool) -> Option<(TokenKind, usize)> {
    let name = blanks_end(text, start + 1);
    match text.get(name) {
        Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {}
        None if !complete => return None,
        _ => return Some((TokenKind::Stray, start + 1)),
    }
    let (mut at, mut quoted) = (name, false);
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' | b'\r' => return Some((TokenKind::Tag, at)),
            b']' if !quoted => return Some((TokenKind::Tag, at + 1)),
            b'\\' if quoted && matches!(text.get(at + 1), Some(b'"' | b'\\')) => at += 1,
            b'"' if quoted => {
                let next = blanks_end(text, at + 1);
                if text.get(next) == Some(&b']') {
                    return Some((TokenKind::Tag, next + 1));
                }
            }
            b'"' => quoted = true,
            _ => {}
        }
        at += 1;
    }
    complete.then_some((TokenKind::Tag, text.len()))
}
