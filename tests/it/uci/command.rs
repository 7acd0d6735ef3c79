//! Lines of UCI and what is read from them.

use compongo::board::fen::STARTPOS;
use compongo::time::SearchLimits;
use compongo::types::{MAX_DEPTH, MAX_PLY, Square};
use compongo::uci::command::{BenchCommand, GoCommand, OwnCommand, UciCommand, is_command};
use proptest::prelude::*;

/// What was read from a line, as the shortest line that means the same, with an exclamation mark for each warning; or why
/// it was refused.
fn shown(line: impl AsRef<[u8]>) -> String {
    match UciCommand::parse(line.as_ref()) {
        UciCommand::Go(go) => go_line(&go),
        UciCommand::Position(Err(why)) | UciCommand::Rejected(why) => why,
        UciCommand::Position(Ok(position)) => {
            let start = match position.fen.as_str() {
                STARTPOS => "startpos".to_owned(),
                fen => format!("fen {fen}"),
            };
            format!("position {start} moves {}", position.moves.join(" "))
                .trim_end_matches(" moves ")
                .to_owned()
        }
        UciCommand::SetOption { id, value } => format!("{} = {value}", id.name()),
        UciCommand::Own(own) => format!("{own:?}"),
        other => format!("{other:?}"),
    }
}

fn go_line(go: &GoCommand) -> String {
    let mut words = vec!["go".to_owned()];
    let mut clause = |name: &str, number: Option<i128>| {
        words.extend(number.map(|number| format!("{name} {number}")));
    };
    let limits = &go.limits;
    let increment = |side: usize| Some(limits.increments[side].into()).filter(|&ms| ms != 0);
    clause("wtime", limits.clocks[0].map(Into::into));
    clause("btime", limits.clocks[1].map(Into::into));
    clause("winc", increment(0));
    clause("binc", increment(1));
    clause("movestogo", limits.moves_to_go.map(Into::into));
    clause("movetime", limits.move_time.map(Into::into));
    clause("depth", limits.depth.map(Into::into));
    clause("nodes", limits.nodes.map(Into::into));
    clause("mate", limits.mate.map(Into::into));
    if limits.infinite {
        words.push("infinite".into());
    }
    if let Some(moves) = &go.search_moves {
        words.push("searchmoves".into());
        words.extend(moves.iter().cloned());
    }
    if limits.ponder {
        words.push("ponder".into());
    }
    words.extend(vec!["!".to_owned(); go.warnings.len()]);
    words.join(" ")
}

/// Checks what is read from lines with blanks of their own.
#[track_caller]
fn check_rows(rows: &[(&str, &str)]) {
    for (line, expected) in rows {
        assert_eq!(shown(line), *expected, "{line:?}");
    }
}

/// Checks the rows of a table, `line => what is read`, between which there may be remarks that end with a full stop.
#[track_caller]
fn check(table: &str) {
    for row in table.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let Some((line, expected)) = row.split_once(" => ") else {
            assert!(row.ends_with('.'), "no row: {row}");
            continue;
        };
        assert_eq!(shown(line.trim()).trim_end(), expected, "{line}");
    }
}

#[test]
fn reports_on_the_position_take_no_other_position() {
    for line in [
        "d 7k/8/6K1/8/8/8/8/R7 w - -",
        "eval startpos",
        "flip x",
        "laws fide1997",
        "laws fen 7k/8/6K1/8/8/8/8/R7 w - -",
    ] {
        let read = UciCommand::parse(line.as_bytes());
        assert!(matches!(read, UciCommand::Rejected(_)), "{line}: {read:?}");
    }
    let read = UciCommand::parse(b" laws \r\n");
    assert_eq!(read, UciCommand::Own(OwnCommand::Laws));
    for line in ["laws offers", "laws offer x"] {
        let read = UciCommand::parse(line.as_bytes());
        let hint = "did you mean laws offer?";
        assert!(
            matches!(&read, UciCommand::Rejected(why) if why.contains(hint)),
            "{read:?}"
        );
    }
}

