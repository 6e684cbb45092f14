// What the paper says of its runs beyond the table.

function statisticsOf(view, tasks) {
  const { result } = view;
  const total = {
    runs: 0, evaluations: 0, above: 0, depth: 0, timed: 0, time: 0, open: 0, measured: 0,
  };
  for (const task of tasks) {
    for (const run of view.runs(task)) {
      // Of a run that was read at a smaller budget, neither depth nor times are known.
      if (result.broken[run] || result.depth[run] < 0) continue;
      total.runs += 1;
      total.evaluations += result.evaluations[run];
      total.above += result.above[run];
      total.depth += result.depth[run];
      if (result.time[run] < 0) continue;
      total.timed += result.evaluations[run];
      total.time += result.time[run];
      if (result.open && result.open[run] >= 0) {
        total.open += result.open[run];
        total.measured += result.time[run];
      }
    }
  }
  const share = (part, whole) => (whole > 0 ? part / whole : null);
  return {
    runs: total.runs,
    above: share(total.above, total.evaluations),
    depth: share(total.depth, total.runs),
    speed: share(total.timed, total.time),
    open: share(total.open, total.measured),
  };
}

function drawStatistics(view, data, state, selection) {
  const lines = selection.views.map((one) => {
    const found = statisticsOf(one, selection.tasks);
    return [one.result.search, { text: one.result.column, class: "text" }, grouped(found.runs), percent(found.above),
      decimal(found.depth, 1), found.speed === null ? NONE : grouped(found.speed),
      percent(found.open)];
  });
  const header = ["search", { text: "column", class: "text" }, "runs", "h(s) > h(I)", "depth",
    "evaluations/s", "open list"];
  const broken = selection.views.some((one) =>
    selection.tasks.some((task) => one.runs(task).some((run) => one.result.broken[run])));
  view.replaceChildren(
    table("Statistics", [header], [lines], { class: "numbers" }),
    element("p", { class: "note" },
      "h(s) > h(I): share of evaluated states with a larger heuristic value than the initial state; the paper has " +
      `${percent(data.paper.above)} for gbfs with ff. Depth: mean longest path. ` +
      "Open list: share of the time of search in selection, insertion and backup." +
      (broken ? " Runs that crashed or failed are left out." : "") +
      sharedNote(selection.views) + originNote(selection.experiment)));
}
