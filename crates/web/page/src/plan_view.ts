// The plan, step by step, with the states between the steps; or why there is none.

import { grouped, make, save } from "./dom.ts";
import type { Mark, Report } from "./protocol.ts";

/** What has come of a search, as elements. `name` is that of the search; `showPlace` shows a place in the texts. */
export function reportView(name: string, report: Report, showPlace: (place: Mark) => void): HTMLElement {
  const counted = `${grouped(report.evaluations)} evaluations, ${grouped(report.expansions)} expansions`;
  if (!report.plan) return noPlan(name, report, counted, showPlace);
  const { plan } = report;
  const cost = plan.unit_cost ? "" : `, cost ${plan.cost}`;
  const shortened = report.found_length !== null && report.found_length > plan.steps.length ? ` It was found with ${report.found_length} steps and then shortened.` : "";
  const steps = plan.steps.length === 1 ? "1 step" : `${grouped(plan.steps.length)} steps`;
  const heading = make("h3", {}, `${name}: a plan of ${steps}${cost}`);
  const detail = make("div", { class: "step-state", "aria-live": "polite" });
  const list = make("ol", { class: "steps", "aria-label": `Plan of ${name}` });
  const show = (number: number): void => {
    for (const [place, item] of [...list.children].entries()) {
      const button = item.firstElementChild as HTMLElement;
      button.setAttribute("aria-pressed", String(place === number));
    }
    detail.replaceChildren(...stepState(report, number));
  };
  // A plan of ten thousand steps is shown, but not all at once.
  const most = 500;
  plan.steps.slice(0, most).forEach((step, number) => {
    list.append(make("li", {}, make("button", { type: "button", class: "step", "aria-pressed": "false", click: () => show(number) }, step.action)));
  });
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll<HTMLElement>("button")];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0 || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
    show(to);
  });
  if (plan.steps.length > 0) show(0);
  else detail.append("The goal holds in the initial state: nothing has to be done.");
  const more = plan.steps.length > most ? [make("p", {}, `${grouped(plan.steps.length - most)} more steps are in the file.`)] : [];
  return make(
    "section",
    { class: "report solved" },
    heading,
    make("p", {}, `Valid, checked on the task as you wrote it. ${counted}.${shortened}`),
    make("p", {}, make("button", { type: "button", class: "quiet", click: () => save("sas_plan", plan.text, "text/plain") }, "Download the plan")),
    make("div", { class: "plan" }, make("div", {}, list, ...more), detail),
  );
}

/** The state before and after a step. */
function stepState(report: Report, number: number): Node[] {
  const { plan } = report;
  if (!plan || !plan.steps[number]) return [];
  const before = new Set(plan.initial);
  for (const step of plan.steps.slice(0, number)) {
    for (const fact of step.deleted) before.delete(fact);
    for (const fact of step.added) before.add(fact);
  }
  const step = plan.steps[number];
  const after = new Set([...before].filter((fact) => !step.deleted.includes(fact)));
  for (const fact of step.added) after.add(fact);
  return [
    make("h4", {}, `Step ${number + 1}: `, make("code", {}, step.action), plan.unit_cost ? "" : `, cost ${step.cost}`),
    change("Adds", step.added, "added"),
    change("Deletes", step.deleted, "deleted"),
    facts("State before", [...before].sort(), new Set(step.deleted), "deleted"),
    facts("State after", [...after].sort(), new Set(step.added), "added"),
  ];
}

export function change(title: string, list: string[], kind: "added" | "deleted"): HTMLElement {
  const sign = kind === "added" ? "+" : "−";
  const items = list.length > 0 ? list.map((fact) => make("code", { class: `fact ${kind}` }, `${sign} ${fact}`)) : ["nothing"];
  return make("p", { class: "change" }, make("strong", {}, `${title}: `), ...items.flatMap((item) => [item, " "]));
}

export function facts(title: string, list: string[], marked: Set<string>, kind: string): HTMLElement {
  const shown = list.slice(0, 400);
  return make(
    "details",
    { open: list.length <= 60 },
    make("summary", {}, `${title}: ${list.length} facts`),
    make("p", { class: "facts", tabindex: 0, role: "group", "aria-label": title }, ...shown.flatMap((fact) => [make("code", { class: marked.has(fact) ? `fact ${kind}` : "fact" }, fact), " "])),
  );
}

const TITLES: Record<Exclude<Report["status"], "solved">, string> = {
  unsolvable: "the task has no plan",
  exhausted: "no plan was found",
  "evaluation-limit": "no plan within the limit",
  "expansion-limit": "no plan within the limit",
  "out-of-memory": "no plan within the memory limit",
  stopped: "stopped",
};

/** Text in which code stands between backticks. */
function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, place) => (place % 2 === 1 ? make("code", {}, part) : part));
}

function noPlan(name: string, report: Report, counted: string, showPlace: (place: Mark) => void): HTMLElement {
  const title = report.status === "solved" ? "solved" : TITLES[report.status];
  const parts: Node[] = [make("h3", {}, `${name}: ${title}`)];
  if (report.goals.length > 0) {
    parts.push(make("p", {}, "These goals cannot be reached, even if nothing is ever undone:"));
    parts.push(make("ul", {}, ...report.goals.slice(0, 20).map((goal) => make("li", {}, make("code", {}, goal)))));
    if (report.goals.length > 20) parts.push(make("p", {}, `and ${report.goals.length - 20} more`));
    parts.push(make("p", {}, "Why ", make("code", {}, report.goals[0]), " cannot be reached:"));
    parts.push(make("ul", {}, ...report.reasons.map((reason) => make("li", {}, ...withCode(reason)))));
  } else {
    parts.push(...report.reasons.map((reason) => make("p", {}, `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`)));
  }
  const { cause } = report;
  if (cause) {
    const { file, line, message, help } = cause;
    const place = make("button", { type: "button", class: "quiet place", click: () => showPlace(cause) }, `${file}, line ${line}`);
    parts.push(make("p", { class: "cause" }, place, make("span", {}, ": ", ...withCode([message, ...help].join("; ")), ".")));
  }
  if (report.evaluations > 0) parts.push(make("p", {}, `${counted}.`));
  return make("section", { class: `report ${report.status}` }, ...parts);
}
