//! `compongo datagen` as a program.

use crate::datagen::sample::{contents, games, origin};
use crate::support::folder::Folder;
use crate::support::process::{Outcome, Program, words};
use compongo::datagen::SelfplayGame;
use compongo::datagen::shard::{self, Provenance};
use compongo::nnue::{Network, PIECE_SQUARES, Shape};
use compongo::types::Rng;
use std::fs;
use std::path::Path;

/// The program, asked for games of its own that are quickly played.
fn playing(folder: &Path, games: &str, threads: &str) -> Program {
    let program = asked("--generation 0 --seed 7 --nodes 20");
    let program = program.args(["--games", games, "--threads", threads]);
    program.arg("--out").arg(folder)
}

fn asked(arguments: &str) -> Program {
    Program::with(["datagen"]).args(words(arguments))
}

#[test]
fn games_can_be_played_again() {
    let folder = Folder::new();
    let played = folder.join("played");
    let out = playing(&played, "0..24", "2").run().success();
    assert!(
        out.contains(": 0 games there, 24 to be played, 2 at a time"),
        "{out}"
    );
    assert!(out.contains("\n24 games of "), "{out}");
    let one = folder.join("one");
    playing(&one, "0..24", "1").run().exits(0);
    assert_eq!(contents(&one), contents(&played));

    let place = played.to_str().expect("text");
    let out = asked("--verify 100%").arg(place).run().success();
    assert!(
        out.ends_with(": 24 of 24 games replayed, 24 identical\n"),
        "{out}"
    );
    let out = asked("--verify 2 --seed 1").arg(place).run().exits(0).out;
    assert!(out.contains(": 2 of 24 games replayed"), "{out}");

    let out = asked("--stats").arg(place).run().success();
    assert!(out.starts_with("24 games of "), "{out}");

    let file = folder.join("games.viri");
    asked("--export viri")
        .arg(&file)
        .arg(&played)
        .run()
        .success();
    let (_, bytes) = &contents(&played)[0];
    let shard = shard::decode(&played, bytes.clone()).expect("a shard");
    let plies = shard.header().counts.plies;
    assert_eq!(
        fs::metadata(&file).expect("a file").len(),
        24 * 36 + 4 * plies
    );
    // What cannot be exported leaves the file as it was.
    let lost = folder.join("lost.shard");
    fs::write(&lost, "no shard").expect("our folder");
    let before = fs::read(&file).expect("a file");
    asked("--export viri").arg(&file).arg(&lost).run().exits(1);
    assert_eq!(fs::read(&file).expect("a file"), before);

    // A game that was never played.
    let path = played.join("00000000-00000023.shard");
    let mut found: Vec<SelfplayGame> = shard.games().collect::<Result<_, _>>().expect("whole");
    found[5].plies[3].expected_score.0 ^= 1;
    let ply = found[5].opening.len() + 3;
    fs::write(&path, shard::encode(&shard.header().origin, 0, &found)).expect("written");
    let Outcome { out, err, .. } = asked("--verify 100%").arg(place).run().exits(1);
    let text = format!("game 5: another move or score after ply {ply}\n");
    assert!(err.ends_with(&text) && err.lines().count() == 1, "{err}");
    assert!(out.ends_with(", 23 identical\n"), "{out}");
}

