// Solved tasks domain by domain.

function drawDomains(view, data, state, selection, update) {
  const column = focus(state, selection);
  const views = selection.ofColumn(column);
  const header = ["domain", "tasks", ...views.map((one) => ({
    text: element("span", {}, one.result.search), class: "turned",
  }))];
  const lines = [...selection.domains].map(([domain, tasks]) => domainLine(domain, tasks, views));
  const total = domainLine("total", selection.tasks, views);
  view.replaceChildren(
    element("div", { class: "controls" }, columnChoice(state, selection, update)),
    table(`Solved tasks by domain, ${column}`, [header], [lines, [total]], { class: "numbers heat" }),
    element("p", { class: "note" },
      "Mean over seeds; the shade is the share of the domain’s tasks. The best of a domain is bold unless all are equal.",
      missingNote(sum(views.map((one) => coverage(one, selection.tasks).missing)))));
}

function domainLine(name, tasks, views) {
  const covered = views.map((view) => coverage(view, tasks));
  const top = Math.max(...covered.map((one) => one.solved));
  const equal = covered.every((one) => Math.abs(one.solved - top) < 1e-9);
  return [name, tasks.length, ...covered.map((one, i) => ({
    text: one.covered === 0 ? NONE
      : element(!equal && top - one.solved < 1e-9 ? "strong" : "span", {}, count(one.solved), mark(one)),
    style: heatOfShare(one.solved / tasks.length),
    title: `${views[i].result.search}: ${count(one.solved)} of ${tasks.length} in ${name}`,
  }))];
}

function heatOfShare(share) {
  return share > 0 ? `background: color-mix(in oklab, var(--heat) ${(share * 60).toFixed(1)}%, transparent)` : null;
}
