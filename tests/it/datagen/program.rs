//! `compongo datagen` as a program.

use crate::datagen::sample::{contents, games, origin};
use crate::support::folder::Folder;
use crate::support::process::{PROGRAM, outcome};
use assert_cmd::Command;
use compongo::datagen::SelfplayGame;
use compongo::datagen::shard::{self, Provenance};
use compongo::nnue::{INPUTS, Network, Shape};
use compongo::types::Rng;
use std::fs;
use std::path::Path;

/// The program, asked for games of its own that are quickly played.
fn playing(folder: &Path, games: &str, threads: &str) -> Command {
    let mut command = asked(&["--generation", "0", "--seed", "7"]);
    command.args(["--games", games, "--nodes", "20", "--threads", threads]);
    command.arg("--out").arg(folder);
    command
}

fn asked(args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("datagen").args(args);
    command
}

#[test]
fn games_can_be_played_again() {
    let folder = Folder::new();
    let played = folder.join("played");
    let (code, out, err) = outcome(&mut playing(&played, "0..24", "2"));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("24 are to be played, 2 at a time"), "{out}");
    assert!(out.contains("\n24 games of "), "{out}");
    let one = folder.join("one");
    assert_eq!(outcome(&mut playing(&one, "0..24", "1")).0, Some(0));
    assert_eq!(contents(&one), contents(&played));

    let place = played.to_str().expect("text");
    let (code, out, err) = outcome(&mut asked(&["--verify", "100%", place]));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(
        out.ends_with(": 24 of 24 games played again, 24 the same\n"),
        "{out}"
    );
    let (code, out, _) = outcome(&mut asked(&["--verify", "2", "--seed", "1", place]));
    assert_eq!(code, Some(0));
    assert!(out.contains(": 2 of 24 games played again"), "{out}");

    let (code, out, err) = outcome(&mut asked(&["--stats", place]));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.starts_with("24 games of "), "{out}");

    let file = folder.join("games.viri");
    let (code, out, err) = outcome(asked(&["--export", "viri"]).arg(&file).arg(&played));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
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
    let (code, ..) = outcome(asked(&["--export", "viri"]).arg(&file).arg(&lost));
    assert_eq!(code, Some(1));
    assert_eq!(fs::read(&file).expect("a file"), before);

    // A game that was never played.
    let path = played.join("00000000-00000023.shard");
    let mut found: Vec<SelfplayGame> = shard.games().collect::<Result<_, _>>().expect("whole");
    found[5].plies[3].expected_score.0 ^= 1;
    let ply = found[5].opening.len() + 3;
    fs::write(&path, shard::encode(&shard.header().origin, 0, &found)).expect("written");
    let (code, out, err) = outcome(&mut asked(&["--verify", "100%", place]));
    assert_eq!(code, Some(1), "{out}");
    let text = format!("game 5: another move or score after ply {ply}\n");
    assert!(err.ends_with(&text) && err.lines().count() == 1, "{err}");
    assert!(out.ends_with(", 23 the same\n"), "{out}");
}

/// A network of small random weights.
fn network(name: &str) -> Network {
    let shape = Shape::new(16, 1).expect("a shape");
    let mut rng = Rng::new(1);
    let mut weights = |count: usize, most: usize| -> Vec<i16> {
        let weight = |_| rng.below(2 * most + 1) as i16 - most as i16;
        (0..count).map(weight).collect()
    };
    let (features, bias, output) = (weights(INPUTS * 16, 60), weights(16, 60), weights(32, 100));
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
    let mut command = playing(&played, "0..6", "2");
    let (code, out, err) = outcome(command.arg("--net").arg(&net));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let name = format!("network first 16x1 sha256 {}", network("first").digest());
    assert!(out.contains(&name), "{out}");
    let verify = |net: &Path| {
        let mut command = asked(&["--verify", "100%"]);
        outcome(command.arg("--net").arg(net).arg(&played))
    };
    let (code, out, err) = verify(&net);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let (code, _, err) = verify(&other);
    assert_eq!(code, Some(2));
    assert!(
        err.contains(&format!(
            "the games are of evaluation {name}, not network second"
        )),
        "{err}"
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
        assert_eq!(outcome(asked(&["--stats"]).arg(&path)).0, Some(0));
        let (code, _, err) = outcome(asked(&["--verify", "1%"]).arg(&path));
        assert_eq!(code, Some(2));
        assert!(
            err.contains(&format!("the games are of {difference}"))
                && err.ends_with(", and cannot be played again\n"),
            "{err}"
        );
    }
}

