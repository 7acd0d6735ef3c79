//! The game on a terminal.

use crate::support::folder::Folder;
use crate::support::process::{Program, words};
#[cfg(unix)]
use std::path::Path;

/// What the program answers to these lines of two people in a new game.
#[track_caller]
fn answers(folder: &Folder, arguments: &str, lines: &str) -> String {
    played(folder, &format!("--engine none {arguments}"), lines)
}

/// What the program answers to these lines. The arguments are separated as in a shell.
#[track_caller]
fn played(folder: &Folder, arguments: &str, lines: &str) -> String {
    let play = Program::with(words("play --terminal --game"));
    let arguments = shlex::split(arguments).expect("balanced quotes");
    let play = play.arg(folder.join("game.json")).args(arguments);
    play.input(lines).run().exits(0).out
}

#[test]
fn a_game_of_two_people_with_a_touched_piece_and_an_illegal_move() {
    let folder = Folder::new();
    let lines = "e4\ne5\ntouched g1 d2\nd4\nNf3\nillegal Ke6\nKe7\npgn\n";
    let said = answers(&folder, "--tc none", lines);
    for expected in [
        "you must play one of: Ne2, Nf3, Nh3",
        "(Articles 7.5.1",
        "you must play Ke7",
        "1. e4 e5 2. Nf3 Ke7 *",
        "    a b c d e f g h",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    // The game is kept, and continued.
    let kept = played(&folder, "--resume", "Resign\nQUIT\n");
    assert!(kept.contains("0-1"), "{kept}");
}

#[test]
fn who_quits_is_told_how_to_continue() {
    let folder = Folder::new();
    // The end of the input is another way to leave.
    for lines in ["e4\nquit\n", "e4\n"] {
        let said = answers(&folder, "--tc none", lines);
        let parts = said.split_once("Continue the game with: compongo ");
        let (_, command) = parts.expect("a command");
        let words = shlex::split(command).expect("balanced quotes");
        let continued = Program::with(words).input("resign\nquit\n").run();
        let said = continued.exits(0).out;
        assert!(said.contains("last moves: e4\n"), "{said}");
        assert!(said.contains("1-0"), "{said}");
        // A game that is over is not continued.
        assert!(!said.contains("Continue the game"), "{said}");
    }
}

#[test]
fn a_hint_is_a_move_in_san_whenever_it_is_asked_for() {
    let arguments = "--tc none --fen '7k/8/6K1/8/8/8/8/R7 w - - 0 1'";
    let said = answers(&Folder::new(), arguments, "hint\nhint\n");
    assert_eq!(said.matches("hint: Ra8#\n").count(), 2, "{said}");
}

#[test]
fn a_hint_is_a_move_that_may_be_played() {
    let arguments = "--tc none --touch-move --fen '7k/8/6K1/8/8/8/8/R7 w - - 0 1'";
    let said = answers(&Folder::new(), arguments, "hint\ntouch g6\nhint\n");
    assert!(said.contains("hint: Ra8#\n"), "{said}");
    assert!(said.contains("hint: K"), "{said}");
}

#[test]
fn a_flag_that_falls_during_a_hint_is_told() {
    let said = answers(&Folder::new(), "--tc 1s", "hint\nquit\n");
    assert!(said.contains("\n0-1  "), "{said}");
}

#[test]
fn a_line_that_is_no_text_is_no_move() {
    let folder = Folder::new();
    let play = Program::with(words("play --terminal --engine none --tc none --game"));
    let lines = b"e\xe9\ne4\n";
    let outcome = play.arg(folder.join("game.json")).input(lines).run();
    let said = outcome.exits(0).out;
    for expected in ["is not a move; type help", "last moves: e4\n"] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
}

#[test]
fn the_log_of_a_second_game_is_shown() {
    let said = answers(&Folder::new(), "--tc none", "offer\nnew\noffer\n");
    assert_eq!(said.matches("White offers a draw.").count(), 2, "{said}");
}

#[test]
fn a_promotion_in_brackets_is_no_draw_offer() {
    let folder = Folder::new();
    for (mv, offers) in [("a8(Q)", false), ("a8=Q (=)", true), ("a8Q=", true)] {
        let arguments = "--tc none --fen '7k/P7/8/8/8/8/8/K7 w - - 0 60'";
        let said = answers(&folder, arguments, &format!("{mv}\n"));
        assert!(said.contains("last moves: a8=Q+\n"), "{said}");
        assert_eq!(said.contains("offers a draw"), offers, "{said}");
    }
    let arguments = "--tc none --fen '7k/P7/8/8/8/8/8/K7 w - - 0 60'";
    let said = answers(&folder, arguments, "a8\n");
    assert!(
        said.contains("'a8' lacks the promotion piece; write it as in a8=Q"),
        "{said}"
    );
}

#[test]
fn commands_may_be_written_in_capitals() {
    let lines = "Nf3\nNf6\nNg1\nNg8\n".repeat(2) + "CLAIM Threefold\n";
    let said = answers(&Folder::new(), "--tc none", &lines);
    assert!(
        said.contains("the game is drawn. (Articles 9.2.2"),
        "{said}"
    );
}

#[test]
fn a_ruling_has_its_reason_and_what_it_costs() {
    let said = answers(
        &Folder::new(),
        "--tc 90m",
        "e4\ne5\nclaim fifty\nillegal Ke3\n",
    );
    for expected in [
        "The claim is wrong; the game goes on. (Articles 9.5.3",
        "\n  why       0 half-moves without capture or pawn move, not 100\n",
        "\n  bonus     0:02:00 for Black\n",
        "\n  open      whether the event forbids agreement",
        "\n  why       illegal move 1 of White: 'Ke3'\n",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    assert!(!said.contains("\n  must play"), "{said}");
}

#[test]
fn black_has_the_own_pieces_below() {
    let said = played(&Folder::new(), "--side black --elo 600 --tc 1m", "quit\n");
    assert!(said.contains("\n    h g f e d c b a\n"), "{said}");
    assert!(!said.contains("a b c d e f g h"), "{said}");
}

#[test]
fn a_fallen_flag_is_told_while_nobody_types() {
    let folder = Folder::new();
    let play = Program::with(words("play --terminal --engine none --tc 1s --game"));
    let mut running = play.arg(folder.join("game.json")).converse();
    let mut line = running.line();
    while !line.starts_with("0-1 ") {
        assert!(!line.is_empty(), "the output has ended");
        line = running.line();
    }
    let rest = running.outcome().exits(0).out;
    assert!(rest.starts_with("over> "), "{rest}");
}

#[test]
fn guidelines_are_no_articles() {
    let said = answers(&Folder::new(), "--tc 90m", "adjourn e4\n");
    assert!(said.contains("adjourned. (Guideline 1.a)"), "{said}");
}

#[test]
fn what_is_no_book_is_refused() {
    let folder = Folder::new();
    let play = Program::with(words("play --terminal --book missing --game"));
    let refusal = play.arg(folder.join("game.json")).run().refusal();
    assert!(refusal.contains("--book: 'missing': "), "{refusal}");
    let unnamed = Program::with(["play", "--terminal", "--book", ""]);
    unnamed.run().refused("--book <FILE>");
}

#[cfg(unix)]
#[test]
fn a_game_is_not_saved_to_a_pipe_or_a_device() {
    let folder = Folder::new();
    let pipe = folder.join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("our folder");
    for file in [pipe.as_path(), Path::new("/dev/null")] {
        let play = Program::with(words("play --terminal --engine none --game"));
        let refusal = play.arg(file).run().refusal();
        assert!(refusal.contains(": it is not a regular file"), "{refusal}");
    }
    // Finished games are added to the one, and the other would lock itself.
    for name in ["games.pgn", "game.lock", "game.envelope.json"] {
        let play = Program::with(words("play --terminal --engine none --game"));
        let refusal = play.arg(folder.join(name)).run().refusal();
        assert!(
            refusal.contains(": finished games, locks and adjournments have such names"),
            "{refusal}"
        );
    }
    let play = Program::with(words("play --terminal --engine none --game"));
    let refusal = play.arg(&*folder).run().refusal();
    assert!(refusal.contains(": it is not a regular file"), "{refusal}");
    assert_eq!(folder.files(), ["pipe"]);
}

#[test]
fn what_is_no_command_is_refused_with_advice() {
    let lines = "decline\nmoves\nclaim\nclaim draw\ndraw\naccept\nresign\ne4\n";
    let said = answers(&Folder::new(), "--tc none", lines);
    for expected in [
        "there is no offer to decline",
        "'moves' is not a move; type help",
        "write claim threefold or claim fifty, then the move",
        "'draw' is neither threefold nor fifty: write claim threefold or claim fifty",
        "White offers a draw.",
        "the game is not in progress; type new for another game",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
}

#[test]
fn nothing_is_left_behind_where_no_game_was_saved() {
    let folder = Folder::new();
    let file = folder.path("nope.json");
    let resumed = Program::with(words("play --terminal --resume --game")).arg(&file);
    resumed
        .run()
        .refused(&format!("there is no saved game in {file}"));
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn seconds_are_not_mistaken_for_minutes() {
    let said = answers(&Folder::new(), "--tc 5+3", "quit\n");
    let note = "\nThe clock has 5 seconds plus 3 per move; for minutes write 5m+3s.\n";
    assert!(said.contains(note), "{said}");
}

#[test]
fn another_game_has_the_settings_of_the_resumed_one() {
    let folder = Folder::new();
    answers(&folder, "--tc 40/90m --touch-move", "e4\nquit\n");
    let said = played(&folder, "--resume", "new\ntouch d2\ne4\nd3\nd6\nquit\n");
    for expected in [
        "the touched piece must be moved: d3, d4",
        "last moves: d3 d6\n",
    ] {
        assert!(said.contains(expected), "{expected}\n{said}");
    }
    // Once in the resumed game, and in the new one for White, then for both.
    assert_eq!(said.matches("(39 moves to go)").count(), 4, "{said}");
}

#[test]
fn help_names_every_command() {
    let said = answers(&Folder::new(), "", "help\nquit\n");
    for word in [
        "claim", "adjust", "illegal", "touched", "takeback", "adjourn",
    ] {
        // At the beginning, and when it is asked for.
        assert!(said.matches(word).count() >= 2, "{word}\n{said}");
    }
}

/// The time zones are 28 hours apart.
#[cfg(unix)]
#[test]
fn the_pgn_has_the_date_in_the_players_time_zone() {
    let date = |zone: &str| {
        let folder = Folder::new();
        let play = Program::with(words("play --terminal --engine none --tc none --game"));
        let play = play.arg(folder.join("game.json")).env("TZ", zone);
        let said = play.input("pgn\n").run().exits(0).out;
        let line = said.lines().find(|line| line.starts_with("[Date "));
        line.expect("a date").to_owned()
    };
    assert!(date("EAST-14") > date("WEST+14"));
}
