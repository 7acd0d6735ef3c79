//! Article 9: claims and offers of draws.

use super::{Says, Scripted, assert_end, play, plays, says, settings, standard_match};
use compongo::laws::edition::{Edition, Mode};
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::{GameRecord, TerminationKind};
use compongo::match_runner::settings::{ClaimPolicy, MatchSettings};
use compongo::types::Color;

const SHUFFLE: [&str; 2] = [
    "g1f3 f3g1 g1f3 f3g1 g1f3 f3g1 g1f3 f3g1",
    "g8f6 f6g8 g8f6 f6g8 g8f6 f6g8 g8f6 f6g8",
];

#[test]
fn article_9_2_claims_depend_on_who_makes_them() {
    let mut settings = settings(None);
    let moves = |settings: &MatchSettings, kind, under| {
        let [mut white, mut black] = SHUFFLE.map(Scripted::moves);
        let record = play(settings, &mut white, &mut black);
        assert_end(&record, kind, under);
        record.moves.len()
    };
    assert_eq!(moves(&settings, OutcomeKind::Threefold, "9.2.2"), 8);
    settings.claims = ClaimPolicy::None;
    assert_eq!(moves(&settings, OutcomeKind::Fivefold, "9.6.1"), 16);
}

#[test]
fn article_9_2_1_an_engine_claims_with_a_move_that_is_not_played() {
    let mut settings = settings(None);
    settings.claims = ClaimPolicy::Engine;
    let claim = |cp| {
        let mut white = Scripted::moves("g1f3 f3g1 g1f3 f3g1 a2a3");
        let mut black = Scripted::moves("g8f6 f6g8 g8f6");
        black.script.push_back(Says {
            cp: Some(cp),
            laws: vec!["claim threefold move f6g8 article 9.2.1"],
            ..plays("f6g8")
        });
        black.script.push_back(says("resign", "a7a6"));
        play(&settings, &mut white, &mut black)
    };
    let record = claim(0);
    assert_end(&record, OutcomeKind::Threefold, "9.2.1");
    assert_eq!(record.moves.len(), 7);
    // Who hopes for more does not claim.
    let record = claim(1);
    assert_end(&record, OutcomeKind::Resignation, "5.1.2");
    assert_eq!(record.score, Points::win(Color::White));
}

#[test]
fn article_9_5_a_wrong_claim_costs_time() {
    let mut settings = settings(Some("60"));
    settings.claims = ClaimPolicy::Engine;
    let mut white = Scripted::new(vec![says("claim fifty now", "e2e4")]);
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    let record = play(&settings, &mut white, &mut black);
    assert_eq!(record.remarks[0].text, "wrong claim: fifty_moves now");
    // One minute for the opponent in blitz.
    assert_eq!(black.gos(), ["go wtime 60000 btime 120000"]);
}

/// White claims wrongly after some time and then plays; the times of White's clock before the move and after it.
fn after_wrong_claim(edition: Edition, tc: &str, ms: u64) -> GameRecord {
    let mut settings = settings(Some(tc));
    settings.claims = ClaimPolicy::Engine;
    settings.edition = edition;
    settings.mode = Some(Mode::Standard);
    let mut white = Scripted::new(vec![Says {
        ms,
        ..says("claim fifty now", "e2e4")
    }]);
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    play(&settings, &mut white, &mut black)
}

#[test]
fn article_9_5_b_the_time_of_the_turn_is_used_before_the_claim_costs() {
    for (edition, tc, ms, left) in [
        // 6 s are left when the player claims, and halved.
        (Edition::Fide1997, "10", 4_000, 3_000),
        // 115 s are between one minute and two.
        (Edition::Fide2001, "125", 10_000, 60_000),
        (Edition::Fide2009, "10", 4_000, 6_000),
        // A delay is used up by the same move, once; an increment comes with the move.
        (Edition::Fide1997, "10d3", 5_000, 4_000),
        (Edition::Fide1997, "10+2", 4_000, 5_000),
    ] {
        let record = after_wrong_claim(edition, tc, ms);
        assert_eq!(record.moves[0].clock_ms, Some(left), "{edition} {tc}");
        assert_eq!(record.moves[0].used_us, 1000 * ms);
    }
}

