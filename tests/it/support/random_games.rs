//! Games for tests and benches: random legal moves, and expected scores that follow the material.

use compongo::board::Board;
use compongo::datagen::shard::{self, Checksum, Provenance};
use compongo::datagen::{
    ExpectedScore, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination,
};
use compongo::types::{Color, Piece, Rng, Score};
use std::fs;
use std::path::Path;

/// Moves of the opening, and moves after it.
const OPENING: usize = 8;
const PLIES: usize = 90;
/// A lead in material that wins.
const WON: i32 = 300;

/// What White is ahead in material, in centipawns.
fn lead(board: &Board) -> i32 {
    const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 0];
    Piece::ALL
        .into_iter()
        .map(|piece| {
            let [white, black] =
                Color::ALL.map(|color| board.colored_pieces(color, piece).count() as i32);
            VALUES[piece.index()] * (white - black)
        })
        .sum()
}

/// A game with a number.
pub fn game(seed: u64, number: u64) -> SelfplayGame {
    let mut rng = Rng::new(Rng::new(seed).next() ^ number);
    let startpos = if rng.below(5) > 0 {
        [STANDARD_STARTPOS; 2]
    } else {
        [rng.below(960) as u16, rng.below(960) as u16]
    };
    let mut game = SelfplayGame {
        startpos,
        opening: Vec::new(),
        plies: Vec::new(),
        termination: SelfplayTermination::EvenScores,
    };
    let mut board = game.start();
    for ply in 0..OPENING + PLIES {
        let moves = board.legal_moves();
        if moves.is_empty() {
            game.termination = match (board.in_check(), board.stm()) {
                (true, Color::White) => SelfplayTermination::BlackMates,
                (true, Color::Black) => SelfplayTermination::WhiteMates,
                (false, _) => SelfplayTermination::Stalemate,
            };
            return game;
        }
        let mv = moves[rng.below(moves.len())];
        if ply < OPENING {
            game.opening.push(mv);
        } else {
            let score = lead(&board) + rng.below(61) as i32 - 30;
            game.plies.push(SearchedMove {
                mv,
                expected_score: ExpectedScore::of(Score::new(score), Color::White),
            });
        }
        board.play(mv);
    }
    let lead = lead(&board);
    game.termination = if lead >= WON {
        SelfplayTermination::WhiteWins
    } else if lead <= -WON {
        SelfplayTermination::BlackWins
    } else {
        SelfplayTermination::EvenScores
    };
    game
}

/// Writes a shard with games of a seed; its name tells the first and the last.
pub fn write_shard(folder: &Path, seed: u64, numbers: std::ops::Range<u64>) {
    let origin = Provenance {
        program: "random moves".to_owned(),
        signature: Checksum::of(&[b"random moves"]),
        net: "material".to_owned(),
        generation: 0,
        seed,
        nodes: 1,
        tables: false,
    };
    let games: Vec<SelfplayGame> = numbers.clone().map(|number| game(seed, number)).collect();
    let bytes = shard::encode(&origin, numbers.start, &games);
    fs::create_dir_all(folder).expect("the folder can be made");
    let name = format!("{:06}-{:06}.shard", numbers.start, numbers.end - 1);
    fs::write(folder.join(name), bytes).expect("the shard can be written");
}
