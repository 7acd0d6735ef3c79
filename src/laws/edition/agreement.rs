//! When the players may agree on a draw (Article 9.1).

use super::articles::clause;
use super::editions::Edition;
use super::rules::Rules;

/// An event forbids agreement on a draw, but the edition has no such rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("under {0}, no event can forbid agreement on a draw; events can since 2009 (9.1.a)")]
pub struct AgreementBanError(Edition);

impl Rules {
    /// The rules of an event that forbids agreement on a draw, without the arbiter's consent, before each player has
    /// made `moves` moves (09 9.1.a; 18 and 23 9.1.1).
    ///
    /// # Errors
    /// The edition does not allow events to forbid it.
    pub fn without_agreement_before(mut self, moves: u32) -> Result<Self, AgreementBanError> {
        if !self.may_ban_agreement {
            return Err(AgreementBanError(self.edition));
        }
        self.moves_before_agreement = self.moves_before_agreement.max(moves);
        Ok(self)
    }

    /// True if the event forbids agreement on a draw before some move.
    pub const fn bans_agreement(&self) -> bool {
        let own = Self::new(self.edition, self.mode, self.supervision);
        self.moves_before_agreement > own.moves_before_agreement
    }

    /// The Article that makes an agreement too early: 18 and 23 5.2.3, or the Article that allows the rule of the event.
    pub fn early_agreement_article(&self) -> &'static str {
        let ban = self
            .article(clause::AGREEMENT_BAN)
            .filter(|_| self.bans_agreement());
        ban.unwrap_or(self.article(clause::AGREEMENT))
    }
}
