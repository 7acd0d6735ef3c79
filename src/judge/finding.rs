//! The findings of the judge: a fixed vocabulary.

use crate::util::text::printable;
use crate::util::word_enum::word_enum;
use serde::Serialize;
use std::fmt;

word_enum! {
    /// The severity of a finding; the most severe is declared first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Severity {
        /// The game or its record breaks the Laws, or cannot be replayed.
        Error = "error",
        /// Doubtful or badly formed.
        Warning = "warning",
        /// For information only.
        Note = "note",
    }
}

/// Defines the kinds of findings with their words and severities.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal $severity:ident,)+) => {
        word_enum! {
            /// The kind of a finding.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub enum FindingKind {
                $($(#[doc = $doc])+ $name = $word,)+
            }
        }

        impl FindingKind {
            /// The meaning, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }

            /// The severity, which is fixed for each kind.
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
    /// A text matches several legal moves; the judge stops there.
    AmbiguousMove = "ambiguous_move" Error,
    /// A text is not a move; the judge stops there.
    UnreadableMove = "unreadable_move" Error,
    /// A move is recorded as a capture en passant, but is not one; the sign is part of the move (97 Appendix E, 09 C.9).
    FalseEnPassant = "false_en_passant" Error,
    /// Moves follow the end of the game.
    PlayedPastEnd = "played_past_end" Error,
    /// The recorded result contradicts the final position.
    ResultContradictsBoard = "result_contradicts_board" Error,
    /// The recorded result contradicts the ruling on the flag fall.
    ResultContradictsFlagRule = "result_contradicts_flag_rule" Error,
    /// The recorded result contradicts the ruling on the illegal move.
    ResultContradictsIllegalMoveRule = "result_contradicts_illegal_move_rule" Error,
    /// The recorded result contradicts the ruling on the resignation.
    ResultContradictsResignationRule = "result_contradicts_resignation_rule" Error,
    /// The game is recorded as a draw by claim, but no such claim was possible.
    ResultContradictsClaimRule = "result_contradicts_claim_rule" Error,
    /// A draw was agreed before both players had made the required moves.
    AgreementTooEarly = "agreement_too_early" Error,
    /// The tag `Result` differs from the result after the moves.
    ResultMismatch = "result_mismatch" Error,
    /// The variant is not chess.
    UnknownVariant = "unknown_variant" Error,
    /// The tags require a FEN that is missing.
    MissingFen = "missing_fen" Error,
    /// The position is invalid.
    BadFen = "bad_fen" Error,
    /// A game exceeds the size limit.
    GameTooLong = "game_too_long" Error,
    /// It is undetermined whether a side can still mate.
    Undetermined = "undetermined" Warning,
    /// The game is over, but its result is recorded as open.
    ResultOpen = "result_open" Warning,
    /// The tag `Result` is missing.
    MissingResultTag = "missing_result_tag" Warning,
    /// The moves end without a result.
    MissingResult = "missing_result" Warning,
    /// The tag `Result` is invalid.
    UnknownResult = "unknown_result" Warning,
    /// The tag `Termination` does not match the result.
    TerminationMismatch = "termination_mismatch" Warning,
    /// A tag `FEN` without `[SetUp "1"]`.
    MissingSetup = "missing_setup" Warning,
    /// The game begins from a wrong starting position.
    WrongSetup = "wrong_setup" Warning,
    /// A part of a FEN was ignored.
    FenCorrected = "fen_corrected" Warning,
    /// A move number, or the dots after it, is wrong.
    WrongMoveNumber = "wrong_move_number" Warning,
    /// The tag `TimeControl` is invalid.
    BadTimeControl = "bad_time_control" Warning,
    /// A tag `LawsEdition`, `LawsMode`, `LawsSupervision` or `LawsNoAgreementBefore` is invalid.
    UnknownLaws = "unknown_laws" Warning,
    /// A tag is not well formed.
    BadTag = "bad_tag" Warning,
    /// A tag is given twice.
    RepeatedTag = "repeated_tag" Warning,
    /// Text that does not belong to a game.
    StrayText = "stray_text" Warning,
    /// A comment or variation is not closed.
    UnclosedText = "unclosed_text" Warning,
    /// In another language, the moves would be different legal moves.
    AmbiguousLanguage = "ambiguous_language" Warning,
    /// A sign of a move, such as a check, is wrong.
    FalseSign = "false_sign" Warning,
    /// A clock shows more than the time control allows.
    ClockGrows = "clock_grows" Warning,
    /// A clock shows a negative time.
    ClockBelowZero = "clock_below_zero" Warning,
    /// A clock shows something that is not a time.
    ClockUnreadable = "clock_unreadable" Warning,
    /// A draw could have been claimed, but was not.
    ClaimMissed = "claim_missed" Note,
    /// A recorded draw may be based on a claim.
    ClaimExplainsDraw = "claim_explains_draw" Note,
    /// The result depends on a human decision.
    HumanJudgement = "human_judgement" Note,
    /// The moves are not in English.
    Language = "language" Note,
    /// The square of origin is given unnecessarily.
    Overspecified = "overspecified" Note,
}

/// A finding of the judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The severity of the kind.
    pub severity: Severity,
    /// The kind, which determines the severity.
    pub kind: FindingKind,
    /// The half-move it is about, from 1, even if illegal; or the number of half-moves before the position it is about.
    /// `None` for findings about the whole game.
    pub ply: Option<usize>,
    /// The Article of the Laws; `None` if none applies.
    pub article: Option<&'static str>,
    /// The message, free of control characters.
    pub detail: String,
    /// The proof; `None` if the moves alone show it.
    pub proof: Option<String>,
    /// The move of the ply in SAN, such as `37...Qh5`.
    #[serde(skip)]
    pub place: Option<String>,
}

