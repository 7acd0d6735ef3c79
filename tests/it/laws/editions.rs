//! What the editions say differently, row by row.

use compongo::laws::edition::{
    BothFlagsFallen, Edition, FlagCaller, LossCondition, Mode, QuickplayFinish, Rules, Supervision,
    UnfinishedPromotion, Waiver, WrongClaimCost, clause,
};
use std::fmt::Debug;

/// A parameter has these values in 1997, 2001, 2009, 2018 and 2023, in each of which they are for standard, rapid and
/// blitz; with supervision.
#[track_caller]
fn assert_row<T: Debug + PartialEq + Copy>(parameter: impl Fn(Rules) -> T, expected: [[T; 3]; 5]) {
    assert_under(Supervision::Supervised, parameter, expected);
}

/// The same without supervision.
#[track_caller]
fn assert_unsupervised<T: Debug + PartialEq + Copy>(
    parameter: impl Fn(Rules) -> T,
    expected: [[T; 3]; 5],
) {
    assert_under(Supervision::Unsupervised, parameter, expected);
}

#[track_caller]
fn assert_under<T: Debug + PartialEq + Copy>(
    supervision: Supervision,
    parameter: impl Fn(Rules) -> T,
    expected: [[T; 3]; 5],
) {
    for (edition, expected) in Edition::ALL.into_iter().zip(expected) {
        for (mode, expected) in Mode::ALL.into_iter().zip(expected) {
            let rules = edition.rules_under(mode, supervision);
            assert_eq!(parameter(rules), expected, "{edition} {mode} {supervision}");
        }
    }
}

/// The same, where the mode makes no difference.
#[track_caller]
fn assert_editions<T: Debug + PartialEq + Copy>(parameter: impl Fn(Rules) -> T, expected: [T; 5]) {
    assert_row(parameter, expected.map(|value| [value; 3]));
}

#[test]
fn article_9_6_what_ends_a_game_by_itself() {
    let automatic = [false, false, false, true, true];
    assert_editions(|rules| rules.automatic_draws, automatic);
}

#[test]
fn article_6_9_what_the_opponent_must_be_able_to_do() {
    use LossCondition::{CanWin, MatingPotential};
    let mut expected = [[CanWin; 3]; 5];
    expected[0][2] = MatingPotential;
    assert_row(|rules| rules.loss_condition, expected);
}

#[test]
fn article_6_8_who_calls_a_flag() {
    use FlagCaller::{Arbiter, Player};
    let older = [Arbiter, Player, Player];
    let newer = [Arbiter; 3];
    let expected = [older, older, newer, newer, newer];
    assert_row(|rules| rules.flag_caller, expected);
    // 09 A.4.d.1; 18 A.4.5 and 23 A.5.5: the arbiter as well.
    let expected = [older, older, older, newer, newer];
    assert_unsupervised(|rules| rules.flag_caller, expected);
    let articles = |rules: Rules| rules.flag_caller_article();
    let (first, second) = (["6.8", "B.6", "B.6"], ["6.9", "B.7", "B.7"]);
    let (third, newer) = (["6.8", "A.4.d", "A.4.d"], ["6.8"; 3]);
    assert_unsupervised(articles, [first, second, third, newer, newer]);
}

#[test]
fn article_7_4_b_who_is_excused() {
    let (never, blitz, always) = ([false; 3], [false, false, true], [true; 3]);
    let expected = [blitz, blitz, always, always, always];
    assert_row(|rules| rules.illegal_move_excused, expected);
    let since_2023 = [never, never, never, never, always];
    assert_row(|rules| rules.resignation_excused, since_2023);
}

#[test]
fn article_9_1_offers_and_agreement() {
    use Waiver::{Moving, Touching};
    let since_2001 = [false, true, true, true, true];
    assert_editions(|rules| rules.claim_is_offer, since_2001);
    let refusals = [Moving, Touching, Touching, Touching, Touching];
    assert_editions(|rules| rules.refusal, refusals);
    assert_editions(|rules| rules.moves_before_agreement, [0, 0, 0, 1, 1]);
    let since_2009 = [false, false, true, true, true];
    assert_editions(|rules| rules.may_ban_agreement, since_2009);
}

#[test]
fn article_9_4_and_9_5_claims() {
    use Waiver::{Moving, Touching};
    use WrongClaimCost::{Half, HalfWithFloor, Nothing};
    let lost = [Moving, Moving, Touching, Touching, Touching];
    assert_editions(|rules| rules.claim_lost_by, lost);
    let costs = [Half, HalfWithFloor, Nothing, Nothing, Nothing];
    assert_editions(|rules| rules.wrong_claim_cost, costs);
    let bonus = |s: u64, r: u64, b: u64| [s * 60_000, r * 60_000, b * 60_000];
    let old = bonus(3, 3, 3);
    let expected = [old, old, old, bonus(2, 2, 1), bonus(2, 1, 1)];
    assert_row(|rules| rules.wrong_claim_bonus_ms, expected);
}

