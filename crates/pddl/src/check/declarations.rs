//! Declarations: constants, objects, predicates, functions.

use super::Checker;
use super::names::with_origin;
use super::requirements::Requirement;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::symbol::keyword;
use crate::syntax::{Declaration, Domain, Name, Problem, TypedGroup};
use crate::task::{Function, Object, Predicate, TypeId};

impl Checker<'_> {
    /// Enters the constants of a domain.
    pub(super) fn declare_constants(&mut self, groups: &[TypedGroup]) {
        self.declare_objects(groups);
        self.num_constants = self.task.objects.len();
    }

    fn declare_objects(&mut self, groups: &[TypedGroup]) {
        for group in groups {
            if self.reversed_types(&group.names, &group.types) {
                continue;
            }
            let types = self.resolve_types(&group.types);
            self.task.objects.reserve(group.names.len());
            for &name in &group.names {
                match self.names.objects.get(name.symbol) {
                    Some(known) => self.report_same_object(name, known, &types),
                    None => {
                        let origin = self.origin(name);
                        self.names.objects.declare(name.symbol, origin);
                        let text = self.text(name).to_owned();
                        self.task.objects.push(Object { name: text, types: types.clone() });
                    }
                }
            }
        }
    }

    fn report_same_object(&mut self, name: Name, known: u32, types: &[TypeId]) {
        let first = self.names.objects.origin(known);
        let is_constant = (known as usize) < self.num_constants;
        if !is_constant {
            let kind = if self.num_constants == 0 && self.role == crate::diagnostic::FileRole::Domain {
                "constant"
            } else {
                "object"
            };
            self.report_duplicate(kind, name, first);
            return;
        }
        let same_types = self.task.objects[known as usize].types == types;
        let (role, text) = (self.role, self.text(name));
        let make = || {
            let message = if same_types {
                format!("the object `{text}` is already a constant of the domain")
            } else {
                format!("the object `{text}` is a constant of the domain with another type")
            };
            let diagnostic = Diagnostic::new("object-is-constant", role, name.place.0, message);
            with_origin(diagnostic, first, "the constant")
        };
        if same_types { self.diagnostics.warning(make) } else { self.diagnostics.error(make) }
    }

    /// Enters the predicates of a domain.
    pub(super) fn declare_predicates(&mut self, declarations: &[Declaration]) {
        for declaration in declarations {
            let name = declaration.name;
            if name.symbol == keyword::EQUALS {
                let role = self.role;
                self.diagnostics.warning(|| {
                    let message = "`=` is built in and need not be declared";
                    Diagnostic::new("equality-declared", role, name.place.0, message)
                });
                continue;
            }
            let parameters = self.declared_variables(&declaration.parameters);
            if let Some(known) = self.names.predicates.get(name.symbol) {
                self.report_duplicate("predicate", name, self.names.predicates.origin(known));
                continue;
            }
            let origin = self.origin(name);
            self.names.predicates.declare(name.symbol, origin);
            let text = self.text(name).to_owned();
            self.task.predicates.push(Predicate { name: text, parameters, derived: false });
        }
    }

    /// Enters the functions of a domain. `total-cost` is known, but is not one of the task's functions.
    pub(super) fn declare_functions(&mut self, declarations: &[Declaration]) {
        let mut total_cost: Option<Name> = None;
        // A broken section may have been meant to declare it.
        self.total_cost_declared = self.incomplete.functions;
        for declaration in declarations {
            let name = declaration.name;
            self.uses(Requirement::ActionCosts, name.place.0);
            let parameters = self.declared_variables(&declaration.parameters);
            if name.symbol == keyword::TOTAL_COST {
                self.total_cost_declared = true;
                if let Some(first) = total_cost.replace(name) {
                    self.report_duplicate("function", name, self.origin(first));
                }
                if !parameters.is_empty() {
                    let role = self.role;
                    self.diagnostics.error(|| {
                        let message = "`total-cost` has no parameters";
                        Diagnostic::new("wrong-arity", role, name.place.0, message)
                    });
                }
                continue;
            }
            if let Some(known) = self.names.functions.get(name.symbol) {
                self.report_duplicate("function", name, self.names.functions.origin(known));
                continue;
            }
            let origin = self.origin(name);
            self.names.functions.declare(name.symbol, origin);
            let text = self.text(name).to_owned();
            self.task.functions.push(Function { name: text, parameters });
        }
    }

    /// Warns at the first use of `total-cost` without a declaration. What it means is clear without one.
    pub(super) fn uses_total_cost(&mut self, span: Span) {
        self.uses(Requirement::ActionCosts, span);
        if !self.total_cost_declared {
            self.total_cost_declared = true;
            let role = self.role;
            self.diagnostics.warning(|| {
                let message = "`total-cost` is not declared in `:functions`";
                Diagnostic::new("undeclared-total-cost", role, span, message)
                    .help("add `(:functions (total-cost) - number)` to the domain")
            });
        }
    }

    /// Enters what a problem file declares.
    pub(super) fn declare_problem(&mut self, domain: &Domain, problem: &Problem) {
        self.task.problem_name = self.text(problem.name).to_owned();
        self.declare_requirements(&problem.requirements);
        self.declare_objects(&problem.objects);
        let (role, domain_name) = (self.role, self.text(domain.name));
        match problem.domain {
            Some(name) if name.symbol != domain.name.symbol => {
                let text = self.text(name);
                self.diagnostics.warning(|| {
                    let message = format!(
                        "the problem is for the domain `{text}`, the domain file has `{domain_name}`"
                    );
                    Diagnostic::new("domain-name-differs", role, name.place.0, message)
                });
            }
            Some(_) => {}
            None => self.diagnostics.warning(|| {
                let message = "the problem does not name its domain";
                Diagnostic::new("missing-section", role, problem.name.place.0, message)
                    .help(format!("add `(:domain {domain_name})`"))
            }),
        }
    }
}
