//! `compongo match` and `compongo completions` as a user sees them.

use crate::support::folder::Folder;
use crate::support::process::{Outcome, PROGRAM, Program, Running, run, wait_for, words};
use crate::support::table::rows;
use crate::support::{is_full, json};
use compongo::types::Rng;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::thread;
use std::time::Duration;

pub(super) fn command<S: AsRef<OsStr>>(
    folder: &Folder,
    arguments: impl IntoIterator<Item = S>,
) -> Program {
    Program::with(["match"]).args(arguments).folder(folder)
}

#[track_caller]
pub(super) fn play<S: AsRef<OsStr>>(
    folder: &Folder,
    arguments: impl IntoIterator<Item = S>,
) -> Outcome {
    command(folder, arguments).run()
}

/// The arguments of a match of this program against itself.
pub(super) fn duel(rest: &str) -> Vec<&str> {
    [&[PROGRAM, PROGRAM], &*words(rest)].concat()
}

/// The ledger without its first line.
#[track_caller]
pub(super) fn games(folder: &Folder, ledger: &str) -> Vec<Value> {
    json::lines(&folder.read(ledger)).split_off(1)
}

/// The lines in a file that is being written, if it is there.
pub(super) fn lines(folder: &Folder, name: &str) -> usize {
    fs::read_to_string(folder.join(name)).map_or(0, |text| text.lines().count())
}

