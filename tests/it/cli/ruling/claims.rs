//! Article 9: claims of draws, their cost, what they oblige to.

use super::{answer, check};

#[test]
fn article_9_2_a_claim_with_the_announced_move_is_correct() {
    // The initial position occurs for the third time after Ng8.
    check(
        "claim threefold --move Ng8 --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1' --laws @",
        "
        fide1997 | 9.2.a, 9.5.a | score = 1/2-1/2 | kind = threefold | reason = the same position at the start, after 2...Ng8, after 4...Ng8
        fide2001 | 9.2.a, 9.5.a | score = 1/2-1/2 | kind = threefold | reason = the same position at the start, after 2...Ng8, after 4...Ng8
        fide2009 | 9.2.a, 9.5.a | score = 1/2-1/2 | kind = threefold | reason = the same position at the start, after 2...Ng8, after 4...Ng8
        fide2018 | 9.2.1, 9.5.2 | score = 1/2-1/2 | kind = threefold | reason = the same position at the start, after 2...Ng8, after 4...Ng8
        fide2023 | 9.2.1, 9.5.2 | score = 1/2-1/2 | kind = threefold | reason = the same position at the start, after 2...Ng8, after 4...Ng8
        ",
    );
}

#[test]
fn article_9_2_only_the_player_on_the_move_claims() {
    check(
        "claim threefold @",
        "
        --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'                                | 9.2.2, 9.5.2 | score = 1/2-1/2
        --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8' --by black                     | 9.2, 9.4     | score = none | open ~ Black disturbed | reason ~ Black made 4...Ng8 without a claim | right = White may claim it: the same position at the start, after 2...Ng8, after 4...Ng8 (9.2.2)
        --moves 'e4 e5' --by black                                               | 9.2, 9.4     | reason ~ Black made 1...e5 | facts !~ may claim
        Since 2001 it is perhaps an offer.
        --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3' --by white --laws fide2009 | 9.2, 9.4     | open ~ offer of a draw (9.1.b.3)
        ",
    );
    // In 1997 the clause of the quickplay finish names no player on the move.
    check(
        "quickplay --tc 7200 --black-clock 1:00 --white-clock 5:00 --by black --laws @",
        "
        fide1997 | 10.2 | undecided ~ declares a draw
        fide2009 | 10.2 | reason = White has the move, and only that player may claim
        ",
    );
}

#[test]
fn article_9_2_positions_that_look_alike_are_named_with_what_differs() {
    let castled =
        "--fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --moves 'Rh2 Kd8 Rh1 Ke8 Rh2 Kd8 Rh1 Ke8'";
    check(
        &format!("claim threefold {castled} --laws @"),
        "
        fide1997 | 9.5.b, 9.2            | reason = the position on the board occurs for the second time; the pieces stood on the same squares at the start, but a right to castle has been lost since then
        fide2009 | 9.5.b, 9.2, 9.1.b.3   | reason ~ at the start, but a right to castle
        fide2023 | 9.5.3, 9.2.3, 9.1.2.3 | reason ~ at the start, but a right to castle
        ",
    );
    check(
        "claim threefold --fen '7k/4p3/8/K2P4/8/8/8/7r b - - 0 1' --moves @",
        "
        'e5 Ka6 Kg8 Ka5 Kh8 Ka6 Kg8 Ka5 Kh8'      | 9.5.3, 9.2.3, 9.1.2.3 | reason ~ after 1...e5, but then a pawn could be captured en passant
        'e5 Ka6 Kg8 Ka5 Kh8 Ka6 Kg8' --move Ka5   | 9.5.3, 9.1.2.3        | reason = the position after the announced move occurs for the second time
        The pieces have not stood so three times.
        'e5 Ka6 Kg8 Ka5 Kh8'                      | 9.5.3, 9.1.2.3        | reason = the position on the board occurs for the first time
        ",
    );
}

#[test]
fn articles_8_1_and_9_2_a_written_move_is_announced() {
    check(
        "claim threefold --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1' @",
        "
        --laws fide2018 --move Rg8              | 9.5.3, 9.1.2.3      | written = the written move cannot be changed (9.2.1)
        --laws fide2018 --move Ke3              | 9.5.3, 4.5, 9.1.2.3 | facts !~ written
        --laws fide2009 --move Ng8 --mode blitz | 9.2.a, 9.5.a        | open ~ A.2
        ",
    );
}

