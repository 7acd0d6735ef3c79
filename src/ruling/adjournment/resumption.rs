//! The ruling at the resumption. The first of these events decides:
//!
//! 1. an end of the game before the resumption: the position itself, an agreement, a resignation;
//! 2. a lost envelope;
//! 3. lateness or absence of the player who must reply, without whom the envelope stays closed;
//! 4. the sealed move;
//! 5. lateness or absence of the player who sealed.

use super::clocks::{loses_unused_time, time_gained};
use super::events::{EnvelopeState, GameEndedBefore, ResumptionEvents, WrongClock};
use super::game::AdjournedGame;
use super::ruling::{ResumptionRuling, RulingStep, SealedMoveReport};
use super::sealed_move::{SealedMoveReading, read_sealed_move};
use crate::laws::control::moves_made;
use crate::laws::edition::articles::adjourned_games::AdjournmentPoint;
use crate::laws::edition::{LossCondition, Rules};
use crate::laws::flagfall;
use crate::laws::game::Game;
use crate::laws::interpretations1974;
use crate::laws::outcome::{self, Outcome, OutcomeKind, Points, Proof};
use crate::laws::winnable::{ProofBudget, Winnability, WinnabilityCache};
use crate::notation::language::Language;
use crate::notation::san;
use crate::ruling::mate_proof::{mate_proof, proof_in_words};
use crate::ruling::{Ruling, RulingQuestion};
use crate::types::{Color, Move};
use crate::util::format::clock_time;
use std::time::Duration;

const QUESTION: RulingQuestion = RulingQuestion::Resumption;

/// The reasons why there is no ruling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumptionError {
    /// The envelope belongs to another game, or the envelope or the file was changed.
    #[error("the envelope does not match the commitment in the file: one of them was changed")]
    Commitment,
    /// The claimed sealed move cannot be played.
    #[error("the claimed move must be legal: {0}")]
    ClaimedMove(String),
}

/// Rules on the resumption of an adjourned game.
///
/// # Errors
/// The envelope does not fit, or the move that a lost envelope is said to contain is illegal.
pub fn rule_resumption(
    adjourned: &AdjournedGame,
    events: &ResumptionEvents,
    budget: &ProofBudget,
) -> Result<ResumptionRuling, ResumptionError> {
    if let EnvelopeState::Present(envelope) = &events.envelope
        && !adjourned.commitment.fits(envelope)
    {
        return Err(ResumptionError::Commitment);
    }
    let rules = adjourned.rules();
    let mut resumption = Resumption {
        adjourned,
        events,
        rules,
        budget,
        cache: WinnabilityCache::default(),
        game: adjourned.game.clone(),
        times: adjourned.clocks.map(|clock| clock.remaining),
        turn: [Duration::ZERO; 2],
        answer: ResumptionRuling {
            ruling: match rules {
                Some(rules) => Ruling::new(QUESTION, &rules, String::new()),
                None => Ruling::in_1974(QUESTION, String::new()),
            },
            steps: Vec::new(),
            players: adjourned.players.clone(),
            sealed_by: adjourned.sealer(),
            move_number: adjourned.move_number(),
            sealed_move: None,
            proof: None,
            running: None,
            draw_offer: None,
        },
    };
    resumption.set_clocks();
    if !resumption.ended_before() {
        match &events.envelope {
            EnvelopeState::Lost { claimed_move } => {
                resumption.without_envelope(claimed_move.as_deref())?;
            }
            EnvelopeState::Present(envelope) => resumption.with_envelope(envelope.sealed_move()),
            EnvelopeState::PositionLost => resumption.step(
                "the position cannot be established: the game is annulled, and a new game is played",
                AdjournmentPoint::PositionLost,
            ),
            EnvelopeState::NotNeeded => {}
        }
    }
    Ok(resumption.finish())
}

/// A ruling in progress.
pub(super) struct Resumption<'a> {
    pub adjourned: &'a AdjournedGame,
    pub events: &'a ResumptionEvents,
    /// `None` under the interpretations of 1974.
    pub rules: Option<Rules>,
    pub budget: &'a ProofBudget<'a>,
    pub cache: WinnabilityCache,
    /// The game, with the sealed move once it is made on the board.
    pub game: Game,
    /// The remaining time of each player, not counting the current turn.
    pub times: [Option<Duration>; 2],
    /// The time that each player has spent on the current turn.
    pub turn: [Duration; 2],
    pub answer: ResumptionRuling,
}

