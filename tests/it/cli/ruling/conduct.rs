//! Articles 6 to 8 and 11 to 15: faulty clocks, displaced pieces, recording, conduct, sealed moves.

use super::check;
use crate::support::folder::Folder;

#[test]
fn article_6_10_a_clock_that_is_wrong() {
    check(
        "clock @",
        "
        defect --laws fide2001  | 6.11
        screen --laws fide2009  | 6.14
        stopped --laws fide2009 | 6.12.d | undecided ~ valid reason
        ",
    );
    // With a delay, or without a time control, no time left follows from the time used.
    check(
        "clock defect --white-used 10:00 @",
        "
        --tc 5400d5 | 6.10.1 | clocks = - 90:00 | open !~ which follow from the times used
                    | 6.10.1 | clocks = - - | open !~ which follow from the times used
        The time left that was given does not follow from the time used.
        --white-clock 60:00 | 6.10.1 | clocks = 60:00 - | open !~ which follow from the times used
        ",
    );
    check(
        "clock setting --tc 40/7200:3600 --white-used 20:00 --black-used 30:00 --laws @",
        "
        fide2009 | 6.10.b | clocks = 100:00 90:00 | open ~ best judgement | stopped ~ at once
        fide1997 | 6.10   | clocks = 100:00 90:00 | undecided ~ no Article of this edition
        ",
    );
    // A FEN that does not show how many moves were made gives no times.
    check(
        "clock defect --fen '8/8/4k3/8/4K3/4P3/8/8 w - - 0 1' --white-used 1:50:00 --tc @",
        "
        40/2h:1h | 6.10.1 | clocks = - - | open !~ which follow from the times used
        2h       | 6.10.1 | clocks = 10:00 -
        ",
    );
    check(
        "clock setting --tc 40/7200 --white-used 10:00 --black-used 12:00 --laws @",
        "fide2001 | 6.11 | clocks = 110:00 108:00 | undecided ~ the times",
    );
    check(
        "clock setting --white-used 0:00 --black-used 0:00 --tc @",
        "
        90m+30s | 6.10.2 | clocks = 90:00 90:00 | open ~ then both players have 0:00:30 more
        90m     | 6.10.2 | clocks = 90:00 90:00 | open !~ more
        ",
    );
}

#[test]
fn article_13_6_nobody_tells_a_player_to_press_the_clock() {
    check(
        "clock not-pressed --moves e4 @",
        "
        --laws fide1997 | 13.6, 6.7.a | ruling ~ White's clock runs on | reply = Black may move once the clock is pressed (1.1)
        --laws fide2001 | 13.6, 6.8.a | ruling ~ White's clock runs on | reply = Black may move at once (1.1)
        --laws fide2009 | 13.6, 6.7.a | ruling ~ White's clock runs on | reply = Black may move at once (1.1)
                        | 12.6, 6.2.1 | ruling ~ White's clock runs on | reply = Black may move at once (1.3)
        ",
    );
}

#[test]
fn article_b_4_a_claim_about_the_setting_in_time() {
    check(
        "clock setting --mode rapid @",
        "
        --laws fide1997 --tc 25m --moves 'e4 e5 Nf3 Nc6 Bb5'                       | B.4, 6.10 | open ~ best judgement
        Three moves were made: the setting stands.
        --laws fide2009 --supervision unsupervised --moves 'e4 e5 Nf3 Nc6 Bc4 Bc5' | A.4.a
        ",
    );
}

#[test]
fn article_7_3_displaced_pieces() {
    check(
        "displaced white @",
        "
        --laws fide1997         | 7.3       | clock ~ Black may start White's clock
        --laws fide1997 --later | 7.4, 6.13 | open !~ a penalty
        --laws fide2009 --later | 7.5, 6.13 | open ~ a penalty
        --laws fide2018 --later | 7.6, 7.1  | open ~ best judgement
        ",
    );
}

#[test]
fn articles_8_1_and_8_6_scoresheets() {
    check(
        "recording white --in-advance --laws @",
        "
        fide2009 | 8.1
        fide2001 | 8.1 | ruling ~ may write
        ",
    );
}

