//! `compongo adjourn`: the files that it writes, what it refuses, and how changes of the files are found.

use super::{Adjourned, MIDDLEGAME, RESUME, change_laws, game, position, run};
#[cfg(unix)]
use crate::cli::terminal::PseudoTerminal;
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::Outcome;
#[cfg(unix)]
use crate::support::process::{Program, wait_for, words};
use crate::support::table::rows;
use serde_json::json;
use std::fs;

#[test]
fn article_a_2_what_the_adjournment_file_says() {
    let folder = Folder::new();
    let pgn = "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"40/7200:3600\"]\n[LawsEdition \"fide2009\"]\n\n\
               1. e4 {[%clk 1:59:00]} e5 {[%clk 1:58:00]} 2. Nf3 {[%clk 1:50:30]} *\n";
    folder.write("game.pgn", pgn);
    folder.write("move.txt", "Nc6\n");
    let adjourn = "adjourn game.json --pgn game.pgn --sealed-move-from move.txt --date 2026-12-01 --time 10:00 --place Ibarra --draw-offer white";
    let out = run(&folder, adjourn).success();
    assert!(
        out.starts_with("Ann - Bob, move 2 sealed by Black (fide2009)\n"),
        "{out}"
    );
    assert!(!out.contains("Nc6") && !out.contains("missing"), "{out}");
    let file = json::value(&folder.read("game.json"));
    let expected = json!({
        "moves": ["e2e4", "e7e5", "g1f3"],
        "fen": "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "sealed_by": "black",
        "move_number": 2,
        "draw_offer": "white",
        "time_control": "40/7200:3600",
        "clocks": {
            "white": {"used_ms": 570_000, "remaining_ms": 6_630_000},
            "black": {"used_ms": 120_000, "remaining_ms": 7_080_000},
        },
        "resumption": {"date": "2026-12-01", "time": "10:00", "place": "Ibarra"},
        "default_time_ms": 3_600_000,
    });
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(file[key], *value, "{key}");
    }
    assert_eq!(file["commitment"].as_str().map(str::len), Some(64));
    let envelope = folder.read("game.envelope.json");
    assert!(envelope.contains("Nc6"));

    // Where the FEN counts its move as the first, no times follow from the control.
    let late =
        "adjourn late.json --sealed-move Kd4 --tc 40/7200:3600 --fen '8/8/4k3/8/4K3/4P3/8/8 w - -'";
    let used = run(
        &folder,
        &format!("{late} --white-used 2:30:00 --black-used 2:10:00"),
    );
    assert!(
        used.err.contains("the FEN gives move number 1"),
        "{}",
        used.err
    );
    used.exits(0);
    let file = json::value(&folder.read("late.json"));
    assert_eq!(file["clocks"]["white"]["remaining_ms"], json!(null));
    let resumed = run(
        &folder,
        "resume-adjourned late.json --envelope late.envelope.json --json",
    );
    let ruling = json::value(&resumed.exits(0).out);
    assert_eq!(
        ruling["clocks"],
        json!({"white": null, "black": null}),
        "{ruling}"
    );

    let silent = run(&folder, &format!("{late} --overwrite"));
    assert_eq!(silent.exits(0).err, "");

    // What is not told is missing; 1974 does not ask for the resumption (15.2).
    let table = "
        fide1997            | the names of the players     | day, time and place of the resumption [A.2]
        fide1997            | the time used by each player | day, time and place of the resumption [A.2]
        interpretations1974 | the names of the players     | the time used by each player [15.2]
    ";
    for [laws, item, last] in rows(table) {
        let bare = format!("adjourn b.json --sealed-move e4 --overwrite --laws {laws}");
        let out = run(&folder, &bare).out;
        for missing in [item, last] {
            let line = format!("\n  missing    {missing}\n");
            assert!(out.contains(&line), "{out}");
        }
    }
}

#[test]
fn a_time_control_as_people_write_it() {
    let folder = Folder::new();
    for (tag, expected) in [
        ("40/90m+30s:30m+30s", json!("40/5400+30:1800+30")),
        ("?", json!(null)),
    ] {
        folder.write(
            "game.pgn",
            format!("[TimeControl \"{tag}\"]\n\n1. e4 e5 *\n"),
        );
        let seal = "adjourn game.json --pgn game.pgn --sealed-move Nf3 --overwrite";
        run(&folder, seal).exits(0);
        let file = json::value(&folder.read("game.json"));
        assert_eq!(file["time_control"], expected, "{tag}");
    }
    folder.write("game.pgn", "[TimeControl \"40/\"]\n\n1. e4 e5 *\n");
    run(
        &folder,
        "adjourn other.json --pgn game.pgn --sealed-move Nf3",
    )
    .fails(2, "tag TimeControl: ");
    assert!(!folder.join("other.json").exists());
}

