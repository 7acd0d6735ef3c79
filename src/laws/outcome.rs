//! The outcome of a game (points, reason, Article, ply and proof), and the automatic ends.

use super::edition::{LossCondition, Rules};
use super::game::Game;
use super::material;
use super::winnable::{ProofBudget, UnwinnableProof, Winnability, WinnabilityCache, can_win};
use crate::types::Color;
use crate::util::text::quote;
use crate::util::word_enum::word_enum;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Half-moves without capture or pawn move that end the game (Article 9.6.2).
pub const SEVENTY_FIVE_MOVES: u16 = 150;

word_enum! {
    /// The points of one player.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum PlayerPoints {
        /// 0 points.
        Zero = "0",
        /// ½ point.
        Half = "1/2",
        /// 1 point.
        One = "1",
    }
}

impl PlayerPoints {
    /// The number of half points, 0 to 2.
    pub const fn halves(self) -> usize {
        self as usize
    }
}

/// The points of both players (97 to 09 11.1; 18 and 23 10.1). They need not add up to one: both may lose (97 and 01
/// 12.8; 09 12.9; 18 and 23 11.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points {
    /// White's points.
    pub white: PlayerPoints,
    /// Black's points.
    pub black: PlayerPoints,
}

impl Points {
    /// A draw: half a point each.
    pub const DRAW: Self = Self {
        white: PlayerPoints::Half,
        black: PlayerPoints::Half,
    };
    /// No points for either player.
    pub const BOTH_LOSE: Self = Self {
        white: PlayerPoints::Zero,
        black: PlayerPoints::Zero,
    };

    /// A win: one point for `color`, none for the opponent.
    pub const fn win(color: Color) -> Self {
        Self::only_for(color, PlayerPoints::One)
    }

    /// Points for `color`, none for the opponent.
    pub const fn only_for(color: Color, points: PlayerPoints) -> Self {
        let mut both = Self::BOTH_LOSE;
        match color {
            Color::White => both.white = points,
            Color::Black => both.black = points,
        }
        both
    }

    /// The player who wins, if one has a point and the other none.
    pub fn winner(self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self == Self::win(color))
    }

    /// The points of `color`.
    pub const fn of(self, color: Color) -> PlayerPoints {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// The error for a text that is not the points of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a score such as 1-0, 1/2-1/2, 0-0 or 1/2-0")]
pub struct PointsError(String);

impl FromStr for PlayerPoints {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        match text.trim().replace(',', ".").as_str() {
            "0" | "0.0" => Ok(Self::Zero),
            "1/2" | "½" | "0.5" | ".5" => Ok(Self::Half),
            "1" | "1.0" => Ok(Self::One),
            _ => Err(PointsError(quote(text))),
        }
    }
}

impl FromStr for Points {
    type Err = PointsError;

    fn from_str(text: &str) -> Result<Self, PointsError> {
        let (white, black) = text
            .split_once([
                '-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}',
            ])
            .ok_or_else(|| PointsError(quote(text)))?;
        Ok(Self {
            white: white.parse()?,
            black: black.parse()?,
        })
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.white, self.black)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

word_enum! {
    /// The reason why a game ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum OutcomeKind {
        /// The player to move is in check and has no legal move.
        Checkmate = "checkmate",
        /// The player to move has no legal move and is not in check.
        Stalemate = "stalemate",
        /// Neither player can mate by any series of legal moves.
        DeadPosition = "dead_position",
        /// The position occurred for the fifth time.
        Fivefold = "fivefold",
        /// 75 moves by each player without capture or pawn move.
        SeventyFiveMoves = "seventy_five_moves",
        /// A correct claim of threefold repetition.
        Threefold = "threefold",
        /// A correct claim of 50 moves by each player without capture or pawn move.
        FiftyMoves = "fifty_moves",
        /// A player's flag fell.
        FlagFall = "flag_fall",
        /// A player made the illegal move that loses.
        IllegalMove = "illegal_move",
        /// A player resigned.
        Resignation = "resignation",
        /// The players agreed to a draw.
        Agreement = "agreement",
    }
}

