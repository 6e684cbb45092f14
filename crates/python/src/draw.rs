//! Searches as pictures.

use std::collections::HashMap;
use std::fmt::Write;

use extremal_plot::{Chart, Mark, Scale, Series};

/// The states that a search has found, and how.
#[derive(Debug, Default)]
pub struct FoundStates {
    states: Vec<FoundState>,
    /// The operators of the plan.
    pub plan: Vec<u32>,
    /// Where state 0 is, and what the numbers of all others count from. A search for several goals numbers states anew
    /// for each.
    root: u32,
    offset: u32,
    /// Where an operator leads from a state, as far as that was needed, which is for so many states.
    children: HashMap<(u32, u32), u32>,
    linked: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct FoundState {
    parent: u32,
    operator: u32,
    h: Option<u32>,
    is_known: bool,
    is_expanded: bool,
}

impl FoundStates {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.iter().filter(|state| state.is_known).count()
    }

    fn place(&self, number: u32) -> u32 {
        if number == 0 { self.root } else { self.offset + number }
    }

    fn at(&mut self, number: u32) -> &mut FoundState {
        let number = self.place(number) as usize;
        if self.states.len() <= number {
            self.states.resize(number + 1, FoundState::default());
        }
        &mut self.states[number]
    }

    /// States are numbered from 0 again, and 0 is where these operators lead to.
    pub fn begin_stage(&mut self, path: &[u32]) {
        for (place, state) in self.states.iter().enumerate().skip(self.linked.max(1)) {
            if state.is_known {
                self.children.entry((state.parent, state.operator)).or_insert(place as u32);
            }
        }
        self.linked = self.states.len();
        (self.root, self.offset) = (0, 0);
        let mut root = 0;
        for &operator in path {
            root = self.children.get(&(root, operator)).copied().unwrap_or_else(|| {
                let number = self.states.len().max(1) as u32;
                *self.at(number) =
                    FoundState { parent: root, operator, is_known: true, ..FoundState::default() };
                number
            });
        }
        (self.root, self.offset) = (root, self.states.len().max(1) as u32 - 1);
    }

    /// A state was found.
    pub fn found(&mut self, number: u32, parent: u32, operator: u32) {
        let parent = self.place(parent);
        let state = self.at(number);
        *state = FoundState { parent, operator, is_known: true, ..*state };
    }

    /// A state has got a value.
    pub fn evaluated(&mut self, number: u32, h: Option<u32>) {
        let state = self.at(number);
        *state = FoundState { h, is_known: true, ..*state };
    }

    /// A state was expanded.
    pub fn expanded(&mut self, number: u32) {
        let state = self.at(number);
        *state = FoundState { is_expanded: true, is_known: true, ..*state };
    }

    /// The operators that lead from the initial state to a state.
    pub fn path_to(&self, number: u32) -> Option<Vec<u32>> {
        let mut number = self.place(number);
        let mut path = Vec::new();
        while number != 0 {
            let state = self.states.get(number as usize).filter(|state| state.is_known)?;
            path.push(state.operator);
            number = state.parent;
        }
        path.reverse();
        Some(path)
    }
}

/// How the smallest heuristic value fell.
pub fn best_h(best_h: &[(u64, u32)], evaluations: u64) -> String {
    let mark = |x: u64, h: u32| Mark { x: x as f64, y: f64::from(h), low: f64::from(h), high: f64::from(h) };
    let mut points: Vec<Mark> = Vec::new();
    for &(x, h) in best_h {
        if let Some(last) = points.last().copied() {
            points.push(Mark { x: x as f64, ..last });
        }
        points.push(mark(x, h));
    }
    if let Some(last) = points.last().copied() {
        points.push(Mark { x: (evaluations as f64).max(last.x), ..last });
    }
    let chart = Chart {
        title: "Smallest heuristic value".to_owned(),
        subtitle: format!("{evaluations} states evaluated"),
        x_label: "evaluations".to_owned(),
        y_label: "h".to_owned(),
        x_scale: Scale::Linear,
        y_scale: Scale::Linear,
        series: vec![Series { label: "best h".to_owned(), points }],
    };
    chart.to_svg()
}

