//! The table of a Swiss tournament, with tie-breaks.

use super::{Round, swiss};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A row of the table. All tie-breaks are those of the FIDE Handbook (C.07), computed from the points of mini-matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwissRow {
    /// The index of the engine.
    pub engine: usize,
    /// Half points: 2 for a mini-match won and for a bye, 1 for a level one.
    pub points: u32,
    /// Buchholz Cut 1 in half points: the sum of the opponents' points without the lowest.
    pub buchholz_cut: u32,
    /// Buchholz in half points: the sum of the opponents' points. In a bye, the opponent counts as an engine that has
    /// the same points as this one.
    pub buchholz: u32,
    /// Sonneborn-Berger in quarter points: the points of the opponents that were beaten, and half of the points of those
    /// with a level mini-match.
    pub sonneborn_berger: u32,
}

impl SwissRow {
    /// The row of an engine whose opponents had these points and gave it these, all in half points.
    fn new(engine: usize, points: u32, opponents: &[(u32, u32)]) -> Self {
        let buchholz: u32 = opponents.iter().map(|(points, _)| points).sum();
        let lowest = opponents.iter().map(|&(points, _)| points).min();
        Self {
            engine,
            points,
            buchholz_cut: buchholz - lowest.unwrap_or(0),
            buchholz,
            sonneborn_berger: opponents.iter().map(|(points, won)| points * won).sum(),
        }
    }

    /// What rows are compared by, before direct encounter.
    const fn rank(&self) -> [u32; 4] {
        [
            self.points,
            self.buchholz_cut,
            self.buchholz,
            self.sonneborn_berger,
        ]
    }
}

/// The table, the best engine first: by points, Buchholz Cut 1, Buchholz, Sonneborn-Berger and direct encounter, then by
/// seed.
pub(super) fn table(engines: usize, rounds: &[Round]) -> Vec<SwissRow> {
    let points = swiss::points(engines, rounds);
    let mut opponents: Vec<Vec<(u32, u32)>> = vec![Vec::new(); engines];
    for round in rounds {
        for mini_match in round.matches.iter().filter(|it| it.is_complete()) {
            let [one, other] = mini_match.engines();
            let won = mini_match.table_points();
            opponents[one].push((points[other], won[0]));
            opponents[other].push((points[one], won[1]));
        }
        for &engine in &round.byes {
            opponents[engine].push((points[engine], swiss::BYE));
        }
    }
    let row = |engine: usize| SwissRow::new(engine, points[engine], &opponents[engine]);
    let mut rows: Vec<SwissRow> = (0..engines).map(row).collect();
    rows.sort_by_key(|row| Reverse(row.rank()));
    for tied in rows.chunk_by_mut(|one, other| one.rank() == other.rank()) {
        sort_by_encounters(tied, rounds);
    }
    rows
}

/// Sorts tied engines by the points of their mini-matches against each other, if all of them have met.
fn sort_by_encounters(tied: &mut [SwissRow], rounds: &[Round]) {
    let engines: Vec<usize> = tied.iter().map(|row| row.engine).collect();
    let matches = rounds.iter().flat_map(|round| &round.matches);
    let encounters = matches.filter(|it| {
        it.is_complete() && it.engines().iter().all(|engine| engines.contains(engine))
    });
    let (mut met, mut points) = (0, BTreeMap::<usize, u32>::new());
    for encounter in encounters {
        met += 1;
        for (engine, won) in std::iter::zip(encounter.engines(), encounter.table_points()) {
            *points.entry(engine).or_default() += won;
        }
    }
    if met == engines.len() * (engines.len() - 1) / 2 {
        tied.sort_by_key(|row| Reverse(points.get(&row.engine).copied()));
    }
}
