// Asking for a name: a field, a button, and what was wrong.

import { h } from "../core/dom.js";
import { t } from "../i18n/i18n.js";
import { problemOf } from "../server/api.js";
import { Dialog } from "./dialog.js";

/** @import { TextKey } from "../i18n/i18n.js" */

/**
 * Ask for a name until it is accepted or the dialog is closed.
 * @param {object} question
 * @param {TextKey} question.title
 * @param {TextKey} question.yes
 * @param {(name: string) => Promise<unknown>} question.accept fails if the name is not accepted
 * @param {(problem: unknown) => string} [question.explain] say why it failed
 * @param {string} [question.value] the current name
 * @param {number | null} [question.maxlength]
 * @param {() => string} [question.about] what will happen
 * @param {() => string} [question.label]
 * @param {boolean} [question.isDanger] whether there is no way back
 * @returns {Promise<boolean>} whether it was accepted; resolves when the dialog is closed
 */
export function askName({ title, yes, accept, explain = problemOf, value = "", maxlength = null, ...looks }) {
  const { about, label = () => t("name label"), isDanger = false } = looks;
  return new Promise((resolve) => {
    let [name, problem, isAccepted] = [value, "", false];
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        await accept(name);
        isAccepted = true;
        dialog.close();
      } catch (thrown) {
        problem = explain(thrown);
        dialog.draw();
      }
    };
    const dialog = new Dialog({
      title: () => t(title),
      kind: "narrow",
      onClose: () => resolve(isAccepted),
      body: () => {
        const field = h("input.field", {
          id: "asked-name",
          maxlength,
          value: name,
          autocomplete: "off",
          "data-first": true,
        });
        field.oninput = () => (name = field.value);
        const kind = isDanger ? "button danger" : "button primary";
        const send = h("button", { type: "submit", id: "asked-yes", class: kind }, t(yes));
        const cancel = h("button.button", { onclick: () => dialog.close() }, t("cancel"));
        return [
          h(
            "form.dialog-body",
            { onsubmit: submit },
            about && h("p", { "data-about": true }, about()),
            h("label.form-field", h("span", label()), field),
            problem && h("p.error", { role: "alert" }, problem),
            isDanger ? h("div.actions", cancel, send) : send,
          ),
        ];
      },
    });
  });
}
