//! The game that a question is about.

use super::answer::{MateProof, Ruling, RulingQuestion};
use super::clock_log::ClockLog;
use super::mate_proof::mate_proof;
use super::named_move::{NamedMove, read_named_move};
use crate::board::fen::{self, FenWarning, STARTPOS};
use crate::board::{Board, CastlingSide};
use crate::judge::{GameReplay, JudgeSettings, ended_by_players, recorded_points, time_control};
use crate::laws::control::{Period, TimeControl, moves_made};
use crate::laws::edition::{AgreementBanError, Edition, Rules, RulesText};
use crate::laws::initial_position::BarredCastling;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::laws::procedure::AttemptedMove;
use crate::laws::winnable::Winnability;
use crate::notation::language::{Language, ParsedMoves};
use crate::notation::move_list::{split_moves, split_number};
use crate::notation::pgn::{RawGame, RecordedGame, TagError};
use crate::types::{Color, Move, Square};
use crate::util::format::counted;
use crate::util::text::quote;
use std::time::Duration;

/// The pieces of both players at the start of a game.
const ALL_PIECES: u32 = 32;
/// What is open if the FEN does not show the period.
pub(super) const OPEN_PERIOD: &str =
    "the period: the FEN counts its move as the first; give the move number (... w - - 0 41)";

/// The part of a record that a question is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameExtent {
    /// All moves.
    #[default]
    All,
    /// This many half-moves; later ones need not be legal.
    Plies(usize),
    /// The moves before the first illegal one.
    BeforeIllegal,
}

/// What is known about a game besides its record.
#[derive(Clone, Debug, Default)]
pub struct CaseSettings {
    /// The edition, the mode and the language, unless tags give them, and the budget of proofs.
    pub judge: JudgeSettings,
    /// True if the interpretations of 1974 apply, not an edition.
    pub in_1974: bool,
    /// The time control; `None` for the tag `TimeControl`.
    pub control: Option<TimeControl>,
    /// The clocks of White and Black; `None` for the times of the record.
    pub clocks: [Option<Duration>; 2],
    /// The part of the record that counts.
    pub extent: GameExtent,
    /// True if a FEN of few pieces that counts its move as the first may be a position of a game that began before it.
    pub began_before: bool,
}

/// The reason why a game cannot be used, or a question about it cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CaseError(pub(super) String);

impl From<TagError> for CaseError {
    fn from(error: TagError) -> Self {
        Self(error.to_string())
    }
}

/// A game up to the position of the question, with its rules and clocks.
pub struct GameCase {
    pub(super) replay: GameReplay,
    pub(super) control: Option<TimeControl>,
    /// The clocks in the position of the question.
    pub(super) clocks: [Option<Duration>; 2],
    /// Whether these are the times after the last moves, taken from the record.
    pub(super) recorded_clocks: [bool; 2],
    /// All moves of the record, legal or not.
    pub(super) texts: Vec<String>,
    /// Whether the record says that Chess960 is played; `None` if it says neither.
    pub(super) chess960: Option<bool>,
    /// What was left out of the FEN at the beginning of the record.
    pub fen_warnings: Vec<FenWarning>,
    /// True if the record begins with a FEN that does not state its half-move counter.
    pub(super) lacks_counter: bool,
    /// True if the record begins with a FEN that counts its move as the first although pieces are missing, so that both
    /// players have moved: how often is not known.
    pub(super) lacks_moves: bool,
    /// The castling that is forbidden because king or rook began on a wrong square.
    pub(super) barred: BarredCastling,
    /// The player whose claim the question is about; `None` for the player to move.
    pub(super) claims_for: Option<Color>,
    /// The result that the record states, unless it is open.
    pub(super) recorded: Option<Points>,
    /// Resignation, agreement or a claim, if the record says that it ended the game.
    pub(super) ended_by: Option<OutcomeKind>,
    /// The least time that the record shows on White's and Black's clocks in the current period.
    pub(super) least: [Option<Duration>; 2],
    parsed: ParsedMoves,
    in_1974: bool,
}

/// True if a position has its first move although pieces are missing, so that moves were made: how many is not known.
pub fn lacks_moves(start: &Board) -> bool {
    start.piece_count() < ALL_PIECES && start.fullmove_number() == 1
}

impl GameCase {
    /// The case of a game in PGN.
    ///
    /// # Errors
    /// The tags are invalid, or the moves that count are not legal.
    pub fn from_pgn(raw: &RawGame, settings: &CaseSettings) -> Result<Self, CaseError> {
        let game = RecordedGame::read(raw, settings.judge.language)?;
        Self::new(&game, settings)
    }

