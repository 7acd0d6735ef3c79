//! The parser of a game: tags, moves, comments, result.

use super::annotation::{glyph, is_evaluation, remark, split_evaluation};
use super::lexer::{Lexer, Token, TokenKind};
use super::reader::Section;
use super::{
    Annotation, AnnotationKind, Comment, MAX_WARNINGS, PgnWarning, PgnWarningKind, RawGame,
    ResultToken, Tag, TagError, Tags, words,
};
use crate::notation::san;
use crate::types::Color;
use crate::util::text::quote;

/// A parsed game. Moves are still text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame<'a> {
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The number of its first line in the file, from 1.
    pub line: u64,
    /// The tags.
    pub tags: Tags<'a>,
    /// The moves of the main line, including unknown words among them.
    pub moves: Vec<MoveToken<'a>>,
    /// The comments on the main line.
    pub comments: Vec<Comment<'a>>,
    /// The annotations in the order of the text: comments, variations, and glyphs except those in the text of a move
    /// (see [`super::glyph_of_move`]). A comment that consists only of a draw offer does not count.
    pub annotations: Vec<Annotation<'a>>,
    /// The result after the moves.
    pub result: Option<ResultToken>,
    /// The errors of the text, in line order except for those found at the end.
    pub warnings: Vec<PgnWarning>,
}

/// The text of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveToken<'a> {
    /// The move with its signs, such as `+`, `e.p.` and `!?`.
    pub text: &'a str,
    /// The number of its line in the file, from 1.
    pub line: u64,
    /// True for a draw offer, `(=)`.
    pub draw_offer: bool,
}

impl AsRef<str> for MoveToken<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl<'a> PgnGame<'a> {
    /// Parses a game. Never fails: see [`PgnGame::warnings`].
    ///
    /// ```
    /// use compongo::notation::pgn::{AnnotationKind, PgnGame, PgnReader};
    ///
    /// let file = "1. e4 $1 (1. d4 d5) e5 *";
    /// let raw = PgnReader::new(file.as_bytes()).next().expect("a game")?;
    /// let game = PgnGame::parse(&raw);
    /// assert_eq!(game.moves.len(), 2);
    /// let kinds: Vec<_> = game.annotations.iter().map(|annotation| annotation.kind).collect();
    /// assert_eq!(kinds[0], AnnotationKind::Glyph(1));
    /// assert_eq!(kinds[2..4], [AnnotationKind::VariationMove("d4"), AnnotationKind::VariationMove("d5")]);
    /// # Ok::<(), compongo::notation::pgn::ReadError>(())
    /// ```
    pub fn parse(raw: &'a RawGame) -> Self {
        let mut parser = Parser {
            text: &raw.text,
            game: Self {
                number: raw.number,
                line: raw.line,
                ..Self::default()
            },
            section: Section::default(),
            variation_line: 0,
            move_start: None,
            first_ply: None,
        };
        let mut lexer = Lexer::new(raw.line);
        while let Some(token) = lexer.next(raw.text.as_bytes(), true) {
            parser.token(&token);
        }
        for (name, line) in parser.game.tags.repeated() {
            parser.warning(line, PgnWarningKind::RepeatedTag(quote(name)));
        }
        if parser.section.depth > 0 {
            parser.warning(parser.variation_line, PgnWarningKind::OpenVariation);
        }
        let mut game = parser.game;
        game.take_unusual_result();
        if game.result.is_none() {
            game.warnings.push(PgnWarning {
                line: lexer.line,
                kind: PgnWarningKind::NoResult,
            });
        }
        game
    }

    /// The first error that hides moves, if there is one: the moves of the game then end too early.
    pub fn hidden_moves(&self) -> Option<&PgnWarning> {
        self.warnings
            .iter()
            .find(|warning| warning.kind.hides_moves())
    }

    /// True if there are neither tags nor moves.
    pub fn is_empty(&self) -> bool {
        self.tags.all().is_empty() && self.moves.is_empty()
    }

