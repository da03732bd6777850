//! Medians and ratios of repeated measurements.

use serde::Serialize;

/// Quartiles of a sample, and its smallest value.
///
/// The median and the quartiles are those of the sorted sample, interpolated between neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Summary {
    pub(crate) median: f64,
    pub(crate) minimum: f64,
    pub(crate) lower_quartile: f64,
    pub(crate) upper_quartile: f64,
}

impl Summary {
    /// Summarises `sample`; `None` if it is empty.
    pub(crate) fn of(sample: &[f64]) -> Option<Self> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            median: quantile(&sorted, 0.5)?,
            minimum: *sorted.first()?,
            lower_quartile: quantile(&sorted, 0.25)?,
            upper_quartile: quantile(&sorted, 0.75)?,
        })
    }

    /// How far apart the quartiles are, as a part of the median: the noise of the measurement.
    pub(crate) fn spread(&self) -> Option<f64> {
        ratio(self.upper_quartile - self.lower_quartile, self.median)
    }
}

/// The median of `sample`; `None` if it is empty.
pub(crate) fn median(sample: &[f64]) -> Option<f64> {
    Summary::of(sample).map(|summary| summary.median)
}

/// `value / base`; `None` where that is not a finite number, since a ratio to nothing says nothing.
pub(crate) fn ratio(value: f64, base: f64) -> Option<f64> {
    Some(value / base).filter(|ratio| ratio.is_finite())
}

fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let place = (sorted.len().checked_sub(1)?) as f64 * part;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(low + (high - low) * place.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_does_not_mind_the_order() {
        let summary = Summary::of(&[5.0, 1.0, 3.0, 2.0, 4.0]);
        assert_eq!(
            summary,
            Some(Summary { median: 3.0, minimum: 1.0, lower_quartile: 2.0, upper_quartile: 4.0 })
        );
        assert_eq!(summary.and_then(|summary| summary.spread()), Some(2.0 / 3.0));
    }

    #[test]
    fn median_of_an_even_sample_is_between_the_middle_two() {
        assert_eq!(median(&[10.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[7.0]), Some(7.0));
    }

    #[test]
    fn nothing_measured_gives_no_figure() {
        assert_eq!(median(&[]), None);
        assert_eq!(ratio(1.0, 0.0), None);
        assert_eq!(ratio(0.0, 0.0), None);
        assert_eq!(ratio(3.0, 2.0), Some(1.5));
    }
}
