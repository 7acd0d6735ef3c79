//! `compongo adjourn` and `compongo resume-adjourned`, by Article.

use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{Outcome, Program, words};
use crate::support::table::rows;
use compongo::util::text::hexadecimal;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fs;

/// A game that was adjourned, in a folder of its own.
struct Adjourned(Folder);

/// Makes a file one of the first format, whose commitment does not cover the laws, and changes them.
fn change_laws(folder: &Folder, name: &str, [from, to]: [&str; 2]) {
    let path = format!("{name}.json");
    let mut file = json::value(&folder.read(&path));
    let envelope = json::value(&folder.read(&format!("{name}.envelope.json")));
    let [salt, sealed] = ["salt", "sealed_move"].map(|key| envelope[key].as_str().expect("text"));
    assert_eq!(file["laws"], from);
    file["laws"] = json!(to);
    file["format"] = json!("compongo adjournment 1");
    let digest = Sha256::digest(format!("{salt}\n{sealed}"));
    file["commitment"] = json!(hexadecimal(&digest));
    folder.write(&path, file.to_string());
}

#[track_caller]
fn run(folder: &Folder, arguments: &[&str]) -> Outcome {
    Program::with(arguments).folder(folder).run()
}

impl Adjourned {
    /// Adjourns a game with these arguments; the sealed move comes from standard input.
    #[track_caller]
    fn new(arguments: &[&str], sealed: &str) -> Self {
        let folder = Folder::new();
        let first = ["adjourn", "game.json", "--sealed-move-from", "-"];
        let adjourn = Program::with(first).args(arguments).folder(&folder);
        let out = adjourn.input(sealed).run().success();
        let mut words = out.split_whitespace();
        assert!(words.all(|word| word != sealed.trim()), "{out}");
        Self(folder)
    }

    /// The ruling at the resumption with the envelope.
    #[track_caller]
    fn resume(&self, arguments: &[&str]) -> Value {
        self.rule(&[&["--envelope", "game.envelope.json"], arguments].concat())
    }

    #[track_caller]
    fn rule(&self, arguments: &[&str]) -> Value {
        let first = ["resume-adjourned", "game.json", "--json"];
        let out = run(&self.0, &[&first, arguments].concat()).success();
        json::value(&out)
    }
}

fn articles(ruling: &Value) -> Vec<&str> {
    let steps = ruling["rulings"].as_array().expect("a list").iter();
    steps.filter_map(|step| step["article"].as_str()).collect()
}

/// The arguments of a position, with half an hour left to each player.
fn position<'a>(fen: &'a str, laws: &'a str) -> Vec<&'a str> {
    let clocks = ["--white-clock", "0:30:00", "--black-clock", "0:20:00"];
    [&["--fen", fen, "--laws", laws][..], &clocks].concat()
}

/// The same with two hours.
fn slow_position<'a>(fen: &'a str, laws: &'a str) -> Vec<&'a str> {
    let clocks = ["--white-clock", "2:00:00", "--black-clock", "2:00:00"];
    [&["--fen", fen, "--laws", laws][..], &clocks].concat()
}

/// White to move; Black has a queen.
const MIDDLEGAME: &str = "3qk3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 41";
/// White mates with Qe7 and stalemates with Qf7.
const MATE: &str = "7k/8/6K1/8/8/8/8/4Q3 w - - 0 60";
const STALEMATE: &str = "7k/8/6K1/8/8/8/5Q2/8 w - - 0 60";
/// White to move; Black has a bare king.
const BARE_KING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 60";

const EDITIONS: [&str; 5] = ["fide1997", "fide2001", "fide2009", "fide2018", "fide2023"];

