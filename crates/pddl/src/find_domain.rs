//! The domain file that belongs to a problem file, by the names that benchmark collections use.

use std::fmt;
use std::path::{Path, PathBuf};

/// No file with any of the usual names exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DomainNotFound {
    /// The problem file.
    pub problem: PathBuf,
    /// The files that were looked for, in this order.
    pub tried: Vec<PathBuf>,
}

impl fmt::Display for DomainNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no domain file found for {}; looked for:", self.problem.display())?;
        for path in &self.tried {
            write!(f, "\n  {}", path.display())?;
        }
        Ok(())
    }
}

impl std::error::Error for DomainNotFound {}

/// Finds the domain file of a problem file.
///
/// The rules of Fast Downward come first, because they decide what its users get; then those of Aries and
/// pyperplan. For `dir/p03-x.pddl` these are: `domain.pddl`, `p03-x-domain.pddl`, `p03-domain.pddl`,
/// `domain_p03-x.pddl` and `domain-p03-x.pddl` in `dir`; `X.dom.pddl` for `X.03.pb.pddl` and `X.pb.pddl`;
/// `domain-03.pddl` for `instance-03.pddl`, also in `../domains`; `../domain.pddl`; any file in `dir` whose
/// name contains `domain` and the first number of the problem's name.
pub fn find_domain(problem: &Path) -> Result<PathBuf, DomainNotFound> {
    let mut tried = fixed_candidates(problem);
    tried.retain(|candidate| candidate != problem);
    if let Some(found) = tried.iter().find(|candidate| candidate.is_file()) {
        return Ok(found.clone());
    }
    if let Some(number) = first_number(&file_name(problem)) {
        if let Some(found) = numbered_domain(problem, &number) {
            return Ok(found);
        }
        tried.push(directory(problem).join(format!("*domain*{number}*")));
    }
    Err(DomainNotFound { problem: problem.to_owned(), tried })
}

fn fixed_candidates(problem: &Path) -> Vec<PathBuf> {
    let directory = directory(problem);
    let name = file_name(problem);
    let stem = problem.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let first_three: String = name.chars().take(3).collect();
    let mut candidates = vec![
        directory.join("domain.pddl"),
        directory.join(format!("{stem}-domain.pddl")),
        directory.join(format!("{first_three}-domain.pddl")),
        directory.join(format!("domain_{name}")),
        directory.join(format!("domain-{name}")),
    ];
    if let Some(title) = name.strip_suffix(".pb.pddl") {
        let base = title.rsplit_once('.').map_or(title, |(base, _)| base);
        candidates.push(directory.join(format!("{title}.dom.pddl")));
        candidates.push(directory.join(format!("{base}.dom.pddl")));
    }
    let parent = directory.join("..");
    if let Some(number) = name.strip_prefix("instance-") {
        candidates.push(directory.join(format!("domain-{number}")));
        candidates.push(parent.join("domains").join(format!("domain-{number}")));
    }
    candidates.push(parent.join("domain.pddl"));
    let mut unique = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        if !unique.contains(&candidate) {
            unique.push(candidate);
        }
    }
    unique
}

/// The first file by name that contains `domain` and the number.
fn numbered_domain(problem: &Path, number: &str) -> Option<PathBuf> {
    let is_domain = |path: &PathBuf| {
        let name = file_name(path);
        path != problem && name.contains("domain") && has_number(&name, number) && path.is_file()
    };
    let files = std::fs::read_dir(directory(problem)).ok()?;
    files.flatten().map(|file| directory(problem).join(file.file_name())).filter(is_domain).min()
}

fn directory(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn first_number(name: &str) -> Option<String> {
    numbers(name).next().map(str::to_owned)
}

fn has_number(name: &str, number: &str) -> bool {
    numbers(name).any(|n| n == number)
}

fn numbers(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of its own with empty files in it.
    fn with_files(test: &str, files: &[&str]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("extremal-find-domain-{}-{test}", std::process::id()));
        for file in files {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        root
    }

    fn found(test: &str, files: &[&str], problem: &str) -> Option<String> {
        let root = with_files(test, files);
        let found = find_domain(&root.join(problem)).ok().map(|path| {
            path.canonicalize()
                .unwrap()
                .strip_prefix(root.canonicalize().unwrap())
                .unwrap()
                .display()
                .to_string()
        });
        std::fs::remove_dir_all(root).unwrap();
        found
    }

    #[test]
    fn the_rules_of_fast_downward_in_their_order() {
        let all = ["p03-x.pddl", "domain.pddl", "p03-x-domain.pddl", "p03-domain.pddl", "domain_p03-x.pddl"];
        assert_eq!(found("a", &all, "p03-x.pddl").as_deref(), Some("domain.pddl"));
        let some = ["p03-x.pddl", "p03-x-domain.pddl", "p03-domain.pddl"];
        assert_eq!(found("b", &some, "p03-x.pddl").as_deref(), Some("p03-x-domain.pddl"));
        let some = ["p03-x.pddl", "p03-domain.pddl", "p04-domain.pddl"];
        assert_eq!(found("c", &some, "p03-x.pddl").as_deref(), Some("p03-domain.pddl"));
        assert_eq!(found("d", &["domain_p1.pddl"], "p1.pddl").as_deref(), Some("domain_p1.pddl"));
        assert_eq!(found("e", &["domain-p1.pddl"], "p1.pddl").as_deref(), Some("domain-p1.pddl"));
    }

    #[test]
    fn the_rules_of_aries() {
        assert_eq!(found("f", &["rovers.dom.pddl"], "rovers.07.pb.pddl").as_deref(), Some("rovers.dom.pddl"));
        assert_eq!(found("g", &["domain-7.pddl"], "instance-7.pddl").as_deref(), Some("domain-7.pddl"));
        let files = ["domains/domain-7.pddl", "instances/instance-7.pddl"];
        assert_eq!(found("h", &files, "instances/instance-7.pddl").as_deref(), Some("domains/domain-7.pddl"));
        assert_eq!(found("i", &["domain.pddl", "s/q.pddl"], "s/q.pddl").as_deref(), Some("domain.pddl"));
    }

    #[test]
    fn the_rule_of_pyperplan_takes_whole_numbers() {
        let files = ["mydomain012.pddl", "mydomain12.pddl", "mydomain1.pddl"];
        assert_eq!(found("j", &files, "task12.pddl").as_deref(), Some("mydomain12.pddl"));
        assert_eq!(found("k", &["mydomain1.pddl"], "task12.pddl"), None);
    }

    #[test]
    fn the_error_lists_what_was_tried() {
        let error = find_domain(Path::new("nowhere/p03.pddl")).unwrap_err();
        let text = error.to_string();
        assert!(text.starts_with("no domain file found for nowhere/p03.pddl"), "{text}");
        for name in ["domain.pddl", "p03-domain.pddl", "domain_p03.pddl", "domain-p03.pddl", "*domain*03*"] {
            assert!(text.contains(name), "{name} in {text}");
        }
        assert_eq!(error.tried.iter().filter(|path| path.ends_with("p03-domain.pddl")).count(), 1);
    }

    #[test]
    fn a_problem_is_not_its_own_domain() {
        assert_eq!(found("l", &["domain.pddl"], "domain.pddl"), None);
    }
}
