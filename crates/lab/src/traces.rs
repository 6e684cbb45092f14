//! Traces of runs, in the store.

use std::path::{Path, PathBuf};

use extremal::bandits::Summary;
use extremal::searches::Counters;
use extremal::searches::observer::Generated;
use extremal::searches::tree::Choice;
use extremal::states::StateId;
use extremal::{Observer, SasTask};
use extremal_trace::{Level, Recorder, file_of_run, write_tables};

use crate::run::{BenchmarkTask, RunSpec};

/// The folder of a store in which traces are, with a folder for each table.
pub const TRACES: &str = "traces";

/// Where traces are kept, and how much of each run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traces {
    /// The folder.
    pub folder: PathBuf,
    /// How much is recorded.
    pub level: Level,
}

impl Traces {
    /// Traces in a store.
    pub fn in_store(store: &Path, level: Level) -> Self {
        Traces { folder: store.join(TRACES), level }
    }

    /// Whether the trace of a run is there.
    pub fn has(&self, run: &str) -> bool {
        self.level.tables().iter().all(|table| file_of_run(&self.folder, table, run).exists())
    }

    /// Writes what was recorded of a run; a text says why it cannot be.
    pub(crate) fn write(
        &self,
        recorder: Recorder,
        task: &SasTask,
        about: &BenchmarkTask,
        spec: &RunSpec,
    ) -> Result<(), String> {
        let labels = [
            ("run", spec.id.clone()),
            ("domain", about.domain.clone()),
            ("problem", about.problem.clone()),
            ("search", spec.configuration.search.clone()),
            ("heuristic", spec.configuration.column.to_string()),
            ("seed", spec.seed.to_string()),
        ];
        let tables: Vec<_> = recorder.finish(task).into_iter().map(|table| table.labelled(&labels)).collect();
        write_tables(&tables, |table| file_of_run(&self.folder, table, &spec.id))
            .map_err(|error| format!("{}: the trace cannot be written: {error}", self.folder.display()))
    }
}

/// Two who watch the same search.
pub struct Both<'a>(pub &'a mut dyn Observer, pub &'a mut dyn Observer);

impl Observer for Both<'_> {
    fn generated(&mut self, generated: &Generated) {
        self.0.generated(generated);
        self.1.generated(generated);
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], counters: &Counters) {
        self.0.evaluation(state, h, preferred, counters);
        self.1.evaluation(state, h, preferred, counters);
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        self.0.new_best_h(h, counters);
        self.1.new_best_h(h, counters);
    }

    fn expansion(&mut self, state: StateId, g: u32, counters: &Counters) {
        self.0.expansion(state, g, counters);
        self.1.expansion(state, g, counters);
    }

    fn expanded(&mut self, state: StateId, counters: &Counters) {
        self.0.expanded(state, counters);
        self.1.expanded(state, counters);
    }

    fn wants_tree(&self) -> bool {
        self.0.wants_tree() || self.1.wants_tree()
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        self.0.selected(list, path);
        self.1.selected(list, path);
    }

    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        self.0.backed_up(list, state, summary);
        self.1.backed_up(list, state, summary);
    }

    fn stage(&mut self, path: &[u32]) {
        self.0.stage(path);
        self.1.stage(path);
    }

    fn turn(&mut self, member: usize, counters: &Counters) {
        self.0.turn(member, counters);
        self.1.turn(member, counters);
    }

    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        self.0.plan(operators, counters);
        self.1.plan(operators, counters);
    }
}
