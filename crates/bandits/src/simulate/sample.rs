//! Mean and variance of numbers that come one by one, or in parts that were summed up elsewhere.

/// A running mean with the sum of squared deviations from it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sample {
    count: f64,
    mean: f64,
    deviations: f64,
}

impl Sample {
    pub(super) fn add(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.deviations += before * (number - self.mean);
    }

    pub(super) fn merge(&mut self, other: &Sample) {
        if other.count == 0.0 {
            return;
        }
        let count = self.count + other.count;
        let difference = other.mean - self.mean;
        self.mean += difference * other.count / count;
        self.deviations += other.deviations + difference * difference * self.count * other.count / count;
        self.count = count;
    }

    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; 0 where it is not known.
    pub(super) fn standard_error(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        (self.deviations / (self.count - 1.0) / self.count).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_the_whole() {
        let of = |numbers: &[f64]| {
            let mut sample = Sample::default();
            numbers.iter().for_each(|&n| sample.add(n));
            sample
        };
        let mut parts = of(&[2.0, 4.0]);
        parts.merge(&of(&[]));
        parts.merge(&of(&[4.0, 6.0]));
        assert_eq!(parts.mean(), 4.0);
        // Variance 8/3, four numbers.
        assert!((parts.standard_error() - (8.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(of(&[3.0]).standard_error(), 0.0);
    }
}
