//! Recorded results against what the recorded events cost.

use crate::judge::support::{check, finding, game, game_from, judge, kinds};
use compongo::judge::FindingKind;

#[test]
fn article_6_9_a_flag_draws_if_the_opponent_cannot_mate() {
    for fen in [
        "k7/p1K5/1N6/3p4/8/8/8/8 b - -",
        "8/8/8/8/8/2K5/1p6/kB6 b - -",
        "8/8/8/8/1p6/kQ6/8/1K6 b - -",
    ] {
        let pgn = game_from(fen, &[("Termination", "time forfeit")], "", "1-0");
        let found = &judge(&pgn).findings[0];
        assert_eq!(found.kind, FindingKind::ResultContradictsFlagRule, "{fen}");
        let proof = found.proof.as_deref();
        assert!(proof.is_some_and(|proof| proof.contains("tree")), "{fen}");
    }
    check(
        "
        Termination: time forfeit; FEN: k7/p1K5/1N6/3p4/8/8/8/8 b - - | 1-0     | fide2023 | 1/2-1/2 flag_fall 6.9 0 | result_contradicts_flag_rule
        Termination: time forfeit; FEN: k7/p1K5/1N6/3p4/8/8/8/8 b - - | 1/2-1/2 | fide2023 | 1/2-1/2 flag_fall 6.9 0 | none
        Termination: time forfeit; FEN: k7/p1K5/1N6/3p4/8/8/8/8 b - - | 0-1     | fide2023 | 0-1 flag_fall 6.9 0     | none
        ",
    );
}

#[test]
fn article_6_9_a_flag_loses_if_the_opponent_can_mate() {
    check(
        "
        Termination: time forfeit; FEN: 8/8/8/4k3/4p3/4N3/4K3/8 w - - | 1-0     | fide2023 | 1-0 flag_fall 6.9 0 | none
        Termination: time forfeit; FEN: 8/8/8/4k3/4p3/4N3/4K3/8 w - - | 1/2-1/2 | fide2023 | none                | result_contradicts_flag_rule
        ",
    );
}

#[test]
fn articles_10_4_and_6_11_both_flags_may_have_fallen() {
    check(
        "
        97 B.8, by way of C.2 in blitz; 09 A.4.d.3.
        Termination: time forfeit; LawsMode: Rapid; TimeControl: 1500           | 1. e4 e5 1/2-1/2          | fide1997 | 1/2-1/2 flag_fall B.8 2    | human_judgement
        Termination: time forfeit; LawsMode: Blitz; TimeControl: 300            | 1. e4 e5 1/2-1/2          | fide1997 | 1/2-1/2 flag_fall B.8 2    | human_judgement
        Termination: time forfeit; LawsMode: Rapid; TimeControl: 1500+5         | 1. e4 e5 1/2-1/2          | fide2009 | 1/2-1/2 flag_fall 6.11.b 2 | human_judgement
        All moves of a rapid or blitz game are made in one period.
        Termination: time forfeit; LawsMode: Blitz; TimeControl: ?              | 1. e4 e5 1/2-1/2          | fide2009 | 1/2-1/2 flag_fall 6.11.b 2 | human_judgement
        A quickplay finish; in 2009 the last period.
        Termination: time forfeit; LawsMode: Standard; TimeControl: 7200        | 1. e4 e5 1/2-1/2          | fide1997 | 1/2-1/2 flag_fall 10.4 2   | human_judgement
        Termination: time forfeit; LawsMode: Standard; TimeControl: 2/7200:3600 | 1. e4 e5 2. d4 d5 1/2-1/2 | fide2001 | 1/2-1/2 flag_fall 10.3 4   | human_judgement
        Termination: time forfeit; LawsMode: Standard; TimeControl: 2/7200:3600 | 1. e4 e5 2. d4 d5 1/2-1/2 | fide2009 | 1/2-1/2 flag_fall 6.11.b 4 | human_judgement
        Termination: time forfeit; LawsMode: Standard; TimeControl: 5400+30     | 1. e4 e5 2. d4 d5 1/2-1/2 | fide2009 | 1/2-1/2 flag_fall 6.11.b 4 | human_judgement
        The game goes on.
        Termination: time forfeit; LawsMode: Standard; TimeControl: 5400+30     | 1. e4 e5 2. d4 d5 1/2-1/2 | fide1997 | none                       | result_contradicts_flag_rule
        Termination: time forfeit; LawsMode: Standard; TimeControl: 2/7200:3600 | 1. e4 e5 1/2-1/2          | fide1997 | none                       | result_contradicts_flag_rule
        Termination: time forfeit; LawsMode: Standard; TimeControl: 2/7200:3600 | 1. e4 e5 1/2-1/2          | fide2001 | none                       | result_contradicts_flag_rule
        Termination: time forfeit; LawsMode: Standard; TimeControl: 2/7200:3600 | 1. e4 e5 1/2-1/2          | fide2009 | none                       | result_contradicts_flag_rule
        The control is not known.
        Termination: time forfeit; LawsMode: Standard; TimeControl: ?           | 1. e4 e5 1/2-1/2          | fide1997 | none                       | human_judgement
        Termination: time forfeit; LawsMode: Standard; TimeControl: ?           | 1. e4 e5 1/2-1/2          | fide2001 | none                       | human_judgement
        Termination: time forfeit; LawsMode: Standard; TimeControl: ?           | 1. e4 e5 1/2-1/2          | fide2009 | none                       | human_judgement
        ",
    );
}

