//! The resources that a match needs from the machine: endgame tables, and cores to bind engines to.

use crate::cli::output::CliError;
use crate::match_runner::MatchSettings;
use crate::match_runner::schedule::MatchSchedule;
use crate::match_runner::tournament::cores_of_games;
use crate::syzygy::Tablebase;

/// The resources that a match needs from the machine.
pub struct MatchResources {
    /// The endgame tables for adjudication.
    pub tables: Option<Tablebase>,
    /// The cores of the engines of each concurrent game, if the match is pinned to cores.
    pub cores: Vec<Vec<usize>>,
}

impl MatchResources {
    /// The resources of a match, and warnings about them.
    pub fn of(settings: &MatchSettings) -> Result<(Self, Vec<String>), CliError> {
        let mut warnings = Vec::new();
        let tables = settings.adjudication.tables.as_ref().map(|list| {
            let (tables, problems) = Tablebase::open(list);
            if tables.count().wdl == 0 {
                let why = problems
                    .first()
                    .map_or(String::new(), |why| format!(" ({why})"));
                let fault = format!("there are no endgame tables{why}");
                return Err(CliError::at(format_args!("--tb {list}"), fault));
            }
            warnings.extend(problems.iter().map(|problem| format!("--tb {problem}")));
            Ok(tables)
        });
        let cores = settings.run.pinned.then(|| {
            let cores = own_cores().map_err(|error| CliError::at("--pin", error))?;
            let games = MatchSchedule::new(settings, 1).at_a_time(settings);
            cores_of_games(&cores, games).ok_or_else(|| {
                let cores = cores.len();
                let fault = format!(
                    "{games} concurrent games need at least {games} cores; there are {cores}"
                );
                CliError::at("--pin", fault)
            })
        });
        let resources = Self {
            tables: tables.transpose()?,
            cores: cores.transpose()?.unwrap_or_default(),
        };
        Ok((resources, warnings))
    }
}

/// The logical processors that this program may use, those of one core side by side.
#[cfg(target_os = "linux")]
fn own_cores() -> Result<Vec<usize>, String> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let own =
        sched_getaffinity(nix::unistd::Pid::from_raw(0)).map_err(|error| error.to_string())?;
    let all = 0..CpuSet::count();
    let mut own: Vec<usize> = all.filter(|&core| own.is_set(core) == Ok(true)).collect();
    own.sort_by_cached_key(|&processor| (first_of_core(processor), processor));
    Ok(own)
}

/// The first logical processor of the core that a processor belongs to.
#[cfg(target_os = "linux")]
fn first_of_core(processor: usize) -> usize {
    let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
    let siblings = std::fs::read_to_string(path).unwrap_or_default();
    let digits = siblings.split(|c: char| !c.is_ascii_digit()).next();
    digits
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(processor)
}

#[cfg(not(target_os = "linux"))]
fn own_cores() -> Result<Vec<usize>, String> {
    Err("engines can be bound to cores on Linux only".to_owned())
}
