//! Lines and lists.

use super::*;

#[test]
fn bytes_are_decoded_lossily() {
    assert_eq!(
        read(b"setoption name UCI_Opponent value Andr\xE9"),
        option(OptionId::Opponent, "Andr\u{fffd}")
    );
    assert_eq!(read(b"\xEF\xBB\xBFuci\r\n"), UciCommand::Uci);
    assert_eq!(read(b"uci\r"), UciCommand::Uci);
    assert_eq!(read(b"\xFF\xFEu\0c\0i\0\r\0"), UciCommand::Uci);
    assert_eq!(read(b"\0isready\0"), UciCommand::IsReady);
    assert_eq!(
        read(b"go depth 5\r\r\n"),
        UciCommand::Go(Box::new(GoCommand {
            limits: depth(5),
            ..GoCommand::default()
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
    assert_eq!(read(" \t isready \t"), UciCommand::IsReady);
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
    assert_eq!(read("joho debug on"), UciCommand::Debug(true));
    assert_eq!(read("joho isready"), UciCommand::IsReady);
    assert_eq!(
        limits("a b c go infinite"),
        SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        }
    );
    assert_eq!(rejected("joho"), "command: 'joho' is unknown, try help");
    assert_eq!(
        rejected("isreadyfoo stopp"),
        "command: 'isreadyfoo' is unknown, try help"
    );
    assert_eq!(
        rejected(&"x".repeat(1000)).len(),
        "command: '' is unknown, try help".len() + 60
    );
    // Own commands are known as first words only.
    assert_eq!(rejected("joho d"), "command: 'joho' is unknown, try help");
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
        assert_eq!(read(line), UciCommand::Ignored, "{line}");
    }
}

#[test]
fn surplus_words_are_ignored() {
    assert_eq!(read("uci uci"), UciCommand::Uci);
    assert_eq!(read("isready extra"), UciCommand::IsReady);
    assert_eq!(read("stop now please"), UciCommand::Stop);
    assert_eq!(read("quit go depth 5"), UciCommand::Quit);
    assert_eq!(read("ucinewgame 1"), UciCommand::NewGame);
    assert_eq!(read("debug foo on"), UciCommand::Debug(true));
    assert_eq!(warned("go foo depth 5", 1), depth(5));
    assert_eq!(moves("position foo startpos bar moves e2e4"), "e2e4");
    assert_eq!(read("d extra"), UciCommand::Own(OwnCommand::Display));
}

#[test]
fn empty_lines_and_comments_are_ignored() {
    for line in ["", " ", "\r\n", "\t\0 ", "#", "# go depth 5", "  #go"] {
        assert_eq!(read(line), UciCommand::Ignored, "{line:?}");
    }
}

#[test]
fn case_does_not_matter() {
    assert_eq!(read("UCI"), UciCommand::Uci);
    assert_eq!(read("IsReady"), UciCommand::IsReady);
    assert_eq!(read("DEBUG Off"), UciCommand::Debug(false));
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
    assert_eq!(
        read("Bench"),
        UciCommand::Own(OwnCommand::Bench(BenchCommand::default()))
    );
}

#[test]
fn every_command() {
    let bench = |depth| {
        OwnCommand::Bench(BenchCommand {
            depth,
            ..BenchCommand::default()
        })
    };
    for (line, command) in [
        ("uci", UciCommand::Uci),
        ("isready", UciCommand::IsReady),
        ("ucinewgame", UciCommand::NewGame),
        ("debug on", UciCommand::Debug(true)),
        ("debug off", UciCommand::Debug(false)),
        ("debug", UciCommand::Ignored),
        ("debug maybe", UciCommand::Ignored),
        ("register later", UciCommand::Ignored),
        ("register name X code 1", UciCommand::Ignored),
        ("stop", UciCommand::Stop),
        ("ponderhit", UciCommand::PonderHit),
        ("quit", UciCommand::Quit),
        ("d", UciCommand::Own(OwnCommand::Display)),
        ("eval", UciCommand::Own(OwnCommand::Eval)),
        ("flip", UciCommand::Own(OwnCommand::Flip)),
        ("compiler", UciCommand::Own(OwnCommand::Compiler)),
        ("license", UciCommand::Own(OwnCommand::License)),
        ("help", UciCommand::Own(OwnCommand::Help)),
        (
            "bench",
            UciCommand::Own(OwnCommand::Bench(BenchCommand::default())),
        ),
        ("bench 7", UciCommand::Own(bench(7))),
        ("bench 0", UciCommand::Own(bench(1))),
        ("bench 1000", UciCommand::Own(bench(MAX_PLY as u16))),
    ] {
        assert_eq!(read(line), command, "{line}");
        assert!(is_command(line), "{line}");
    }
    assert_eq!(
        read("bench 16 2 9"),
        UciCommand::Own(OwnCommand::Bench(BenchCommand {
            hash: 16,
            threads: 2,
            depth: 9
        }))
    );
    for args in ["x", "16 1", "16 1 8 default"] {
        assert_eq!(
            rejected(&format!("bench {args}")),
            format!("bench: '{args}' is not [depth] or <hash> <threads> <depth>")
        );
    }
    assert!(is_command(" Position startpos") && is_command("go depth 5") && is_command("perft 5"));
    assert!(!is_command("depth 5") && !is_command("") && !is_command("gogo"));
}
