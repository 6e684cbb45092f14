//! PDDL text to a checked task.
//!
//! In goes the text of a domain and of a problem file; out comes a [`task::Task`] in which every name is
//! resolved, or a list of [`Diagnostic`]s with their places. The text becomes s-expressions ([`sexpr`]),
//! these become a syntax tree ([`syntax`]), and the names in it are looked up and checked. Most callers need
//! [`parse_task`], [`find_domain()`], and [`render_text`] or [`render_json`] for what went wrong.
//!
//! No input makes this crate panic, recurse without limit, or take more than about linear time: conditions
//! nest at most [`syntax::MAX_DEPTH`] deep and the first few of very many errors are kept.
//!
//! ```
//! use extremal_pddl::{SourceFile, Sources, parse_task, render_text};
//!
//! let domain = SourceFile::new("domain.pddl", "(define (domain d) (:predicates (lit)) (:action on :effect (lti)))");
//! let problem = SourceFile::new("p.pddl", "(define (problem p) (:domain d) (:init) (:goal (lit)))");
//! let errors = parse_task(&domain, &problem).unwrap_err();
//! let text = render_text(&errors, &Sources { domain: &domain, problem: &problem }, false);
//! assert!(text.starts_with("error[undeclared-predicate]: undeclared predicate `lti`\n --> domain.pddl:1:61"));
//! assert!(text.contains("did you mean `lit`?"));
//! ```

mod check;
pub mod cost;
pub mod diagnostic;
pub mod find_domain;
pub mod lint;
mod parse;
pub mod print;
mod reader;
pub mod render;
pub mod sexpr;
pub mod source;
pub mod symbol;
pub mod syntax;
pub mod task;

pub use cost::{Cost, CostScale};
pub use diagnostic::{Diagnostic, Edit, FileRole, Severity, Sources, only_unsupported};
pub use find_domain::find_domain;
pub use lint::lint;
pub use render::{Columns, DiagnosticRecord, EditRecord, LabelRecord, PlaceRecord, render_json, render_text};
pub use source::{Position, SourceFile, Span, TextRange, printable};
pub use task::Task;

use diagnostic::Diagnostics;
use parse::Parser;
use reader::ReadFile;
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
        Some(task) if diagnostics.num_errors() == 0 => {
            for warning in lint::missing_values(&task) {
                diagnostics.warning(|| warning);
            }
            Ok((task, diagnostics.finish()))
        }
        _ => Err(diagnostics.finish()),
    }
}

/// All that can be said about a domain file and a problem file: errors, or warnings if there are none.
pub fn check_task(domain: &SourceFile, problem: &SourceFile) -> Vec<Diagnostic> {
    parse_task(domain, problem).map_or_else(|diagnostics| diagnostics, |(_, warnings)| warnings)
}

/// All that can be said about a domain file alone.
///
/// An action may name an object of the problem, so that a name that is no constant is only worth a warning.
///
/// ```
/// use extremal_pddl::{Columns, SourceFile, Sources, check_domain};
///
/// let domain = SourceFile::new("d.pddl", "(define (domain d)\n(:predicates (on)) (:action a :effect (of)))");
/// let found = check_domain(&domain);
/// let record = found[0].record(&Sources::domain_alone(&domain), Columns::Utf16);
/// assert_eq!((record.code, record.place.line, record.place.column), ("undeclared-predicate", 2, 40));
/// ```
pub fn check_domain(domain: &SourceFile) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    let mut symbols = SymbolTable::new();
    let read = reader::read_pddl(domain, FileRole::Domain, &mut symbols, &mut diagnostics);
    let mut parser = Parser::new(FileRole::Domain, &symbols, &mut diagnostics);
    let tree = parse_balanced(read, |forest| parser.domain(forest));
    let incomplete = parser.incomplete;
    if let Some(tree) = tree {
        check::check(&tree, None, &symbols, incomplete, &mut diagnostics);
    }
    diagnostics.finish()
}

/// Reads the expressions of a file and reports nothing: for editors, which must make something of text while it is
/// being typed. Where parentheses are wrong, lists end by a guess; the second part tells whether all of them are right.
///
/// ```
/// use extremal_pddl::symbol::SymbolTable;
/// use extremal_pddl::{SourceFile, read_expressions};
///
/// let mut symbols = SymbolTable::new();
/// let (forest, balanced) = read_expressions(&SourceFile::new("f", "(:action a (:action b)"), &mut symbols);
/// assert!(!balanced);
/// assert_eq!(forest.roots().count(), 1);
/// ```
pub fn read_expressions(file: &SourceFile, symbols: &mut SymbolTable) -> (Forest, bool) {
    let read = reader::read(file, FileRole::Domain, symbols, &mut Diagnostics::default());
    (read.forest, read.balanced)
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
    let read = reader::read_pddl(file, role, symbols, &mut diagnostics);
    let mut parser = Parser::new(role, symbols, &mut diagnostics);
    let tree = parse_balanced(read, |forest| parse(&mut parser, forest));
    match tree {
        Some(tree) if diagnostics.num_errors() == 0 => Ok(tree),
        _ => Err(diagnostics.finish()),
    }
}

fn task(domain: &SourceFile, problem: &SourceFile, diagnostics: &mut Diagnostics) -> Option<Task> {
    let mut symbols = SymbolTable::new();
    let domain = reader::read_pddl(domain, FileRole::Domain, &mut symbols, diagnostics);
    let problem = reader::read_pddl(problem, FileRole::Problem, &mut symbols, diagnostics);

    let mut parser = Parser::new(FileRole::Domain, &symbols, diagnostics);
    let domain = parse_balanced(domain, |forest| parser.domain(forest));
    parser.role = FileRole::Problem;
    let problem = parse_balanced(problem, |forest| parser.problem(forest));

    let incomplete = parser.incomplete;
    Some(check::check(&domain?, problem.as_ref(), &symbols, incomplete, diagnostics))
}

/// Parses a file unless parentheses are wrong, which would make most complaints wrong too. The expressions
/// are freed on the way out, as they are larger than the text.
fn parse_balanced<T>(file: ReadFile, parse: impl FnOnce(&Forest) -> Option<T>) -> Option<T> {
    if file.balanced { parse(&file.forest) } else { None }
}
