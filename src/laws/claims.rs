//! The draws that the player to move may claim (Articles 9.2 and 9.3), with the position on the board or with a move not yet
//! played.

use super::edition::Rules;
use super::game::Game;
use super::outcome::OutcomeKind::{self, FiftyMoves, Threefold};
use super::outcome::by_rule;
use crate::types::Move;

/// Half-moves without capture or pawn move that allow a claim.
const FIFTY_MOVES: u16 = 100;
/// The smallest distance, in half-moves, between the first and the third occurrence of a position.
const TWO_ROUNDS: usize = 8;

/// A draw that may be claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// [`OutcomeKind::Threefold`] or [`OutcomeKind::FiftyMoves`].
    pub kind: OutcomeKind,
    /// The announced move, which is not played; `None` for the position on the board.
    pub mv: Option<Move>,
    /// The Article that allows the claim.
    pub article: &'static str,
    /// What supports the claim.
    pub evidence: Evidence,
}

impl Claim {
    fn new(rules: &Rules, kind: OutcomeKind, mv: Option<Move>, evidence: Evidence) -> Self {
        Self {
            kind,
            mv,
            article: rules.claim_article(kind, mv.is_some()),
            evidence,
        }
    }
}

/// The evidence for a claim. For an announced move it refers to the ply that the move would lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The plies at which the position occurs.
    Occurrences(Vec<usize>),
    /// The half-moves without capture or pawn move. The halfmove clock of the starting position supplies those made
    /// before it.
    QuietMoves {
        /// The ply before the first quiet half-move in this game.
        first: usize,
        /// The ply after the last quiet half-move.
        last: usize,
        /// Half-moves before the starting position.
        before_start: u16,
    },
}

/// The draws that the player to move may claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Claims on the position on the board.
    pub on_board: Vec<Claim>,
    /// Claims with an announced move.
    pub intended: Vec<Claim>,
}

impl Claims {
    /// True if there is no claim.
    pub fn is_empty(&self) -> bool {
        self.on_board.is_empty() && self.intended.is_empty()
    }
}

/// All draws that the player to move may claim; none if the game is over according to [`by_rule`].
///
/// A dead position that needs a search to prove also ends the game; it is not checked here.
///
/// ```
/// use compongo::laws::claims::claims;
/// use compongo::laws::outcome::OutcomeKind;
/// use compongo::{Edition, Game, Mode};
///
/// let game = Game::new("7k/8/6K1/8/8/8/8/R7 w - - 100 80".parse()?);
/// let claims = claims(&game, &Edition::Fide2023.rules(Mode::Standard));
/// let claim = &claims.on_board[0];
/// assert_eq!((claim.kind, claim.article), (OutcomeKind::FiftyMoves, "9.3.2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn claims(game: &Game, rules: &Rules) -> Claims {
    Claims {
        on_board: on_board(game, rules),
        intended: intended(game, rules),
    }
}

/// The draws that may be claimed with the position on the board: it has occurred at least three times, or each player
/// has made 50 moves without capture or pawn move. None if the game is over.
pub fn on_board(game: &Game, rules: &Rules) -> Vec<Claim> {
    let mut claims = Vec::new();
    if game.occurrence() >= 3 {
        let evidence = Evidence::Occurrences(game.latest_occurrences());
        claims.push(Claim::new(rules, Threefold, None, evidence));
    }
    if game.board().halfmove_clock() >= FIFTY_MOVES {
        let evidence = quiet_moves(game.ply());
        claims.push(Claim::new(rules, FiftyMoves, None, evidence));
    }
    unless_over(game, rules, claims)
}

/// The draws that may be claimed by announcing some move.
fn intended(game: &Game, rules: &Rules) -> Vec<Claim> {
    let mut claims = Vec::new();
    if may_complete_fifty(game) || may_repeat(game) {
        for mv in game.board().legal_moves() {
            add_with_move(game, rules, mv, &mut claims);
        }
    }
    unless_over(game, rules, claims)
}

/// The draws that may be claimed by announcing a move: the position after it occurs for at least the third time, or it
/// completes 50 moves by each player. The claim stands even if the move would mate or stalemate. None if the game is
/// over or the move is illegal.
pub fn with_move(game: &Game, rules: &Rules, mv: Move) -> Vec<Claim> {
    let mut claims = Vec::new();
    if game.board().is_legal(mv) {
        add_with_move(game, rules, mv, &mut claims);
    }
    unless_over(game, rules, claims)
}

fn unless_over(game: &Game, rules: &Rules, claims: Vec<Claim>) -> Vec<Claim> {
    if claims.is_empty() || by_rule(game, rules).is_some() {
        return Vec::new();
    }
    claims
}

/// Adds the claims that a legal move supports.
fn add_with_move(game: &Game, rules: &Rules, mv: Move, claims: &mut Vec<Claim>) {
    if game.board().resets_clock(mv) {
        return;
    }
    if may_repeat(game) && game.occurrence_after(mv) >= 3 {
        let evidence = Evidence::Occurrences(game.latest_occurrences_after(mv));
        claims.push(Claim::new(rules, Threefold, Some(mv), evidence));
    }
    if may_complete_fifty(game) {
        let evidence = quiet_moves(game.ply() + 1);
        claims.push(Claim::new(rules, FiftyMoves, Some(mv), evidence));
    }
}

/// True if a move that is neither a capture nor a pawn move completes 50 moves by each player.
fn may_complete_fifty(game: &Game) -> bool {
    game.board().halfmove_clock() + 1 >= FIFTY_MOVES
}

/// A fast filter: false if no move can lead to a third occurrence, because no position since the last capture or pawn
/// move has occurred twice.
fn may_repeat(game: &Game) -> bool {
    let reversible = usize::from(game.board().halfmove_clock()).min(game.ply());
    reversible + 1 >= TWO_ROUNDS && game.has_repeated_within(reversible)
}

/// The 50 moves by each player that end at a ply.
fn quiet_moves(last: usize) -> Evidence {
    let window = usize::from(FIFTY_MOVES);
    Evidence::QuietMoves {
        first: last.saturating_sub(window),
        last,
        before_start: window.saturating_sub(last) as u16,
    }
}
