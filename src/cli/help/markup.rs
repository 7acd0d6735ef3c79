//! The markup of the manuals, a small part of Markdown, rendered for a terminal and as roff.
//!
//! Known are headings (`## `), paragraphs, lists (`* `), fenced code blocks and tables; within text, `` `code` ``.

use clap_mangen::roff::{Inline, Roff, bold, italic, roman};
use console::measure_text_width;
use std::fmt::Write;
use std::iter::Peekable;
use std::str::Lines;

/// A part of a manual.
pub enum Block {
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    Code(Vec<String>),
    Table(ManualTable),
}

/// Terms, each with what is said about it in one or more columns.
pub struct ManualTable {
    /// The names of the columns; empty if they go without saying.
    pub heading: Vec<String>,
    /// The cells of each row, the term first.
    pub rows: Vec<Vec<String>>,
}

/// Splits a text into its parts.
pub fn parse(text: &str) -> Vec<Block> {
    let mut lines = text.lines().peekable();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        blocks.push(if line.is_empty() {
            continue;
        } else if let Some(heading) = line.strip_prefix("## ") {
            Block::Heading(heading.to_owned())
        } else if line.starts_with("```") {
            let code = lines.by_ref().take_while(|line| !line.starts_with("```"));
            Block::Code(code.map(str::to_owned).collect())
        } else if line.starts_with('|') {
            let heading = cells(line);
            // The rule below the heading.
            lines.next();
            let mut rows = Vec::new();
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            Block::Table(ManualTable { heading, rows })
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

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let cells = row.trim_matches('|').split(" | ");
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// A line and those that belong to the same paragraph, joined by spaces.
fn continued(first: &str, lines: &mut Peekable<Lines>) -> String {
    let goes_on = |line: &str| {
        let starts_block = ["* ", "|", "```", "## "];
        !line.is_empty() && !starts_block.iter().any(|mark| line.starts_with(mark))
    };
    let mut text = first.to_owned();
    while let Some(line) = lines.next_if(|line| goes_on(line)) {
        text.push(' ');
        text.push_str(line.trim());
    }
    text
}

/// A text without the marks of code.
fn unmarked(text: &str) -> String {
    text.replace('`', "")
}

/// The pieces of a text, and whether they are code.
fn pieces(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let pieces = text.split('`').enumerate();
    pieces.map(|(index, piece)| (piece, index % 2 == 1))
}

/// A text for a terminal.
pub struct Terminal {
    /// The length of a line, in columns.
    pub width: usize,
    /// Whether code is bold; otherwise it keeps its backticks.
    pub styled: bool,
}

/// The widest column of terms beside which meanings are written.
const WIDEST_TERM: usize = 24;

impl Terminal {
    /// Renders a text.
    pub fn render(&self, blocks: &[Block]) -> String {
        let mut out = String::new();
        for block in blocks {
            match block {
                Block::Heading(text) => {
                    let _ = writeln!(out, "{}", self.bold(text));
                    continue;
                }
                Block::Paragraph(text) => self.flow(&mut out, "  ", text),
                Block::List(items) => {
                    for item in items {
                        self.flow(&mut out, "  * ", item);
                    }
                }
                Block::Code(lines) => {
                    for line in lines {
                        out += format!("      {line}").trim_end();
                        out.push('\n');
                    }
                }
                Block::Table(table) => self.table(&mut out, table),
            }
            out.push('\n');
        }
        out
    }

    fn table(&self, out: &mut String, table: &ManualTable) {
        let all_rows = [&table.heading].into_iter().chain(&table.rows);
        let terms = all_rows.filter_map(|row| row.first());
        let widths = terms.map(|term| measure_text_width(&unmarked(term)));
        let column = widths.max().unwrap_or(0).min(WIDEST_TERM);
        if let [term, others @ ..] = table.heading.as_slice() {
            let mut heading = String::new();
            self.row(&mut heading, &unmarked(term), others, column);
            let width = heading.lines().map(measure_text_width).max();
            let rule = "-".repeat(width.unwrap_or(0).saturating_sub(2));
            let _ = writeln!(out, "{heading}  {rule}");
        }
        for row in &table.rows {
            if let [term, others @ ..] = row.as_slice() {
                self.row(out, &self.bold(&unmarked(term)), others, column);
            }
        }
    }

    /// Writes a row. Two cells stand side by side. There is no room for more, so each of them begins a line below the
    /// term.
    fn row(&self, out: &mut String, term: &str, others: &[String], column: usize) {
        let [meaning] = others else {
            let _ = writeln!(out, "  {term}");
            for cell in others {
                self.flow(out, "      ", cell);
            }
            return;
        };
        let pad = column.checked_sub(measure_text_width(term));
        let start = if let Some(pad) = pad {
            format!("  {term}{:1$}", "", pad + 2)
        } else {
            let _ = writeln!(out, "  {term}");
            " ".repeat(column + 4)
        };
        self.flow(out, &start, meaning);
    }

    /// Writes a text in lines, indented by the width of `start`, with which the first one begins.
    fn flow(&self, out: &mut String, start: &str, text: &str) {
        let text: String = if self.styled {
            // Word by word, for a line may end between them.
            let words = |code: &str| {
                code.split(' ')
                    .map(|word| self.bold(word))
                    .collect::<Vec<_>>()
            };
            let pieces = pieces(text).map(|(piece, is_code)| {
                if is_code {
                    words(piece).join(" ")
                } else {
                    piece.to_owned()
                }
            });
            pieces.collect()
        } else {
            text.to_owned()
        };
        let indent = measure_text_width(start);
        let mut used = indent;
        out.push_str(start);
        for word in text.split_whitespace() {
            let width = measure_text_width(word);
            if used > indent && used + 1 + width > self.width {
                let _ = write!(out, "\n{:indent$}", "");
                used = indent;
            } else if used > indent {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += width;
        }
        out.push('\n');
    }

    fn bold(&self, text: &str) -> String {
        let style = console::Style::new().bold().force_styling(self.styled);
        style.apply_to(text).to_string()
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
            Block::Table(table) => {
                let names = table.heading.iter();
                add_row(page, names.map(|name| vec![italic(unmarked(name))]));
                for row in &table.rows {
                    let term = row.iter().take(1).map(|term| vec![bold(unmarked(term))]);
                    let others = row.iter().skip(1).map(|cell| inlines(cell));
                    add_row(page, term.chain(others));
                }
            }
        }
    }
}

/// Adds a row of a table: the term, and below it each further cell from a new line.
fn add_row(page: &mut Roff, cells: impl Iterator<Item = Vec<Inline>>) {
    for (column, cell) in cells.enumerate() {
        match column {
            0 => page.control("TP", []).text(cell),
            1 => page.text(cell),
            _ => page.control("br", []).text(cell),
        };
    }
}

fn inlines(text: &str) -> Vec<Inline> {
    let pieces = pieces(text).filter(|(piece, _)| !piece.is_empty());
    pieces
        .map(|(piece, is_code)| if is_code { bold(piece) } else { roman(piece) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "## Heading\nA paragraph\nof `two lines`.\n* item\n  goes on\n* next\n\n```\ncode  here\n```\n\
        | a | b |\n|---|---|\n| `x`, `y` | The two |\n| a term that is far too long | is alone |\n\n\
        | `a` | b | c |\n|---|---|---|\n| term | one `x` two | three four five |\n";

    #[test]
    fn a_terminal_shows_blocks_in_lines() {
        let render = |styled| Terminal { width: 18, styled }.render(&parse(TEXT));
        let expected = "Heading\n  A paragraph of\n  `two lines`.\n\n  * item goes on\n  * next\n\n      code  here\n\n  \
            a                         b\n  ---------------------------\n  \
            x, y                      The\n                            two\n  \
            a term that is far too long\n                            is\n                            alone\n\n  \
            a\n      b\n      c\n  -----\n  term\n      one `x` two\n      three four\n      five\n\n";
        assert_eq!(render(false), expected);
        let styled = render(true);
        assert!(styled.contains("\u{1b}[1mtwo\u{1b}[0m"), "{styled:?}");
        let plain = console::strip_ansi_codes(&styled);
        assert_eq!(plain, expected.replace('`', ""));
    }

    #[test]
    fn roff_has_a_macro_for_each_block() {
        let mut page = Roff::new();
        add_roff(&mut page, &parse(TEXT));
        let page = page.render();
        for part in [
            ".SH HEADING\n.PP\nA paragraph of \\fBtwo lines\\fR.\n",
            ".IP \\(bu 2\nitem goes on\n",
            ".nf\ncode  here\n.fi\n",
            ".TP\n\\fIa\\fR\n\\fIb\\fR\n.TP\n\\fBx, y\\fR\nThe two\n",
            ".TP\n\\fBterm\\fR\none \\fBx\\fR two\n.br\nthree four five\n",
        ] {
            assert!(page.contains(part), "{page}");
        }
    }
}
