//! Interleaved measurement on one thread.

use std::hint::black_box;
use std::time::Duration;
use std::time::Instant;

use anyhow::Context;
use anyhow::ensure;

use super::Contender;

/// More repetitions than this are never needed for a slice of some milliseconds.
const REPETITION_LIMIT: u32 = 1 << 20;

/// What was measured of one contender.
#[derive(Debug)]
pub(super) struct Measurement {
    pub(super) name: String,
    /// The length of the page.
    pub(super) bytes: usize,
    /// How many pages were rendered in each round.
    pub(super) repetitions: u32,
    /// One figure a round.
    pub(super) ns_per_page: Vec<f64>,
}

/// Measures all contenders in `rounds` rounds; each contender has about `slice` of every round.
///
/// Repetitions are fixed before the first round, which warms up caches and the allocator as well. Round `n`
/// starts with contender `n`, so none always runs in the wake of the same other.
///
/// # Errors
/// A contender that fails, or whose page changes its length.
pub(super) fn measure(
    contenders: &mut [Box<dyn Contender>],
    rounds: u32,
    slice: Duration,
) -> anyhow::Result<Vec<Measurement>> {
    let mut measurements = contenders
        .iter_mut()
        .map(|contender| calibrate(contender.as_mut(), slice))
        .collect::<anyhow::Result<Vec<_>>>()?;
    for round in 0..rounds as usize {
        for turn in 0..contenders.len() {
            let index = (round + turn) % contenders.len();
            let measurement = &mut measurements[index];
            let elapsed = time_pages(contenders[index].as_mut(), measurement.repetitions, measurement.bytes)?;
            measurement.ns_per_page.push(elapsed.as_nanos() as f64 / f64::from(measurement.repetitions));
        }
    }
    Ok(measurements)
}

/// Finds how many repetitions fill `slice`.
fn calibrate(contender: &mut dyn Contender, slice: Duration) -> anyhow::Result<Measurement> {
    let name = contender.name().to_owned();
    let bytes = contender.render().with_context(|| format!("{name} cannot make the page"))?;
    let mut repetitions = 1;
    while repetitions < REPETITION_LIMIT && time_pages(contender, repetitions, bytes)? < slice {
        repetitions *= 2;
    }
    Ok(Measurement { name, bytes, repetitions, ns_per_page: Vec::new() })
}

fn time_pages(contender: &mut dyn Contender, repetitions: u32, bytes: usize) -> anyhow::Result<Duration> {
    let mut total = 0;
    let start = Instant::now();
    for _ in 0..repetitions {
        total += black_box(contender.render()?);
    }
    let elapsed = start.elapsed();
    ensure!(
        total == bytes * repetitions as usize,
        "{}: {repetitions} pages had {total} bytes together, but the first had {bytes}",
        contender.name()
    );
    Ok(elapsed)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;

    type Calls = Rc<RefCell<Vec<&'static str>>>;

    /// Notes its name at every call; its page grows by `growth` bytes a call.
    struct Noted {
        name: &'static str,
        calls: Calls,
        bytes: usize,
        growth: usize,
    }

    impl Contender for Noted {
        fn name(&self) -> &str {
            self.name
        }

        fn render(&mut self) -> anyhow::Result<usize> {
            self.calls.borrow_mut().push(self.name);
            self.bytes += self.growth;
            Ok(self.bytes)
        }
    }

    fn noted(names: &[&'static str], growth: usize) -> (Vec<Box<dyn Contender>>, Calls) {
        let calls = Calls::default();
        let contenders = names
            .iter()
            .map(|&name| {
                let calls = Rc::clone(&calls);
                Box::new(Noted { name, calls, bytes: 10, growth }) as Box<dyn Contender>
            })
            .collect();
        (contenders, calls)
    }

    #[test]
    fn rounds_are_interleaved_and_rotated() {
        let (mut contenders, calls) = noted(&["a", "b", "c"], 0);
        // A slice of no time is filled by one repetition.
        let measurements = measure(&mut contenders, 4, Duration::ZERO).unwrap();
        let calls = calls.borrow();
        assert_eq!(calls[calls.len() - 12..].concat(), "abcbcacababc");
        for measurement in &measurements {
            assert_eq!((measurement.repetitions, measurement.bytes), (1, 10));
            assert_eq!(measurement.ns_per_page.len(), 4);
        }
    }

    #[test]
    fn a_page_that_changes_its_length_ends_the_run() {
        let (mut contenders, _) = noted(&["a"], 1);
        let error = measure(&mut contenders, 1, Duration::ZERO).unwrap_err();
        assert_eq!(error.to_string(), "a: 1 pages had 12 bytes together, but the first had 11");
    }
}
