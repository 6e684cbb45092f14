//! Which bindings of variables make formulas hold.
//!
//! Given goals that must all hold, the search repeatedly picks the most restrictive way to bind a variable: an
//! equality with a known side, the true atoms that match a positive goal (the shortest list that an index
//! offers), the objects of a small type. Goals whose variables are all bound are checked at once. So `exists`
//! over an atom costs as much as the atoms that match, not as much as there are objects, and `forall` likewise
//! looks for a counter-example among the atoms of its premise.
//!
//! The parser bounds how deep conditions nest, but not how many variables a quantifier or an action has. So
//! the search keeps its steps in a vector and recurses only where conditions nest.

use std::ops::ControlFlow::{self, Continue};
use std::rc::Rc;

use extremal_limits::Stop;
use extremal_pddl::task::Term;

use crate::evaluate::{Evaluator, UNBOUND};
use crate::formula::{Formula, Variable, variable};
use crate::relation::Relation;

/// Called with each satisfying binding of the wanted variables; says whether to go on.
type Found<'f> = &'f mut dyn FnMut(&[u32]) -> ControlFlow<()>;

/// The way chosen to bind the next variable.
enum Choice {
    /// By the true atoms that match the goal with this index.
    Match(usize),
    /// A variable that an equality gives a value.
    Assign(Variable, u32),
    /// By the options of the disjunction with this index, one after another.
    Branch(usize),
    /// By the objects of the variable's type.
    Enumerate(Variable),
}

/// A step of the search: the ways to bind the next variable, which are tried one after another.
struct Step<'e, 'f> {
    /// Goals that were not decided when the step began.
    open: Vec<&'f Formula>,
    wanted: &'f [Variable],
    hidden: Hidden<'f>,
    ways: Ways<'e, 'f>,
    /// How many of the ways have been tried, and what the last of them has bound.
    tried: usize,
    bound: Vec<Variable>,
}

