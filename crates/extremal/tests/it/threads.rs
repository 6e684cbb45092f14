//! Searches are the same with any number of threads, to the last event.

use std::sync::Arc;
use std::time::Duration;

use extremal::bandits::Summary;
use extremal::searches::observer::Generated;
use extremal::searches::tree::Choice;
use extremal::searches::{Options, Problem, SearchEnd, SearchProgress, Threads, Turn, Watch, select};
use extremal::states::StateSpace;
use extremal::{Budget, Counters, Observer, Outcome, Planner, Progress, Task, heuristics};
use extremal_states::StateId;

use crate::common::{example, tasks};

/// All that an observer hears.
#[derive(Default, PartialEq, Debug)]
struct Events(Vec<(&'static str, u32, Option<u32>, Counters)>);

impl Observer for Events {
    fn generated(&mut self, generated: &Generated) {
        let Generated { state, parent, operator, g, is_new } = *generated;
        let name = if is_new { "new" } else { "known" };
        self.0.push((name, state.0, Some(parent.0 ^ operator.rotate_left(16) ^ g), Counters::default()));
    }

    fn wants_tree(&self) -> bool {
        true
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        let last = path.last().map_or(0, |choice| choice.state.0);
        self.0.push(("selected", last, Some((list + 100 * path.len()) as u32), Counters::default()));
    }

    fn backed_up(&mut self, _list: usize, state: StateId, summary: &Summary) {
        self.0.push(("backed up", state.0, summary.count, Counters::default()));
    }

    fn expansion(&mut self, state: StateId, depth: u32, counters: &Counters) {
        self.0.push(("expansion", state.0, Some(depth), *counters));
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], counters: &Counters) {
        self.0.push(("evaluation", state.0, h, *counters));
        self.0.extend(preferred.iter().map(|&operator| ("preferred", operator, None, Counters::default())));
    }

    fn expanded(&mut self, state: StateId, counters: &Counters) {
        self.0.push(("expanded", state.0, None, *counters));
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        self.0.push(("best", h, None, *counters));
    }

    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        self.0.push(("plan", operators.len() as u32, None, *counters));
    }
}

#[derive(Clone, Copy, Debug)]
struct Limits {
    max_evaluations: Option<u64>,
    max_expansions: Option<u64>,
}

/// A search that shares all work, however little, and looks ahead for more.
fn run(task: &Task, (search, preferred): (&str, bool), limits: Limits, threads: usize) -> Run {
    let mut events = Events::default();
    let options = Options { preferred, seed: 5, ..Options::default() };
    let mut running = select(search, options).unwrap().start(Problem {
        rebuild: None,
        space: StateSpace::new(task.sas()),
        task: Arc::new(task.sas().clone()),
        heuristic: heuristics::select("ff").unwrap().build(task.sas()),
        heuristic_is_safe: true,
        max_evaluations: limits.max_evaluations,
        max_expansions: limits.max_expansions,
        budget: Budget::unlimited(),
        threads: Threads { number: threads, worthwhile: Duration::ZERO },
    });
    let SearchProgress::Ended(end) = running.advance(Turn::UNLIMITED, &mut Watch::new(Some(&mut events)))
    else {
        panic!("a turn without limits ends with the search");
    };
    Run { end, counters: running.counters(), events }
}

#[derive(PartialEq)]
struct Run {
    end: SearchEnd,
    counters: Counters,
    events: Events,
}

#[test]
fn threads_change_no_counter_no_plan_and_no_event() {
    let searches = [
        ("gbfs", false),
        ("gbfs", true),
        ("softmin-type", true),
        ("guct-uniform", true),
        ("guct-normal2", false),
        ("guct-star(samples=all)", true),
        ("eager", true),
        ("nebula", true),
        // Of several members only the turns are told.
        ("portfolio(members=guct-uniform(preferred=true))", false),
    ];
    // Small limits end a search in the middle of an expansion.
    let evaluations = [2, 23, 90, 400].map(|n| Limits { max_evaluations: Some(n), max_expansions: None });
    let expansions = [17].map(|n| Limits { max_evaluations: None, max_expansions: Some(n) });
    let (mut solved, mut dead_ends) = (0, 0);
    for (name, task) in tasks(|name| ["p01", "p03", "p06"].iter().any(|p| name.starts_with(p))) {
        for search in searches {
            for limits in evaluations.into_iter().chain(expansions) {
                let one = run(&task, search, limits, 1);
                solved += usize::from(matches!(one.end, SearchEnd::Solved(_)));
                dead_ends += one.counters.dead_ends;
                for threads in [2, 3] {
                    let several = run(&task, search, limits, threads);
                    assert!(several == one, "{name} {search:?} {limits:?}: {threads} threads");
                }
            }
        }
    }
    assert!(dead_ends > 50, "only {dead_ends} children were dead ends");
    assert!(solved > 50, "only {solved} searches found a goal among the children of a state");
}

#[test]
fn the_planner_takes_threads() {
    let task = example("alpine/p03.pddl");
    let run = |search: &str, threads| {
        let planner = Planner::new().search(search).unwrap().max_evaluations(3000);
        planner.threads(threads).solve(&task).map(|run| (run.outcome, run.counters)).unwrap()
    };
    let one = run("guct-uniform", 1);
    for threads in [0, 2, 3] {
        assert_eq!(run("guct-uniform", threads), one, "{threads}");
    }
    assert_eq!(run("extremal", 0), run("extremal", 1));
}

