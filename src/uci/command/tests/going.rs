//! The clauses of `go`.

use super::*;

#[test]
fn no_limit_at_all() {
    assert_eq!(limits("go"), SearchLimits::default());
    assert_eq!(warned("go foo", 1), SearchLimits::default());
    assert!(limits("go btime 100").is_unlimited(Color::White));
    assert!(!limits("go btime 100").is_unlimited(Color::Black));
}

#[test]
fn no_usable_limit() {
    for line in [
        "go wtime NaN",
        "go depth x",
        "go depth",
        "go wtime btime",
        "go nodes 1e6 mate soon",
        "go winc 100 binc 100",
        "go movestogo 0",
        "go dpeth 5",
        "go searchmoves",
        "go movetime 1,5",
    ] {
        let go = go(line);
        assert_eq!(go.limits.move_time, Some(1000), "{line}");
        assert!(!go.warnings.is_empty(), "{line}");
    }
    assert_eq!(
        warned("go infinite depth x", 1),
        SearchLimits {
            infinite: true,
            ..SearchLimits::default()
        }
    );
    assert_eq!(
        warned("go ponder wtime x", 2),
        SearchLimits {
            ponder: true,
            ..movetime(1000)
        }
    );
    assert_eq!(warned("go wtime x depth 5", 1), depth(5));
    let go = go("go searchmoves e2e4 wtime NaN");
    assert_eq!(
        (go.limits, go.search_moves),
        (movetime(1000), Some(vec!["e2e4".into()]))
    );
}

#[test]
fn an_unreadable_clock_is_taken_from_the_other_side() {
    assert_eq!(warned("go wtime x btime 5000", 2), clocks(5000, 5000));
    assert_eq!(warned("go wtime 5000 btime", 2), clocks(5000, 5000));
    assert_eq!(warned("go wtime x wtime 1 btime 2", 1), clocks(1, 2));
}

#[test]
fn numbers_are_cut_and_clamped() {
    assert_eq!(limits("go depth 0"), depth(1));
    assert_eq!(limits("go nodes 0").nodes, Some(1));
    assert_eq!(limits("go mate 0").mate, Some(1));
    assert_eq!(limits("go depth +7.9"), depth(7));
    assert_eq!(limits("go mate 123").mate, Some(123));
    assert_eq!(warned("go mate 124", 1).mate, Some(123));
    assert_eq!(warned("go mate -300", 1).mate, Some(-123));
    assert_eq!(
        warned(
            "go depth 99999999999999999999999999999999999999999999999",
            1
        ),
        depth(246)
    );
    assert_eq!(
        limits("go movetime 123456789012").move_time,
        Some(123_456_789_012)
    );
}

#[test]
fn clocks_may_have_run_out() {
    assert_eq!(limits("go wtime -5 btime 0"), clocks(-5, 0));
    assert_eq!(limits("go movetime 0"), movetime(0));
    assert_eq!(limits("go movetime -10"), movetime(-10));
    assert_eq!(
        limits("go wtime -999999999999 btime 1"),
        clocks(-999_999_999_999, 1)
    );
}

#[test]
fn moves_to_go_and_increments_below_zero() {
    for number in [0, -3] {
        assert_eq!(
            limits(&format!("go wtime 1 btime 2 movestogo {number}")),
            clocks(1, 2)
        );
    }
    assert_eq!(limits("go wtime 1 btime 2 winc -5 binc -1"), clocks(1, 2));
    assert_eq!(
        limits("go wtime 100"),
        SearchLimits {
            clocks: [Some(100), None],
            ..SearchLimits::default()
        }
    );
}

#[test]
fn all_limits_at_once() {
    let line = "go mate 2 nodes 3 depth 4 movetime 5 movestogo 6 binc 7 winc 8 btime 9 wtime 10";
    let expected = SearchLimits {
        clocks: [Some(10), Some(9)],
        increments: [8, 7],
        moves_to_go: Some(6),
        move_time: Some(5),
        depth: Some(4),
        nodes: Some(3),
        soft_nodes: None,
        mate: Some(2),
        infinite: false,
        ponder: false,
    };
    assert_eq!(limits(line), expected);
    assert_eq!(limits("go depth 3 depth 4"), depth(4));
}

#[test]
fn searchmoves_end_at_the_next_keyword() {
    let read = go("go searchmoves e2e4 a7a8Q DEPTH 5 searchmoves d2d4");
    let moves = ["e2e4", "a7a8q", "d2d4"].map(String::from).to_vec();
    assert_eq!((read.limits, read.search_moves), (depth(5), Some(moves)));
    let read = go("go infinite searchmoves e2e4 e2e9");
    assert_eq!(read.search_moves, Some(vec!["e2e4".into(), "e2e9".into()]));
    assert!(go("go searchmoves e2e4").limits.is_unlimited(Color::White));
    assert_eq!(go("go depth 1").search_moves, None);
    let many = format!("go searchmoves{}", " e2e4".repeat(100_000));
    assert!(go(&many).search_moves.unwrap().len() < 1000);
}

#[test]
fn perft() {
    for line in [
        "go perft 5",
        "perft 5",
        "divide 5",
        "PERFT 5.0",
        "go depth 3 perft 5",
    ] {
        assert_eq!(go(line).perft, Some(Ok(5)), "{line}");
    }
    assert_eq!(go("perft 0").perft, Some(Ok(0)));
    assert_eq!(go("perft 1000000").perft, Some(Ok(MAX_PLY as u16)));
    assert_eq!(
        go("go perft").perft,
        Some(Err("perft: no depth is given".into()))
    );
    assert_eq!(
        go("divide x").perft,
        Some(Err("perft: 'x' is not a depth".into()))
    );
    assert_eq!(
        go("perft -1").perft,
        Some(Err("perft: '-1' is not a depth".into()))
    );
    assert_eq!(
        go("go perft depth 5").perft,
        Some(Err("perft: no depth is given".into()))
    );
}

#[test]
fn warnings_say_what_and_why_and_do_not_grow() {
    assert_eq!(go("go depth 5 foo").warnings, ["go: 'foo' is unknown"]);
    assert_eq!(
        go("go depth 5 wtime Na\u{7}N").warnings,
        ["go: wtime 'NaN' is not a number"]
    );
    assert_eq!(
        go("go depth 300").warnings,
        ["go: depth 300 is out of range, 246 is taken"]
    );
    let warnings = go(&format!("go {}", "foo ".repeat(100_000))).warnings;
    assert!(warnings.len() < 10);
}

#[test]
fn what_clients_send() {
    assert_eq!(
        limits("go wtime 300000 btime 300000 depth 1 ").depth,
        Some(1)
    );
    let go = limits("go wtime 60000 winc 1000 btime 59000 binc 1000 movestogo 40");
    assert_eq!(
        go,
        SearchLimits {
            increments: [1000; 2],
            moves_to_go: Some(40),
            ..clocks(60000, 59000)
        }
    );
    assert!(limits("go ponder infinite").infinite);
}
