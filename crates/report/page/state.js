// What is shown. It lives in the address behind the #, so that a view can be linked.

const SETS = { search: "searches", column: "columns", domain: "domains", seed: "seeds" };
const VALUES = ["experiment", "plots", "axis", "x", "y", "metric", "mark", "with"];

function readState(data) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const state = { common: parameters.has("common"), hidden: {} };
  for (const set of Object.keys(SETS)) state.hidden[set] = new Set(parameters.getAll(`hide-${set}`));
  for (const value of VALUES) state[value] = parameters.get(value) ?? "";
  // Of several stores the last one, which is the one after a change.
  if (!data.experiments[state.experiment]) {
    const last = data.experiments.at(-1).label;
    state.experiment = String(data.experiments.findIndex((experiment) => experiment.label === last));
  }
  return state;
}

function writeState(state) {
  const parameters = new URLSearchParams();
  for (const value of VALUES) {
    if (state[value]) parameters.set(value, state[value]);
  }
  for (const [set, names] of Object.entries(state.hidden)) {
    for (const name of names) parameters.append(`hide-${set}`, name);
  }
  if (state.common) parameters.set("common", "1");
  const hash = parameters.toString();
  // Replaced, not assigned: a hundred clicks on filters are no hundred steps back.
  history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
}
