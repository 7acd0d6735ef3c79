//! The heaviest matching of a graph (Edmonds 1965): pairs of vertices with the greatest total weight.
//!
//! This is the primal-dual method with blossoms. Every vertex and every blossom has a dual value; an edge between two
//! nodes is tight if the duals of its ends add up to exactly twice its weight. Trees of tight edges grow from the
//! unmatched vertices, whose side alternates between outer and inner. Where two trees meet, the matching grows; where a
//! tree meets itself, an odd cycle shrinks to a blossom, which acts as one node until its dual falls to zero. If no
//! tight edge is left, the duals change until one becomes tight. The time grows with the cube of the number of
//! vertices.
//!
//! Vertices are numbered from 1 and blossoms after them; 0 stands for none. Both are called nodes.

use std::collections::VecDeque;

/// The heaviest matching of the vertices 0 to `vertices - 1`: for each the vertex that it is matched to. There is an
/// edge where `weight`, which gets the lower number first, is positive. The result depends on the weights only.
pub(super) fn heaviest_matching(
    vertices: usize,
    weight: impl Fn(usize, usize) -> i128,
) -> Vec<Option<usize>> {
    let mut search = MatchingSearch::new(vertices, weight);
    while search.augments() {}
    search.partners()
}

/// The role of a node in the trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeSide {
    /// In no tree.
    Free,
    /// A root, or an even number of edges away from one.
    Outer,
    /// An odd number of edges away from a root.
    Inner,
}

/// An edge: its vertex in one node and its vertex in the other.
type NodeEdge = (usize, usize);

struct MatchingSearch {
    vertices: usize,
    /// The highest node that was ever used.
    last: usize,
    /// The weight of the edge between two vertices; 0 without an edge.
    weights: Vec<Vec<i128>>,
    /// The edge with the least excess between two nodes.
    edges: Vec<Vec<NodeEdge>>,
    duals: Vec<i128>,
    /// The vertex outside of each node that the node is matched to.
    mates: Vec<usize>,
    /// For each node, the outer vertex with the least excess to it.
    nearest: Vec<usize>,
    /// The outermost blossom of each node; 0 for a blossom that is not in use.
    top: Vec<usize>,
    /// The vertex of the parent in the tree, for inner nodes.
    parents: Vec<usize>,
    sides: Vec<TreeSide>,
    /// The nodes of each blossom in the order of its cycle, the matched one first.
    cycles: Vec<Vec<usize>>,
    /// The node of each blossom's cycle that contains a vertex; 0 for vertices outside.
    holders: Vec<Vec<usize>>,
    /// Outer vertices whose edges are still to be scanned.
    queue: VecDeque<usize>,
}

impl MatchingSearch {
    fn new(vertices: usize, weight: impl Fn(usize, usize) -> i128) -> Self {
        // Every blossom replaces at least three nodes, so there are always fewer blossoms than vertices.
        let nodes = 2 * vertices + 1;
        let mut weights = vec![vec![0; vertices + 1]; vertices + 1];
        let mut edges = vec![vec![(0, 0); nodes]; nodes];
        let mut holders = vec![vec![0; vertices + 1]; nodes];
        for u in 1..=vertices {
            for v in u + 1..=vertices {
                let weight = weight(u - 1, v - 1).max(0);
                weights[u][v] = weight;
                weights[v][u] = weight;
                edges[u][v] = (u, v);
                edges[v][u] = (v, u);
            }
            holders[u][u] = u;
        }
        let heaviest = weights.iter().flatten().copied().max().unwrap_or(0);
        let top = (0..nodes).map(|node| if node <= vertices { node } else { 0 });
        Self {
            vertices,
            last: vertices,
            weights,
            edges,
            duals: vec![heaviest; nodes],
            mates: vec![0; nodes],
            nearest: vec![0; nodes],
            top: top.collect(),
            parents: vec![0; nodes],
            sides: vec![TreeSide::Free; nodes],
            cycles: vec![Vec::new(); nodes],
            holders,
            queue: VecDeque::new(),
        }
    }

    fn partners(&self) -> Vec<Option<usize>> {
        let vertices = 1..=self.vertices;
        vertices.map(|u| self.mates[u].checked_sub(1)).collect()
    }

    fn exists(&self, (u, v): NodeEdge) -> bool {
        self.weights[u][v] > 0
    }

