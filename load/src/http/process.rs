//! CPU time and memory of a server's process, from Linux's `/proc`.

use std::fs;
use std::time::Duration;

use anyhow::Context;

/// Clock ticks a second in `/proc/PID/stat`: the kernel's `USER_HZ`, which is 100 on all machines that Rust's
/// standard library supports under Linux.
const TICKS_PER_SECOND: u32 = 100;

/// A process by its id.
#[derive(Clone, Copy, Debug)]
pub(super) struct Process {
    pid: u32,
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct ProcessSample {
    /// Time on CPUs, in user and kernel mode, of all its threads, to a hundredth of a second.
    pub(super) cpu: Duration,
    /// Resident memory now, KiB.
    pub(super) resident_kib: u64,
    /// The most resident memory there was since the process began, KiB.
    pub(super) peak_resident_kib: u64,
}

impl Process {
    pub(super) fn new(pid: u32) -> Self {
        Self { pid }
    }

    pub(super) fn pid(self) -> u32 {
        self.pid
    }

    /// Looks at the process now.
    ///
    /// # Errors
    /// There is no such process, or no `/proc`.
    pub(super) fn sample(self) -> anyhow::Result<ProcessSample> {
        let pid = self.pid;
        let read = |name: &str| {
            let path = format!("/proc/{pid}/{name}");
            fs::read_to_string(&path).with_context(|| {
                format!("cannot read {path}: is {pid} the id of a running process (Linux only)?")
            })
        };
        let (stat, status) = (read("stat")?, read("status")?);
        parse_cpu(&stat)
            .zip(parse_kib(&status, "VmRSS"))
            .zip(parse_kib(&status, "VmHWM"))
            .map(|((cpu, resident_kib), peak_resident_kib)| ProcessSample {
                cpu,
                resident_kib,
                peak_resident_kib,
            })
            .with_context(|| {
                format!("/proc tells no CPU time and memory of {pid}: it has ended, or is a kernel thread")
            })
    }
}

/// The time on CPUs from `/proc/PID/stat`.
fn parse_cpu(stat: &str) -> Option<Duration> {
    // The second field is the program's name in parentheses, and may itself have blanks and parentheses.
    let (_, after_name) = stat.rsplit_once(')')?;
    // utime and stime are fields 14 and 15, and the first after the name is field 3.
    let mut times = after_name.split_ascii_whitespace().skip(11).map(str::parse::<u32>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    Some((Duration::from_secs(1) * user + Duration::from_secs(1) * system) / TICKS_PER_SECOND)
}

/// The amount of memory in the line of `/proc/PID/status` that begins with `key`.
fn parse_kib(status: &str, key: &str) -> Option<u64> {
    let value = status.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    value.trim().strip_suffix("kB")?.trim_end().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_user_and_system_after_any_name() {
        let stat = "77 (a) R (b c) S 1 77 77 0 -1 4194304 500 0 0 0 250 75 9 9 20 0 4 0 100 1000 50 18446744073709551615";
        assert_eq!(parse_cpu(stat), Some(Duration::from_millis(3250)));
        assert_eq!(parse_cpu("77 (a) S 1 2 3"), None);
        assert_eq!(parse_cpu(""), None);
    }

    #[test]
    fn memory_is_the_line_of_the_very_key() {
        let status = "Name:\tvespid\nVmHWM:\t   25600 kB\nVmRSS:\t    1024 kB\nVmRSSx:\t 1 kB\n";
        assert_eq!(parse_kib(status, "VmRSS"), Some(1024));
        assert_eq!(parse_kib(status, "VmHWM"), Some(25600));
        assert_eq!(parse_kib(status, "Name"), None);
        assert_eq!(parse_kib(status, "Vm"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_very_process_can_be_sampled() {
        let sample = Process::new(std::process::id()).sample().unwrap();
        assert!(sample.resident_kib > 0 && sample.peak_resident_kib >= sample.resident_kib);
    }

    #[test]
    fn a_process_that_is_not_there_is_named() {
        let error = Process::new(u32::MAX).sample().unwrap_err();
        assert!(error.to_string().contains("4294967295"), "{error}");
    }
}