#[test]
fn every_command() {
    let table = [
        ("uci", "Uci"),
        ("isready", "IsReady"),
        ("ucinewgame", "NewGame"),
        ("debug on", "Debug(true)"),
        ("debug off", "Debug(false)"),
        ("debug", "Ignored"),
        ("debug maybe", "Ignored"),
        ("debug onfoo", "Ignored"),
        ("register later", "Ignored"),
        ("register name X code 1", "Ignored"),
        ("stop", "Stop"),
        ("ponderhit", "PonderHit"),
        ("quit", "Quit"),
        ("d", "Display"),
        ("eval", "Eval"),
        ("laws", "Laws"),
        ("laws offer", "DrawOffer"),
        ("Laws Offer", "DrawOffer"),
        ("flip", "Flip"),
        ("compiler", "Compiler"),
        ("license", "License"),
        ("help", "Help"),
        (" Position startpos", "position startpos"),
        ("go depth 5", "go depth 5"),
    ];
    check_rows(&table);
    assert!(table.iter().all(|(line, _)| is_command(line)));
    assert!(["perft 5", "bench"].iter().all(|line| is_command(line)));
    assert!(!["depth 5", "", "gogo"].iter().any(|line| is_command(line)));
}

#[test]
fn bench_has_a_depth_or_three_numbers() {
    let standard = BenchCommand::default();
    let of_depth = |depth| BenchCommand { depth, ..standard };
    let three = BenchCommand {
        hash: 16,
        threads: 2,
        depth: 9,
    };
    for (line, command) in [
        ("bench", standard),
        ("Bench 7", of_depth(7)),
        ("bench 0", of_depth(1)),
        ("bench 1000", of_depth(MAX_DEPTH)),
        ("bench 16 2 9", three),
        ("bench 16 2 9 default depth mixed", three),
    ] {
        assert_eq!(shown(line), format!("{:?}", OwnCommand::Bench(command)));
    }
    for args in [
        "x",
        "16 1",
        "16 1 8 file",
        "16 1 8 default nodes",
        "1 default",
    ] {
        let why = format!("bench: '{args}' is not [depth] or <hash> <threads> <depth>");
        assert_eq!(shown(format!("bench {args}")), why);
    }
}

#[test]
fn bytes_are_decoded_lossily() {
    for (line, expected) in [
        (
            &b"setoption name UCI_Opponent value Andr\xE9"[..],
            "UCI_Opponent = Andr\u{fffd}",
        ),
        (b"\xEF\xBB\xBFuci\r\n", "Uci"),
        (b"uci\r", "Uci"),
        (b"\xFF\xFEu\0c\0i\0\r\0", "Uci"),
        (b"\0isready\0", "IsReady"),
        (b"go depth 5\r\r\n", "go depth 5"),
        (b"go depth\r5\nnodes 7", "go depth 5 nodes 7"),
        (b"go \xff depth 5", "go depth 5 !"),
    ] {
        assert_eq!(shown(line), expected, "{}", line.escape_ascii());
    }
}

#[test]
fn blanks_and_letter_case_do_not_matter() {
    check_rows(&[
        (" \t isready \t", "IsReady"),
        ("\tgo\t\tdepth   5 \t", "go depth 5"),
        (
            "position\tstartpos\t moves \t e2e4\te7e5  ",
            "position startpos moves e2e4 e7e5",
        ),
        ("setoption\tname\tHash\tvalue\t64\t", "Hash = 64"),
    ]);
    check(
        "
        UCI                                => Uci
        IsReady                            => IsReady
        DEBUG Off                          => Debug(false)
        Go WTIME 1 bTime 2                 => go wtime 1 btime 2
        POSITION STARTPOS MOVES E2E4 a7a8Q => position startpos moves e2e4 a7a8q
        go searchmoves E2E4 Depth 3        => go depth 3 searchmoves e2e4
        SETOPTION NAME hash VALUE 5        => Hash = 5
        ",
    );
}

#[test]
fn unknown_leading_words_are_dropped_and_surplus_ones_ignored() {
    check(
        "
        joho debug on                        => Debug(true)
        joho isready                         => IsReady
        a b c go infinite                    => go infinite
        joho                                 => command: 'joho' is unknown, try help
        isreadyfoo stopp                     => command: 'isreadyfoo' is unknown, try isready
        uciok2                               => command: 'uciok2' is unknown, try uci
        Own commands are known as first words only.
        joho d                               => command: 'joho' is unknown, try help
        uci uci                              => Uci
        isready extra                        => IsReady
        stop now please                      => Stop
        quit go depth 5                      => Quit
        ucinewgame 1                         => NewGame
        debug foo on                         => Debug(true)
        position foo startpos bar moves e2e4 => position startpos moves e2e4
        help extra                           => Help
        ",
    );
    let why = shown("x".repeat(1000));
    assert_eq!(why.len(), "command: '' is unknown, try help".len() + 60);
    for word in ["ucinewgame", "ponderhit", "uci", "stop", "go", "position"] {
        let why = shown(format!("{word}foo"));
        assert!(
            why.starts_with(&format!("command: '{word}foo' is unknown, try ")),
            "{why}"
        );
    }
}