impl Finding {
    /// A finding about the whole game. Control characters are removed from `detail`.
    pub fn new(kind: FindingKind, detail: impl AsRef<str>) -> Self {
        Self {
            severity: kind.severity(),
            kind,
            ply: None,
            article: None,
            detail: printable(detail.as_ref()).into_owned(),
            proof: None,
            place: None,
        }
    }

    /// Sets the half-move, from 1.
    pub fn at(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Sets the Article that applies.
    pub fn under(mut self, article: &'static str) -> Self {
        self.article = Some(article);
        self
    }

    /// Sets the proof, if there is one.
    pub fn proved(mut self, proof: Option<String>) -> Self {
        self.proof = proof;
        self
    }
}

/// One line: severity, kind, place, message, Article, and the proof in brief.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8} {}", self.severity, self.kind)?;
        match (&self.place, self.ply) {
            (Some(place), Some(ply)) => write!(f, ", {place} (ply {ply})")?,
            (None, Some(ply)) => write!(f, ", ply {ply}")?,
            _ => {}
        }
        write!(f, ": {}", self.detail)?;
        if let Some(article) = self.article {
            write!(f, " [Article {article}]")?;
        }
        if let Some(proof) = &self.proof {
            write!(f, " [proof: {}]", brief(proof))?;
        }
        Ok(())
    }
}

/// A proof, with long lines shortened.
pub(super) fn brief(proof: &str) -> String {
    const MAX_MOVES: usize = 8;
    let Some(moves) = proof.strip_prefix("line ") else {
        return proof.to_owned();
    };
    let (moves, rest) = moves.split_once(',').unwrap_or((moves, ""));
    let count = moves.split(' ').count();
    if count <= MAX_MOVES {
        return proof.to_owned();
    }
    let first: Vec<&str> = moves.split(' ').take(MAX_MOVES).collect();
    let comma = if rest.is_empty() { "" } else { "," };
    format!(
        "line {} ... of {count} half-moves{comma}{rest}",
        first.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_has_its_own_word() {
        let words = BTreeSet::from(FindingKind::ALL.map(FindingKind::as_str));
        assert_eq!(words.len(), FindingKind::ALL.len());
    }

    #[test]
    fn a_long_line_is_shortened() {
        let line = |count| vec!["e2e4"; count].join(" ");
        let proof = format!("line {}, then table", line(9));
        let short = format!("line {} ... of 9 half-moves, then table", line(8));
        assert_eq!(brief(&proof), short);
        let whole = format!("line {}", line(8));
        assert_eq!(brief(&whole), whole);
    }
}
