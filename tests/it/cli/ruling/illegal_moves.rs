//! Article 7: illegal moves, found at once or later, unfinished promotions, and what they cost.

use super::{ask, check};

#[test]
fn article_7_5_5_the_first_gives_two_minutes_and_the_second_loses() {
    check(
        "illegal g1g3 --white-clock 5:00 --black-clock 5:00 @",
        "
                    | 7.5.1, 4.3.1, 7.5.5 | plays = Nf3, Nh3 | clocks = 5:00 7:00 | fen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        --earlier 1 | 7.5.5               | score = 0-1 | proof/answer = Black can mate | clocks = 5:00 5:00
        ",
    );
}

#[test]
fn the_penalty_follows_the_edition() {
    check(
        "illegal g1g3 --white-clock 60 --black-clock 60 @",
        "
        --laws fide1997 --tc 7200 --earlier 0         | 7.4, 4.3.a, 10.3, 6.13 | score = none | clocks = 1:00 3:00
        --laws fide1997 --tc 7200 --earlier 1         | 7.4, 4.3.a, 10.3, 6.13 | score = none | clocks = 1:00 3:00
        --laws fide1997 --tc 7200 --earlier 2         | 10.3                   | score = 0-1 | clocks = 1:00 1:00
        --laws fide1997 --tc 40/7200:3600 --earlier 0 | 7.4, 4.3.a, 6.13       | score = none | clocks = 1:00 1:00
        --laws fide1997 --tc 40/7200:3600 --earlier 1 | 7.4, 4.3.a, 6.13       | score = none | clocks = 1:00 1:00
        --laws fide1997 --tc 40/7200:3600 --earlier 2 | 7.4, 4.3.a, 6.13       | score = none | clocks = 1:00 1:00
        --laws fide1997 --mode blitz --earlier 0      | C.3                    | score = 0-1 | clocks = 1:00 1:00
        --laws fide1997 --mode blitz --earlier 1      | C.3                    | score = 0-1 | clocks = 1:00 1:00
        --laws fide1997 --mode blitz --earlier 2      | C.3                    | score = 0-1 | clocks = 1:00 1:00
        --laws fide2001 --earlier 0                   | 7.4.a, 4.3.a, 7.4.b    | score = none | clocks = 1:00 3:00
        --laws fide2001 --earlier 1                   | 7.4.a, 4.3.a, 7.4.b    | score = none | clocks = 1:00 3:00
        --laws fide2001 --earlier 2                   | 7.4.b                  | score = 0-1 | clocks = 1:00 1:00
        --laws fide2009 --earlier 0                   | 7.4.a, 4.3.a, 7.4.b    | score = none | clocks = 1:00 3:00
        --laws fide2009 --earlier 1                   | 7.4.a, 4.3.a, 7.4.b    | score = none | clocks = 1:00 3:00
        --laws fide2009 --earlier 2                   | 7.4.b                  | score = 0-1 | clocks = 1:00 1:00
        --laws fide2018 --mode rapid --earlier 0      | 7.5.1, 4.3.1, 7.5.5    | score = none | clocks = 1:00 3:00
        The time is that of 7.5.5, except where the appendix says one minute.
        --laws fide2018 --mode blitz --earlier 0      | 7.5.1, 4.3.1, 7.5.5, B.2 | score = none | clocks = 1:00 2:00
        --laws fide2018 --mode blitz --earlier 1      | 7.5.5                  | score = 0-1 | clocks = 1:00 1:00
        --laws fide2018 --mode blitz --earlier 2      | 7.5.5                  | score = 0-1 | clocks = 1:00 1:00
        --laws fide2023 --mode blitz --earlier 0      | 7.5.1, 4.3.1, 7.5.5, B.2 | score = none | clocks = 1:00 2:00
        --laws fide2023 --mode rapid --earlier 0      | 7.5.1, 4.3.1, 7.5.5, A.3 | score = none | clocks = 1:00 2:00
        --laws fide2023 --mode rapid --earlier 1      | 7.5.5                  | score = 0-1 | clocks = 1:00 1:00
        --laws fide2023 --mode rapid --earlier 2      | 7.5.5                  | score = 0-1 | clocks = 1:00 1:00
        ",
    );
}

