// Formulas of the registry, such as `m - c * sqrt(2 ln T / t)`, as one reads them in print.

import { make } from "./dom.ts";

/** The formula with roots, signs and exponents; everything else as it stands. */
export function formula(text: string): HTMLElement {
  const printed = text.replaceAll(" - ", " − ").replaceAll(" * ", " · ").replaceAll("sqrt(", "√(").replace(/(^|[ (,^])-(?=[\w(])/g, "$1−");
  const parts: (Node | string)[] = [];
  let rest = printed;
  for (let at = rest.indexOf("^"); at >= 0; at = rest.indexOf("^")) {
    parts.push(rest.slice(0, at));
    const exponent = exponentOf(rest.slice(at + 1));
    parts.push(make("sup", {}, exponent.text));
    rest = rest.slice(at + 1 + exponent.length);
  }
  return make("span", { class: "formula" }, ...parts, rest);
}

/** The exponent at the beginning of a text: a word, or what stands in parentheses. */
function exponentOf(text: string): { text: string; length: number } {
  if (text[0] !== "(" && !text.startsWith("−(")) {
    const length = /^−?[\w.]*/.exec(text)?.[0].length ?? 0;
    return { text: text.slice(0, length), length };
  }
  let [depth, end] = [0, text.indexOf("(")];
  do {
    if (text[end] === "(") depth += 1;
    if (text[end] === ")") depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  return { text: text.slice(0, end), length: end };
}
