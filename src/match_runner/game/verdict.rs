//! The end of a game with its score.

use crate::laws::edition::{Rules, clause};
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::match_runner::record::{Termination, TerminationKind};
use crate::match_runner::uci_engine::UciEngineError;
use crate::types::Color;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameVerdict {
    pub points: Points,
    pub end: Termination,
}

impl GameVerdict {
    /// An outcome under the Laws. The side to move is the one whose flag fell, who moved illegally or who resigned.
    pub fn new(game: &Game, rules: &Rules, outcome: &Outcome) -> Self {
        Self {
            points: outcome.points,
            end: Termination {
                kind: TerminationKind::Laws(outcome.kind),
                article: Some(outcome.article.to_owned()),
                text: outcome.sentence(game.board().stm(), rules.loss_condition),
                proof: outcome.proof.as_ref().map(ToString::to_string),
                unproved: outcome.is_undetermined(),
            },
        }
    }

    pub fn draw(kind: TerminationKind, article: &str, text: String) -> Self {
        Self {
            points: Points::DRAW,
            end: Termination {
                article: Some(article.to_owned()),
                ..Termination::new(kind, text)
            },
        }
    }

    /// A draw by a correct claim; `how` says by whom.
    pub fn claimed(kind: OutcomeKind, article: &str, how: &str) -> Self {
        let what = kind.claim_in_words().unwrap_or(kind.as_str());
        Self::draw(
            TerminationKind::Laws(kind),
            article,
            format!("{what}, {how}"),
        )
    }

    /// An end that the Laws do not know: a loss of one side, or a draw.
    pub fn outside(kind: TerminationKind, loser: Option<Color>, text: String) -> Self {
        Self {
            points: loser.map_or(Points::DRAW, |loser| Points::win(!loser)),
            end: Termination::new(kind, text),
        }
    }

    /// The end by a rule of the match.
    pub fn adjudicated(loser: Option<Color>, text: String) -> Self {
        Self::outside(TerminationKind::Adjudication, loser, text)
    }

    /// A loss by default for each engine that was not ready (97 6.6; 01 6.7; 09 6.6.a; 18 and 23 6.7.1).
    pub fn not_ready(errors: [Option<UciEngineError>; 2], rules: &Rules) -> Self {
        let points = match &errors {
            [Some(_), Some(_)] => Points::BOTH_LOSE,
            [Some(_), None] => Points::win(Color::Black),
            [None, _] => Points::win(Color::White),
        };
        let sentences: Vec<String> = Color::ALL
            .into_iter()
            .zip(errors)
            .filter_map(|(color, error)| {
                error.map(|error| format!("{} is not ready: {error}", color.title()))
            })
            .collect();
        Self {
            points,
            end: Termination {
                article: Some(rules.article(clause::DEFAULT_TIME).to_owned()),
                ..Termination::new(TerminationKind::NotReady, sentences.join("; "))
            },
        }
    }
}
