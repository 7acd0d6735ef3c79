//! The opening book of the options `OwnBook` and `Book File`.
//!
//! The book answers every `go` that asks for a move of a game: not `infinite`, not `mate`, not without a limit, and not
//! with `UCI_AnalyseMode`. The engine searches nevertheless if a draw can be claimed, or was offered before the `go`,
//! because the book does not know the earlier moves; so no book move repeats a position for the third time.

use super::facade::Engine;
use super::go::FinishedSearch;
use super::laws_report::LawsReport;
use super::line::LineChecker;
use super::options::{OptionError, OptionId};
use crate::laws::game::Game;
use crate::notation::polyglot::{PolyglotBook, PolyglotPosition, draw_move};
use crate::search::{SearchResult, SearchThreads};
use crate::time::SearchLimits;
use crate::types::{Move, Rng, Score};
use crate::util::text::quote;
use std::fs::File;
use std::io;
use std::path::Path;

/// A move from the opening book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The probability with which the book chooses it, from 0 to 1.
    pub share: f64,
    /// The reply with the greatest weight; `None` if the book has none.
    pub reply: Option<Move>,
}

impl BookMove {
    /// The move as the result of a search.
    pub(super) fn finished(self, threads: SearchThreads) -> FinishedSearch {
        FinishedSearch {
            result: SearchResult {
                best_move: Some(self.mv),
                pv: [self.mv].into_iter().chain(self.reply).collect(),
                ponder: self.reply,
                score: Score::ZERO,
                depth: 0,
                nodes: 0,
            },
            threads,
        }
    }
}

/// The book of the option `Book File`.
#[derive(Default)]
pub(super) struct OwnBook {
    path: String,
    book: Option<PolyglotBook<File>>,
}

impl OwnBook {
    /// Chooses one of these moves for the current position of a game, at random by weight; `None` if the book has none.
    /// The choice depends on the seed and the position. A move that draws at once is left out.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn choose(
        &mut self,
        game: &Game,
        allowed: &[Move],
        seed: u64,
    ) -> io::Result<Option<BookMove>> {
        let Some(book) = &mut self.book else {
            return Ok(None);
        };
        let mut position = book_position(game);
        let lines = LineChecker::new(game);
        let mut moves = book.moves(&position)?;
        moves.retain(|&(mv, _)| {
            let draws = !lines.goes_on_after(&[mv]) && !lines.is_mate_after(&[mv]);
            allowed.contains(&mv) && !draws
        });
        let mut rng = Rng::new(seed ^ position.key().0);
        let Some((mv, share)) = draw_move(&moves, &mut rng) else {
            return Ok(None);
        };
        position.play(mv);
        let replies = book.moves(&position)?;
        let best = replies.iter().max_by_key(|&&(_, weight)| weight);
        Ok(Some(BookMove {
            mv,
            share,
            reply: best.filter(|&&(_, weight)| weight > 0).map(|&(mv, _)| mv),
        }))
    }
}

/// The current position of a game, with the en passant square that only its last move shows.
fn book_position(game: &Game) -> PolyglotPosition {
    match (game.boards(), game.moves()) {
        ([.., before, _], [.., last]) => {
            let mut position = PolyglotPosition::from(*before);
            position.play(*last);
            position
        }
        _ => PolyglotPosition::from(*game.board()),
    }
}

impl Engine {
    /// Opens the book of the option `Book File`.
    ///
    /// # Errors
    /// The file is not a book. The old book stays in use.
    pub(super) fn open_book(&mut self) -> Result<(), OptionError> {
        let path = self.options.book_file.clone();
        if path.is_empty() {
            self.book = OwnBook::default();
            return Ok(());
        }
        match PolyglotBook::open(Path::new(&path)) {
            Ok(book) => {
                self.book = OwnBook {
                    path,
                    book: Some(book),
                };
                Ok(())
            }
            Err(error) => {
                self.options.book_file.clone_from(&self.book.path);
                Err(OptionError::Value {
                    name: OptionId::BookFile.name(),
                    why: format!("'{}': {error}", quote(&path)),
                })
            }
        }
    }

    /// The open book; `None` if there is none.
    pub const fn book(&self) -> Option<&PolyglotBook<File>> {
        self.book.book.as_ref()
    }

    /// True if the book may answer a `go` with these limits, in a game in this state.
    pub(super) fn asks_book(&self, limits: &SearchLimits, laws: &LawsReport) -> bool {
        let Some(game) = &self.game else {
            return false;
        };
        let is_analysis = self.options.analyse_mode
            || limits.mate.is_some()
            || limits.is_unlimited(game.board().stm());
        let has_draw = !laws.claims.is_empty() || self.draw_offered;
        self.options.own_book && !is_analysis && !has_draw && laws.outcome.is_none()
    }
}
