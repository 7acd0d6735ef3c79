//! Annotated PGN: the moves of a game with the annotations of people, and with evaluations, glyphs, remarks and better
//! lines of the review.

use super::judgement::Judgement;
use super::remarks::{ONLY_MOVE, SortedComment, bare};
use super::report::{BetterLine, GameReview, MoveReview, PositionScore};
use crate::board::Board;
use crate::judge::{finish_record, recorded_points};
use crate::notation::move_notation::MoveNotation;
use crate::notation::pgn::{
    Annotation, AnnotationKind, MoveToken, PgnWriter, RecordedGame, glyph_of_move,
};
use crate::notation::san::{self, PieceLetters};
use crate::notation::uci_move;
use crate::types::UciScore;
use crate::util::version::ENGINE;
use std::collections::HashSet;

/// The glyphs that judge a move or evaluate a position, as the review does: from `!` to the worst move, then from `=`
/// to a crushing advantage. Other glyphs, such as the novelty (146), have other meanings.
const REPLACED_GLYPHS: std::ops::RangeInclusive<u8> = 1..=21;

/// The annotations of the recorded game that its annotated copy keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptAnnotations {
    /// Comments of people, variations, clocks, arrows and coloured squares. The review replaces evaluations, glyphs, and
    /// the remarks and lines of machines.
    OfPeople,
    /// All of them.
    All,
}

/// Writes a game with its review in the export format of PGN.
///
/// Each move gets its evaluation, `[%eval 0.35]`; an error gets its glyph, the expected score before and after it, and
/// the better line as a variation, unless a variation of the game begins with the same move. An unreadable part of a
/// variation becomes a comment. Annotating the written game again with the same review gives the same text.
pub fn annotated_pgn(game: &RecordedGame, review: &GameReview, kept: KeptAnnotations) -> String {
    let mut writer = PgnWriter::copy_of(game, MoveNotation::Pgn);
    if game.pgn.tags.find("Annotator").is_none() {
        writer.tag("Annotator", ENGINE);
    }
    let mut annotator = Annotator {
        game,
        review,
        kept,
        letters: game.parsed.language.letters(),
        writer,
    };
    for comment in annotator.comments(0) {
        annotator.writer.comment(&comment.kept);
    }
    for ply in 1..=game.parsed.moves.len() {
        annotator.play(ply);
    }
    finish_record(recorded_points(&game.pgn), annotator.writer)
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

/// The variations of a move, each from its start to its end, an open one to the last annotation.
fn variations<'a>(annotations: &'a [Annotation<'a>]) -> Vec<&'a [Annotation<'a>]> {
    let mut found = Vec::new();
    let (mut depth, mut first) = (0_usize, 0);
    for (index, annotation) in annotations.iter().enumerate() {
        match annotation.kind {
            AnnotationKind::VariationStart => {
                if depth == 0 {
                    first = index;
                }
                depth += 1;
            }
            AnnotationKind::VariationEnd if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    found.push(&annotations[first..=index]);
                }
            }
            _ => {}
        }
    }
    if depth > 0 {
        found.push(&annotations[first..]);
    }
    found
}

/// The text of the first move of a variation; `None` if it begins with a variation.
fn first_text<'a>(variation: &'a [Annotation<'a>]) -> Option<&'a str> {
    let mut parts = variation.iter().skip(1).map(|annotation| annotation.kind);
    parts
        .find(|kind| !matches!(kind, AnnotationKind::Comment(_) | AnnotationKind::Glyph(_)))
        .and_then(|kind| match kind {
            AnnotationKind::VariationMove(text) => Some(text),
            _ => None,
        })
}

/// The variations without the lines of machines. A machine's line consists of moves only and begins with a move that a
/// remark calls better. If several variations fit, the last one is removed, because a machine adds its line at the end.
fn without_machine_lines<'a>(
    variations: Vec<&'a [Annotation<'a>]>,
    comments: &[SortedComment],
) -> Vec<&'a [Annotation<'a>]> {
    let better = comments.iter().flat_map(|comment| &comment.better);
    let mut better: HashSet<&str> = better.map(String::as_str).collect();
    let mut kept = variations;
    kept.reverse();
    kept.retain(|variation| bare_line(variation).is_none_or(|first| !better.remove(first)));
    kept.reverse();
    kept
}

/// The first move of a variation that consists of moves and glyphs only.
fn bare_line<'a>(variation: &'a [Annotation<'a>]) -> Option<&'a str> {
    let is_of_person = |annotation: &Annotation| {
        matches!(
            annotation.kind,
            AnnotationKind::Comment(_) | AnnotationKind::VariationStart
        )
    };
    let first = first_text(variation)?;
    let is_bare = !variation[1..].iter().any(is_of_person);
    is_bare.then(|| bare(first))
}

/// Writes the moves of a game with their annotations.
struct Annotator<'a> {
    game: &'a RecordedGame<'a>,
    review: &'a GameReview,
    kept: KeptAnnotations,
    letters: PieceLetters,
    writer: PgnWriter,
}

