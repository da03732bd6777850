//! A PostgreSQL server of a test's own, which it may stop, start and set up as it likes.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::io::Seek;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::PoisonError;

use anyhow::Context;
use anyhow::Result;
use anyhow::bail;
use anyhow::ensure;
use tempfile::TempDir;

use crate::pg::Session;

/// The user that owns the cluster's databases.
const OWNER: &str = "vespid";

/// How often a port is chosen until the server starts: another process may take it in between.
const ATTEMPTS: u16 = 8;

/// A server with its data in a temporary folder; stopped and removed on drop.
#[derive(Debug)]
pub struct Cluster {
    dir: TempDir,
    port: u16,
    settings: Vec<String>,
}

impl Cluster {
    /// Makes a server that trusts everybody on the loopback, and starts it. `settings` are lines of `postgresql.conf`.
    ///
    /// # Errors
    /// When PostgreSQL is not installed or does not start; with its log.
    pub fn start_new(settings: &[&str]) -> Result<Cluster> {
        let dir = tempfile::Builder::new().prefix("vespid-cluster-").tempdir().context("making a folder")?;
        if is_root()? {
            // PostgreSQL refuses to run as root.
            run(Command::new("chown").arg("postgres").arg(dir.path()))?;
        }
        let mut cluster =
            Cluster { dir, port: 0, settings: settings.iter().map(|line| (*line).to_owned()).collect() };
        let data = cluster.data();
        run(as_postgres(&program("initdb")?)?
            .args(["-U", OWNER, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(data))?;
        let mut last = None;
        for attempt in 0..ATTEMPTS {
            cluster.port = free_port(attempt)?;
            match cluster.start() {
                Ok(()) => return Ok(cluster),
                Err(error) => last = Some(error),
            }
        }
        Err(last.context("no attempt")?)
    }

    /// Starts it, on the same port as before, and waits until it takes connections.
    ///
    /// # Errors
    /// With the server's log.
    pub fn start(&self) -> Result<()> {
        let mut settings = self.settings.join("\n");
        settings.push_str(&format!(
            "\nport = {}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '{}'\nmax_connections = 60\n",
            self.port,
            self.dir.path().display()
        ));
        self.file("data/vespid.conf", &settings)?;
        let conf = fs::read_to_string(self.data().join("postgresql.conf")).unwrap_or_default();
        if !conf.contains("vespid.conf") {
            self.file("data/postgresql.conf", &format!("{conf}\ninclude 'vespid.conf'\n"))?;
        }
        let started = run(as_postgres(&program("pg_ctl")?)?
            .args(["-w", "-t", "60", "-l"])
            .arg(self.log())
            .arg("-D")
            .arg(self.data())
            .arg("start"));
        started.with_context(|| format!("the log:\n{}", fs::read_to_string(self.log()).unwrap_or_default()))
    }

    /// Adds a line to its `postgresql.conf`, for the next start.
    pub fn set(&mut self, line: &str) {
        self.settings.push(line.to_owned());
    }

    /// Stops it as a power cut would: nobody is asked, what was committed is there after the next start.
    ///
    /// # Errors
    /// When it does not stop.
    pub fn stop(&self) -> Result<()> {
        run(as_postgres(&program("pg_ctl")?)?
            .args(["-m", "immediate", "-w", "-D"])
            .arg(self.data())
            .arg("stop"))
    }

    /// Makes it read its configuration anew.
    ///
    /// # Errors
    /// When it does not run.
    pub fn reload(&self) -> Result<()> {
        run(as_postgres(&program("pg_ctl")?)?.arg("-D").arg(self.data()).arg("reload"))
    }

    /// Writes a file of the cluster's folder (`data/pg_hba.conf`), which only the server can read.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn file(&self, name: &str, content: &str) -> Result<()> {
        let mut child = as_postgres(Path::new("/bin/sh"))?
            .args(["-c", "umask 077; cat > \"$1\"", "sh"])
            .arg(self.dir.path().join(name))
            .stdin(Stdio::piped())
            .spawn()?;
        child.stdin.take().context("no input")?.write_all(content.as_bytes())?;
        ensure!(child.wait()?.success(), "{name} can't be written");
        Ok(())
    }

    /// The port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// URL of the database `postgres`, for its owner.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://{OWNER}@127.0.0.1:{}/postgres", self.port)
    }

    /// A session of the owner.
    ///
    /// # Errors
    /// When the server does not run.
    pub fn session(&self) -> Result<Session> {
        Session::open(&self.url())
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.data().join("server.log")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // It may be stopped already.
        let _ = self.stop();
    }
}

/// A port below those of outgoing connections that nobody listens on, and that no other cluster of these tests has had: one
/// that is being restarted listens on its port again.
fn free_port(attempt: u16) -> Result<u16> {
    static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    let start = 20_000 + (std::process::id() as u16).wrapping_mul(37).wrapping_add(attempt * 1_009) % 12_000;
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let port = (start..32_768)
        .find(|port| !given.contains(port) && TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .context("no port is free")?;
    given.insert(port);
    Ok(port)
}

/// One of PostgreSQL's programs. Debian keeps them off the `PATH`, a folder for each version: the newest.
fn program(name: &str) -> Result<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let path = entry.path().join("bin").join(name);
            Some((entry.file_name().to_str()?.parse().ok()?, path.is_file().then_some(path)?))
        })
        .collect();
    found.sort();
    if let Some((_, path)) = found.pop() {
        return Ok(path);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .with_context(|| format!("this test needs PostgreSQL's {name}: install the package postgresql"))
}

fn is_root() -> Result<bool> {
    let output = Command::new("id").arg("-u").output().context("asking for the user")?;
    Ok(output.stdout.trim_ascii() == b"0")
}

/// A command that runs as the user of PostgreSQL's package where this is root.
fn as_postgres(program: &Path) -> Result<Command> {
    if !is_root()? {
        return Ok(Command::new(program));
    }
    let mut command = Command::new("runuser");
    command.args([OsStr::new("-u"), OsStr::new("postgres"), OsStr::new("--")]).arg(program).current_dir("/");
    Ok(command)
}

fn run(command: &mut Command) -> Result<()> {
    let log = tempfile::tempfile()?;
    // A file, since a server that is started keeps its output open.
    let status = command
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?)
        .status()
        .with_context(|| format!("running {}", command.get_program().display()))?;
    if status.success() {
        return Ok(());
    }
    let mut text = String::new();
    let mut log = log;
    log.rewind()?;
    log.read_to_string(&mut text)?;
    bail!("{command:?} failed with {status}:\n{text}")
}
