// An editor for a domain or a problem.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Action, Diagnostic } from "@codemirror/lint";
import { searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import type { Text } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";

import { colours, completion, pddl } from "./pddl.ts";
import type { Mark } from "./protocol.ts";

export type Role = "domain" | "problem";

/** Texts longer than this are shown, but neither coloured nor completed. */
const LONG = 2_000_000;

export class Editor {
  readonly view: EditorView;
  readonly role: Role;
  private readonly extensions;
  /** Adds a requirement to the domain; set by the page, as a problem may ask for it, too. */
  require: (requirement: string) => void = () => {};

  constructor(role: Role, host: HTMLElement, both: () => { domain: string; problem: string }, changed: () => void) {
    this.role = role;
    this.extensions = [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      lintGutter(),
      pddl,
      syntaxHighlighting(colours),
      autocompletion({ override: [completion(role, both)] }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ "aria-label": role === "domain" ? "Domain" : "Problem", spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) changed();
      }),
    ];
    this.view = new EditorView({ parent: host, state: EditorState.create({ doc: "", extensions: this.extensions }) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    if (text.length > LONG) {
      this.view.setState(EditorState.create({ doc: text, extensions: [lineNumbers(), drawSelection(), ...this.extensions.slice(11)] }));
    } else {
      this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    }
  }

  /** Marks what is wrong with this text. */
  show(marks: Mark[]): void {
    const { doc } = this.view.state;
    const own = marks.filter((mark) => mark.file === this.role);
    this.view.dispatch(setDiagnostics(this.view.state, own.map((mark) => this.diagnostic(doc, mark))));
  }

  /** Selects a place in this text, and goes there. */
  reveal(mark: Mark): void {
    const { doc } = this.view.state;
    const [anchor, head] = [placeIn(doc, mark.line, mark.column), placeIn(doc, mark.end_line, mark.end_column)];
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.dom.scrollIntoView({ block: "center" });
    this.view.focus();
  }

  private diagnostic(doc: Text, mark: Mark): Diagnostic {
    const place = (line: number, column: number): number => placeIn(doc, line, column);
    const from = place(mark.line, mark.column);
    const to = Math.max(from, place(mark.end_line, mark.end_column));
    const message = [mark.message, ...mark.labels.filter((label) => label.file === this.role).map((label) => label.text), ...mark.help];
    // A change of both files cannot be made here.
    const edits = mark.fix.every((edit) => edit.file === this.role) ? mark.fix : [];
    const { requirement } = mark;
    const actions: Action[] = [];
    if (edits.length > 0) {
      const [only, more] = edits;
      const name = more === undefined && only?.replacement.trim() ? `Replace with ${only.replacement.trim()}` : "Fix";
      const changes = edits.map((edit) => {
        const at = place(edit.line, edit.column);
        return { from: at, to: Math.max(at, place(edit.end_line, edit.end_column)), insert: edit.replacement };
      });
      // The text may have changed since it was looked at; then it is looked at again soon.
      actions.push({ name, apply: (view) => view.state.doc.eq(doc) && view.dispatch({ changes }) });
    }
    if (requirement !== null) actions.push({ name: `Add ${requirement}`, apply: () => this.require(requirement) });
    return {
      from,
      to,
      severity: mark.severity === "warning" ? "warning" : "error",
      message: [...new Set(message)].join("\n"),
      source: mark.code,
      actions,
    };
  }

  /** Adds a requirement to this text, which is a domain. */
  addRequirement(requirement: string): void {
    const text = this.text;
    const list = /\(\s*:requirements[^)]*/i.exec(text);
    if (list) {
      const at = list.index + list[0].trimEnd().length;
      this.view.dispatch({ changes: { from: at, insert: ` ${requirement}` } });
      return;
    }
    const name = /\(\s*domain\s+[^\s()]+\s*\)/i.exec(text);
    if (name) this.view.dispatch({ changes: { from: name.index + name[0].length, insert: `\n  (:requirements ${requirement})` } });
  }
}

/** Where a line and a column are, which both begin at 1. */
function placeIn(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const { from, to } = doc.line(Math.max(1, line));
  return Math.min(to, from + column - 1);
}