#[test]
fn article_a_2_what_the_adjournment_file_says() {
    let folder = Folder::new();
    let pgn = "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"40/7200:3600\"]\n[LawsEdition \"fide2009\"]\n\n\
               1. e4 {[%clk 1:59:00]} e5 {[%clk 1:58:00]} 2. Nf3 {[%clk 1:50:30]} *\n";
    folder.write("game.pgn", pgn);
    folder.write("move.txt", "Nc6\n");
    let arguments = words(
        "adjourn game.json --pgn game.pgn --sealed-move-from move.txt --date 2026-12-01 --time 10:00 --place Ibarra --draw-offer white",
    );
    let out = run(&folder, &arguments).success();
    assert!(
        out.starts_with("Ann - Bob, move 2 sealed by black (fide2009)\n"),
        "{out}"
    );
    assert!(!out.contains("Nc6") && !out.contains("missing"), "{out}");
    let file = json::value(&folder.read("game.json"));
    assert_eq!(file["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(
        file["fen"],
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    );
    assert_eq!(file["sealed_by"], "black");
    assert_eq!(file["move_number"], 2);
    assert_eq!(file["draw_offer"], "white");
    assert_eq!(file["time_control"], "40/7200:3600");
    let clocks = json!({
        "white": {"used_ms": 570_000, "remaining_ms": 6_630_000},
        "black": {"used_ms": 120_000, "remaining_ms": 7_080_000},
    });
    assert_eq!(file["clocks"], clocks);
    let resumption = json!({"date": "2026-12-01", "time": "10:00", "place": "Ibarra"});
    assert_eq!(file["resumption"], resumption);
    assert_eq!(file["default_time_ms"], 3_600_000);
    assert_eq!(file["commitment"].as_str().map(str::len), Some(64));
    let envelope = folder.read("game.envelope.json");
    assert!(envelope.contains("Nc6"));

    // What is not told is missing; 1974 does not ask for the resumption (15.2).
    let bare = ["adjourn", "b.json", "--sealed-move", "e4", "--laws"];
    let out = run(&folder, &[&bare[..], &["fide1997"]].concat()).out;
    let missing = "the names of the players, the time used by each player, day, time and place of the resumption [A.2]";
    assert!(out.contains(missing), "{out}");
    let out = run(
        &folder,
        &[&bare[..], &["interpretations1974", "--overwrite"]].concat(),
    )
    .out;
    assert!(out.contains("the time used by each player [15.2]"), "{out}");
}

#[test]
fn article_a_1_the_envelope_hides_the_move_and_nothing_is_overwritten() {
    let arguments = position(MIDDLEGAME, "fide1997");
    let game = Adjourned::new(&arguments, "Nf3");
    let before = game.0.read("game.json");
    assert!(!before.contains("Nf3") && !before.contains("g1f3"));
    let again = ["adjourn", "game.json", "--sealed-move", "Nh3"];
    let again = [&again[..], &arguments].concat();
    let err = run(&game.0, &again).exits(2).err;
    assert!(
        err.contains("game.json: exists; --overwrite replaces it"),
        "{err}"
    );
    let after = game.0.read("game.json");
    assert_eq!(before, after);
    run(&game.0, &[&again[..], &["--overwrite"]].concat()).exits(0);
    assert_eq!(game.resume(&[])["sealed_move"]["san"], "Nh3");

    // The player who seals is told how the move is read, on request only.
    for (text, said) in [
        ("Nf3", "the sealed move is Nf3"),
        (
            "nf3",
            "warning: the sealed move is not clear, but can only mean Nf3",
        ),
        ("Nf4", "warning: the sealed move loses: 'Nf4' is illegal"),
    ] {
        let first = ["adjourn", "c.json", "--overwrite", "--check"];
        let sealed = [&first[..], &["--sealed-move", text], &arguments].concat();
        let Outcome { out, err, .. } = run(&game.0, &sealed).exits(0);
        assert!(err.contains(said) && !out.contains(text), "{out}{err}");
    }
}

#[test]
fn article_a_1_the_envelope_is_a_file_of_its_own() {
    let folder = Folder::new();
    for envelope in ["./y.json", "sub/../y.json"] {
        fs::create_dir_all(folder.join("sub")).expect("a folder");
        let arguments = ["adjourn", "y.json", "--envelope", envelope, "--sealed-move"];
        run(&folder, &[&arguments[..], &["e4"]].concat()).fails(2, "must be different files");
        assert!(!folder.join("y.json").exists());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn article_a_1_without_its_envelope_there_is_no_adjournment_file() {
    let folder = Folder::new();
    let arguments = words("adjourn y.json --envelope /dev/full --sealed-move e4");
    run(&folder, &arguments).exits(1);
    assert!(!folder.join("y.json").exists());
}

#[test]
fn article_a_1_nothing_is_written_if_a_file_cannot_be() {
    let folder = Folder::new();
    for files in ["y.json --envelope no/e.json", "no/y.json --envelope e.json"] {
        let arguments = format!("adjourn {files} --sealed-move e4");
        let err = run(&folder, &words(&arguments)).refusal();
        assert!(err.contains("there is no such directory"), "{err}");
    }
    assert!(folder.files().is_empty());
}

#[test]
fn article_a_1_the_sealed_move_is_in_the_language_of_the_game() {
    let folder = Folder::new();
    let moves = "1. e4 e5 2. Cf3 Cf6 3. Ac4 Ac5 *\n";
    folder.write("es.pgn", format!("[Language \"es\"]\n\n{moves}"));
    folder.write("letters.pgn", moves);
    for pgn in ["es.pgn", "letters.pgn"] {
        let seal = "adjourn es.json --sealed-move Rf1 --check --overwrite --pgn";
        let Outcome { out, err, .. } = run(&folder, &[&words(seal)[..], &[pgn]].concat()).exits(0);
        assert!(err.contains("the sealed move is Kf1"), "{err}");
        assert!(out.contains("Spanish"), "{out}");
        let file = folder.read("es.json");
        assert!(file.contains("\"language\": \"es\""), "{file}");
        let resume = words("resume-adjourned es.json --envelope es.envelope.json");
        let out = run(&folder, &resume).out;
        assert!(out.contains("Rf1: legal, read as Kf1"), "{out}");
        let out = run(&folder, &[&resume[..], &["--language", "en"]].concat()).out;
        assert!(out.contains("Rf1: legal, read as Rf1"), "{out}");
    }
    // The language that the player names is kept, too.
    let game = ["--moves", "e4 e5 Nf3 Nf6 Bc4 Bc5", "--language", "es"];
    let ruling = Adjourned::new(&game, "Rf1").resume(&[]);
    assert_eq!(ruling["sealed_move"]["san"], "Kf1");
}

#[test]
fn article_a_1_b_leaving_early_is_charged() {
    let arguments = [
        &position(MIDDLEGAME, "fide1997")[..],
        &["--session-left", "0:10:00"],
    ]
    .concat();
    let game = Adjourned::new(&arguments, "Nf3");
    let clocks = &game.resume(&["--absent", "black"])["clocks"];
    assert_eq!(clocks, &json!({"white": 1_200_000, "black": 1_200_000}));
    let first = words("adjourn d.json --sealed-move Nf3 --session-left 0:30:00");
    let arguments = [&first[..], &position(MIDDLEGAME, "fide1997")].concat();
    let err = run(&game.0, &arguments).exits(2).err;
    assert!(err.contains("the clock of white: no time is left"), "{err}");
    let arguments = [&first[..], &["--laws", "interpretations1974"]].concat();
    let err = run(&game.0, &arguments).exits(2).err;
    assert!(err.contains("1974 do not cover it"), "{err}");
    run(&game.0, &first).fails(
        2,
        "--session-left: it charges the clock of white, which is not known",
    );
}

#[test]
fn article_a_2_contradictory_times_are_refused() {
    let folder = Folder::new();
    let arguments = |file, left| {
        let control = ["adjourn", file, "--sealed-move", "e4", "--tc", "40/7200"];
        let clocks = ["--white-used", "0:01:00", "--white-clock", left];
        [control.as_slice(), &clocks].concat()
    };
    let err = run(&folder, &arguments("x.json", "1:00:00")).exits(2).err;
    let said =
        "0:01:00 used and 1:00:00 left do not add up to the 2:00:00 that the time control gives";
    assert!(err.contains(said), "{err}");
    assert!(!folder.join("x.json").exists());
    run(&folder, &arguments("x.json", "1:59:00")).exits(0);
    let file = folder.read("x.json");
    let table = r#"
        "used_ms": 60000 | "used_ms": 1         | the clock of white: 0:00:00.001 used
        7140000          | 0                    | the clock of white: 0:01:00 used and 0:00:00 left
        7140000          | 18446744073709551615 | remaining_ms is more than a hundred days
        3600000          | 9000000000000        | default_time_ms is more than a hundred days
        "en"             | "xx"                 | language: 'xx' is not a language
    "#;
    for [from, to, said] in rows(table) {
        assert!(file.contains(from), "{file}");
        folder.write("x.json", file.replacen(from, to, 1));
        let resume = ["resume-adjourned", "x.json", "--draw-agreed"];
        run(&folder, &resume).refused(said);
    }
}

#[test]
fn files_of_the_first_format_are_read() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/seeds/adjournment");
    let path = |name: &str| format!("{seeds}/{name}");
    let arguments = [
        "resume-adjourned",
        &path("game"),
        "--envelope",
        &path("envelope"),
    ];
    let out = run(&Folder::new(), &arguments).success();
    assert!(out.contains("Nc6"), "{out}");
}

#[test]
fn article_a_3_a_changed_file_or_envelope_is_found() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide2009"), "Nf3");
    let other = Adjourned::new(&position(MIDDLEGAME, "fide2009"), "Nf3");
    let foreign = &other.0.path("game.envelope.json");
    let resume = ["resume-adjourned", "game.json", "--envelope"];
    let err = run(&game.0, &[&resume[..], &[foreign]].concat()).only_err(1);
    assert!(
        err.contains("the envelope does not match the commitment"),
        "{err}"
    );

    let envelope = game.0.read("game.envelope.json");
    game.0.write("forged.json", envelope.replace("Nf3", "Nh3"));
    run(&game.0, &[&resume[..], &["forged.json"]].concat()).exits(1);

    let file = game.0.read("game.json");
    for (from, to) in [
        ("\"default_time_ms\": 3600000", "\"default_time_ms\": 60000"),
        ("fide2009", "fide2023"),
        ("\"draw_offer\": null", "\"draw_offer\": \"white\""),
        ("compongo adjournment 2", "compongo adjournment 1"),
    ] {
        let forged = file.replacen(from, to, 1);
        assert_ne!(forged, file, "{from}");
        game.0.write("forged-game.json", forged);
        let arguments = words("resume-adjourned forged-game.json --envelope game.envelope.json");
        let err = run(&game.0, &arguments).exits(1).err;
        assert!(
            err.contains("does not match the commitment"),
            "{from}: {err}"
        );
    }
    for (from, to, said) in [
        (
            "\"move_number\": 41",
            "\"move_number\": 40",
            "move_number contradicts the moves",
        ),
        ("R3K1NR w", "R3K2R w", "contradicts the moves"),
        ("compongo adjournment 2", "x", "its format is not"),
        ("\"laws\"", "\"lows\"", "not an adjournment file"),
        ("fide2009", "fide2010", "laws: 'fide2010' is not one of"),
    ] {
        game.0.write("game.json", file.replacen(from, to, 1));
        let err = run(&game.0, &[&resume[..], &["game.envelope.json"]].concat()).refusal();
        assert!(err.contains(said), "{from}: {err}");
        if said.contains("contradicts") {
            assert!(err.contains("a new one played [Guideline 11.b]"), "{err}");
        }
    }
}

#[test]
fn article_a_9_a_both_are_present() {
    let arguments = [
        &position(MIDDLEGAME, "fide1997")[..],
        &["--tc", "41/7200+10:3600"],
    ]
    .concat();
    let game = Adjourned::new(&arguments, "Nf3");
    let ruling = game.resume(&[]);
    assert_eq!(ruling["result"], Value::Null);
    assert_eq!(articles(&ruling), ["A.9.a"]);
    assert_eq!(ruling["numbering"], "Appendix A of 1997");
    assert_eq!(ruling["running"], "black");
    assert_eq!(ruling["fen"], "3qk3/8/8/8/8/5N2/4P3/R3K2R b KQ - 1 41");
    // Ten seconds, and the time of the second period: the sealed move completes the first one.
    let clocks = json!({"white": 1_800_000 + 10_000 + 3_600_000, "black": 1_200_000});
    assert_eq!(ruling["clocks"], clocks);
    for (laws, article) in [
        ("fide2001", "A.9.a"),
        ("fide2009", "Guideline 9.a"),
        ("fide2023", "Guideline 9.a"),
        ("interpretations1974", "16.2"),
    ] {
        let ruling = Adjourned::new(&position(MIDDLEGAME, laws), "Nf3").resume(&[]);
        assert_eq!(articles(&ruling), [article]);
        let unknown = matches!(laws, "fide2001" | "fide2023");
        let numbering = ruling["numbering"].as_str().expect("text");
        assert_eq!(numbering.contains("not known"), unknown, "{numbering}");
    }
}

#[test]
fn article_a_7_and_a_9_b_the_envelope_stays_closed_for_an_absent_player() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "Nf3");
    for absent in ["black", "both"] {
        let ruling = game.resume(&["--absent", absent]);
        assert_eq!(articles(&ruling), ["A.9.b", "A.10"]);
        assert_eq!(ruling["sealed_move"], Value::Null);
        assert!(!ruling.to_string().contains("Nf3"));
        assert_eq!(ruling["running"], "black");
    }
    let ruling = game.resume(&["--late", "black=15min"]);
    assert_eq!(articles(&ruling), ["A.9.b", "A.9.a"]);
    assert_eq!(ruling["sealed_move"]["san"], "Nf3");
    assert_eq!(
        ruling["clocks"],
        json!({"white": 1_800_000, "black": 300_000})
    );
    // The clock of the absent player has run out.
    let ruling = game.resume(&["--late", "black=20min"]);
    assert_eq!(ruling["result"], "1-0");
    assert_eq!(articles(&ruling), ["A.9.b", "6.9"]);
    assert_eq!(ruling["sealed_move"], Value::Null);
}

