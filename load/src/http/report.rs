//! The figures of a run: table, JSON, and whether all went well.

use anyhow::ensure;
use indexmap::IndexMap;
use serde::Serialize;

use super::HttpOptions;
use super::run::Measured;
use super::slice::Tally;
use crate::report::Table;
use crate::report::optional;
use crate::stats;
use crate::stats::Summary;

/// What was measured, with all that is needed to measure it again.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    connections: u32,
    duration_s: f64,
    warm_up_s: f64,
    cookies: bool,
    targets: Vec<Figures>,
}

/// The figures of one URL.
#[derive(Debug, Serialize)]
struct Figures {
    url: String,
    answers: u64,
    body_bytes: usize,
    slices: usize,
    /// Over the slices.
    answers_per_second: Option<Summary>,
    latency_us: Latency,
    process: Option<ProcessFigures>,
    status: IndexMap<String, u64>,
    failures: IndexMap<String, u64>,
    last_failure: Option<String>,
    unexpected_bodies: u64,
    error_answers: u64,
    connects: u64,
    ratio_to_first: Ratios,
}

/// Latencies of all slices together; `slice_median` is the median over the slices of their median.
#[derive(Debug, Serialize)]
struct Latency {
    slice_median: Option<f64>,
    mean: Option<f64>,
    p50: Option<f64>,
    p90: Option<f64>,
    p99: Option<f64>,
    p999: Option<f64>,
    max: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ProcessFigures {
    pid: u32,
    /// Over the slices.
    cpu_us_per_answer: Option<Summary>,
    resident_kib: u64,
    peak_resident_kib: u64,
}

/// Medians of this URL divided by those of the first.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Ratios {
    answers_per_second: Option<f64>,
    latency: Option<f64>,
    cpu_per_answer: Option<f64>,
    peak_resident: Option<f64>,
}

impl Report {
    pub(super) fn new(options: &HttpOptions, measured: &[Measured]) -> Self {
        let mut targets: Vec<_> = measured.iter().map(Figures::new).collect();
        let ratios: Vec<_> = match targets.split_first() {
            Some((first, _)) => targets.iter().map(|target| target.ratios_to(first)).collect(),
            None => Vec::new(),
        };
        for (target, ratios) in targets.iter_mut().zip(ratios) {
            target.ratio_to_first = ratios;
        }
        Self {
            connections: options.connections,
            duration_s: options.duration.as_secs_f64(),
            warm_up_s: options.warm_up.as_secs_f64(),
            cookies: options.cookies,
            targets,
        }
    }

    /// The report for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "{} connections, {} s of load for each URL after {} s of warm-up",
                self.connections, self.duration_s, self.warm_up_s
            ),
            String::new(),
            self.figures_table().to_string(),
        ];
        if self.targets.len() > 1 {
            lines.extend([String::new(), self.ratio_table().to_string()]);
        }
        lines.push(String::new());
        lines.extend(self.targets.iter().map(Figures::answers_line));
        lines
    }

    /// Whether the figures are those of a server that did its work.
    ///
    /// # Errors
    /// Failures, error statuses or differing bodies.
    pub(super) fn verdict(&self) -> anyhow::Result<()> {
        let sum = |count: fn(&Figures) -> u64| self.targets.iter().map(count).sum::<u64>();
        let (failures, errors, bodies) = (
            sum(|target| target.failures.values().sum()),
            sum(|target| target.error_answers),
            sum(|target| target.unexpected_bodies),
        );
        ensure!(
            failures + errors + bodies == 0,
            "not all went well: {failures} requests without an answer, {errors} answers with an error status, \
             {bodies} bodies other than the first"
        );
        ensure!(self.targets.iter().all(|target| target.answers > 0), "a URL gave no answer at all");
        Ok(())
    }

    fn figures_table(&self) -> Table<10> {
        let mut table = Table::new([
            "URL",
            "answers/s",
            "p50 µs",
            "p90 µs",
            "p99 µs",
            "p99.9 µs",
            "max µs",
            "CPU µs/answer",
            "RSS MiB",
            "peak MiB",
        ]);
        for target in &self.targets {
            let process = target.process.as_ref();
            let mebibytes =
                |kib: fn(&ProcessFigures) -> u64| optional(process.map(|p| kib(p) as f64 / 1024.0), 1);
            let latency = &target.latency_us;
            table.push([
                target.url.clone(),
                optional(target.answers_per_second.map(|summary| summary.median), 0),
                optional(latency.slice_median, 0),
                optional(latency.p90, 0),
                optional(latency.p99, 0),
                optional(latency.p999, 0),
                optional(latency.max, 0),
                optional(process.and_then(|process| process.cpu_us_per_answer).map(|cpu| cpu.median), 1),
                mebibytes(|process| process.resident_kib),
                mebibytes(|process| process.peak_resident_kib),
            ]);
        }
        table
    }

    fn ratio_table(&self) -> Table<5> {
        let mut table = Table::new(["to the first URL", "answers/s", "p50", "CPU/answer", "peak memory"]);
        for target in &self.targets {
            let ratios = &target.ratio_to_first;
            table.push([
                target.url.clone(),
                optional(ratios.answers_per_second, 2),
                optional(ratios.latency, 2),
                optional(ratios.cpu_per_answer, 2),
                optional(ratios.peak_resident, 2),
            ]);
        }
        table
    }
}

