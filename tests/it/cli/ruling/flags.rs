//! Articles 6.8 to 6.12 and 10.4: fallen flags; 10.2: claims in a quickplay finish.

use super::{answer, ask, check};

#[test]
fn article_6_9_a_flag_loses_with_the_mating_line_as_proof() {
    let question = "flag white --fen '3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1'";
    check(
        question,
        " | 6.9 | score = 0-1 | proof/answer = Black can mate | clocks = 0:00 -",
    );
    let ruling = ask(question);
    let line = ruling["proof"]["line"].as_str().expect("a line");
    assert!(line.starts_with("1.") && line.ends_with('#'), "{line}");
}

#[test]
fn a_fallen_flag_leaves_no_time() {
    check(
        "flag @",
        "
        white --white-clock 5:00 --black-clock 3:00           | refused | --white-clock: White's flag has fallen, but 0:05:00 is left
        both --white-clock 0 --black-clock 1                  | refused | --black-clock
        white --white-clock 0 --black-clock 3:00              | 6.9     | clocks = 0:00 3:00
        white --white-clock 30:00 --tc 40/90m:30m --moves e4  | 6.9     | clocks = 0:00 90:00
        ",
    );
}

#[test]
fn article_6_9_a_flag_draws_if_the_opponent_cannot_mate() {
    // One legal move, a capture.
    for fen in [
        "k7/p1K5/1N6/3p4/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/2K5/1p6/kB6 b - - 0 1",
        "8/8/8/8/1p6/kQ6/8/1K6 b - - 0 1",
    ] {
        check(
            &format!("flag black --fen '{fen}' --mode standard --laws @"),
            "
            fide1997 | 6.9  | score = 1/2-1/2 | proof/answer = White cannot mate | proof/line = none
            fide2001 | 6.10 | score = 1/2-1/2 | proof/answer = White cannot mate | proof/line = none
            fide2023 | 6.9  | score = 1/2-1/2 | proof/answer = White cannot mate | proof/line = none
            ",
        );
    }
}

#[test]
fn article_c_4_mating_potential_in_the_blitz_of_1997() {
    check(
        "flag black --fen '8/8/4k3/8/8/3NN3/4K3/8 b - - 0 1' --laws fide1997 @",
        "
        --mode blitz --called-by player | C.4 | score = 1/2-1/2 | proof/answer = White has no mating potential
                                        | 6.9 | score = 1-0
        ",
    );
    let ruling = ask("flag black --mode blitz --called-by player --laws fide1997");
    assert_eq!(ruling["proof"]["answer"], "White has mating potential");
    let line = ruling["proof"]["line"].as_str().expect("a line");
    assert!(line.starts_with("1."), "{line}");
    let kind = ruling["proof"]["kind"].as_str().expect("a kind");
    assert!(kind.starts_with("legal moves to a position"), "{kind}");
}

#[test]
fn article_6_9_a_text_says_why_a_player_cannot_mate() {
    for (fen, words) in [
        (
            "k7/p1K5/1N6/3p4/8/8/8/8 b - - 0 60",
            "every series of legal moves ends within 1 half-move",
        ),
        ("4k3/p7/8/8/8/8/8/4K3 b - - 0 60", "insufficient material"),
    ] {
        let question = format!("flag black --fen '{fen}'");
        let out = answer(&question).success();
        let proof = format!("  proof     White cannot mate ({words})\n");
        assert!(out.contains(&proof) && !out.contains("plies"), "{out}");
    }
    check(
        "flag black --fen '@'",
        "
        k7/p1K5/1N6/3p4/8/8/8/8 b - - 0 60 | 6.9 | proof/kind = tree 1 plies
        4k3/p7/8/8/8/8/8/4K3 b - - 0 60    | 6.9 | proof/kind = material
        ",
    );
}

