//! The process of an engine: start it, wait for its exit, kill it.

use crate::match_runner::settings::EngineSpec;
use crate::util::mutex;
use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Time to wait for a killed process to be reaped.
const KILL_TIMEOUT: Duration = Duration::from_secs(2);

/// A program that kills engines when the match runner dies. Called as
/// `PROGRAM guard PARENT [--cores LIST] -- COMMAND ARGUMENTS…` with the match runner's process number, it binds itself
/// to the cores, sets its parent death signal and executes the command. Called as `PROGRAM guard --watch`, once for all
/// engines, it kills their process groups when its input ends.
///
/// Without the first call, an engine that ignores the end of its input would outlive a killed match; without the
/// second, an engine started by a script would.
#[derive(Clone, Debug)]
pub struct ProcessGuard {
    program: PathBuf,
    watcher: Arc<ProcessWatcher>,
}

impl ProcessGuard {
    /// This program with its subcommand `guard`, on Linux; `None` elsewhere. Only `compongo` may use it: a program
    /// without that subcommand would start itself in the place of its engines. Other programs give
    /// [`ProcessGuard::new`] the path of `compongo`.
    ///
    /// The path stays valid when the program's file is replaced during a match.
    pub fn this_program() -> Option<Self> {
        cfg!(target_os = "linux").then(|| Self::new("/proc/self/exe"))
    }

    /// Another program with the subcommand `guard`, such as an installed `compongo`. Starts it once, to watch.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let program = program.into();
        let watcher = Arc::new(ProcessWatcher::start(&program));
        Self { program, watcher }
    }
}

/// The process that outlives the match runner by a moment, to kill the engines that are left. It ends when this value is
/// dropped.
#[derive(Debug)]
struct ProcessWatcher(Mutex<Option<Child>>);

impl ProcessWatcher {
    /// Starts the process. If the system refuses, engines started by a script are not guarded.
    fn start(program: &Path) -> Self {
        let mut command = Command::new(program);
        command.args(["guard", "--watch"]);
        // A program that reads the match runner's output must not wait for this process.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.stdin(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Self(Mutex::new(command.spawn().ok()))
    }

    /// Adds a process group to the ones to kill, or removes it.
    fn tell(&self, sign: char, group: u32) {
        let mut watcher = mutex::lock(&self.0);
        if let Some(input) = watcher.as_mut().and_then(|child| child.stdin.as_mut()) {
            // A watcher that has been killed no longer watches.
            let _ = writeln!(input, "{sign}{group}");
        }
    }
}

impl Drop for ProcessWatcher {
    fn drop(&mut self) {
        let watcher = mutex::lock(&self.0).take();
        if let Some(mut watcher) = watcher {
            drop(watcher.stdin.take());
            // It exits when its input ends.
            let _ = watcher.wait();
        }
    }
}

/// The match runner's ends of an engine's pipes.
pub type EnginePipes = (ChildStdin, ChildStdout, ChildStderr);

/// A child process in its own process group, so that Ctrl+C in the terminal does not reach it. When dropped, the group is
/// killed.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    status: Option<ExitStatus>,
    guard: Option<ProcessGuard>,
}

impl EngineProcess {
    /// Starts the program of an engine; a guard binds it to the cores, if there are any.
    ///
    /// # Errors
    /// The cause as text: no such program or directory, or an error of the system.
    pub fn start(
        spec: &EngineSpec,
        cores: &[usize],
        guard: Option<&ProcessGuard>,
    ) -> Result<(Self, EnginePipes), String> {
        let program = find_program(&spec.cmd)?;
        let mut command = match guard {
            Some(guard) => {
                let mut command = Command::new(&guard.program);
                let parent = std::process::id().to_string();
                command.args(["guard", &parent]);
                if !cores.is_empty() {
                    let cores: Vec<String> = cores.iter().map(ToString::to_string).collect();
                    command.arg("--cores").arg(cores.join(","));
                }
                command.arg("--").arg(program);
                command
            }
            None => Command::new(program),
        };
        command.args(&spec.args);
        command.envs(spec.env.iter().map(|(name, value)| (name, value)));
        if let Some(dir) = &spec.dir {
            if !dir.is_dir() {
                return Err(format!("there is no directory '{}'", dir.display()));
            }
            command.current_dir(dir);
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => "its command line contains a NUL".to_owned(),
            _ => format!("'{}': {error}", spec.cmd),
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        if let Some(guard) = guard {
            guard.watcher.tell('+', child.id());
        }
        let process = Self {
            child,
            status: None,
            guard: guard.cloned(),
        };
        let (Some(stdin), Some(output), Some(errors)) = pipes else {
            return Err("its pipes are missing".to_owned());
        };
        Ok((process, (stdin, output, errors)))
    }

    /// The exit status, if the process has exited. In that case its children in the group are killed.
    pub fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                self.kill_group();
                if let Some(guard) = &self.guard {
                    guard.watcher.tell('-', self.child.id());
                }
            }
        }
        self.status
    }

    /// Waits at most `limit` for the process to exit; `None` if it has not.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            let status = self.status();
            if status.is_some() || start.elapsed() >= limit {
                return status;
            }
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        use nix::sys::signal::{Signal, killpg};
        let group = nix::unistd::Pid::from_raw(self.child.id() as i32);
        // Fails if the group is empty.
        let _ = killpg(group, Signal::SIGKILL);
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if self.status().is_none() {
            self.kill_group();
            // Fails if it has just exited.
            let _ = self.child.kill();
            self.wait(KILL_TIMEOUT);
        }
    }
}

/// The executable file of a command: a path, or a name looked up in `PATH` and then in the current directory.
///
/// # Errors
/// The cause as text: no such file, or not executable.
pub fn find_program(command: &str) -> Result<PathBuf, String> {
    let path = Path::new(command);
    if command.is_empty() || command.contains('\0') {
        return Err(format!("{command:?} is not a command"));
    }
    let is_name = path.components().count() == 1 && !command.contains('/');
    if is_name {
        let folders = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&folders)
            .filter(|folder| folder.is_absolute())
            .map(|folder| executable(&folder.join(path)))
            .find(Result::is_ok);
        if let Some(found) = found {
            return found;
        }
    }
    // Absolute, since the engine may run in another directory.
    let here = std::path::absolute(path).map_err(|error| format!("'{command}': {error}"))?;
    if is_name && existing(&here).is_none() {
        return Err(format!(
            "'{command}' is neither in PATH nor in the current folder"
        ));
    }
    executable(&here)
}

/// What exists at a path, with or without the system's suffix for executables.
fn existing(path: &Path) -> Option<PathBuf> {
    let mut with_ending = path.as_os_str().to_owned();
    with_ending.push(env::consts::EXE_SUFFIX);
    let files = [path.to_owned(), with_ending.into()];
    files.into_iter().find(|file| file.exists())
}

/// The executable file at a path, see [`existing`].
fn executable(path: &Path) -> Result<PathBuf, String> {
    let name = path.display();
    let Some(file) = existing(path) else {
        return Err(format!("there is no '{name}'"));
    };
    if !file.is_file() {
        return Err(format!("'{name}' is not a file"));
    }
    if !may_run(&file) {
        return Err(format!("'{name}' is not executable"));
    }
    Ok(file)
}

#[cfg(unix)]
fn may_run(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|data| data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_run(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named_with_the_places_searched() {
        let expected = "'no-such-program' is neither in PATH nor in the current folder";
        assert_eq!(find_program("no-such-program"), Err(expected.to_owned()));
        let fault = find_program("no/such").expect_err("there is no such path");
        assert!(fault.starts_with("there is no '"), "{fault}");
    }
}
