//! The rules in which editions and modes differ, as plain data.

use super::editions::Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
use super::editions::Mode::{Blitz, Rapid, Standard};
use super::editions::{Edition, Mode};
use super::supervision::Supervision;
use crate::laws::control::{Period, TimeControl};

const MINUTE_MS: u64 = 60_000;

/// What the opponent must be able to do for a flag fall or a similar event to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LossCondition {
    /// Give checkmate by some series of legal moves (97 6.9, 01 6.10, later 6.9).
    CanWin,
    /// Reach a position in which the player to move cannot avoid mate in one (97 C.4).
    MatingPotential,
}

impl LossCondition {
    /// The predicate for an opponent who meets the condition, in the words of the edition: `can mate`, `has mating
    /// potential`.
    pub const fn is_met(self) -> &'static str {
        match self {
            Self::CanWin => "can mate",
            Self::MatingPotential => "has mating potential",
        }
    }

    /// The predicate for an opponent of whom it is not known; see [`LossCondition::is_met`].
    pub const fn may_be_met(self) -> &'static str {
        match self {
            Self::CanWin => "may mate",
            Self::MatingPotential => "may have mating potential",
        }
    }

    /// The predicate for an opponent who does not meet it; see [`LossCondition::is_met`].
    pub const fn is_not_met(self) -> &'static str {
        match self {
            Self::CanWin => "cannot mate",
            Self::MatingPotential => "has no mating potential",
        }
    }
}

/// Who calls a fallen flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlagCaller {
    /// The arbiter or a player.
    Arbiter,
    /// Only a player (97 B.6-7; 09 A.4.d).
    Player,
}

/// The penalties for illegal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMoveRule {
    /// The count at which an illegal move loses; `None` if no number of them does.
    pub loses_at: Option<u32>,
    /// The time that the opponent gets for each earlier illegal move, in milliseconds.
    pub bonus_ms: u64,
}

/// The time that a wrong claim costs the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrongClaimCost {
    /// No time.
    Nothing,
    /// Half of the remaining time, at most three minutes (97 9.5).
    Half,
    /// Above two minutes the same; between one and two minutes, the remaining time becomes one minute; below one minute
    /// nothing (01 9.5.b).
    HalfWithFloor,
}

/// The act by which a player gives up a draw without a word: the right to claim it for this move (Article 9.4), or the
/// opponent's offer (Article 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Waiver {
    /// The player makes a move.
    Moving,
    /// The player touches a piece.
    Touching,
}

/// What happens if both flags have fallen and it is unknown which fell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BothFlagsFallen {
    /// The game goes on, but is drawn in a quickplay finish (97 6.11 and 10.4; 01 6.12 and 10.3).
    DrawInQuickplayFinish,
    /// The game goes on, but is drawn in the period in which all remaining moves must be made (09 6.11; III.3.1).
    DrawInLastPeriod,
    /// The game is drawn (97 B.8; 09 A.4.d.3).
    Draw,
}

/// Whether the last period of a game may be a quickplay finish, with its claim that the opponent makes no effort to win
/// (97, 01, 09 Article 10; 18 and 23 Guideline III).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuickplayFinish {
    /// There is no quickplay finish.
    No,
    /// If it was announced, and only without increment.
    IfAnnounced,
    /// Always.
    Yes,
}

/// What happens when a pawn is left on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnfinishedPromotion {
    /// It is an illegal move and is taken back; the pawn must promote there, to any piece (09 4.6.c and 7.4.a).
    TakenBack,
    /// It is an illegal move that stands: the pawn becomes a queen (18 and 23 7.5.2).
    BecomesQueen,
}

