// Copying a text, and saying so.

import { wait } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";

/**
 * Copy a text, and say so on the button for a moment.
 * @param {HTMLInputElement | HTMLTextAreaElement} field that has the text
 * @param {HTMLElement} button
 * @param {string} text
 */
export async function copyFrom(field, button, text) {
  field.select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    document.execCommand("copy"); // the only way if the page is not served over HTTPS
  }
  const before = [...button.childNodes];
  if (button.dataset.copied) return;
  button.dataset.copied = "1";
  button.replaceChildren(icon("check"), t("copied"));
  await wait(1600);
  delete button.dataset.copied;
  button.replaceChildren(...before);
}
