//! Searches of the library: root moves, stops, and listeners that panic.

use crate::support::position::{game, mv};
use compongo::board::fen::STARTPOS;
use compongo::engine::{Engine, GoError};
use compongo::search::{SearchListener, SearchReport, SilentListener};
use compongo::time::{SearchLimits, StopToken};
use compongo::types::{Move, MoveKind, MoveList, Square};

/// A limit of depth 3.
fn shallow() -> SearchLimits {
    SearchLimits {
        depth: Some(3),
        ..SearchLimits::default()
    }
}

/// The best move among root moves, and the first move of the principal variation.
fn best(moves: &[Move]) -> [Option<Move>; 2] {
    let moves: MoveList = moves.iter().copied().collect();
    let answer = Engine::new()
        .search_with(&shallow(), Some(moves), StopToken::default(), |_| {
            Box::new(SilentListener)
        })
        .expect("an answer");
    [answer.best_move, answer.pv.first().copied()]
}

#[test]
fn illegal_and_repeated_root_moves_are_left_out() {
    let illegal = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    let legal = mv(game(STARTPOS, "").board(), "a2a3");
    assert_eq!(best(&[illegal]), [None; 2]);
    assert_eq!(best(&[illegal, legal, legal]), [Some(legal); 2]);
}

#[test]
fn a_search_without_limit_ends_when_its_token_is_stopped() {
    /// Stops the search after its third iteration.
    struct ThreeIterations(StopToken);

    impl SearchListener for ThreeIterations {
        fn report(&mut self, report: &SearchReport<'_>) {
            if report.progress.depth == 3 {
                self.0.stop();
            }
        }
    }

    let mut engine = Engine::new();
    let endless = SearchLimits {
        infinite: true,
        ..SearchLimits::default()
    };
    for limits in [SearchLimits::default(), endless] {
        let token = StopToken::default();
        let listener = ThreeIterations(token.clone());
        let answer = engine.search_with(&limits, None, token, |_| Box::new(listener));
        assert_eq!(answer.expect("an answer").depth, 3, "{limits:?}");
        let blocking = engine.search_blocking(&limits);
        assert!(
            matches!(blocking, Err(GoError::Unlimited)),
            "{limits:?}: {blocking:?}"
        );
    }
}

#[test]
fn after_a_listener_has_panicked_the_engine_searches_again() {
    struct Panicking;

    impl SearchListener for Panicking {
        fn report(&mut self, _report: &SearchReport<'_>) {
            panic!("a fault of the listener");
        }
    }

    let mut engine = Engine::new();
    let token = StopToken::default();
    let failed = engine.search_with(&shallow(), None, token, |_| Box::new(Panicking));
    assert!(matches!(failed, Err(GoError::Panicked)), "{failed:?}");
    let answer = engine.search_blocking(&shallow()).expect("an answer");
    assert!(answer.best_move.is_some());
}
