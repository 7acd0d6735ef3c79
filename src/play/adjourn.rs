//! Adjourning a game and resuming it: the player to move seals, and two files keep the game and the sealed move apart.

use super::refusal::PlayRefusal;
use super::sentence::sentence;
use super::session::{ARBITER, PlayEnd, PlayPhase, PlaySession};
use crate::laws::edition::{Mode, RulesText};
use crate::laws::outcome::OutcomeKind;
use crate::laws::winnable::ProofBudget;
use crate::notation::language::Language;
use crate::notation::move_list::offers_draw;
use crate::ruling::adjournment::{
    AdjournedGame, AdjournmentPoint, Commitment, Envelope, EnvelopeState, PlayerClock,
    ResumptionAppointment, ResumptionEvents, from_json, numbering, read_sealed_move,
    rule_resumption, to_json,
};
use crate::types::Color;
use crate::util::file;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The facts of the log that name the two files.
const FACTS: [&str; 2] = ["game", "sealed move"];

/// The adjournment file and the envelope beside the file of the game.
pub(super) fn files(game: &Path) -> [PathBuf; 2] {
    [
        file::beside(game, "adjourned.json"),
        file::beside(game, "envelope.json"),
    ]
}

/// Seals a move for the player who has it, stops the clocks and writes both files. Returns where they are.
///
/// What is sealed may be illegal, and then loses; but a player who is bound to a piece must seal one of its moves.
pub(super) fn adjourn(
    session: &mut PlaySession,
    (sealed, language): (&str, Option<Language>),
    game: &Path,
    now: Instant,
) -> Result<String, PlayRefusal> {
    session.check_playing()?;
    if !session.person_moves() {
        return Err(PlayRefusal::new("only the player to move can seal"));
    }
    if session.rules().mode != Mode::Standard {
        return Err(PlayRefusal::new(
            "only games of standard play can be adjourned",
        ));
    }
    if sealed.trim().is_empty() {
        return Err(PlayRefusal::new("write the move that is to be sealed"));
    }
    let language = language.unwrap_or_default();
    let read = read_sealed_move(session.game.board(), sealed, Some(language));
    if read.mv().is_some_and(|mv| !session.choices().contains(&mv)) {
        return Err(PlayRefusal::new("another move must be played"));
    }
    let envelope = Envelope::seal(sealed).map_err(PlayRefusal::new)?;
    if !session.settle(now) {
        return Err(PlayRefusal::new("the flag has fallen"));
    }
    let mut adjourned = AdjournedGame {
        laws: RulesText::Edition(session.rules().edition),
        players: session.terms.names.clone(),
        language,
        game: session.game.clone(),
        control: session.terms.control.clone(),
        clocks: Color::ALL.map(|color| PlayerClock {
            used: None,
            remaining: session.main_time(color),
        }),
        draw_offer: session.offer,
        resumption: ResumptionAppointment::default(),
        default_time: AdjournedGame::DEFAULT_TIME,
        commitment: Commitment::default(),
    };
    adjourned.commit_to(&envelope);
    let [record, secret] = files(game);
    file::replace_private(&secret, envelope.to_json().as_bytes()).map_err(PlayRefusal::new)?;
    file::replace(&record, to_json(&adjourned).as_bytes()).map_err(PlayRefusal::new)?;
    session.stop(now);
    let stm = session.stm();
    session.sealed_by = Some(stm);
    let article = AdjournmentPoint::Sealing.article(adjourned.laws);
    let text = format!("{} seals a move; the game is adjourned.", stm.title());
    let note = session.note(stm, text, &[article]);
    for (name, path) in FACTS.into_iter().zip([&record, &secret]) {
        note.add_fact(name, path.display());
    }
    note.add_fact("numbering", numbering(adjourned.laws));
    Ok(format!(
        "Adjourned. The game is in {}, the sealed move in {}.",
        record.display(),
        secret.display()
    ))
}

/// Names the files of an adjourned game in its log as they are called now: if it was moved aside, another game may have their
/// names.
pub(super) fn name_files(session: &mut PlaySession, game: &Path) {
    if session.phase() != PlayPhase::Adjourned {
        return;
    }
    for (name, path) in FACTS.into_iter().zip(files(game)) {
        let facts = session.log.iter_mut().flat_map(|note| &mut note.facts);
        // Earlier adjournments had the same files.
        for fact in facts.filter(|fact| fact.0 == name) {
            fact.1 = path.display().to_string();
        }
    }
}

/// Opens the envelope and makes the sealed move on the board, or rules on what it says.
pub(super) fn resume(
    session: &mut PlaySession,
    game: &Path,
    now: Instant,
) -> Result<String, PlayRefusal> {
    if session.phase() != PlayPhase::Adjourned {
        return Err(PlayRefusal::new("the game is not adjourned"));
    }
    let [record, secret] = files(game);
    let read = |path: &Path| file::read_text(path).map_err(PlayRefusal::new);
    let adjourned = from_json(&read(&record)?).map_err(PlayRefusal::new)?;
    let envelope = Envelope::from_json(&read(&secret)?).map_err(PlayRefusal::new)?;
    if adjourned.game.boards() != session.game.boards() {
        return Err(PlayRefusal(format!(
            "{}: this is a different game",
            record.display()
        )));
    }
    let budget = ProofBudget::for_result();
    let events = ResumptionEvents::both_present(EnvelopeState::Present(envelope.clone()));
    let ruling = rule_resumption(&adjourned, &events, &budget).map_err(PlayRefusal::new)?;
    let board = session.game.board();
    let sealed = read_sealed_move(board, envelope.sealed_move(), Some(adjourned.language)).mv();
    if sealed.is_some_and(|mv| !session.choices().contains(&mv)) {
        return Err(PlayRefusal(format!(
            "{}: another move must be played",
            secret.display()
        )));
    }
    session.sealed_by = None;
    for step in &ruling.steps {
        session.note(ARBITER, sentence(&step.text), step.article.as_slice());
    }
    if let Some(mv) = sealed {
        session.play(mv, offers_draw(envelope.sealed_move()), now)?;
        return Ok(format!("The sealed move is {}.", envelope.sealed_move()));
    }
    let last = ruling.steps.last();
    let article = last.and_then(|step| step.article);
    session.end_with(PlayEnd {
        score: ruling
            .ruling
            .score
            .map_or_else(|| "*".to_owned(), |score| score.to_string()),
        title: sentence(&ruling.ruling.ruling),
        articles: article.map(str::to_owned).into_iter().collect(),
        why: ruling.proof,
        // Without a legal move in the envelope, its player has broken the rules.
        kind: Some(OutcomeKind::IllegalMove),
        ..PlayEnd::default()
    });
    Ok("The envelope decides the game.".to_owned())
}
