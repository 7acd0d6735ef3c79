//! A game of a file is judged.

use super::course::{Course, numbered};
use super::ending::Ending;
use super::finding::{Finding, FindingKind};
use super::header::merged;
use super::report::{Answer, Answers, Report, Verdict};
use super::ruling::{Extent, Record, rule};
use super::settings::{Settings, time_control};
use super::stretch::Stretch;
use super::{clocks, header};
use crate::board::Board;
use crate::laws::edition::{Edition, Rules};
use crate::laws::outcome::{Outcome, Points, Proof};
use crate::notation::language::{Language, Replay, replay};
use crate::notation::pgn::{Game, RawGame};
use crate::notation::san::{self, Remark, SanError};
use crate::types::{Color, Move};
use crate::util::text::quote;

/// Judges a game.
pub fn judge_game(raw: &RawGame, file: &str, settings: &Settings) -> Report {
    let game = Game::parse(raw);
    let mut report = Report::new(Some(file), raw.index + 1, raw.line);
    let tag = |name| game.tags.get(name).map(str::to_owned);
    report.white = tag("White");
    report.black = tag("Black");
    report.result = tag("Result");

    let findings = &mut report.findings;
    header::check(&game, findings);
    let control = time_control(&game.tags, findings);
    let rules = settings.rules_for(&game.tags, control.as_ref(), findings);
    report.rules = format!("{} {}", rules.edition, rules.mode);
    let Some(start) = header::start(&game.tags, findings) else {
        return report;
    };

    let texts: Vec<&str> = game.moves.iter().map(|mv| mv.text).collect();
    let line_of = |index: usize| game.moves.get(index).map(|mv| mv.line);
    let mut examination = Examination::new(start, &texts, rules, settings);
    examination.check_moves(line_of, findings);
    let course = &mut examination.course;
    let extent = match &examination.replay.error {
        None => Extent::All,
        Some(SanError::Illegal(_) | SanError::NullMove(_))
            if course.game.ply() + 1 == texts.len() =>
        {
            Extent::AllButIllegal
        }
        Some(_) => Extent::Part,
    };
    let record = Record {
        points: header::recorded(&game),
        ending: Ending::of(&game.tags),
        extent,
    };
    let (outcome, ruled) = rule(course, &record, &settings.budget());
    clocks::check(
        &game.comments,
        course.game.boards(),
        control.as_ref(),
        findings,
    );
    findings.extend(ruled);
    let decided = record.points.is_some_and(|points| points != Points::DRAW);
    examination.finish(outcome.as_ref(), decided, &mut report);
    report
}

/// A start and texts that are read as moves and followed.
pub(super) struct Examination<'a> {
    texts: &'a [&'a str],
    replay: Replay,
    pub(super) course: Course,
}