#[test]
fn damage_is_told_and_the_rest_is_read() {
    let folder = Folder::new();
    let mut bytes = shard::encode(&origin(), 0, &games(0, 300));
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(folder.join("some.shard"), &bytes).expect("written");
    let (code, out, err) = outcome(asked(&["--stats"]).arg(&*folder));
    assert_eq!(code, Some(1));
    assert!(out.starts_with("256 games of "), "{out}");
    assert!(err.contains("block 2 (games 256 to 299): damaged"), "{err}");
    for task in [vec!["--gather", "all"], vec!["--export", "viri", "file"]] {
        let mut command = asked(&task);
        let (code, _, err) = outcome(command.arg("some.shard").current_dir(&*folder));
        assert_eq!(code, Some(1), "{task:?} {err}");
        let mut command = asked(&task);
        let (code, _, err) = outcome(command.arg("none.shard").current_dir(&*folder));
        assert_eq!(code, Some(2), "{task:?} {err}");
        assert!(!err.contains("can be played again"), "{err}");
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = Folder::new();
    let out = folder.to_str().expect("text");
    let all = [
        "--generation",
        "0",
        "--seed",
        "1",
        "--games",
        "0..9",
        "--nodes",
        "9",
    ];
    for (args, text) in [
        (vec![], "required"),
        (vec!["--out", out], "--generation"),
        ([&["--out", out][..], &all[..6]].concat(), "--nodes"),
        (
            [&["--out", out, "--stats", out][..], &all].concat(),
            "cannot be used with",
        ),
        (
            [&["--out", out, "--net", "missing"][..], &all].concat(),
            "missing: ",
        ),
        ([&["--out", "/dev/null"][..], &all].concat(), "/dev/null: "),
        (
            [&["--out", out, "--tables", "x"][..], &all].concat(),
            "unexpected argument '--tables'",
        ),
        (vec!["--stats"], "required"),
        (vec!["--stats", out], "no shards"),
        (vec!["--verify", "1%", "missing"], "missing: "),
        (
            vec!["--export", "text", "file", out],
            "text: unknown format",
        ),
    ] {
        let (code, _, err) = outcome(&mut asked(&args));
        let expected = if args.contains(&"missing") && args[0] == "--verify" {
            1
        } else {
            2
        };
        assert_eq!(code, Some(expected), "{args:?}: {err}");
        assert!(err.contains(text), "{args:?}: {err}");
    }
}

#[cfg(unix)]
mod interrupted {
    use super::{Folder, PROGRAM, contents, outcome, playing};
    use crate::support::process::HANG;
    use crate::support::process::Running;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::fs;
    use std::path::Path;
    use std::process::{Command, ExitStatus, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    fn wait(what: &str, mut ready: impl FnMut() -> bool) {
        let start = Instant::now();
        while !ready() {
            assert!(start.elapsed() < HANG, "{what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The program, which has put more games on the disk than there were.
    fn under_way(folder: &Path) -> Running {
        let journal = folder.join("journal");
        let length = || fs::metadata(&journal).map_or(0, |file| file.len());
        let before = length().max(4000);
        let child = Command::new(PROGRAM)
            .args([
                "datagen",
                "--generation",
                "0",
                "--seed",
                "7",
                "--nodes",
                "20",
            ])
            .args(["--games", "0..4096", "--threads", "2", "--out"])
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let running = Running(child.expect("it starts"));
        wait("no games", || length() > before);
        running
    }

    fn ended_by(signal: Signal, mut running: Running) -> ExitStatus {
        kill(Pid::from_raw(running.0.id() as i32), signal).expect("it runs");
        let mut status = None;
        wait("it does not end", || {
            status = running.0.try_wait().expect("it is ours");
            status.is_some()
        });
        status.expect("it has ended")
    }

    #[test]
    fn games_go_on_after_any_end() {
        let folder = Folder::new();
        let path = folder.join("games");
        let running = under_way(&path);
        let (code, _, err) = outcome(&mut playing(&path, "0..9", "1"));
        assert_eq!(code, Some(2));
        assert!(err.contains("is being written by another process"), "{err}");
        let status = ended_by(Signal::SIGKILL, running);
        assert_eq!(status.code(), None);
        let status = ended_by(Signal::SIGINT, under_way(&path));
        assert_eq!(status.code(), Some(130));
        let journal = fs::metadata(path.join("journal")).expect("a journal").len();

        let whole = folder.join("whole");
        for folder in [&path, &whole] {
            let (code, out, err) = outcome(&mut playing(folder, "0..600", "2"));
            assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        }
        assert!(journal > 4000);
        assert_eq!(contents(&path), contents(&whole));
    }
}