#[test]
fn article_8_4_who_must_record() {
    check(
        "recording white --laws fide1997 @",
        "
        --white-clock 4:59 --tc 5400    | 8.4, 13.6 | ruling !~ White must record
        --white-clock 5:00 --tc 5400    | 8.1       | ruling ~ White must record
        --white-clock 0:10 --tc 5400+30 | 8.1       | ruling ~ White must record
        --white-clock 0:10 --tc 5400+29 | 8.4, 13.6 | ruling !~ White must record
        --white-clock 9:00 --tc 1500    | B.3       | ruling !~ White must record
        ",
    );
    check(
        "recording white @",
        " | 8.1.1, 8.4 | undecided ~ depends on White's clock",
    );
}

#[test]
fn articles_8_4_and_8_5_after_the_fall_of_the_flag() {
    check(
        "recording black --flag-fell --laws @",
        "
        fide1997 | 8.4, 8.5 | how ~ (8.5.a) | otherwise ~ (8.5.b) | no sheet ~ notes the position (8.5.c)
        fide2009 | 8.4, 8.5 | how ~ (8.5.a) | otherwise ~ (8.5.b) | no sheet ~ times and moves (8.5.c)
        fide2023 | 8.4, 8.5 | how ~ (8.5.1) | otherwise ~ (8.5.2) | no sheet ~ times and moves (8.5.3)
        ",
    );
    // In the last period the flag decides.
    check(
        "recording black --flag-fell --laws fide2009 --tc @",
        "
        7200         | 6.9      | ruling ~ flag decides | result ~ flag black
        40/7200:3600 | 8.4, 8.5 | ruling ~ before the next move | open ~ in the last period
        40/7200:3600 --period 2 | 6.9 | ruling ~ flag decides
        ",
    );
}

#[test]
fn article_8_4_for_the_rest_of_the_period_since_2009() {
    let folder = Folder::new();
    let game = "[TimeControl \"40/7200:3600\"]\n[Result \"*\"]\n\n\
                1. e4 {[%clk 0:04:30]} e5 {[%clk 1:00:00]} 2. Nf3 {[%clk 0:06:20]} Nc6 {[%clk 0:59:00]} *\n";
    let pgn = folder.write("clocks.pgn", game);
    check(
        &format!("recording white --pgn {pgn} --laws @"),
        "
        fide2009 | 8.4, 13.6 | ruling ~ need not
        fide2001 | 8.1       | ruling ~ must record
        ",
    );
    check(
        "recording white --tc 40/2h:1h+30s --white-clock 3:00 --laws fide2001 @",
        "
        --period 2 | 8.1       | ruling ~ must record
                   | 8.4, 13.6 | open ~ the initial position is assumed
        ",
    );
}

#[test]
fn article_13_6_the_number_of_moves_is_not_told() {
    check(
        "recording white --tc 40/7200:3600 --white-clock 4:00 --laws @",
        "
        fide1997 | 8.4, 13.6 | number ~ tells nobody
        fide2001 | 8.4, 13.6 | number ~ tells nobody
        fide2023 | 8.4, 12.6 | number ~ tells nobody
        ",
    );
}

#[test]
fn article_8_1_a_player_who_cannot_write() {
    check(
        "recording white --cannot-write --laws @",
        "
        fide1997              | 8.1 | ruling ~ with less time | open ~ physical or religious
        fide2001              | 8.1 | ruling ~ with less time | open ~ deducts from White's clock
        fide2009              | 8.1 | ruling ~ An assistant | open ~ adjusts White's clock
        fide2018              | 8.1.6 | ruling ~ An assistant | open ~ disability
        fide2023              | 8.1.6 | ruling ~ An assistant | open ~ disability
        In rapid nobody records.
        fide1997 --mode rapid | B.3
        ",
    );
}

#[test]
fn appendix_c_only_algebraic_notation_is_evidence() {
    check(
        "recording black --other-notation --laws @",
        "
        fide1997 | E
        fide2001 | E
        fide2009 | C
        ",
    );
}

#[test]
fn article_12_3_b_a_telephone_gives_the_opponent_what_can_be_won() {
    check(
        "phone @",
        "
        white --laws fide2009 --fen '8/8/4k3/8/8/3RN3/4K3/8 w - - 0 60' | 12.3.b             | score = 0-1/2 | proof/answer = Black cannot mate
        black --laws fide2009 --fen '8/8/4k3/8/8/3RN3/4K3/8 w - - 0 60' | 12.3.b             | score = 1-0
        black --laws fide2001                                           | 12.5, 13.4         | undecided ~ no clause on telephones | open !~ the initial position is assumed | open ~ the edition of 2005
        black --laws fide1997                                           | 12.5, 13.4         | undecided ~ no clause on telephones | open !~ 2005
        white --silent                                                  | 11.3.2             | score = 0-1 | open ~ switched off in a bag
        white --laws fide2009 --silent                                  | 12.3.b, 12.7, 13.4 | undecided ~ switched off
        ",
    );
}

