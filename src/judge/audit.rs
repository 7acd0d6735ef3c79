//! Judges one game of a PGN file.

use super::claim_interval::{self, ClaimInterval};
use super::finding::{Finding, FindingKind};
use super::header::merged;
use super::recorded_end::RecordedEnd;
use super::replay::GameReplay;
use super::report::{DrawOffer, JudgeReport, JudgeVerdict, SideWinnability, WinnabilityReport};
use super::result::{RecordedResult, ReplayExtent, check_result};
use super::settings::{JudgeSettings, time_control};
use super::{clocks, header};
use crate::board::Board;
use crate::laws::edition::{LossCondition, Rules};
use crate::laws::initial_position::kings_barred_from_castling;
use crate::laws::outcome::{Outcome, OutcomeKind, Points, Proof};
use crate::laws::winnable::{ProofBudget, mating_potential};
use crate::notation::language::{Language, ParsedMoves, parse_moves};
use crate::notation::pgn::{PgnGame, RawGame};
use crate::notation::san::{self, SanError, SanWarning};
use crate::types::{Color, Move};
use crate::util::text::{printable, quote};

/// Judges a game of a PGN file.
pub fn judge_game(raw: &RawGame, file: &str, settings: &JudgeSettings) -> JudgeReport {
    let game = PgnGame::parse(raw);
    let mut report = JudgeReport::new(Some(file), raw.index + 1, raw.line);
    let tag = |name| {
        game.tags
            .get(name)
            .map(|value| printable(value).into_owned())
    };
    report.white = tag("White");
    report.black = tag("Black");
    report.result = tag("Result");

    let findings = &mut report.findings;
    header::check(&game, findings);
    let control = time_control(&game.tags, findings);
    let rules = settings.rules_for(&game.tags, control.as_ref(), findings);
    report.note_rules(&rules);
    let findings = &mut report.findings;
    let Some(start) = header::start(&game.tags, findings) else {
        return report;
    };
    let chess960 = game.tags.is_chess960().ok().flatten();
    header::check_setup(&start, chess960, game.moves.len(), &rules, findings);

    let texts: Vec<&str> = game.moves.iter().map(|mv| mv.text).collect();
    let line_of = |index: usize| game.moves.get(index).map(|mv| mv.line);
    let language = settings.language_of(&game.tags);
    let mut audit = GameAudit::new(start, chess960, &texts, language, rules, &settings.budget());
    audit.check_moves(line_of, findings);
    let replay = &mut audit.replay;
    let extent = match &audit.parsed.error {
        None => ReplayExtent::All,
        Some(SanError::Illegal(_) | SanError::NullMove(_))
            if replay.game.ply() + 1 == texts.len() =>
        {
            ReplayExtent::AllButIllegal
        }
        Some(_) => ReplayExtent::Part,
    };
    let recorded = RecordedResult {
        points: header::recorded_points(&game),
        end: RecordedEnd::of(&game.tags),
        extent,
        control: control.clone(),
    };
    let (outcome, result_findings) = check_result(replay, &recorded, &settings.budget());
    clocks::check(
        &game.comments,
        replay.game.boards(),
        control.as_ref(),
        &rules,
        findings,
    );
    findings.extend(result_findings);
    let offers: Vec<bool> = game.moves.iter().map(|mv| mv.draw_offer).collect();
    report.draw_offers = audit.draw_offers(&offers);
    let decided = recorded.points.is_some_and(|points| points != Points::DRAW);
    audit.finish(outcome.as_ref(), decided, &settings.budget(), &mut report);
    report
}

/// The move texts of a game, parsed and replayed.
pub(super) struct GameAudit<'a> {
    texts: &'a [&'a str],
    parsed: ParsedMoves,
    pub(super) replay: GameReplay,
}