#[test]
fn article_6_11_a_record_of_both_flags() {
    check(
        "
        Termination: Both flags fell; TimeControl: 300 | 1. e4 e5 1/2-1/2 | fide2023 | 1/2-1/2 flag_fall III.3.1 2 | human_judgement
        Who was first is not a fact about moves.
        Termination: Both flags fell; TimeControl: 300 | 1. e4 e5 1-0     | fide2023 | none                        | human_judgement
        ",
    );
}

#[test]
fn article_10_3_of_1997_illegal_moves_lose_in_a_quickplay_finish() {
    check(
        "
        Termination: White lost by illegal move; LawsMode: Standard; TimeControl: 7200         | 1. e4 e5 0-1 | fide1997 | 0-1 illegal_move 10.3 2 | none
        Termination: White lost by illegal move; LawsMode: Standard; TimeControl: 40/7200:3600 | 1. e4 e5 0-1 | fide1997 | none                    | human_judgement
        Termination: rules infraction; LawsMode: Standard; TimeControl: 7200                   | 1. e4 e5 0-1 | fide1997 | none                    | human_judgement
        Termination: rules infraction; LawsMode: Standard; TimeControl: 40/7200:3600           | 1. e4 e5 0-1 | fide1997 | none                    | human_judgement
        ",
    );
}

#[test]
fn article_c_4_of_1997_asks_for_mating_potential_in_blitz() {
    check(
        "
        Termination: time forfeit; FEN: 8/8/8/3k4/8/2N5/2N5/2K5 b - -                   | 1-0 | fide1997 | 1-0 flag_fall 6.9 0     | none
        Termination: time forfeit; TimeControl: 300; FEN: 8/8/8/3k4/8/2N5/2N5/2K5 b - - | 1-0 | fide1997 | 1/2-1/2 flag_fall C.4 0 | result_contradicts_flag_rule
        Termination: time forfeit; TimeControl: 300; FEN: 8/8/8/3k4/8/2N5/2N5/2K5 b - - | 1-0 | fide2023 | 1-0 flag_fall 6.9 0     | none
        ",
    );
}

#[test]
fn article_7_5_5_an_illegal_move_draws_if_the_opponent_cannot_mate() {
    check(
        "
        Termination: Black lost by illegal move; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0     | fide2023 | 1/2-1/2 illegal_move 7.5.5 0 | result_contradicts_illegal_move_rule
        Termination: rules infraction; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - -           | 1/2-1/2 | fide2023 | 1/2-1/2 illegal_move 7.5.5 0 | none
        In 2001 there is no exception, in 1997 no illegal move loses.
        Termination: Black lost by illegal move; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0     | fide2001 | 1-0 illegal_move 7.4.b 0     | none
        Termination: Black lost by illegal move; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0     | fide1997 | none                         | human_judgement
        Which infraction it was, a person knows.
        Termination: rules infraction; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - -           | 1-0     | fide2023 | none                         | human_judgement
        Termination: rules infraction; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - -           | 1-0     | fide2001 | none                         | human_judgement
        Termination: rules infraction; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - -           | 1-0     | fide1997 | none                         | human_judgement
        Termination: rules infraction; TerminationDetails: Black made an illegal move (Article 7.5.5) | 1. e4 e5 2. Nf3 1-0 | fide2023 | 1-0 illegal_move 7.5.5 3 | none
        Termination: rules infraction; TerminationDetails: Black wore a cap       | 1. e4 e5 2. Nf3 1-0 | fide2023 | none | human_judgement
        ",
    );
}

