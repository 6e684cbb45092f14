// Whether a difference to the reference may be chance.

function compareWith(view, base, tasks) {
  let [gained, lost] = [0, 0];
  const [shares, logarithms, lengths] = [[], [], []];
  for (const task of tasks) {
    const [our, their] = [view.share(task), base.share(task)];
    if (Number.isNaN(our) || Number.isNaN(their)) continue;
    gained += our > 0.5 && their <= 0.5;
    lost += our <= 0.5 && their > 0.5;
    shares.push(our - their);
    const difference = view.logarithm("evaluations", task) - base.logarithm("evaluations", task);
    if (!Number.isNaN(difference)) logarithms.push(difference);
    const longer = view.logarithm("length", task) - base.logarithm("length", task);
    if (!Number.isNaN(longer)) lengths.push(longer);
  }
  const geometric = (numbers) => (numbers.length ? Math.exp(sum(numbers) / numbers.length) : null);
  return {
    result: view.result, gained, lost, common: logarithms.length,
    difference: sum(shares), interval: bootstrap(shares),
    ratio: geometric(logarithms), lengths: geometric(lengths),
    coverage: mcnemar(gained, lost),
    share: Math.max(view.seeds.length, base.seeds.length) > 1 ? wilcoxon(shares) : null,
    evaluations: wilcoxon(logarithms),
  };
}

function drawSignificance(view, data, state, selection) {
  const lines = [];
  for (const one of selection.views) {
    const base = selection.find(data.reference, one.result.column);
    if (base && base !== one) lines.push(compareWith(one, base, selection.tasks));
  }
  if (lines.length === 0) {
    view.replaceChildren(element("p", { class: "empty" }, `Show ${data.reference} and another search.`));
    return;
  }
  for (const test of ["coverage", "share", "evaluations"]) {
    const tested = lines.filter((line) => line[test] !== null);
    holm(tested.map((line) => line[test])).forEach((p, i) => (tested[i][test] = p));
  }
  const p = (value) => (value === null ? NONE : { text: probability(value), class: value < 0.05 ? "sure" : "unsure" });
  const cells = (line) => [line.result.search, { text: line.result.column, class: "text" },
    signed(line.difference, 1), line.interval.map((end) => signed(end, 1)).join(" to "), line.gained, line.lost,
    p(line.coverage), p(line.share), line.common, decimal(line.ratio, 2), p(line.evaluations),
    decimal(line.lengths, 2)];
  const header = ["search", { text: "column", class: "text" }, "difference", "95 % interval", "gained", "lost",
    "McNemar", "Wilcoxon, share", "common", "evaluations ratio", "Wilcoxon, evaluations", "plan length ratio"];
  view.replaceChildren(
    table(`Compared with ${data.reference}`, [header], [lines.map(cells)], { class: "numbers" }),
    element("p", { class: "note" },
      `Two-sided probabilities, corrected by Holm’s method for ${lines.length} comparisons; bold below 0.05. A task ` +
      `is the unit of all tests. Difference: tasks solved more than by ${data.reference} (means over seeds); interval: ` +
      "bootstrap over tasks, percentiles. Gained: solved by more than half of the search’s seeds and not by more than half of " +
      `${data.reference}’s; lost: the other way round; McNemar: exact binomial test on the two. Wilcoxon, share: ` +
      "signed-rank test on the share of seeds that solve each task (only with several seeds). Common: solved by both " +
      "with at least one seed; over these the geometric means of the ratios of evaluations and plan lengths, and a " +
      "signed-rank test on the mean logarithm of evaluations."));
}
