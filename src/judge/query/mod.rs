//! Queries select games of a file.
//!
//! A query is a list of terms that must all hold. The cheapest terms are examined first: those about tags before the
//! moves are parsed, then the number of half-moves, the positions, and last the verdict of the judge. A game that fails
//! a term is not examined further.
//!
//! | Term | It holds for a game if |
//! |---|---|
//! | `player=NAME`, `white=NAME`, `black=NAME`, `event=NAME` | the tag contains this text, in upper or lower case |
//! | `tag.NAME=TEXT` | the tag `NAME` contains this text, in upper or lower case |
//! | `eco=B9`, `result=1-0` | the tag begins with this text; the result is this one |
//! | `date>=2020.01`, `rating>2400`, `plies>=80` | the comparison holds |
//! | `material=KRPvKR` | one side had the first set of pieces and the other the second |
//! | `position=FEN` | the position occurred; only the placement of the pieces and the side to move count |
//! | `termination=KIND` | the verdict is of this [`OutcomeKind`](crate::laws::outcome::OutcomeKind), or `open` |
//! | `finding=NAME` | there is a finding whose [kind](super::FindingKind) begins with this name |
//!
//! With `!=` a term holds for all other games.

mod key;
mod position;
mod tag;
mod term;
mod verdict;

pub use key::GameKey;
pub use term::{QueryError, QueryTerm};

use super::audit::{judge_game, judge_record};
use super::pipeline::judge_entry;
use super::report::JudgeReport;
use super::settings::JudgeSettings;
use crate::board::Board;
use crate::notation::epd;
use crate::notation::pgn::{PgnGame, RawGame, RecordedGame, Tags};
use crate::notation::source::FileEntry;
use position::PositionTerm;
use tag::TagTerm;
use term::{PliesTerm, TermKind};
use verdict::VerdictTerm;

/// Terms that games must satisfy, and what is wanted of the games that do.
///
/// ```
/// use compongo::Judge;
/// use compongo::judge::{GameQuery, QueryTerm};
///
/// let file = "[White \"Nora\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[White \"Emil\"]\n\n1. e4 *\n";
/// let terms: [QueryTerm; 2] = ["white=nora".parse()?, "termination=mate".parse()?];
/// let query = GameQuery::new(terms);
/// let mut found = Vec::new();
/// Judge::new(Default::default(), 1)?.search(file.as_bytes(), "games", &query, |_, game, _| {
///     found.push(game.is_some());
///     Ok(())
/// })?;
/// assert_eq!(found, [true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameQuery {
    tags: Vec<Condition<TagTerm>>,
    plies: Vec<Condition<PliesTerm>>,
    positions: Vec<Condition<PositionTerm>>,
    verdicts: Vec<Condition<VerdictTerm>>,
    /// The reports on games that satisfy the terms are wanted.
    pub has_reports: bool,
    /// The keys of these games are wanted.
    pub has_keys: bool,
}

/// A term that must hold, or must not.
#[derive(Clone, Debug)]
struct Condition<T> {
    term: T,
    must_hold: bool,
}

impl<T> Condition<T> {
    /// True if the term holds as it must, or does not hold as it must not.
    fn is_met(&self, holds: impl FnOnce(&T) -> bool) -> bool {
        holds(&self.term) == self.must_hold
    }
}

/// A game or position that satisfies a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryMatch {
    /// The judge's report: always there if the query wants reports.
    pub report: Option<JudgeReport>,
    /// The key, if the query wants keys and the game can be read.
    pub key: Option<GameKey>,
}

impl GameQuery {
    /// A query of these terms. Without a term, every game satisfies it.
    pub fn new(terms: impl IntoIterator<Item = QueryTerm>) -> Self {
        let mut query = Self::default();
        for QueryTerm { kind, must_hold } in terms {
            match kind {
                TermKind::Tag(term) => query.tags.push(Condition { term, must_hold }),
                TermKind::Plies(term) => query.plies.push(Condition { term, must_hold }),
                TermKind::Position(term) => query.positions.push(Condition { term, must_hold }),
                TermKind::Verdict(term) => query.verdicts.push(Condition { term, must_hold }),
            }
        }
        query
    }

