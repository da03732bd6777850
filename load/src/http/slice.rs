//! One URL's turn: all its connections at work for a while, and what they saw.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;
use std::time::Instant;

use anyhow::Context;
use hdrhistogram::Histogram;
use tokio::task::JoinSet;

use super::connection::Answer;
use super::connection::Connection;
use super::connection::Expected;
use super::connection::Failure;

/// Latencies are told apart between these bounds, in nanoseconds, to three digits; longer ones count as the
/// upper bound.
const SHORTEST_NS: u64 = 1_000;
const LONGEST_NS: u64 = 3_600_000_000_000;

/// A connection waits this long after a failure, lest a server that is gone be asked a million times.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_millis(20);

/// What connections saw, counted.
#[derive(Debug)]
pub(super) struct Tally {
    latencies: Histogram<u64>,
    pub(super) statuses: BTreeMap<u16, u64>,
    pub(super) failures: BTreeMap<&'static str, u64>,
    /// The latest failure in words.
    pub(super) last_failure: Option<String>,
    /// Answers whose body was not what it must be.
    pub(super) unexpected_bodies: u64,
    /// Bytes of all bodies together.
    pub(super) body_bytes: u64,
}

impl Tally {
    /// Nothing counted yet.
    ///
    /// # Errors
    /// Never in practice: the bounds of the histogram are fixed.
    pub(super) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            latencies: Histogram::new_with_bounds(SHORTEST_NS, LONGEST_NS, 3)
                .context("the histogram of latencies cannot be made")?,
            statuses: BTreeMap::new(),
            failures: BTreeMap::new(),
            last_failure: None,
            unexpected_bodies: 0,
            body_bytes: 0,
        })
    }

    fn count(&mut self, result: Result<Answer, Failure>, latency: Duration) {
        match result {
            Ok(answer) => {
                self.latencies.saturating_record(latency.as_nanos().try_into().unwrap_or(u64::MAX));
                *self.statuses.entry(answer.status).or_default() += 1;
                self.unexpected_bodies += u64::from(!answer.is_as_expected);
                self.body_bytes += answer.body_bytes as u64;
            }
            Err(failure) => {
                *self.failures.entry(failure.kind.name()).or_default() += 1;
                self.last_failure = Some(failure.to_string());
            }
        }
    }

    /// Adds what `other` counted.
    pub(super) fn add(&mut self, other: &Self) {
        // Cannot fail: both histograms have the same bounds, and the sums fit in their counters.
        let added = self.latencies.add(&other.latencies);
        debug_assert!(added.is_ok());
        for (&status, count) in &other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        for (&kind, count) in &other.failures {
            *self.failures.entry(kind).or_default() += count;
        }
        if other.last_failure.is_some() {
            self.last_failure.clone_from(&other.last_failure);
        }
        self.unexpected_bodies += other.unexpected_bodies;
        self.body_bytes += other.body_bytes;
    }

    /// Answers, of whatever status.
    pub(super) fn answers(&self) -> u64 {
        self.latencies.len()
    }

    /// Answers with a status of 400 or above.
    pub(super) fn error_answers(&self) -> u64 {
        self.statuses.range(400..).map(|(_, count)| count).sum()
    }

    /// The latency that `part` of the answers (0 to 1) did not exceed, in microseconds; `None` without answers.
    pub(super) fn latency_us(&self, part: f64) -> Option<f64> {
        (!self.latencies.is_empty()).then(|| self.latencies.value_at_quantile(part) as f64 / 1e3)
    }

    /// The mean latency in microseconds; `None` without answers.
    pub(super) fn mean_latency_us(&self) -> Option<f64> {
        (!self.latencies.is_empty()).then(|| self.latencies.mean() / 1e3)
    }
}

