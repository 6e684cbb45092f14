// Two configurations, task by task.

const METRICS = [["evaluations", "evaluations"], ["expansions", "expansions"], ["length", "plan length"],
  ["time", "seconds of search"]];

function drawScatter(view, data, state, selection, update) {
  const choices = pairChoices(data, state, selection);
  const keys = [...choices.keys()];
  if (keys.length < 2) {
    view.replaceChildren(element("p", { class: "empty" }, "Two configurations are needed."));
    return;
  }
  const [xKey, yKey] = defaultPair(data, state, selection, choices);
  const metric = METRICS.some(([key]) => key === state.metric) ? state.metric : "evaluations";
  const [xView, yView] = [choices.get(xKey), choices.get(yKey)];
  const points = pairPoints(data, selection, xView, yView, metric);
  const note = metric === "time" ? sharedNote([xView, yView]) : "";
  const options = keys.map((key) => [key, key]);
  const figure = element("div", { class: "figure square" });
  view.replaceChildren(
    element("div", { class: "controls" },
      choice("x", options, xKey, (value) => update({ x: value })),
      choice("y", options, yKey, (value) => update({ y: value })),
      choice("metric", METRICS, metric, (value) => update({ metric: value }))),
    element("div", { class: "beside" }, figure, element("div", {},
      verdict(points, xKey, yKey),
      note ? element("p", { class: "note" }, note) : "",
      domainLegend(points, state, update))));
  figure.append(scatterChart(figure, data, points, state, [xKey, yKey], metric));
}

/// All configurations that pass the filters, also of other experiments with the same limits.
function pairChoices(data, state, selection) {
  const choices = new Map();
  const alike = data.experiments.filter((experiment) => experiment.limits === selection.experiment.limits);
  for (const experiment of alike) {
    for (const view of select(data, state, experiment.number).views) {
      const prefix = alike.length > 1 ? `${titleOf(experiment)} · ` : "";
      choices.set(prefix + view.result.name, view);
    }
  }
  return choices;
}

/// The reference before and after a change, or the reference and the paper's search.
function defaultPair(data, state, selection, choices) {
  const keys = [...choices.keys()];
  const find = (wanted) => keys.find((key) => wanted(choices.get(key).result));
  const isHere = (result) => result.experiment === selection.experiment;
  const column = focus(state, selection);
  const isReference = (result) => result.search === data.reference && result.column === column;
  const x = choices.has(state.x) ? state.x
    : find((result) => isReference(result) && !isHere(result)) ?? find(isReference) ?? keys[0];
  const other = choices.get(x).result;
  const y = choices.has(state.y) ? state.y
    : find((result) => result.name === other.name && result !== other && isHere(result))
      ?? find((result) => result.search === "guct-uniform" && result.column === other.column && isHere(result))
      ?? keys.find((key) => key !== x);
  return [x, y];
}

/// Tasks that at least one of the two solves, without those whose times are not known.
function pairPoints(data, selection, xView, yView, metric) {
  const points = [];
  for (const task of selection.tasks) {
    const [xShare, yShare] = [xView.share(task), yView.share(task)];
    if (Number.isNaN(xShare) || Number.isNaN(yShare) || xShare + yShare === 0) continue;
    const [x, y] = [xView, yView].map((one) => Math.exp(one.logarithm(metric, task)));
    if ((xShare > 0 && Number.isNaN(x)) || (yShare > 0 && Number.isNaN(y))) continue;
    points.push({
      task, domain: data.domain[task], name: data.domains[data.domain[task]], problem: data.problems[task],
      x, y, xShare, yShare,
    });
  }
  return points;
}

function verdict(points, xKey, yKey) {
  const both = points.filter((point) => point.xShare > 0 && point.yShare > 0);
  const less = both.filter((point) => point.y < point.x * 0.999).length;
  const more = both.filter((point) => point.x < point.y * 0.999).length;
  const mean = Math.exp(sum(both.map((point) => Math.log(point.y / point.x))) / both.length);
  const line = (label, value) => [element("dt", {}, label), element("dd", {}, value)];
  return element("dl", { class: "verdict" },
    line("solved by both", both.length),
    line(`less for ${xKey}`, more), line(`less for ${yKey}`, less), line("equal", both.length - less - more),
    line(`solved by ${xKey} only`, points.filter((point) => point.yShare === 0).length),
    line(`solved by ${yKey} only`, points.filter((point) => point.xShare === 0).length),
    line("y / x, geometric mean", decimal(mean, 2)));
}

const SHAPES = [
  "M-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0 -3.5 0Z",
  "M-3.2 -3.2H3.2V3.2H-3.2Z",
  "M0 -4.2L4 3.2H-4Z",
  "M0 -4.6L4.4 0L0 4.6L-4.4 0Z",
];
const shapeOf = (domain) => SHAPES[Math.floor(domain / COLOURS) % SHAPES.length];