    /// The match of an entry; `None` if it does not satisfy the query. A game that is too long cannot be examined, so it
    /// is never left out.
    pub(super) fn answer(
        &self,
        entry: &FileEntry,
        file: &str,
        settings: &JudgeSettings,
    ) -> Option<QueryMatch> {
        let judged = || judge_entry(entry, file, settings);
        match entry {
            FileEntry::Game(raw) => self.game(raw, file, settings),
            FileEntry::Position { text, .. } => self.position(text, judged, settings),
            FileEntry::TooLong { .. } => Some(QueryMatch {
                report: self.has_reports.then(judged),
                key: None,
            }),
        }
    }

    /// The match of a position: a game without tags, whose moves are those of the operation `moves`.
    fn position(
        &self,
        text: &str,
        judged: impl FnOnce() -> JudgeReport,
        settings: &JudgeSettings,
    ) -> Option<QueryMatch> {
        if !self.tags_hold(&Tags::default()) {
            return None;
        }
        let Ok((epd, _)) = epd::parse(text) else {
            // There is neither a starting position nor a move.
            if !self.plies_hold(0) || !self.positions_occur(&[]) {
                return None;
            }
            return self.judged(self.needs_report().then(judged), None);
        };
        let moves = epd.move_texts();
        if !self.plies_hold(moves.len()) {
            return None;
        }
        let game = RecordedGame::of_moves(epd.board, &moves, settings.language);
        self.recorded(&game, judged)
    }

    fn game(&self, raw: &RawGame, file: &str, settings: &JudgeSettings) -> Option<QueryMatch> {
        if !self.tags.is_empty() && !self.tags_hold(&Tags::read(raw)) {
            return None;
        }
        let is_replayed = self.needs_report() || self.has_keys || !self.positions.is_empty();
        if !is_replayed && self.plies.is_empty() {
            return Some(QueryMatch::default());
        }
        let pgn = PgnGame::parse(raw);
        if !self.plies_hold(pgn.moves.len()) {
            return None;
        }
        if !is_replayed {
            return Some(QueryMatch::default());
        }
        let Ok(game) = RecordedGame::new(pgn, settings.language) else {
            // There is no starting position.
            if !self.positions_occur(&[]) {
                return None;
            }
            let judged = || judge_game(raw, file, settings);
            let key = || GameKey::of_texts(&PgnGame::parse(raw));
            return self.judged(self.needs_report().then(judged), self.has_keys.then(key));
        };
        self.recorded(&game, || judge_record(&game, file, settings))
    }

    /// The match of a game that satisfies the terms about tags and half-moves.
    fn recorded(
        &self,
        game: &RecordedGame,
        judged: impl FnOnce() -> JudgeReport,
    ) -> Option<QueryMatch> {
        if !self.positions.is_empty() && !self.positions_occur(&game.boards()) {
            return None;
        }
        // A game that was not read to its end is the same as no other.
        let has_key = self.has_keys && game.pgn.hidden_moves().is_none();
        let key = || GameKey::of_game(game);
        self.judged(self.needs_report().then(judged), has_key.then(key))
    }

    const fn needs_report(&self) -> bool {
        self.has_reports || !self.verdicts.is_empty()
    }

    fn tags_hold(&self, tags: &Tags) -> bool {
        let mut conditions = self.tags.iter();
        conditions.all(|condition| condition.is_met(|term| term.holds(tags)))
    }

    fn plies_hold(&self, plies: usize) -> bool {
        let mut conditions = self.plies.iter();
        conditions.all(|condition| condition.is_met(|term| term.holds(plies)))
    }

    /// True if for each term there is a position that satisfies it, or none if it must not hold.
    fn positions_occur(&self, boards: &[Board]) -> bool {
        let occurs = |term: &PositionTerm| boards.iter().any(|board| term.holds(board));
        let mut conditions = self.positions.iter();
        conditions.all(|condition| condition.is_met(occurs))
    }

    /// The match, unless the report fails a term.
    fn judged(&self, report: Option<JudgeReport>, key: Option<GameKey>) -> Option<QueryMatch> {
        let holds = |report: &JudgeReport| {
            let mut conditions = self.verdicts.iter();
            conditions.all(|condition| condition.is_met(|term| term.holds(report)))
        };
        let is_match = report.as_ref().is_none_or(holds);
        is_match.then_some(QueryMatch { report, key })
    }
}
