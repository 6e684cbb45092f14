//! Why a task has no plan, as data and in words.

use std::fmt;

use extremal_limits::Budget;
use extremal_sas::{ExclusiveGoals, Status};

use crate::no_plan::GoalsReached;
use crate::outcome::Proof;
use crate::task::Task;

/// Longer lists of goals are cut here; the data has them whole.
const MOST_GOALS: usize = 20;

/// Longer lists of atoms in a sentence are cut here.
const MOST_ATOMS: usize = 8;

/// More states are not looked at only to say more about the goals.
const MOST_STATES: u64 = 100_000;

/// Why a task has no plan. As text it is what the command line shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct NoPlan {
    /// Goals that cannot be reached even if nothing is ever undone, in PDDL.
    pub unreachable_goals: Vec<String>,
    /// Everything that is known, one sentence each. If goals cannot be reached, this is why the first cannot.
    pub reasons: Vec<String>,
    /// Two goals that exclude each other.
    pub exclusive: Option<ExclusiveGoals>,
    /// How many goals can be reached together, if the states were looked at.
    pub reached: Option<GoalsReached>,
}

impl Task {
    /// How translation has shown that there is no plan, if it has.
    pub fn proof(&self) -> Option<Proof> {
        match self.status() {
            Status::Unreachable(why) => {
                Some(Proof::Unreachable { goals: why.goals.clone(), reasons: why.reasons.clone() })
            }
            Status::GoalViolatesMutex => Some(Proof::ExclusiveGoals),
            _ => None,
        }
    }

    /// Says why there is no plan, once that is proven. After a [proof by search](Proof::Search) this looks at up to
    /// 100,000 states to tell which goals can be reached together; if the budget does not allow that, it says less.
    ///
    /// ```
    /// let domain = "(define (domain d) (:predicates (left) (right)) (:action go :parameters ()
    ///     :precondition (left) :effect (and (not (left)) (right))))";
    /// let problem = "(define (problem p) (:domain d) (:init (left)) (:goal (and (left) (right))))";
    /// let task = extremal::Task::from_pddl(domain, problem)?;
    /// let why = task.explain(&task.proof().expect("no plan"), &extremal::Budget::unlimited());
    /// assert_eq!(why.reasons, ["(left) and (right) exclude each other: at most one of (left), (right) is true at a time"]);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn explain(&self, proof: &Proof, budget: &Budget) -> NoPlan {
        let mut why = NoPlan::from(proof);
        if let (Proof::ExclusiveGoals, Some(exclusive)) = (proof, self.exclusive_goals()) {
            why.reasons = vec![exclusive_goals(exclusive)];
            why.exclusive = Some(exclusive.clone());
        }
        if let (Proof::Search, Ok(reached)) = (proof, self.goals_reached(MOST_STATES, budget)) {
            why.reasons.extend(goals_reached(&reached));
            why.reached = Some(reached);
        }
        why
    }
}

impl From<&Proof> for NoPlan {
    /// What the proof alone says.
    fn from(proof: &Proof) -> Self {
        match proof {
            Proof::Unreachable { goals, reasons } => {
                NoPlan { unreachable_goals: goals.clone(), reasons: reasons.clone(), ..NoPlan::default() }
            }
            Proof::ExclusiveGoals => NoPlan {
                reasons: vec!["no reachable state has all goals at once".to_owned()],
                ..NoPlan::default()
            },
            Proof::Search => {
                NoPlan { reasons: vec!["all reachable states were searched".to_owned()], ..NoPlan::default() }
            }
        }
    }
}

impl fmt::Display for NoPlan {
    /// Which goals cannot be reached and why, or the reasons alone if no goal is to blame.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.unreachable_goals.split_first() else {
            let (first, others) = match self.reasons.split_first() {
                Some((first, others)) => (first.as_str(), others),
                None => ("this has been proven", &[][..]),
            };
            writeln!(f, "The task has no plan: {first}.")?;
            return others.iter().try_for_each(|reason| writeln!(f, "  {reason}"));
        };
        writeln!(f, "The task has no plan. These goals cannot be reached, even if nothing is ever undone:")?;
        writeln!(f, "  {first}")?;
        others.iter().take(MOST_GOALS).try_for_each(|goal| writeln!(f, "  {goal}"))?;
        if others.len() > MOST_GOALS {
            writeln!(f, "  and {} more", others.len() - MOST_GOALS)?;
        }
        writeln!(f, "Why {first} cannot be reached:")?;
        self.reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))
    }
}

fn exclusive_goals(ExclusiveGoals { first, second, group }: &ExclusiveGoals) -> String {
    let group = listed(group);
    format!("{first} and {second} exclude each other: at most one of {group} is true at a time")
}

fn goals_reached(reached: &GoalsReached) -> Vec<String> {
    let (held, all) = (reached.most.len(), reached.most.len() + reached.missing.len());
    let among = if reached.complete {
        String::new()
    } else {
        format!(" in the {} states nearest to the initial one", reached.states)
    };
    if all == 1 {
        return vec![format!("the goal never holds{among}")];
    }
    let (missing, are) = (listed(&reached.missing), if reached.missing.len() == 1 { "is" } else { "are" });
    let mut reasons =
        vec![format!("at most {held} of the {all} goals hold at once{among}; then {missing} {are} missing")];
    if !reached.never.is_empty() {
        reasons.push(format!("these goals never hold{among}: {}", listed(&reached.never)));
    }
    reasons
}

fn listed(atoms: &[String]) -> String {
    match atoms.len().checked_sub(MOST_ATOMS) {
        None | Some(0) => atoms.join(", "),
        Some(more) => format!("{} and {more} more", atoms[..MOST_ATOMS].join(", ")),
    }
}
