//! `extremal generate`: problems of any size for the example domains.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use extremal_generate::{Generated, generator, generators};
use extremal_limits::Phase;

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::limits::{Limits, parse_whole};
use crate::output::Output;
use crate::run::Run;

/// Options of `extremal generate`.
#[derive(Args, Debug)]
pub struct Generate {
    /// The name of the domain. See --list.
    #[arg(value_name = "DOMAIN", required_unless_present = "list")]
    #[arg(value_parser = PossibleValuesParser::new(generators().iter().map(|g| g.name)))]
    #[arg(hide_possible_values = true)]
    name: Option<String>,
    /// List all domains, and what the size means for each.
    #[arg(long, conflicts_with_all = ["name", "output", "domain"])]
    list: bool,
    /// The size of the problem. 1 can be solved by hand.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    size: u32,
    /// The seed. The same size and seed give the same problem on every machine.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Write domain.pddl and problem.pddl into this folder instead of printing the problem.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print the domain instead of a problem.
    #[arg(long, conflicts_with = "output")]
    domain: bool,
    /// Overwrite existing files.
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    messages: MessageOptions,
}

impl Generate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let run = Run::start(&self.limits, self.messages, |_| String::new());
        run.console.outcome(run.execute(|run| self.generate(run)).map(|()| Outcome::Success))
    }

    fn generate(&self, run: &Run) -> Result<(), Failure> {
        if self.list {
            return run.console.result(&list());
        }
        let name = self.name.as_deref().unwrap_or_default();
        let generator = generator(name)
            .ok_or_else(|| Failure::new(Outcome::Usage, format!("there is no generator for {name}")))?;
        if let Some(folder) = &self.output {
            self.refuse_to_overwrite(folder)?;
        }
        run.budget.enter(Phase::Writing)?;
        let Generated { domain, problem } = generator.generate(self.size, self.seed);
        match &self.output {
            Some(folder) => {
                fs::create_dir_all(folder).map_err(|error| {
                    let message = format!("cannot create this folder: {error}");
                    Failure::of_file(Outcome::OutputFailed, folder.display().to_string(), message)
                })?;
                write_file(&folder.join(DOMAIN_FILE), domain, run)?;
                write_file(&folder.join(PROBLEM_FILE), &problem, run)
            }
            None => write_file(Path::new("-"), if self.domain { domain } else { &problem }, run),
        }
    }

    fn refuse_to_overwrite(&self, folder: &Path) -> Result<(), Failure> {
        let existing =
            [DOMAIN_FILE, PROBLEM_FILE].map(|name| folder.join(name)).into_iter().find(|f| f.exists());
        match existing {
            Some(file) if !self.force => {
                let message = "this file exists already; --force overwrites it";
                Err(Failure::of_file(Outcome::Usage, file.display().to_string(), message))
            }
            _ => Ok(()),
        }
    }
}

const DOMAIN_FILE: &str = "domain.pddl";
const PROBLEM_FILE: &str = "problem.pddl";

fn write_file(path: &Path, text: &str, run: &Run) -> Result<(), Failure> {
    Output::create(path, run)?.write(&run.budget, |out| out.write_all(text.as_bytes()))
}

fn list() -> String {
    let entry = |g: &extremal_generate::Generator| {
        format!("{}\n  {}\n  size: {}\n", g.name, g.description, g.size_means)
    };
    generators().iter().map(entry).collect::<Vec<_>>().join("\n")
}
