//! The moves of a position, ranked by the tables.
//!
//! The halfmove clock, repetitions and the draw rules decide which wins are real. A win is frustrated if the opponent
//! can claim a draw after fifty moves (Article 9.3), or if the game is drawn after 75 moves (Article 9.6.2 of editions
//! since 2018), before the next capture, pawn move or mate. A move after which the position occurs for the third time
//! gives the draw away (Article 9.2).

use super::tablebase::Tablebase;
use super::value::{Dtz, TableWdl};
use crate::board::Board;
use crate::types::{Key, MAX_PLY, Move, MoveList, Score};

/// The half-moves without capture or pawn move after which a draw can be claimed (Article 9.3).
const FIFTY_MOVES: i32 = 100;
/// The half-moves without capture or pawn move that draw the game, in editions with that rule (Article 9.6.2).
const SEVENTY_FIVE_MOVES: i32 = 150;
/// A capture, pawn move or mate within this many plies is soon enough, if it also lies within half of the plies that
/// the fifty-move rule leaves: among such wins the search chooses. Beyond that, only the shortest win counts.
const SOON: i32 = 20;

/// The draw rules that the results depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// Draws can be claimed under the fifty-move rule.
    pub fifty_moves: bool,
    /// The game is drawn after 75 moves without a claim.
    pub automatic_draws: bool,
}

/// The position whose moves are ranked.
#[derive(Clone, Copy, Debug)]
pub struct RootPosition<'a> {
    /// The position before the move.
    pub board: &'a Board,
    /// The keys of the positions before it that can occur again.
    pub history: &'a [Key],
    /// The moves to rank.
    pub moves: &'a MoveList,
    /// The draw rules that apply.
    pub rules: TableRules,
}

/// The tables' verdict on a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootTables {
    /// The result with the best move. Wins and losses that the halfmove clock frustrates count as cursed and blessed.
    pub wdl: TableWdl,
    /// The distance to zeroing with the best move, in plies; `None` if a DTZ table is missing.
    pub dtz: Option<i32>,
    /// The halfmove clock of the position.
    pub halfmove_clock: u16,
    /// True if wins are frustrated by a claim after fifty moves, not by the end of the game after 75.
    pub fifty_moves: bool,
    /// The number of positions looked up.
    pub probes: u64,
    /// The moves, best first; moves of equal rank keep the order of the request.
    pub moves: Vec<RankedMove>,
}

/// A move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The ranked move.
    pub mv: Move,
    /// Its rank. Moves of equal rank are left to the search.
    pub rank: MoveRank,
    /// The score of the move, the same for all moves of a rank; `None` for a win or loss of unknown distance.
    pub score: Option<Score>,
    /// The distance to zeroing for the side that moves, in plies; `None` if a DTZ table is missing.
    pub dtz: Option<i32>,
}

/// The rank of a move, worst first: by the result, then by how well it preserves the chance to win or draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MoveRank {
    /// The result after the move, under the draw rules.
    pub wdl: TableWdl,
    preference: i32,
}

/// The moves of a position ranked by DTZ, or by WDL if a DTZ table is missing. `None` if a WDL table is missing, with a
/// castling right, or without a legal move.
pub fn rank_moves(tables: &Tablebase, root: &RootPosition<'_>) -> Option<RootTables> {
    let mut moves = by_dtz(tables, root).or_else(|| by_wdl(tables, root))?;
    moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    for equals in moves.chunk_by_mut(|a, b| a.rank == b.rank) {
        let (wdl, dtz) = (equals[0].rank.wdl, best_distance(equals));
        for ranked in equals {
            ranked.score = score(wdl, dtz);
        }
    }
    let best = moves.chunk_by(|a, b| a.rank == b.rank).next()?;
    Some(RootTables {
        wdl: best[0].rank.wdl,
        dtz: best_distance(best),
        halfmove_clock: root.board.halfmove_clock(),
        fifty_moves: root.rules.fifty_moves,
        probes: moves.len() as u64,
        moves,
    })
}

/// The moves ranked by their distances to zeroing.
fn by_dtz(tables: &Tablebase, root: &RootPosition<'_>) -> Option<Vec<RankedMove>> {
    let distances: Option<Vec<(Move, Dtz)>> = root
        .moves
        .iter()
        .map(|&mv| Some((mv, distance(tables, root, mv)?)))
        .collect();
    let clock = i32::from(root.board.halfmove_clock());
    let results: Vec<(Move, Dtz, TableWdl)> = distances?
        .into_iter()
        .map(|(mv, dtz)| (mv, dtz, result(dtz, clock, root.rules)))
        .collect();
    let fastest = results
        .iter()
        .filter(|(_, _, wdl)| *wdl == TableWdl::Win)
        .map(|(_, dtz, _)| dtz.longest())
        .min()
        .unwrap_or_default();
    let unhurried = if has_repeated(root) {
        fastest
    } else {
        fastest.max(SOON.min((FIFTY_MOVES - 1 - clock) / 2))
    };
    let ranked = results.into_iter().map(|(mv, dtz, wdl)| RankedMove {
        mv,
        rank: MoveRank {
            wdl,
            preference: preference(dtz, wdl, clock, unhurried),
        },
        score: None,
        dtz: Some(dtz.plies),
    });
    Some(ranked.collect())
}