#[test]
fn article_12_8_refusal_to_comply_with_the_laws() {
    check(
        "refusal @",
        "
        white --laws fide2009           | 12.8 | score = none
        both --laws fide1997            | 12.8 | score = 0-0
        both --laws fide2009            | 12.9 | score = 0-0
        both --laws interpretations1974 | 17.4 | score = 0-0
        ",
    );
}

#[test]
fn article_12_4_leaving_the_playing_area() {
    // White has the move.
    check(
        "leaving @",
        "
        black --laws fide1997         | 12.4               | ruling = Black may leave the playing area.
        black --laws fide2001         | 12.4               | ruling = Black may leave the playing area.
        black --laws fide2009         | 12.2               | ruling = Black may leave the playing area.
        black --laws fide2023         | 11.2.3             | ruling = Black may leave the playing area.
        white --laws fide1997         | 12.4, 13.4         | undecided ~ had permission to leave the playing area
        white --laws fide2001         | 12.4, 12.6, 13.4   | undecided ~ had permission to leave the playing area
        white --laws fide2009         | 12.2, 12.7, 13.4   | undecided ~ had permission to leave the playing area
        white --laws fide2023         | 11.2.3, 11.6, 12.9 | undecided ~ had permission to leave the playing area
        black --venue --laws fide1997 | 12.4, 13.4         | undecided ~ had permission to leave the playing venue
        black --venue --laws fide2001 | 12.4, 12.6, 13.4   | undecided ~ had permission to leave the playing venue
        black --venue --laws fide2009 | 12.2, 12.7, 13.4   | undecided ~ had permission to leave the playing venue
        black --venue --laws fide2023 | 11.2.3, 11.6, 12.9 | undecided ~ had permission to leave the playing venue
        ",
    );
}

#[test]
fn article_15_1_until_when_a_sealed_move_may_be_changed() {
    check(
        "seal --laws @",
        "
        interpretations1974 --change                  | 15.1          | ruling = White may change the sealed move. | numbering !~ not known
        fide1997 --change                             | A.1.a         | ruling = White may change the sealed move. | numbering !~ not known
        fide2001 --change                             | A.1.a         | ruling = White may change the sealed move. | numbering ~ not known
        fide2009 --change                             | Guideline 1.a | ruling = White may change the sealed move. | numbering !~ not known
        fide2023 --change                             | Guideline 1.a | ruling = White may change the sealed move. | numbering ~ not known
        interpretations1974 --change --clocks-stopped | 15.1          | ruling = The sealed move stands. | numbering !~ not known
        fide1997 --change --clocks-stopped            | A.1.a         | ruling = The sealed move stands. | numbering !~ not known
        fide2001 --change --clocks-stopped            | A.1.a         | ruling = The sealed move stands. | numbering ~ not known
        fide2009 --change --clocks-stopped            | Guideline 1.a | ruling = The sealed move stands. | numbering !~ not known
        fide2023 --change --clocks-stopped            | Guideline 1.a | ruling = The sealed move stands. | numbering ~ not known
        interpretations1974 --made e4 --sealed d4     | 15.1          | plays = e4
        fide1997 --made e4 --sealed d4                | A.1.a         | plays = e4
        fide2001 --made e4 --sealed d4                | A.1.a         | plays = e4
        fide2009 --made e4 --sealed d4                | Guideline 1.a | plays = e4
        fide2023 --made e4 --sealed d4                | Guideline 1.a | plays = e4
        Nor can a text be sealed that is no move.
        fide2023 --made e4 --sealed e9                | Guideline 1.a | ruling ~ 'e9' cannot be sealed
        fide2023 --made e4 --sealed e2e4              | Guideline 1.a | ruling = The right move is sealed.
        fide2023 --made e5                            | refused       | is illegal
        ",
    );
    check(
        "seal --early 20:00 --white-clock @",
        "
        1:00:00 --laws fide2009            | Guideline 1.b | clocks = 40:00 -
        1:00:00 --laws interpretations1974 | 15.1          | undecided ~ the arbiter decides whether White may seal
        10:00 --laws fide1997              | A.1.b         | undecided ~ does not last
        ",
    );
}
