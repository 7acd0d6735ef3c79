//! Notes on the ruling about an illegal move: who must ask for it, and what the Laws leave open.

use super::found_later::illegal_answer;
use super::period_rules;
use crate::laws::edition::{Edition, Mode, Rules, clause};
use crate::laws::outcome;
use crate::laws::procedure::AttemptedMove;
use crate::ruling::answer::Ruling;
use crate::ruling::case::GameCase;
use crate::ruling::named_move::NamedMove;
use crate::types::Color;
use crate::util::text::quote;

/// What is known about an illegal move besides the ruling on it.
pub(super) struct IllegalNotes<'a> {
    pub case: &'a GameCase,
    pub rules: &'a Rules,
    pub named: NamedMove,
    pub attempt: AttemptedMove,
    /// Illegal moves of the player in earlier turns.
    pub earlier: u32,
    /// The player has not pressed the clock.
    pub clock_running: bool,
    /// The opponent has moved.
    pub answered: bool,
    /// Both kings are in check, or a promotion is unfinished, so that the arbiter can see it.
    pub is_seen: bool,
}

impl IllegalNotes<'_> {
    /// Adds the notes; `articles` are about the way the move was made: with both hands, and about castling in Chess960.
    pub fn added_to(&self, ruling: Ruling, articles: [Option<&'static str>; 2]) -> Ruling {
        const WHETHER: &str =
            "whether it counts although the clock was not pressed: no Article says so";
        let (case, rules) = (self.case, self.rules);
        let intervention = rules.intervention_article().filter(|_| self.is_seen);
        let is_barred =
            matches!(self.attempt, AttemptedMove::Castling(side) if case.bars_side(side));
        let misplaced = rules.misplaced_king_article().filter(|_| is_barred);
        let mut ruling = ruling
            .under(intervention)
            .under(articles.into_iter().flatten())
            .under(misplaced);
        if intervention.is_some() && !self.answered {
            ruling = ruling.fact("claim", "the arbiter intervenes without one");
        }
        // Earlier illegal moves count only if they were made in the quickplay finish, where it has its own penalties.
        let base = case.rules().illegal_moves;
        let counts_anew = self.earlier > 0 && rules.illegal_moves != base;
        let just_began = counts_anew && period_rules(case, 1).illegal_moves == base;
        if just_began {
            let free = format!("{}, before the quickplay finish", self.earlier);
            ruling = ruling.fact("free", free);
        }
        let began = counts_anew && period_rules(case, u32::MAX).illegal_moves == base;
        let is_over = ruling.score.is_some();
        let is_written_legally = matches!(self.named, NamedMove::Legal(_)) && articles[0].is_none();
        let open = [
            is_written_legally
                .then(|| "in what way the move was illegal: as it is written, it is legal".to_owned()),
            self.request(intervention.is_some()),
            self.after_the_next_move(),
            self.mate().map(|article| {
                format!("whether the move, which ends the game ({article}), can be illegal by the way it was made")
            }),
            self.castling_by_rook().map(|article| {
                format!(
                    "whether the player castled: the king stands on its square already, and the rook alone moves ({article})"
                )
            }),
            (is_barred && case.chess960.is_none())
                .then(|| "whether Chess960 is played: there this king may castle".to_owned()),
            (self.clock_running && !is_over).then(|| WHETHER.to_owned()),
            (began && !just_began).then(|| {
                let free = rules.article(clause::RESTORATION);
                format!(
                    "whether all earlier illegal moves were made in the quickplay finish: others carry no penalty ({free})"
                )
            }),
        ];
        ruling.open.extend(open.into_iter().flatten());
        if !self.clock_running || !is_over {
            return ruling;
        }
        let then = ruling.ruling.clone();
        let stm = case.board().stm();
        ruling.undecided(format_args!(
            "the arbiter decides {WHETHER}. If it counts: {then} If not, {stm:#} makes another move."
        ))
    }

    /// Who must ask for the ruling, or intervene in time.
    fn request(&self, intervenes: bool) -> Option<String> {
        let (rules, opponent) = (self.rules, !self.case.board().stm());
        if intervenes {
            let whether = "whether it is possible to intervene: both kings in check, or an unfinished promotion";
            return self.answered.then(|| whether.to_owned());
        }
        let Some(article) = rules.answered_move_article() else {
            let article = rules.ruling_on_request_article()?;
            return Some(format!("whether a player asks for a ruling ({article})"));
        };
        let who = who_claims(rules, opponent);
        Some(format!(
            "whether {who} claims it before {opponent:#} moves ({article})"
        ))
    }

    /// What follows if nobody claims a move that leaves both kings in check or a promotion unfinished (18 A.4.4; 23
    /// A.5.4).
    fn after_the_next_move(&self) -> Option<String> {
        let is_open = self.is_seen && !self.answered && self.rules.illegal_move_stands;
        let drawn = self.rules.article(clause::ILLEGAL_POSITION);
        drawn.filter(|_| is_open).map(|article| {
            format!(
                "if nobody claims it: the arbiter waits for the next move, and a position that is still illegal then \
                 draws the game ({article})"
            )
        })
    }

    /// The Article about castling, if a rook went to the square where it stands after a legal castling that does not move
    /// the king.
    fn castling_by_rook(&self) -> Option<&'static str> {
        let AttemptedMove::FromTo { from, to, .. } = self.attempt else {
            return None;
        };
        self.case.castling_by_rook(from, to)?;
        self.rules.article(clause::CHESS960_CASTLING)
    }

    /// The Article by which a move that is illegal only by the way it was made ends the game, so that nothing after it may
    /// count.
    fn mate(&self) -> Option<&'static str> {
        let NamedMove::Legal(mv) = self.named else {
            return None;
        };
        let mut game = self.case.replay.game.clone();
        game.play(mv).ok()?;
        Some(outcome::no_legal_move(&game, self.rules)?.article)
    }

    /// Whether the opponent's answer was illegal as well.
    pub fn illegal_answer(&self) -> Option<String> {
        let answer = illegal_answer(self.case, self.attempt)?;
        let penalty = self.rules.illegal_penalty_article();
        let penalty = penalty.map(|article| format!(" ({article})"));
        Some(format!(
            "whether the reply '{}' was illegal too, and what {:#} gets for it{}",
            quote(answer),
            self.case.board().stm(),
            penalty.unwrap_or_default()
        ))
    }
}

