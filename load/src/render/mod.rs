//! `vespid-load render`: the catalog page made in this process, on one thread, by several means in turn.

mod contender;
mod measure;

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use indexmap::IndexMap;
use serde::Serialize;

pub use contender::Contender;
pub use contender::all_contenders;
use measure::Measurement;
use measure::measure;

use crate::report;
use crate::report::Table;
use crate::report::optional;
use crate::stats;
use crate::stats::Summary;

/// The page that the others are compared with.
const BASE: &str = "askama";

/// Renders the catalog page in this process, by several means in turn, and compares them.
///
/// Every round renders each page many times over, some milliseconds a page, the next round in another order, so
/// that a slow moment of the machine hits all alike. The figures are medians over the rounds.
#[derive(Args, Debug)]
pub struct RenderOptions {
    /// Pages to measure, separated by commas; all if left out. askama is always among them.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pages: Vec<String>,

    /// How many rounds; with --only: how many times the page is rendered.
    #[arg(long, value_name = "N", default_value_t = 51, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rounds: u32,

    /// Writes the figures to a file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Renders one page exactly --rounds times and measures nothing: for instruction counts under callgrind.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["pages", "json"])]
    only: Option<String>,
}

/// The figures of a run.
#[derive(Debug, Serialize)]
struct Report {
    rounds: usize,
    pages: Vec<PageFigures>,
    /// Page name to ratio of medians.
    ratio_to_askama: IndexMap<String, f64>,
}

#[derive(Debug, Serialize)]
struct PageFigures {
    name: String,
    bytes: usize,
    repetitions_per_round: u32,
    ns_per_page: Summary,
}

/// Runs the command.
///
/// # Errors
/// An unknown page name, a page that fails or changes its length, a report that cannot be written.
pub fn run(options: &RenderOptions) -> anyhow::Result<()> {
    let mut contenders = all_contenders()?;
    if let Some(name) = &options.only {
        let mut chosen = select(contenders, std::slice::from_ref(name))?;
        return chosen.iter_mut().try_for_each(|contender| repeat(contender.as_mut(), options.rounds));
    }
    if !options.pages.is_empty() {
        let mut names = options.pages.clone();
        names.push(BASE.into());
        contenders = select(contenders, &names)?;
    }
    let measurements = measure(&mut contenders, options.rounds, Duration::from_millis(5))?;
    let report = Report::new(&measurements);
    report::line(report.table());
    if let Some(file) = &options.json {
        report::write_json(file, &report)?;
    }
    Ok(())
}

/// The contenders with the given names, in their own order, each once.
fn select(contenders: Vec<Box<dyn Contender>>, names: &[String]) -> anyhow::Result<Vec<Box<dyn Contender>>> {
    let known: Vec<String> = contenders.iter().map(|contender| contender.name().to_owned()).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        bail!("there is no page named {unknown:?}; the pages are: {}", known.join(", "));
    }
    Ok(contenders.into_iter().filter(|contender| names.iter().any(|name| name == contender.name())).collect())
}

/// Renders one page a fixed number of times.
fn repeat(contender: &mut dyn Contender, times: u32) -> anyhow::Result<()> {
    let mut bytes = 0;
    for _ in 0..times {
        bytes += black_box(contender.render()?);
    }
    report::line(format_args!("{}: {times} pages, {bytes} bytes", contender.name()));
    Ok(())
}

impl Report {
    fn new(measurements: &[Measurement]) -> Self {
        let pages: Vec<_> = measurements
            .iter()
            .filter_map(|measurement| {
                Some(PageFigures {
                    name: measurement.name.clone(),
                    bytes: measurement.bytes,
                    repetitions_per_round: measurement.repetitions,
                    ns_per_page: Summary::of(&measurement.ns_per_page)?,
                })
            })
            .collect();
        let base =
            pages.iter().find(|page| page.name == BASE).map_or(f64::NAN, |page| page.ns_per_page.median);
        let ratio_to_askama = pages
            .iter()
            .filter_map(|page| Some((page.name.clone(), stats::ratio(page.ns_per_page.median, base)?)))
            .collect();
        let rounds = measurements.first().map_or(0, |measurement| measurement.ns_per_page.len());
        Self { rounds, pages, ratio_to_askama }
    }

    fn table(&self) -> Table<6> {
        let mut table = Table::new(["page", "bytes", "µs a page", "fastest", "quartiles apart", "to askama"]);
        for page in &self.pages {
            let ns = &page.ns_per_page;
            table.push([
                page.name.clone(),
                page.bytes.to_string(),
                format!("{:.1}", ns.median / 1e3),
                format!("{:.1}", ns.minimum / 1e3),
                ns.spread().map_or_else(|| "-".into(), |spread| format!("{:.1} %", spread * 100.0)),
                optional(self.ratio_to_askama.get(&page.name).copied(), 2),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measurement(name: &str, ns_per_page: &[f64]) -> Measurement {
        Measurement { name: name.into(), bytes: 7, repetitions: 3, ns_per_page: ns_per_page.to_vec() }
    }

    #[test]
    fn ratios_are_those_of_the_medians() {
        let report = Report::new(&[
            measurement("catalog.jsp", &[250.0, 9000.0, 249.0]),
            measurement("askama", &[100.0, 90.0, 4000.0]),
        ]);
        let ratios: Vec<_> =
            report.ratio_to_askama.iter().map(|(name, ratio)| (name.as_str(), *ratio)).collect();
        assert_eq!(ratios, [("catalog.jsp", 2.5), ("askama", 1.0)]);
        assert_eq!(report.rounds, 3);
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["ratio_to_askama"]["catalog.jsp"], 2.5);
        assert_eq!(json["pages"][0]["ns_per_page"]["median"], 250.0);
    }

    #[test]
    fn without_askama_there_are_no_ratios() {
        assert!(Report::new(&[measurement("hand", &[1.0])]).ratio_to_askama.is_empty());
    }

    #[test]
    fn all_contenders_render_a_page_of_about_the_same_length() {
        for mut contender in all_contenders().unwrap() {
            let bytes = contender.render().unwrap();
            assert!((46_000..50_000).contains(&bytes), "{}: {bytes}", contender.name());
        }
    }

    #[test]
    fn selection_keeps_the_order_and_names_what_it_does_not_know() {
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let chosen = select(all_contenders().unwrap(), &names(&["minijinja", "hand", "hand"])).unwrap();
        assert_eq!(
            chosen.iter().map(|contender| contender.name()).collect::<Vec<_>>(),
            ["hand", "minijinja"]
        );
        let Err(error) = select(all_contenders().unwrap(), &names(&["tera"])) else {
            panic!("tera was found")
        };
        assert!(error.to_string().contains("\"tera\"; the pages are: "), "{error}");
    }
}
