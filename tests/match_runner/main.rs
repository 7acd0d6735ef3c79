//! Players that misbehave, at the hands of the match runner.
//!
//! The program is its own opponent: with an environment variable it is the scripted player that the tests start.

/// The tests of a module, with their names.
#[cfg(unix)]
macro_rules! tests {
    ($($test:ident),* $(,)?) => {
        pub const TESTS: &[crate::TestCase] =
            &[$((concat!(module_path!(), "::", stringify!($test)), $test)),*];
    };
}

#[cfg(unix)]
mod faults;
#[cfg(unix)]
#[path = "../it/support/folder.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod folder;
#[cfg(unix)]
mod guard;
#[cfg(unix)]
mod launch;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
#[path = "../it/support/process.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod process;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod protocol;
#[cfg(unix)]
#[path = "../it/match_runner/sample.rs"]
#[allow(dead_code, reason = "the other tests use the rest")]
mod sample;
#[cfg(unix)]
mod scripted;
#[cfg(unix)]
mod support;

#[cfg(unix)]
type TestCase = (&'static str, fn());

/// The players need signals and process groups.
#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    use libtest_mimic::{Arguments, Trial};
    use std::time::Duration;

    /// Most of a test's time is waiting.
    const AT_A_TIME: usize = 8;
    /// The tests end after this time: ten times what they take together on a free core.
    const LIMIT: Duration = Duration::from_secs(60 * 10);

    if std::env::var_os(scripted::SCRIPTED).is_some() {
        scripted::run();
    }
    if std::env::var_os(guard::RUNNER).is_some() {
        guard::be_runner();
    }
    std::thread::spawn(|| {
        std::thread::sleep(LIMIT);
        eprintln!("a test hangs");
        std::process::exit(1);
    });
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(AT_A_TIME);
    let tests = [
        faults::TESTS,
        guard::TESTS,
        launch::TESTS,
        matches::TESTS,
        program::TESTS,
        protocol::TESTS,
    ];
    let trials = tests.into_iter().flatten().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
