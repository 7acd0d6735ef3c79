//! The same game on a terminal: a board of figurines, moves as text, and the same questions to the Laws.

use super::PlayArgs;
use crate::cli::diagram::diagram;
use crate::cli::output::{CliError, OK, print};
use crate::cli::typed_line;
use crate::laws::edition::articles::cited;
use crate::play::{ArbiterQuestion, PlayAct, PlayEvent, PlaySettings, PlayTable, PlayWatcher};
use crate::util::format::clock_time;
use crate::util::text::printable;
use flume::RecvTimeoutError;
use serde_json::Value;
use std::io::{self, Write as _, stdin, stdout};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How often the terminal looks for news while nobody types.
const NEWS_INTERVAL: Duration = Duration::from_millis(200);

const HELP: &str = "\
Type a move (e4, Nf3, e2e4), a move with a draw offer (Nf3 =), or:
  claim threefold [MOVE]   claim a draw: now, or with the move you will make
  claim fifty [MOVE]
  offer, accept, decline   a draw
  resign
  flag                     claim that the opponent's flag is down
  adjourn MOVE             seal a move; resume opens the envelope
  touch SQUARE             touch a piece (with --touch-move, it must move)
  adjust                   \"I adjust\": the next touched piece need not move
  illegal MOVE             two people: the arbiter rules on that move
  touched SQUARES          the same for touched pieces, such as touched g1 e2
  takeback, hint           in casual games
  board, clock, pgn        show them
  new                      begin another game with the same settings
  quit                     leave; the game is saved, and --resume continues it";

/// Gets the news: the engine's moves, and what the clock decides.
struct TerminalWatcher(flume::Sender<PlayEvent>);

impl PlayWatcher for TerminalWatcher {
    fn tell(&self, event: &PlayEvent) -> bool {
        self.0.send(event.clone()).is_ok()
    }

    fn is_gone(&self) -> bool {
        self.0.is_disconnected()
    }
}

struct TerminalBoard {
    table: Arc<PlayTable>,
    news: flume::Receiver<PlayEvent>,
    state: Value,
    /// Log entries that were shown, by their number.
    shown: u64,
}

/// Plays on the terminal until the person leaves, or the input ends.
pub fn run(
    table: &Arc<PlayTable>,
    settings: &PlaySettings,
    args: &PlayArgs,
) -> Result<u8, CliError> {
    let (sender, news) = flume::unbounded();
    let mut terminal = TerminalBoard {
        table: Arc::clone(table),
        news,
        state: Value::Null,
        shown: 0,
    };
    table.watch(Box::new(TerminalWatcher(sender)));
    if !args.resume {
        let begun = table.act(PlayAct::New(settings.clone()));
        begun.map_err(CliError::unusable)?;
    }
    let settings = table.settings().unwrap_or_default();
    print(HELP);
    terminal.wait();
    terminal.show();
    let lines = input_lines().map_err(CliError::failure)?;
    loop {
        terminal.ask();
        let line = terminal.next_line(&lines).map_err(CliError::failure)?;
        if line.is_empty() {
            // The prompt has no line of its own.
            print("");
            break;
        }
        let line = line.trim();
        match line.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => break,
            "help" | "?" => {
                print(HELP);
            }
            "board" => terminal.show(),
            "clock" => {
                terminal.refresh();
                print(clocks_or_none(&terminal.state));
            }
            "pgn" => {
                print(terminal.table.pgn().unwrap_or_default().trim_end());
            }
            _ => terminal.act(read(line, &settings)),
        }
    }
    terminal.refresh();
    if !terminal.is_over() {
        let command = args.resume_command();
        print(format_args!("Continue the game with: {command}"));
    }
    Ok(OK)
}

/// Reads the lines of standard input in a thread of its own, so that news can be shown meanwhile. The last line is empty.
fn input_lines() -> io::Result<flume::Receiver<io::Result<String>>> {
    // The thread reads only one line ahead.
    let (sender, lines) = flume::bounded(1);
    let read = move || {
        loop {
            let line = typed_line::read(&mut stdin().lock());
            let is_last = line.as_ref().map_or(true, String::is_empty);
            if sender.send(line).is_err() || is_last {
                break;
            }
        }
    };
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)?;
    Ok(lines)
}