enum Ways<'e, 'f> {
    /// True atoms, by number, that the terms may match.
    Atoms { relation: &'e Relation, terms: &'f [Term], candidates: &'e [u32] },
    /// Objects for a variable.
    Objects(Variable, &'e [u32]),
    /// One object for a variable.
    Object(Variable, u32),
    /// Options of the open disjunction with this index.
    Options(usize, &'f [Formula]),
}

/// Variables that are not asked for but must have a binding too.
#[derive(Clone)]
enum Hidden<'f> {
    Given(&'f [Variable]),
    /// With those of quantifiers that the search has opened.
    Opened(Rc<[Variable]>),
}

impl Hidden<'_> {
    fn variables(&self) -> &[Variable] {
        match self {
            Hidden::Given(variables) => variables,
            Hidden::Opened(variables) => variables,
        }
    }
}

impl<'e> Evaluator<'e> {
    /// Finds the bindings of `wanted` for which some binding of `hidden` makes all goals true. A binding
    /// may be found more than once. All variables are as before at the end.
    pub(crate) fn search<'f>(
        &mut self,
        goals: &[&'f Formula],
        wanted: &'f [Variable],
        hidden: &'f [Variable],
        found: Found,
    ) -> Result<ControlFlow<()>, Stop> {
        let mut steps: Vec<Step<'e, 'f>> = Vec::new();
        let mut result = self.begin(goals, wanted, Hidden::Given(hidden), found, &mut steps)?;
        while let Some(step) = steps.last_mut() {
            self.take_back(step);
            if result.is_break() || !self.try_next(step) {
                steps.pop();
                continue;
            }
            let (open, wanted, hidden) = (std::mem::take(&mut step.open), step.wanted, step.hidden.clone());
            let depth = steps.len();
            result = self.begin(&open, wanted, hidden, found, &mut steps)?;
            steps[depth - 1].open = open;
        }
        Ok(result)
    }

    /// Begins a step with the variables that are bound now, unless everything is decided already.
    fn begin<'f>(
        &mut self,
        goals: &[&'f Formula],
        wanted: &'f [Variable],
        hidden: Hidden<'f>,
        found: Found,
        steps: &mut Vec<Step<'e, 'f>>,
    ) -> Result<ControlFlow<()>, Stop> {
        self.pacer.tick()?;
        let wanted = self.skip_bound(wanted);
        if wanted.is_empty() {
            let hidden = self.skip_bound(hidden.variables());
            let holds = if hidden.is_empty() { self.all_hold(goals)? } else { self.any(goals, hidden)? };
            return Ok(if holds { found(self.bindings()) } else { Continue(()) });
        }
        let (mut open, mut opened) = (Vec::new(), Vec::new());
        for goal in goals {
            if !self.simplify(goal, &mut open, &mut opened)? {
                return Ok(Continue(()));
            }
        }
        let hidden = if opened.is_empty() {
            hidden
        } else {
            opened.extend_from_slice(self.skip_bound(hidden.variables()));
            Hidden::Opened(opened.into())
        };
        let ways = match self.choose(&open, wanted, hidden.variables()) {
            Choice::Match(index) => {
                let Formula::Atom { predicate, arguments, .. } = open.swap_remove(index) else {
                    return Ok(Continue(()));
                };
                let relation = self.state.relation(*predicate);
                let candidates = self.candidates(*predicate, arguments);
                Ways::Atoms { relation, terms: arguments, candidates }
            }
            Choice::Assign(variable, object) => Ways::Object(variable, object),
            Choice::Enumerate(variable) => Ways::Objects(variable, self.objects_of(variable)),
            Choice::Branch(index) => {
                let Formula::Or { options, .. } = open[index] else { return Ok(Continue(())) };
                Ways::Options(index, options)
            }
        };
        steps.push(Step { open, wanted, hidden, ways, tried: 0, bound: Vec::new() });
        Ok(Continue(()))
    }

    /// Takes the next way of a step that fits; whether there was one.
    fn try_next(&mut self, step: &mut Step<'e, '_>) -> bool {
        loop {
            let number = step.tried;
            step.tried += 1;
            let fits = match &step.ways {
                Ways::Atoms { relation, terms, candidates } => {
                    let Some(&tuple) = candidates.get(number) else { return false };
                    self.unify(terms, relation.tuple(tuple), &mut step.bound)
                }
                Ways::Objects(variable, objects) => {
                    let Some(&object) = objects.get(number) else { return false };
                    self.bind_in_type(*variable, object, &mut step.bound)
                }
                Ways::Object(variable, object) => {
                    if number > 0 {
                        return false;
                    }
                    self.bind_in_type(*variable, *object, &mut step.bound)
                }
                Ways::Options(index, options) => {
                    let Some(option) = options.get(number) else { return false };
                    step.open[*index] = option;
                    true
                }
            };
            if fits {
                return true;
            }
            self.take_back(step);
        }
    }

    /// Frees what the last way of a step has bound.
    fn take_back(&mut self, step: &mut Step<'e, '_>) {
        step.bound.drain(..).for_each(|variable| self.bind(variable, UNBOUND));
    }

    /// Binds a variable; whether the object is of its type.
    fn bind_in_type(&mut self, variable: Variable, object: u32, bound: &mut Vec<Variable>) -> bool {
        self.bind(variable, object);
        bound.push(variable);
        self.domains.contains(self.scope[variable as usize], object)
    }

    /// Checks the parts of a goal that have no unbound variable and collects the others. Existential
    /// quantifiers are opened: their variables are hidden ones of the search.
    fn simplify<'f>(
        &mut self,
        goal: &'f Formula,
        open: &mut Vec<&'f Formula>,
        opened: &mut Vec<Variable>,
    ) -> Result<bool, Stop> {
        if let Formula::And(parts) = goal {
            for part in parts {
                if !self.simplify(part, open, opened)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let ground = match goal {
            Formula::Atom { arguments, .. } => arguments.iter().all(|term| self.value(term) != UNBOUND),
            Formula::Equals { left, right, .. } => {
                self.value(left) != UNBOUND && self.value(right) != UNBOUND
            }
            Formula::Or { free, .. } | Formula::Exists { free, .. } => self.all_bound(free),
            Formula::And(_) => false,
        };
        match goal {
            _ if ground => return self.holds(goal),
            Formula::Exists { variables, body, positive: true, .. } => {
                opened.extend_from_slice(variables);
                return self.simplify(body, open, opened);
            }
            _ => open.push(goal),
        }
        Ok(true)
    }

    fn choose(&self, open: &[&Formula], wanted: &[Variable], hidden: &[Variable]) -> Choice {
        let mut best: Option<(usize, Choice)> = None;
        let mut branch = None;
        let mut offer = |cost: usize, choice: Choice| {
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, choice));
            }
        };
        for (index, goal) in open.iter().enumerate() {
            match goal {
                Formula::Equals { left, right, positive: true } => {
                    match (variable(left), self.value(left), variable(right), self.value(right)) {
                        (Some(v), UNBOUND, _, object) | (_, object, Some(v), UNBOUND)
                            if object != UNBOUND =>
                        {
                            return Choice::Assign(v, object);
                        }
                        _ => {}
                    }
                }
                Formula::Atom { predicate, arguments, positive: true } => {
                    offer(self.candidates(*predicate, arguments).len(), Choice::Match(index));
                    for v in arguments.iter().filter_map(variable).filter(|&v| !self.is_bound(v)) {
                        offer(self.objects_of(v).len(), Choice::Enumerate(v));
                    }
                }
                Formula::Or { driven: true, .. } if branch.is_none() => branch = Some(index),
                _ => {}
            }
        }
        if let Some((_, choice)) = best {
            return choice;
        }
        if let Some(index) = branch {
            return Choice::Branch(index);
        }
        let unbound = wanted.iter().chain(hidden).copied().filter(|&v| !self.is_bound(v));
        // Some wanted variable is unbound whenever the search comes here.
        Choice::Enumerate(unbound.min_by_key(|&v| self.objects_of(v).len()).unwrap_or_default())
    }

    /// The shortest list of true atoms known to hold all that match under the current binding.
    fn candidates(&self, predicate: usize, arguments: &[Term]) -> &'e [u32] {
        let relation = self.state.relation(predicate);
        let bound = arguments.iter().map(|term| self.value(term)).enumerate().filter(|&(_, o)| o != UNBOUND);
        let lists = bound.map(|(position, object)| relation.with_object_at(position, object));
        lists.min_by_key(|list| list.len()).unwrap_or(relation.all())
    }

    /// Binds the unbound variables among the terms so that they become the objects. The variables that were
    /// bound are appended, also when the terms and the objects turn out not to fit.
    pub(crate) fn unify(&mut self, terms: &[Term], objects: &[u32], newly_bound: &mut Vec<Variable>) -> bool {
        terms.iter().zip(objects).all(|(term, &object)| match (variable(term), self.value(term)) {
            (Some(v), UNBOUND) => self.bind_in_type(v, object, newly_bound),
            (_, value) => value == object,
        })
    }

    /// Spares later steps of a search the walk over what earlier ones have bound.
    fn skip_bound<'v>(&self, variables: &'v [Variable]) -> &'v [Variable] {
        let first = variables.iter().position(|&v| !self.is_bound(v)).unwrap_or(variables.len());
        &variables[first..]
    }
}