#[test]
fn article_a_9_c_the_absence_of_the_player_who_sealed() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = game.resume(&["--absent", "white"]);
    assert_eq!(articles(&ruling), ["A.9.c"]);
    assert_eq!(ruling["sealed_move"]["san"], "Nf3");
    assert_eq!(ruling["running"], "black");
    // Black replies after 5 minutes; White arrives after 25.
    let ruling = game.resume(&["--late", "white=25min", "--reply-after", "5min"]);
    assert_eq!(articles(&ruling), ["A.9.c", "A.9.c"]);
    assert_eq!(ruling["running"], "white");
    assert_eq!(
        ruling["clocks"],
        json!({"white": 600_000, "black": 900_000})
    );
    // White's half an hour is over, five minutes after Black's reply began it.
    let ruling = game.resume(&["--late", "white=35min", "--reply-after", "5min"]);
    assert_eq!(ruling["result"], "0-1");
    assert_eq!(articles(&ruling), ["A.9.c", "A.9.c", "6.9"]);
    // Black has thought all the time.
    let ruling = game.resume(&["--late", "white=10min"]);
    assert_eq!(
        ruling["clocks"],
        json!({"white": 1_800_000, "black": 600_000})
    );
    let old = Adjourned::new(&position(MIDDLEGAME, "interpretations1974"), "Nf3");
    assert_eq!(articles(&old.resume(&["--absent", "white"])), ["16.4"]);
}