/// The action that a line asks for.
fn read(line: &str, settings: &PlaySettings) -> PlayAct {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
    match word.as_str() {
        "new" => PlayAct::New(settings.clone()),
        "claim" => {
            let (kind, mv) = rest.split_once(' ').unwrap_or((rest, ""));
            PlayAct::Claim {
                kind: kind.to_ascii_lowercase(),
                mv: mv.trim().to_owned(),
                language: None,
            }
        }
        "offer" | "draw" => PlayAct::Offer { by: None },
        "accept" => PlayAct::Accept { by: None },
        "decline" => PlayAct::Refuse { by: None },
        "resign" => PlayAct::Resign { by: None },
        "flag" => PlayAct::Flag,
        "adjourn" => PlayAct::Adjourn {
            sealed: rest.to_owned(),
            language: None,
        },
        "resume" => PlayAct::Resume,
        "takeback" | "undo" => PlayAct::Takeback,
        "hint" => PlayAct::Hint,
        "touch" => PlayAct::Touch {
            square: rest.to_owned(),
        },
        "adjust" => PlayAct::Adjust,
        "illegal" => question(ArbiterQuestion::Illegal, rest, ""),
        "touched" => question(ArbiterQuestion::Touch, "", rest),
        _ => {
            let offering = line.strip_suffix("(=)").or_else(|| line.strip_suffix('='));
            PlayAct::Move {
                mv: offering.unwrap_or(line).trim_end().to_owned(),
                language: None,
                offer: offering.is_some(),
            }
        }
    }
}

/// A question of two people to the arbiter.
fn question(question: ArbiterQuestion, mv: &str, squares: &str) -> PlayAct {
    PlayAct::Ask {
        question,
        mv: mv.to_owned(),
        language: None,
        squares: squares.to_owned(),
        player: None,
        apply: true,
    }
}

impl TerminalBoard {
    fn act(&mut self, act: PlayAct) {
        let is_hint = act == PlayAct::Hint;
        match self.table.act(act) {
            Ok(answer) => {
                if answer.ruling.is_none()
                    && let Some(text) = answer.text
                {
                    print(printable(&text));
                }
                if is_hint {
                    return self.wait_for_hint();
                }
                self.wait();
                self.show();
            }
            Err(refusal) => {
                let was_over = self.is_over();
                self.refresh();
                let refusal = refusal.to_string();
                let advice = advice(&refusal, text(&self.state["phase"]));
                print(format_args!("{refusal}{advice}"));
                self.show_change(was_over);
            }
        }
    }

    fn ask(&self) {
        let _ = write!(stdout(), "{}> ", self.prompt()).and_then(|()| stdout().flush());
    }

    /// Waits for a line, which is empty at the end of the input, and shows what the clock decides meanwhile.
    fn next_line(&mut self, lines: &flume::Receiver<io::Result<String>>) -> io::Result<String> {
        loop {
            match lines.recv_timeout(NEWS_INTERVAL) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Disconnected) => return Ok(String::new()),
                Err(RecvTimeoutError::Timeout) => self.show_news(),
            }
        }
    }

    /// Shows what has changed without the person: a flag has fallen. The person is then asked again.
    fn show_news(&mut self) {
        if self.news.drain().next().is_none() {
            return;
        }
        let was_over = self.is_over();
        self.refresh();
        if self.last_note() > self.shown || self.is_over() != was_over {
            // The prompt has no line of its own.
            print("");
            self.show_change(was_over);
            self.ask();
        }
    }

    /// Shows the result if the game has ended, otherwise only new entries of the log.
    fn show_change(&mut self, was_over: bool) {
        if self.is_over() && !was_over {
            self.show();
        } else {
            self.notes();
        }
    }

    fn is_over(&self) -> bool {
        !self.state["outcome"].is_null()
    }

    /// The number of the last entry of the log; 0 if there is none.
    fn last_note(&self) -> u64 {
        let log = self.state["log"].as_array();
        let last = log.and_then(|log| log.last()?["id"].as_u64());
        last.unwrap_or(0)
    }

    /// The newest state.
    fn refresh(&mut self) {
        let state: Value = serde_json::from_str(&self.table.state()).unwrap_or_default();
        if state["game"] != self.state["game"] {
            // Each game numbers its entries from 1.
            self.shown = 0;
        }
        self.state = state;
    }

    /// Waits while the engine thinks.
    fn wait(&mut self) {
        self.refresh();
        while self.state["phase"] == "playing"
            && self.state["legal"].as_array().is_none_or(Vec::is_empty)
        {
            if self.news.recv().is_err() {
                return;
            }
            self.refresh();
        }
        self.news.drain();
    }

    /// Waits for the hint, unless the game ends, and shows what the clock decides meanwhile.
    fn wait_for_hint(&mut self) {
        const PATIENCE: Duration = Duration::from_secs(10);
        let was_over = self.is_over();
        loop {
            self.refresh();
            if let Some(hint) = self.state["hint_san"].as_str() {
                print(format_args!("hint: {hint}"));
                break;
            }
            if self.is_over() || self.news.recv_timeout(PATIENCE).is_err() {
                break;
            }
        }
        self.show_change(was_over);
    }

    /// Shows the board, the last moves, the clocks, what is new in the log, and the result.
    fn show(&mut self) {
        self.refresh();
        let state = &self.state;
        let is_turned = state["players"]["white"]["kind"] == "engine";
        print(diagram(text(&state["fen"]), is_turned));
        let moves: Vec<&str> = text(&state["san"]).split(' ').collect();
        let from = moves.len().saturating_sub(2);
        if !moves[from].is_empty() {
            print(format_args!("last moves: {}", moves[from..].join(" ")));
        }
        if !state["clocks"].is_null() {
            print(clocks(state));
        }
        self.notes();
        let state = &self.state;
        if let Some(must) = state["must"].as_object() {
            print(demand(&texts(&must["moves"])));
        }
        if let Some(outcome) = state["outcome"].as_object() {
            print(format_args!(
                "{}  {}{}",
                text(&outcome["score"]),
                text(&outcome["title"]),
                in_brackets(&outcome["articles"])
            ));
        }
    }

    /// Shows new entries of the log.
    fn notes(&mut self) {
        let Self { state, shown, .. } = self;
        for note in state["log"].as_array().into_iter().flatten() {
            let id = note["id"].as_u64().unwrap_or(0);
            if id > *shown {
                *shown = id;
                print(format_args!(
                    "{}{}",
                    printable(text(&note["text"])),
                    in_brackets(&note["articles"])
                ));
                for line in details(note) {
                    print(line);
                }
            }
        }
    }

    fn prompt(&self) -> String {
        match text(&self.state["phase"]) {
            "playing" => text(&self.state["side"]).to_owned(),
            other => other.to_owned(),
        }
    }
}

