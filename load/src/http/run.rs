//! The order of a run: first answers, warm-up, then the URLs in turn.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use anyhow::anyhow;

use super::BodyCheck;
use super::HttpOptions;
use super::connection::Connection;
use super::connection::Expected;
use super::process::Process;
use super::process::ProcessSample;
use super::slice::Tally;
use super::slice::run_slice;
use super::target::Target;

/// The longest body that is taken as a pattern for the others.
const LONGEST_BODY: usize = 64 << 20;

/// What was measured of one URL.
#[derive(Debug)]
pub(super) struct Measured {
    pub(super) url: String,
    /// The length of the body that the others are compared with.
    pub(super) body_bytes: usize,
    pub(super) slices: Vec<SliceFigures>,
    /// All slices together.
    pub(super) total: Tally,
    /// How often connections were made, warm-up included.
    pub(super) connects: u64,
    /// The server's process and what it had used at the end.
    pub(super) process: Option<(Process, ProcessSample)>,
}

/// What was measured in one turn of a URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct SliceFigures {
    pub(super) answers_per_second: f64,
    pub(super) median_latency_us: Option<f64>,
    pub(super) cpu_us_per_answer: Option<f64>,
}

/// A URL under load.
struct Lane {
    connections: Vec<Connection>,
    expected: Arc<Expected>,
    process: Option<Process>,
    measured: Measured,
}

/// Measures all URLs.
///
/// # Errors
/// A URL that is not allowed or does not answer its first request; a process that ends.
pub(super) async fn run(options: &HttpOptions, processes: Vec<Process>) -> anyhow::Result<Vec<Measured>> {
    let mut processes = processes.into_iter();
    let mut lanes = Vec::with_capacity(options.urls.len());
    for url in &options.urls {
        lanes.push(Lane::open(options, url, processes.next()).await?);
    }
    for lane in &mut lanes {
        // Each connection sends at least one request, so that all have their session before anything counts.
        lane.load(options.warm_up).await?;
    }
    let (slices, length) = slices(options.duration, options.slice);
    for _ in 0..slices {
        for lane in &mut lanes {
            lane.measure(length).await?;
        }
    }
    lanes.into_iter().map(Lane::close).collect()
}

/// How many slices make up `duration`, and how long each of them is.
fn slices(duration: Duration, slice: Duration) -> (u32, Duration) {
    let slices = duration.div_duration_f64(slice).ceil().clamp(1.0, f64::from(u32::MAX)) as u32;
    (slices, duration / slices)
}

impl Lane {
    async fn open(options: &HttpOptions, url: &str, process: Option<Process>) -> anyhow::Result<Self> {
        let target = Arc::new(Target::resolve(url, options.allow_remote).await?);
        let connection = || Connection::new(Arc::clone(&target), options.cookies, options.timeout);
        // A first answer may differ from the later ones, since it finds no session and may start one.
        let mut first = connection();
        let mut body = bytes::Bytes::new();
        for _ in 0..2 {
            (_, body) = first
                .fetch(LONGEST_BODY)
                .await
                .map_err(|failure| anyhow!("{failure}"))
                .with_context(|| format!("{url} does not answer"))?;
        }
        let body_bytes = body.len();
        let expected = match options.body {
            BodyCheck::Bytes => Expected::Bytes(body),
            BodyCheck::Length => Expected::Length(body_bytes),
            BodyCheck::Nothing => Expected::Anything,
        };
        Ok(Self {
            connections: (0..options.connections).map(|_| connection()).collect(),
            expected: Arc::new(expected),
            process,
            measured: Measured {
                url: target.url().into(),
                body_bytes,
                slices: Vec::new(),
                total: Tally::new()?,
                connects: 0,
                process: None,
            },
        })
    }

    async fn load(&mut self, length: Duration) -> anyhow::Result<(Tally, Duration)> {
        let connections = std::mem::take(&mut self.connections);
        let (connections, tally, elapsed) = run_slice(connections, &self.expected, length).await?;
        self.connections = connections;
        Ok((tally, elapsed))
    }

    async fn measure(&mut self, length: Duration) -> anyhow::Result<()> {
        let before = self.sample()?;
        let (tally, elapsed) = self.load(length).await?;
        let after = self.sample()?;
        let cpu = after.zip(before).map(|(after, before)| after.cpu.saturating_sub(before.cpu));
        self.measured.slices.push(SliceFigures::new(&tally, elapsed, cpu));
        self.measured.total.add(&tally);
        Ok(())
    }

    fn sample(&self) -> anyhow::Result<Option<ProcessSample>> {
        self.process.map(Process::sample).transpose()
    }

    fn close(mut self) -> anyhow::Result<Measured> {
        self.measured.process = self.process.zip(self.sample()?);
        self.measured.connects = self.connections.iter().map(Connection::connects).sum();
        Ok(self.measured)
    }
}

impl SliceFigures {
    fn new(tally: &Tally, elapsed: Duration, cpu: Option<Duration>) -> Self {
        let answers = tally.answers() as f64;
        Self {
            answers_per_second: answers / elapsed.as_secs_f64(),
            median_latency_us: tally.latency_us(0.5),
            cpu_us_per_answer: cpu.map(|cpu| cpu.as_secs_f64() * 1e6 / answers).filter(|cpu| cpu.is_finite()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_fill_the_duration() {
        let ms = Duration::from_millis;
        assert_eq!(slices(ms(10_000), ms(1000)), (10, ms(1000)));
        assert_eq!(slices(ms(2500), ms(1000)), (3, ms(2500) / 3));
        assert_eq!(slices(ms(200), ms(1000)), (1, ms(200)));
        assert_eq!(slices(Duration::ZERO, ms(1000)), (1, Duration::ZERO));
    }

    #[test]
    fn a_slice_without_answers_has_no_cpu_time_per_answer() {
        let tally = Tally::new().unwrap();
        let figures = SliceFigures::new(&tally, Duration::from_secs(1), Some(Duration::from_millis(10)));
        assert_eq!((figures.cpu_us_per_answer, figures.median_latency_us), (None, None));
        assert_eq!(figures.answers_per_second, 0.0);
    }
}
