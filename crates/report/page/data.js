// From the text in the page to runs in flat arrays.

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new DecompressionStream("gzip");
  const writer = stream.writable.getWriter();
  // Damaged data shows at the reading end.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Response(stream.readable).json();
}

const SOLVED = "s";
const MISSING = "-";
const BROKEN = "cf";

/// The label if it tells experiments apart, else the limits, else both.
function experimentNames(experiments) {
  const both = (one) => [one.label, one.limits].filter(Boolean).join(", ");
  const names = [(one) => one.label, (one) => one.limits, both].map((name) => experiments.map(name));
  return names.find((these) => these.every(Boolean) && new Set(these).size === these.length) ?? names[2];
}

/// Runs of all configurations are dense over the same tasks: run = seed * tasks + task.
function prepare(data) {
  const tasks = data.problems.length;
  const names = experimentNames(data.experiments);
  for (const [number, experiment] of data.experiments.entries()) {
    experiment.number = number;
    experiment.name = names[number];
    for (const result of experiment.results) {
      result.experiment = experiment;
      result.name = `${result.search}:${result.column}`;
      result.solved = Uint8Array.from(result.status, (status) => status === SOLVED);
      result.present = Uint8Array.from(result.status, (status) => status !== MISSING);
      // Runs that say nothing about the search.
      result.broken = Uint8Array.from(result.status, (status) => BROKEN.includes(status));
      for (const metric of ["evaluations", "expansions", "length", "depth", "above"]) {
        result[metric] = Float64Array.from(result[metric]);
      }
      for (const metric of ["time", "open", "total"]) {
        if (result[metric]) result[metric] = Float64Array.from(result[metric], (micros) => micros / 1e6);
      }
      // Times are negative where a run used heuristic values of other runs, since they say little.
      result.hasTimes = result.time.every((time, run) => time >= 0 || !result.present[run]);
    }
    const has = (task) => experiment.results.some((result) =>
      result.seeds.some((_, seed) => result.present[seed * tasks + task]));
    experiment.tasks = Array.from({ length: tasks }, (_, task) => task).filter(has);
  }
  const distinct = (names) => [...new Set(names)];
  const results = data.experiments.flatMap((experiment) => experiment.results);
  data.searches = data.searches.filter((search) => results.some((result) => result.search === search));
  data.columns = data.columns.filter((column) => results.some((result) => result.column === column));
  data.seeds = distinct(results.flatMap((result) => result.seeds)).sort((a, b) => a - b);
  return data;
}
