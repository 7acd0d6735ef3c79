use crate::datagen::shard;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct MissingGames {
    /// Existing games, sorted.
    covered: Vec<Range<u64>>,
    wanted: Range<u64>,
}

impl MissingGames {
    pub fn new(mut covered: Vec<Range<u64>>, wanted: Range<u64>) -> Self {
        covered.sort_unstable_by_key(|games| (games.start, games.end));
        Self { covered, wanted }
    }

    /// The ranges of missing games from `from` on.
    pub fn ranges(&self, from: u64) -> impl Iterator<Item = Range<u64>> {
        let end = self.wanted.end;
        let mut start = from.max(self.wanted.start);
        let covered = self.covered.iter().cloned();
        let covered = covered.chain(std::iter::once(end..end));
        covered.filter_map(move |games| {
            let gap = start..games.start.min(end);
            start = start.max(games.end);
            (!gap.is_empty()).then_some(gap)
        })
    }

    /// The missing games of the next shard, from `from` on. Shards end at multiples of their full size, so they do not
    /// depend on how the range was split.
    pub fn next_shard(&self, from: u64) -> Option<Range<u64>> {
        let gap = self.ranges(from).next()?;
        let whole = (gap.start / shard::GAMES + 1).saturating_mul(shard::GAMES);
        Some(gap.start..gap.end.min(whole))
    }

    /// The missing games from `from` on.
    pub fn games(self, from: u64) -> impl Iterator<Item = u64> + Send {
        let first = self.next_shard(from);
        let next = move |games: &Range<u64>| self.next_shard(games.end);
        std::iter::successors(first, next).flatten()
    }

    pub fn count(&self, from: u64) -> u64 {
        self.ranges(from).map(|games| games.end - games.start).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing() -> MissingGames {
        MissingGames::new(vec![9000..10_000, 0..4096, 100..200], 50..12_000)
    }

    #[test]
    fn shards_fill_what_is_missing() {
        let missing = missing();
        let shards: Vec<_> =
            std::iter::successors(missing.next_shard(0), |games| missing.next_shard(games.end))
                .collect();
        assert_eq!(shards, [4096..8192, 8192..9000, 10_000..12_000]);
        let games: Vec<u64> = missing.clone().games(8990).collect();
        assert_eq!(games.len(), 2010);
        assert_eq!(games[9..11], [8999, 10_000]);
    }

    #[test]
    fn ranges_lie_within_what_is_wanted() {
        let found = |wanted| {
            let missing = MissingGames::new(vec![30..40, 0..10, 20..30], wanted);
            let ranges = missing.ranges(0);
            ranges.map(|gap| (gap.start, gap.end)).collect::<Vec<_>>()
        };
        assert_eq!(found(5..50), [(10, 20), (40, 50)]);
        assert_eq!(found(12..15), [(12, 15)]);
        assert_eq!(found(21..40), []);
    }

    #[test]
    fn what_is_missing_is_counted() {
        for from in [0, 60, 4096, 5000, 8999, 9000, 9500, 11_999, 12_000, 20_000] {
            let missing = missing();
            let games = missing.clone().games(from).count() as u64;
            assert_eq!(missing.count(from), games, "{from}");
        }
        assert_eq!(
            MissingGames::new(Vec::new(), 0..u64::MAX).count(7),
            u64::MAX - 7
        );
        assert_eq!(MissingGames::new(Vec::new(), 5..5).next_shard(0), None);
    }

    #[test]
    fn the_last_game_has_a_shard() {
        let missing = MissingGames::new(Vec::new(), 0..u64::MAX);
        let start = u64::MAX - shard::GAMES + 1;
        assert_eq!(missing.next_shard(start), Some(start..u64::MAX));
        assert_eq!(missing.next_shard(u64::MAX), None);
    }
}
