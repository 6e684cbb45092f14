// The page: from the state to all views.

const VIEWS = {
  summary: drawSummary,
  comparison: drawComparison,
  curves: drawCurves,
  agile: drawAgile,
  scatter: drawScatter,
  domains: drawDomains,
  significance: drawSignificance,
  statistics: drawStatistics,
};

function drawHead(data, selection) {
  const { experiment } = selection;
  const runs = sum(selection.views.map((view) =>
    sum(selection.tasks.map((task) => view.runs(task).length))));
  const facts = [`${grouped(selection.tasks.length)} tasks`, `${selection.views.length} configurations`,
    `${grouped(runs)} runs`, experiment.limits, `version ${experiment.versions.join(", ")}`];
  const broken = sum(selection.views.map((view) => view.result.status.match(/[cf]/g)?.length ?? 0));
  if (broken > 0) facts.splice(3, 0, `${grouped(broken)} crashed or failed`);
  document.getElementById("facts").replaceChildren(facts.join(" · "));
}

function start(data) {
  let state = readState(data);
  const draw = () => {
    const active = document.activeElement;
    const key = active?.id || active?.closest("[data-key]")?.dataset.key;
    const selection = select(data, state);
    tip.hide();
    drawFilters(document.getElementById("filters"), data, state, update);
    drawHead(data, selection);
    for (const [name, view] of Object.entries(VIEWS)) {
      const body = document.querySelector(`#${name} .view`);
      if (selection.views.length === 0) {
        body.replaceChildren(element("p", { class: "empty" }, "The filters leave no runs."));
      } else view(body, data, state, selection, update);
    }
    for (const link of document.querySelectorAll("nav a")) {
      link.hidden = document.querySelector(link.getAttribute("href")).hidden;
    }
    // Elements are made anew; the keyboard stays where it was.
    if (key) [...document.querySelectorAll("[id], [data-key]")]
      .find((node) => node.id === key || node.dataset.key === key)?.focus({ preventScroll: true });
    document.documentElement.dataset.drawn = "yes";
  };
  const update = (change) => {
    if (change === null) {
      history.replaceState(null, "", location.pathname + location.search);
      state = readState(data);
    } else {
      state = { ...state, ...change };
      writeState(state);
    }
    draw();
  };
  draw();
  let width = document.body.clientWidth;
  addEventListener("resize", () => {
    if (document.body.clientWidth === width) return;
    width = document.body.clientWidth;
    draw();
  });
  addEventListener("hashchange", () => {
    state = readState(data);
    draw();
  });
  // The part of the address behind the # holds the filters, so links within the page leave it alone.
  document.querySelector("nav").addEventListener("click", (event) => {
    const section = document.querySelector(event.target.getAttribute?.("href") ?? "none");
    if (!section) return;
    event.preventDefault();
    section.scrollIntoView();
  });
  document.addEventListener("pointerdown", closePanels);
  document.addEventListener("keydown", closePanels);
}

unpack(document.getElementById("data").textContent).then((data) => start(prepare(data)), (error) => {
  document.getElementById("facts").textContent = `The data of this page cannot be read: ${error}`;
  throw error;
});
