//! Reports for people.

use super::finding::Severity;
use super::report::{Report, Tally};
use crate::util::text::quote;
use std::fmt::{self, Write};
use std::time::Duration;

/// A report as a block of lines: what it is about, how it ended, what was found.
pub struct Block<'a> {
    report: &'a Report,
    all: bool,
}

impl<'a> Block<'a> {
    /// The report with its findings; `all` adds the claims and who can still mate.
    pub const fn new(report: &'a Report, all: bool) -> Self {
        Self { report, all }
    }
}

impl fmt::Display for Block<'_> {
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
            write!(f, "  {:<8} {}", finding.severity, finding.kind)?;
            match (&finding.place, finding.ply) {
                (Some(place), Some(ply)) => write!(f, ", {place} (ply {ply})")?,
                (None, Some(ply)) => write!(f, ", ply {ply}")?,
                _ => {}
            }
            write!(f, ": {}", finding.detail)?;
            if let Some(article) = finding.article {
                write!(f, " [Article {article}]")?;
            }
            if let Some(proof) = &finding.proof {
                write!(f, " [proof: {}]", brief(proof))?;
            }
            writeln!(f)?;
        }
        if self.all {
            for claim in &report.claims {
                let mv = claim.mv.as_deref().unwrap_or("now");
                writeln!(
                    f,
                    "  claim    {} {mv} at ply {}, Article {}",
                    claim.kind, claim.ply, claim.article
                )?;
            }
            if let Some(answers) = &report.winnable {
                for (name, answer) in [("white", &answers.white), ("black", &answers.black)] {
                    writeln!(
                        f,
                        "  can mate {name}: {} ({})",
                        answer.answer,
                        brief(&answer.proof)
                    )?;
                }
            }
        }
        Ok(())
    }
}

fn write_title(f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
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
    if !report.rules.is_empty() {
        write!(f, " ({})", report.rules)?;
    }
    writeln!(f)
}

/// A proof in a few words: of a long line, the first moves and their number.
fn brief(proof: &str) -> String {
    const MOST: usize = 8;
    let Some(moves) = proof.strip_prefix("line ") else {
        return proof.to_owned();
    };
    let (moves, rest) = moves.split_once(',').unwrap_or((moves, ""));
    let count = moves.split(' ').count();
    if count <= MOST {
        return proof.to_owned();
    }
    let first: Vec<&str> = moves.split(' ').take(MOST).collect();
    let comma = if rest.is_empty() { "" } else { "," };
    format!("line {} ... of {count} moves{comma}{rest}", first.join(" "))
}

/// The sums over all reports as lines.
pub struct Summary<'a> {
    tally: &'a Tally,
    time: Duration,
}

impl<'a> Summary<'a> {
    /// The sums, and how long it took.
    pub const fn new(tally: &'a Tally, time: Duration) -> Self {
        Self { tally, time }
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        let seconds = self.time.as_secs_f64();
        let counted = |number: usize, word: &str| {
            format!("{number} {word}{}", if number == 1 { "" } else { "s" })
        };
        writeln!(
            f,
            "{}, {} in {seconds:.2} s; {} with findings",
            counted(tally.games, "game"),
            counted(tally.plies, "half-move"),
            tally.with_findings
        )?;
        let mut line = String::new();
        for severity in Severity::ALL {
            let separator = if line.is_empty() { "" } else { ", " };
            let count = counted(tally.count(severity), severity.as_str());
            write!(line, "{separator}{count}")?;
        }
        writeln!(f, "{line}")?;
        for (kind, count) in &tally.kinds {
            writeln!(f, "  {:<8} {kind}: {count}", kind.severity())?;
        }
        Ok(())
    }
}
