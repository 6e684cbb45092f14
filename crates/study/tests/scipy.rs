//! The study's arithmetic against SciPy's: `vectors.tsv` is written by `vectors.py`.

use extremal_study::{Family, Fit, Sample, chi_square_tail, fit};

fn vectors(kind: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = include_str!("vectors.tsv").lines().map(|line| line.split('\t').collect::<Vec<_>>());
    lines.filter(move |fields| fields[0] == kind).map(|fields| fields[1..].to_vec())
}

fn family(name: &str) -> Family {
    Family::ALL.into_iter().find(|family| family.name() == name).unwrap()
}

fn numbers(text: &str) -> Vec<f64> {
    text.split(' ').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn probabilities_of_intervals() {
    let mut seen = 0;
    for fields in vectors("between") {
        let given = numbers(fields[1]);
        let parameters = std::array::from_fn(|place| given.get(place).copied().unwrap_or(0.0));
        let one = Fit { family: family(fields[0]), parameters, log_likelihood: 0.0, len: 1 };
        let (low, high): (f64, f64) = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
        let expected: f64 = fields[4].parse().unwrap();
        let at_most = |x: f64| one.at_most((x - 0.5).round() as i64);
        let found = if high - low == 1.0 {
            one.probability((low + 0.5).round() as i64)
        } else {
            at_most(high) - at_most(low)
        };
        let close = (found - expected).abs() <= 1e-9 * expected.abs() + 1e-14;
        assert!(close, "{fields:?}: {found}");
        seen += 1;
    }
    assert!(seen >= 60, "{seen}");
}

#[test]
fn fits_are_as_likely_as_the_best_that_scipy_finds() {
    let mut seen = 0;
    for fields in vectors("fit") {
        let family = family(fields[0]);
        let sample = Sample::new(numbers(fields[1]).into_iter().map(|value| value as i64));
        let expected: f64 = fields[2].parse().unwrap();
        let found = fit(family, &sample);
        // Never worse; and where the maximum is single and smooth, the same.
        assert!(found.log_likelihood > expected - 2e-3, "{family}: {found:?}, SciPy {expected}");
        if matches!(family, Family::Normal | Family::GumbelOfMinima | Family::GumbelOfMaxima) {
            assert!((found.log_likelihood - expected).abs() < 1e-4, "{family}: {found:?}, SciPy {expected}");
            for (ours, theirs) in found.parameters.iter().zip(numbers(fields[3])) {
                assert!(
                    (ours - theirs).abs() < 1e-2 * (1.0 + theirs.abs()),
                    "{family}: {found:?} {fields:?}"
                );
            }
        } else {
            // A maximum at the edge of what is allowed can lie a little beyond where SciPy was told to look.
            assert!(found.log_likelihood < expected + 0.05, "{family}: {found:?}, SciPy {expected}");
        }
        seen += 1;
    }
    assert_eq!(seen, 30);
}

#[test]
fn probabilities_of_chi_square() {
    for fields in vectors("chi-square") {
        let groups: Vec<(f64, f64)> = numbers(fields[0]).into_iter().zip(numbers(fields[1])).collect();
        let expected: f64 = fields[2].parse().unwrap();
        assert!((chi_square_tail(&groups) - expected).abs() < 1e-8, "{fields:?}");
    }
    assert_eq!(vectors("chi-square").count(), 2);
}
