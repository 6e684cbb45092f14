//! Bandits on their own, as `extremal bandit` has them.

use extremal::bandits::simulate::{Experiment, ExperimentOptions, run};
use extremal_plot::Scale;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::other;

/// What the page asks for.
#[derive(Deserialize)]
struct Wish {
    arms: Vec<String>,
    policies: Vec<String>,
    pulls: u32,
    runs: u32,
    seed: u64,
    log_regret: bool,
}

/// Runs an experiment that is described by a JSON object with `arms`, `policies`, `pulls`, `runs`, `seed` and `log_regret`.
/// Returns a JSON object: `outcome` is what `extremal bandit --json` prints, `table` its table, and `svg` the chart.
#[wasm_bindgen]
pub fn simulate(wish: &str) -> Result<String, String> {
    let wish: Wish = serde_json::from_str(wish).map_err(|error| other(&error.to_string()))?;
    let Wish { arms, policies, pulls, runs, seed, log_regret } = wish;
    let options = ExperimentOptions { arms, recorded: Vec::new(), policies, pulls, runs, seed, threads: 1 };
    let experiment = Experiment::new(&options).map_err(|error| other(&error.to_string()))?;
    let outcome = run(&experiment);
    let y_scale = if log_regret { Scale::Logarithmic } else { Scale::Linear };
    let svg = outcome.to_svg(Scale::Logarithmic, y_scale);
    Ok(json!({ "outcome": outcome, "table": outcome.to_table(), "svg": svg }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn an_experiment_has_a_curve_for_each_policy() {
        let wish = json!({
            "arms": ["uniform:0,1", "gaussian:0.6,0.1"], "policies": ["ucb1", "ucb1-uniform(floor=1)"],
            "pulls": 50, "runs": 4, "seed": 1, "log_regret": false,
        });
        let answer: Value = serde_json::from_str(&simulate(&wish.to_string()).unwrap()).unwrap();
        assert_eq!(answer["outcome"]["curves"].as_array().unwrap().len(), 2);
        assert!(answer["svg"].as_str().unwrap().starts_with("<svg"));
    }

    #[test]
    fn a_wrong_arm_is_a_sentence() {
        let wish = json!({
            "arms": ["unifrm:0,1", "uniform:0,1"], "policies": ["ucb1"], "pulls": 5, "runs": 1, "seed": 1,
            "log_regret": false,
        });
        assert!(simulate(&wish.to_string()).unwrap_err().contains("unifrm"));
    }
}
