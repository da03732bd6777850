//! A server process for the length of a test.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Child;
use std::process::Command;
use std::process::ExitStatus;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use anyhow::Result;
use anyhow::bail;

use crate::binary;
use crate::http;
use crate::http::Response;
use crate::wait_until;
use crate::wait_within;

/// What the server prints before the address that it listens on.
const READY: &str = "listening on http://";

/// A running server on a port of its own; killed on drop.
#[derive(Debug)]
pub struct Server {
    child: Child,
    address: SocketAddr,
    log: Log,
}

impl Server {
    /// Serves one application directory as production does.
    ///
    /// # Errors
    /// As [`Server::vespid`].
    pub fn production(dir: &Path) -> Result<Server> {
        Server::vespid(&[OsStr::new("serve"), dir.as_os_str()])
    }

    /// Serves one application directory in development mode: edits show, errors explain themselves.
    ///
    /// # Errors
    /// As [`Server::vespid`].
    pub fn development(dir: &Path) -> Result<Server> {
        Server::vespid(&[OsStr::new("serve"), dir.as_os_str(), OsStr::new("--dev")])
    }

    /// Starts `vespid` with the arguments and a free port, and waits until it listens.
    ///
    /// # Errors
    /// When the process does not start, ends before it listens, or never says that it does; with its log.
    pub fn vespid<A: AsRef<OsStr>>(args: &[A]) -> Result<Server> {
        Server::start(Command::new(binary::vespid()?).args(args))
    }

    /// Starts any program that takes `--listen` and says `listening on http://ADDRESS`.
    ///
    /// # Errors
    /// As [`Server::vespid`].
    pub fn start(command: &mut Command) -> Result<Server> {
        let mut child = command
            .args(["--listen", "127.0.0.1:0"])
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", command.get_program().display()))?;
        let log = Log::default();
        if let Some(stdout) = child.stdout.take() {
            log.follow(stdout);
        }
        if let Some(stderr) = child.stderr.take() {
            log.follow(stderr);
        }
        match wait_for_address(&mut child, &log) {
            Ok(address) => Ok(Server { child, address, log }),
            Err(err) => {
                // Already an error: that the process may be gone adds nothing.
                let _ = child.kill();
                let _ = child.wait();
                log.wait_for_end();
                Err(err.context(format!("the server did not start; its output:\n{}", log.text())))
            }
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// An absolute URL of this server for a path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks for a path on a fresh connection and reads the whole answer.
    ///
    /// # Errors
    /// When the exchange breaks; the server's log is in the message.
    pub fn get(&self, target: &str) -> Result<Response> {
        http::get(self.address, target)
            .with_context(|| format!("GET {target}; the server's log:\n{}", self.log()))
    }

    /// [`Server::get`], and the answer must be 200; gives the body as text.
    ///
    /// # Errors
    /// As [`Server::get`], and for any other status, with body and log.
    pub fn page(&self, target: &str) -> Result<String> {
        let response = self.get(target)?;
        let body = response.text();
        if response.status != 200 {
            bail!("GET {target} gave {}:\n{body}\nthe server's log:\n{}", response.status, self.log());
        }
        Ok(body)
    }

    /// All that the process has written so far, standard output and error together.
    #[must_use]
    pub fn log(&self) -> String {
        self.log.text()
    }

    /// The process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Resident memory of the process in bytes.
    ///
    /// # Errors
    /// When the process is gone or the system has no `/proc`.
    pub fn resident_bytes(&self) -> Result<u64> {
        let path = format!("/proc/{}/status", self.pid());
        let status = fs::read_to_string(&path).with_context(|| format!("reading {path}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS line")?;
        let kilobytes = line.trim().trim_end_matches("kB").trim();
        Ok(kilobytes.parse::<u64>().with_context(|| format!("VmRSS is {line:?}"))? * 1024)
    }

    /// Sends a signal by name, for example `TERM` or `HUP`.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn signal(&self, name: &str) -> Result<()> {
        let status = Command::new("kill").args(["-s", name, &self.pid().to_string()]).status()?;
        anyhow::ensure!(status.success(), "signal {name} could not be sent");
        Ok(())
    }

    /// Waits for the process to end by itself, after a signal.
    ///
    /// # Errors
    /// When it does not within [`crate::PATIENCE`].
    pub fn wait(&mut self) -> Result<ExitStatus> {
        let mut status = None;
        wait_until("the server ends", || {
            status = self.child.try_wait()?;
            Ok(status.is_some())
        })?;
        status.context("the server ended without a status")
    }

    /// Fails if the process has ended: the check after input that must not have hurt it.
    ///
    /// # Errors
    /// With its exit status and log.
    pub fn assert_alive(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            None => Ok(()),
            Some(status) => bail!("the server ended with {status}; its log:\n{}", self.log()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn wait_for_address(child: &mut Child, log: &Log) -> Result<SocketAddr> {
    let mut found = None;
    wait_until("the server says where it listens", || {
        found = address_in(&log.text());
        if found.is_none()
            && let Some(status) = child.try_wait()?
        {
            bail!("it ended with {status}");
        }
        Ok(found.is_some())
    })?;
    found.context("no address")
}

/// The address in the ready line, if the line is complete.
fn address_in(log: &str) -> Option<SocketAddr> {
    let rest = &log[log.find(READY)? + READY.len()..];
    let end = rest.find(|c: char| !(c.is_ascii_hexdigit() || matches!(c, '.' | ':' | '[' | ']')))?;
    rest[..end].parse().ok()
}

/// Output of a process, gathered by a thread for each stream.
#[derive(Debug, Default, Clone)]
struct Log {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Streams that may bring more.
    open: Arc<AtomicUsize>,
}

impl Log {
    fn follow(&self, mut stream: impl Read + Send + 'static) {
        let log = self.clone();
        self.open.fetch_add(1, Ordering::Relaxed);
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = stream.read(&mut part) {
                log.lock().extend_from_slice(&part[..count]);
            }
            log.open.fetch_sub(1, Ordering::Release);
        });
    }

    /// Waits for what a process that has ended wrote last. A process of its own that it left behind may keep the
    /// streams open: then what is there must do.
    fn wait_for_end(&self) {
        let _ = wait_within("the end of the output", Duration::from_secs(2), || {
            Ok(self.open.load(Ordering::Acquire) == 0)
        });
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.lock()).into_owned()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::address_in;

    #[test]
    fn address_is_read_once_its_line_is_complete() {
        assert_eq!(address_in("starting\n"), None);
        assert_eq!(address_in("INFO listening on http://127.0.0.1:80"), None);
        assert_eq!(address_in("INFO listening on http://127.0.0.1:8080\n").map(|it| it.port()), Some(8080));
        assert_eq!(address_in("listening on http://[::1]:9/ (development)").map(|it| it.port()), Some(9));
    }
}
