//! Judges a position, with or without moves.

use super::audit::GameAudit;
use super::finding::{Finding, FindingKind};
use super::header;
use super::report::JudgeReport;
use super::settings::JudgeSettings;
use crate::board::fen::{self, FenError, FenWarning};
use crate::notation::epd;
use crate::notation::move_list::split_moves;
use crate::notation::pgn::RecordedGame;

/// Judges a line of a file of positions, in FEN or EPD.
pub fn judge_line(
    text: &str,
    file: &str,
    (index, line): (usize, u64),
    settings: &JudgeSettings,
) -> JudgeReport {
    let mut report = JudgeReport::new(Some(file), index, line);
    match epd::parse(text) {
        Ok((epd, warnings)) => {
            let moves = epd.move_texts();
            let game = RecordedGame::of_moves(epd.board, &moves, settings.language);
            judge(&mut report, &game, &warnings, settings);
        }
        Err(error) => {
            let detail = format!("line {line}: {error}");
            let finding = Finding::new(FindingKind::BadFen, detail);
            report.findings.push(finding);
        }
    }
    report
}

/// Judges a position and the moves that follow it, in UCI notation or SAN.
///
/// # Errors
/// The FEN is invalid.
pub fn judge_position(
    fen: &str,
    moves: &str,
    settings: &JudgeSettings,
) -> Result<JudgeReport, FenError> {
    let (board, warnings) = fen::parse(fen)?;
    let mut report = JudgeReport::new(None, 1, 1);
    let texts = split_moves(moves, &board);
    let game = RecordedGame::of_moves(board, &texts, settings.language);
    judge(&mut report, &game, &warnings, settings);
    Ok(report)
}

fn judge(
    report: &mut JudgeReport,
    game: &RecordedGame,
    warnings: &[FenWarning],
    settings: &JudgeSettings,
) {
    let rules = settings.rules_for(&game.pgn.tags, None, &mut report.findings);
    report.note_rules(&rules);
    let corrected =
        |warning: &FenWarning| Finding::new(FindingKind::FenCorrected, warning.to_string());
    report.findings.extend(warnings.iter().map(corrected));
    header::check_setup(game, &rules, &mut report.findings);
    let audit = GameAudit::new(game, rules, settings.budget());
    audit.check_moves(|_| String::new(), &mut report.findings);
    // UCI notation always contains the square of origin.
    let is_overspecified = |finding: &Finding| finding.kind == FindingKind::Overspecified;
    report.findings.retain(|finding| !is_overspecified(finding));
    let outcome = audit.replay.end.clone();
    audit.finish(outcome.as_ref(), false, report);
}
