//! Games of random players under a referee ([`generator`]), which the fuzz target `games` plays too. The checks of the judge
//! and of the rulings stand beside that target; [`oracle`] rules on the games again, with another library for the moves.

#[path = "../../fuzz/checks/games.rs"]
mod games;
#[path = "../../fuzz/generator/mod.rs"]
pub mod generator;
mod oracle;
mod touched;

use crate::match_runner::sample;
use crate::support::is_full;
use compongo::laws::outcome::OutcomeKind;
use compongo::match_runner::record::TerminationKind;
use compongo::match_runner::settings::ClaimPolicy;
use games::CheckCounts;
use generator::{Choices, PlantedFault, PlayerStatement, RefereedGame};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};

fn number_of_games() -> u64 {
    if is_full() { 10_000 } else { 160 }
}

#[test]
fn judge_and_rulings_agree_with_the_referee() {
    let counts: Vec<CheckCounts> = (0..number_of_games())
        .into_par_iter()
        .map(|seed| games::check(&RefereedGame::of_seed(seed)))
        .collect();
    let sum = |number: fn(&CheckCounts) -> usize| counts.iter().map(number).sum::<usize>();
    let sums = [
        ("faults", sum(|counts| counts.faults)),
        ("claims", sum(|counts| counts.claims)),
        ("obligations", sum(|counts| counts.obligations)),
        ("flags", sum(|counts| counts.flags)),
        ("agreements", sum(|counts| counts.agreements)),
    ];
    println!("{sums:?}");
    assert!(sums.iter().all(|&(_, sum)| sum > 0), "{sums:?}");
}

#[test]
fn every_fault_can_be_planted() {
    // A draw by flag fall takes some hundred games.
    let can_be_planted = |fault: PlantedFault| {
        (0..10_000_u64).into_par_iter().any(|seed| {
            let game = RefereedGame::of_seed(seed);
            fault.plant(&game, &mut game.choices.clone()).is_some()
        })
    };
    for fault in PlantedFault::ALL {
        assert!(can_be_planted(fault), "{fault:?}");
    }
}

#[test]
fn the_referee_rules_as_a_second_one_expects() {
    let ends: Vec<OutcomeKind> = (0..number_of_games())
        .into_par_iter()
        .map(|seed| {
            let game = RefereedGame::of_seed(seed);
            touched::check(&game);
            oracle::check(&game)
        })
        .collect();
    let mut counts: BTreeMap<OutcomeKind, usize> = BTreeMap::new();
    for end in ends {
        *counts.entry(end).or_default() += 1;
    }
    println!("{counts:?}");
    assert!(counts.len() >= 7, "{counts:?}");
}

#[test]
fn the_same_bytes_give_the_same_game() {
    let bytes = [7, 200, 31, 90, 255, 0, 128];
    let [one, other] = [(); 2].map(|()| RefereedGame::play(Choices::new(&bytes)));
    let moves = |game: &RefereedGame| game.game.moves().to_vec();
    assert_eq!(moves(&one), moves(&other));
    assert_eq!(one.record.end, other.record.end);
}

/// Writes games for scripts/oracle: as many as `GAMES` says, of the seeds from `SEED` on, to the file `GAMES_FILE`.
#[test]
#[ignore = "it writes the games of scripts/oracle"]
fn games_for_python_chess() {
    let number = |name: &str| -> u64 {
        let text = std::env::var(name).expect("set by scripts/oracle");
        text.parse().expect("a number")
    };
    let (count, seed) = (number("GAMES"), number("SEED"));
    let path = std::env::var_os("GAMES_FILE").expect("set by scripts/oracle");
    let mut file = BufWriter::new(File::create(path).expect("a writable file"));
    let lines: Vec<String> = (0..count)
        .into_par_iter()
        .map(|number| line(&RefereedGame::of_seed((seed << 32) + number)))
        .collect();
    for line in lines {
        writeln!(file, "{line}").expect("a writable file");
    }
}

/// A game as JSON. If it can have an illegal last move, every fourth has one in its PGN.
fn line(game: &RefereedGame) -> String {
    let mut choices = game.choices.clone();
    let faulty = PlantedFault::IllegalMove.plant(game, &mut choices);
    let faulty = faulty.filter(|_| choices.chance(25));
    let moves: Vec<String> = game.game.moves().iter().map(ToString::to_string).collect();
    let end = match game.record.end.kind {
        TerminationKind::Laws(kind) => kind.as_str(),
        other => panic!("{other:?}"),
    };
    json!({
        "fen": game.record.fen,
        "moves": moves,
        "edition": game.settings.edition.name(),
        "claims": claims(game),
        "end": end,
        "score": game.record.score.to_string(),
        "has_illegal": faulty.is_some(),
        "pgn": faulty.unwrap_or_else(|| game.pgn()),
    })
    .to_string()
}

/// The claims that the referee ruled on.
fn claims(game: &RefereedGame) -> Vec<Value> {
    let mut claims = Vec::new();
    if game.settings.claims != ClaimPolicy::Engine {
        return claims;
    }
    for answer in &game.answers {
        for statement in &answer.statements {
            if let PlayerStatement::Claim { kind, announced } = statement {
                let (ply, kind) = (answer.ply, kind.as_str());
                claims.push(json!({ "ply": ply, "kind": kind, "announced": announced }));
            }
        }
    }
    claims
}
