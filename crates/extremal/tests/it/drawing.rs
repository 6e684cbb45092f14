//! A search can be drawn from what an observer hears, and from nothing else.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use extremal::bandits::Summary;
use extremal::searches::observer::Generated;
use extremal::searches::tree::Choice;
use extremal::states::StateId;
use extremal::{Counters, Observer, Planner};

use crate::common::example;

/// Draws the tree from events alone.
#[derive(Default)]
struct Drawing {
    /// For each state its parent and depth.
    parents: BTreeMap<u32, (Option<u32>, u32)>,
    values: BTreeMap<u32, u32>,
    open: BTreeSet<u32>,
    /// The leaf chosen last.
    chosen: Option<u32>,
    selections: u32,
    backups: u32,
}

impl Observer for Drawing {
    fn wants_tree(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: &Generated) {
        let Generated { state, parent, g, is_new, .. } = *generated;
        assert_eq!(self.parents.entry(parent.0).or_insert((None, 0)).1 + 1, g);
        assert_eq!(is_new, !self.parents.contains_key(&state.0));
        self.parents.entry(state.0).or_insert((Some(parent.0), g));
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, _preferred: &[u32], _counters: &Counters) {
        self.values.extend(h.map(|h| (state.0, h)));
        self.open.extend(h.map(|_| state.0));
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        assert_eq!(list, 0);
        let mut parent = 0;
        for &Choice { state, score, runner_up, .. } in path {
            assert_eq!(self.parents[&state.0].0, Some(parent));
            assert!(runner_up.is_none_or(|other| score <= other.score), "{score} {runner_up:?}");
            parent = state.0;
        }
        self.chosen = Some(parent);
        self.selections += 1;
    }

    fn expansion(&mut self, state: StateId, g: u32, _counters: &Counters) {
        assert_eq!(self.chosen, Some(state.0), "what was selected is expanded");
        assert!(self.open.remove(&state.0));
        assert_eq!(self.parents.get(&state.0).map_or(0, |(_, g)| *g), g);
    }

    /// The root knows the smallest and the largest value of all leaves, and their number.
    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        assert_eq!(list, 0);
        self.backups += 1;
        if state.0 == 0 {
            let values = || self.open.iter().map(|state| f64::from(self.values[state]));
            assert_eq!(summary.count, Some(self.open.len() as u32));
            assert_eq!(summary.smallest, values().reduce(f64::min));
            assert_eq!(summary.largest, values().reduce(f64::max));
        }
    }
}

#[test]
fn a_tree_can_be_drawn_from_events() {
    for name in ["glacier/p03.pddl", "museum/p03.pddl", "rings/p02.pddl"] {
        let planner = Planner::new().search("guct-uniform").unwrap().max_evaluations(300);
        let mut drawing = Drawing::default();
        let run = planner.solve_observed(&example(name), &mut drawing).unwrap();
        assert_eq!(u64::from(drawing.selections), run.counters.expansions, "{name}");
        assert!(drawing.backups > drawing.selections, "{name}");
    }
}

/// Draws the trees of several open lists over the same states.
#[derive(Default)]
struct SeveralTrees {
    parents: BTreeMap<u32, u32>,
    values: BTreeMap<u32, u32>,
    open: BTreeSet<u32>,
    /// The leaf that was selected last, until it is expanded.
    chosen: Option<u32>,
    /// Selections, and backups of the root, by list.
    selections: BTreeMap<usize, u32>,
    roots: BTreeMap<usize, u32>,
}

impl SeveralTrees {
    fn is_below(&self, mut state: u32, ancestor: u32) -> bool {
        while state != ancestor {
            let Some(&parent) = self.parents.get(&state) else { return false };
            state = parent;
        }
        true
    }
}

impl Observer for SeveralTrees {
    fn wants_tree(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: &Generated) {
        if generated.is_new {
            self.parents.insert(generated.state.0, generated.parent.0);
        }
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, _preferred: &[u32], _counters: &Counters) {
        self.values.extend(h.map(|h| (state.0, h)));
        self.open.extend(h.map(|_| state.0));
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        let mut above = 0;
        for choice in path {
            assert!(self.is_below(choice.state.0, above));
            above = choice.state.0;
        }
        assert!(self.open.contains(&above));
        self.chosen = Some(above);
        *self.selections.entry(list).or_default() += 1;
    }

    fn expansion(&mut self, state: StateId, _g: u32, _counters: &Counters) {
        if let Some(chosen) = self.chosen.take() {
            assert_eq!(chosen, state.0, "what was selected is expanded");
        }
        assert!(self.open.remove(&state.0));
    }

    /// Each tree knows all leaves. The values of the first one are those of the heuristic.
    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        if state.0 != 0 {
            return;
        }
        *self.roots.entry(list).or_default() += 1;
        assert_eq!(summary.count, Some(self.open.len() as u32), "list {list}");
        if list == 0 && !self.open.is_empty() {
            let sum: f64 = self.open.iter().map(|state| f64::from(self.values[state])).sum();
            let mean = sum / self.open.len() as f64;
            assert!(summary.mean.is_some_and(|known| (known - mean).abs() < 1e-6), "{summary:?} {mean}");
        }
    }
}

