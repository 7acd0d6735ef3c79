//! Lines and lists.

use super::*;

#[test]
fn bytes_are_decoded_lossily() {
    assert_eq!(
        read(b"setoption name UCI_Opponent value Andr\xE9"),
        option(OptionId::Opponent, "Andr\u{fffd}")
    );
    assert_eq!(read(b"\xEF\xBB\xBFuci\r\n"), Command::Uci);
    assert_eq!(read(b"uci\r"), Command::Uci);
    assert_eq!(read(b"\xFF\xFEu\0c\0i\0\r\0"), Command::Uci);
    assert_eq!(read(b"\0isready\0"), Command::IsReady);
    assert_eq!(
        read(b"go depth 5\r\r\n"),
        Command::Go(Box::new(Go {
            limits: depth(5),
            ..Go::default()
        }))
    );
    assert_eq!(
        limits("go depth\r5\nnodes 7"),
        SearchLimits {
            nodes: Some(7),
            ..depth(5)
        }
    );
    assert_eq!(go("go \u{fffd} depth 5").limits, depth(5));
}

#[test]
fn blanks_and_tabs_separate() {
    assert_eq!(read(" \t isready \t"), Command::IsReady);
    assert_eq!(limits("\tgo\t\tdepth   5 \t"), depth(5));
    assert_eq!(
        moves("position\tstartpos\t moves \t e2e4\te7e5  "),
        "e2e4 e7e5"
    );
    assert_eq!(
        read("setoption\tname\tHash\tvalue\t64\t"),
        option(OptionId::Hash, "64")
    );
}

#[test]
fn unknown_leading_words_are_dropped() {
    assert_eq!(read("joho debug on"), Command::Debug(true));
    assert_eq!(read("joho isready"), Command::IsReady);
    assert_eq!(
        limits("a b c go infinite"),
        SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        }
    );
    assert_eq!(rejected("joho"), "command: 'joho' is unknown");
    assert_eq!(
        rejected("isreadyfoo stopp"),
        "command: 'isreadyfoo' is unknown"
    );
    assert_eq!(
        rejected(&"x".repeat(1000)).len(),
        "command: '' is unknown".len() + 60
    );
    // Own commands are known as first words only.
    assert_eq!(rejected("joho d"), "command: 'joho' is unknown");
}

#[test]
fn lines_of_engines_are_ignored() {
    for line in [
        "id name Compongo",
        "uciok",
        "readyok",
        "bestmove e2e4 ponder e7e5",
        "copyprotection ok",
        "registration error",
        "info string stop",
        "INFO depth 300 go",
        "option name Hash type spin default 16 min 1 max 1024",
    ] {
        assert_eq!(read(line), Command::Ignored, "{line}");
    }
}

#[test]
fn surplus_words_are_ignored() {
    assert_eq!(read("uci uci"), Command::Uci);
    assert_eq!(read("isready extra"), Command::IsReady);
    assert_eq!(read("stop now please"), Command::Stop);
    assert_eq!(read("quit go depth 5"), Command::Quit);
    assert_eq!(read("ucinewgame 1"), Command::NewGame);
    assert_eq!(read("debug foo on"), Command::Debug(true));
    assert_eq!(warned("go foo depth 5", 1), depth(5));
    assert_eq!(moves("position foo startpos bar moves e2e4"), "e2e4");
    assert_eq!(read("d extra"), Command::Own(Own::Display));
}

#[test]
fn empty_lines_and_comments_are_ignored() {
    for line in ["", " ", "\r\n", "\t\0 ", "#", "# go depth 5", "  #go"] {
        assert_eq!(read(line), Command::Ignored, "{line:?}");
    }
}

#[test]
fn case_does_not_matter() {
    assert_eq!(read("UCI"), Command::Uci);
    assert_eq!(read("IsReady"), Command::IsReady);
    assert_eq!(read("DEBUG Off"), Command::Debug(false));
    assert_eq!(limits("Go WTIME 1 bTime 2"), clocks(1, 2));
    assert_eq!(moves("POSITION STARTPOS MOVES E2E4 a7a8Q"), "e2e4 a7a8q");
    assert_eq!(
        go("go searchmoves E2E4 Depth 3").search_moves,
        Some(vec!["e2e4".into()])
    );
    assert_eq!(
        read("SETOPTION NAME hash VALUE 5"),
        option(OptionId::Hash, "5")
    );
    assert_eq!(read("Bench"), Command::Own(Own::Bench(None)));
}

#[test]
fn every_command() {
    for (line, command) in [
        ("uci", Command::Uci),
        ("isready", Command::IsReady),
        ("ucinewgame", Command::NewGame),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("debug", Command::Ignored),
        ("debug maybe", Command::Ignored),
        ("register later", Command::Ignored),
        ("register name X code 1", Command::Ignored),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
        ("d", Command::Own(Own::Display)),
        ("eval", Command::Own(Own::Eval)),
        ("flip", Command::Own(Own::Flip)),
        ("compiler", Command::Own(Own::Compiler)),
        ("license", Command::Own(Own::License)),
        ("help", Command::Own(Own::Help)),
        ("bench", Command::Own(Own::Bench(None))),
        ("bench 7", Command::Own(Own::Bench(Some(7)))),
        ("bench 0", Command::Own(Own::Bench(Some(1)))),
        ("bench 1000", Command::Own(Own::Bench(Some(MAX_PLY as u16)))),
    ] {
        assert_eq!(read(line), command, "{line}");
        assert!(is_command(line), "{line}");
    }
    assert_eq!(rejected("bench x"), "bench: 'x' is not a depth");
    assert!(is_command(" Position startpos") && is_command("go depth 5") && is_command("perft 5"));
    assert!(!is_command("depth 5") && !is_command("") && !is_command("gogo"));
}
