//! The Article of a clause in an edition, and the choice among clauses by the mode and the rules of the event.

use super::clause::{self, Clause};
use crate::laws::edition::Edition::{Fide1997, Fide2001, Fide2009, Fide2018, Fide2023};
use crate::laws::edition::Mode::{Blitz, Rapid, Standard};
use crate::laws::edition::{BothFlagsFallen, FlagCaller, Rules};
use crate::laws::outcome::OutcomeKind;
use crate::laws::procedure::{Obligation, TouchRule};

impl Rules {
    /// The Article of a clause in the edition.
    pub fn article<A: Copy>(&self, clause: Clause<A>) -> A {
        clause.article(self.edition)
    }

    /// The Article under which a game ends for a reason.
    ///
    /// Editions before 2014 have no fivefold repetition and no 75-move rule; an event that uses them nevertheless uses the
    /// later Articles. For claims see [`Rules::claim_article`], for the third illegal move under the standard rules of
    /// 1997 [`clause::REFUSAL`].
    pub fn end_article(&self, kind: OutcomeKind) -> &'static str {
        let since_2014 = |clause: Clause<Option<&'static str>>| {
            let article = clause.article(self.edition.max(Fide2018));
            article.expect("every edition since 2014 has the clause")
        };
        self.article(match kind {
            OutcomeKind::Checkmate => clause::CHECKMATE,
            OutcomeKind::Stalemate => clause::STALEMATE,
            OutcomeKind::DeadPosition => clause::DEAD_POSITION,
            OutcomeKind::Fivefold => return since_2014(clause::FIVEFOLD),
            OutcomeKind::SeventyFiveMoves => return since_2014(clause::SEVENTY_FIVE_MOVES),
            OutcomeKind::Threefold => clause::THREEFOLD,
            OutcomeKind::FiftyMoves => clause::FIFTY_MOVES,
            OutcomeKind::FlagFall => match self.article(clause::MATING_POTENTIAL) {
                Some(article) if self.mode == Blitz => return article,
                _ => clause::FLAG_FALL,
            },
            OutcomeKind::IllegalMove => match self.blitz_claim_article() {
                Some(article) => return article,
                None => clause::ILLEGAL_PENALTY,
            },
            OutcomeKind::Resignation => clause::RESIGNATION,
            OutcomeKind::Agreement => clause::AGREEMENT,
        })
    }

    /// The Article for a draw claim, with an announced move or with the position on the board: a point of 9.2 for
    /// [`OutcomeKind::Threefold`], of 9.3 for [`OutcomeKind::FiftyMoves`]. All other kinds end the game without a claim
    /// and get their own Article.
    pub fn claim_article(&self, kind: OutcomeKind, announced: bool) -> &'static str {
        self.article(match (kind, announced) {
            (OutcomeKind::Threefold, true) => clause::THREEFOLD_INTENDED,
            (OutcomeKind::Threefold, false) => clause::THREEFOLD_ON_BOARD,
            (OutcomeKind::FiftyMoves, true) => clause::FIFTY_MOVES_INTENDED,
            (OutcomeKind::FiftyMoves, false) => clause::FIFTY_MOVES_ON_BOARD,
            _ => return self.end_article(kind),
        })
    }

    /// The Article that applies when both flags have fallen and it is not known which fell first: the game is drawn, or
    /// it goes on.
    pub fn both_flags_article(&self, drawn: bool) -> &'static str {
        let at_once = self
            .article(clause::BOTH_FLAGS_IN_RAPID)
            .filter(|_| matches!(self.both_flags, BothFlagsFallen::Draw));
        let by_period = if drawn {
            clause::BOTH_FLAGS_DRAW
        } else {
            clause::BOTH_FLAGS_GO_ON
        };
        at_once.unwrap_or(self.article(by_period))
    }

    /// The Article that says who calls a flag fall ([`Rules::flag_caller`]).
    pub fn flag_caller_article(&self) -> &'static str {
        let claimed = self
            .article(clause::FLAG_CLAIMED)
            .filter(|_| self.flag_caller == FlagCaller::Player);
        claimed.unwrap_or(self.article(clause::FLAG_CALLED))
    }

    /// The Article that gives the opponent time, or the game, for an illegal move; `None` if an illegal move costs
    /// nothing.
    pub fn illegal_penalty_article(&self) -> Option<&'static str> {
        let is_free = (self.edition, self.mode) == (Fide1997, Standard)
            && self.illegal_moves.loses_at.is_none();
        (!is_free).then(|| self.end_article(OutcomeKind::IllegalMove))
    }

    /// The Article that makes the time for an illegal move or a wrong claim one minute instead of two; `None` where it is
    /// the time of Articles 7 and 9.
    pub fn one_minute_article(&self) -> Option<&'static str> {
        match self.mode {
            Standard => None,
            Rapid => self.article(clause::ONE_MINUTE_IN_RAPID),
            Blitz => self.article(clause::ONE_MINUTE_IN_BLITZ),
        }
    }

    /// The Article of blitz under which an illegal move loses if it is claimed before the answer, and stands afterwards.
    fn blitz_claim_article(&self) -> Option<&'static str> {
        self.article(clause::ILLEGAL_IN_BLITZ)
            .filter(|_| self.mode == Blitz && self.illegal_move_stands)
    }

    /// The Article under which an illegal move stands once the opponent has moved ([`Rules::illegal_move_stands`]);
    /// `None` if illegal moves are corrected whenever they are found.
    pub fn answered_move_article(&self) -> Option<&'static str> {
        self.blitz_claim_article()
            .or(self.article(clause::ANSWERED_MOVE))
            .filter(|_| self.illegal_move_stands)
    }

    /// The Article under which the arbiter intervenes without a claim if both kings are in check or a promotion is
    /// unfinished; `None` where there is no such clause (in blitz it does not apply: 09 B.3.b).
    pub fn intervention_article(&self) -> Option<&'static str> {
        match (self.edition, self.mode) {
            (Fide2001 | Fide2009, Rapid) => self.answered_move_article(),
            _ => None,
        }
    }

    /// The Article under which the arbiter rules in a quickplay finish only if a player asks, in games where no claim
    /// before the next move is needed; `None` elsewhere.
    pub fn ruling_on_request_article(&self) -> Option<&'static str> {
        self.article(clause::RULING_ON_REQUEST)
            .filter(|_| (self.edition, self.mode) == (Fide1997, Rapid))
    }

    /// The Article under which the arbiter rules on touched pieces only if a player asks; `None` elsewhere.
    pub fn touch_request_article(&self) -> Option<&'static str> {
        let is_needed = match self.edition {
            Fide1997 | Fide2001 => self.mode != Standard,
            Fide2009 | Fide2018 | Fide2023 => self.illegal_move_stands,
        };
        self.article(clause::RULING_ON_REQUEST)
            .filter(|_| is_needed)
    }

    /// The Article under which a king that began on the queen's square may not castle; `None` where a wrong set-up never
    /// stands, or the edition has no such clause.
    pub fn misplaced_king_article(&self) -> Option<&'static str> {
        self.article(clause::MISPLACED_KING)
            .filter(|_| self.setup_stands_after.is_some())
    }

    /// The Article that frees players from recording moves: in rapid and blitz, or in standard play with little time
    /// left.
    pub fn no_recording_article(&self) -> &'static str {
        self.article(match self.mode {
            Standard => clause::LITTLE_TIME,
            Rapid | Blitz => clause::NO_RECORDING,
        })
    }

    /// The Article for an obligation under touch-move or after a wrong claim.
    pub fn obligation_article(&self, obligation: Obligation) -> &'static str {
        self.article(match obligation {
            Obligation::Free => clause::NO_TOUCHED_MOVE,
            Obligation::Move(_) => clause::TOUCHED_OWN,
            Obligation::Capture(_) => clause::TOUCHED_THEIRS,
            Obligation::CaptureWith { .. } => clause::TOUCHED_BOTH,
            Obligation::MoveKing(_) => clause::CASTLING_ILLEGAL,
            Obligation::Promote { .. } => clause::PROMOTION_SQUARE,
            Obligation::Play(_) => clause::WRONG_CLAIM,
        })
    }

    /// The Article for touched pieces.
    pub fn touch_article(&self, rule: TouchRule) -> &'static str {
        self.article(match rule {
            TouchRule::Free => clause::NO_TOUCHED_MOVE,
            TouchRule::Own => clause::TOUCHED_OWN,
            TouchRule::Opponents => clause::TOUCHED_THEIRS,
            TouchRule::BothColors => clause::TOUCHED_BOTH,
            TouchRule::Castle => clause::KING_AND_ROOK,
            TouchRule::RookFirst => clause::ROOK_FIRST,
            TouchRule::CastlingIllegal => clause::CASTLING_ILLEGAL,
        })
    }
}