#[test]
fn article_7_5_5_the_illegal_move_itself_may_be_recorded() {
    check(
        "
        Termination: rules infraction | 1. e4 e5 2. Nf3 Nc4 1-0       | fide2023 | 1-0 illegal_move 7.5.5 3 | illegal_move
        Nothing is known about what comes after an illegal move.
        Termination: rules infraction | 1. e4 e5 2. Nf3 Nc4 3. d4 1-0 | fide2023 | none                     | illegal_move
        ",
    );
}

#[test]
fn article_5_1_2_resignation_draws_since_2023_if_the_opponent_cannot_mate() {
    check(
        "
        Termination: Normal; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0          | fide1997 | 1-0 resignation 5.1.b 0     | none
        Termination: Normal; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0          | fide2001 | 1-0 resignation 5.1.b 0     | none
        Termination: Normal; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0          | fide2009 | 1-0 resignation 5.1.b 0     | none
        Termination: Normal; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0          | fide2018 | 1-0 resignation 5.1.2 0     | none
        Termination: Normal; FEN: 8/8/8/8/8/2K5/1p6/kB6 b - - | 1-0          | fide2023 | 1/2-1/2 resignation 5.1.2 0 | result_contradicts_resignation_rule
        Without a reason the verdict stays open, but no loss by an event could stand.
        FEN: 8/8/8/8/8/2K5/1p6/kB6 b - -                      | 1-0          | fide2023 | none                        | result_contradicts_resignation_rule
        Termination: Ann won by resignation                   | 1. e4 e5 1-0 | fide2023 | 1-0 resignation 5.1.2 2     | none
        ",
    );
}

#[test]
fn article_5_2_3_both_must_have_moved_before_they_agree_since_2018() {
    check(
        "
        The moves may be lost.
                                                                              | 1/2-1/2          | fide2023 | none                      | none
        Termination: Normal                                                   | 1/2-1/2          | fide2023 | none                      | agreement_too_early
                                                                              | 1. e4 1/2-1/2    | fide2023 | none                      | agreement_too_early
        Termination: Normal                                                   | 1. e4 1/2-1/2    | fide2023 | none                      | agreement_too_early
                                                                              | 1. e4 e5 1/2-1/2 | fide2023 | none                      | none
        Termination: Normal                                                   | 1. e4 e5 1/2-1/2 | fide2023 | 1/2-1/2 agreement 5.2.3 2 | none
        Termination: Normal                                                   | 1. e4 1/2-1/2    | fide2018 | none                      | agreement_too_early
                                                                              | 1/2-1/2          | fide2009 | none                      | none
        Termination: Normal                                                   | 1/2-1/2          | fide2009 | 1/2-1/2 agreement 5.2.c 0 | none
                                                                              | 1. e4 1/2-1/2    | fide2009 | none                      | none
        Termination: Normal                                                   | 1. e4 1/2-1/2    | fide2009 | 1/2-1/2 agreement 5.2.c 1 | none
                                                                              | 1. e4 e5 1/2-1/2 | fide2009 | none                      | none
        Termination: Normal                                                   | 1. e4 e5 1/2-1/2 | fide2009 | 1/2-1/2 agreement 5.2.c 2 | none
        A game from a position may have had moves before.
        FEN: r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 | 1/2-1/2          | fide2023 | none                      | none
        ",
    );
}

