//! Replays a game up to its end under the Laws, and finds the draws that could be claimed on the way.

use super::claim_interval::{self, ClaimInterval};
use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::control::Period;
use crate::laws::edition::Rules;
use crate::laws::flagfall::{BothFlagsRuling, rule_both_flags, rule_flag, rule_resignation};
use crate::laws::game::Game;
use crate::laws::outcome::{self, Outcome, OutcomeKind};
use crate::laws::procedure::{IllegalMoves, Penalty, rule_illegal};
use crate::laws::winnable::{
    ProofBudget, Winnability, WinnabilityCache, can_win, mating_potential,
};
use crate::notation::san;
use crate::types::{Color, Move};
use crate::util::text::quote;

/// A game up to its end under the Laws, or as far as its moves go, and the rulings on what happens then.
pub(crate) struct GameReplay {
    /// The rules that the game is judged by.
    pub rules: Rules,
    /// The game, cut off at its end.
    pub game: Game,
    /// The automatic end: checkmate, stalemate, dead position or a counter.
    pub end: Option<Outcome>,
    /// The draws that could be claimed.
    pub(super) claim_intervals: Vec<ClaimInterval>,
    /// The claims of the player to move in the final position.
    pub claims: Claims,
    /// Whether White, and whether Black, can still mate in the final position.
    pub winnability: [Winnability; 2],
    /// The first ply before the end for which it is undetermined whether the position was dead.
    pub perhaps_dead: Option<usize>,
    /// The limits of one winnability question.
    pub budget: ProofBudget<'static>,
    pub cache: WinnabilityCache,
}

impl GameReplay {
    /// Plays legal moves until the game ends.
    pub fn new(start: Board, moves: &[Move], rules: Rules, budget: ProofBudget<'static>) -> Self {
        Self::replay(start, moves, rules, budget, true)
    }

    /// Like [`GameReplay::new`], but a dead position ends no game (1974).
    pub fn without_dead_positions(
        start: Board,
        moves: &[Move],
        rules: Rules,
        budget: ProofBudget<'static>,
    ) -> Self {
        Self::replay(start, moves, rules, budget, false)
    }

    /// A side that cannot mate can never mate later. So the final position is tested first, and only if it is dead, the
    /// first dead ply is searched for.
    fn replay(
        start: Board,
        moves: &[Move],
        rules: Rules,
        budget: ProofBudget<'static>,
        ends_dead: bool,
    ) -> Self {
        let mut game = Game::new(start);
        let mut turns: Vec<(usize, Claims)> = Vec::new();
        let mut moves = moves.iter();
        let mut end = loop {
            let outcome = if ends_dead {
                outcome::by_rule(&game, &rules)
            } else {
                outcome::no_legal_move(&game, &rules)
            };
            if outcome.is_some() {
                break outcome;
            }
            let claims = claims(&game, &rules);
            if !claims.is_empty() {
                turns.push((game.ply(), claims));
            }
            let Some(&mv) = moves.next() else { break None };
            if game.play(mv).is_err() {
                break None;
            }
        };

        let mut cache = WinnabilityCache::default();
        let mut winnability = ask(game.board(), &budget, &mut cache);
        let mut perhaps_dead = None;
        let is_mate = end
            .as_ref()
            .is_some_and(|outcome| outcome.kind == OutcomeKind::Checkmate);
        if ends_dead && !is_mate && is_dead(&winnability) == Some(true) {
            let mut search = DeadPlySearch::new(&game, &budget, &mut cache);
            let ply = search.find();
            perhaps_dead = search.undetermined;
            let is_stalemate = end
                .as_ref()
                .is_some_and(|outcome| outcome.kind == OutcomeKind::Stalemate);
            if ply < game.ply() || !is_stalemate {
                while game.ply() > ply {
                    game.take_back();
                }
                turns.retain(|&(turn, _)| turn < ply);
                winnability = ask(game.board(), &budget, &mut cache);
                end = outcome::dead(&game, &rules, &mut cache, &budget).or(end);
            }
        }

        let claims = match turns.last() {
            Some((ply, claims)) if *ply == game.ply() => claims.clone(),
            _ => Claims::default(),
        };
        Self {
            rules,
            claim_intervals: claim_interval::group(&game, &turns),
            game,
            end,
            claims,
            winnability,
            perhaps_dead,
            budget,
            cache,
        }
    }

