//! What `compongo match` can be asked for beyond a plain match.

use super::match_exits::{RESIGNS, against, script};
use super::matches::{command, duel, games, play};
use crate::support::folder::Folder;
use crate::support::process::{Outcome, PROGRAM, words};
use crate::support::table::rows;
use crate::syzygy::FOLDER;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Replaces some text of a script.
fn replace(folder: &Folder, name: &str, from: &str, to: &str) {
    folder.write(name, folder.read(name).replace(from, to));
}

/// An engine that moves a knight to and fro with a score, and says what it expects.
fn knight(folder: &Folder, name: &str, moves: [&str; 2], expects: [&str; 2], score: i32) -> String {
    let [out, back] = moves;
    let [first, second] = expects;
    let go = format!(
        "case \"$line\" in *ponder*) read line;; esac; \
         case \"$line\" in stop) echo bestmove 0000; continue;; esac; n=$((${{n:-0}} + 1)); \
         if [ $((n % 2)) = 1 ]; then m={out}; e={first}; else m={back}; e={second}; fi; \
         echo info depth 1 nodes 100 score cp {score} hashfull 7 pv $m; echo bestmove $m ponder $e"
    );
    let engine = script(folder, name, &go);
    let option = "echo option name Ponder type check default false; echo uciok";
    replace(folder, name, "echo uciok", option);
    engine
}

/// A game of two such engines.
#[track_caller]
fn knights(folder: &Folder, scores: [i32; 2], rest: &str) -> Outcome {
    let white = ["b1c3", "c3b1"];
    let black = ["b8c6", "c6b8"];
    let white = knight(folder, "white", white, black, scores[0]);
    // The second expectation is wrong.
    let black = knight(folder, "black", black, ["c3b1", "g1f3"], scores[1]);
    let engines = [
        ["--engine", &white, "name=White"],
        ["--engine", &black, "name=Black"],
    ];
    let common = "--nodes 100 --openings initial --claims none --games 1 --json k.jsonl";
    let game = command(folder, engines.concat()).args(words(common));
    game.args(words(rest)).run()
}

#[test]
fn the_scores_of_the_loser_may_be_enough() {
    for (sides, expected, moves) in [
        (
            "sides=one",
            "White wins by adjudication: at least 400 cp in Black's own scores for 2 moves",
            4,
        ),
        (
            "sides=both",
            "Draw by adjudication: 5 moves by each engine",
            10,
        ),
    ] {
        let here = Folder::new();
        let rest = format!("--resign score=400 moves=2 {sides} --max-moves 5");
        knights(&here, [0, -500], &rest).success();
        let game = &games(&here, "k.jsonl")[0];
        assert_eq!(game["end"]["text"], expected);
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(moves));
    }
    let here = Folder::new();
    knights(&here, [0, 0], "--resign sides=two").fails(
        2,
        "--resign: unknown variant `two`, expected `both` or `one`",
    );
}

#[test]
fn engines_are_restarted_or_kept() {
    for (restart, starts) in [("on", 4), ("off", 2), ("auto", 2)] {
        let here = Folder::new();
        let engine = script(&here, "engine", RESIGNS);
        replace(&here, "engine", "while", "echo start >> starts; while");
        let rest = "--games 3 --concurrency 1 --json r.jsonl";
        let mut arguments = against(&engine, rest);
        arguments.insert(5, format!("restart={restart}"));
        play(&here, arguments).success();
        // One start is the trial before the match.
        let found = here.read("starts");
        assert_eq!(found.lines().count(), starts, "{restart}");
    }
    // One of three engines is idle in each game. Each is tried before the match.
    for (restart, starts) in [("restart=off", 3 + 3), ("restart=auto", 3 + 4)] {
        let here = Folder::new();
        let engine = script(&here, "engine", RESIGNS);
        replace(&here, "engine", "while", "echo start >> starts; while");
        let rest = "--games 2 --concurrency 1 --openings initial --json r.jsonl --each nodes=10";
        let mut arguments = [words(rest), vec![restart]].concat();
        for name in ["name=A", "name=B", "name=C"] {
            arguments.extend(["--engine", &engine, name]);
        }
        play(&here, arguments).success();
        assert_eq!(here.read("starts").lines().count(), starts, "{restart}");
    }
    let here = Folder::new();
    play(&here, against("restart=perhaps", ""))
        .fails(2, "'perhaps' is not one of on, off and auto");
}

