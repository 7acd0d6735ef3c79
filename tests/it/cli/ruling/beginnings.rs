//! Article 7 about wrong beginnings, Chess960, lateness, time controls.

use super::{answer, ask, check, fact};

const SWAPPED: &str = "--fen 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'";

#[test]
fn article_7_1_a_wrong_initial_position_is_played_again() {
    check(
        &format!("setup {SWAPPED} --made 25 --laws @"),
        "
        fide1997 | 7.1.a | ruling = The game is cancelled, and a new game is played. | reason = king and queen of Black have changed places
        fide2009 | 7.1.a | ruling = The game is cancelled, and a new game is played. | reason = king and queen of Black have changed places
        fide2023 | 7.2.1 | ruling = The game is cancelled, and a new game is played. | reason = king and queen of Black have changed places
        ",
    );
}

#[test]
fn article_7_1_a_missing_pieces_and_wrong_ranks() {
    check(
        "setup --laws fide1997 @",
        "
        --made 5 --mode standard --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1'   | 7.1.a, 2.2, 2.3 | ruling ~ cancelled
        --made 5 --mode standard --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1'  | 7.1.a, 2.2, 2.3 | ruling ~ cancelled
        --made 5 --mode standard --fen 'rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1' | 7.1.a, 2.2, 2.3 | ruling ~ cancelled
        --made 5 --mode standard --fen 'RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr w - - 0 1'     | 7.1.a, 2.2, 2.3 | ruling ~ cancelled
        --made 3 --mode rapid --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1'      | B.4             | ruling ~ stands
        --made 5 --mode standard --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'                            | none            | ruling ~ No error
        ",
    );
}

#[test]
fn article_b_4_after_some_moves_it_stands_in_rapid() {
    check(
        &format!("setup {SWAPPED} --mode rapid --supervision unsupervised --laws @"),
        "
        fide1997 --made 2  | 7.1.a | ruling ~ cancelled
        fide1997 --made 3  | B.4
        fide2009 --made 2  | 7.1.a | ruling ~ cancelled
        fide2009 --made 3  | A.4.a
        fide2023 --made 9  | 7.2.1 | ruling ~ cancelled
        fide2023 --made 10 | A.5.1
        ",
    );
}

#[test]
fn article_7_1_b_a_turned_board_and_7_2_reversed_colours() {
    check(
        "setup @",
        "
        --board-turned --laws fide2001                   | 7.1.b
        --colors-reversed --laws fide2009 --made 2       | 7.2        | open ~ decide otherwise
        --colors-reversed --made 9                       | 7.3        | ruling ~ new game
        --colors-reversed --made 10                      | 7.3        | ruling !~ new game
        The FEN has the number of moves.
        --colors-reversed --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 13' | 7.3 | ruling = The game goes on with reversed colours. | moves = 12
        --board-turned --mode rapid --supervision unsupervised --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 13' | A.5.1
        Both at once.
        --board-turned --colors-reversed --laws fide2009 | 7.2, 7.1.b | ruling ~ reversed colours | ruling ~ transferred
                                                         | none       | number = 518 | moves = 0
        Until 2001 the clause on a turned board is for one that is the only error.
        --board-turned --colors-reversed --laws fide1997 | 7.2, 7.1.b | open ~ the only error
        --board-turned --colors-reversed --laws fide2001 | 7.2, 7.1.b | open ~ the only error
        --board-turned --colors-reversed --laws fide2009 | 7.2, 7.1.b | open !~ the only error
        --board-turned --laws fide2001                   | 7.1.b      | open !~ the only error
        ",
    );
    check(
        "setup --board-turned --colors-reversed --made @",
        "2 | 7.3, 7.2.2 | ruling = The game is stopped, and a new game is played with the right colours. The board of the new game is placed correctly.",
    );
    check(
        &format!("setup --board-turned {SWAPPED} @"),
        " | 7.2.1, 7.2.2",
    );
}

#[test]
fn article_7_1_chess960_is_named_only_where_it_is_played() {
    check(
        "setup --laws fide2009 --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1' @",
        "
                   | 7.1.a
        --chess960 | 7.1.a, F.2
        ",
    );
}

#[test]
fn article_7_2_1_whether_chess960_is_played_is_open() {
    check(
        "setup --fen @",
        "
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'            | none  | number = 0 | open ~ whether Chess960 is played
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1' --chess960 | none  | open !~ whether Chess960 is played
        King and queen of both players have changed places: start position 534.
        'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1'            | 7.2.1 | open ~ whether Chess960 is played
        'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'            | 7.2.1 | open !~ whether Chess960 is played
        startpos                                                              | none  | open !~ whether Chess960 is played
        ",
    );
}

