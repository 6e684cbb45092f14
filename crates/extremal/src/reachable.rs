//! Which atoms can become true, for those who look at a task rather than solve it.

use std::collections::HashMap;

use extremal_ground::program::Program;
use extremal_ground::reachability;
use extremal_limits::{Budget, Phase, Stop};

use crate::pipeline::NormalisedTask;

/// The atoms that can become true if nothing is ever undone. What is not among them is never true.
#[derive(Debug)]
pub struct Reachable {
    program: Program,
    /// Number and arity of each predicate.
    predicates: HashMap<String, (u32, usize)>,
    objects: HashMap<String, u32>,
    /// How many instances of each action may become applicable.
    instances: HashMap<String, u64>,
}

impl NormalisedTask {
    /// Finds the atoms that can become true, also for a task whose goal cannot be reached; none for SAS+.
    ///
    /// ```
    /// use extremal::{Budget, SourceFile, TaskText};
    ///
    /// let domain = SourceFile::new("d", "(define (domain d) (:predicates (at ?x) (road ?x ?y))
    ///     (:action go :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y)) :effect (at ?y)))");
    /// let problem = SourceFile::new("p", "(define (problem q) (:domain d) (:objects a b c)
    ///     (:init (at a) (road a b)) (:goal (at c)))");
    /// let budget = Budget::unlimited();
    /// let task = TaskText::Pddl { domain, problem }.check(&budget)?.normalise(&budget)?;
    /// let reachable = task.reachable(&budget)?.expect("PDDL");
    /// assert_eq!(reachable.contains("at", &["b"]), Some(true));
    /// assert_eq!(reachable.contains("at", &["c"]), Some(false));
    /// assert_eq!((reachable.count("at"), reachable.count("near")), (Some(2), None));
    /// assert_eq!(reachable.atoms("at").collect::<Vec<_>>(), [[0], [1]]);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn reachable(&self, budget: &Budget) -> Result<Option<Reachable>, Stop> {
        let Some(task) = self.normalised() else { return Ok(None) };
        budget.enter(Phase::Grounding)?;
        let mut program = Program::new(task);
        reachability::evaluate(&mut program, budget)?;
        let number = |(number, name): (usize, &String)| (name.clone(), number as u32);
        let predicates = task.predicates.iter().enumerate();
        let mut instances: HashMap<String, u64> = HashMap::new();
        for (number, action) in task.actions.iter().enumerate() {
            // A disjunction makes several of one action.
            let count = program.relations[program.first_action + number].len();
            *instances.entry(action.name.clone()).or_default() += u64::from(count);
        }
        Ok(Some(Reachable {
            instances,
            predicates: predicates.map(|(number, p)| (p.name.clone(), (number as u32, p.arity))).collect(),
            objects: task.objects.iter().enumerate().map(number).collect(),
            program,
        }))
    }
}

impl Reachable {
    /// Whether an atom can become true; `None` if there is no such predicate or object. Names are in lower case.
    pub fn contains(&self, predicate: &str, objects: &[&str]) -> Option<bool> {
        let (predicate, arity) = self.predicates.get(predicate)?;
        let objects: Vec<u32> =
            objects.iter().map(|name| self.objects.get(*name).copied()).collect::<Option<_>>()?;
        (objects.len() == *arity)
            .then(|| self.program.relations[*predicate as usize].find(&objects).is_some())
    }

    /// How many instances of an action may become applicable; 0 if it never is, `None` if there is no such action. An
    /// instance may count more than once if the precondition has disjunctions or `exists`.
    pub fn instances(&self, action: &str) -> Option<u64> {
        self.instances.get(action).copied()
    }

    /// How many atoms of a predicate can become true.
    pub fn count(&self, predicate: &str) -> Option<u64> {
        let (predicate, _) = self.predicates.get(predicate)?;
        Some(u64::from(self.program.relations[*predicate as usize].len()))
    }

    /// The atoms of a predicate that can become true, each as the numbers of its objects in
    /// [`objects`](extremal_pddl::Task::objects) of the task; none if there is no such predicate.
    pub fn atoms(&self, predicate: &str) -> impl Iterator<Item = &[u32]> {
        let relation =
            self.predicates.get(predicate).map(|&(number, _)| &self.program.relations[number as usize]);
        relation.into_iter().flat_map(|relation| (0..relation.len()).map(|number| relation.tuple(number)))
    }
}
