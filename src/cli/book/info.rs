//! `compongo book info`: checks a book and shows its moves.

use crate::board::Board;
use crate::cli::arguments::{position_of_line, uci_position};
use crate::cli::output::{CliError, print_result};
use crate::notation::polyglot::{PolyglotBook, PolyglotEntry, PolyglotPosition};
use crate::notation::san;
use crate::types::Move;
use crate::util::format::percent;
use std::cmp::Reverse;
use std::fmt::Write;
use std::path::PathBuf;

/// Check a book, count its entries and positions, and show the moves of a position with their weights.
#[derive(Clone, Debug, clap::Args)]
pub struct BookInfoArgs {
    /// The book.
    file: PathBuf,
    /// The position, in FEN [default: the initial position].
    #[arg(long)]
    fen: Option<String>,
}

pub fn run(args: &BookInfoArgs) -> Result<u8, CliError> {
    let position = match &args.fen {
        None => PolyglotPosition::from(Board::start()),
        Some(text) if uci_position(text.trim()).is_some() => {
            PolyglotPosition::from(position_of_line(text.trim())?)
        }
        Some(text) => text
            .parse::<PolyglotPosition>()
            .map_err(|error| CliError::at("invalid FEN", error))?,
    };
    let place = args.file.display().to_string();
    let mut book = PolyglotBook::open(&args.file).map_err(|error| CliError::at(&place, error))?;
    let entries = book
        .entries(position.key())
        .map_err(|error| CliError::at(&place, error))?;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "entries    {}", book.entry_count());
    let _ = writeln!(text, "positions  {}", book.position_count());
    let _ = writeln!(text, "position   {}", position.board());
    let _ = writeln!(text, "key        {}", position.key());
    text.push('\n');
    text.push_str(&moves(position.board(), &entries));
    Ok(print_result(&text))
}

/// The moves of a position, the one with the greatest weight first.
fn moves(board: &Board, entries: &[PolyglotEntry]) -> String {
    let mut legal: Vec<(Move, PolyglotEntry)> = entries
        .iter()
        .filter_map(|entry| Some((entry.mv.legal(board)?, *entry)))
        .collect();
    legal.sort_by_key(|(_, entry)| Reverse(entry.weight));
    let total: u32 = legal.iter().map(|(_, entry)| u32::from(entry.weight)).sum();
    let mut text = String::new();
    if legal.is_empty() {
        text.push_str("The book has no move in this position.\n");
    } else {
        let _ = writeln!(text, "move     weight    share  learn");
    }
    for (mv, entry) in &legal {
        let share = percent(f64::from(entry.weight) / f64::from(total.max(1)));
        let san = san::write(board, *mv);
        let _ = writeln!(
            text,
            "{san:<8} {:>6} {share:>8}  {}",
            entry.weight, entry.learn
        );
    }
    let illegal = entries.len() - legal.len();
    if illegal > 0 {
        let what = "entries whose move is illegal in this position";
        let _ = writeln!(text, "{what}: {illegal}");
    }
    text
}