#[test]
fn article_a_8_ambiguous_unintelligible_and_illegal() {
    let knights = "3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41";
    for (laws, point) in [("fide1997", "A.8"), ("fide2009", "Guideline 8")] {
        for (text, letter, reading) in [
            ("Ne2", "a", "ambiguous"),
            ("Knight somewhere", "b", "unintelligible"),
            ("Nf4", "c", "illegal"),
        ] {
            let ruling = Adjourned::new(&position(knights, laws), text).resume(&[]);
            assert_eq!(ruling["sealed_move"]["reading"], reading);
            assert_eq!(ruling["result"], "0-1");
            assert_eq!(articles(&ruling), [format!("{point}.{letter}")]);
            assert!(
                ruling["proof"]
                    .as_str()
                    .is_some_and(|proof| proof != "material")
            );
        }
    }
    // The interpretation of 1965: the arbiter judges whether there is a reasonable doubt.
    let ruling = Adjourned::new(&position(knights, "interpretations1974"), "Ne2").resume(&[]);
    assert_eq!(articles(&ruling), ["17.3"]);
    assert_eq!(ruling["result"], Value::Null);
}

#[test]
fn article_a_8_a_draw_if_the_opponent_cannot_mate_but_not_in_1974() {
    for laws in EDITIONS {
        let ruling = Adjourned::new(&position(BARE_KING, laws), "e5").resume(&[]);
        assert_eq!(ruling["result"], "1/2-1/2", "{laws}");
        assert_eq!(ruling["proof"], "material");
        let flag = if laws == "fide2001" { "6.10" } else { "6.9" };
        assert_eq!(articles(&ruling).last(), Some(&flag));
    }
    // The interpretation of 1965 leaves it to the arbiter whether another move was meant.
    let ruling = Adjourned::new(&position(BARE_KING, "interpretations1974"), "e5").resume(&[]);
    assert_eq!(ruling["result"], Value::Null);
    assert_eq!(articles(&ruling), ["17.3"]);
    // The player who seals is told the same.
    let folder = Folder::new();
    for (laws, said) in [
        ("fide2009", "the sealed move draws: 'e5' is illegal"),
        (
            "interpretations1974",
            "the sealed move loses: 'e5' is illegal",
        ),
    ] {
        let first = words("adjourn c.json --sealed-move e5 --overwrite --check");
        let err = run(&folder, &[&first[..], &position(BARE_KING, laws)].concat()).err;
        assert!(err.contains(said), "{err}");
    }
}

