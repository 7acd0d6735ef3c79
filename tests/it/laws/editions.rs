//! What the editions say differently, row by row.

use compongo::laws::edition::{
    BothFlagsFallen, DrawOfferRefusal, Edition, FlagCaller, LossCondition, LossOfClaim, Mode,
    QuickplayFinish, Rules, UnfinishedPromotion, WrongClaimCost,
};
use std::fmt::Debug;

/// A parameter has these values in 1997, 2001, 2009, 2018 and 2023, in each of which they are for standard, rapid and
/// blitz.
#[track_caller]
fn assert_row<T: Debug + PartialEq + Copy>(parameter: impl Fn(Rules) -> T, expected: [[T; 3]; 5]) {
    for (edition, expected) in Edition::ALL.into_iter().zip(expected) {
        for (mode, expected) in Mode::ALL.into_iter().zip(expected) {
            assert_eq!(parameter(edition.rules(mode)), expected, "{edition} {mode}");
        }
    }
}

/// The same, where the mode makes no difference.
#[track_caller]
fn assert_editions<T: Debug + PartialEq + Copy>(parameter: impl Fn(Rules) -> T, expected: [T; 5]) {
    assert_row(parameter, expected.map(|value| [value; 3]));
}

#[test]
fn article_5_2_2_and_9_6_what_ends_a_game_by_itself() {
    assert_editions(|rules| rules.dead_position, [true; 5]);
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
    use DrawOfferRefusal::{Moving, Touching};
    let since_2001 = [false, true, true, true, true];
    assert_editions(|rules| rules.claim_is_offer, since_2001);
    let refusals = [Moving, Touching, Touching, Touching, Touching];
    assert_editions(|rules| rules.refusal, refusals);
    assert_editions(|rules| rules.moves_before_agreement, [0, 0, 0, 0, 1]);
    let since_2009 = [false, false, true, true, true];
    assert_editions(|rules| rules.may_ban_agreement, since_2009);
}

#[test]
fn article_9_4_and_9_5_claims() {
    use LossOfClaim::{Moving, Touching};
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
    let (older, newer) = (
        [DrawInQuickplayFinish, Draw, Draw],
        [DrawInLastPeriod, Draw, Draw],
    );
    assert_row(
        |rules| rules.both_flags,
        [older, older, newer, newer, newer],
    );
}

#[test]
fn article_10_quickplay_finish() {
    use QuickplayFinish::{IfAnnounced, No, Yes};
    let (older, newer) = ([Yes, Yes, No], [IfAnnounced, IfAnnounced, No]);
    assert_row(
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
    let (older, newer) = ([None, Some(3), Some(3)], [None, Some(10), Some(10)]);
    assert_row(
        |rules| rules.setup_stands_after,
        [older, older, older, newer, newer],
    );
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
    let error = "bullet".parse::<Mode>().expect_err("no mode");
    assert_eq!(
        error.to_string(),
        "'bullet' is none of Standard, Rapid, Blitz"
    );
}
