//! Games of random players. In the record of a game, the judge must find the end that the referee ruled, and no error; if a
//! fault is planted in the record, it must find that fault alone. The rulings on claims, illegal moves, flags and agreements
//! must be those of the referee.

use super::generator::{PlantedFault, PlayerAnswer, PlayerStatement, RefereedGame};
use compongo::board::Board;
use compongo::judge::{FindingKind, JudgeReport, JudgeSettings, Severity, judge_game};
use compongo::laws::edition::{Edition, FlagCaller};
use compongo::laws::interpretations1974::DrawOfferMoment;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::TerminationKind;
use compongo::match_runner::settings::{ClaimPolicy, IllegalMovePolicy};
use compongo::notation::pgn::RawGame;
use compongo::notation::uci_move;
use compongo::ruling::{
    CaseSettings, ClaimQuestion, FallenFlags, FlagQuestion, GameCase, GameExtent, IllegalQuestion,
    OfferEvent, OfferQuestion, claim, flag, illegal, offer,
};
use compongo::types::Move;
use std::collections::BTreeSet;

/// The number of faults to plant in a game, one at a time.
const FAULTS: usize = 2;

/// How much of a game was checked, so that no check can fall silent.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckCounts {
    pub faults: usize,
    pub claims: usize,
    pub obligations: usize,
    pub flags: usize,
    pub agreements: usize,
}

/// Panics if something is wrong.
pub fn check(game: &RefereedGame) -> CheckCounts {
    let mut counts = CheckCounts::default();
    assert!(game.settings.check().is_ok());
    let pgn = game.pgn();
    let report = judged(&pgn);
    let TerminationKind::Laws(end) = game.record.end.kind else {
        panic!("{:?} in {pgn}", game.record.end);
    };
    if game.record.end.unproved || is_dead_earlier(game, end, &report) {
        return counts;
    }
    check_end(game, end, &report, &pgn);
    check_faults(game, &report, &mut counts);
    check_claims(game, &pgn, &mut counts);
    check_obligations(game, &pgn, &mut counts);
    check_ruling_on_end(game, end, &pgn, &mut counts);
    counts
}

fn judged(pgn: &str) -> JudgeReport {
    let raw = RawGame::new(pgn.to_owned());
    judge_game(&raw, "generated", &JudgeSettings::default())
}

/// True if the judge proved a dead position that the referee, whose budget after a move is smaller, did not.
fn is_dead_earlier(game: &RefereedGame, end: OutcomeKind, report: &JudgeReport) -> bool {
    report.verdict.as_ref().is_some_and(|verdict| {
        let is_later = verdict.ply < game.game.ply() || end != OutcomeKind::DeadPosition;
        verdict.kind == OutcomeKind::DeadPosition && is_later
    })
}

/// The errors and warnings of a report.
fn faults(report: &JudgeReport) -> BTreeSet<FindingKind> {
    let findings = report.findings.iter();
    let faults = findings.filter(|finding| finding.severity != Severity::Note);
    faults.map(|finding| finding.kind).collect()
}

fn check_end(game: &RefereedGame, end: OutcomeKind, report: &JudgeReport, pgn: &str) {
    let errors: Vec<FindingKind> = faults(report)
        .into_iter()
        .filter(|kind| kind.severity() == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?} in {pgn}");
    assert_eq!(report.plies, game.game.ply(), "{pgn}");
    let found = report.verdict.as_ref().map(|verdict| verdict.kind);
    let score = game.record.score;
    let is_same = match end {
        OutcomeKind::Threefold | OutcomeKind::FiftyMoves => {
            let mut claims = report.final_claims.iter();
            found == Some(end) && claims.any(|claim| claim.kind == end)
        }
        // A draw that could be claimed may be agreed.
        OutcomeKind::Agreement | OutcomeKind::Resignation if score == Points::DRAW => {
            let is_claimable = !report.final_claims.is_empty();
            found.is_none() == is_claimable
        }
        // Persistent refusal is for a person to judge, and a match may punish more than the Laws. The record may not call an
        // empty answer an illegal move.
        OutcomeKind::IllegalMove
            if game.settings.edition == Edition::Fide1997
                || !game.record.end.text.contains("illegal move") =>
        {
            found.is_none_or(|found| found == end)
        }
        _ => found == Some(end),
    };
    assert!(is_same, "{end} is {found:?} in {pgn}");
    if let Some(verdict) = &report.verdict {
        let expected = (score, game.game.ply());
        assert_eq!((verdict.score, verdict.ply), expected, "{pgn}");
    }
}

