//! The settings of the judge, and the rules for a game.

use super::finding::{Finding, FindingKind};
use crate::laws::control::{TimeControl, TimeControlError};
use crate::laws::edition::{Edition, Mode, Rules, Supervision};
use crate::laws::winnable::ProofBudget;
use crate::notation::language::Language;
use crate::notation::pgn::Tags;
use std::str::FromStr;

/// The default of [`JudgeSettings::nodes`].
pub const DEFAULT_NODES: u64 = 500_000;

/// The choice of a game's mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeChoice {
    /// A fixed mode.
    Fixed(Mode),
    /// From the tag `TimeControl`; standard if there is none.
    TimeControl,
}

impl ModeChoice {
    /// The fixed mode, if there is one.
    pub const fn fixed(self) -> Option<Mode> {
        match self {
            Self::Fixed(mode) => Some(mode),
            Self::TimeControl => None,
        }
    }
}

/// The settings of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeSettings {
    /// The edition; `None` for the tag `LawsEdition` of a game, then the newest edition.
    pub edition: Option<Edition>,
    /// The mode; `None` for the tag `LawsMode` of a game, then its tag `TimeControl`.
    pub mode: Option<ModeChoice>,
    /// How closely rapid and blitz games are supervised; `None` for the tag `LawsSupervision` of a game, then
    /// supervised.
    pub supervision: Option<Supervision>,
    /// The moves that each player must have made before they may agree on a draw, by a rule of the event (09 9.1.a);
    /// `None` for the tag `LawsNoAgreementBefore` of a game. It has no effect under editions without such a rule.
    pub no_agreement_before: Option<u32>,
    /// The language of the piece letters; `None` for the tag `Language` of a game, then the letters.
    pub language: Option<Language>,
    /// The most positions visited per winnability question. With 0, everything that is not decided at once is
    /// undetermined; otherwise the external solver may be asked.
    pub nodes: u64,
}

impl Default for JudgeSettings {
    fn default() -> Self {
        Self {
            edition: None,
            mode: None,
            supervision: None,
            no_agreement_before: None,
            language: None,
            nodes: DEFAULT_NODES,
        }
    }
}

impl JudgeSettings {
    /// The budget of one winnability question.
    pub(crate) fn budget(&self) -> ProofBudget<'static> {
        ProofBudget::with_solver(self.nodes)
    }

    /// The rules for a game: settings take precedence over tags.
    pub(crate) fn rules_for(
        &self,
        tags: &Tags,
        control: Option<&TimeControl>,
        findings: &mut Vec<Finding>,
    ) -> Rules {
        let edition = self
            .edition
            .or_else(|| tag(tags, "LawsEdition", findings))
            .unwrap_or_default();
        let written = match self.mode {
            Some(choice) => choice.fixed(),
            None => tag(tags, "LawsMode", findings),
        };
        let by_time = || control.map(|control| edition.class(control));
        let mode = written.or_else(by_time).unwrap_or_default();
        let supervision = self
            .supervision
            .or_else(|| tag(tags, "LawsSupervision", findings));
        let no_agreement_before = self
            .no_agreement_before
            .or_else(|| tag(tags, "LawsNoAgreementBefore", findings));
        let rules = edition.rules_under(mode, supervision.unwrap_or_default());
        // Editions in which no event can ban agreement stay unchanged.
        let banned = no_agreement_before.map(|moves| rules.without_agreement_before(moves));
        banned.and_then(Result::ok).unwrap_or(rules)
    }
}

/// The value of a tag for an edition, a mode, a degree of supervision or a number of moves.
fn tag<T: FromStr<Err: std::fmt::Display>>(
    tags: &Tags,
    name: &str,
    findings: &mut Vec<Finding>,
) -> Option<T> {
    let text = tags.get(name)?;
    match text.trim().parse() {
        Ok(value) => Some(value),
        Err(error) => {
            let detail = format!("tag {name}: {error}");
            findings.push(Finding::new(FindingKind::UnknownLaws, detail));
            None
        }
    }
}

/// The time control of the tag `TimeControl`, which may be as people write it. Match runners write `inf` for games without
/// clocks.
pub(crate) fn time_control(tags: &Tags, findings: &mut Vec<Finding>) -> Option<TimeControl> {
    let text = tags.get("TimeControl")?;
    if text.trim().eq_ignore_ascii_case("inf") {
        return None;
    }
    match TimeControl::parse_written(text) {
        Ok(control) => Some(control),
        Err(TimeControlError::Unknown | TimeControlError::None) => None,
        Err(error) => {
            let detail = format!("tag TimeControl: {error}");
            findings.push(Finding::new(FindingKind::BadTimeControl, detail));
            None
        }
    }
}
