//! How a game ended, in the words of its record.

use crate::arbiter::record::{Termination, TerminationKind};
use crate::arbiter::uci_engine::UciEngineError;
use crate::laws::game::Game;
use crate::laws::outcome::{Kind, Outcome, Points, Proof};
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

impl From<Kind> for TerminationKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Checkmate => Self::Checkmate,
            Kind::Stalemate => Self::Stalemate,
            Kind::DeadPosition => Self::DeadPosition,
            Kind::Fivefold => Self::Fivefold,
            Kind::SeventyFiveMoves => Self::SeventyFiveMoves,
            Kind::Threefold => Self::Threefold,
            Kind::FiftyMoves => Self::FiftyMoves,
            Kind::FlagFall => Self::FlagFall,
            Kind::IllegalMove => Self::IllegalMove,
            Kind::Resignation => Self::Resignation,
            Kind::Agreement => Self::Agreement,
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
            Kind::Checkmate => format!("{other} mates"),
            Kind::Stalemate => "Stalemate".to_owned(),
            Kind::DeadPosition => "Dead position: neither side can mate".to_owned(),
            Kind::Fivefold => "The position has appeared five times".to_owned(),
            Kind::SeventyFiveMoves => "75 moves without capture and pawn move".to_owned(),
            Kind::Threefold => "The position has appeared three times".to_owned(),
            Kind::FiftyMoves => "50 moves without capture and pawn move".to_owned(),
            Kind::FlagFall => event("'s flag fell"),
            Kind::IllegalMove => event(" made an illegal move"),
            Kind::Resignation => event(" resigned"),
            Kind::Agreement => "The players agreed on a draw".to_owned(),
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
    pub(super) fn claimed(kind: Kind, article: &str, how: &str) -> Self {
        let what = match kind {
            Kind::Threefold => "Threefold repetition",
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
