// Modal dialogs, redrawn when the language changes. The browser keeps the focus inside and closes them with Esc.

import { h, redraw } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { onSettingsChange } from "../core/settings.js";
import { t } from "../i18n/i18n.js";

/** @import { TextKey } from "../i18n/i18n.js" */

/** @typedef {(Node | string | null | false)[]} Content */

/** @type {Dialog[]} */
const open = [];
let count = 0;
/** @type {Set<() => void>} */
const watchers = new Set();

/**
 * Call a function whenever a dialog opens or closes.
 * @param {() => void} watcher
 * @param {AbortSignal} signal ends it
 */
export function watchDialogs(watcher, signal) {
  watchers.add(watcher);
  signal.addEventListener("abort", () => watchers.delete(watcher));
}

function notifyWatchers() {
  for (const watcher of watchers) watcher();
}

export class Dialog {
  /**
   * @param {object} options
   * @param {() => string} options.title
   * @param {(dialog: Dialog) => Content} options.body
   * @param {string} [options.kind] its CSS class
   * @param {() => void} [options.onClose]
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
      notifyWatchers();
    });
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element && isOutside(this.element, event)) this.close();
    });
    document.body.append(this.element);
    open.push(this);
    this.draw();
    this.element.showModal();
    /** @type {HTMLElement | null} */ (this.element.querySelector("[data-first]"))?.focus();
    notifyWatchers();
  }

  /** Draw the content; the focus stays where it was. */
  draw() {
    const title = this.title();
    const closeButton = iconButton("close", t("close"), { onclick: () => this.close() });
    const isLost = redraw(this.element, () => [
      h("div.dialog-header", h("h2", { id: this.titleId }, title), closeButton),
      ...this.body(this),
    ]);
    const about = this.element.querySelector("[data-about]");
    if (about) {
      about.id = `${this.titleId}-about`;
      this.element.setAttribute("aria-describedby", about.id);
    }
    if (isLost) closeButton.focus(); // never outside the dialog
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

/** Whether any dialog is open. A dialog that was just closed is still in the list, until its close event. */
export function isDialogOpen() {
  return open.some((dialog) => dialog.element.open);
}

/** Close all dialogs. */
export function closeDialogs() {
  for (const dialog of open.slice()) dialog.close();
}

/** Redraw all dialogs. */
export function redrawDialogs() {
  for (const dialog of open) dialog.draw();
}

onSettingsChange(redrawDialogs);

/**
 * Ask yes or no.
 * @param {TextKey} title
 * @param {TextKey} text
 * @param {TextKey} yes
 * @param {Record<string, string>} [values] for the title
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, values = {}) {
  return new Promise((resolve) => {
    let answer = false;
    new Dialog({
      title: () => t(title, values),
      kind: "narrow",
      onClose: () => resolve(answer),
      body: (dialog) => {
        const accept = () => {
          answer = true;
          dialog.close();
        };
        return [
          h(
            "div.dialog-body",
            h("p", { "data-about": true }, t(text)),
            h(
              "div.actions",
              h("button.button", { id: "dialog-no", onclick: () => dialog.close() }, t("cancel")),
              h("button.button.primary", { id: "dialog-yes", "data-first": true, onclick: accept }, t(yes)),
            ),
          ),
        ];
      },
    });
  });
}