#[test]
fn article_5_1_2_a_resignation_may_draw_before_an_agreement_can() {
    // White, who has the move, resigns, or loses on time; Black cannot mate.
    check(
        "
        Termination: Normal; FEN: 7N/8/7K/8/8/8/8/6kN w - - 0 1             | 1/2-1/2 | fide2023 | 1/2-1/2 resignation 5.1.2 0 | none
        FEN: 7N/8/7K/8/8/8/8/6kN w - - 0 1                                  | 1/2-1/2 | fide2023 | none                        | none
        Termination: drawn by agreement; FEN: 7N/8/7K/8/8/8/8/6kN w - - 0 1 | 1/2-1/2 | fide2023 | none                        | agreement_too_early
        ",
    );
}

#[test]
fn article_9_2_a_draw_may_rest_on_a_move_that_is_not_played() {
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
    let report = judge(&game(&[], moves, "1/2-1/2"));
    let explains = finding(&report, FindingKind::ClaimExplainsDraw);
    let detail = &explains.detail;
    assert!(detail.contains("with 4...Ng8,"), "{detail}");
    assert_eq!(explains.article, Some("9.2.1"));
    assert!(report.verdict.is_none() && report.findings.len() == 1);
}

#[test]
fn article_9_2_a_claim_that_is_recorded_is_checked() {
    check(
        "
        Termination: Game drawn by repetition                                         | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | 1/2-1/2 threefold 9.2.1 7   | none
        Termination: Game drawn by repetition                                         | 1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2                   | fide2023 | none                        | result_contradicts_claim_rule
        Termination: Game drawn by 50-move rule; FEN: 7k/8/6K1/8/8/8/8/R7 w - - 99 80 | 1/2-1/2                                         | fide2023 | 1/2-1/2 fifty_moves 9.3.1 0 | none
        Termination: Game drawn by 50-move rule                                       | 1. e4 e5 1/2-1/2                                | fide2023 | none                        | result_contradicts_claim_rule
        Match runners call every end by the Laws normal.
        Termination: normal; TerminationDetails: Threefold repetition, claimed by Black with f6g8 | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | 1/2-1/2 threefold 9.2.1 7   | none
        Termination: normal; TerminationDetails: White offered a draw, Black accepted (Article 5.2.3) | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2 | fide2023 | 1/2-1/2 agreement 5.2.3 8 | none
        Termination: normal; TerminationDetails: Fifty moves, claimed for White; FEN: 7k/8/6K1/8/8/8/8/R7 w - - 100 80 | 1/2-1/2 | fide2023 | 1/2-1/2 fifty_moves 9.3.2 0 | none
        The claimant must have the move, unless the position is on the board.
        Termination: normal; TerminationDetails: Threefold repetition, claimed by White | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | none | result_contradicts_claim_rule
        Black: Bob; Termination: Bob claimed a draw by threefold repetition | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | 1/2-1/2 threefold 9.2.1 7 | none
        White: Ann; Termination: Ann claimed a draw by threefold repetition | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | none | result_contradicts_claim_rule
        Termination: normal; TerminationDetails: Threefold repetition, claimed by Black | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2 | fide2023 | 1/2-1/2 threefold 9.2.1 8 | none
        TerminationDetails: White claimed a draw by repetition | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | none | result_contradicts_claim_rule
        Termination: normal; TerminationDetails: Black resigned; FEN: 8/8/4k3/8/8/3NN3/4K3/8 w - - | 1/2-1/2 | fide2023 | none | result_contradicts_resignation_rule
        The details count alone, too.
        TerminationDetails: Threefold repetition, claimed by Black | 1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2 | fide2023 | 1/2-1/2 threefold 9.2.1 7 | none
        TerminationDetails: Black resigned | 1. e4 e5 1-0 | fide2023 | 1-0 resignation 5.1.2 2 | none
        Termination: normal; TerminationDetails: Threefold repetition, claimed for White | 1. e4 e5 1/2-1/2 | fide2023 | none | result_contradicts_claim_rule
        Termination: normal; TerminationDetails: White resigned, but Black cannot mate (Article 5.1.2); FEN: 8/8/8/8/8/4k3/8/4K2R w K - 0 1 | 1. O-O Ke2 1/2-1/2 | fide2023 | 1/2-1/2 resignation 5.1.2 2 | none
        ",
    );
}