#[test]
fn article_7_4_of_1997_illegal_moves_before_a_quickplay_finish_are_free() {
    check(
        "illegal e2e5 --earlier 2 --laws fide1997 --tc 40/7200:3600 --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 @'",
        "
        41 | 7.4, 4.3.a, 10.3, 6.13 | score = none | bonus = 0:02:00 for Black | free = 2, before the quickplay finish
        42 | 10.3                   | score = 0-1 | open ~ others carry no penalty (7.4)
        ",
    );
}

#[test]
fn article_7_4_b_the_third_draws_if_the_opponent_cannot_mate() {
    check(
        "illegal e2e5 --earlier 2 --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' --laws @",
        "
        fide2009 | 7.4.b | score = 1/2-1/2 | proof/answer = Black cannot mate
        fide2001 | 7.4.b | score = 0-1
        ",
    );
}

#[test]
fn a_move_found_illegal_later_may_be_legal_as_it_is_written() {
    check(
        "illegal --found-later 1 --moves 'e2e4 e7e5' --laws @",
        "fide2023 | 7.5.1, 4.3.1, 7.5.5, 7.1 | open ~ as it is written, it is legal",
    );
}

#[test]
fn article_c_3_illegal_moves_by_both_players_in_a_row() {
    // The answer is a move, so the first illegal move stands; the second one may still be claimed.
    check(
        "illegal --found-later 1 --mode blitz --supervision unsupervised --laws @",
        "
        fide1997 --moves 'e2e5 d7d2'      | C.3   | score = none | open ~ 'd7d2' was illegal as well: whether White claims | open ~ the claim wins
        fide2001 --moves 'e2e5 d7d2'      | C.3   | score = none | open ~ 'd7d2' was illegal as well: whether White claims | open ~ the claim wins
        fide2009 --moves 'e2e5 d7d2'      | B.3.c | score = none | open ~ 'd7d2' was illegal as well: whether White claims | open ~ the claim wins
        fide2023 --moves 'e2e5 d7d2'      | A.5.2 | score = none | open ~ 'd7d2' was illegal as well: whether the arbiter or White claims | open !~ the claim wins
        fide1997 --moves 'e2e5 d7d2 g1f3' | C.3   | score = none | open !~ the reply
        fide2001 --moves 'e2e5 d7d2 g1f3' | C.3   | score = none | open !~ the reply
        fide2009 --moves 'e2e5 d7d2 g1f3' | B.3.c | score = none | open !~ the reply
        fide2023 --moves 'e2e5 d7d2 g1f3' | A.5.2 | score = none | open !~ the reply
        fide1997 --moves 'e2e5 d7d5'      | C.3   | score = none | open !~ the reply
        fide2001 --moves 'e2e5 d7d5'      | C.3   | score = none | open !~ the reply | open !~ players agree
        fide2009 --moves 'e2e5 d7d5'      | B.3.c | score = none | open !~ the reply | open ~ both players agree
        fide2018 --moves 'e2e5 d7d5'      | A.4.2 | score = none | open !~ the reply | open ~ both players agree
        fide2023 --moves 'e2e5 d7d5'      | A.5.2 | score = none | open !~ the reply | open ~ both players agree
        ",
    );
    // After the next move the second one stands as well, even if the record does not show that move.
    check(
        "illegal --found-later 1 --mode blitz --supervision unsupervised --moves 'e2e5 d7d2' --found-after @",
        "
        1 --laws fide1997 | C.3   | open ~ 'd7d2' was illegal as well | open !~ as it is written
        2 --laws fide1997 | C.3   | open !~ the reply
        2 --laws fide2009 | B.3.c | open !~ the reply
        2 --laws fide2023 | A.5.2 | open !~ the reply
        ",
    );
    check(
        "illegal --found-later 1 --mode blitz --laws fide1997 --fen '4k3/8/8/8/8/8/r7/4K2R w K - 0 1' --moves @",
        "'e1d2 a2d2' | C.3 | open ~ 'a2d2' was illegal as well",
    );
}

