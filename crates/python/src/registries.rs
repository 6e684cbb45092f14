//! Lists of what there is, from the registries.

use extremal::bandits::BANDITS;
use extremal::grammar::Parameter;
use extremal::searches::registry::parameters_of;
use extremal::searches::{LIST_KEYS, LIST_KINDS, LIST_PREFIX};
use extremal::{HEURISTICS, SEARCHES};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The names of parameters with their defaults and what they are about.
fn parameters<'py>(py: Python<'py>, parameters: &[Parameter]) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for parameter in parameters {
        dictionary.set_item(parameter.name, (parameter.default, parameter.about))?;
    }
    Ok(dictionary)
}

fn entry<'py>(py: Python<'py>, texts: &[(&str, &str)], known: &[Parameter]) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for (key, value) in texts {
        dictionary.set_item(key, value)?;
    }
    dictionary.set_item("parameters", parameters(py, known)?)?;
    Ok(dictionary)
}

/// All searches that have a name: for each its name, a summary, its text in terms of open lists, its source, and its
/// parameters as a dictionary from names to defaults and explanations.
#[pyfunction]
pub fn searches(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let entries = SEARCHES.iter().map(|search| {
        let texts = [
            ("name", search.name),
            ("summary", search.summary),
            ("text", search.text),
            ("source", search.source),
        ];
        entry(py, &texts, &parameters_of(search))
    });
    PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?)
}

/// What the parameter lists of searches is made of: "kinds" of open lists with the searches that can have them (forms)
/// and what they can be ordered by (keys; empty for any), "prefixes" of these, and "keys". Each has a name and a summary.
#[pyfunction]
pub fn open_lists<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let list = |entries: Vec<Bound<'py, PyDict>>| PyList::new(py, entries).map(Bound::into_any);
    let entry = |texts: &[(&str, &str)]| {
        let entry = PyDict::new(py);
        texts.iter().try_for_each(|(key, value)| entry.set_item(key, value))?;
        PyResult::Ok(entry)
    };
    let kinds = LIST_KINDS.iter().map(|kind| {
        let entry = entry(&[("name", kind.name), ("text", kind.text), ("summary", kind.summary)])?;
        entry.set_item("forms", kind.forms)?;
        entry.set_item("keys", kind.keys)?;
        entry.set_item("takes_preferred", kind.takes_preferred)?;
        PyResult::Ok(entry)
    });
    let (prefix, keys) = (LIST_PREFIX, LIST_KEYS.iter());
    let keys = keys.map(|key| entry(&[("name", key.name), ("summary", key.summary)]));
    let all = PyDict::new(py);
    all.set_item("kinds", list(kinds.collect::<PyResult<_>>()?)?)?;
    let prefix = entry(&[("name", prefix.name), ("text", prefix.text), ("summary", prefix.summary)])?;
    all.set_item("prefixes", list(vec![prefix])?)?;
    all.set_item("keys", list(keys.collect::<PyResult<_>>()?)?)?;
    Ok(all)
}

/// All heuristics: for each its name, a summary, its source, its parameters, whether it is admissible, whether
/// its dead ends are proven ("safe"), and whether it has preferred operators.
#[pyfunction]
pub fn heuristics(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let entries = HEURISTICS.iter().map(|heuristic| {
        let texts =
            [("name", heuristic.name), ("summary", heuristic.summary), ("source", heuristic.citation)];
        let dictionary = entry(py, &texts, heuristic.parameters)?;
        dictionary.set_item("admissible", heuristic.admissible)?;
        dictionary.set_item("safe", heuristic.safe)?;
        dictionary.set_item("preferred_operators", heuristic.preferred_operators)?;
        PyResult::Ok(dictionary)
    });
    PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?)
}

/// All bandits: for each its name, a summary, its formula, what is backed up, its source, and its parameters.
#[pyfunction]
pub fn bandits(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let entries = BANDITS.iter().map(|bandit| {
        let bandit = &bandit.descriptor;
        let texts = [
            ("name", bandit.name),
            ("summary", bandit.summary),
            ("formula", bandit.formula),
            ("backup", bandit.backup),
            ("source", bandit.citation),
        ];
        entry(py, &texts, bandit.parameters)
    });
    PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?)
}

/// All generators of problems: for each its name, a description, and what the size counts.
#[pyfunction]
pub fn generators(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let entries = extremal_generate::generators().iter().map(|generator| {
        let dictionary = PyDict::new(py);
        dictionary.set_item("name", generator.name)?;
        dictionary.set_item("description", generator.description)?;
        dictionary.set_item("size", generator.size_means)?;
        PyResult::Ok(dictionary)
    });
    PyList::new(py, entries.collect::<PyResult<Vec<_>>>()?)
}
