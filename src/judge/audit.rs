//! Judges one game of a PGN file.

use super::claim_interval::{self, ClaimInterval};
use super::finding::{Finding, FindingKind};
use super::header::merged;
use super::recorded_end::{RecordedEnd, named_claimant, named_loser, named_winner};
use super::replay::GameReplay;
use super::report::{DrawOffer, JudgeReport, JudgeVerdict, SideWinnability, WinnabilityReport};
use super::result::{RecordedResult, ReplayExtent, check_result};
use super::settings::{JudgeSettings, time_control};
use super::{clocks, header};
use crate::laws::control::TimeControl;
use crate::laws::edition::{LossCondition, Rules, clause};
use crate::laws::initial_position::BarredCastling;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::laws::winnable::ProofBudget;
use crate::notation::language::{Language, ParsedMoves};
use crate::notation::openings::KnownOpening;
use crate::notation::pgn::{MoveToken, PgnGame, RawGame, RecordedGame};
use crate::notation::san::{self, SanError, SanWarning};
use crate::types::Color;
use crate::util::format::counted;
use crate::util::text::{printable, quote};

/// Judges a game of a PGN file.
pub fn judge_game(raw: &RawGame, file: &str, settings: &JudgeSettings) -> JudgeReport {
    let pgn = PgnGame::parse(raw);
    let mut audit = RecordAudit::new(&pgn, file, settings);
    match RecordedGame::new(pgn, settings.language) {
        Ok(game) => audit.game(&game, settings.budget()),
        Err(error) => {
            audit.report.findings.push(header::invalid_start(&error));
            audit.report
        }
    }
}

/// Judges a game of a PGN file whose moves have been read; the language of the settings has no effect.
pub fn judge_record(game: &RecordedGame, file: &str, settings: &JudgeSettings) -> JudgeReport {
    RecordAudit::new(&game.pgn, file, settings).game(game, settings.budget())
}

/// The audit of a record whose text has been checked.
struct RecordAudit {
    report: JudgeReport,
    rules: Rules,
    control: Option<TimeControl>,
}

impl RecordAudit {
    fn new(pgn: &PgnGame, file: &str, settings: &JudgeSettings) -> Self {
        let mut report = JudgeReport::new(Some(file), pgn.number, pgn.line);
        let tag = |name| {
            let value = pgn.tags.get(name);
            value.map(|value| printable(value).into_owned())
        };
        report.white = tag("White");
        report.black = tag("Black");
        report.result = tag("Result");
        let findings = &mut report.findings;
        header::check(pgn, findings);
        let control = time_control(&pgn.tags, findings);
        let rules = settings.rules_for(&pgn.tags, control.as_ref(), findings);
        header::check_fen_tag(&pgn.tags, findings);
        report.note_rules(&rules);
        Self {
            report,
            rules,
            control,
        }
    }

    /// Checks the start, the moves, the clocks and the result.
    fn game(self, game: &RecordedGame, budget: ProofBudget<'static>) -> JudgeReport {
        let Self {
            mut report,
            rules,
            control,
        } = self;
        let findings = &mut report.findings;
        for warning in &game.fen_warnings {
            let detail = format!("tag FEN: {warning}");
            findings.push(Finding::new(FindingKind::FenCorrected, detail));
        }
        header::check_setup(game, &rules, findings);
        let mut audit = GameAudit::new(game, rules, budget);
        audit.check_moves(|mv| format!("line {}: ", mv.line), findings);
        let replay = &mut audit.replay;
        let extent = match &audit.parsed.error {
            None if game.pgn.hidden_moves().is_some() => ReplayExtent::Part,
            None => ReplayExtent::All,
            Some(SanError::Illegal(_) | SanError::NullMove(_))
                if replay.game.ply() + 1 == game.pgn.moves.len() =>
            {
                ReplayExtent::AllButIllegal
            }
            Some(_) => ReplayExtent::Part,
        };
        let recorded = RecordedResult {
            points: header::recorded_points(&game.pgn),
            end: RecordedEnd::of(&game.pgn.tags),
            winner: named_winner(&game.pgn.tags),
            loser: named_loser(&game.pgn.tags),
            claimant: named_claimant(&game.pgn.tags),
            extent,
            control,
        };
        let (outcome, result_findings) = check_result(replay, &recorded);
        let control = recorded.control.as_ref();
        clocks::check(game, replay.game.boards(), control, &rules, findings);
        findings.extend(result_findings);
        let decided = recorded.points.is_some_and(|points| points != Points::DRAW);
        audit.finish(outcome.as_ref(), decided, &mut report);
        report
    }
}

/// The moves of a game, replayed.
pub(super) struct GameAudit<'a> {
    game: &'a RecordedGame<'a>,
    /// The moves, which end before the first castling that is barred.
    parsed: ParsedMoves,
    pub(super) replay: GameReplay,
}

