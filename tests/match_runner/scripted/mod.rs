//! A UCI player that moves at random and misbehaves on request.
//!
//! Its arguments are a [`Fault`], the number of the `go` in a game at which the fault shows (0: at each), and the
//! milliseconds that such a move takes.

mod fault;

pub use fault::Fault;

use compongo::board::{Board, fen};
use compongo::notation::uci_move::{self, CastlingStyle, UciMove};
use compongo::types::Rng;
use std::hint::spin_loop;
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{self, Command, exit};
use std::thread;
use std::time::{Duration, Instant};

/// The environment variable under which a program with this module is the player.
pub const SCRIPTED: &str = "COMPONGO_SCRIPTED_PLAYER";

/// Plays until the end of input or `quit`.
pub fn run() -> ! {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| {
        let text: Option<&String> = arguments.get(index);
        text.map_or(0, |text| text.parse().expect("a number"))
    };
    let fault = arguments
        .first()
        .map_or(Fault::None, |name| Fault::named(name));
    let mut script = Script {
        fault,
        at: number(1),
        pause: Duration::from_millis(number(2)),
        board: Board::start(),
        earlier: Board::start(),
        asked: 0,
        thinking: false,
        told: Vec::new(),
        // Games that go as they did yesterday make tests that do.
        rng: Rng::new(0x9E37_79B9_7F4A_7C15),
    };
    for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
        script.obey(&String::from_utf8_lossy(&line));
    }
    if fault == Fault::Spins {
        loop {
            spin_loop();
        }
    }
    exit(0);
}

/// Prints a line in one write. A reader that is gone is none of our business.
fn say(text: &str) {
    put(format!("{text}\n").as_bytes());
}

