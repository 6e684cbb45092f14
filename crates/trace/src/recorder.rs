//! Watching a run.

use extremal::searches::Counters;
use extremal::searches::observer::Generated;
use extremal::searches::tree::Choice;
use extremal::states::StateId;
use extremal::{Observer, SasTask};

use crate::MAX_ROWS;
use crate::level::Level;
use crate::regions::{self, Regions};
use crate::selections::Selections;
use crate::states::{Of, Places, States};
use crate::table::{Column, Table, Values};

/// Watches a run and keeps what its level asks for. What the run does is the same as without it.
#[derive(Debug)]
pub struct Recorder {
    level: Level,
    /// The searches of the run: one, or the members of a portfolio.
    searches: Vec<Search>,
    current: usize,
    is_portfolio: bool,
    /// As far as is known: walks through a tree do not come with counters.
    evaluations: u64,
    best: Best,
    selections: Selections,
    states: States,
    /// What comes after a plan is no search for one.
    is_over: bool,
}

/// What is known about the states of one search, which has its own numbers for them.
#[derive(Debug, Default)]
struct Search {
    member: usize,
    /// Its number among the searches of the member.
    stage: i64,
    regions: Regions,
    places: Places,
    /// The state whose successors are generated.
    expanding: Option<u32>,
    /// Whether another search for another goal has followed.
    is_over: bool,
}

#[derive(Debug, Default)]
struct Best {
    evaluations: Vec<i64>,
    expansions: Vec<i64>,
    h: Vec<i64>,
    is_cut: bool,
}

impl Recorder {
    /// A recorder that has seen nothing yet.
    pub fn new(level: Level) -> Self {
        Recorder {
            level,
            searches: vec![Search::default()],
            current: 0,
            is_portfolio: false,
            evaluations: 0,
            best: Best::default(),
            selections: Selections::default(),
            states: States::default(),
            is_over: false,
        }
    }

    /// What was recorded, as the tables of the level. The task has the names of the operators.
    pub fn finish(self, task: &SasTask) -> Vec<Table> {
        let whose: Vec<Of> = self.searches.iter().map(|search| self.whose(search)).collect();
        let Best { evaluations, expansions, h, is_cut } = self.best;
        let columns = vec![
            Column::whole("evaluations", evaluations),
            Column::whole("expansions", expansions),
            Column::whole("h", h),
        ];
        let mut tables = vec![Table { name: "best".to_owned(), columns, is_cut }];
        if self.level >= Level::Plateaus {
            let regions = self.searches.iter().map(|search| &search.regions);
            tables.push(regions::table(whose.into_iter().zip(regions)));
        }
        if self.level >= Level::Selections {
            tables.push(self.selections.table());
        }
        if self.level >= Level::All {
            let name = |operator: u32| match (operator as usize) < task.operators.len() {
                true => task.operators.name(operator as usize).into_owned(),
                false => String::new(),
            };
            tables.push(self.states.table(name));
        }
        tables
    }

    fn whose(&self, search: &Search) -> Of {
        let member = if self.is_portfolio { search.member as i64 } else { Values::NONE };
        Of { member, stage: search.stage }
    }

    fn of(&self) -> Of {
        self.whose(&self.searches[self.current])
    }

    fn follows_states(&self) -> bool {
        self.level >= Level::Plateaus && !self.is_over
    }

    /// Goes on with a new search of the same member.
    fn begin_again(&mut self) {
        self.selections.begin_again(self.of().member);
        let Search { member, stage, .. } = self.searches[self.current];
        self.searches[self.current].is_over = true;
        self.current = self.searches.len();
        self.searches.push(Search { member, stage: stage + 1, ..Search::default() });
    }
}

impl Observer for Recorder {
    fn generated(&mut self, generated: &Generated) {
        if !generated.is_new || !self.follows_states() {
            return;
        }
        let Generated { state, parent, operator, g, .. } = *generated;
        let of = self.of();
        let search = &mut self.searches[self.current];
        search.regions.generated(state.0, parent.0, g);
        if self.level >= Level::All {
            self.states.found(&mut search.places, of, state.0, Some((parent.0, operator)), g);
        }
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, _preferred: &[u32], counters: &Counters) {
        self.evaluations = counters.evaluations;
        if !self.follows_states() {
            return;
        }
        let of = self.of();
        let search = &mut self.searches[self.current];
        search.regions.evaluated(state.0, h, counters.evaluations);
        if self.level >= Level::All {
            self.states.evaluated(&mut search.places, of, state.0, h, counters.evaluations);
        }
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        if self.is_over || self.best.h.len() >= MAX_ROWS {
            self.best.is_cut = !self.is_over;
            return;
        }
        self.best.evaluations.push(counters.evaluations as i64);
        self.best.expansions.push(counters.expansions as i64);
        self.best.h.push(h.into());
    }

    fn expansion(&mut self, state: StateId, _g: u32, counters: &Counters) {
        self.evaluations = counters.evaluations;
        if !self.follows_states() {
            return;
        }
        let search = &mut self.searches[self.current];
        search.expanding = Some(state.0);
        search.regions.expanded(state.0, counters.evaluations);
        if self.level >= Level::All {
            self.states.expanded(&search.places, state.0, counters.expansions + 1);
        }
    }

    fn wants_tree(&self) -> bool {
        self.level >= Level::Selections
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        if self.wants_tree() && !self.is_over {
            self.selections.push(self.of(), list, path, self.evaluations);
        }
    }

    fn stage(&mut self, _path: &[u32]) {
        if self.follows_states() {
            self.begin_again();
        }
    }

    fn turn(&mut self, member: usize, _counters: &Counters) {
        // What comes after a plan is not traced.
        if self.is_over {
            return;
        }
        // The first turn of a portfolio comes before all other events.
        if !self.is_portfolio {
            self.is_portfolio = true;
            self.searches[0].member = member;
        }
        let known = self.searches.iter().position(|search| search.member == member && !search.is_over);
        self.current = known.unwrap_or_else(|| {
            self.searches.push(Search { member, ..Search::default() });
            self.searches.len() - 1
        });
    }

    fn plan(&mut self, _operators: &[u32], counters: &Counters) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        let search = &mut self.searches[self.current];
        if let Some(state) = search.expanding.take() {
            search.regions.reached_goal(state, counters.evaluations);
        }
    }
}
