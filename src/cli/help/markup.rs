//! The markup of the manuals, a small part of Markdown, rendered for a terminal and as roff.
//!
//! Known are headings (`## `), paragraphs, lists (`* `), fenced code blocks and tables of two columns, whose first two
//! rows (heading and rule) are not shown; within text, `` `code` `` and `**strong**`.

use clap_mangen::roff::{Inline, Roff, bold, roman};
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Lines;

/// A part of a manual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    Code(Vec<String>),
    /// Terms and what they mean.
    Table(Vec<(String, String)>),
}

/// Splits a text into its parts.
pub fn parse(text: &str) -> Vec<Block> {
    let mut lines = text.lines().peekable();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        blocks.push(if line.trim().is_empty() {
            continue;
        } else if let Some(heading) = line.strip_prefix("## ") {
            Block::Heading(heading.to_owned())
        } else if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| !line.starts_with("```"));
            Block::Code(code.map(str::to_owned).collect())
        } else if line.starts_with('|') {
            // The rule below the heading.
            lines.next();
            let mut rows = Vec::new();
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            Block::Table(rows)
        } else if let Some(item) = line.strip_prefix("* ") {
            let mut items = vec![continued(item, &mut lines)];
            while let Some(line) = lines.next_if(|line| line.starts_with("* ")) {
                items.push(continued(&line[2..], &mut lines));
            }
            Block::List(items)
        } else {
            Block::Paragraph(continued(line, &mut lines))
        });
    }
    blocks
}

/// A line and those that belong to the same paragraph, joined by spaces.
fn continued(first: &str, lines: &mut Peekable<Lines>) -> String {
    let starts_block = |line: &str| {
        line.trim().is_empty()
            || ["* ", "|", "```", "## "]
                .iter()
                .any(|mark| line.starts_with(mark))
    };
    let mut text = first.trim().to_owned();
    while let Some(line) = lines.next_if(|line| !starts_block(line)) {
        text.push(' ');
        text.push_str(line.trim());
    }
    text
}

/// The two cells of a table's row.
fn cells(row: &str) -> (String, String) {
    let row = row.trim_matches('|');
    let (term, meaning) = row.split_once(" | ").unwrap_or((row, ""));
    (term.trim().to_owned(), meaning.trim().to_owned())
}

/// Text between backticks or double asterisks is emphasised: the pieces of a text, and whether they are.
fn spans(text: &str) -> Vec<(String, bool)> {
    let mut pieces = Vec::new();
    for (index, piece) in text.split('`').enumerate() {
        if index % 2 == 1 {
            pieces.push((piece.to_owned(), true));
        } else {
            let parts = piece.split("**").enumerate();
            pieces.extend(parts.map(|(index, part)| (part.to_owned(), index % 2 == 1)));
        }
    }
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

/// A text for a terminal.
pub struct Terminal {
    /// The length of a line, in characters.
    pub width: usize,
    /// Whether emphasis is shown by escape sequences; without, code keeps its backticks.
    pub styled: bool,
}

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";
/// The widest column of terms beside which meanings are written.
const WIDEST_TERM: usize = 24;

impl Terminal {
    /// Renders a text.
    pub fn render(&self, blocks: &[Block]) -> String {
        let mut out = String::new();
        for block in blocks {
            match block {
                Block::Heading(text) => {
                    let text = format!("**{text}**");
                    self.flow(&mut out, "", 0, &text);
                    continue;
                }
                Block::Paragraph(text) => self.flow(&mut out, "  ", 2, text),
                Block::List(items) => {
                    for item in items {
                        self.flow(&mut out, "  * ", 4, item);
                    }
                }
                Block::Code(lines) => {
                    for line in lines {
                        let _ = writeln!(out, "{}", format!("      {line}").trim_end());
                    }
                }
                Block::Table(rows) => self.table(&mut out, rows),
            }
            out.push('\n');
        }
        out
    }

    fn table(&self, out: &mut String, rows: &[(String, String)]) {
        let plain = |term: &str| term.replace('`', "");
        let widths = rows.iter().map(|(term, _)| plain(term).chars().count());
        let column = widths.max().unwrap_or(0).min(WIDEST_TERM);
        for (term, meaning) in rows {
            let term = plain(term);
            let gap = (column + 2).saturating_sub(term.chars().count());
            let shown = if self.styled {
                format!("{BOLD}{term}{PLAIN}")
            } else {
                term
            };
            if gap < 2 {
                let _ = writeln!(out, "  {shown}");
                self.flow(out, &" ".repeat(column + 4), column + 4, meaning);
            } else {
                let start = format!("  {shown}{}", " ".repeat(gap));
                self.flow(out, &start, column + 4, meaning);
            }
        }
    }

    /// Writes a text in lines; `start` is as wide as the indentation of the lines after the first.
    fn flow(&self, out: &mut String, start: &str, indent: usize, text: &str) {
        out.push_str(start);
        let mut used = indent;
        for (word, width) in self.words(text) {
            if used > indent && used + 1 + width > self.width {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                used = indent;
            } else if used > indent {
                out.push(' ');
                used += 1;
            }
            out.push_str(&word);
            used += width;
        }
        out.push('\n');
    }

    /// The words of a text as they are written, and their widths.
    fn words(&self, text: &str) -> Vec<(String, usize)> {
        if !self.styled {
            let text = text.replace("**", "");
            let words = text.split_whitespace();
            return words
                .map(|word| (word.to_owned(), word.chars().count()))
                .collect();
        }
        let mut words = vec![(String::new(), 0)];
        for (piece, emphasised) in spans(text) {
            for (index, part) in piece.split(' ').enumerate() {
                if index > 0 {
                    words.push((String::new(), 0));
                }
                let (word, width) = words.last_mut().expect("there is a word");
                match part {
                    "" => {}
                    _ if emphasised => word.extend([BOLD, part, PLAIN]),
                    _ => *word += part,
                }
                *width += part.chars().count();
            }
        }
        words.retain(|&(_, width)| width > 0);
        words
    }
}

/// Adds a text to a man page.
pub fn add_roff(page: &mut Roff, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Heading(text) => {
                page.control("SH", [text.to_uppercase().as_str()]);
            }
            Block::Paragraph(text) => {
                page.control("PP", []).text(inlines(text));
            }
            Block::List(items) => {
                for item in items {
                    page.control("IP", ["\\(bu", "2"]).text(inlines(item));
                }
            }
            Block::Code(lines) => {
                page.control("PP", [])
                    .control("RS", ["4"])
                    .control("nf", []);
                for line in lines {
                    page.text([roman(line)]);
                }
                page.control("fi", []).control("RE", []);
            }
            Block::Table(rows) => {
                for (term, meaning) in rows {
                    page.control("TP", []);
                    page.text([bold(term.replace('`', ""))])
                        .text(inlines(meaning));
                }
            }
        }
    }
}

fn inlines(text: &str) -> Vec<Inline> {
    let pieces = spans(text).into_iter();
    pieces
        .map(|(piece, emphasised)| {
            if emphasised {
                bold(piece)
            } else {
                roman(piece)
            }
        })
        .collect()
}
