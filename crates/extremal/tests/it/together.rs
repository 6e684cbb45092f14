//! Parts from elsewhere that look at several states at once do what our own parts do one by one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use extremal::bandits::{Bandit, FullBellman, Random, Statistic, Uniform};
use extremal::heuristics::select;
use extremal::searches::MakeTree;
use extremal::searches::open::{OpenList, TreeShape, tree_list};
use extremal::searches::tree::Index;
use extremal::states::StateId;
use extremal::{DeadEnds, Heuristic, Planner, Task};

fn task() -> Task {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/canal");
    Task::from_files(folder.join("domain.pddl"), folder.join("p04.pddl")).unwrap()
}

/// UCB1-Uniform with floor 1, for all children of a node at once.
#[derive(Clone)]
struct Together {
    bandit: Uniform,
    choices: Arc<AtomicUsize>,
}

impl Index for Together {
    type Statistic = FullBellman;
    type Cached = bool;
    type Choice = ();

    const SCORES_TOGETHER: bool = true;

    fn leaf(&self, value: f64) -> FullBellman {
        FullBellman::leaf(value)
    }

    fn cache(&self, _statistic: &FullBellman) -> bool {
        false
    }

    fn locked(&self) -> bool {
        true
    }

    fn choice(&self, _parent: &FullBellman, _arms: u32) {}

    fn score(&self, _choice: &(), _statistic: &FullBellman, _locked: &bool) -> f64 {
        panic!("children are scored together")
    }

    fn score_all<'a>(
        &self,
        parent: &FullBellman,
        children: impl ExactSizeIterator<Item = &'a FullBellman>,
        _random: &mut Random,
        scores: &mut Vec<f64>,
    ) {
        self.choices.fetch_add(1, Ordering::Relaxed);
        let choice = self.bandit.choice(parent, children.len() as u32);
        scores.extend(children.map(|child| self.bandit.score(&choice, child)));
    }
}

impl MakeTree for Together {
    fn make(&self, shape: TreeShape) -> Box<dyn OpenList<StateId>> {
        tree_list(self.clone(), shape)
    }
}

#[test]
fn a_bandit_that_scores_all_children_at_once_chooses_what_ours_chooses() {
    let task = task();
    for form in [
        "eager(lists=tree:h,bandit=BANDIT)",
        "eager(lists=tree:h,bandit=BANDIT,samples=all,preferred=true)",
        "eager(lists=tree:h,bandit=BANDIT,bilevel=true,collapse=true)",
        "portfolio(members=gbfs+eager(lists=h+tree:h,bandit=BANDIT),turns=20)",
    ] {
        let ours = Planner::new().search(&form.replace("BANDIT", "ucb1-uniform(floor=1)")).unwrap();
        let together = Together { bandit: Uniform::new(1.0), choices: Arc::default() };
        let own = Planner::new().own_bandit("mine", together.clone());
        let own = own.search(&form.replace("BANDIT", "mine")).unwrap();
        let (ours, own) = (ours.solve(&task).unwrap(), own.solve(&task).unwrap());
        assert_eq!((ours.counters, ours.outcome), (own.counters, own.outcome), "{form}");
        assert!(together.choices.load(Ordering::Relaxed) > 0, "{form}");
    }
}

#[test]
fn a_name_for_a_bandit_is_not_known_elsewhere() {
    let error = Planner::new().search("eager(lists=tree:h,bandit=mine)").unwrap_err().to_string();
    assert!(error.contains("there is no bandit 'mine'"), "{error}");
}

/// Another heuristic, several states at a time.
struct Batches {
    heuristic: Box<dyn Heuristic>,
    /// The largest batch.
    largest: Arc<AtomicUsize>,
    is_lazy: bool,
}

impl Heuristic for Batches {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        self.heuristic.evaluate(state)
    }

    fn evaluates_together(&self) -> bool {
        true
    }

    fn evaluate_all(&mut self, states: &[u32], variables: usize, estimates: &mut Vec<u32>) {
        self.largest.fetch_max(states.len() / variables, Ordering::Relaxed);
        // Whoever returns too few is asked for the others one by one.
        let wanted = if self.is_lazy { 1 } else { usize::MAX };
        let states = states.chunks_exact(variables).take(wanted);
        estimates.extend(states.map(|state| self.heuristic.evaluate(state)));
    }
}

#[test]
fn a_heuristic_that_evaluates_batches_leads_to_the_same_search() {
    let task = task();
    for search in ["gbfs", "guct-uniform", "extremal", "lazy(lists=h)", "nebula"] {
        let ours = Planner::new().search(search).unwrap().heuristic("gc").unwrap();
        let ours = ours.max_evaluations(500).solve(&task).unwrap();
        for is_lazy in [false, true] {
            let largest = Arc::new(AtomicUsize::new(0));
            let seen = Arc::clone(&largest);
            let own = Planner::new().search(search).unwrap().own_heuristic(DeadEnds::Proven, move |task| {
                let heuristic = select("gc").unwrap().build(task);
                Box::new(Batches { heuristic, largest: Arc::clone(&largest), is_lazy })
            });
            let own = own.max_evaluations(500).solve(&task).unwrap();
            assert_eq!((ours.counters, &ours.outcome), (own.counters, &own.outcome), "{search}");
            let is_eager = ["gbfs", "guct-uniform", "nebula"].contains(&search);
            assert_eq!(seen.load(Ordering::Relaxed) > 1, is_eager, "{search}");
        }
    }
}
