//! What a person does at the table.

use super::refusal::PlayRefusal;
use super::session::{ARBITER, PlayNote, PlaySession};
use super::settings::PlaySettings;
use crate::laws::edition::{FlagCaller, clause};
use crate::laws::outcome::OutcomeKind;
use crate::notation::language::Language;
use crate::types::{Color, Square};
use crate::util::text::quote;
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Instant;

/// An action, as the page sends it. Moves are SAN or UCI notation; `language` is that of their piece letters, by its code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "act", rename_all = "lowercase", deny_unknown_fields)]
pub enum PlayAct {
    /// A new game.
    New(PlaySettings),
    /// A move, perhaps with a draw offer.
    Move {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// Its language.
        #[serde(default, deserialize_with = "language")]
        language: Option<Language>,
        /// A draw is offered with it.
        #[serde(default)]
        offer: bool,
    },
    /// The player to move touches a piece.
    Touch {
        /// Its square.
        square: String,
    },
    /// The player to move says that pieces will be adjusted.
    Adjust,
    /// A player resigns.
    Resign {
        /// The player, of two people.
        #[serde(default)]
        by: Option<Color>,
    },
    /// A player offers a draw.
    Offer {
        /// The player, of two people.
        #[serde(default)]
        by: Option<Color>,
    },
    /// A player accepts the opponent's offer.
    Accept {
        /// The player, of two people.
        #[serde(default)]
        by: Option<Color>,
    },
    /// A player declines the opponent's offer.
    Refuse {
        /// The player, of two people.
        #[serde(default)]
        by: Option<Color>,
    },
    /// The player to move claims a draw.
    Claim {
        /// `threefold` or `fifty`.
        kind: String,
        /// The move that is to be made; empty for a claim on the board.
        #[serde(rename = "move", default)]
        mv: String,
        /// Its language.
        #[serde(default, deserialize_with = "language")]
        language: Option<Language>,
    },
    /// A player claims that the opponent's flag has fallen.
    Flag,
    /// Two people ask the arbiter.
    Ask {
        /// What they ask about.
        question: ArbiterQuestion,
        /// The illegal move.
        #[serde(rename = "move", default)]
        mv: String,
        /// Its language.
        #[serde(default, deserialize_with = "language")]
        language: Option<Language>,
        /// The touched squares.
        #[serde(default)]
        squares: String,
        /// The player whose flag fell; by default the one to move.
        #[serde(default)]
        player: Option<Color>,
        /// The ruling is carried out.
        #[serde(default)]
        apply: bool,
    },
    /// Takes the last move back.
    Takeback,
    /// Asks for a move.
    Hint,
    /// The player to move seals a move.
    Adjourn {
        /// The move, as written.
        sealed: String,
        /// Its language.
        #[serde(default, deserialize_with = "language")]
        language: Option<Language>,
    },
    /// Resumes the adjourned game.
    Resume,
    /// Continues the game that was kept when the program ended.
    Reopen,
    /// Begins or ends the analysis of a position.
    Analyse {
        /// Whether it begins.
        on: bool,
        /// The half-moves before the position.
        #[serde(default)]
        ply: usize,
    },
    /// Makes the review of the game.
    Review,
    /// Plays on from a position of the game that is over.
    Continue {
        /// The half-moves before it.
        ply: usize,
    },
}

/// What two people ask the arbiter about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArbiterQuestion {
    /// An illegal move.
    Illegal,
    /// Touched pieces.
    Touch,
    /// A fallen flag.
    Flag,
}

fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Language>, D::Error> {
    let code: Option<String> = Deserialize::deserialize(deserializer)?;
    let read = |code: String| code.parse().map_err(serde::de::Error::custom);
    code.map(read).transpose()
}

/// The answer to an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ActAnswer {
    /// A sentence for the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The ruling, if the Laws were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<PlayNote>,
}

impl ActAnswer {
    pub(super) const fn text(text: String) -> Self {
        Self {
            text: Some(text),
            ruling: None,
        }
    }

    fn ruling(note: PlayNote) -> Self {
        Self {
            text: Some(note.text.clone()),
            ruling: Some(note),
        }
    }