#[test]
fn article_c_3_an_illegal_move_against_a_player_without_mating_potential() {
    check(
        "illegal Kg7 --mode blitz --fen '7k/8/6K1/8/8/8/7N/6N1 b - - 0 80' --laws @",
        "fide1997 | C.3, C.4 | score = 1/2-1/2 | open ~ whether the position is restored instead",
    );
}

#[test]
fn article_12_7_persistent_refusal_in_1997() {
    check(
        "illegal g1g3 g1g4 g1g5 --laws @",
        "fide1997 | 12.7 | score = none",
    );
}

#[test]
fn article_4_the_first_touch_binds_until_it_is_obeyed() {
    check(
        "illegal @",
        "
        A legal move that the touched knight does not make is another illegal move.
        b1d2 e2e4 --laws fide2009                                                | 7.4.a, 4.3.a, 7.4.b | plays = Na3, Nc3 | number = 2
        O-O --fen '4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1' --laws fide2009            | 7.4.a, 4.4.c, 7.4.b | plays = O-O-O, Kd1, Kd2, Ke2
        e4e5 --laws fide2001                                                     | 7.4.a, 4.5, 7.4.b   | plays = none
        Nd2                                                                      | 7.5.1, 4.3.1, 7.5.5 | plays = Na3, Nc3
        Nd5                                                                      | 7.5.1, 4.5, 7.5.5   | open ~ which piece was touched
        A pawn that has passed the square cannot be meant.
        g4 --fen '4k3/8/8/6P1/8/6n1/6P1/4K3 w - - 0 1'                           | 7.5.1, 4.5, 7.5.5   | plays = none
        Nf3                                                                      | none                | ruling = 'Nf3' is legal: there is no irregularity.
        Nf3 g1g3                                                                 | refused             | legal and completes the turn
                                                                                 | refused             | no move is named; name it, as in: compongo ruling illegal Ke3 --fen
        --moves 'e4 e5'                                                          | refused             | are legal
        The pawn was touched by a false capture en passant.
        'exd6 e.p.' --fen '4k3/8/4p3/3pP3/8/2N5/8/4K3 w - - 0 1' --laws fide2009 | 7.4.a, 4.3.c, 7.4.b | plays = Nxd5
        Perhaps the player castled.
        h1f1 --fen '6k1/5ppp/8/8/8/8/PPP2PPP/1R4KR w HB - 0 15' --laws fide2009  | 7.4.a, 4.5, 7.4.b   | open ~ whether the player castled
        ",
    );
}

#[test]
fn articles_4_3_and_4_4_are_those_of_what_was_touched() {
    // The king and the rook were touched; neither side can be castled to, and the king has no move.
    check(
        "illegal @",
        "
        Nxd5 --fen '4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 1' --laws fide1997 | 7.4, 4.3.b, 6.13    | plays = Bxd5+
        Nxd5 --fen '4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 1' --laws fide2001 | 7.4.a, 4.3.c, 7.4.b | plays = Bxd5+
        Nxd5 --fen '4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 1' --laws fide2009 | 7.4.a, 4.3.c, 7.4.b | plays = Bxd5+
        Nxd5 --fen '4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 1' --laws fide2023 | 7.5.1, 4.3.3, 7.5.5 | plays = Bxd5+
        O-O --fen '3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1' --laws fide1997  | 7.4, 4.4.b, 6.13    | plays = none
        O-O --fen '3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1' --laws fide2001  | 7.4.a, 4.4.c, 7.4.b | plays = none
        O-O --fen '3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1' --laws fide2009  | 7.4.a, 4.4.c, 7.4.b | plays = none
        O-O --fen '3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1' --laws fide2023  | 7.5.1, 4.4.3, 7.5.5 | plays = none
        ",
    );
}

