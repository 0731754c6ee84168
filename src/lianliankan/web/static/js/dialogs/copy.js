// Copying a text, and saying so.

import { h, wait } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";

/**
 * Copy a text, and say so on the button for a moment.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text, button); // the only way if the page is not served over HTTPS
  }
  if (button.dataset.copied) return;
  const before = [...button.childNodes];
  button.dataset.copied = "1";
  button.replaceChildren(icon("check"), t("copied"));
  await wait(1600);
  delete button.dataset.copied;
  button.replaceChildren(...before);
}

/**
 * @param {string} text
 * @param {HTMLElement} button
 */
function copySelected(text, button) {
  const field = h("textarea.visually-hidden", text);
  button.after(field); // what is outside an open dialog cannot be selected
  field.select();
  document.execCommand("copy");
  field.remove();
  button.focus();
}
