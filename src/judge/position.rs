//! A position is judged, perhaps with the moves that follow it.

use super::finding::{Finding, FindingKind};
use super::game::Examination;
use super::report::Report;
use super::settings::Settings;
use crate::board::Board;
use crate::board::fen::{self, FenError, FenWarning};
use crate::notation::epd;

/// Judges a line of a file with positions, in FEN or EPD.
pub fn judge_line(
    text: &str,
    file: &str,
    (index, line): (usize, u64),
    settings: &Settings,
) -> Report {
    let mut report = Report::new(Some(file), index, line);
    match epd::parse(text) {
        Ok((epd, warnings)) => judge(&mut report, epd.board, &warnings, &[], settings),
        Err(error) => {
            let detail = format!("line {line}: {error}");
            let finding = Finding::new(FindingKind::BadFen, detail);
            report.findings.push(finding);
        }
    }
    report
}

/// Judges a position and the moves that follow it, written for a GUI or as people write them.
///
/// # Errors
/// The position is none.
pub fn judge_position(fen: &str, moves: &str, settings: &Settings) -> Result<Report, FenError> {
    let (board, warnings) = fen::parse(fen)?;
    let mut report = Report::new(None, 1, 1);
    let texts: Vec<&str> = moves.split_whitespace().collect();
    judge(&mut report, board, &warnings, &texts, settings);
    Ok(report)
}

fn judge(
    report: &mut Report,
    start: Board,
    warnings: &[FenWarning],
    texts: &[&str],
    settings: &Settings,
) {
    let rules = settings.rules();
    report.rules = format!("{} {}", rules.edition, rules.mode);
    let corrected =
        |warning: &FenWarning| Finding::new(FindingKind::FenCorrected, warning.to_string());
    report.findings.extend(warnings.iter().map(corrected));
    let examination = Examination::new(start, texts, rules, settings);
    examination.check_moves(|_| None, &mut report.findings);
    // That is how a GUI writes moves.
    let is_long = |finding: &Finding| finding.kind == FindingKind::Overspecified;
    report.findings.retain(|finding| !is_long(finding));
    let outcome = examination.course.end.clone();
    examination.finish(outcome.as_ref(), false, report);
}
