//! Compares the formats of this crate with those of a JDK, by some thousand calls made up from a seed.
//!
//! ```text
//! cargo run -p vespid-render --example formats -- /usr/lib/jvm/jdk-25 [calls [seed [tags]]]
//! ```
//!
//! Each call is a line of text (`calls.rs`), made here (`ours.rs`) and by `Oracle.java` there. With `tags`, those of the
//! calls that the `fmt` tags can make are made here by pages with these (`tags.rs`). What is equal is counted by kind of
//! call; what is not is printed.
#![allow(clippy::print_stdout)]

mod calls;
mod ours;
mod tags;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::process::Stdio;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let home = arguments.next().ok_or("usage: formats JAVA_HOME [CALLS [SEED]]")?;
    let count = arguments.next().map_or(Ok(10_000), |count| count.parse())?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let by_tags = match arguments.next().as_deref() {
        None => false,
        Some("tags") => true,
        Some(other) => return Err(format!("'{other}' is none of: tags").into()),
    };
    let mut calls = calls::make(count, seed);
    if by_tags {
        calls = calls.into_iter().filter_map(tags::call).collect();
    }
    let theirs = oracle(Path::new(&home), &calls)?;
    let tags = by_tags.then(|| tags::Tags::new(&calls)).transpose()?;
    let mut kinds: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (parts, theirs) in calls.iter().zip(theirs.lines()) {
        let kind = parts[0].as_str();
        let call = line(parts);
        let (ours, theirs) = match &tags {
            Some(tags) => (tags.call(parts), tags::shown(theirs)),
            None => (ours::call(parts), theirs),
        };
        let ours = calls::escape(&ours);
        let equal = ours == theirs;
        kinds.entry(kind).or_default()[usize::from(!equal)] += 1;
        if !equal {
            println!("{call}\n  here: {ours}\n  java: {theirs}");
        }
    }
    let mut all = [0, 0];
    for (kind, [equal, different]) in &kinds {
        println!("{kind:16}{equal:6} equal {different:5} different");
        all = [all[0] + equal, all[1] + different];
    }
    println!(
        "all             {:6} equal {:5} different: {:.2}%",
        all[0],
        all[1],
        100.0 * all[0] as f64 / calls.len() as f64
    );
    Ok(())
}

/// A call as a line.
fn line(call: &[String]) -> String {
    call.iter().map(|part| calls::escape(part)).collect::<Vec<_>>().join("\t")
}

/// What the JDK gives, a line for each call.
fn oracle(home: &Path, calls: &[Vec<String>]) -> Result<String, Box<dyn Error>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/formats/Oracle.java");
    let mut java = Command::new(home.join("bin/java"))
        .arg(source)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // It warns of old ids of time zones.
        .stderr(Stdio::null())
        .spawn()?;
    let mut input = java.stdin.take().ok_or("no input")?;
    let text: String = calls.iter().map(|call| line(call) + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = java.wait_with_output()?;
    writer.join().map_err(|_| "the calls could not be written")??;
    let text = String::from_utf8(output.stdout)?;
    if !output.status.success() || text.lines().count() != calls.len() {
        return Err(format!("the JDK answered {} of {} calls", text.lines().count(), calls.len()).into());
    }
    Ok(text)
}
