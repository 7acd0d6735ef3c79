//! `--where`, `--unique` and `--output`: which games a query finds, and what is written.

use crate::judge::support::{game, game_from, program};
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{Outcome, run};
use crate::support::table::rows;
use compongo::judge::QueryTerm;
use compongo::notation::pgn::{PgnGame, PgnReader, RawGame, Tags};

/// Tags of a game in the middle of the ranges that the tests ask for.
const NORA: [(&str, &str); 7] = [
    ("Event", "Women's Open"),
    ("White", "Müller, Nora"),
    ("Black", "Emil"),
    ("Date", "2020.05.17"),
    ("ECO", "C50"),
    ("WhiteElo", "2410"),
    ("BlackElo", "1990"),
];

/// The endings of the test games: a mate, a stalemate in two, a win on time that is a draw, and a game without an end.
fn games() -> [String; 4] {
    let time = [("Termination", "time forfeit"), ("Date", "2019.??.??")];
    [
        game(&NORA, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#", "1-0"),
        game_from(
            "7k/8/5KQ1/8/8/8/8/8 w - - 0 60",
            &[
                ("White", "Ann"),
                ("Black", "Nora"),
                ("UTCDate", "2021.01.02"),
            ],
            "60. Kf7",
            "1/2-1/2",
        ),
        game_from(
            "8/8/8/4k3/2q5/8/4K1N1/8 w - - 12 71",
            &time,
            "71. Ke3 Qd5 72. Nf4",
            "1-0",
        ),
        game(&[("WhiteElo", "0")], "1. d4 d5", "*"),
    ]
}

/// The numbers of the test games that a query finds.
#[track_caller]
fn found(terms: &[&str]) -> Vec<u64> {
    found_in(&games().join("\n"), terms)
}

/// The numbers of the games of a text that a query finds.
#[track_caller]
fn found_in(input: &str, terms: &[&str]) -> Vec<u64> {
    let mut arguments = vec!["-", "--json"];
    for &term in terms {
        arguments.extend(["--where", term]);
    }
    let outcome = program(&arguments, input.as_bytes());
    assert_eq!(outcome.err, "", "{terms:?}");
    let reports = outcome.out.lines().map(json::value);
    let number = |report: serde_json::Value| report["index"].as_u64().expect("a number");
    reports.map(number).collect()
}

#[test]
fn each_term_finds_its_games() {
    for (term, expected) in [
        ("player=nora", &[1_u64, 2][..]),
        ("player=MÜLLER", &[1]),
        ("white=nora", &[1]),
        ("black=nora", &[2]),
        ("event=open", &[1]),
        ("tag.Event=OPEN", &[1]),
        ("tag.black=nora", &[2]),
        ("Tag.Black=nora", &[2]),
        ("tag.Site=open", &[]),
        ("eco=c5", &[1]),
        ("eco=C51", &[]),
        ("result=1-0", &[1, 3]),
        ("result=1/2-1/2", &[2]),
        ("result=*", &[4]),
        ("result!=*", &[1, 2, 3]),
        ("player!=nora", &[3, 4]),
        ("tag.Event != open", &[2, 3, 4]),
        ("rating!=2410", &[2, 3, 4]),
        ("plies!=2", &[1, 2, 3]),
        ("material!=KNvKQ", &[1, 2, 4]),
        ("termination!=flag", &[1, 2, 4]),
        ("date=2020", &[1]),
        ("date>2020", &[2]),
        ("date>=2020", &[1, 2]),
        ("date>=2020.05.18", &[2]),
        ("date<=2020.05.17", &[1, 3]),
        ("date<2020", &[3]),
        ("date>=2019.03", &[1, 2]),
        ("date=2019", &[3]),
        ("rating>2400", &[1]),
        ("rating<2000", &[1]),
        ("Elo=2410", &[1]),
        ("rating=1990", &[1]),
        ("rating>2410", &[]),
        ("plies>=7", &[1]),
        ("plies<2", &[2]),
        (" plies = 2 ", &[4]),
        ("material=KvKQ", &[2]),
        ("material=KNvKQ", &[3]),
        ("material=kqvkn", &[3]),
        ("position=8/8/8/3qk3/8/4K3/6N1/8 w - - 99 1", &[3]),
        ("position=8/8/8/4k3/2q5/4K3/6N1/8 b", &[3]),
        ("position=8/8/8/3qk3/8/4K3/6N1/8 b", &[]),
        (
            "position=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            &[1, 4],
        ),
        ("termination=mate", &[1]),
        ("termination=Checkmate", &[1]),
        ("termination=stalemate", &[2]),
        ("termination=flag", &[3]),
        ("termination=flag fall", &[3]),
        ("termination=open", &[4]),
        ("finding=result_contradicts_flag_rule", &[3]),
        ("finding=Result contradicts", &[3]),
        ("finding=result_contradicts_board", &[]),
        ("finding=played-past-end", &[]),
    ] {
        assert_eq!(found(&[term]), expected, "{term}");
    }
}

#[test]
fn a_player_is_found_whichever_name_comes_first() {
    let input = "[White \"Carlsen, Magnus\"]\n\n1. e4 *\n\n[Black \"Magnus Carlsen\"]\n\n1. d4 *\n\n\
                 [Event \"Magnus Carlsen Open\"]\n[White \"Carlsen, H\"]\n\n1. c4 *\n";
    for (term, expected) in [
        ("player=magnus carlsen", &[1_u64, 2][..]),
        ("player=Carlsen, Magnus", &[1, 2]),
        ("white=Carlsen,Magnus", &[1]),
        ("player=carlsen", &[1, 2, 3]),
        ("event=carlsen, magnus", &[]),
    ] {
        assert_eq!(found_in(input, &[term]), expected, "{term}");
    }
}

#[test]
fn dates_match_if_their_known_parts_decide() {
    for (tag, term, expected) in [
        ("2020.05.17", "date>2020.05.16", true),
        ("2020-05-17", "date=2020.05", true),
        ("2020.05.??", "date>=2020.05.01", false),
        ("2020.05.00", "date>=2020.05", true),
        ("2020.05.00", "date<2020.05.17", false),
        ("2020.00.00", "date=2020", true),
        ("2020.00.00", "date<2020.03", false),
        ("0000.00.00", "date<2020", false),
        ("17.05.2020", "date<2020", false),
        ("2020.17.05", "date>2020.05", false),
        ("2020.17.05", "date=2020", true),
        ("2020.05.32", "date>2020.05.17", false),
        ("20200517", "date>2020", false),
        ("May 2020", "date=2020", false),
        ("2020", "date<2021.05.17", true),
    ] {
        let text = game(&[("Date", tag)], "1. e4", "*");
        let outcome = program(&["-", "--json", "--where", term], text.as_bytes());
        assert_eq!(outcome.out.lines().count() == 1, expected, "{tag} {term}");
    }
    // The other date decides where the first one does not.
    let dates = [("Date", "0000.00.00"), ("UTCDate", "2020.05.17")];
    let text = game(&dates, "1. e4", "*");
    let outcome = program(&["-", "--json", "--where", "date=2020"], text.as_bytes());
    assert_eq!(outcome.out.lines().count(), 1);
}

#[test]
fn all_terms_must_hold() {
    assert_eq!(found(&[]), [1, 2, 3, 4]);
    assert_eq!(found(&["player=nora", "date>2020"]), [2]);
    assert_eq!(
        found(&["result=1-0", "material=KNvKQ", "termination=flag"]),
        [3]
    );
    assert_eq!(found(&["player=nora", "result=1-0", "plies>7"]), [0_u64; 0]);
}

#[test]
fn only_the_beginning_of_a_name_stands_for_several_findings() {
    let input = "[White \"a\"]\n\n1. e4 e5 *\n\n[White \"b\"]\n[Result \"*\"]\n\n1. e4 e5\n";
    for (term, expected) in [
        ("finding=missing", &[1_u64, 2][..]),
        ("finding=missing_result", &[2]),
        ("finding=missing_result_", &[1]),
        ("finding=missing_result_tag", &[1]),
    ] {
        assert_eq!(found_in(input, &[term]), expected, "{term}");
    }
}

#[test]
fn wrong_terms_are_explained() {
    let table = "
        carlsen             | 'carlsen' has no =, < or >; write a term such as player=carlsen
        ratng>2400          | there is no term 'ratng'; did you mean 'rating'?
        x=1                 | there is no term 'x'; known are player, white, black, event, eco
        site=lichess        | there is no term 'site'; known are player, white
        timecontrol=180+2   | there is no term 'timecontrol'; known are player, white
        player!a            | 'player!a' has no =, < or >; write a term such as player=carlsen
        player>a            | player takes only = or !=; write a term such as player=carlsen
        player=             | player: '' is not a part of a name; write player=carlsen
        tag.Site=           | tag.Site takes only = or != and a part of the value; write a term such as tag.Site=
        tag.Site>a          | tag.Site takes only = or != and a part of the value; write a term such as tag.Site=
        tag.=a              | tag. takes only = or != and a part of the value
        rating>high         | rating: 'high' is not a number; write rating>2400
        plies=-1            | plies: '-1' is not a number; write plies>=80
        date>May            | date: 'May' is not a year, month or day; write date>=2020.01
        date=2020.13        | date: '2020.13' is not a year
        eco=F               | eco: 'F' is not the beginning of a code from A00 to E99
        result=won          | result: 'won' is not one of 1-0, 0-1, 1/2-1/2, *
        material=KR         | material: 'KR' is not the material of both sides
        material=RvK        | material: 'RvK' is not the material of both sides, with one king each
        position=8/8 w      | position: '8/8' has 2 ranks, not 8; write piece placement
        termination=flagg   | termination: 'flagg' is not one of checkmate, stalemate,
        termination=flagg   | ; did you mean 'flag'?
        finding=claim_mised | ; did you mean 'claim_missed'?
        finding=x           | is not a finding or the beginning of its name (compongo help judge lists them)
        finding=            | finding: '' is not a finding
    ";
    for [term, expected] in rows(table) {
        let error = term.parse::<QueryTerm>().expect_err(term).to_string();
        assert!(error.contains(expected), "{term}: {error}");
    }
    let err = program(&["-", "--where", "raiting>2000"], b"").refusal();
    assert!(
        err.contains("invalid value 'raiting>2000' for '--where <TERM>'"),
        "{err}"
    );
    assert!(
        err.contains("there is no term 'raiting'; did you mean 'rating'?"),
        "{err}"
    );
}

#[test]
fn games_that_are_found_are_shown_without_findings_too() {
    let outcome = program(
        &["-", "--where", "player=nora"],
        games().join("\n").as_bytes(),
    );
    let out = outcome.exits(0).out;
    assert!(out.contains("-:1: 1. Müller, Nora - Emil, 1-0"), "{out}");
    assert!(out.contains("2. Ann - Nora, 1/2-1/2"), "{out}");
    assert!(out.contains("\n2 of 4 games match\n2 games, "), "{out}");
    let outcome = program(&["-", "--where", "eco=A00"], games().join("\n").as_bytes());
    assert!(
        outcome
            .exits(0)
            .out
            .starts_with("0 of 4 games match\n0 games, ")
    );
}

/// Writes games to a file; returns what was said and what is written.
#[track_caller]
fn extracted(folder: &Folder, input: &str, arguments: &[&str]) -> (Outcome, String) {
    let input = folder.write("input", input);
    let output = folder.path("output");
    let first = ["judge", &input, "--output", &output];
    let outcome = run([&first, arguments].concat());
    (outcome, folder.read("output"))
}

#[test]
fn games_are_written_as_they_are() {
    let folder = Folder::new();
    let odd = "[Event \"x\"]  \n[White \"Nora\"]\n[Result \"1-0\"]\n\n1.e4 {[%clk 0:01:02]\n  two} (1.d4!? d5) e5?? ; why\n2. Ke8 $4 1-0";
    let input = format!("{}\n\n{odd}\n\n\n{}", games()[3], games()[0]);
    let (outcome, text) = extracted(&folder, &input, &["--where", "player=nora"]);
    assert_eq!(text, format!("{odd}\n\n{}\n\n", games()[0].trim()));
    let path = folder.path("output");
    assert_eq!(
        outcome.success(),
        format!("2 of 3 games written to {path}\n")
    );
    // Each kind of term, and none.
    for (arguments, count) in [
        (&["--where", "plies<3"][..], 1),
        (&[], 3),
        (&["--where", "termination=mate"], 1),
        (&["--where", "finding=illegal_move"], 1),
        (&["--where", "player=nobody"], 0),
    ] {
        let (outcome, text) = extracted(&folder, &input, arguments);
        outcome.exits(0);
        let games = PgnReader::new(text.as_bytes()).count();
        assert_eq!(games, count, "{arguments:?}");
    }
    // Windows-1252 becomes UTF-8.
    let input = folder.write("latin", b"[White \"M\xFCller\"]\n\n1. e4 *\n");
    run([
        "judge",
        &input,
        "--where",
        "player=müller",
        "--output",
        &path,
    ])
    .exits(0);
    assert_eq!(folder.read("output"), "[White \"Müller\"]\n\n1. e4 *\n\n");
}

/// What is written of the games of two files.
fn written_of(folder: &Folder, files: [&str; 2]) -> String {
    let [first, second] = [0, 1].map(|index| folder.write(&index.to_string(), files[index]));
    let output = folder.path("output");
    run(["judge", &first, &second, "--output", &output]).exits(0);
    folder.read("output")
}

/// The numbers of half-moves of the games in a text.
fn plies_of(text: &str) -> Vec<usize> {
    let games = PgnReader::new(text.as_bytes());
    games
        .map(|raw| PgnGame::parse(&raw.expect("a game")).moves.len())
        .collect()
}

#[test]
fn games_of_several_files_stay_apart() {
    let folder = Folder::new();
    // After a hundred warnings, a comment that is not closed is still closed.
    let turns = ["Nf3 Nf6", "Ng1 Ng8"].repeat(60);
    let numbered = turns.iter().zip(31..);
    let moves: Vec<String> = numbered
        .map(|(turn, number)| format!("{number}. {turn}"))
        .collect();
    let wrong_numbers = format!("{} 200. e4 {{ oops e5", moves.join(" "));
    for (files, plies) in [
        (
            [
                "[White \"A\"]\n\n1. e4 {never closed",
                "[White \"B\"]\n\n1. d4 *\n",
            ],
            [1, 1],
        ),
        (["1. e4 e5 ; Ann won 1-0", "1. d4 d5 2. c4 0-1"], [2, 3]),
        (["1. e4 e5\n% 1-0", "1. d4 d5 2. c4 0-1"], [2, 3]),
        (["1. e4 e5 1-0", "d4 d5 c4 0-1"], [2, 3]),
        (["1. e4 e5 1-0", "12. d4 d5 13. c4 0-1"], [2, 3]),
        ([&wrong_numbers, "1. d4 *\n"], [241, 1]),
    ] {
        assert_eq!(plies_of(&written_of(&folder, files)), plies, "{files:?}");
    }
}

#[test]
fn nothing_is_written_if_an_input_cannot_be_read() {
    let folder = Folder::new();
    let input = folder.write("input", "1. d4 *\n");
    let output = folder.write("output", "the games of last year");
    let missing = folder.path("missing");
    run(["judge", &input, &missing, "--output", &output]).fails(2, "nothing is written");
    assert_eq!(folder.read("output"), "the games of last year");
}

#[test]
fn a_game_that_was_not_read_to_its_end_repeats_no_other() {
    let folder = Folder::new();
    let games = "1. e4 e5 2. Nf3 *\n\n1. e4 e5 2. Nf3 { good Nc6 3. Bb5 1-0\n";
    let (outcome, _) = extracted(&folder, games, &["--unique"]);
    assert!(outcome.out.starts_with("2 of 2 games written to "));
}

#[test]
fn a_game_without_an_end_swallows_no_other() {
    let folder = Folder::new();
    for (first, written) in [
        ("1. e4 e5", "1. e4 e5\n*\n\n"),
        (
            "1. e4 e5 (1... d5 2. d4 (2. d3",
            "1. e4 e5 (1... d5 2. d4 (2. d3))\n*\n\n",
        ),
        ("1. e4 e5 ; open", "1. e4 e5 ; open\n*\n\n"),
        (
            "[Result \"1-0\"]\n\n1. e4",
            "[Result \"1-0\"]\n\n1. e4\n1-0\n\n",
        ),
    ] {
        let all = written_of(&folder, [first, "1. d4 *\n"]);
        assert_eq!(all, format!("{written}1. d4 *\n\n"));
    }
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new();
    let input = games().join("\n");
    let terms = ["--where", "player=nora"];
    let (_, text) = extracted(&folder, &input, &terms);
    let arguments = [&["-", "--output", "-"][..], &terms].concat();
    assert_eq!(program(&arguments, input.as_bytes()).success(), text);
    // Messages are no games.
    let arguments = ["-", "no such file", "--output", "-"];
    let outcome = program(&arguments, input.as_bytes()).fails(2, "no such file");
    assert_eq!(PgnReader::new(outcome.out.as_bytes()).count(), 4);
    assert!(outcome.out.ends_with("1. d4 d5 *\n\n"), "{outcome:?}");
}

#[test]
fn repetitions_are_left_out() {
    let folder = Folder::new();
    let one = game(&[("White", "One")], "1. e4 {a comment} e5 (1... c5)", "1-0");
    let same = game(&[("White", "Same")], "e2e4 e7e5", "0-1");
    let longer = game(&[("White", "Longer")], "1. e4 e5 2. Nf3", "1-0");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9";
    let elsewhere = game_from(fen, &[("White", "Elsewhere")], "9. e4 e5", "1-0");
    let faulty = game(&[("White", "Faulty")], "1. e4 e5 2. Ke5", "1-0");
    let other_fault = game(&[("White", "Other")], "1. e4 e5 2. Ke6", "1-0");
    let all = [
        &one,
        &same,
        &longer,
        &elsewhere,
        &faulty,
        &other_fault,
        &faulty,
        &one,
    ];
    let input = all.map(String::as_str).join("\n");
    let (outcome, text) = extracted(&folder, &input, &["--unique"]);
    assert!(outcome.success().starts_with("5 of 8 games written to "));
    let games = [&one, &longer, &elsewhere, &faulty, &other_fault].map(|game| game.trim());
    assert_eq!(text, format!("{}\n\n", games.join("\n\n")));
}

#[test]
fn games_of_other_variants_are_not_repetitions() {
    let folder = Folder::new();
    let variants = ["Atomic", "Crazyhouse", "Atomic"];
    let games = variants.map(|name| game(&[("Variant", name)], "1. e4 e5", "1-0"));
    let (outcome, text) = extracted(&folder, &games.join("\n"), &["--unique"]);
    assert!(outcome.success().starts_with("2 of 3 games written to "));
    assert_eq!(
        text,
        format!("{}\n\n{}\n\n", games[0].trim(), games[1].trim())
    );
}

#[test]
fn the_first_game_that_matches_is_kept_also_over_several_files() {
    let folder = Folder::new();
    let games = ["Ann", "Bob"].map(|name| game(&[("White", name)], "1. e4 e5", "*"));
    let [one, two] = ["one", "two"].map(|name| folder.write(name, games.join("\n")));
    let judge = |terms: &[&str]| {
        let first = ["judge", &one, &two, "--unique", "--json"];
        let out = run([&first, terms].concat()).exits(0).out;
        let names = out
            .lines()
            .map(|line| json::value(line)["white"].to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(judge(&[]), ["\"Ann\""]);
    assert_eq!(judge(&["--where", "white=bob"]), ["\"Bob\""]);
}

#[test]
fn positions_are_games_without_tags() {
    let positions = "8/8/8/4k3/2q5/8/4K1N1/8 w - - 0 1\n7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\n";
    for (term, count) in [
        ("material=KNvKQ", 1),
        ("termination=stalemate", 1),
        ("plies=0", 2),
        ("player=a", 0),
    ] {
        let outcome = program(&["-", "--json", "--where", term], positions.as_bytes());
        assert_eq!(outcome.exits(0).out.lines().count(), count, "{term}");
    }
    let outcome = program(&["-", "--json", "--unique"], positions.repeat(2).as_bytes());
    assert_eq!(outcome.exits(0).out.lines().count(), 2);
    // The operation `moves`.
    let start = "7k/8/5KQ1/8/8/8/8/8 w - - 0 60";
    let games = [format!("{start} moves g6g7"), format!("{start} moves f6f7")].join("\n");
    for (selection, count) in [
        (&["--unique"][..], 2),
        (&["--where", "plies=1"], 2),
        (&["--where", "position=7k/5K2/6Q1/8/8/8/8/8 b"], 1),
    ] {
        let arguments = [&["-", "--json"], selection].concat();
        let outcome = program(&arguments, games.as_bytes());
        assert_eq!(outcome.exits(0).out.lines().count(), count, "{selection:?}");
    }
    let folder = Folder::new();
    let input = folder.write("input", positions);
    let output = folder.path("output");
    run(["judge", &input, "--output", &output])
        .refused("input: it contains positions; --output writes only games");
    assert!(!folder.join("output").exists());
}

#[test]
fn outputs_that_cannot_be_written_are_refused() {
    let folder = Folder::new();
    let input = folder.write("input", &games()[0]);
    for (output, expected) in [
        (
            input.as_str(),
            "it is also an input file; choose another name",
        ),
        ("no/such/folder", "there is no such directory"),
    ] {
        run(["judge", &input, "--output", output]).refused(expected);
    }
    assert_eq!(folder.read("input"), games()[0]);
    // Without a game, an old file stays.
    let output = folder.write("output", "old");
    run(["judge", "no such file", "--output", &output]).refusal();
    assert_eq!(folder.read("output"), "old");
    for other in [&["--json"][..], &["--all"], &["--notation", "fide"]] {
        run([&["judge", &input, "--output", &output], other].concat()).refusal();
    }
    run([
        "judge",
        "--fen",
        "7k/8/6K1/8/8/8/8/R7 w - -",
        "--where",
        "plies=0",
    ])
    .refusal();
}

#[test]
fn a_game_that_is_too_long_is_named() {
    let folder = Folder::new();
    let long = format!("[Event \"a\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(5 << 20));
    let input = format!("{long}[Event \"b\"]\n\n1. d4 *\n");
    let (outcome, text) = extracted(&folder, &input, &["--where", "event=b"]);
    let outcome = outcome.exits(1);
    assert!(outcome.err.contains("game 1 is longer than"), "{outcome:?}");
    assert_eq!(text, "[Event \"b\"]\n\n1. d4 *\n\n");
}

#[test]
fn tags_are_read_without_the_moves() {
    for text in [
        "[White \"a\"]\n[Black \"b\"] 1. e4 e5 *",
        "stray [White \"a\"]\n{comment [Event \"no\"]}\n[Black \"b\\\"c\"]\n\ne4 c5 *",
        "; a comment\n% a line\n[White a]\n$1 ) [Black \"b\"]\n*",
        "1. e4 e5 *",
        "",
    ] {
        let raw = RawGame::new(text.to_owned());
        assert_eq!(Tags::read(&raw), PgnGame::parse(&raw).tags, "{text}");
    }
}
