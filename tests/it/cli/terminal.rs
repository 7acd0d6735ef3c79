//! The program on a pseudo terminal.

use crate::support::process::{Outcome, Program, Running, wait_for};
use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, Termios, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// A terminal of its own for the program, as standard input and output.
pub struct PseudoTerminal {
    program: Running,
    terminal: File,
    /// What the program has written since the last key.
    written: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl PseudoTerminal {
    #[track_caller]
    pub fn start(program: Program) -> Self {
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
        text(&self.written)
    }

    #[track_caller]
    pub fn shows(&self, text: &str) {
        wait_for(text, || self.text().contains(text));
    }

    pub fn press(&mut self, keys: &str) {
        self.written.lock().expect("no panic").clear();
        self.terminal.write_all(keys.as_bytes()).expect("it runs");
    }

    /// True if the terminal passes keys on at once, Ctrl-C too.
    pub fn is_raw(&self) -> bool {
        let cooked = LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG;
        !modes(&self.terminal).intersects(cooked)
    }

    /// True if the terminal shows what is typed.
    pub fn echoes(&self) -> bool {
        modes(&self.terminal).contains(LocalFlags::ECHO)
    }

    /// Waits for the end of the program. What the terminal has shown since the last key stands for standard output.
    #[track_caller]
    pub fn outcome(self) -> Outcome {
        let mut outcome = self.program.outcome();
        assert!(modes(&self.terminal).contains(LocalFlags::ICANON | LocalFlags::ECHO));
        self.reader.join().expect("it only reads");
        outcome.out = text(&self.written);
        outcome
    }
}

fn modes(terminal: &File) -> LocalFlags {
    tcgetattr(terminal).expect("a terminal").local_flags
}

fn text(written: &Mutex<Vec<u8>>) -> String {
    String::from_utf8_lossy(&written.lock().expect("no panic")).into_owned()
}
