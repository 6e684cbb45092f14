//! What can be chosen on the page, made from the lists in which the parts are registered.

use extremal::bandits::BANDITS;
use extremal::searches::registry::{bandit_of, parameters_of};
use extremal::searches::{FORMS, LIST_KINDS, LIST_PREFIX, SEARCHES};
use extremal::{HEURISTICS, Planner};
use extremal_generate::{generator, generators};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::other;

/// Searches, heuristics, bandits and generators with their parameters, formulas and sources, and what is chosen unless
/// somebody chooses, as a JSON object.
#[wasm_bindgen]
pub fn catalogue() -> String {
    let named = SEARCHES.iter().map(|search| {
        json!({
            "name": search.name,
            "text": search.text,
            "summary": search.summary,
            "source": search.source,
            "bandit": bandit_of(search).map(|bandit| bandit.name),
            "parameters": parameters_of(search),
        })
    });
    let forms = FORMS.iter().map(|form| {
        json!({
            "name": form.name,
            "text": "",
            "summary": form.summary,
            "source": "",
            "bandit": null,
            "parameters": form.parameters,
        })
    });
    let searches: Vec<Value> = named.chain(forms).collect();
    let bandits: Vec<_> = BANDITS.iter().map(|bandit| &bandit.descriptor).collect();
    let generators: Vec<Value> = generators()
        .iter()
        .map(|generator| {
            json!({
                "name": generator.name,
                "description": generator.description,
                "size": generator.size_means,
            })
        })
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "searches": searches,
        "openLists": { "kinds": LIST_KINDS, "prefixes": [LIST_PREFIX] },
        "heuristics": HEURISTICS,
        "bandits": bandits,
        "generators": generators,
        "defaults": {
            "search": Planner::DEFAULT_SEARCH,
            "heuristic": Planner::DEFAULT_HEURISTIC,
            "seed": Planner::DEFAULT_SEED,
        },
    })
    .to_string()
}

/// The largest task that a page generates: larger ones are not to be read in an editor.
const MAX_SIZE: u32 = 10_000;

/// The texts of a generated task as a JSON object with `domain` and `problem`.
#[wasm_bindgen]
pub fn generate(name: &str, size: u32, seed: u32) -> Result<String, String> {
    let generator = generator(name).ok_or_else(|| other(&format!("there is no generator '{name}'")))?;
    let task = generator.generate(size.clamp(1, MAX_SIZE), seed.into());
    Ok(json!({ "domain": task.domain, "problem": task.problem }).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_has_all_that_is_registered() {
        let catalogue: Value = serde_json::from_str(&catalogue()).unwrap();
        let names = |of: &str| -> Vec<String> {
            let list = catalogue[of].as_array().unwrap();
            list.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(names("searches").len(), SEARCHES.len() + FORMS.len());
        assert_eq!(catalogue["openLists"]["kinds"][1]["text"], "tree:h");
        assert!(names("bandits").contains(&"ucb1-uniform".to_owned()));
        assert!(names("searches").contains(&catalogue["defaults"]["search"].as_str().unwrap().to_owned()));
        let uniform =
            &catalogue["searches"].as_array().unwrap().iter().find(|s| s["name"] == "guct-uniform").unwrap();
        assert_eq!(uniform["bandit"], "ucb1-uniform");
        assert!(
            uniform["parameters"]
                .as_array()
                .unwrap()
                .iter()
                .any(|p| p["name"] == "floor" && p["default"] == 1.0)
        );
    }

    #[test]
    fn tasks_are_generated_and_wrong_names_refused() {
        let task: Value = serde_json::from_str(&generate("museum", 3, 1).unwrap()).unwrap();
        assert!(task["problem"].as_str().unwrap().contains("--size 3 --seed 1"));
        assert!(generate("musem", 3, 1).unwrap_err().contains("musem"));
    }
}
