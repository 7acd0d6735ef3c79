//! An engine's options.

/// A UCI option that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// The name in the engine's spelling, with single blanks.
    pub name: String,
    /// The type of its value.
    pub kind: OptionKind,
}

impl EngineOption {
    /// The `setoption` command. A button needs no value.
    pub fn command(&self, value: &str) -> String {
        let name = &self.name;
        match self.kind {
            OptionKind::Button => format!("setoption name {name}"),
            OptionKind::String if value.is_empty() => {
                format!("setoption name {name} value <empty>")
            }
            _ => format!("setoption name {name} value {value}"),
        }
    }
}

/// The types of UCI options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A number.
    Spin,
    /// One of several words.
    Combo,
    /// An action without a value.
    Button,
    /// A text.
    String,
}
