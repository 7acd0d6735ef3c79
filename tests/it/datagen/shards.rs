//! Games are the same after they were stored.

use crate::datagen::sample::{game, games, origin};
use crate::support::folder::Folder;
use compongo::board::Board;
use compongo::datagen::shard::{self, Counts};
use compongo::datagen::{
    ExpectedScore, GameResult, STANDARD_STARTPOS, SearchedMove, SelfplayGame, SelfplayTermination,
};
use compongo::notation::uci_move;
use compongo::types::MoveKind;
use proptest::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

fn stored(first: u64, games: &[SelfplayGame]) -> Vec<SelfplayGame> {
    let bytes = shard::encode(&origin(), first, games);
    let shard = shard::decode(Path::new("test"), bytes).expect("a shard");
    assert_eq!(shard.header().first, first);
    assert_eq!(shard.header().counts, Counts::of(games));
    shard.games().collect::<Result<_, _>>().expect("whole")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn games_survive(seeds in prop::collection::vec(any::<u64>(), 1..12), longest in 0_usize..400, first in 0..u64::MAX / 2) {
        let games: Vec<SelfplayGame> = seeds.iter().map(|&seed| game(seed, longest)).collect();
        prop_assert_eq!(stored(first, &games), games);
    }
}

/// The games of the test above have everything that is special about moves.
#[test]
fn random_games_have_all_kinds_of_moves() {
    let mut kinds = HashSet::new();
    for seed in 0..400 {
        let game = game(seed, 400);
        kinds.extend(game.plies.iter().map(|ply| ply.mv.kind() as u8));
    }
    for kind in [
        MoveKind::Castle,
        MoveKind::EnPassant,
        MoveKind::PromoteKnight,
        MoveKind::CapturePromoteRook,
    ] {
        assert!(kinds.contains(&(kind as u8)), "{kind:?}");
    }
}

#[test]
fn long_games_survive() {
    // Knights go back and forth.
    let circle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut board = Board::start();
    let plies = circle.iter().cycle().take(12_000).map(|text| {
        let mv = uci_move::parse(&board, text).expect("a legal move");
        board.play(mv);
        SearchedMove {
            mv,
            expected_score: ExpectedScore(128),
        }
    });
    let game = SelfplayGame {
        startpos: [STANDARD_STARTPOS; 2],
        opening: Vec::new(),
        plies: plies.collect(),
        termination: SelfplayTermination::EvenScores,
    };
    assert_eq!(game.termination.result(), GameResult::Draw);
    let games = [game.clone(), game];
    assert_eq!(stored(7, &games), games);
}

#[test]
fn shards_of_many_blocks_survive() {
    let games = games(0, 600);
    let bytes = shard::encode(&origin(), 4096, &games);
    let folder = Folder::new();
    let path = folder.join("some.shard");
    fs::write(&path, &bytes).expect("written");
    let shard = shard::read(&path).expect("a shard");
    assert_eq!(shard.size(), bytes.len());
    assert_eq!(shard.header().origin, origin());
    assert_eq!(shard.header().games(), 4096..4696);
    let blocks: Vec<_> = shard.blocks().collect();
    let ranges: Vec<_> = blocks.iter().map(shard::ShardBlock::games).collect();
    assert_eq!(ranges, [4096..4352, 4352..4608, 4608..4696]);
    // Any block, in any order.
    let last = blocks[2].read().expect("whole");
    assert_eq!(last, games[512..]);
    assert_eq!(blocks[0].read().expect("whole"), games[..256]);
    let all: Vec<SelfplayGame> = shard.games().collect::<Result<_, _>>().expect("whole");
    assert_eq!(all, games);
}

/// What a file looks like to other programs must not change while its version stays.
#[test]
fn the_form_stays() {
    let bytes = shard::encode(&origin(), 3, &games(1, 2));
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("compongo shard 1"));
    let json: serde_json::Value =
        serde_json::from_str(lines.next().expect("a second line")).expect("JSON");
    assert_eq!(json["origin"]["seed"], u64::MAX);
    assert_eq!(json["first"], 3);
    assert_eq!(json["counts"]["games"], 2);
    // Two games as they were written when the form was new.
    let kept = include_bytes!("../../data/two_games.shard");
    let shard = shard::decode(Path::new("two_games.shard"), kept.to_vec()).expect("a shard");
    let kept: Vec<SelfplayGame> = shard.games().collect::<Result<_, _>>().expect("whole");
    assert_eq!(kept, games(1, 2));
}
