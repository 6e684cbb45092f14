//! `cargo xtask check-latex`: the template in paper/ with the tables and figures of results/, through a real LaTeX.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::run::printed;
use crate::tex;
use crate::workspace;

/// Stores whose report is set in type.
const TABLES: [&str; 2] = ["paper24-ff", "paper24-other-columns"];

/// Arguments of `check-latex`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Keep the documents in this folder.
    #[arg(long)]
    pub keep: Option<PathBuf>,
}

/// Makes the paper and a document of all tables.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let tex = tex::set_up()?;
    let extremal = workspace::build_extremal()?;
    let scratch = workspace::scratch_directory()?;
    let folder = arguments.keep.clone().unwrap_or_else(|| scratch.path().to_owned());
    fs::create_dir_all(&folder)?;
    let root = workspace::root();
    let mut report = Command::new(extremal);
    report.args(["lab", "report", "--quiet", "--format", "latex", "--pictures", "pdf"]);
    report.args(TABLES.map(|table| root.join("results").join(format!("{table}.csv.gz"))));
    printed(report.arg("--out").arg(folder.join("report")))?;
    fs::copy(root.join("paper/main.tex"), folder.join("main.tex"))?;
    let template = fs::read_to_string(root.join("paper/main.tex"))?;
    let (before, _) = template.split_once("\\input{report/coverage}").context("the template has no table")?;
    fs::write(folder.join("all.tex"), format!("{before}\\input{{report/report}}\n\\end{{document}}\n"))?;
    for name in ["main", "all"] {
        let log = tex.typeset(&folder.join(format!("{name}.tex")))?;
        // Tables of all searches in all columns are longer than a page: a paper includes the main ones.
        let wrong = ["undefined", "multiply defined", "Overfull"];
        let wrong: Vec<&str> =
            log.lines().filter(|line| wrong.iter().any(|what| line.contains(what))).collect();
        let pages = log.lines().find(|line| line.contains("Output written")).unwrap_or("no output");
        println!("{name}.tex: {pages}; {} complaints", wrong.len());
        wrong.iter().for_each(|line| println!("  {line}"));
        ensure!(folder.join(format!("{name}.pdf")).exists(), "there is no {name}.pdf");
        if !wrong.is_empty() {
            return Ok(Verdict::Failed);
        }
    }
    Ok(Verdict::Passed)
}