    /// The case of a position, by default the initial one, and the moves after it, in SAN or UCI notation.
    ///
    /// # Errors
    /// The FEN is invalid, or the moves that count are not legal.
    pub fn from_moves(
        fen: Option<&str>,
        moves: &str,
        settings: &CaseSettings,
    ) -> Result<Self, CaseError> {
        let fen = fen.map_or(STARTPOS, fen::spelled_out);
        let start = fen::parse(fen);
        let (start, warnings) =
            start.map_err(|error| CaseError(format!("invalid FEN: {error}")))?;
        let texts = split_moves(moves, &start);
        let mut game = RecordedGame::of_moves(start, &texts, settings.judge.language);
        game.fen_warnings = warnings;
        let mut case = Self::new(&game, settings)?;
        case.lacks_counter = !fen::has_halfmove_clock(fen);
        case.lacks_moves = settings.began_before && lacks_moves(&start);
        if case.lacks_moves {
            // A control gives times only from its beginning on.
            case.clocks = settings.clocks;
            case.recorded_clocks = [false; 2];
        }
        Ok(case)
    }

    fn new(game: &RecordedGame, settings: &CaseSettings) -> Result<Self, CaseError> {
        let (start, tags) = (&game.start, &game.pgn.tags);
        let mut findings = Vec::new();
        let control = settings.control.clone();
        let control = control.or_else(|| time_control(tags, &mut findings));
        let mut judge = settings.judge;
        let text = tags.get("LawsEdition").map(str::trim);
        if text.and_then(|text| text.parse().ok()) == Some(RulesText::Interpretations1974)
            && !settings.in_1974
            && judge.edition.is_none()
        {
            let problem = "the game is played under the interpretations of 1974: add --laws interpretations1974, or name an edition";
            return Err(CaseError(problem.to_owned()));
        }
        if settings.in_1974 {
            // The game is replayed under the first edition; no other rule of that edition is used.
            judge.edition = Some(Edition::Fide1997);
        }
        let rules = judge.rules_for(tags, control.as_ref(), &mut findings);
        if let Some(finding) = findings.first() {
            return Err(CaseError(finding.detail.clone()));
        }
        let barred = BarredCastling::new(start, game.chess960, &rules);
        let mut parsed = game.moves_barring(|color, mv| barred.bars(color, mv));
        let texts = game.pgn.moves.iter().map(|mv| mv.text.to_owned());
        let texts: Vec<String> = texts.collect();
        let plies = extent(&parsed, texts.len(), settings.extent)?;
        if settings.extent == GameExtent::All {
            // None of the moves may be hidden or ambiguous.
            let moves = game.first_moves(usize::MAX);
            moves.map_err(|error| CaseError(error.to_string()))?;
        }
        parsed.moves.truncate(plies);
        let moves = parsed.legal_moves();
        let replay = if settings.in_1974 {
            GameReplay::without_dead_positions(*start, &moves, rules, judge.budget())
        } else {
            GameReplay::new(*start, &moves, rules, judge.budget())
        };
        let log = ClockLog::new(game);
        let recorded = Color::ALL.map(|color| log.clock(color, plies, control.as_ref(), &rules));
        let least = Color::ALL.map(|color| {
            let made = moves_made(replay.game.board(), color);
            let before = control
                .as_ref()
                .map_or(0, |control| control.moves_before_period(made));
            log.least(color, plies, before)
        });
        let given = settings.clocks;
        let points = recorded_points(&game.pgn);
        let is_whole = plies == texts.len();
        Ok(Self {
            replay,
            clocks: [given[0].or(recorded[0]), given[1].or(recorded[1])],
            recorded_clocks: [0, 1].map(|side| given[side].is_none() && recorded[side].is_some()),
            control,
            texts,
            chess960: game.chess960,
            fen_warnings: game.fen_warnings.clone(),
            // Without ranks, the tag does not state a position.
            lacks_counter: tags
                .get("FEN")
                .is_some_and(|fen| fen.contains('/') && !fen::has_halfmove_clock(fen)),
            lacks_moves: false,
            barred,
            claims_for: None,
            recorded: points,
            // A question about a position within the record comes before its end.
            ended_by: match settings.extent {
                GameExtent::All | GameExtent::BeforeIllegal if is_whole => {
                    ended_by_players(tags, points)
                }
                _ => None,
            },
            least,
            parsed,
            in_1974: settings.in_1974,
        })
    }