#[test]
fn article_b_6_in_1997_only_a_player_calls_a_flag_in_rapid() {
    check(
        "flag black --laws fide1997 @",
        "
        --mode rapid --called-by arbiter | B.6      | score = none
        --mode rapid                     | 6.9, B.6 | score = 1-0 | open ~ their own flag still up
        --called-by arbiter              | 6.9      | score = 1-0
        ",
    );
}

#[test]
fn article_a_4_d_1_in_2009_the_arbiter_may_call_both_flags() {
    check(
        "flag white --called-by arbiter @",
        "
        --mode rapid --supervision unsupervised --laws fide2009 --black-clock 0:00 | A.4.d.3 | score = 1/2-1/2
        --mode rapid --supervision unsupervised --laws fide2009 --black-clock 1:00 | A.4.d   | score = none
        --mode rapid --supervision unsupervised --laws fide1997 --black-clock 0:00 | B.6     | score = none
        A flag that only a player may call does not count because both are down.
        --mode blitz --laws fide1997 --black-clock 0:00                            | B.6     | score = none
        ",
    );
}

#[test]
fn article_b_8_both_clocks_without_time_are_both_flags() {
    check(
        "flag black --called-by player --fen '4r1k1/5ppp/8/8/8/8/4NPPP/4K3 w - - 0 40' --white-clock 0:00 --laws @",
        "
        fide1997 --mode blitz                            | B.8     | score = 1/2-1/2
        fide2009 --mode rapid --supervision unsupervised | A.4.d.3 | score = 1/2-1/2
        ",
    );
}

#[test]
fn article_b_6_the_arbiter_calls_neither_one_flag_nor_both() {
    check(
        "flag @",
        "
        black --mode rapid --called-by arbiter --laws fide1997       | B.6 | score = none | clocks = - 0:00
        both --mode rapid --called-by arbiter --laws fide1997        | B.6 | score = none | clocks = 0:00 0:00
        white-first --mode rapid --called-by arbiter --laws fide1997 | B.6 | score = none | clocks = 0:00 0:00
        black --mode rapid --called-by arbiter --laws fide2001       | B.7 | score = none | clocks = - 0:00
        both --mode rapid --called-by arbiter --laws fide2001        | B.7 | score = none | clocks = 0:00 0:00
        white-first --mode rapid --called-by arbiter --laws fide2001 | B.7 | score = none | clocks = 0:00 0:00
        both --mode blitz --laws fide1997                            | B.8 | open ~ whether a player claimed it
        both --mode blitz --laws fide2001                            | B.9 | open ~ whether a player claimed it
        ",
    );
}

#[test]
fn article_6_2_complete_moves_do_not_lose() {
    // White has made two moves, Black one.
    check(
        "flag @ --moves 'e4 e5 Nf3' --tc 2/600:300 --period 1",
        "
        white | 6.9 | score = none
        black | 6.9 | score = 1-0 | reason = Black has made 1 of 2 moves
        ",
    );
    check(
        "flag white --moves 'e4 e5' --period 1 --tc @",
        "
        1/600:300 | 6.9 | ruling = The game goes on: the move until the end of the period is complete. | reason = White has made 1 move
        ",
    );
}

#[test]
fn both_flags_follow_the_edition() {
    check(
        "flag both @",
        "
        --laws fide1997 --tc 40/7200:3600                       | 6.11       | score = none
        --laws fide1997 --tc 7200                               | 10.4       | score = 1/2-1/2
        --laws fide2001 --tc 7200                               | 10.3       | score = 1/2-1/2
        --laws fide2001 --tc 40/7200:3600                       | 6.12       | score = none
        --laws fide2009 --tc 40/7200:3600                       | 6.11.a     | score = none
        --laws fide2009 --tc 40/7200:3600 --period 2            | 6.11.b     | score = 1/2-1/2
        --laws fide2009 --tc 5400+30                            | 6.11.b     | score = 1/2-1/2
        --laws fide1997 --mode rapid                            | B.8        | score = 1/2-1/2
        --laws fide2009 --mode rapid                            | 6.11.b     | score = 1/2-1/2
        --laws fide2009 --mode rapid --supervision unsupervised | A.4.d.3    | score = 1/2-1/2
        --laws fide2009                                         | none       | open ~ the time control | undecided ~ by the period
        --laws fide2023 --mode blitz                            | III.3.1    | open ~ Guideline III
        Whether a last period with an increment is a quickplay finish, no Article says.
        --laws fide1997 --tc 5400+30                            | 10.4, 6.11 | undecided ~ a quickplay finish
        ",
    );
}