#[test]
fn article_9_2_a_correct_claim_ends_the_game_whatever_the_clock_of_the_opponent_shows() {
    check(
        "claim threefold --fen '6k1/pp3ppp/8/8/8/8/PP3PPP/4R1K1 w - - 0 40' @",
        "--moves 'Rd1 Kf8 Re1 Kg8 Rd1 Kf8 Re1 Kg8' --laws fide2009 --white-clock 0:50 --black-clock 0:00 | 9.2.b, 9.5.a | score = 1/2-1/2 | open ~ whether the fall of Black's flag was called before: then it decided the game (6.8)",
    );
}

#[test]
fn article_6_8_a_clock_that_has_only_a_delay_shows_no_time() {
    check(
        "claim threefold --moves 'e4 e5' --white-clock 0:00 --black-clock 0:00 --tc @",
        "
        0d60    | 9.5.3, 9.1.2.3 | clocks = 0:00 2:00 | open !~ flag
        5400d60 | 6.9            | ruling = The claim cannot be made: White's flag has fallen.
        An increment is shown.
        0+60    | 6.9            | ruling = The claim cannot be made: White's flag has fallen.
        ",
    );
}

#[test]
fn article_9_5_a_wrong_claim_costs_what_the_edition_says() {
    // With 8:00 on the clock: 97 and 01 take three minutes off.
    check(
        "claim threefold --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1' --white-clock 3:00 --black-clock 8:00 --laws @",
        "
        fide1997 | 9.5.b          | clocks = 6:00 5:00 | score = none | plays = none
        fide2001 | 9.5.b, 9.1.c   | clocks = 6:00 5:00 | score = none | plays = none
        fide2009 | 9.5.b, 9.1.b.3 | clocks = 6:00 8:00 | score = none | plays = none
        fide2018 | 9.5.3, 9.1.2.3 | clocks = 5:00 8:00 | score = none | plays = none
        fide2023 | 9.5.3, 9.1.2.3 | clocks = 5:00 8:00 | score = none | plays = none
        The appendices of rapid and blitz make it one minute.
        fide2018 --mode rapid | 9.5.3, 9.1.2.3      | clocks = 5:00 8:00
        fide2018 --mode blitz | 9.5.3, B.2, 9.1.2.3 | clocks = 4:00 8:00
        fide2023 --mode rapid | 9.5.3, A.3, 9.1.2.3 | clocks = 4:00 8:00
        fide2023 --mode blitz | 9.5.3, B.2, 9.1.2.3 | clocks = 4:00 8:00
        ",
    );
}

#[test]
fn article_9_5_b_the_clock_is_halved_with_its_time_of_the_turn_taken_off() {
    // Ten seconds, of which the player has used four; 125 seconds, of which ten. The text of 2001 leaves out exactly
    // one and two minutes, but both of the neighbouring cases leave one minute.
    check(
        "claim fifty --black-clock 60 --laws @",
        "
        fide1997 --white-clock 6s       | 9.5.b          | clocks = 0:03 4:00
        fide1997 --white-clock 1:30     | 9.5.b          | clocks = 0:45 4:00
        fide2001 --white-clock 115      | 9.5.b, 9.1.c   | clocks = 1:00 4:00
        fide2001 --white-clock 2:00     | 9.5.b, 9.1.c   | clocks = 1:00 4:00
        fide2001 --white-clock 2:00.002 | 9.5.b, 9.1.c   | clocks = 1:00.001 4:00
        fide2001 --white-clock 1:30     | 9.5.b, 9.1.c   | clocks = 1:00 4:00
        fide2001 --white-clock 1:00     | 9.5.b, 9.1.c   | clocks = 1:00 4:00
        fide2001 --white-clock 0:59.5   | 9.5.b, 9.1.c   | clocks = 0:59.500 4:00
        fide2009 --white-clock 1:30     | 9.5.b, 9.1.b.3 | clocks = 1:30 4:00
        ",
    );
    // Without a clock the rule is given, which in 2001 spares the last minute.
    check(
        "claim fifty --laws @",
        "
        fide1997 | 9.5.b        | open ~ half of the time | open !~ below one minute
        fide2001 | 9.5.b, 9.1.c | open ~ below one minute, nothing
        ",
    );
}

