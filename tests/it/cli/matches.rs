//! `compongo match` and `compongo completions` as a user sees them.

use crate::support::folder::Folder;
use crate::support::process::{HANG, PROGRAM};
use compongo::types::Rng;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(super) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder)
        .arg("match")
        .args(arguments)
        .stdin(Stdio::null());
    command
}

/// Exit code, standard output and standard error.
pub(super) fn read(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

pub(super) fn play(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    read(
        command(folder, arguments)
            .output()
            .expect("the program runs"),
    )
}

/// The ledger without its first line.
pub(super) fn games(json: &Path) -> Vec<Value> {
    let text = fs::read_to_string(json).expect("a ledger");
    text.lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

pub(super) fn numbers(games: &[Value]) -> Vec<u64> {
    let mut numbers: Vec<u64> = games
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    numbers.sort_unstable();
    numbers
}

pub(super) fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry.expect("an entry")))
        .collect();
    names.sort();
    names
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of command lines")]
fn errors_are_named_and_nothing_is_started() {
    let here = Folder::new();
    let engine = format!("cmd={PROGRAM}");
    let two = ["--engine", &engine, "--engine", &engine];
    let bare = [PROGRAM, PROGRAM, "--nodes", "10"];
    let cases: &[(&[&str], &[&str], &str)] = &[
        (
            &[],
            &[],
            "no engines: give two commands, or --engine for each; see --help",
        ),
        (
            &two,
            &[],
            "engine 'compongo' has no search limit: no clock, move time, nodes or depth",
        ),
        (
            &two[..2],
            &["nodes=1"],
            "a match needs two engines, 1 given",
        ),
        (
            &two,
            &["--each", "tc=8+x"],
            "'tc=8+x' for '--each <KEY=VALUE>...': 'x' is not a time in seconds with at most three decimals, up to 100 days",
        ),
        (
            &two,
            &["nodes=0"],
            "'nodes=0' for '--engine <KEY=VALUE>...': '0' is not a number from 1 to 9223372036854775807",
        ),
        (
            &two,
            &["opton.Hash=1"],
            "unknown key 'opton'; did you mean 'option'?",
        ),
        (
            &two,
            &["zzz=1"],
            "unknown key 'zzz'; known are cmd, args, dir, env, name, tc, st, nodes, depth, margin, restart, option, laws, mode",
        ),
        (&two, &["Hash"], "'Hash' is not of the form KEY=VALUE"),
        (
            &two,
            &["name=a", "--each", "name=a", "nodes=1"],
            "two engines are called 'a'",
        ),
        (
            &two,
            &["laws=fide2018", "--laws", "fide2023", "--nodes", "1"],
            "laws: fide2023 and fide2018 are asked for, but a match has one",
        ),
        (
            &two,
            &["dir=/no/such/place"],
            "'/no/such/place': no such directory",
        ),
        (
            &["--engine", "cmd=/no/such"],
            &[],
            "'cmd=/no/such' for '--engine <KEY=VALUE>...': there is no '/no/such'",
        ),
        (
            &bare,
            &["--tc", "0"],
            "invalid value '0' for '--tc <TC>': period 1 gives no time",
        ),
        (
            &bare,
            &["--st", "0"],
            "invalid value '0' for '--st <S>': '0' is not a time in seconds from 0.001 to 86400",
        ),
        (
            &bare,
            &["--sprt", "5"],
            "--sprt: two hypotheses are needed, such as 0 5",
        ),
        (
            &bare,
            &["--sprt", "0", "five"],
            "--sprt: 'five' is not a number",
        ),
        (
            &bare,
            &["--sprt", "5", "0"],
            "--sprt: the first hypothesis, 5 Elo, must be below the second, 0 Elo",
        ),
        (
            &bare,
            &["--sprt", "0", "5", "alpha=0.5"],
            "--sprt: the error probability 0.5 is not above 0 and below 0.5",
        ),
        (
            &bare,
            &["--sprt", "0", "5", "model=x"],
            "--sprt: unknown variant `x`, expected `normalized` or `logistic`",
        ),
        (
            &bare,
            &["--openings", "/no/such.epd"],
            "--openings /no/such.epd: No such file or directory (os error 2)",
        ),
        (
            &bare,
            &["--openings", "random", "plies=0"],
            "--openings random: plies is a number from 1 to 60",
        ),
        (
            &bare,
            &["--openings", "a.epd", "plie=8"],
            "--openings: unknown key 'plie'; did you mean 'plies'?",
        ),
        (
            &bare,
            &["--openings", "initial", "plies=1"],
            "--openings initial: the initial position has no keys",
        ),
        (
            &bare,
            &["--resign", "score=x"],
            "--resign: 'x' is not a number from 1 to 100000",
        ),
        (
            &bare,
            &["--draw", "10"],
            "--draw: '10' is not of the form KEY=VALUE",
        ),
        (
            &bare,
            &["--laws", "fide1900"],
            "invalid value 'fide1900' for '--laws <EDITION>': ",
        ),
        (
            &bare,
            &["--laws", "interpretations1974"],
            "the interpretations of 1974 have no word on this",
        ),
        (
            &bare,
            &["--pgn", "no/such.pgn"],
            "--pgn no/such.pgn: there is no such directory",
        ),
        (&bare, &["--json", "."], "--json .: is a directory"),
        (
            &bare,
            &["--report", "no/r.html"],
            "--report no/r.html: there is no such directory",
        ),
        (
            &["--resume", "no.jsonl"],
            &[],
            "no.jsonl: No such file or directory (os error 2)",
        ),
        (
            &bare,
            &["--config", "no.toml"],
            "no.toml: No such file or directory (os error 2)",
        ),
    ];
    for (first, rest, expected) in cases {
        let arguments = [*first, *rest].concat();
        let (code, out, err) = play(&here, &arguments);
        assert!(code == Some(2) && out.is_empty(), "{arguments:?}: {err}");
        assert!(err.contains(expected), "{arguments:?}\n{err}{expected}");
    }
    assert_eq!(files(&here), [""; 0]);
}

