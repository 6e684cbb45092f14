//! Relaxed reachability: semi-naive evaluation of the program to its least fixpoint.

use extremal_limits::{Budget, Pacer, Stop};

use crate::join::{Join, Trigger};
use crate::plan::Plan;
use crate::program::{Program, RelationId};

/// How often the budget is asked, in steps of joins.
const STEPS_BETWEEN_CHECKS: u32 = 1 << 14;

/// The same in plans, each of which takes as long as hundreds of steps, or many more where it makes an index.
const PLANS_BETWEEN_CHECKS: u32 = 4;

/// A body atom that new tuples of its relation can match, with the plan for the other atoms.
#[derive(Debug)]
struct Occurrence {
    rule: usize,
    atom: usize,
    plan: Option<Plan>,
    /// How often it was triggered, and at which count the plan is made anew.
    triggered: u32,
    plan_again_at: u32,
}

/// Who asks the budget.
struct Pacers {
    steps: Pacer,
    plans: Pacer,
}

/// Adds to the relations everything that follows from the rules.
pub fn evaluate(program: &mut Program, budget: &Budget) -> Result<(), Stop> {
    let mut occurrences = occurrences(program);
    let mut join = Join::default();
    let mut pacers = Pacers {
        steps: Pacer::new(budget, STEPS_BETWEEN_CHECKS),
        plans: Pacer::new(budget, PLANS_BETWEEN_CHECKS),
    };
    let mut derived = 0;

    evaluate_rules_without_growing_atoms(program, &mut join, &mut pacers)?;
    loop {
        let mut quiet = true;
        for (relation, occurrences) in occurrences.iter_mut().enumerate() {
            while let Some(number) = program.relations[relation].reveal_next() {
                quiet = false;
                derived += 1;
                if derived % 4096 == 0 {
                    budget.report(derived);
                }
                for occurrence in occurrences.iter_mut() {
                    occurrence.trigger(relation, number, program, &mut join, &mut pacers)?;
                }
            }
        }
        if quiet {
            return Ok(());
        }
    }
}

/// For each relation that grows, the body atoms that mention it.
fn occurrences(program: &Program) -> Vec<Vec<Occurrence>> {
    let mut occurrences: Vec<Vec<Occurrence>> = program.relations.iter().map(|_| Vec::new()).collect();
    for (rule_number, rule) in program.rules.iter().enumerate() {
        for (atom_number, atom) in rule.body.iter().enumerate() {
            if program.grows[atom.relation] {
                occurrences[atom.relation].push(Occurrence {
                    rule: rule_number,
                    atom: atom_number,
                    plan: None,
                    triggered: 0,
                    plan_again_at: 0,
                });
            }
        }
    }
    occurrences
}

/// Nothing triggers rules whose atoms never grow, so they are evaluated once.
fn evaluate_rules_without_growing_atoms(
    program: &mut Program,
    join: &mut Join,
    pacers: &mut Pacers,
) -> Result<(), Stop> {
    let Program { relations, rules, domains, grows, .. } = program;
    for rule in rules.iter().filter(|r| r.body.iter().all(|a| !grows[a.relation])) {
        pacers.plans.tick()?;
        let plan = Plan::new(rule, None, relations, domains);
        let mut tuple = Vec::new();
        join.reset(rule.variables.len());
        join.run(&plan, relations, domains, None, &mut pacers.steps, |relations, values| {
            head_tuple(&rule.head_terms, values, &mut tuple);
            relations[rule.head].insert(&tuple);
            Ok(())
        })?;
    }
    Ok(())
}

impl Occurrence {
    fn trigger(
        &mut self,
        relation: RelationId,
        number: u32,
        program: &mut Program,
        join: &mut Join,
        pacers: &mut Pacers,
    ) -> Result<(), Stop> {
        let Program { relations, rules, domains, .. } = program;
        let rule = &rules[self.rule];
        // Relations grow while rules are evaluated, so the best join order changes: plan anew each time
        // the number of triggers has doubled.
        if self.triggered == self.plan_again_at {
            pacers.plans.tick()?;
            self.plan = None;
            self.plan_again_at = (2 * self.plan_again_at).max(1);
        }
        self.triggered = self.triggered.saturating_add(1);
        let plan = self.plan.get_or_insert_with(|| Plan::new(rule, Some(self.atom), relations, domains));

        join.reset(rule.variables.len());
        if !join.bind_trigger(&rule.body[self.atom].terms, relations[relation].tuple(number)) {
            return Ok(());
        }
        let mut tuple = Vec::new();
        join.run(
            plan,
            relations,
            domains,
            Some(Trigger { number }),
            &mut pacers.steps,
            |relations, values| {
                head_tuple(&rule.head_terms, values, &mut tuple);
                relations[rule.head].insert(&tuple);
                Ok(())
            },
        )
    }
}

fn head_tuple(terms: &[extremal_normalise::Term], values: &[u32], tuple: &mut Vec<u32>) {
    use extremal_normalise::Term;
    tuple.clear();
    tuple.extend(terms.iter().map(|&t| match t {
        Term::Variable(v) => values[v as usize],
        Term::Object(o) => o,
    }));
}
