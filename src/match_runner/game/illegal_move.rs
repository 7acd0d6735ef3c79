//! Illegal moves (Article 7).

use super::referee::Referee;
use super::verdict::GameVerdict;
use crate::laws::control::ChessClock;
use crate::laws::outcome::{OutcomeKind, Points};
use crate::laws::procedure::{AttemptedMove, Obligation, Penalty, Remedy, remedy, rule_illegal};
use crate::laws::winnable::ProofBudget;
use crate::match_runner::record::TerminationKind;
use crate::match_runner::settings::IllegalMovePolicy;
use crate::match_runner::uci_engine::{EngineMove, EnginePlayer};
use crate::types::Move;
use std::ops::ControlFlow;

impl<P: EnginePlayer> Referee<'_, P> {
    /// Rules on an illegal move. `legal` is the move if it is legal but violates the standing obligation. Returns the
    /// obligation of the replacement move, if there is one.
    pub(super) fn rule_illegal_move(
        &mut self,
        engine_move: &EngineMove,
        legal: Option<Move>,
        standing: Obligation,
    ) -> ControlFlow<GameVerdict, Option<Obligation>> {
        let stm = self.game.board().stm();
        let text: String = engine_move.best.chars().take(20).collect();
        if self.task.settings.illegal_moves == IllegalMovePolicy::Forfeit {
            return ControlFlow::Break(self.forfeit(&text));
        }
        let attempt = legal.map_or_else(
            || AttemptedMove::read(&engine_move.best),
            AttemptedMove::from,
        );
        self.note_touch(attempt);
        let remedy = remedy(self.game.board(), &self.rules, standing, attempt);
        let stands = remedy.standing_move();
        let budget = self.budget(ProofBudget::for_result());
        let player = &mut self.players[stm.index()];
        let index = player.index;
        let period = player.clock.as_ref().map(ChessClock::period);
        let rules = period.map_or(self.rules, |period| self.rules.during(period));
        let penalty = rule_illegal(
            &self.game,
            &rules,
            stm,
            stands,
            &mut player.illegal_moves,
            &mut self.cache,
            &budget,
        );
        let bonus = match penalty {
            Penalty::Ends(outcome) => {
                let mut verdict = self.verdict(&outcome);
                verdict.end.text = format!("{}: {text}", verdict.end.text);
                return ControlFlow::Break(verdict);
            }
            Penalty::Bonus(bonus) => bonus,
        };
        self.players[(!stm).index()].give(bonus);
        self.remark(
            Some(index),
            format!(
                "illegal move {text}: {} s for {}",
                bonus.as_secs(),
                (!stm).title()
            ),
        );
        match remedy {
            Remedy::Stands(mv) => {
                self.make(mv, engine_move);
                ControlFlow::Continue(None)
            }
            Remedy::Replace(obligation) => ControlFlow::Continue(Some(obligation)),
        }
    }

    /// A loss by an illegal move; a draw if the edition has that rule and the opponent cannot mate.
    fn forfeit(&mut self, text: &str) -> GameVerdict {
        let stm = self.game.board().stm();
        let kind = TerminationKind::Laws(OutcomeKind::IllegalMove);
        let text = match text {
            "" => format!("{} sent an empty 'bestmove'", stm.title()),
            text => format!("{} made an illegal move: {text}", stm.title()),
        };
        let is_excused = self.rules.illegal_move_excused;
        match is_excused.then(|| self.flag_outcome(stm)) {
            Some(outcome) if outcome.kind != OutcomeKind::FlagFall => self.verdict(&outcome),
            Some(outcome) if outcome.points == Points::DRAW => {
                let mut verdict = self.verdict(&outcome);
                let article = self.rules.end_article(OutcomeKind::IllegalMove);
                verdict.end.kind = kind;
                verdict.end.article = Some(article.to_owned());
                let excuse = self.rules.loss_condition.is_not_met();
                verdict.end.text = format!("{text}, but {} {excuse}", (!stm).title());
                verdict
            }
            _ => GameVerdict::outside(kind, Some(stm), text),
        }
    }
}