impl Figures {
    fn new(measured: &Measured) -> Self {
        let Measured { url, body_bytes, slices, total, connects, process } = measured;
        let latency = slices.iter().filter_map(|slice| slice.median_latency_us).collect::<Vec<_>>();
        let throughput = slices.iter().map(|slice| slice.answers_per_second).collect::<Vec<_>>();
        let cpu = slices.iter().filter_map(|slice| slice.cpu_us_per_answer).collect::<Vec<_>>();
        Self {
            url: url.clone(),
            answers: total.answers(),
            body_bytes: *body_bytes,
            slices: slices.len(),
            answers_per_second: Summary::of(&throughput),
            latency_us: Latency::new(total, stats::median(&latency)),
            process: process.as_ref().map(|(process, sample)| ProcessFigures {
                pid: process.pid(),
                cpu_us_per_answer: Summary::of(&cpu),
                resident_kib: sample.resident_kib,
                peak_resident_kib: sample.peak_resident_kib,
            }),
            status: total.statuses.iter().map(|(status, &count)| (status.to_string(), count)).collect(),
            failures: total.failures.iter().map(|(&kind, &count)| (kind.into(), count)).collect(),
            last_failure: total.last_failure.clone(),
            unexpected_bodies: total.unexpected_bodies,
            error_answers: total.error_answers(),
            connects: *connects,
            ratio_to_first: Ratios::default(),
        }
    }

    fn ratios_to(&self, first: &Self) -> Ratios {
        let ratio = |figure: fn(&Self) -> Option<f64>| stats::ratio(figure(self)?, figure(first)?);
        Ratios {
            answers_per_second: ratio(|target| Some(target.answers_per_second?.median)),
            latency: ratio(|target| target.latency_us.slice_median),
            cpu_per_answer: ratio(|target| Some(target.process.as_ref()?.cpu_us_per_answer?.median)),
            peak_resident: ratio(|target| Some(target.process.as_ref()?.peak_resident_kib as f64)),
        }
    }

    /// What came back, in one line.
    fn answers_line(&self) -> String {
        let counts = |counts: &IndexMap<String, u64>| {
            counts.iter().map(|(name, count)| format!("{name}: {count}")).collect::<Vec<_>>().join(", ")
        };
        let mut line = format!(
            "{}: {} bytes a body, {} connections made, status {}",
            self.url,
            self.body_bytes,
            self.connects,
            counts(&self.status)
        );
        if self.unexpected_bodies > 0 {
            line += &format!("; {} BODIES OTHER THAN THE FIRST", self.unexpected_bodies);
        }
        if !self.failures.is_empty() {
            line += &format!("; FAILURES {}", counts(&self.failures));
        }
        if let Some(failure) = &self.last_failure {
            line += &format!(" (the last: {failure})");
        }
        line
    }
}

impl Latency {
    fn new(total: &Tally, slice_median: Option<f64>) -> Self {
        Self {
            slice_median,
            mean: total.mean_latency_us(),
            p50: total.latency_us(0.5),
            p90: total.latency_us(0.9),
            p99: total.latency_us(0.99),
            p999: total.latency_us(0.999),
            max: total.latency_us(1.0),
        }
    }
}