#[cfg(unix)]
#[test]
fn article_a_1_a_move_that_is_typed_is_not_shown() {
    let folder = Folder::new();
    let seal = Program::with(words("adjourn g.json --moves e4 --sealed-move-from -"));
    // Standard error is the terminal, too.
    let seal = seal.after("exec 2>&1").folder(&folder);
    let mut terminal = PseudoTerminal::start(seal);
    terminal.shows("Sealed move (not shown): ");
    wait_for("a terminal without echo", || !terminal.echoes());
    terminal.press("Nf6\n");
    let shown = terminal.outcome().exits(0).out;
    assert!(shown.contains("move 1 sealed by Black"), "{shown}");
    assert!(!shown.contains("Nf6"), "{shown}");
    let envelope = json::value(&folder.read("g.envelope.json"));
    assert_eq!(envelope["sealed_move"], "Nf6");
}

#[test]
fn article_a_1_the_envelope_hides_the_move_and_nothing_is_overwritten() {
    let arguments = position(MIDDLEGAME, "fide1997");
    let game = game(MIDDLEGAME, "fide1997", "Nf3");
    let before = game.0.read("game.json");
    assert!(!before.contains("Nf3") && !before.contains("g1f3"));
    let again = format!("adjourn game.json --sealed-move Nh3 {arguments}");
    run(&game.0, &again).fails(2, "game.json: exists; --overwrite replaces it");
    let after = game.0.read("game.json");
    assert_eq!(before, after);
    run(&game.0, &format!("{again} --overwrite")).exits(0);
    assert_eq!(game.rule("@")["sealed_move"]["san"], "Nh3");

    // The player who seals is told how the move is read, on request only.
    let table = "
        Nf3 | the sealed move is Nf3
        nf3 | warning: the sealed move is not clear, but can only mean Nf3
        Nf4 | warning: the sealed move loses: 'Nf4' is illegal
    ";
    for [text, said] in rows(table) {
        let seal = format!("adjourn c.json --overwrite --check --sealed-move {text} {arguments}");
        let Outcome { out, err, .. } = run(&game.0, &seal).exits(0);
        assert!(err.contains(said) && !out.contains(text), "{out}{err}");
    }
}

