//! The bracket of a knockout.

use super::{MiniMatch, Round};
use std::cmp::Reverse;

pub(super) const fn rounds(engines: usize) -> usize {
    engines.next_power_of_two().trailing_zeros() as usize
}

/// The engines in the order of the bracket: neighbours meet in the first round, the winners of neighbouring pairs in
/// the second, and so on. Numbers from `engines` on stand for byes. Seeds 1 and 2 can meet in the last round only,
/// seeds 1 to 4 in the last two only, and in each round the sum of the seeds of opponents is the same if the higher
/// ones win.
fn seeding(engines: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < engines {
        let last = 2 * order.len() - 1;
        let with_opponents = order.iter().flat_map(|&seed| [seed, last - seed]);
        order = with_opponents.collect();
    }
    order
}

/// The next round: the first one, or the pairings of the winners. All games so far have ended.
pub(super) fn next_round(engines: usize, rounds: &[Round], pairs: usize) -> Round {
    let order = seeding(engines);
    let left: Vec<usize> = match rounds.last() {
        None => order,
        Some(last) => {
            let winners = last.matches.iter().filter_map(MiniMatch::winner);
            let winners: Vec<usize> = winners.chain(last.byes.iter().copied()).collect();
            order
                .into_iter()
                .filter(|it| winners.contains(it))
                .collect()
        }
    };
    let mut round = Round::default();
    for pair in left.chunks_exact(2) {
        let (higher, lower) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        if lower < engines {
            round.matches.push(MiniMatch::new(higher, lower, pairs));
        } else {
            round.byes.push(higher);
        }
    }
    round
}

/// The engines by the rounds that they won or had a bye in, then by seed.
pub(super) fn ranking(engines: usize, rounds: &[Round]) -> Vec<usize> {
    let mut won = vec![0; engines];
    for round in rounds {
        let winners = round.matches.iter().filter_map(MiniMatch::winner);
        for engine in winners.chain(round.byes.iter().copied()) {
            won[engine] += 1;
        }
    }
    let mut ranking: Vec<usize> = (0..engines).collect();
    ranking.sort_by_key(|&engine| Reverse(won[engine]));
    ranking
}