impl Annotator<'_> {
    /// Writes the move that leads to `ply` half-moves, with its annotations.
    fn play(&mut self, ply: usize) {
        let (game, review) = (self.game, self.review);
        let token = &game.pgn.moves[ply - 1];
        let old = game.annotations_at(ply);
        let said = review.moves.get(ply - 1);
        let before = *self.writer.board();
        self.writer.play(game.parsed.moves[ply - 1].mv);
        let judgement = said.and_then(|said| review.judgement(said));
        self.glyphs(judgement, token, old);
        if token.draw_offer {
            self.writer.offer_draw();
        }
        let comments = self.comments(ply);
        let variations = without_machine_lines(variations(old), &comments);
        let better = said.filter(|_| judgement.is_some_and(Judgement::is_error));
        let line = better.and_then(|said| said.better.as_ref());
        let line = line.filter(|line| self.is_new(line, &before, &variations));
        self.comment(said, judgement, &comments, line.is_some());
        for variation in variations {
            let copy = VariationCopy {
                writer: &mut self.writer,
                letters: self.letters,
                depth: 0,
                unread: None,
            };
            copy.copy(variation);
        }
        if let Some(line) = line {
            self.variation(&line.pv);
        }
    }

    /// The comments on the main line after `ply` half-moves. If the next text is not a legal move, the error is one.
    fn comments(&self, ply: usize) -> Vec<SortedComment> {
        let sorted: fn(&str) -> SortedComment = match self.kept {
            KeptAnnotations::OfPeople => SortedComment::new,
            KeptAnnotations::All => SortedComment::whole,
        };
        let old = main_line(self.game.annotations_at(ply));
        let comments = old.filter_map(|annotation| match annotation.kind {
            AnnotationKind::Comment(text) => Some(sorted(text)),
            _ => None,
        });
        let parsed = &self.game.parsed;
        let error = parsed.error.as_ref().filter(|_| ply == parsed.moves.len());
        let error = error.map(|error| SortedComment::whole(&format!("{error}.")));
        comments.chain(error).collect()
    }

    /// True if no variation begins with the first move of a line, which replaces the move after `before`.
    fn is_new(&self, line: &BetterLine, before: &Board, variations: &[&[Annotation]]) -> bool {
        let first = line.pv.first();
        let Some(Ok(first)) = first.map(|text| uci_move::parse(before, text)) else {
            return false;
        };
        let mut known = variations.iter().filter_map(|variation| {
            let text = first_text(variation)?;
            san::read(before, text, &self.letters).ok()
        });
        known.all(|san| san.mv != first)
    }

    fn glyphs(&mut self, judgement: Option<Judgement>, token: &MoveToken, old: &[Annotation]) {
        let own = judgement.map(Judgement::glyph);
        let noted = main_line(old).filter_map(|annotation| match annotation.kind {
            AnnotationKind::Glyph(number) => Some(number),
            _ => None,
        });
        let keeps_all = self.kept == KeptAnnotations::All;
        let is_kept = |number: &u8| {
            let is_foreign = keeps_all || !REPLACED_GLYPHS.contains(number);
            is_foreign && own != Some(*number)
        };
        let noted = glyph_of_move(token.text).into_iter().chain(noted);
        for number in own.into_iter().chain(noted.filter(is_kept)) {
            self.writer.glyph(number);
        }
    }

    /// Writes one comment: evaluation, comments of the game, the review's remark. A remark names the better line only
    /// if the line follows, so that the next review recognises the line as its own.
    fn comment(
        &mut self,
        said: Option<&MoveReview>,
        judgement: Option<Judgement>,
        old: &[SortedComment],
        has_line: bool,
    ) {
        let is_noted = |text: &str| old.iter().any(|comment| comment.kept.contains(text));
        let score = said.and_then(|said| evaluation(&said.after));
        let mut parts: Vec<String> = Vec::new();
        parts.extend(score.filter(|text| !is_noted(text)));
        parts.extend(old.iter().map(|comment| comment.kept.clone()));
        let remark = said
            .zip(judgement)
            .map(|(said, judgement)| remark(said, judgement, has_line));
        parts.extend(remark.filter(|text| !is_noted(text)));
        parts.retain(|part| !part.is_empty());
        self.writer.comment(&parts.join(" "));
    }

    /// Writes a line as an alternative to the last move.
    fn variation(&mut self, line: &[String]) {
        if !self.writer.begin_variation() {
            return;
        }
        for text in line {
            match uci_move::parse(self.writer.board(), text) {
                Ok(mv) => self.writer.play(mv),
                Err(_) => break,
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

/// The review's remark on a move, in words; with the better move if `has_line`.
fn remark(mv: &MoveReview, judgement: Judgement, has_line: bool) -> String {
    let percent = |evaluation: &PositionScore| (evaluation.expected_of(mv.player) * 100.0).round();
    if judgement == Judgement::Good {
        return format!("{ONLY_MOVE}.");
    }
    let (before, after) = (percent(&mv.before), percent(&mv.after));
    let better = mv.better_text(1).filter(|_| has_line);
    let better = better.map_or(String::new(), |line| format!(" Better is {line}."));
    format!("{}, {before} % to {after} %.{better}", judgement.title())
}

struct VariationCopy<'a> {
    writer: &'a mut PgnWriter,
    letters: PieceLetters,
    /// The number of open variations.
    depth: usize,
    /// The variation whose rest is unreadable.
    unread: Option<UnreadVariation>,
}

/// A variation that is unreadable, at least from some word on.
struct UnreadVariation {
    depth: usize,
    /// True if its readable beginning has been written.
    begun: bool,
    words: Vec<String>,
}

impl VariationCopy<'_> {
    /// Copies the variation, from its start to its end.
    fn copy(mut self, variation: &[Annotation]) {
        for annotation in variation {
            match annotation.kind {
                AnnotationKind::VariationStart => self.begin(),
                AnnotationKind::VariationEnd => self.end(),
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
    }

    fn begin(&mut self) {
        self.depth += 1;
        if self.unread.is_none() && !self.writer.begin_variation() {
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
                self.writer.play(san.mv);
                if let Some(number) = glyph_of_move(text) {
                    self.writer.glyph(number);
                }
            }
            Err(_) => self.leave_unread(text),
        }
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
    }
}