/// Distance between states.
const STEP: f64 = 12.0;
const LEVEL: f64 = 26.0;

/// The states as a tree that grows downwards.
pub fn tree(found: &FoundStates) -> String {
    let states = &found.states;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for (number, state) in states.iter().enumerate().skip(1).filter(|(_, state)| state.is_known) {
        children[state.parent as usize].push(number);
    }
    // Leaves side by side from left to right; a parent above the middle of its children.
    let mut place = vec![(0.0_f64, 0_usize); states.len()];
    let (mut next, mut deepest) = (0.0, 0);
    let mut stack = vec![(0_usize, 0_usize, false)];
    while let Some((number, depth, is_done)) = stack.pop() {
        deepest = deepest.max(depth);
        if number >= states.len() {
            continue;
        }
        match (&children[number][..], is_done) {
            ([], _) => {
                place[number] = (next, depth);
                next += STEP;
            }
            ([first, .., last] | [first @ last], true) => {
                place[number] = ((place[*first].0 + place[*last].0) / 2.0, depth);
            }
            (below, false) => {
                stack.push((number, depth, true));
                stack.extend(below.iter().rev().map(|&child| (child, depth + 1, false)));
            }
        }
    }
    let (width, height) = (next + 2.0 * STEP, (deepest + 1) as f64 * LEVEL + STEP);
    let at = |number: usize| (place[number].0 + STEP, place[number].1 as f64 * LEVEL + STEP);
    let on_plan = on_plan(found, &children);
    let largest = states.iter().filter_map(|state| state.h).max().unwrap_or(1).max(1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         style=\"max-width:100%;min-width:300px;max-height:700px\"><g stroke-width=\"1\">"
    );
    for (number, state) in states.iter().enumerate().skip(1).filter(|(_, state)| state.is_known) {
        let ((x, y), (px, py)) = (at(number), at(state.parent as usize));
        let colour = if on_plan[number] { "#c22" } else { "#999" };
        _ = write!(svg, "<path d=\"M{px:.1} {py:.1}L{x:.1} {y:.1}\" stroke=\"{colour}\"/>");
    }
    for (number, state) in states.iter().enumerate().filter(|(_, state)| state.is_known) {
        let (x, y) = at(number);
        let shade = state.h.map_or(96, |h| 25 + 65 * u64::from(h) / u64::from(largest));
        let hue = if on_plan[number] { 0 } else { 215 };
        let (h, line) = (state.h.map_or("no value".to_owned(), |h| format!("h = {h}")), state.is_expanded);
        let stroke = if line { "#222" } else { "none" };
        _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"hsl({hue},60%,{shade}%)\" stroke=\"{stroke}\">\
             <title>state {number}, {h}</title></circle>"
        );
    }
    svg + "</g></svg>"
}

/// Which states the plan goes through, as far as they were found.
fn on_plan(found: &FoundStates, children: &[Vec<usize>]) -> Vec<bool> {
    let mut marks = vec![false; found.states.len()];
    // An agenda that begins anew finds states again that it has found before. The plan goes on below one of them.
    let mut reached = vec![0];
    for &operator in &found.plan {
        let below = reached.iter().flat_map(|&number| children.get(number)).flatten().copied();
        let next: Vec<usize> = below.filter(|&child| found.states[child].operator == operator).collect();
        if next.is_empty() {
            break;
        }
        reached = next;
    }
    let Some(mut number) = reached.last().copied().filter(|_| !found.plan.is_empty()) else { return marks };
    while let Some(mark) = marks.get_mut(number) {
        *mark = true;
        if number == 0 {
            break;
        }
        number = found.states[number].parent as usize;
    }
    marks
}