/// What to type instead of what was refused, in a phase of the game.
fn advice(refusal: &str, phase: &str) -> &'static str {
    if refusal.ends_with("is not a move") {
        "; type help"
    } else if refusal.ends_with("in progress") {
        match phase {
            "over" => "; type new for another game",
            "adjourned" => "; type resume to go on",
            _ => "",
        }
    } else if refusal.ends_with("lacks the promotion piece") {
        "; write it as in a8=Q"
    } else {
        ""
    }
}

/// The moves that a player must choose from.
fn demand(moves: &[&str]) -> String {
    match moves {
        [mv] => format!("you must play {mv}"),
        moves => format!("you must play one of: {}", moves.join(", ")),
    }
}

/// The reason of a ruling, its facts and what it leaves open, a line each. The moves that must be played stand below the
/// board, and the moves of a proof are too many.
fn details(note: &Value) -> Vec<String> {
    let facts = note["facts"].as_array().into_iter().flatten();
    let facts = facts.map(|fact| (text(&fact[0]), text(&fact[1])));
    let open = texts(&note["open"]);
    let open = open.into_iter().map(|question| ("open", question));
    facts
        .filter(|(name, _)| !["line", "must play"].contains(name))
        .chain(open)
        .map(|(name, value)| format!("  {name:<9} {}", printable(value)))
        .collect()
}

/// The Articles of a ruling, in brackets.
fn in_brackets(articles: &Value) -> String {
    cited(&texts(articles)).map_or(String::new(), |articles| format!(" ({articles})"))
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(text).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The clocks, or that there are none.
fn clocks_or_none(state: &Value) -> String {
    if state["clocks"].is_null() {
        "there is no clock".to_owned()
    } else {
        clocks(state)
    }
}

/// The clocks, the running one marked.
fn clocks(state: &Value) -> String {
    let one = |side: &str| {
        let clock = &state["clocks"][side];
        let ms = clock["ms"].as_u64().unwrap_or(0);
        let seconds = Duration::from_secs(ms / 1000);
        let runs = if state["clocks"]["running"] == side {
            "*"
        } else {
            ""
        };
        let period = match clock["period"].as_str() {
            Some(period) => format!(" ({period})"),
            None => String::new(),
        };
        let delay = match clock["delay_ms"].as_u64() {
            Some(ms @ 1..) => format!(" (delay {} s)", ms.div_ceil(1000)),
            _ => String::new(),
        };
        format!("{side} {}{runs}{delay}{period}", clock_time(seconds))
    };
    format!("clocks: {}, {}", one("white"), one("black"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_words_for_commands_are_understood() {
        let settings = PlaySettings::default();
        for (word, command) in [("draw", "offer"), ("Undo", "takeback")] {
            assert_eq!(read(word, &settings), read(command, &settings));
        }
        assert_ne!(read("offer", &settings), read("moves", &settings));
    }

    #[test]
    fn a_refusal_says_what_to_type() {
        assert_eq!(advice("'moves' is not a move", "playing"), "; type help");
        let idle = "the game is not in progress";
        assert_eq!(advice(idle, "over"), "; type new for another game");
        assert_eq!(advice(idle, "adjourned"), "; type resume to go on");
        let promotion = "'a8' lacks the promotion piece";
        assert_eq!(advice(promotion, "playing"), "; write it as in a8=Q");
        assert_eq!(advice("it is not your move", "playing"), "");
    }

    #[test]
    fn the_help_fits_a_terminal() {
        for line in HELP.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn a_single_move_is_not_one_of_several() {
        assert_eq!(demand(&["Nf3"]), "you must play Nf3");
        assert_eq!(demand(&["Nf3", "Nh3"]), "you must play one of: Nf3, Nh3");
    }
}
