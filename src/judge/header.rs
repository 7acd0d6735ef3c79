//! Checks the text around the moves: tags, move numbers, stray text.

use super::finding::{Finding, FindingKind};
use crate::laws::edition::{Rules, clause};
use crate::laws::initial_position::arrangement_errors;
use crate::laws::outcome::{PlayerPoints, Points};
use crate::notation::pgn::{
    PgnGame, PgnWarning, PgnWarningKind, RecordedGame, ResultToken, TagError, Tags,
};
use crate::util::text::quote;

/// Checks the tag `Result` and reports the warnings of the parser.
pub(super) fn check(game: &PgnGame, findings: &mut Vec<Finding>) {
    check_result(game, findings);
    let warnings = game
        .warnings
        .iter()
        .map(|warning| Finding::new(kind_of(warning), warning.to_string()));
    findings.extend(merged(warnings));
}

/// Merges findings of one kind: the first one, with the number of the others.
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

pub(super) fn check_result(game: &PgnGame, findings: &mut Vec<Finding>) {
    let text = match game.tags.get("Result").map(str::trim) {
        Some(text) if !matches!(text, "" | "?" | "-") => text,
        _ => {
            let detail = "there is no tag Result";
            findings.push(Finding::new(FindingKind::MissingResultTag, detail));
            return;
        }
    };
    let tag = match tag_points(&game.tags) {
        Ok(tag) => tag,
        Err(error) => {
            let detail = format!("tag Result: {error}");
            findings.push(Finding::new(FindingKind::UnknownResult, detail));
            return;
        }
    };
    // PGN has no token for scores such as 0-0, so `*` stands after the moves.
    let has_token = ResultToken::new(text).is_some();
    let after_moves = game
        .result
        .filter(|&end| has_token || end != ResultToken::Open);
    if let Some(end) = after_moves.filter(|&end| points_of(end) != tag) {
        let detail = format!(
            "tag Result says {}, but the moves end with {end}",
            quote(text)
        );
        findings.push(Finding::new(FindingKind::ResultMismatch, detail));
    }
    let scores = ["WhiteScore", "BlackScore"].map(|name| score(&game.tags, name));
    let differs = |points: Points| {
        [(scores[0], points.white), (scores[1], points.black)]
            .iter()
            .any(|(score, expected)| score.is_some_and(|score| score != *expected))
    };
    if let Some(points) = tag.filter(|&points| differs(points)) {
        let detail = format!("tag Result says {points}, but WhiteScore or BlackScore differs");
        findings.push(Finding::new(FindingKind::ResultMismatch, detail));
    }
}

/// Reports a tag `FEN` that no tag `SetUp` announces.
pub(super) fn check_fen_tag(tags: &Tags, findings: &mut Vec<Finding>) {
    let has_fen = tags.get("FEN").is_some_and(|fen| !fen.trim().is_empty());
    if has_fen && tags.get("SetUp").map(str::trim) != Some("1") {
        let detail = "there is a tag FEN, but no tag SetUp of 1";
        findings.push(Finding::new(FindingKind::MissingSetup, detail));
    }
}

/// The finding about tags that give no starting position.
pub(super) fn invalid_start(error: &TagError) -> Finding {
    let kind = match error {
        TagError::NoFen(..) => FindingKind::MissingFen,
        TagError::Variant(_) => FindingKind::UnknownVariant,
        TagError::Fen(_) | TagError::Result(_) => FindingKind::BadFen,
    };
    Finding::new(kind, error.to_string())
}

/// Reports the errors of the initial position (97 to 09 7.1.a; 18 and 23 7.2.1; 09 F.2), and whether the set-up stands
/// after the half-moves of the game.
pub(super) fn check_setup(game: &RecordedGame, rules: &Rules, findings: &mut Vec<Finding>) {
    let half_moves = game.pgn.moves.len();
    for error in arrangement_errors(&game.start, game.chess960) {
        let played_again = if error.is_about_chess960() {
            rules.article(clause::CHESS960_START)
        } else {
            Some(rules.article(clause::INITIAL_POSITION))
        };
        let (article, consequence) = match rules.setup_stands_after {
            None => (
                played_again,
                "if this was found during the game, a new game is played".to_owned(),
            ),
            Some(moves) if half_moves / 2 >= moves as usize => (
                Some(rules.article(clause::STANDING_SETUP)),
                format!("after {moves} moves by each player, it stands"),
            ),
            Some(moves) => (
                played_again,
                format!(
                    "if this was found within {moves} moves by each player, a new game is played"
                ),
            ),
        };
        let mut finding =
            Finding::new(FindingKind::WrongSetup, format!("{error}; {consequence}")).at(0);
        finding.article = article;
        findings.push(finding);
    }
}

/// The recorded scores, from the tags `WhiteScore` and `BlackScore`, or from the result where one of them is missing.
/// `None` if the game is open.
pub fn recorded_points(game: &PgnGame) -> Option<Points> {
    let result = match tag_points(&game.tags) {
        Ok(Some(points)) => Some(points),
        Ok(None) if game.tags.result() == Ok(Some(ResultToken::Open)) => None,
        _ => game.result.and_then(points_of),
    };
    let white = score(&game.tags, "WhiteScore").or(result.map(|points| points.white))?;
    let black = score(&game.tags, "BlackScore").or(result.map(|points| points.black))?;
    Some(Points { white, black })
}

/// The scores of the tag `Result`, including those without a PGN token; `None` if it is missing or `*`.
fn tag_points(tags: &Tags) -> Result<Option<Points>, TagError> {
    match tags.result() {
        Ok(token) => Ok(token.and_then(points_of)),
        Err(error) => match tags.get("Result").map(str::parse) {
            Some(Ok(points)) => Ok(Some(points)),
            _ => Err(error),
        },
    }
}

/// The points that a result token stands for; `None` for `*`.
fn points_of(token: ResultToken) -> Option<Points> {
    token.as_str().parse().ok()
}

fn score(tags: &Tags, name: &str) -> Option<PlayerPoints> {
    tags.get(name)?.parse().ok()
}
