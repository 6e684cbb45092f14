//! What is public in the library, read from the sources: no two types share a name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module: its file, and the folder in which the files of its own modules are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Module {
    file: PathBuf,
    folder: PathBuf,
}

/// What a name stands for.
enum Found {
    Module(Module),
    /// A type, by the file that defines it and its name there.
    Type(PathBuf, String),
}

/// A statement at the top level of a file.
struct Statement {
    text: String,
    is_hidden: bool,
}

impl Module {
    fn of_crate(name: &str) -> Option<Module> {
        let short = name.strip_prefix("extremal_")?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(short).join("src");
        Some(Module { file: folder.join("lib.rs"), folder })
    }

    fn root(&self) -> Module {
        let folder = self.folder.ancestors().find(|folder| folder.ends_with("src")).unwrap();
        Module { file: folder.join("lib.rs"), folder: folder.to_owned() }
    }

    fn child(&self, name: &str) -> Option<Module> {
        let folder = self.folder.join(name);
        let files = [self.folder.join(format!("{name}.rs")), folder.join("mod.rs")];
        files.into_iter().find(|file| file.exists()).map(|file| Module { file, folder })
    }

    /// The statements that are not inside of others.
    fn statements(&self) -> Vec<Statement> {
        let text = fs::read_to_string(&self.file).unwrap_or_else(|e| panic!("{}: {e}", self.file.display()));
        let (mut statements, mut is_hidden): (Vec<Statement>, bool) = (Vec::new(), false);
        for line in text.lines() {
            let open =
                statements.last_mut().filter(|last| last.text.contains(" use ") && !last.text.ends_with(';'));
            if let Some(open) = open {
                open.text.push_str(line.trim());
            } else if line.starts_with("#[doc(hidden)]") {
                is_hidden = true;
            } else if line.starts_with("pub ") {
                statements.push(Statement { text: line.trim_end().to_owned(), is_hidden });
                is_hidden = false;
            } else if !line.starts_with("#[") && !line.starts_with("///") {
                is_hidden = false;
            }
        }
        statements
    }

    /// The public names of the module and what they stand for, without hidden ones unless these are wanted.
    fn names(&self, hidden: bool) -> Vec<(String, Found)> {
        let mut names = Vec::new();
        for Statement { text, .. } in self.statements().into_iter().filter(|found| hidden || !found.is_hidden)
        {
            let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
            match words[1] {
                "mod" => names.push((words[2].to_owned(), Found::Module(self.child(words[2]).unwrap()))),
                "struct" | "enum" | "trait" | "type" | "union" => {
                    names.push((words[2].to_owned(), Found::Type(self.file.clone(), words[2].to_owned())));
                }
                "use" => {
                    let tree = text.trim_start_matches("pub use ").trim_end_matches(';');
                    for path in expanded(tree) {
                        names.extend(self.imported(&path));
                    }
                }
                _ => {}
            }
        }
        names
    }

    /// What a path without braces brings into the module: nothing, if it is neither a module nor a type of ours.
    fn imported(&self, path: &str) -> Vec<(String, Found)> {
        let (path, alias) = path.split_once(" as ").unwrap_or((path, ""));
        let mut steps: Vec<&str> = path.split("::").collect();
        let mut module = match steps[0] {
            "crate" => self.root(),
            first if first.starts_with("extremal_") => Module::of_crate(first).unwrap(),
            first => match self.child(first) {
                Some(module) => module,
                None => return Vec::new(),
            },
        };
        steps.remove(0);
        let Some(name) = steps.pop() else { return vec![(alias.to_owned(), Found::Module(module))] };
        for step in steps {
            module = module.child(step).unwrap_or_else(|| panic!("{path} in {}", self.file.display()));
        }
        if name == "*" {
            return module.names(true);
        }
        let found = module.names(true).into_iter().find(|(other, _)| other == name);
        let public = if alias.is_empty() { name } else { alias };
        found.into_iter().map(|(_, found)| (public.to_owned(), found)).collect()
    }
}

/// The paths in `a::{b, c::{d, e as f}}`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((prefix, inner)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let inner = inner.trim_end().strip_suffix('}').unwrap();
    let (mut paths, mut depth, mut start) = (Vec::new(), 0, 0);
    let ends = inner.char_indices().chain([(inner.len(), ',')]);
    for (at, character) in ends {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[start..at].trim();
                paths.extend(
                    expanded(part).into_iter().filter(|p| !p.is_empty()).map(|p| format!("{prefix}{p}")),
                );
                start = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// All public types by name, each with the definitions that bear it.
fn types(root: Module) -> BTreeMap<String, BTreeSet<(PathBuf, String)>> {
    let (mut types, mut seen, mut open) = (BTreeMap::new(), BTreeSet::new(), vec![root]);
    while let Some(module) = open.pop() {
        if !seen.insert(module.clone()) {
            continue;
        }
        for (name, found) in module.names(false) {
            match found {
                Found::Module(module) => open.push(module),
                Found::Type(file, own) => {
                    _ = types.entry(name).or_insert_with(BTreeSet::new).insert((file, own))
                }
            }
        }
    }
    types
}

#[test]
fn no_two_public_types_share_a_name() {
    let types = types(Module::of_crate("extremal_extremal").unwrap());
    for known in
        ["Planner", "Bandit", "OpenList", "StateId", "LandmarkSum", "Arguments", "Index", "Experiment"]
    {
        assert!(types.contains_key(known), "{known} was not found: {:?}", types.keys());
    }
    for hidden in ["RuleList", "Packing", "Bfws", "PostOptimisation"] {
        assert!(!types.contains_key(hidden), "{hidden} is public");
    }
    let twice: Vec<_> = types.iter().filter(|(_, definitions)| definitions.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn paths_in_braces_are_expanded() {
    assert_eq!(expanded("a::{b, c::{d, e as f}}"), ["a::b", "a::c::d", "a::c::e as f"]);
    assert_eq!(expanded("a::*"), ["a::*"]);
}