#[test]
fn empty_lines_comments_and_lines_of_engines_are_ignored() {
    for line in [
        "",
        " ",
        "\r\n",
        "\t\0 ",
        "#",
        "# go depth 5",
        "  #go",
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
        assert_eq!(shown(line), "Ignored", "{line:?}");
    }
}

#[test]
fn options_and_values() {
    check_rows(&[
        ("setoption name Hash value 128 ", "Hash = 128"),
        (
            "setoption name UCI_Opponent value  a  b\t c ",
            "UCI_Opponent = a  b\t c",
        ),
    ]);
    check(
        "
        setoption Hash value 1                    => Hash = 1
        setoption name Hash value value 5         => Hash = value 5
        setoption name UCI_Opponent value         => UCI_Opponent =
        setoption name UCI_Opponent value <empty> => UCI_Opponent =
        setoption name Clear Hash                 => Clear Hash =
        setoption name Pawn Values value 5        => setoption: there is no option 'Pawn Values'
        setoption name Use value net value 5      => setoption: there is no option 'Use value net'
        setoption value 5 name Hash               => setoption: there is no option 'value 5 name Hash'
        setoption                                 => setoption: no option is named
        ",
    );
}

#[test]
fn limits_of_a_go() {
    check_rows(&[
        ("go ", "go"),
        ("go infinite ", "go infinite"),
        (
            "go wtime 300000 btime 300000 depth 1 ",
            "go wtime 300000 btime 300000 depth 1",
        ),
    ]);
    check(
        "
        go wtime 60000 winc 1000 btime 59000 binc 1000 movestogo 40  => go wtime 60000 btime 59000 winc 1000 binc 1000 movestogo 40
        go mate 2 nodes 3 depth 4 movetime 5 movestogo 6 binc 7 winc 8 btime 9 wtime 10 => go wtime 10 btime 9 winc 8 binc 7 movestogo 6 movetime 5 depth 4 nodes 3 mate 2
        go wtime 1 ponder winc 3 btime 2                             => go wtime 1 btime 2 winc 3 ponder
        go infinite btime 2 binc 4                                   => go btime 2 binc 4 infinite
        go ponder infinite                                           => go infinite ponder
        go ponder movetime 7                                         => go movetime 7 ponder
        go movetime 7 movestogo 9                                    => go movestogo 9 movetime 7
        The last one counts.
        go depth 3 depth 4                                           => go depth 4
        Clocks may have run out.
        go wtime -5 btime 0                                          => go wtime -5 btime 0
        go wtime -999999999999                                       => go wtime -999999999999
        go movetime 0                                                => go movetime 0
        go movetime -10                                              => go movetime -10
        Without meaning below one.
        go wtime 9 btime 9 movestogo -1                              => go wtime 9 btime 9
        go wtime 9 movestogo 0                                       => go wtime 9
        go wtime 1 btime 2 winc -5 binc -1                           => go wtime 1 btime 2
        ",
    );
}

#[test]
fn numbers_are_cut_and_clamped() {
    check(
        "
        go depth 0                                                   => go depth 1
        go depth -1                                                  => go depth 1 !
        go depth +7.9                                                => go depth 7
        go depth 245                                                 => go depth 245
        go depth 246                                                 => go depth 245 !
        go depth 255                                                 => go depth 245 !
        go depth 300                                                 => go depth 245 !
        go depth 000000000005                                        => go depth 5
        go depth 99999999999999999999999999999999999999              => go depth 245 !
        go nodes 0                                                   => go nodes 1
        go nodes -1                                                  => go nodes 1 !
        go nodes 18446744073709551615                                => go nodes 18446744073709551615
        go nodes 18446744073709551616                                => go nodes 18446744073709551615 !
        go mate 0                                                    => go mate 1
        go mate -3                                                   => go mate -3
        go mate 123                                                  => go mate 123
        go mate 256                                                  => go mate 123 !
        go mate -300                                                 => go mate -123 !
        go wtime 9 movestogo 256                                     => go wtime 9 movestogo 256
        go movetime 123456789012                                     => go movetime 123456789012
        go wtime 60000.0 btime 5                                     => go wtime 60000 btime 5
        go wtime 9999999999999999999999999999999999999999999 btime 5 depth 3 => go wtime 999999999999 btime 5 depth 3 !
        ",
    );
}

