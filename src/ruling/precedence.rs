//! What comes before a question: the end of the game, and flags that have fallen.

use super::answer::{Ruling, RulingQuestion};
use super::case::GameCase;
use crate::laws::edition::{FlagCaller, RulesText};
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::types::Color;

impl GameCase {
    /// The answer to every question about a game that is over.
    pub(super) fn over(&self, question: RulingQuestion) -> Option<Ruling> {
        let on_board = self.over_on_board(question);
        on_board.or_else(|| self.ended_by_players(question))
    }

    /// The answer to a question about a game that its moves have ended.
    pub(super) fn over_on_board(&self, question: RulingQuestion) -> Option<Ruling> {
        let end = self.replay.end.as_ref()?;
        let sentence = format!("The game has been over {}.", self.since(end));
        let ruling = self.ended_before(question, &sentence, end.points, end.kind, end.article);
        Some(ruling.at(self.board(), [None; 2]))
    }

    /// The answer to every question about a game that ended before. The interpretations of 1974 have no Articles on such
    /// ends.
    fn ended_before(
        &self,
        question: RulingQuestion,
        sentence: &str,
        points: Points,
        kind: OutcomeKind,
        article: &'static str,
    ) -> Ruling {
        let ruling = format!("{sentence} What happened later has no effect.");
        let mut ruling = self.ruling(question, ruling);
        ruling.score = Some(points);
        ruling.kind = Some(kind);
        match self.laws() {
            RulesText::Edition(_) => ruling.under([article]),
            RulesText::Interpretations1974 => ruling,
        }
    }

    /// When and how the game ended by its moves: `since 2...Qh4#. Black mates, 0-1`.
    pub(super) fn since(&self, end: &Outcome) -> String {
        let mv = self.replay.move_text(end.ply, None);
        format!(
            "since {}. {}, {}",
            mv.as_deref().unwrap_or("the first position"),
            end.sentence(self.board().stm(), self.rules().loss_condition),
            end.points
        )
    }

    /// The answer to every question after a record that ends by resignation, agreement or a claim; a recorded claim can
    /// still be checked.
    fn ended_by_players(&self, question: RulingQuestion) -> Option<Ruling> {
        let points = self.recorded?;
        let kind = self.ended_by?;
        if question == RulingQuestion::Claim && kind.claim_in_words().is_some() {
            return None;
        }
        let sentence = format!("The game is over by {kind}, {points}, as the record says.");
        let article = self.rules().end_article(kind);
        Some(self.ended_before(question, &sentence, points, kind, article))
    }

    /// Refuses a claim of a player whose flag had fallen. If a fallen flag counts only once it is claimed, or
    /// only the record says that no time was left, the fall is noted instead: [`GameCase::note_flag`].
    pub(super) fn refused_by_flag(&self, question: RulingQuestion) -> Option<Ruling> {
        let claimant = self.claimant();
        let ruling = self.flag_first(question, claimant)?;
        let reason = "a claim comes before the fall of the flag";
        Some(Ruling {
            ruling: format!(
                "The claim cannot be made: {} has fallen.",
                whose_flag(claimant)
            ),
            ..ruling.because(reason)
        })
    }

    /// Points to the question that comes first if a player's flag has fallen, and the arbiter rules on it without a
    /// claim.
    pub(super) fn ruled_first(&self, question: RulingQuestion, color: Color) -> Option<Ruling> {
        let ruling = self.flag_first(question, color)?;
        Some(ruling.undecided(format_args!(
            "the arbiter rules first on {}, which has fallen.",
            whose_flag(color)
        )))
    }

    /// Points to the question about a flag that has fallen, if the arbiter rules on it without a claim.
    fn flag_first(&self, question: RulingQuestion, color: Color) -> Option<Ruling> {
        let rules = self.rules();
        let has_fallen = self.is_flag_down(color) && rules.flag_caller == FlagCaller::Arbiter;
        has_fallen.then(|| {
            self.ruling(question, String::new())
                .under([rules.end_article(OutcomeKind::FlagFall)])
                .fact("result", format_args!("see compongo ruling flag {color}"))
        })
    }

    /// Notes that the flag of the claimant may have fallen before the claim.
    pub(super) fn note_flag(&self, ruling: Ruling) -> Ruling {
        let (rules, stm) = (self.rules(), self.claimant());
        if !self.has_no_time(stm) {
            return ruling;
        }
        if rules.flag_caller == FlagCaller::Player {
            return ruling.left_open(format!(
                "whether {:#} has already claimed the flag fall: until then, it does not count ({})",
                !stm,
                rules.flag_caller_article()
            ));
        }
        ruling.left_open(format!(
            "whether {} had fallen before: the record shows no time left",
            whose_flag(stm)
        ))
    }

    /// Notes that flags are down in a game that something else decides: a flag that was called before decided it.
    pub(super) fn note_uncalled_flags(
        &self,
        ruling: Ruling,
        players: impl IntoIterator<Item = Color>,
    ) -> Ruling {
        let down = players
            .into_iter()
            .filter(|&color| self.is_flag_down(color));
        down.fold(ruling, |ruling, color| {
            ruling.left_open(format!(
                "whether the fall of {} was called before: then it decided the game ({}); \
                 see compongo ruling flag {color}",
                whose_flag(color),
                self.rules().flag_caller_article()
            ))
        })
    }

    /// True if a clock that was given, not taken from the record, shows no time.
    pub(super) fn is_flag_down(&self, color: Color) -> bool {
        self.has_no_time(color) && !self.recorded_clocks[color.index()]
    }

    /// True if a clock shows no time left. In a period that has only a delay, it never shows any.
    pub(super) fn has_no_time(&self, color: Color) -> bool {
        let period = self.period(color, None);
        let has_main_time = period.is_none_or(|period| period.base_ms > 0 || period.delay_ms == 0);
        has_main_time && self.clocks[color.index()].is_some_and(|time| time.is_zero())
    }

    /// Notes that a clock of the record lacks the time of the current turn.
    pub(super) fn note_recorded_clock(&self, ruling: Ruling) -> Ruling {
        let stm = self.claimant();
        if self.recorded_clocks[stm.index()] {
            ruling.left_open(format!(
                "the time used in this turn: the record has {stm:#}'s clock only after {stm:#}'s last move"
            ))
        } else {
            ruling
        }
    }
}

/// The subject of a sentence about a player's flag.
pub(super) fn whose_flag(color: Color) -> String {
    format!("{}'s flag", color.title())
}
