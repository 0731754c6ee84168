// An editor for a Python program: a text area, over a copy of its text that has colours and line numbers.

import { h, setText } from "../../core/dom.js";
import { t } from "../../i18n/i18n.js";
import { colour } from "../code_view.js";
import { tokenLines } from "../python_tokens.js";
import { breakLine, dedent, eraseIndent, indent, tidyPaste } from "./indentation.js";

/** Signs that are hard to reach on the keyboard of a phone. */
const SIGNS = ["(", ")", "[", "]", ":", "=", "<", ">", ",", "_", "+", "-", "#"];

export class CodeEditor {
  /**
   * @param {object} handlers
   * @param {(text: string) => void} handlers.onChange
   * @param {() => void} handlers.onRun
   */
  constructor({ onChange, onRun }) {
    this.onChange = onChange;
    this.onRun = onRun;
    /** Whether the next Tab leaves the editor. */
    this.isLeaving = false;
    /** @type {string[]} what the lines that are shown are made of */
    this.lines = [];
    /** @type {HTMLElement | null} */
    this.wrongLine = null;
    this.code = h("code");
    this.hint = h("p.visually-hidden", { id: "editor-hint" });
    this.field = h("textarea.editor-field", {
      id: "editor",
      rows: 1,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      translate: "no",
      wrap: "off",
      enterkeyhint: "enter",
      "aria-describedby": "editor-hint",
    });
    this.keys = h("div.editor-keys", { role: "toolbar" });
    const paper = h("div.editor-paper", h("pre", { "aria-hidden": "true" }, this.code), this.field);
    this.scroller = h("div.editor-scroll", paper);
    this.element = h("div.editor", this.hint, this.scroller, this.keys);
    this.field.addEventListener("input", () => this.changed());
    this.field.addEventListener("keydown", (event) => this.handleKey(event));
    this.field.addEventListener("beforeinput", (event) => this.handleInput(event));
    this.field.addEventListener("paste", (event) => this.handlePaste(event));
    this.field.addEventListener("blur", () => (this.isLeaving = false));
    this.build();
  }

  /** Write its labels in the current language. */
  build() {
    this.field.setAttribute("aria-label", t("editor label"));
    setText(this.hint, t("editor hint"));
    this.keys.setAttribute("aria-label", t("editor keys"));
    const key = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ action) => {
      const button = h("button", { "aria-label": label, tabindex: "-1", onclick: action }, text);
      button.addEventListener("pointerdown", (event) => event.preventDefault()); // so that the keyboard stays
      return button;
    };
    this.keys.replaceChildren(
      key("⇥", t("editor indent"), () => this.edit(indent)),
      key("⇤", t("editor dedent"), () => this.edit(dedent)),
      ...SIGNS.map((sign) => key(sign, sign, () => this.type(sign))),
    );
  }

  get text() {
    return this.field.value;
  }

  /**
   * Show another program; the browser's undo does not go back to the one before.
   * @param {string} text
   */
  setText(text) {
    this.field.value = text;
    this.show();
  }

  /** The player has changed the text. */
  changed() {
    this.show();
    this.markLine(0);
    this.onChange(this.text);
  }

  /** Show the text in colours; lines that stay the same stay as they are. */
  show() {
    const lines = tokenLines(this.text);
    lines.forEach((line, place) => {
      const key = JSON.stringify(line);
      const shown = this.code.children[place];
      if (shown && this.lines[place] === key) return;
      this.lines[place] = key;
      const element = h("span.code-line", { "data-line": place + 1 }, ...colour(line), "\n");
      if (shown) shown.replaceWith(element);
      else this.code.append(element);
    });
    while (this.code.children.length > lines.length) this.code.lastElementChild?.remove();
    this.lines.length = lines.length;
  }

  /**
   * Mark the line that has an error, and show it; 0 for none.
   * @param {number} number
   */
  markLine(number) {
    this.wrongLine?.classList.remove("wrong");
    this.wrongLine = number ? /** @type {HTMLElement | null} */ (this.code.children[number - 1] ?? null) : null;
    this.wrongLine?.classList.add("wrong");
    this.wrongLine?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /**
   * Put the caret into a line, and show it.
   * @param {number} number counted from 1
   */
  goToLine(number) {
    const place = this.text.split("\n").slice(0, number).join("\n").length;
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(place, place);
    this.code.children[number - 1]?.scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const isLeaving = this.isLeaving;
    if (event.key !== "Shift") this.isLeaving = event.key === "Escape";
    if (event.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.onRun();
    } else if (event.key === "Tab" && !isLeaving && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      this.edit(event.shiftKey ? dedent : indent);
    }
  }

  /** @param {InputEvent} event */
  handleInput(event) {
    if (event.isComposing) return;
    const { inputType } = event;
    const isBreak = inputType === "insertLineBreak" || inputType === "insertParagraph";
    if (isBreak ? this.edit(breakLine) : inputType === "deleteContentBackward" && this.edit(eraseIndent))
      event.preventDefault();
  }

  /** @param {ClipboardEvent} event */
  handlePaste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const tidied = tidyPaste(text);
    if (!text || tidied === text) return;
    event.preventDefault();
    this.type(tidied);
  }

  /**
   * Change the text around the selection; return whether there was something to change.
   * @param {(text: string, start: number, end: number) => import("./indentation.js").TextEdit | null} change
   */
  edit(change) {
    const { selectionStart, selectionEnd } = this.field;
    const edit = change(this.text, selectionStart, selectionEnd);
    if (!edit) return false;
    this.field.focus();
    this.field.setSelectionRange(edit.from, edit.to);
    if (this.text.slice(edit.from, edit.to) !== edit.text) this.type(edit.text);
    this.field.setSelectionRange(edit.start, edit.end);
    return true;
  }

  /**
   * Write a text in the place of what is selected, so that the browser can undo it.
   * @param {string} text
   */
  type(text) {
    this.field.focus();
    const isDone = document.execCommand(text ? "insertText" : "delete", false, text); // nothing else can be undone
    if (isDone) return;
    this.field.setRangeText(text, this.field.selectionStart, this.field.selectionEnd, "end");
    this.changed();
  }

  /**
   * Write a text at the end, so that the browser can undo it.
   * @param {string} text
   */
  append(text) {
    const place = this.text.length;
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(place, place);
    this.type(text);
  }
}