#[test]
fn a_go_with_unusable_words_is_answered() {
    check(
        "
        go foo                        => go !
        go foo depth 5                => go depth 5 !
        go depth 5 foo nodes 9        => go depth 5 nodes 9 !
        go wtime 1 wdelay 2 btime 3   => go wtime 1 btime 3 ! !
        go infinite depth x           => go infinite !
        go wtime x depth 5            => go depth 5 !
        The clock of the other side.
        go wtime x btime 5000         => go wtime 5000 btime 5000 ! !
        go wtime 5000 btime           => go wtime 5000 btime 5000 ! !
        go wtime x wtime 1 btime 2    => go wtime 1 btime 2 !
        No limit is usable.
        go wtime NaN                  => go movetime 1000 ! !
        go depth x                    => go movetime 1000 ! !
        go depth5                     => go movetime 1000 ! !
        go depth                      => go movetime 1000 ! !
        go wtime btime                => go movetime 1000 ! ! !
        go nodes 1e6 mate soon        => go movetime 1000 ! ! !
        go winc 100 binc 100          => go winc 100 binc 100 movetime 1000 !
        go movestogo 0                => go movetime 1000 !
        go dpeth 5                    => go movetime 1000 ! ! !
        go searchmoves                => go movetime 1000 ! !
        go movetime 1,5               => go movetime 1000 ! !
        go ponder wtime x             => go movetime 1000 ponder ! !
        go searchmoves e2e4 wtime NaN => go movetime 1000 searchmoves e2e4 ! !
        ",
    );
}

#[test]
fn searchmoves_end_at_the_next_keyword() {
    check(
        "
        go searchmoves e2e4 a7a8Q DEPTH 5 searchmoves d2d4 => go depth 5 searchmoves e2e4 a7a8q d2d4
        go infinite searchmoves e2e4 e2e9                  => go infinite searchmoves e2e4 e2e9
        go searchmoves 0000                                => go searchmoves 0000
        ",
    );
    let many = shown(format!("go searchmoves{}", " e2e4".repeat(100_000)));
    assert!(many.len() < 5000);
}

#[test]
fn perft() {
    let max = format!("Perft({MAX_PLY})");
    check_rows(&[("perft 1000000", &max)]);
    check(
        "
        go perft 5                 => Perft(5)
        perft 5                    => Perft(5)
        divide 5                   => Perft(5)
        PERFT 5.0                  => Perft(5)
        go depth 3 perft 5 nodes 9 => Perft(5)
        perft 0                    => Perft(0)
        go perft                   => perft: no depth is given
        divide x                   => perft: 'x' is not a depth
        perft -1                   => perft: '-1' is not a depth
        go perft depth 5           => perft: no depth is given
        ",
    );
}

#[test]
fn warnings_say_what_and_why_and_do_not_grow() {
    let warnings = |line: &str| match UciCommand::parse(line.as_bytes()) {
        UciCommand::Go(go) => go.warnings,
        other => panic!("{line}: {other:?}"),
    };
    for (line, warning) in [
        ("go depth 5 foo", "go: 'foo' is unknown"),
        (
            "go depth 5 wtime Na\u{7}N",
            "go: wtime 'NaN' is not a number",
        ),
        ("go depth 300", "go: depth 300 is out of range; using 245"),
    ] {
        assert_eq!(warnings(line), [warning]);
    }
    assert!(warnings(&format!("go {}", "foo ".repeat(100_000))).len() < 10);
}

