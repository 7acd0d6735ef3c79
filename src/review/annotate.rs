//! Annotated PGN: adds evaluations, glyphs, comments and better lines to the existing annotations of a game.

use super::judgement::Judgement;
use super::report::{GameReview, MoveReview, PositionScore};
use crate::judge::finish_copy;
use crate::notation::move_notation::MoveNotation;
use crate::notation::pgn::{
    Annotation, AnnotationKind, MoveToken, PgnWriter, RecordedGame, glyph_of_move,
};
use crate::notation::san::{self, PieceLetters};
use crate::notation::uci_move;
use crate::types::{Move, UciScore};
use crate::util::version::ENGINE;

/// The glyphs that judge a move: `!` to `?!`.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// Writes a game with its review in the export format of PGN.
///
/// Each move gets its evaluation, `[%eval 0.35]`; an error gets its glyph, the expected score before and after it, and
/// the better line as a variation. Comments, clocks, variations and glyphs of the game are kept, except evaluations,
/// and except glyphs that judge a move differently from the review. An unreadable part of a variation becomes a
/// comment.
pub fn annotated_pgn(game: &RecordedGame, review: &GameReview) -> String {
    let mut writer = PgnWriter::copy_of(game, MoveNotation::Pgn);
    if game.pgn.tags.find("Annotator").is_none() {
        writer.tag("Annotator", ENGINE);
    }
    let mut annotator = Annotator {
        review,
        letters: game.parsed.language.letters(),
        writer,
    };
    for text in comments(game.annotations_at(0)) {
        annotator.writer.comment(text);
    }
    let moves = game.parsed.moves.iter().zip(&game.pgn.moves);
    for ((san, token), index) in moves.zip(0..) {
        let old = game.annotations_at(index + 1);
        annotator.play(san.mv, token, review.moves.get(index), old);
    }
    finish_copy(game, annotator.writer)
}