impl<'a> Examination<'a> {
    pub(super) fn new(
        start: Board,
        texts: &'a [&'a str],
        rules: Rules,
        settings: &Settings,
    ) -> Self {
        let replay = replay(&start, texts);
        let moves: Vec<Move> = replay.moves.iter().map(|reading| reading.mv).collect();
        let course = Course::follow(start, &moves, rules, &settings.budget());
        Self {
            texts,
            replay,
            course,
        }
    }

    /// What is wrong with the moves. `line_of` gives the line of a text.
    pub(super) fn check_moves(
        &self,
        line_of: impl Fn(usize) -> Option<u64>,
        findings: &mut Vec<Finding>,
    ) {
        let at =
            |index: usize| line_of(index).map_or_else(String::new, |line| format!("line {line}: "));
        let ply = self.course.game.ply();
        let replay = &self.replay;
        if replay.language != Language::English {
            let detail = format!("the moves are in {}", replay.language);
            findings.push(Finding::new(FindingKind::Language, detail));
        }
        if !replay.rivals.is_empty() {
            let rivals: Vec<&str> = replay.rivals.iter().map(|rival| rival.name()).collect();
            let detail = format!(
                "the moves are read in {}, but they are other moves in {}",
                replay.language,
                rivals.join(", ")
            );
            findings.push(Finding::new(FindingKind::AmbiguousLanguage, detail));
        }
        let judged = replay.moves.iter().take(ply).enumerate();
        let remarks = judged.flat_map(|(index, reading)| {
            let at = at(index);
            reading.remarks.iter().map(move |remark| {
                let kind = match remark {
                    Remark::Overspecified => FindingKind::Overspecified,
                    _ => FindingKind::FalseSign,
                };
                let detail = format!("{at}'{}': {remark}", quote(self.texts[index]));
                Finding::new(kind, detail).at(index + 1)
            })
        });
        findings.extend(merged(remarks));

        let Some(next) = self.texts.get(ply) else {
            return;
        };
        if let Some(end) = &self.course.end {
            let left = self.texts.len() - ply;
            let detail = format!(
                "{}{left} half-move{} after the game had ended at ply {}: {} gives {}",
                at(ply),
                if left == 1 { "" } else { "s" },
                end.ply,
                end.kind,
                end.points
            );
            let finding = Finding::new(FindingKind::PlayedPastEnd, detail)
                .at(ply + 1)
                .under(end.article)
                .proved(end.proof.as_ref().map(Proof::to_string));
            findings.push(finding);
        } else {
            let (kind, why) = match &replay.error {
                Some(error @ (SanError::Illegal(_) | SanError::NullMove(_))) => {
                    (FindingKind::IllegalMove, error.to_string())
                }
                Some(error @ (SanError::Ambiguous(..) | SanError::NoPromotion(_))) => {
                    (FindingKind::AmbiguousMove, error.to_string())
                }
                Some(error @ SanError::Unreadable(_)) => {
                    (FindingKind::UnreadableMove, error.to_string())
                }
                None => (
                    FindingKind::IllegalMove,
                    format!("'{}' is illegal", quote(next)),
                ),
            };
            let left = self.texts.len() - ply - 1;
            let rest = match left {
                0 => String::new(),
                1 => "; 1 half-move after it is not judged".to_owned(),
                left => format!("; {left} half-moves after it are not judged"),
            };
            let detail = format!("{}{why}{rest}", at(ply));
            let mut finding = Finding::new(kind, detail).at(ply + 1);
            if kind == FindingKind::IllegalMove {
                finding.article = Some(illegal_move_article(self.course.rules.edition));
            }
            findings.push(finding);
        }
    }

    /// Claims, verdict and winnability; `decided` says that a player is recorded as the winner.
    pub(super) fn finish(self, outcome: Option<&Outcome>, decided: bool, report: &mut Report) {
        let course = &self.course;
        let last = course.game.ply();
        let is_missed = |stretch: &&Stretch| stretch.first < last || decided;
        let missed = course.stretches.iter().filter(is_missed);
        let findings = &mut report.findings;
        findings.extend(missed.map(|stretch| missed_claim(stretch, course)));
        findings.extend(doubts(course));
        for finding in findings.iter_mut() {
            let next = self.texts.get(last).copied();
            finding.place = finding.ply.and_then(|ply| course.place(ply, next));
        }
        report.verdict = outcome.map(Verdict::from);
        report.claims = course.stretches.iter().flat_map(Stretch::entries).collect();
        let [white, black] = [0, 1].map(|index| Answer::from(&course.answers[index]));
        report.winnable = Some(Answers { white, black });
        report.plies = last;
    }
}

/// The Article about an illegal move that is found.
const fn illegal_move_article(edition: Edition) -> &'static str {
    match edition {
        Edition::Fide1997 => "7.4",
        Edition::Fide2001 | Edition::Fide2009 => "7.4.a",
        Edition::Fide2018 | Edition::Fide2023 => "7.5.1",
    }
}

fn missed_claim(stretch: &Stretch, course: &Course) -> Finding {
    let before = &course.game.boards()[stretch.first];
    let first = stretch.claims.first();
    let with = match first.and_then(|claim| claim.mv) {
        None => "with the position on the board".to_owned(),
        Some(mv) => {
            let mv = numbered(before, &san::write(before, mv));
            match stretch.claims.len() {
                1 => format!("with {mv}"),
                count => format!("with {mv} and {} other moves", count - 1),
            }
        }
    };
    let length = match stretch.turns() {
        1 => String::new(),
        turns => format!(", and so on for {turns} turns up to ply {}", stretch.last),
    };
    let detail = format!(
        "{} could claim {} {with}{length}",
        stretch.player, stretch.kind
    );
    let mut finding = Finding::new(FindingKind::ClaimMissed, detail).at(stretch.first);
    finding.article = first.map(|claim| claim.article);
    finding
}

/// What nobody found out.
fn doubts(course: &Course) -> Vec<Finding> {
    let mut doubts = Vec::new();
    for color in Color::ALL {
        let answer = course.answer(color);
        if answer.is_winnable().is_none() {
            let detail = format!("whether {color} can still mate was not found out");
            let finding = Finding::new(FindingKind::Undetermined, detail)
                .at(course.game.ply())
                .proved(Some(answer.proof()));
            doubts.push(finding);
        }
    }
    if let Some(ply) = course.perhaps_dead {
        let detail = format!(
            "the position may have been dead from ply {ply}, before ply {}, at which that is proved",
            course.game.ply()
        );
        doubts.push(Finding::new(FindingKind::Undetermined, detail).at(ply));
    }
    doubts
}
