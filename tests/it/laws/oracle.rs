//! Random games judged by this crate and, ply by ply, by shakmaty.
//!
//! 2,000 games by default, 50,000 with `COMPONGO_FULL=1` in the environment.

use crate::support::is_full;
use compongo::board::Board;
use compongo::laws::claims::{self, Claim};
use compongo::laws::edition::Rules;
use compongo::laws::game::Game;
use compongo::laws::outcome::{OutcomeKind, by_rule};
use compongo::types::{Move, Rng};
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::collections::HashMap;

/// Pieces of the games that begin with few of them.
const FEW_PIECES: [&str; 12] = [
    "N", "b", "BB", "Bb", "Nn", "Pp", "Rr", "QPpp", "BPbp", "RNrb", "Q", "QRp",
];

/// A start that both libraries accept.
fn start(rng: &mut Rng) -> (Board, Chess) {
    loop {
        let fen = match rng.below(3) {
            0 => compongo::board::fen::STARTPOS.to_owned(),
            1 => chess960(rng),
            _ => few_pieces(rng),
        };
        let theirs = fen.parse::<Fen>().ok();
        let theirs = theirs.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
        if let (Ok(ours), Some(theirs)) = (fen.parse(), theirs) {
            return (ours, theirs);
        }
    }
}

/// A start of Chess960: the pieces of the first rank shuffled until king and bishops stand right.
fn chess960(rng: &mut Rng) -> String {
    let mut rank = *b"rnbqkbnr";
    loop {
        for index in (1..8).rev() {
            rank.swap(index, rng.below(index + 1));
        }
        let places = |piece| {
            (0..8)
                .filter(|&index| rank[index] == piece)
                .collect::<Vec<_>>()
        };
        let (rooks, bishops, king) = (places(b'r'), places(b'b'), places(b'k')[0]);
        if (rooks[0]..rooks[1]).contains(&king) && (bishops[0] + bishops[1]) % 2 == 1 {
            let black = String::from_utf8_lossy(&rank).into_owned();
            let white = black.to_uppercase();
            return format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        }
    }
}

/// Two kings, a few pieces, any counter.
fn few_pieces(rng: &mut Rng) -> String {
    let mut squares = [b'1'; 64];
    for piece in format!("Kk{}", FEW_PIECES[rng.below(FEW_PIECES.len())]).bytes() {
        squares[rng.below(64)] = piece;
    }
    let ranks: Vec<String> = squares
        .chunks(8)
        .map(|rank| String::from_utf8_lossy(rank).into_owned())
        .collect();
    let side = ["w", "b"][rng.below(2)];
    let clock = [0, rng.below(150)][rng.below(2)];
    format!("{} {side} - - {clock} 100", ranks.join("/"))
}

/// The next move: any, or, to repeat positions, the last one taken back.
fn choose(rng: &mut Rng, game: &Game, shuffle: bool) -> Move {
    let legal = game.board().legal_moves();
    if shuffle && rng.below(3) > 0 {
        let back = game.ply().checked_sub(2).and_then(|ply| game.mv_at(ply));
        let back = back.and_then(|mv| {
            let mut backwards = legal
                .iter()
                .filter(|other| (other.from(), other.to()) == (mv.to(), mv.from()));
            backwards.find(|other| !other.is_capture() && !other.is_castling())
        });
        if let Some(&back) = back {
            return back;
        }
    }
    legal[rng.below(legal.len())]
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
    claims: usize,
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
            claims: self.claims + other.claims,
        }
    }
}

fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// Plays a random game with both libraries.
fn play(seed: u64) -> Counts {
    let mut rng = Rng::new(seed);
    let (board, mut theirs) = start(&mut rng);
    let rules = Rules::default();
    let mut game = Game::new(board);
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut counts = Counts::default();
    let shuffle = rng.below(2) == 0;
    let length = 1 + rng.below(160);
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
        if game.ply() == length || !game.board().has_legal_move() {
            return counts;
        }
        let mv = choose(&mut rng, &game, shuffle);
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
    counts.claims += ours.on_board.len() + ours.intended.len();
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
        counts.claims,
    ] {
        assert!(number > 0, "{counts:?}");
    }
}