#[test]
fn boards_and_moves() {
    check_rows(&[
        ("position startpos moves  ", "position startpos"),
        (
            "position startpos moves  E2E4 e7E5",
            "position startpos moves e2e4 e7e5",
        ),
        ("position  fen\t8/8  w   - ", "position fen 8/8 w -"),
    ]);
    check(
        r#"
        position startpos                              => position startpos
        position startpos foo                          => position startpos
        position fen startpos moves e2e4               => position startpos moves e2e4
        position fen "startpos"                        => position startpos
        position startpos moves a7a8q b2b1N 0000 d7d8b => position startpos moves a7a8q b2b1n 0000 d7d8b
        position                                       => position: neither startpos nor a FEN is given
        position fen                                   => position: neither startpos nor a FEN is given
        position fen moves e2e4                        => position: neither startpos nor a FEN is given
        position moves e2e4                            => position: neither startpos nor a FEN is given
        position foo                                   => position: neither startpos nor a FEN is given
        position fen ""                                => position: neither startpos nor a FEN is given
        position startposmoves                         => position: neither startpos nor a FEN is given
        Nothing that changes the board is skipped.
        position startpos e2e4                         => position: the word moves is missing before 'e2e4'
        position startpos move e2e4                    => position: the word moves is missing before 'e2e4'
        position e2e4 startpos                         => position: the word moves is missing before 'e2e4'
        position startposmoves e2e4                    => position: the word moves is missing before 'e2e4'
        position startpos 0000                         => position: the word moves is missing before '0000'
        position startpos fen 8/8 w - -                => position: both startpos and a FEN are given
        position startpos 8/8 w - - 0 1                => position: both startpos and a FEN are given
        "#,
    );
}

/// Whether it is a valid FEN is found out later.
#[test]
fn any_fen_is_taken_as_it_is() {
    const PLACEMENT: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for tail in [
        " w KQkq - 0 1",
        " w HAha - 0 1",
        " b Gkq - 0 1",
        " w KQkq -",
        " w - - -",
        " w KQkq - bm e4; id \"best\";",
        " w KQkq - bm e4; id \"best\"",
        "",
    ] {
        let text = format!("{PLACEMENT}{tail}");
        for line in [
            format!("position fen {text}"),
            format!("position {text}"),
            format!("position foo {text} moves"),
            format!("position fen \"{text}\""),
            format!("position '{text}'"),
            format!("position fen \" {text} \""),
        ] {
            let UciCommand::Position(Ok(position)) = UciCommand::parse(line.as_bytes()) else {
                panic!("{line}");
            };
            assert!(position.fen == text && position.moves.is_empty(), "{line}");
        }
    }
    check(
        "
        position fen 9/9 w KKKK z9 12345 67890 => position fen 9/9 w KKKK z9 12345 67890
        position fen any text at all           => position fen any text at all
        position fen 8 moves e2e4              => position fen 8 moves e2e4
        ",
    );
}

/// Why the engine refuses the moves of a line.
#[track_caller]
fn refused(line: &str) -> String {
    let UciCommand::Position(Ok(position)) = UciCommand::parse(line.as_bytes()) else {
        panic!("{line}");
    };
    position.game().expect_err(line)
}

#[test]
fn the_first_wrong_move_is_named() {
    for text in [
        "null", "p@e4", "P@e4", "o-o", "O-O", "e4", "Nf3", "E2-e4", "a7a8=Q", "e2-e4", "e2e4,",
        "e2e9", "i2e4", "e2", "e2e4q1", "0-0", "0000q", "moves", "é2e", "a7a8=q", "a7a8k", "a7a8p",
    ] {
        for (before, number) in [("", 1), ("d2d4 0000 ", 3)] {
            assert_eq!(
                refused(&format!("position startpos moves {before}{text} e2e4")),
                format!("position: move {number} '{text}' is not in UCI notation, such as e2e4")
            );
        }
    }
    let mut list = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(500);
    list[1716] = "e2e5";
    list[1800] = "nonsense";
    let line = format!("position startpos moves {}", list.join(" "));
    assert_eq!(refused(&line), "position: move 1717 'e2e5' is illegal");
    let why = refused(&format!("position startpos moves {}", "x".repeat(100_000)));
    let shell = "position: move 1 '' is not in UCI notation, such as e2e4";
    assert_eq!(why.len(), shell.len() + 60);
}

prop_compose! {
    fn any_go()(
        clocks in [prop::option::of(-999_999_999_999i64..=999_999_999_999), prop::option::of(-10i64..=100_000)],
        increments in [0i64..=999_999_999_999, 0i64..=10],
        moves_to_go in prop::option::of(1u32..),
        move_time in prop::option::of(-10i64..10_000),
        depth in 1..=MAX_DEPTH,
        nodes in prop::option::of(1u64..),
        mate in prop::option::of((1i16..=MAX_PLY as i16 / 2).prop_flat_map(|n| prop::sample::select(vec![n, -n]))),
        (infinite, ponder) in any::<(bool, bool)>(),
        search_moves in prop::option::of(prop::collection::vec("[a-h][1-8][a-h][1-8][qrbn]?", 1..9)),
    ) -> GoCommand {
        let limits =
            SearchLimits { clocks, increments, moves_to_go, move_time, depth: Some(depth), nodes, mate, infinite, ponder, ..SearchLimits::default() };
        GoCommand { limits, search_moves, warnings: Vec::new() }
    }
}