impl<'a> GameAudit<'a> {
    pub(super) fn new(
        game: &'a RecordedGame<'a>,
        rules: Rules,
        budget: ProofBudget<'static>,
    ) -> Self {
        let barred = BarredCastling::new(&game.start, game.chess960, &rules);
        let parsed = game.moves_barring(|color, mv| barred.bars(color, mv));
        let replay = GameReplay::new(game.start, &parsed.legal_moves(), rules, budget);
        Self {
            game,
            parsed,
            replay,
        }
    }

    /// Checks the notation of the moves and reports the first move that cannot be played. `place` tells where a text
    /// stands in the file.
    pub(super) fn check_moves(
        &self,
        place: impl Fn(&MoveToken) -> String,
        findings: &mut Vec<Finding>,
    ) {
        self.check_language(findings);
        let ply = self.replay.game.ply();
        let texts = &self.game.pgn.moves;
        let judged = self.parsed.moves.iter().zip(texts).take(ply);
        let warnings = judged.zip(1..).flat_map(|((san, mv), ply)| {
            let at = place(mv);
            san.warnings.iter().map(move |warning| {
                let kind = match warning {
                    SanWarning::Overspecified => FindingKind::Overspecified,
                    SanWarning::NoEnPassant => FindingKind::FalseEnPassant,
                    _ => FindingKind::FalseSign,
                };
                let detail = format!("{at}'{}': {warning}", quote(mv.text));
                Finding::new(kind, detail).at(ply)
            })
        });
        findings.extend(merged(warnings));
        if let Some(next) = texts.get(ply) {
            findings.push(match &self.replay.end {
                Some(end) => self.played_past_end(end, &place(next)),
                None => self.unplayable_move(next.text, &place(next)),
            });
        }
    }

    fn check_language(&self, findings: &mut Vec<Finding>) {
        let ParsedMoves {
            language,
            alternatives,
            ..
        } = &self.parsed;
        let tag = self.game.pgn.tags.get("Language").map(str::trim);
        let named = tag.filter(|text| !matches!(*text, "" | "?" | "-"));
        if let Some(Err(error)) = named.map(str::parse::<Language>) {
            let detail = format!("tag Language: {error}");
            findings.push(Finding::new(FindingKind::BadTag, detail));
        }
        if *language != Language::English {
            let detail = format!("the moves are in {language}");
            findings.push(Finding::new(FindingKind::Language, detail));
        }
        if !alternatives.is_empty() {
            let names: Vec<&str> = alternatives.iter().map(|other| other.as_str()).collect();
            let detail = format!(
                "the moves are read in {language}, but would be different legal moves in {}",
                names.join(", ")
            );
            findings.push(Finding::new(FindingKind::AmbiguousLanguage, detail));
        }
    }

    fn played_past_end(&self, end: &Outcome, at: &str) -> Finding {
        let ply = self.replay.game.ply();
        let left = self.game.pgn.moves.len() - ply;
        let detail = format!(
            "{at}{} after the game had ended at ply {}: {} gives {}",
            counted(left, "half-move"),
            end.ply,
            end.kind,
            end.points
        );
        Finding::new(FindingKind::PlayedPastEnd, detail)
            .at(ply + 1)
            .under(end.article)
            .proved(end.proof.as_ref().map(Proof::to_string))
    }

    /// The finding about the text after the last legal move.
    fn unplayable_move(&self, text: &str, at: &str) -> Finding {
        let ply = self.replay.game.ply();
        let (kind, why) = match &self.parsed.error {
            Some(error) => {
                let kind = match error {
                    SanError::Illegal(_) | SanError::NullMove(_) => FindingKind::IllegalMove,
                    SanError::Ambiguous(..) | SanError::NoPromotion(_) => {
                        FindingKind::AmbiguousMove
                    }
                    SanError::Unreadable(_) => FindingKind::UnreadableMove,
                };
                (kind, error.to_string())
            }
            None => (
                FindingKind::IllegalMove,
                format!("'{}' is illegal", quote(text)),
            ),
        };
        let rules = &self.replay.rules;
        let left = self.game.pgn.moves.len() - ply - 1;
        let stands = kind == FindingKind::IllegalMove && left > 0 && rules.illegal_move_stands;
        let stands = if stands {
            "; it stands, because the opponent has moved"
        } else {
            ""
        };
        let rest = match left {
            0 => String::new(),
            1 => "; 1 half-move after it is not judged".to_owned(),
            left => format!("; {left} half-moves after it are not judged"),
        };
        let mut finding = Finding::new(kind, format!("{at}{why}{stands}{rest}")).at(ply + 1);
        if kind == FindingKind::IllegalMove {
            let null_move = matches!(self.parsed.error, Some(SanError::NullMove(_)));
            let pressed = rules.article(clause::PRESSED_CLOCK).filter(|_| null_move);
            let article = rules.answered_move_article().or(pressed);
            finding.article = Some(article.unwrap_or(rules.article(clause::RESTORATION)));
        }
        finding
    }

