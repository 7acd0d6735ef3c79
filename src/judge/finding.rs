//! What the judge finds: a fixed vocabulary.

use serde::Serialize;
use std::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The game, or what is recorded of it, breaks the Laws or cannot be followed.
    Error,
    /// Something is doubtful, or badly written.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// All of them, the gravest first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word that stands for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Defines the kinds of findings with their words and severities in one table.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal $severity:ident,)+) => {
        /// What can be found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FindingKind {
            $($(#[doc = $doc])+ $name,)+
        }

        impl FindingKind {
            /// All of them, in the order of the manual.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The word that stands for it in every output.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// What it means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// How much it weighs.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$name => Severity::$severity,)+
                }
            }
        }
    };
}

kinds! {
    /// A move is not legal; the judge stops there.
    IllegalMove = "illegal_move" Error,
    /// A text may mean several legal moves; the judge stops there.
    AmbiguousMove = "ambiguous_move" Error,
    /// A text is no move; the judge stops there.
    UnreadableMove = "unreadable_move" Error,
    /// Moves follow the end of the game.
    PlayedPastEnd = "played_past_end" Error,
    /// The recorded result is not that of the position that ended the game.
    ResultContradictsBoard = "result_contradicts_board" Error,
    /// The recorded result is not what a fallen flag costs.
    ResultContradictsFlagRule = "result_contradicts_flag_rule" Error,
    /// The recorded result is not what an illegal move costs.
    ResultContradictsIllegalMoveRule = "result_contradicts_illegal_move_rule" Error,
    /// The recorded result is not what resignation costs.
    ResultContradictsResignationRule = "result_contradicts_resignation_rule" Error,
    /// The game is recorded as drawn by a claim that was not correct, or as won although it was.
    ResultContradictsClaimRule = "result_contradicts_claim_rule" Error,
    /// A draw was agreed before both players had made the moves they must make.
    AgreementTooEarly = "agreement_too_early" Error,
    /// The result in the tags is not the one that follows the moves.
    ResultMismatch = "result_mismatch" Error,
    /// The rules of the game are not those of chess.
    UnknownVariant = "unknown_variant" Error,
    /// The tags call for a position that is not given.
    MissingFen = "missing_fen" Error,
    /// The position is none.
    BadFen = "bad_fen" Error,
    /// A game is too long to be read.
    GameTooLong = "game_too_long" Error,
    /// Nobody found out whether a side can still mate.
    Undetermined = "undetermined" Warning,
    /// The game is over, but its result is recorded as open.
    ResultOpen = "result_open" Warning,
    /// There is no tag with the result.
    MissingResultTag = "missing_result_tag" Warning,
    /// The moves end without a result.
    MissingResult = "missing_result" Warning,
    /// The result in the tags is none.
    UnknownResult = "unknown_result" Warning,
    /// What is said about the way the game ended does not go with its result.
    TerminationMismatch = "termination_mismatch" Warning,
    /// A tag FEN without a tag `SetUp` of 1.
    MissingSetup = "missing_setup" Warning,
    /// Something had to be left out of a position.
    FenCorrected = "fen_corrected" Warning,
    /// A move number, or the dots after it, is wrong.
    WrongMoveNumber = "wrong_move_number" Warning,
    /// The time control cannot be read.
    BadTimeControl = "bad_time_control" Warning,
    /// The edition or the mode in the tags is none.
    UnknownLaws = "unknown_laws" Warning,
    /// A tag is not well formed.
    BadTag = "bad_tag" Warning,
    /// A tag is given twice.
    RepeatedTag = "repeated_tag" Warning,
    /// Text that does not belong into a game.
    StrayText = "stray_text" Warning,
    /// A comment or variation is not closed.
    UnclosedText = "unclosed_text" Warning,
    /// The moves can be read in another language as other moves.
    AmbiguousLanguage = "ambiguous_language" Warning,
    /// What is written with a move is not true of it, such as a check.
    FalseSign = "false_sign" Warning,
    /// A clock shows more than it can.
    ClockGrows = "clock_grows" Warning,
    /// A clock shows less than nothing.
    ClockBelowZero = "clock_below_zero" Warning,
    /// A draw could be claimed and was not.
    ClaimMissed = "claim_missed" Note,
    /// A recorded draw may rest on a claim.
    ClaimExplainsDraw = "claim_explains_draw" Note,
    /// The result rests on a judgement that the moves cannot replace.
    HumanJudgement = "human_judgement" Note,
    /// The moves are not in English.
    Language = "language" Note,
    /// More is written about a move than is needed.
    Overspecified = "overspecified" Note,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for FindingKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Something that the judge has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How much it weighs.
    pub severity: Severity,
    /// What it is.
    pub kind: FindingKind,
    /// The half-move it is about, from 1, also if that move is illegal; or the number of half-moves that led to the
    /// position it is about.
    pub ply: Option<usize>,
    /// The Article it rests on.
    pub article: Option<&'static str>,
    /// For people.
    pub detail: String,
    /// What supports it, if not the moves alone.
    pub proof: Option<String>,
    /// The move of the ply as people write it, such as `37...Qh5`.
    #[serde(skip)]
    pub place: Option<String>,
}

impl Finding {
    /// A finding about the whole game.
    pub fn new(kind: FindingKind, detail: impl Into<String>) -> Self {
        Self {
            severity: kind.severity(),
            kind,
            ply: None,
            article: None,
            detail: detail.into(),
            proof: None,
            place: None,
        }
    }

    /// The same at a ply.
    pub fn at(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }

    /// The same under an Article.
    pub fn under(mut self, article: &'static str) -> Self {
        self.article = Some(article);
        self
    }

    /// The same with a proof.
    pub fn proved(mut self, proof: Option<String>) -> Self {
        self.proof = proof;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_has_a_word_of_its_own() {
        let words: BTreeSet<&str> = FindingKind::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(words.len(), FindingKind::ALL.len());
    }
}
