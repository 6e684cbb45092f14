//! A task that is ready to be solved.

use extremal::limits::Duration;
use extremal::{Budget, Planner, SourceFile, Task};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{failure, other};
use crate::watched::Watched;

/// A task that is ready to be solved, any number of times.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Loaded {
    task: Task,
}

/// How the task is to be solved.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    search: String,
    heuristic: String,
    preferred: bool,
    deferred: bool,
    seed: u64,
    max_evaluations: Option<u64>,
    max_expansions: Option<u64>,
    memory_mib: u64,
}

#[wasm_bindgen]
impl Loaded {
    /// Reads, checks and grounds a task within limits of time and memory.
    #[wasm_bindgen(constructor)]
    pub fn new(domain: &str, problem: &str, seconds: f64, memory_mib: u32) -> Result<Loaded, String> {
        let time = Duration::try_from_secs_f64(seconds).ok();
        let budget = Budget::new(time, Some(u64::from(memory_mib) * 1024));
        let (domain, problem) = (SourceFile::new("domain", domain), SourceFile::new("problem", problem));
        let task = Task::from_sources(&domain, &problem, &budget).map_err(|error| failure(&error))?;
        Ok(Loaded { task })
    }

    /// The sizes of the task as a JSON object.
    pub fn sizes(&self) -> String {
        let sizes = self.task.sizes();
        let times = self.task.times();
        json!({
            "variables": sizes.variables,
            "facts": sizes.facts,
            "operators": sizes.operators,
            "axioms": sizes.axioms,
            "goals": sizes.goal_facts,
            "seconds": (times.parse + times.translate()).as_secs_f64(),
        })
        .to_string()
    }

    /// Prepares a search as a JSON object of settings says: `search` and `heuristic` by name and with parameters,
    /// `preferred`, `deferred`, `seed`, `maxEvaluations`, `maxExpansions` and `memoryMib`.
    pub fn start(&self, settings: &str) -> Result<Watched, String> {
        let settings: Settings = serde_json::from_str(settings).map_err(|error| other(&error.to_string()))?;
        let planner = Planner::new()
            .search(&settings.search)
            .and_then(|planner| planner.heuristic(&settings.heuristic))
            .map_err(|error| failure(&error))?
            .preferred(settings.preferred)
            .deferred(settings.deferred)
            .seed(settings.seed)
            .max_evaluations(settings.max_evaluations)
            .max_expansions(settings.max_expansions)
            .budget(Budget::new(None, Some(settings.memory_mib * 1024)));
        let running = planner.start(&self.task).map_err(|error| failure(&error))?;
        Ok(Watched::new(self.task.clone(), running))
    }
}
