//! Another name for the same thing, in all files at once.

use std::fmt;

use extremal::Span;
use extremal::pddl::symbol::keyword;

use crate::document::{Document, WordKind};
use crate::navigation::{Location, NameAt};

/// A replacement in one of several documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocatedEdit {
    /// What is replaced.
    pub location: Location,
    /// What stands there afterwards.
    pub replacement: String,
}

/// Why something cannot be renamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotRename(String);

impl fmt::Display for CannotRename {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CannotRename {}

fn refuse<T>(why: impl Into<String>) -> Result<T, CannotRename> {
    Err(CannotRename(why.into()))
}

/// The place of the name at an offset, and the name as it is written there, if it can be renamed.
pub fn prepare_rename(
    project: &[&Document],
    document: usize,
    offset: u32,
) -> Result<(Span, String), CannotRename> {
    let Some(name) = NameAt::new(project, document, offset) else {
        return refuse("there is no name here");
    };
    let is_builtin = match name.kind {
        WordKind::Requirement => true,
        WordKind::Type => ["object", "number"].contains(&name.name),
        WordKind::Function => name.name == "total-cost",
        _ => false,
    };
    if is_builtin {
        return refuse(format!("`{}` is a word of PDDL", name.name));
    }
    Ok((name.span, project[document].source(name.span)))
}

/// The edits that give the name at an offset another name everywhere.
pub fn rename(
    project: &[&Document],
    document: usize,
    offset: u32,
    new_name: &str,
) -> Result<Vec<LocatedEdit>, CannotRename> {
    prepare_rename(project, document, offset)?;
    let Some(name) = NameAt::new(project, document, offset) else {
        return refuse("there is no name here");
    };
    let new_name = new_name.trim();
    let plain = new_name.strip_prefix('?').unwrap_or(new_name);
    let is_variable = name.kind == WordKind::Variable;
    if new_name.starts_with('?') && !is_variable {
        return refuse("only variables begin with a question mark");
    }
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !plain.starts_with(|c: char| c.is_ascii_alphabetic()) || !plain.chars().all(allowed) {
        return refuse("a name begins with a letter and has only ASCII letters, digits, `-` and `_`");
    }
    let lower = plain.to_ascii_lowercase();
    if !is_variable && is_reserved(&lower) {
        return refuse(format!("`{lower}` is a word of PDDL"));
    }
    let replacement = if is_variable { format!("?{plain}") } else { plain.to_owned() };
    let lower = replacement.to_ascii_lowercase();
    if lower != name.name && is_taken(project, document, &name, offset, &lower) {
        return refuse(format!("there is another `{lower}` already"));
    }
    let edit = |location| LocatedEdit { location, replacement: replacement.clone() };
    Ok(name.locations(project, |_| true).into_iter().map(edit).collect())
}

fn is_taken(project: &[&Document], document: usize, name: &NameAt, offset: u32, new_name: &str) -> bool {
    if name.kind == WordKind::Variable {
        // A second variable of this name in the same action would be confused with it.
        let file = project[document];
        let owner = crate::navigation::occurrence_at(file, offset).map(|occurrence| occurrence.owner);
        return file.uses(name.kind, new_name).any(|other| Some(other.owner) == owner);
    }
    let rivals: &[WordKind] = match name.kind {
        // An atom must not become a cost, nor the other way round.
        WordKind::Predicate | WordKind::Function => &[WordKind::Predicate, WordKind::Function],
        _ => &[name.kind],
    };
    let is_declared =
        |document: &&Document| rivals.iter().any(|&kind| document.declaration(kind, new_name).is_some());
    project.iter().any(is_declared)
}

/// Whether PDDL itself uses a word.
fn is_reserved(word: &str) -> bool {
    let table = extremal::pddl::symbol::SymbolTable::new();
    let is_keyword = table.get(word).is_some_and(|symbol| {
        // `at`, `start` and the like mean something in temporal planning only, and are names here.
        (keyword::DEFINE..=keyword::MAXIMIZE).contains(&symbol) || symbol == keyword::PREFERENCE
    });
    is_keyword && !["domain", "problem"].contains(&word)
}
