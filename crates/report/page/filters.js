// The filters above all views.

function drawFilters(bar, data, state, update) {
  const wasOpen = bar.querySelector("details[open]")?.dataset.set;
  const groups = Object.entries(SETS).map(([set, label]) => {
    const names = data[label].map(String);
    return names.length > 1 ? filterGroup(set, label, names, state, update, set === wasOpen) : null;
  });
  const experiments = data.experiments.map((experiment, i) => [String(i), experiment.name]);
  bar.replaceChildren(...[
    experiments.length > 1
      ? choice("Experiment", experiments, state.experiment, (value) => update({ experiment: value }))
      : null,
    ...groups,
    element("label", { class: "check", title: "Only tasks that every shown configuration solves with a seed" },
      element("input", {
        type: "checkbox", id: "common", checked: state.common,
        onchange: (event) => update({ common: event.target.checked }),
      }), "solved by all"),
    element("button", { type: "button", class: "quiet", id: "reset", onclick: () => update(null) }, "Reset"),
  ].filter(Boolean));
}

function filterGroup(set, label, names, state, update, open) {
  const hidden = state.hidden[set];
  const shown = names.filter((name) => !hidden.has(name)).length;
  const change = (next) => update({ hidden: { ...state.hidden, [set]: next } });
  const toggle = (name, on) => {
    const next = new Set(hidden);
    if (on) next.delete(name); else next.add(name);
    change(next);
  };
  const boxes = names.map((name) => element("label", { class: "check" },
    element("input", {
      type: "checkbox", "data-name": name, checked: !hidden.has(name),
      id: `${set}:${name}`,
      onchange: (event) => toggle(name, event.target.checked),
    }), name));
  const all = (text, next) =>
    element("button", { type: "button", class: "quiet", onclick: () => change(next) }, text);
  return element("details", { class: "filter", "data-set": set, open, name: "filters" },
    element("summary", {}, label, element("span", { class: "count" }, `${shown} of ${names.length}`)),
    element("div", { class: "panel" },
      element("div", { class: "panel-buttons" }, all("All", new Set()), all("None", new Set(names))),
      element("div", { class: names.length > 12 ? "boxes many" : "boxes" }, boxes)));
}

/// A panel closes when one looks elsewhere.
function closePanels(event) {
  for (const open of document.querySelectorAll("details.filter[open]")) {
    const outside = event.type === "keydown" ? event.key === "Escape" : !open.contains(event.target);
    if (outside) open.open = false;
  }
}
