//! The engine as an opponent and as an analyst: one thread, which does one thing after another.

use super::session::PlaySession;
use super::settings::PlayTerms;
use crate::engine::options::{OptionError, OptionId};
use crate::engine::{DrawMessage, Engine};
use crate::laws::claims::Claim;
use crate::laws::game::Game;
use crate::search::{SearchListener, SearchReport, SilentListener};
use crate::time::{SearchLimits, StopToken};
use crate::types::{Move, MoveList, Score};
use std::thread;

/// The hash table of the opponent, in MiB.
const HASH: usize = 64;

#[derive(Clone, Debug)]
pub(super) struct EngineTask {
    pub game: Game,
    /// The moves that may be played.
    pub moves: MoveList,
    pub limits: SearchLimits,
    pub token: StopToken,
    /// The opponent has offered a draw.
    pub offered: bool,
}

impl EngineTask {
    /// The position of a game, without limits.
    pub fn new(session: &PlaySession, token: StopToken) -> Self {
        Self {
            game: session.game.clone(),
            moves: session.choices().into_iter().collect(),
            limits: SearchLimits::default(),
            token,
            offered: false,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct EngineThought {
    pub mv: Option<Move>,
    pub score: Score,
    pub draw: Option<DrawMessage>,
    /// The claim that the engine makes with its move.
    pub claim: Option<Claim>,
}

enum EngineOrder {
    UseBook(String, flume::Sender<Result<(), String>>),
    NewGame(Box<PlayTerms>),
    Think(Box<EngineTask>, ThoughtSink),
    Analyse(Box<EngineTask>, u32, LineSink),
}

/// Receives the answer, or why there is none.
pub(super) type ThoughtSink = Box<dyn FnOnce(Result<EngineThought, String>) + Send>;

/// Receives the lines of an analysis: depth, and each line with its score for the side to move.
pub(super) type LineSink = Box<dyn FnMut(u16, &[(Score, Vec<Move>)]) + Send>;

/// The engine in its thread.
pub(super) struct Opponent {
    orders: flume::Sender<EngineOrder>,
}

impl Opponent {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start() -> std::io::Result<Self> {
        let (orders, inbox) = flume::unbounded();
        thread::Builder::new()
            .name("opponent".to_owned())
            .spawn(move || obey(&inbox))?;
        Ok(Self { orders })
    }

    /// Lets the engine play from a book, from its next move on. The answer arrives once the engine has read the book.
    pub fn use_book(&self, path: &str) -> flume::Receiver<Result<(), String>> {
        let (sender, answer) = flume::bounded(1);
        self.order(EngineOrder::UseBook(path.to_owned(), sender));
        answer
    }

    /// Begins a game. The engine has the level of the terms, and full strength if two people play.
    pub fn new_game(&self, terms: PlayTerms) {
        self.order(EngineOrder::NewGame(Box::new(terms)));
    }

    /// Thinks about a position; `done` gets the answer in the thread of the engine.
    pub fn think(&self, task: EngineTask, done: ThoughtSink) {
        self.order(EngineOrder::Think(Box::new(task), done));
    }

    /// Analyses a position with this many lines, until its token stops it.
    pub fn analyse(&self, task: EngineTask, lines: u32, sink: LineSink) {
        self.order(EngineOrder::Analyse(Box::new(task), lines, sink));
    }

    fn order(&self, order: EngineOrder) {
        // The thread lives as long as this sender.
        let _ = self.orders.send(order);
    }
}

fn obey(inbox: &flume::Receiver<EngineOrder>) {
    let mut engine = Engine::new();
    let mut terms = None;
    for order in inbox {
        match order {
            EngineOrder::UseBook(path, answer) => {
                // Nobody may be waiting.
                let _ = answer.send(use_book(&mut engine, &path));
            }
            EngineOrder::NewGame(new) => {
                engine.new_game();
                terms = Some(new);
            }
            EngineOrder::Think(task, done) => {
                let set = terms.as_ref().map(|terms| configure(&mut engine, terms, 1));
                let set = set.unwrap_or(Ok(())).map_err(|error| error.to_string());
                done(set.and_then(|()| think(&mut engine, *task)));
            }
            EngineOrder::Analyse(task, lines, sink) => {
                if let Some(terms) = &terms {
                    let _ = configure(&mut engine, terms, lines);
                }
                analyse(&mut engine, *task, sink);
            }
        }
    }
}

fn use_book(engine: &mut Engine, path: &str) -> Result<(), String> {
    let opened = engine.set(OptionId::BookFile, path);
    let set = opened.and_then(|_| engine.set(OptionId::OwnBook, "true"));
    set.map(drop).map_err(|error| match error {
        OptionError::Value { why, .. } => why,
        error => error.to_string(),
    })
}

fn configure(engine: &mut Engine, terms: &PlayTerms, lines: u32) -> Result<(), OptionError> {
    let level = terms.engine.and_then(|(_, elo)| elo);
    let elo = level.unwrap_or(1500).to_string();
    let hash = HASH.to_string();
    // `go` cannot express periods and delays.
    let control = terms.control.as_ref().map(ToString::to_string);
    let options = [
        (OptionId::Hash, hash.as_str()),
        (OptionId::MultiPv, &lines.to_string()),
        (
            OptionId::LimitStrength,
            if level.is_some() { "true" } else { "false" },
        ),
        (OptionId::Elo, &elo),
        (OptionId::Chess960, "true"),
        (OptionId::LawsEdition, terms.rules.edition.name()),
        (OptionId::LawsMode, terms.rules.mode.name()),
        (OptionId::LawsDraws, "ClaimAndOffer"),
        (OptionId::MoveOverhead, "100"),
        (OptionId::Clock, control.as_deref().unwrap_or_default()),
    ];
    for (id, value) in options {
        engine.set(id, value)?;
    }
    Ok(())
}

fn think(engine: &mut Engine, task: EngineTask) -> Result<EngineThought, String> {
    engine.set_game(task.game);
    if task.offered {
        engine.note_draw_offer();
    }
    let result = engine
        .search_with(&task.limits, Some(task.moves), task.token, |_| {
            Box::new(SilentListener)
        })
        .map_err(|error| error.to_string())?;
    let claims_draw = claims_draw(result.score);
    Ok(EngineThought {
        mv: result.best_move,
        score: result.score,
        draw: result.draw,
        claim: result.claims.into_iter().next().filter(|_| claims_draw),
    })
}

/// True if the engine claims a draw with this score: what is not better than a draw.
pub(super) fn claims_draw(score: Score) -> bool {
    score <= Score::ZERO
}

/// Passes the lines of each iteration on.
struct LineListener(LineSink);

impl SearchListener for LineListener {
    fn report(&mut self, report: &SearchReport<'_>) {
        let lines: Vec<(Score, Vec<Move>)> = report
            .lines
            .iter()
            .map(|line| (line.score, line.pv().to_vec()))
            .collect();
        (self.0)(report.progress.depth, &lines);
    }
}

fn analyse(engine: &mut Engine, task: EngineTask, sink: LineSink) {
    engine.set_game(task.game);
    // An error means that there is nothing to say.
    let _ = engine.search_with(&task.limits, None, task.token, |_| {
        Box::new(LineListener(sink))
    });
}
