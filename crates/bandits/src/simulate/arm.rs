//! Arms: distributions of rewards, and how they are written.

use std::sync::Arc;

use super::Random;

/// A distribution of rewards.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Arm {
    /// `uniform:LOW,HIGH`.
    Uniform(f64, f64),
    /// `gaussian:MEAN,DEVIATION`.
    Gaussian(f64, f64),
    /// `bernoulli:PROBABILITY`, rewards 0 and 1.
    Bernoulli(f64),
    /// `exponential:RATE`.
    Exponential(f64),
    /// `gpd:LOCATION,SCALE,SHAPE`, the generalised Pareto distribution: shape -1 is uniform, 0 exponential,
    /// above 0 heavy-tailed.
    GeneralisedPareto(f64, f64, f64),
    /// Rewards that were recorded, drawn with replacement.
    Recorded(Arc<Recording>),
}

/// Rewards that were recorded.
#[derive(Clone, PartialEq, Debug)]
pub struct Recording {
    name: String,
    rewards: Vec<f64>,
    mean: f64,
}

const KINDS: [(&str, &str, usize); 5] = [
    ("uniform", "LOW,HIGH", 2),
    ("gaussian", "MEAN,DEVIATION", 2),
    ("bernoulli", "PROBABILITY", 1),
    ("exponential", "RATE", 1),
    ("gpd", "LOCATION,SCALE,SHAPE", 3),
];

/// Why a text does not describe an arm.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArmError {
    /// There is no such distribution.
    #[error("arm `{0}`: there is no distribution `{1}`; there are {2}")]
    Unknown(String, String, String),
    /// The distribution takes another number of parameters.
    #[error("arm `{0}`: write `{1}:{2}`")]
    Parameters(String, &'static str, &'static str),
    /// A parameter is not a number.
    #[error("arm `{0}`: `{1}` is not a number of magnitude up to 1e9")]
    NotANumber(String, String),
    /// The parameters do not make a distribution.
    #[error("arm `{0}`: {1}")]
    Invalid(String, &'static str),
}

impl Arm {
    /// Reads an arm, for example `uniform:0,1`, `gaussian:0.5,0.2`, `bernoulli:0.3`, `exponential:2` or
    /// `gpd:0,1,-0.5`.
    pub fn parse(text: &str) -> Result<Arm, ArmError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let Some(&(kind, parameters, expected)) = KINDS.iter().find(|(kind, _, _)| *kind == name.trim())
        else {
            let known: Vec<_> =
                KINDS.iter().map(|(kind, parameters, _)| format!("{kind}:{parameters}")).collect();
            return Err(ArmError::Unknown(text.into(), name.into(), known.join(", ")));
        };
        let words: Vec<_> = rest.split(',').map(str::trim).collect();
        if words.len() != expected || words.contains(&"") {
            return Err(ArmError::Parameters(text.into(), kind, parameters));
        }
        let mut numbers = [0.0; 3];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = word
                .parse()
                .ok()
                .filter(|x: &f64| x.abs() <= 1e9)
                .ok_or_else(|| ArmError::NotANumber(text.into(), word.into()))?;
        }
        let [a, b, c] = numbers;
        let arm = match kind {
            "uniform" => Arm::Uniform(a, b),
            "gaussian" => Arm::Gaussian(a, b),
            "bernoulli" => Arm::Bernoulli(a),
            "exponential" => Arm::Exponential(a),
            _ => Arm::GeneralisedPareto(a, b, c),
        };
        arm.check().map_err(|reason| ArmError::Invalid(text.into(), reason))?;
        Ok(arm)
    }

    /// An arm that yields values which were recorded, such as the heuristic values below a node of a search tree, each
    /// as likely as the others. They are costs, so the rewards are their negations. `None` if there are none, or one is
    /// not a number of magnitude up to 1e9.
    pub fn recorded(name: &str, costs: &[f64]) -> Option<Arm> {
        let is_possible = |cost: &f64| cost.abs() <= 1e9;
        let rewards: Vec<f64> = costs.iter().map(|cost| -cost).collect();
        let mean = rewards.iter().sum::<f64>() / rewards.len().max(1) as f64;
        (!costs.is_empty() && costs.iter().all(is_possible))
            .then(|| Arm::Recorded(Arc::new(Recording { name: name.to_owned(), rewards, mean })))
    }

    fn check(&self) -> Result<(), &'static str> {
        let (holds, reason) = match *self {
            Arm::Uniform(low, high) => (low <= high, "LOW must not be above HIGH"),
            Arm::Gaussian(_, deviation) => (deviation >= 0.0, "DEVIATION must not be negative"),
            Arm::Bernoulli(p) => ((0.0..=1.0).contains(&p), "PROBABILITY must be between 0 and 1"),
            Arm::Exponential(rate) => (rate >= 1e-9, "RATE must be above 0"),
            Arm::GeneralisedPareto(_, scale, _) if scale <= 0.0 => (false, "SCALE must be above 0"),
            Arm::GeneralisedPareto(_, _, shape) => {
                (shape < 1.0, "SHAPE must be below 1: otherwise the mean is infinite and there is no regret")
            }
            Arm::Recorded(_) => (true, ""),
        };
        if holds { Ok(()) } else { Err(reason) }
    }

    /// The expected reward.
    pub fn mean(&self) -> f64 {
        match *self {
            Arm::Uniform(low, high) => 0.5 * (low + high),
            Arm::Gaussian(mean, _) => mean,
            Arm::Bernoulli(p) => p,
            Arm::Exponential(rate) => 1.0 / rate,
            Arm::GeneralisedPareto(location, scale, shape) => location + scale / (1.0 - shape),
            Arm::Recorded(ref recording) => recording.mean,
        }
    }

    /// A reward.
    pub fn pull(&self, random: &mut Random) -> f64 {
        if let Arm::Recorded(recording) = self {
            return recording.rewards[random.below(recording.rewards.len())];
        }
        // In (0, 1], so that its logarithm is finite.
        let mut positive = || 1.0 - random.unit();
        match *self {
            Arm::Uniform(low, high) => high - (high - low) * positive(),
            Arm::Gaussian(mean, deviation) => {
                let radius = (-2.0 * positive().ln()).sqrt();
                mean + deviation * radius * (2.0 * std::f64::consts::PI * positive()).cos()
            }
            Arm::Bernoulli(p) => f64::from(u8::from(positive() <= p)),
            Arm::Exponential(rate) => -positive().ln() / rate,
            Arm::GeneralisedPareto(location, scale, shape) => {
                let log = -positive().ln();
                // (u^-shape - 1) / shape, which is the logarithm where the shape vanishes.
                location + scale * if shape == 0.0 { log } else { (shape * log).exp_m1() / shape }
            }
            Arm::Recorded(_) => 0.0,
        }
    }
}

