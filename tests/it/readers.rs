//! Readers of files get anything: valid ones that were damaged. What they must keep to then is written down beside the fuzz
//! targets, which share it and the files to begin with. Those of notation are tested there.

#[path = "../fuzz/checks/adjournment.rs"]
mod adjournment;
#[path = "../fuzz/checks/checkpoint.rs"]
mod checkpoint;
#[path = "../fuzz/checks/epd.rs"]
mod epd;
#[path = "../fuzz/checks/ledger.rs"]
mod ledger;
#[path = "../fuzz/checks/network.rs"]
mod network;
#[path = "../fuzz/checks/polyglot.rs"]
mod polyglot;
#[path = "../fuzz/checks/shard.rs"]
mod shard;
#[path = "../fuzz/checks/toml.rs"]
mod toml;

use crate::support::damage::{damaged, damages, lossy};
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;

/// The files that fuzzing of a target begins with.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds");
    let files = fs::read_dir(folder.join(target)).expect("a folder of seeds");
    let paths = files.map(|file| file.expect("a file").path());
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    let read = |path: PathBuf| fs::read(path).expect("a file");
    paths.into_iter().map(read).collect()
}

fn seed() -> impl Strategy<Value = prop::sample::Index> {
    any::<prop::sample::Index>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn damaged_positions_with_operations(seed in seed(), damages in damages()) {
        epd::check(&lossy(&damaged(seed.get(&seeds("epd")), &damages)));
    }

    #[test]
    fn damaged_recipes(seed in seed(), damages in damages()) {
        toml::check(&lossy(&damaged(seed.get(&seeds("toml")), &damages)));
    }

    #[test]
    fn damaged_adjournments(seed in seed(), damages in damages()) {
        adjournment::check(&lossy(&damaged(seed.get(&seeds("adjournment")), &damages)));
    }

    #[test]
    fn damaged_ledgers(seed in seed(), damages in damages()) {
        ledger::check(&damaged(seed.get(&seeds("ledger")), &damages));
    }

    #[test]
    fn damaged_shards(seed in seed(), damages in damages()) {
        shard::check(&damaged(seed.get(&seeds("shard")), &damages));
    }

    #[test]
    fn damaged_polyglot_books(seed in seed(), damages in damages()) {
        polyglot::check(&damaged(seed.get(&seeds("polyglot")), &damages));
    }

    #[test]
    fn damaged_networks(seed in seed(), damages in damages()) {
        network::check(&damaged(seed.get(&seeds("network")), &damages));
    }

    #[test]
    fn damaged_checkpoints(seed in seed(), damages in damages()) {
        checkpoint::check(&damaged(seed.get(&seeds("checkpoint")), &damages));
    }
}
