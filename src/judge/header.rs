//! Checks the text around the moves: tags, move numbers, stray text.

use super::finding::{Finding, FindingKind};
use crate::board::Board;
use crate::laws::outcome::{PlayerPoints, Points};
use crate::notation::pgn::{PgnGame, PgnWarning, PgnWarningKind, ResultToken, TagError, Tags};
use crate::types::Color;

/// Checks the tag `Result` and reports the warnings of the parser.
pub(super) fn check(game: &PgnGame, findings: &mut Vec<Finding>) {
    check_result(game, findings);
    let warnings = game
        .warnings
        .iter()
        .map(|warning| Finding::new(kind_of(warning), warning.to_string()));
    findings.extend(merged(warnings));
}

/// Of several findings of a kind, the first one, with the number of the others.
pub(super) fn merged(findings: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let mut merged: Vec<(Finding, usize)> = Vec::new();
    for finding in findings {
        match merged
            .iter_mut()
            .find(|(first, _)| first.kind == finding.kind)
        {
            Some((_, more)) => *more += 1,
            None => merged.push((finding, 0)),
        }
    }
    let count = |(mut finding, more): (Finding, usize)| {
        if more > 0 {
            finding.detail = format!("{} (and {more} more)", finding.detail);
        }
        finding
    };
    merged.into_iter().map(count).collect()
}

fn kind_of(warning: &PgnWarning) -> FindingKind {
    match warning.kind {
        PgnWarningKind::Tag(_) => FindingKind::BadTag,
        PgnWarningKind::RepeatedTag(_) => FindingKind::RepeatedTag,
        PgnWarningKind::MoveNumber { .. } | PgnWarningKind::Dots(_) => FindingKind::WrongMoveNumber,
        PgnWarningKind::OpenComment | PgnWarningKind::OpenVariation => FindingKind::UnclosedText,
        PgnWarningKind::NoResult => FindingKind::MissingResult,
        _ => FindingKind::StrayText,
    }
}

fn check_result(game: &PgnGame, findings: &mut Vec<Finding>) {
    let tag = match game.tags.result() {
        Ok(Some(tag)) => tag,
        Ok(None) => {
            let detail = "there is no tag Result";
            findings.push(Finding::new(FindingKind::MissingResultTag, detail));
            return;
        }
        Err(error) => {
            let detail = format!("tag Result: {error}");
            findings.push(Finding::new(FindingKind::UnknownResult, detail));
            return;
        }
    };
    if let Some(end) = game.result.filter(|&end| end != tag) {
        let detail = format!("tag Result says {tag}, but the moves end with {end}");
        findings.push(Finding::new(FindingKind::ResultMismatch, detail));
    }
}

/// The starting position; `None`, with a finding, if it is invalid.
pub(super) fn start(tags: &Tags, findings: &mut Vec<Finding>) -> Option<Board> {
    let has_fen = tags.get("FEN").is_some_and(|fen| !fen.trim().is_empty());
    if has_fen && tags.get("SetUp").map(str::trim) != Some("1") {
        let detail = "there is a tag FEN, but no tag SetUp of 1";
        findings.push(Finding::new(FindingKind::MissingSetup, detail));
    }
    match tags.start() {
        Ok((board, warnings)) => {
            findings.extend(warnings.iter().map(|warning| {
                Finding::new(FindingKind::FenCorrected, format!("tag FEN: {warning}"))
            }));
            Some(board)
        }
        Err(error) => {
            let kind = match error {
                TagError::NoFen(..) => FindingKind::MissingFen,
                TagError::Variant(_) => FindingKind::UnknownVariant,
                TagError::Fen(_) | TagError::Result(_) => FindingKind::BadFen,
            };
            findings.push(Finding::new(kind, error.to_string()));
            None
        }
    }
}

/// The recorded scores: those of the tags `WhiteScore` and `BlackScore`, which can say more than a PGN result, or those of
/// the result. `None` if the game is open.
pub(super) fn recorded_points(game: &PgnGame) -> Option<Points> {
    let score = |name| game.tags.get(name).and_then(parse_score);
    if let (Some(white), Some(black)) = (score("WhiteScore"), score("BlackScore")) {
        return Some(Points { white, black });
    }
    let tag = game.tags.result().ok().flatten();
    match tag.or(game.result)? {
        ResultToken::WhiteWins => Some(Points::win(Color::White)),
        ResultToken::BlackWins => Some(Points::win(Color::Black)),
        ResultToken::Draw => Some(Points::DRAW),
        ResultToken::Open => None,
    }
}

fn parse_score(text: &str) -> Option<PlayerPoints> {
    match text.trim() {
        "0" | "0.0" => Some(PlayerPoints::Zero),
        "1/2" | "0.5" | "½" => Some(PlayerPoints::Half),
        "1" | "1.0" => Some(PlayerPoints::One),
        _ => None,
    }
}