#[test]
fn article_9_5_b_the_announced_move_must_be_played() {
    for edition in Edition::ALL {
        let mut white = Scripted::new(vec![says("claim fifty move d2d4", "e2e4"), plays("d2d4")]);
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        let record = play(&standard_match(edition), &mut white, &mut black);
        assert_eq!(
            white.gos()[1],
            "go nodes 1000 searchmoves d2d4",
            "{edition}"
        );
        assert_eq!(record.moves[0].mv, "d2d4");
    }
    // An announced move that meets the binding of an earlier illegal move must be played.
    for edition in [Edition::Fide1997, Edition::Fide2001] {
        let mut white = Scripted::new(vec![
            plays("b1d2"),
            says("claim fifty move b1a3", "b1c3"),
            plays("b1a3"),
        ]);
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        play(&standard_match(edition), &mut white, &mut black);
        assert_eq!(
            white.gos()[2],
            "go nodes 1000 searchmoves b1a3",
            "{edition}"
        );
    }
    // The binding of an earlier illegal move stays.
    let mut white = Scripted::new(vec![
        plays("b1d2"),
        says("claim fifty move d2d4", "d2d4"),
        plays("b1c3"),
    ]);
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    play(&standard_match(Edition::Fide2009), &mut white, &mut black);
    assert_eq!(white.gos()[2], "go nodes 1000 searchmoves b1a3 b1c3");
}

#[test]
fn article_9_4_who_has_touched_a_piece_does_not_claim() {
    for edition in Edition::ALL {
        let mut white = Scripted::moves("g1f3 f3g1 g1f3 f3g1 g1f3");
        let mut black = Scripted::moves("g8f6 f6g8 g8f6 f6g8");
        white.script.push_back(says("resign", "a2a3"));
        // Black tries to castle before the claim.
        black.script.push_back(plays("e8g8"));
        black.script.push_back(says("claim threefold now", "b8c6"));
        let record = play(&standard_match(edition), &mut white, &mut black);
        let is_claimed = record.end.kind == TerminationKind::Laws(OutcomeKind::Threefold);
        assert_eq!(is_claimed, edition < Edition::Fide2009, "{edition}");
    }
}

#[test]
fn article_9_1_a_claim_is_an_offer_of_a_draw() {
    // By Article 9.1.c of 2001, 9.1.b.3 of 2009, 9.1.2.3 of 2018 and 2023; not in 1997.
    for edition in Edition::ALL {
        let mut white = Scripted::new(vec![
            plays("e2e4"),
            says("claim fifty now", "d2d4"),
            says("resign", "b1c3"),
        ]);
        let mut black = Scripted::new(vec![plays("e7e5"), says("accept", "d7d5")]);
        black.options = vec!["Laws Draws"];
        let record = play(&standard_match(edition), &mut white, &mut black);
        let is_offer = edition != Edition::Fide1997;
        let end = if is_offer {
            OutcomeKind::Agreement
        } else {
            OutcomeKind::Resignation
        };
        assert_eq!(record.end.kind, TerminationKind::Laws(end), "{edition}");
        assert_eq!(black.heard.contains(&"laws offer".to_owned()), is_offer);
    }
}

#[test]
fn article_9_1_an_offer_outlasts_an_illegal_move_of_its_maker() {
    let mut white = Scripted::new(vec![plays("e2e4"), says("offer", "d2d5"), plays("d2d4")]);
    let mut black = Scripted::new(vec![plays("e7e5"), says("accept", "d7d5")]);
    let record = play(&standard_match(Edition::Fide2023), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Agreement, "5.2.3");
}

#[test]
fn article_5_2_3_a_claim_before_both_have_moved_is_no_offer() {
    let mut white = Scripted::new(vec![
        says("claim fifty now", "e2e4"),
        says("resign", "d2d4"),
    ]);
    let mut black = Scripted::new(vec![says("accept", "e7e5")]);
    let record = play(&standard_match(Edition::Fide2023), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Resignation, "5.1.2");
    assert_eq!(
        record.remarks[1].text,
        "White offers a draw too early (Article 5.2.3)"
    );
}

#[test]
fn article_9_1_a_draw_is_agreed_on() {
    let offer = |mv| says("offer", mv);
    let mut white = Scripted::new(vec![plays("e2e4"), offer("d2d4")]);
    let mut black = Scripted::new(vec![plays("e7e5"), says("accept", "d7d5")]);
    black.options = vec!["Laws Draws"];
    let record = play(&settings(None), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Agreement, "5.2.3");
    assert_eq!(record.end.text, "White offered a draw, Black accepted");
    assert_eq!(
        black.heard,
        ["go nodes 1000", "laws offer", "go nodes 1000"]
    );

    // No draw by agreement before both have moved, nor without an offer.
    let mut white = Scripted::new(vec![
        offer("e2e4"),
        Says {
            laws: vec!["accept", "resign"],
            ..plays("d2d4")
        },
    ]);
    let mut black = Scripted::new(vec![says("accept", "e7e5")]);
    let record = play(&settings(None), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Resignation, "5.1.2");
    assert_eq!(
        record.remarks[0].text,
        "White offers a draw too early (Article 5.2.3)"
    );
}
