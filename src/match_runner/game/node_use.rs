//! Remarks on engines that ignore their node limit.

use super::referee::Referee;
use crate::match_runner::record::SearchInfo;
use crate::match_runner::uci_engine::EnginePlayer;
use crate::types::Color;
use crate::util::format::percent;

/// Moves of a game before its engine is judged.
const MIN_MOVES: u64 = 5;
/// The fraction of the node limit below which a search is remarked as tiny. The last `info` line may come long before a
/// search ends.
const TINY: f64 = 0.05;
/// The multiple of the node limit above which a search is remarked as excessive.
const HUGE: f64 = 2.0;
/// Nodes that an engine may search between two checks of its limit.
const SLACK: u64 = 16_384;

/// The nodes of one engine in a game, counting only moves that can be judged by them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeUse {
    moves: u64,
    nodes: u64,
}

impl NodeUse {
    /// Adds a search. Searches that found a mate or did not report nodes are ignored.
    pub fn add(&mut self, info: &SearchInfo) {
        if let (Some(nodes), None) = (info.nodes, info.mate) {
            self.moves += 1;
            self.nodes = self.nodes.saturating_add(nodes);
        }
    }

    /// The remark, if the nodes of these searches do not fit a limit per search.
    fn remark(self, limit: u64) -> Option<String> {
        if self.moves < MIN_MOVES {
            return None;
        }
        let mean = self.nodes as f64 / self.moves as f64;
        let share = mean / limit as f64;
        if share < TINY {
            return Some(format!(
                "used {} of its nodes: {mean:.0} for each move with 'go nodes {limit}'",
                percent(share)
            ));
        }
        let is_huge = mean > HUGE * limit.saturating_add(SLACK) as f64;
        is_huge.then(|| format!("used {mean:.0} nodes for each move with 'go nodes {limit}'"))
    }
}

impl<P: EnginePlayer> Referee<'_, P> {
    /// Remarks on engines that used a tiny part of their nodes, or many more. With a second limit neither would prove
    /// anything.
    pub(super) fn remark_node_use(&mut self) {
        for color in Color::ALL {
            let player = &self.players[color.index()];
            let index = player.index;
            let limits = &self.task.settings.engines[index].limits;
            let is_only = limits.tc.is_none() && limits.st_ms.is_none() && limits.depth.is_none();
            let Some(limit) = limits.nodes.filter(|_| is_only) else {
                continue;
            };
            if let Some(text) = player.node_use.remark(limit) {
                self.remark(Some(index), text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(moves: u64, nodes: u64, limit: u64) -> Option<String> {
        let mut used = NodeUse::default();
        for _ in 0..moves {
            let nodes = Some(nodes);
            used.add(&SearchInfo {
                nodes,
                ..SearchInfo::default()
            });
        }
        used.remark(limit)
    }

    #[test]
    fn tiny_and_huge_parts_are_remarked_upon() {
        assert_eq!(remark(9, 1000, 1000), None);
        assert_eq!(remark(9, 51, 1000), None);
        assert_eq!(remark(4, 10, 1000), None);
        let expected = "used 1.0 % of its nodes: 10 for each move with 'go nodes 1000'";
        assert_eq!(remark(5, 10, 1000).as_deref(), Some(expected));
        assert_eq!(remark(5, 30_000, 1000), None);
        let expected = "used 40000 nodes for each move with 'go nodes 1000'";
        assert_eq!(remark(5, 40_000, 1000).as_deref(), Some(expected));
    }

    #[test]
    fn a_mate_says_nothing() {
        let mut used = NodeUse::default();
        let mate = SearchInfo {
            nodes: Some(1),
            mate: Some(3),
            ..SearchInfo::default()
        };
        (0..9).for_each(|_| used.add(&mate));
        assert_eq!(used.remark(1000), None);
    }
}