    /// The outcome if a player's flag falls; see [`rule_flag`].
    pub fn flag(&mut self, loser: Color) -> Outcome {
        let (cache, budget) = (&mut self.cache, &self.budget);
        rule_flag(&self.game, &self.rules, loser, cache, budget)
    }

    /// The ruling if both flags fell in a period; see [`rule_both_flags`].
    pub fn both_flags(&mut self, period: Option<&Period>) -> BothFlagsRuling {
        let (cache, budget) = (&mut self.cache, &self.budget);
        rule_both_flags(&self.game, &self.rules, period, cache, budget)
    }

    /// The outcome if a player resigns; see [`rule_resignation`].
    pub fn resignation(&mut self, loser: Color) -> Outcome {
        let (cache, budget) = (&mut self.cache, &self.budget);
        rule_resignation(&self.game, &self.rules, loser, cache, budget)
    }

    /// The penalty for an illegal move under the rules of a period; see [`rule_illegal`].
    pub fn illegal_move(
        &mut self,
        rules: &Rules,
        offender: Color,
        stands: Option<Move>,
        offences: &mut IllegalMoves,
    ) -> Penalty {
        let (cache, budget) = (&mut self.cache, &self.budget);
        rule_illegal(&self.game, rules, offender, stands, offences, cache, budget)
    }

    /// Whether a side has mating potential in the final position (97 C.4).
    pub fn mating_potential(&mut self, color: Color) -> Winnability {
        mating_potential(self.game.board(), color, &self.budget, &mut self.cache)
    }

    /// Whether a side can still mate in the final position.
    pub fn winnability(&self, color: Color) -> &Winnability {
        &self.winnability[color.index()]
    }

    /// True if it is proved that a side cannot mate in the final position.
    pub fn cannot_mate(&self, color: Color) -> bool {
        self.winnability(color).is_winnable() == Some(false)
    }

    /// The move of a ply, from 1, such as `37...Qh5`; `next` is the text after the last legal move.
    pub fn move_text(&self, ply: usize, next: Option<&str>) -> Option<String> {
        let before = self.game.board_at(ply.checked_sub(1)?)?;
        let text = match self.game.mv_at(ply - 1) {
            Some(mv) => san::write(before, mv),
            None => quote(next?),
        };
        Some(san::numbered(before, &text))
    }
}

fn ask(board: &Board, budget: &ProofBudget, cache: &mut WinnabilityCache) -> [Winnability; 2] {
    Color::ALL.map(|color| can_win(board, color, budget, cache))
}

/// Whether neither side can mate; `None` if undetermined.
fn is_dead(winnability: &[Winnability; 2]) -> Option<bool> {
    match (winnability[0].is_winnable(), winnability[1].is_winnable()) {
        (Some(false), Some(false)) => Some(true),
        (Some(true), _) | (_, Some(true)) => Some(false),
        _ => None,
    }
}

/// The search for the first dead position of a game that ends in a dead position.
struct DeadPlySearch<'a> {
    game: &'a Game,
    budget: &'a ProofBudget<'a>,
    cache: &'a mut WinnabilityCache,
    /// The first ply whose position may be dead, but was not decided.
    undetermined: Option<usize>,
}

impl<'a> DeadPlySearch<'a> {
    fn new(game: &'a Game, budget: &'a ProofBudget<'a>, cache: &'a mut WinnabilityCache) -> Self {
        Self {
            game,
            budget,
            cache,
            undetermined: None,
        }
    }

    /// Exponential search backwards from the end, then binary search, because most games become dead shortly before
    /// their end.
    fn find(&mut self) -> usize {
        let mut dead = self.game.ply();
        let mut stride = 1;
        let mut alive = loop {
            if dead == 0 {
                return 0;
            }
            let ply = dead.saturating_sub(stride);
            if !self.is_dead(ply) {
                break ply;
            }
            dead = ply;
            stride *= 2;
        };
        while dead - alive > 1 {
            let middle = usize::midpoint(alive, dead);
            if self.is_dead(middle) {
                dead = middle;
            } else {
                alive = middle;
            }
        }
        dead
    }

    /// True if the position at a ply is proved dead.
    fn is_dead(&mut self, ply: usize) -> bool {
        let board = &self.game.boards()[ply];
        let dead = is_dead(&ask(board, self.budget, self.cache));
        if dead.is_none() {
            self.undetermined = Some(self.undetermined.map_or(ply, |first| first.min(ply)));
        }
        dead == Some(true)
    }
}
