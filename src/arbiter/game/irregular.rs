//! Answers that are no legal move (Article 7).

use super::referee::{AT_THE_END, Referee, Step};
use super::verdict::side;
use super::{Think, Verdict};
use crate::arbiter::player::Answer;
use crate::arbiter::record::EndKind;
use crate::arbiter::settings;
use crate::laws::outcome::{Kind, Points};
use crate::laws::procedure::{Attempt, Penalty, Remedy, remedy, rule_illegal};
use crate::types::Move;

impl<P: Think> Referee<'_, P> {
    /// Rules on an answer that cannot be played; `read` is the legal move that it is if touch-move forbids it.
    pub(super) fn illegal(&mut self, answer: &Answer, read: Option<Move>) -> Step {
        let stm = self.game.board().stm();
        let text: String = answer.best.chars().take(20).collect();
        if self.job.settings.illegal_moves == settings::IllegalMoves::Forfeit {
            return Step::Over(self.forfeit(&text));
        }
        let attempt = read.map_or_else(|| Attempt::read(&answer.best), Attempt::from);
        let remedy = remedy(self.game.board(), &self.rules, attempt);
        let budget = self.budget(AT_THE_END);
        let seat = &mut self.seats[stm.index()];
        let engine = seat.engine;
        let penalty = rule_illegal(
            &self.game,
            &self.rules,
            stm,
            &mut seat.offences,
            &mut self.memo,
            &budget,
        );
        let bonus = match penalty {
            Penalty::Ends(outcome) => {
                let mut verdict = Verdict::new(&self.game, &outcome);
                verdict.end.text = format!("{}: {text}", verdict.end.text);
                return Step::Over(verdict);
            }
            Penalty::Bonus(bonus) => bonus,
        };
        self.seats[(!stm).index()].give(bonus);
        self.remark(
            Some(engine),
            format!(
                "illegal move {text}: {} s for {}",
                bonus.as_secs(),
                side(!stm)
            ),
        );
        match remedy {
            Remedy::Stands(mv) => {
                self.make(mv, answer);
                Step::Made
            }
            Remedy::Replace { allowed, .. } => {
                self.seats[stm.index()].spend(answer.used);
                Step::Again(allowed)
            }
        }
    }

    /// The game is lost by an illegal move; drawn, where the edition excuses one whose opponent cannot mate.
    fn forfeit(&mut self, text: &str) -> Verdict {
        let stm = self.game.board().stm();
        let mut text = match text {
            "" => format!("{} answered without a move", side(stm)),
            text => format!("{} made an illegal move: {text}", side(stm)),
        };
        let mut verdict = Verdict::outside(EndKind::IllegalMove, Some(stm), String::new());
        if self.rules.illegal_move_excused {
            let outcome = self.ruled_as_flag(stm);
            if outcome.kind != Kind::FlagFall {
                return Verdict::new(&self.game, &outcome);
            }
            if outcome.points == Points::DRAW {
                text = format!("{text}, but {} cannot mate", side(!stm));
                verdict = Verdict::new(&self.game, &outcome);
                verdict.end.kind = EndKind::IllegalMove;
                verdict.end.article = Some(self.rules.article(Kind::IllegalMove).to_owned());
            }
        }
        verdict.end.text = text;
        verdict
    }
}