#[test]
fn article_b_8_the_order_does_not_matter_where_a_player_claims() {
    check(
        "flag @",
        "
        white-first --laws fide1997 --mode rapid | B.8 | score = 1/2-1/2
        white-first --laws fide2009              | 6.9 | score = 0-1
        black-first --laws fide2023 --mode blitz | 6.9 | score = 1-0
        The flag that fell second is down, too.
        white-first --tc 40/7200:3600            | 6.9 | score = 0-1 | clocks = 0:00 0:00
        White, whose flag fell first, has made the two moves of the period; Black has not.
        white-first --period 1 --tc 2/600:300 --moves 'e4 e5 Nf3' --laws fide2009     | 6.9 | score = 1-0 | reason = Black has made 1 of 2 moves
        white-first --period 1 --tc 2/600:300 --moves 'e4 e5 Nf3 Nc6' --laws fide2009 | 6.9 | score = none
        ",
    );
}

#[test]
fn article_6_9_the_order_does_not_matter_if_the_moves_of_a_player_are_complete() {
    check(
        "flag @ --period 1 --tc 2/600:300 --laws fide2009",
        "
        both --moves 'e4 e5 Nf3'                         | 6.9    | score = 1-0 | reason = Black has made 1 of 2 moves
        both --moves 'e4 e5 Nf3 Nc6'                     | 6.9    | score = none | ruling ~ complete
        both --moves 'e4 e5'                             | 6.11.a | score = none
        The other clock shows that both flags have fallen.
        black --moves 'e4 e5 Nf3' --white-clock 0:00     | 6.9    | score = 1-0
        white --moves 'e4 e5 Nf3' --black-clock 0:00     | 6.9    | score = 1-0
        ",
    );
    check(
        "flag @ --period 1 --tc 40/7200:3600 --laws fide2009 --fen '4k3/8/8/8/8/8/8/4K2R b - - 0 40'",
        "
        both        | 6.9 | score = 1-0 | reason = Black has made 39 of 40 moves
        white-first | 6.9 | score = 1-0 | reason = Black has made 39 of 40 moves
        black-first | 6.9 | score = 1-0 | reason = Black has made 39 of 40 moves
        ",
    );
    // Without a period, both are in that of the player with fewer moves.
    check(
        "flag @ --tc 40/7200:3600 --fen '4k3/8/8/8/8/8/8/4K2R b - - 0 40'",
        "
        both --laws fide1997        | 6.9 | score = 1-0 | reason = Black has made 39 of 40 moves
        both                        | 6.9 | score = 1-0 | reason = Black has made 39 of 40 moves
        white-first --laws fide2009 | 6.9 | score = 1-0 | reason = Black has made 39 of 40 moves
        One flag may have fallen at the end of the period that is complete.
        white                       | 6.9 | score = 1/2-1/2 | open ~ --period 1
        white --period 2            | 6.9 | score = 1/2-1/2 | open !~ --period
        black                       | 6.9 | score = 1-0 | open !~ --period
        ",
    );
    // Where a flag counts only if it is claimed, two flags draw.
    check(
        "flag both --period 1 --tc 2/600:300 --moves 'e4 e5 Nf3' --laws fide1997 @",
        "--mode rapid --called-by player | B.8 | score = 1/2-1/2",
    );
}

