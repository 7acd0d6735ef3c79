//! What the tests have in common: games from text, and questions with a budget.

pub use crate::support::position::{board, game, mv};
use compongo::laws::edition::{Edition, Rules};
use compongo::laws::game::Game;
use compongo::laws::outcome::{Outcome, OutcomeKind, automatic};
use compongo::laws::winnable::{ProofBudget, WinnabilityCache};
use compongo::types::{Color, Move};

/// Enough for every position of these tests.
pub const BUDGET: ProofBudget = ProofBudget::new(2_000_000);

/// The editions without automatic draws at five repetitions and 75 moves, and those with them.
pub const WITHOUT_AUTOMATIC: [Edition; 3] =
    [Edition::Fide1997, Edition::Fide2001, Edition::Fide2009];
pub const WITH_AUTOMATIC: [Edition; 2] = [Edition::Fide2018, Edition::Fide2023];

/// Goes on with a game.
#[track_caller]
pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = mv(game.board(), text);
        game.play(mv).expect("legal");
    }
}

pub fn opening(moves: &str) -> Game {
    game(compongo::board::fen::STARTPOS, moves)
}

pub fn standard(edition: Edition) -> Rules {
    edition.rules(compongo::laws::edition::Mode::Standard)
}

pub fn end(game: &Game, rules: &Rules) -> Option<Outcome> {
    automatic(game, rules, &mut WinnabilityCache::default(), &BUDGET)
}

/// The scores and the kind of the present end; panics if the game goes on.
#[track_caller]
pub fn end_of(game: &Game, rules: &Rules) -> (String, OutcomeKind) {
    let outcome = end(game, rules).expect("the game is over");
    assert_eq!(outcome.ply, game.ply());
    assert_eq!(outcome.article, rules.end_article(outcome.kind));
    (outcome.points.to_string(), outcome.kind)
}

/// The texts of moves, in order; castling is the king taking its rook.
pub fn texts<'a>(moves: impl IntoIterator<Item = &'a Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

pub fn winner(color: Color) -> &'static str {
    match color {
        Color::White => "1-0",
        Color::Black => "0-1",
    }
}