/// Words that occur in commands, numbers at which something changes, and noise.
fn any_word() -> impl Strategy<Value = String> {
    const KNOWN: &str = "uci debug isready setoption register ucinewgame position go stop ponderhit quit \
        d eval laws bench perft divide flip compiler license help id uciok readyok bestmove info option \
        wtime btime winc binc movestogo movetime depth nodes mate infinite ponder searchmoves startpos \
        fen moves name value Hash Clear Delay Clock Mode <empty> on off e2e4 e7e8q 0000 E2E4 a7a8=q \
        -1 0 255 256 300 999 1000 1e6 60000.0 NaN 999999999999 1000000000000 99999999999999999999 \
        8/8/8/8/8/8/8/8 w - \" # later code";
    prop_oneof![
        12 => prop::sample::select(KNOWN.split_whitespace().map(String::from).collect::<Vec<_>>()),
        1 => "\\PC{1,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_words_never_panic(words in prop::collection::vec(any_word(), 0..20), blank in "[ \t]{1,3}") {
        let line = words.join(&blank);
        let command = UciCommand::parse(line.as_bytes());
        prop_assert_eq!(&command, &UciCommand::parse(format!("\t{line}  \r\n").as_bytes()));
        let is_own = matches!(&command, UciCommand::Own(own) if !matches!(own, OwnCommand::Perft(_)));
        prop_assert!(is_command(&line) || !is_own);
    }

    #[test]
    fn a_first_go_is_a_go(
        noise in prop::collection::vec("[a-z]{12}", 0..3),
        go in "[gG][oO]",
        words in prop::collection::vec(any_word(), 0..20),
    ) {
        let line = [noise, vec![go], words].concat().join(" ");
        let go = match UciCommand::parse(line.as_bytes()) {
            UciCommand::Go(go) => go,
            UciCommand::Own(OwnCommand::Perft(_)) | UciCommand::Rejected(_)
                if line.to_ascii_lowercase().contains("perft") => return Ok(()),
            _ => return Err(TestCaseError::fail(line)),
        };
        let limits = go.limits;
        prop_assert!(limits.depth.is_none_or(|depth| (1..=MAX_DEPTH).contains(&depth)));
        prop_assert!(limits.nodes != Some(0) && limits.mate != Some(0) && limits.moves_to_go != Some(0));
        prop_assert!(limits.increments.iter().all(|&increment| increment >= 0));
    }

    #[test]
    fn what_is_written_is_read(go in any_go()) {
        prop_assert_eq!(UciCommand::parse(go_line(&go).as_bytes()), UciCommand::Go(Box::new(go)));
    }

    #[test]
    fn moves_come_out_as_they_went_in(
        list in prop::collection::vec(
            prop_oneof![
                30 => "[a-hA-H][1-8][a-h][1-8][qrbnQRBN]?",
                1 => Just("0000".to_owned()),
                1 => "[!-~]{1,6}",
            ],
            1..60,
        ),
    ) {
        let line = format!("position startpos moves {}", list.join(" "));
        // What is not in UCI notation is quoted as it was typed.
        let expected = list.iter().map(|word| {
            let lower = word.to_ascii_lowercase();
            let square = |at: usize| lower.get(at..at + 2).is_some_and(|text| text.parse::<Square>().is_ok());
            let promotion = lower.get(4..).is_some_and(|text| matches!(text, "" | "q" | "r" | "b" | "n"));
            if square(0) && square(2) && promotion { lower } else { word.clone() }
        });
        let expected: Vec<String> = expected.collect();
        prop_assert_eq!(shown(line), format!("position startpos moves {}", expected.join(" ")));
    }

    #[test]
    fn any_text_is_an_option_or_refused(text in "\\PC*") {
        for line in [format!("setoption {text}"), format!("setoption name Hash {text}")] {
            let read = UciCommand::parse(line.as_bytes());
            let is_known = matches!(read, UciCommand::SetOption { .. } | UciCommand::Rejected(_));
            prop_assert!(is_known);
        }
    }
}
