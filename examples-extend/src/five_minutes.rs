//! A planner with a bandit of our own, which draws random numbers and has a parameter: all of it is in this file.

use std::process::ExitCode;

use extremal::bandits::{BanditDescriptor, Configurable, Dispersed, MonteCarlo, Random, RandomBandit};
use extremal::grammar::{Arguments, Kind, Parameter};
use extremal::searches::tree::Randomised;
use extremal::searches::{BanditPart, NamedSearch};
use extremal_lab::Components;

/// Thompson sampling: a mean is drawn for each child from a normal distribution around the mean of its leaves, and the child with
/// the smallest draw is chosen. `score = m + z sqrt((v + prior) / t)`, `z` standard normal, `v` the variance of the leaves.
#[derive(Clone, Copy, Debug)]
struct PosteriorMean {
    prior: f64,
}

impl RandomBandit for PosteriorMean {
    /// Number, mean and variance of the leaves are backed up.
    type Statistic = MonteCarlo;
    type Choice = ();

    /// What all children have in common: here nothing.
    fn prepare(&self, _parent: &MonteCarlo, _children: u32, _random: &mut Random) {}

    /// Each child is scored once at each choice. All random numbers come from the search, so its seed decides everything.
    fn draw(&self, _choice: &(), child: &MonteCarlo, random: &mut Random) -> f64 {
        let t = f64::from(child.count.max(1));
        child.mean() + standard_normal(random) * ((child.variance() + self.prior) / t).sqrt()
    }
}

/// A draw from the standard normal distribution (Box and Muller 1958).
fn standard_normal(random: &mut Random) -> f64 {
    // In (0, 1], so that the logarithm is finite.
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (2.0 * std::f64::consts::PI * random.unit()).cos()
}

/// Name, parameters and texts: from here come the help, the checks, and the name in texts of searches.
impl Configurable for PosteriorMean {
    const DESCRIPTOR: BanditDescriptor = BanditDescriptor {
        name: "posterior-mean",
        summary: "Thompson sampling over the mean of leaves",
        formula: "m + z * sqrt((s^2 + prior) / t), z standard normal",
        backup: "mean and variance",
        parameters: &[Parameter {
            name: "prior",
            kind: Kind::Number { min: 0.0, max: 1e6 },
            default: "1",
            about: "variance of a single leaf",
        }],
        initial_pulls: 1,
        citation: "Thompson: On the Likelihood that One Unknown Probability Exceeds Another, Biometrika 25, 1933",
    };

    fn configured(arguments: &Arguments) -> Self {
        PosteriorMean { prior: arguments.number("prior") }
    }
}

/// A name for the search with this bandit. Without it, the search is `eager(lists=tree:h,bandit=posterior-mean)`.
const SEARCH: NamedSearch = NamedSearch {
    name: "guct-posterior",
    text: "eager(lists=tree:h,bandit=posterior-mean)",
    summary: "Thompson sampling over the mean of leaves",
    source: "",
};

/// All of `extremal`, in which every command knows the bandit and the search by name.
fn main() -> ExitCode {
    extremal_cli::main(&Components {
        bandits: vec![BanditPart::of::<Randomised<PosteriorMean>, PosteriorMean>()],
        names: vec![SEARCH],
        ..Components::default()
    })
}