    /// The text of the rules that the game is played under.
    pub(super) const fn laws(&self) -> RulesText {
        if self.in_1974 {
            RulesText::Interpretations1974
        } else {
            RulesText::Edition(self.replay.rules.edition)
        }
    }

    /// Makes the rules those of an event that forbids agreement before each player has made this many moves (09 9.1.a;
    /// 18 and 23 9.1.1), if there is such a number.
    ///
    /// # Errors
    /// The edition lets no event forbid agreement.
    pub fn forbid_agreement_before(&mut self, moves: Option<u32>) -> Result<(), AgreementBanError> {
        if let Some(moves) = moves {
            self.replay.rules = self.replay.rules.without_agreement_before(moves)?;
        }
        Ok(())
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.replay.rules
    }

    pub(super) fn board(&self) -> &Board {
        self.replay.game.board()
    }

    /// The moves that a player has made, counted from the initial position.
    pub(super) fn moves_made(&self, color: Color) -> u32 {
        moves_made(self.board(), color)
    }

    /// True if a claim is a draw offer that can be accepted: each player has made the moves that an agreement needs,
    /// including this turn's.
    pub(super) fn claim_is_offer(&self) -> bool {
        let rules = self.rules();
        let needed = rules.moves_before_agreement;
        let have_moved = self.lacks_moves && needed <= 1;
        rules.claim_is_offer && (have_moved || self.board().game_ply().div_ceil(2) >= needed)
    }

    /// The period with a number, from 1, or without one the period that a player is in; `None` without a time control.
    pub(super) fn period(&self, color: Color, number: Option<usize>) -> Option<&Period> {
        let control = self.control.as_ref()?;
        Some(match number {
            Some(number) => control.period(number.saturating_sub(1)),
            None => control.period_after(self.moves_made(color)),
        })
    }

    /// Checks that the time control has a period with a number, from 1, if both are given. A last period with a number
    /// of moves repeats.
    ///
    /// # Errors
    /// There are fewer periods.
    pub fn check_period(&self, number: Option<usize>) -> Result<(), CaseError> {
        let Some((number, control)) = number.zip(self.control.as_ref()) else {
            return Ok(());
        };
        let periods = control.periods();
        let repeats = periods.last().is_some_and(|last| last.moves.is_some());
        if repeats || number <= periods.len() {
            return Ok(());
        }
        Err(CaseError(format!(
            "the time control has {}, not {number}",
            counted(periods.len(), "period")
        )))
    }

    /// True if the players may be in another period than the one that their moves give, because the FEN does not show
    /// how many they have made.
    pub(super) fn lacks_period(&self, number: Option<usize>) -> bool {
        let control = self.control.as_ref();
        let has_several = control.is_some_and(|control| control.periods().len() > 1);
        self.lacks_moves && number.is_none() && has_several
    }

    /// Begins the answer to a question about the position, which stays as it is with its clocks.
    pub(super) fn ruling(&self, question: RulingQuestion, ruling: impl Into<String>) -> Ruling {
        let ruling = match self.laws() {
            RulesText::Interpretations1974 => Ruling::in_1974(question, ruling),
            RulesText::Edition(_) => Ruling::new(question, self.rules(), ruling),
        };
        ruling.at(self.board(), self.clocks)
    }

    /// A move as a person names it, legal or illegal.
    ///
    /// # Errors
    /// The text is not a move, or may be several.
    pub(super) fn read_move(&self, text: &str) -> Result<NamedMove, CaseError> {
        check_number(self.replay.game.start(), self.board(), text)?;
        let named = read_named_move(self.board(), text, self.parsed.language)?;
        Ok(match named {
            NamedMove::Legal(mv) if self.bars(mv) => {
                let side = CastlingSide::of(mv.from(), mv.to());
                NamedMove::Illegal(AttemptedMove::Castling(side))
            }
            named => named,
        })
    }

    /// The square of the piece that a move touches, as a person names it; `None` if it touches none, or is not a move.
    pub fn touched_by(&self, text: &str) -> Option<Square> {
        match self.read_move(text).ok()? {
            NamedMove::Legal(mv) => Some(mv.from()),
            NamedMove::Illegal(attempt) => attempt.touched(self.board()),
        }
    }

