//! What is known of a self-play game: its random numbers, its end, its statistics, its replay, its training positions.

use crate::support::position::board;
use crate::support::table::rows;
use compongo::datagen::shard::{Checksum, Provenance};
use compongo::datagen::verify::{ReplayDifference, ReplaySample};
use compongo::datagen::{
    AdjudicationRules, ExpectedScore, GameResult, STANDARD_STARTPOS, ScoreAdjudicator,
    SearchedMove, SelfplayConfig, SelfplayGame, SelfplayStats, SelfplayTermination, end_by_laws,
};
use compongo::eval::Evaluation;
use compongo::laws::game::Game;
use compongo::laws::winnable::reachable::DeadPositionCache;
use compongo::types::{Color, Move, MoveKind, Rng, Score, Square};
use std::collections::BTreeSet;

fn config(generation: u32, seed: u64) -> SelfplayConfig {
    SelfplayConfig {
        generation,
        evaluation: Evaluation::Material,
        seed,
        nodes: 500,
    }
}

#[test]
fn every_game_has_its_own_random_numbers() {
    let firsts: BTreeSet<u64> = (0..4)
        .flat_map(|seed| (0..250).map(move |index| (seed, index)))
        .map(|(seed, index)| config(0, seed).rng(index).next())
        .collect();
    assert_eq!(firsts.len(), 1000);
    assert_eq!(config(0, 7).rng(9).next(), config(3, 7).rng(9).next());
}

#[test]
fn later_generations_adjudicate_draws() {
    let rules = [0, 1, 2, 5].map(|generation| config(generation, 0).adjudication(7));
    assert_eq!(rules.map(|rules| rules.draws), [false, false, true, true]);
    assert_eq!(rules.map(|rules| rules.win), [3000, 3000, 900, 900]);
}

#[test]
fn searches_that_are_not_trained_on_are_shorter() {
    let middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1PN1PN2/PB3PPP/R2QKB1R w KQ - 2 9";
    let check = "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/1P2PN2/PB3PPP/R2QKB1R w KQ - 2 9";
    let four_pieces = "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 9";
    for (ply, fen, startpos, soft) in [
        (16, middlegame, STANDARD_STARTPOS, 500),
        (15, middlegame, STANDARD_STARTPOS, 250),
        (8, middlegame, 3, 500),
        (16, check, STANDARD_STARTPOS, 250),
        (90, four_pieces, STANDARD_STARTPOS, 250),
    ] {
        let limits = config(0, 0).limits(ply, &board(fen), [startpos, STANDARD_STARTPOS]);
        assert_eq!(limits.soft_nodes, Some(soft), "{ply} {fen}");
        assert_eq!(limits.soft_nodes_noisy, Some(250));
        assert_eq!(limits.nodes, Some(8 * soft));
    }
}

#[test]
fn a_build_is_known_by_games_of_both_kinds_of_adjudication() {
    for generation in 0..4 {
        let config = config(generation, 5);
        let mut rules = BTreeSet::new();
        Provenance::new(&config, |short, index| {
            rules.insert(short.adjudication(index).win);
            fools_mate(0, SelfplayTermination::BlackMates)
        });
        assert_eq!(rules.len(), if generation < 2 { 1 } else { 2 });
    }
}

#[test]
fn one_game_in_twenty_plays_on() {
    let played_on = (0..1000)
        .filter(|&index| config(5, 0).adjudication(index).win == 2500)
        .count();
    assert_eq!(played_on, 50);
}

/// The expected score of a score in internal units for White.
fn expected(value: i32) -> u8 {
    ExpectedScore::of(Score::new(value), Color::White).0
}

