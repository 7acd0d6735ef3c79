//! Files that have no end, no writer or no content that the program could use, and games of any length: every command ends
//! soon and in little memory.

use crate::support::folder::Folder;
use crate::support::process::{Program, peak_memory, processor_time};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// Ten times the processor time that the slowest command may take.
const WORK: Duration = Duration::from_secs(20);
/// The time after which a command waits for something. It is long, since other programs may keep the processor busy.
const TIME: Duration = Duration::from_secs(100);
/// The most memory of a command, in KiB.
const MEMORY: u64 = 200_000;

/// Commands that read the file `FILE`. They may write `OUT`.
const COMMANDS: [&str; 24] = [
    "judge FILE",
    "judge --notation fide FILE",
    "review FILE --nodes 10",
    "analyse FILE --nodes 10",
    "analyse --compare FILE FILE",
    "ruling claim threefold --pgn FILE",
    "ruling claim threefold --ledger FILE --game 1",
    "adjourn OUT --pgn FILE --sealed-move e4",
    "adjourn OUT --sealed-move-from FILE",
    "resume-adjourned FILE --envelope FILE",
    "match --resume FILE",
    "match --config FILE",
    "match --engine cmd=compongo name=A --engine cmd=compongo name=B --nodes 10 --games 2 --json OUT --openings FILE",
    "train FILE",
    "datagen --stats FILE",
    "datagen --verify 1 FILE",
    "datagen --gather OUT FILE",
    "net info FILE",
    "net verify FILE",
    "net test nets/gen15.nnue --positions FILE",
    "net import FILE --out OUT",
    "eval --net FILE",
    "perft --suite FILE",
    "genfens 1 seed 1 book FILE",
];

/// The exit code of the program and what it says on standard error. It must end soon, and use little memory.
fn bounded(arguments: &[&str], stdin: Stdio) -> (Option<i32>, String) {
    let program = Program::with(arguments).stdin(stdin);
    let mut running = program.stdout(Stdio::null()).spawn();
    let began = Instant::now();
    let mut most = 0;
    let status = loop {
        most = most.max(peak_memory(running.child.id()));
        assert!(most < MEMORY, "{arguments:?} uses {most} KiB");
        let work = processor_time(running.child.id());
        assert!(work < WORK, "{arguments:?} works on after {work:?}");
        if let Some(status) = running.try_status() {
            break status;
        }
        assert!(began.elapsed() < TIME, "{arguments:?} does not end");
        thread::sleep(Duration::from_millis(2));
    };
    let mut errors = String::new();
    let mut stderr = running.child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut errors).expect("text in UTF-8");
    (status.code(), errors)
}

/// Every command refuses the file.
fn assert_refused(folder: &Folder, file: &Path) {
    let file = file.to_str().expect("a path in UTF-8");
    thread::scope(|scope| {
        for (number, command) in COMMANDS.iter().enumerate() {
            let out = folder.join(format!("out{number}"));
            let out = out.to_str().expect("a path in UTF-8").to_owned();
            scope.spawn(move || {
                let words = command.split(' ').map(|word| match word {
                    "FILE" => file,
                    "OUT" => &out,
                    "cmd=compongo" => concat!("cmd=", env!("CARGO_BIN_EXE_compongo")),
                    word => word,
                });
                let words: Vec<&str> = words.collect();
                let (code, errors) = bounded(&words, Stdio::null());
                let is_refused = code.is_some_and(|code| code == 1 || code == 2);
                let is_asked = !errors.contains("Usage:");
                assert!(is_refused && is_asked, "{words:?}: {code:?} {errors}");
            });
        }
    });
}

#[test]
fn devices_without_an_end_are_refused() {
    let folder = Folder::new();
    assert_refused(&folder, Path::new("/dev/zero"));
    assert_refused(&folder, Path::new("/dev/urandom"));
}

#[test]
fn a_directory_is_refused() {
    let folder = Folder::new();
    let inner = folder.join("inner");
    fs::create_dir(&inner).expect("a writable folder");
    assert_refused(&folder, &inner);
}

