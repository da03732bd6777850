//! `vespid-load java`: a hot loop of Java by Vespid, by a JVM and, the same in Python, by CPython.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use anyhow::ensure;
use clap::Args;
use serde::Serialize;
use vespid_render::application::Application;
use vespid_render::context::Exchange;
use vespid_render::resources::MemoryResources;
use vespid_services::WebApp;

use crate::report;
use crate::report::Table;
use crate::stats;

/// The class, for Vespid and the JVM.
const JAVA: &str = include_str!("../../apps/hot-loop/Loop.java");

/// The same loop for CPython.
const PYTHON: &str = include_str!("../../apps/hot-loop/loop.py");

/// A page that runs the class's loop.
const PAGE: &str = "<%@ page session=\"false\" import=\"load.Loop\" %><%= Loop.run() %>";

/// How often a program that has started runs the loop; the JVM compiles it meanwhile, so the last time counts.
const TIMES: usize = 3;

/// Runs a loop of 10 million rounds, whole numbers and an array, here, in a JVM and in CPython, in turn.
///
/// The JVM is `$JAVA_HOME/bin/java` or `java`, CPython `python3`; what is not on the machine is left out. Both run the loop
/// three times a round, of which the last counts. The figures are medians over the rounds.
#[derive(Args, Debug)]
pub struct JavaOptions {
    /// How many rounds.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// Writes the figures to a file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// One side's figures.
#[derive(Serialize)]
struct Figures {
    side: &'static str,
    millis: f64,
    /// Its time to Vespid's.
    ratio: f64,
}

/// Somebody who runs the loop.
enum Side {
    Vespid(Arc<Application>, tokio::runtime::Runtime),
    Program { program: PathBuf, source: PathBuf },
}

impl Side {
    /// What the loop gives, and the seconds that it takes.
    fn run(&self) -> anyhow::Result<(String, f64)> {
        match self {
            Side::Vespid(application, runtime) => {
                let exchange = Exchange::builder(application.clone()).build();
                let start = Instant::now();
                let sum = runtime.block_on(application.render_to_string("/loop.jsp", exchange))?;
                Ok((sum, start.elapsed().as_secs_f64()))
            }
            Side::Program { program, source } => {
                let shown = program.display();
                let output = Command::new(program)
                    .arg(source)
                    .arg(TIMES.to_string())
                    .output()
                    .with_context(|| format!("cannot run {shown}"))?;
                let text = String::from_utf8_lossy(&output.stdout);
                ensure!(output.status.success(), "{shown}: {}", String::from_utf8_lossy(&output.stderr));
                let last = text.lines().last().and_then(|line| line.split_once(' '));
                let (sum, nanos) = last.with_context(|| format!("{shown} printed: {text}"))?;
                Ok((sum.to_owned(), nanos.parse::<f64>()? / 1e9))
            }
        }
    }
}

fn vespid() -> anyhow::Result<Side> {
    let class = format!("package load;\n{JAVA}");
    let files: MemoryResources = [("/loop.jsp", PAGE), ("/WEB-INF/classes/load/Loop.java", class.as_str())]
        .map(|(path, text)| (path, text.to_owned()))
        .into_iter()
        .collect();
    let app = WebApp::builder(Arc::new(files)).build().context("the page cannot be served")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    Ok(Side::Vespid(app.application().clone(), runtime))
}

/// A program that can be started, with the loop in its language.
fn program(program: PathBuf, folder: &Path, name: &str, text: &str) -> anyhow::Result<Option<Side>> {
    if Command::new(&program).arg("--version").output().is_err() {
        return Ok(None);
    }
    let source = folder.join(name);
    fs::write(&source, text).with_context(|| format!("cannot write {}", source.display()))?;
    Ok(Some(Side::Program { program, source }))
}

fn measure(rounds: u32, sides: &[(&'static str, Side)]) -> anyhow::Result<Vec<Figures>> {
    let mut times = vec![Vec::new(); sides.len()];
    let (expected, _) = sides[0].1.run()?;
    for _ in 0..rounds {
        for ((name, side), times) in sides.iter().zip(&mut times) {
            let (sum, seconds) = side.run()?;
            ensure!(sum == expected, "{name} gives {sum}, {} {expected}", sides[0].0);
            times.push(seconds);
        }
    }
    let medians: Vec<f64> = times.iter().map(|times| stats::median(times).unwrap_or(f64::NAN)).collect();
    let figures = sides.iter().zip(&medians).map(|((side, _), median)| Figures {
        side,
        millis: median * 1e3,
        ratio: median / medians[0],
    });
    Ok(figures.collect())
}

/// Runs the command.
///
/// # Errors
/// A program fails, or they disagree; the report can't be written.
pub fn run(options: &JavaOptions) -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("vespid-load-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let measured = sides(&folder).and_then(|sides| measure(options.rounds, &sides));
    // Left behind, it is two small files.
    let _ = fs::remove_dir_all(&folder);
    let figures = measured?;
    let mut table = Table::new(["10 million rounds", "ms", "to vespid"]);
    for row in &figures {
        table.push([row.side.into(), format!("{:.1}", row.millis), format!("{:.3}", row.ratio)]);
    }
    report::line(table);
    if let Some(file) = &options.json {
        report::write_json(file, &figures)?;
    }
    Ok(())
}

fn sides(folder: &Path) -> anyhow::Result<Vec<(&'static str, Side)>> {
    let java = std::env::var_os("JAVA_HOME").map_or("java".into(), |home| Path::new(&home).join("bin/java"));
    let mut sides = vec![("vespid", vespid()?)];
    for (name, side) in [
        ("JVM", program(java, folder, "Loop.java", JAVA)?),
        ("CPython", program("python3".into(), folder, "loop.py", PYTHON)?),
    ] {
        match side {
            Some(side) => sides.push((name, side)),
            None => report::line(format_args!("{name} is not on this machine and left out")),
        }
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loop_gives_what_a_jvm_gives() {
        let (sum, _) = vespid().unwrap().run().unwrap();
        assert_eq!(sum, "688282472");
    }
}
