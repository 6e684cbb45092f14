//! Makes the figures and tables of `docs/bandits.md` again:
//!
//! `cargo run --release -p extremal-bandits --example figures -- docs/img`

use std::path::Path;

use extremal_bandits::simulate::{Experiment, ExperimentOptions, run};
use extremal_plot::Scale;

struct Figure {
    name: &'static str,
    arms: &'static [&'static str],
    policies: &'static str,
    pulls: u32,
    y_scale: Scale,
}

const ON_UNIFORM: &str = "ucb1-uniform(floor=0.001),ucb1-uniform(floor=0.001,initial=20),ucb1-uniform(floor=0.001,initial=1000),\
                          ucb1-uniform(floor=0.001,power=-1),ucb1-normal2,ucb1,chk-uniform";
const ALL: &str = "ucb1-uniform(floor=0.001),ucb1-uniform(floor=0.001,power=-1),chk-uniform,ucb1-normal2,ucb1-normal,ucb1,\
                   max-search(c=1),robust-ucb,threshold-ascent(s=100),greedy";

const FIGURES: [Figure; 8] = [
    Figure {
        name: "equal-widths",
        arms: &["uniform:0,1", "uniform:0.2,1.2", "uniform:0.5,1.5"],
        policies: ON_UNIFORM,
        pulls: 100_000,
        y_scale: Scale::Logarithmic,
    },
    Figure {
        name: "widest-best",
        arms: &["uniform:0,1", "uniform:0,1.2", "uniform:0,1.6"],
        policies: ON_UNIFORM,
        pulls: 100_000,
        y_scale: Scale::Logarithmic,
    },
    Figure {
        name: "narrowest-best",
        arms: &["uniform:0,1", "uniform:0.2,0.9", "uniform:0.5,1"],
        policies: ON_UNIFORM,
        pulls: 100_000,
        y_scale: Scale::Logarithmic,
    },
    Figure {
        name: "logarithm",
        arms: &["uniform:0,1", "uniform:0.5,1.5"],
        policies: "ucb1-uniform(floor=0.001,power=-1,initial=20),ucb1,chk-uniform",
        pulls: 100_000,
        y_scale: Scale::Linear,
    },
    Figure {
        name: "gaussian",
        arms: &["gaussian:0,1", "gaussian:0.5,0.5", "gaussian:1,0.2"],
        policies: ALL,
        pulls: 10_000,
        y_scale: Scale::Logarithmic,
    },
    Figure {
        name: "bernoulli",
        arms: &["bernoulli:0.3", "bernoulli:0.5", "bernoulli:0.6"],
        policies: ALL,
        pulls: 10_000,
        y_scale: Scale::Logarithmic,
    },
    Figure {
        name: "exponential",
        arms: &["exponential:2", "exponential:1.5", "exponential:1"],
        policies: ALL,
        pulls: 10_000,
        y_scale: Scale::Logarithmic,
    },
    Figure {
        name: "pareto",
        arms: &["gpd:0,1,0.5", "gpd:1,1,0.2", "gpd:2,1,-0.5"],
        policies: ALL,
        pulls: 10_000,
        y_scale: Scale::Logarithmic,
    },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("which folder should the figures go to?")?;
    for figure in FIGURES {
        let options = ExperimentOptions {
            arms: figure.arms.iter().map(ToString::to_string).collect(),
            policies: vec![figure.policies.to_string()],
            pulls: figure.pulls,
            runs: 200,
            seed: 1,
            ..ExperimentOptions::default()
        };
        let outcome = run(&Experiment::new(&options)?);
        let path = Path::new(&folder).join(format!("bandit-{}.svg", figure.name));
        std::fs::write(&path, outcome.to_svg(Scale::Logarithmic, figure.y_scale))?;
        println!("{}\n\n{}", path.display(), outcome.to_table());
    }
    Ok(())
}
