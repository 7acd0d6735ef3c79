//! The pairings of a Swiss tournament, after the FIDE (Dutch) system, without its rules about colours: every mini-match
//! has both.
//!
//! Engines are ranked by points, then by seed. With an odd number, the lowest-ranked engine without a bye gets one, if
//! the others can then be paired. From the top, each score group is paired together with the engines that floated down
//! to it. No two engines meet twice. Among the pairings that leave the rest a complete pairing, the best one has, in this
//! order:
//!
//! 1. the most pairs in the group;
//! 2. the lowest scores of the engines that float down;
//! 3. the fewest engines that float past the next group;
//! 4. the fewest engines that float in the same direction as in the last round;
//! 5. the fewest pairs within the upper part of the engines that did not float down, or within the rest of them;
//! 6. the smallest distance from the standard order, as a sum of squares: engines that floated down meet the first of the
//!    group in order, the upper half of the others meets the lower half in order, and the last one floats.
//!
//! Each pairing is a heaviest matching, so it is found without trying all pairings. If there are at most half as many
//! rounds as engines (the number rounded up), there always is a complete pairing: before the last round, every engine
//! can still meet at least half of all engines (an odd number is made even by counting the bye as an engine), and then
//! a complete pairing exists (Dirac 1952).

use super::matching::heaviest_matching;
use super::{MiniMatch, Round};
use std::cmp::Ordering;
use std::collections::HashSet;

/// The half points of a bye: a mini-match won.
pub(super) const BYE: u32 = 2;

/// An opponent from another score group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SwissFloat {
    /// The opponent had fewer points, or there was none.
    Down,
    /// The opponent had more points.
    Up,
}

/// The past of a Swiss tournament, as far as the next pairing depends on it.
struct SwissHistory {
    /// The half points of each engine.
    points: Vec<u32>,
    /// The engines that have met, the lower index first.
    met: HashSet<(usize, usize)>,
    had_bye: Vec<bool>,
    /// The float of each engine in the last round.
    floats: Vec<Option<SwissFloat>>,
}

/// The half points of each engine: 2 for a mini-match won and for a bye, 1 for a level one.
pub(super) fn points(engines: usize, rounds: &[Round]) -> Vec<u32> {
    SwissHistory::new(engines, rounds).points
}

/// The next round, with pairs of games in each mini-match. `None` if all pairings would repeat one.
pub(super) fn next_round(engines: usize, rounds: &[Round], pairs: usize) -> Option<Round> {
    let history = SwissHistory::new(engines, rounds);
    let mut open = history.ranking();
    let mut round = Round::default();
    if engines % 2 == 1 {
        let bye = history.bye(&open)?;
        open.retain(|&engine| engine != bye);
        round.byes.push(bye);
    }
    let mut moved = 0;
    while !open.is_empty() {
        let bracket = Bracket::new(&history, &open, moved);
        let size = bracket.size;
        let partners = bracket.partners()?;
        let mut left = Vec::new();
        for (place, &partner) in partners.iter().enumerate().take(size) {
            if partner >= size {
                left.push(open[place]);
            } else if place < partner {
                let mini_match = MiniMatch::new(open[place], open[partner], pairs);
                round.matches.push(mini_match);
            }
        }
        moved = left.len();
        left.extend_from_slice(&open[size..]);
        open = left;
    }
    Some(round)
}

impl SwissHistory {
    fn new(engines: usize, rounds: &[Round]) -> Self {
        let mut history = Self {
            points: vec![0; engines],
            met: HashSet::new(),
            had_bye: vec![false; engines],
            floats: vec![None; engines],
        };
        for round in rounds {
            history.add(round);
        }
        history
    }

    fn add(&mut self, round: &Round) {
        let before = self.points.clone();
        self.floats.fill(None);
        for mini_match in &round.matches {
            let [one, other] = mini_match.engines();
            self.met.insert((one.min(other), one.max(other)));
            let floats = match before[one].cmp(&before[other]) {
                Ordering::Greater => [Some(SwissFloat::Down), Some(SwissFloat::Up)],
                Ordering::Equal => [None, None],
                Ordering::Less => [Some(SwissFloat::Up), Some(SwissFloat::Down)],
            };
            [self.floats[one], self.floats[other]] = floats;
            let [points, others] = mini_match.table_points();
            self.points[one] += points;
            self.points[other] += others;
        }
        for &engine in &round.byes {
            self.had_bye[engine] = true;
            self.floats[engine] = Some(SwissFloat::Down);
            self.points[engine] += BYE;
        }
    }

