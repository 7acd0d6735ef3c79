//! Verifies shards by replaying games.

use super::provenance::{evaluation, provenance};
use super::{DatagenArgs, shards};
use crate::cli::output::{CliError, FAILURE, OK, eprint, print};
use crate::datagen::shard::{self, Provenance, Shard};
use crate::datagen::verify::{ReplayDifference, ReplaySample};
use crate::datagen::{SelfplayConfig, SelfplayGame, SelfplayPlayer, parallel};
use crate::types::Rng;
use crate::util::seed::random_seed;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

/// Replays a random sample of each shard. The exit code is 1 if games are damaged or differ.
pub fn run(args: &DatagenArgs, sample: ReplaySample) -> Result<u8, CliError> {
    let evaluation = evaluation(args)?;
    let mut rng = Rng::new(args.seed.unwrap_or_else(random_seed));
    let mut ours: Option<Provenance> = None;
    let mut sound = true;
    for path in shards(&args.shards)? {
        let shard = match shard::read(&path) {
            Ok(shard) => shard,
            Err(error) if error.is_damage() => {
                eprint(error);
                sound = false;
                continue;
            }
            Err(error) => return Err(CliError::unusable(error)),
        };
        let theirs = &shard.header().origin;
        let config = SelfplayConfig {
            generation: theirs.generation,
            evaluation: evaluation.clone(),
            seed: theirs.seed,
            nodes: theirs.nodes,
        };
        if ours.as_ref() != Some(theirs) {
            let provenance = provenance(&config)?;
            if let Some(difference) = theirs.difference(&provenance) {
                return Err(CliError::at(
                    path.display(),
                    format_args!("the games were played with {difference}, and cannot be replayed"),
                ));
            }
            ours = Some(provenance);
        }
        sound &= replay(&shard, &config, sample, &mut rng, args.threads())?;
    }
    Ok(if sound { OK } else { FAILURE })
}

/// Replays some games of a shard. True if they are equal and none is damaged.
fn replay(
    shard: &Shard,
    config: &SelfplayConfig,
    sample: ReplaySample,
    rng: &mut Rng,
    threads: usize,
) -> Result<bool, CliError> {
    let header = shard.header();
    let drawn = sample.draw(header.counts.games.into(), rng);
    let numbers: Vec<u64> = drawn.iter().map(|index| header.first + index).collect();
    let mut sound = true;
    let mut stored: BTreeMap<u64, SelfplayGame> = BTreeMap::new();
    for block in shard.blocks() {
        match block.read() {
            Ok(games) => stored.extend(
                block
                    .games()
                    .zip(games)
                    .filter(|(number, _)| numbers.binary_search(number).is_ok()),
            ),
            Err(error) => {
                eprint(error);
                sound = false;
            }
        }
    }
    let player = || {
        let mut player = SelfplayPlayer::new()?;
        Ok(move |number| player.play(config, number))
    };
    let mut others = 0;
    let numbers: Vec<u64> = stored.keys().copied().collect();
    let played = numbers.len();
    let path = shard.path().display();
    let compare = |number, game: SelfplayGame| {
        if let Some(difference) = ReplayDifference::between(&stored[&number], &game) {
            eprint(format_args!("{path}, game {number}: {difference}"));
            others += 1;
        }
        Ok::<_, Infallible>(())
    };
    let never = AtomicBool::new(false);
    parallel::play(numbers.into_iter(), threads, player, &never, compare)
        .map_err(CliError::unusable)?;
    print(format_args!(
        "{path}: {played} of {} games replayed, {} identical",
        header.counts.games,
        played - others
    ));
    Ok(sound && others == 0)
}
