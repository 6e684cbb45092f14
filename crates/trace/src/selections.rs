//! What a tree chose from.

use std::collections::HashMap;

use extremal::bandits::Summary;
use extremal::searches::tree::Choice;

use crate::MAX_ROWS;
use crate::states::Of;
use crate::table::{Column, Table, Values};

/// The steps of walks through a tree, as far as they differ from the walk before.
#[derive(Debug, Default)]
pub struct Selections {
    number: i64,
    /// The path of the walk before through each tree, by the member of a portfolio and the open list.
    before: HashMap<(i64, usize), Vec<u32>>,
    member: Vec<i64>,
    stage: Vec<i64>,
    list: Vec<i64>,
    selection: Vec<i64>,
    evaluations: Vec<i64>,
    leaf_depth: Vec<i64>,
    depth: Vec<i64>,
    chosen: Children,
    runner_up: Children,
    is_cut: bool,
}

#[derive(Debug, Default)]
struct Children {
    state: Vec<i64>,
    count: Vec<i64>,
    /// Smallest, largest, mean, variance, score.
    numbers: [Vec<f64>; 5],
}

impl Children {
    fn push(&mut self, child: Option<(u32, f64, &Summary)>) {
        let Some((state, score, summary)) = child else {
            self.state.push(Values::NONE);
            self.count.push(Values::NONE);
            self.numbers.iter_mut().for_each(|numbers| numbers.push(f64::NAN));
            return;
        };
        self.state.push(state.into());
        self.count.push(summary.count.map_or(Values::NONE, i64::from));
        let Summary { smallest, largest, mean, variance, .. } = *summary;
        for (numbers, value) in self.numbers.iter_mut().zip([smallest, largest, mean, variance, Some(score)])
        {
            numbers.push(value.unwrap_or(f64::NAN));
        }
    }

    fn columns(self, prefix: &str) -> impl Iterator<Item = Column> {
        let [smallest, largest, mean, variance, score] = self.numbers;
        let real = |name: &str, values| Column::real(&format!("{prefix}{name}"), values);
        [
            Column::whole(&format!("{prefix}state"), self.state),
            Column::whole(&format!("{prefix}t"), self.count),
            real("l", smallest),
            real("u", largest),
            real("mean", mean),
            real("variance", variance),
            real("score", score),
        ]
        .into_iter()
    }
}

impl Selections {
    /// A member goes on with new trees.
    pub fn begin_again(&mut self, member: i64) {
        self.before.retain(|&(of, _), _| of != member);
    }

    /// A walk from below the root to a leaf.
    pub fn push(&mut self, of: Of, list: usize, path: &[Choice], evaluations: u64) {
        self.number += 1;
        // The trees of several lists and of several members are walked in turns.
        let before = self.before.entry((of.member, list)).or_default();
        let same = path.iter().zip(&*before).take_while(|(step, before)| step.state.0 == **before).count();
        let last = path.len().saturating_sub(1);
        for (place, step) in path.iter().enumerate().skip(same.min(last)) {
            // Where nothing else could be chosen there is nothing to tell but where the walk ended.
            if step.runner_up.is_none() && place != last {
                continue;
            }
            if self.selection.len() >= MAX_ROWS {
                self.is_cut = true;
                break;
            }
            self.member.push(of.member);
            self.stage.push(of.stage);
            self.list.push(list as i64);
            self.selection.push(self.number);
            self.evaluations.push(evaluations as i64);
            self.leaf_depth.push(path.len() as i64);
            self.depth.push(place as i64 + 1);
            self.chosen.push(Some((step.state.0, step.score, &step.summary)));
            self.runner_up
                .push(step.runner_up.as_ref().map(|other| (other.state.0, other.score, &other.summary)));
        }
        before.clear();
        before.extend(path.iter().map(|step| step.state.0));
    }

    /// The table of what was chosen.
    pub fn table(self) -> Table {
        let mut columns = vec![
            Column::whole("member", self.member),
            Column::whole("stage", self.stage),
            Column::whole("list", self.list),
            Column::whole("selection", self.selection),
            Column::whole("evaluations", self.evaluations),
            Column::whole("leaf_depth", self.leaf_depth),
            Column::whole("depth", self.depth),
        ];
        columns.extend(self.chosen.columns(""));
        columns.extend(self.runner_up.columns("runner_up_"));
        Table { name: "selections".to_owned(), columns, is_cut: self.is_cut }
    }
}
