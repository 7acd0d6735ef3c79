//! The Articles about claims, irregularities, lateness and quickplay finishes, by edition.
//!
//! The numbers of 2018 and 2023 and of the appendices of 2001 are from secondary sources.

use super::Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
use super::Mode::{Blitz, Rapid, Standard};
use super::Rules;
use crate::laws::procedure::{Obligation, TouchRule};

/// The Article about the loss of the right to claim, in every edition.
pub const CLAIM_RIGHT_LOST: &str = "9.4";

impl Rules {
    /// The Article about a claim that is found to be correct, or incorrect.
    pub const fn claim_found_article(&self, correct: bool) -> &'static str {
        match (self.edition, correct) {
            (Fide1997 | Fide2001 | Fide2009, true) => "9.5.a",
            (Fide1997 | Fide2001 | Fide2009, false) => "9.5.b",
            (Fide2018 | Fide2023, true) => "9.5.2",
            (Fide2018 | Fide2023, false) => "9.5.3",
        }
    }

    /// The Article that makes a claim an offer of a draw as well; `None` in 1997, where a claim is not an offer.
    pub const fn claim_offer_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 => None,
            Fide2001 => Some("9.1.c"),
            Fide2009 => Some("9.1.b.3"),
            Fide2018 | Fide2023 => Some("9.1.2.3"),
        }
    }

    /// The Article that lets an event forbid agreement on a draw; `None` before 2009.
    pub const fn agreement_ban_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            Fide2009 => Some("9.1.a"),
            Fide2018 | Fide2023 => Some("9.1.1"),
        }
    }

    /// The Article under which a flag fall counts only if a player claims it.
    pub const fn flag_claim_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "B.6",
            Fide2001 => "B.7",
            Fide2009 | Fide2018 | Fide2023 => "A.4.d",
        }
    }

    /// The Article under which the position before an illegal move is restored.
    pub const fn restoration_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "7.4",
            Fide2001 | Fide2009 => "7.4.a",
            Fide2018 | Fide2023 => "7.5.1",
        }
    }

    /// The Article that sets the clocks after the position was restored; `None` if its number is not known.
    pub const fn restored_clocks_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2009 => Some("6.13"),
            Fide2001 => Some("6.14"),
            Fide2018 | Fide2023 => None,
        }
    }

    /// The Article that gives the opponent time, or the game, for an illegal move; `None` if an illegal move costs
    /// nothing.
    pub const fn illegal_penalty_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (Fide1997, Standard) if self.illegal_moves.loses_at.is_none() => None,
            _ => Some(self.article(crate::laws::outcome::OutcomeKind::IllegalMove)),
        }
    }

    /// The Article under which an illegal move stands once the opponent has moved ([`Rules::illegal_move_stands`]);
    /// `None` if illegal moves are corrected whenever they are found.
    pub const fn answered_move_article(&self) -> Option<&'static str> {
        if !self.illegal_move_stands {
            return None;
        }
        Some(match (self.edition, self.mode) {
            (Fide1997 | Fide2001, Blitz) => "C.3",
            (Fide1997 | Fide2001, _) => "B.6",
            (Fide2009, Blitz) => "B.3.c",
            (Fide2009, _) => "A.4.c",
            (Fide2018, _) => "A.4.2",
            (Fide2023, _) => "A.5.2",
        })
    }

    /// The Article under which the game is drawn if both kings are in check or a pawn is left on the last rank, and the
    /// position is still illegal after the next move; `None` where there is no such clause.
    pub const fn illegal_position_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide2018 if self.illegal_move_stands => Some("A.4.4"),
            Fide2023 if self.illegal_move_stands => Some("A.5.4"),
            _ => None,
        }
    }

    /// The Article under which the arbiter intervenes without a claim if both kings are in check or a promotion is
    /// unfinished; `None` where there is no such clause (in blitz it does not apply: 09 B.3.b).
    pub const fn intervention_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (Fide2001 | Fide2009, Rapid) => self.answered_move_article(),
            _ => None,
        }
    }

    /// The Article under which the players may agree to correct a move that stands; `None` where they cannot.
    pub const fn agreed_correction_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (Fide2009, Blitz) => self.answered_move_article(),
            _ => None,
        }
    }

    /// The Article under which the arbiter rules on touched pieces and in a quickplay finish only if a player asks, in
    /// games where no claim before the next move is needed; `None` elsewhere.
    pub const fn ruling_on_request_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (Fide1997, Rapid) => Some("B.5"),
            _ => None,
        }
    }

    /// The Article by which an illegal move is completed only by pressing the clock, so that it costs nothing before;
    /// `None` if no Article says so.
    pub const fn completed_illegal_article(&self) -> Option<&'static str> {
        match (self.answered_move_article(), self.edition) {
            (Some(article), _) => Some(article),
            (None, Fide1997 | Fide2001) => None,
            (None, Fide2009) => Some("7.4.a"),
            (None, Fide2018 | Fide2023) => Some("7.5.1"),
        }
    }

    /// The Article that makes pressing the clock without a move an illegal move; `None` before 2018.
    pub const fn pressed_clock_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => None,
            Fide2018 | Fide2023 => Some("7.5.3"),
        }
    }

    /// The Article for an obligation under touch-move or after a wrong claim.
    pub const fn obligation_article(&self, obligation: Obligation) -> &'static str {
        let [first, later, new] = match obligation {
            Obligation::Free => ["4.5"; 3],
            // In 1997 one point covers touching a piece of one's own and a piece of the opponent's.
            Obligation::Capture(_) => ["4.3.a", "4.3.b", "4.3.2"],
            Obligation::CaptureWith { .. } => ["4.3.b", "4.3.c", "4.3.3"],
            Obligation::MoveKing(_) => ["4.4.b", "4.4.c", "4.4.3"],
            Obligation::Promote { .. } if matches!(self.edition, Fide2009) => ["4.6.c"; 3],
            Obligation::Promote { .. } | Obligation::Move(_) => ["4.3.a", "4.3.a", "4.3.1"],
            Obligation::Play(_) => return self.claim_found_article(false),
        };
        match self.edition {
            Fide1997 => first,
            Fide2001 | Fide2009 => later,
            Fide2018 | Fide2023 => new,
        }
    }

    /// The Article for touched pieces.
    pub const fn touch_article(&self, rule: TouchRule) -> &'static str {
        let [first, later, new] = match rule {
            TouchRule::Free => ["4.5"; 3],
            TouchRule::Own => ["4.3.a", "4.3.a", "4.3.1"],
            TouchRule::Opponents => ["4.3.a", "4.3.b", "4.3.2"],
            TouchRule::BothColors => ["4.3.b", "4.3.c", "4.3.3"],
            // In 1997 the king was touched first and must move.
            TouchRule::Castle => ["4.3.a", "4.4.a", "4.4.1"],
            TouchRule::RookFirst => ["4.4.a", "4.4.b", "4.4.2"],
            TouchRule::CastlingIllegal => ["4.4.b", "4.4.c", "4.4.3"],
        };
        match self.edition {
            Fide1997 => first,
            Fide2001 | Fide2009 => later,
            Fide2018 | Fide2023 => new,
        }
    }

    /// The Article about a piece that was released on a square as a legal move, or as a part of castling or a promotion.
    pub const fn released_piece_article(&self, castles: bool, promotes: bool) -> &'static str {
        let [old, third, new] = match (castles, promotes) {
            (true, _) => ["4.7", "4.6.b", "4.7.2"],
            (_, true) => ["4.7", "4.6.c", "4.7.3"],
            _ => ["4.7", "4.6", "4.7"],
        };
        match self.edition {
            Fide1997 | Fide2001 => old,
            Fide2009 => third,
            Fide2018 | Fide2023 => new,
        }
    }

    /// The Article by which the choice of a piece is final once it has touched the promotion square; `None` before 2009.
    pub const fn final_promotion_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            Fide2009 => Some("4.4.d"),
            Fide2018 | Fide2023 => Some("4.4.4"),
        }
    }

    /// The Article by which a claim cannot be withdrawn.
    pub const fn claim_stands_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "9.5",
            Fide2018 | Fide2023 => "9.5.1",
        }
    }

    /// The Article about castling in Chess960; `None` if the edition has no Chess960.
    pub const fn chess960_castling_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            Fide2009 => Some("F.3"),
            Fide2018 | Fide2023 => Some("II.3"),
        }
    }

    /// The Article by which a complaint comes too late once the player has touched a piece.
    pub const fn late_complaint_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "4.6",
            Fide2009 => "4.7",
            Fide2018 | Fide2023 => "4.8",
        }
    }

    /// The Article under which the arbiter rules on touched pieces only if a player asks; `None` elsewhere.
    pub const fn touch_request_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (Fide1997 | Fide2001, Rapid | Blitz) => Some("B.5"),
            (Fide2009, _) if self.illegal_move_stands => Some("A.4.b"),
            _ => None,
        }
    }

    /// The Article about the proper moment of a draw offer.
    pub const fn offer_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "9.1",
            Fide2001 => "9.1.a",
            Fide2009 => "9.1.b.1",
            Fide2018 | Fide2023 => "9.1.2.1",
        }
    }

    /// The Article against disturbing the opponent.
    pub const fn disturbance_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "12.5",
            Fide2009 => "12.6",
            Fide2018 | Fide2023 => "11.5",
        }
    }

    /// The Article about a player who persistently refuses to comply with the Laws.
    pub const fn refusal_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "12.7",
            Fide2009 => "12.8",
            Fide2018 | Fide2023 => "11.7",
        }
    }

    /// The Article about two players who refuse.
    pub const fn both_refuse_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "12.8",
            Fide2009 => "12.9",
            Fide2018 | Fide2023 => "11.8",
        }
    }

    /// The Article about telephones; `None` before 2009.
    pub const fn phone_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            Fide2009 => Some("12.3.b"),
            Fide2018 | Fide2023 => Some("11.3.2"),
        }
    }

    /// The Article about a player who displaces pieces.
    pub const fn displaced_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "7.3",
            Fide2018 | Fide2023 => "7.4",
        }
    }

    /// The Article about displaced pieces that are noticed later.
    pub const fn displaced_later_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "7.4",
            Fide2001 | Fide2009 => "7.5",
            Fide2018 | Fide2023 => "7.6",
        }
    }

    /// The Article against moving with two hands; since 2018 it is an illegal move.
    pub const fn two_hands_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "4.1",
            Fide2018 | Fide2023 => "7.5.4",
        }
    }

    /// The Article about a board placed the wrong way round.
    pub const fn turned_board_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "7.1.b",
            Fide2018 | Fide2023 => "7.2.2",
        }
    }

    /// The Article about a game that began with reversed colours.
    pub const fn reversed_colors_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "7.2",
            Fide2018 | Fide2023 => "7.3",
        }
    }

    /// The Article under which a wrong set-up stands after [`Rules::setup_stands_after`] moves, in rapid and blitz.
    pub const fn standing_setup_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "B.4",
            Fide2009 => "A.4.a",
            Fide2018 => "A.4",
            Fide2023 => "A.5",
        }
    }

    /// The Article under which a king that began on the queen's square may not castle; `None` where a wrong set-up never
    /// stands, or the edition has no such clause.
    pub const fn misplaced_king_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            _ if self.setup_stands_after.is_none() => None,
            Fide2009 | Fide2018 | Fide2023 => Some(self.standing_setup_article()),
        }
    }

    /// The Article about lateness.
    pub const fn default_time_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "6.6",
            Fide2001 => "6.7",
            Fide2009 => "6.6.a",
            Fide2018 | Fide2023 => "6.7.1",
        }
    }

    /// The Article that says whose clock runs while both players are absent.
    pub const fn both_absent_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "6.5",
            Fide2001 => "6.6",
            Fide2009 => "6.6.b",
            Fide2018 | Fide2023 => "6.7.2",
        }
    }

    /// The Article that defines a quickplay finish.
    pub const fn quickplay_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "10.1",
            Fide2018 | Fide2023 => "III.1",
        }
    }

    /// The Article about draw claims in a quickplay finish.
    pub const fn quickplay_claim_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "10.2",
            Fide2018 | Fide2023 => "III.5",
        }
    }

    /// The Article that rules out such claims: in blitz, or in a game with an increment.
    pub const fn no_quickplay_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "C.5",
            Fide2009 => "B.3.b",
            Fide2018 | Fide2023 => "III.2",
        }
    }

    /// The appendix for quickplay finishes without an arbiter.
    pub const fn no_arbiter_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "D",
            Fide2018 | Fide2023 => "III.6",
        }
    }

    /// The Article that obliges players to record the moves.
    pub const fn recording_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "8.1",
            Fide2018 | Fide2023 => "8.1.1",
        }
    }

    /// The Article that frees players from recording moves: in rapid and blitz, or in standard play with little time
    /// left.
    pub const fn no_recording_article(&self) -> &'static str {
        match (self.edition, self.mode) {
            (_, Standard) => "8.4",
            (Fide1997 | Fide2001, _) => "B.3",
            (Fide2009 | Fide2018 | Fide2023, _) => "A.2",
        }
    }

    /// The Article against writing moves in advance; `None` before 2009.
    pub const fn written_in_advance_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            Fide2009 => Some("8.1"),
            Fide2018 | Fide2023 => Some("8.1.2"),
        }
    }

    /// The Article, or appendix, by which only a scoresheet in algebraic notation is evidence.
    pub const fn notation_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 => "E",
            Fide2009 | Fide2018 | Fide2023 => "C",
        }
    }

    /// The Article by which an arbiter does not intervene, and tells nobody the number of moves.
    pub const fn number_told_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2001 | Fide2009 => "13.6",
            Fide2018 | Fide2023 => "12.6",
        }
    }

    /// The Article by which the next move is the first of the next period, if the moves made cannot be established.
    pub const fn unknown_moves_article(&self) -> &'static str {
        "8.6"
    }

    /// The Article by which a clock is right unless it is evidently defective.
    pub const fn clock_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "6.10",
            Fide2001 => "6.11",
            Fide2009 => "6.10.a",
            Fide2018 | Fide2023 => "6.10.1",
        }
    }

    /// The Article about clocks that are set wrongly; `None` before 2009.
    pub const fn wrong_setting_article(&self) -> Option<&'static str> {
        match self.edition {
            Fide1997 | Fide2001 => None,
            Fide2009 => Some("6.10.b"),
            Fide2018 | Fide2023 => Some("6.10.2"),
        }
    }

    /// The Article about a player who stops the clocks.
    pub const fn stopped_clocks_article(&self) -> &'static str {
        match self.edition {
            Fide1997 => "6.12.b",
            Fide2001 => "6.13.d",
            Fide2009 => "6.12.d",
            Fide2018 | Fide2023 => "6.11.4",
        }
    }

    /// The Article by which no claim may rest on what a screen shows.
    pub const fn screen_article(&self) -> &'static str {
        match self.edition {
            Fide1997 | Fide2009 => "6.14",
            Fide2001 => "6.15",
            Fide2018 | Fide2023 => "6.12.2",
        }
    }

    /// The Article that defines the mode by its time control; `None` for standard play, the remaining mode.
    pub const fn class_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (_, Standard) => None,
            (Fide1997 | Fide2001, Rapid) | (Fide2009 | Fide2018 | Fide2023, Blitz) => Some("B.1"),
            (Fide1997 | Fide2001, Blitz) => Some("C.1"),
            (_, Rapid) => Some("A.1"),
        }
    }
}