    /// The draw offers made with judged moves.
    fn draw_offers(&self) -> Vec<DrawOffer> {
        let boards = self.replay.game.boards();
        let judged = boards.iter().zip(&self.game.pgn.moves);
        let judged = judged.zip(1..=self.replay.game.ply());
        judged
            .filter(|((_, mv), _)| mv.draw_offer)
            .map(|((before, _), ply)| DrawOffer {
                ply,
                player: before.stm(),
            })
            .collect()
    }

    /// Whether each side has mating potential; `None` unless the loss by a flag or an illegal move depends on it (97
    /// C.4).
    fn mating_potential(&mut self) -> Option<WinnabilityReport> {
        let replay = &mut self.replay;
        if replay.rules.loss_condition != LossCondition::MatingPotential {
            return None;
        }
        Some(WinnabilityReport {
            white: SideWinnability::from(&replay.mating_potential(Color::White)),
            black: SideWinnability::from(&replay.mating_potential(Color::Black)),
        })
    }

    /// Adds draw offers, missed claims, verdict and winnability to the report. `decided` is true if the recorded result
    /// has a winner.
    pub(super) fn finish(
        mut self,
        outcome: Option<&Outcome>,
        decided: bool,
        report: &mut JudgeReport,
    ) {
        report.draw_offers = self.draw_offers();
        report.mating_potential = self.mating_potential();
        let replay = &self.replay;
        let last = replay.game.ply();
        // A player who mated did not miss a draw.
        let mater = outcome
            .filter(|outcome| outcome.kind == OutcomeKind::Checkmate)
            .map(|_| !replay.game.board().stm());
        // In a game without a winner, the last move completes the draw that could be announced with it.
        let last_move = replay.game.moves().last();
        let is_completed = |interval: &ClaimInterval| {
            let mut moves = interval.claims.iter().filter_map(|claim| claim.mv);
            interval.first + 1 == last && moves.any(|mv| Some(&mv) == last_move)
        };
        let is_missed = |interval: &&ClaimInterval| {
            Some(interval.player) != mater
                && (decided || (interval.first < last && !is_completed(interval)))
        };
        let missed = replay.claim_intervals.iter().filter(is_missed);
        let findings = &mut report.findings;
        findings.extend(missed.map(|interval| missed_claim(interval, replay)));
        findings.extend(undetermined(replay));
        for finding in findings.iter_mut() {
            let next = self.game.pgn.moves.get(last).map(|mv| mv.text);
            finding.place = finding.ply.and_then(|ply| replay.move_text(ply, next));
        }
        report.verdict = outcome.map(JudgeVerdict::from);
        report.claims = replay
            .claim_intervals
            .iter()
            .flat_map(ClaimInterval::entries)
            .collect();
        let [white, black] = [0, 1].map(|index| SideWinnability::from(&replay.winnability[index]));
        report.winnable = Some(WinnabilityReport { white, black });
        report.final_claims = claim_interval::final_entries(&replay.game, &replay.claims);
        report.opening = KnownOpening::of(replay.game.boards()).opening;
        report.plies = last;
        report.fen = Some(replay.game.board().to_string());
    }
}

fn missed_claim(interval: &ClaimInterval, replay: &GameReplay) -> Finding {
    let before = &replay.game.boards()[interval.first];
    let first = interval.claims.first();
    let with = match first.and_then(|claim| claim.mv) {
        None => "with the position on the board".to_owned(),
        Some(mv) => {
            let mv = san::numbered(before, &san::write(before, mv));
            match interval.claims.len() {
                1 => format!("with {mv}"),
                count => format!("with {mv} and {} other moves", count - 1),
            }
        }
    };
    let length = match interval.turns() {
        1 => String::new(),
        turns => format!(", and so on for {turns} turns up to ply {}", interval.last),
    };
    let detail = format!(
        "{:#} could claim {} {with}{length}",
        interval.player, interval.kind
    );
    let mut finding = Finding::new(FindingKind::ClaimMissed, detail).at(interval.first);
    finding.article = first.map(|claim| claim.article);
    finding
}

/// The winnability questions that remain undetermined.
fn undetermined(replay: &GameReplay) -> Vec<Finding> {
    let mut findings = Vec::new();
    for color in Color::ALL {
        let winnability = replay.winnability(color);
        if winnability.is_winnable().is_none() {
            let detail = format!("it is undetermined whether {color:#} can still mate");
            let finding = Finding::new(FindingKind::Undetermined, detail)
                .at(replay.game.ply())
                .proved(Some(winnability.proof()));
            findings.push(finding);
        }
    }
    if let Some(ply) = replay.perhaps_dead {
        let detail = format!(
            "the position may have been dead from ply {ply} on; that is proved only at ply {}",
            replay.game.ply()
        );
        findings.push(Finding::new(FindingKind::Undetermined, detail).at(ply));
    }
    findings
}
