//! How a game ended, in the words of its record.

use crate::arbiter::record::{Termination, TerminationKind};
use crate::arbiter::uci_engine::UciEngineError;
use crate::laws::game::Game;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::types::Color;

/// The name of a side as a sentence has it.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The score of a game and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameVerdict {
    /// What both players score.
    pub points: Points,
    /// Why.
    pub end: Termination,
}

impl From<OutcomeKind> for TerminationKind {
    fn from(kind: OutcomeKind) -> Self {
        match kind {
            OutcomeKind::Checkmate => Self::Checkmate,
            OutcomeKind::Stalemate => Self::Stalemate,
            OutcomeKind::DeadPosition => Self::DeadPosition,
            OutcomeKind::Fivefold => Self::Fivefold,
            OutcomeKind::SeventyFiveMoves => Self::SeventyFiveMoves,
            OutcomeKind::Threefold => Self::Threefold,
            OutcomeKind::FiftyMoves => Self::FiftyMoves,
            OutcomeKind::FlagFall => Self::FlagFall,
            OutcomeKind::IllegalMove => Self::IllegalMove,
            OutcomeKind::Resignation => Self::Resignation,
            OutcomeKind::Agreement => Self::Agreement,
        }
    }
}

impl GameVerdict {
    /// What the Laws say of the position that the game has reached, or of an event in it.
    ///
    /// An event strikes the player to move.
    pub(super) fn new(game: &Game, outcome: &Outcome) -> Self {
        let stm = game.board().stm();
        let (mover, other) = (side(stm), side(!stm));
        let event = |text: &str| match outcome.points {
            Points::DRAW => format!("{mover}{text}, but {other} cannot mate"),
            _ => format!("{mover}{text}"),
        };
        let text = match outcome.kind {
            OutcomeKind::Checkmate => format!("{other} mates"),
            OutcomeKind::Stalemate => "Stalemate".to_owned(),
            OutcomeKind::DeadPosition => "Dead position: neither side can mate".to_owned(),
            OutcomeKind::Fivefold => "The position has appeared five times".to_owned(),
            OutcomeKind::SeventyFiveMoves => "75 moves without capture and pawn move".to_owned(),
            OutcomeKind::Threefold => "The position has appeared three times".to_owned(),
            OutcomeKind::FiftyMoves => "50 moves without capture and pawn move".to_owned(),
            OutcomeKind::FlagFall => event("'s flag fell"),
            OutcomeKind::IllegalMove => event(" made an illegal move"),
            OutcomeKind::Resignation => event(" resigned"),
            OutcomeKind::Agreement => "The players agreed on a draw".to_owned(),
        };
        Self {
            points: outcome.points,
            end: Termination {
                kind: outcome.kind.into(),
                article: Some(outcome.article.to_owned()),
                text,
                proof: outcome.proof.as_ref().map(ToString::to_string),
                unproved: matches!(outcome.proof, Some(Proof::Undetermined { .. })),
            },
        }
    }

    /// A draw under an Article.
    pub(super) fn draw(kind: TerminationKind, article: &str, text: String) -> Self {
        Self {
            points: Points::DRAW,
            end: Termination {
                kind,
                article: Some(article.to_owned()),
                text,
                proof: None,
                unproved: false,
            },
        }
    }

    /// A draw that was claimed correctly; `how` says by whom.
    pub(super) fn claimed(kind: OutcomeKind, article: &str, how: &str) -> Self {
        let what = match kind {
            OutcomeKind::Threefold => "Threefold repetition",
            _ => "Fifty moves without capture and pawn move",
        };
        Self::draw(kind.into(), article, format!("{what}, {how}"))
    }

    /// What no Article decides: a loss of one side, or a draw.
    pub(super) fn outside(kind: TerminationKind, loser: Option<Color>, text: String) -> Self {
        Self {
            points: loser.map_or(Points::DRAW, |loser| Points::win(!loser)),
            end: Termination {
                kind,
                article: None,
                text,
                proof: None,
                unproved: false,
            },
        }
    }

    /// The game is lost by default, or by both players (Article 6.7).
    pub(super) fn not_ready(missing: [Option<UciEngineError>; 2]) -> Self {
        let points = match &missing {
            [Some(_), Some(_)] => Points::BOTH_LOSE,
            [Some(_), None] => Points::win(Color::Black),
            [None, _] => Points::win(Color::White),
        };
        let sentences: Vec<String> = Color::ALL
            .into_iter()
            .zip(missing)
            .filter_map(|(color, error)| {
                error.map(|error| format!("{} is not ready: {error}", side(color)))
            })
            .collect();
        Self {
            points,
            end: Termination {
                kind: TerminationKind::NotReady,
                article: None,
                text: sentences.join("; "),
                proof: None,
                unproved: false,
            },
        }
    }
}
