//! The answer to a question.

use crate::board::Board;
use crate::laws::edition::articles::cited;
use crate::laws::edition::{Mode, Rules, RulesText};
use crate::laws::outcome::{Outcome, OutcomeKind, Points};
use crate::notation::san;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::types::Move;
use crate::util::format::clock_time;
use crate::util::word_enum::word_enum;
use serde::{Serialize, Serializer};
use std::fmt;
use std::time::Duration;

word_enum! {
    /// The questions, with the names that the command line gives them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RulingQuestion {
        /// A draw claim.
        Claim = "claim",
        /// A fallen flag.
        Flag = "flag",
        /// A draw claim in a quickplay finish.
        Quickplay = "quickplay",
        /// An illegal move.
        Illegal = "illegal",
        /// Touched pieces.
        Touch = "touch",
        /// Displaced pieces.
        Displaced = "displaced",
        /// A wrong set-up.
        Setup = "setup",
        /// An offer of a draw.
        Offer = "offer",
        /// A resignation.
        Resignation = "resignation",
        /// Late players.
        Lateness = "default",
        /// A clock that is defective, set wrongly or not pressed.
        FaultyClock = "clock",
        /// Duties to record the moves.
        Recording = "recording",
        /// A telephone.
        Phone = "phone",
        /// A player who leaves the playing area.
        Leaving = "leaving",
        /// A player who refuses to comply.
        Refusal = "refusal",
        /// A sealed move.
        Seal = "seal",
        /// The resumption of an adjourned game.
        Resumption = "resumption",
        /// A start position of Chess960.
        Chess960 = "chess960",
        /// What a time control means.
        TimeControl = "time-control",
    }
}

/// The answer to a question of an arbiter. The JSON fields have this order; fields without a value are null or empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// The question.
    pub question: RulingQuestion,
    /// The edition of the Laws, or the interpretations of 1974.
    pub edition: RulesText,
    /// The mode of play; `None` in 1974, which has no modes.
    pub mode: Option<Mode>,
    /// The decision, in a sentence.
    pub ruling: String,
    /// The reason, in a sentence; `None` if the ruling needs none.
    pub reason: Option<String>,
    /// The score of both players if the game is over.
    pub score: Option<Points>,
    /// How the game ended; `None` if it goes on.
    pub kind: Option<OutcomeKind>,
    /// The Articles that the ruling rests on.
    pub articles: Vec<&'static str>,
    /// The position on the board after the ruling, in FEN; `None` if the ruling is not about a position.
    pub fen: Option<String>,
    /// The clocks after the ruling.
    pub clocks: Option<BothClocks>,
    /// The time used by each player, where it is known instead of the time left.
    pub used: Option<BothClocks>,
    /// The moves from which the player to move must choose; empty if any legal move may be played.
    pub obligation: Vec<ObligedMove>,
    /// Whether the opponent may accept the claim as a draw offer.
    pub offer: bool,
    /// Whether a player can still mate, if the ruling rests on it.
    pub proof: Option<MateProof>,
    /// Additional facts, such as the number of a start position.
    pub facts: Vec<Fact>,
    /// Questions that the Laws leave to the arbiter or the event, and facts that the record does not show.
    pub open: Vec<String>,
    /// True if a fact that the ruling rests on could not be established within the limit of positions.
    pub undetermined: bool,
    /// The number of the illegal move that is penalised, counting all of the player; among the facts in JSON.
    #[serde(skip)]
    pub illegal_number: Option<u32>,
}

/// The times of both clocks; `None` if a time is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BothClocks {
    /// White's time, in milliseconds.
    #[serde(rename = "white_ms", serialize_with = "millis")]
    pub white: Option<Duration>,
    /// Black's time, in milliseconds.
    #[serde(rename = "black_ms", serialize_with = "millis")]
    pub black: Option<Duration>,
}

/// A move that meets the obligation of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObligedMove {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in SAN.
    pub san: String,
}

/// Whether a player can still mate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MateProof {
    /// The answer: `white can mate`, `black cannot mate`.
    pub answer: String,
    /// The kind of proof, such as a line of moves or material.
    pub kind: String,
    /// The moves that show it, in SAN with move numbers; `None` unless the proof is such a line.
    pub line: Option<String>,
    /// The kind of proof in the words of a text; JSON has only `kind`.
    #[serde(skip)]
    pub words: String,
}

/// A fact with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The name, a word or two.
    pub name: &'static str,
    /// The value as text.
    pub value: String,
}

#[allow(clippy::ref_option, reason = "the signature is serde's")]
fn millis<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    let ms = time.map(|time| time.as_millis() as u64);
    ms.serialize(serializer)
}

impl BothClocks {
    /// The times of White and Black.
    pub const fn times(self) -> [Option<Duration>; 2] {
        [self.white, self.black]
    }

