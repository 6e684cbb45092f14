// Put into a copy of the page: uses it as a reader would and leaves a verdict, a line per failure.
(async () => {
  const expected = EXPECTED;
  const failures = [];
  const check = (holds, what) => { if (!holds) failures.push(what); };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const texts = (selector) => all(selector).map((node) => node.textContent);
  const facts = () => one("#facts").textContent;
  const choose = (label, value) => {
    const select = all("label.choice").find((node) => node.firstChild.textContent === label).querySelector("select");
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const options = (label) => all("label.choice").find((node) => node.firstChild.textContent === label)
    ? all("label.choice").find((node) => node.firstChild.textContent === label).querySelectorAll("option").length : 0;
  const cells = (section) => all(`#${section} .view tbody tr`)
    .map((line) => [...line.children].map((cell) => cell.textContent.trim().replaceAll("−", "-")));

  const drawn = () => document.documentElement.dataset.drawn === "yes";
  if (!drawn()) {
    await new Promise((done) => new MutationObserver((_, observer) => {
      if (drawn()) { observer.disconnect(); done(); }
    }).observe(document.documentElement, { attributes: true }));
  }

  function everyViewIsDrawn(when) {
    check(all("#summary tbody tr").length > 0, `${when}: the table is empty`);
    check(all("#curves path.curve").length > 0, `${when}: no curves`);
    check(all("#curves path.curve").every((path) => path.getTotalLength() > 50), `${when}: a curve is a dot`);
    const edge = one("#curves svg").getBoundingClientRect().right;
    const label = all("#curves .end-label text").find((node) => node.getBoundingClientRect().right > edge);
    check(!label, `${when}: the name ${label?.textContent} is cut off`);
    check(all("#scatter path.point").length > 0, `${when}: no points`);
    check(all("#domains tbody td").length > 0, `${when}: no heat map`);
    check(all("#significance tbody tr").length > 0, `${when}: no significance`);
    check(all("#statistics tbody tr").length > 0, `${when}: no statistics`);
    check(!/NaN|undefined|Infinity/.test(one("main").textContent), `${when}: a figure is no number`);
    const cut = all("main dd, main h2, main p, main select").find((node) => node.getBoundingClientRect().right > innerWidth);
    check(!cut, `${when}: ${cut?.textContent.slice(0, 40)} is cut off`);
    const room = document.documentElement.clientWidth;
    check(document.documentElement.scrollWidth <= room,
      `${when}: the page is ${document.documentElement.scrollWidth} wide in a window of ${room}`);
  }
  // The page has times with three digits, so that figures made of times can differ a little.
  const number = (text) => Number(text.replace(/[, %]/g, ""));
  const close = (our, their) => our === their || Math.abs(number(our) / number(their) - 1) < 0.005 || overlaps(our, their);
  // Intervals come from resampling, here with other random numbers: their ends differ by a small part of their width.
  const overlaps = (our, their) => {
    const [ours, theirs] = [our, their].map((text) => text.split(" to ").map(number));
    if (ours.length !== 2 || theirs.length !== 2) return false;
    const slack = 0.15 * (theirs[1] - theirs[0]) + 0.11;
    return ours.every((end, i) => Math.abs(end - theirs[i]) <= slack);
  };
  const same = (section, when) => {
    const [ours, theirs] = [cells(section), expected[section]];
    theirs.forEach((line, i) => check(line.every((cell, j) => close(ours[i]?.[j] ?? "", cell)),
      `${when}: ${section} has ${ours[i]}, the command line ${line}`));
  };

  check(innerWidth === expected.width, `the window is ${innerWidth} wide`);
  everyViewIsDrawn("at first");
  for (const section of ["significance", "statistics", "domains"]) same(section, "at first");

  // Filters act on all views, and the address keeps them.
  const before = facts();
  const box = one("details[data-set=search] input:not([data-name=gbfs])");
  const name = box?.dataset.name;
  if (box) {
    box.click();
    check(!texts("#summary tbody th").includes(name), "the hidden search is still in the table");
    check(!texts("#statistics tbody th").includes(name), "the hidden search is still in the statistics");
    check(all("#curves path.curve").every((path) => path.dataset.search !== name), "its curve is still there");
    check(location.hash.includes("hide-search"), "the address does not tell of the filter");
    check(facts() !== before, "the number of runs is as before");
    everyViewIsDrawn("without a search");
    one("#reset").click();
    check(facts() === before && location.hash === "", "reset does not bring all back");
  }
  for (const set of ["domain", "seed", "column"]) {
    const other = all(`details[data-set=${set}] input`)[1];
    if (!other) continue;
    other.click();
    check(facts() !== before, `the filter of ${set}s does nothing`);
    everyViewIsDrawn(`without a ${set}`);
    one("#reset").click();
  }
  one("#common").click();
  check(facts() !== before || !expected.generated, "solved by all does nothing");
  one("#reset").click();
  all("details[data-set=search] button")[1]?.click();
  check(facts().includes("0 configurations") || !box, "hiding all searches leaves some");
  one("#reset").click();

  // Choices of the plots.
  const path = () => one("#curves path.curve").getAttribute("d");
  const overEvaluations = path();
  // Times of runs that shared heuristic values are not shown, and the page says so.
  const saysShared = (view) => one(view).textContent.includes("--share-values");
  choose("over", "time");
  check(all("#curves path.curve").length > 0 ? path() !== overEvaluations : saysShared("#curves"),
    "the curves over time are those over evaluations, or missing without a word");
  choose("over", "evaluations");
  check(path() === overEvaluations, "the curves do not come back");
  for (const metric of ["expansions", "length", "time"]) {
    choose("metric", metric);
    check(all("#scatter path.point").length > 0 || (metric === "time" && saysShared("#scatter")),
      `no points for ${metric}`);
  }
  one("#reset").click();

  // The task under the pointer, and under the arrow keys.
  const plot = one("#scatter .figure svg");
  plot.scrollIntoView();
  const point = one("#scatter path.point").getBoundingClientRect();
  plot.dispatchEvent(new PointerEvent("pointermove", { clientX: point.x + 3, clientY: point.y + 3 }));
  check(!one("#tip").hidden && one("#tip").textContent.includes(".pddl"), "no task under the pointer");
  plot.dispatchEvent(new PointerEvent("pointerleave", {}));
  check(one("#tip").hidden, "the task stays when the pointer leaves");
  plot.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", cancelable: true }));
  check(!one("#tip").hidden, "arrow keys show no task");
  plot.dispatchEvent(new FocusEvent("blur"));
  one("#scatter .domains button").click();
  check(all("#scatter path.faint").length > 0 || all("#scatter .domains button").length === 1,
    "a marked domain does not stand out");
  one("#reset").click();

  if (expected.generated) {
    check(all("#domains tbody th").some((cell) => cell.textContent === '<b>&"depot"'), "a name was taken for HTML");
    check(one("#agile").hidden, "an agile score without a limit of time");
    check(!one("#comparison").hidden && all("#comparison tbody tr").length > 0, "no comparison of two stores");
    check(options("Experiment") === 4, "there are not four experiments");
    choose("Experiment", "3");
    check(!one("#agile").hidden && all("#agile tbody tr").length > 4, "no agile score under a limit of time");
    everyViewIsDrawn("under a limit of time");
    location.hash = "#experiment=0&hide-search=gbfs";
    await new Promise((done) => addEventListener("hashchange", () => setTimeout(done, 0), { once: true }));
    check(!texts("#summary tbody th").includes("gbfs"), "an address with filters is not followed");
  }
  failures.push(...window.pageErrors);
  parent.postMessage(failures.join("\n"), "*");
})().catch((error) => parent.postMessage(`the test itself failed: ${error.stack}`, "*"));