#[test]
fn several_trees_can_be_told_apart() {
    let (mut selections, mut roots) = (BTreeMap::new(), BTreeMap::new());
    for (name, heuristic) in
        [("museum/p08-unsolvable-search.pddl", "gc"), ("museum/p03.pddl", "ff"), ("glacier/p05.pddl", "ff")]
    {
        let planner = Planner::new().search("nebula").unwrap().heuristic(heuristic).unwrap();
        let mut drawing = SeveralTrees::default();
        planner.max_evaluations(1000).solve_observed(&example(name), &mut drawing).unwrap();
        selections.extend(drawing.selections);
        roots.extend(drawing.roots);
    }
    for lists in [selections, roots] {
        assert_eq!(lists.into_keys().collect::<Vec<_>>(), [0, 2]);
    }
    // Lists that --preferred adds do not change the places in the text.
    let planner = Planner::new().search("eager(lists=h+tree:h)").unwrap().preferred(true);
    let planner = planner.heuristic("gc").unwrap().max_evaluations(200);
    let mut drawing = SeveralTrees::default();
    planner.solve_observed(&example("museum/p08-unsolvable-search.pddl"), &mut drawing).unwrap();
    assert_eq!(drawing.selections.into_keys().collect::<Vec<_>>(), [1]);
}

/// Draws all searches of an agenda as one tree, whose nodes are paths.
#[derive(Default)]
struct Stages {
    drawn: HashSet<Vec<u32>>,
    /// The paths to the states of the present search.
    paths: Vec<Vec<u32>>,
    stages: u32,
    is_solved: bool,
}

impl Stages {
    fn path(&mut self, state: StateId) -> &[u32] {
        if self.paths.is_empty() {
            self.paths.push(Vec::new());
        }
        &self.paths[state.index()]
    }
}

impl Observer for Stages {
    fn stage(&mut self, path: &[u32]) {
        assert!(path.is_empty() || self.drawn.contains(path), "a search begins at a state that is drawn");
        self.paths = vec![path.to_vec()];
        self.stages += 1;
    }

    fn generated(&mut self, generated: &Generated) {
        let path = [self.path(generated.parent), &[generated.operator]].concat();
        assert_eq!(generated.g as usize + self.paths[0].len(), path.len());
        assert_eq!(generated.is_new, generated.state.index() == self.paths.len());
        if generated.is_new {
            self.paths.push(path.clone());
        }
        self.drawn.insert(path);
    }

    fn evaluation(&mut self, state: StateId, _h: Option<u32>, _preferred: &[u32], _counters: &Counters) {
        self.path(state);
    }

    fn expansion(&mut self, state: StateId, g: u32, _counters: &Counters) {
        assert_eq!(self.path(state).len(), g as usize + self.paths[0].len());
    }

    fn plan(&mut self, operators: &[u32], _counters: &Counters) {
        assert!(self.drawn.contains(operators));
        self.is_solved = true;
    }
}

#[test]
fn an_agenda_says_where_each_of_its_searches_begins() {
    for name in ["canal/p03.pddl", "beekeeper/p03.pddl", "museum/p03.pddl", "glacier/p03.pddl"] {
        let planner = Planner::new().search("goal-agenda").unwrap().max_evaluations(1000).plan_quality(false);
        let mut stages = Stages::default();
        let run = planner.solve_observed(&example(name), &mut stages).unwrap();
        assert_eq!(stages.is_solved, run.outcome.plan().is_some(), "{name}");
        assert!(stages.stages > 2, "{name}: {}", stages.stages);
    }
}

/// Counts the states of every member of a portfolio, which numbers them for itself.
#[derive(Default)]
struct Members {
    states: BTreeMap<usize, u32>,
    current: usize,
}

impl Observer for Members {
    fn turn(&mut self, member: usize, _counters: &Counters) {
        self.current = member;
    }

    fn generated(&mut self, generated: &Generated) {
        let known = self.states.entry(self.current).or_insert(1);
        assert_eq!(generated.is_new, generated.state.0 == *known, "member {}", self.current);
        *known += u32::from(generated.is_new);
    }
}

#[test]
fn the_members_of_a_portfolio_within_a_portfolio_are_told_apart() {
    let search = "portfolio(members=gbfs+portfolio(members=guct-uniform+h2(search=softmin-type),turns=30)+tree-gbfs,turns=25)";
    let planner = Planner::new().search(search).unwrap().heuristic("gc").unwrap().max_evaluations(900);
    let task = example("museum/p03.pddl");
    let mut members = Members::default();
    let run = planner.solve_observed(&task, &mut members).unwrap();
    assert_eq!(members.states.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(run.counters, planner.solve(&task).unwrap().counters);
}