fn check_faults(game: &RefereedGame, report: &JudgeReport, counts: &mut CheckCounts) {
    let mut choices = game.choices.clone();
    for _ in 0..FAULTS {
        let fault = choices.pick(&PlantedFault::ALL);
        let Some(pgn) = fault.plant(game, &mut choices) else {
            continue;
        };
        let mut expected = faults(report);
        let mut found = faults(&judged(&pgn));
        if fault == PlantedFault::NegativeClock {
            // It may take the place of a time that had grown by a penalty of the opponent.
            expected.remove(&FindingKind::ClockGrows);
            found.remove(&FindingKind::ClockGrows);
        }
        expected.insert(fault.finding());
        assert_eq!(found, expected, "{fault:?} in {pgn}");
        counts.faults += 1;
    }
}

/// The game as a case up to a ply.
pub fn case_at(pgn: &str, ply: usize) -> GameCase {
    let settings = CaseSettings {
        extent: GameExtent::Plies(ply),
        ..CaseSettings::default()
    };
    let raw = RawGame::new(pgn.to_owned());
    GameCase::from_pgn(&raw, &settings).expect("a record of legal moves")
}

/// The claim that an answer makes.
fn claim_in(answer: &PlayerAnswer) -> Option<ClaimQuestion> {
    answer.statements.iter().find_map(|statement| {
        let PlayerStatement::Claim { kind, announced } = statement else {
            return None;
        };
        Some(ClaimQuestion {
            kind: *kind,
            announced: announced.clone(),
            touched: None,
            by: None,
            withdrawn: false,
        })
    })
}

/// A claim is correct for the ruling if it ended the game.
fn check_claims(game: &RefereedGame, pgn: &str, counts: &mut CheckCounts) {
    if game.settings.claims != ClaimPolicy::Engine {
        return;
    }
    for (answer, number) in game.answers.iter().zip(1..) {
        let Some(question) = claim_in(answer) else {
            continue;
        };
        // What is no move at all makes a claim wrong for the referee, and is a slip of the pen for a ruling.
        let Ok(ruling) = claim(&case_at(pgn, answer.ply), &question) else {
            continue;
        };
        let is_last = number == game.answers.len();
        let is_end = game.record.end.kind == TerminationKind::Laws(question.kind);
        assert_eq!(
            ruling.kind == Some(question.kind),
            is_last && is_end,
            "{question:?} at ply {} of {pgn}",
            answer.ply
        );
        counts.claims += 1;
    }
}

/// After the first illegal move of a turn the ruling obliges to the moves that the referee allows.
fn check_obligations(game: &RefereedGame, pgn: &str, counts: &mut CheckCounts) {
    if game.settings.illegal_moves != IllegalMovePolicy::Laws {
        return;
    }
    for pair in game.answers.windows(2) {
        let (answer, next) = (&pair[0], &pair[1]);
        let is_first = answer.allowed.is_none() && claim_in(answer).is_none();
        // A piece that does not move is touched for a ruling; for the referee the text is no move.
        let stays = answer.best.get(..2) == answer.best.get(2..4);
        if !is_first || next.ply != answer.ply || stays {
            continue;
        }
        let question = IllegalQuestion {
            attempts: vec![answer.best.clone()],
            ..IllegalQuestion::default()
        };
        let Ok(ruling) = illegal(&mut case_at(pgn, answer.ply), &question) else {
            continue;
        };
        let board = game.game.boards()[answer.ply];
        let obliged = ruling.obligation.iter().map(|mv| read(&board, &mv.uci));
        let obliged: BTreeSet<String> = obliged.map(|mv| mv.to_string()).collect();
        let allowed = next.allowed.iter().flatten();
        let allowed: BTreeSet<String> = allowed.map(ToString::to_string).collect();
        assert_eq!(
            obliged, allowed,
            "{} at ply {} of {pgn}",
            answer.best, answer.ply
        );
        counts.obligations += 1;
    }
}

/// A move that a ruling obliges to.
pub fn read(board: &Board, text: &str) -> Move {
    uci_move::parse(board, text).expect("an obligation is a legal move")
}

fn check_ruling_on_end(game: &RefereedGame, end: OutcomeKind, pgn: &str, counts: &mut CheckCounts) {
    let mut case = case_at(pgn, game.game.ply());
    let ruling = match end {
        OutcomeKind::FlagFall => {
            let question = FlagQuestion {
                fallen: FallenFlags::One(game.game.board().stm()),
                caller: Some(FlagCaller::Player),
                period: None,
                moves_unknown: false,
            };
            counts.flags += 1;
            flag(&mut case, &question)
        }
        OutcomeKind::Agreement => {
            let question = OfferQuestion {
                moment: DrawOfferMoment::AfterMove,
                conditional: false,
                persistent: false,
                events: vec![OfferEvent::Accepted],
            };
            counts.agreements += 1;
            offer(&case, &question)
        }
        _ => return,
    };
    let expected = (Some(end), Some(game.record.score));
    assert_eq!((ruling.kind, ruling.score), expected, "{pgn}");
}
