//! The result of setting an option.

/// The effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The option had this value already.
    Unchanged,
    /// The option has a new value.
    Changed,
    /// A button was pressed.
    Pressed,
}

/// The result of [`Options::set`](super::Options::set).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Whether the value has changed.
    pub effect: Effect,
    /// A warning if the value was corrected, in the form `option <name>: <why>`; otherwise `None`.
    pub warning: Option<String>,
}