#[test]
fn article_a_8_an_undetermined_proof_has_an_exit_code_of_its_own() {
    let wall = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 60";
    let game = Adjourned::new(&position(wall, "interpretations1974"), "Kb1");
    change_laws(&game.0, "game", ["interpretations1974", "fide2023"]);
    let resume = words("resume-adjourned game.json --envelope game.envelope.json --json");
    let out = run(&game.0, &[&resume[..], &["--nodes", "0"]].concat())
        .exits(3)
        .out;
    let ruling = json::value(&out);
    assert_eq!(ruling["undetermined"], true);
    assert_eq!(ruling["result"], "1-0");
    let ruling = game.resume(&[]);
    assert_eq!(ruling["undetermined"], false);
    assert_eq!(ruling["result"], "1/2-1/2");
}

#[test]
fn article_17_3_a_careless_move_with_one_meaning_is_legible() {
    for text in ["nf3", "N f 3", "41. Nf3", "Cf3", "G1-F3"] {
        let ruling = Adjourned::new(&position(MIDDLEGAME, "fide1997"), text).resume(&[]);
        assert_eq!(ruling["sealed_move"]["san"], "Nf3", "{text}");
        assert_eq!(ruling["result"], Value::Null);
    }
}

#[test]
fn article_a_10_too_late_and_its_exceptions() {
    let too_late = ["--late", "white=61min", "--reply-after", "5min"];
    let slow = Adjourned::new(&slow_position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = slow.resume(&["--late", "black=61min"]);
    assert_eq!(ruling["result"], "1-0");
    assert_eq!(articles(&ruling), ["A.10"]);
    assert_eq!(ruling["sealed_move"], Value::Null);
    // With 20 and 30 minutes left, the flag falls before the hour is over.
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = game.resume(&["--late", "black=61min"]);
    assert_eq!(ruling["result"], "1-0");
    assert_eq!(articles(&ruling), ["A.9.b", "6.9"]);
    let ruling = game.resume(&too_late);
    assert_eq!(ruling["result"], "0-1");
    assert_eq!(articles(&ruling), ["A.9.c", "A.9.c", "6.9"]);
    let ruling = slow.resume(&too_late);
    assert_eq!(ruling["result"], "0-1");
    assert_eq!(articles(&ruling), ["A.9.c", "A.9.c", "A.10"]);
    let ruling = slow.resume(&["--late", "white=60min", "--reply-after", "5min"]);
    assert_eq!(ruling["result"], Value::Null);
    // a: the sealed move mates; b: it draws at once.
    for (fen, sealed, result, article) in [
        (MATE, "Qe8#", "1-0", "A.10.a"),
        (STALEMATE, "Qf7", "1/2-1/2", "A.10.b"),
    ] {
        let ruling = Adjourned::new(&position(fen, "fide1997"), sealed).resume(&too_late);
        assert_eq!(ruling["result"], result);
        assert_eq!(articles(&ruling)[0], article);
    }
    // b: the pawn is taken, and the position is dead (9.6); 1974 knew stalemate only.
    let dead = "8/8/8/8/8/4k3/3p4/3K4 w - - 0 80";
    let ruling = Adjourned::new(&position(dead, "fide1997"), "Kc2").resume(&too_late);
    assert_eq!(ruling["result"], "0-1");
    let dead = "8/8/8/8/8/5k2/3p4/3K4 w - - 0 80";
    let ruling = Adjourned::new(&position(dead, "fide2009"), "Kxd2").resume(&too_late);
    assert_eq!(ruling["result"], "1/2-1/2");
    assert_eq!(articles(&ruling)[0], "Guideline 10.b");
    // c: the flag of the player who is present has fallen.
    let flag = slow.resume(&["--late", "white=61min", "--flag"]);
    assert_eq!(flag["result"], "1-0");
    assert_eq!(articles(&flag), ["A.9.c", "6.9", "A.10.c"]);
    // Black, who has 20 minutes, has thought for an hour.
    let flag = game.resume(&["--late", "white=61min"]);
    assert_eq!(flag["result"], "1-0");
    assert_eq!(articles(&flag), ["A.9.c", "6.9", "A.10.c"]);
}

#[test]
fn article_17_2_and_17_4_in_1974() {
    let old = |fen, sealed| Adjourned::new(&position(fen, "interpretations1974"), sealed);
    let too_late = ["--late", "white=61min", "--reply-after", "61min"];
    for (fen, sealed, result, article) in [
        (MATE, "Qe8", "1-0", "17.2 a"),
        (STALEMATE, "Qf7", "1/2-1/2", "17.2 b"),
    ] {
        let ruling = old(fen, sealed).resume(&too_late);
        assert_eq!(ruling["result"], result);
        assert_eq!(articles(&ruling)[0], article);
    }
    let game = slow_position(MIDDLEGAME, "interpretations1974");
    let game = Adjourned::new(&game, "Nf3");
    let ruling = game.resume(&["--late", "white=61min", "--flag"]);
    assert_eq!(ruling["result"], "1-0");
    assert_eq!(articles(&ruling), ["16.4", "17.1", "17.2 c"]);
    let ruling = game.resume(&["--late", "white=61min", "--late", "black=62min"]);
    assert_eq!(ruling["result"], "0-0");
    assert_eq!(articles(&ruling), ["17.4"]);
    // 17.1 knows no exception: White has a bare king, and Black's flag falls.
    let bare = old("4k3/4p3/8/8/8/8/8/4K3 w - - 0 60", "Ke2");
    assert_eq!(bare.resume(&["--late", "black=20min"])["result"], "1-0");
    let new = position("4k3/4p3/8/8/8/8/8/4K3 w - - 0 60", "fide1997");
    let new = Adjourned::new(&new, "Ke2").resume(&["--late", "black=20min"]);
    assert_eq!(new["result"], "1/2-1/2");
}

#[test]
fn article_10_the_event_sets_the_default_time() {
    let arguments = [
        &position(MIDDLEGAME, "fide2009")[..],
        &["--default-time", "10min"],
    ]
    .concat();
    let game = Adjourned::new(&arguments, "Nf3");
    assert_eq!(
        game.resume(&["--late", "black=10min"])["result"],
        Value::Null
    );
    let ruling = game.resume(&["--late", "black=0:10:01"]);
    assert_eq!(articles(&ruling), ["Guideline 10"]);
    assert_eq!(ruling["result"], "1-0");
    // 1997 has no such exception.
    let otherwise = "whether the arbiter decides otherwise [Guideline 10]";
    assert_eq!(ruling["arbiter"], json!([otherwise]));
    let first = Adjourned::new(&slow_position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = first.resume(&["--late", "black=61min"]);
    assert_eq!(articles(&ruling), ["A.10"]);
    assert_eq!(ruling["arbiter"], json!([]));
}

#[test]
fn article_a_11_a_lost_envelope() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = game.rule(&["--envelope-lost"]);
    assert_eq!(articles(&ruling), ["A.11.a", "A.11.a"]);
    assert_eq!(ruling["running"], "white");
    let ruling = game.rule(&["--envelope-lost", "--claimed-move", "Nh3"]);
    assert_eq!(ruling["sealed_move"]["san"], "Nh3");
    assert_eq!(ruling["running"], "black");
    let wrong = words("resume-adjourned game.json --envelope-lost --claimed-move Nh4");
    run(&game.0, &wrong).fails(2, "'Nh4' is illegal");
    // The times are not known: since 1997 the arbiter sets them; in 1974 the game may be annulled.
    let unknown = Adjourned::new(&["--fen", MIDDLEGAME, "--laws", "fide1997"], "Nf3");
    let ruling = unknown.rule(&["--envelope-lost"]);
    assert_eq!(ruling["arbiter"].as_array().map(Vec::len), Some(1));
    let unknown = ["--fen", MIDDLEGAME, "--laws", "interpretations1974"];
    let ruling = Adjourned::new(&unknown, "Nf3").rule(&["--envelope-lost"]);
    assert_eq!(articles(&ruling), ["16.5"]);
    assert!(ruling.to_string().contains("annulled"));
}

#[test]
fn article_a_12_a_wrong_time_on_a_clock() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = game.resume(&["--clock-shown", "black=0:25:00"]);
    assert_eq!(articles(&ruling), ["A.12", "A.9.a"]);
    assert_eq!(ruling["clocks"]["black"], 1_200_000);
    let later = ["--clock-shown", "black=0:25:00", "--noticed-late"];
    let ruling = game.resume(&later);
    assert_eq!(ruling["clocks"]["black"], 1_500_000);
    assert!(
        ruling["arbiter"][0]
            .as_str()
            .is_some_and(|text| text.contains("too severe"))
    );
    let old = Adjourned::new(&position(MIDDLEGAME, "interpretations1974"), "Nf3");
    let ruling = old.resume(&later);
    assert_eq!(ruling["clocks"]["black"], 1_500_000);
    assert_eq!(articles(&ruling)[0], "16.6");
    assert_eq!(ruling["arbiter"], json!([]));
}

