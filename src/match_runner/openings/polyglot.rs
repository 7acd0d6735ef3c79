//! Openings that are drawn from Polyglot books.

use super::distinct::distinct_openings;
use super::opening::Opening;
use crate::board::Board;
use crate::notation::polyglot::{PolyglotBook, PolyglotPosition, draw_move};
use crate::types::Rng;
use std::io::{self, Read, Seek};

/// Draws openings from a book: from the initial position, each move at random by its weight, until the book has no move
/// or the opening has `plies` plies.
///
/// No two openings lead to the same position, and in none of them is the game over. Entries that are no legal moves do
/// not count. There are fewer openings than `count` if a thousand attempts in a row fail.
///
/// The result depends on the arguments only and must never change, since ledgers depend on it. A greater `count` adds
/// openings at the end.
///
/// # Errors
/// The book cannot be read.
pub fn polyglot_openings<R: Read + Seek>(
    book: &mut PolyglotBook<R>,
    count: usize,
    plies: usize,
    seed: u64,
) -> io::Result<Vec<Opening>> {
    let mut rng = Rng::new(seed);
    let draw = || draw_opening(book, plies, &mut rng);
    distinct_openings(count, draw, |_| true)
}

/// An opening; `None` if the book has no move of the initial position.
fn draw_opening<R: Read + Seek>(
    book: &mut PolyglotBook<R>,
    plies: usize,
    rng: &mut Rng,
) -> io::Result<Option<Opening>> {
    let mut opening = Opening::at(Board::start());
    let mut position = PolyglotPosition::from(opening.start);
    while opening.moves.len() < plies {
        let Some((mv, _)) = draw_move(&book.moves(&position)?, rng) else {
            break;
        };
        position.play(mv);
        opening.moves.push(mv);
    }
    Ok((!opening.moves.is_empty()).then_some(opening))
}