#[test]
fn article_f_2_start_positions_of_chess960() {
    let fen = fact(&ask("chess960 959"), "fen").to_owned();
    check(
        "chess960 @",
        &format!(
            "
            0 --laws fide2009                                             | F.2     | rank = BBQNNRKR
            --fen '{fen}'                                                 | II.2    | number = 959
            --fen 'bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BNRKBNQR w - - 0 1' | II.2    | ruling = The position is not a start position of Chess960. | reason ~ bishops
            --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3' | II.2 | ruling ~ is not a start position | reason ~ moves have been made
            5 --laws fide1997                                             | none    | open ~ no rules for Chess960
            960                                                           | refused | 0 to 959
            "
        ),
    );
    let one = ask("chess960 random --seed 7");
    assert_eq!(one, ask("chess960 random --seed 7"));
    let out = answer("chess960 random").exits(0).out;
    assert!(out.starts_with("Start position "), "{out}");
}

#[test]
fn article_6_6_lateness() {
    check(
        "default @",
        "
        --laws fide1997 --white-late 1:00:00                                    | 6.6      | score = none
        --laws fide1997 --white-late 1:00:01                                    | 6.6      | score = 0-1
        --laws fide2001 --black-late never                                      | 6.7      | score = 1-0
        --laws fide2009 --black-late 1s                                         | 6.6.a    | score = 1-0
        --laws fide2009 --black-late 15:00 --default-time 15:00                 | 6.6.a    | score = none
        --laws fide2001 --white-late never --black-late 1:00:01                 | 6.7      | score = 0-0
        --laws fide2023 --white-late never --black-late never                   | 6.7.1    | score = 0-0
        The flag has not fallen while only the delay runs.
        --laws fide1997 --white-late 10s --tc 0d60                              | 6.6      | undecided = no
        --laws fide1997 --white-late 61s --tc 0d60                              | 6.6      | undecided ~ flag fell
        White's clock runs while both are absent, and Black's from White's first move, whose time is not known.
        --laws fide2001 --white-late 20:00 --black-late 30:00 --tc 40/7200:3600 | 6.7, 6.6 | clocks = 100:00 - | open ~ Black's clock
        ",
    );
}

#[test]
fn article_6_6_what_the_arbiter_and_the_event_may_change() {
    check(
        "default @",
        "
        --white-late 1:30:00 --laws fide1997                  | 6.6      | open ~ the arbiter may decide | open ~ the competition may specify otherwise
        --white-late 1:30:00 --laws fide2001                  | 6.7      | open ~ the arbiter may decide | open ~ the competition may specify otherwise
        --white-late 1:30:00 --laws fide2009                  | 6.6.a    | open !~ the arbiter may decide | open !~ the competition may specify otherwise
        --white-late 1:30:00 --laws fide2023                  | 6.7.1    | open ~ the arbiter may decide | open !~ the competition may specify otherwise
        --white-late 20:00 --black-late 10:00 --laws fide1997 | 6.6, 6.5 | open !~ White's clock
        --white-late 20:00 --black-late 10:00 --laws fide2001 | 6.7, 6.6 | open ~ White's clock
        --tc 300 --mode auto                                  | 6.7.1    | mode = blitz
        --laws interpretations1974 --default-time 2:00:00     | refused  | 17.2
        ",
    );
}

#[test]
fn article_8_4_time_controls() {
    check(
        "time-control @",
        "
        720 --laws fide2009          | B.1, 10.1, A.2  | class = blitz
        720 --laws fide2018          | A.1, III.1, A.2 | class = rapid
        40/5400+30:1800+30           | III.1, 8.4      | class = standard | recording = always | quickplay = none
        40/7200:3600 --laws fide2009 | 10.1, 8.4       | quickplay = the last period | recording ~ until less than five minutes
        300+3                        | B.1, III.2, A.2 | recording = not required
        10m+5s --laws fide1997       | C.1, C.5, B.3   | open ~ increment
        90m+30s --laws fide2001      | 10.1, 8.4       | quickplay = undefined: each move of the last period adds time
        40/                          | refused         | not a time
        A short control is shown as it was understood.
        90+30                        | A.1, III.1, A.2 | control ~ all moves in 0:01:30
        90m+30s                      | III.1, 8.4      | facts !~ control
        40/90+30:30+30               | A.1, III.1, A.2 | control ~ 40 moves in 0:01:30
        40/90m+30s:30m+30s           | III.1, 8.4      | facts !~ control
        ",
    );
}