#[test]
fn articles_6_9_and_6_11_a_period_that_the_fen_does_not_show_is_open() {
    check(
        "flag @ --fen '4k3/8/8/8/8/8/8/4K2R w - -'",
        "
        white --tc 40/7200:3600                 | 6.9  | score = 1/2-1/2 | clocks = 0:00 - | open ~ the period | reason !~ 0 of 40
        white --tc 40/7200:3600 --period 1      | 6.9  | open ~ how many moves were made | open !~ the period
        white --tc 40/7200:3600 --period 2      | 6.9  | open = none
        white --tc 7200                         | 6.9  | open = none
        both --tc 40/7200:3600 --laws fide2009  | none | undecided ~ by the period | open ~ or --period
        ",
    );
    check(
        "quickplay --tc 40/7200:3600 --laws fide2009 --white-clock 1:00 --fen '8/8/4k3/8/8/4K3/4P3/8 w - - 0 @'",
        "
        1  | 10.2, 10.2.a | score = 1/2-1/2 | open ~ counts its move
        41 | 10.2, 10.2.a | score = 1/2-1/2 | open !~ counts its move
        40 | 10.1         | reason = the period is not the last
        ",
    );
}

#[test]
fn a_period_that_does_not_exist_is_refused() {
    check(
        "@",
        "
        flag black --period 5 --tc 40/7200:3600                       | refused | the time control has 2 periods, not 5
        recording white --period 5 --tc 40/7200:3600                  | refused | the time control has 2 periods, not 5
        flag black --period 2 --tc 7200 --laws interpretations1974    | refused | the time control has 1 period, not 2
        The last period repeats.
        flag white --period 3 --tc 40/7200 --moves 'e4 e5'            | 6.9     | reason = White has made 1 of 120 moves
        ",
    );
}

#[test]
fn article_8_6_the_number_of_moves_matters_only_before_the_last_period() {
    check(
        "flag white --moves-unknown --tc 40/7200:3600 --laws fide1997 @",
        "
                   | 8.6 | score = none
        --period 2 | 6.9 | score = 0-1
        ",
    );
    // All moves of a rapid or blitz game are made in one period (97 B.1, C.1).
    check(
        "flag white --moves-unknown --called-by player @",
        "
        --laws fide1997 --mode blitz    | C.4 | score = 0-1
        --laws fide2009 --mode rapid    | 6.9 | score = 0-1
        --laws fide2009 --mode standard | 8.6 | score = none
        ",
    );
}

#[test]
fn article_6_9_no_claim_after_the_fall_of_the_flag() {
    check(
        "quickplay --tc 7200 --fen 'k7/8/Kp6/1P6/8/8/8/8 w - - 0 70' --white-clock 0 --laws @",
        "
        fide2009                     | 6.9, 10.2 | score = none | result = see compongo ruling flag white
        fide1997 --decision postpone | 6.9, 10.2
        ",
    );
    // Where a flag counts once it is claimed, the claim may come first.
    check(
        "claim fifty --fen '7k/8/6K1/8/8/8/8/R7 w - - 100 80' --white-clock 0 --laws @",
        "
        fide2001              | 6.10         | score = none
        fide1997 --mode rapid | 9.3.a, 9.5.a | score = 1/2-1/2 | open ~ until then, it does not count
        ",
    );
}

#[test]
fn article_6_9_the_opponents_flag_is_ruled_on_first() {
    check(
        "@ --laws fide2009 --fen '6k1/pp3ppp/8/8/8/8/PP3PPP/4R1K1 w - - 0 40' --white-clock 0:50 --black-clock 0:00",
        "
        claim threefold --move Rd1 | 6.9 | undecided ~ Black's flag | result = see compongo ruling flag black
        illegal e1f3               | 6.9 | undecided ~ Black's flag | result = see compongo ruling flag black
        ",
    );
    // An illegal move after the fall of the player's own flag does not count.
    check(
        "@ --laws fide2009 --fen '6k1/pp3ppp/8/8/8/8/PP3PPP/4R1K1 w - - 0 40' --white-clock 0:00 --black-clock 0:50",
        "
        illegal e1f3                 | 6.9 | undecided ~ White's flag | result = see compongo ruling flag white
        illegal e1f3 --clock-running | 6.9 | undecided ~ White's flag
        ",
    );
}

