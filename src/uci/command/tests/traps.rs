//! Lines at which the parser of vampirc-uci fails or panics.

use super::*;

#[test]
fn v1_trailing_blank_after_go() {
    assert_eq!(limits("go "), SearchLimits::default());
    assert_eq!(
        limits("go infinite "),
        SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        }
    );
    assert_eq!(limits("go depth 5 "), depth(5));
    assert_eq!(
        limits("go wtime 300000 btime 300000 "),
        clocks(300_000, 300_000)
    );
}

#[test]
fn v2_numbers_above_a_byte() {
    for number in [255, 256, 300, 999] {
        assert_eq!(
            warned(&format!("go depth {number}"), 1),
            depth(MAX_PLY as u16)
        );
        assert_eq!(
            warned(&format!("go mate {number}"), 1).mate,
            Some(MAX_PLY as i16 / 2)
        );
        let go = limits(&format!("go wtime 9 movestogo {number}"));
        assert_eq!((go.clocks, go.moves_to_go), ([Some(9), None], Some(number)));
    }
    assert_eq!(read("info depth 300"), UciCommand::Ignored);
}

#[test]
fn v3_long_numbers() {
    assert_eq!(warned("go depth 1000", 1), depth(MAX_PLY as u16));
    assert_eq!(limits("go depth 000000000005"), depth(5));
    assert_eq!(limits("go depth 246"), depth(246));
}

#[test]
fn v4_numbers_over_twelve_digits() {
    assert_eq!(
        limits("go nodes 1234567890123456").nodes,
        Some(1_234_567_890_123_456)
    );
    assert_eq!(
        limits("go nodes 18446744073709551615").nodes,
        Some(u64::MAX)
    );
    assert_eq!(
        warned("go nodes 18446744073709551616", 1).nodes,
        Some(u64::MAX)
    );
    let go = warned(
        "go wtime 9999999999999999999999999999999999999999999 btime 5 depth 3",
        1,
    );
    assert_eq!(
        go,
        SearchLimits {
            depth: Some(3),
            ..clocks(999_999_999_999, 5)
        }
    );
    assert_eq!(warned("go nodes 1e6", 2), movetime(1000));
}

#[test]
fn v5_flags_and_clocks_together() {
    let time = SearchLimits {
        increments: [3, 4],
        ..clocks(1, 2)
    };
    let ponder = SearchLimits {
        ponder: true,
        ..time.clone()
    };
    assert_eq!(limits("go ponder wtime 1 btime 2 winc 3 binc 4"), ponder);
    assert_eq!(limits("go wtime 1 btime 2 winc 3 binc 4 ponder"), ponder);
    assert_eq!(limits("go wtime 1 ponder winc 3 btime 2 binc 4"), ponder);
    let infinite = SearchLimits {
        infinite: true,
        ..time.clone()
    };
    assert_eq!(
        limits("go infinite wtime 1 btime 2 winc 3 binc 4"),
        infinite
    );
    assert_eq!(
        limits("go wtime 1 btime 2 winc 3 binc 4 infinite"),
        infinite
    );
    assert_eq!(
        limits("go infinite ponder"),
        SearchLimits {
            infinite: true,
            ponder: true,
            ..SearchLimits::default()
        }
    );
    assert_eq!(
        limits("go ponder movetime 7"),
        SearchLimits {
            ponder: true,
            ..movetime(7)
        }
    );
    let both = SearchLimits {
        move_time: Some(7),
        moves_to_go: Some(9),
        ..time
    };
    assert_eq!(
        limits("go wtime 1 btime 2 movetime 7 winc 3 binc 4 movestogo 9"),
        both
    );
    assert_eq!(
        limits("go movetime 7 movestogo 9"),
        SearchLimits {
            moves_to_go: Some(9),
            ..movetime(7)
        }
    );
}

#[test]
fn v6_odd_words_cost_nothing_else() {
    assert_eq!(limits("go wtime 60000.0 btime 5"), clocks(60000, 5));
    assert_eq!(
        warned("go depth 5 foo nodes 9", 1),
        SearchLimits {
            nodes: Some(9),
            ..depth(5)
        }
    );
    assert_eq!(warned("go wtime 1 wdelay 2 btime 3", 2), clocks(1, 3));
    assert_eq!(limits("go wtime 9 movestogo -1 btime 9"), clocks(9, 9));
    let go = go("go searchmoves e2e4 e2e9 depth 5");
    assert_eq!(
        (go.limits, go.search_moves),
        (depth(5), Some(vec!["e2e4".into(), "e2e9".into()]))
    );
}

#[test]
fn v7_a_go_is_never_lost() {
    assert_eq!(warned("go wtime NaN", 2), movetime(1000));
    assert_eq!(warned("go foo depth 5", 1), depth(5));
    assert_eq!(warned("go depth -1", 1), depth(1));
    assert_eq!(warned("go nodes -1", 1).nodes, Some(1));
    assert_eq!(limits("go mate -3").mate, Some(-3));
    assert_eq!(
        go("go searchmoves 0000").search_moves,
        Some(vec!["0000".into()])
    );
    assert_eq!(go("go perft 5").perft, Some(Ok(5)));
}

