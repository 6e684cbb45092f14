//! The table of verdicts.

use super::judge::Judgement;
use super::{Comparison, LEAST_MUTANTS, LEAST_PLANS, Outcome};
use crate::Verdict;
use crate::suites::Task;
use crate::table::{Sheet, by_domain};

/// Counts over some tasks, in the order of the columns.
#[derive(Default)]
struct Counts {
    tasks: usize,
    plans: usize,
    valid: usize,
    valid_for_peer: usize,
    not_judged: usize,
    mutants: usize,
    broken: usize,
    agreed: usize,
    wrong: usize,
}

impl Counts {
    fn of<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Self {
        let mut counts = Counts::default();
        for outcome in outcomes {
            counts.tasks += 1;
            match outcome {
                Outcome::NoPlan(_) => {}
                Outcome::Refused(_) => counts.wrong += 1,
                Outcome::Judged { plan, mutants } => counts.add(plan, mutants),
            }
        }
        counts
    }

    fn add(&mut self, plan: &Comparison, mutants: &[Comparison]) {
        self.plans += 1;
        self.valid += usize::from(matches!(plan.ours, Judgement::Valid { .. }));
        self.wrong += usize::from(is_wrong(plan));
        match plan.peer {
            Judgement::Valid { .. } => self.valid_for_peer += 1,
            Judgement::NotJudged(_) => self.not_judged += 1,
            Judgement::Invalid { .. } => {}
        }
        for mutant in mutants {
            if matches!(mutant.peer, Judgement::NotJudged(_)) {
                continue;
            }
            self.mutants += 1;
            self.broken += usize::from(matches!(mutant.peer, Judgement::Invalid { .. }));
            self.agreed += usize::from(!mutant.disagree());
            self.wrong += usize::from(mutant.disagree());
        }
    }

    fn cells(&self) -> [usize; 9] {
        let Counts { tasks, plans, valid, valid_for_peer, not_judged, mutants, broken, agreed, wrong } =
            *self;
        [tasks, plans, valid, valid_for_peer, not_judged, mutants, broken, agreed, wrong]
    }
}

/// The plan of a search on our file must be valid, for whoever can judge it.
fn is_wrong(plan: &Comparison) -> bool {
    plan.disagree() || !matches!(plan.ours, Judgement::Valid { .. })
}

/// Prints everything and says whether it is as it must be.
pub fn report(tasks: &[Task], outcomes: &[Outcome], all_domains: bool) -> Verdict {
    let columns = [
        "domain",
        "tasks",
        "plans",
        "valid",
        "valid for unified-planning",
        "not judged by it",
        "changed plans judged by both",
        "of them invalid",
        "agreed",
        "wrong",
    ];
    let mut table = Sheet::new(&columns);
    let pairs: Vec<(&Task, &Outcome)> = tasks.iter().zip(outcomes).collect();
    for (domain, group) in by_domain(&pairs, |(task, _)| &task.domain) {
        table.add_named(domain, Counts::of(group.iter().map(|(_, outcome)| *outcome)).cells());
    }
    let all = Counts::of(outcomes.iter());
    println!("{table}");
    for (task, outcome) in tasks.iter().zip(outcomes) {
        print_exceptions(&task.problem, outcome);
    }
    println!(
        "{} of {} plans valid, {} of them also for unified-planning, {} not judged by it; \
         {} of {} verdicts on changed plans agree",
        all.valid, all.plans, all.valid_for_peer, all.not_judged, all.agreed, all.mutants
    );
    let enough = !all_domains || (all.valid_for_peer >= LEAST_PLANS && all.mutants >= LEAST_MUTANTS);
    if !enough {
        println!("TOO FEW: {LEAST_PLANS} plans and {LEAST_MUTANTS} changed plans must be judged by both");
    }
    Verdict::passed_if(all.wrong == 0 && all.plans > 0 && enough)
}

fn print_exceptions(problem: &str, outcome: &Outcome) {
    match outcome {
        Outcome::NoPlan(why) => println!("no plan for {problem}: {why}"),
        Outcome::Refused(why) => println!("WRONG {problem}: the search does not take our file: {why}"),
        Outcome::Judged { plan, mutants } => {
            if let Judgement::NotJudged(why) = &plan.peer {
                println!("not judged by unified-planning: {problem}: {why}");
            }
            let wrong_plan = Some(plan).filter(|plan| is_wrong(plan));
            for wrong in wrong_plan.into_iter().chain(mutants.iter().filter(|mutant| mutant.disagree())) {
                println!("WRONG {problem} ({}):", wrong.change);
                println!("  extremal: {:?}\n  unified-planning: {:?}", wrong.ours, wrong.peer);
            }
        }
    }
}
