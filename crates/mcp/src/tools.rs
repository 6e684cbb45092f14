//! The tools, by name.

use extremal::Budget;
use serde_json::{Map, Value, json};

use crate::arguments::{Access, Arguments};
use crate::short::shorten;
use crate::{check, explain, simulate, solve, validate};

/// A tool as agents see it.
#[derive(Clone, Copy, Debug)]
pub struct ToolDescription {
    /// Its name.
    pub name: &'static str,
    /// What it does, and when to use it.
    pub description: &'static str,
    /// Its texts: name, what it is, and whether it must be given.
    texts: &'static [(&'static str, &'static str, bool)],
    /// Its other arguments: name, type, and what it is.
    options: &'static [(&'static str, &'static str, &'static str)],
    work: fn(&Arguments, &Budget) -> Result<Value, String>,
}

const DOMAIN: (&str, &str, bool) = ("domain", "The PDDL text of the domain.", true);
const PROBLEM: (&str, &str, bool) = ("problem", "The PDDL text of the problem.", true);

/// All tools.
pub const TOOLS: [ToolDescription; 5] = [
    ToolDescription {
        name: "check",
        description: "Look for mistakes in a PDDL domain, or in a domain and a problem. Each message has the line it is about \
                      and, where it is clear what was meant, the lines to replace. Also says if a goal can never be reached. \
                      Use it after every edit.",
        texts: &[
            DOMAIN,
            ("problem", "The PDDL text of the problem. Without it, the domain is checked alone.", false),
        ],
        options: &[],
        work: check::check,
    },
    ToolDescription {
        name: "solve",
        description: "Find a plan for a PDDL task. The plan is validated. If there is none, says why.",
        texts: &[DOMAIN, PROBLEM],
        options: &[
            ("search", "string", "The search; leave it out unless the default finds no plan in time."),
            ("heuristic", "string", "The heuristic, such as ff or add."),
            ("seed", "integer", "The same seed gives the same plan."),
            ("max_evaluations", "integer", "Give up after so many evaluated states."),
        ],
        work: solve::solve,
    },
    ToolDescription {
        name: "explain",
        description: "Say why a PDDL task has no plan: which goals cannot be reached and what is missing for them, which goals \
                      exclude each other, how many goals hold together at most, and which actions can never be applied.",
        texts: &[DOMAIN, PROBLEM],
        options: &[],
        work: explain::explain,
    },
    ToolDescription {
        name: "validate",
        description: "Check whether a plan solves a PDDL task, and if not, which step fails and which condition is false there.",
        texts: &[DOMAIN, PROBLEM, ("plan", "The plan, one step per line: (move a b)", true)],
        options: &[],
        work: validate::validate,
    },
    ToolDescription {
        name: "simulate",
        description: "Execute steps from the initial state and show what is true then, what each step has changed, which goals \
                      are missing, and which actions can be executed next. Without steps, shows the initial state.",
        texts: &[DOMAIN, PROBLEM, ("plan", "The steps, one per line: (move a b)", false)],
        options: &[("static_facts", "boolean", "Also show facts that no action changes.")],
        work: simulate::simulate,
    },
];

impl ToolDescription {
    /// The JSON Schema of the arguments.
    pub fn input_schema(&self, access: &Access) -> Map<String, Value> {
        let mut properties = Map::new();
        for (name, description, _) in self.texts {
            properties.insert((*name).to_owned(), json!({ "type": "string", "description": description }));
            if access.folder.is_some() {
                let description =
                    format!("Instead of `{name}`: a file with it, in the folder of this server.");
                let file = json!({ "type": "string", "description": description });
                properties.insert(format!("{name}_file"), file);
            }
        }
        for (name, kind, description) in self.options {
            properties.insert((*name).to_owned(), json!({ "type": kind, "description": description }));
        }
        let required: Vec<&str> = match access.folder {
            None => self.texts.iter().filter(|(_, _, required)| *required).map(|(name, ..)| *name).collect(),
            Some(_) => Vec::new(),
        };
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        schema.as_object().cloned().unwrap_or_default()
    }
}

/// Calls a tool. What is wrong with the call is an error; what is wrong with the texts is an answer.
pub fn call(
    name: &str,
    arguments: &Map<String, Value>,
    access: &Access,
    budget: &Budget,
) -> Result<Value, String> {
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        return Err(format!("there is no tool `{name}`; there are: {}", names.join(", ")));
    };
    let mut answer = (tool.work)(&Arguments::new(arguments, access), budget)?;
    shorten(&mut answer);
    Ok(answer)
}