#[test]
fn article_a_6_and_16_6_what_ended_before_stands() {
    for (laws, article) in [("fide1997", "A.6"), ("interpretations1974", "16.6")] {
        // An illegal move was sealed.
        let game = Adjourned::new(&position(MIDDLEGAME, laws), "Nf4");
        let ruling = game.rule(&["--draw-agreed"]);
        assert_eq!(ruling["result"], "1/2-1/2");
        assert_eq!(articles(&ruling), [article]);
        let ruling = game.resume(&["--resigned", "black"]);
        assert_eq!(ruling["result"], "1-0");
        assert_eq!(articles(&ruling), [article]);
        assert_eq!(ruling["sealed_move"], Value::Null);
    }
    // 23 5.1.2: a draw if the opponent cannot mate.
    let game = Adjourned::new(&position(BARE_KING, "fide2023"), "e4");
    let ruling = game.rule(&["--resigned", "white"]);
    assert_eq!(ruling["result"], "1/2-1/2");
    assert_eq!(articles(&ruling), ["Guideline 6", "5.1.2"]);
}

#[test]
fn article_a_4_and_18_1_draw_offers() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "Nf3");
    let ruling = game.resume(&["--draw-offer", "black"]);
    assert_eq!(articles(&ruling), ["A.9.a", "A.4"]);
    assert_eq!(ruling["draw_offer"], "black");
    // One before the adjournment is open until the sealed move refuses it; that of the player who sealed stays.
    for (player, closed, opened) in [
        ("black", json!("black"), Value::Null),
        ("white", json!("white"), json!("white")),
    ] {
        for (laws, article) in [("fide1997", "9.1"), ("interpretations1974", "18.1")] {
            let offer = [&position(MIDDLEGAME, laws)[..], &["--draw-offer", player]].concat();
            let game = Adjourned::new(&offer, "Nf3");
            let ruling = game.resume(&["--absent", "black"]);
            assert_eq!(ruling["draw_offer"], closed);
            let last = articles(&ruling).last().copied().unwrap_or_default();
            assert!(last.starts_with(article), "{last}");
            assert_eq!(game.resume(&[])["draw_offer"], opened);
        }
    }
}

