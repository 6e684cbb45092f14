//! PDDL text to a checked task.
//!
//! In goes the text of a domain and of a problem file; out comes a [`task::Task`] in which every name is
//! resolved, or a list of diagnostics with their places. On the way the text becomes s-expressions
//! (`reader`), then a syntax tree (`parse`), whose names are then looked up (`check`).

mod check;
pub mod diagnostic;
pub mod find_domain;
mod parse;
pub mod print;
mod reader;
pub mod render;
pub mod sexpr;
pub mod source;
mod suggest;
pub mod symbol;
pub mod syntax;
pub mod task;

pub use diagnostic::{Diagnostic, FileRole, Severity, Sources, only_unsupported};
pub use find_domain::find_domain;
pub use render::{render_json, render_text};
pub use source::{SourceFile, Span};
pub use task::Task;

use diagnostic::Diagnostics;
use parse::Parser;
use sexpr::Forest;
use symbol::SymbolTable;
use syntax::{Domain, Problem};

/// Reads and checks a task. The second part of a success is warnings; a failure may hold warnings too.
pub fn parse_task(
    domain: &SourceFile,
    problem: &SourceFile,
) -> Result<(Task, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut diagnostics = Diagnostics::default();
    match task(domain, problem, &mut diagnostics) {
        Some(task) if diagnostics.num_errors() == 0 => Ok((task, diagnostics.finish())),
        _ => Err(diagnostics.finish()),
    }
}

/// Reads a domain file without looking up its names.
pub fn parse_domain(file: &SourceFile, symbols: &mut SymbolTable) -> Result<Domain, Vec<Diagnostic>> {
    parse_one(file, FileRole::Domain, symbols, |parser, forest| parser.domain(forest))
}

/// Reads a problem file without looking up its names.
pub fn parse_problem(file: &SourceFile, symbols: &mut SymbolTable) -> Result<Problem, Vec<Diagnostic>> {
    parse_one(file, FileRole::Problem, symbols, |parser, forest| parser.problem(forest))
}

fn parse_one<T>(
    file: &SourceFile,
    role: FileRole,
    symbols: &mut SymbolTable,
    parse: impl FnOnce(&mut Parser, &Forest) -> Option<T>,
) -> Result<T, Vec<Diagnostic>> {
    let mut diagnostics = Diagnostics::default();
    let read = reader::read(file, role, symbols, &mut diagnostics);
    let mut parser = Parser::new(role, symbols, &mut diagnostics);
    let tree = if read.balanced { parse(&mut parser, &read.forest) } else { None };
    match tree {
        Some(tree) if diagnostics.num_errors() == 0 => Ok(tree),
        _ => Err(diagnostics.finish()),
    }
}

fn task(domain: &SourceFile, problem: &SourceFile, diagnostics: &mut Diagnostics) -> Option<Task> {
    let mut symbols = SymbolTable::new();
    let domain = reader::read(domain, FileRole::Domain, &mut symbols, diagnostics);
    let problem = reader::read(problem, FileRole::Problem, &mut symbols, diagnostics);

    let mut parser = Parser::new(FileRole::Domain, &symbols, diagnostics);
    let domain = if domain.balanced { parser.domain(&domain.forest) } else { None };
    parser.role = FileRole::Problem;
    let problem = if problem.balanced { parser.problem(&problem.forest) } else { None };

    let incomplete = parser.incomplete;
    Some(check::check(&domain?, problem.as_ref(), &symbols, incomplete, diagnostics))
}
