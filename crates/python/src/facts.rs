//! Facts by name: `on(a, b)`, or as PDDL writes them, `(on a b)`.

use std::collections::HashMap;

use extremal::{Fact, SasTask};

const ATOM: &str = "Atom ";
const NEGATED: &str = "NegatedAtom ";

/// The name of a value of a variable, without the words of the file format: `on(a, b)`, `not on(a, b)`, or none if
/// the value only says that no other one holds.
pub fn name(task: &SasTask, fact: Fact) -> Option<String> {
    let text = task.variables.get(fact.variable as usize)?.values.get(fact.value as usize)?;
    match (text.strip_prefix(ATOM), text.strip_prefix(NEGATED)) {
        (Some(atom), _) => Some(atom.to_owned()),
        (_, Some(atom)) => Some(format!("not {atom}")),
        _ => None,
    }
}

/// Whether the fact says that an atom is true.
pub fn is_positive(task: &SasTask, fact: Fact) -> bool {
    task.variables[fact.variable as usize].values[fact.value as usize].starts_with(ATOM)
}

/// Facts by their names.
#[derive(Debug)]
pub struct FactNames(HashMap<String, Fact>);

impl FactNames {
    /// The names of all facts of a task.
    pub fn new(task: &SasTask) -> Self {
        let mut names = HashMap::new();
        for (variable, values) in task.variables.iter().enumerate() {
            for value in 0..values.values.len() {
                let fact = Fact { variable: variable as u32, value: value as u32 };
                if let Some(name) = name(task, fact) {
                    names.entry(key(&name)).or_insert(fact);
                }
            }
        }
        FactNames(names)
    }

    /// The fact of a name, if a variable of the task says whether it holds.
    pub fn find(&self, name: &str) -> Option<Fact> {
        self.0.get(&key(name)).copied()
    }
}

/// The words of a name: both notations have the same.
fn key(name: &str) -> String {
    let words = name.split(|c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | ','));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").to_ascii_lowercase()
}