    /// The times, White's first; `None` if neither is known.
    pub(super) fn new([white, black]: [Option<Duration>; 2]) -> Option<Self> {
        (white.is_some() || black.is_some()).then_some(Self { white, black })
    }
}

impl fmt::Display for BothClocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self
            .times()
            .map(|time| time.map_or_else(|| "?".to_owned(), clock_time));
        write!(f, "White {white}, Black {black}")
    }
}

impl Ruling {
    /// A ruling that consists only of its sentence.
    pub(super) fn new(question: RulingQuestion, rules: &Rules, ruling: impl Into<String>) -> Self {
        Self {
            edition: RulesText::Edition(rules.edition),
            mode: Some(rules.mode),
            ..Self::in_1974(question, ruling)
        }
    }

    /// A ruling under the interpretations of 1974 that consists only of its sentence.
    pub(super) fn in_1974(question: RulingQuestion, ruling: impl Into<String>) -> Self {
        Self {
            question,
            edition: RulesText::Interpretations1974,
            mode: None,
            ruling: ruling.into(),
            reason: None,
            score: None,
            kind: None,
            articles: Vec::new(),
            fen: None,
            clocks: None,
            used: None,
            obligation: Vec::new(),
            offer: false,
            proof: None,
            facts: Vec::new(),
            open: Vec::new(),
            undetermined: false,
            illegal_number: None,
        }
    }

    pub(super) fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Adds Articles, without repeating any.
    pub(super) fn under(mut self, articles: impl IntoIterator<Item = &'static str>) -> Self {
        for article in articles {
            if !self.articles.contains(&article) {
                self.articles.push(article);
            }
        }
        self
    }

    /// Adds the score, reason and Article of an outcome.
    pub(super) fn ended(mut self, outcome: &Outcome) -> Self {
        self.score = Some(outcome.points);
        self.kind = Some(outcome.kind);
        self.under([outcome.article])
    }

    /// Adds the position and the clocks after the ruling.
    pub(super) fn at(mut self, board: &Board, clocks: [Option<Duration>; 2]) -> Self {
        self.fen = Some(board.to_string());
        self.clocks = BothClocks::new(clocks);
        self
    }

    /// Adds the moves that may be played, unless all legal moves may.
    pub(super) fn obliging(mut self, board: &Board, moves: &[Move]) -> Self {
        let style = CastlingStyle::new(board.is_chess960());
        let entry = |&mv: &Move| ObligedMove {
            uci: UciMove::new(mv, style).to_string(),
            san: san::write(board, mv),
        };
        self.obligation = moves.iter().map(entry).collect();
        self.obligation.sort_by(|a, b| a.uci.cmp(&b.uci));
        self
    }

    pub(super) fn fact(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        let value = value.to_string();
        self.facts.push(Fact { name, value });
        self
    }

    /// Leaves the decision open: the sentence names who decides and by what, and the game has no result yet.
    pub(super) fn undecided(mut self, sentence: impl fmt::Display) -> Self {
        self.ruling = format!("Open: {sentence}");
        self.score = None;
        self.kind = None;
        self
    }

    /// Adds a question that the Laws leave to a person.
    pub(super) fn left_open(mut self, question: impl Into<String>) -> Self {
        self.open.push(question.into());
        self
    }

    /// Adds such a question if `is_open`.
    pub(super) fn left_open_if(self, is_open: bool, question: impl Into<String>) -> Self {
        if is_open {
            self.left_open(question)
        } else {
            self
        }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.ruling)?;
        let mut line = |name: &str, text: &str| writeln!(f, "  {name:<9} {text}");
        let articles =
            cited(&self.articles).map_or(String::new(), |articles| format!(", {articles}"));
        let mode = self.mode.map_or(String::new(), |mode| format!(" {mode}"));
        line("laws", &format!("{}{mode}{articles}", self.edition))?;
        if let Some(reason) = &self.reason {
            line("why", reason)?;
        }
        if let Some(score) = self.score {
            line("score", &score.to_string())?;
        }
        if let Some(clocks) = &self.clocks {
            line("clocks", &clocks.to_string())?;
        }
        if let Some(used) = &self.used {
            line("used", &used.to_string())?;
        }
        if !self.obligation.is_empty() {
            let moves: Vec<&str> = self.obligation.iter().map(|mv| mv.san.as_str()).collect();
            line("must play", &moves.join(", "))?;
        }
        if self.offer {
            line("offer", "the opponent may accept it as an offer of a draw")?;
        }
        if let Some(proof) = &self.proof {
            line("proof", &format!("{} ({})", proof.answer, proof.words))?;
            if let Some(moves) = &proof.line {
                line("line", moves)?;
            }
        }
        for Fact { name, value } in &self.facts {
            line(name, value)?;
        }
        for question in &self.open {
            line("open", question)?;
        }
        Ok(())
    }
}