#[test]
fn article_9_5_b_the_announced_move_of_a_wrong_claim_is_played() {
    check(
        "claim threefold @",
        "
        --move d4 --laws fide2009                                                     | 9.5.b, 9.1.b.3        | plays = d4 | obligation/0/uci = d2d4
        An illegal move obliges as a touched piece does.
        --move Nd2 --laws fide2009                                                    | 9.5.b, 4.3.a, 9.1.b.3 | plays = Na3, Nc3
        A king that cannot move obliges to nothing, nor does the pawn on its way.
        --move Ke2 --laws fide2009                                                    | 9.5.b, 4.5, 9.1.b.3   | plays = none
        The announced move goes before the touched piece.
        --touched g1 --move Nf3 --white-clock 8:00 --laws fide1997                    | 9.5.b                 | plays = Nf3
        --touched g1 --move Nf3 --white-clock 8:00 --laws fide2001                    | 9.5.b, 9.1.c          | plays = Nf3
        Perhaps the rook was touched.
        --move Rd3 --fen '3rr1k1/5pp1/7p/8/8/4R3/5PPP/4K3 w - - 0 30' --laws fide2009 | 9.5.b, 4.3.a, 9.1.b.3 | open ~ whether the piece was touched
        ",
    );
}

#[test]
fn article_9_5_a_claim_cannot_be_withdrawn() {
    check(
        "claim threefold --withdrawn --laws @",
        "fide2009 | 9.5.b, 9.1.b.3, 9.5 | withdrawn = a claim cannot be withdrawn",
    );
}

#[test]
fn articles_9_2_and_9_3_a_wrong_claim_with_a_move_may_be_right_on_the_board() {
    check(
        "claim @",
        "
        threefold --move e4 --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8'  | 9.5.3, 9.1.2.3 | plays = e4 | open ~ Article 9.2.2
        fifty --move a4 --fen '7k/8/6K1/8/8/8/P7/R7 w - - 100 80'      | 9.5.3, 9.1.2.3 | plays = a4 | open ~ Article 9.3.2
        fifty --move a4 --fen '7k/8/6K1/8/8/8/P7/R7 w - - 90 80'       | 9.5.3, 9.1.2.3 | plays = a4 | open !~ 9.3.2
        ",
    );
}

#[test]
fn article_9_1_a_claim_is_an_offer_since_2001() {
    check(
        "claim @",
        "
        threefold --laws fide1997                 | 9.5.b          | offer = false
        threefold --moves 'e4 e5' --laws fide2001 | 9.5.b, 9.1.c   | offer = true
        threefold --moves 'e4 e5' --laws fide2009 | 9.5.b, 9.1.b.3 | offer = true
        threefold --moves 'e4 e5' --laws fide2023 | 9.5.3, 9.1.2.3 | offer = true
        Since 2018 both players must have made a move.
        threefold                                 | 9.5.3          | offer = false
        threefold --laws fide2018                 | 9.5.3          | offer = false
        threefold --laws fide2009                 | 9.5.b, 9.1.b.3 | offer = true
        Only since 2009 may an event forbid agreement.
        fifty --laws fide2009                     | 9.5.b, 9.1.b.3 | open ~ 9.1.a
        fifty --laws fide2001                     | 9.5.b, 9.1.c   | open !~ forbids
        ",
    );
}

#[test]
fn article_9_1_a_wrong_claim_is_no_offer_where_agreement_is_forbidden() {
    check(
        "claim threefold @",
        "
        --moves 'e4 e5 Nf3 Nc6' --laws fide2009                          | 9.5.b, 9.1.b.3 | offer = true
        --moves 'e4 e5 Nf3 Nc6' --laws fide2009 --no-agreement-before 30 | 9.5.b, 9.1.a   | offer = false | open ~ consents
        --laws fide1997 --no-agreement-before 30                         | refused        | under fide1997, no event can forbid agreement
        ",
    );
}

#[test]
fn article_9_4_the_right_is_lost_by_touching_since_2009() {
    // Before, only a move ends it; but the touched pawn must move, so that Ng8 cannot be announced.
    check(
        "claim threefold --move Ng8 --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1' @",
        "
        --touched a7 --laws fide2009 | 9.4, 4.3.a          | score = none | plays = a5, a6 | open ~ was touched to move
        --touched e4 --laws fide2009 | refused             | no piece on e4
        --touched a7 --laws fide2001 | 9.5.b, 4.3.a, 9.1.c | plays = a5, a6
        --touched f6 --laws fide1997 | 9.2.a, 9.5.a        | score = 1/2-1/2
        The written move is not played.
        --touched a7 --laws fide2018 | 9.4, 4.3.1          | facts !~ written
        --touched f6 --laws fide2018 | 9.4, 4.3.1          | facts !~ written
        ",
    );
}

