//! Samples of whole numbers.

/// Whole numbers with how often each occurs, by increasing value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    counts: Vec<(i64, u32)>,
    len: usize,
}

impl Sample {
    /// The sample of these values.
    pub fn new(values: impl IntoIterator<Item = i64>) -> Self {
        let mut values: Vec<i64> = values.into_iter().collect();
        values.sort_unstable();
        let mut counts: Vec<(i64, u32)> = Vec::new();
        for &value in &values {
            match counts.last_mut() {
                Some((last, count)) if *last == value => *count += 1,
                _ => counts.push((value, 1)),
            }
        }
        Sample { counts, len: values.len() }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of different values.
    pub fn distinct(&self) -> usize {
        self.counts.len()
    }

    /// The values with how often each occurs, by increasing value.
    pub fn counts(&self) -> &[(i64, u32)] {
        &self.counts
    }

    /// The smallest value, 0 if there is none.
    pub fn smallest(&self) -> i64 {
        self.counts.first().map_or(0, |(value, _)| *value)
    }

    /// The largest value, 0 if there is none.
    pub fn largest(&self) -> i64 {
        self.counts.last().map_or(0, |(value, _)| *value)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum(|value| value) / self.len.max(1) as f64
    }

    /// The variance with denominator N - 1, 0 for fewer than two values.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.sum(|value| (value - mean) * (value - mean)) / self.len.saturating_sub(1).max(1) as f64
    }

    /// The values up to the smallest one at which a share of all is reached.
    pub fn lower_tail(&self, share: f64) -> Sample {
        let wanted = share * self.len as f64;
        let mut counts = Vec::new();
        let mut len = 0;
        for &(value, count) in &self.counts {
            counts.push((value, count));
            len += count as usize;
            if len as f64 >= wanted {
                break;
            }
        }
        Sample { counts, len }
    }

    fn sum(&self, term: impl Fn(f64) -> f64) -> f64 {
        self.counts.iter().map(|&(value, count)| term(value as f64) * f64::from(count)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted() {
        let sample = Sample::new([5, 3, 5, 9, 5]);
        assert_eq!(sample.counts(), [(3, 1), (5, 3), (9, 1)]);
        assert_eq!((sample.len(), sample.distinct(), sample.smallest(), sample.largest()), (5, 3, 3, 9));
        assert!((sample.mean() - 5.4).abs() < 1e-12 && (sample.variance() - 4.8).abs() < 1e-12);
        assert_eq!(sample.lower_tail(0.5).counts(), [(3, 1), (5, 3)]);
        assert_eq!(Sample::new([]).lower_tail(0.5).len(), 0);
    }
}
