//! An adjourned game.

use super::clocks::PlayerClock;
use super::envelope::{Commitment, Envelope};
use super::file;
use crate::laws::control::{TimeControl, moves_made};
use crate::laws::edition::{Mode, Rules, RulesText};
use crate::laws::game::Game;
use crate::laws::interpretations1974;
use crate::laws::outcome::{self, Outcome};
use crate::laws::winnable::{ProofBudget, WinnabilityCache};
use crate::notation::language::Language;
use crate::ruling::case::lacks_moves;
use crate::types::Color;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Day, time and place of the resumption.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResumptionAppointment {
    /// The day; `None` if it is not fixed.
    pub date: Option<String>,
    /// The time of day; `None` if it is not fixed.
    pub time: Option<String>,
    /// The place; `None` if it is not fixed.
    pub place: Option<String>,
}

/// An adjourned game, with the data on the envelope (97 A.2, 09 guideline 2, 74 15.2).
#[derive(Clone, Debug)]
pub struct AdjournedGame {
    /// The rules that apply.
    pub laws: RulesText,
    /// The names of White and Black.
    pub players: [String; 2],
    /// The language of the moves, and of the sealed move unless another one is given.
    pub language: Language,
    /// The game up to the position before the sealed move.
    pub game: Game,
    /// The time control; `None` if it is not known.
    pub control: Option<TimeControl>,
    /// The times of White and Black.
    pub clocks: [PlayerClock; 2],
    /// The player whose draw offer was not answered before the adjournment; `None` without such an offer.
    pub draw_offer: Option<Color>,
    /// Day, time and place of the resumption.
    pub resumption: ResumptionAppointment,
    /// How late a player may arrive.
    pub default_time: Duration,
    /// The commitment to the sealed move; see [`Self::commit_to`].
    pub commitment: Commitment,
}

impl AdjournedGame {
    /// How late a player may arrive unless the event says otherwise: an hour (97 A.10, 09 guideline 10, 74 17.2).
    pub const DEFAULT_TIME: Duration = interpretations1974::DEFAULT_TIME;

    /// The player who sealed: the one who had the move.
    pub fn sealer(&self) -> Color {
        self.game.board().stm()
    }

    /// The time control, unless times depend on the moves made and the FEN does not show how many these are.
    pub fn control_for_times(&self) -> Option<&TimeControl> {
        let is_hidden = lacks_moves(self.game.start());
        let control = self.control.as_ref();
        control.filter(|control| !(is_hidden && control.depends_on_moves()))
    }

    /// Commits to the envelope, and to all that the adjournment file says.
    pub fn commit_to(&mut self, envelope: &Envelope) {
        self.commitment = envelope.commitment(Some(file::covered(self)));
    }

    /// The number of the sealed move.
    pub fn move_number(&self) -> u16 {
        self.game.board().fullmove_number()
    }

    /// The moves that a player has made.
    pub fn moves_made(&self, player: Color) -> u32 {
        moves_made(self.game.board(), player)
    }

    /// The rules of the edition, for standard play; the interpretations of 1974 have none.
    pub fn rules(&self) -> Option<Rules> {
        let edition = self.laws.edition().ok()?;
        Some(edition.rules(Mode::Standard))
    }

    /// The end of the game at or before the adjourned position, if the game is over and there is nothing to seal. Under
    /// the interpretations of 1974 only mate and stalemate are such ends.
    pub fn earlier_end(
        &self,
        cache: &mut WinnabilityCache,
        budget: &ProofBudget,
    ) -> Option<Outcome> {
        match self.rules() {
            Some(rules) => outcome::earlier_by_counter(&self.game, &rules)
                .or_else(|| outcome::automatic(&self.game, &rules, cache, budget)),
            None => outcome::no_legal_move(&self.game, &Rules::default()),
        }
    }
}