impl OutcomeKind {
    /// The value of the PGN tag `Termination`.
    pub const fn pgn_termination(self) -> &'static str {
        match self {
            Self::FlagFall => "time forfeit",
            Self::IllegalMove => "rules infraction",
            _ => "normal",
        }
    }

    /// What was claimed, for the details of a PGN record, in words that the judge recognises; `None` if the end needs no
    /// claim.
    pub const fn claim_in_words(self) -> Option<&'static str> {
        match self {
            Self::Threefold => Some("Threefold repetition"),
            Self::FiftyMoves => Some("Fifty moves without capture or pawn move"),
            _ => None,
        }
    }
}

/// The proof of an outcome, for outcomes that the moves of the game alone do not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Why White cannot mate and why Black cannot: the position is dead.
    Dead([UnwinnableProof; 2]),
    /// Whether the opponent of the player who loses can still mate; if not, the game is drawn. If that is undetermined,
    /// the player loses by the general rule.
    Opponent(Winnability),
}

/// One line, for reports.
impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dead([white, black]) => write!(f, "white {white}; black {black}"),
            Self::Opponent(Winnability::Undetermined { nodes }) => {
                write!(f, "undetermined after {nodes} positions")
            }
            Self::Opponent(winnability) => f.write_str(&winnability.proof()),
        }
    }
}

/// How a game ended, and under which Article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The points of both players.
    pub points: Points,
    /// The reason for the end.
    pub kind: OutcomeKind,
    /// The Article of the edition the game was played under.
    pub article: &'static str,
    /// Half-moves played when it ended.
    pub ply: usize,
    /// The proof; `None` if the moves alone show the outcome.
    pub proof: Option<Proof>,
}

impl Outcome {
    /// The outcome of a game that ends at the current position.
    pub(crate) fn now(game: &Game, rules: &Rules, kind: OutcomeKind, points: Points) -> Self {
        Self {
            points,
            kind,
            article: rules.end_article(kind),
            ply: game.ply(),
            proof: None,
        }
    }

    /// True if the outcome rests on a question of mate that remains undetermined.
    pub const fn is_undetermined(&self) -> bool {
        matches!(
            self.proof,
            Some(Proof::Opponent(Winnability::Undetermined { .. }))
        )
    }

    /// The end in words. `mover` is the side to move: the one whose flag fell, who moved illegally or who resigned; `condition`
    /// is what makes that a loss.
    pub fn sentence(&self, mover: Color, condition: LossCondition) -> String {
        let (mover, other) = (mover.title(), (!mover).title());
        let event = |text: &str| match self.points {
            Points::DRAW => format!("{mover}{text}, but {other} {}", condition.is_not_met()),
            _ => format!("{mover}{text}"),
        };
        match self.kind {
            OutcomeKind::Checkmate => format!("{other} mates"),
            OutcomeKind::Stalemate => "Stalemate".to_owned(),
            OutcomeKind::DeadPosition => "Dead position: neither side can mate".to_owned(),
            OutcomeKind::Fivefold => "The position has appeared five times".to_owned(),
            OutcomeKind::SeventyFiveMoves => "75 moves without capture or pawn move".to_owned(),
            OutcomeKind::Threefold => "The position has appeared three times".to_owned(),
            OutcomeKind::FiftyMoves => "50 moves without capture or pawn move".to_owned(),
            OutcomeKind::FlagFall => event("'s flag fell"),
            OutcomeKind::IllegalMove => event(" made an illegal move"),
            OutcomeKind::Resignation => event(" resigned"),
            OutcomeKind::Agreement => "The players agreed on a draw".to_owned(),
        }
    }
}

