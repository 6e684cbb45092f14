//! Fitting distributions to whole numbers by maximum likelihood of their intervals.

use crate::family::{Family, Fit, between};
use crate::minimise::minimise;
use crate::sample::Sample;

/// Euler's constant: the mean of the standard Gumbel distribution.
const EULER: f64 = 0.577_215_664_901_532_9;

/// Shapes of the generalised Pareto distribution that are considered. At -12 half of all values lie within a
/// 4000th of the range from the end.
const SHAPES: std::ops::RangeInclusive<f64> = -12.0..=5.0;

/// The distribution of a family that makes a sample most likely.
pub fn fit(family: Family, sample: &Sample) -> Fit {
    let parameters = match family {
        Family::Uniform => uniform(sample),
        Family::Normal => located(family, sample, sample.mean(), deviation(sample)),
        Family::GumbelOfMinima | Family::GumbelOfMaxima => {
            let scale = deviation(sample) * 6_f64.sqrt() / std::f64::consts::PI;
            let side = if family == Family::GumbelOfMinima { 1.0 } else { -1.0 };
            located(family, sample, sample.mean() + side * EULER * scale, scale)
        }
        Family::Pareto => pareto(sample),
    };
    let log_likelihood = log_likelihood(family, &parameters, sample);
    Fit { family, parameters, log_likelihood, len: sample.len() }
}

fn log_likelihood(family: Family, parameters: &[f64; 3], sample: &Sample) -> f64 {
    let terms = sample.counts().iter().map(|&(value, count)| {
        let probability = between(family, parameters, value as f64 - 0.5, value as f64 + 0.5);
        f64::from(count) * libm::log(probability)
    });
    terms.sum()
}

/// The standard deviation before rounding, which adds a twelfth to the variance.
fn deviation(sample: &Sample) -> f64 {
    (sample.variance() - 1.0 / 12.0).max(0.01).sqrt()
}

/// Location and scale.
fn located(family: Family, sample: &Sample, location: f64, scale: f64) -> [f64; 3] {
    let parameters = |point: &[f64; 2]| [point[0], libm::exp(point[1]), 0.0];
    let cost = |point: &[f64; 2]| -log_likelihood(family, &parameters(point), sample);
    let (point, _) = minimise(cost, [location, libm::log(scale)], [0.5 * scale, 0.3]);
    parameters(&point)
}

/// The ends of a uniform distribution, in closed form.
///
/// Let `p` and `q` in (0, 1] be the parts of the intervals of the smallest and of the largest value that it covers,
/// and `w = p + d + q` its width, with `d` whole intervals between. The likelihood is `p^i q^j / w^n` if these values
/// occur `i` and `j` times: largest at `p = i w / n` and `q = j w / n`, or at 1 where that is more.
fn uniform(sample: &Sample) -> [f64; 3] {
    let n = sample.len() as f64;
    let count = |end: Option<&(i64, u32)>| end.map_or(0.0, |(_, count)| f64::from(*count));
    let (i, j) = (count(sample.counts().first()), count(sample.counts().last()));
    let (low, high) = (sample.smallest() as f64, sample.largest() as f64);
    if high - low < 1.0 {
        return [low - 0.5, high + 0.5, 0.0];
    }
    let d = high - low - 1.0;
    // Which ends are whole: those with the most values first.
    let share = |count: f64, width: f64| (count * width / n).min(1.0);
    let (mut p, mut q) = (1.0, 1.0);
    for (whole_p, whole_q) in [(false, false), (i >= j, j > i), (true, true)] {
        let fixed = d + f64::from(u8::from(whole_p)) + f64::from(u8::from(whole_q));
        let free = if whole_p { 0.0 } else { i } + if whole_q { 0.0 } else { j };
        let width = if n > free { fixed * n / (n - free) } else { 2.0 };
        let (wanted_p, wanted_q) = (i * width / n, j * width / n);
        (p, q) = (if whole_p { 1.0 } else { share(i, width) }, if whole_q { 1.0 } else { share(j, width) });
        if (whole_p || wanted_p <= 1.0) && (whole_q || wanted_q <= 1.0) {
            break;
        }
    }
    [low + 0.5 - p, high - 0.5 + q, 0.0]
}

/// Threshold, scale and shape of a generalised Pareto distribution that goes down from the threshold.
///
/// The likelihood can have several maxima, so it is looked at from several shapes; from the best uniform
/// distribution too, so that the result is never worse than that.
fn pareto(sample: &Sample) -> [f64; 3] {
    let (low, high) = (sample.smallest() as f64 - 0.5, sample.largest() as f64 - 0.5);
    let parameters = |point: &[f64; 3]| [high + libm::exp(point[0]), libm::exp(point[1]), point[2]];
    let cost = |point: &[f64; 3]| {
        if !SHAPES.contains(&point[2]) || point[0] > 12.0 {
            return f64::INFINITY;
        }
        -log_likelihood(Family::Pareto, &parameters(point), sample)
    };
    let [a, b, _] = uniform(sample);
    let as_uniform = [libm::log(b - high), libm::log(b - a), -1.0];
    let mut best = (as_uniform, cost(&as_uniform));
    for shape in [-1.0, -4.0, -2.0, -0.6, -0.25, -0.05, 0.2] {
        let start = if shape == -1.0 {
            as_uniform
        } else if shape < 0.0 {
            // The end lies a little below the smallest value.
            [libm::log(0.9), libm::log(-shape * (high + 0.9 - low + 0.05)), shape]
        } else {
            [libm::log(0.9), libm::log((high + 0.9 - sample.mean()).max(0.1)), shape]
        };
        let found = minimise(cost, start, [-0.3, 0.2, 0.2]);
        if found.1 < best.1 {
            best = found;
        }
    }
    parameters(&best.0)
}
