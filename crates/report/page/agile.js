// The agile score of the planning competitions.

function agileScore(seconds, limit) {
  if (seconds <= 1) return 1;
  return seconds < limit ? 1 - Math.log(seconds) / Math.log(limit) : 0;
}

/// The sum over tasks of the mean score over seeds; null if there was no run, or times mean nothing.
function totalScore(view, tasks, limit) {
  const means = tasks.map((task) => view.runs(task)).filter((runs) => runs.length > 0).map((runs) =>
    sum(runs.map((run) => (view.result.solved[run] ? agileScore(view.result.total[run], limit) : 0))) / runs.length);
  return means.length > 0 && view.result.hasTimes ? sum(means) : null;
}

const COMPETITION_LIMIT = 300;

function drawAgile(view, data, state, selection, update) {
  const limit = selection.experiment.time;
  view.closest("section").hidden = limit === null;
  if (limit === null) return;
  const column = focus(state, selection);
  const views = selection.ofColumn(column);
  const searches = views.map((one) => one.result.search);
  const papers = [...selection.domains.keys()].some((domain) => data.paper.agile[domain]);
  const line = (name, key, tasks, bound) => {
    const scores = views.map((one) => totalScore(one, tasks, bound));
    const top = Math.max(...scores);
    return [name, tasks.length,
      ...scores.map((score, i) => (score === null ? NONE : {
        text: element(score > 0 && score === top ? "strong" : "span", {}, decimal(score, 1),
          mark(coverage(views[i], tasks))),
        style: heatOfShare(score / tasks.length),
      })),
      ...(papers ? searches.map((search) => ({
        text: decimal(data.paper.agile[key]?.[search], 1), class: "paper",
      })) : [])];
  };
  const lines = [...selection.domains].map(([domain, tasks]) => line(domain, domain, tasks, limit));
  const totals = [line("total", "total", selection.tasks, limit)];
  if (limit < COMPETITION_LIMIT) {
    totals.push(line("total, as of 300 s", "total", selection.tasks, COMPETITION_LIMIT));
  }
  const turned = (text) => ({ text: element("span", {}, text), class: "turned" });
  const header = ["domain", "tasks", ...searches.map(turned),
    ...(papers ? searches.map((search) => turned(`paper: ${search}`)) : [])];
  view.replaceChildren(
    element("div", { class: "controls" }, columnChoice(state, selection, update)),
    table(`IPC agile score, ${column}`, [header], [lines, totals], { class: "numbers heat" }),
    element("p", { class: "note" },
      `Sum over tasks of 1 − log t / log ${limit}, at most 1, for a plan after t seconds; mean over seeds.`,
      limit < COMPETITION_LIMIT
        ? " As of 300 s: with log 300; at least so much would be the score under the competitions’ limit." : "",
      papers ? " Paper: 300 s, 8 GB, another machine." : "",
      missingNote(sum(views.map((one) => coverage(one, selection.tasks).missing))),
      sharedNote(views), originNote(selection.experiment)));
}
