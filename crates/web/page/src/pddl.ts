// PDDL for the editor: colours and completion.

import { HighlightStyle, StreamLanguage } from "@codemirror/language";
import type { StringStream } from "@codemirror/language";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { tags } from "@lezer/highlight";

const OPERATORS = new Set(["and", "or", "not", "imply", "forall", "exists", "when", "either", "increase", "assign", "minimize", "="]);

interface State {
  /** Whether the next word is the first of its list. */
  isHead: boolean;
  /** Whether the next word is what is defined. */
  isDefined: boolean;
}

export const pddl = StreamLanguage.define<State>({
  name: "pddl",
  startState: () => ({ isHead: false, isDefined: false }),
  token(stream: StringStream, state: State): string | null {
    if (stream.eatSpace()) return null;
    if (stream.eat(";")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.eat("(")) {
      state.isHead = true;
      return "paren";
    }
    if (stream.eat(")")) {
      state.isHead = false;
      return "paren";
    }
    const word = (stream.match(/^[^\s();]+/) as RegExpMatchArray | null)?.[0].toLowerCase();
    if (!word) {
      stream.next();
      return null;
    }
    const { isHead, isDefined } = state;
    [state.isHead, state.isDefined] = [false, false];
    if (word.startsWith(":")) {
      state.isDefined = isHead && (word === ":action" || word === ":derived");
      return "keyword";
    }
    if (word.startsWith("?")) return "variableName";
    if (/^-?\d+(\.\d+)?$/.test(word)) return "number";
    if (word === "-") return "operator";
    if (word === "define" || ((word === "domain" || word === "problem") && isHead)) {
      state.isDefined = word !== "define";
      return "keyword";
    }
    if (isDefined) return "className";
    if (isHead) return OPERATORS.has(word) ? "operatorKeyword" : "propertyName";
    return null;
  },
  languageData: { commentTokens: { line: ";" }, closeBrackets: { brackets: ["("] }, wordChars: "-_:?" },
  tokenTable: {},
});

export const colours = HighlightStyle.define([
  { tag: tags.comment, class: "pddl-comment" },
  { tag: tags.keyword, class: "pddl-keyword" },
  { tag: tags.operatorKeyword, class: "pddl-operator" },
  { tag: tags.operator, class: "pddl-operator" },
  { tag: tags.variableName, class: "pddl-variable" },
  { tag: tags.propertyName, class: "pddl-predicate" },
  { tag: tags.className, class: "pddl-definition" },
  { tag: tags.number, class: "pddl-number" },
  { tag: tags.paren, class: "pddl-paren" },
]);

const KEYWORDS: Record<"domain" | "problem", string[]> = {
  domain: [
    ":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived", ":parameters", ":precondition", ":effect",
    ":strips", ":typing", ":negative-preconditions", ":disjunctive-preconditions", ":equality", ":existential-preconditions",
    ":universal-preconditions", ":quantified-preconditions", ":conditional-effects", ":adl", ":derived-predicates", ":action-costs",
  ],
  problem: [":domain", ":objects", ":init", ":goal", ":metric", ":requirements"],
};

/** The names that a text declares: what is behind a keyword, up to the end of its list. */
export function declared(text: string): { predicates: string[]; types: string[]; objects: string[] } {
  const plain = text.replace(/;[^\n]*/g, "");
  const section = (keyword: string): string => {
    const start = plain.toLowerCase().indexOf(`(${keyword}`);
    if (start < 0) return "";
    let depth = 0;
    for (let at = start; at < plain.length; at++) {
      if (plain[at] === "(") depth += 1;
      if (plain[at] === ")" && --depth === 0) return plain.slice(start + keyword.length + 1, at);
    }
    return plain.slice(start + keyword.length + 1);
  };
  const words = (inside: string): string[] => inside.match(/[^\s()]+/g) ?? [];
  const heads = (inside: string): string[] => [...inside.matchAll(/\(\s*([^\s()?]+)/g)].map((match) => match[1]);
  const names = (inside: string): string[] => words(inside).filter((word, place, all) => word !== "-" && word !== "either" && all[place - 1] !== "-");
  return {
    predicates: [...heads(section(":predicates")), ...heads(section(":functions"))],
    types: [...new Set(words(section(":types")).filter((word) => word !== "-" && word !== "either")), "object"],
    objects: [...names(section(":constants")), ...names(section(":objects"))],
  };
}

/** Completion for one of the two texts; `both` gives both. */
export function completion(role: "domain" | "problem", both: () => { domain: string; problem: string }) {
  return (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/[(]?[\w:?-]*/);
    if (!before || (before.from === before.to && !context.explicit)) return null;
    const isHead = before.text.startsWith("(");
    const from = before.from + (isHead ? 1 : 0);
    const word = before.text.slice(isHead ? 1 : 0);
    const texts = both();
    const [domain, problem] = [declared(texts.domain), declared(texts.problem)];
    const options: { label: string; type: string }[] = [];
    const add = (labels: Iterable<string>, type: string): void => {
      for (const label of labels) options.push({ label, type });
    };
    if (word.startsWith(":")) add(KEYWORDS[role], "keyword");
    else if (word.startsWith("?")) add(new Set(context.state.doc.toString().match(/\?[\w-]+/g) ?? []), "variable");
    else if (isHead) {
      add(domain.predicates, "property");
      add(["and", "or", "not", "imply", "forall", "exists", "when", "increase"], "keyword");
    } else if (/-\s+$/.test(context.state.sliceDoc(Math.max(0, from - 4), from))) add(domain.types, "type");
    else {
      add(domain.objects, "constant");
      if (role === "problem") add(problem.objects, "constant");
    }
    return options.length > 0 ? { from, options, validFor: /^[\w:?-]*$/ } : null;
  };
}