    /// A result without a PGN token, such as `0-0`, looks like a move. It is taken as the result if the tag `Result` is
    /// the same and nothing follows.
    fn take_unusual_result(&mut self) {
        let tag = self.tags.get("Result").map(str::trim);
        let last = self.moves.last().map(|mv| mv.text);
        if self.result.is_none() && last.is_some() && last == tag {
            self.moves.pop();
            self.result = Some(ResultToken::Open);
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    game: PgnGame<'a>,
    section: Section,
    /// The first line of the open variation.
    variation_line: u64,
    /// The start of the last move, if only white space follows.
    move_start: Option<usize>,
    /// The game ply of the starting position, once computed; an error if its tags are invalid.
    first_ply: Option<Result<u32, TagError>>,
}

impl<'a> Parser<'a> {
    fn warning(&mut self, line: u64, kind: PgnWarningKind) {
        // Whether moves are hidden must be known in any case.
        let is_first_to_hide = kind.hides_moves() && self.game.hidden_moves().is_none();
        if self.game.warnings.len() < MAX_WARNINGS || is_first_to_hide {
            self.game.warnings.push(PgnWarning { line, kind });
        }
    }

    fn annotate(&mut self, kind: AnnotationKind<'a>) {
        let ply = self.game.moves.len();
        self.game.annotations.push(Annotation { ply, kind });
    }

    /// Adds a warning unless the last one is of the same kind.
    fn warn_once(&mut self, line: u64, kind: PgnWarningKind) {
        let last = self.game.warnings.last();
        if last
            .is_none_or(|last| std::mem::discriminant(&last.kind) != std::mem::discriminant(&kind))
        {
            self.warning(line, kind);
        }
    }

    fn token(&mut self, token: &Token) {
        let text = &self.text[token.start..token.end];
        let line = token.line;
        let depth = self.section.depth;
        if !self.section.note(token, self.text.as_bytes()) {
            self.warn_once(line, PgnWarningKind::Before(quote(text)));
            return;
        }
        let last_move = self.move_start.take();
        match token.kind {
            TokenKind::Tag => self.tag(text, line),
            TokenKind::Comment { closed } => {
                if !closed {
                    self.warning(line, PgnWarningKind::OpenComment);
                }
                let text = &text[1..text.len() - usize::from(closed)];
                self.comment(text, line);
            }
            TokenKind::LineComment => self.comment(&text[1..], line),
            TokenKind::Open => {
                if depth == 0 {
                    self.variation_line = line;
                    if self.game.moves.is_empty() {
                        self.warn_once(line, PgnWarningKind::NoMainMove);
                    }
                }
                self.annotate(AnnotationKind::VariationStart);
            }
            TokenKind::Close if depth == 0 => self.warn_once(line, PgnWarningKind::Stray(')')),
            TokenKind::Close => self.annotate(AnnotationKind::VariationEnd),
            TokenKind::Stray => {
                let stray = text.chars().next().unwrap_or_default();
                self.warn_once(line, PgnWarningKind::Stray(stray));
            }
            TokenKind::Nag => match text[1..].parse() {
                Ok(number) => self.annotate(AnnotationKind::Glyph(number)),
                Err(_) => self.warning(line, PgnWarningKind::Glyph(quote(text))),
            },
            TokenKind::Number { .. } if depth > 0 => {}
            TokenKind::Word if depth > 0 => self.variation_word(text),
            TokenKind::Number { value, dots } => {
                if let Some(value) = value {
                    // `2. ...` is `2...`; both are common.
                    let rest = self.text[token.end..].trim_start();
                    let dots = if rest.starts_with("..") || rest.starts_with('…') {
                        dots.max(3)
                    } else {
                        dots
                    };
                    self.number(value, dots, line);
                }
            }
            TokenKind::Word => self.word(token, last_move),
        }
    }

    fn tag(&mut self, text: &'a str, line: u64) {
        let (tag, well_formed) = Tag::read(text, line);
        if !well_formed {
            self.warning(line, PgnWarningKind::Tag(quote(text)));
        }
        self.game.tags.push(tag);
    }

    /// A comment on the main line. If it consists only of a draw offer, it belongs to the move before it.
    fn comment(&mut self, text: &'a str, line: u64) {
        let text = text.trim();
        if self.section.depth > 0 {
            return self.annotate(AnnotationKind::Comment(text));
        }
        match self.game.moves.last_mut() {
            Some(mv) if text == san::DRAW_OFFER => mv.draw_offer = true,
            _ => {
                let ply = self.game.moves.len();
                self.game.comments.push(Comment { ply, text, line });
                self.annotate(AnnotationKind::Comment(text));
            }
        }
    }

    /// A word in a variation: a move, a sign or a result.
    fn variation_word(&mut self, text: &'a str) {
        if let Some(number) = glyph(text) {
            self.annotate(AnnotationKind::Glyph(number));
        } else if words::result(text.as_bytes()).is_none() && !san::is_sign(text) {
            self.annotate(AnnotationKind::VariationMove(text));
        }
    }

    /// Checks a move number.
    fn number(&mut self, found: u32, dots: u32, line: u64) {
        if self.game.result.is_some() {
            self.warn_once(line, PgnWarningKind::After(found.to_string()));
            return;
        }
        let tags = &self.game.tags;
        let first_ply = || tags.start().map(|(board, _)| board.game_ply());
        let &mut Ok(first) = self.first_ply.get_or_insert_with(first_ply) else {
            return;
        };
        let ply = first.saturating_add(self.game.moves.len() as u32);
        let expected = ply / 2 + 1;
        let stm = Color::ALL[(ply % 2) as usize];
        if found != expected {
            self.warning(line, PgnWarningKind::MoveNumber { found, expected });
        } else if dots > 0 && (dots > 1) != (stm == Color::Black) {
            self.warning(line, PgnWarningKind::Dots(found));
        }
    }

    /// Parses a word outside variations; `last_move` is the start of the move directly before it.
    fn word(&mut self, token: &Token, last_move: Option<usize>) {
        let text = &self.text[token.start..token.end];
        let line = token.line;
        if let Some(result) = words::result(text.as_bytes()) {
            match self.game.result {
                None => self.game.result = Some(result),
                Some(_) => self.warning(line, PgnWarningKind::SecondResult(result)),
            }
        } else if self.game.result.is_some() {
            self.warn_once(line, PgnWarningKind::After(quote(text)));
        } else if san::is_sign(text) || text.starts_with('(') {
            self.sign(token, last_move);
        } else if let Some(number) = glyph(text).filter(|_| is_evaluation(text)) {
            self.annotate(AnnotationKind::Glyph(number));
        } else if let Some(number) = remark(text).filter(|_| last_move.is_some()) {
            self.annotate(AnnotationKind::Glyph(number));
        } else {
            let (mv, evaluation) = split_evaluation(text);
            self.move_start = evaluation.is_none().then_some(token.start);
            self.game.moves.push(MoveToken {
                text: mv,
                line,
                draw_offer: mv.contains(san::DRAW_OFFER),
            });
            if let Some(number) = evaluation {
                self.annotate(AnnotationKind::Glyph(number));
            }
        }
    }

    /// Appends a separate sign to the move directly before it.
    fn sign(&mut self, token: &Token, last_move: Option<usize>) {
        let text = &self.text[token.start..token.end];
        let offers_draw = text.contains(san::DRAW_OFFER);
        let may_promote = |mv: &str| {
            mv.starts_with(|c| matches!(c, 'a'..='h'))
                && mv.ends_with(['1', '8'])
                && !text.contains(['!', '?'])
        };
        match (self.game.moves.last_mut(), last_move) {
            (Some(mv), Some(start)) if san::is_sign(text) || may_promote(mv.text) => {
                mv.text = &self.text[start..token.end];
                mv.draw_offer |= offers_draw;
                self.move_start = last_move;
            }
            // Even after a comment, a draw offer or an annotation glyph belongs to the move.
            (Some(mv), None) if offers_draw => mv.draw_offer = true,
            (Some(_), None) if text.starts_with(['!', '?']) => {
                if let Some(number) = glyph(text) {
                    self.annotate(AnnotationKind::Glyph(number));
                }
            }
            _ => self.warning(token.line, PgnWarningKind::StraySign(quote(text))),
        }
    }
}