    /// The legal castling that does not move the king, if its rook goes from one square to another (Chess960).
    pub(super) fn castling_by_rook(&self, from: Square, to: Square) -> Option<Move> {
        let stm = self.board().stm();
        let mut moves = self.board().legal_moves().into_iter();
        moves.find(|mv| {
            let side = CastlingSide::of(mv.from(), mv.to());
            mv.is_castling()
                && mv.to() == from
                && side.king_target(stm) == mv.from()
                && side.rook_target(stm) == to
        })
    }

    /// True if the player to move may not castle with this move, although it is legal in Chess960.
    pub(super) fn bars(&self, mv: Move) -> bool {
        self.barred.bars(self.board().stm(), mv)
    }

    /// True if the player to move may not castle on this side because king or rook began on a wrong square.
    pub(super) fn bars_side(&self, side: CastlingSide) -> bool {
        self.barred.bars_side(self.board().stm(), side)
    }

    /// The ruling on an event by which a player loses, or draws if the opponent cannot mate from `board`. `words` name the
    /// event for a loss and for a draw.
    pub(super) fn lost(
        &self,
        question: RulingQuestion,
        board: &Board,
        loser: Color,
        words: [&str; 2],
        outcome: &Outcome,
    ) -> Ruling {
        let (winner, condition) = (!loser, self.rules().loss_condition);
        let ruling = if outcome.points == Points::DRAW {
            let excuse = condition.is_not_met();
            format!("{}, but {winner:#} {excuse}: the game is drawn.", words[1])
        } else {
            format!("{}: {} wins.", words[0], winner.title())
        };
        let mut ruling = Ruling::new(question, self.rules(), ruling).ended(outcome);
        if let Some(Proof::Opponent(winnability)) = &outcome.proof {
            ruling.proof = Some(self.winnability_proof(board, winner, winnability));
        }
        ruling.undetermined = outcome.is_undetermined();
        if !ruling.undetermined {
            return ruling;
        }
        ruling.undecided(format_args!(
            "{loser:#} loses if {winner:#} {}, and the game is drawn if not; the arbiter decides, since no proof was found.",
            condition.is_met()
        ))
    }

    /// The proof that `color` can or cannot mate from `board`.
    pub(super) fn winnability_proof(
        &self,
        board: &Board,
        color: Color,
        winnability: &Winnability,
    ) -> MateProof {
        let condition = self.rules().loss_condition;
        mate_proof(board, color, condition, winnability, &self.replay.budget)
    }

    /// The clocks, with `bonus` added to a player's.
    pub(super) fn clocks_with(&self, color: Color, bonus: Duration) -> [Option<Duration>; 2] {
        let mut clocks = self.clocks;
        clocks[color.index()] = clocks[color.index()].map(|time| time + bonus);
        clocks
    }

    /// The player whose claim the question is about.
    pub(super) fn claimant(&self) -> Color {
        self.claims_for.unwrap_or_else(|| self.board().stm())
    }

    pub(super) const fn language(&self) -> Language {
        self.parsed.language
    }
}

/// Checks the move number before a move, if there is one, against the position. Only a game from the initial position shows
/// the number.
fn check_number(start: &Board, board: &Board, text: &str) -> Result<(), CaseError> {
    let (Some(number), _) = split_number(text.trim()) else {
        return Ok(());
    };
    let (due, stm) = (board.fullmove_number(), board.stm());
    let is_counted = *start == Board::start();
    if number.is_blacks && stm == Color::White || is_counted && number.value != u32::from(due) {
        return Err(CaseError(format!(
            "'{}' does not follow the moves given: {stm:#} is to make move {due}; the moves must end before the one in \
             question",
            quote(text)
        )));
    }
    Ok(())
}

/// The number of half-moves that count.
fn extent(parsed: &ParsedMoves, plies: usize, extent: GameExtent) -> Result<usize, CaseError> {
    let legal = parsed.moves.len();
    let asked = match extent {
        GameExtent::All => plies,
        GameExtent::Plies(asked) if asked > plies => {
            let problem = format!("the record has {plies} half-moves, not {asked}");
            return Err(CaseError(problem));
        }
        GameExtent::Plies(asked) => asked,
        GameExtent::BeforeIllegal if parsed.error.is_none() => {
            return Err(CaseError(format!(
                "all {plies} half-moves of the record are legal; name the move that is not"
            )));
        }
        GameExtent::BeforeIllegal => legal,
    };
    match &parsed.error {
        Some(error) if asked > legal => {
            let problem = format!("half-move {}: {error}", legal + 1);
            Err(CaseError(problem))
        }
        _ => Ok(asked),
    }
}
