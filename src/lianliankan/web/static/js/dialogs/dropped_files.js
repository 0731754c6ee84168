// Files that come to the page: dropped with their folders, pasted, or chosen with a button.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { words } from "../i18n/i18n.js";

/** @typedef {{file: File, name: string}} Incoming */
/** @typedef {(files: Incoming[], from: string) => void} Taker what came, and the name of the folder that it was in */

const MOST_FILES = 1000; // of a folder; the server says more about what is too many

/**
 * Take what is dropped anywhere on the page, or pasted.
 * @param {Taker} take
 */
export function takeDrops(take) {
  const { body } = document;
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  body.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    body.classList.add("dropping");
  });
  body.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) body.classList.remove("dropping");
  });
  body.addEventListener("drop", (event) => {
    body.classList.remove("dropping");
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    void dropped(event.dataTransfer).then(({ files, from }) => files.length && take(files, from));
  });
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    take(named(files), "");
  });
}

/** @param {File[]} files */
function named(files) {
  return files.map((file) => ({ file, name: file.name }));
}

/**
 * Find all files of a drop, in folders too; what is hidden is left out.
 * @param {DataTransfer} given which is empty as soon as the browser goes on
 */
async function dropped(given) {
  const entries = [...given.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...given.files];
  if (!entries.some((entry) => entry?.isDirectory)) return { files: named(plain), from: "" };
  /** @type {Incoming[]} */
  const files = [];
  for (const entry of entries) if (entry) await unfold(entry, files);
  return { files, from: entries.find((entry) => entry?.isDirectory)?.name ?? "" };
}

/**
 * @param {FileSystemEntry} entry
 * @param {Incoming[]} files what was found so far
 */
async function unfold(entry, files) {
  if (files.length >= MOST_FILES || isHidden(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise((/** @type {(file: File | null) => void} */ resolve) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, () => resolve(null)),
    );
    if (file) files.push({ file, name: file.name });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    const some = await new Promise((/** @type {(found: FileSystemEntry[]) => void} */ resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (!some.length) return;
    for (const one of some) await unfold(one, files);
  }
}

/** @param {string} name */
function isHidden(name) {
  return name.startsWith(".") || name === "__MACOSX";
}

/**
 * Buttons that let the player choose files, and a folder where the browser can.
 * @param {Taker} take
 */
export function pickers(take) {
  const button = (/** @type {"add" | "folder"} */ name, /** @type {string} */ drawn) => {
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
      if (files.length) take(named(files), from);
    };
    const opener = { type: "button", class: "button", id: `pick-${name}`, onclick: () => input.click() };
    return [h("button", opener, icon(drawn), words(`gallery ${name}`)), input];
  };
  return [
    ...button("add", "plus"),
    ...("webkitdirectory" in HTMLInputElement.prototype ? button("folder", "folder") : []),
  ];
}
