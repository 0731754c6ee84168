// Choosing files.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { isHidden } from "./dropped_files.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */

/**
 * Create the field behind a button that lets players choose files: its `click` asks for them.
 * @param {string} id
 * @param {(files: File[]) => void} onFiles some were chosen; hidden ones of a folder are left out
 * @param {import("../core/dom.js").Attributes} attributes what may be chosen
 */
export function fileInput(id, onFiles, attributes) {
  const input = h("input", { type: "file", id, hidden: true, ...attributes });
  input.onchange = () => {
    const files = [...(input.files ?? [])].filter((file) => !file.webkitRelativePath.split("/").some(isHidden));
    input.value = ""; // so that the same files can be chosen again
    if (files.length) onFiles(files);
  };
  return input;
}

/**
 * Create the buttons to choose files, and a folder if the browser supports it.
 * @param {string} what begins the ids of the fields
 * @param {(files: File[]) => void} onFiles
 * @param {object} looks
 * @param {string} looks.accept the kinds of files
 * @param {{name: string, text: TextKey}} looks.files the button for files
 * @param {{name: string, text: TextKey}} looks.folder and that for a folder
 */
export function filePickers(what, onFiles, { accept, files, folder }) {
  const picker = (
    /** @type {{name: string, text: TextKey}} */ { name, text },
    /** @type {IconName} */ iconName,
    /** @type {import("../core/dom.js").Attributes} */ attributes,
  ) => {
    const input = fileInput(`${what}-${name}`, onFiles, { multiple: true, ...attributes });
    return [h("button.button", { id: `pick-${name}`, onclick: () => input.click() }, icon(iconName), t(text)), input];
  };
  return [
    ...picker(files, "plus", { accept }),
    ...("webkitdirectory" in HTMLInputElement.prototype ? picker(folder, "folder", { webkitdirectory: true }) : []),
  ];
}
