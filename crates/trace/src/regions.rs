//! Plateaus and local minima: where a search stays until it finds a smaller value.
//!
//! Each state belongs to the region of its anchor, the first state on its path that has the smallest value of that
//! path. A region thus begins where the path reaches a new smallest value, and the search escapes from it where a
//! successor of one of its states has a smaller value still. `docs/traces.md` has the formulas.

use crate::states::Of;
use crate::table::{Column, Table, Values};

const NONE: u32 = u32::MAX;

/// The regions of one search.
#[derive(Debug, Default)]
pub struct Regions {
    /// By state.
    states: Vec<Known>,
    regions: Vec<Region>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    parent: u32,
    g: u32,
    region: u32,
}

const UNKNOWN: Known = Known { parent: NONE, g: 0, region: NONE };

#[derive(Clone, Debug)]
struct Region {
    state: u32,
    g: u32,
    h: u32,
    /// Evaluations when the anchor was expanded.
    entered: Option<u64>,
    /// The smallest value of a new successor of the anchor.
    nearest: Option<u32>,
    largest: u32,
    inside: Inside,
    escape: Option<Escape>,
    exits: u64,
    /// The same as `inside`, with what came after the escape.
    all: Inside,
}

#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    evaluations: u64,
    expansions: u64,
}

#[derive(Clone, Copy, Debug)]
struct Escape {
    evaluations: u64,
    h: u32,
    steps: u32,
}

impl Regions {
    /// A state was found for the first time.
    pub fn generated(&mut self, state: u32, parent: u32, g: u32) {
        *self.known(state) = Known { parent, g, region: NONE };
    }

    /// A state was evaluated; without a value it is a dead end.
    pub fn evaluated(&mut self, state: u32, h: Option<u32>, evaluations: u64) {
        let Known { parent, g, region } = *self.known(state);
        if region != NONE {
            return;
        }
        let around = self.region_of(parent);
        let Some(h) = h else {
            if let Some(number) = around {
                self.regions[number as usize].count_evaluation();
            }
            return;
        };
        let inherited = around.filter(|&number| {
            let region = &mut self.regions[number as usize];
            region.value(parent, h, g, evaluations)
        });
        self.known(state).region = inherited.unwrap_or_else(|| {
            self.regions.push(Region::new(state, g, h));
            self.regions.len() as u32 - 1
        });
    }

    /// A state is about to be expanded.
    pub fn expanded(&mut self, state: u32, evaluations: u64) {
        let Some(number) = self.region_of(state) else { return };
        let region = &mut self.regions[number as usize];
        if region.state == state {
            region.entered.get_or_insert(evaluations);
        }
        region.all.expansions += 1;
        if region.escape.is_none() {
            region.inside.expansions += 1;
        }
    }

    /// A successor of a state is a goal, which has no value but is the best of all.
    pub fn reached_goal(&mut self, state: u32, evaluations: u64) {
        let Some(number) = self.region_of(state) else { return };
        let g = self.states[state as usize].g + 1;
        self.regions[number as usize].value(state, 0, g, evaluations);
    }

    fn known(&mut self, state: u32) -> &mut Known {
        let place = state as usize;
        if self.states.len() <= place {
            self.states.resize(place + 1, UNKNOWN);
        }
        &mut self.states[place]
    }

    fn region_of(&self, state: u32) -> Option<u32> {
        self.states.get(state as usize).map(|known| known.region).filter(|&region| region != NONE)
    }
}

impl Region {
    fn new(state: u32, g: u32, h: u32) -> Self {
        Region {
            state,
            g,
            h,
            entered: None,
            nearest: None,
            largest: h,
            inside: Inside::default(),
            escape: None,
            exits: 0,
            all: Inside::default(),
        }
    }

    /// Takes in the value of a successor of one of its states, and says whether that is a state of the region too.
    fn value(&mut self, parent: u32, h: u32, g: u32, evaluations: u64) -> bool {
        if parent == self.state {
            self.nearest = Some(self.nearest.map_or(h, |nearest| nearest.min(h)));
        }
        // A goal may be reached from a state whose value is 0.
        let is_exit = h < self.h || (h == 0 && self.h == 0);
        if is_exit {
            self.exits += 1;
            self.escape.get_or_insert(Escape { evaluations, h, steps: g.saturating_sub(self.g) });
        } else {
            if self.escape.is_none() {
                self.largest = self.largest.max(h);
            }
            self.count_evaluation();
        }
        !is_exit
    }

    fn count_evaluation(&mut self) {
        self.all.evaluations += 1;
        if self.escape.is_none() {
            self.inside.evaluations += 1;
        }
    }

    /// Whether the search met no smaller value at the first step.
    fn holds(&self) -> bool {
        self.entered.is_some() && self.nearest.is_none_or(|nearest| nearest >= self.h)
    }
}

