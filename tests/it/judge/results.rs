//! Recorded results against what the recorded events cost.

use crate::judge::support::{finding, game, game_from, judge, judge_under, kinds, verdict};
use compongo::judge::FindingKind;
use compongo::laws::edition::Edition::{self, Fide1997, Fide2001, Fide2009};

const TIME: [(&str, &str); 1] = [("Termination", "time forfeit")];
const NORMAL: [(&str, &str); 1] = [("Termination", "Normal")];
const INFRACTION: [(&str, &str); 1] = [("Termination", "rules infraction")];

/// White has a bishop and cannot mate: Black must capture it.
const CAPTURE_IS_FORCED: &str = "8/8/8/8/8/2K5/1p6/kB6 b - -";

#[test]
fn article_6_9_a_flag_draws_if_the_opponent_cannot_mate() {
    for fen in [
        "k7/p1K5/1N6/3p4/8/8/8/8 b - -",
        CAPTURE_IS_FORCED,
        "8/8/8/8/1p6/kQ6/8/1K6 b - -",
    ] {
        let report = judge(&game_from(fen, &TIME, "", "1-0"));
        assert_eq!(verdict(&report), Some(("1/2-1/2", "flag_fall", "6.9", 0)));
        assert_eq!(kinds(&report), ["result_contradicts_flag_rule"]);
        let proof = &report.findings[0].proof;
        assert!(proof.as_deref().is_some_and(|proof| proof.contains("tree")));
        let report = judge(&game_from(fen, &TIME, "", "1/2-1/2"));
        assert_eq!(verdict(&report), Some(("1/2-1/2", "flag_fall", "6.9", 0)));
        assert!(report.findings.is_empty());
        let report = judge(&game_from(fen, &TIME, "", "0-1"));
        assert_eq!(verdict(&report), Some(("0-1", "flag_fall", "6.9", 0)));
        assert!(report.findings.is_empty());
    }
}

#[test]
fn article_6_9_a_flag_loses_if_the_opponent_can_mate() {
    let knight = "8/8/8/4k3/4p3/4N3/4K3/8 w - -";
    let report = judge(&game_from(knight, &TIME, "", "1-0"));
    assert_eq!(verdict(&report), Some(("1-0", "flag_fall", "6.9", 0)));
    assert!(report.findings.is_empty());
    let report = judge(&game_from(knight, &TIME, "", "1/2-1/2"));
    assert_eq!(kinds(&report), ["result_contradicts_flag_rule"]);
    assert_eq!(verdict(&report), None);
}

#[test]
fn articles_10_4_and_6_11_both_flags_may_have_fallen() {
    let draw = |edition, mode: &str, tc: &str, moves: &str| {
        let tags = [
            ("Termination", "time forfeit"),
            ("TimeControl", tc),
            ("LawsMode", mode),
        ];
        let report = judge_under(edition, &game(&tags, moves, "1/2-1/2"));
        let article = verdict(&report).map(|(points, kind, article, _)| {
            assert_eq!((points, kind), ("1/2-1/2", "flag_fall"));
            article.to_owned()
        });
        (article, kinds(&report))
    };
    let drawn = |article: &str| (Some(article.to_owned()), vec!["human_judgement"]);
    let goes_on = || (None, vec!["result_contradicts_flag_rule"]);
    let undecided = || (None, vec!["human_judgement"]);
    let (one, two) = ("1. e4 e5", "1. e4 e5 2. d4 d5");
    // 97 B.8, by way of C.2 in blitz; 09 A.4.d.3.
    assert_eq!(draw(Fide1997, "Rapid", "1500", one), drawn("B.8"));
    assert_eq!(draw(Fide1997, "Blitz", "300", one), drawn("B.8"));
    assert_eq!(draw(Fide2009, "Rapid", "1500+5", one), drawn("6.11.b"));
    // All moves of a rapid or blitz game are made in one period.
    assert_eq!(draw(Fide2009, "Blitz", "?", one), drawn("6.11.b"));
    // A quickplay finish; in 2009 the last period.
    assert_eq!(draw(Fide1997, "Standard", "7200", one), drawn("10.4"));
    assert_eq!(
        draw(Fide2001, "Standard", "2/7200:3600", two),
        drawn("10.3")
    );
    assert_eq!(
        draw(Fide2009, "Standard", "2/7200:3600", two),
        drawn("6.11.b")
    );
    assert_eq!(draw(Fide2009, "Standard", "5400+30", two), drawn("6.11.b"));
    assert_eq!(draw(Fide1997, "Standard", "5400+30", two), goes_on());
    for edition in [Fide1997, Fide2001, Fide2009] {
        assert_eq!(draw(edition, "Standard", "2/7200:3600", one), goes_on());
        assert_eq!(draw(edition, "Standard", "?", one), undecided());
    }
}

