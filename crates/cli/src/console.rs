//! What the user sees: messages on standard error, results on standard output.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use extremal::pddl::{Columns, Diagnostic, DiagnosticRecord, Severity, Sources, render_json, render_text};
use serde_json::{Value, json};

use crate::exit::{Failure, Outcome};
use crate::status_line::StatusLine;

/// Options about messages.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct MessageOptions {
    /// The format of errors and warnings.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ErrorFormat::Text)]
    error_format: ErrorFormat,
    /// Print no warnings and no progress. `solve` prints only the plan.
    #[arg(short, long)]
    quiet: bool,
}

/// The format of errors and warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum ErrorFormat {
    /// Excerpts of the source, for people.
    #[default]
    Text,
    /// One JSON object per line, for programs.
    Json,
    /// One line each on standard output, as the PDDL extension of VS Code reads them.
    Vscode,
}

impl MessageOptions {
    /// Whether the user wants to see nothing but results.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether an editor runs the command again and again while the user types.
    pub fn is_for_vscode(&self) -> bool {
        self.error_format == ErrorFormat::Vscode
    }
}

const ERROR: &str = "error";
const WARNING: &str = "warning";
/// Codes of terminal colours.
const RED: u8 = 31;
const YELLOW: u8 = 33;

/// Where messages and results go.
#[derive(Debug)]
pub struct Console {
    options: MessageOptions,
    colours: bool,
    status_line: Arc<StatusLine>,
}

impl Console {
    /// A console on the standard streams.
    pub fn new(options: MessageOptions) -> Self {
        let terminal = io::stderr().is_terminal();
        let no_colours = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        Console {
            options,
            colours: terminal && !no_colours && !dumb,
            status_line: Arc::new(StatusLine::new(terminal && !dumb && !options.quiet)),
        }
    }

    /// The line in which progress is shown.
    pub fn status_line(&self) -> &Arc<StatusLine> {
        &self.status_line
    }

    /// Shows messages about PDDL files. Warnings are hidden if the user wants quiet.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        let shown: Vec<Diagnostic> = diagnostics
            .iter()
            .filter(|d| !(self.options.quiet && d.severity == Severity::Warning))
            .cloned()
            .collect();
        match self.options.error_format {
            ErrorFormat::Text => self.message(&render_text(&shown, sources, self.colours)),
            ErrorFormat::Json => self.message(&render_json(&shown, sources)),
            // The extension reads nothing else. If it does not read, there is nobody to tell.
            ErrorFormat::Vscode => _ = self.result(&vscode_lines(&shown, sources)),
        }
    }

    /// Shows a mistake in a SAS+ file.
    pub fn sas_error(&self, error: &extremal::Error) {
        match self.options.error_format {
            ErrorFormat::Text => self.message(&format!("{error}\n")),
            ErrorFormat::Json => {
                let records = error.records(Columns::Characters);
                records.iter().for_each(|record| self.message(&format!("{}\n", json!(record))));
            }
            ErrorFormat::Vscode => {
                let records = error.records(Columns::Utf16);
                _ = self.result(&records.into_iter().map(vscode_line).collect::<String>());
            }
        }
    }

    /// Prints a remark, unless the user wants quiet.
    pub fn note(&self, text: &str) {
        if !self.options.quiet {
            self.message(text);
        }
    }

    /// Prints why a command failed, unless that has been printed already.
    pub fn failure(&self, failure: &Failure) {
        if !failure.told {
            let Failure { message, file, excerpt, .. } = failure;
            let code = failure.outcome.status().replace('_', "-");
            let object = json!({ "severity": ERROR, "code": code, "message": message, "file": file });
            let lines = excerpt.iter().flat_map(|excerpt| excerpt.lines());
            let excerpt: String = lines.map(|line| format!("\n  {line}")).collect();
            self.either(&format!("{}: {failure}{excerpt}", self.bold(ERROR, RED)), &object);
        }
    }

    /// The outcome of a command. Prints why it failed, if it did.
    pub fn outcome(&self, result: Result<Outcome, Failure>) -> Outcome {
        result.unwrap_or_else(|failure| {
            self.failure(&failure);
            failure.outcome
        })
    }

    /// Warns, unless the user wants quiet.
    pub fn warning(&self, code: &str, message: &str) {
        if !self.options.quiet {
            let object = json!({ "severity": WARNING, "code": code, "message": message, "file": null });
            self.either(&format!("{}: {message}", self.bold(WARNING, YELLOW)), &object);
        }
    }

    /// Shows one of two renderings of a message.
    fn either(&self, text: &str, object: &Value) {
        self.message(&match self.options.error_format {
            ErrorFormat::Text | ErrorFormat::Vscode => format!("{text}\n"),
            ErrorFormat::Json => format!("{object}\n"),
        });
    }

    fn bold(&self, word: &str, colour: u8) -> String {
        if self.colours { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word.to_owned() }
    }

    /// Writes to standard error. If that cannot be done there is nobody to tell.
    fn message(&self, text: &str) {
        self.status_line.erase();
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    /// Writes results to standard output.
    pub fn result(&self, text: &str) -> Result<(), Failure> {
        self.status_line.erase();
        print_result(text.as_bytes())
            .map_err(|error| Failure::of_file(Outcome::OutputFailed, "standard output", error.to_string()))
    }
}

/// Diagnostics as lines such as `error at line 2, column 5, file (domain.pddl): no such predicate`.
fn vscode_lines(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    diagnostics.iter().map(|diagnostic| vscode_line(diagnostic.record(sources, Columns::Utf16))).collect()
}

fn vscode_line(record: DiagnosticRecord) -> String {
    let kind = if record.severity == Severity::Warning.name() { WARNING } else { ERROR };
    let place = &record.place;
    let advice: String = record.help.iter().map(|advice| format!("; {advice}")).collect();
    let message = (record.message + &advice).replace('\n', " ");
    format!("{kind} at line {}, column {}, file ({}): {message}\n", place.line, place.column, place.file)
}

/// Writes bytes to standard output.
pub fn print_result(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    unless_reader_left(out.write_all(bytes).and_then(|()| out.flush()))
}

/// A reader such as `head` that has seen enough is no reason to fail.
pub fn unless_reader_left(written: io::Result<()>) -> io::Result<()> {
    written.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}
