//! `cargo xtask check-traces`: pandas and polars read our traces, and SciPy agrees with the fits of the study.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::Verdict;
use crate::check_python;
use crate::run::printed;
use crate::workspace;

const PACKAGES: [&str; 4] = ["pandas", "polars", "pyarrow", "scipy"];

/// The size of a full trace of 10,000 evaluations.
const MAX_BYTES: u64 = 1_000_000;

/// Looks at the tables of a trace.
const READ: &str = include_str!("traces.py");

/// Makes an environment with the packages; gives its interpreter.
pub fn set_up() -> Result<PathBuf> {
    check_python::environment_of("traces", &PACKAGES)
}

/// Traces runs and reads them; writes the reference values of the fits anew and compares.
pub fn run() -> Result<Verdict> {
    let python = set_up()?;
    let extremal = workspace::build_extremal()?;
    let scratch = workspace::scratch_directory()?;
    let (folder, store) = (scratch.path().join("trace"), scratch.path().join("store"));
    trace(&extremal, &folder, &store)?;
    let mut bytes = 0;
    for file in fs::read_dir(&folder)? {
        bytes += file?.metadata()?.len();
    }
    println!("a full trace of 10,000 evaluations: {bytes} bytes of at most {MAX_BYTES}");
    ensure!(bytes <= MAX_BYTES, "the trace is too large");
    let mut command = Command::new(&python);
    print!("{}", printed(command.args(["-c", READ]).args([&folder, &store]))?);
    same_vectors(&python)
}

fn trace(extremal: &Path, folder: &Path, store: &Path) -> Result<()> {
    let examples = workspace::root().join("examples");
    let mut command = Command::new(extremal);
    command.args([
        "solve",
        "--quiet",
        "--search",
        "guct-uniform",
        "--max-evaluations",
        "10000",
        "--plan-file",
        "-",
    ]);
    command.arg("--trace").arg(folder).args(["--trace-level", "all"]);
    // It ends at its limit, which is no success.
    command.arg(examples.join("menagerie/p04.pddl")).output().context("extremal solve")?;
    let suite = store.with_extension("txt");
    fs::write(&suite, "alpine\talpine/p02.pddl\nmuseum\tmuseum/p02.pddl\n")?;
    let mut command = Command::new(extremal);
    command.args(["lab", "run", "--quiet", "--searches", "gbfs,guct-uniform", "--trace", "all"]);
    command.args(["--max-evaluations", "300"]).arg("--suite").arg(suite);
    printed(command.arg("--benchmarks").arg(examples).arg("--out").arg(store)).map(drop)
}

/// Whether SciPy still says what `vectors.tsv` says, but for the last digits.
fn same_vectors(python: &Path) -> Result<Verdict> {
    let folder = workspace::root().join("crates/study/tests");
    let stored = fs::read_to_string(folder.join("vectors.tsv")).context("vectors.tsv")?;
    let fresh = printed(Command::new(python).arg(folder.join("vectors.py")))?;
    let is_close = |(a, b): (&str, &str)| match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= 1e-5 * (1.0 + a.abs()),
        _ => a == b,
    };
    // Parameters, in the last field of a fit, may differ where the likelihood is flat.
    let figures = |line: &str| {
        line.split('\t')
            .take(if line.starts_with("fit") { 4 } else { 9 })
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let agree = stored.lines().count() == fresh.lines().count()
        && stored.lines().zip(fresh.lines()).all(|(stored, fresh)| {
            figures(stored).iter().zip(&figures(fresh)).all(|(a, b)| is_close((a, b)))
        });
    println!(
        "SciPy {} the {} stored reference values",
        if agree { "confirms" } else { "CONTRADICTS" },
        stored.lines().count()
    );
    Ok(Verdict::passed_if(agree))
}
