//! `cargo xtask bench scaling`: how time and memory grow with the task, the tree and the search, next to how they
//! should.

mod curve;
mod planner;
mod report;
mod selection;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::document;
use crate::extremal::Extremal;
use crate::our_search::MEMORY_LIMIT_KIB;
use crate::table::seconds;
use crate::workspace;

/// Arguments of `bench scaling`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Only small tasks and trees: about a minute.
    #[arg(long)]
    quick: bool,
    /// Folder for scaling.csv and the pictures.
    #[arg(long, value_name = "DIR", default_value = "docs/performance")]
    out: PathBuf,
    /// Write the table to this Markdown file, between its lines `<!-- begin bench scaling -->` and
    /// `<!-- end bench scaling -->` if it exists.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// Measures, prints the exponents, and writes figures and pictures.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let started = Instant::now();
    let extremal = Extremal::build(300, MEMORY_LIMIT_KIB)?;
    println!("{}", extremal.version()?);
    println!("Command: {}", workspace::own_command());
    let mut figures = planner::by_task_size(&extremal, arguments.quick)?;
    figures.push(planner::memory(&extremal, arguments.quick)?);
    figures.extend(selection::figures(arguments.quick)?);
    println!("{}", report::exponents(&figures));
    let folder = workspace::root().join(&arguments.out);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    report::points(&figures).write_csv(&folder.join("scaling.csv"))?;
    for figure in &figures {
        let path = folder.join(format!("{}.svg", figure.name));
        std::fs::write(&path, report::picture(figure).to_svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let Some(path) = &arguments.markdown {
        document::put(path, "bench scaling", &report::markdown(&figures))?;
    }
    println!("Total time {} s. Pictures and figures: {}", seconds(started.elapsed()), folder.display());
    Ok(Verdict::Passed)
}
