//! Who watches the table, and the news for them.

/// News for the watcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayEvent {
    /// `state`, `analysis` or `review`.
    pub name: &'static str,
    /// JSON.
    pub data: String,
}

/// Somebody who watches the table.
pub trait PlayWatcher: Send {
    /// Gets news. False if nobody reads them any more.
    fn tell(&self, event: &PlayEvent) -> bool;

    /// True once nobody reads them any more.
    fn is_gone(&self) -> bool;
}