#[test]
fn article_7_5_1_an_illegal_move_is_completed_by_the_clock() {
    check(
        "illegal g1g3 --clock-running --laws @",
        "
        fide2023 | 4.3.1, 7.5.1        | plays = Nf3, Nh3 | facts !~ bonus | ruling ~ makes another move
        fide2001 | 7.4.a, 4.3.a, 7.4.b | open ~ no Article says so
        ",
    );
    // A pawn that was released on the last rank is promoted there.
    check(
        "illegal e7e8 --clock-running --fen '3n4/4P1k1/8/8/8/8/8/4K3 w - - 0 1' --laws @",
        "
        fide2023 | 4.7.3, 7.5.1 | plays = e8=B, e8=N+, e8=Q, e8=R | ruling ~ completes the promotion
        fide2018 | 4.7.3, 7.5.1 | plays = e8=B, e8=N+, e8=Q, e8=R | ruling ~ completes the promotion
        fide2009 | 4.6.c, 7.4.a | plays = e8=B, e8=N+, e8=Q, e8=R | ruling ~ completes the promotion
        ",
    );
    check(
        "illegal Bf3 --earlier 2 --clock-running --laws fide2001 --fen '@'",
        "4r1k1/8/8/8/8/8/3PBPPP/4K2R w K - 0 28 | 7.4.b | undecided ~ the clock was not pressed",
    );
}

#[test]
fn article_7_5_3_a_clock_pressed_without_a_move() {
    check(
        "illegal 0000 @",
        "
                                                          | 7.5.1, 7.5.5, 7.5.3 | open !~ which piece was touched | ruling = White's clock is started again: White makes a move.
        --earlier 1                                       | 7.5.5, 7.5.3        | score = 0-1 | reason = illegal move 2 of White: the clock was pressed without a move
        --laws fide2009 --white-clock 60 --black-clock 60 | 7.4.a, 7.4.b, 13.4  | undecided ~ the arbiter decides whether a clock pressed | clocks = 1:00 1:00
        ",
    );
}

#[test]
fn article_7_5_4_two_hands() {
    check(
        "illegal @ --two-hands",
        "
        g1f3                                                                               | 7.5.1, 4.3.1, 7.5.5, 7.5.4 | plays = Nf3, Nh3 | reason = illegal move 1 of White: 'g1f3', made with two hands | ruling ~ White moves again, with one hand
        g1f3 --laws fide2009                                                               | 4.1, 13.4                  | undecided ~ The move stands
        O-O --laws fide2018 --fen '4k3/8/8/8/8/8/8/R3K2R w KQ'                             | 7.5.1, 4.4.1, 7.5.5, 7.5.4 | plays = O-O
        Two hands count once the clock is pressed.
        Re8 --laws fide2018 --fen '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 30'                 | 7.5.1, 4.3.1, 7.5.5, 7.5.4 | open ~ which ends the game (5.1.1)
        Re8 --laws fide2023 --fen '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 30'                 | 7.5.1, 4.3.1, 7.5.5, 7.5.4 | open ~ which ends the game (5.1.1)
        Re8 --laws fide2018 --fen '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 30' --clock-running | 7.5.4, 12.9                | undecided ~ The move stands | plays = none
        Re8 --laws fide2023 --fen '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 30' --clock-running | 7.5.4, 12.9                | undecided ~ The move stands | plays = none
        ",
    );
}

#[test]
fn article_7_5_2_an_unfinished_promotion() {
    check(
        "illegal @",
        "
        e7e8 --fen '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' --white-clock 60 --black-clock 60 | 7.5.2, 7.5.5        | fen = 4Q3/6k1/8/8/8/8/8/4K3 b - - 0 1 | clocks = 1:00 3:00
        Whether the opponent can mate is judged with the queen on the board.
        e7e8 --fen '8/4P1k1/8/8/8/8/n7/4K3 w - - 0 60' --earlier 1                     | 7.5.5, 7.5.2        | score = 1/2-1/2
        e7e8 --fen '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' --laws fide2009                   | 7.4.a, 4.6.c, 7.4.b | plays = e8=B, e8=N+, e8=Q, e8=R | reason ~ 'e7e8', without the new piece
        A king does not leave the promotion unfinished.
        e7e8k --fen '3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1'                                | 7.5.1, 4.3.1, 7.5.5 | plays = e8=B, e8=N+, e8=Q, e8=R | reason !~ without the new piece
        Later moves are taken back.
        --found-later 1 --moves 'e7e8 g7g6 e1e2' --fen '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' | 7.5.2, 7.5.5, 7.1      | fen = 4Q3/6k1/8/8/8/8/8/4K3 b - - 0 1 | ruling ~ The position after 'e7e8' is restored
        A pawn that becomes a queen may end the game.
        e7e8 --fen '6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1' --black-clock 60                | 7.5.2, 5.1.1        | kind = checkmate | score = 1-0 | open ~ 5.1.1 | clocks = - 1:00
        f7f8 --fen '8/5P1k/7P/6K1/8/8/8/8 w - - 0 1'                                   | 7.5.2, 5.2.1        | kind = stalemate | score = 1/2-1/2
        ",
    );
}

