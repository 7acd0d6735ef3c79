//! Answers that are no legal move (Article 7).

use super::referee::{RESULT_NODES, Referee, TurnResult};
use super::verdict::side;
use super::{EnginePlayer, GameVerdict};
use crate::arbiter::record::TerminationKind;
use crate::arbiter::settings;
use crate::arbiter::uci_engine::EngineMove;
use crate::laws::outcome::{OutcomeKind, Points};
use crate::laws::procedure::{AttemptedMove, Penalty, Remedy, remedy, rule_illegal};
use crate::types::Move;

impl<P: EnginePlayer> Referee<'_, P> {
    /// Rules on an answer that cannot be played; `read` is the legal move that it is if touch-move forbids it.
    pub(super) fn rule_illegal_move(
        &mut self,
        answer: &EngineMove,
        read: Option<Move>,
    ) -> TurnResult {
        let stm = self.game.board().stm();
        let text: String = answer.best.chars().take(20).collect();
        if self.task.settings.illegal_moves == settings::IllegalMovePolicy::Forfeit {
            return TurnResult::GameOver(self.forfeit(&text));
        }
        let attempt = read.map_or_else(|| AttemptedMove::read(&answer.best), AttemptedMove::from);
        let remedy = remedy(self.game.board(), &self.rules, attempt);
        let budget = self.budget(RESULT_NODES);
        let player_state = &mut self.players[stm.index()];
        let engine = player_state.engine;
        let penalty = rule_illegal(
            &self.game,
            &self.rules,
            stm,
            &mut player_state.offences,
            &mut self.memo,
            &budget,
        );
        let bonus = match penalty {
            Penalty::Ends(outcome) => {
                let mut verdict = GameVerdict::new(&self.game, &outcome);
                verdict.end.text = format!("{}: {text}", verdict.end.text);
                return TurnResult::GameOver(verdict);
            }
            Penalty::Bonus(bonus) => bonus,
        };
        self.players[(!stm).index()].give(bonus);
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
                TurnResult::Played
            }
            Remedy::Replace { allowed, .. } => {
                self.players[stm.index()].spend(answer.used);
                TurnResult::Retry(allowed)
            }
        }
    }

    /// The game is lost by an illegal move; drawn, where the edition excuses one whose opponent cannot mate.
    fn forfeit(&mut self, text: &str) -> GameVerdict {
        let stm = self.game.board().stm();
        let mut text = match text {
            "" => format!("{} answered without a move", side(stm)),
            text => format!("{} made an illegal move: {text}", side(stm)),
        };
        let mut verdict =
            GameVerdict::outside(TerminationKind::IllegalMove, Some(stm), String::new());
        if self.rules.illegal_move_excused {
            let outcome = self.ruled_as_flag(stm);
            if outcome.kind != OutcomeKind::FlagFall {
                return GameVerdict::new(&self.game, &outcome);
            }
            if outcome.points == Points::DRAW {
                text = format!("{text}, but {} cannot mate", side(!stm));
                verdict = GameVerdict::new(&self.game, &outcome);
                verdict.end.kind = TerminationKind::IllegalMove;
                verdict.end.article = Some(self.rules.article(OutcomeKind::IllegalMove).to_owned());
            }
        }
        verdict.end.text = text;
        verdict
    }
}