/// Lets all `connections` send requests for `length`, each at least one, and gives them back with what they saw
/// and how long it took until the last answer.
///
/// # Errors
/// A task of the load generator itself failed.
pub(super) async fn run_slice(
    connections: Vec<Connection>,
    expected: &Arc<Expected>,
    length: Duration,
) -> anyhow::Result<(Vec<Connection>, Tally, Duration)> {
    let tally = Arc::new(Mutex::new(Tally::new()?));
    let start = Instant::now();
    let deadline = start + length;
    let mut tasks = JoinSet::new();
    let mut idle = Vec::with_capacity(connections.len());
    for connection in connections {
        tasks.spawn(drive(connection, Arc::clone(expected), deadline, Arc::clone(&tally)));
    }
    while let Some(ended) = tasks.join_next().await {
        idle.push(ended.context("a task of the load generator failed")?);
    }
    let elapsed = start.elapsed();
    let tally = Arc::into_inner(tally).context("a task of the load generator did not end")?;
    Ok((idle, tally.into_inner().unwrap_or_else(PoisonError::into_inner), elapsed))
}

/// Sends requests over one connection, one after the other, until `deadline`.
async fn drive(
    mut connection: Connection,
    expected: Arc<Expected>,
    deadline: Instant,
    tally: Arc<Mutex<Tally>>,
) -> Connection {
    loop {
        let start = Instant::now();
        let result = connection.exchange(&expected).await;
        let end = Instant::now();
        let has_failed = result.is_err();
        tally.lock().unwrap_or_else(PoisonError::into_inner).count(result, end - start);
        if has_failed {
            tokio::time::sleep(PAUSE_AFTER_FAILURE).await;
        }
        if end >= deadline {
            return connection;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::connection::FailureKind;

    fn answer(status: u16, is_as_expected: bool) -> Result<Answer, Failure> {
        Ok(Answer { status, body_bytes: 10, is_as_expected })
    }

    fn tally_of(latencies_ms: impl IntoIterator<Item = u64>) -> Tally {
        let mut tally = Tally::new().unwrap();
        for ms in latencies_ms {
            tally.count(answer(200, true), Duration::from_millis(ms));
        }
        tally
    }

    /// Three digits are kept.
    fn assert_close(value: Option<f64>, expected: f64) {
        let value = value.unwrap();
        assert!((value / expected - 1.0).abs() < 0.002, "{value} is not {expected}");
    }

    #[test]
    fn quantiles_are_those_of_all_slices_together() {
        let mut all = tally_of(1..=50);
        all.add(&tally_of(51..=100));
        assert_eq!((all.answers(), all.body_bytes), (100, 1000));
        assert_close(all.latency_us(0.5), 50_000.0);
        assert_close(all.latency_us(0.99), 99_000.0);
        assert_close(all.latency_us(1.0), 100_000.0);
        assert_close(all.mean_latency_us(), 50_500.0);
    }

    #[test]
    fn extreme_latencies_are_counted_at_the_bounds() {
        let mut tally = Tally::new().unwrap();
        tally.count(answer(200, true), Duration::ZERO);
        tally.count(answer(200, true), Duration::from_secs(1 << 40));
        assert_eq!(tally.answers(), 2);
        assert_close(tally.latency_us(1.0), LONGEST_NS as f64 / 1e3);
    }

    #[test]
    fn failures_have_no_latency() {
        let mut tally = Tally::new().unwrap();
        for kind in [FailureKind::Timeout, FailureKind::Connect, FailureKind::Timeout] {
            tally.count(Err(Failure { kind, reason: "no".into() }), Duration::from_secs(1));
        }
        assert_eq!((tally.answers(), tally.failures["connect"]), (0, 1));
        assert_eq!(tally.failures["timeout"], 2);
        assert_eq!(tally.last_failure.as_deref(), Some("timed out: no"));
        assert_eq!((tally.latency_us(0.5), tally.mean_latency_us()), (None, None));
    }

    #[test]
    fn statuses_and_bodies_are_counted() {
        let mut tally = tally_of([1]);
        tally.count(answer(404, false), Duration::from_millis(1));
        tally.count(answer(302, true), Duration::from_millis(1));
        let mut sum = Tally::new().unwrap();
        sum.add(&tally);
        sum.add(&tally);
        assert_eq!(sum.statuses, BTreeMap::from([(200, 2), (302, 2), (404, 2)]));
        assert_eq!((sum.error_answers(), sum.unexpected_bodies), (2, 2));
    }
}
