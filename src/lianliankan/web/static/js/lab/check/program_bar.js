// The program as a file: to save, to open, and to begin again.

import { h, saveFile } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { confirm } from "../../dialogs/dialog.js";
import { fileInput } from "../../dialogs/file_pickers.js";
import { t } from "../../i18n/i18n.js";
import { decodeProgram } from "./program_text.js";

/** @import { IconName } from "../../core/icons.js" */
/** @import { TextKey } from "../../i18n/i18n.js" */

const MAX_BYTES = 200_000;

/**
 * @param {object} bar
 * @param {() => string} bar.text the program
 * @param {string[]} bar.templates programs that may be replaced without asking
 * @param {(text: string) => void} bar.onOpen another program was opened
 * @param {() => void} bar.onClear
 * @param {(problem: string) => void} bar.onProblem
 */
export function programBar({ text, templates, onOpen, onClear, onProblem }) {
  const open = async (/** @type {File[]} */ [file]) => {
    const found = await readProgram(file);
    if (found.problem) return onProblem(found.problem);
    const isSafe = ["", found.text, ...templates].includes(text().trim() && text());
    if (isSafe || (await confirm("check open", "check open about", "check open yes"))) onOpen(found.text);
  };
  const input = fileInput("program-file", open, { accept: ".py,text/x-python,text/plain" });
  const clear = async () => {
    if (await confirm("check clear", "check clear about", "check clear yes")) onClear();
  };
  return h(
    "div.program-bar",
    h("span.program-name", t("check file")),
    button("check save", "save", () => saveProgram(text())),
    button("check open", "folder", () => input.click()),
    button("check clear", "trash", () => void clear()),
    input,
  );
}

/**
 * @param {TextKey} name
 * @param {IconName} iconName
 * @param {() => void} action
 */
function button(name, iconName, action) {
  const id = name.replace(" ", "-");
  return h("button.button.small", { id, title: t(name), onclick: action }, icon(iconName), h("span", t(name)));
}

/** @param {string} text */
export function saveProgram(text) {
  saveFile(new Blob([text], { type: "text/x-python" }), t("check file"));
}

/**
 * Read a program; it must be UTF-8, or declare what it is, as Python expects.
 * @param {File} file
 * @returns {Promise<{text: string, problem: string}>}
 */
export async function readProgram(file) {
  if (file.size > MAX_BYTES) return { text: "", problem: t("check file large", { name: file.name }) };
  const text = decodeProgram(await file.arrayBuffer());
  return { text: text ?? "", problem: text === null ? t("check file coded", { name: file.name }) : "" };
}
