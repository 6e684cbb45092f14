// Solved tasks, with the paper's figures beside ours.

function drawSummary(view, data, state, selection) {
  const { experiment, columns } = selection;
  const papers = experiment.papers;
  const cells = new Map();
  for (const one of selection.views) {
    const { search, column } = one.result;
    const base = selection.find(data.reference, column);
    const paper = papers ? paperFigure(data, search, column) : null;
    const paperBase = papers ? paperFigure(data, data.reference, column) : null;
    cells.set(one.result.name, {
      ...coverage(one, selection.tasks),
      ratio: base ? ratio(one, base, selection.tasks) : null,
      paper,
      paperRatio: paper !== null && paperBase !== null ? paper / paperBase : null,
    });
  }
  const cell = (search, column) => cells.get(`${search}:${column}`);
  const draw = columns.length === 1 ? oneColumn : severalColumns;
  const missing = sum([...cells.values()].map((one) => one.missing));
  view.replaceChildren(
    draw(data, selection, cell),
    element("p", { class: "note" },
      "Solved tasks are means over seeds; ratios are to ", data.reference, " in the same column.",
      papers ? ` The paper ran ${data.paper.tasks} tasks${experiment.tasks.length === data.paper.tasks
        ? " that are nearly these: compare ratios" : `, here are ${experiment.tasks.length}`}.` : "",
      missingNote(missing),
      missing > 0 ? " Ratios are over the tasks that both searches were run on." : "",
      originNote(experiment)));
}

function paperFigure(data, search, column) {
  return data.paper.coverage[search]?.[column] ?? null;
}

/// Lines of searches in the groups of the paper's table.
function inGroups(data, searches, line) {
  const groups = [[], [], [], []];
  for (const search of searches) groups[data.groups[search] ?? 3].push(line(search));
  return groups;
}

/// More solved than the reference is one colour, fewer the other.
function heatOfRatio(value) {
  if (value === null || value === 1) return null;
  // The root lets small differences show.
  const strength = Math.sqrt(Math.min(1, Math.abs(Math.log2(value)))) * 46;
  return `background: color-mix(in oklab, var(${value > 1 ? "--more" : "--less"}) ${strength.toFixed(1)}%, transparent)`;
}

const solvedText = (cell) => decimal(cell.solved, cell.seeds > 1 ? 1 : 0);
const mark = (cell) => (cell.missing > 0 ? element("sup", {}, "†") : null);

function best(searches, column, cell) {
  return Math.max(...searches.map((search) => cell(search, column)?.solved ?? -1));
}

function oneColumn(data, selection, cell) {
  const { columns: [column], searches, experiment } = selection;
  const top = best(searches, column, cell);
  const header = ["search", "solved", "±", "seeds", "ratio"];
  if (experiment.papers) header.push("paper", "paper’s ratio", "difference");
  const line = (search) => {
    const one = cell(search, column);
    const text = element(one.solved === top ? "strong" : "span", {}, solvedText(one));
    const cells = [search, { text: element("span", {}, text, mark(one)) }, decimal(one.error, 1), one.seeds,
      { text: decimal(one.ratio, 2), style: heatOfRatio(one.ratio) }];
    if (experiment.papers) {
      const difference = one.ratio !== null && one.paperRatio !== null ? one.ratio - one.paperRatio : null;
      cells.push(one.paper === null ? NONE : String(one.paper),
        { text: decimal(one.paperRatio, 2), style: heatOfRatio(one.paperRatio) }, signed(difference, 2));
    }
    return cells;
  };
  return table(`Solved tasks, ${column}`, [header], inGroups(data, searches, line), { class: "numbers" });
}

function severalColumns(data, selection, cell) {
  const { columns, searches } = selection;
  const tops = new Map(columns.map((column) => [column, best(searches, column, cell)]));
  const line = (search) => [search, ...columns.map((column) => {
    const one = cell(search, column);
    if (!one) return { text: "", class: "none" };
    return {
      style: heatOfRatio(one.ratio),
      title: `${one.seeds} seed${one.seeds === 1 ? "" : "s"}` +
        (one.paper === null ? "" : `; the paper has ${one.paper} solved`),
      text: element("div", { class: "pair" },
        element(one.solved === tops.get(column) ? "strong" : "span", {}, solvedText(one), mark(one)),
        element("small", {}, one.error === null ? "" : `±${decimal(one.error, 1)}`),
        element("span", { class: "second" }, decimal(one.ratio, 2)),
        element("span", { class: "second paper" }, one.paperRatio === null ? "" : decimal(one.paperRatio, 2))),
    };
  })];
  const table_ = table("Solved tasks", [["search", ...columns.map((column) => ({ text: column, class: "middle" }))]], inGroups(data, searches, line),
    { class: "numbers pairs" });
  return element("div", {}, table_, element("p", { class: "key" },
    "In each cell: solved ± standard error; below it our ratio", selection.experiment.papers
      ? [" and ", element("span", { class: "paper" }, "the paper’s")] : "", "."));
}