/// The turns that members take, and the plan.
#[derive(Default, PartialEq, Debug)]
struct Turns(Vec<(usize, Counters)>);

impl Observer for Turns {
    fn turn(&mut self, member: usize, counters: &Counters) {
        self.0.push((member, *counters));
    }

    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        self.0.push((operators.len(), *counters));
    }
}

/// The default, its members with short turns, members of which one does not look at the heuristic, a portfolio
/// within another, members that begin without evaluations, and turns that are shorter than a step.
const PORTFOLIOS: [&str; 6] = [
    "extremal",
    "portfolio(members=softmin-type-lama+guct-uniform(samples=all,preferred=true),turns=20+10)",
    "portfolio(members=gbfs+lazy(lists=g)+guct-normal2+nolan,turns=7+30+1+50,growth=120)",
    "portfolio(members=portfolio(members=softmin-type+gbfs,turns=9)+nebula,turns=40)",
    "portfolio(members=softmin-type-lama+h2(search=softmin-type-lama)+h2(search=bfws-f5),turns=20+20+20)",
    "portfolio(members=bfws-f5+gbfs,turns=1)",
];

#[test]
fn a_portfolio_takes_the_same_turns_with_any_number_of_threads() {
    let (mut solved, mut late) = (0, 0);
    for (name, task) in tasks(|name| ["p02", "p04"].iter().any(|p| name.starts_with(p))) {
        for search in PORTFOLIOS {
            for (seed, max_evaluations) in [(1, 2500), (2, 301), (3, 55)] {
                let planner = Planner::new().search(search).unwrap().seed(seed);
                let planner = planner.max_evaluations(max_evaluations);
                let run = |threads| {
                    let mut turns = Turns::default();
                    let run = planner.clone().threads(threads).solve_observed(&task, &mut turns).unwrap();
                    // Turns within turns are told only where members work one after the other.
                    let within = if search.starts_with("portfolio(members=portfolio") { 2 } else { 0 };
                    turns.0.retain(|(member, _)| *member >= within);
                    (run.outcome, run.counters, turns)
                };
                let one = run(1);
                solved += usize::from(one.0.plan().is_some());
                late += usize::from(one.2.0.len() > 6);
                for threads in [2, 5] {
                    let several = run(threads);
                    assert!(several == one, "{name} {search} {seed}: {threads} threads");
                }
            }
        }
    }
    assert!(solved > 50 && late > 50, "{solved} were solved, {late} after some turns");
}

#[test]
fn a_portfolio_on_several_threads_can_be_cut_into_turns() {
    for name in ["museum/p04.pddl", "frogs/p03.pddl", "menagerie/p04.pddl"] {
        let task = example(name);
        for search in PORTFOLIOS {
            let planner = Planner::new().search(search).unwrap().max_evaluations(1500);
            let whole = planner.solve(&task).unwrap();
            for (threads, evaluations) in [(2, 1), (2, 99), (3, 700)] {
                let mut running = planner.clone().threads(threads).start(&task).unwrap();
                let mut before = 0;
                while running.advance(evaluations) == Progress::Running {
                    let evaluated = running.counters().evaluations - before;
                    // Where other steps count too, the number of evaluations lags behind.
                    let is_exact = running.counters().other_work == 0;
                    assert!(!is_exact || evaluated <= evaluations, "{evaluated} of {evaluations}");
                    before += evaluated;
                }
                let cut = running.finish().unwrap();
                let context = format!("{name} {search} {threads} {evaluations}");
                assert_eq!((&cut.outcome, cut.counters), (&whole.outcome, whole.counters), "{context}");
            }
        }
    }
}

/// Expansions that have begun and are not over.
#[derive(Default)]
struct UnderWay(i64);

impl Observer for UnderWay {
    fn expansion(&mut self, _state: StateId, _depth: u32, _counters: &Counters) {
        self.0 += 1;
    }

    fn expanded(&mut self, _state: StateId, _counters: &Counters) {
        self.0 -= 1;
    }
}

#[test]
fn a_limit_on_expansions_does_not_end_a_portfolio_within_an_expansion() {
    let task = example("menagerie/p04.pddl");
    let planner = Planner::new().search("portfolio(members=gbfs+guct-uniform+softmin-type,turns=5)").unwrap();
    for limit in 1..40 {
        let run = |threads| {
            let mut under_way = UnderWay::default();
            let planner = planner.clone().threads(threads).max_expansions(limit);
            let run = planner.solve_observed(&task, &mut under_way).unwrap();
            (run.outcome, run.counters, under_way.0)
        };
        let one = run(1);
        assert_eq!((&one.0, one.1.expansions, one.2), (&Outcome::ExpansionLimit, limit, 0));
        for threads in [2, 3] {
            assert_eq!(run(threads), one);
        }
    }
}

#[test]
fn every_member_of_a_portfolio_works_on_several_threads() {
    // Nobody solves this within the limit, and the first turn of the first member is shorter.
    let planner = Planner::new().max_evaluations(7000);
    for threads in [1, 2, 3] {
        let run = planner.clone().threads(threads).solve(&example("museum/p05.pddl")).unwrap();
        assert_eq!(run.outcome, Outcome::EvaluationLimit, "{threads}");
        assert_eq!(run.counters.evaluations, 7000, "{threads}");
        assert!(run.counters.tree_nodes > 0, "{threads}: the member with a tree has had no turn");
    }
}
