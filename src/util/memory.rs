//! The memory that the process may use, and its heap.

#![allow(unsafe_code)]

#[cfg(target_os = "linux")]
use std::path::Path;

/// Lets all threads allocate from one heap if the address space is limited, as by `ulimit -v`. Otherwise glibc maps 64 to
/// 128 MiB whenever a new thread first allocates, and keeps 64 MiB of them if it can. Meanwhile hardly anything may be
/// left for the other threads, whose smallest allocations then fail.
///
/// Call it before other threads start.
pub fn share_limited_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
        let limit = getrlimit(Resource::RLIMIT_AS);
        if limit.is_ok_and(|(limit, _)| limit != RLIM_INFINITY) {
            // SAFETY: `mallopt` takes numbers only, and a lock. It does nothing if it does not know the parameter.
            unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
        }
    }
}

/// The memory that the process may use, in bytes: that of the machine, or less if a control group limits it, as in a
/// container; `None` if it is not known.
pub fn usable_memory() -> Option<u64> {
    physical_memory().into_iter().chain(group_limit()).min()
}

/// The smallest limit of the control groups that the process is in.
#[cfg(target_os = "linux")]
fn group_limit() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let limits = groups
        .lines()
        .flat_map(|line| limits_of(line, |file| std::fs::read_to_string(file).ok()));
    limits.min()
}

#[cfg(not(target_os = "linux"))]
const fn group_limit() -> Option<u64> {
    None
}

/// The limits of the group that a line of `/proc/self/cgroup` names, and of all groups above it. In a container the path
/// may be one outside of it; then only the root is found.
#[cfg(target_os = "linux")]
fn limits_of(line: &str, read: impl Fn(&Path) -> Option<String>) -> Vec<u64> {
    let mut fields = line.splitn(3, ':');
    let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next())
    else {
        return Vec::new();
    };
    let (root, name) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        names if names.split(',').any(|name| name == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let group = Path::new(root).join(path.trim_start_matches('/'));
    let groups = group
        .ancestors()
        .take_while(|group| group.starts_with(root));
    // A group without a limit says `max`.
    let limit = |group: &Path| read(&group.join(name))?.trim().parse().ok();
    groups.filter_map(limit).collect()
}

/// The physical memory in bytes; `None` on systems other than Linux, macOS and Windows.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn physical_memory() -> Option<u64> {
    // SAFETY: `sysconf` reads and writes no memory of the process, and answers -1 to a name that it does not know.
    let number = |name| unsafe { libc::sysconf(name) };
    let pages = u64::try_from(number(libc::_SC_PHYS_PAGES)).ok()?;
    let page_size = u64::try_from(number(libc::_SC_PAGESIZE)).ok()?;
    pages.checked_mul(page_size)
}

#[cfg(windows)]
fn physical_memory() -> Option<u64> {
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
    let mut status = MEMORYSTATUSEX {
        dwLength: size_of::<MEMORYSTATUSEX>() as u32,
        ..MEMORYSTATUSEX::default()
    };
    // SAFETY: the structure is ours and states its own length, as the function asks for.
    let is_known = unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0;
    is_known.then_some(status.ullTotalPhys)
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
fn physical_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    fn the_machine_has_memory() {
        let bytes = physical_memory().expect("the system tells");
        assert!((1 << 28..1 << 50).contains(&bytes), "{bytes}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn control_groups_limit_it() {
        let files = |file: &Path| {
            let text = match file.to_str()? {
                "/sys/fs/cgroup/a/b/memory.max" | "/sys/fs/cgroup/memory.max" => "max\n",
                "/sys/fs/cgroup/a/memory.max" => "1048576\n",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes" => "2097152\n",
                _ => return None,
            };
            Some(text.to_owned())
        };
        assert_eq!(limits_of("0::/a/b", files), [1 << 20]);
        assert!(limits_of("0::/", files).is_empty());
        assert_eq!(limits_of("4:cpu,memory:/outside", files), [2 << 20]);
        assert!(limits_of("3:cpu:/a", files).is_empty());
        assert!(limits_of("nonsense", files).is_empty());
        assert!(usable_memory() <= physical_memory());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn it_is_that_of_the_kernel() {
        let text = std::fs::read_to_string("/proc/meminfo").expect("Linux has it");
        let line = text.lines().find(|line| line.starts_with("MemTotal:"));
        let kibibytes = line.and_then(|line| line.split_ascii_whitespace().nth(1));
        let kibibytes: u64 = kibibytes
            .and_then(|text| text.parse().ok())
            .expect("a number");
        assert_eq!(physical_memory(), Some(1024 * kibibytes));
    }
}