    /// The engines by points, then by seed.
    fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.points.len()).collect();
        ranking.sort_by_key(|&engine| std::cmp::Reverse(self.points[engine]));
        ranking
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        !self.met.contains(&(one.min(other), one.max(other)))
    }

    /// The lowest-ranked engine without a bye whose absence lets the others be paired.
    fn bye(&self, ranking: &[usize]) -> Option<usize> {
        let entitled = ranking
            .iter()
            .rev()
            .filter(|&&engine| !self.had_bye[engine]);
        entitled.copied().find(|&bye| {
            let others: Vec<usize> = ranking.iter().copied().filter(|&it| it != bye).collect();
            let weight =
                |one: usize, other: usize| i128::from(self.may_meet(others[one], others[other]));
            let partners = heaviest_matching(others.len(), weight);
            partners.iter().all(Option::is_some)
        })
    }

    /// How many of two engines with different points would float as in the last round.
    fn repeated_floats(&self, higher: usize, lower: usize) -> i128 {
        if self.points[higher] == self.points[lower] {
            return 0;
        }
        let sinks = self.floats[higher] == Some(SwissFloat::Down);
        let rises = self.floats[lower] == Some(SwissFloat::Up);
        i128::from(sinks) + i128::from(rises)
    }
}

/// What each fault of a pairing costs: more than all faults of the kinds below it together.
struct FaultCosts {
    /// Two engines of the same half meet.
    same_half: i128,
    /// An engine floats in the same direction as in the last round.
    repeated: i128,
    /// An engine floats past the next group.
    far: i128,
    /// Half a point that an engine that floats has more than the group.
    point: i128,
    /// An engine floats.
    float: i128,
    /// An engine has no opponent.
    unpaired: i128,
}

/// A score group with the engines that floated down to it, and all engines below.
struct Bracket<'a> {
    history: &'a SwissHistory,
    /// The engines without an opponent: first those that floated down, then the rest of the bracket, then all below.
    open: &'a [usize],
    /// The engines that floated down.
    moved: usize,
    size: usize,
    /// The points of the score group.
    points: u32,
    costs: FaultCosts,
}

impl<'a> Bracket<'a> {
    /// The bracket of the open engines, of which the first `moved` floated down. There is an engine.
    fn new(history: &'a SwissHistory, open: &'a [usize], moved: usize) -> Self {
        let of = |place: usize| history.points[open[place]];
        let points = of(moved.min(open.len() - 1));
        let size = open.partition_point(|&engine| history.points[engine] >= points);
        let (all, in_bracket) = (open.len() as i128, size as i128);
        let span = i128::from(of(0) - points);
        let same_half = all * in_bracket * in_bracket + 1;
        let repeated = same_half * (all + 1);
        let far = repeated * (all + 1);
        let point = far * (all + 1);
        let float = point * (all * span + 1);
        let costs = FaultCosts {
            same_half,
            repeated,
            far,
            point,
            float,
            unpaired: float * (all + 1),
        };
        Self {
            history,
            open,
            moved,
            size,
            points,
            costs,
        }
    }

    /// The partner of each open engine, by places, in the best pairing. `None` if there is no complete pairing.
    fn partners(&self) -> Option<Vec<usize>> {
        let weight = |higher: usize, lower: usize| {
            if self.history.may_meet(self.open[higher], self.open[lower]) {
                self.costs.unpaired - self.cost(higher, lower)
            } else {
                0
            }
        };
        let partners = heaviest_matching(self.open.len(), weight);
        partners.into_iter().collect()
    }

    /// The faults of a pair of places.
    fn cost(&self, higher: usize, lower: usize) -> i128 {
        let costs = &self.costs;
        // Engines below the bracket are paired later.
        if higher >= self.size {
            return 0;
        }
        let [above, below] = [higher, lower].map(|place| self.open[place]);
        let repeated = costs.repeated * self.history.repeated_floats(above, below);
        if lower < self.size {
            let same_half = costs.same_half * i128::from(self.are_in_same_half(higher, lower));
            return repeated + same_half + square(lower, self.standard_opponent(higher));
        }
        let next = self.history.points[self.open[self.size]];
        let is_far = self.history.points[below] < next;
        let excess = self.history.points[above] - self.points;
        costs.float
            + costs.point * i128::from(excess)
            + costs.far * i128::from(is_far)
            + repeated
            + square(self.size - 1, higher)
    }

    /// Half the number of engines that neither floated down nor meet one that did, at least 1.
    fn half(&self) -> usize {
        self.size.saturating_sub(2 * self.moved).max(2) / 2
    }

    /// True for two engines that did not float down and stand both in the lower half or both above it.
    fn are_in_same_half(&self, higher: usize, lower: usize) -> bool {
        let lower_half = 2 * self.moved + self.half();
        higher >= self.moved && (higher >= lower_half) == (lower >= lower_half)
    }

    /// The place of the opponent in the standard order.
    fn standard_opponent(&self, place: usize) -> usize {
        if place < self.moved {
            self.moved + place
        } else {
            place + self.half()
        }
    }
}

/// The square of the distance between two places.
const fn square(one: usize, other: usize) -> i128 {
    let distance = one.abs_diff(other) as i128;
    distance * distance
}
