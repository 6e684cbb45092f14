//! Lists of what there is, from the registries.

use extremal::bandits::BANDITS;
use extremal::grammar::Parameter;
use extremal::searches::registry::parameters_of;
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