impl std::fmt::Display for Arm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Arm::Uniform(low, high) => write!(f, "uniform:{low},{high}"),
            Arm::Gaussian(mean, deviation) => write!(f, "gaussian:{mean},{deviation}"),
            Arm::Bernoulli(p) => write!(f, "bernoulli:{p}"),
            Arm::Exponential(rate) => write!(f, "exponential:{rate}"),
            Arm::GeneralisedPareto(location, scale, shape) => write!(f, "gpd:{location},{scale},{shape}"),
            Arm::Recorded(recording) => write!(f, "{} ({} values)", recording.name, recording.rewards.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_back() {
        for text in ["uniform:0,1", "gaussian:0.5,0.2", "bernoulli:0.3", "exponential:2", "gpd:0,1,-0.5"] {
            assert_eq!(Arm::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn recorded_costs_become_rewards() {
        let arm = Arm::recorded("a", &[3.0, 5.0, 5.0, 7.0]).unwrap();
        assert_eq!((arm.mean(), arm.to_string().as_str()), (-5.0, "a (4 values)"));
        let mut random = Random::new(1);
        let draws: Vec<f64> = (0..4000).map(|_| arm.pull(&mut random)).collect();
        let share = draws.iter().filter(|&&reward| reward == -5.0).count() as f64 / 4000.0;
        assert!((share - 0.5).abs() < 0.03, "{share}");
        assert_eq!(Arm::recorded("a", &[]), None);
        assert_eq!(Arm::recorded("a", &[f64::NAN]), None);
    }

    #[test]
    fn errors_say_what_to_write() {
        let error = |text| Arm::parse(text).unwrap_err().to_string();
        assert!(error("normal:0,1").contains("there are uniform:LOW,HIGH, gaussian:MEAN,DEVIATION"));
        assert_eq!(error("uniform:1"), "arm `uniform:1`: write `uniform:LOW,HIGH`");
        assert_eq!(error("uniform"), "arm `uniform`: write `uniform:LOW,HIGH`");
        assert_eq!(error("uniform:1,2,3"), "arm `uniform:1,2,3`: write `uniform:LOW,HIGH`");
        assert!(error("uniform:a,1").contains("`a` is not a number"));
        assert!(error("uniform:NaN,1").contains("`NaN` is not a number"));
        assert!(error("uniform:2,1").contains("LOW must not be above HIGH"));
        assert!(error("bernoulli:1.5").contains("between 0 and 1"));
        assert!(error("gpd:0,1,1").contains("mean is infinite"));
        assert!(error("gpd:0,0,0.5").contains("SCALE must be above 0"));
    }

    #[test]
    fn sample_means_agree_with_the_means() {
        for text in [
            "uniform:-1,4",
            "gaussian:3,2",
            "bernoulli:0.3",
            "exponential:2",
            "gpd:1,2,0",
            "gpd:1,2,0.2",
            "gpd:0,1,-1",
        ] {
            let arm = Arm::parse(text).unwrap();
            let mut random = Random::new(5);
            let mean = (0..100_000).map(|_| arm.pull(&mut random)).sum::<f64>() / 100_000.0;
            assert!((mean - arm.mean()).abs() < 0.03, "{text} {mean}");
        }
    }

    #[test]
    fn a_generalised_pareto_of_shape_minus_one_is_uniform() {
        let arm = Arm::parse("gpd:2,3,-1").unwrap();
        let mut random = Random::new(5);
        let rewards: Vec<_> = (0..10_000).map(|_| arm.pull(&mut random)).collect();
        assert!(rewards.iter().all(|r| (2.0..=5.0).contains(r)));
        let low = rewards.iter().filter(|r| **r < 3.0).count();
        assert!((3100..3600).contains(&low), "{low}");
    }
}
