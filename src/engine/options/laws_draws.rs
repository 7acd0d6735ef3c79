//! The values of the option `Laws Draws`.

/// The engine's behaviour on draws by claim (Articles 9.2, 9.3) and by agreement (Article 9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LawsDraws {
    /// Neither claims nor offers draws.
    Play,
    /// Prefers a move that allows a draw claim to any other that does not promise more.
    Claim,
    /// Offers draws, and accepts or refuses offers.
    Offer,
    /// Both claims and offers.
    ClaimAndOffer,
}

impl LawsDraws {
    /// True if the engine prefers moves that allow a draw claim.
    pub const fn claims(self) -> bool {
        matches!(self, Self::Claim | Self::ClaimAndOffer)
    }

    /// True if the engine offers draws and answers offers.
    pub const fn offers(self) -> bool {
        matches!(self, Self::Offer | Self::ClaimAndOffer)
    }
}
