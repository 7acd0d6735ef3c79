//! Games of self-play: the same every time, and played by the Laws.

use compongo::datagen::filter::keeps;
use compongo::datagen::{
    ExpectedScore, SelfplayConfig, SelfplayGame, SelfplayPlayer, SelfplayStats, SelfplayTermination,
};
use compongo::eval::Evaluation;
use compongo::laws::claims;
use compongo::laws::edition::Rules;
use compongo::laws::game::Game;
use compongo::laws::outcome::{OutcomeKind, automatic, by_rule};
use compongo::laws::winnable::{ProofBudget, WinnabilityCache};
use compongo::search;
use std::collections::BTreeSet;
use std::ops::Range;

/// Short searches: the games are as long as others.
fn recipe(generation: u32) -> SelfplayConfig {
    SelfplayConfig {
        generation,
        evaluation: Evaluation::Material,
        seed: 2024,
        nodes: 100,
    }
}

/// The games with these indices, played by one player on a thread of its own.
fn play(recipe: &SelfplayConfig, indices: Range<u64>) -> Vec<SelfplayGame> {
    std::thread::scope(|scope| {
        let work = || {
            let mut player = SelfplayPlayer::new().expect("memory for a player");
            indices.map(|index| player.play(recipe, index)).collect()
        };
        let thread = search::thread_builder().spawn_scoped(scope, work);
        let thread = thread.expect("a thread");
        thread.join().expect("no panic")
    })
}

#[test]
fn a_game_depends_on_recipe_and_index_alone() {
    let recipe = recipe(0);
    let games = play(&recipe, 0..16);
    let distinct: BTreeSet<String> = games.iter().map(|game| format!("{game:?}")).collect();
    assert_eq!(distinct.len(), games.len());
    // After other games, and beside them.
    std::thread::scope(|scope| {
        let later = scope.spawn(|| play(&recipe, 8..16));
        let earlier = scope.spawn(|| play(&recipe, 0..8));
        assert_eq!(earlier.join().expect("no panic"), games[..8]);
        assert_eq!(later.join().expect("no panic"), games[8..]);
    });
    let other = SelfplayConfig {
        seed: 2025,
        ..recipe.clone()
    };
    assert_ne!(play(&other, 0..1), games[..1]);
}

/// The end that the Laws give a finished game, draws being claimed.
fn end_by_laws(game: &Game) -> Option<OutcomeKind> {
    let rules = Rules::default();
    let budget = ProofBudget::new(100_000);
    let outcome = automatic(game, &rules, &mut WinnabilityCache::default(), &budget);
    outcome.map(|outcome| outcome.kind).or_else(|| {
        claims::on_board(game, &rules)
            .first()
            .map(|claim| claim.kind)
    })
}

/// Positions that are trained on were searched in full.
fn check_limits(game: &SelfplayGame, recipe: &SelfplayConfig) {
    for (ply, board, played) in game.positions() {
        let limits = recipe.limits(ply, &board, game.startpos);
        if keeps(ply, &board, &played, game) {
            assert_eq!(limits.soft_nodes, Some(recipe.nodes), "{ply} {game:?}");
        }
    }
}

/// Replays a game under the Laws.
fn check(game: &SelfplayGame, generation: u32) {
    let rules = Rules::default();
    let mut replayed = Game::new(game.start());
    assert!((8..=15).contains(&game.opening.len()), "{game:?}");
    for &mv in &game.opening {
        replayed.play(mv).expect("legal");
        assert_eq!(by_rule(&replayed, &rules), None);
    }
    for ply in &game.plies {
        assert_eq!(by_rule(&replayed, &rules), None, "{game:?}");
        assert!(claims::on_board(&replayed, &rules).is_empty(), "{game:?}");
        replayed.play(ply.mv).expect("legal");
    }
    let expected = match game.termination {
        SelfplayTermination::WhiteMates | SelfplayTermination::BlackMates => {
            Some(OutcomeKind::Checkmate)
        }
        SelfplayTermination::Stalemate => Some(OutcomeKind::Stalemate),
        SelfplayTermination::DeadPosition => Some(OutcomeKind::DeadPosition),
        SelfplayTermination::Threefold => Some(OutcomeKind::Threefold),
        SelfplayTermination::FiftyMoves => Some(OutcomeKind::FiftyMoves),
        _ => None,
    };
    assert_eq!(end_by_laws(&replayed), expected, "{game:?}");
    let last = game.plies.last().expect("a game has moves").expected_score;
    match game.termination {
        SelfplayTermination::WhiteMates => assert_eq!(last, ExpectedScore::WHITE_MATES),
        SelfplayTermination::BlackMates => assert_eq!(last, ExpectedScore::BLACK_MATES),
        // From generation 2 on 900 internal units win.
        SelfplayTermination::WhiteWins if generation < 2 => assert!(last.0 >= 254, "{game:?}"),
        SelfplayTermination::BlackWins if generation < 2 => assert!(last.0 <= 1, "{game:?}"),
        SelfplayTermination::WhiteWins => assert!(last.0 >= 230, "{game:?}"),
        SelfplayTermination::BlackWins => assert!(last.0 <= 25, "{game:?}"),
        SelfplayTermination::EvenScores => {
            assert!(generation >= 2 && (127..=128).contains(&last.0), "{game:?}");
        }
        _ => {}
    }
}

#[test]
fn games_are_played_by_the_laws() {
    for generation in [0, 2] {
        // Of generation 2, at least one game in this range is even.
        let games = play(&recipe(generation), 700..760);
        let mut stats = SelfplayStats::default();
        for game in &games {
            check(game, generation);
            check_limits(game, &recipe(generation));
            stats.add(game);
        }
        let terminations = SelfplayTermination::ALL.into_iter();
        let kinds = terminations
            .filter(|&termination| stats.ended(termination) > 0)
            .count();
        assert!(kinds >= 5, "{stats:?}");
        assert_eq!(
            stats.ended(SelfplayTermination::EvenScores) > 0,
            generation == 2,
            "{stats:?}"
        );
        assert!((3..24).contains(&(60 - stats.standard)), "{stats:?}");
        assert!((30.0..400.0).contains(&stats.length()), "{stats}");
        assert!((0.3..0.95).contains(&stats.pass_rate()), "{stats}");
    }
}
