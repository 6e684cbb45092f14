//! `extremal bandit`: bandits on their own.

mod recorded_arms;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use extremal::bandits::simulate::{Experiment, ExperimentOptions, ExperimentOutcome, run_while};
use extremal_lab::Components;
use extremal_limits::Phase;
use extremal_plot::Scale;

use crate::console::MessageOptions;
use crate::exit::{Failure, Outcome};
use crate::limits::{Limits, parse_whole};
use crate::output::{Output, only_replace};
use crate::run::Run;
use crate::source_kind::{SourceKind, source_kind};

/// Options of `extremal bandit`.
#[derive(Args, Debug)]
pub struct Bandit {
    /// An arm, such as uniform:0,1. Repeat the option for each arm; at least two are needed.
    #[arg(long = "arms", value_name = "ARM", allow_hyphen_values = true)]
    arms: Vec<String>,
    /// Arms that draw from recorded costs, such as heuristic values: a file with a value in each line, or with the name of
    /// an arm, a comma and a value. Can be repeated.
    #[arg(long, value_name = "FILE")]
    arms_from: Vec<PathBuf>,
    /// The bandits, separated by commas and optionally with parameters: ucb1(c=2),greedy. See `extremal list`.
    #[arg(long = "policy", value_name = "BANDITS", required = true)]
    policies: Vec<String>,
    /// The number of pulls in each run.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pulls: u32,
    /// The number of independent runs.
    #[arg(long, value_name = "N", default_value_t = 200)]
    runs: u32,
    /// The seed of all random numbers. The same seed gives the same rewards on every machine.
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Plot the regret to this SVG file, or to standard output if the name is -.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Use a logarithmic axis for the regret, too.
    #[arg(long, requires = "svg")]
    log_regret: bool,
    /// Write the regret over time to this CSV file, or to standard output if the name is -.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    messages: MessageOptions,
}

impl Bandit {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        let run = Run::start(&self.limits, self.messages, |_| String::new());
        let result =
            run.execute(|run| self.simulate(components, run)).and_then(|text| run.console.result(&text));
        run.console.outcome(result.map(|()| Outcome::Success))
    }

    /// Does the work and returns what is to be printed.
    fn simulate(&self, components: &Components, run: &Run) -> Result<String, Failure> {
        let outputs = [(&self.svg, Format::Svg), (&self.csv, Format::Csv)];
        let to_standard_output = outputs.iter().filter(|(path, _)| is_standard_output(path)).count();
        if to_standard_output + usize::from(self.json) > 1 {
            let message = "only one of --json, --svg - and --csv - can have standard output";
            return Err(Failure::new(Outcome::Usage, message));
        }
        let options = ExperimentOptions {
            arms: self.arms.clone(),
            recorded: recorded_arms::read(&self.arms_from)?,
            policies: self.policies.clone(),
            pulls: self.pulls,
            runs: self.runs,
            seed: self.seed,
            ..ExperimentOptions::default()
        };
        let own: Vec<_> = components.bandits.iter().map(|part| part.registered).collect();
        let experiment = Experiment::with_own(&options, &own)
            .map_err(|error| Failure::new(Outcome::Usage, error.to_string()))?;
        let mut files = Vec::new();
        for (path, format) in outputs {
            if let Some(path) = path {
                let is_task =
                    |kind| matches!(kind, SourceKind::Domain | SourceKind::Problem | SourceKind::Sas);
                let message = "this file is a planning task, so it is not overwritten";
                only_replace(path, |bytes| !is_task(source_kind(bytes)), message)?;
                files.push((Output::create(path, run)?, format));
            }
        }
        run.budget.enter(Phase::Simulating)?;
        let keep_going = |runs: u32| {
            run.budget.report(runs.into());
            run.budget.check().is_ok()
        };
        let Some(simulated) = run_while(&experiment, &keep_going) else {
            run.budget.check()?;
            return Err(Failure::new(Outcome::InternalError, "the simulation ended early"));
        };
        for (output, format) in files {
            let text = self.render(&simulated, format);
            output.write(&run.budget, |out| out.write_all(text.as_bytes()))?;
        }
        Ok(match (self.json, to_standard_output) {
            // Numbers and strings only: this cannot fail.
            (true, _) => serde_json::to_string_pretty(&simulated).unwrap_or_default() + "\n",
            (false, 0) => simulated.to_table(),
            (false, _) => String::new(),
        })
    }

    fn render(&self, simulated: &ExperimentOutcome, format: Format) -> String {
        match format {
            Format::Csv => simulated.to_csv(),
            Format::Svg => {
                let y_scale = if self.log_regret { Scale::Logarithmic } else { Scale::Linear };
                simulated.to_svg(Scale::Logarithmic, y_scale)
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Format {
    Svg,
    Csv,
}

fn is_standard_output(path: &Option<PathBuf>) -> bool {
    path.as_deref() == Some(Path::new("-"))
}
