//! The memory of the machine.

#![allow(unsafe_code)]

/// The physical memory in bytes; `None` on systems other than Linux, macOS and Windows.
pub fn physical_memory() -> Option<u64> {
    bytes()
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn bytes() -> Option<u64> {
    // SAFETY: `sysconf` reads and writes no memory of the process, and answers -1 to a name that it does not know.
    let number = |name| unsafe { libc::sysconf(name) };
    let pages = u64::try_from(number(libc::_SC_PHYS_PAGES)).ok()?;
    let page_size = u64::try_from(number(libc::_SC_PAGESIZE)).ok()?;
    pages.checked_mul(page_size)
}

#[cfg(windows)]
fn bytes() -> Option<u64> {
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
fn bytes() -> Option<u64> {
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