fn put(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

struct Script {
    fault: Fault,
    at: u64,
    pause: Duration,
    board: Board,
    /// The position before the last move.
    earlier: Board,
    asked: u64,
    thinking: bool,
    told: Vec<String>,
    rng: Rng,
}

impl Script {
    /// Whether the fault shows at this `go`.
    fn due(&self, fault: Fault, go: u64) -> bool {
        self.fault == fault && (self.at == 0 || self.at == go)
    }

    fn obey(&mut self, line: &str) {
        let line = line.trim();
        self.told.push(line.to_owned());
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => self.introduce(),
            Some("setoption") if self.fault == Fault::DiesOnOption => {
                eprintln!("what is that?");
                exit(1);
            }
            Some("isready") => self.get_ready(),
            Some("position") => {
                self.set_position(line);
                if self.due(Fault::UnaskedMove, self.asked + 1) {
                    say("bestmove e2e4");
                }
            }
            Some("ucinewgame") => self.asked = 0,
            Some("go") => self.go(Instant::now()),
            Some("stop") if self.thinking && self.fault != Fault::DeafToStop => {
                self.thinking = false;
                say(&format!("bestmove {}", self.choice()));
            }
            Some("quit") if !matches!(self.fault, Fault::IgnoresQuit | Fault::Spins) => exit(0),
            _ => {}
        }
        if self.fault == Fault::Banners {
            say("Scripted: the funniest of players, visit us soon\n\n? bestmove e2e4");
        }
    }

    fn introduce(&self) {
        match self.fault {
            Fault::NoUciOk => return,
            Fault::DiesAtStart => {
                eprintln!("the net is not to be found\n");
                exit(3);
            }
            _ => {}
        }
        if self.fault != Fault::NoIdentity {
            say("id name Scripted\nid author Nobody");
        }
        if self.fault == Fault::ControlCharacters {
            say("id name \u{1b}[31mred\u{7}\u{9b}2J");
            say("id author \u{1b}]0;title\u{7}\r");
            say("option name \u{1b}[1mBold\u{9b} type check default false");
        }
        if self.fault != Fault::NoOptions {
            say("option name UCI_Chess960 type check default false");
            say("option name  Move   Overhead type spin default 10 min 0 max 5000");
            say("option name Clear Hash type button\r\noption name Book File type string default");
            say("option name Style type combo default Solid var Solid var Wild");
            let folder = std::env::current_dir().expect("a directory");
            let (folder, id) = (folder.display(), process::id());
            say(&format!("option name Folder {folder} type button"));
            say(&format!("option name Process {id} type button"));
        }
        say("uciok");
    }

    fn get_ready(&self) {
        let next = self.asked + 1;
        if self.due(Fault::DiesAtReady, next) {
            exit(4);
        }
        if self.due(Fault::NoReadyOk, next) {
            return;
        }
        let end = if self.fault == Fault::CarriageReturns {
            "\r"
        } else {
            ""
        };
        say(&format!("readyok{end}"));
        if self.fault == Fault::TwoReadyOks {
            say("readyok");
        }
    }

    fn set_position(&mut self, line: &str) {
        let (place, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let start = place
            .split_once("fen ")
            .map_or(fen::STARTPOS, |(_, fen)| fen);
        self.board = start
            .parse()
            .expect("the match runner sends good positions");
        self.earlier = self.board;
        for word in moves.split_whitespace() {
            let mv =
                uci_move::parse(&self.board, word).expect("the match runner sends legal moves");
            self.earlier = self.board;
            self.board.play(mv);
        }
    }

    fn choice(&mut self) -> String {
        let moves = self.board.legal_moves();
        if moves.is_empty() {
            return "(none)".to_owned();
        }
        let mv = moves[self.rng.below(moves.len())];
        UciMove::new(mv, CastlingStyle::new(self.board.is_chess960())).to_string()
    }

    fn go(&mut self, start: Instant) {
        self.asked += 1;
        let best = self.choice();
        if self.at == 0 || self.at == self.asked {
            if !self.pause.is_zero() {
                wait_until(start + self.pause);
            }
            self.misbehave(&best, start);
        } else {
            answer(&best, start);
        }
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each fault")]
    fn misbehave(&mut self, best: &str, start: Instant) {
        match self.fault {
            Fault::DiesThinking => exit(5),
            Fault::AbortsThinking => process::abort(),
            Fault::DiesAfterMove => {
                answer(best, start);
                exit(6);
            }
            Fault::Silent | Fault::DeafToStop => self.thinking = true,
            Fault::EverReady => loop {
                say("readyok");
                thread::sleep(Duration::from_millis(2));
            },
            Fault::TwoMoves => {
                answer(best, start);
                say(&format!("bestmove {best}"));
            }
            Fault::ManyMoves => say(&format!("bestmove {best}\n").repeat(1000)),
            Fault::NoneMove => say("bestmove (none)"),
            Fault::NullMove => say("bestmove 0000"),
            Fault::A1A1 => say("bestmove a1a1"),
            Fault::A8A8 => say("bestmove a8a8"),
            Fault::Garbage => {
                put(b"bestmove \xff\xfe$%& what a move this is; it goes from here to there\n");
            }
            Fault::EmptyMove => say("bestmove"),
            Fault::IllegalMove => say("bestmove e1e8"),
            Fault::OldMove => {
                self.board = self.earlier;
                say(&format!("bestmove {}", self.choice()));
            }
            Fault::IllegalVariation => {
                say(&format!("info depth 1 score cp 7 pv {best} e1e8 e8e1"));
                say(&format!("bestmove {best} ponder e1e8"));
            }
            Fault::NoInfo => say(&format!("bestmove {best}")),
            Fault::OnlyBounds => {
                say(&format!("info depth 1 score cp 5 lowerbound pv {best}"));
                say(&format!("info depth 2 score cp 9 upperbound pv {best}"));
                say(&format!("bestmove {best}"));
            }
            Fault::OddNumbers => {
                say("info depth -3 seldepth x score cp 99999999999999999999 nodes -7 nps 1.5 time");
                say(&format!("bestmove {best}"));
            }
            Fault::Burst => {
                let lines =
                    format!("info depth 3 score cp 12 nodes 99 nps 100 pv {best}\n").repeat(1000);
                for _ in 0..200 {
                    put(lines.as_bytes());
                }
                answer(best, start);
            }
            Fault::BurstOfErrors => {
                let lines = "thinking hard\n".repeat(1000);
                for _ in 0..500 {
                    let _ = io::stderr().write_all(lines.as_bytes());
                }
                answer(best, start);
            }
            Fault::LongLine => {
                put(&vec![b'x'; 5 << 20]);
                say("");
                answer(best, start);
            }
            Fault::CarriageReturns => {
                say(&format!(
                    "info depth 1 score cp 3 pv {best}\r\nbestmove {best}\r"
                ));
            }
            Fault::Blanks => say(&format!(
                " \tinfo  depth 1  score cp 3 pv {best} \n\t bestmove   {best} "
            )),
            Fault::Nuls => say(&format!("info depth 1 score cp 3\0\0\n\0bestmove {best}\0")),
            Fault::NoText => {
                put(b"\xff\xfe\x80\xc0\ninfo string \xe9\xe8\ninfo depth 1 score cp 3 pv \xff\n");
                say(&format!("bestmove {best}"));
            }
            Fault::DiesInLine => {
                put(format!("info depth 1 score cp 3 pv {best}\nbestmove {best}").as_bytes());
                exit(7);
            }
            Fault::NotReading => {
                answer(best, start);
                sleep_for_ever();
            }
            Fault::ClosesOutput => {
                close(1);
                sleep_for_ever();
            }
            Fault::ClosesInput => {
                close(0);
                answer(best, start);
                sleep_for_ever();
            }
            Fault::LeavesChild | Fault::LeavesStranger => {
                let mut child = Command::new("sleep");
                if self.fault == Fault::LeavesStranger {
                    child.process_group(0);
                }
                let child = child.arg("1000").spawn().expect("a child");
                eprintln!("{}", child.id());
                exit(8);
            }
            Fault::ControlCharacters if self.at > 0 => {
                eprintln!("no \u{1b}[31mnet\u{7}\u{9b}2J\u{202e}\r");
                exit(9);
            }
            Fault::ControlCharacters => {
                say("info string \u{1b}]0;title\u{7}");
                say("info string laws claim \u{1b}[2J\u{85}\u{202e}");
                say(&format!("info depth 1 score cp 3 pv \u{9b}31m{best}"));
                let color = if self.asked > 1 {
                    "\u{9b}31m\u{202e}"
                } else {
                    ""
                };
                say(&format!("bestmove {color}{best} ponder \u{1b}[0m"));
            }
            Fault::Echo => {
                for line in std::mem::take(&mut self.told) {
                    say(&format!("info string laws {line}"));
                }
                answer(best, start);
            }
            _ => answer(best, start),
        }
    }
}

/// Answers like a sound player. The nodes are the nanoseconds since it was asked.
fn answer(best: &str, start: Instant) {
    let nodes = start.elapsed().as_nanos();
    say(&format!(
        "info depth 1 score cp 0 nodes {nodes} pv {best}\nbestmove {best}"
    ));
}

/// Sleeps, and spins at the end for the sake of exactness.
fn wait_until(end: Instant) {
    let left = end.saturating_duration_since(Instant::now());
    thread::sleep(left.saturating_sub(Duration::from_micros(300)));
    while Instant::now() < end {
        spin_loop();
    }
}

fn close(descriptor: i32) {
    nix::unistd::close(descriptor).expect("it is open");
}