#[test]
fn an_export_replaces_no_shard() {
    let folder = Folder::new();
    let bytes = shard::encode(&origin(), 0, &games(0, 3));
    let path = folder.write("some.shard", &bytes);
    let all = folder.path("");
    for shards in [&path, &all] {
        let export = asked("--export viri").arg(&path).arg(shards);
        let err = export.run().refusal();
        assert!(err.contains("it is also an input file"), "{err}");
        assert!(fs::read(&path).expect("a file") == bytes);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_export_to_a_stream_has_only_games() {
    let folder = Folder::new();
    let path = folder.write("some.shard", shard::encode(&origin(), 0, &games(0, 3)));
    let plain = folder.path("plain");
    let export = |to: &str| asked("--export viri").arg(to).arg(&path);
    export(&plain).run().success();
    let out = fs::File::create(folder.join("out")).expect("our folder");
    export("/dev/stdout").stdout(out).run().exits(0);
    let [streamed, plain] = ["out", "plain"].map(|name| fs::read(folder.join(name)));
    assert!(streamed.expect("a file") == plain.expect("a file"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let folder = Folder::new();
    let path = folder.write("some.shard", shard::encode(&origin(), 0, &games(0, 3)));
    let export = asked("--export viri /dev/full").arg(&path);
    let err = export.run().only_err(1);
    assert!(err.contains("/dev/full: No space left"), "{err}");
    // The signal is ignored as on a full disk there is none.
    let gather = asked("--gather all").arg(&path);
    let gather = gather.after("trap '' XFSZ; ulimit -f 0").folder(&folder);
    let err = gather.run().only_err(1);
    assert!(err.starts_with("compongo: all/00000000-"), "{err}");
}

/// A network of small random weights.
fn network(name: &str) -> Network {
    let shape = Shape::new(16, 1).expect("a shape");
    let mut rng = Rng::new(1);
    let mut weights = |count: usize, most: usize| -> Vec<i16> {
        let weight = |_| rng.below(2 * most + 1) as i16 - most as i16;
        (0..count).map(weight).collect()
    };
    let (features, bias, output) = (
        weights(PIECE_SQUARES * 16, 60),
        weights(16, 60),
        weights(32, 100),
    );
    Network::new(name, shape, &features, &bias, &output, &[0]).expect("a network")
}

#[test]
fn networks_play_too() {
    let folder = Folder::new();
    let [net, other] = ["first", "second"].map(|name| {
        let file = folder.join(name);
        fs::write(&file, network(name).to_bytes()).expect("written");
        file
    });
    let played = folder.join("played");
    let playing = playing(&played, "0..6", "2").arg("--net").arg(&net);
    let out = playing.run().success();
    let name = format!("network first 16x1 sha256 {}", network("first").digest());
    assert!(out.contains(&name), "{out}");
    let verify = |net: &Path| {
        let verify = asked("--verify 100% --net").arg(net);
        verify.arg(&played).run()
    };
    verify(&net).success();
    verify(&other).fails(
        2,
        &format!("the games were played with evaluation {name}, not network second"),
    );
}

#[test]
fn games_of_another_program_are_not_played_again() {
    let folder = Folder::new();
    let path = folder.join("some.shard");
    let with_tables = Provenance {
        tables: true,
        ..origin()
    };
    for (origin, difference) in [
        (origin(), "program compongo 0.0.0, not compongo "),
        (
            with_tables,
            "adjudication with endgame tables, not without endgame tables",
        ),
    ] {
        fs::write(&path, shard::encode(&origin, 0, &games(0, 3))).expect("written");
        asked("--stats").arg(&path).run().exits(0);
        let err = asked("--verify 1%").arg(&path).run().exits(2).err;
        assert!(
            err.contains(&format!("the games were played with {difference}"))
                && err.ends_with(", and cannot be replayed\n"),
            "{err}"
        );
    }
}

#[test]
fn no_game_is_played_beside_a_damaged_shard() {
    let folder = Folder::new();
    let played = folder.join("played");
    let playing = || playing(&played, "0..6", "2").run();
    playing().success();
    let before = contents(&played);
    let path = played.join("00000000-00000005.shard");
    let mut bytes = fs::read(&path).expect("a shard");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, &bytes).expect("written");
    playing().fails(1, "block 1 (games 0 to 5): damaged");
    fs::remove_file(&path).expect("our folder");
    playing().success();
    assert_eq!(contents(&played), before);
}

#[test]
fn damage_is_told_and_the_rest_is_read() {
    let folder = Folder::new();
    let mut bytes = shard::encode(&origin(), 0, &games(0, 300));
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    folder.write("some.shard", &bytes);
    let Outcome { out, err, .. } = asked("--stats").arg(&*folder).run().exits(1);
    assert!(out.starts_with("256 games of "), "{out}");
    assert!(err.contains("block 2 (games 256 to 299): damaged"), "{err}");
    for task in ["--gather all", "--export viri file"] {
        asked(task).arg("some.shard").folder(&folder).run().exits(1);
        let missing = asked(task).arg("none.shard").folder(&folder);
        let err = missing.run().exits(2).err;
        assert!(!err.contains("can be played again"), "{err}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    const ALL: &str = "--generation 0 --seed 1 --games 0..9 --nodes 9";
    let folder = Folder::new();
    let out = folder.to_str().expect("text");
    for (arguments, code, text) in [
        ("", 2, "required"),
        ("--out OUT", 2, "--generation"),
        (
            "--out OUT --generation 0 --seed 1 --games 0..9",
            2,
            "--nodes",
        ),
        ("--out OUT --stats OUT ALL", 2, "cannot be used with"),
        ("--out OUT --net missing ALL", 2, "missing: "),
        ("--out /dev/null ALL", 2, "/dev/null: "),
        (
            "--out OUT --tables x ALL",
            2,
            "unexpected argument '--tables'",
        ),
        ("--stats", 2, "required"),
        ("--stats OUT", 2, "no shards"),
        ("--verify 1% missing", 2, "missing: "),
        ("--stats missing", 2, "missing: "),
        ("--stats --games 0..5 OUT", 2, "cannot be used with"),
        ("--stats --threads 1 OUT", 2, "cannot be used with"),
        ("--out OUT --net= ALL", 2, "--net : "),
        ("--verify 0 OUT", 2, "at least one game must be replayed"),
        (
            "--out OUT --generation 0 --seed 9223372036854775808 --games 0..9 --nodes 9",
            2,
            "is not in 0..=9223372036854775807",
        ),
        ("--export text file OUT", 2, "text: unknown format"),
    ] {
        let arguments = arguments.replace("OUT", out).replace("ALL", ALL);
        let err = asked(&arguments).run().exits(code).err;
        assert!(err.contains(text), "{arguments}: {err}");
    }
}

#[cfg(unix)]
mod interrupted {
    use super::{Folder, contents, playing};
    use crate::support::process::{Running, wait_for};
    use nix::sys::signal::Signal;
    use std::fs;
    use std::path::Path;

    /// The program, which has put more games on the disk than there were.
    fn under_way(folder: &Path) -> Running {
        let journal = folder.join("journal");
        let length = || fs::metadata(&journal).map_or(0, |file| file.len());
        let before = length().max(4000);
        let running = playing(folder, "0..4096", "2").silent().spawn();
        wait_for("games", || length() > before);
        running
    }

    #[test]
    fn games_go_on_after_any_end() {
        let folder = Folder::new();
        let path = folder.join("games");
        let mut running = under_way(&path);
        playing(&path, "0..9", "1")
            .run()
            .fails(2, "is being written by another process");
        running.signal(Signal::SIGKILL);
        assert_eq!(running.status().code(), None);
        let mut running = under_way(&path);
        running.signal(Signal::SIGINT);
        assert_eq!(running.status().code(), Some(130));
        let journal = fs::metadata(path.join("journal")).expect("a journal").len();

        let whole = folder.join("whole");
        for folder in [&path, &whole] {
            playing(folder, "0..600", "2").run().success();
        }
        assert!(journal > 4000);
        assert_eq!(contents(&path), contents(&whole));
    }
}
