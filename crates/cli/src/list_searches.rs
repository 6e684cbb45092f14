//! The searches as `extremal list` shows them.

use extremal::grammar::Parameter;
use extremal::searches::registry::parameters_with;
use extremal::searches::{FORMS, SEARCHES};
use extremal_lab::Components;
use serde::Serialize;

/// What there is to say about a search.
#[derive(Serialize)]
pub struct SearchEntry {
    /// Its name.
    pub name: &'static str,
    /// What the name stands for; empty if it is a form that others are written in.
    pub text: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// All its parameters.
    pub parameters: Vec<Parameter>,
}

/// All searches, those that others are written with last.
pub fn searches(components: &Components) -> Vec<SearchEntry> {
    let own_parts = components.own_parts();
    let named = SEARCHES.iter().chain(&components.names).map(|search| SearchEntry {
        name: search.name,
        text: search.text,
        summary: search.summary,
        source: search.source,
        parameters: parameters_with(search, &own_parts),
    });
    let forms = FORMS.iter().map(|form| SearchEntry {
        name: form.name,
        text: "",
        summary: form.summary,
        source: "",
        parameters: form.parameters.to_vec(),
    });
    let own = components.searches.iter().map(|own| SearchEntry {
        name: own.name,
        text: "",
        summary: own.summary,
        source: "",
        parameters: own.parameters.to_vec(),
    });
    named.chain(own).chain(forms).collect()
}