#[test]
fn a_pipe_without_a_writer_is_refused() {
    let folder = Folder::new();
    let pipe = folder.join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(|| assert_refused(&folder, &pipe));
        let (code, errors) = bounded(&["judge", pipe.to_str().expect("UTF-8")], Stdio::null());
        assert_eq!(code, Some(2));
        assert!(errors.contains("nothing writes to this pipe"), "{errors}");
    });
}

#[test]
fn a_large_file_of_nothing_is_refused() {
    let folder = Folder::new();
    let path = folder.join("sparse");
    let file = File::create(&path).expect("a writable folder");
    file.set_len(2 << 30).expect("nothing is written");
    assert_refused(&folder, &path);
}

#[test]
fn a_small_file_that_unpacks_to_a_large_one_is_refused() {
    let folder = Folder::new();
    let path = folder.join("packed");
    let file = File::create(&path).expect("a writable folder");
    let mut encoder = GzEncoder::new(file, Compression::fast());
    io::copy(&mut io::repeat(0).take(1 << 28), &mut encoder).expect("a writable folder");
    encoder.finish().expect("a writable folder");
    assert_refused(&folder, &path);
}

#[test]
fn a_megabyte_that_is_not_pgn_is_refused() {
    let folder = Folder::new();
    for (name, bytes) in [
        ("unbroken", vec![0xFF_u8; 1_000_000]),
        ("blank", vec![b' '; 3_000_000]),
    ] {
        let path = folder.write(name, bytes);
        let (code, errors) = bounded(&["judge", &path], Stdio::null());
        assert_eq!(code, Some(2), "{name}");
        let expected = "this is not PGN: a megabyte without a tag, a move or a line end";
        assert!(errors.contains(expected), "{name}: {errors}");
    }
}

#[test]
fn standard_input_and_open_pipes_are_read() {
    let open = |path: &str| Stdio::from(File::open(path).expect("it is there"));
    let (code, errors) = bounded(&["judge", "-"], open("/dev/zero"));
    assert_eq!(code, Some(2), "{errors}");
    let games = Folder::new();
    let game = games.path("game.json");
    let at_terminal = ["play", "--terminal", "--engine", "none", "--game", &game];
    for typed in [&["ruling", "interview"][..], &at_terminal] {
        let (code, errors) = bounded(typed, open("/dev/zero"));
        assert!(code.is_some_and(|code| code != 0), "{typed:?}");
        assert!(
            errors.contains("a line of more than a megabyte"),
            "{errors}"
        );
    }
    for file in ["-", "/dev/stdin"] {
        let (code, errors) = bounded(&["judge", file], open("tests/data/review.pgn"));
        assert!(code != Some(2) && errors.is_empty(), "{code:?} {errors}");
        let mut cat = Program::at("cat").arg("tests/data/review.pgn").spawn();
        let games = Stdio::from(cat.child.stdout.take().expect("it is piped"));
        let (code, errors) = bounded(&["judge", file], games);
        assert!(code != Some(2) && errors.is_empty(), "{code:?} {errors}");
    }
}

#[test]
fn the_plies_of_a_long_game_take_equal_time() {
    let folder = Folder::new();
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(2_000);
    let game = folder.write("game.pgn", format!("[Result \"*\"]\n\n{moves}*\n"));
    let out = folder.join("out");
    let out = out.to_str().expect("a path in UTF-8");
    let limits = ["--nodes", "10", "--hash", "64", "--jobs", "1"];
    for command in [
        &["analyse", game.as_str(), "--out", out][..],
        &["review", game.as_str(), "--pgn", "/dev/null"],
    ] {
        let (code, errors) = bounded(&[command, &limits].concat(), Stdio::null());
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command:?}");
    }
}

#[test]
fn a_page_that_is_too_large_is_refused() {
    let folder = Folder::new();
    let games = folder.write("games.pgn", "1. e4 *\n\n".repeat(100_000));
    let page = folder.join("page.html");
    let page = page.to_str().expect("a path in UTF-8");
    let (code, errors) = bounded(&["review", &games, "--html", page], Stdio::null());
    assert_eq!(code, Some(2));
    assert!(
        errors.contains("a page holds at most 10000 games"),
        "{errors}"
    );
    assert!(!Path::new(page).exists());
}
