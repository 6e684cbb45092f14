//! Makes the figures of `docs/searches-explained.md` again:
//!
//! `cargo run --release -p extremal --example paper_figures -- docs/img`

use std::path::Path;

use extremal::bandits::{Bandit, Normal2, Statistic, Ucb1, Uniform, fold};
use extremal::states::StateId;
use extremal::{Counters, Observer, Planner, Task};
use extremal_plot::{Chart, Mark, Scale, Series};

/// The task of all figures: cords that flip lanterns.
const TASK: &str = "examples/lanterns/p04.pddl";
const EVALUATIONS: u64 = 10_000;
/// When the children of the root are drawn.
const MOMENT: u64 = 1_000;

type Failure = Box<dyn std::error::Error>;

/// What is drawn of a search.
#[derive(Default)]
struct Trace {
    best: Vec<(f64, f64)>,
    depth: Vec<(f64, f64)>,
    /// How many states were evaluated with each value.
    values: Vec<f64>,
}

impl Observer for Trace {
    fn evaluation(&mut self, _state: StateId, h: Option<u32>, _preferred: &[u32], _counters: &Counters) {
        if let Some(h) = h {
            let h = h as usize;
            self.values.resize(self.values.len().max(h + 1), 0.0);
            self.values[h] += 1.0;
        }
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        let evaluations = counters.evaluations.max(1) as f64;
        if let Some(&(_, before)) = self.best.last() {
            self.best.push((evaluations, before));
        }
        self.best.push((evaluations, f64::from(h)));
    }

    fn expansion(&mut self, _state: StateId, g: u32, counters: &Counters) {
        self.depth.push((counters.evaluations as f64, f64::from(g)));
    }
}

fn main() -> Result<(), Failure> {
    let folder = std::env::args().nth(1).ok_or("which folder should the figures go to?")?;
    let task = Task::from_problem_file(TASK)?;
    let draw = |name: &str, chart: Chart| -> Result<(), Failure> {
        let path = Path::new(&folder).join(format!("search-{name}.svg"));
        std::fs::write(&path, chart.to_svg())?;
        println!("{}", path.display());
        Ok(())
    };
    let searches = ["gbfs", "guct", "guct-normal2", "guct-uniform"];
    let mut traces = Vec::new();
    for search in searches {
        let planner = Planner::new().search(search)?.max_evaluations(EVALUATIONS).plan_quality(false);
        let mut trace = Trace::default();
        let run = planner.solve_observed(&task, &mut trace)?;
        if let Some(&(_, h)) = trace.best.last() {
            trace.best.push((run.counters.evaluations as f64, h));
        }
        println!("{search}: {}, {} evaluations", run.outcome, run.counters.evaluations);
        traces.push((search, trace));
    }
    draw("values", values(&traces[0].1))?;
    draw("progress", progress(&traces))?;
    draw("depth", depth(&traces))?;
    draw("children", children(&task)?)?;
    draw("bonus", bonus())
}

fn series(label: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
    let points = points.into_iter().map(|(x, y)| Mark { x, y, low: y, high: y }).collect();
    Series { label: label.to_owned(), points }
}

fn chart(title: &str, subtitle: &str, labels: [&str; 2], x_scale: Scale, series: Vec<Series>) -> Chart {
    let [x_label, y_label] = labels.map(str::to_owned);
    let (title, subtitle) = (title.to_owned(), subtitle.to_owned());
    Chart { title, subtitle, x_label, y_label, x_scale, y_scale: Scale::Linear, series }
}

/// Once h = 1 is reached, hardly any state that GBFS evaluates has such a small value.
fn values(gbfs: &Trace) -> Chart {
    let points = gbfs.values.iter().enumerate().map(|(h, &states)| (h as f64, states));
    chart(
        "Evaluated states by their value",
        "lanterns p04, GBFS with ff, 10,000 evaluations",
        ["heuristic value h", "evaluated states"],
        Scale::Linear,
        vec![series("states with this h", points)],
    )
}

fn progress(traces: &[(&str, Trace)]) -> Chart {
    let series = traces.iter().map(|(name, trace)| series(name, trace.best.iter().copied())).collect();
    chart(
        "Who makes progress",
        "lanterns p04, heuristic ff; a line that ends early has reached a goal",
        ["evaluations", "smallest h so far"],
        Scale::Logarithmic,
        series,
    )
}

fn depth(traces: &[(&str, Trace)]) -> Chart {
    let series = traces.iter().map(|(name, trace)| series(name, deepest(&trace.depth))).collect();
    chart(
        "Diving",
        "lanterns p04, heuristic ff; depth of the deepest state expanded so far",
        ["evaluations", "depth"],
        Scale::Logarithmic,
        series,
    )
}

fn deepest(depth: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut most = 0.0_f64;
    let mut points = Vec::new();
    for &(x, y) in depth.iter().filter(|(x, _)| *x > 0.0) {
        if y > most || points.is_empty() {
            most = most.max(y);
            points.push((x, most));
        }
    }
    points
}

/// What the bandit at the root sees of its children.
fn children(task: &Task) -> Result<Chart, Failure> {
    let mut running =
        Planner::new().search("guct-uniform(samples=all)")?.max_evaluations(EVALUATIONS).start(task)?;
    running.advance(MOMENT);
    let children = running.scored_children(0, StateId(0)).ok_or("the search has no tree")?;
    let mut spread = Series { label: "h: mean, smallest, largest".to_owned(), points: Vec::new() };
    let mut count = Vec::new();
    for (place, child) in children.iter().enumerate() {
        let x = place as f64 + 1.0;
        let summary = child.summary;
        let (Some(low), Some(high)) = (summary.smallest, summary.largest) else { continue };
        spread.points.push(Mark { x, y: summary.mean.unwrap_or((low + high) / 2.0), low, high });
        count.push((x, f64::from(summary.count.unwrap_or_default()).max(1.0).log10()));
    }
    Ok(chart(
        "What the bandit sees",
        "children of the root after 1,000 evaluations of guct-uniform(samples=all), lanterns p04",
        ["child", "h of the states below it"],
        Scale::Linear,
        vec![spread, series("number of states, as a power of ten", count)],
    ))
}

/// The score of a child on a plateau, as the number of leaves below its parent grows.
fn bonus() -> Chart {
    let line = |name, points: Vec<(f64, f64)>| series(name, points);
    chart(
        "A child on a plateau",
        "ten leaves, all with h = 5; the child with the smallest score is chosen",
        ["leaves below the parent", "score of the child"],
        Scale::Logarithmic,
        vec![
            line("ucb1", scores(&Ucb1::<extremal::bandits::MonteCarlo>::new(1.0))),
            line("ucb1-normal2", scores(&Normal2::<extremal::bandits::MonteCarlo>::default())),
            line("ucb1-uniform(floor=0)", scores(&Uniform::new(0.0))),
            line("ucb1-uniform(floor=1)", scores(&Uniform::new(1.0))),
        ],
    )
}

fn scores<B: Bandit>(bandit: &B) -> Vec<(f64, f64)> {
    let leaves = |number: usize| fold(&vec![bandit.leaf(5.0); number]);
    let child = leaves(10);
    debug_assert!(!child.is_empty());
    let sizes = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
    sizes.map(|size| (size as f64, bandit.score(&bandit.choice(&leaves(size), 10), &child))).to_vec()
}
