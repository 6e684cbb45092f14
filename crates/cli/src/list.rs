//! `extremal list`: what can be chosen, made from the lists in which the parts are registered.

use clap::Args;
use extremal::bandits::{BANDITS, Parameter};
use extremal::heuristics::{self, HEURISTICS};
use extremal::searches::{
    COMMON_OPTIONS, COMPOSED_OPTIONS, PORTFOLIO_OPTIONS, Parts, SEARCHES, SearchDescriptor, TREE_OPTIONS,
};
use serde_json::{Value, json};

use crate::console::{Console, MessageOptions};
use crate::exit::Outcome;

/// Options of `extremal list`.
#[derive(Args, Debug)]
pub struct List {
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

impl List {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let console = Console::new(MessageOptions::default());
        // Strings and numbers only: this cannot fail.
        let text = if self.json {
            serde_json::to_string_pretty(&as_json()).unwrap_or_default() + "\n"
        } else {
            as_text()
        };
        match console.result(&text) {
            Ok(()) => Outcome::Success,
            Err(failure) => {
                console.failure(&failure);
                failure.outcome
            }
        }
    }
}

/// One thing that can be chosen: its name, and lines about it.
struct Entry {
    name: &'static str,
    lines: Vec<String>,
}

fn as_text() -> String {
    let mut text = String::new();
    let mut section = |title: &str, entries: Vec<Entry>| {
        text.push_str(&format!("{title}\n\n"));
        for Entry { name, lines } in entries {
            text.push_str(&format!("  {name}\n"));
            lines.iter().for_each(|line| text.push_str(&format!("      {line}\n")));
        }
        text.push('\n');
    };
    section("Searches (solve --search)", SEARCHES.iter().map(search).collect());
    section("Options of all searches", options(COMMON_OPTIONS));
    section("Options of all searches that have a bandit", options(TREE_OPTIONS));
    section("Options of searches with several open lists, besides all these", options(COMPOSED_OPTIONS));
    section("Options of searches that consist of searches", options(PORTFOLIO_OPTIONS));
    section("Heuristics (solve --heuristic)", HEURISTICS.iter().map(|h| heuristic(h)).collect());
    section("Bandits (bandit --policy)", BANDITS.iter().map(|b| bandit(&b.descriptor)).collect());
    text.push_str(
        "Parameters are written behind the name: guct(c=2), ff(cost=real). In formulas m is the mean, s the \
         standard\ndeviation, l the minimum, u the maximum and t the number of the states that count below a child (see the \
         option\nsamples); T is the number below its parent. The child with the smallest score is chosen.\n",
    );
    text
}

fn search(search: &SearchDescriptor) -> Entry {
    let mut lines = vec![search.summary.to_owned()];
    if let Parts::Composed { lazy, arguments } = search.parts {
        lines.push(format!("{}({arguments})", if lazy { "lazy" } else { "eager" }));
    }
    if let Parts::Portfolio(members) = search.parts {
        lines.extend(members.iter().zip(1..).map(|((search, _), number)| format!("{number}. {search}")));
    }
    if let Some(bandit) = search.bandit {
        lines.push(format!("bandit {bandit}"));
    } else if !search.citation.is_empty() {
        lines.push(format!("from {}", search.citation));
    }
    lines.extend(search.parameters.iter().map(parameter));
    Entry { name: search.name, lines }
}

fn options(options: &[(&'static str, &'static str, &'static str)]) -> Vec<Entry> {
    options
        .iter()
        .map(|&(name, default, about)| Entry { name, lines: vec![format!("{about}; {default} by default")] })
        .collect()
}

fn bandit(bandit: &extremal::bandits::Descriptor) -> Entry {
    let mut lines = vec![
        bandit.summary.to_owned(),
        format!("score {}", bandit.formula),
        format!("backs up {}", bandit.backup),
    ];
    lines.extend(bandit.parameters.iter().map(parameter));
    lines.push(format!("from {}", bandit.citation));
    Entry { name: bandit.name, lines }
}

fn parameter(parameter: &Parameter) -> String {
    let Parameter { name, default, min, max, doc, .. } = parameter;
    format!("{name}={}: {doc}; {} to {}", number(*default), number(*min), number(*max))
}

/// Very large and very small numbers have an exponent.
fn number(number: f64) -> String {
    let is_everyday = number == 0.0 || (1e-4..1e6).contains(&number.abs());
    if is_everyday { number.to_string() } else { format!("{number:e}") }
}

fn heuristic(heuristic: &heuristics::Descriptor) -> Entry {
    let mut lines = vec![heuristic.summary.to_owned()];
    for parameter in heuristic.parameters {
        lines.push(format!("{}={}: {}", parameter.name, parameter.default, parameter.summary));
    }
    lines.push(properties(heuristic));
    lines.push(format!("from {}", heuristic.citation));
    Entry { name: heuristic.name, lines }
}

fn properties(heuristic: &heuristics::Descriptor) -> String {
    let is = |yes: bool, property: &str| if yes { property.to_owned() } else { format!("not {property}") };
    let preferred = if heuristic.preferred_operators { "with" } else { "without" };
    let admissible = is(heuristic.admissible, "admissible");
    format!("{admissible}, {}, {preferred} preferred operators", is(heuristic.safe, "safe"))
}

fn as_json() -> Value {
    let parameters = |parameters: &[Parameter]| -> Vec<Value> {
        let one = |p: &Parameter| {
            json!({
                "name": p.name, "default": p.default, "min": p.min, "max": p.max, "whole": p.whole,
                "about": p.doc,
            })
        };
        parameters.iter().map(one).collect()
    };
    let searches = SEARCHES.iter().map(|s| {
        json!({
            "name": s.name, "summary": s.summary, "bandit": s.bandit, "citation": s.citation,
            "parameters": parameters(s.parameters),
        })
    });
    let options = |options: &[(&str, &str, &str)]| {
        let entry = |(name, default, about): &(&str, &str, &str)| json!({ "name": name, "default": default, "about": about });
        options.iter().map(entry).collect::<Vec<_>>()
    };
    let heuristics = HEURISTICS.iter().map(|h| {
        let parameters = h
            .parameters
            .iter()
            .map(|p| json!({ "name": p.name, "default": p.default, "values": p.values, "about": p.summary }));
        json!({
            "name": h.name, "summary": h.summary, "citation": h.citation, "admissible": h.admissible,
            "safe": h.safe, "preferred_operators": h.preferred_operators,
            "parameters": parameters.collect::<Vec<_>>(),
        })
    });
    let bandits = BANDITS.iter().map(|b| {
        let b = &b.descriptor;
        json!({
            "name": b.name, "summary": b.summary, "formula": b.formula, "backup": b.backup,
            "citation": b.citation, "parameters": parameters(b.parameters),
        })
    });
    json!({
        "searches": searches.collect::<Vec<_>>(),
        "options": options(COMMON_OPTIONS),
        "tree_options": options(TREE_OPTIONS),
        "heuristics": heuristics.collect::<Vec<_>>(),
        "bandits": bandits.collect::<Vec<_>>(),
    })
}
