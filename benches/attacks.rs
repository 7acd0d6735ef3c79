//! Slider attacks on random boards, beside those of other crates.

use compongo::board::attacks::{bishop_attacks, rook_attacks};
use compongo::types::{Bitboard, Rng, Square};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Squares with sets of blockers, about a quarter of the board each.
fn cases() -> Vec<(Square, u64)> {
    let mut rng = Rng::new(1);
    (0..4096)
        .map(|_| {
            (
                Square::from_index(rng.below(64) as u8),
                rng.next() & rng.next(),
            )
        })
        .collect()
}

fn attacks(criterion: &mut Criterion) {
    let cases = cases();
    let indices: Vec<(usize, u64)> = cases
        .iter()
        .map(|&(square, blockers)| (square.index(), blockers))
        .collect();
    let expected = cases.iter().fold(0, |sum, &(square, blockers)| {
        let occupied = Bitboard(blockers);
        sum ^ bishop_attacks(square, occupied).0 ^ rook_attacks(square, occupied).0
    });

    let mut group = criterion.benchmark_group("attacks");
    group.throughput(Throughput::Elements(2 * cases.len() as u64));
    let mut run = |name: &str, both: &dyn Fn() -> u64| {
        assert_eq!(both(), expected, "{name}");
        group.bench_function(name, |bench| bench.iter(both));
    };
    run("compongo", &|| {
        black_box(&cases)
            .iter()
            .fold(0, |sum, &(square, blockers)| {
                let occupied = Bitboard(blockers);
                sum ^ bishop_attacks(square, occupied).0 ^ rook_attacks(square, occupied).0
            })
    });
    run("cozy-chess", &|| {
        black_box(&indices)
            .iter()
            .fold(0, |sum, &(index, blockers)| {
                let square = cozy_chess::Square::index(index);
                let occupied = cozy_chess::BitBoard(blockers);
                sum ^ cozy_chess::get_bishop_moves(square, occupied).0
                    ^ cozy_chess::get_rook_moves(square, occupied).0
            })
    });
    run("shakmaty", &|| {
        black_box(&indices)
            .iter()
            .fold(0, |sum, &(index, blockers)| {
                let square = shakmaty::Square::new(index as u32);
                let occupied = shakmaty::Bitboard(blockers);
                sum ^ shakmaty::attacks::bishop_attacks(square, occupied).0
                    ^ shakmaty::attacks::rook_attacks(square, occupied).0
            })
    });
    run("chess", &|| {
        black_box(&indices)
            .iter()
            .fold(0, |sum, &(index, blockers)| {
                let square = chess::ALL_SQUARES[index];
                let occupied = chess::BitBoard(blockers);
                sum ^ chess::get_bishop_moves(square, occupied).0
                    ^ chess::get_rook_moves(square, occupied).0
            })
    });
    group.finish();
}

criterion_group!(benches, attacks);
criterion_main!(benches);
