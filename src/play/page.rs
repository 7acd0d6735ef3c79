//! The page of the board: its text, style and script.

use super::settings::{MAX_ELO, MIN_ELO, PlaySettings};
use crate::html;
use crate::laws::edition::Edition;
use crate::notation::language::Language;
use crate::types::Piece;
use crate::util::version::VERSION;
use serde::Serialize;
use std::collections::BTreeMap;

const PAGE: &str = include_str!("page/play.html");

pub(super) fn style() -> String {
    html::STYLE.to_owned() + include_str!("page/play.css")
}

pub(super) fn script() -> String {
    html::board_script() + include_str!("page/play.js")
}

/// What the page knows from the start.
#[derive(Serialize)]
struct PageFacts<'a> {
    version: &'static str,
    editions: Vec<String>,
    default_edition: String,
    /// The letters of king, queen, rook, bishop and knight, by language.
    letters: BTreeMap<&'static str, String>,
    language_names: BTreeMap<&'static str, &'static str>,
    min_elo: u32,
    max_elo: u32,
    settings: &'a PlaySettings,
}

/// The page itself.
pub(super) fn html(settings: &PlaySettings) -> String {
    const PIECES: [Piece; 5] = [
        Piece::King,
        Piece::Queen,
        Piece::Rook,
        Piece::Bishop,
        Piece::Knight,
    ];
    let letters = |language: Language| {
        let letters = language.letters();
        let text = PIECES.map(|piece| letters.letter(piece).unwrap_or_default());
        (language.codes()[0], text.concat())
    };
    let all = Language::ALL.into_iter();
    let facts = PageFacts {
        version: VERSION,
        editions: Edition::ALL.iter().map(ToString::to_string).collect(),
        default_edition: Edition::default().to_string(),
        letters: all.clone().map(letters).collect(),
        language_names: all
            .map(|language| (language.codes()[0], language.as_str()))
            .collect(),
        min_elo: MIN_ELO,
        max_elo: MAX_ELO,
        settings,
    };
    html::markup::fill(PAGE, |place| match place {
        "pieces" => html::PIECES.to_owned(),
        "data" => html::markup::json(&facts),
        other => unreachable!("the page has no place '{other}'"),
    })
}
