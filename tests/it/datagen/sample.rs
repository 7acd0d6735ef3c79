//! Random games, and folders for them.

use compongo::board::CHESS960_STARTPOS_COUNT;
use compongo::datagen::shard::{Checksum, Provenance};
use compongo::datagen::{
    ExpectedScore, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination,
};
use compongo::types::Rng;
use std::fs;
use std::path::{Path, PathBuf};

/// A random game of at most `longest` moves after its opening, with random scores that change little or much.
pub fn game(seed: u64, longest: usize) -> SelfplayGame {
    let mut rng = Rng::new(seed);
    let mut number = || rng.below(CHESS960_STARTPOS_COUNT) as u16;
    let startpos = [number(), number()];
    let mut game = SelfplayGame {
        startpos: if rng.below(2) == 0 {
            [STANDARD_STARTPOS; 2]
        } else {
            startpos
        },
        opening: Vec::new(),
        plies: Vec::new(),
        termination: SelfplayTermination::ALL[rng.below(SelfplayTermination::ALL.len())],
    };
    let mut board = game.start();
    let opening = rng.below(10);
    let length = rng.below(longest + 1);
    let mut expected_score = 128_u8;
    for ply in 0..opening + length {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        board.play(mv);
        if ply < opening {
            game.opening.push(mv);
            continue;
        }
        expected_score = if rng.below(8) == 0 {
            rng.below(256) as u8
        } else {
            expected_score
                .wrapping_add(rng.below(5) as u8)
                .wrapping_sub(2)
        };
        game.plies.push(SearchedMove {
            mv,
            expected_score: ExpectedScore(expected_score),
        });
    }
    game
}

/// Random games, the first with this seed.
pub fn games(first: u64, count: u64) -> Vec<SelfplayGame> {
    (first..first + count).map(|seed| game(seed, 60)).collect()
}

/// What games follow from.
pub fn origin() -> Provenance {
    Provenance {
        program: "compongo 0.0.0".to_owned(),
        signature: Checksum::of(&[]),
        net: "material".to_owned(),
        generation: 0,
        seed: u64::MAX,
        nodes: 500,
        tables: false,
    }
}

/// The names and the bytes of all shards of a folder.
pub fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let paths = compongo::datagen::store::shards(folder).expect("a folder");
    let file = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), fs::read(&path).expect("a file"))
    };
    paths.into_iter().map(file).collect()
}
