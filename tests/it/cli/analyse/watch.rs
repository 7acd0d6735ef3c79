//! `--watch` on a pseudo terminal.

use crate::support::folder::Folder;
use crate::support::process::{Program, Running, wait_for};
use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, Termios, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// The sequence that clears a line of a terminal.
const CLEAR_LINE: &str = "\u{1b}[2K";

/// The program on a terminal of its own.
struct WatchedTerminal {
    program: Running,
    terminal: File,
    /// What the program has written since the last key.
    written: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl WatchedTerminal {
    #[track_caller]
    fn start(arguments: &[&str]) -> Self {
        let size = Winsize {
            ws_row: 40,
            ws_col: 100,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pair = openpty(&size, None::<&Termios>).expect("a pseudo terminal");
        // Other children inherit no clone, so that reading ends with the program.
        let clone = |end: &OwnedFd| end.try_clone().expect("a descriptor");
        let [input, output] = [clone(&pair.slave), clone(&pair.slave)];
        let terminal = File::from(clone(&pair.master));
        drop(pair);
        let program = Program::with(["analyse", "--watch"]).args(arguments);
        let program = program.env("TERM", "xterm").stdin(input).stdout(output);
        let program = program.spawn();
        let mut source = terminal.try_clone().expect("a descriptor");
        let written = Arc::<Mutex<Vec<u8>>>::default();
        let sink = Arc::clone(&written);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            // When the program has ended, reading fails.
            while let Ok(count @ 1..) = source.read(&mut bytes) {
                sink.lock().expect("no panic").extend(&bytes[..count]);
            }
        });
        Self {
            program,
            terminal,
            written,
            reader,
        }
    }

    fn text(&self) -> String {
        let written = self.written.lock().expect("no panic");
        String::from_utf8_lossy(&written).into_owned()
    }

    #[track_caller]
    fn shows(&self, text: &str) {
        wait_for(text, || self.text().contains(text));
    }

    fn press(&mut self, key: &str) {
        self.written.lock().expect("no panic").clear();
        self.terminal.write_all(key.as_bytes()).expect("it runs");
    }

    /// True if the terminal passes keys on at once, Ctrl-C too.
    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.terminal).expect("a terminal");
        let cooked = LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG;
        !modes.local_flags.intersects(cooked)
    }

    /// What is left on the terminal when the program has ended without fault.
    #[track_caller]
    fn rest(mut self) -> String {
        let status = self.program.status();
        assert!(status.success(), "{status}");
        assert!(!self.is_raw());
        let written = Arc::clone(&self.written);
        self.reader.join().expect("it only reads");
        let written = written.lock().expect("no panic");
        let text = String::from_utf8_lossy(&written);
        let (_, rest) = text.rsplit_once(CLEAR_LINE).expect("lines are drawn over");
        rest.to_owned()
    }
}

#[test]
fn lines_grow_in_place_until_enter() {
    let folder = Folder::new();
    let positions = folder.write(
        "positions",
        "7k/8/6K1/8/8/8/8/R7 w - - id \"rook\";\n7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n",
    );
    let mut terminal = WatchedTerminal::start(&[&positions]);
    terminal.shows("Position 1 of 2, rook");
    terminal.shows("  1       #1  1.Ra8#");
    terminal.press("+");
    terminal.shows("  2       #2  1.");
    terminal.press("n");
    terminal.shows("Laws    1/2-1/2  Stalemate (Article 5.2.1)");
    // The arrow to the left.
    terminal.press("\u{1b}[D");
    terminal.shows("  1       #1  1.Ra8#");
    terminal.shows("  2       #2  1.");
    terminal.shows("Enter: end");
    terminal.press("\r");
    let rest = terminal.rest();
    for text in ["Position 1 of 2, rook", "1.Ra8#", "  2       #2  1."] {
        assert!(rest.contains(text), "{text}\n{rest}");
    }
    assert!(!rest.contains("Enter"), "{rest}");
}

#[test]
fn an_endless_analysis_ends_with_ctrl_c() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut terminal = WatchedTerminal::start(&["--multipv", "3", "--fen", start]);
    terminal.shows("\n  3 ");
    // Otherwise the terminal would make a signal of it, for a process that it does not control.
    wait_for("a wait for keys", || terminal.is_raw());
    terminal.press("\u{3}");
    let rest = terminal.rest();
    assert!(rest.contains("White to move") && rest.contains("(White's view)"));
    assert!(rest.contains("\n  3 "), "{rest}");
}
