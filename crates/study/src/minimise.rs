//! Finding the smallest value of a function: the simplex method of Nelder and Mead, which needs no derivatives and
//! does not mind where a function is infinite.

const STEPS: usize = 400;
const TOLERANCE: f64 = 1e-9;

/// The point at which a function is small, and its value there, beginning from a point with steps of a size for each
/// coordinate.
pub fn minimise<const N: usize>(
    function: impl Fn(&[f64; N]) -> f64,
    start: [f64; N],
    size: [f64; N],
) -> ([f64; N], f64) {
    let mut best = simplex(&function, start, size);
    // A simplex may shrink before it has arrived: a fresh one goes on from there.
    for _ in 0..3 {
        let again = simplex(&function, best.0, size.map(|size| 0.3 * size));
        let gain = best.1 - again.1;
        if again.1 < best.1 {
            best = again;
        }
        if gain < 1e-7 {
            break;
        }
    }
    best
}

fn simplex<const N: usize>(
    function: &impl Fn(&[f64; N]) -> f64,
    start: [f64; N],
    size: [f64; N],
) -> ([f64; N], f64) {
    let value = |point: [f64; N]| {
        let value = function(&point);
        (point, if value.is_nan() { f64::INFINITY } else { value })
    };
    let mut corners = vec![value(start)];
    for place in 0..N {
        let mut corner = start;
        corner[place] += size[place];
        corners.push(value(corner));
    }
    for _ in 0..STEPS {
        corners.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (best, worst) = (corners[0], corners[N]);
        let spread =
            (0..N).map(|i| (worst.0[i] - best.0[i]).abs() / (1.0 + best.0[i].abs())).fold(0.0, f64::max);
        if spread < TOLERANCE || (worst.1 - best.1).abs() < 1e-10 {
            break;
        }
        let centre: [f64; N] =
            std::array::from_fn(|i| corners[..N].iter().map(|corner| corner.0[i]).sum::<f64>() / N as f64);
        let along =
            |factor: f64| value(std::array::from_fn(|i| centre[i] + factor * (worst.0[i] - centre[i])));
        let reflected = along(-1.0);
        if reflected.1 < best.1 {
            let expanded = along(-2.0);
            corners[N] = if expanded.1 < reflected.1 { expanded } else { reflected };
        } else if reflected.1 < corners[N - 1].1 {
            corners[N] = reflected;
        } else {
            let contracted = along(if reflected.1 < worst.1 { -0.5 } else { 0.5 });
            if contracted.1 < worst.1.min(reflected.1) {
                corners[N] = contracted;
            } else {
                for corner in &mut corners[1..] {
                    *corner = value(std::array::from_fn(|i| best.0[i] + 0.5 * (corner.0[i] - best.0[i])));
                }
            }
        }
    }
    corners.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((start, f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curved_valley_is_followed_to_its_end() {
        let valley = |p: &[f64; 2]| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2);
        let (point, value) = minimise(valley, [-1.2, 1.0], [0.5, 0.5]);
        assert!(value < 1e-8 && (point[0] - 1.0).abs() < 1e-3, "{point:?} {value}");
    }

    #[test]
    fn infinite_values_are_walls() {
        let walled = |p: &[f64; 1]| if p[0] < 2.0 { f64::INFINITY } else { p[0] };
        let (point, _) = minimise(walled, [5.0], [1.0]);
        assert!((point[0] - 2.0).abs() < 1e-4, "{point:?}");
    }
}
