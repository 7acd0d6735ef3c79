//! Annotations: comments, glyphs, and variations.

use super::words::looks_like_move;

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

/// The signs and their numbers (PGN standard, section 10). If each player has a number for a sign, it is White's, as on
/// Lichess.
const SIGNS: [(&str, u8); 39] = [
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
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("↑↑", 32),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=∞", 44),
    ("=/∞", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("⌓", 142),
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

/// The number of a letter that books print after a move: a novelty or a diagram.
pub(super) fn remark(word: &str) -> Option<u8> {
    match word {
        "N" => Some(146),
        "D" => Some(220),
        _ => None,
    }
}

/// A move and the number of the evaluation that is attached to it, as in `Nf3+-`. The `=` of a pawn's move
/// `e8=` is none, because it is a promotion without a piece.
pub(super) fn split_evaluation(text: &str) -> (&str, Option<u8>) {
    let promotes =
        |mv: &str| mv.starts_with(|c| matches!(c, 'a'..='h')) && mv.ends_with(['1', '8']);
    let is_move =
        |mv: &str, sign: &str| looks_like_move(mv.as_bytes()) && (sign != "=" || !promotes(mv));
    let attached = SIGNS
        .iter()
        .filter(|(sign, _)| is_evaluation(sign))
        .filter_map(|&(sign, number)| Some((text.strip_suffix(sign)?, sign, number)))
        .filter(|(mv, sign, _)| is_move(mv, sign))
        .min_by_key(|(mv, ..)| mv.len());
    attached.map_or((text, None), |(mv, _, number)| (mv, Some(number)))
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

    #[test]
    fn evaluations_may_be_attached() {
        for (text, mv, number) in [
            ("Nf3+-", "Nf3", Some(18)),
            ("Qxe4++-", "Qxe4+", Some(18)),
            ("O-O-+", "O-O", Some(19)),
            ("e5±", "e5", Some(16)),
            ("Nf3+=", "Nf3", Some(14)),
            ("Bb5+/=", "Bb5", Some(14)),
            ("e4=", "e4", Some(10)),
            ("e8=", "e8=", None),
            ("dxe1=", "dxe1=", None),
            ("Re1=", "Re1", Some(10)),
            ("e8=Q", "e8=Q", None),
            ("e8=Q=", "e8=Q", Some(10)),
            ("Nf6=∞", "Nf6", Some(44)),
            ("Re1→", "Re1", Some(40)),
            ("O-O-O", "O-O-O", None),
            ("e4(=)", "e4(=)", None),
            ("Qh5+!", "Qh5+!", None),
            ("xyz=", "xyz=", None),
        ] {
            assert_eq!(split_evaluation(text), (mv, number), "{text}");
        }
    }
}