/// The table of the regions of several searches, each with its number if there is more than one.
pub fn table<'r>(searches: impl Iterator<Item = (Of, &'r Regions)>) -> Table {
    let mut rows: Vec<(Of, &Region)> = Vec::new();
    for (of, regions) in searches {
        rows.extend(regions.regions.iter().filter(|region| region.holds()).map(|region| (of, region)));
    }
    rows.sort_by_key(|(of, region)| (region.entered, of.member));
    let is_cut = rows.len() > crate::MAX_ROWS;
    rows.truncate(crate::MAX_ROWS);
    let whole = |name: &str, value: &dyn Fn(&Region) -> Option<u64>| {
        let values = rows.iter().map(|(_, region)| value(region).map_or(Values::NONE, |value| value as i64));
        Column::whole(name, values.collect())
    };
    let members = rows.iter().map(|(of, _)| of.member);
    let stages = rows.iter().map(|(of, _)| of.stage);
    let kinds = rows.iter().map(|(_, region)| u32::from(region.nearest != Some(region.h)));
    let escape = |value: fn(&Escape) -> u64| move |region: &Region| region.escape.as_ref().map(value);
    let columns = vec![
        Column::whole("member", members.collect()),
        Column::whole("stage", stages.collect()),
        whole("state", &|region| Some(region.state.into())),
        whole("g", &|region| Some(region.g.into())),
        whole("h", &|region| Some(region.h.into())),
        Column {
            name: "kind".to_owned(),
            values: Values::Text(kinds.collect(), vec!["plateau".to_owned(), "minimum".to_owned()]),
        },
        whole("largest_h", &|region| Some(region.largest.into())),
        whole("entered", &|region| region.entered),
        whole("escaped", &escape(|escape| escape.evaluations)),
        whole("exit_h", &escape(|escape| escape.h.into())),
        whole("exit_steps", &escape(|escape| escape.steps.into())),
        whole("evaluations", &|region| Some(region.inside.evaluations)),
        whole("expansions", &|region| Some(region.inside.expansions)),
        whole("all_evaluations", &|region| Some(region.all.evaluations)),
        whole("all_expansions", &|region| Some(region.all.expansions)),
        whole("exits", &|region| Some(region.exits)),
    ];
    Table { name: "plateaus".to_owned(), columns, is_cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALONE: Of = Of { member: Values::NONE, stage: 0 };

    /// A path of states in which each is the only successor of the one before.
    fn of_path(values: &[u32]) -> Regions {
        let mut regions = Regions::default();
        for (number, &h) in values.iter().enumerate() {
            let state = number as u32;
            if state > 0 {
                regions.expanded(state - 1, state.into());
                regions.generated(state, state - 1, state);
            }
            regions.evaluated(state, Some(h), u64::from(state) + 1);
        }
        regions
    }

    fn column(regions: &Regions, name: &str) -> Vec<i64> {
        table([(ALONE, regions)].into_iter()).whole(name).unwrap().to_vec()
    }

    #[test]
    fn a_region_begins_at_a_new_smallest_value_and_ends_at_a_smaller_one() {
        // 9 8 | 8 8 | 7 | 9 8 7 | 6
        let regions = of_path(&[9, 8, 8, 8, 7, 9, 8, 7, 6]);
        assert_eq!(column(&regions, "state"), [1, 4]);
        assert_eq!(column(&regions, "h"), [8, 7]);
        assert_eq!(column(&regions, "escaped"), [5, 9]);
        assert_eq!(column(&regions, "exit_h"), [7, 6]);
        assert_eq!(column(&regions, "exit_steps"), [3, 4]);
        assert_eq!(column(&regions, "evaluations"), [2, 3]);
        assert_eq!(column(&regions, "expansions"), [3, 4]);
        assert_eq!(column(&regions, "largest_h"), [8, 9]);
        let table = table([(ALONE, &regions)].into_iter());
        assert_eq!(table.text("kind", 0), Some("plateau"));
        assert_eq!(table.text("kind", 1), Some("minimum"));
    }

    #[test]
    fn an_escape_is_counted_once_and_work_after_it_apart() {
        let mut regions = of_path(&[5, 5, 4]);
        regions.expanded(0, 3);
        regions.generated(3, 0, 1);
        regions.evaluated(3, Some(6), 4);
        regions.generated(4, 0, 1);
        regions.evaluated(4, Some(3), 5);
        // The second look at the anchor finds an exit at once: then it is no plateau.
        assert!(column(&regions, "state").is_empty());
        assert_eq!(regions.regions[0].exits, 2);
        assert_eq!((regions.regions[0].inside.evaluations, regions.regions[0].all.evaluations), (1, 2));
    }

    #[test]
    fn a_goal_is_an_exit_and_a_search_that_ends_leaves_the_rest_open() {
        let mut regions = of_path(&[3, 3, 3]);
        assert_eq!(column(&regions, "escaped"), [Values::NONE]);
        regions.expanded(2, 3);
        regions.reached_goal(2, 3);
        assert_eq!(column(&regions, "escaped"), [3]);
        assert_eq!(column(&regions, "exit_h"), [0]);
    }
}
