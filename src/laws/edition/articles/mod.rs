//! The Articles that rulings cite, by edition.
//!
//! [`clause`] is the table of the clauses; adjourned games have their own, [`adjourned_games`].
//! [`Rules::article`](super::Rules::article) looks a clause up; the methods beside it choose among clauses by the mode
//! and the rules of the event. [`is_second_hand`] tells which numbers come from secondary sources, and
//! [`cited`] writes them.

pub mod adjourned_games;
mod article_row;
pub mod clause;
mod rules_articles;

pub use article_row::{ArticleRow, cited, is_second_hand, rows};
pub use clause::Clause;