#[test]
fn article_a_4_c_the_arbiter_intervenes_for_an_unfinished_promotion() {
    check(
        "illegal --fen '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' --supervision unsupervised @",
        "
        --moves 'e8 Kf6' --found-later 1 --mode rapid --laws fide2009 | 7.4.a, 4.6.c, 7.4.b, A.4.c, 6.13 | plays = e8=B, e8=N+, e8=Q, e8=R | open ~ possible to intervene
        --moves 'e8 Kf6' --found-later 1 --mode blitz --laws fide2009 | B.3.c                            | open ~ both players agree
        --moves 'e8 Kf6' --found-later 1 --mode rapid --laws fide2018 | A.4.4                            | score = 1/2-1/2 | open ~ still stands on e8
        --moves 'e8 Kf6' --found-later 1 --mode rapid --laws fide2023 | A.5.4                            | score = 1/2-1/2 | open ~ still stands on e8
        After more moves the position on the board decides.
        --moves 'e8 Kf6 Ke2' --found-later 1 --mode rapid --laws fide2009 | A.4.c                        | undecided ~ promotion is still not completed
        It is found before the answer.
        e7e8 --mode rapid --laws fide2009                             | 7.4.a, 4.6.c, 7.4.b, A.4.c       | open !~ claims it
        e7e8 --mode rapid --laws fide2018                             | 7.5.2, 7.5.5                     | open ~ (A.4.4)
        e7e8 --mode rapid                                             | 7.5.2, 7.5.5, A.3                | open ~ (A.5.4)
        ",
    );
    check(
        "illegal Qg3 --fen '6k1/8/8/8/8/8/5Q2/1K3r2 w - - 0 1' --mode rapid @",
        "
        Both kings are in check.
        --supervision unsupervised | 7.5.1, 4.3.1, 7.5.5, A.3 | open ~ (A.5.4)
        --supervision supervised   | 7.5.1, 4.3.1, 7.5.5, A.3 | open !~ A.5.4
        ",
    );
    check(
        "illegal --found-later 1 --mode rapid --supervision unsupervised @",
        "
        The pawn is captured.
        --fen '8/4Pk2/8/8/8/8/8/4K3 w - - 0 1' --moves 'e8 Kxe8'    | A.5.2 | open ~ both players agree
        White leaves the king in check and gives check.
        --fen '3qk3/8/8/8/8/8/7R/3K4 w - - 0 1' --moves 'h2e2 d8d2' | A.5.2, A.5.4 | undecided ~ If Black's king is in check, the position is still illegal and the game is drawn (A.5.4)
        ",
    );
}

#[test]
fn articles_a_4_c_and_b_5_say_who_must_ask() {
    check(
        "illegal g1g3 @",
        "
        --mode rapid --laws fide1997                            | 7.4, 4.3.a, 10.3    | open ~ a player asks for a ruling (B.5) | open !~ claims it
        --mode rapid --supervision unsupervised --laws fide2009 | 7.4.a, 4.3.a, 7.4.b | open ~ whether Black claims it before Black moves (A.4.c)
        --mode rapid --supervision unsupervised                 | 7.5.1, 4.3.1, 7.5.5, A.3 | open ~ the arbiter or Black
                                                                | 7.5.1, 4.3.1, 7.5.5 | open !~ claims it
        ",
    );
}

