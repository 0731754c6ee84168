// Buttons to choose files.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { isHidden, withNames } from "./dropped_files.js";

/** @import { IconName } from "../core/icons.js" */

/**
 * Create the buttons to choose files, and a folder if the browser supports it.
 * @param {import("./dropped_files.js").FileHandler} onFiles
 */
export function filePickers(onFiles) {
  const button = (/** @type {"add" | "folder"} */ name, /** @type {IconName} */ iconName) => {
    const input = h("input", {
      type: "file",
      id: `pictures-${name}`,
      hidden: true,
      multiple: true,
      webkitdirectory: name === "folder",
      accept: name === "folder" ? null : "image/png,image/jpeg,image/webp,image/gif,.zip",
    });
    input.onchange = () => {
      const files = [...(input.files ?? [])].filter((file) => !file.webkitRelativePath.split("/").some(isHidden));
      const from = files[0]?.webkitRelativePath.split("/")[0] ?? "";
      input.value = ""; // so that the same files can be chosen again
      if (files.length) onFiles(withNames(files), from);
    };
    const opener = { class: "button", id: `pick-${name}`, onclick: () => input.click() };
    return [h("button", opener, icon(iconName), t(`gallery ${name}`)), input];
  };
  return [
    ...button("add", "plus"),
    ...("webkitdirectory" in HTMLInputElement.prototype ? button("folder", "folder") : []),
  ];
}
