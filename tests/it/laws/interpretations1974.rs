//! The interpretations of 1974, by Article.

use super::support::game;
use compongo::laws::edition::{Edition, EditionError, RulesText};
use compongo::laws::interpretations1974::{DrawOfferMoment, restored_time, rule_flag};
use compongo::types::Color;
use std::time::Duration;

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

#[test]
fn texts_are_editions_or_the_interpretations() {
    for edition in Edition::ALL {
        let text: RulesText = edition.to_string().parse().expect("an edition");
        assert_eq!(text, RulesText::Edition(edition));
        assert_eq!(text.edition(), Ok(edition));
        assert_eq!(text.to_string(), edition.to_string());
    }
    let text: RulesText = "Interpretations1974".parse().expect("known");
    assert_eq!(text.to_string(), "interpretations1974");
    assert_eq!(text.edition(), Err(EditionError::NoWordIn1974));
    let error = "interpretations1974"
        .parse::<Edition>()
        .expect_err("no edition");
    assert_eq!(error, EditionError::NoWordIn1974);
    let error = "fide1974".parse::<RulesText>().expect_err("unknown");
    assert!(
        error
            .to_string()
            .starts_with("'fide1974' is not one of Interpretations1974, Fide1997, ")
    );
}

#[test]
fn article_14_clocks_go_back_in_proportion() {
    let restored = |used, played, before| restored_time(minutes(used), played, before);
    assert_eq!(restored(90, 30, 20), Some(minutes(60)));
    assert_eq!(restored(60, 30, 20), Some(minutes(40)));
    assert_eq!(restored(90, 30, 30), Some(minutes(90)));
    assert_eq!(restored(90, 30, 0), Some(minutes(0)));
    assert_eq!(restored(90, 30, 31), None);
    assert_eq!(restored(90, 0, 0), None);
    assert_eq!(restored_time(Duration::MAX, 30, 20), None);
}

#[test]
fn article_17_1_a_flag_loses_even_against_a_bare_king() {
    let outcome = rule_flag(&game("4k3/8/8/8/8/8/3Q4/4K3 w - -", ""), Color::White);
    let outcome = outcome.expect("lost");
    assert_eq!(
        (outcome.points.to_string().as_str(), outcome.article),
        ("0-1", "17.1")
    );
    let mated = game("R5k1/5ppp/8/8/8/8/8/4K3 b - -", "");
    assert_eq!(rule_flag(&mated, Color::White), None);
}

#[test]
fn article_18_1_an_offer_is_answered_at_once_or_after_the_move() {
    for (moment, article, waits) in [
        (DrawOfferMoment::AfterMove, "18.1", false),
        (DrawOfferMoment::OnOpponentsTime, "18.1 A.a", false),
        (DrawOfferMoment::OnOwnTime, "18.1 A.b", true),
    ] {
        assert_eq!(
            (moment.article(), moment.may_await_move()),
            (article, waits)
        );
    }
}
