//! Random matches: legal games with plausible scores and times.

use crate::match_runner::sample::{clock, match_settings};
use crate::support::random::{fraction, pick};
use compongo::board::{Board, fen};
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::{
    GameRecord, GameRemark, MoveRecord, SearchInfo, Termination, TerminationKind,
};
use compongo::match_runner::settings::MatchSettings;
use compongo::match_runner::stats::sprt::{EloModel, Sprt};
use compongo::notation::uci_move::{CastlingStyle, UciMove};
use compongo::types::{Color, Move, Rng};

/// A Chess960 position in which both sides may castle either way.
const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

/// From -1 to 1, small values being more likely.
fn noise(rng: &mut Rng) -> f64 {
    fraction(rng) + fraction(rng) - 1.0
}

/// Any move; often one that is seldom played: castling, en passant, a promotion.
fn random_move(rng: &mut Rng, board: &Board) -> Option<Move> {
    let moves = board.legal_moves();
    let rare = |mv: &&Move| mv.is_castling() || mv.is_en_passant() || mv.is_promotion();
    let rare: Vec<Move> = moves.iter().filter(rare).copied().collect();
    if !rare.is_empty() && rng.below(2) == 0 {
        return Some(pick(rng, &rare));
    }
    (!moves.is_empty()).then(|| pick(rng, &moves))
}

/// The settings of a match between engines of these names.
pub fn settings(names: &[&str]) -> MatchSettings {
    let mut settings = match_settings(names, &clock("8+0.08"));
    for engine in &mut settings.engines {
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        engine.options = vec![option("Hash", "64"), option("Threads", "1")];
    }
    settings.sprt = (names.len() == 2).then_some(Sprt {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::Normalized,
    });
    settings
}

/// So many games of a match, each engine against each.
pub fn records(settings: &MatchSettings, games: u32) -> Vec<GameRecord> {
    let mut rng = Rng::new(1);
    let engines = settings.engines.len();
    let pairings: Vec<(usize, usize)> = (0..engines)
        .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
        .collect();
    let game = |number: u32| {
        let pair = number.div_ceil(2);
        let (first, second) = pairings[pair as usize % pairings.len()];
        let (white, black) = match number % 2 {
            1 => (first, second),
            _ => (second, first),
        };
        play(&mut rng, settings, number, (white, black))
    };
    (1..=games).map(game).collect()
}

fn play(
    rng: &mut Rng,
    settings: &MatchSettings,
    number: u32,
    (white, black): (usize, usize),
) -> GameRecord {
    let mut board = if settings.chess960 {
        fen::parse(CHESS960).expect("a position").0
    } else {
        Board::start()
    };
    let fen = board.fen(fen::CastlingFieldStyle::XFen);
    let style = CastlingStyle::new(settings.chess960);
    let mut turn = |rng: &mut Rng| {
        let mv = random_move(rng, &board)?;
        let text = UciMove::new(mv, style).to_string();
        board.play(mv);
        Some(text)
    };
    let mut book = Vec::new();
    while book.len() < 8 {
        let Some(mv) = turn(rng) else { break };
        book.push(mv);
    }
    let length = 40 + rng.below(120);
    let mut moves = Vec::new();
    let mut clocks = [8000.0_f64; 2];
    // The first engine is a little better, and that shows by and by.
    let mut balance = 20.0 * if white == 0 { 1.0 } else { -1.0 };
    while moves.len() < length {
        let Some(mv) = turn(rng) else { break };
        let side = (book.len() + moves.len()) % 2;
        let used = clocks[side] / 30.0 * (1.0 + 0.9 * noise(rng)) + 0.02;
        clocks[side] += 80.0 - used;
        balance += 30.0 * noise(rng) + 0.01 * balance;
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let said = (sign * balance + 15.0 * noise(rng)) as i32;
        let mate = (said.abs() > 800).then(|| (900 - said.abs().min(890)) / 10 * said.signum());
        let nodes = (used * (1200.0 + 300.0 * noise(rng))) as u64;
        moves.push(MoveRecord {
            mv,
            used_us: (used * 1000.0) as u64,
            pondered: false,
            clock_ms: Some(clocks[side] as u64),
            info: SearchInfo {
                cp: mate.is_none().then_some(said),
                mate,
                depth: Some((8.0 + used.ln() * 2.0 + noise(rng)) as u32),
                seldepth: Some(20 + rng.below(9) as u32),
                nodes: Some(nodes),
                nps: Some((nodes as f64 / used * 1000.0) as u64),
                hashfull: None,
            },
            pv: Vec::new(),
        });
    }
    let plies = book.len() + moves.len();
    let (score, end) = ending(rng, balance);
    let took_ms = moves.iter().map(|mv| mv.used_us).sum::<u64>() / 1000 + 5;
    let remarks = match end.kind {
        TerminationKind::Crash => vec![GameRemark {
            ply: plies,
            engine: Some(white),
            text: "died of signal 11".to_owned(),
        }],
        _ => Vec::new(),
    };
    GameRecord {
        game: number,
        pair: number.div_ceil(2),
        round: None,
        armageddon: false,
        white,
        black,
        opening: number.div_ceil(2) as usize,
        fen,
        book,
        moves,
        score,
        end,
        remarks,
        began_ms: 1_760_000_000_000 + u64::from(number) * 4000,
        took_ms,
    }
}

/// How a game ends, whatever stands on the board.
fn ending(rng: &mut Rng, balance: f64) -> (Points, Termination) {
    use TerminationKind::{Adjudication, Crash, Laws};
    let winner = if balance > 0.0 {
        Color::White
    } else {
        Color::Black
    };
    let won = Points::win(winner);
    let ends = [
        (won, Laws(OutcomeKind::Resignation), Some("5.1.2")),
        (won, Laws(OutcomeKind::FlagFall), Some("6.9")),
        (won, Crash, None),
        (won, Adjudication, None),
        (Points::DRAW, Laws(OutcomeKind::Threefold), Some("9.2.2")),
        (Points::DRAW, Laws(OutcomeKind::FiftyMoves), Some("9.3.2")),
    ];
    let (score, kind, article) = pick(rng, &ends);
    let text = format!("It ended by {}", kind.description());
    let end = Termination {
        article: article.map(str::to_owned),
        ..Termination::new(kind, text)
    };
    (score, end)
}