impl Resumption<'_> {
    /// True if the interpretations of 1974 apply.
    pub const fn is_1974(&self) -> bool {
        self.rules.is_none()
    }

    pub fn step(&mut self, text: impl Into<String>, point: AdjournmentPoint) {
        let article = point.article(self.adjourned.laws);
        self.step_under(text, Some(article));
    }

    pub fn step_under(&mut self, text: impl Into<String>, article: Option<&'static str>) {
        let text = text.into();
        self.answer.steps.push(RulingStep { text, article });
    }

    pub fn ask_arbiter(&mut self, question: impl Into<String>) {
        self.answer.ruling.open.push(question.into());
    }

    /// The Article of an outcome; 1974 has none for ends on the board.
    pub fn article(&self, outcome: &Outcome) -> Option<&'static str> {
        let known = !self.is_1974() || outcome.kind == OutcomeKind::FlagFall;
        known.then_some(outcome.article)
    }

    /// True if the game is over.
    pub const fn is_over(&self) -> bool {
        self.answer.ruling.score.is_some()
    }

    /// Ends the game.
    pub fn end(&mut self, points: Points) {
        self.answer.ruling.score = Some(points);
        self.answer.running = None;
    }

    /// Ends the game by an outcome, with its proof. `loser` is the player who loses, or draws because the opponent
    /// cannot mate; it has no effect on an end on the board.
    pub fn end_by(&mut self, end: &Outcome, loser: Color) {
        self.end(end.points);
        self.answer.proof = end.proof.as_ref().map(|proof| match proof {
            Proof::Opponent(winnability) => self.mate_proof(!loser, winnability),
            Proof::Dead(_) => proof_in_words(proof, LossCondition::CanWin),
        });
        if end.is_undetermined() {
            self.answer.ruling.undetermined = true;
            self.ask_arbiter("whether the opponent can mate is undetermined");
        }
    }

    /// The proof that a player can or cannot mate, with the moves to mate.
    fn mate_proof(&self, color: Color, winnability: &Winnability) -> String {
        let rules = self.rules.unwrap_or_default();
        let board = self.game.board();
        let proof = mate_proof(board, color, rules.loss_condition, winnability, self.budget);
        let text = format!("{} ({})", proof.answer, proof.words);
        match proof.line {
            Some(line) => format!("{text}: {line}"),
            None => text,
        }
    }

    /// The end of the game at the position on the board, if it is over.
    pub fn end_on_board(&mut self) -> Option<Outcome> {
        match self.rules {
            Some(rules) => outcome::automatic(&self.game, &rules, &mut self.cache, self.budget),
            None => outcome::no_legal_move(&self.game, &Rules::default()),
        }
    }

    /// Sets the clocks: to the times of the file or, if no one objected in time to a wrong time, to what they show.
    fn set_clocks(&mut self) {
        let Some(wrong) = self.events.wrong_clock else {
            return;
        };
        let WrongClock {
            player,
            shown,
            noticed_in_time,
        } = wrong;
        let recorded = self.times[player.index()];
        let shows = format!("{}'s clock shows {}", player.title(), clock_time(shown));
        if noticed_in_time {
            match recorded {
                Some(time) => self.step(
                    format!("{shows} instead of {}: it is corrected", clock_time(time)),
                    AdjournmentPoint::WrongTime,
                ),
                None => {
                    self.ask_arbiter("the file has no time for that clock: the arbiter sets it");
                }
            }
            return;
        }
        self.times[player.index()] = Some(shown);
        self.step(
            format!("{shows}, which nobody pointed out before the first move: the game goes on without a correction"),
            AdjournmentPoint::WrongTime,
        );
        if !self.is_1974() {
            let article = AdjournmentPoint::WrongTime.article(self.adjourned.laws);
            self.ask_arbiter(format!(
                "whether the consequences of the wrong time are too severe [{article}]"
            ));
        }
    }

    /// Rules on an end of the game before the resumption; false if there was none.
    fn ended_before(&mut self) -> bool {
        if let Some(end) = self.adjourned.earlier_end(&mut self.cache, self.budget) {
            let article = self.article(&end);
            let text = format!("the game was over when it was adjourned: {}", end.kind);
            self.step_under(text, article);
            self.end_by(&end, self.adjourned.sealer());
            return true;
        }
        let Some(ended) = self.events.ended_before else {
            return false;
        };
        let stands = "before the resumption: that stands, whatever was sealed";
        match ended {
            GameEndedBefore::Agreement => {
                let text = format!("the players agreed on a draw {stands}");
                self.step(text, AdjournmentPoint::EndedBefore);
                self.end(Points::DRAW);
            }
            GameEndedBefore::Resignation(player) => {
                let text = format!("{} resigned {stands}", player.title());
                self.step(text, AdjournmentPoint::EndedBefore);
                let Some(rules) = self.rules else {
                    self.end(Points::win(!player));
                    return true;
                };
                let end = flagfall::rule_resignation(
                    &self.game,
                    &rules,
                    player,
                    &mut self.cache,
                    self.budget,
                );
                if end.points == Points::DRAW {
                    let text = format!("{} cannot mate: the game is drawn", (!player).title());
                    self.step_under(text, Some(end.article));
                }
                self.end_by(&end, player);
            }
        }
        true
    }

    /// Rules on a lost envelope (97 A.11, 74 16.5).
    fn without_envelope(&mut self, claimed: Option<&str>) -> Result<(), ResumptionError> {
        let lost = AdjournmentPoint::EnvelopeLost;
        let sealer = self.adjourned.sealer();
        let times_known = self.times.iter().all(Option::is_some);
        if self.is_1974() && !times_known {
            self.step(
                "the envelope is lost: if the players cannot agree on the times used, the game is annulled and a new one played",
                lost,
            );
            self.ask_arbiter("whether the players agree on the times used");
            return Ok(());
        }
        self.step(
            "the envelope is lost: the game is resumed from the adjourned position with the times of the adjournment",
            lost,
        );
        if !times_known {
            self.ask_arbiter("the times used are not recorded: the arbiter sets the clocks");
        }
        self.answer.running = Some(sealer);
        let sealer = sealer.title();
        let Some(text) = claimed else {
            if !self.is_1974() {
                let text =
                    format!("{sealer} makes on the board the move that {sealer} says was sealed");
                self.step(text, lost);
            }
            return Ok(());
        };
        let reading = self.read(text);
        let mv = reading.legal().map_err(ResumptionError::ClaimedMove)?;
        if self.is_1974() {
            self.ask_arbiter("16.5 does not say that the move said to be sealed must be made");
        }
        self.step(
            format!("{sealer} makes on the board the move that {sealer} says was sealed"),
            lost,
        );
        self.make(mv);
        Ok(())
    }

    /// The language of the sealed move.
    pub fn language(&self) -> Language {
        self.events.language.unwrap_or(self.adjourned.language)
    }

    /// Reads a sealed move and notes it in the report.
    pub fn read(&mut self, text: &str) -> SealedMoveReading {
        let board = self.game.board();
        let reading = read_sealed_move(board, text, Some(self.language()));
        let mv = reading.mv();
        self.answer.sealed_move = Some(SealedMoveReport {
            text: text.to_owned(),
            reading: reading.as_str(),
            san: mv.map(|mv| san::write(board, mv)),
            uci: mv.map(|mv| mv.to_string()),
        });
        reading
    }

    /// Makes the sealed move on the board: it ends the game, or starts the clock of the player who must reply. Returns
    /// the end.
    pub fn make(&mut self, mv: Move) -> Option<Outcome> {
        self.end_turn();
        self.game.play_legal(mv);
        self.answer.running = Some(self.game.board().stm());
        let end = self.end_on_board()?;
        let article = self.article(&end);
        self.step_under(
            format!("the sealed move ends the game: {}", end.kind),
            article,
        );
        self.end_by(&end, self.game.board().stm());
        Some(end)
    }

    /// Ends the turn of the player to move: adds to the clock what the move gains.
    pub fn end_turn(&mut self) {
        let board = self.game.board();
        let player = board.stm();
        let moves = moves_made(board, player);
        let control = self.adjourned.control.as_ref();
        let gained = control.map_or(Duration::ZERO, |control| time_gained(control, moves));
        let is_lost =
            control.is_some_and(|control| loses_unused_time(control, moves, self.rules.as_ref()));
        let left = self
            .time_left(player)
            .map(|left| if is_lost { Duration::ZERO } else { left });
        self.times[player.index()] = left.map(|left| left.saturating_add(gained));
        self.turn[player.index()] = Duration::ZERO;
    }

    /// The outcome if a player's flag has fallen: since 1997 a draw if the opponent cannot mate.
    pub fn rule_flag(&mut self, player: Color) -> Option<Outcome> {
        let Some(rules) = &self.rules else {
            return interpretations1974::rule_flag(&self.game, player);
        };
        let (cache, budget) = (&mut self.cache, self.budget);
        Some(flagfall::rule_flag(
            &self.game, rules, player, cache, budget,
        ))
    }

    fn finish(mut self) -> ResumptionRuling {
        self.answer.draw_offer = self.draw_offer();
        let left = Color::ALL.map(|player| self.time_left(player));
        let mut answer = self.answer;
        let articles = answer.steps.iter().filter_map(|step| step.article);
        answer.ruling = answer.ruling.under(articles).at(self.game.board(), left);
        if let Some(last) = answer.steps.last() {
            answer.ruling.ruling.clone_from(&last.text);
        }
        answer
    }
}