#[test]
fn articles_9_1_and_e_12_an_offer_with_the_sealed_move_is_open_at_the_resumption() {
    for laws in ["fide1997", "fide2009", "fide2023"] {
        let game = Adjourned::new(&position(MIDDLEGAME, laws), "Nf3 (=)");
        let ruling = game.resume(&[]);
        assert_eq!(ruling["draw_offer"], "white", "{laws}");
        assert_eq!(articles(&ruling).last(), Some(&"9.1"));
        assert_eq!(ruling["result"], Value::Null);
    }
    let game = Adjourned::new(&position(MIDDLEGAME, "interpretations1974"), "Nf3 (=)");
    assert_eq!(game.resume(&[])["draw_offer"], "white");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_envelope() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("game.envelope.json", "readable by everyone");
    let arguments = ["adjourn", "game.json", "--sealed-move", "e4", "--overwrite"];
    run(&folder, &arguments).exits(0);
    let mode = |name| {
        let found = fs::metadata(folder.join(name)).expect("the file");
        found.permissions().mode() & 0o777
    };
    assert_eq!(mode("game.envelope.json"), 0o600);
}

#[test]
fn article_a_8_b_an_empty_envelope_loses() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide1997"), "");
    let ruling = game.resume(&[]);
    assert_eq!(ruling["result"], "0-1");
    assert!(articles(&ruling).contains(&"A.8.b"));
}