/// The rules of an edition and mode that differ from other editions or modes.
///
/// An event may override every field. The values for 2018 and 2023, and for rapid and blitz of 2001, are from secondary
/// sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The edition that the values come from.
    pub edition: Edition,
    /// The mode that the values apply to.
    pub mode: Mode,
    /// How closely the game is supervised.
    pub supervision: Supervision,
    /// Fivefold repetition and 75 moves end the game (18 and 23 9.6; since 1 July 2014).
    pub automatic_draws: bool,
    /// What the opponent must be able to do for a flag fall or a similar event to lose.
    pub loss_condition: LossCondition,
    /// Who calls a fallen flag (97 6.8 and B.6-7; 01 6.9; 09 6.8 and A.4.d; 18 and 23 6.8).
    pub flag_caller: FlagCaller,
    /// The penalties for illegal moves (97 7.4, B.5, C.3; 01 7.4.b; 09 7.4.b, B.3.c; 18 and 23 7.5.5).
    pub illegal_moves: IllegalMoveRule,
    /// The penalties in a quickplay finish (97 10.3).
    pub illegal_moves_in_quickplay: IllegalMoveRule,
    /// An illegal move stands once the opponent has moved (97 C.3; 09 A.4.c, B.3.c; 18 A.4.2; 23 A.5.2); otherwise the
    /// position before it is restored whenever it is found during the game (Article 7).
    pub illegal_move_stands: bool,
    /// An illegal move that would lose draws instead if the opponent cannot mate (09 7.4.b; 18 and 23 7.5.5; 97 C.4).
    pub illegal_move_excused: bool,
    /// The time that the opponent gets for a wrong claim, in milliseconds (Article 9.5).
    pub wrong_claim_bonus_ms: u64,
    /// The time that a wrong claim costs the player (Article 9.5).
    pub wrong_claim_cost: WrongClaimCost,
    /// What ends the right to claim (Article 9.4).
    pub claim_lost_by: Waiver,
    /// A claim is an offer of a draw as well (Article 9.1, since 2001).
    pub claim_is_offer: bool,
    /// How the opponent refuses an offer (Article 9.1), besides saying so.
    pub refusal: Waiver,
    /// The moves that each player must have made before they may agree on a draw (18 and 23 5.2.3).
    pub moves_before_agreement: u32,
    /// An event may forbid agreement before some move or altogether (09 9.1.a).
    pub may_ban_agreement: bool,
    /// A resignation draws if the opponent cannot mate (23 5.1.2).
    pub resignation_excused: bool,
    /// The default time: how late a player may arrive, in milliseconds (97 6.6, 01 6.7, 09 6.6.a).
    pub default_time_ms: u64,
    /// Unused time of a period with a delay is added to the next one (18 and 23 6.3.2); before, it was lost (97 6.2; 01
    /// and 09 6.2.b).
    pub delay_carries_saved_time: bool,
    /// What happens if both flags have fallen (97 6.11, 10.4, B.8; 01 6.12, 10.3; 09 6.11, A.4.d.3).
    pub both_flags: BothFlagsFallen,
    /// Whether there is a quickplay finish (Article 10, Guideline III); blitz has none (97 C.5), or only under
    /// supervision (09 B.3.b).
    pub quickplay_finish: QuickplayFinish,
    /// How an unfinished promotion is ruled (09 7.4.a; 18 and 23 7.5.2).
    pub unfinished_promotion: UnfinishedPromotion,
    /// A game begun with reversed colours is restarted if each player has made fewer moves than this; `None` if it
    /// always goes on (97-09 7.2; 18 and 23 7.3).
    pub reversed_colors_restart_below: Option<u32>,
    /// The moves of each player after which a wrong set-up stands; `None` under the Competition Rules, where it never
    /// stands (97 B.4; 09 A.4.a; 18 A.4.1; 23 A.5.1).
    pub setup_stands_after: Option<u32>,
}

impl Edition {
    /// The rules of a mode under supervision: the arbiter sees every move and every clock.
    pub const fn rules(self, mode: Mode) -> Rules {
        self.rules_under(mode, Supervision::Supervised)
    }

    /// The rules of a mode under a degree of supervision.
    pub const fn rules_under(self, mode: Mode, supervision: Supervision) -> Rules {
        Rules::new(self, mode, supervision)
    }

    /// The mode of a time control (97 and 01 B.1, C.1; later A.1, B.1). The limits of 2001, 2018 and 2023 are from
    /// secondary sources.
    ///
    /// A time control of several periods is classified by its total time for 60 moves; the Laws leave that open. Where the
    /// increment counts, which it does not in 1997, the delay counts too.
    pub fn class(self, control: &TimeControl) -> Mode {
        let ms = control.time_for(60, self != Fide1997);
        let (is_blitz, is_rapid) = match self {
            Fide1997 | Fide2001 => (ms < 15 * MINUTE_MS, ms <= 60 * MINUTE_MS),
            Fide2009 => (ms < 15 * MINUTE_MS, ms < 60 * MINUTE_MS),
            Fide2018 | Fide2023 => (ms <= 10 * MINUTE_MS, ms < 60 * MINUTE_MS),
        };
        match (is_blitz, is_rapid) {
            (true, _) => Mode::Blitz,
            (false, true) => Mode::Rapid,
            (false, false) => Mode::Standard,
        }
    }
}