/// The outcome of the current position, if it ends the game automatically: checkmate, stalemate, dead position, fivefold
/// repetition, 75 moves, in this order.
///
/// A dead position ends the game only if that is proved within the budget. Earlier positions are not checked: call this
/// at every ply.
pub fn automatic(
    game: &Game,
    rules: &Rules,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Option<Outcome> {
    no_legal_move(game, rules)
        .or_else(|| dead(game, rules, cache, budget))
        .or_else(|| by_counter(game, rules))
}

/// Like [`automatic`], but tests only insufficient material for dead positions.
///
/// A position that draws by a counter may also be dead, and dead positions come first; the points are the same.
pub fn by_rule(game: &Game, rules: &Rules) -> Option<Outcome> {
    no_legal_move(game, rules)
        .or_else(|| {
            material::is_dead(game.board()).then(|| Outcome {
                proof: Some(Proof::Dead([
                    UnwinnableProof::Material,
                    UnwinnableProof::Material,
                ])),
                ..Outcome::now(game, rules, OutcomeKind::DeadPosition, Points::DRAW)
            })
        })
        .or_else(|| by_counter(game, rules))
}

/// Checkmate and stalemate (97 5.1.a and 5.2; 01 and 09 5.1.a and 5.2.a; 18 and 23 5.1.1 and 5.2.1).
#[doc(alias = "is_checkmate", alias = "is_stalemate")]
pub fn no_legal_move(game: &Game, rules: &Rules) -> Option<Outcome> {
    let board = game.board();
    if board.has_legal_move() {
        return None;
    }
    let (kind, points) = if board.in_check() {
        (OutcomeKind::Checkmate, Points::win(!board.stm()))
    } else {
        (OutcomeKind::Stalemate, Points::DRAW)
    };
    Some(Outcome::now(game, rules, kind, points))
}

/// Dead position: neither player can mate by any series of legal moves (97 9.6; 01 and 09 5.2.b; 18 and 23 5.2.2).
///
/// `None` if one of them can, or if it is not proved within the budget that neither can. The position must have a legal
/// move: a stalemate is dead too, but is reported as stalemate.
pub fn dead(
    game: &Game,
    rules: &Rules,
    cache: &mut WinnabilityCache,
    budget: &ProofBudget,
) -> Option<Outcome> {
    let white = can_win(game.board(), Color::White, budget, cache);
    if white.is_winnable() != Some(false) {
        return None;
    }
    let black = can_win(game.board(), Color::Black, budget, cache);
    proved_dead(game, rules, [white, black])
}

/// Dead position, if these answers for White and Black prove it; see [`dead`].
pub fn proved_dead(game: &Game, rules: &Rules, winnability: [Winnability; 2]) -> Option<Outcome> {
    match winnability {
        [
            Winnability::Unwinnable(white),
            Winnability::Unwinnable(black),
        ] => Some(Outcome {
            proof: Some(Proof::Dead([white, black])),
            ..Outcome::now(game, rules, OutcomeKind::DeadPosition, Points::DRAW)
        }),
        _ => None,
    }
}

/// The first position before the current one that ended the game by fivefold repetition or the 75-move rule, although
/// play continued.
pub fn earlier_by_counter(game: &Game, rules: &Rules) -> Option<Outcome> {
    (0..game.ply()).find_map(|ply| by_counter_at(game, rules, ply))
}

/// Fivefold repetition and 75 moves without capture or pawn move (18 and 23 9.6.1 and 9.6.2). The position must not be
/// checkmate, which comes first.
pub fn by_counter(game: &Game, rules: &Rules) -> Option<Outcome> {
    by_counter_at(game, rules, game.ply())
}

fn by_counter_at(game: &Game, rules: &Rules, ply: usize) -> Option<Outcome> {
    if !rules.automatic_draws {
        return None;
    }
    let kind = if game.occurrence_at(ply) >= 5 {
        OutcomeKind::Fivefold
    } else if game.boards()[ply].halfmove_clock() >= SEVENTY_FIVE_MOVES {
        OutcomeKind::SeventyFiveMoves
    } else {
        return None;
    };
    Some(Outcome {
        ply,
        ..Outcome::now(game, rules, kind, Points::DRAW)
    })
}