#[test]
fn engines_of_a_resumed_match_start_where_it_began() {
    let [here, elsewhere] = [Folder::new(), Folder::new()];
    let engine = script(&here, "engine", RESIGNS);
    replace(&here, "engine", "while", "echo start >> starts; while");
    play(&here, against(&engine, "--games 2 --json r.jsonl")).success();
    here.remove("starts");
    let ledger = here.path("r.jsonl");
    play(&elsewhere, ["--resume", &ledger, "--games", "4"]).success();
    assert_eq!(here.files(), ["engine", "r.jsonl", "starts"]);
    assert_eq!(elsewhere.files(), [""; 0]);
}

#[test]
fn an_engine_without_a_clock_is_sent_none() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let mut arguments = vec!["--engine", &engine, "name=Timed", "tc=100"];
    arguments.extend(["--engine", &engine, "name=Untimed", "nodes=10"]);
    let rest = "--games 2 --concurrency 1 --openings initial --json c.jsonl --protocol p.log";
    arguments.extend(words(rest));
    play(&here, arguments).success();
    let log = here.read("p.log");
    assert!(log.contains(" Timed > go wtime 100000\n"), "{log}");
    assert!(log.contains(" Untimed > go nodes 10\n"), "{log}");
}

#[cfg(target_os = "linux")]
#[test]
fn engines_are_pinned_to_cores() {
    let here = Folder::new();
    let engine = script(&here, "engine", RESIGNS);
    let told = "grep Cpus_allowed_list: /proc/$$/status >> cores; while";
    replace(&here, "engine", "while", told);
    let cores = std::thread::available_parallelism().expect("cores");
    let rest = format!("--pin --concurrency {cores} --json p.jsonl --games 40");
    play(&here, against(&engine, &rest)).success();
    let found = here.read("cores");
    let lists: Vec<&str> = found
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    // The first start is the trial before the match.
    assert!(
        lists.len() > 1 && lists[1..].iter().all(|list| list.parse::<u32>().is_ok()),
        "{found}"
    );
    let crowded = against(&engine, "--pin --concurrency 1024 --games 2000");
    let err = play(&here, crowded).exits(2).err;
    assert!(
        err.starts_with(
            "compongo: --pin: 1024 concurrent games need at least 1024 cores; there are"
        ),
        "{err}"
    );
}

#[test]
fn engines_ponder_and_are_told_whether_they_were_right() {
    let here = Folder::new();
    let rest = "--ponder --max-moves 4 --protocol p.log";
    knights(&here, [0, 0], rest).success();
    let game = &games(&here, "k.jsonl")[0];
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(8));
    assert!(game.get("remarks").is_none(), "{game}");
    let log = here.read("p.log");
    let count = |engine: &str, command: &str| {
        let sent = format!(" {engine} > {command}");
        log.lines().filter(|line| line.contains(&sent)).count()
    };
    assert_eq!(
        (
            count("White", "setoption name Ponder value true"),
            count("White", "go ponder nodes 100")
        ),
        (1, 4)
    );
    // White is right each time, Black every second time.
    assert_eq!(
        (count("White", "ponderhit"), count("White", "go nodes 100")),
        (3, 1)
    );
    assert_eq!(
        (
            count("Black", "ponderhit"),
            count("Black", "go ponder nodes 100")
        ),
        (2, 3)
    );
    assert_eq!(count("Black", "stop"), 1);
    assert!(
        log.contains("> position startpos moves b1c3 b8c6\n"),
        "{log}"
    );
}

#[test]
fn an_engine_whose_option_is_off_does_not_ponder() {
    let here = Folder::new();
    let rest = "--ponder --max-moves 4 --protocol p.log --each option.ponder=False";
    knights(&here, [0, 0], rest).success();
    let log = here.read("p.log");
    assert!(log.contains("setoption name Ponder value False"), "{log}");
    assert!(!log.contains("go ponder"), "{log}");
}

#[test]
fn this_engine_ponders_with_a_clock() {
    let here = Folder::new();
    // Black has a single move whatever White plays: White must expect it.
    here.write("book.epd", "7k/7p/7P/8/8/8/P7/K7 w - - 0 1\n");
    let rest = "--tc 20+1 --ponder --games 1 --max-moves 2 --openings book.epd --json k.jsonl --protocol p.log";
    play(&here, duel(rest)).exits(0);
    let game = &games(&here, "k.jsonl")[0];
    assert!(game.get("remarks").is_none(), "{game}");
    assert_eq!(game["moves"][1]["move"], "h8g8", "{game}");
    let log = here.read("p.log");
    assert!(log.contains(" h8g8\n"), "{log}");
    assert!(log.contains("> go ponder wtime "), "{log}");
    assert!(log.contains("> ponderhit\n"), "{log}");
}