function domainLegend(points, state, update) {
  const domains = [...new Map(points.map((point) => [point.name, point.domain]))].sort();
  return element("ul", { class: "legend domains" }, domains.map(([name, domain]) => element("li", {},
    element("button", {
      type: "button", class: "quiet", "aria-pressed": String(state.mark === name), "data-key": `mark:${name}`,
      onclick: () => update({ mark: state.mark === name ? "" : name }),
    },
    shape("svg", { width: 12, height: 12, viewBox: "-6 -6 12 12", "aria-hidden": "true" },
      shape("path", { d: shapeOf(domain), fill: colour(domain) })),
    name))));
}

function scatterChart(figure, data, points, state, keys, metric) {
  const width = Math.max(280, Math.min(620, figure.clientWidth));
  const height = width;
  const rail = 22;
  const box = { left: 62, right: width - 12 - rail, top: 12 + rail, bottom: height - 48 };
  const values = points.flatMap((point) => [point.x, point.y]).filter((value) => value > 0);
  const low = rounded(values.length ? Math.min(...values) : 1, Math.floor);
  const high = rounded(values.length ? Math.max(...values) : 10, Math.ceil);
  const x = logarithmic(low, Math.max(high, low * 2), box.left, box.right);
  const y = logarithmic(low, Math.max(high, low * 2), box.bottom, box.top);
  const label = METRICS.find(([key]) => key === metric)[1];
  const placed = points.map((point) => ({
    ...point,
    left: point.xShare > 0 ? x.place(point.x) : box.right + rail * 0.6,
    top: point.yShare > 0 ? y.place(point.y) : box.top - rail * 0.6,
  })).sort((a, b) => a.left - b.left || a.top - b.top);
  const marks = placed.map((point) => shape("path", {
    class: state.mark && state.mark !== point.name ? "point faint" : "point",
    d: shapeOf(point.domain), fill: colour(point.domain),
    transform: `translate(${point.left.toFixed(1)} ${point.top.toFixed(1)})`,
  }));
  const ring = shape("circle", { class: "ring", r: 7, visibility: "hidden" });
  const svg = shape("svg", {
    width, height, viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: "img",
    "aria-label": `${label} of ${keys[1]} over ${keys[0]}; arrow keys go from task to task`,
  },
  axes(box, x, y, { x: `${keys[0]}, ${label}`, y: keys[1] }),
  shape("line", { class: "diagonal", x1: box.left, y1: box.bottom, x2: box.right, y2: box.top }),
  shape("path", { class: "rail", d: `M${box.left} ${box.top}H${box.right}V${box.bottom}` }),
  shape("text", { class: "tick", x: box.left, y: box.top - 8 }, "unsolved"),
  shape("text", { class: "tick", transform: `translate(${box.right + rail * 0.6 + 10} ${box.top + 2}) rotate(90)` },
    "unsolved"),
  marks, ring);
  pointAt(svg, placed, ring, label, keys);
  return svg;
}

/// Shows the task under the pointer, or the one that arrow keys have reached.
function pointAt(svg, placed, ring, label, keys) {
  let current = -1;
  const show = (number) => {
    current = number;
    const point = placed[number];
    if (!point) {
      ring.setAttribute("visibility", "hidden");
      tip.hide();
      return;
    }
    fill(ring, { cx: point.left, cy: point.top, visibility: "visible" }, []);
    const place = svg.getBoundingClientRect();
    const value = (share, number) => (share > 0 ? short(number) : "unsolved");
    const line = (key, share, number) => element("tr", {}, element("td", {}, key),
      element("td", {}, value(share, number)), element("td", {}, share < 1 ? percent(share, 0) + " of seeds" : ""));
    tip.show(place.left + point.left, place.top + point.top,
      element("b", {}, point.problem), element("table", {}, line(keys[0], point.xShare, point.x),
        line(keys[1], point.yShare, point.y)));
  };
  svg.addEventListener("pointermove", (event) => {
    const place = svg.getBoundingClientRect();
    const [left, top] = [event.clientX - place.left, event.clientY - place.top];
    let [nearest, distance] = [-1, 18 ** 2];
    placed.forEach((point, i) => {
      const here = (point.left - left) ** 2 + (point.top - top) ** 2;
      if (here < distance) [nearest, distance] = [i, here];
    });
    if (nearest !== current) show(nearest);
  });
  svg.addEventListener("pointerleave", () => show(-1));
  svg.addEventListener("blur", () => show(-1));
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || placed.length === 0) return;
    event.preventDefault();
    show((current + step + placed.length) % placed.length);
  });
}