/// Who may claim an illegal move of a player's opponent before it stands.
pub(super) fn who_claims(rules: &Rules, player: Color) -> String {
    if rules.edition >= Edition::Fide2018 {
        format!("the arbiter or {player:#}")
    } else {
        player.title().to_owned()
    }
}

/// Notes the times on the clocks after an illegal move of 1997: there is no bonus, but 7.4 refers to 6.13.
pub(super) fn note_times_of_1997(rules: &Rules, ruling: Ruling) -> Ruling {
    let restoration = rules.article(clause::RESTORATION);
    let is_restored = ruling.score.is_none() && ruling.articles.contains(&restoration);
    if !is_restored || (rules.edition, rules.mode) != (Edition::Fide1997, Mode::Standard) {
        return ruling;
    }
    ruling
        .under([rules.article(clause::RESTORED_CLOCKS)])
        .left_open("the times on the clocks, by the arbiter's best judgement")
}

/// Leaves a ruling open if the record has a result: what was found after the game has no effect.
pub(super) fn note_result(case: &GameCase, ruling: Ruling) -> Ruling {
    let Some(result) = case.recorded else {
        let mates = case.texts.last().is_some_and(|last| last.ends_with('#'));
        let whether = "whether the game was over by mate when it was found: then the result of the mate stands";
        return ruling.left_open_if(mates, whether);
    };
    let otherwise = ruling.ruling.clone();
    ruling.undecided(format_args!(
        "the arbiter decides whether the game was over when the move was found. If it was, its result {result} stands. \
         If not: {otherwise}"
    ))
}