    /// By how much the duals of the ends of an edge exceed twice its weight; 0 if it is tight.
    fn excess(&self, (u, v): NodeEdge) -> i128 {
        self.duals[u] + self.duals[v] - 2 * self.weights[u][v]
    }

    fn is_top(&self, node: usize) -> bool {
        self.top[node] == node
    }

    /// The blossoms that are not part of others.
    fn top_blossoms(&self) -> impl Iterator<Item = usize> {
        let blossoms = self.vertices + 1..=self.last;
        blossoms.filter(move |&blossom| self.is_top(blossom))
    }

    /// Adds an edge to the matching. False if that would not make it heavier.
    fn augments(&mut self) -> bool {
        self.plant_trees();
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.scans() {
                return true;
            }
            if !self.changes_duals() {
                return false;
            }
            if self.follows_tight_edges() {
                return true;
            }
            self.expand_empty_blossoms();
        }
    }

    /// Makes every unmatched node the root of a tree.
    fn plant_trees(&mut self) {
        self.sides.fill(TreeSide::Free);
        self.nearest.fill(0);
        self.queue.clear();
        for node in 1..=self.last {
            if self.is_top(node) && self.mates[node] == 0 {
                self.parents[node] = 0;
                self.sides[node] = TreeSide::Outer;
                self.enqueue(node);
            }
        }
    }

    /// Scans the edges of the queued vertices. True if the matching grew.
    fn scans(&mut self) -> bool {
        while let Some(u) = self.queue.pop_front() {
            if self.sides[self.top[u]] == TreeSide::Inner {
                continue;
            }
            for v in 1..=self.vertices {
                let edge = (u, v);
                if !self.exists(edge) || self.top[u] == self.top[v] {
                    continue;
                }
                if self.excess(edge) > 0 {
                    self.note_nearest(u, self.top[v]);
                } else if self.follows(edge) {
                    return true;
                }
            }
        }
        false
    }

    /// Changes the duals until an edge becomes tight or a blossom empty. False if the matching is the heaviest.
    fn changes_duals(&mut self) -> bool {
        let outer = (1..=self.vertices).filter(|&u| self.sides[self.top[u]] == TreeSide::Outer);
        let least = outer.map(|u| self.duals[u]).min();
        let step = self.dual_step().filter(|&step| Some(step) < least);
        let Some(step) = step else { return false };
        for u in 1..=self.vertices {
            match self.sides[self.top[u]] {
                TreeSide::Outer => self.duals[u] -= step,
                TreeSide::Inner => self.duals[u] += step,
                TreeSide::Free => {}
            }
        }
        let blossoms: Vec<usize> = self.top_blossoms().collect();
        for blossom in blossoms {
            match self.sides[blossom] {
                TreeSide::Outer => self.duals[blossom] += 2 * step,
                TreeSide::Inner => self.duals[blossom] -= 2 * step,
                TreeSide::Free => {}
            }
        }
        self.queue.clear();
        true
    }

    /// The greatest change of the duals that no edge and no blossom forbids.
    fn dual_step(&self) -> Option<i128> {
        let inner = self.top_blossoms();
        let inner = inner.filter(|&blossom| self.sides[blossom] == TreeSide::Inner);
        let by_blossoms = inner.map(|blossom| self.duals[blossom] / 2);
        let near = (1..=self.last).filter(|&node| self.is_top(node) && self.nearest[node] != 0);
        let by_edges = near.filter_map(|node| {
            let excess = self.excess(self.edges[self.nearest[node]][node]);
            match self.sides[node] {
                TreeSide::Free => Some(excess),
                TreeSide::Outer => Some(excess / 2),
                TreeSide::Inner => None,
            }
        });
        by_blossoms.chain(by_edges).min()
    }

    /// Follows the edges that have become tight. True if the matching grew.
    fn follows_tight_edges(&mut self) -> bool {
        for node in 1..=self.last {
            let from = self.nearest[node];
            if from == 0 || !self.is_top(node) || self.top[from] == node {
                continue;
            }
            let edge = self.edges[from][node];
            if self.excess(edge) == 0 && self.follows(edge) {
                return true;
            }
        }
        false
    }

    fn expand_empty_blossoms(&mut self) {
        let blossoms: Vec<usize> = self.top_blossoms().collect();
        for blossom in blossoms {
            if self.sides[blossom] == TreeSide::Inner && self.duals[blossom] == 0 {
                self.expand(blossom);
            }
        }
    }

    /// Follows a tight edge of an outer vertex: a free node joins the tree, an outer node closes a cycle or joins two
    /// trees. True if the matching grew.
    fn follows(&mut self, (u, v): NodeEdge) -> bool {
        let (one, other) = (self.top[u], self.top[v]);
        match self.sides[other] {
            TreeSide::Free => {
                let mate = self.top[self.mates[other]];
                self.parents[other] = u;
                self.sides[other] = TreeSide::Inner;
                self.sides[mate] = TreeSide::Outer;
                self.nearest[other] = 0;
                self.nearest[mate] = 0;
                self.enqueue(mate);
                false
            }
            TreeSide::Outer => {
                if let Some(base) = self.common_ancestor(one, other) {
                    self.shrink(one, base, other);
                    return false;
                }
                self.augment(one, other);
                self.augment(other, one);
                true
            }
            TreeSide::Inner => false,
        }
    }

    /// Queues the vertices of a node.
    fn enqueue(&mut self, node: usize) {
        if node <= self.vertices {
            self.queue.push_back(node);
            return;
        }
        for child in self.cycles[node].clone() {
            self.enqueue(child);
        }
    }

    fn note_nearest(&mut self, u: usize, node: usize) {
        let known = self.nearest[node];
        if known == 0 || self.excess(self.edges[u][node]) < self.excess(self.edges[known][node]) {
            self.nearest[node] = u;
        }
    }

    fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = 0;
        for u in 1..=self.vertices {
            let is_outside = self.top[u] != node && self.sides[self.top[u]] == TreeSide::Outer;
            if is_outside && self.exists(self.edges[u][node]) {
                self.note_nearest(u, node);
            }
        }
    }

    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        if node > self.vertices {
            for child in self.cycles[node].clone() {
                self.set_top(child, top);
            }
        }
    }

    /// The first node that the paths from two outer nodes to their roots share; `None` if they are in different trees.
    fn common_ancestor(&self, one: usize, other: usize) -> Option<usize> {
        let mut is_seen = vec![false; self.last + 1];
        let (mut node, mut next) = (one, other);
        while node != 0 || next != 0 {
            if node != 0 {
                if std::mem::replace(&mut is_seen[node], true) {
                    return Some(node);
                }
                let mate = self.top[self.mates[node]];
                node = self.top[self.parents[mate]];
            }
            std::mem::swap(&mut node, &mut next);
        }
        None
    }

    /// Shrinks the cycle through two outer nodes and their common ancestor to a blossom.
    fn shrink(&mut self, one: usize, base: usize, other: usize) {
        let unused = (self.vertices + 1..=self.last).find(|&node| self.top[node] == 0);
        let blossom = unused.unwrap_or(self.last + 1);
        self.last = self.last.max(blossom);
        self.duals[blossom] = 0;
        self.sides[blossom] = TreeSide::Outer;
        self.mates[blossom] = self.mates[base];
        let mut cycle = vec![base];
        self.climb(&mut cycle, one, base);
        cycle[1..].reverse();
        self.climb(&mut cycle, other, base);
        self.cycles[blossom].clone_from(&cycle);
        self.set_top(blossom, blossom);
        for node in 1..=self.last {
            self.edges[blossom][node] = (0, 0);
            self.edges[node][blossom] = (0, 0);
        }
        self.holders[blossom].fill(0);
        for child in cycle {
            self.take_over(blossom, child);
        }
        self.find_nearest(blossom);
    }

    /// Appends the nodes from an outer node up to an ancestor, without the ancestor. The inner ones become outer.
    fn climb(&mut self, cycle: &mut Vec<usize>, from: usize, ancestor: usize) {
        let mut node = from;
        while node != ancestor {
            let inner = self.top[self.mates[node]];
            cycle.extend([node, inner]);
            self.enqueue(inner);
            node = self.top[self.parents[inner]];
        }
    }

    /// Gives a new blossom the vertices and edges of one of its nodes.
    fn take_over(&mut self, blossom: usize, child: usize) {
        for node in 1..=self.last {
            let (edge, known) = (self.edges[child][node], self.edges[blossom][node]);
            let is_better = !self.exists(known) || self.excess(edge) < self.excess(known);
            if self.exists(edge) && is_better {
                self.edges[blossom][node] = edge;
                self.edges[node][blossom] = self.edges[node][child];
            }
        }
        for vertex in 1..=self.vertices {
            if self.holders[child][vertex] != 0 {
                self.holders[blossom][vertex] = child;
            }
        }
    }

    /// Replaces an inner blossom by its nodes: the even path to its parent stays in the tree, the rest becomes free.
    fn expand(&mut self, blossom: usize) {
        for child in self.cycles[blossom].clone() {
            self.set_top(child, child);
        }
        let (inside, _) = self.edges[blossom][self.parents[blossom]];
        let entry = self.holders[blossom][inside];
        let steps = self.steps_to(blossom, entry);
        let cycle = self.cycles[blossom].clone();
        for pair in cycle[..steps].chunks_exact(2) {
            let (inner, outer) = (pair[0], pair[1]);
            self.parents[inner] = self.edges[outer][inner].0;
            self.sides[inner] = TreeSide::Inner;
            self.sides[outer] = TreeSide::Outer;
            self.nearest[inner] = 0;
            self.find_nearest(outer);
            self.enqueue(outer);
        }
        self.sides[entry] = TreeSide::Inner;
        self.parents[entry] = self.parents[blossom];
        for &child in &cycle[steps + 1..] {
            self.sides[child] = TreeSide::Free;
            self.find_nearest(child);
        }
        self.top[blossom] = 0;
    }

    /// The even number of steps from the matched node of a blossom to another one of its cycle, which is turned round
    /// if the number were odd.
    fn steps_to(&mut self, blossom: usize, child: usize) -> usize {
        let cycle = &mut self.cycles[blossom];
        let steps = cycle.iter().position(|&node| node == child);
        let steps = steps.unwrap_or(0);
        if steps.is_multiple_of(2) {
            return steps;
        }
        cycle[1..].reverse();
        cycle.len() - steps
    }

    /// Matches the nodes on the path from a node to its root anew, beginning with another node.
    fn augment(&mut self, node: usize, other: usize) {
        let (mut node, mut other) = (node, other);
        loop {
            let freed = self.top[self.mates[node]];
            self.marry(node, other);
            if freed == 0 {
                return;
            }
            let parent = self.top[self.parents[freed]];
            self.marry(freed, parent);
            (node, other) = (parent, freed);
        }
    }

    /// Matches a node with another one, and the nodes inside of it accordingly.
    fn marry(&mut self, node: usize, other: usize) {
        let (inside, outside) = self.edges[node][other];
        self.mates[node] = outside;
        if node <= self.vertices {
            return;
        }
        let child = self.holders[node][inside];
        let steps = self.steps_to(node, child);
        let cycle = self.cycles[node].clone();
        for pair in cycle[..steps].chunks_exact(2) {
            self.marry(pair[0], pair[1]);
            self.marry(pair[1], pair[0]);
        }
        self.marry(child, other);
        self.cycles[node].rotate_left(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The weight of the heaviest matching of the vertices that are not in `used`, by trying all.
    fn heaviest(weights: &[Vec<i128>], used: u32) -> i128 {
        let size = weights.len();
        let is_free = |u: usize, used: u32| used & (1 << u) == 0;
        let Some(first) = (0..size).find(|&u| is_free(u, used)) else {
            return 0;
        };
        let used = used | (1 << first);
        let others = (0..size).filter(|&v| is_free(v, used) && weights[first][v] > 0);
        let with = others.map(|v| weights[first][v] + heaviest(weights, used | (1 << v)));
        with.max().unwrap_or(0).max(heaviest(weights, used))
    }

    proptest! {
        #[test]
        fn no_matching_is_heavier(
            size in 0_usize..10,
            cells in proptest::collection::vec(-3_i32..8, 100),
        ) {
            let weight = |u: usize, v: usize| i128::from(cells[10 * u.min(v) + u.max(v)]);
            let weights: Vec<Vec<i128>> =
                (0..size).map(|u| (0..size).map(|v| weight(u, v)).collect()).collect();
            let partners = heaviest_matching(size, weight);
            let mut total = 0;
            for (u, partner) in partners.iter().enumerate() {
                if let &Some(v) = partner {
                    prop_assert!(u != v && partners[v] == Some(u) && weight(u, v) > 0);
                    total += weight(u, v);
                }
            }
            prop_assert_eq!(total, 2 * heaviest(&weights, 0));
        }
    }
}
