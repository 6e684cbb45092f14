//! Why a task has no plan: where the reason stands in the files, and how far the goals can be reached.

use extremal_ground::unreachable::Root;
use extremal_limits::{Budget, Pacer, Stop};
use extremal_pddl::symbol::SymbolTable;
use extremal_pddl::syntax::{self, Condition, Effect};
use extremal_pddl::{Diagnostic, FileRole, SourceFile, Sources, Span, parse_domain, parse_problem};
use extremal_sas::Status;
use extremal_states::{StateId, StateSpace};

use crate::task::Task;

/// A diagnostic about a task, and the files that it speaks about.
#[derive(Clone, Debug)]
pub(crate) struct Cause {
    diagnostic: Diagnostic,
    domain: SourceFile,
    problem: SourceFile,
}

/// Which goals can be reached together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoalsReached {
    /// The most goals that hold in one state, in PDDL.
    pub most: Vec<String>,
    /// The goals that do not hold in that state.
    pub missing: Vec<String>,
    /// The goals that hold in no state.
    pub never: Vec<String>,
    /// How many states were looked at.
    pub states: u64,
    /// Whether these are all states that can be reached.
    pub complete: bool,
}

impl Task {
    /// What is to blame if a goal cannot be reached, with its place in the files, as far as it is known.
    pub fn root_cause(&self) -> Option<(&Diagnostic, Sources<'_>)> {
        let Cause { diagnostic, domain, problem } = self.cause.as_deref()?;
        Some((diagnostic, Sources { domain, problem }))
    }

    /// Two goals that exclude each other, if translation found that there is no plan because of them.
    pub fn exclusive_goals(&self) -> Option<&extremal_sas::ExclusiveGoals> {
        self.exclusive.as_deref()
    }

    /// Looks at states from the initial state on, nearest first, and tells which goals hold together. Of a
    /// task without a plan, this is what is worth knowing about its goals.
    ///
    /// ```
    /// let domain = "(define (domain d) (:predicates (a) (b) (c) (used))
    ///     (:action make-a :precondition (not (used)) :effect (and (a) (used)))
    ///     (:action make-b :precondition (not (used)) :effect (and (b) (used)))
    ///     (:action make-c :precondition (and (a) (b)) :effect (c)))";
    /// let problem = "(define (problem p) (:domain d) (:init) (:goal (and (a) (b) (c))))";
    /// let task = extremal::Task::from_pddl(domain, problem)?;
    /// let reached = task.goals_reached(1000, &extremal::Budget::unlimited())?;
    /// assert_eq!((reached.most.len(), reached.never, reached.complete), (1, vec!["(c)".to_owned()], true));
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn goals_reached(&self, max_states: u64, budget: &Budget) -> Result<GoalsReached, Stop> {
        let goal = &self.sas.goal;
        let mut space = StateSpace::within(&self.sas, budget)?;
        let mut registry = space.new_registry();
        let (mut packed, mut values, mut operators) = (space.new_packed(), space.new_values(), Vec::new());
        space.initial_state(&mut packed);
        registry.insert(&packed);
        let mut pacer = Pacer::new(budget, 1 << 8);
        let mut ever = vec![false; goal.len()];
        let mut most: Vec<bool> = Vec::new();
        let count = |holds: &[bool]| holds.iter().filter(|&&holds| holds).count();
        let mut next = 0;
        while next < registry.len() && (next as u64) < max_states && !registry.is_full() {
            pacer.tick()?;
            let state = StateId(next as u32);
            space.unpack(registry.packed(state), &mut values);
            let holds: Vec<bool> =
                goal.iter().map(|fact| values[fact.variable as usize] == fact.value).collect();
            ever.iter_mut().zip(&holds).for_each(|(ever, holds)| *ever |= holds);
            if most.is_empty() || count(&holds) > count(&most) {
                most = holds;
            }
            space.applicable_operators(&values, &mut operators);
            for &operator in &operators {
                space.successor(registry.packed(state), &values, operator, &mut packed);
                registry.insert(&packed);
            }
            next += 1;
        }
        let names = |wanted: &dyn Fn(usize) -> bool| {
            let chosen = goal.iter().enumerate().filter(|(index, _)| wanted(*index));
            chosen.map(|(_, fact)| self.fact_text(fact.variable, fact.value)).collect()
        };
        Ok(GoalsReached {
            most: names(&|goal| most.get(goal) == Some(&true)),
            missing: names(&|goal| most.get(goal) != Some(&true)),
            never: names(&|goal| !ever[goal]),
            states: next as u64,
            complete: next == registry.len(),
        })
    }

    /// `Atom at(a, b)` as `(at a b)`.
    fn fact_text(&self, variable: u32, value: u32) -> String {
        let text = &self.sas.variables[variable as usize].values[value as usize];
        let (negated, atom) = match text.split_once(' ') {
            Some(("Atom", atom)) => (false, atom),
            Some(("NegatedAtom", atom)) => (true, atom),
            _ => return text.clone(),
        };
        if atom.contains('@') {
            // A name that the user has not written stands for a disjunction or a quantified condition.
            return "a compound condition".to_owned();
        }
        let atom = atom.strip_suffix(')').unwrap_or(atom).replace([',', '('], " ");
        let words: Vec<&str> = atom.split_whitespace().collect();
        let atom = format!("({})", words.join(" "));
        if negated { format!("(not {atom})") } else { atom }
    }
}