#[test]
fn article_4_4_c_castling_in_chess960() {
    check(
        "illegal @ --laws fide2009",
        "
        O-O-O --fen '4k3/8/8/8/8/8/8/RNK3R1 w GA - 0 1'                               | 7.4.a, 4.4.c, 7.4.b, F.3       | plays = Kb2, Kc2, Kd1, Kd2, O-O
        O-O --fen '4k3/8/8/8/8/8/8/R3NNKR w H - 0 1'                                  | 7.4.a, 4.4.c, 7.4.b, F.3       | plays = Kf2, Kg2, Kh2
        O-O-O --fen '4k3/8/8/8/8/8/8/rR1K4 w B - 0 1'                                 | 7.4.a, 4.4.c, 7.4.b, F.3       | plays = Kc1, Kc2, Kd2, Ke1, Ke2
        O-O-O --fen '4k3/8/8/8/8/8/8/RNK3R1 w GA - 0 1' --found-later --found-after 5 | 7.4.a, 4.4.c, 7.4.b, F.3, 6.13 | plays = Kb2, Kc2, Kd1, Kd2, O-O
        O-O --fen '4k3/8/8/8/8/8/8/R3NNKR w H - 0 1' --found-later --found-after 5    | 7.4.a, 4.4.c, 7.4.b, F.3, 6.13 | plays = Kf2, Kg2, Kh2
        O-O-O --fen '4k3/8/8/8/8/8/8/rR1K4 w B - 0 1' --found-later --found-after 5   | 7.4.a, 4.4.c, 7.4.b, F.3, 6.13 | plays = Kc1, Kc2, Kd2, Ke1, Ke2
        ",
    );
}

#[test]
fn article_a_4_a_a_misplaced_king_does_not_castle() {
    check(
        "illegal O-O-O --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1' --moves 'd4 d5 Nc3 Nc6 Bf4 Bf5' --laws fide2009 @",
        "
        --mode rapid --supervision unsupervised | 7.4.a, 4.4.c, 7.4.b, A.4.a | plays = Kc1, Kd2 | open ~ whether Chess960 is played
                                                | F.3                        | ruling ~ is legal
        ",
    );
}

#[test]
fn article_a_5_a_king_does_not_castle_with_a_misplaced_rook() {
    check(
        "illegal O-O-O --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1' --moves 'd4 d5 Nb3 a6 Bf4 a5 Qd2 a4' --mode rapid --supervision unsupervised --laws @",
        "
        fide2023 | 7.5.1, 4.4.3, 7.5.5, A.3, A.5.1 | plays = Kd1 | open ~ whether Chess960 is played
        fide2018 | 7.5.1, 4.4.3, 7.5.5, A.4.1 | plays = Kd1 | open ~ whether Chess960 is played
        ",
    );
}

#[test]
fn article_6_13_without_a_log_the_time_is_shared_by_moves() {
    // Error at move 20, found after 30 moves: 90 and 60 minutes become 60 and 40.
    check(
        "illegal a2a5 --found-later 39 --fen '4k3/8/8/8/8/8/P7/4K3 w - - 0 20' --white-used 1:30:00 --black-used 1:00:00 --laws fide2009 @",
        "
        --found-after 30                                         | 7.4.a, 4.3.a, 7.4.b, 6.13 | used = 60:00 40:00 | plays = a3, a4 | open ~ 20/30 of the times used
        The log of times goes before.
        --found-after 30 --white-clock 60:00 --black-clock 80:00 | 7.4.a, 4.3.a, 7.4.b, 6.13 | clocks = 60:00 82:00 | used = - -
        --found-after 19                                         | refused                   | move 20 cannot be found illegal after 19 moves
        ",
    );
}

