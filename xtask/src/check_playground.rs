//! `cargo xtask check-playground`: the playground in a real browser, against the native program.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::Verdict;
use crate::browser;
use crate::playground;
use crate::workspace;

/// Arguments of `check-playground`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Leave pictures of the page in this folder.
    #[arg(long, value_name = "DIR")]
    pub screenshots: Option<PathBuf>,
    /// Only tests whose name contains this.
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
}

/// Whether the tests can run here.
pub fn set_up() -> Result<()> {
    if browser::chromium().is_none() {
        bail!("{}", browser::HOW_TO_ENABLE);
    }
    playground::set_up()
}

/// Makes the page and runs its tests.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    set_up()?;
    let site = playground::default_site();
    let sizes = playground::build(&site)?;
    if playground::judge(sizes) == Verdict::Failed {
        return Ok(Verdict::Failed);
    }
    let workshop = playground::workshop();
    playground::done(playground::node(&workshop).arg("build_tests.mjs"))?;
    let mut node = playground::node(&workshop);
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    if let Some(only) = &arguments.only {
        node.arg(format!("--test-name-pattern={only}"));
    }
    for entry in std::fs::read_dir(workshop.join("test"))? {
        let name = entry?.file_name().to_string_lossy().replace(".ts", ".js");
        if name.ends_with(".test.js") {
            node.arg(format!("tests/{name}"));
        }
    }
    node.env("PLAYGROUND_SITE", &site)
        .env("PLAYGROUND_EXAMPLES", workspace::root().join("examples"))
        .env("PLAYGROUND_CHROMIUM", browser::chromium().context(browser::HOW_TO_ENABLE)?)
        .env("PLAYGROUND_EXTREMAL", workspace::build_extremal()?);
    if let Some(folder) = &arguments.screenshots {
        std::fs::create_dir_all(folder)?;
        node.env("PLAYGROUND_SCREENSHOTS", folder.canonicalize()?);
    }
    let status = node.status().context("cannot start node")?;
    Ok(Verdict::passed_if(status.success()))
}
