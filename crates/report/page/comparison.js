// Two experiments side by side: what a change has brought.

/// Experiments that are compared have the same limits, so the label says enough.
const titleOf = (experiment) => experiment.label || experiment.name;

function drawComparison(view, data, state, selection, update) {
  const others = data.experiments.filter((experiment) =>
    experiment !== selection.experiment && experiment.limits === selection.experiment.limits);
  view.closest("section").hidden = others.length === 0;
  if (others.length === 0) return;
  const before = others.find((experiment) => String(experiment.number) === state.with) ?? others[0];
  const old = select(data, state, before.number);
  const lines = selection.views.flatMap((one) => {
    const base = old.find(one.result.search, one.result.column);
    return base ? [changeOf(base, one, selection.tasks)] : [];
  });
  const p = (value) => ({ text: probability(value), class: value < 0.05 ? "sure" : "unsure" });
  const cells = (line) => [line.search, { text: line.column, class: "text" }, grouped(line.runs),
    count(line.before), count(line.after),
    { text: signed(line.after - line.before, 1), class: line.after === line.before ? "unsure" : "sure" },
    line.gained.length, line.lost.length, p(line.coverage), decimal(line.ratio, 3), p(line.evaluations),
    decimal(line.time, 3)];
  const header = ["search", { text: "column", class: "text" }, "runs", titleOf(before), titleOf(selection.experiment),
    "difference", "gained", "lost", "McNemar", "evaluations", "Wilcoxon", "time"];
  view.replaceChildren(
    element("div", { class: "controls" }, choice("compared with",
      others.map((experiment) => [String(experiment.number), titleOf(experiment)]), String(before.number),
      (value) => update({ with: value }))),
    table("Two experiments compared", [header], [lines.map(cells)], { class: "numbers" }),
    element("p", { class: "note" },
      `Over the tasks and seeds that both have. Gained, lost: tasks that more or fewer seeds solve in ` +
      `${titleOf(selection.experiment)}. Evaluations, time: geometric mean of its figures divided by those of ` +
      `${titleOf(before)}, of runs that both solve. Probabilities are not corrected for the number of lines.` +
      sharedNote([...old.views, ...selection.views])),
    taskList(data, lines));
}

function changeOf(base, view, tasks) {
  const seeds = view.seeds.flatMap((seed) => {
    const twin = base.seeds.find((other) => base.result.seeds[other] === view.result.seeds[seed]);
    return twin === undefined ? [] : [[twin, seed]];
  });
  const { search, column } = view.result;
  const line = { search, column, runs: 0, before: 0, after: 0, gained: [], lost: [] };
  const [evaluations, times] = [[], []];
  for (const task of tasks) {
    const pairs = seeds.map(([old, now]) => [old * base.taskCount + task, now * view.taskCount + task])
      .filter(([old, now]) => base.result.present[old] && view.result.present[now]);
    if (pairs.length === 0) continue;
    const before = sum(pairs.map(([old]) => base.result.solved[old]));
    const after = sum(pairs.map(([, now]) => view.result.solved[now]));
    line.runs += pairs.length;
    line.before += before / pairs.length;
    line.after += after / pairs.length;
    if (after > before) line.gained.push(task);
    if (after < before) line.lost.push(task);
    const common = pairs.filter(([old, now]) => base.result.solved[old] && view.result.solved[now]);
    if (common.length === 0) continue;
    const mean = (pairs, metric, least) => sum(pairs.map(([old, now]) =>
      Math.log(Math.max(view.result[metric][now], least) / Math.max(base.result[metric][old], least)))) / pairs.length;
    evaluations.push(mean(common, "evaluations", 1));
    const timed = common.filter(([old, now]) => base.result.time[old] >= 0 && view.result.time[now] >= 0);
    if (timed.length > 0) times.push(mean(timed, "time", SHORTEST));
  }
  const geometric = (logarithms) => (logarithms.length ? Math.exp(sum(logarithms) / logarithms.length) : null);
  return {
    ...line, ratio: geometric(evaluations), time: geometric(times),
    coverage: mcnemar(line.gained.length, line.lost.length), evaluations: wilcoxon(evaluations),
  };
}

function taskList(data, lines) {
  const names = (label, tasks) => tasks.length === 0 ? null
    : element("p", {}, element("b", {}, `${label}: `), tasks.map((task) => data.problems[task]).join(", "));
  return element("details", { class: "tasks" },
    element("summary", {}, "Tasks gained and lost"),
    lines.map((line) => [
      names(`${line.search}:${line.column}, gained`, line.gained),
      names(`${line.search}:${line.column}, lost`, line.lost),
    ]).flat());
}