#[test]
fn article_6_11_a_record_of_both_flags() {
    let both = |result| {
        let tags = [("Termination", "Both flags fell"), ("TimeControl", "300")];
        judge(&game(&tags, "1. e4 e5", result))
    };
    let report = both("1/2-1/2");
    assert_eq!(
        verdict(&report),
        Some(("1/2-1/2", "flag_fall", "III.3.1", 2))
    );
    // Who was first is not a fact about moves.
    let report = both("1-0");
    assert_eq!(
        (verdict(&report), kinds(&report)),
        (None, vec!["human_judgement"])
    );
}

#[test]
fn article_10_3_of_1997_illegal_moves_lose_in_a_quickplay_finish() {
    let infraction = |tc: &str| {
        let tags = [
            ("Termination", "rules infraction"),
            ("TimeControl", tc),
            ("LawsMode", "Standard"),
        ];
        judge_under(Edition::Fide1997, &game(&tags, "1. e4 e5", "0-1"))
    };
    let report = infraction("7200");
    assert_eq!(verdict(&report), Some(("0-1", "illegal_move", "10.3", 2)));
    assert!(report.findings.is_empty());
    let report = infraction("40/7200:3600");
    assert_eq!(
        (verdict(&report), kinds(&report)),
        (None, vec!["human_judgement"])
    );
}

#[test]
fn article_c_4_of_1997_asks_for_mating_potential_in_blitz() {
    let knights = "8/8/8/3k4/8/2N5/2N5/2K5 b - -";
    let tags = [("Termination", "time forfeit"), ("TimeControl", "300")];
    let standard = judge_under(Edition::Fide1997, &game_from(knights, &TIME, "", "1-0"));
    assert_eq!(verdict(&standard), Some(("1-0", "flag_fall", "6.9", 0)));
    let blitz = judge_under(Edition::Fide1997, &game_from(knights, &tags, "", "1-0"));
    assert_eq!(verdict(&blitz), Some(("1/2-1/2", "flag_fall", "C.4", 0)));
    assert_eq!(kinds(&blitz), ["result_contradicts_flag_rule"]);
    let later = judge(&game_from(knights, &tags, "", "1-0"));
    assert_eq!(verdict(&later), Some(("1-0", "flag_fall", "6.9", 0)));
}

#[test]
fn article_7_5_5_an_illegal_move_draws_if_the_opponent_cannot_mate() {
    let report = judge(&game_from(CAPTURE_IS_FORCED, &INFRACTION, "", "1-0"));
    assert_eq!(
        verdict(&report),
        Some(("1/2-1/2", "illegal_move", "7.5.5", 0))
    );
    assert_eq!(kinds(&report), ["result_contradicts_illegal_move_rule"]);
    let report = judge(&game_from(CAPTURE_IS_FORCED, &INFRACTION, "", "1/2-1/2"));
    assert_eq!(
        verdict(&report),
        Some(("1/2-1/2", "illegal_move", "7.5.5", 0))
    );
    assert!(report.findings.is_empty());
    // In 2001 there is no exception, in 1997 no illegal move loses.
    let pgn = game_from(CAPTURE_IS_FORCED, &INFRACTION, "", "1-0");
    let report = judge_under(Edition::Fide2001, &pgn);
    assert_eq!(verdict(&report), Some(("1-0", "illegal_move", "7.4.b", 0)));
    let report = judge_under(Edition::Fide1997, &pgn);
    assert_eq!(verdict(&report), None);
    assert_eq!(kinds(&report), ["human_judgement"]);
}

#[test]
fn article_7_5_5_the_illegal_move_itself_may_be_recorded() {
    let report = judge(&game(&INFRACTION, "1. e4 e5 2. Nf3 Nc4", "1-0"));
    assert_eq!(verdict(&report), Some(("1-0", "illegal_move", "7.5.5", 3)));
    assert_eq!(kinds(&report), ["illegal_move"]);
    // Nothing is known about what comes after an illegal move.
    let report = judge(&game(&INFRACTION, "1. e4 e5 2. Nf3 Nc4 3. d4", "1-0"));
    assert_eq!(verdict(&report), None);
}

#[test]
fn article_5_1_2_resignation_draws_since_2023_if_the_opponent_cannot_mate() {
    let pgn = game_from(CAPTURE_IS_FORCED, &NORMAL, "", "1-0");
    let report = judge(&pgn);
    assert_eq!(
        verdict(&report),
        Some(("1/2-1/2", "resignation", "5.1.2", 0))
    );
    assert_eq!(kinds(&report), ["result_contradicts_resignation_rule"]);
    for edition in &Edition::ALL[..4] {
        let report = judge_under(*edition, &pgn);
        let (score, kind, ..) = verdict(&report).expect("Black resigned");
        assert_eq!((score, kind), ("1-0", "resignation"), "{edition}");
        assert!(report.findings.is_empty());
    }
    // Without a reason the verdict stays open, but no loss by an event could stand.
    let report = judge(&game_from(CAPTURE_IS_FORCED, &[], "", "1-0"));
    assert_eq!(verdict(&report), None);
    assert_eq!(kinds(&report), ["result_contradicts_resignation_rule"]);
    let said = [("Termination", "Ann won by resignation")];
    let report = judge(&game(&said, "1. e4 e5", "1-0"));
    assert_eq!(verdict(&report), Some(("1-0", "resignation", "5.1.2", 2)));
}

