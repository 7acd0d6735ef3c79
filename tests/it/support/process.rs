//! The program as a child process: every test that starts it does so here.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_compongo");

/// The time limit of a single step, to end a test that hangs: far more than ten times what any step takes on a free core.
pub const HANG: Duration = Duration::from_secs(60 * 5);

/// What a latency test allows for an immediate reaction: ten times what it takes on a free core.
pub const SOON: Duration = Duration::from_millis(1200);

/// A program with its arguments, before it is started. Without [`Self::input`] its standard input is empty.
pub struct Program {
    command: Command,
    input: Option<Vec<u8>>,
}

impl Program {
    /// This program with these arguments.
    pub fn with<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Self {
        Self::at(PROGRAM).args(arguments)
    }

    /// A program at another path.
    pub fn at(path: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(path);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self {
            command,
            input: None,
        }
    }

    /// An ignored test of this test program.
    pub fn ignored_test(name: &str) -> Self {
        let path = std::env::current_exe().expect("a path");
        Self::at(path).args(["--exact", name, "--ignored", "--nocapture"])
    }

    /// The same program, started by a shell after these commands. Environment and folder are set later.
    #[cfg(unix)]
    pub fn after(self, commands: &str) -> Self {
        let script = format!("{commands}; exec \"$0\" \"$@\"");
        Self::at("sh")
            .args(["-c", &script])
            .arg(self.command.get_program())
            .args(self.command.get_args())
    }

    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub fn args<S: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        self.command.args(arguments);
        self
    }

    pub fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// All that the program can read from its standard input.
    pub fn input(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = Some(input.as_ref().to_vec());
        self.command.stdin(Stdio::piped());
        self
    }

    /// Reads standard input from elsewhere.
    pub fn stdin(mut self, stdin: impl Into<Stdio>) -> Self {
        self.command.stdin(stdin);
        self
    }

    /// Sends standard output elsewhere; the outcome has none of it.
    pub fn stdout(mut self, stdout: impl Into<Stdio>) -> Self {
        self.command.stdout(stdout);
        self
    }

    /// Throws away all that the program says.
    pub fn silent(mut self) -> Self {
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        self
    }

    /// Starts the program.
    #[track_caller]
    pub fn spawn(mut self) -> Running {
        let mut shown = format!("{:?}", self.command);
        let mut child = self.command.spawn().expect("the program starts");
        if let Some(input) = self.input {
            let start = String::from_utf8_lossy(&input[..input.len().min(500)]).into_owned();
            shown = format!("{shown} < {start:?}");
            let mut stdin = child.stdin.take().expect("a pipe");
            // The program may end before it has read everything.
            thread::spawn(move || drop(stdin.write_all(&input)));
        }
        Running { child, shown }
    }

    /// Starts the program with a standard input that stays open.
    #[track_caller]
    pub fn converse(mut self) -> Running {
        self.command.stdin(Stdio::piped());
        self.spawn()
    }

    /// Runs the program to its end.
    #[track_caller]
    pub fn run(self) -> Outcome {
        self.spawn().outcome()
    }
}

/// Runs the program with these arguments.
#[track_caller]
pub fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Outcome {
    Program::with(arguments).run()
}

/// A child process, which is killed when dropped.
pub struct Running {
    pub child: Child,
    shown: String,
}

impl Running {
    /// The exit status, once there is one.
    pub fn try_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("the child is ours")
    }

    /// Waits for the end.
    #[track_caller]
    pub fn status(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.try_status() {
                return status;
            }
            assert!(start.elapsed() < HANG, "it does not end: {}", self.shown);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Kills the process and waits for its end.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs or has ended");
        self.child.wait().expect("it has ended");
    }

    #[cfg(unix)]
    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        let process = nix::unistd::Pid::from_raw(self.child.id() as i32);
        nix::sys::signal::kill(process, signal).expect("it runs");
    }

    /// The next line of standard output.
    pub fn line(&mut self) -> String {
        let stdout = self.child.stdout.as_mut().expect("a pipe");
        let (mut line, mut byte) = (Vec::new(), [0]);
        // No buffer, so that the rest can be read later.
        while line.last() != Some(&b'\n') && stdout.read(&mut byte).expect("a pipe") == 1 {
            line.extend(byte);
        }
        String::from_utf8(line).expect("output in UTF-8")
    }

    /// Waits for the end; what is left of it.
    #[track_caller]
    pub fn outcome(mut self) -> Outcome {
        drop(self.child.stdin.take());
        let [out, err] = [
            self.child.stdout.take().map(read_to_end),
            self.child.stderr.take().map(read_to_end),
        ];
        let code = self.status().code();
        let [out, err] = [out, err].map(|text| {
            text.map_or_else(String::new, |thread| thread.join().expect("it only reads"))
        });
        Outcome {
            command: std::mem::take(&mut self.shown),
            code,
            out,
            err,
        }
    }
}

/// The most memory that a process has used so far, in KiB; 0 once it has ended.
#[cfg(target_os = "linux")]
pub fn peak_memory(process: u32) -> u64 {
    status_number(process, "VmHWM:")
}

/// The address space that a process has taken, in KiB; 0 once it has ended.
#[cfg(target_os = "linux")]
pub fn address_space(process: u32) -> u64 {
    status_number(process, "VmSize:")
}

#[cfg(target_os = "linux")]
fn status_number(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    let number = line.and_then(|line| line.split_ascii_whitespace().nth(1));
    number.and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The processor time that a process has used so far, in user and kernel mode; zero once it has ended.
#[cfg(target_os = "linux")]
pub fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which ends with the last parenthesis, utime and stime are the fields 12 and 13, in ticks of 10 ms.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_ascii_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|text| text.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended long ago.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads to the end in another thread.
pub fn read_to_end(mut source: impl Read + Send + 'static) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        source.read_to_end(&mut bytes).expect("a pipe can be read");
        String::from_utf8(bytes).expect("output in UTF-8")
    })
}

/// What a run of a program left.
#[derive(Debug)]
pub struct Outcome {
    /// For messages.
    #[allow(dead_code, reason = "it is shown with Debug")]
    command: String,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Outcome {
    /// The same, after a check of the exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Standard output of a run with this exit code and nothing on standard error.
    #[track_caller]
    pub fn only_out(self, code: i32) -> String {
        let outcome = self.exits(code);
        assert_eq!(outcome.err, "", "{outcome:#?}");
        outcome.out
    }

    /// Standard error of a run with this exit code and nothing on standard output.
    #[track_caller]
    pub fn only_err(self, code: i32) -> String {
        let outcome = self.exits(code);
        assert_eq!(outcome.out, "", "{outcome:#?}");
        outcome.err
    }

    /// What a run without fault prints.
    #[track_caller]
    pub fn success(self) -> String {
        self.only_out(0)
    }

    /// The message of a run that was refused.
    #[track_caller]
    pub fn refusal(self) -> String {
        self.only_err(2)
    }

    /// The same, after a check of the exit code and that standard error contains this.
    #[track_caller]
    pub fn fails(self, code: i32, text: &str) -> Self {
        let outcome = self.exits(code);
        assert!(outcome.err.contains(text), "no '{text}' in {outcome:#?}");
        outcome
    }

    /// Checks that the run was refused with a message that contains this.
    #[track_caller]
    pub fn refused(self, text: &str) {
        self.fails(2, text).refusal();
    }

    /// The lines of standard output.
    pub fn lines(&self) -> Vec<String> {
        self.out.lines().map(str::to_owned).collect()
    }
}

/// Waits until something is so.
#[track_caller]
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < HANG, "waited for {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The words of a command line.
pub fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
