//! The simulator from the command line, without the planner:
//!
//! `cargo run --release -p extremal-bandits --example regret -- SVG [log-y] PULLS RUNS SEED POLICIES ARM...`

use extremal_bandits::plot::Scale;
use extremal_bandits::simulate::{Experiment, Options, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let log_y = words.iter().position(|word| word == "log-y").map(|at| words.remove(at)).is_some();
    let [svg, pulls, runs, seed, policies, arms @ ..] = &words[..] else {
        return Err("usage: SVG [log-y] PULLS RUNS SEED POLICIES ARM...".into());
    };
    let options = Options {
        arms: arms.to_vec(),
        policies: vec![policies.clone()],
        pulls: pulls.parse()?,
        runs: runs.parse()?,
        seed: seed.parse()?,
        ..Options::default()
    };
    let outcome = run(&Experiment::new(&options)?);
    print!("{}", outcome.to_table());
    let y_scale = if log_y { Scale::Logarithmic } else { Scale::Linear };
    std::fs::write(svg, outcome.to_svg(Scale::Logarithmic, y_scale))?;
    Ok(())
}
