//! The examples and the generated problems are right in the eyes of the PDDL front end, and the wrong
//! examples are as wrong as their first line says.

use std::path::{Path, PathBuf};

use extremal_generate::generators;
use extremal_pddl::{SourceFile, only_unsupported, parse_task};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// The PDDL files of a folder under `examples/`, in order.
fn pddl_files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(examples().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pddl"))
        .collect();
    files.sort();
    files
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

#[test]
fn generated_problems_give_no_error_and_no_warning() {
    for g in generators() {
        for size in [1, 2, 3, 5, 8, 13, 21, 50] {
            for seed in 0..5 {
                let generated = g.generate(size, seed);
                let result = parse_task(
                    &SourceFile::new("domain", generated.domain),
                    &SourceFile::new("problem", generated.problem),
                );
                let warnings = result.map(|(_, warnings)| warnings);
                assert_eq!(warnings, Ok(vec![]), "{} {size} {seed}", g.name);
            }
        }
    }
}

#[test]
fn example_problems_give_no_error_and_no_warning() {
    let mut checked = 0;
    for entry in std::fs::read_dir(examples()).unwrap() {
        let folder = entry.unwrap().path();
        let domain_path = folder.join("domain.pddl");
        if !domain_path.exists() {
            continue;
        }
        let domain = SourceFile::read(&domain_path).unwrap();
        for path in pddl_files(file_name(&folder)).iter().filter(|path| **path != domain_path) {
            let result = parse_task(&domain, &SourceFile::read(path).unwrap());
            assert_eq!(result.map(|(_, warnings)| warnings), Ok(vec![]), "{}", path.display());
            checked += 1;
        }
    }
    assert!(checked >= 60, "only {checked} problems found");
}

#[test]
fn wrong_examples_are_wrong_in_the_way_they_say() {
    let good_domain = SourceFile::read(&examples().join("errors/good-domain.pddl")).unwrap();
    let good_problem = SourceFile::read(&examples().join("errors/good-problem.pddl")).unwrap();
    for path in pddl_files("errors") {
        let file = SourceFile::read(&path).unwrap();
        let result = if file_name(&path).contains("problem") {
            parse_task(&good_domain, &file)
        } else {
            parse_task(&file, &good_problem)
        };
        let outcome = match &result {
            Ok((_, warnings)) if warnings.is_empty() => "correct",
            Ok(_) => "A warning, no error.",
            Err(diagnostics) if only_unsupported(diagnostics) => "Exit code 34.",
            Err(_) => "Exit code 31.",
        };
        let text = std::fs::read_to_string(&path).unwrap();
        let first_line = text.lines().next().unwrap();
        let messages = result.map_or_else(|diagnostics| diagnostics, |(_, warnings)| warnings);
        assert!(first_line.contains(outcome), "{}: {outcome}\n{first_line}\n{messages:#?}", path.display());
    }
}
