//! Random matches: legal games with plausible scores and times.

use crate::arbiter::record::{
    GameRecord, GameRemark, MoveRecord, SearchInfo, Termination, TerminationKind,
};
use crate::arbiter::settings::{
    EngineLimits, EngineSpec, EngineTimeouts, MatchSettings, OpeningSource,
};
use crate::arbiter::stats::sprt;
use crate::board::{Board, fen};
use crate::laws::outcome::{OutcomeKind, Points};
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::types::{Color, Move};

/// A Chess960 position in which both sides may castle either way.
const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";

/// A xorshift generator: the same matches on every machine.
pub struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// From -1 to 1, small values being more likely.
    fn noise(&mut self) -> f64 {
        let share = |random: &mut Self| random.below(1 << 20) as f64 / f64::from(1 << 20);
        share(self) + share(self) - 1.0
    }

    /// Any move; often one that is seldom played: castling, en passant, a promotion.
    fn pick(&mut self, board: &Board) -> Option<Move> {
        let moves = board.legal_moves();
        let rare = |mv: &&Move| mv.is_castling() || mv.is_en_passant() || mv.is_promotion();
        let rare: Vec<Move> = moves.iter().filter(rare).copied().collect();
        if !rare.is_empty() && self.below(2) == 0 {
            return Some(rare[self.below(rare.len())]);
        }
        (!moves.is_empty()).then(|| moves[self.below(moves.len())])
    }
}

/// The settings of a match between engines of these names.
pub fn settings(names: &[&str]) -> MatchSettings {
    let engine = |name: &&str| EngineSpec {
        name: (*name).to_owned(),
        cmd: format!("./engines/{}", name.to_lowercase().replace(' ', "-")),
        options: vec![
            ("Hash".to_owned(), "64".to_owned()),
            ("Threads".to_owned(), "1".to_owned()),
        ],
        limits: EngineLimits {
            tc: Some("8+0.08".parse().expect("a time control")),
            ..EngineLimits::default()
        },
        ..EngineSpec::default()
    };
    MatchSettings {
        event: "Test of a patch".to_owned(),
        site: "Basement".to_owned(),
        engines: names.iter().map(engine).collect(),
        format: crate::arbiter::settings::TournamentFormat::default(),
        games: 400,
        repeat: true,
        openings: OpeningSource::Random { plies: 8 },
        seed: 1,
        concurrency: 4,
        edition: crate::laws::edition::Edition::default(),
        mode: None,
        claims: crate::arbiter::settings::ClaimPolicy::default(),
        illegal_moves: crate::arbiter::settings::IllegalMovePolicy::default(),
        adjudication: crate::arbiter::settings::MatchAdjudication::default(),
        sprt: (names.len() == 2).then_some(sprt::Sprt {
            elo0: 0.0,
            elo1: 10.0,
            alpha: 0.05,
            beta: 0.05,
            model: sprt::EloModel::Normalized,
        }),
        chess960: false,
        timeouts: EngineTimeouts::default(),
    }
}

/// So many games of a match, each engine against each.
pub fn records(settings: &MatchSettings, games: u32) -> Vec<GameRecord> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
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
        play(&mut random, settings, number, (white, black))
    };
    (1..=games).map(game).collect()
}

/// A random game.
fn play(
    random: &mut Random,
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
    let mut turn = |random: &mut Random| {
        let mv = random.pick(&board)?;
        let text = UciMove::new(mv, style).to_string();
        board.play(mv);
        Some(text)
    };
    let mut book = Vec::new();
    while book.len() < 8 {
        let Some(mv) = turn(random) else { break };
        book.push(mv);
    }
    let length = 40 + random.below(120);
    let mut moves = Vec::new();
    let mut clocks = [8000.0_f64; 2];
    // The first engine is a little better, and that shows by and by.
    let mut balance = 20.0 * if white == 0 { 1.0 } else { -1.0 };
    while moves.len() < length {
        let Some(mv) = turn(random) else { break };
        let side = (book.len() + moves.len()) % 2;
        let used = clocks[side] / 30.0 * (1.0 + 0.9 * random.noise()) + 0.02;
        clocks[side] += 80.0 - used;
        balance += 30.0 * random.noise() + 0.01 * balance;
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let said = (sign * balance + 15.0 * random.noise()) as i32;
        let mate = (said.abs() > 800).then(|| (900 - said.abs().min(890)) / 10 * said.signum());
        let nodes = (used * (1200.0 + 300.0 * random.noise())) as u64;
        moves.push(MoveRecord {
            mv,
            used_us: (used * 1000.0) as u64,
            clock_ms: Some(clocks[side] as u64),
            info: SearchInfo {
                cp: mate.is_none().then_some(said),
                mate,
                depth: Some((8.0 + used.ln() * 2.0 + random.noise()) as u32),
                seldepth: Some(20 + random.below(9) as u32),
                nodes: Some(nodes),
                nps: Some((nodes as f64 / used * 1000.0) as u64),
            },
        });
    }
    let plies = book.len() + moves.len();
    let (score, end) = ending(random, &board, balance, number);
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

/// How a game ends: as it stands on the board, or in one way or another.
fn ending(random: &mut Random, board: &Board, balance: f64, number: u32) -> (Points, Termination) {
    let end = |kind, article: Option<&str>, text: &str| Termination {
        kind,
        article: article.map(str::to_owned),
        text: text.to_owned(),
        proof: None,
        unproved: false,
    };
    let win = |loser: Color| Points::win(!loser);
    if !board.has_legal_move() {
        return if board.in_check() {
            (
                win(board.stm()),
                end(
                    TerminationKind::Laws(OutcomeKind::Checkmate),
                    Some("5.1.1"),
                    "The king is mated",
                ),
            )
        } else {
            (
                Points::DRAW,
                end(
                    TerminationKind::Laws(OutcomeKind::Stalemate),
                    Some("5.2.1"),
                    "The player to move has no legal move",
                ),
            )
        };
    }
    let loser = if balance > 0.0 {
        Color::Black
    } else {
        Color::White
    };
    if number.is_multiple_of(97) {
        return (
            win(Color::White),
            end(
                TerminationKind::Crash,
                None,
                "White's process died during the game",
            ),
        );
    }
    if number.is_multiple_of(61) {
        return (
            win(loser),
            end(
                TerminationKind::Laws(OutcomeKind::FlagFall),
                Some("6.9"),
                "The flag fell",
            ),
        );
    }
    match random.below(if balance.abs() > 120.0 { 2 } else { 5 }) {
        0 => (
            win(loser),
            end(
                TerminationKind::Adjudication,
                None,
                "Both engines see a win",
            ),
        ),
        1 => (
            win(loser),
            end(
                TerminationKind::Laws(OutcomeKind::Resignation),
                Some("5.1.2"),
                "A player resigned",
            ),
        ),
        2 => (
            Points::DRAW,
            end(
                TerminationKind::Laws(OutcomeKind::Threefold),
                Some("9.2.2"),
                "The position stands for the third time",
            ),
        ),
        3 => (
            Points::DRAW,
            end(
                TerminationKind::Laws(OutcomeKind::FiftyMoves),
                Some("9.3.2"),
                "50 moves without capture and pawn move",
            ),
        ),
        _ => (
            Points::DRAW,
            end(
                TerminationKind::Laws(OutcomeKind::DeadPosition),
                Some("5.2.2"),
                "Neither side can mate",
            ),
        ),
    }
}