#[test]
fn what_clap_refuses_names_the_flag() {
    let here = Folder::new();
    for (arguments, expected) in [
        (&["a"][..], "2 values required"),
        (&["--games", "0"], "invalid value '0' for '--games <N>'"),
        (
            &["--format", "swiss"],
            "[possible values: round-robin, gauntlet]",
        ),
        (&["--gmaes", "1"], "'--games'"),
        (
            &["--resume", "a", "--tc", "1"],
            "'--resume <FILE>' cannot be used with",
        ),
        (&["sh", "sh", "--engine", "cmd=sh"], "cannot be used with"),
    ] {
        let (code, out, err) = play(&here, arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
}

#[test]
fn a_match_is_played_written_down_and_summed_up() {
    let here = Folder::new();
    let (code, out, err) = play(
        &here,
        &[
            PROGRAM,
            PROGRAM,
            "--nodes",
            "200",
            "--games",
            "4",
            "--concurrency",
            "2",
            "--every",
            "2",
            "--max-moves",
            "30",
            "--json",
            "a.jsonl",
            "--pgn",
            "a.pgn",
            "--report",
            "a.html",
            "--protocol",
            "a.log",
        ],
    );
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(
        out.starts_with("4 games between 2 engines, 2 at a time\nwritten to a.jsonl\n"),
        "{out}"
    );
    let lines = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(lines("Game "), 4, "{out}");
    // After two games and at the end.
    assert_eq!(lines("compongo against compongo 2"), 2, "{out}");
    assert_eq!(lines("Games   2: "), 1, "{out}");
    assert_eq!((lines("Games   4: "), lines("Ends    ")), (1, 1), "{out}");
    assert_eq!(lines("Pairs   [0, 0, 2, 0, 0] of"), 1, "{out}");
    assert!(out.contains(" moves\n") && !out.contains('\u{1b}'), "{out}");
    assert!(
        out.lines()
            .all(|line| line.starts_with("Game ") || line.chars().count() <= 80),
        "{out}"
    );

    assert_eq!(files(&here), ["a.html", "a.jsonl", "a.log", "a.pgn"]);
    let games = games(&here.join("a.jsonl"));
    assert_eq!(numbers(&games), [1, 2, 3, 4]);
    let by_number = |number: u64| games.iter().find(|game| game["game"] == number);
    let [one, two] = [1, 2].map(|number| by_number(number).expect("a game"));
    assert_eq!((&one["fen"], &one["book"]), (&two["fen"], &two["book"]));
    assert_eq!(one["book"].as_array().map(Vec::len), Some(8));
    assert_eq!(
        (&one["white"], &one["black"]),
        (&two["black"], &two["white"])
    );
    // The same engine with a fixed number of nodes plays the same game with either colour.
    let moves = |game: &Value| -> Vec<String> {
        let moves = game["moves"].as_array().expect("moves");
        moves.iter().map(|mv| mv["move"].to_string()).collect()
    };
    assert_eq!(moves(one), moves(two));
    let pgn = fs::read_to_string(here.join("a.pgn")).expect("PGN");
    assert_eq!(pgn.matches("[White ").count(), 4);
    assert!(
        fs::read_to_string(here.join("a.html"))
            .expect("a report")
            .contains("compongo 2")
    );
    let protocol = fs::read_to_string(here.join("a.log")).expect("a protocol");
    assert!(
        protocol.contains("> setoption name Hash value 16") && protocol.contains("> go nodes 200")
    );

    let audit = Command::new(PROGRAM)
        .arg("judge")
        .arg(here.join("a.pgn"))
        .output();
    let (code, out, _) = read(audit.expect("the judge runs"));
    assert_eq!(code, Some(0), "{out}");

    let (code, _, err) = play(
        &here,
        &[PROGRAM, PROGRAM, "--nodes", "1", "--json", "a.jsonl"],
    );
    assert_eq!(code, Some(2));
    assert!(
        err.starts_with("compongo: a.jsonl exists already;"),
        "{err}"
    );
}

#[test]
fn a_match_is_described_in_toml() {
    let here = Folder::new();
    let text = format!(
        r#"
        [match]
        games = 6
        concurrency = 2
        format = "gauntlet"
        openings = {{ file = "book.epd", order = "sequential" }}
        resign = {{ score = 200, moves = 2 }}
        max-moves = 20
        quiet = true
        json = "t.jsonl"
        [each]
        nodes = 100
        option.Hash = 1
        option."Move Overhead" = 0
        [[engine]]
        name = "A"
        cmd = '{PROGRAM}'
        [[engine]]
        name = "B"
        cmd = '{PROGRAM}'
        [[engine]]
        name = "C"
        cmd = '{PROGRAM}'
        nodes = 50
        "#
    );
    fs::write(here.join("match.toml"), text).expect("a writable folder");
    let book = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
                rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
    fs::write(here.join("book.epd"), book).expect("a writable folder");
    // What is said on the command line counts more.
    let (code, out, err) = play(&here, &["--config", "match.toml", "--games", "2"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(
        out.starts_with("4 games between 3 engines, 2 at a time\nwritten to t.jsonl\n"),
        "{out}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(
        out.contains("  # Engine  ") && !out.contains("\nGame "),
        "{out}"
    );
    let text = fs::read_to_string(here.join("t.jsonl")).expect("a ledger");
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    let settings = &header["settings"];
    assert_eq!(settings["engines"][2]["limits"]["nodes"], 50);
    let options = serde_json::json!([["Hash", "1"], ["Move Overhead", "0"]]);
    assert_eq!(settings["engines"][0]["options"], options);
    assert_eq!(settings["adjudication"]["win"]["score"], 200);
    let games = games(&here.join("t.jsonl"));
    let with_first = |game: &Value| game["white"] == 0 || game["black"] == 0;
    assert!(games.len() == 4 && games.iter().all(with_first));
    assert!(games.iter().all(|game| {
        game["fen"]
            .as_str()
            .is_some_and(|fen| fen.contains("/4P3/"))
    }));

    for (text, expected) in [
        (
            "[match]\ngmaes = 1\n",
            "line 2, column 1\n  |\n2 | gmaes = 1\n  | ^^^^^\nunknown key 'gmaes'; did you mean 'games'?",
        ),
        (
            "[match]\ngames = 0\n",
            "line 2, column 9\n  |\n2 | games = 0\n  |         ^\n'0' is not a number from 1 to 10000000",
        ),
        (
            "[[engine]]\ncmd = '/no/such'\n",
            "line 2, column 7\n  |\n2 | cmd = '/no/such'\n  |       ^^^^^^^^^^\nthere is no '/no/such'",
        ),
        (
            "[each]\nnodes = 'x'\n[[engine]]\nname = 'x'\n",
            "line 2, column 9\n  |\n2 | nodes = 'x'\n  |         ^^^\n'x' is not a number from 1 to 9223372036854775807",
        ),
    ] {
        fs::write(here.join("bad.toml"), text).expect("a writable folder");
        let (code, _, err) = play(&here, &["--config", "bad.toml"]);
        assert_eq!(
            (code, err),
            (
                Some(2),
                format!("compongo: bad.toml: TOML parse error at {expected}\n")
            )
        );
    }
}

/// Starts a match and waits until some games are in its ledger.
fn begun(folder: &Path, json: &str, games_at_least: usize) -> Child {
    let arguments = [
        PROGRAM,
        PROGRAM,
        "--nodes",
        "100",
        "--games",
        "60",
        "--concurrency",
        "2",
        "--json",
        json,
        "--max-moves",
        "12",
    ];
    let mut child = command(folder, &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let began = Instant::now();
    let lines = || fs::read_to_string(folder.join(json)).map_or(0, |text| text.lines().count());
    while lines() <= games_at_least {
        assert!(began.elapsed() < HANG, "no games");
        assert!(child.try_wait().expect("a child").is_none(), "it has ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let here = Folder::new();
    let mut child = begun(&here, "k.jsonl", 2);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let before = games(&here.join("k.jsonl"));
    assert!((2..60).contains(&before.len()));

    let (code, _, err) = play(&here, &["--resume", "k.jsonl", "--games", "59"]);
    let expected = "compongo: k.jsonl: --games 59: the match is of 60 games, and may only grow\n";
    assert_eq!((code, err.as_str()), (Some(2), expected));

    let arguments = [
        "--resume",
        "k.jsonl",
        "--games",
        "62",
        "--concurrency",
        "3",
        "--quiet",
    ];
    let (code, out, err) = play(&here, &arguments);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let games_left = format!(
        "\n62 games between 2 engines ({} are played), 3 at a time\n",
        before.len()
    );
    assert!(out.contains(&games_left), "{out}");
    let all = games(&here.join("k.jsonl"));
    assert_eq!(all[..before.len()], before);
    assert_eq!(numbers(&all), (1..=62).collect::<Vec<u64>>());

    // Nothing is left to do, and the games that were added count.
    let (code, out, _) = play(&here, &["--resume", "k.jsonl", "--report", "k.html"]);
    assert_eq!(code, Some(0));
    assert!(
        out.contains("\n62 games between 2 engines (62 are played)"),
        "{out}"
    );
    assert_eq!(files(&here), ["k.html", "k.jsonl"]);
}

/// Moments at which a match is killed: few, or fifty with `COMPONGO_FULL=1`.
fn kills() -> u32 {
    if std::env::var_os("COMPONGO_FULL").is_some() {
        50
    } else {
        6
    }
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_with_all_its_games() {
    const GAMES: u64 = 60;
    let here = Folder::new();
    let games_wanted = GAMES.to_string();
    let arguments = [
        PROGRAM,
        PROGRAM,
        "--nodes",
        "100",
        "--games",
        &games_wanted,
        "--concurrency",
        "2",
        "--json",
        "k.jsonl",
        "--pgn",
        "k.pgn",
        "--max-moves",
        "15",
    ];
    let goes_on = ["--resume", "k.jsonl", "--quiet"];
    let mut child = command(&here, &arguments);
    // No two moments alike, spread over starts and games.
    let mut rng = Rng::new(7);
    for _ in 0..kills() {
        let mut running = child
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(Duration::from_millis(100 + rng.below(500) as u64));
        running.kill().expect("it can be killed");
        running.wait().expect("it ends");
        // Killed before there was a whole first line, it begins again.
        let begun = fs::read_to_string(here.join("k.jsonl")).is_ok_and(|text| text.contains('\n'));
        if !begun {
            for file in ["k.jsonl", "k.pgn"] {
                // It may not be there yet.
                let _ = fs::remove_file(here.join(file));
            }
        }
        child = command(&here, if begun { &goes_on } else { &arguments });
    }
    let (code, out, err) = read(child.output().expect("the program runs"));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let mut found = numbers(&games(&here.join("k.jsonl")));
    found.sort_unstable();
    assert_eq!(found, (1..=GAMES).collect::<Vec<u64>>());
    let pgn = fs::read_to_string(here.join("k.pgn")).expect("text");
    let mut found: Vec<u64> = pgn
        .lines()
        .filter_map(|line| line.strip_prefix("[GameNumber \"")?.strip_suffix("\"]"))
        .map(|number| number.parse().expect("a number"))
        .collect();
    found.sort_unstable();
    assert_eq!(found, (1..=GAMES).collect::<Vec<u64>>());
    let judged = Command::new(PROGRAM)
        .args(["judge", "k.pgn", "--json"])
        .current_dir(&here)
        .output()
        .expect("the program runs");
    assert!(judged.status.success(), "every game is whole");
    assert_eq!(
        judged.stdout.split(|&byte| byte == b'\n').count() as u64,
        GAMES + 1
    );
}

#[test]
fn a_match_from_a_book_goes_on_with_the_same_book_only() {
    let here = Folder::new();
    let book = here.join("book.pgn");
    fs::write(&book, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *\n").expect("a file");
    for (json, style) in [("a.jsonl", None), ("b.jsonl", Some("--chess960"))] {
        let arguments = [
            PROGRAM,
            PROGRAM,
            "--nodes",
            "50",
            "--games",
            "2",
            "--max-moves",
            "5",
            "--openings",
            "book.pgn",
            "--json",
            json,
        ];
        let arguments: Vec<&str> = arguments.into_iter().chain(style).collect();
        let (code, out, err) = play(&here, &arguments);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        let (code, out, err) = play(&here, &["--resume", json, "--games", "4"]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert_eq!(numbers(&games(&here.join(json))).len(), 4);
    }
    fs::write(&book, "1. d4 d5 *\n").expect("a file");
    let (code, _, err) = play(&here, &["--resume", "a.jsonl", "--games", "6"]);
    let expected = "is not the one that the schedule and the openings give now\n";
    assert_eq!(code, Some(2));
    assert!(err.ends_with(expected), "{err}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_and_tells_how_to_go_on() {
    let here = Folder::new();
    let child = begun(&here, "it is.jsonl", 1);
    let pid = nix::unistd::Pid::from_raw(child.id() as i32);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGINT).expect("it runs");
    let (code, out, err) = read(child.wait_with_output().expect("it ends"));
    assert_eq!(code, Some(130), "{out}");
    let expected =
        "compongo: stopping; games in progress are abandoned. Interrupt again to end at once\n";
    assert_eq!(err, expected);
    assert!(
        out.ends_with("\nContinue with: compongo match --resume 'it is.jsonl'\n"),
        "{out}"
    );
    assert!(out.contains("\nEnds    "), "{out}");
    assert!(games(&here.join("it is.jsonl")).len() < 60);
}

#[cfg(unix)]
#[test]
fn faults_of_engines_are_told() {
    let here = Folder::new();
    let script = |last: &str| {
        format!(
            "while read line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;; go*) {last};; quit) exit;; esac; done"
        )
    };
    let engine = |name: &str, last: &str| {
        let file = here.join(name);
        fs::write(&file, script(last)).expect("a writable folder");
        format!("cmd=sh {}", file.display())
    };
    let illegal = engine("illegal", "echo bestmove e1e8");
    let dying = engine("dying", "exit 3");
    let ours = format!("cmd={PROGRAM}");
    let arguments = [
        "--engine",
        &illegal,
        "name=Illegal",
        "--engine",
        &dying,
        "name=Dying",
        "--engine",
        &ours,
        "name=Ours",
        "--each",
        "nodes=10",
        "--games",
        "1",
        "--openings",
        "initial",
        "--concurrency",
        "1",
        "--json",
        "f.jsonl",
    ];
    let (code, out, err) = play(&here, &arguments);
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    assert!(
        out.contains("\nWarning: Illegal lost games by forfeit: illegal move"),
        "{out}"
    );
    assert!(
        out.contains("\nWarning: Dying lost games by forfeit: crash"),
        "{out}"
    );

    // An engine that is no engine: the match does not begin, and nothing is left of it.
    let no_engine = [
        "--engine",
        "cmd=sh -c 'exit 1'",
        "--engine",
        &ours,
        "--nodes",
        "10",
        "--json",
        "n.jsonl",
    ];
    let (code, out, err) = play(&here, &no_engine);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("No game has ended."), "{out}");
    assert!(err.starts_with("compongo: sh: "), "{err}");
    assert!(!here.join("n.jsonl").exists());
}

#[test]
fn shells_complete_what_is_typed() {
    let here = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(PROGRAM).args(["completions", shell]).output();
        let (code, out, err) = read(output.expect("it runs"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{shell}");
        assert!(
            out.contains("concurrency") && out.contains("round-robin"),
            "{shell}"
        );
    }
    let output = Command::new(PROGRAM)
        .args(["completions", "csh"])
        .current_dir(&here)
        .output();
    let (code, _, err) = read(output.expect("it runs"));
    assert_eq!(code, Some(2));
    assert!(err.contains("invalid value 'csh'"), "{err}");
}

#[test]
fn remarks_say_what_they_are_about_and_whose() {
    let here = Folder::new();
    let engine = format!("cmd={PROGRAM}");
    let arguments = [
        "--engine",
        &engine,
        "name=Plain",
        "--engine",
        &engine,
        "name=Odd",
        "option.Contempt=3",
        "--nodes",
        "20",
        "--games",
        "4",
        "--quiet",
        "--json",
        "games.jsonl",
    ];
    let (code, out, err) = play(&here, &arguments);
    assert_eq!(code, Some(0), "{out} {err}");
    // Once for each process.
    let warning = "Warning: Odd: does not have the option 'Contempt' (";
    let is_warning = |line: &&str| line.starts_with(warning) && line.ends_with("in game 1)");
    assert_eq!(out.lines().filter(is_warning).count(), 1, "{out}");
}
