//! Starting scripted players and looking after them.

use crate::scripted::{Fault, SCRIPTED};
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::settings::{EngineSpec, EngineTimeouts};
use compongo::match_runner::uci_engine::{
    EngineMove, GoReply, ProcessGuard, UciEngine, UciEngineError,
};
use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// More than any step takes, even on a busy machine.
pub const PLENTY: Duration = Duration::from_secs(60);

/// The arbiter's patience where a player is expected to comply.
pub const PATIENT: EngineTimeouts = EngineTimeouts {
    start_ms: 60_000,
    ready_ms: 60_000,
    stop_ms: 60_000,
    quit_ms: 60_000,
    move_ms: 60_000,
};

/// The arbiter's patience where a player is expected to fail.
pub const IMPATIENT: EngineTimeouts = EngineTimeouts {
    start_ms: 60_000,
    ready_ms: 1000,
    stop_ms: 1000,
    quit_ms: 1000,
    move_ms: 1000,
};

pub const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// The program with the subcommand `guard`.
pub fn guard() -> ProcessGuard {
    ProcessGuard::new(crate::process::PROGRAM)
}

/// A player whose fault shows at the `go` of this number, or at each for 0.
pub fn scripted(fault: Fault, at: u64) -> EngineSpec {
    let program = std::env::current_exe().expect("a path");
    EngineSpec {
        name: format!("{fault:?}"),
        cmd: program.to_str().expect("text").to_owned(),
        args: vec![format!("{fault:?}"), at.to_string()],
        env: vec![(SCRIPTED.to_owned(), "1".to_owned())],
        ..EngineSpec::default()
    }
}

pub fn start(spec: &EngineSpec, patience: &EngineTimeouts) -> Result<UciEngine, UciEngineError> {
    UciEngine::start(spec, patience, &[], Some(&guard()), None, Arc::default())
}

/// A player that starts well, its process, and its fault to come at a `go`.
pub fn started(fault: Fault, at: u64, patience: &EngineTimeouts) -> (UciEngine, Process) {
    let player = start(&scripted(fault, at), patience).expect("it starts well");
    let process = Process::of(&player);
    (player, process)
}

/// Has a player move in the initial position.
pub fn ask(player: &mut UciEngine) -> Result<GoReply, UciEngineError> {
    player.go("position startpos", "go", PLENTY)
}

/// The answer of a player that gives one.
pub fn answer(player: &mut UciEngine) -> EngineMove {
    match ask(player) {
        Ok(GoReply::BestMove(answer)) => answer,
        other => panic!("no answer but {other:?}"),
    }
}

/// What a scripted player tells behind this word in the name of an option.
pub fn option_behind<'p>(player: &'p UciEngine, word: &str) -> &'p str {
    let mut options = player.options().iter();
    let rest = options.find_map(|option| option.name.strip_prefix(word));
    rest.expect("an option")
}

/// A process that should end.
#[derive(Clone, Copy, Debug)]
pub struct Process(Pid);

impl Process {
    pub fn numbered(number: &str) -> Self {
        Self(Pid::from_raw(number.parse().expect("a number")))
    }

    pub fn of(player: &UciEngine) -> Self {
        Self::numbered(option_behind(player, "Process "))
    }

    /// The process group.
    pub fn group(self) -> i32 {
        let group = nix::unistd::getpgid(Some(self.0)).expect("it lives");
        group.as_raw()
    }

    pub fn number(self) -> i32 {
        self.0.as_raw()
    }

    pub fn lives(self) -> bool {
        kill(self.0, None) != Err(Errno::ESRCH) && !self.is_zombie()
    }

    /// Whether it has ended, and only waits for somebody to ask how.
    fn is_zombie(self) -> bool {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0));
        let state = stat.ok().and_then(|stat| {
            let (_, rest) = stat.rsplit_once(") ")?;
            rest.chars().next()
        });
        state.is_none_or(|state| state == 'Z')
    }

    /// Fails unless the process ends soon.
    pub fn assert_ends(self) {
        let start = Instant::now();
        while self.lives() {
            assert!(start.elapsed() < PLENTY, "process {} lives", self.0);
            thread::sleep(ms(5));
        }
    }

    /// Fails unless the process has vanished: it has ended and been reaped.
    pub fn assert_gone(self) {
        assert_eq!(kill(self.0, None), Err(Errno::ESRCH), "process {}", self.0);
    }

    pub fn kill(self) {
        kill(self.0, nix::sys::signal::SIGKILL).expect("it lives");
    }
}

/// The environment variable by which the processes of a test are told from those of others.
const TAG: &str = "COMPONGO_TEST_TAG";

/// The engine with a tag that its processes, and those that they start, carry.
pub fn tagged(mut spec: EngineSpec) -> EngineSpec {
    static TAGS: AtomicU32 = AtomicU32::new(0);
    let tag = TAGS.fetch_add(1, Ordering::Relaxed);
    let tag = format!("{}-{tag}", std::process::id());
    spec.env.push((TAG.to_owned(), tag));
    spec
}

/// Living processes with the tags of these engines.
pub fn processes_tagged(engines: &[EngineSpec]) -> usize {
    let tags: Vec<Vec<u8>> = engines
        .iter()
        .flat_map(|engine| &engine.env)
        .filter(|(name, _)| name == TAG)
        .map(|(name, value)| format!("{name}={value}").into_bytes())
        .collect();
    assert_eq!(tags.len(), engines.len());
    let processes = fs::read_dir("/proc").expect("the list of processes");
    processes
        .filter_map(|process| fs::read(process.ok()?.path().join("environ")).ok())
        .filter(|environment| {
            let mut variables = environment.split(|&byte| byte == 0);
            variables.any(|variable| tags.iter().any(|tag| tag == variable))
        })
        .count()
}
