//! Control characters from arguments and files do not reach a terminal. A test of the match runner sends those of engines.

use crate::support::folder::Folder;
use crate::support::process::{PROGRAM, Program};
#[cfg(target_os = "linux")]
use nix::pty::{Winsize, openpty};
#[cfg(target_os = "linux")]
use nix::sys::termios::Termios;

/// ESC, BEL, CR, CSI (U+009B) and the mark that reverses the direction of writing.
const HOSTILE: &str = "\u{1b}[31m\u{7}\rx\u{9b}2J\u{202e}";

#[track_caller]
fn assert_harmless(text: &str, place: &str) {
    let control = text
        .chars()
        .find(|&c| c != '\n' && c.is_control() || c == '\u{202e}');
    assert_eq!(control, None, "{place}: {text:?}");
}

/// Runs the program; the codes and what it prints are checked.
#[track_caller]
fn run(folder: &Folder, arguments: &[&str], input: &str, codes: &[i32]) -> String {
    let program = Program::with(arguments).folder(folder).input(input);
    let outcome = program.run();
    let place = format!("{arguments:?}");
    assert!(
        outcome.code.is_some_and(|code| codes.contains(&code)),
        "{outcome:#?}"
    );
    assert_harmless(&outcome.out, &place);
    assert_harmless(&outcome.err, &place);
    outcome.out
}

/// Runs commands in which `@` stands for [`HOSTILE`] and `PROGRAM` for the program itself.
fn run_all(commands: &str) {
    let folder = Folder::new();
    for line in commands.trim().lines() {
        let meant = |word: &String| word.replace('@', HOSTILE).replace("PROGRAM", PROGRAM);
        let words = shlex::split(line).expect("balanced quotes");
        let words: Vec<String> = words.iter().map(meant).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        run(&folder, &words, "", &[0, 1, 2]);
    }
}

#[test]
fn of_arguments() {
    run_all(
        r#"
        @
        go @
        -- @
        bench @
        bench 1 --net @
        eval @
        eval "8/8/8/8/8/k7/8/K7 w - - 0 @"
        perft @
        perft 1 --fen @
        perft --suite @
        judge @
        judge --fen @
        judge --fen "8/8/8/8/8/k7/8/K7 w - - 0 1" --moves @
        judge - --laws @
        judge - --mode @
        match @ @
        match --engine name=@
        match --each @=1
        match --tc @
        match --st @
        match --games @
        match --sprt @
        match --sprt 0 5 @=1
        match --openings @ plies=x
        match --resign @
        match --format @
        match --event @
        match --resume @
        match --config @
        match PROGRAM PROGRAM --nodes 1 --json no/@
        match PROGRAM PROGRAM --nodes 1 --openings @
        train @
        train r.toml --lambda @
        datagen --stats @
        datagen --verify @ a
        datagen --export @ a b
        datagen --stats a --net @ --seed @
        net info @
        net verify @
        net export @
        net import @ --out a.nnue
        net @
        book info @
        book info a --fen @
        book make @ --output b.bin
        book make - --output no/@
        help @
        completions @
        "#,
    );
}

#[test]
fn of_rulings_and_adjournments() {
    run_all(
        "
        ruling @
        ruling claim --fen @
        ruling claim --intended @
        ruling illegal @ --moves e2e4
        ruling flag white --pgn @
        ruling flag white --white-clock @
        ruling chess960 @
        ruling time-control @
        adjourn a.json --sealed-move @ --white @ --date @ --check
        resume-adjourned a.json --envelope a.envelope.json
        adjourn @ --sealed-move-from @
        adjourn b.json --sealed-move e4 --fen @
        adjourn b.json --sealed-move e4 --moves @
        resume-adjourned @ --envelope-lost
        resume-adjourned a.json --late @
        ",
    );
}

#[test]
fn of_games_and_positions() {
    let folder = Folder::new();
    // A line break would end a tag.
    let name = HOSTILE.replace('\r', "");
    let game = format!(
        "[White \"{name}\"]\n[Black \"{name}\"]\n[TimeControl \"{name}\"]\n[LawsEdition \"{name}\"]\n\
         [Result \"1-0{name}\"]\n\n1. e4 {{{HOSTILE} [%clk -{name}0:01]}} e5 2. N{name} {name} 1-0\n\n\
         [Result \"1-0\"]\n[Termination \"{name}\"]\n\n1. e4 1-0\n\n\
         [{HOSTILE} \"{HOSTILE}\"]\n\n1. e4{HOSTILE} 1-0\n"
    );
    let games = folder.write(&format!("{HOSTILE}.pgn"), &game);
    for flags in [
        &["-", "--all"][..],
        &["-", "--json"],
        &[&games, "--all"],
        &[&games, "--json"],
    ] {
        let arguments = [&["judge"], flags].concat();
        let out = run(&folder, &arguments, &game, &[0, 1]);
        assert!(!out.is_empty());
    }
    let positions = format!("8/8/8/8/8/k7/8/K7 w - - 0 {HOSTILE}\n{HOSTILE}\n");
    run(&folder, &["judge", "-"], &positions, &[1, 2]);
    let suite = folder.write("suite.epd", &positions);
    run(&folder, &["perft", "--suite", &suite], "", &[2]);
    let named = format!("7k/8/6K1/8/8/8/8/R7 w - - id \"{name}\";\n");
    let analyse = ["analyse", "--nodes", "50"];
    run(&folder, &analyse, &named, &[0]);
    run(&folder, &[&analyse[..], &["--json"]].concat(), &named, &[0]);
    run(&folder, &analyse, &format!("position {name}\n"), &[2]);
}

#[cfg(target_os = "linux")]
#[test]
fn of_games_that_are_copied_to_a_terminal() {
    use std::io::Read;
    let game = format!("[Event \"{HOSTILE}\"]\n\n1. e4 {{{HOSTILE}}} *\n");
    let size = None::<&Winsize>;
    let pair = openpty(size, None::<&Termios>).expect("a pseudo terminal");
    let mut terminal = std::fs::File::from(pair.master);
    let judge = Program::with(["judge", "-", "--output", "-"]).input(&game);
    judge.stdout(pair.slave).run().exits(0);
    let (mut shown, mut bytes) = (Vec::new(), [0; 4096]);
    // Reading fails after the last byte, for the program has ended.
    while let Ok(count @ 1..) = terminal.read(&mut bytes) {
        shown.extend(&bytes[..count]);
    }
    let shown = String::from_utf8(shown).expect("output in UTF-8");
    assert!(shown.contains("1. e4 {"), "{shown:?}");
    // The terminal itself returns to the beginning of each line.
    assert_harmless(&shown.replace("\r\n", "\n"), "a terminal");
}

#[test]
fn of_toml() {
    let folder = Folder::new();
    for (number, text) in [
        format!("{HOSTILE} = 1\n"),
        format!("\"{HOSTILE}\" = 1\n"),
        "[match]\n\"\\u001b[31m\\u009b\" = 1\n".to_owned(),
        "[match]\ngames = \"\\u001b[31m\\u009b\"\n".to_owned(),
        "[each]\nname = \"\\u001b[31m\\u009b\"\n".to_owned(),
        "name = \"\\u001b[31m\\u009b\"\nhidden = 1\nshards = []\n".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let file = folder.write(&format!("{number}.toml"), text);
        run(&folder, &["match", "--config", &file], "", &[2]);
        run(&folder, &["train", &file], "", &[2]);
    }
}