#[test]
fn expected_scores_are_the_rounded_sigmoid() {
    for value in -29_000..=29_000 {
        let exact = 255.0 / (1.0 + (-f64::from(value) / 400.0).exp());
        let rounded = if value < 0 {
            255.0 - (255.0 - exact).round()
        } else {
            exact.round()
        };
        assert_eq!(expected(value), rounded.clamp(1.0, 254.0) as u8, "{value}");
    }
    let mated = Score::mated_in(4);
    assert_eq!(
        ExpectedScore::of(-mated, Color::White),
        ExpectedScore::WHITE_MATES
    );
    assert_eq!(
        ExpectedScore::of(mated, Color::White),
        ExpectedScore::BLACK_MATES
    );
    assert_eq!(
        ExpectedScore::of(mated, Color::Black),
        ExpectedScore::WHITE_MATES
    );
}

#[test]
fn evaluations_are_the_inverse() {
    for q in 1..=254 {
        let value = ExpectedScore(q).evaluation().expect("no mate");
        assert_eq!(expected(value), q, "{value}");
    }
    assert_eq!(ExpectedScore(255).evaluation(), None);
    assert_eq!(ExpectedScore(200).for_color(Color::Black), 55);
}

#[test]
fn checksums_are_the_beginning_of_sha_256() {
    // FIPS 180-4, the example of one block.
    let abc = Checksum::of(&[b"a", b"bc"]);
    assert_eq!(abc.to_string(), "ba7816bf8f01cfea");
    assert_eq!(Checksum::try_from("ba7816bf8f01cfea".to_owned()), Ok(abc));
    for wrong in [
        "",
        "ba7816bf8f01cfe",
        "+a7816bf8f01cfea",
        "ga7816bf8f01cfea",
    ] {
        assert!(Checksum::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
}

const RULES: AdjudicationRules = AdjudicationRules {
    win: 2500,
    draws: true,
};

fn termination(fen: &str) -> Option<SelfplayTermination> {
    end_by_laws(
        &Game::new(board(fen)),
        &mut DeadPositionCache::new(4096, 4096),
    )
}

#[test]
fn the_laws_end_games() {
    let table = "
        4k3/8/8/8/8/8/4P3/4K3 w - - 0 1             | None
        R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1           | Some(WhiteMates)
        6k1/8/8/8/8/8/5PPP/r5K1 w - - 100 90        | Some(BlackMates)
        7k/5Q2/6K1/8/8/8/8/8 b - - 0 1              | Some(Stalemate)
        8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1            | Some(DeadPosition)
        The pawns are blocked for good.
        8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 1 | Some(DeadPosition)
        Capturing the queen is forced.
        8/8/8/8/8/8/5Q1p/5k1K b - - 0 1             | Some(DeadPosition)
        8/8/4k3/8/8/8/R7/4K3 w - - 99 90            | None
        8/8/4k3/8/8/8/R7/4K3 w - - 100 90           | Some(FiftyMoves)
    ";
    for [fen, expected] in rows(table) {
        assert_eq!(format!("{:?}", termination(fen)), expected, "{fen}");
    }
}

#[test]
fn the_third_appearance_ends_the_game() {
    let mut game = Game::default();
    let mut dead_positions = DeadPositionCache::new(4096, 4096);
    let circle = [
        (Square::G1, Square::F3),
        (Square::G8, Square::F6),
        (Square::F3, Square::G1),
        (Square::F6, Square::G8),
    ];
    for (ply, (from, to)) in circle.into_iter().cycle().take(8).enumerate() {
        assert_eq!(end_by_laws(&game, &mut dead_positions), None, "{ply}");
        let mv = Move::new(from, to, MoveKind::Quiet);
        game.play(mv).expect("a knight's move");
    }
    assert_eq!(
        end_by_laws(&game, &mut dead_positions),
        Some(SelfplayTermination::Threefold)
    );
}

/// The termination after scores from White's perspective, the first after `ply` plies, and the number of scores
/// taken.
fn adjudicated(
    rules: AdjudicationRules,
    ply: usize,
    scores: &[i32],
) -> Option<(SelfplayTermination, usize)> {
    let mut adjudicator = ScoreAdjudicator::new(rules);
    scores.iter().enumerate().find_map(|(index, &score)| {
        let stm = Color::ALL[(ply + index) % 2];
        let score = match stm {
            Color::White => Score::new(score),
            Color::Black => -Score::new(score),
        };
        let termination = adjudicator.update(ply + index, score, stm)?;
        Some((termination, index + 1))
    })
}

#[test]
fn four_winning_scores_in_a_row_win() {
    assert_eq!(
        adjudicated(RULES, 9, &[2500, 2600, 2700, 2500, 0]),
        Some((SelfplayTermination::WhiteWins, 4))
    );
    assert_eq!(
        adjudicated(RULES, 9, &[-2500, -2500, 100, -3000, -3000, -3000, -9999]),
        Some((SelfplayTermination::BlackWins, 7))
    );
    assert_eq!(adjudicated(RULES, 9, &[2499; 20]), None);
    assert_eq!(
        adjudicated(RULES, 9, &[3000, -3000, 3000, -3000, 3000]),
        None
    );
    assert_eq!(
        adjudicated(RULES, 9, &[3000, -3000, -3000, -3000, -3000]),
        Some((SelfplayTermination::BlackWins, 5))
    );
}

#[test]
fn a_mate_wins_at_once() {
    let mate = Score::mate_in(7).value();
    assert_eq!(
        adjudicated(RULES, 8, &[0, mate]),
        Some((SelfplayTermination::WhiteWins, 2))
    );
    assert_eq!(
        adjudicated(RULES, 8, &[0, -mate]),
        Some((SelfplayTermination::BlackWins, 2))
    );
}

#[test]
fn twelve_even_scores_draw_from_move_forty_on() {
    let even = [5, -5, 0, 1, -1, 2, -2, 3, -3, 4, -4, 0];
    assert_eq!(
        adjudicated(RULES, 69, &even),
        Some((SelfplayTermination::EvenScores, 12))
    );
    assert_eq!(adjudicated(RULES, 68, &even), None);
    assert_eq!(
        adjudicated(RULES, 60, &[0; 40]),
        Some((SelfplayTermination::EvenScores, 21)),
        "at ply 80"
    );
    let mut broken = [0; 23];
    broken[11] = 6;
    assert_eq!(adjudicated(RULES, 90, &broken), None);
    let early = AdjudicationRules {
        draws: false,
        ..RULES
    };
    assert_eq!(adjudicated(early, 90, &even), None);
}

/// Fool's mate after some knight moves.
fn fools_mate(knights: usize, termination: SelfplayTermination) -> SelfplayGame {
    let mv = |(from, to, kind)| SearchedMove {
        mv: Move::new(from, to, kind),
        expected_score: ExpectedScore(120),
    };
    let circle = [
        (Square::G1, Square::F3, MoveKind::Quiet),
        (Square::G8, Square::F6, MoveKind::Quiet),
        (Square::F3, Square::G1, MoveKind::Quiet),
        (Square::F6, Square::G8, MoveKind::Quiet),
    ];
    let mate = [
        (Square::F2, Square::F3, MoveKind::Quiet),
        (Square::E7, Square::E5, MoveKind::DoublePush),
        (Square::G2, Square::G4, MoveKind::DoublePush),
        (Square::D8, Square::H4, MoveKind::Quiet),
    ];
    let moves: Vec<SearchedMove> = circle
        .into_iter()
        .cycle()
        .take(knights)
        .chain(mate)
        .map(mv)
        .collect();
    let (opening, plies) = moves.split_at(2);
    SelfplayGame {
        startpos: [STANDARD_STARTPOS; 2],
        opening: opening.iter().map(|ply| ply.mv).collect(),
        plies: plies.to_vec(),
        termination,
    }
}

#[test]
fn games_are_counted() {
    let mut stats = SelfplayStats::default();
    stats.add(&fools_mate(16, SelfplayTermination::BlackMates));
    assert_eq!((stats.games, stats.standard, stats.plies), (1, 1, 18));
    // The four moves from ply 16 on.
    assert_eq!((stats.kept, stats.checks, stats.pieces), (4, 0, 18 * 32));
    assert_eq!(stats.ended(SelfplayTermination::BlackMates), 1);
    assert_eq!(stats.results(GameResult::Black), 1);
    assert_eq!(stats.results(GameResult::Draw), 0);
    assert_eq!(stats.mean_pieces().to_string(), "32");
}

#[test]
fn parts_make_the_whole() {
    let games = [
        fools_mate(16, SelfplayTermination::BlackMates),
        fools_mate(4, SelfplayTermination::Threefold),
        fools_mate(8, SelfplayTermination::WhiteWins),
    ];
    let stats_of = |games: &[SelfplayGame]| {
        let mut stats = SelfplayStats::default();
        for game in games {
            stats.add(game);
        }
        stats
    };
    let mut sum = stats_of(&games[..1]);
    sum += &stats_of(&games[1..]);
    assert_eq!(sum, stats_of(&games));
    assert_eq!(
        sum.to_string(),
        "3 games of 11.3 plies, +33.3% =33.3% -33.3%, 11.8% pass"
    );
    assert_eq!(
        SelfplayStats::default().to_string(),
        "0 games of 0.0 plies, +0.0% =0.0% -0.0%, 0.0% pass"
    );
}

#[test]
fn samples_are_as_large_as_was_asked() {
    let mut rng = Rng::new(1);
    for (sample, count, drawn) in [
        (ReplaySample::Games(20), 100, 20),
        (ReplaySample::Games(20), 7, 7),
        (ReplaySample::Games(0), 7, 0),
        (ReplaySample::Part(0.01), 4096, 41),
        (ReplaySample::Part(0.01), 3, 1),
        (ReplaySample::Part(1.0), 3, 3),
        (ReplaySample::Part(0.0), 3, 0),
    ] {
        let games = sample.draw(count, &mut rng);
        assert_eq!(games.len(), drawn, "{sample:?} of {count}");
        assert!(games.iter().all(|&game| game < count));
        assert!(games.is_sorted_by(|a, b| a < b));
    }
    let mut times = [0; 10];
    for _ in 0..10_000 {
        for game in ReplaySample::Games(3).draw(10, &mut rng) {
            times[game as usize] += 1;
        }
    }
    // 3000 are expected; the standard deviation is 46.
    assert!(
        times.iter().all(|times| (2800..3200).contains(times)),
        "{times:?}"
    );
}

#[test]
fn games_are_compared_in_all_they_have() {
    let mv = |to| Move::new(Square::A1, to, MoveKind::Quiet);
    let ply = |to, expected_score| SearchedMove {
        mv: mv(to),
        expected_score: ExpectedScore(expected_score),
    };
    let game = SelfplayGame {
        startpos: [STANDARD_STARTPOS; 2],
        opening: vec![mv(Square::A2), mv(Square::A3)],
        plies: vec![ply(Square::A4, 1), ply(Square::A5, 2)],
        termination: SelfplayTermination::Threefold,
    };
    let changed = |change: &dyn Fn(&mut SelfplayGame)| {
        let mut other = game.clone();
        change(&mut other);
        let difference = ReplayDifference::between(&game, &other);
        assert_eq!(ReplayDifference::between(&other, &game), difference);
        difference
    };
    assert_eq!(changed(&|_| {}), None);
    let opening = Some(ReplayDifference::Opening);
    assert_eq!(changed(&|game| game.startpos[1] = 0), opening);
    assert_eq!(changed(&|game| game.opening[1] = mv(Square::B1)), opening);
    let second = Some(ReplayDifference::Ply(3));
    assert_eq!(changed(&|game| game.plies[1] = ply(Square::A5, 3)), second);
    assert_eq!(changed(&|game| game.plies[1] = ply(Square::A6, 2)), second);
    assert_eq!(changed(&|game| game.plies.truncate(1)), second);
    assert_eq!(
        changed(&|game| game.termination = SelfplayTermination::FiftyMoves),
        Some(ReplayDifference::Termination)
    );
}