#[test]
fn article_9_3_the_announced_move_completes_the_fifty_even_if_it_mates() {
    check(
        "claim fifty --fen '7k/8/6K1/8/8/8/8/R7 w - - @",
        "
        99 80' --move Ra8 | 9.3.1, 9.5.2   | score = 1/2-1/2 | move = the announced move is not played | facts !~ cannot be changed
        98 80' --move Ra8 | 9.5.3, 9.1.2.3 | written = the written move cannot be changed (9.3.1)
        99 80'            | 9.5.3, 9.1.2.3 | reason = 99 half-moves without capture or pawn move, not 100
        100 80'           | 9.3.2, 9.5.2   | reason = 50 moves by each player without capture or pawn move: 100 half-moves before the record
        ",
    );
    check(
        "claim fifty --fen '4k3/8/8/8/8/8/8/4K2R w K - @",
        "
        99 80' --move O-O           | 9.3.1, 9.5.2 | reason ~ : 99 half-moves before the record, the announced move
        97 80' --moves 'O-O Kd8 Kg2' | 9.3.2, 9.5.2 | reason ~ : 97 half-moves before the record, 3 half-moves of the record
        ",
    );
}

#[test]
fn facts_before_the_record_are_open() {
    check(
        "claim @",
        "
        fifty --fen '7k/8/6K1/8/8/8/8/R7 w - -'                    | 9.5.3, 9.1.2.3 | open ~ no half-move counter, so 0 is assumed
        fifty --fen '7k/8/6K1/8/8/8/8/R7 w - -' --move Ra2         | 9.5.3, 9.1.2.3 | open ~ no half-move counter
        fifty --fen '7k/8/6K1/8/8/8/8/R7 w - - 98 80'              | 9.5.3, 9.1.2.3 | open !~ counter
        A pawn move in the record begins the count.
        fifty --fen '7k/8/6K1/8/8/8/P7/R7 w - -' --moves a4        | 9.5.3, 9.1.2.3 | open !~ counter
        threefold --fen '7k/8/6K1/8/8/8/8/R7 w - -'                | 9.5.3, 9.1.2.3 | open ~ earlier occurrences
        threefold --fen '7k/8/6K1/8/8/8/8/R7 w - - 30 80'          | 9.5.3, 9.1.2.3 | open ~ begins at half-move counter 30
        Three occurrences need eight half-moves.
        threefold --fen '7k/8/6K1/8/8/8/8/R7 w - - 7 80'           | 9.5.3, 9.1.2.3 | open !~ counter
        threefold --fen '7k/8/6K1/8/8/8/8/R7 w - - 7 80' --move Ra2 | 9.5.3, 9.1.2.3 | open ~ begins at half-move counter 7
        fifty                                                      | 9.5.3          | open ~ the initial position is assumed
        fifty --fen startpos                                       | 9.5.3          | open !~ assumed
        ",
    );
}

#[test]
fn the_kinds_of_claims_have_other_names() {
    check(
        "claim @",
        "
        50         | 9.5.3 | reason ~ not 100
        3fold      | 9.5.3 | reason ~ occurs for the first time
        repetition | 9.5.3 | reason ~ occurs for the first time
        51         | refused | possible values: threefold, fifty]
        ",
    );
}

#[test]
fn the_initial_position_is_assumed_in_each_question_alike() {
    check(
        "@",
        "
        illegal Ke3            | 7.5.1, 4.5, 7.5.5 | open ~ the initial position is assumed
        illegal Ke3 --moves '' | 7.5.1, 4.5, 7.5.5 | open !~ is assumed
        touch e2               | 4.3.1             | open ~ the initial position is assumed
        ",
    );
    let offer = answer("offer").success();
    assert!(offer.contains("the initial position is assumed"), "{offer}");
}

#[test]
fn article_5_2_nothing_is_claimed_after_the_end() {
    check(
        "claim threefold --fen '7k/8/6K1/8/8/8/8/N7 w - - 0 1' --moves @",
        "Nb3 | 5.2.2 | kind = dead_position | score = 1/2-1/2 | clocks = - - | ruling ~ since the first position. Dead position",
    );
    check(
        "claim threefold --moves @",
        "'f3 e5 g4 Qh4#' | 5.1.1 | ruling = The game has been over since 2...Qh4#. Black mates, 0-1. What happened later has no effect.",
    );
}

#[test]
fn the_text_of_a_ruling() {
    let question =
        "claim threefold --move Nc3 --laws fide1997 --white-clock 8:00 --black-clock 5:00";
    let expected = "\
The claim is wrong; the game goes on.
  laws      fide1997 standard, Article 9.5.b
  why       the position after the announced move occurs for the first time
  clocks    White 0:05:00, Black 0:08:00
  must play Nc3
  by        White
  bonus     0:03:00 for Black
  cost      0:03:00 from White
  open      the position and the moves made: none are given, so the initial position is assumed
";
    assert_eq!(answer(question).success(), expected);
}