#[test]
fn what_a_person_decides_is_left_open() {
    check(
        "
        Termination: adjudication     | 1. e4 e5 1-0          | fide2023 | none                  | human_judgement
        Termination: abandoned        | 1. e4 e5 1-0          | fide2023 | none                  | human_judgement
        Termination: won by default   | 1. e4 e5 1-0          | fide2023 | none                  | human_judgement
        Termination: draw adjudicated after 50 moves | 1. e4 e5 1/2-1/2 | fide2023 | none         | human_judgement
        Termination: rules infraction | 1. e4 e5 1/2-1/2      | fide2023 | none                  | human_judgement
        PGN has no result for two lost games.
        WhiteScore: 0; BlackScore: 0  | 1. e4 e5 *            | fide2023 | none                  | human_judgement
        WhiteScore: 0; BlackScore: 0  | 1. f3 e5 2. g4 Qh4# * | fide2023 | 0-1 checkmate 5.1.1 4 | human_judgement
        ",
    );
}

#[test]
fn a_flag_has_many_names_and_an_unknown_reason_is_none() {
    check(
        "
        Termination: Black's flag fell   | 1. e4 e5 1-0 | fide2023 | 1-0 flag_fall 6.9 2 | none
        Termination: Black ran out of time | 1. e4 e5 1-0 | fide2023 | 1-0 flag_fall 6.9 2 | none
        Termination: time                | 1. e4 e5 1-0 | fide2023 | 1-0 flag_fall 6.9 2 | none
        Termination: Unknown             | 1. e4 e5 1-0 | fide2023 | none                | none
        ",
    );
    let report = judge(&game(&[("Termination", "Sieg")], "1. e4 e5", "1-0"));
    let found = finding(&report, FindingKind::HumanJudgement);
    assert_eq!(
        found.detail,
        "'Sieg': the judge does not know this end of a game"
    );
}

#[test]
fn moves_that_cannot_be_read_may_explain_the_result() {
    for moves in [
        "1. f3 {a weak move e5 2. g4 Qh4#",
        "1. Nf3 Nf6 (1... d5 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8",
        "1. f3 e5 0-1 2. g4 Qh4#",
    ] {
        for (end, result, wrong) in [
            ("Black won by checkmate", "0-1", "termination_mismatch"),
            (
                "Game drawn by repetition",
                "1/2-1/2",
                "result_contradicts_claim_rule",
            ),
        ] {
            let of = |moves: &str| judge(&game(&[("Termination", end)], moves, result));
            assert!(kinds(&of("1. f3 e5")).contains(&wrong), "{end}");
            let found = of(moves);
            assert!(!kinds(&found).contains(&wrong), "{moves}: {found:?}");
        }
    }
}

#[test]
fn reasons_and_results_must_go_together() {
    check(
        "
        Termination: unterminated        | 1. e4 e5 1-0     | fide2023 | none | termination_mismatch
        Termination: adjourned           | 1. e4 e5 1/2-1/2 | fide2023 | none | termination_mismatch
        Termination: time forfeit        | 1. e4 e5 *       | fide2023 | none | termination_mismatch
        Termination: drawn by agreement  | 1. e4 e5 0-1     | fide2023 | none | termination_mismatch
        Termination: drawn by repetition | 1. e4 e5 0-1     | fide2023 | none | termination_mismatch
        ",
    );
}

#[test]
fn words_of_a_reason_that_mean_something_else() {
    check(
        "
        Termination: Draw agreed, both players in time trouble; TimeControl: 300 | 1. e4 e5 1/2-1/2 | fide2023 | 1/2-1/2 agreement 5.2.3 2 | none
        Termination: Draw, neither player can mate                               | 1. e4 e5 1/2-1/2 | fide2023 | none | human_judgement
        ",
    );
}

#[test]
fn remarks_and_tags_that_are_not_understood_are_warnings() {
    check(
        "
                          | 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Re1 (!) h6 1-0 | fide2023 | none | stray_text
        Language: Klingon | 1. e4 e5 1-0                                               | fide2023 | none | bad_tag
        Language: ?       | 1. e4 e5 1-0                                               | fide2023 | none | none
        ",
    );
}