#[test]
fn article_5_nothing_is_sealed_when_the_game_is_over() {
    let folder = Folder::new();
    for (fen, said) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate, 1-0"),
        ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "dead_position, 1/2-1/2"),
    ] {
        let arguments = ["adjourn", "game.json", "--sealed-move", "Ke2", "--fen", fen];
        run(&folder, &arguments).fails(2, said);
        assert!(!folder.join("game.json").exists());
    }
    // The fifth occurrence was at ply 16 (9.6.1); before 2018 nothing ended there.
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4) + "e4";
    let arguments = ["--sealed-move", "e5", "--moves", moves.as_str(), "--laws"];
    let arguments = [&["adjourn", "f.json"][..], &arguments].concat();
    let err = run(&folder, &[&arguments[..], &["fide2023"]].concat())
        .exits(2)
        .err;
    let said = "fivefold, 1/2-1/2, after 16 half-moves";
    assert!(err.contains(said), "{err}");
    run(&folder, &[&arguments[..], &["fide1997"]].concat()).exits(0);
    change_laws(&folder, "f", ["fide1997", "fide2023"]);
    let resume = words("resume-adjourned f.json --envelope f.envelope.json");
    let out = run(&folder, &resume).out;
    assert!(
        out.contains("the game was over when it was adjourned: fivefold"),
        "{out}"
    );
    // The record has a result.
    folder.write("won.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    let arguments = words("adjourn w.json --pgn won.pgn --sealed-move d4");
    run(&folder, &arguments).fails(2, "the record has the result 1-0: the game is over");
    assert!(!folder.join("w.json").exists());
}

#[test]
fn article_a_2_f_a_draw_offered_with_the_last_move() {
    let folder = Folder::new();
    folder.write("offer.pgn", "1. e4 e5 2. Nf3 Nf6 (=) *\n");
    for game in [["--pgn", "offer.pgn"], ["--moves", "1.e4 e5 2.Nf3 Nf6 (=)"]] {
        let first = ["adjourn", "o.json", "--sealed-move", "d4", "--overwrite"];
        let out = run(&folder, &[&first[..], &game].concat()).exits(0).out;
        assert!(out.contains("draw offered by black, not answered"), "{out}");
    }
}

#[test]
fn bad_arguments_change_nothing() {
    let folder = Folder::new();
    folder.write("two.pgn", "1. e4 *\n\n[White \"x\"]\n\n1. d4 *\n");
    folder.write("bad.pgn", "1. e4 e4 *\n");
    let cases = [
        ("", "required"),
        ("--sealed-move-from none.txt", "none.txt: "),
        ("--sealed-move e4 --pgn two.pgn", "choose one with --game"),
        (
            "--sealed-move e4 --pgn two.pgn --game 3",
            "there is no game 3",
        ),
        (
            "--sealed-move e4 --pgn bad.pgn",
            "half-move 2: 'e4' is illegal",
        ),
        ("--sealed-move e4 --fen x", "--fen: "),
        (
            "--sealed-move e4 --moves e5",
            "--moves: half-move 1: 'e5' is illegal",
        ),
        (
            "--sealed-move e4 --white-clock 1:99:99",
            "'1:99:99' is not a time",
        ),
        (
            "--sealed-move e4 --laws fide1984",
            "is not one of Interpretations1974, ",
        ),
        (
            "--sealed-move e4 --draw-offer red",
            "neither white nor black",
        ),
        (
            "--sealed-move e4 --tc 60 --white-used 0:01:01",
            "no time is left",
        ),
        (
            "--sealed-move e4 --tc 60 --white-clock 0:01:01",
            "more time is left",
        ),
        (
            "--sealed-move e4 --envelope game.json",
            "must be different files",
        ),
    ];
    for (arguments, said) in cases {
        let arguments = [&["adjourn", "game.json"], &*words(arguments)].concat();
        run(&folder, &arguments).refused(said);
    }
    assert!(!folder.join("game.json").exists());
    let game = Adjourned::new(&position(MIDDLEGAME, "fide2009"), "Nf3");
    let cases = [
        ("", "required"),
        ("--envelope game.json", "not an envelope file"),
        ("--envelope game.envelope.json --late black", "PLAYER=TIME"),
        (
            "--envelope game.envelope.json --late black=x",
            "'x' is not a time",
        ),
        (
            "--envelope game.envelope.json --flag",
            "apply only if white, who sealed, is absent",
        ),
        ("--envelope game.envelope.json --absent all", "nor both"),
    ];
    for (arguments, said) in cases {
        let arguments = [&["resume-adjourned", "game.json"], &*words(arguments)].concat();
        run(&game.0, &arguments).refused(said);
    }
}

#[test]
fn a_ruling_in_text() {
    let game = Adjourned::new(&position(MIDDLEGAME, "fide2009"), "Nf3");
    let resume = words("resume-adjourned game.json --envelope game.envelope.json");
    let out = run(&game.0, &resume).exits(0).out;
    assert_eq!(
        out,
        "? - ?, move 41 sealed by white (fide2009)\n  \
         sealed    Nf3: legal, read as Nf3\n  \
         ruling    the envelope is opened and the sealed move made on the board; Black's clock is started [Guideline 9.a]\n  \
         result    open\n  \
         position  3qk3/8/8/8/8/5N2/4P3/R3K2R b KQ - 1 41\n  \
         clock     white 0:30:00\n  \
         clock     black 0:20:00, running\n  \
         articles  the guidelines for adjourned games of 2009\n"
    );
}