    /// The last ruling of the log.
    fn ruled(session: &PlaySession) -> Self {
        let note = session.log.iter().rfind(|note| note.by == ARBITER);
        note.cloned().map_or_else(Self::default, Self::ruling)
    }
}

impl PlayAct {
    /// Does what concerns only the game.
    pub(super) fn on_session(
        self,
        session: &mut PlaySession,
        now: Instant,
    ) -> Result<ActAnswer, PlayRefusal> {
        session.check_playing()?;
        match self {
            Self::Move {
                mv,
                language,
                offer,
            } => {
                check_turn(session)?;
                let mv = session.read(&mv, language)?;
                session.check_choice(mv, language)?;
                session.play(mv, offer, now)?;
            }
            Self::Touch { square } => {
                check_turn(session)?;
                let square: Square = square.parse().map_err(PlayRefusal::new)?;
                session.touch(square);
            }
            Self::Adjust => {
                check_turn(session)?;
                session.adjusting = true;
                let text = format!("{} adjusts pieces.", session.stm().title());
                let article = session.rules().article(clause::ADJUSTING);
                session.note(session.stm(), text, &[article]);
                let text = "The piece touched next does not bind.".to_owned();
                return Ok(ActAnswer::text(text));
            }
            Self::Resign { by } => session.resign(session.person(by), now),
            Self::Offer { by } => {
                if session.offer.is_some() {
                    return Err(PlayRefusal::new("there is already an offer"));
                }
                session.make_offer(session.person(by), false);
            }
            Self::Accept { by } => session.accept(answering(session, by), now)?,
            Self::Refuse { by } => {
                let by = answering(session, by);
                if session.offer != Some(!by) {
                    return Err(PlayRefusal::new("there is no offer to decline"));
                }
                session.decline(by, "declines the offer");
            }
            Self::Claim { kind, mv, language } => {
                check_turn(session)?;
                let announced = Some(mv).filter(|mv| !mv.trim().is_empty());
                session.claim(ground(&kind)?, announced, language, now)?;
                return Ok(ActAnswer::ruled(session));
            }
            Self::Flag => {
                let Some(flagged) = session.flagged else {
                    return Err(PlayRefusal::new("no flag is down"));
                };
                session.rule_flag(flagged, FlagCaller::Player, now)?;
                return Ok(ActAnswer::ruled(session));
            }
            Self::Ask {
                question,
                mv,
                language,
                squares,
                player,
                apply,
            } => {
                check_two_people(session)?;
                let asked = match question {
                    ArbiterQuestion::Illegal => session.ask_illegal(&mv, language, apply, now)?,
                    ArbiterQuestion::Touch => session.ask_touch(&squares, apply, now)?,
                    ArbiterQuestion::Flag => {
                        session.ask_flag(session.person(player), apply, now)?
                    }
                };
                return Ok(asked.map_or_else(|| ActAnswer::ruled(session), ActAnswer::ruling));
            }
            _ => return Err(PlayRefusal::new("this is for the table, not for the game")),
        }
        Ok(ActAnswer::default())
    }
}

/// The engine asks no arbiter.
fn check_two_people(session: &PlaySession) -> Result<(), PlayRefusal> {
    match session.terms.engine {
        None => Ok(()),
        Some(_) => Err(PlayRefusal::new("only two people can ask the arbiter")),
    }
}

fn ground(text: &str) -> Result<OutcomeKind, PlayRefusal> {
    match text {
        "threefold" => Ok(OutcomeKind::Threefold),
        "fifty" => Ok(OutcomeKind::FiftyMoves),
        "" => Err(PlayRefusal::new(
            "write claim threefold or claim fifty, then the move if you have not made it yet",
        )),
        _ => Err(PlayRefusal(format!(
            "'{}' is neither threefold nor fifty: write claim threefold or claim fifty",
            quote(text)
        ))),
    }
}

/// The engine's moves are not a person's to make.
fn check_turn(session: &PlaySession) -> Result<(), PlayRefusal> {
    if session.person_moves() {
        Ok(())
    } else {
        Err(PlayRefusal::new("it is not your move"))
    }
}

/// The person who answers an offer: of two people, by default the one who did not make it.
fn answering(session: &PlaySession, by: Option<Color>) -> Color {
    session.person(by.or(session.offer.map(|offerer| !offerer)))
}
