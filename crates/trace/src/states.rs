//! Every state that was generated.

use std::collections::HashMap;

use crate::MAX_ROWS;
use crate::table::{Column, Table, Values};

/// The states of all searches of a run, in the order in which they were found.
#[derive(Debug, Default)]
pub struct States {
    member: Vec<i64>,
    stage: Vec<i64>,
    state: Vec<i64>,
    parent: Vec<i64>,
    operator: Vec<u32>,
    g: Vec<i64>,
    h: Vec<i64>,
    evaluation: Vec<i64>,
    expansion: Vec<i64>,
    is_cut: bool,
}

/// Where the states of one search are in the table.
#[derive(Debug, Default)]
pub struct Places(Vec<u32>);

const NOWHERE: u32 = u32::MAX;

/// Whose states these are.
#[derive(Clone, Copy, Debug)]
pub struct Of {
    /// The member of a portfolio.
    pub member: i64,
    /// Which of the searches that follow each other.
    pub stage: i64,
}

impl Places {
    fn get(&self, state: u32) -> Option<usize> {
        self.0.get(state as usize).filter(|&&place| place != NOWHERE).map(|&place| place as usize)
    }

    fn set(&mut self, state: u32, place: usize) {
        let index = state as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, NOWHERE);
        }
        self.0[index] = place as u32;
    }
}

impl States {
    /// A state was found for the first time, from a parent by an operator unless it is the initial state.
    pub fn found(&mut self, places: &mut Places, of: Of, state: u32, from: Option<(u32, u32)>, g: u32) {
        if self.state.len() >= MAX_ROWS {
            self.is_cut = true;
            return;
        }
        places.set(state, self.state.len());
        self.member.push(of.member);
        self.stage.push(of.stage);
        self.state.push(state.into());
        self.parent.push(from.map_or(Values::NONE, |(parent, _)| parent.into()));
        self.operator.push(from.map_or(Values::NO_TEXT, |(_, operator)| operator));
        self.g.push(g.into());
        self.h.push(Values::NONE);
        self.evaluation.push(Values::NONE);
        self.expansion.push(Values::NONE);
    }

    /// A state was evaluated; without a value it is a dead end.
    pub fn evaluated(&mut self, places: &mut Places, of: Of, state: u32, h: Option<u32>, number: u64) {
        if places.get(state).is_none() && state == 0 {
            self.found(places, of, state, None, 0);
        }
        if let Some(place) = places.get(state).filter(|&place| self.evaluation[place] == Values::NONE) {
            self.h[place] = h.map_or(Values::NONE, i64::from);
            self.evaluation[place] = number as i64;
        }
    }

    /// A state is about to be expanded.
    pub fn expanded(&mut self, places: &Places, state: u32, number: u64) {
        if let Some(place) = places.get(state).filter(|&place| self.expansion[place] == Values::NONE) {
            self.expansion[place] = number as i64;
        }
    }

    /// The table of all states, with the names of operators.
    pub fn table(mut self, operator_name: impl Fn(u32) -> String) -> Table {
        let (mut places, mut names) = (HashMap::new(), Vec::new());
        for operator in self.operator.iter_mut().filter(|operator| **operator != Values::NO_TEXT) {
            *operator = *places.entry(*operator).or_insert_with(|| {
                names.push(operator_name(*operator));
                names.len() as u32 - 1
            });
        }
        let columns = vec![
            Column::whole("member", self.member),
            Column::whole("stage", self.stage),
            Column::whole("state", self.state),
            Column::whole("parent", self.parent),
            Column { name: "operator".to_owned(), values: Values::Text(self.operator, names) },
            Column::whole("g", self.g),
            Column::whole("h", self.h),
            Column::whole("evaluation", self.evaluation),
            Column::whole("expansion", self.expansion),
        ];
        Table { name: "states".to_owned(), columns, is_cut: self.is_cut }
    }
}
