// The runs that pass the filters, and what they solve.

/// A configuration with the seeds that pass the filter.
class View {
  constructor(result, seeds, taskCount) {
    this.result = result;
    this.seeds = seeds;
    this.taskCount = taskCount;
    this.cache = new Map();
  }

  /// The numbers of the runs on a task, missing ones left out.
  runs(task) {
    const runs = [];
    for (const seed of this.seeds) {
      const run = seed * this.taskCount + task;
      if (this.result.present[run]) runs.push(run);
    }
    return runs;
  }

  /// The share of seeds that solve a task; NaN if no seed was run on it.
  share(task) {
    let [solved, present] = [0, 0];
    for (const seed of this.seeds) {
      const run = seed * this.taskCount + task;
      solved += this.result.solved[run];
      present += this.result.present[run];
    }
    return solved / present;
  }

  /// The mean logarithm of a metric over the runs that solve a task; NaN if none does, or no time is known.
  logarithm(metric, task) {
    const values = this.result[metric];
    let [total, solved] = [0, 0];
    for (const seed of this.seeds) {
      const run = seed * this.taskCount + task;
      if (!this.result.solved[run] || values[run] < 0) continue;
      total += Math.log(Math.max(values[run], metric === "time" || metric === "total" ? SHORTEST : 1));
      solved += 1;
    }
    return total / solved;
  }
}

/// Shorter times than this are noise of the clock.
const SHORTEST = 1e-4;

/// All that the filters let through.
function select(data, state, number = state.experiment) {
  const experiment = data.experiments[number];
  const shown = (set, name) => !state.hidden[set].has(String(name));
  const views = [];
  for (const result of experiment.results) {
    if (!shown("search", result.search) || !shown("column", result.column)) continue;
    const seeds = [...result.seeds.keys()].filter((seed) => shown("seed", result.seeds[seed]));
    if (seeds.length > 0) views.push(new View(result, seeds, data.problems.length));
  }
  const domainOf = (task) => data.domains[data.domain[task]];
  let tasks = experiment.tasks.filter((task) => shown("domain", domainOf(task)));
  if (state.common) tasks = tasks.filter((task) => views.every((view) => view.share(task) > 0));
  const domains = new Map();
  for (const task of tasks) {
    if (!domains.has(domainOf(task))) domains.set(domainOf(task), []);
    domains.get(domainOf(task)).push(task);
  }
  return {
    experiment, views, tasks, domains,
    searches: data.searches.filter((search) => views.some((view) => view.result.search === search)),
    columns: data.columns.filter((column) => views.some((view) => view.result.column === column)),
    find: (search, column) =>
      views.find((view) => view.result.search === search && view.result.column === column),
    ofColumn: (column) => views.filter((view) => view.result.column === column),
  };
}

/// Solved tasks: the mean over seeds, its standard error, and how many runs are missing.
function coverage(view, tasks) {
  let [solved, covered, missing] = [0, 0, 0];
  for (const task of tasks) {
    const share = view.share(task);
    if (Number.isNaN(share)) continue;
    solved += share;
    covered += 1;
  }
  const totals = [];
  for (const seed of view.seeds) {
    const start = seed * view.taskCount;
    const absent = tasks.filter((task) => !view.result.present[start + task]).length;
    if (absent === 0) totals.push(sum(tasks.map((task) => view.result.solved[start + task])));
    missing += absent;
  }
  return { solved, covered, missing, seeds: view.seeds.length, error: standardError(totals) };
}

function standardError(numbers) {
  if (numbers.length < 2) return null;
  const mean = sum(numbers) / numbers.length;
  const variance = sum(numbers.map((number) => (number - mean) ** 2)) / (numbers.length - 1);
  return Math.sqrt(variance / numbers.length);
}

/// What a dagger means.
const missingNote = (missing) => (missing > 0
  ? ` † Runs are missing, ${grouped(missing)} in all: tasks without a run do not count.` : "");

/// Why times are not shown.
const sharedNote = (views) => (views.every((view) => view.result.hasTimes) ? ""
  : " Times of runs that used heuristic values of other runs (--share-values) say little and are not shown.");

/// Where the runs come from, if not all from one version and one time.
function originNote({ versions, superseded }) {
  const more = versions.length > 4 ? ` and ${versions.length - 4} more` : "";
  return (versions.length > 1
    ? ` Runs of several versions of the planner are mixed: ${versions.slice(0, 4).join(", ")}${more}.` : "") +
    (superseded > 0
      ? ` Left out because a later run has the same task, configuration and seed: ${grouped(superseded)}.` : "");
}

/// Solved tasks for each task that the reference solves, over the tasks that both were run on.
function ratio(view, base, tasks) {
  let [ours, theirs] = [0, 0];
  for (const task of tasks) {
    const [our, their] = [view.share(task), base.share(task)];
    if (Number.isNaN(our) || Number.isNaN(their)) continue;
    ours += our;
    theirs += their;
  }
  return theirs > 0 ? ours / theirs : null;
}
