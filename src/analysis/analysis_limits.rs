//! The limits of a search, as people and files give them.

use crate::time::SearchLimits;
use serde::{Deserialize, Serialize};

/// The limits of a search; the first limit reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisLimits {
    /// Nodes over all threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u16>,
    /// Time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u32>,
}

impl AnalysisLimits {
    /// These limits, or a number of nodes if there are none.
    pub fn or_nodes(self, nodes: u64) -> Self {
        if self == Self::default() {
            let nodes = Some(nodes);
            return Self { nodes, ..self };
        }
        self
    }

    pub(super) fn search_limits(self) -> SearchLimits {
        SearchLimits {
            nodes: self.nodes,
            depth: self.depth,
            move_time: self.movetime.map(i64::from),
            ..SearchLimits::default()
        }
    }
}