#[test]
fn v8_no_move_is_lost() {
    assert_eq!(moves("position startpos moves  e2e4"), "e2e4");
    assert_eq!(
        moves("position startpos moves e2e4 0000 e4e5"),
        "e2e4 0000 e4e5"
    );
    assert_eq!(moves("position startpos moves 0000"), "0000");
    for text in [
        "null", "P@e4", "O-O", "e2-e4", "e2e4,", "e2e9", "i2e4", "e2", "e2e4q1", "0-0", "0000q",
        "moves", "é2e",
    ] {
        for (line, number) in [
            (format!("position startpos moves {text}"), 1),
            (format!("position startpos moves d2d4 0000 {text} e2e4"), 3),
        ] {
            assert_eq!(
                refused(&line),
                format!(
                    "position: move {number} '{}' is not a move",
                    text.to_ascii_lowercase()
                )
            );
        }
    }
}

#[test]
fn v9_promotions() {
    assert_eq!(
        moves("position startpos moves a7a8q b2b1N c7c8r d7d8b"),
        "a7a8q b2b1n c7c8r d7d8b"
    );
    for text in ["a7a8=q", "a7a8k", "a7a8p"] {
        let line = format!("position startpos moves e2e4 {text} e7e5");
        assert_eq!(
            refused(&line),
            format!("position: move 2 '{text}' is not a move")
        );
    }
}

#[test]
fn v10_upper_case_squares() {
    assert_eq!(moves("position startpos moves E2E4 e7E5"), "e2e4 e7e5");
}

#[test]
fn v11_any_fen() {
    const PLACEMENT: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for tail in [
        " w KQkq - 0 1",
        " w HAha - 0 1",
        " b Gkq - 0 1",
        " w HFhf - 3 9",
        " w KQkq -",
        " w KQkq - 0",
        " w - - -",
        " w KQkq - bm e4; id \"best\";",
        " w KQkq - bm e4; id \"best\"",
        "",
    ] {
        let text = format!("{PLACEMENT}{tail}");
        assert_eq!(fen(&format!("position fen {text}")), text);
        assert_eq!(fen(&format!("position {text}")), text);
        assert_eq!(fen(&format!("position foo {text} moves")), text);
        assert_eq!(fen(&format!("position fen \"{text}\" moves e2e4")), text);
        assert_eq!(fen(&format!("position '{text}'")), text);
        assert_eq!(fen(&format!("position fen \" {text} \"")), text);
    }
    assert_eq!(fen("position  fen\t8/8  w   - "), "8/8 w -");
    assert_eq!(moves("position fen startpos moves e2e4"), "e2e4");
    assert_eq!(moves("position fen \"startpos\""), "");
}

#[test]
fn v12_a_fen_is_not_read_here() {
    for text in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "9/9 w KKKK z9 12345 67890",
        "any text at all",
        "8",
    ] {
        assert_eq!(fen(&format!("position fen {text}")), text);
    }
}

#[test]
fn v13_words_that_begin_like_commands() {
    for line in [
        "isreadyfoo",
        "ucinewgamefoo",
        "ponderhitfoo",
        "ucifoo",
        "stopfoo",
        "gofoo",
        "positionstartpos",
    ] {
        assert_eq!(
            rejected(line),
            format!("command: '{line}' is unknown, try help")
        );
    }
    assert_eq!(read("debug onfoo"), UciCommand::Ignored);
    assert_eq!(
        position("position startposmoves"),
        Err(PositionSyntaxError::NoBoard)
    );
    assert_eq!(
        position("position startposmoves e2e4"),
        Err(PositionSyntaxError::StrayMove("e2e4".into()))
    );
}

#[test]
fn v14_leading_garbage() {
    assert_eq!(read("joho debug on"), UciCommand::Debug(true));
    assert_eq!(
        limits("xyz go infinite"),
        SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        }
    );
    assert_eq!(read("\u{feff}uci"), UciCommand::Uci);
}

#[test]
fn v15_value_without_value() {
    assert_eq!(
        read("setoption name UCI_Opponent value"),
        option(OptionId::Opponent, "")
    );
    assert_eq!(
        read("setoption name UCI_Opponent value "),
        option(OptionId::Opponent, "")
    );
    assert_eq!(
        read("setoption name Clear Hash"),
        option(OptionId::ClearHash, "")
    );
}

#[test]
fn v16_values_are_trimmed() {
    assert_eq!(
        read("setoption name Hash value 128 "),
        option(OptionId::Hash, "128")
    );
    assert_eq!(
        read("setoption name UCI_Opponent value <empty>"),
        option(OptionId::Opponent, "")
    );
    assert_eq!(
        read("setoption name UCI_Opponent value  a  b\t c "),
        option(OptionId::Opponent, "a  b\t c")
    );
}

#[test]
fn v17_value_inside_names() {
    for name in ["Use value net", "ValueScale", "Pawn Values", "Hash value"] {
        let line = format!("setoption name {name} value 5");
        if name == "Hash value" {
            assert_eq!(read(&line), option(OptionId::Hash, "value 5"));
        } else {
            assert_eq!(
                rejected(&line),
                format!("setoption: there is no option '{name}'")
            );
        }
    }
}

#[test]
fn v18_words_missing_or_out_of_order() {
    assert_eq!(read("setoption Hash value 1"), option(OptionId::Hash, "1"));
    assert_eq!(
        rejected("setoption value 5 name Hash"),
        "setoption: there is no option 'value 5 name Hash'"
    );
    assert_eq!(rejected("setoption"), "setoption: no option is named");
    assert_eq!(read("register name X"), UciCommand::Ignored);
}