/// The moves ranked by their results alone. How long a win takes is not known: after a move that neither sets the clock to
/// zero nor mates, at least one more ply.
fn by_wdl(tables: &Tablebase, root: &RootPosition<'_>) -> Option<Vec<RankedMove>> {
    let rank = |&mv: &Move| {
        let after = after(root.board, mv);
        let wdl = if gives_draw_away(root, &after) {
            TableWdl::Draw
        } else {
            -tables.probe_wdl(&after)?
        };
        let wdl = if root.rules.fifty_moves {
            wdl
        } else {
            wdl.without_fifty_moves()
        };
        let wdl = match wdl {
            TableWdl::Win | TableWdl::Loss if !root.board.resets_clock(mv) && !is_mate(&after) => {
                let soonest = Dtz::before_zeroing(-wdl).before_move();
                result(soonest, i32::from(root.board.halfmove_clock()), root.rules)
            }
            wdl => wdl,
        };
        Some(RankedMove {
            mv,
            rank: MoveRank { wdl, preference: 0 },
            score: None,
            dtz: None,
        })
    };
    root.moves.iter().map(rank).collect()
}

fn after(board: &Board, mv: Move) -> Board {
    let mut after = *board;
    after.play(mv);
    after
}

fn is_mate(board: &Board) -> bool {
    board.in_check() && !board.has_legal_move()
}

/// The distance to zeroing with this move, for the side that makes it.
fn distance(tables: &Tablebase, root: &RootPosition<'_>, mv: Move) -> Option<Dtz> {
    let after = after(root.board, mv);
    if gives_draw_away(root, &after) {
        return Some(Dtz::before_zeroing(TableWdl::Draw));
    }
    if is_mate(&after) {
        return Some(Dtz::before_zeroing(TableWdl::Win));
    }
    if root.board.resets_clock(mv) {
        return Some(Dtz::before_zeroing(-tables.probe_wdl(&after)?));
    }
    Some(tables.probe_dtz(&after)?.before_move())
}

/// True if the position after a move occurs for at least the third time: a draw can be claimed (Article 9.2).
fn gives_draw_away(root: &RootPosition<'_>, after: &Board) -> bool {
    let earlier = root.history.iter().filter(|&&key| key == after.key());
    earlier.count() >= 2
}

/// True if a position has occurred twice since the last capture or pawn move.
fn has_repeated(root: &RootPosition<'_>) -> bool {
    let mut keys: Vec<u64> = root.history.iter().map(|key| key.0).collect();
    keys.push(root.board.key().0);
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// The result of a move with this distance, at this halfmove clock before it.
fn result(dtz: Dtz, clock: i32, rules: TableRules) -> TableWdl {
    let (wins, distance) = match dtz.plies {
        0 => return TableWdl::Draw,
        // The winner must be certain to be in time; the loser may hope.
        1.. => (true, dtz.longest()),
        _ => (false, dtz.plies.abs()),
    };
    let in_time = if distance == 1 {
        // The clock is set to zero, or the game ends, before anyone can claim.
        true
    } else if rules.fifty_moves {
        clock + distance <= FIFTY_MOVES
    } else {
        // Beyond 100, the distance may include a later phase.
        !rules.automatic_draws || distance > FIFTY_MOVES || clock + distance <= SEVENTY_FIVE_MOVES
    };
    match (wins, in_time) {
        (true, true) => TableWdl::Win,
        (true, false) => TableWdl::CursedWin,
        (false, true) => TableWdl::Loss,
        (false, false) => TableWdl::BlessedLoss,
    }
}

/// The preference among moves with the same result. Winning moves up to the distance `unhurried` are equally good.
/// Beyond it, and for cursed wins, shorter distances are better; for losses that the fifty-move rule saves or might
/// soon save, longer ones are.
fn preference(dtz: Dtz, wdl: TableWdl, clock: i32, unhurried: i32) -> i32 {
    match wdl {
        TableWdl::Win if dtz.longest() <= unhurried => 0,
        TableWdl::Win | TableWdl::CursedWin => -dtz.longest(),
        TableWdl::BlessedLoss => -dtz.plies,
        TableWdl::Loss if 2 * dtz.plies.abs() + clock >= FIFTY_MOVES => -dtz.plies,
        TableWdl::Draw | TableWdl::Loss => 0,
    }
}

/// The distance to zeroing with the best among moves of one rank: the shortest win or the longest loss.
fn best_distance(moves: &[RankedMove]) -> Option<i32> {
    moves.iter().map(|ranked| ranked.dtz).min().flatten()
}

/// The score of a result: a table win is worth more the sooner it zeroes the clock, and a frustrated win is a draw.
fn score(wdl: TableWdl, dtz: Option<i32>) -> Option<Score> {
    let win = dtz.map(|plies| Score::TB_WIN - plies.abs().min(MAX_PLY as i32));
    match wdl {
        TableWdl::Win => win,
        TableWdl::Loss => win.map(|win| -win),
        TableWdl::BlessedLoss | TableWdl::Draw | TableWdl::CursedWin => Some(Score::ZERO),
    }
}
