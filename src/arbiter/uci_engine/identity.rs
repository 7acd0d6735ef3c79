//! What an engine says about itself.

/// What an engine said about itself before `uciok`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineIdentity {
    /// `id name`
    pub name: Option<String>,
    /// `id author`
    pub author: Option<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
}

impl EngineIdentity {
    /// The option of this name, in any letter case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

/// An option that an engine offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name as the engine writes it, with single blanks.
    pub name: String,
    /// Its kind.
    pub kind: OptionKind,
}

impl EngineOption {
    /// The command that sets it. A button needs no value.
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

/// Kinds of UCI options.
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