#[test]
fn article_10_2_what_is_proved_and_what_is_the_arbiters() {
    check(
        "quickplay --tc 7200 --white-clock 1:30 --black-clock 5:00 --fen @ --laws fide2009",
        "'k7/8/Kp6/1P6/8/8/8/8 w - - 0 1' | 10.2, 10.2.a | score = 1/2-1/2 | proof/answer = Black cannot mate",
    );
    check(
        "quickplay --tc 7200 --white-clock 1:59 --black-clock 5:00 --laws @",
        "
        fide2009                   | 10.2, 9.1.b.3                 | score = none | offer = true | open ~ normal means
        fide2009 --decision reject | 10.2, 10.2.d, 10.2.c, 9.1.b.3 | clocks = 1:59 7:00 | plays = none
        fide1997 --decision draw   | 10.2, 10.2.a                  | score = 1/2-1/2
        fide1997 --decision reject | refused                       | not rejected
        ",
    );
    // Rapid of 1997: only on request; from 2001 on: no appeal.
    check(
        "quickplay --fen '8/8/4k3/3r4/8/8/2R5/2K5 w - - 0 38' --white-clock 1:30 --laws @",
        "
        fide1997 --mode rapid                | 10.2, B.5                     | open ~ asks for a ruling
        fide2009 --tc 3600 --decision reject | 10.2, 10.2.d, 10.2.c, 9.1.b.3 | final ~ no appeal
        ",
    );
}

#[test]
fn article_10_2_b_a_decision_after_it_was_postponed() {
    check(
        "quickplay --tc 7200 --white-clock 0:00 --postponed --decision @",
        "
        draw --laws fide2009   | 10.2, 10.2.b, 10.2.d | score = 1/2-1/2 | final ~ no appeal
        postpone --laws fide2009 | refused | postponed already
        draw --laws fide1997   | 10.2, 10.2.c
        reject --laws fide2001 | 10.2, 10.2.b, 10.2.d | ruling ~ the fallen flag decides | offer = false | clocks = 0:00 120:00
        ",
    );
    check(
        "quickplay --tc 7200 --white-clock 1:30 --black-clock @ --postponed --decision reject",
        "
        0:00 --laws fide2009 | 10.2, 10.2.b, 10.2.d | ruling ~ the fallen flag decides | result ~ flag black
        1:00 --laws fide2009 | 10.2, 10.2.b, 10.2.d | ruling ~ the game goes on | open !~ whether a flag
        1:00 --laws fide2001 | 10.2, 10.2.b, 10.2.d | open ~ whether a flag has fallen
        ",
    );
    check(
        "quickplay --tc 7200 --white-clock 1:00 --decision @",
        "reject --laws fide2001 | 10.2, 10.2.d, 10.2.c, 9.1.c",
    );
}

#[test]
fn article_10_2_needs_a_quickplay_finish_and_less_than_two_minutes() {
    check(
        "quickplay @",
        "
        --laws fide2009 --tc 7200 --white-clock 2:00                           | 10.2         | ruling = The claim cannot be made; the game goes on.
        --laws fide2009 --tc 40/5400:1800 --white-clock 1:00                   | 10.1         | ruling = The claim cannot be made; the game goes on.
        --laws fide1997 --tc 300 --white-clock 1:00                            | C.5          | ruling = The claim cannot be made; the game goes on.
        --laws fide2009 --tc 300 --white-clock 1:00 --supervision unsupervised | B.3.b        | ruling = The claim cannot be made; the game goes on.
        --laws fide2023 --tc 7200 --white-clock 1:00                           | III.2        | ruling = The claim cannot be made; the game goes on.
        --laws fide2023 --tc 7200 --white-clock 1:00 --announced               | III.5, III.4 | instead ~ 0:00:05 per move | instead ~ an offer of a draw
        --laws fide2009 --tc 5400+30 --white-clock 1:00                        | 10.1         | undecided ~ whether a claim can be made
        ",
    );
}

