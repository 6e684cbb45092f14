// Elements and numbers.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

const element = (name, attributes = {}, ...children) =>
  fill(document.createElement(name), attributes, children);

const shape = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

const NONE = "–";
const MINUS = "−";

function decimal(number, decimals) {
  if (number === null || number === undefined || Number.isNaN(number)) return NONE;
  const text = Math.abs(number).toFixed(decimals);
  return number < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

function signed(number, decimals) {
  const text = decimal(number, decimals);
  return number > 0 && /[1-9]/.test(text) ? "+" + text : text;
}

/// A number of tasks: whole unless it is a mean.
const count = (number) => decimal(number, Math.abs(number - Math.round(number)) < 1e-9 ? 0 : 1);

const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",");

const percent = (share, decimals = 1) =>
  share === null || Number.isNaN(share) ? NONE : decimal(100 * share, decimals) + " %";

const probability = (p) => (p < 0.0001 ? "<0.0001" : decimal(p, p < 0.01 ? 4 : 3));

/// A number with three significant digits, as under the pointer and at the ticks of an axis.
function short(number) {
  if (number === 0) return "0";
  if (Math.abs(number) >= 1000) return grouped(Number(number.toPrecision(3)));
  return String(Number(number.toPrecision(3)));
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/// A table from a header and lines of cells; a cell is a text, an element or {text, class, style, title}.
function table(caption, header, bodies, attributes = {}) {
  const cell = (content, tag, more = {}) => {
    const plain = typeof content !== "object" || content === null || content instanceof Node;
    const { text, ...rest } = plain ? { text: content } : content;
    return element(tag, { ...more, ...rest }, text ?? "");
  };
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    element("table", attributes,
      element("caption", { class: "hidden" }, caption),
      element("thead", {}, header.map((line) =>
        element("tr", {}, line.map((label) => cell(label, "th", { scope: "col" }))))),
      bodies.filter((lines) => lines.length > 0).map((lines) =>
        element("tbody", {}, lines.map((line) =>
          element("tr", {}, line.map((content, i) =>
            cell(content, i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {}))))))));
}

/// A choice among values.
function choice(label, options, value, onchange) {
  return element("label", { class: "choice" }, element("span", {}, label),
    element("select", { onchange: (event) => onchange(event.target.value) },
      options.map(([key, text]) => element("option", { value: key, selected: key === value }, text))));
}