#[test]
fn article_6_6_default_time() {
    let hour = 3_600_000;
    assert_editions(|rules| rules.default_time_ms, [hour, hour, 0, 0, 0]);
}

#[test]
fn article_6_11_both_flags() {
    use BothFlagsFallen::{Draw, DrawInLastPeriod, DrawInQuickplayFinish};
    let (older, newer) = ([DrawInQuickplayFinish, Draw, Draw], [DrawInLastPeriod; 3]);
    assert_row(
        |rules| rules.both_flags,
        [older, older, newer, newer, newer],
    );
    // 09 A.4.d.3.
    let unsupervised = [DrawInLastPeriod, Draw, Draw];
    assert_unsupervised(
        |rules| rules.both_flags,
        [older, older, unsupervised, newer, newer],
    );
}

#[test]
fn article_10_quickplay_finish() {
    use QuickplayFinish::{IfAnnounced, No, Yes};
    let (older, newer) = ([Yes, Yes, No], [IfAnnounced, IfAnnounced, No]);
    // 09 B.2: the Competition Rules apply to supervised blitz.
    assert_row(
        |rules| rules.quickplay_finish,
        [older, older, [Yes; 3], newer, newer],
    );
    // 09 B.3.b.
    assert_unsupervised(
        |rules| rules.quickplay_finish,
        [older, older, older, newer, newer],
    );
}

#[test]
fn article_7_irregularities() {
    use UnfinishedPromotion::{BecomesQueen, TakenBack};
    let promotions = [TakenBack, TakenBack, TakenBack, BecomesQueen, BecomesQueen];
    assert_editions(|rules| rules.unfinished_promotion, promotions);
    let restart = [None, None, None, Some(10), Some(10)];
    assert_editions(|rules| rules.reversed_colors_restart_below, restart);
}

#[test]
fn articles_b_4_and_a_4_a_wrong_set_ups_stand_after_three_or_ten_moves() {
    let stands = |rules: Rules| {
        let moves = rules.setup_stands_after?;
        Some((moves, rules.article(clause::STANDING_SETUP)))
    };
    let row = |moves, article| [None, Some((moves, article)), Some((moves, article))];
    let older = row(3, "B.4");
    assert_row(stands, [older, older, [None; 3], [None; 3], [None; 3]]);
    let newer = [row(3, "A.4.a"), row(10, "A.4.1"), row(10, "A.5.1")];
    assert_unsupervised(stands, [older, older, newer[0], newer[1], newer[2]]);
}

#[test]
fn articles_c_3_a_4_c_and_b_3_c_illegal_moves_stand_after_the_reply() {
    let stands = |rules: Rules| {
        assert_eq!(
            rules.answered_move_article().is_some(),
            rules.illegal_move_stands
        );
        rules.answered_move_article()
    };
    let oldest = [None, None, Some("C.3")];
    let second = [None, Some("B.6"), Some("C.3")];
    assert_row(stands, [oldest, second, [None; 3], [None; 3], [None; 3]]);
    let row = |article| [None, Some(article), Some(article)];
    let third = [None, Some("A.4.c"), Some("B.3.c")];
    let expected = [oldest, second, third, row("A.4.2"), row("A.5.2")];
    assert_unsupervised(stands, expected);
}

#[test]
fn article_b_3_c_one_illegal_move_loses_unsupervised_blitz() {
    let number = |rules: Rules| rules.illegal_moves.loses_at;
    let (three, two) = ([Some(3); 3], [Some(2); 3]);
    let older = |standard| [standard, Some(3), Some(1)];
    let expected = [older(None), older(Some(3)), three, two, two];
    assert_row(number, expected);
    let expected = [older(None), older(Some(3)), older(Some(3)), two, two];
    assert_unsupervised(number, expected);
}

#[test]
fn the_newest_edition_is_the_default() {
    assert_eq!(Rules::default(), Edition::Fide2023.rules(Mode::Standard));
}

#[test]
fn names_are_read_in_any_case() {
    for edition in Edition::ALL {
        assert_eq!(edition.to_string().parse(), Ok(edition));
        assert_eq!(edition.name().parse(), Ok(edition));
    }
    for mode in Mode::ALL {
        assert_eq!(mode.to_string().parse(), Ok(mode));
        assert_eq!(mode.name().to_uppercase().parse(), Ok(mode));
    }
    assert_eq!(Edition::default().to_string(), "fide2023");
    assert_eq!(Mode::default().to_string(), "standard");
    for supervision in Supervision::ALL {
        assert_eq!(supervision.to_string().parse(), Ok(supervision));
        assert_eq!(supervision.name().to_uppercase().parse(), Ok(supervision));
    }
    assert_eq!(Supervision::default().to_string(), "supervised");
    let error = "bullet".parse::<Mode>().expect_err("no mode");
    assert_eq!(
        error.to_string(),
        "'bullet' is not one of Standard, Rapid, Blitz"
    );
}
