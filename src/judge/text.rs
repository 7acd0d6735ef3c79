//! Reports as text.

use super::finding::{Severity, brief};
use super::report::{JudgeReport, JudgeTotals, WinnabilityReport};
use crate::laws::edition::{Mode, Supervision};
use crate::util::format::counted;
use crate::util::text::quote;
use std::fmt::{self, Write};
use std::time::Duration;

/// A report as lines of text: game, verdict, findings.
#[derive(Clone, Copy, Debug)]
pub struct TextReport<'a> {
    /// The report.
    pub report: &'a JudgeReport,
    /// Also list the claims and who can still mate.
    pub all: bool,
}

impl fmt::Display for TextReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        write_title(f, report)?;
        match &report.verdict {
            Some(verdict) => writeln!(
                f,
                "  verdict  {} by {} at ply {}, Article {}",
                verdict.score, verdict.kind, verdict.ply, verdict.article
            )?,
            None => writeln!(f, "  verdict  open")?,
        }
        for finding in &report.findings {
            writeln!(f, "  {finding}")?;
        }
        if self.all {
            for claim in &report.claims {
                let mv = claim.mv.as_deref().unwrap_or("now");
                let last = match claim.last_ply {
                    last if last == claim.ply => String::new(),
                    last => format!(" to {last}"),
                };
                writeln!(
                    f,
                    "  claim    {} {mv} at ply {}{last}, Article {}",
                    claim.kind, claim.ply, claim.article
                )?;
            }
            write_winnability(f, "can mate", report.winnable.as_ref())?;
            write_winnability(f, "potential", report.mating_potential.as_ref())?;
        }
        Ok(())
    }
}

/// A line for each side.
fn write_winnability(
    f: &mut fmt::Formatter<'_>,
    head: &str,
    answers: Option<&WinnabilityReport>,
) -> fmt::Result {
    let Some(answers) = answers else {
        return Ok(());
    };
    for (name, answer) in [("white", &answers.white), ("black", &answers.black)] {
        let proof = brief(&answer.proof);
        writeln!(f, "  {head} {name}: {} ({proof})", answer.answer)?;
    }
    Ok(())
}

fn write_title(f: &mut fmt::Formatter<'_>, report: &JudgeReport) -> fmt::Result {
    match &report.file {
        Some(file) => write!(f, "{file}:{}: {}", report.line, report.index)?,
        None => f.write_str("position")?,
    }
    if report.white.is_some() || report.black.is_some() {
        let name = |name: &Option<String>| quote(name.as_deref().unwrap_or("?"));
        write!(f, ". {} - {}", name(&report.white), name(&report.black))?;
    }
    if let Some(result) = &report.result {
        write!(f, ", {}", quote(result))?;
    }
    if let (Some(edition), Some(mode)) = (report.edition, report.mode) {
        write!(f, " ({edition} {mode}")?;
        if report.supervision == Some(Supervision::Unsupervised) && mode != Mode::Standard {
            f.write_str(", unsupervised")?;
        }
        f.write_str(")")?;
    }
    writeln!(f)
}

/// The totals over all reports as lines of text.
#[derive(Clone, Copy, Debug)]
pub struct TextSummary<'a> {
    /// The totals.
    pub totals: &'a JudgeTotals,
    /// The time taken.
    pub time: Duration,
}

impl fmt::Display for TextSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let totals = self.totals;
        let seconds = self.time.as_secs_f64();
        writeln!(
            f,
            "{}, {} in {seconds:.2} s; {} with findings",
            counted(totals.games, "game"),
            counted(totals.plies, "half-move"),
            totals.with_findings
        )?;
        let mut line = String::new();
        for severity in Severity::ALL {
            let separator = if line.is_empty() { "" } else { ", " };
            let count = counted(totals.count(severity), severity.as_str());
            write!(line, "{separator}{count}")?;
        }
        writeln!(f, "{line}")?;
        for (kind, count) in &totals.kinds {
            writeln!(f, "  {:<8} {kind}: {count}", kind.severity())?;
        }
        Ok(())
    }
}
