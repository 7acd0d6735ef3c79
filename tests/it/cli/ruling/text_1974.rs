//! The interpretations of 1974: a word on few questions.

use super::check;
use crate::support::folder::Folder;

#[test]
fn article_14_clocks_go_back_in_proportion() {
    // An error at move 20, found after 30 moves: 90 and 60 minutes become 60 and 40.
    check(
        "illegal --found-later 39 --found-after 30 --white-used 90:00 --black-used 60:00 --laws @",
        "interpretations1974 | 14 | edition = interpretations1974 | mode = none | used = 60:00 40:00 | open ~ do not cover",
    );
    check(
        "illegal --found-later 1 --moves 'e2e5 d7d5' --laws @",
        "interpretations1974 | 14 | reason = the irregularity of move 1 was found after 1 move",
    );
}

#[test]
fn article_17_1_a_flag_loses_whether_the_opponent_can_mate_or_not() {
    check(
        "flag @",
        "
        black --fen '4k3/8/8/8/8/8/2q5/4K1N1 b - - 0 60' --white-clock 5:00 --laws interpretations1974 | 17.1 | score = 1-0 | clocks = 5:00 0:00
        black --fen '4k3/8/8/8/8/8/2q5/4K1N1 b - - 0 60' --laws fide1997                               | 6.9  | score = 1/2-1/2
        Neither can mate; the game was drawn only under later texts.
        white --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 60' --laws interpretations1974                        | 17.1 | score = 0-1
        white --called-by player --laws interpretations1974                                            | 17.1 | open ~ special laws
        ",
    );
}

#[test]
fn article_17_1_a_flag_of_a_complete_period_changes_nothing() {
    check(
        "flag white --tc 40/9000:16/3600 --period 1 --laws 1974 --fen '4k3/q7/8/8/8/8/8/4K2R w - - 0 @'",
        "
        57 | 17.1 | score = none | reason = White has made 56 moves
        40 | 17.1 | score = 0-1
        ",
    );
}

#[test]
fn what_happens_after_the_end_of_a_game_has_no_effect() {
    let folder = Folder::new();
    let resigned = "[Result \"0-1\"]\n[Termination \"Black won by resignation\"]\n\n1. e4 e5 0-1\n";
    let resigned = folder.write("game.pgn", resigned);
    check(
        "@ --laws interpretations1974",
        &format!(
            "
        offer --moves 'f3 e5 g4 Qh4#' --then accepted      | none | score = 0-1 | ruling ~ Black mates
        flag white --moves 'f3 e5 g4 Qh4#'                 | none | score = 0-1
        refusal white --moves 'f3 e5 g4 Qh4#'              | none | score = 0-1 | ruling ~ Black mates
        seal --moves 'f3 e5 g4 Qh4#'                       | none | score = 0-1
        flag black --pgn {resigned}                        | none | score = 0-1 | ruling ~ resignation
        offer --pgn {resigned} --then accepted             | none | score = 0-1 | ruling ~ resignation
        A dead position goes on: the moves after it count.
        seal --fen '7k/5K2/8/6B1/8/8/8/8 w - - 0 70' --moves 'Bf6+'                            | 15.1 | ruling ~ Black seals
        seal --fen '7k/8/5K2/8/6B1/8/8/8 w - - 0 70' --moves 'Kf7 Kh7 Bf5+ Kh8 Be4'            | none | score = 1/2-1/2
        offer --fen '7k/5K2/8/6B1/8/8/8/8 w - - 0 70' --moves 'Bf6+' --then accepted           | 18.1 | by = White
        flag white --tc 40/60:60 --period 1 --fen '7k/5K2/8/6B1/8/8/8/8 w - - 0 40' --moves 'Bf6+' | 17.1 | score = none
        seal --fen '8/8/4k3/8/8/3K4/8/8 w - - 0 70'        | 15.1 | ruling ~ seals a move
        refusal white --fen garbage                        | refused | rank
        flag white --moves-unknown --tc 40/7200:3600       | refused | --moves-unknown
        "
        ),
    );
}

#[test]
fn article_17_4_both_players_late_lose() {
    check(
        "default --laws interpretations1974 @",
        "
        --white-late 1:00:00                  | 17.2 | score = none
        --white-late 1:00:01                  | 17.2 | score = 0-1
        --black-late never                    | 17.2 | score = 1-0
        --white-late never --black-late never | 17.4 | score = 0-0
        --white-late 1:15:00 --excused        | 17.2 | undecided ~ concessions
        ",
    );
}

#[test]
fn on_other_questions_there_is_no_word() {
    check(
        "@ --laws interpretations1974",
        "
        claim threefold    | refused | do not cover this
        illegal g1g3       | refused | do not cover this
        flag both          | refused | do not cover this
        setup              | refused | do not cover this
        chess960 0         | refused | do not cover this
        quickplay          | refused | do not cover this
        time-control 300+3 | refused | do not cover this
        ",
    );
}
