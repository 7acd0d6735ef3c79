//! Reading and writing moves and positions, beside shakmaty.

use compongo::board::Board;
use compongo::board::fen::CastlingFieldStyle;
use compongo::notation::language;
use compongo::notation::pgn::{self, PgnReader, RawGame};
use compongo::notation::san;
use compongo::notation::uci_move::{self, CastlingStyle, UciMove};
use compongo::types::{Move, Rng};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::hint::black_box;

/// The plies of the game that is replayed.
const PLIES: usize = 1000;

/// A long game of pseudo-random moves, as UCI tokens and as SAN, with its positions in FEN.
struct Game {
    tokens: Vec<String>,
    sans: Vec<String>,
    fens: Vec<String>,
}

impl Game {
    fn new() -> Self {
        let mut board = Board::start();
        let (mut tokens, mut sans, mut fens) = (Vec::new(), Vec::new(), Vec::new());
        let mut rng = Rng::new(1);
        while tokens.len() < PLIES {
            let moves = board.legal_moves();
            if moves.is_empty() {
                tokens.clear();
                sans.clear();
                fens.clear();
                board = Board::start();
                continue;
            }
            let mv = moves[rng.below(moves.len())];
            fens.push(board.fen(CastlingFieldStyle::XFen));
            tokens.push(UciMove::new(mv, CastlingStyle::KingPath).to_string());
            sans.push(san::write(&board, mv));
            board.play(mv);
        }
        Self { tokens, sans, fens }
    }
}

/// Plays the moves that a reader finds.
fn replay(texts: &[String], read: impl Fn(&Board, &str) -> Move) -> Board {
    texts.iter().fold(Board::start(), |mut board, text| {
        board.play(read(&board, text));
        board
    })
}

fn reading(criterion: &mut Criterion) {
    let game = Game::new();

    let mut group = criterion.benchmark_group("read and play UCI moves");
    group.throughput(Throughput::Elements(PLIES as u64));
    group.bench_function("compongo", |bench| {
        bench.iter(|| {
            replay(black_box(&game.tokens), |board, text| {
                uci_move::parse(board, text).expect("legal")
            })
        });
    });
    group.bench_function("shakmaty", |bench| {
        bench.iter(|| {
            let mut position = Chess::default();
            for token in black_box(&game.tokens) {
                let token: shakmaty::uci::UciMove = token.parse().expect("readable");
                position.play_unchecked(token.to_move(&position).expect("legal"));
            }
            position
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("read and play SAN");
    group.throughput(Throughput::Elements(PLIES as u64));
    group.bench_function("compongo", |bench| {
        bench.iter(|| {
            replay(black_box(&game.sans), |board, text| {
                san::parse(board, text).expect("legal")
            })
        });
    });
    group.bench_function("shakmaty", |bench| {
        bench.iter(|| {
            let mut position = Chess::default();
            for text in black_box(&game.sans) {
                let san: SanPlus = text.parse().expect("readable");
                position.play_unchecked(san.san.to_move(&position).expect("legal"));
            }
            position
        });
    });
    group.finish();
}

fn writing(criterion: &mut Criterion) {
    let game = Game::new();
    let boards: Vec<Board> = game
        .fens
        .iter()
        .map(|fen| fen.parse().expect("valid"))
        .collect();
    let theirs: Vec<Chess> = game
        .fens
        .iter()
        .map(|fen| {
            let fen: Fen = fen.parse().expect("valid");
            fen.into_position(CastlingMode::Standard).expect("valid")
        })
        .collect();

    let mut group = criterion.benchmark_group("write SAN of all moves");
    let moves: u32 = boards.iter().map(Board::count_legal_moves).sum();
    group.throughput(Throughput::Elements(u64::from(moves)));
    group.bench_function("compongo", |bench| {
        bench.iter(|| {
            for board in &boards {
                for mv in board.legal_moves() {
                    black_box(san::write(board, mv));
                }
            }
        });
    });
    group.bench_function("shakmaty", |bench| {
        bench.iter(|| {
            for position in &theirs {
                for mv in position.legal_moves() {
                    black_box(SanPlus::from_move(position.clone(), mv).to_string());
                }
            }
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("read and write FEN");
    group.throughput(Throughput::Elements(PLIES as u64));
    group.bench_function("compongo", |bench| {
        bench.iter(|| {
            for fen in black_box(&game.fens) {
                let board: Board = fen.parse().expect("valid");
                black_box(board.fen(CastlingFieldStyle::XFen));
            }
        });
    });
    group.bench_function("shakmaty", |bench| {
        bench.iter(|| {
            for fen in black_box(&game.fens) {
                let fen: Fen = fen.parse().expect("valid");
                let position: Chess = fen.into_position(CastlingMode::Standard).expect("valid");
                black_box(Fen::from_position(&position, EnPassantMode::Legal).to_string());
            }
        });
    });
    group.finish();
}

/// A file of a thousand games of eighty plies, with clocks in every other game.
fn file(game: &Game) -> String {
    let mut file = String::new();
    for index in 0..1000 {
        file +=
            "[Event \"Rated Blitz game\"]\n[Site \"https://example.org\"]\n[White \"Somebody\"]\n";
        file += "[Black \"Somebody else\"]\n[Result \"1-0\"]\n[TimeControl \"180+2\"]\n\n";
        for (ply, san) in game.sans.iter().take(80).enumerate() {
            if ply % 2 == 0 {
                file += &(ply / 2 + 1).to_string();
                file += ". ";
            }
            file += san;
            file += if index % 2 == 0 {
                " "
            } else {
                " { [%clk 0:02:47] } "
            };
        }
        file += "1-0\n\n";
    }
    file
}

fn files(criterion: &mut Criterion) {
    let file = file(&Game::new());
    let split = || PgnReader::new(black_box(file.as_bytes())).map(|game| game.expect("memory"));
    let games: Vec<RawGame> = split().collect();
    assert_eq!(games.len(), 1000);

    let mut group = criterion.benchmark_group("read PGN");
    group.throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("find the games", |bench| bench.iter(|| split().count()));
    group.bench_function("take them to pieces", |bench| {
        bench.iter(|| {
            games
                .iter()
                .map(|raw| pgn::PgnGame::parse(black_box(raw)).moves.len())
                .sum::<usize>()
        });
    });
    group.bench_function("replay them", |bench| {
        let texts: Vec<Vec<&str>> = games
            .iter()
            .map(|raw| {
                pgn::PgnGame::parse(raw)
                    .moves
                    .iter()
                    .map(|mv| mv.text)
                    .collect()
            })
            .collect();
        bench.iter(|| {
            texts
                .iter()
                .map(|texts| {
                    language::parse_moves(&Board::start(), black_box(texts), None)
                        .moves
                        .len()
                })
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, reading, writing, files);
criterion_main!(benches);
