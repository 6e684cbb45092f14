//! Measured curves, what they should be, and the exponent that fits them.

/// How something should grow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Theory {
    /// In proportion.
    Linear,
    /// With the logarithm.
    Logarithmic,
}

impl Theory {
    /// In words, with the exponent to expect.
    pub fn words(self) -> &'static str {
        match self {
            Theory::Linear => "linear: exponent 1",
            Theory::Logarithmic => "logarithmic: exponent near 0",
        }
    }

    /// What it says at `x` of a curve that goes through a point.
    pub fn at(self, x: f64, (known_x, known_y): (f64, f64)) -> f64 {
        match self {
            Theory::Linear => known_y * x / known_x,
            Theory::Logarithmic => known_y * (1.0 + x).ln() / (1.0 + known_x).ln(),
        }
    }
}

/// One line of a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// What was measured.
    pub label: String,
    /// How it should grow.
    pub theory: Theory,
    /// Points by increasing `x`; all numbers are positive.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// The exponent of the power of `x` that is nearest to the points, both axes being logarithmic. Only the
    /// upper half of the axis counts: below, what every run costs rules.
    pub fn exponent(&self) -> Option<f64> {
        let (first, last) = (self.points.first()?.0, self.points.last()?.0);
        let middle = (first * last).sqrt();
        let logarithms: Vec<(f64, f64)> =
            self.points.iter().filter(|(x, _)| *x >= middle).map(|(x, y)| (x.ln(), y.ln())).collect();
        let count = logarithms.len() as f64;
        let mean_x = logarithms.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = logarithms.iter().map(|(_, y)| y).sum::<f64>() / count;
        let covariance: f64 = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let variance: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
        (variance > 0.0).then(|| covariance / variance)
    }
}

/// Curves that are drawn together.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Name of the file, without its ending.
    pub name: &'static str,
    /// Title of the picture.
    pub title: &'static str,
    /// What grows to the right.
    pub x_label: &'static str,
    /// What grows upwards.
    pub y_label: &'static str,
    /// The lines.
    pub curves: Vec<Curve>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(value: impl Fn(f64) -> f64) -> Curve {
        let points = (0..9).map(|step| 10_f64.powf(f64::from(step) / 2.0)).map(|x| (x, value(x))).collect();
        Curve { label: String::new(), theory: Theory::Linear, points }
    }

    #[test]
    fn the_exponent_is_that_of_the_upper_half() {
        assert!((curve(|x| 3.0 * x.powf(1.5)).exponent().unwrap() - 1.5).abs() < 1e-9);
        let with_overhead = curve(|x| 20.0 + x).exponent().unwrap();
        assert!((0.9..1.0).contains(&with_overhead), "{with_overhead}");
        assert!(curve(f64::ln_1p).exponent().unwrap() < 0.2);
        assert_eq!(Curve { points: vec![(10.0, 1.0)], ..curve(|x| x) }.exponent(), None);
        assert_eq!(Curve { points: Vec::new(), ..curve(|x| x) }.exponent(), None);
    }
}
