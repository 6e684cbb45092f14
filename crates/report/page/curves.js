// Solved tasks over evaluations and over time.

function drawCurves(view, data, state, selection, update) {
  const column = focus(state, selection);
  const timed = selection.experiment.time !== null;
  const axis = state.axis === "time" ? "time" : "evaluations";
  const metric = axis === "time" && timed ? "total" : axis;
  const views = selection.ofColumn(column);
  const shown = axis === "time" ? views.filter((one) => one.result.hasTimes) : views;
  const note = axis === "time" ? sharedNote(views) : "";
  const curves = shown.map((one) => curve(one, metric, selection.tasks, data))
    .filter((one) => one.x.length > 0);
  const figure = element("div", { class: "figure" });
  view.replaceChildren(
    element("div", { class: "controls" },
      columnChoice(state, selection, update),
      choice("over", [["evaluations", "evaluations"], ["time", "time"]], axis, (value) => update({ axis: value }))),
    figure,
    note ? element("p", { class: "note" }, note) : "");
  if (curves.length === 0) {
    if (!note) figure.append(element("p", { class: "empty" }, "Nothing is solved here."));
    return;
  }
  const label = axis === "time" ? (timed ? "seconds" : "seconds of search") : "evaluations";
  figure.append(...curveChart(figure, curves, label));
}

/// The column that plots show.
function focus(state, selection) {
  return selection.columns.includes(state.plots) ? state.plots : selection.columns[0];
}

function columnChoice(state, selection, update) {
  if (selection.columns.length < 2) return null;
  return choice("column", selection.columns.map((column) => [column, column]), focus(state, selection),
    (value) => update({ plots: value }));
}

/// Sorted values at which runs are solved, and how many tasks are solved then, as the mean over seeds.
function curve(view, metric, tasks, data) {
  const values = view.result[metric];
  const steps = [];
  for (const task of tasks) {
    const runs = view.runs(task);
    for (const run of runs) {
      if (view.result.solved[run]) steps.push([Math.max(values[run], metric === "evaluations" ? 1 : SHORTEST), 1 / runs.length]);
    }
  }
  steps.sort((a, b) => a[0] - b[0]);
  let total = 0;
  return {
    search: view.result.search,
    number: data.searches.indexOf(view.result.search),
    x: steps.map((step) => step[0]),
    y: steps.map((step) => (total += step[1])),
  };
}

function solvedAt(one, x) {
  let [low, high] = [0, one.x.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (one.x[middle] <= x) low = middle + 1; else high = middle;
  }
  return low === 0 ? 0 : one.y[low - 1];
}

function curveChart(figure, curves, label) {
  const width = Math.max(280, figure.clientWidth);
  const wide = width >= 700;
  const height = wide ? 460 : 340;
  const longest = Math.max(...curves.map((one) => one.search.length));
  const names = Math.min(0.35 * width, Math.max(190, 40 + 7 * longest));
  const box = { left: 58, right: width - (wide ? names : 26), top: 12, bottom: height - 48 };
  const low = Math.min(...curves.map((one) => one.x[0]));
  const high = rounded(Math.max(...curves.map((one) => one.x.at(-1))), Math.ceil);
  const x = logarithmic(low, high > low ? high : low * 10, box.left, box.right);
  const y = linear(0, Math.max(...curves.map((one) => one.y.at(-1))), box.bottom, box.top);
  const lines = curves.map((one) => shape("path", {
    class: "curve", "data-search": one.search, d: stairs(one, x, y, box), stroke: colour(one.number),
    "stroke-dasharray": dashes(one.number),
  }));
  const cross = shape("line", { class: "cross", y1: box.top, y2: box.bottom, visibility: "hidden" });
  const svg = shape("svg", {
    width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": `Solved tasks over ${label}`,
  }, axes(box, x, y, { x: label, y: "solved tasks" }), cross, lines);
  const light = (search) => {
    svg.classList.toggle("dimmed", search !== null);
    for (const line of lines) line.classList.toggle("lit", line.dataset.search === search);
  };
  if (wide) svg.append(endLabels(curves, y, box, light));
  svg.addEventListener("pointermove", (event) => readOff(event, svg, curves, x, box, cross, label));
  svg.addEventListener("pointerleave", () => {
    cross.setAttribute("visibility", "hidden");
    tip.hide();
  });
  return wide ? [svg] : [svg, legend(curves, light)];
}

/// One step per pixel is enough.
function stairs(one, x, y, box) {
  let path = `M${box.left} ${y.place(0).toFixed(1)}`;
  let last = null;
  for (let i = 0; i < one.x.length; i++) {
    const at = Math.round(x.place(one.x[i]));
    const next = i + 1 < one.x.length ? Math.round(x.place(one.x[i + 1])) : null;
    if (next === at) continue;
    path += `H${at}V${y.place(one.y[i]).toFixed(1)}`;
    last = at;
  }
  return last === null || last < box.right ? `${path}H${box.right}` : path;
}

/// Names at the ends of the lines, moved apart where lines end close together.
function endLabels(curves, y, box, light) {
  const order = [...curves].sort((a, b) => b.y.at(-1) - a.y.at(-1));
  const places = order.map((one) => y.place(one.y.at(-1)));
  const gap = Math.min(16, (box.bottom - box.top) / order.length);
  for (let i = 0; i < places.length; i++) {
    places[i] = Math.max(places[i], i === 0 ? box.top + 4 : places[i - 1] + gap);
  }
  for (let i = places.length - 1; i >= 0; i--) {
    places[i] = Math.min(places[i], i === places.length - 1 ? box.bottom : places[i + 1] - gap);
  }
  return shape("g", {}, order.map((one, i) => shape("g", {
    class: "end-label", tabindex: 0,
    onpointerenter: () => light(one.search), onpointerleave: () => light(null),
    onfocus: () => light(one.search), onblur: () => light(null),
  },
  shape("path", {
    class: "leader", stroke: colour(one.number),
    d: `M${box.right + 2} ${y.place(one.y.at(-1))}L${box.right + 12} ${places[i]}H${box.right + 26}`,
    "stroke-dasharray": dashes(one.number),
  }),
  shape("text", { x: box.right + 31, y: places[i] + 4 }, one.search))));
}

function legend(curves, light) {
  const order = [...curves].sort((a, b) => b.y.at(-1) - a.y.at(-1));
  return element("ul", { class: "legend" }, order.map((one) => element("li", {
    tabindex: 0, onpointerenter: () => light(one.search), onpointerleave: () => light(null),
    onfocus: () => light(one.search), onblur: () => light(null),
  },
  shape("svg", { width: 26, height: 10, "aria-hidden": "true" },
    shape("path", { class: "leader", d: "M1 5H25", stroke: colour(one.number), "stroke-dasharray": dashes(one.number) })),
  one.search)));
}

function readOff(event, svg, curves, x, box, cross, label) {
  const place = svg.getBoundingClientRect();
  const at = event.clientX - place.left;
  if (at < box.left || at > box.right) {
    cross.setAttribute("visibility", "hidden");
    tip.hide();
    return;
  }
  fill(cross, { x1: at, x2: at, visibility: "visible" }, []);
  const value = x.value(at);
  const order = curves.map((one) => [one, solvedAt(one, value)]).sort((a, b) => b[1] - a[1]);
  tip.show(event.clientX, event.clientY, element("b", {}, `${short(value)} ${label}`),
    element("table", {}, order.map(([one, solved]) => element("tr", {},
      element("td", {}, element("i", { class: "dot", style: `background:${colour(one.number)}` }), one.search),
      element("td", {}, count(solved))))));
}
