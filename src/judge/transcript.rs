//! Rewrites games in another notation.

use super::finding::FindingKind;
use super::header;
use crate::board::Board;
use crate::laws::outcome::Points;
use crate::notation::language::{Language, ParsedMoves, parse_moves};
use crate::notation::move_list::offers_draw;
use crate::notation::move_notation::MoveNotation;
use crate::notation::pgn::{Comment, PgnGame, PgnWriter, RawGame, ResultToken, TagError};
use crate::types::Color;

/// A game in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The game: tags, moves with draw offers and comments, result. Variations and annotation signs are left out.
    pub text: String,
    /// Why the moves end early: the first text that is not a legal move, which the game contains as a comment.
    pub error: Option<String>,
    /// How the record contradicts itself about the result, and which result is written.
    pub contradiction: Option<String>,
}

/// Writes a game in a notation. `language` is the language of its moves, if it is known; otherwise the tag `Language`
/// decides, then the letters.
///
/// The tag `Language` marks moves in a language other than English. A score without a PGN token, such as `0-0`, is
/// written as `*` with the tags `WhiteScore` and `BlackScore` in PGN, and literally in other notations.
///
/// # Errors
/// The game has no valid starting position.
pub fn transcribe_game(
    raw: &RawGame,
    notation: MoveNotation,
    language: Option<Language>,
) -> Result<Transcript, TagError> {
    let game = PgnGame::parse(raw);
    let (start, _) = game.tags.start()?;
    let chess960 = game.tags.is_chess960()? == Some(true);
    let texts: Vec<&str> = game.moves.iter().map(|mv| mv.text).collect();
    let offers: Vec<bool> = game.moves.iter().map(|mv| mv.draw_offer).collect();
    let of_tag = || game.tags.get("Language")?.parse().ok();
    let parsed = parse_moves(&start, &texts, language.or_else(of_tag));

    let mut writer = PgnWriter::new(start, chess960).in_notation(notation);
    writer.copy_tags(&game.tags, parsed.language);
    let error = write_moves(&parsed, &offers, &game.comments, notation, &mut writer);
    let points = header::recorded_points(&game);
    Ok(Transcript {
        text: finish_record(points, notation, writer),
        error,
        contradiction: contradiction(&game, points),
    })
}

/// Writes a game from a position, with moves in UCI notation or SAN, in a notation.
pub fn transcribe_position(
    start: Board,
    texts: &[String],
    notation: MoveNotation,
    language: Option<Language>,
) -> Transcript {
    let parsed = parse_moves(&start, texts, language);
    let offers: Vec<bool> = texts.iter().map(|text| offers_draw(text)).collect();
    let mut writer = PgnWriter::new(start, false).in_notation(notation);
    let error = write_moves(&parsed, &offers, &[], notation, &mut writer);
    Transcript {
        text: finish_record(None, notation, writer),
        error,
        contradiction: None,
    }
}

/// The contradiction about the result in a record, given the scores that are written.
fn contradiction(game: &PgnGame, written: Option<Points>) -> Option<String> {
    let mut findings = Vec::new();
    header::check_result(game, &mut findings);
    let mut findings = findings.into_iter();
    let mismatch = findings.find(|finding| finding.kind == FindingKind::ResultMismatch)?;
    let written = written.map_or("*".to_owned(), |points| points.to_string());
    Some(format!("{}; {written} is written", mismatch.detail))
}

/// Writes the legal moves with draw offers and comments; returns the error of the text after them.
fn write_moves(
    parsed: &ParsedMoves,
    offers: &[bool],
    comments: &[Comment],
    notation: MoveNotation,
    writer: &mut PgnWriter,
) -> Option<String> {
    let written = notation.language();
    if written != Language::English {
        writer.tag("Language", written.codes()[0]);
    }
    let mut comments = comments.iter().peekable();
    let mut write_comments = |ply: usize, writer: &mut PgnWriter| {
        while let Some(comment) = comments.next_if(|comment| comment.ply <= ply) {
            writer.comment(comment.text);
        }
    };
    write_comments(0, writer);
    for (index, (san, &offered)) in parsed.moves.iter().zip(offers).enumerate() {
        writer.play(san.mv);
        if offered {
            writer.offer_draw();
        }
        write_comments(index + 1, writer);
    }
    let error = parsed.error.as_ref()?.to_string();
    writer.comment(&error);
    Some(error)
}

/// Writes the result.
pub(crate) fn finish_record(
    points: Option<Points>,
    notation: MoveNotation,
    mut writer: PgnWriter,
) -> String {
    let token = match points {
        None => ResultToken::Open,
        Some(Points::DRAW) => ResultToken::Draw,
        Some(points) if points == Points::win(Color::White) => ResultToken::WhiteWins,
        Some(points) if points == Points::win(Color::Black) => ResultToken::BlackWins,
        Some(points) => {
            writer.tag("WhiteScore", &points.white.to_string());
            writer.tag("BlackScore", &points.black.to_string());
            if notation != MoveNotation::Pgn {
                return writer.finish_as(&points.to_string());
            }
            ResultToken::Open
        }
    };
    writer.finish(token)
}