impl Rules {
    /// The rules of a mode in an edition, under a degree of supervision.
    pub const fn new(edition: Edition, mode: Mode, supervision: Supervision) -> Self {
        let slow = matches!(mode, Standard);
        let blitz = matches!(mode, Blitz);
        let first = matches!(edition, Fide1997);
        let since_2009 = matches!(edition, Fide2009 | Fide2018 | Fide2023);
        let since_2018 = matches!(edition, Fide2018 | Fide2023);
        let appendix = appendix_applies(edition, mode, supervision);
        let illegal_moves = illegal_moves(edition, mode, appendix);
        Self {
            edition,
            mode,
            supervision,
            automatic_draws: since_2018,
            loss_condition: if first && blitz {
                LossCondition::MatingPotential
            } else {
                LossCondition::CanWin
            },
            flag_caller: if appendix && !since_2018 {
                FlagCaller::Player
            } else {
                FlagCaller::Arbiter
            },
            illegal_moves,
            illegal_moves_in_quickplay: if first && slow {
                IllegalMoveRule {
                    loses_at: Some(3),
                    bonus_ms: 2 * MINUTE_MS,
                }
            } else {
                illegal_moves
            },
            // The rapid rules of 1997 have no such clause (B.5).
            illegal_move_stands: appendix && (blitz || !first),
            illegal_move_excused: since_2009 || blitz,
            wrong_claim_bonus_ms: match (edition, mode) {
                (Fide1997 | Fide2001 | Fide2009, _) => 3 * MINUTE_MS,
                (Fide2018, Blitz) | (Fide2023, Rapid | Blitz) => MINUTE_MS,
                _ => 2 * MINUTE_MS,
            },
            wrong_claim_cost: match edition {
                Fide1997 => WrongClaimCost::Half,
                Fide2001 => WrongClaimCost::HalfWithFloor,
                _ => WrongClaimCost::Nothing,
            },
            claim_lost_by: if since_2009 {
                Waiver::Touching
            } else {
                Waiver::Moving
            },
            claim_is_offer: !first,
            refusal: if first {
                Waiver::Moving
            } else {
                Waiver::Touching
            },
            moves_before_agreement: since_2018 as u32,
            may_ban_agreement: since_2009,
            resignation_excused: matches!(edition, Fide2023),
            default_time_ms: if since_2009 { 0 } else { 60 * MINUTE_MS },
            delay_carries_saved_time: since_2018,
            both_flags: match edition {
                Fide1997 | Fide2001 | Fide2009 if appendix => BothFlagsFallen::Draw,
                Fide1997 | Fide2001 => BothFlagsFallen::DrawInQuickplayFinish,
                _ => BothFlagsFallen::DrawInLastPeriod,
            },
            quickplay_finish: match edition {
                Fide1997 | Fide2001 | Fide2009 if blitz && appendix => QuickplayFinish::No,
                Fide1997 | Fide2001 | Fide2009 => QuickplayFinish::Yes,
                _ if blitz => QuickplayFinish::No,
                _ => QuickplayFinish::IfAnnounced,
            },
            unfinished_promotion: if since_2018 {
                UnfinishedPromotion::BecomesQueen
            } else {
                UnfinishedPromotion::TakenBack
            },
            reversed_colors_restart_below: if since_2018 { Some(10) } else { None },
            setup_stands_after: match (appendix, since_2018) {
                (false, _) => None,
                (true, true) => Some(10),
                (true, false) => Some(3),
            },
        }
    }

    /// True if a period is a quickplay finish, or would be one if announced: a fixed time for all remaining moves (97,
    /// 01 and 09 10.1; 18 and 23 III.1). The Laws do not say whether a time with an increment or a delay is fixed; here
    /// it is not.
    pub fn is_quickplay_finish(&self, period: &Period) -> bool {
        self.quickplay_finish != QuickplayFinish::No && period.is_fixed_finish()
    }

    /// The rules in a period: a quickplay finish has its own penalties for illegal moves (97 10.3).
    pub fn during(self, period: &Period) -> Self {
        let mut rules = self;
        if self.is_quickplay_finish(period) {
            rules.illegal_moves = self.illegal_moves_in_quickplay;
        }
        rules
    }
}

/// True if the appendix of rapid or blitz replaces the Competition Rules: always in 1997 and 2001, later only in
/// unsupervised games.
const fn appendix_applies(edition: Edition, mode: Mode, supervision: Supervision) -> bool {
    let always = matches!(edition, Fide1997 | Fide2001);
    !matches!(mode, Standard) && (always || matches!(supervision, Supervision::Unsupervised))
}

/// The penalties outside a quickplay finish.
const fn illegal_moves(edition: Edition, mode: Mode, appendix: bool) -> IllegalMoveRule {
    let (loses_at, minutes) = match (edition, mode) {
        (Fide1997, Standard) => (None, 0),
        (Fide1997 | Fide2001 | Fide2009, Blitz) if appendix => (Some(1), 0),
        (Fide1997 | Fide2001 | Fide2009, _) => (Some(3), 2),
        (Fide2018, Blitz) | (Fide2023, Rapid | Blitz) => (Some(2), 1),
        (Fide2018 | Fide2023, _) => (Some(2), 2),
    };
    IllegalMoveRule {
        loses_at,
        bonus_ms: minutes * MINUTE_MS,
    }
}

impl Default for Rules {
    fn default() -> Self {
        Edition::default().rules(Mode::default())
    }
}