#[test]
fn comments_have_variations_and_hash_on_request() {
    let here = Folder::new();
    let rest = "--max-moves 2 --pgn k.pgn --pgn-comments pv hashfull";
    knights(&here, [12, 0], rest).success();
    let pgn = here.read("k.pgn").replace('\n', " ");
    assert!(pgn.contains("s, hashfull 7, pv Nc3 [%emt"), "{pgn}");
    let game = &games(&here, "k.jsonl")[0];
    assert_eq!(game["moves"][0]["pv"], Value::from(vec!["b1c3"]));
    assert_eq!(game["moves"][0]["hashfull"], 7);
    let here = Folder::new();
    knights(&here, [12, 0], "--max-moves 2 --pgn k.pgn");
    let pgn = here.read("k.pgn");
    assert!(!pgn.contains("hashfull") && !pgn.contains("pv "), "{pgn}");
    assert!(
        games(&here, "k.jsonl")[0]["moves"][0]
            .get("hashfull")
            .is_none()
    );
}

#[test]
fn results_are_told_as_cutechess_does() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let rest = "--games 4 --concurrency 1 --json c.jsonl --output cutechess --sprt 0 400";
    let out = play(&here, against(&engine, rest)).success();
    for line in [
        "Started game 1 of 4 (Ours vs Other)",
        "Finished game 1 (Ours vs Other): 1-0 {Black resigns}",
        "Finished game 2 (Other vs Ours): 0-1 {White resigns}",
        "Score of Ours vs Other: 1 - 0 - 0  [1.000] 1",
        "Score of Ours vs Other: 4 - 0 - 0  [1.000] 4",
    ] {
        assert!(out.lines().any(|found| found == line), "{line}\n{out}");
    }
    let with = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (with("Elo difference: "), with("SPRT: llr ")),
        (5, 5),
        "{out}"
    );
    assert!(out.contains(", lbound -2.94, ubound 2.94"), "{out}");
    assert_eq!((with("Game "), with("Ends ")), (0, 0), "{out}");
    assert!(out.ends_with("\nFinished match\n"), "{out}");
}

#[test]
fn cutechess_names_the_causes_of_its_own() {
    for (go, limit, expected) in [
        (":", "--st 0.3", "{White loses on time}"),
        (
            "echo bestmove e2e5",
            "--nodes 10",
            "{White makes an illegal move: e2e5}",
        ),
        ("exit 3", "--nodes 10", "{White disconnects}"),
        (":", "--max-move-time 0.3", "{White's connection stalls}"),
    ] {
        let here = Folder::new();
        let engine = script(&here, "loser", go);
        // The loser has White, so that nothing else takes time.
        let ours = format!("cmd={PROGRAM}");
        let engines = ["--engine", &engine, "name=Other", "--engine", &ours];
        let rest = "name=Ours --each nodes=10 --openings initial --games 1 --output cutechess";
        let game = command(&here, engines).args(words(rest));
        let out = game.args(words(limit)).run().out;
        let expected = format!("Finished game 1 (Other vs Ours): 0-1 {expected}\n");
        assert!(out.contains(&expected), "{expected}{out}");
    }
    let here = Folder::new();
    let rest = "--max-moves 1 --output cutechess --quiet --every 4";
    let out = knights(&here, [0, 0], rest).success();
    let end = "Score of White vs Black: 0 - 0 - 1  [0.500] 1\n\
               Elo difference: 0.0 +/- 481.5, LOS: 50.0 %, DrawRatio: 100.0 %\n\
               Finished match\n";
    assert!(out.ends_with(end) && !out.contains(" game 1"), "{out}");
}

#[test]
fn a_gauntlet_may_have_several_challengers() {
    let here = Folder::new();
    let loser = script(&here, "loser", RESIGNS);
    let mut arguments = words("--format gauntlet --seeds 2 --games 2 --nodes 10");
    for name in ["name=A", "name=B", "name=C", "name=D"] {
        arguments.extend(["--engine", &loser, name]);
    }
    arguments.extend(words("--json s.jsonl --report s.html"));
    let out = play(&here, &arguments).success();
    assert!(out.starts_with("8 games between 4 engines"), "{out}");
    let engines = |game: &Value| {
        let of = |side: &str| game[side].as_u64().expect("an index");
        let (white, black) = (of("white"), of("black"));
        (white.min(black), white.max(black))
    };
    let found: BTreeSet<(u64, u64)> = games(&here, "s.jsonl").iter().map(engines).collect();
    assert_eq!(found, BTreeSet::from([(0, 2), (0, 3), (1, 2), (1, 3)]));
    let page = here.read("s.html");
    assert!(page.contains("8 of 8, the first 2 against each of the others"));
    for (format, seeds) in [("round-robin", "2"), ("gauntlet", "4")] {
        let mut arguments = arguments.clone();
        (arguments[1], arguments[3]) = (format, seeds);
        play(&here, arguments).fails(
            2,
            &format!("a gauntlet of {seeds} challengers needs more than"),
        );
    }
}

