//! Every benchmark task must parse without an error. Needs a benchmark collection: `EXTREMAL_SHARED`, or the
//! folder `shared` beside the repository. `cargo xtask test` runs these tests where there is one.

use std::path::{Path, PathBuf};

use extremal_pddl::{Severity, SourceFile, parse_task};

fn shared() -> PathBuf {
    match std::env::var_os("EXTREMAL_SHARED") {
        Some(path) => path.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    }
}

/// Domain and problem of each line of each suite.
fn tasks() -> Vec<(PathBuf, PathBuf)> {
    let shared = shared();
    let suites = shared.join("suites");
    let suites = std::fs::read_dir(&suites).unwrap_or_else(|e| panic!("{}: {e}", suites.display()));
    let mut tasks = Vec::new();
    for suite in suites.flatten() {
        let text = std::fs::read_to_string(suite.path()).unwrap_or_default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<&str> = line.split('\t').collect();
            if let [_, problem, domain, ..] = columns[..] {
                let root = shared.join("benchmarks");
                tasks.push((root.join(domain), root.join(problem)));
            }
        }
    }
    tasks.sort();
    tasks.dedup();
    assert!(!tasks.is_empty(), "no tasks in the suites of {}", shared.display());
    tasks
}

#[test]
#[ignore = "needs a benchmark collection"]
fn all_benchmarks_parse() {
    let tasks = tasks();
    let mut failed = 0;
    for (domain, problem) in &tasks {
        let (Ok(domain), Ok(problem)) = (SourceFile::read(domain), SourceFile::read(problem)) else {
            println!("cannot read {} or {}", domain.display(), problem.display());
            failed += 1;
            continue;
        };
        if let Err(diagnostics) = parse_task(&domain, &problem) {
            failed += 1;
            for d in diagnostics.iter().filter(|d| d.severity != Severity::Warning).take(2) {
                println!("{}: {}: {}", problem.name, d.code, d.message);
            }
        }
    }
    println!("{} tasks parsed", tasks.len() - failed);
    assert_eq!(failed, 0);
}

#[test]
#[ignore = "needs a benchmark collection"]
fn the_domain_of_every_benchmark_is_found() {
    for (domain, problem) in &tasks() {
        assert_eq!(extremal_pddl::find_domain(problem).as_ref(), Ok(domain));
    }
}