#[test]
fn article_7_5_5_the_winner_made_the_illegal_move() {
    check(
        "
        Termination: rules infraction | 1. e4 e5 2. Ke3 1-0     | fide2023 | none                     | illegal_move, result_contradicts_illegal_move_rule
        Termination: rules infraction | 1. e4 e5 2. Ke3 0-1     | fide2023 | 0-1 illegal_move 7.5.5 2 | illegal_move
        In 1997 no illegal move loses.
        Termination: rules infraction | 1. e4 e5 2. Ke3 1-0     | fide1997 | none                     | illegal_move, human_judgement
        ",
    );
}

#[test]
fn a_termination_that_names_the_loser_is_found() {
    check(
        "
        White: Ann; Black: Bob; Termination: Ann won on time        | 1. e4 e5 0-1     | fide2023 | 0-1 flag_fall 6.9 2 | termination_mismatch
        White: Ann; Black: Bob; Termination: Bob won on time        | 1. e4 e5 0-1     | fide2023 | 0-1 flag_fall 6.9 2 | none
        White: Lee, Ann; Termination: Ann Lee wins by resignation   | 1. e4 e5 0-1     | fide2023 | 0-1 resignation 5.1.2 2 | termination_mismatch
        Termination: White wins on time                             | 1. e4 e5 1/2-1/2 | fide2023 | none | termination_mismatch, result_contradicts_flag_rule
        The loser's own deed.
        White: Ann; Black: Bob; Termination: Ann resigned           | 1. e4 e5 1-0     | fide2023 | 1-0 resignation 5.1.2 2 | termination_mismatch
        White: Ann; Black: Bob; Termination: Bob resigned           | 1. e4 e5 1-0     | fide2023 | 1-0 resignation 5.1.2 2 | none
        Termination: White's flag fell                              | 1. e4 e5 1-0     | fide2023 | 1-0 flag_fall 6.9 2 | termination_mismatch
        Termination: White made an illegal move                     | 1. e4 e5 1-0     | fide2023 | 1-0 illegal_move 7.5.5 2 | termination_mismatch
        Only Black cannot mate.
        Termination: Black's flag fell; FEN: 8/8/4k3/8/8/3NN3/4K3/8 w - -      | 1/2-1/2 | fide2023 | none | result_contradicts_flag_rule
        Termination: White's flag fell; FEN: 8/8/4k3/8/8/3NN3/4K3/8 w - -      | 1/2-1/2 | fide2023 | 1/2-1/2 flag_fall 6.9 0 | none
        Black: Bob; Termination: Bob resigned; FEN: 8/8/4k3/8/8/3NN3/4K3/8 w - - | 1/2-1/2 | fide2023 | none | result_contradicts_resignation_rule
        One flag, in an edition that draws if both have fallen.
        Termination: Black's flag fell                              | 1. e4 e5 1/2-1/2 | fide2009 | none | result_contradicts_flag_rule
        A draw may be right: the opponent cannot mate.
        Termination: Black ran out of time; FEN: k7/p1K5/1N6/3p4/8/8/8/8 b - - | 1/2-1/2 | fide2023 | 1/2-1/2 flag_fall 6.9 0 | none
        ",
    );
}

#[test]
fn a_termination_names_what_is_on_the_board() {
    check(
        "
        White: Ann; Termination: Ann won by checkmate     | 1. e4 e5 1-0          | fide2023 | none | termination_mismatch
        Termination: Game drawn by stalemate              | 1. e4 e5 1/2-1/2      | fide2023 | none | termination_mismatch
        Termination: Game drawn by insufficient material  | 1. e4 e5 1/2-1/2      | fide2023 | none | termination_mismatch
        Black: Bob; Termination: Bob won by checkmate     | 1. f3 e5 2. g4 Qh4# 0-1 | fide2023 | 0-1 checkmate 5.1.1 4 | none
        ",
    );
}

#[test]
fn a_result_that_is_open_although_the_game_is_over() {
    check(" | 1. f3 e5 2. g4 Qh4# * | fide2023 | 0-1 checkmate 5.1.1 4 | result_open");
}
