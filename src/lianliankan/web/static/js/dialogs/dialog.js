// Dialogs: the browser's own, which keep the focus inside and close with Esc; drawn anew when the language changes.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { onChange } from "../core/settings.js";
import { words } from "../i18n/i18n.js";

/** @typedef {(Node | string | null | false)[]} Content */

/** @type {Opened[]} */
const open = [];
let count = 0;
/** @type {Set<() => void>} */
const watchers = new Set();

/**
 * Hear whenever a dialog opens or closes.
 * @param {() => void} watcher
 * @returns {() => void} how to stop hearing
 */
export function watchDialogs(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function tellWatchers() {
  for (const watcher of watchers) watcher();
}

export class Opened {
  /**
   * @param {object} given
   * @param {() => string} given.title
   * @param {(dialog: Opened) => Content} given.body
   * @param {string} [given.kind] a class for it
   * @param {() => void} [given.onClose]
   */
  constructor({ title, body, kind = "", onClose }) {
    this.title = title;
    this.body = body;
    this.titleId = `dialog-title-${++count}`;
    this.element = h("dialog", { class: kind, "aria-labelledby": this.titleId });
    this.element.addEventListener("close", () => {
      open.splice(open.indexOf(this), 1);
      this.element.remove();
      onClose?.();
      tellWatchers();
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element && isOutside(this.element, event)) this.close();
    });
    document.body.append(this.element);
    open.push(this);
    this.draw();
    this.element.showModal();
    /** @type {HTMLElement | null} */ (this.element.querySelector("[data-first]"))?.focus();
    tellWatchers();
  }

  /** Draw it, or draw it anew; the focus stays where it was. */
  draw() {
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const title = this.title();
    const closer = h(
      "button",
      { type: "button", class: "round", title: words("close"), "aria-label": words("close") },
      icon("close"),
    );
    closer.onclick = () => this.close();
    const content = this.body(this).filter((part) => part !== null && part !== false);
    this.element.replaceChildren(
      h("div", { class: "head" }, h("h2", { id: this.titleId }, title), closer),
      .../** @type {(Node | string)[]} */ (content),
    );
    if (focused) (document.getElementById(focused.id) ?? closer).focus(); // never out of the dialog
  }

  close() {
    this.element.close();
  }
}

/**
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 */
function isOutside(element, event) {
  const box = element.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
}

/** Whether any dialog is open; one that has just been closed hears of it later, and is open no more. */
export function isDialogOpen() {
  return open.some((dialog) => dialog.element.open);
}

/** Close all dialogs. */
export function closeDialogs() {
  for (const dialog of open.slice()) dialog.close();
}

/** Draw all dialogs anew. */
export function redrawDialogs() {
  for (const dialog of open) dialog.draw();
}

onChange(redrawDialogs);

/**
 * Ask yes or no.
 * @param {string} title the name of a text
 * @param {string} text the name of a text
 * @param {string} yes the name of a text
 * @param {Record<string, string>} [values] what the title has to say
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, values = {}) {
  return new Promise((resolve) => {
    let answer = false;
    new Opened({
      title: () => words(title, values),
      kind: "narrow",
      onClose: () => resolve(answer),
      body: (dialog) => {
        const agree = () => {
          answer = true;
          dialog.close();
        };
        return [
          h(
            "div",
            { class: "body" },
            h("p", {}, words(text)),
            h(
              "div",
              { class: "deeds" },
              h(
                "button",
                { type: "button", class: "button", id: "dialog-no", onclick: () => dialog.close() },
                words("cancel"),
              ),
              h(
                "button",
                { type: "button", class: "button primary", id: "dialog-yes", "data-first": true, onclick: agree },
                words(yes),
              ),
            ),
          ),
        ];
      },
    });
  });
}

/**
 * Ask for a name.
 * @param {string} title the name of a text
 * @param {string} yes the name of a text
 * @param {string} value what it is now
 * @param {(name: string) => Promise<string>} keep gives what is wrong with a name, in words, or nothing
 * @returns {Promise<void>} when it is done, or is not to be done
 */
export function askName(title, yes, value, keep) {
  return new Promise((resolve) => {
    let [name, wrong] = [value, ""];
    new Opened({
      title: () => words(title),
      kind: "narrow",
      onClose: resolve,
      body: (dialog) => {
        const field = h("input", { class: "field", id: "asked-name", maxlength: 60, value: name, "data-first": true });
        field.oninput = () => (name = field.value);
        const agree = async (/** @type {Event} */ event) => {
          event.preventDefault();
          wrong = await keep(name);
          if (wrong) dialog.draw();
          else dialog.close();
        };
        return [
          h(
            "form",
            { class: "body", onsubmit: agree },
            h("label", { class: "entry" }, h("span", {}, words("name label")), field),
            wrong ? h("p", { class: "problem", role: "alert" }, wrong) : null,
            h("button", { class: "button primary", id: "asked-yes" }, words(yes)),
          ),
        ];
      },
    });
  });
}
