//! Whether a side can still mate: our tiers beside the crate chasolver, on the same positions in the same run.
//!
//! Each position is asked for the side that has just moved, as when a flag falls. Before the times, a table says which
//! tier decided how many of them.

#[path = "../tests/it/laws/greedy_games.rs"]
mod greedy_games;

use compongo::board::Board;
use compongo::judge::DEFAULT_NODES;
use compongo::laws::material;
use compongo::laws::winnable::{
    ProofBudget, UnwinnableProof, Winnability, WinnabilityCache, WinnableProof, can_win, table,
};
use compongo::notation::epd;
use compongo::types::Color;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use greedy_games::greedy_games;
use std::hint::black_box;

/// A position and the colour that wants to mate.
type Question = (Board, Color);

/// The budget of `compongo judge`: the external solver is asked what our own tiers leave open, so nothing stays open that
/// it decides. The bitbases are built before the times.
const BUDGET: ProofBudget<'static> = ProofBudget {
    external: true,
    ..ProofBudget::new(DEFAULT_NODES)
};

/// The composed positions of chasolver's tests; every so many-th is asked, since one can take seconds.
const COMPOSED: &str = include_str!("../tests/data/winnability_composed.epd");
const COMPOSED_STEP: usize = 61;

/// Locked pawns, forced captures, bishops behind blocked pawns, few pieces.
const CONSTRUCTED: &str = "
8/8/8/4k3/4p3/4N3/4K3/8 w - -
k7/p1K5/1N6/3p4/8/8/8/8 b - -
8/8/8/8/8/2K5/1p6/kB6 b - -
8/8/8/8/1p6/kQ6/8/1K6 b - -
k7/8/Kp6/1P6/8/8/8/8 w - -
4k3/8/8/8/8/8/3q4/4K1N1 w - -
kb6/2N5/1K6/8/8/8/8/8 b - -
kb6/8/1K6/3N4/8/8/8/8 w - -
8/8/8/8/8/8/5Q1p/5k1K b - -
7k/7P/5K2/8/8/8/8/8 b - -
k7/P7/1K6/8/8/8/8/8 w - -
4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - e3
4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - -
8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -
8/4k3/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - -
4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - -
4k3/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - -
4k3/8/8/p1p1p1p1/P1P1P1P1/8/3B4/4K3 w - -
5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -
8/2k5/7K/5P2/8/7P/7P/4b3 w - -
8/8/6p1/2N2k1p/1K3n2/8/8/8 w - -
8/5pk1/8/p4p2/4pb2/1Bp5/4K3/8 w - -
";

fn questions(boards: impl Iterator<Item = Board>) -> Vec<Question> {
    boards
        .filter(Board::has_legal_move)
        .map(|board| (board, !board.stm()))
        .collect()
}

fn from_epd(text: &str) -> impl Iterator<Item = Board> {
    epd::parse_lines(text).map(|(line, epd)| {
        epd.unwrap_or_else(|error| panic!("{line}: {error}"))
            .0
            .board
    })
}

fn ask(&(board, color): &Question) -> Winnability {
    can_win(&board, color, &BUDGET, &mut WinnabilityCache::default())
}

fn foreign(&(board, color): &Question) -> (chess::Board, chess::Color) {
    let color = match color {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    let board = board
        .to_string()
        .parse()
        .expect("a position of ordinary chess");
    (board, color)
}

const fn tier(winnability: &Winnability) -> &'static str {
    match winnability {
        Winnability::Winnable(WinnableProof::Line(_)) => "line",
        Winnability::Winnable(WinnableProof::Table(moves)) if !moves.is_empty() => "line to table",
        Winnability::Winnable(WinnableProof::Table(_))
        | Winnability::Unwinnable(UnwinnableProof::Table) => "table",
        Winnability::Unwinnable(UnwinnableProof::Material) => "material",
        Winnability::Unwinnable(UnwinnableProof::Tree { .. }) => "tree",
        Winnability::Unwinnable(UnwinnableProof::ClosedSet(_)) => "closure",
        Winnability::Unwinnable(UnwinnableProof::External) => "external",
        Winnability::Undetermined { .. } => "undetermined",
    }
}