#[test]
fn article_5_2_3_both_must_have_moved_before_they_agree_since_2023() {
    for (moves, early) in [("", true), ("1. e4", true), ("1. e4 e5", false)] {
        for tags in [&[][..], &NORMAL] {
            let pgn = game(tags, moves, "1/2-1/2");
            let report = judge(&pgn);
            assert_eq!(report.has(FindingKind::AgreementTooEarly), early, "{moves}");
            let agreed = verdict(&report).map(|(_, kind, ..)| kind);
            let expected = (!early && !tags.is_empty()).then_some("agreement");
            assert_eq!(agreed, expected, "{moves}");
            let before = judge_under(Edition::Fide2018, &pgn);
            assert!(before.findings.is_empty(), "{moves}");
        }
    }
    // A game from a position may have had moves before.
    let later = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    assert!(
        judge(&game_from(later, &[], "", "1/2-1/2"))
            .findings
            .is_empty()
    );
}

#[test]
fn article_5_1_2_a_resignation_may_draw_before_an_agreement_can() {
    // White, who has the move, resigns, or loses on time; Black cannot mate.
    let bare = "7N/8/7K/8/8/8/8/6kN w - - 0 1";
    let report = judge(&game_from(bare, &NORMAL, "", "1/2-1/2"));
    assert_eq!(
        verdict(&report),
        Some(("1/2-1/2", "resignation", "5.1.2", 0))
    );
    assert!(report.findings.is_empty());
    let report = judge(&game_from(bare, &[], "", "1/2-1/2"));
    assert_eq!(verdict(&report), None);
    assert!(report.findings.is_empty());
    let said = [("Termination", "drawn by agreement")];
    let report = judge(&game_from(bare, &said, "", "1/2-1/2"));
    assert_eq!(kinds(&report), ["agreement_too_early"]);
}

const TWICE: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";

#[test]
fn article_9_2_a_draw_may_rest_on_a_move_that_is_not_played() {
    let report = judge(&game(&[], TWICE, "1/2-1/2"));
    assert_eq!(kinds(&report), ["claim_explains_draw"]);
    assert_eq!(verdict(&report), None);
    let explains = finding(&report, FindingKind::ClaimExplainsDraw);
    assert!(
        explains.detail.contains("with 4...Ng8,"),
        "{}",
        explains.detail
    );
    assert_eq!(explains.article, Some("9.2.1"));
}

#[test]
fn article_9_2_a_claim_that_is_recorded_is_checked() {
    let tags = [("Termination", "Game drawn by repetition")];
    let report = judge(&game(&tags, TWICE, "1/2-1/2"));
    assert_eq!(verdict(&report), Some(("1/2-1/2", "threefold", "9.2.1", 7)));
    let report = judge(&game(&tags, "1. Nf3 Nf6 2. Ng1 Ng8", "1/2-1/2"));
    assert_eq!(verdict(&report), None);
    assert_eq!(kinds(&report), ["result_contradicts_claim_rule"]);
    let fifty = [("Termination", "Game drawn by 50-move rule")];
    let report = judge(&game_from(
        "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
        &fifty,
        "",
        "1/2-1/2",
    ));
    assert_eq!(
        verdict(&report),
        Some(("1/2-1/2", "fifty_moves", "9.3.1", 0))
    );
}

#[test]
fn what_a_person_decides_is_left_open() {
    for termination in [
        "adjudication",
        "abandoned",
        "won by default",
        "rules infraction",
    ] {
        let result = if termination.starts_with("rules") {
            "1/2-1/2"
        } else {
            "1-0"
        };
        let tags = [("Termination", termination)];
        let report = judge(&game(&tags, "1. e4 e5", result));
        assert_eq!(verdict(&report), None, "{termination}");
        assert_eq!(kinds(&report), ["human_judgement"], "{termination}");
    }
    // PGN has no result for two lost games.
    let both = [("WhiteScore", "0"), ("BlackScore", "0")];
    let report = judge(&game(&both, "1. e4 e5", "*"));
    assert_eq!(kinds(&report), ["human_judgement"]);
    let report = judge(&game(&both, "1. f3 e5 2. g4 Qh4#", "*"));
    assert_eq!(kinds(&report), ["human_judgement"]);
}

#[test]
fn reasons_and_results_must_go_together() {
    for (termination, result) in [
        ("unterminated", "1-0"),
        ("adjourned", "1/2-1/2"),
        ("time forfeit", "*"),
        ("drawn by agreement", "0-1"),
        ("drawn by repetition", "0-1"),
    ] {
        let tags = [("Termination", termination)];
        let report = judge(&game(&tags, "1. e4 e5", result));
        assert_eq!(kinds(&report), ["termination_mismatch"], "{termination}");
    }
}

#[test]
fn a_result_that_is_open_although_the_game_is_over() {
    let report = judge(&game(&[], "1. f3 e5 2. g4 Qh4#", "*"));
    assert_eq!(kinds(&report), ["result_open"]);
    assert_eq!(verdict(&report), Some(("0-1", "checkmate", "5.1.1", 4)));
}
