//! Adjudication by the engines' scores, by the number of moves and by endgame tables. It is not part of the Laws; a
//! match may ask for it.

use super::verdict::GameVerdict;
use crate::board::Board;
use crate::match_runner::record::SearchInfo;
use crate::match_runner::settings::{ClaimPolicy, MatchAdjudication, ResignRule};
use crate::syzygy::TableWdl;
use crate::types::Color;
use crate::util::format::counted;

/// The score that a mate counts as, in centipawns.
const MATE: i32 = 100_000;

/// The last scores of one engine, and the number of its moves.
#[derive(Clone, Copy, Default)]
struct PlayerScores {
    /// The side that wins by the last scores, and for how many successive moves.
    won: Option<(Color, u32)>,
    /// For how many successive moves the scores were even.
    even: u32,
    moves: u32,
}

/// Follows the scores of both engines.
pub(super) struct Adjudicator {
    rules: MatchAdjudication,
    players: [PlayerScores; 2],
}

impl Adjudicator {
    pub fn new(rules: &MatchAdjudication) -> Self {
        Self {
            rules: rules.clone(),
            players: [PlayerScores::default(); 2],
        }
    }

    /// Adds the search info of a move. A move without a score ends every streak.
    pub fn add(&mut self, stm: Color, info: &SearchInfo) {
        let player = &mut self.players[stm.index()];
        player.moves += 1;
        let mate = info.mate.map(|moves| if moves > 0 { MATE } else { -MATE });
        let Some(score) = mate.or(info.cp) else {
            (player.won, player.even) = (None, 0);
            return;
        };
        let size = score.saturating_abs();
        let winner = if score > 0 { stm } else { !stm };
        player.won = match player.won {
            _ if self.rules.win.is_none_or(|rule| size < rule.score) => None,
            Some((color, moves)) if color == winner => Some((winner, moves + 1)),
            _ => Some((winner, 1)),
        };
        let is_even = self.rules.draw.is_some_and(|rule| size <= rule.score);
        player.even = if is_even { player.even + 1 } else { 0 };
    }

    /// The end of the game, if the scores have been clear for long enough or the game has the most moves; `None` if it
    /// goes on. `move_number` is the number of the next move.
    pub fn verdict(&self, move_number: u32) -> Option<GameVerdict> {
        if let Some(rule) = self.rules.win
            && let Some(winner) = self.winner(rule)
        {
            let whose = if rule.one_sided {
                format!("{}'s own scores", (!winner).title())
            } else {
                "both engines' scores".to_owned()
            };
            let text = format!(
                "{} wins by adjudication: at least {} cp in {whose} for {}",
                winner.title(),
                rule.score,
                counted(rule.moves, "move")
            );
            return Some(GameVerdict::adjudicated(Some(!winner), text));
        }
        if let Some(rule) = self.rules.draw
            && move_number > rule.from_move
            && self
                .players
                .iter()
                .all(|player| player.even >= rule.moves.max(1))
        {
            let text = format!(
                "Draw by adjudication: at most {} cp in both engines' scores for {}",
                rule.score,
                counted(rule.moves, "move")
            );
            return Some(GameVerdict::adjudicated(None, text));
        }
        let max = self.rules.max_moves?;
        let is_reached = self.players.iter().all(|player| player.moves >= max);
        is_reached.then(|| {
            let text = format!(
                "Draw by adjudication: {} by each engine",
                counted(max, "move")
            );
            GameVerdict::adjudicated(None, text)
        })
    }

    fn winner(&self, rule: ResignRule) -> Option<Color> {
        let says = |player: Color, winner: Color| {
            let won = self.players[player.index()].won;
            won.is_some_and(|(color, moves)| color == winner && moves >= rule.moves)
        };
        Color::ALL
            .into_iter()
            .find(|&winner| says(!winner, winner) && (rule.one_sided || says(winner, winner)))
    }
}

/// The end of a game whose position has this result in the endgame tables: the same result under the fifty-move rule.
/// `None` if it is not certain.
///
/// The tables are exact directly after a capture or a pawn move; with another halfmove clock only a draw is certain. If
/// the match does not claim draws, only a result that the fifty-move rule does not change counts.
pub(super) fn table_verdict(
    wdl: TableWdl,
    board: &Board,
    claims: ClaimPolicy,
) -> Option<GameVerdict> {
    let stm = board.stm();
    let winner = match wdl {
        TableWdl::Win => Some(stm),
        TableWdl::Loss => Some(!stm),
        TableWdl::CursedWin | TableWdl::BlessedLoss if claims == ClaimPolicy::None => return None,
        TableWdl::CursedWin | TableWdl::BlessedLoss | TableWdl::Draw => None,
    };
    if winner.is_some() && board.halfmove_clock() > 0 {
        return None;
    }
    let text = winner.map_or_else(
        || "Draw by adjudication".to_owned(),
        |winner| format!("{} wins by adjudication", winner.title()),
    );
    let wdl = wdl.as_str();
    let text = format!("{text}: a {wdl} for {} in the endgame tables", stm.title());
    let loser = winner.map(|winner| !winner);
    Some(GameVerdict::adjudicated(loser, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::outcome::Points;

    #[test]
    fn a_win_that_fifty_moves_spoil_is_a_draw_if_draws_are_claimed() {
        let board = |clock: u32| format!("8/8/8/3k4/3N4/3N4/p7/3K4 w - - {clock} 90").parse();
        let [fresh, later] = [0, 60].map(|clock| board(clock).expect("a position"));
        for wdl in [TableWdl::CursedWin, TableWdl::BlessedLoss] {
            for (claims, expected) in [
                (ClaimPolicy::Auto, Some(Points::DRAW)),
                (ClaimPolicy::Engine, Some(Points::DRAW)),
                (ClaimPolicy::None, None),
            ] {
                for board in [&fresh, &later] {
                    let verdict = table_verdict(wdl, board, claims);
                    let points = verdict.map(|verdict| verdict.points);
                    assert_eq!(points, expected, "{wdl:?} {claims:?} {board}");
                }
            }
        }
        let verdict = table_verdict(TableWdl::CursedWin, &fresh, ClaimPolicy::Auto);
        let text = verdict.expect("a draw").end.text;
        let expected = "Draw by adjudication: a cursed win for White in the endgame tables";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_mate_counts_as_a_win_and_a_move_without_a_score_ends_the_row() {
        let win = Some(ResignRule {
            score: 400,
            moves: 2,
            one_sided: false,
        });
        let mut scores = Adjudicator::new(&MatchAdjudication {
            win,
            ..MatchAdjudication::default()
        });
        let mate = |moves| SearchInfo {
            mate: Some(moves),
            ..SearchInfo::default()
        };
        let mut round = |black: &SearchInfo| {
            scores.add(Color::White, &mate(-3));
            scores.add(Color::Black, black);
            scores.verdict(9).map(|verdict| verdict.points)
        };
        assert_eq!(round(&mate(3)), None);
        assert_eq!(round(&SearchInfo::default()), None);
        assert_eq!(round(&mate(3)), None);
        assert_eq!(round(&mate(3)), Some(Points::win(Color::Black)));
    }
}