#[test]
fn article_9_1_b_3_a_claim_under_guideline_iii_may_be_an_offer() {
    check(
        "quickplay --announced --tc 7200 --white-clock 1:30 --moves 'e4 e5 Nf3 Nc6' @",
        "
                        | III.5, III.4  | offer = false | open ~ an offer of a draw too
        --laws fide2009 | 10.2, 9.1.b.3 | offer = true  | open !~ an offer of a draw too
        ",
    );
}

#[test]
fn the_initial_position_is_assumed_where_it_decides() {
    check(
        "@",
        "
        quickplay --laws fide2009 --tc 7200 --white-clock 1:00 | 10.2, 9.1.b.3 | open ~ is assumed | proof = none
        flag both --tc 40/7200:3600                            | III.3.1       | open ~ is assumed
        flag both --tc 40/7200:3600 --period 1                 | III.3.1       | open ~ is assumed
        flag both --tc 40/7200:3600 --period 2                 | III.3.1       | open !~ is assumed
        ",
    );
}

#[test]
fn appendix_d_a_claim_without_an_arbiter_is_no_offer() {
    check(
        "quickplay --tc 7200 --white-clock 1:00 --no-arbiter --laws fide2009 @",
        "
                        | 10.2, D | offer = false
        --decision draw | refused | --decision
        ",
    );
}

#[test]
fn appendix_d_what_ends_the_game_without_an_arbiter() {
    check(
        "quickplay --tc 7200 --white-clock 1:00 --no-arbiter --laws @",
        "
        fide1997 | 10.2, D | score = none | ruling ~ The fall of the flag ends the game | open ~ go on until
        fide2001 | 10.2, D | score = none | ruling ~ The claim ends the game | open !~ go on until
        fide2009 | 10.2, D | score = none | ruling ~ The claim ends the game | open !~ go on until
        ",
    );
}

#[test]
fn article_10_2_a_proof_draws_under_the_article_of_the_claim() {
    check(
        "quickplay --tc 7200 --fen 'k7/8/Kp6/1P6/8/8/8/8 w - - 0 70' --white-clock @",
        "
        1:00 --laws fide2009 --no-arbiter                  | 10.2, D      | score = 1/2-1/2
        0:00 --laws fide2009 --decision reject --postponed | 10.2, 10.2.b | score = 1/2-1/2
        0:00 --laws fide1997 --decision draw --postponed   | 10.2, 10.2.c | score = 1/2-1/2
        ",
    );
}

#[test]
fn undetermined_proofs_have_an_exit_code_of_their_own() {
    let fen = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
    let out = answer(&format!("flag black --fen '{fen}' --nodes 0"))
        .exits(3)
        .out;
    assert!(
        out.contains("the arbiter decides, since no proof was found"),
        "{out}"
    );
    // Without a proof, a claim in a quickplay finish stays open, or costs time.
    let quickplay =
        "quickplay --laws fide2009 --tc 7200 --white-clock 1:30 --black-clock 5:00 --nodes 0";
    for decision in ["", " --decision reject"] {
        let out = answer(&format!("{quickplay} --fen '{fen}'{decision}")).exits(3);
        assert!(out.out.contains("Black may mate"), "{}", out.out);
    }
    answer(&format!("{quickplay} --fen '{fen}' --decision draw")).success();
}