/// Prints which tier decides how much, after making sure that nothing is decided differently elsewhere.
fn print_shares(name: &str, questions: &[Question], foreign: &[(chess::Board, chess::Color)]) {
    let mut shares = [
        "material",
        "tree",
        "closure",
        "table",
        "line",
        "line to table",
        "external",
        "undetermined",
    ]
    .map(|tier| (tier, 0));
    for (question, (board, color)) in questions.iter().zip(foreign) {
        let answer = ask(question);
        let elsewhere = chasolver::winnability(board, *color)
            .map(|answer| answer != chasolver::Winnability::Unwinnable);
        if let (Some(ours), Some(theirs)) = (answer.is_winnable(), elsewhere) {
            assert_eq!(ours, theirs, "{} for {}", question.0, question.1);
        }
        let share = shares.iter_mut().find(|(name, _)| *name == tier(&answer));
        share.expect("every tier has a share").1 += 1;
    }
    println!("{name}, {} positions:", questions.len());
    for (tier, count) in shares.iter().filter(|&&(_, count)| count > 0) {
        println!(
            "  {:5.1} % {tier}",
            f64::from(*count) * 100.0 / questions.len() as f64
        );
    }
}

fn winnability(criterion: &mut Criterion) {
    let games = include_str!("../tests/data/winnability_games.epd");
    let known = [
        include_str!("../tests/data/perft_standard.epd"),
        include_str!("../tests/data/perft_traps.epd"),
    ]
    .concat();
    let sets = [
        ("games", questions(from_epd(games))),
        ("random games", questions(greedy_games(2).take(400))),
        (
            "perft",
            questions(from_epd(&known).filter(|board| !board.is_chess960())),
        ),
        ("constructed", questions(from_epd(CONSTRUCTED))),
        (
            "composed",
            questions(from_epd(COMPOSED).step_by(COMPOSED_STEP)),
        ),
    ];
    for (name, questions) in sets {
        let foreigners: Vec<_> = questions.iter().map(foreign).collect();
        print_shares(name, &questions, &foreigners);
        let mut group = criterion.benchmark_group(format!("winnability, {name}"));
        group.sample_size(10);
        group.throughput(Throughput::Elements(questions.len() as u64));
        group.bench_function("compongo", |bench| {
            bench.iter(|| {
                let decided = |question: &&Question| ask(question).is_winnable().is_some();
                black_box(&questions).iter().filter(decided).count()
            });
        });
        group.bench_function("compongo, material alone", |bench| {
            bench.iter(|| {
                let decided = |&&(ref board, color): &&Question| material::cannot_win(board, color);
                black_box(&questions).iter().filter(decided).count()
            });
        });
        group.bench_function("chasolver", |bench| {
            bench.iter(|| {
                let decided = |(board, color): &&(chess::Board, chess::Color)| {
                    chasolver::winnability(board, *color).is_some()
                };
                black_box(&foreigners).iter().filter(decided).count()
            });
        });
        group.bench_function("chasolver, fast check", |bench| {
            bench.iter(|| {
                let decided = |(board, color): &&(chess::Board, chess::Color)| {
                    chasolver::is_unwinnable_fast(board, *color)
                };
                black_box(&foreigners).iter().filter(decided).count()
            });
        });
        group.finish();
    }
    let few: Vec<Question> = questions(from_epd(CONSTRUCTED))
        .into_iter()
        .filter(|(board, _)| board.occupied().count() <= table::MAX_PIECES)
        .collect();
    criterion.bench_function("winnability, table alone", |bench| {
        bench.iter(|| {
            let winnable =
                |&&(ref board, color): &&Question| table::can_win(board, color) == Some(true);
            black_box(&few).iter().filter(winnable).count()
        });
    });
}

criterion_group!(benches, winnability);
criterion_main!(benches);