#[test]
fn article_a_1_the_envelope_is_a_file_of_its_own() {
    let folder = Folder::new();
    fs::create_dir_all(folder.join("sub")).expect("a folder");
    for envelope in ["./y.json", "sub/../y.json"] {
        let seal = format!("adjourn y.json --envelope {envelope} --sealed-move e4");
        run(&folder, &seal).fails(2, "must be different files");
        assert!(!folder.join("y.json").exists());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn article_a_1_without_its_envelope_there_is_no_adjournment_file() {
    let folder = Folder::new();
    run(
        &folder,
        "adjourn y.json --envelope /dev/full --sealed-move e4",
    )
    .exits(1);
    assert!(!folder.join("y.json").exists());
}

#[test]
fn article_a_1_nothing_is_written_if_a_file_cannot_be() {
    let folder = Folder::new();
    for files in ["y.json --envelope no/e.json", "no/y.json --envelope e.json"] {
        run(&folder, &format!("adjourn {files} --sealed-move e4"))
            .refused("there is no such directory");
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
        let seal = format!("adjourn es.json --sealed-move Rf1 --check --overwrite --pgn {pgn}");
        let Outcome { out, err, .. } = run(&folder, &seal).exits(0);
        assert!(err.contains("the sealed move is Kf1"), "{err}");
        assert!(out.contains("Spanish"), "{out}");
        let file = folder.read("es.json");
        assert!(file.contains("\"language\": \"es\""), "{file}");
        for (language, said) in [
            ("", "Rf1: legal, read as Kf1"),
            ("--language en", "Rf1: legal, read as Rf1"),
        ] {
            let resume = "resume-adjourned es.json --envelope es.envelope.json";
            let out = run(&folder, &format!("{resume} {language}")).out;
            assert!(out.contains(said), "{out}");
        }
    }
    // The language that the player names is kept, too.
    let game = Adjourned::new("--moves 'e4 e5 Nf3 Nf6 Bc4 Bc5' --language es", "Rf1");
    assert_eq!(game.rule("@")["sealed_move"]["san"], "Kf1");
}

#[test]
fn article_a_1_b_leaving_early_is_charged() {
    let arguments = position(MIDDLEGAME, "fide1997") + " --session-left 0:10:00";
    let game = Adjourned::new(&arguments, "Nf3");
    game.check("@ --absent black | A.9.b, A.10 | clocks = 20:00 20:00");
    let table = "
        --fen '3qk3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 41' --laws fide1997 --white-clock 0:30:00 | the clock of White: the time left does not last until the end of the session
        --laws interpretations1974                                                          | 1974 do not cover it
                                                                                            | --session-left: it charges the clock of White, which is not known
    ";
    for [arguments, said] in rows(table) {
        let seal = "adjourn d.json --sealed-move Nf3 --session-left 0:30:00";
        run(&game.0, &format!("{seal} {arguments}")).fails(2, said);
    }
}

#[test]
fn article_a_2_contradictory_times_are_refused() {
    let folder = Folder::new();
    let seal = "adjourn x.json --sealed-move e4 --tc 40/7200 --white-used 0:01:00 --white-clock";
    run(&folder, &format!("{seal} 1:00:00")).fails(
        2,
        "0:01:00 used and 1:00:00 left do not add up to the 2:00:00 that the time control gives",
    );
    assert!(!folder.join("x.json").exists());
    run(&folder, &format!("{seal} 1:59:00")).exits(0);
    let file = folder.read("x.json");
    let table = r#"
        "used_ms": 60000 | "used_ms": 1         | the clock of White: 0:00:00.001 used
        7140000          | 0                    | the clock of White: 0:01:00 used and 0:00:00 left
        7140000          | 18446744073709551615 | remaining_ms is more than a hundred days
        3600000          | 9000000000000        | default_time_ms is more than a hundred days
        "en"             | "xx"                 | language: 'xx' is not a language
    "#;
    for [from, to, said] in rows(table) {
        assert!(file.contains(from), "{file}");
        folder.write("x.json", file.replacen(from, to, 1));
        run(&folder, "resume-adjourned x.json --draw-agreed").refused(said);
    }
}

#[test]
fn article_a_2_c_time_that_a_ruling_has_added_is_kept() {
    let folder = Folder::new();
    folder.write(
        "bonus.pgn",
        "[TimeControl \"5400\"]\n\n1. e4 {[%clk 1:29:59]} e5 {[%clk 1:31:59]} *\n",
    );
    let said = "compongo: warning: the clock of Black: more time is left than the time control gives; \
                only a ruling can have added it";
    for clocks in ["", "--black-clock 1:31:59"] {
        let seal = format!("adjourn b.json --overwrite --pgn bonus.pgn --sealed-move Nf3 {clocks}");
        let outcome = run(&folder, &seal).exits(0);
        assert_eq!(outcome.err.lines().collect::<Vec<_>>(), [said]);
        let file = folder.read("b.json");
        assert!(
            file.contains("5519000") && file.contains("5399000"),
            "{file}"
        );
        let resume = "resume-adjourned b.json --envelope b.envelope.json";
        let out = run(&folder, resume).exits(0).out;
        assert!(out.contains("1:31:59"), "{out}");
    }
}

#[test]
fn files_of_the_first_format_are_read() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz/seeds/adjournment");
    let resume = format!("resume-adjourned '{seeds}/game' --envelope '{seeds}/envelope'");
    let out = run(&Folder::new(), &resume).success();
    assert!(out.contains("Nc6"), "{out}");
}

#[test]
fn article_a_3_a_changed_file_or_envelope_is_found() {
    let game = game(MIDDLEGAME, "fide2009", "Nf3");
    let foreign = super::game(MIDDLEGAME, "fide2009", "Nf3");
    let foreign = foreign.0.read("game.envelope.json");
    let forged = game.0.read("game.envelope.json").replace("Nf3", "Nh3");
    for envelope in [foreign, forged] {
        game.0.write("other.json", envelope);
        let err = run(&game.0, "resume-adjourned game.json --envelope other.json").only_err(1);
        let expected = "the envelope does not match the commitment";
        assert!(err.contains(expected), "{err}");
    }

    let file = game.0.read("game.json");
    let table = r#"
        "default_time_ms": 3600000 | "default_time_ms": 60000
        fide2009                   | fide2023
        "draw_offer": null         | "draw_offer": "white"
        compongo adjournment 2     | compongo adjournment 1
    "#;
    for [from, to] in rows(table) {
        let forged = file.replacen(from, to, 1);
        assert_ne!(forged, file, "{from}");
        game.0.write("game.json", forged);
        run(&game.0, RESUME).fails(1, "does not match the commitment");
    }
    let table = r#"
        "move_number": 41      | "move_number": 40 | move_number contradicts the moves
        R3K1NR w               | R3K2R w           | contradicts the moves
        compongo adjournment 2 | x                 | its format is not
        "laws"                 | "lows"            | not an adjournment file
        fide2009               | fide2010          | laws: 'fide2010' is not one of
    "#;
    for [from, to, said] in rows(table) {
        game.0.write("game.json", file.replacen(from, to, 1));
        let err = run(&game.0, RESUME).refusal();
        assert!(err.contains(said), "{from}: {err}");
        if said.contains("contradicts") {
            assert!(err.contains("a new one played [Guideline 11.b]"), "{err}");
        }
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_envelope() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("game.envelope.json", "readable by everyone");
    run(&folder, "adjourn game.json --sealed-move e4 --overwrite").exits(0);
    let found = fs::metadata(folder.join("game.envelope.json")).expect("the file");
    assert_eq!(found.permissions().mode() & 0o777, 0o600);
}

#[test]
fn article_5_nothing_is_sealed_when_the_game_is_over() {
    let folder = Folder::new();
    // The fifth occurrence was at ply 16 (9.6.1); before 2018 nothing ended there.
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(4) + "e4";
    let late = format!("adjourn f.json --sealed-move e5 --moves '{moves}' --laws");
    folder.write("won.pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    for (seal, said) in [
        (
            "adjourn f.json --sealed-move Ke2 --fen 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'",
            "checkmate, 1-0",
        ),
        (
            "adjourn f.json --sealed-move Ke2 --fen '8/8/8/8/8/4k3/8/4K3 w - - 0 1'",
            "dead_position, 1/2-1/2",
        ),
        (
            "adjourn f.json --sealed-move d4 --pgn won.pgn",
            "the record has the result 1-0: the game is over",
        ),
        (
            &format!("{late} fide2023"),
            "fivefold, 1/2-1/2, after 16 half-moves",
        ),
    ] {
        run(&folder, seal).fails(2, said);
        assert!(!folder.join("f.json").exists());
    }
    run(&folder, &format!("{late} fide1997")).exits(0);
    change_laws(&folder, "f", ["fide1997", "fide2023"]);
    let out = run(
        &folder,
        "resume-adjourned f.json --envelope f.envelope.json",
    )
    .out;
    assert!(
        out.contains("the game was over when it was adjourned: fivefold"),
        "{out}"
    );
}

#[test]
fn article_a_2_f_a_draw_offered_with_the_last_move() {
    let folder = Folder::new();
    folder.write("offer.pgn", "1. e4 e5 2. Nf3 Nf6 (=) *\n");
    for game in ["--pgn offer.pgn", "--moves '1.e4 e5 2.Nf3 Nf6 (=)'"] {
        let seal = format!("adjourn o.json --sealed-move d4 --overwrite {game}");
        let out = run(&folder, &seal).exits(0).out;
        assert!(out.contains("draw offered by Black, not answered"), "{out}");
    }
}

#[test]
fn bad_arguments_change_nothing() {
    let folder = Folder::new();
    folder.write("two.pgn", "1. e4 *\n\n[White \"x\"]\n\n1. d4 *\n");
    folder.write("bad.pgn", "1. e4 e4 *\n");
    let table = "
                                                       | --sealed-move-from <FILE>
        --sealed-move-from none.txt                    | none.txt:
        --sealed-move e4 --pgn two.pgn                 | choose one with --game
        --sealed-move e4 --pgn two.pgn --game 3        | there is no game 3
        --sealed-move e4 --pgn bad.pgn                 | half-move 2: 'e4' is illegal
        --sealed-move e4 --fen x                       | --fen:
        --sealed-move e4 --moves e5                    | --moves: half-move 1: 'e5' is illegal
        --sealed-move e4 --white-clock 1:99:99         | '1:99:99' is not a time
        --sealed-move e4 --laws fide1984               | is not one of Interpretations1974,
        --sealed-move e4 --draw-offer red              | neither white nor black
        --sealed-move e4 --tc 60 --white-used 0:01:01  | no time is left
        --sealed-move e4 --envelope game.json          | must be different files
    ";
    for [arguments, said] in rows(table) {
        run(&folder, &format!("adjourn game.json {arguments}")).refused(said);
    }
    assert!(!folder.join("game.json").exists());
    let game = game(MIDDLEGAME, "fide2009", "Nf3");
    let table = "
                                                 | required
        --envelope game.json                     | not an envelope file
        --envelope game.envelope.json --late black   | PLAYER=TIME
        --envelope game.envelope.json --late black=x | 'x' is not a time
        --envelope game.envelope.json --flag         | apply only if White, who sealed, is absent
        --envelope game.envelope.json --absent all   | nor both
    ";
    for [arguments, said] in rows(table) {
        run(&game.0, &format!("resume-adjourned game.json {arguments}")).refused(said);
    }
}
