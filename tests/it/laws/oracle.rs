//! Random games judged by this crate and, ply by ply, by shakmaty.
//!
//! 2,000 games by default, 50,000 with `COMPONGO_FULL=1` in the environment.

use crate::generated::generator::{self, Choices, MoveStyle};
use crate::support::is_full;
use compongo::board::Board;
use compongo::laws::claims::{self, Claim};
use compongo::laws::edition::Rules;
use compongo::laws::game::Game;
use compongo::laws::outcome::{OutcomeKind, by_rule};
use compongo::types::Move;
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::collections::HashMap;

/// A start that both libraries accept.
fn start(choices: &mut Choices) -> (Board, Chess) {
    loop {
        let ours = generator::start(choices);
        let theirs: Fen = ours.to_string().parse().expect("a position");
        if let Ok(theirs) = theirs.into_position(CastlingMode::Chess960) {
            return (ours, theirs);
        }
    }
}

/// What differs for a known reason, and how much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    plies: usize,
    mates: usize,
    stalemates: usize,
    dead: usize,
    /// Stalemates with pieces that cannot mate, which the Laws call stalemates.
    dead_stalemates: usize,
    third_appearances: usize,
    claims_on_board: usize,
    claims_with_a_move: usize,
}

impl Counts {
    fn plus(self, other: Self) -> Self {
        Self {
            plies: self.plies + other.plies,
            mates: self.mates + other.mates,
            stalemates: self.stalemates + other.stalemates,
            dead: self.dead + other.dead,
            dead_stalemates: self.dead_stalemates + other.dead_stalemates,
            third_appearances: self.third_appearances + other.third_appearances,
            claims_on_board: self.claims_on_board + other.claims_on_board,
            claims_with_a_move: self.claims_with_a_move + other.claims_with_a_move,
        }
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Plays a random game with both libraries.
fn play(seed: u64) -> Counts {
    let mut choices = Choices::of_seed(seed);
    let (board, mut theirs) = start(&mut choices);
    let rules = Rules::default();
    let mut game = Game::new(board);
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut counts = Counts::default();
    let style = if choices.chance(50) {
        MoveStyle::Shuffle
    } else {
        choices.pick(&MoveStyle::ALL)
    };
    let length = 1 + choices.below(160);
    loop {
        counts.plies += 1;
        let plies = seen.entry(key(&theirs)).or_default();
        plies.push(game.ply());
        assert_eq!(&game.occurrences(), plies, "seed {seed}: {}", game.board());
        assert_eq!(game.occurrence(), plies.len());
        counts.third_appearances += usize::from(plies.len() == 3);
        compare_ends(&game, &theirs, &rules, &mut counts);
        compare_moves(&game, &theirs);
        compare_claims(&game, &theirs, &rules, &seen, &mut counts);
        let last = game.ply().checked_sub(2).and_then(|ply| game.mv_at(ply));
        let mv = style.choose(&mut choices, game.board(), last);
        let Some(mv) = mv.filter(|_| game.ply() < length) else {
            return counts;
        };
        let uci: UciMove = mv.to_string().parse().expect("a move");
        let their_move = uci.to_move(&theirs).expect("a legal move");
        game.play(mv).expect("a legal move");
        theirs.play_unchecked(their_move);
        assert_eq!(u32::from(game.board().halfmove_clock()), theirs.halfmoves());
    }
}

/// Checkmate, stalemate, and pieces that cannot mate.
fn compare_ends(game: &Game, theirs: &Chess, rules: &Rules, counts: &mut Counts) {
    let kind = by_rule(game, rules).map(|outcome| outcome.kind);
    let mate = kind == Some(OutcomeKind::Checkmate);
    let stalemate = kind == Some(OutcomeKind::Stalemate);
    let dead = kind == Some(OutcomeKind::DeadPosition);
    assert_eq!(mate, theirs.is_checkmate(), "{}", game.board());
    assert_eq!(stalemate, theirs.is_stalemate(), "{}", game.board());
    let insufficient = theirs.is_insufficient_material();
    let dead_stalemate = stalemate && insufficient;
    assert_eq!(dead || dead_stalemate, insufficient, "{}", game.board());
    counts.mates += usize::from(mate);
    counts.stalemates += usize::from(stalemate);
    counts.dead += usize::from(dead);
    counts.dead_stalemates += usize::from(dead_stalemate);
}

fn compare_moves(game: &Game, theirs: &Chess) {
    let mut ours: Vec<String> = game
        .board()
        .legal_moves()
        .iter()
        .map(Move::to_string)
        .collect();
    let mut expected: Vec<String> = theirs
        .legal_moves()
        .iter()
        .map(|mv| mv.to_uci(CastlingMode::Chess960).to_string())
        .collect();
    ours.sort_unstable();
    expected.sort_unstable();
    assert_eq!(ours, expected, "{}", game.board());
}

/// The claims, built from the other library's keys and counter.
fn compare_claims(
    game: &Game,
    theirs: &Chess,
    rules: &Rules,
    seen: &HashMap<u64, Vec<usize>>,
    counts: &mut Counts,
) {
    let ours = claims::claims(game, rules);
    counts.claims_on_board += ours.on_board.len();
    counts.claims_with_a_move += ours.intended.len();
    let mut expected: Vec<(OutcomeKind, Option<String>)> = Vec::new();
    if by_rule(game, rules).is_none() {
        if seen[&key(theirs)].len() >= 3 {
            expected.push((OutcomeKind::Threefold, None));
        }
        if theirs.halfmoves() >= 100 {
            expected.push((OutcomeKind::FiftyMoves, None));
        }
        for mv in theirs.legal_moves() {
            let text = Some(mv.to_uci(CastlingMode::Chess960).to_string());
            let is_zeroing = mv.is_zeroing();
            let mut after = theirs.clone();
            after.play_unchecked(mv);
            let before = seen.get(&key(&after)).map_or(0, Vec::len);
            if before >= 2 {
                expected.push((OutcomeKind::Threefold, text.clone()));
            }
            // Whatever the move brings about, mate included, it completes the 50 moves (Article 9.3).
            if !is_zeroing && theirs.halfmoves() >= 99 {
                expected.push((OutcomeKind::FiftyMoves, text));
            }
        }
    }
    let plain = |claim: &Claim| (claim.kind, claim.mv.map(|mv| mv.to_string()));
    let mut found: Vec<_> = ours
        .on_board
        .iter()
        .chain(&ours.intended)
        .map(plain)
        .collect();
    found.sort_by_key(|(kind, mv)| (kind.as_str(), mv.clone()));
    expected.sort_by_key(|(kind, mv)| (kind.as_str(), mv.clone()));
    assert_eq!(found, expected, "{}", game.board());
}

#[test]
fn random_games_agree_with_shakmaty() {
    let games: u64 = if is_full() { 50_000 } else { 2_000 };
    let counts = (1..=games)
        .into_par_iter()
        .map(play)
        .reduce(Counts::default, Counts::plus);
    println!("{games} games: {counts:?}");
    assert!(counts.plies > 20 * games as usize);
    for number in [
        counts.mates,
        counts.stalemates,
        counts.dead,
        counts.third_appearances,
        counts.claims_on_board,
        counts.claims_with_a_move,
    ] {
        assert!(number > 0, "{counts:?}");
    }
}
