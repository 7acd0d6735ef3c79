//! Annotations: comments, glyphs, and variations.

/// An annotation of a game, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotation<'a> {
    /// The number of half-moves of the main line before it.
    pub ply: usize,
    /// The kind of annotation, with its text.
    pub kind: AnnotationKind<'a>,
}

/// The kinds of annotations. Variations nest: everything between start and end belongs to the variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnnotationKind<'a> {
    /// A comment, without braces or semicolon.
    Comment(&'a str),
    /// A numeric annotation glyph (NAG), `$1`, or the sign for it: `!`, `+-`.
    Glyph(u8),
    /// A variation begins, which replaces the last move before it.
    VariationStart,
    /// A move of a variation, as text.
    VariationMove(&'a str),
    /// The variation ends.
    VariationEnd,
}

/// The signs and their numbers (PGN standard, section 10).
const SIGNS: [(&str, u8); 21] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
];

/// The number of a sign.
pub(super) fn glyph(sign: &str) -> Option<u8> {
    let found = SIGNS.iter().find(|(text, _)| *text == sign);
    found.map(|&(_, number)| number)
}

/// True for a sign that evaluates a position, such as `+-`; false for a sign that judges a move, such as `!`.
pub(super) fn is_evaluation(sign: &str) -> bool {
    !sign.starts_with(['!', '?']) && glyph(sign).is_some()
}

/// The glyph that ends the text of a move, as in `e4!?`.
pub fn glyph_of_move(text: &str) -> Option<u8> {
    let bare = text.trim_end_matches(['!', '?']);
    glyph(&text[bare.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_numbers() {
        let texts = ["e4!?", "Qh5??", "e8=Q+!", "Nf3", "e4!!!"];
        let glyphs = texts.map(glyph_of_move);
        assert_eq!(glyphs, [Some(5), Some(4), Some(1), None, None]);
        assert!(is_evaluation("+-") && !is_evaluation("!"));
    }
}