/// The comments on the main line.
fn comments<'a>(annotations: &'a [Annotation<'a>]) -> impl Iterator<Item = &'a str> {
    main_line(annotations).filter_map(|annotation| match annotation.kind {
        AnnotationKind::Comment(text) => Some(text),
        _ => None,
    })
}

/// The annotations outside variations.
fn main_line<'a>(annotations: &'a [Annotation<'a>]) -> impl Iterator<Item = &'a Annotation<'a>> {
    let mut depth = 0_usize;
    annotations.iter().filter(move |annotation| {
        match annotation.kind {
            AnnotationKind::VariationStart => depth += 1,
            AnnotationKind::VariationEnd => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

/// Writes the moves of a game with their annotations.
struct Annotator<'a> {
    review: &'a GameReview,
    letters: PieceLetters,
    writer: PgnWriter,
}

impl Annotator<'_> {
    /// Writes a move; `old` are its existing annotations.
    fn play(&mut self, mv: Move, token: &MoveToken, said: Option<&MoveReview>, old: &[Annotation]) {
        self.writer.play(mv);
        let judgement = said.and_then(|said| self.review.judgement(said));
        self.glyphs(judgement, token, old);
        if token.draw_offer {
            self.writer.offer_draw();
        }
        self.comment(judgement, said, old);
        let known = VariationCopy::new(&mut self.writer, self.letters).copy(old);
        let better = said.filter(|_| judgement.is_some_and(Judgement::is_error));
        if let Some(line) = better.and_then(|said| said.better.as_ref()) {
            self.variation(&line.pv, &known);
        }
    }

    fn glyphs(&mut self, judgement: Option<Judgement>, token: &MoveToken, old: &[Annotation]) {
        let own = judgement.map(Judgement::glyph);
        let noted = main_line(old).filter_map(|annotation| match annotation.kind {
            AnnotationKind::Glyph(number) => Some(number),
            _ => None,
        });
        let is_kept = |number: &u8| own.is_none() || !JUDGEMENTS.contains(number);
        let noted = glyph_of_move(token.text).into_iter().chain(noted);
        for number in own.into_iter().chain(noted.filter(is_kept)) {
            self.writer.glyph(number);
        }
    }

    /// Writes one comment: evaluation, comments of the game, the review's remark.
    fn comment(
        &mut self,
        judgement: Option<Judgement>,
        said: Option<&MoveReview>,
        old: &[Annotation],
    ) {
        let mut parts: Vec<String> = Vec::new();
        parts.extend(said.and_then(|said| evaluation(&said.after)));
        parts.extend(comments(old).map(without_evaluation));
        if let (Some(said), Some(judgement)) = (said, judgement) {
            let remark = remark(said, judgement);
            if !parts.iter().any(|part| part.contains(&remark)) {
                parts.push(remark);
            }
        }
        parts.retain(|part| !part.is_empty());
        self.writer.comment(&parts.join(" "));
    }

    /// Writes a line as an alternative to the last move, unless the game already has one that begins with the same
    /// move.
    fn variation(&mut self, line: &[String], known: &[Move]) {
        if !self.writer.begin_variation() {
            return;
        }
        for (index, text) in line.iter().enumerate() {
            match uci_move::parse(self.writer.board(), text) {
                Ok(mv) if index > 0 || !known.contains(&mv) => self.writer.play(mv),
                _ => break,
            }
        }
        self.writer.end_variation();
    }
}

/// The command `[%eval 0.35]`; `None` if the game is over.
fn evaluation(evaluation: &PositionScore) -> Option<String> {
    match evaluation.score {
        _ if evaluation.depth == 0 => None,
        UciScore::Cp(cp) => Some(format!("[%eval {:.2}]", f64::from(cp) / 100.0)),
        UciScore::Mate(moves) => Some(format!("[%eval #{moves}]")),
    }
}

/// The review's remark on a move, in words.
fn remark(mv: &MoveReview, judgement: Judgement) -> String {
    let percent = |evaluation: &PositionScore| (evaluation.expected_of(mv.player) * 100.0).round();
    if judgement == Judgement::Good {
        return "The only move.".to_owned();
    }
    let (before, after) = (percent(&mv.before), percent(&mv.after));
    let better = mv.better_text(1);
    let better = better.map_or(String::new(), |line| format!(" Better is {line}."));
    format!("{}, {before} % to {after} %.{better}", judgement.title())
}

/// A comment without its commands `[%eval ..]`, on one line, so that a wrapped remark is recognised.
fn without_evaluation(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[%eval ") {
        kept.push_str(before);
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    kept.push_str(rest);
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join(" ")
}

/// Copies the variations of a move.
struct VariationCopy<'a> {
    writer: &'a mut PgnWriter,
    letters: PieceLetters,
    /// The number of open variations.
    depth: usize,
    /// The variation whose rest is unreadable.
    unread: Option<UnreadVariation>,
    /// The first moves of the variations that replace the move.
    first_moves: Vec<Move>,
    /// True if the next move is the first of its variation.
    at_start: bool,
}

/// A variation that is unreadable, at least from some word on.
struct UnreadVariation {
    depth: usize,
    /// True if its readable beginning has been written.
    begun: bool,
    /// The unreadable words.
    words: Vec<String>,
}

impl<'a> VariationCopy<'a> {
    const fn new(writer: &'a mut PgnWriter, letters: PieceLetters) -> Self {
        Self {
            writer,
            letters,
            depth: 0,
            unread: None,
            first_moves: Vec::new(),
            at_start: false,
        }
    }

    /// Copies the variations among the annotations. Returns the first moves of the variations that replace the last
    /// move.
    fn copy(mut self, annotations: &[Annotation]) -> Vec<Move> {
        for annotation in annotations {
            match annotation.kind {
                AnnotationKind::VariationStart => self.begin(),
                AnnotationKind::VariationEnd => self.end(),
                _ if self.depth == 0 => {}
                AnnotationKind::VariationMove(text) => self.play(text),
                AnnotationKind::Glyph(number) if self.unread.is_none() => self.writer.glyph(number),
                AnnotationKind::Comment(text) if self.unread.is_none() => self.writer.comment(text),
                AnnotationKind::Comment(text) => self.leave_unread(text),
                AnnotationKind::Glyph(_) => {}
            }
        }
        while self.depth > 0 {
            self.end();
        }
        self.first_moves
    }

    fn begin(&mut self) {
        self.depth += 1;
        if self.unread.is_some() {
            return;
        }
        self.at_start = true;
        if !self.writer.begin_variation() {
            self.unread = Some(UnreadVariation {
                depth: self.depth,
                begun: false,
                words: Vec::new(),
            });
        }
    }

    fn play(&mut self, text: &str) {
        if self.unread.is_some() {
            return self.leave_unread(text);
        }
        match san::read(self.writer.board(), text, &self.letters) {
            Ok(san) => {
                if self.at_start && self.depth == 1 {
                    self.first_moves.push(san.mv);
                }
                self.writer.play(san.mv);
                if let Some(number) = glyph_of_move(text) {
                    self.writer.glyph(number);
                }
            }
            Err(_) => self.leave_unread(text),
        }
        self.at_start = false;
    }

    fn leave_unread(&mut self, text: &str) {
        let depth = self.depth;
        let unread = self.unread.get_or_insert_with(|| UnreadVariation {
            depth,
            begun: true,
            words: Vec::new(),
        });
        unread.words.push(text.to_owned());
    }

    fn end(&mut self) {
        if self.depth == 0 {
            return;
        }
        match &self.unread {
            None => self.writer.end_variation(),
            Some(unread) if unread.depth == self.depth => {
                self.writer.comment(&unread.words.join(" "));
                if unread.begun {
                    self.writer.end_variation();
                }
                self.unread = None;
            }
            Some(_) => {}
        }
        self.depth -= 1;
        self.at_start = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_and_line_breaks_are_left_out_of_comments() {
        let comment = "[%eval -0.23] [%clk 0:04:51] Better is\n2.Be2. [%eval 0.1";
        assert_eq!(
            without_evaluation(comment),
            "[%clk 0:04:51] Better is 2.Be2."
        );
    }
}
