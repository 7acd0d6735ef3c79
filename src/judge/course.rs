//! The course of a game: its positions up to the end that the Laws give it, and what could be claimed on the way.

use super::stretch::{self, Stretch};
use crate::board::Board;
use crate::laws::claims::{Claims, claims};
use crate::laws::edition::Rules;
use crate::laws::game::Game;
use crate::laws::outcome::{self, Outcome, OutcomeKind};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache, can_win};
use crate::notation::san;
use crate::types::{Color, Move};
use crate::util::text::quote;

/// A game up to its end, or as far as its moves go.
pub(super) struct Course {
    /// The rules by which it was judged.
    pub rules: Rules,
    /// The game. Moves after the end are no part of it.
    pub game: Game,
    /// The end that came by itself, on the board or by a counter.
    pub end: Option<Outcome>,
    /// The draws that could be claimed, in stretches of turns.
    pub stretches: Vec<Stretch>,
    /// What the player to move can claim in the last position.
    pub claims: Claims,
    /// Whether White, and whether Black, can still mate in the last position.
    pub answers: [Winnability; 2],
    /// The first ply at which the position may have been dead, if that is not known and comes before the end.
    pub perhaps_dead: Option<usize>,
    /// What is known about the last position.
    pub cache: WinnabilityCache,
}

impl Course {
    /// Follows legal moves until the game ends.
    ///
    /// That a side cannot mate holds for every later position. So the last position is asked about first, and only if
    /// it is dead, the ply at which that came about is searched for.
    pub fn follow(start: Board, moves: &[Move], rules: Rules, budget: &ProofBudget) -> Self {
        let mut game = Game::new(start);
        let mut turns: Vec<(usize, Claims)> = Vec::new();
        let mut moves = moves.iter();
        let mut end = loop {
            if let Some(outcome) = outcome::by_rule(&game, &rules) {
                break Some(outcome);
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
        let mut answers = ask(game.board(), budget, &mut cache);
        let mut perhaps_dead = None;
        let may_be_dead = rules.dead_position
            && end
                .as_ref()
                .is_none_or(|outcome| outcome.kind != OutcomeKind::Checkmate);
        if may_be_dead && is_dead(&answers) == Some(true) {
            let mut turning = Turning::new(&game, budget, &mut cache);
            let ply = turning.find();
            perhaps_dead = turning.open;
            let is_stalemate = end
                .as_ref()
                .is_some_and(|outcome| outcome.kind == OutcomeKind::Stalemate);
            if ply < game.ply() || !is_stalemate {
                while game.ply() > ply {
                    game.take_back();
                }
                turns.retain(|&(turn, _)| turn < ply);
                answers = ask(game.board(), budget, &mut cache);
                end = outcome::dead(&game, &rules, &mut cache, budget).or(end);
            }
        }

        let claims = match turns.last() {
            Some((ply, claims)) if *ply == game.ply() => claims.clone(),
            _ => Claims::default(),
        };
        Self {
            rules,
            stretches: stretch::group(&game, &turns),
            game,
            end,
            claims,
            answers,
            perhaps_dead,
            cache,
        }
    }

    /// Whether a side can still mate in the last position.
    pub fn answer(&self, color: Color) -> &Winnability {
        &self.answers[color.index()]
    }

    /// True if it is proved that a side cannot mate in the last position.
    pub fn cannot_mate(&self, color: Color) -> bool {
        self.answer(color).is_winnable() == Some(false)
    }

    /// The move of a ply, from 1, such as `37...Qh5`. After the last move comes a text that is no move.
    pub fn place(&self, ply: usize, next: Option<&str>) -> Option<String> {
        let before = self.game.board_at(ply.checked_sub(1)?)?;
        let text = match self.game.mv_at(ply - 1) {
            Some(mv) => san::write(before, mv),
            None => quote(next?),
        };
        Some(numbered(before, &text))
    }
}

/// A move with its number, such as `37...Qh5`.
pub(super) fn numbered(before: &Board, text: &str) -> String {
    let dots = match before.stm() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}{text}", before.fullmove_number())
}

fn ask(board: &Board, budget: &ProofBudget, cache: &mut WinnabilityCache) -> [Winnability; 2] {
    Color::ALL.map(|color| can_win(board, color, budget, cache))
}

/// Whether neither side can mate; `None` if that is not known.
fn is_dead(answers: &[Winnability; 2]) -> Option<bool> {
    match (answers[0].is_winnable(), answers[1].is_winnable()) {
        (Some(false), Some(false)) => Some(true),
        (Some(true), _) | (_, Some(true)) => Some(false),
        _ => None,
    }
}

/// The search for the first dead position of a game whose last one is dead.
struct Turning<'a> {
    game: &'a Game,
    budget: &'a ProofBudget<'a>,
    cache: &'a mut WinnabilityCache,
    /// The first ply at which nothing is known.
    open: Option<usize>,
}

impl<'a> Turning<'a> {
    fn new(game: &'a Game, budget: &'a ProofBudget<'a>, cache: &'a mut WinnabilityCache) -> Self {
        Self {
            game,
            budget,
            cache,
            open: None,
        }
    }

    /// Steps back from the end in growing strides until a position is alive, then halves the distance. Most games
    /// become dead shortly before their end.
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

    /// True if a position is proved to be dead.
    fn is_dead(&mut self, ply: usize) -> bool {
        let board = &self.game.boards()[ply];
        let answer = is_dead(&ask(board, self.budget, self.cache));
        if answer.is_none() {
            self.open = Some(self.open.map_or(ply, |open| open.min(ply)));
        }
        answer == Some(true)
    }
}