#[test]
fn endgame_tables_adjudicate() {
    let here = Folder::new();
    let table = "
        4k3/8/8/8/8/8/8/Q3K3 w - - 0 1   | White wins by adjudication: a win for White in the endgame tables  | true
        4k3/8/8/8/8/8/8/R3K3 b - - 0 1   | White wins by adjudication: a loss for Black in the endgame tables | true
        8/8/8/4k3/4p3/8/8/4K3 w - - 0 1  | Draw by adjudication: a draw for White in the endgame tables       | true
        With a castling right the game goes on.
        4k3/8/8/8/8/8/8/4K2R w K - 0 1   | Draw by adjudication: 3 moves by each engine                      | false
        So does a win that fifty moves may spoil.
        4k3/8/8/8/8/8/8/Q3K3 w - - 90 60 | Draw by adjudication: 3 moves by each engine                      | false
    ";
    for [fen, expected, is_at_once] in rows(table) {
        here.write("book.epd", format!("{fen}\n"));
        let rest = "--no-adjudication --nodes 20 --openings book.epd --games 1 --max-moves 3 --json t.jsonl --tb";
        command(&here, duel(rest)).arg(FOLDER).run().success();
        let game = &games(&here, "t.jsonl")[0];
        let text = game["end"]["text"].as_str().expect("text");
        assert_eq!(text, expected, "{fen}");
        let moves = game["moves"].as_array().map_or(0, Vec::len);
        assert_eq!((moves == 0).to_string(), is_at_once, "{fen}: {text}");
        here.remove("t.jsonl");
    }
    let err = play(&here, duel("--nodes 20 --tb /no/such")).exits(2).err;
    assert!(
        err.starts_with("compongo: --tb /no/such: there are no endgame tables ("),
        "{err}"
    );
}

#[test]
fn a_table_that_cannot_be_read_is_named_once() {
    let here = Folder::new();
    let table = |name: &str| fs::read(format!("{FOLDER}/{name}")).expect("a table");
    for name in ["KQvK.rtbw", "KRvK.rtbw"] {
        here.write(name, table(name));
    }
    here.write("KQvKR.rtbw", &table("KQvKR.rtbw")[..64 * 3 + 16]);
    here.write("book.epd", "8/8/8/8/8/3k4/4r3/K6Q w - - 0 1\n");
    let rest = "--nodes 20 --openings book.epd --games 4 --max-moves 1 --tb . --json t.jsonl";
    let err = play(&here, duel(rest)).exits(0).err;
    let (openings, table) = err.split_once('\n').expect("two lines");
    let expected = "book.epd: the match needs 2 openings, but the file has 1; they are repeated";
    assert!(openings.ends_with(expected), "{openings}");
    let path = here.canonicalize().expect("a folder").join("KQvKR.rtbw");
    let expected = format!(
        "compongo: warning: --tb '{}': is truncated or damaged\n",
        path.display()
    );
    assert_eq!(table, expected);
    assert_eq!(games(&here, "t.jsonl").len(), 4);
}

#[test]
fn the_commands_of_a_ledger_are_shown() {
    let here = Folder::new();
    let engine = script(&here, "loser", RESIGNS);
    let mut arguments = against(&engine, "--games 2 --json c.jsonl --pgn c.pgn");
    let more = ["args=-x", "env.TEST=1", "option.Hash=2"];
    arguments.splice(5..5, more.map(str::to_owned));
    let out = play(&here, arguments).exits(0).out;
    assert!(!out.contains(" runs "), "{out}");
    let out = play(&here, words("--resume c.jsonl --games 4"))
        .exits(0)
        .out;
    let place = here.canonicalize().expect("a folder");
    let place = place.display();
    let shown = format!(
        "Ours runs {PROGRAM} (in {place})\nOther runs TEST=1 {} -x (in {place}) with Hash=2\nPGN to c.pgn\n4 games ",
        here.path("loser")
    );
    assert!(out.starts_with(&shown), "{shown}\n{out}");
}