/// The root of the reasons for which a goal cannot be reached, with its place.
pub(crate) fn cause(status: &Status, domain: &SourceFile, problem: &SourceFile) -> Option<Cause> {
    let Status::Unreachable(why) = status else { return None };
    let root = why.root.as_ref()?;
    // Places are looked for again, so that nobody has to remember them: this happens once in a task's life.
    let mut symbols = SymbolTable::new();
    let domain_tree = parse_domain(domain, &mut symbols).ok()?;
    let problem_tree = parse_problem(problem, &mut symbols).ok()?;
    let action = |name: &str| domain_tree.actions.iter().find(|a| symbols.name(a.name.symbol) == name);
    let diagnostic = match root {
        Root::NeverTrue { atom, predicate, action: needed_by } => {
            let is_it = |atom: &syntax::Atom| symbols.name(atom.name.symbol) == predicate;
            let in_action = needed_by.as_deref().and_then(action).and_then(|a| place_in_action(a, &is_it));
            let in_goal = problem_tree.goal.as_ref().and_then(|goal| place_in(goal, &is_it));
            let (file, span) = match (in_action, in_goal) {
                (Some(span), _) => (FileRole::Domain, span),
                (None, Some(span)) => (FileRole::Problem, span),
                (None, None) => {
                    let declared =
                        domain_tree.predicates.iter().find(|p| symbols.name(p.name.symbol) == predicate);
                    (FileRole::Domain, declared?.name.place.0)
                }
            };
            let message = format!("`{atom}` is not in `:init`, and no action makes it true");
            let found = Diagnostic::new("no-plan", file, span, message);
            match problem_tree.init.as_ref().and_then(|init| nearest_fact(init, &is_it)) {
                Some(span) => found.also(FileRole::Problem, span, "other facts of this predicate are here"),
                None => found.help(format!("`:init` has no fact of `{predicate}` at all")),
            }
        }
        Root::NeverBegins { atoms, predicate } => {
            let declared =
                domain_tree.predicates.iter().find(|p| symbols.name(p.name.symbol) == predicate)?;
            let (which, again) = match &atoms[..] {
                [one] => (format!("`{one}`"), "it"),
                _ => (format!("any of `{}`", atoms.join("`, `")), "another of them"),
            };
            let message = format!(
                "`:init` does not have {which}, and every action that makes it true needs {again} already"
            );
            Diagnostic::new("no-plan", FileRole::Domain, declared.name.place.0, message)
        }
        Root::NoObjects { action: name, parameter } => {
            let action = action(name)?;
            let names =
                || action.parameters.iter().flat_map(|group| group.names.iter().map(move |n| (n, group)));
            let (name, group) = names().nth(*parameter)?;
            let types: Vec<&str> = group.types.iter().map(|t| symbols.name(t.symbol)).collect();
            let types = if types.is_empty() { "object".to_owned() } else { types.join(" or ") };
            let message = format!("there are no objects of type `{types}`");
            Diagnostic::new("no-plan", FileRole::Domain, name.place.0, message)
                .help("declare some in `(:objects ...)` of the problem")
        }
        Root::NoCost { action: name, function } => {
            let action = action(name)?;
            let span = action.effect.as_ref().and_then(crate::pipeline::place_of_cost);
            let message = format!("`{function}` has no value in `:init`");
            Diagnostic::new("no-plan", FileRole::Domain, span.unwrap_or(action.name.place.0), message)
                .help(format!("`{name}` is not applicable where its cost has no value"))
        }
        _ => return None,
    };
    Some(Cause { diagnostic, domain: domain.clone(), problem: problem.clone() })
}

type IsIt<'a> = &'a dyn Fn(&syntax::Atom) -> bool;

fn place_in_action(action: &syntax::Action, is_it: IsIt) -> Option<Span> {
    let in_precondition = action.precondition.as_ref().and_then(|condition| place_in(condition, is_it));
    in_precondition.or_else(|| action.effect.as_ref().and_then(|effect| place_in_effect(effect, is_it)))
}

fn place_in_effect(effect: &Effect, is_it: IsIt) -> Option<Span> {
    match effect {
        Effect::And(parts) => parts.iter().find_map(|part| place_in_effect(part, is_it)),
        Effect::When(condition, inner, _) => {
            place_in(condition, is_it).or_else(|| place_in_effect(inner, is_it))
        }
        Effect::Forall(_, inner, _) => place_in_effect(inner, is_it),
        _ => None,
    }
}

fn place_in(condition: &Condition, is_it: IsIt) -> Option<Span> {
    match condition {
        Condition::Atom(atom) => is_it(atom).then_some(atom.place.0),
        Condition::Equals(..) => None,
        Condition::Not(inner, _) | Condition::Forall(_, inner, _) | Condition::Exists(_, inner, _) => {
            place_in(inner, is_it)
        }
        Condition::And(parts, _) | Condition::Or(parts, _) => {
            parts.iter().find_map(|part| place_in(part, is_it))
        }
        Condition::Imply(premise, conclusion, _) => {
            place_in(premise, is_it).or_else(|| place_in(conclusion, is_it))
        }
    }
}

fn nearest_fact(init: &[syntax::InitialFact], is_it: IsIt) -> Option<Span> {
    init.iter().find_map(|fact| match fact {
        syntax::InitialFact::True(atom) => is_it(atom).then_some(atom.place.0),
        _ => None,
    })
}
