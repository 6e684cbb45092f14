//! From syntax trees to the checked task: every name is looked up, every use is checked.
//!
//! An error leaves its part out of the task and checking goes on, so that one run finds all independent
//! errors. The task is handed out only if there was none.

mod actions;
mod axioms;
mod conditions;
mod declarations;
mod names;
mod problem;
mod requirements;
mod scope;
mod types;

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostics, FileRole};
use crate::parse::Incomplete;
use crate::source::Span;
use crate::symbol::SymbolTable;
use crate::syntax::{self, Domain, Problem};
use crate::task::{Condition, Task, TypeId};

use names::Names;
use requirements::Requirements;
use scope::Scope;
use types::Overlaps;

/// Checks a domain and, if there is one that could be parsed, a problem.
pub(crate) fn check(
    domain: &Domain,
    problem: Option<&Problem>,
    symbols: &SymbolTable,
    incomplete: Incomplete,
    diagnostics: &mut Diagnostics,
) -> Task {
    let mut checker = Checker {
        symbols,
        incomplete,
        diagnostics,
        role: FileRole::Domain,
        has_problem: problem.is_some(),
        names: Names::new(symbols.len()),
        requirements: Requirements::default(),
        scope: Scope::new(symbols.len()),
        overlaps: Overlaps::default(),
        num_constants: 0,
        total_cost_declared: false,
        undeclared_types: FxHashSet::default(),
        titles: [Some(domain.name), problem.map(|problem| problem.name)],
        num_scopes: 0,
        without_parameters: false,
        bare_variables: Vec::new(),
        last_joined: None,
        task: empty_task(symbols.name(domain.name.symbol)),
    };
    checker.declare_requirements(&domain.requirements);
    checker.declare_types(&domain.types);
    checker.declare_constants(&domain.constants);
    checker.declare_predicates(&domain.predicates);
    checker.declare_functions(&domain.functions);
    if let Some(problem) = problem {
        checker.in_file(FileRole::Problem, |checker| checker.declare_problem(domain, problem));
    }
    checker.mark_derived(&domain.rules);
    checker.check_actions(&domain.actions);
    checker.check_rules(&domain.rules);
    checker.check_stratification();
    if let Some(problem) = problem {
        checker.in_file(FileRole::Problem, |checker| checker.check_problem(problem));
    }
    checker.report_missing_requirements();
    checker.task
}

/// The state of checking: the task so far and the tables of names.
struct Checker<'a> {
    symbols: &'a SymbolTable,
    incomplete: Incomplete,
    diagnostics: &'a mut Diagnostics,
    /// The file that is being checked.
    role: FileRole,
    /// Whether all objects can be known.
    has_problem: bool,
    names: Names,
    requirements: Requirements,
    scope: Scope,
    overlaps: Overlaps,
    num_constants: usize,
    total_cost_declared: bool,
    /// Types that were reported and taken as declared, so that nothing follows from the mistake.
    undeclared_types: FxHashSet<TypeId>,
    /// The names of the domain and of the problem, where missing sections are reported.
    titles: [Option<syntax::Name>; 2],
    num_scopes: u32,
    /// Whether the action or rule that is being checked has no parameters.
    without_parameters: bool,
    /// Variables that it uses nevertheless.
    bare_variables: Vec<syntax::Name>,
    /// The parameter that was last reported as joined with its type.
    last_joined: Option<crate::diagnostic::Subject>,
    task: Task,
}

impl<'a> Checker<'a> {
    fn in_file(&mut self, role: FileRole, check: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.role, role);
        check(self);
        self.role = before;
    }

    fn text(&self, name: crate::syntax::Name) -> &'a str {
        self.symbols.name(name.symbol)
    }
}

/// A place in one of the two files.
#[derive(Clone, Copy, Debug)]
struct Origin {
    file: FileRole,
    span: Span,
}

fn empty_task(domain_name: &str) -> Task {
    Task {
        domain_name: domain_name.to_owned(),
        problem_name: String::new(),
        types: Vec::new(),
        objects: Vec::new(),
        predicates: Vec::new(),
        functions: Vec::new(),
        actions: Vec::new(),
        axioms: Vec::new(),
        initial_state: Vec::new(),
        function_values: Vec::new(),
        goal: Condition::And(Vec::new()),
        goal_variables: Vec::new(),
        minimize_total_cost: false,
    }
}
