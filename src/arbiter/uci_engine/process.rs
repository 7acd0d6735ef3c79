//! The process of a player: found, started, watched, killed, reaped.

use crate::arbiter::settings::EngineSpec;
use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a killed process may take to vanish. It can take longer only while the kernel is busy with it.
const KILL_TIMEOUT: Duration = Duration::from_secs(2);

/// A program that binds an engine to our life: called as `PROGRAM guard PARENT -- COMMAND ARGUMENTS…` with our process
/// number, it asks the system to kill it when the thread that started it ends, and turns itself into the command.
///
/// Without a guard, an engine that spins at the end of its input survives a runner that is killed.
#[derive(Clone, Debug)]
pub struct ProcessGuard(PathBuf);

impl ProcessGuard {
    /// This very program, if it has the subcommand `guard` and the system offers what that needs: Linux does.
    ///
    /// The path stays good when the file of the program is replaced during a match.
    pub fn this_program() -> Option<Self> {
        cfg!(target_os = "linux").then(|| Self::new("/proc/self/exe"))
    }

    /// Another program with the subcommand.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self(program.into())
    }
}

/// Our ends of a process's pipes.
pub struct EnginePipes {
    /// To its standard input.
    pub stdin: ChildStdin,
    /// From its standard output.
    pub output: ChildStdout,
    /// From its standard error.
    pub errors: ChildStderr,
}

/// A child in a process group of its own, so that an interrupt from the terminal reaches only us. Dropped, it is killed
/// with its group.
#[derive(Debug)]
pub struct EngineProcess {
    child: Child,
    status: Option<ExitStatus>,
}

impl EngineProcess {
    /// Starts the program of an engine.
    ///
    /// # Errors
    /// There is no such program or directory, or the system refuses; the text says which.
    pub fn start(
        spec: &EngineSpec,
        guard: Option<&ProcessGuard>,
    ) -> Result<(Self, EnginePipes), String> {
        let program = find_program(&spec.cmd)?;
        let mut command = match guard {
            Some(ProcessGuard(guard)) => {
                let mut command = Command::new(guard);
                let parent = std::process::id().to_string();
                command.args(["guard", &parent, "--"]).arg(program);
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
            io::ErrorKind::InvalidInput => "its command line is unfit".to_owned(),
            _ => format!("'{}': {error}", spec.cmd),
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            status: None,
        };
        let (Some(stdin), Some(output), Some(errors)) = pipes else {
            return Err("it has no pipes".to_owned());
        };
        let pipes = EnginePipes {
            stdin,
            output,
            errors,
        };
        Ok((process, pipes))
    }

    /// How the process ended, if it has. What it has started itself is killed then.
    pub fn status(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                self.kill_group();
            }
        }
        self.status
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        let mut nap = Duration::from_micros(200);
        loop {
            let status = self.status();
            if status.is_some() || start.elapsed() >= limit {
                return status;
            }
            thread::sleep(nap);
            nap = (2 * nap).min(Duration::from_millis(20));
        }
    }

    #[cfg(unix)]
    fn kill_group(&self) {
        use nix::sys::signal::{Signal, killpg};
        let group = nix::unistd::Pid::from_raw(self.child.id() as i32);
        // Nobody may be left in it.
        let _ = killpg(group, Signal::SIGKILL);
    }

    #[cfg(not(unix))]
    fn kill_group(&self) {}
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if self.status().is_none() {
            self.kill_group();
            // It may just have ended by itself.
            let _ = self.child.kill();
            self.wait(KILL_TIMEOUT);
        }
    }
}

/// The program of a command: a path from where we run, or a name in `PATH`. A bare name that is not there may be a file
/// here.
///
/// # Errors
/// There is no such file, or it is not executable; the text says which.
pub fn find_program(command: &str) -> Result<PathBuf, String> {
    let path = Path::new(command);
    if command.is_empty() || command.contains('\0') {
        return Err(format!("{command:?} is no command"));
    }
    if path.components().count() == 1 && !path.is_absolute() && !command.contains('/') {
        let folders = env::var_os("PATH").unwrap_or_default();
        let found = env::split_paths(&folders)
            .filter(|folder| folder.is_absolute())
            .map(|folder| executable(&folder.join(path)))
            .find(Result::is_ok);
        if let Some(found) = found {
            return found;
        }
    }
    // The engine may run in another directory.
    let here = std::path::absolute(path).map_err(|error| format!("'{command}': {error}"))?;
    executable(&here)
}

/// The file, with the ending that programs have here if it lacks that.
fn executable(path: &Path) -> Result<PathBuf, String> {
    let mut with_ending = path.as_os_str().to_owned();
    with_ending.push(env::consts::EXE_SUFFIX);
    let files = [path.to_owned(), with_ending.into()];
    let name = path.display();
    let Some(file) = files.into_iter().find(|file| file.exists()) else {
        return Err(format!("there is no '{name}'"));
    };
    if !file.is_file() {
        return Err(format!("'{name}' is no file"));
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