impl<'a> GameAudit<'a> {
    pub(super) fn new(
        start: Board,
        chess960: Option<bool>,
        texts: &'a [&'a str],
        language: Option<Language>,
        rules: Rules,
        budget: &ProofBudget,
    ) -> Self {
        let mut parsed = parse_moves(&start, texts, language);
        let barred = kings_barred_from_castling(&start, chess960, &rules);
        parsed.bar_castling(start.stm(), barred, texts);
        let moves: Vec<Move> = parsed.moves.iter().map(|san| san.mv).collect();
        let replay = GameReplay::new(start, &moves, rules, budget);
        Self {
            texts,
            parsed,
            replay,
        }
    }

    /// Checks the notation of the moves and reports the first move that cannot be played. `line_of` gives the line of a
    /// text in the file.
    pub(super) fn check_moves(
        &self,
        line_of: impl Fn(usize) -> Option<u64>,
        findings: &mut Vec<Finding>,
    ) {
        let at =
            |index: usize| line_of(index).map_or_else(String::new, |line| format!("line {line}: "));
        self.check_language(findings);
        let ply = self.replay.game.ply();
        let judged = self.parsed.moves.iter().take(ply).enumerate();
        let warnings = judged.flat_map(|(index, san)| {
            let at = at(index);
            san.warnings.iter().map(move |warning| {
                let kind = match warning {
                    SanWarning::Overspecified => FindingKind::Overspecified,
                    SanWarning::NoEnPassant => FindingKind::FalseEnPassant,
                    _ => FindingKind::FalseSign,
                };
                let detail = format!("{at}'{}': {warning}", quote(self.texts[index]));
                Finding::new(kind, detail).at(index + 1)
            })
        });
        findings.extend(merged(warnings));
        if let Some(next) = self.texts.get(ply) {
            findings.push(match &self.replay.end {
                Some(end) => self.played_past_end(end, &at(ply)),
                None => self.unplayable_move(next, &at(ply)),
            });
        }
    }

    fn check_language(&self, findings: &mut Vec<Finding>) {
        let ParsedMoves {
            language,
            alternatives,
            ..
        } = &self.parsed;
        if *language != Language::English {
            let detail = format!("the moves are in {language}");
            findings.push(Finding::new(FindingKind::Language, detail));
        }
        if !alternatives.is_empty() {
            let names: Vec<&str> = alternatives.iter().map(|other| other.name()).collect();
            let detail = format!(
                "the moves are read in {language}, but they are other moves in {}",
                names.join(", ")
            );
            findings.push(Finding::new(FindingKind::AmbiguousLanguage, detail));
        }
    }

    fn played_past_end(&self, end: &Outcome, at: &str) -> Finding {
        let ply = self.replay.game.ply();
        let left = self.texts.len() - ply;
        let detail = format!(
            "{at}{left} half-move{} after the game had ended at ply {}: {} gives {}",
            if left == 1 { "" } else { "s" },
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
        let left = self.texts.len() - ply - 1;
        let stands = kind == FindingKind::IllegalMove && left > 0 && rules.illegal_move_stands;
        let stands = if stands {
            "; it stands, since the opponent moved on"
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
            let stands = rules.answered_move_article();
            finding.article = Some(stands.unwrap_or(rules.restoration_article()));
        }
        finding
    }

    /// The draw offers made with judged moves; `offers` tells for each text whether it has the sign.
    pub(super) fn draw_offers(&self, offers: &[bool]) -> Vec<DrawOffer> {
        let boards = self.replay.game.boards();
        let judged = boards.iter().zip(offers).zip(1..=self.replay.game.ply());
        judged
            .filter(|((_, offered), _)| **offered)
            .map(|((before, _), ply)| DrawOffer {
                ply,
                player: before.stm(),
            })
            .collect()
    }

    /// Whether each side has mating potential, where a loss by a flag or an illegal move needs it (97 C.4).
    fn mating_potential(&mut self, budget: &ProofBudget) -> Option<WinnabilityReport> {
        let replay = &mut self.replay;
        if replay.rules.loss_condition != LossCondition::MatingPotential {
            return None;
        }
        let board = *replay.game.board();
        let mut ask = |color| {
            let answer = mating_potential(&board, color, budget, &mut replay.cache);
            SideWinnability::from(&answer)
        };
        Some(WinnabilityReport {
            white: ask(Color::White),
            black: ask(Color::Black),
        })
    }

    /// Adds missed claims, verdict and winnability to the report. `decided` is true if the recorded result has a
    /// winner.
    pub(super) fn finish(
        mut self,
        outcome: Option<&Outcome>,
        decided: bool,
        budget: &ProofBudget,
        report: &mut JudgeReport,
    ) {
        report.mating_potential = self.mating_potential(budget);
        let replay = &self.replay;
        let last = replay.game.ply();
        // A player who mated did not miss a draw.
        let mater = outcome
            .filter(|outcome| outcome.kind == OutcomeKind::Checkmate)
            .map(|_| !replay.game.board().stm());
        let is_missed = |interval: &&ClaimInterval| {
            Some(interval.player) != mater && (interval.first < last || decided)
        };
        let missed = replay.claim_intervals.iter().filter(is_missed);
        let findings = &mut report.findings;
        findings.extend(missed.map(|interval| missed_claim(interval, replay)));
        findings.extend(undetermined(replay));
        for finding in findings.iter_mut() {
            let next = self.texts.get(last).copied();
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
        "{} could claim {} {with}{length}",
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
            let detail = format!("it is undetermined whether {color} can still mate");
            let finding = Finding::new(FindingKind::Undetermined, detail)
                .at(replay.game.ply())
                .proved(Some(winnability.proof()));
            findings.push(finding);
        }
    }
    if let Some(ply) = replay.perhaps_dead {
        let detail = format!(
            "the position may have been dead from ply {ply}, before ply {}, at which that is proved",
            replay.game.ply()
        );
        findings.push(Finding::new(FindingKind::Undetermined, detail).at(ply));
    }
    findings
}
