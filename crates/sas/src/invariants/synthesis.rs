//! The search for invariants.

use std::collections::VecDeque;

use extremal_limits::{Budget, Pacer, Stop};
use extremal_normalise::Task;
use rustc_hash::FxHashSet;

use super::action::LiftedAction;
use super::balance::{BalanceChecker, Verdict};
use super::candidate::{COUNTED, Invariant, Part};

/// No more candidates than this are looked at. Real domains have a few thousand; the limit keeps contrived
/// ones from taking for ever, and counts work instead of time so that results are the same everywhere.
const MAX_CANDIDATES: usize = 100_000;

/// An invariant that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The invariant.
    pub invariant: Invariant,
    /// Actions that may break it in special cases, so that their ground operators must be looked at.
    pub doubtful_actions: Vec<usize>,
}

/// Finds invariants of a task. `distinct_variables` has for each action the pairs of its variables that
/// differ in every reachable instance.
pub fn find_invariants(
    task: &Task,
    distinct_variables: &[Vec<(u32, u32)>],
    budget: &Budget,
) -> Result<Vec<Found>, Stop> {
    let actions: Vec<LiftedAction> =
        task.actions.iter().zip(distinct_variables).map(|(a, d)| LiftedAction::new(task, a, d)).collect();
    let threats = threats(task, &actions);

    let mut queue: VecDeque<Invariant> = initial_candidates(task).take(MAX_CANDIDATES).collect();
    let mut seen: FxHashSet<Invariant> = queue.iter().cloned().collect();
    let mut checker = BalanceChecker::new(task.predicates.len());
    let mut invariants = Vec::new();
    let mut checked = 0;
    let mut pacer = Pacer::new(budget, 64);
    while let Some(candidate) = queue.pop_front() {
        checked += 1;
        budget.report(checked);
        pacer.tick()?;
        match check_actions(&candidate, &actions, &threats, &mut checker) {
            Ok(doubtful_actions) => invariants.push(Found { invariant: candidate, doubtful_actions }),
            Err(None) => {}
            Err(Some((action, add))) => {
                for refined in refinements(&candidate, &actions[action], add) {
                    if seen.len() < MAX_CANDIDATES && seen.insert(refined.clone()) {
                        queue.push_back(refined);
                    }
                }
            }
        }
    }
    Ok(invariants)
}

/// For each predicate the actions that add it.
fn threats(task: &Task, actions: &[LiftedAction]) -> Vec<Vec<usize>> {
    let mut threats = vec![Vec::new(); task.predicates.len()];
    for (number, action) in actions.iter().enumerate() {
        for add in &action.adds {
            let list = &mut threats[add.atom.predicate as usize];
            if list.last() != Some(&number) {
                list.push(number);
            }
        }
    }
    threats
}

/// Every changing predicate, with no argument counted or with any one of them.
fn initial_candidates(task: &Task) -> impl Iterator<Item = Invariant> + '_ {
    let mut changes = vec![false; task.predicates.len()];
    for effect in task.actions.iter().flat_map(|a| &a.effects) {
        changes[effect.literal.predicate as usize] = true;
    }
    let predicates = task.predicates.iter().enumerate().filter(move |(p, _)| changes[*p]);
    predicates.flat_map(|(predicate, declaration)| {
        let arity = declaration.arity;
        let counted = std::iter::once(None).chain((0..arity).map(Some));
        counted.map(move |counted| {
            let mut parameters = 0..;
            let arguments = (0..arity)
                .map(|position| match counted {
                    Some(counted) if counted == position => COUNTED,
                    _ => parameters.next().unwrap_or(COUNTED),
                })
                .collect();
            Invariant { parts: vec![Part { predicate: predicate as u32, arguments }] }
        })
    })
}

/// Checks a candidate against all actions. Returns the doubtful ones; or the first action that breaks it with
/// the unbalanced add effect, `None` if no refinement helps.
fn check_actions(
    candidate: &Invariant,
    actions: &[LiftedAction],
    threats: &[Vec<usize>],
    checker: &mut BalanceChecker,
) -> Result<Vec<usize>, Option<(usize, usize)>> {
    checker.set_invariant(candidate);
    let mut checked = FxHashSet::default();
    let mut doubtful = Vec::new();
    for part in &candidate.parts {
        for &action in &threats[part.predicate as usize] {
            if candidate.parts.len() > 1 && !checked.insert(action) {
                continue;
            }
            match checker.check(&actions[action]) {
                Verdict::Balanced => {}
                Verdict::Doubtful => doubtful.push(action),
                Verdict::TooHeavy => return Err(None),
                Verdict::Unbalanced(add) => return Err(Some((action, add))),
            }
        }
    }
    Ok(doubtful)
}

/// Candidates that also count something the action deletes.
fn refinements(candidate: &Invariant, action: &LiftedAction, add: usize) -> Vec<Invariant> {
    let add = &action.adds[add].atom;
    let Some(part) = candidate.part(add.predicate) else {
        return Vec::new();
    };
    let new_deletes = action.deletes.iter().filter(|d| candidate.part(d.atom.predicate).is_none());
    new_deletes
        .flat_map(|d| part.matching_parts(add, &d.atom))
        .map(|new_part| candidate.with(new_part))
        .collect()
}