#[test]
fn article_6_8_a_flag_that_fell_before_the_illegal_move_was_found() {
    check(
        "illegal @",
        "
        --found-later --fen '4r1k1/8/8/3q4/8/4N3/8/4K2B w - - 0 30' --moves 'e3d5' --white-clock 5:00 --black-clock 0:00 | 7.5.1, 4.3.3, 7.5.5, 7.1 | clocks = - - | open ~ whether the fall of Black's flag was called before: then it decided the game (6.8) | open ~ best judgement
        --found-later --moves 'e2e5 d7d5' --laws fide1997 --mode blitz --white-clock 0:00 | C.3 | open ~ White's flag was called before: then it decided the game (B.6)
        The clocks of a lost game stay as they are.
        --found-later --earlier 1 --moves 'e2e5 d7d5' --white-clock 5:00 --black-clock 0:00 | 7.5.5 | score = 0-1 | clocks = 5:00 0:00
        Found at once: the arbiter calls the flag first, but not where only a player may.
        e2e5 --white-clock 0:00 | 6.9 | undecided ~ rules first on White's flag
        e2e5 --laws fide2009 --mode rapid --supervision unsupervised --white-clock 0:00 | 7.4.a, 4.3.a, 7.4.b | open ~ White's flag was called before: then it decided the game (A.4.d)
        ",
    );
}

#[test]
fn article_6_13_no_clocks_are_restored_in_a_lost_game() {
    check(
        "illegal --found-later 1 --moves 'e2e5 d7d6 d2d4' @",
        "
        --laws fide2009 --earlier 2 | 7.4.b                     | score = 0-1 | open !~ best judgement | open !~ can be identified
        --laws fide2009 --earlier 1 | 7.4.a, 4.3.a, 7.4.b, 6.13 | score = none | open ~ best judgement
        --earlier 1                 | 7.5.5                     | score = 0-1 | open !~ best judgement
        ",
    );
}

#[test]
fn article_6_13_an_arbiter_judges_the_clocks_once() {
    check(
        "illegal e1f3 --laws fide1997 @",
        "--tc 40/7200:3600 --white-clock 0:06 | 7.4, 4.5, 6.13 | open ~ best judgement",
    );
    let ruling = ask("illegal e1f3 --laws fide1997 --found-later 1");
    let times = ruling["open"].to_string().matches("best judgement").count();
    assert_eq!(times, 1);
}

#[test]
fn article_7_4_b_an_answer_that_is_illegal_too() {
    check(
        "illegal --found-later --fen '6k1/5ppp/8/8/1b6/5N2/3N1PPP/4K2R w K - 0 20' --laws fide2009 --moves @",
        "'d2e4 b4e1' | 7.4.a, 4.5, 7.4.b, 6.13 | open ~ 'b4e1' was illegal too",
    );
}

#[test]
fn article_7_5_2_the_proof_begins_after_the_promotion_that_stands() {
    check(
        "illegal a7a8 --fen '8/P7/8/8/8/5k2/6q1/4K3 w - - 0 1' --earlier 1 --laws @",
        "
        fide2018 | 7.5.5, 7.5.2 | score = 0-1 | proof/line ~ 1... | fen = Q7/8/8/8/8/5k2/6q1/4K3 b - - 0 1
        fide2023 | 7.5.5, 7.5.2 | score = 0-1 | proof/line ~ 1... | fen = Q7/8/8/8/8/5k2/6q1/4K3 b - - 0 1
        ",
    );
    // The promotion mates: whether it ended the game is open in either case.
    check(
        "illegal e7e8 --fen '7k/4P3/6K1/8/8/8/8/q7 w - - 0 1' --earlier @",
        "
        0 | 7.5.2, 5.1.1 | score = 1-0 | open ~ can end the game by 5.1.1
        1 | 7.5.5, 7.5.2 | score = 0-1 | open ~ can end the game by 5.1.1
        ",
    );
}

#[test]
fn articles_4_3_and_4_6_an_unfinished_promotion_that_captures() {
    check(
        "illegal e7d8 --fen '3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1' --laws @",
        "
        fide1997 | 7.4, 4.3.b, 6.13    | plays = exd8=B, exd8=N, exd8=Q, exd8=R
        fide2001 | 7.4.a, 4.3.c, 7.4.b | plays = exd8=B, exd8=N, exd8=Q, exd8=R
        fide2009 | 7.4.a, 4.6.c, 7.4.b | plays = exd8=B, exd8=N, exd8=Q, exd8=R
        ",
    );
}
