//! Rewrites games in another notation.

use super::finding::FindingKind;
use super::header;
use crate::laws::outcome::Points;
use crate::notation::move_notation::MoveNotation;
use crate::notation::pgn::{PgnGame, PgnWriter, RecordedGame, ResultToken};

/// A game in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The game: tags, moves with draw offers and comments, result. Variations and annotation signs are left out. The
    /// error of the first text that is not a legal move is a comment.
    pub text: String,
    /// How the record contradicts itself about the result, and which result is written; `None` if it does not.
    pub contradiction: Option<String>,
}

/// Writes a game in a notation.
///
/// The tag `Language` marks moves in a language other than English. A score without a PGN token, such as `0-0`, is
/// written as `*` with the tags `WhiteScore` and `BlackScore` in PGN, and literally in other notations.
pub fn transcribe(game: &RecordedGame, notation: MoveNotation) -> Transcript {
    let mut writer = PgnWriter::copy_of(game, notation);
    write_comments(game, 0, &mut writer);
    let moves = game.parsed.moves.iter().zip(&game.pgn.moves);
    for ((san, token), ply) in moves.zip(1..) {
        writer.play(san.mv);
        if token.draw_offer {
            writer.offer_draw();
        }
        write_comments(game, ply, &mut writer);
    }
    if let Some(error) = &game.parsed.error {
        writer.comment(&error.to_string());
    }
    Transcript {
        text: finish_record(header::recorded_points(&game.pgn), writer),
        contradiction: contradiction(&game.pgn),
    }
}

fn write_comments(game: &RecordedGame, ply: usize, writer: &mut PgnWriter) {
    for comment in game.comments_at(ply) {
        writer.comment(comment.text);
    }
}

/// The contradiction about the result in a record, with the scores that are written.
fn contradiction(game: &PgnGame) -> Option<String> {
    let mut findings = Vec::new();
    header::check_result(game, &mut findings);
    let mut findings = findings.into_iter();
    let mismatch = findings.find(|finding| {
        matches!(
            finding.kind,
            FindingKind::ResultMismatch | FindingKind::UnknownResult
        )
    })?;
    let points = header::recorded_points(game);
    let written = points.map_or("*".to_owned(), |points| points.to_string());
    Some(format!("{}; {written} is written", mismatch.detail))
}

/// Ends a record by its result.
pub(crate) fn finish_record(points: Option<Points>, mut writer: PgnWriter) -> String {
    let Some(points) = points else {
        return writer.finish(ResultToken::Open);
    };
    let score = points.to_string();
    if let Some(token) = ResultToken::new(&score) {
        return writer.finish(token);
    }
    writer.tag("WhiteScore", &points.white.to_string());
    writer.tag("BlackScore", &points.black.to_string());
    if writer.notation() == MoveNotation::Pgn {
        writer.finish(ResultToken::Open)
    } else {
        writer.finish_as(&score)
    }
}
