//! The program as a child process.

use assert_cmd::Command;
use std::process::Child;
use std::time::Duration;

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_compongo");

/// The time limit of a single step, to end a test that hangs: far more than ten times what any step takes on a free core.
pub const HANG: Duration = Duration::from_secs(60 * 5);

/// What a latency test allows for an immediate reaction: ten times what it takes on a free core.
pub const SOON: Duration = Duration::from_millis(1200);

/// The exit code, standard output and standard error of a command, which must end within [`HANG`].
pub fn outcome(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.timeout(HANG).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("output in UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The exit code, standard output and standard error of the program with these arguments.
pub fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    outcome(Command::new(PROGRAM).args(arguments))
}

/// A child process that is killed when dropped.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