pub(super) fn numbers(games: &[Value]) -> Vec<u64> {
    let mut numbers: Vec<u64> = games
        .iter()
        .filter_map(|game| game["game"].as_u64())
        .collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn errors_are_named_and_nothing_is_started() {
    let here = Folder::new();
    let engine = format!("cmd={PROGRAM}");
    let engines = |name: &str| match name {
        "one" => vec!["--engine", &engine],
        "two" => vec!["--engine", &engine, "--engine", &engine],
        "bare" => vec![PROGRAM, PROGRAM, "--nodes", "10"],
        _ => Vec::new(),
    };
    let table = "
        none |                                         | no engines: give two commands, or --engine for each; see --help
        two  |                                         | engine 'compongo' has no search limit; add --tc 8+0.08, --st SECONDS, --nodes N or --depth N
        two  | --tc 0+1                                | engine 'compongo' has no time for its first move, since the increment comes after it; add a base time
        one  | nodes=1                                 | a match needs at least two engines; 1 given
        two  | --each tc=8+x                           | 'tc=8+x' for '--each <KEY=VALUE>...': '8+x' is not a time control: write 90m+30s, 1h30
        two  | nodes=0                                 | 'nodes=0' for '--engine <KEY=VALUE>...': '0' is not a number from 1 to 9223372036854775807
        two  | opton.Hash=1                            | unknown key 'opton'; did you mean 'option'?
        two  | zzz=1                                   | unknown key 'zzz'; known are cmd, args, dir, env, name, tc, st, nodes, depth, margin, restart, option, laws, mode, proto
        two  | Hash                                    | 'Hash' is not of the form KEY=VALUE
        two  | option.=1                               | a name is missing after the dot
        two  | cmd=                                    | a program is missing
        two  | args='                                  | a quotation mark is not closed
        two  | name=a --each name=a nodes=1            | two engines are called 'a'
        two  | laws=fide2018 --laws fide2023 --nodes 1 | laws: fide2023 and fide2018 contradict each other; all engines must agree
        two  | dir=/no/such/place                      | '/no/such/place': no such directory
        none | --engine cmd=/no/such                   | 'cmd=/no/such' for '--engine <KEY=VALUE>...': there is no '/no/such'
        bare | --tc 0                                  | invalid value '0' for '--tc <TC>': period 1 gives no time
        bare | --tc 0:30+1                             | '0:30+1' is not a time control: a colon separates periods
        bare | --tc 40/1:30                            | '40/1:30' may be minutes and seconds, or two periods; write units, as in 40/1m30
        bare | --st 0                                  | invalid value '0' for '--st <S>': '0' is not a time in seconds from 0.001 to 86400
        bare | --sprt 5                                | 2 values required by '--sprt
        bare | --sprt 0 five                           | --sprt: 'five' is not a number
        bare | --sprt 5 0                              | --sprt: the first hypothesis, 5 Elo, must be below the second, 0 Elo
        bare | --sprt 0 5 alpha=0.5                    | --sprt: the error probability 0.5 is not above 0 and below 0.5
        bare | --sprt 0 5 model=x                      | --sprt: unknown variant `x`, expected `normalized` or `logistic`
        bare | --openings /no/such.epd                 | --openings /no/such.epd: No such file or directory (os error 2)
        bare | --openings random plies=0               | --openings random: plies must be from 1 to 60
        bare | --openings a.epd plie=8                 | --openings: unknown key 'plie'; did you mean 'plies'?
        bare | --openings initial plies=1              | --openings initial: the initial position has no keys
        bare | --resign score=x                        | --resign: 'x' is not a number from 1 to 100000
        bare | --resign ./x                            | --resign: './x' is not of the form KEY=VALUE; two bare commands come before all flags, others as --engine cmd=./x
        bare | --draw 10                               | --draw: '10' is not of the form KEY=VALUE
        bare | --laws fide1900                         | invalid value 'fide1900' for '--laws <EDITION>':
        bare | --laws interpretations1974              | the interpretations of 1974 do not cover this
        bare | --pgn no/such.pgn                       | --pgn no/such.pgn: there is no such directory
        bare | --json .                                | --json .: is a directory
        bare | --report no/r.html                      | --report no/r.html: there is no such directory
        none | --resume no.jsonl                       | no.jsonl: No such file or directory (os error 2)
        bare | --config no.toml                        | no.toml: No such file or directory (os error 2)
    ";
    for [first, rest, expected] in rows(table) {
        let arguments = [engines(first), words(rest)].concat();
        play(&here, &arguments).refused(expected);
    }
    assert_eq!(here.files(), [""; 0]);
}

#[test]
fn what_clap_refuses_names_the_flag() {
    let here = Folder::new();
    for (arguments, expected) in [
        ("a", "2 values required"),
        ("--games 0", "invalid value '0' for '--games <N>'"),
        (
            "--format league",
            "[possible values: round-robin, gauntlet, swiss, knockout]",
        ),
        ("--gmaes 1", "'--games'"),
        ("--srand 1", "compongo: --srand: use --seed"),
        (
            "-engine cmd=sh",
            "compongo: a flag has two dashes: --engine",
        ),
        ("--resume a --tc 1", "'--resume <FILE>' cannot be used with"),
        ("sh sh --engine cmd=sh", "cannot be used with"),
    ] {
        play(&here, words(arguments)).refused(expected);
    }
}

#[test]
fn a_match_is_played_written_down_and_summed_up() {
    let here = Folder::new();
    let rest = "--nodes 200 --games 4 --concurrency 2 --every 2 --max-moves 30 --json a.jsonl --pgn a.pgn \
                --report a.html --protocol a.log";
    let out = play(&here, duel(rest)).success();
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

    assert_eq!(here.files(), ["a.html", "a.jsonl", "a.log", "a.pgn"]);
    let games = games(&here, "a.jsonl");
    assert_eq!(numbers(&games), [1, 2, 3, 4]);
    let by_number = |number: u64| games.iter().find(|game| game["game"] == number);
    let [one, two] = [1, 2].map(|number| by_number(number).expect("a game"));
    assert_eq!((&one["fen"], &one["book"]), (&two["fen"], &two["book"]));
    assert_eq!(one["book"].as_array().map(Vec::len), Some(8));
    assert_eq!(one["white"], two["black"]);
    assert_eq!(one["black"], two["white"]);
    // The same engine with a fixed number of nodes plays the same game with either colour.
    let moves = |game: &Value| -> Vec<String> {
        let moves = game["moves"].as_array().expect("moves");
        moves.iter().map(|mv| mv["move"].to_string()).collect()
    };
    assert_eq!(moves(one), moves(two));
    let pgn = here.read("a.pgn");
    assert_eq!(pgn.matches("[White ").count(), 4);
    assert!(here.read("a.html").contains("compongo 2"));
    let protocol = here.read("a.log");
    assert!(
        protocol.contains("> setoption name Hash value 16") && protocol.contains("> go nodes 200")
    );

    run(["judge", &here.path("a.pgn")]).exits(0);

    let err = play(&here, duel("--nodes 1 --json a.jsonl")).exits(2).err;
    assert!(
        err.starts_with("compongo: a.jsonl already exists;"),
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
    here.write("match.toml", text);
    let book = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
                rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
    here.write("book.epd", book);
    // What is said on the command line counts more.
    let out = play(&here, words("--config match.toml --games 2")).success();
    assert!(
        out.starts_with("4 games between 3 engines, 2 at a time\nwritten to t.jsonl\n"),
        "{out}"
    );
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    assert!(
        out.contains("  # Engine  ") && !out.contains("\nGame "),
        "{out}"
    );
    let text = here.read("t.jsonl");
    let header = json::value(text.lines().next().expect("a header"));
    let settings = &header["settings"];
    assert_eq!(settings["engines"][2]["limits"]["nodes"], 50);
    let options = serde_json::json!([["Hash", "1"], ["Move Overhead", "0"]]);
    assert_eq!(settings["engines"][0]["options"], options);
    assert_eq!(settings["adjudication"]["win"]["score"], 200);
    let games = games(&here, "t.jsonl");
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
        here.write("bad.toml", text);
        let err = play(&here, ["--config", "bad.toml"]).exits(2).err;
        assert_eq!(
            err,
            format!("compongo: bad.toml: TOML parse error at {expected}\n")
        );
    }
}

/// Starts a match and waits until some games are in its ledger.
fn begun(folder: &Folder, ledger: &str, games_at_least: usize) -> Running {
    let rest = duel("--nodes 100 --games 60 --concurrency 2 --max-moves 12 --json");
    let mut running = command(folder, rest).arg(ledger).spawn();
    wait_for("games", || {
        let is_begun = lines(folder, ledger) > games_at_least;
        assert!(is_begun || running.try_status().is_none(), "it has ended");
        is_begun
    });
    running
}

#[test]
fn a_match_that_was_killed_goes_on() {
    let here = Folder::new();
    begun(&here, "k.jsonl", 2).kill();
    let before = games(&here, "k.jsonl");
    assert!((2..60).contains(&before.len()));

    let err = play(&here, words("--resume k.jsonl --games 59"))
        .exits(2)
        .err;
    let expected =
        "compongo: k.jsonl: --games 59: the match has 60 games; games can only be added\n";
    assert_eq!(err, expected);

    let arguments = words("--resume k.jsonl --games 62 --concurrency 3 --quiet");
    let out = play(&here, arguments).success();
    let games_left = format!(
        "\n62 games between 2 engines ({} already played), 3 at a time\n",
        before.len()
    );
    assert!(out.contains(&games_left), "{out}");
    let all = games(&here, "k.jsonl");
    assert_eq!(all[..before.len()], before);
    assert_eq!(numbers(&all), (1..=62).collect::<Vec<u64>>());

    // Nothing is left to do, and the games that were added count.
    let arguments = words("--resume k.jsonl --report k.html");
    let out = play(&here, arguments).exits(0).out;
    assert!(
        out.contains("\n62 games between 2 engines (62 already played)"),
        "{out}"
    );
    assert_eq!(here.files(), ["k.html", "k.jsonl"]);
}

#[test]
fn games_that_were_added_go_on_in_the_middle_of_a_round() {
    let here = Folder::new();
    let engine = format!("cmd={PROGRAM}");
    let mut arguments = words(
        "--each nodes=1 --games 2 --max-moves 1 --concurrency 1 --openings initial --json a.jsonl",
    );
    for name in ["name=A", "name=B", "name=C"] {
        arguments.extend(["--engine", engine.as_str(), name]);
    }
    play(&here, &arguments).success();
    play(&here, words("--resume a.jsonl --games 4")).success();
    // The header and eight games, as after a kill in the second round.
    let ledger = here.read("a.jsonl");
    let begun: String = ledger.split_inclusive('\n').take(9).collect();
    here.write("a.jsonl", begun);
    let out = play(&here, words("--resume a.jsonl")).success();
    let expected = "\n12 games between 3 engines (8 already played)";
    assert!(out.contains(expected), "{out}");
    assert_eq!(numbers(&games(&here, "a.jsonl")).len(), 12);
}

/// Kills a match with the files `NAME.jsonl` and `NAME.pgn` again and again, and plays the rest of it.
#[track_caller]
pub(super) fn play_killed<S: AsRef<OsStr>>(
    folder: &Folder,
    name: &str,
    begin: &[S],
    kills: u32,
) -> Outcome {
    let [ledger, pgn] = ["jsonl", "pgn"].map(|ending| format!("{name}.{ending}"));
    let mut program = command(folder, begin);
    // No two moments alike, spread over starts and games.
    let mut rng = Rng::new(7);
    for _ in 0..kills {
        let mut running = program.silent().spawn();
        thread::sleep(Duration::from_millis(100 + rng.below(500) as u64));
        running.kill();
        let text = fs::read_to_string(folder.join(&ledger)).unwrap_or_default();
        program = if text.contains('\n') {
            command(folder, ["--resume", &ledger, "--quiet"])
        } else {
            // Killed before there was a whole first line, it begins again. The files may not be there yet.
            for file in [&ledger, &pgn] {
                let _ = fs::remove_file(folder.join(file));
            }
            command(folder, begin)
        };
    }
    program.run()
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_with_all_its_games() {
    const GAMES: u64 = 60;
    let here = Folder::new();
    let begin = "--nodes 100 --games 60 --concurrency 2 --json k.jsonl --pgn k.pgn --max-moves 15";
    let kills = if is_full() { 50 } else { 6 };
    play_killed(&here, "k", &duel(begin), kills).success();
    assert_eq!(
        numbers(&games(&here, "k.jsonl")),
        (1..=GAMES).collect::<Vec<u64>>()
    );
    let pgn = here.read("k.pgn");
    let mut found: Vec<u64> = pgn
        .lines()
        .filter_map(|line| line.strip_prefix("[GameNumber \"")?.strip_suffix("\"]"))
        .map(|number| number.parse().expect("a number"))
        .collect();
    found.sort_unstable();
    assert_eq!(found, (1..=GAMES).collect::<Vec<u64>>());
    let judge = Program::with(["judge", "k.pgn", "--json"]).folder(&here);
    let reports = judge.run().exits(0).out;
    assert_eq!(reports.matches('\n').count() as u64, GAMES);
}

#[test]
fn a_match_from_a_book_goes_on_with_the_same_book_only() {
    let here = Folder::new();
    let openings = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 *\n";
    here.write("book.pgn", openings);
    let arguments = duel("--nodes 50 --games 2 --max-moves 5 --openings book.pgn --json");
    for (json, style) in [("a.jsonl", None), ("b.jsonl", Some("--chess960"))] {
        let begin = command(&here, &arguments).arg(json).args(style);
        begin.run().success();
        play(&here, ["--resume", json, "--games", "4"])
            .fails(0, "the file has 1; they are repeated");
        assert_eq!(numbers(&games(&here, json)).len(), 4);
    }
    here.write("book.pgn", "1. d4 d5 *\n");
    let arguments = words("--resume a.jsonl --games 6");
    let err = play(&here, arguments).exits(2).err;
    let expected = "does not fit the schedule and the openings; if the file of openings was changed, restore it\n";
    assert!(err.ends_with(expected), "{err}");
}

#[test]
fn a_match_starts_from_an_opening_of_its_file() {
    let here = Folder::new();
    let openings = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
    here.write("book.epd", openings);
    play(&here, duel("--nodes 1 --openings book.epd start=3"))
        .refused("book.epd: start=3 is beyond the last opening, number 2");
    assert_eq!(here.files(), ["book.epd"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_and_tells_how_to_go_on() {
    let here = Folder::new();
    let running = begun(&here, "it is.jsonl", 1);
    running.signal(nix::sys::signal::Signal::SIGINT);
    let Outcome { out, err, .. } = running.outcome().exits(130);
    let expected =
        "compongo: stopping; games in progress are abandoned. Interrupt again to end at once\n";
    assert_eq!(err, expected);
    assert!(
        out.ends_with("\nContinue with: compongo match --resume 'it is.jsonl'\n"),
        "{out}"
    );
    assert!(out.contains("\nEnds    "), "{out}");
    assert!(games(&here, "it is.jsonl").len() < 60);
}

#[cfg(unix)]
#[test]
fn faults_of_engines_are_told() {
    use super::match_exits::script;
    let here = Folder::new();
    let illegal = script(&here, "illegal", "echo bestmove e1e8");
    let dying = script(&here, "dying", "exit 3");
    let ours = format!("cmd={PROGRAM}");
    let engines = [
        ["--engine", &illegal, "name=Illegal"],
        ["--engine", &dying, "name=Dying"],
        ["--engine", &ours, "name=Ours"],
    ];
    let rest = "--each nodes=10 --games 1 --openings initial --concurrency 1 --json f.jsonl";
    let arguments = [&engines.concat()[..], &words(rest)].concat();
    let out = play(&here, arguments).only_out(1);
    assert!(
        out.contains("\nWarning: Illegal lost games by forfeit: illegal move"),
        "{out}"
    );
    assert!(
        out.contains("\nWarning: Dying lost games by forfeit: crash"),
        "{out}"
    );

    // An engine that is no engine: the match does not begin, and nothing is left of it.
    let engines = ["--engine", "cmd=sh -c 'exit 1'", "--engine", &ours];
    let no_engine = [&engines[..], &words("--nodes 10 --json n.jsonl")].concat();
    let Outcome { out, err, .. } = play(&here, no_engine).exits(1);
    assert!(out.contains("No game has ended."), "{out}");
    assert!(err.starts_with("compongo: sh: "), "{err}");
    assert!(!here.join("n.jsonl").exists());
}

#[test]
fn shells_complete_what_is_typed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let out = run(["completions", shell]).success();
        assert!(
            out.contains("concurrency") && out.contains("round-robin"),
            "{shell}"
        );
    }
    run(["completions", "csh"]).fails(2, "invalid value 'csh'");
}

#[test]
fn remarks_say_what_they_are_about_and_whose() {
    let here = Folder::new();
    let engine = format!("cmd={PROGRAM}");
    let engines = [
        ["--engine", &engine, "name=Plain"],
        ["--engine", &engine, "name=Odd"],
    ];
    let rest = "option.Contempt=3 option.MultiPV=0 --nodes 20 --games 4 --quiet --json games.jsonl";
    let arguments = [&engines.concat()[..], &words(rest)].concat();
    let Outcome { out, err, .. } = play(&here, arguments).exits(0);
    assert!(
        err.contains("warning: Odd has no option 'Contempt'"),
        "{err}"
    );
    assert!(
        err.contains("warning: Odd: option 'MultiPV': '0' is not a number from 1 to 256"),
        "{err}"
    );
    // Once for each process.
    let warning = "Warning: Odd: does not have the option 'Contempt' (";
    let is_warning = |line: &&str| line.starts_with(warning) && line.ends_with("in game 1)");
    assert_eq!(out.lines().filter(is_warning).count(), 1, "{out}");
}
