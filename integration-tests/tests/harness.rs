//! The harness itself: what the other tests rely on when they pass.

use std::io::Read;
use std::io::Write;
use std::net::TcpListener;
use std::process::Command;
use std::thread;

use anyhow::Context;
use anyhow::Result;
use vespid_integration_tests::Database;
use vespid_integration_tests::Server;
use vespid_integration_tests::binary;
use vespid_integration_tests::browser;
use vespid_integration_tests::pg::Gate;
use vespid_integration_tests::wait_until;

#[test]
fn the_browser_runs_scripts() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/", listener.local_addr()?);
    thread::spawn(move || -> Result<()> {
        for stream in listener.incoming() {
            let mut stream = stream?;
            let count = stream.read(&mut [0; 4096])?;
            if count > 0 {
                let body =
                    "<!DOCTYPE html><p id=p>before</p><script>p.textContent = 'after ' + (1 + 1)</script>";
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close";
                write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len())?;
            }
        }
        Ok(())
    });
    let dom = browser::dump_dom(&url)?;
    assert!(dom.contains("<p id=\"p\">after 2</p>"), "{dom}");
    Ok(())
}

#[test]
fn databases_are_apart_and_go_away() -> Result<()> {
    let one = Database::create()?;
    let two = Database::create()?;
    one.execute("CREATE TABLE t (a int, b text); INSERT INTO t VALUES (1, 'x'), (2, NULL)")?;
    assert_eq!(
        one.rows("SELECT a, b FROM t ORDER BY a")?,
        [[Some("1".to_owned()), Some("x".to_owned())], [Some("2".to_owned()), None]]
    );
    assert!(two.rows("SELECT a FROM t").is_err());
    let name = one.url().rsplit('/').next().context("a URL without path")?.to_owned();
    drop(one);
    let left = two.rows(&format!("SELECT 1 FROM pg_database WHERE datname = '{name}'"))?;
    assert!(left.is_empty());
    Ok(())
}

#[test]
fn who_waits_at_a_gate_is_seen() -> Result<()> {
    let database = Database::create()?;
    let gate = Gate::closed(&database)?;
    assert_eq!((database.running("FROM gate")?, database.connections()?), (0, 0));
    // Not a session of the harness, whose own do not count.
    let mut client = Command::new("psql")
        .arg(database.url())
        .args(["-A", "-t", "-c", "SELECT word FROM gate"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .context("starting psql, which comes with PostgreSQL")?;
    wait_until("psql waits", || Ok(database.running("FROM gate")? == 1))?;
    assert_eq!(client.try_wait()?, None);
    gate.open()?;
    let mut word = String::new();
    client.stdout.take().context("no output")?.read_to_string(&mut word)?;
    client.wait()?;
    assert_eq!(word, "open\n");
    wait_until("psql is gone", || Ok(database.connections()? == 0))
}

#[test]
fn a_server_is_ready_when_it_is_given_out_and_gone_when_dropped() -> Result<()> {
    let mut server = Server::start(Command::new(binary::vespid_load()?).args(["serve", "askama"]))?;
    assert!(server.page("/")?.contains("<html"));
    assert!(server.resident_bytes()? > 1_000_000);
    server.assert_alive()?;
    let address = server.address();
    drop(server);
    assert!(std::net::TcpStream::connect(address).is_err());
    Ok(())
}

#[test]
fn a_program_that_does_not_start_tells_why() -> Result<()> {
    let started = Server::start(Command::new("sh").args(["-c", "echo no such thing >&2; exit 3"]));
    let message = format!("{:#}", started.err().context("it started")?);
    assert!(message.contains("no such thing") && message.contains("exit status: 3"), "{message}");
    Ok(())
}
