//! Why an action is refused.

/// Why an action is refused, in a sentence for the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlayRefusal(pub(super) String);

impl PlayRefusal {
    pub(super) fn new(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}
