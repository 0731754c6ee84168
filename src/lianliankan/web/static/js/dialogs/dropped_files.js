// Files that the player drops on the page or pastes.

/** @typedef {{file: File, name: string, path?: string}} DroppedFile `path`: with the folders that it was found in */
/** @typedef {(files: DroppedFile[], from: string) => void} FileHandler the files, and the name of their folder */

const MAX_FILES = 1000; // of a folder; the server has stricter limits

/**
 * Listen for files that are dropped anywhere on the page, or pasted.
 * @param {FileHandler} onFiles
 */
export function listenForFiles(onFiles) {
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
    void readDrop(event.dataTransfer).then(({ files, from }) => files.length && onFiles(files, from));
  });
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    onFiles(withNames(files), "");
  });
}

/** @param {File[]} files */
export function withNames(files) {
  return files.map((file) => ({ file, name: file.name }));
}

/**
 * Find all files of a drop, including those in folders; hidden files are skipped.
 * @param {DataTransfer} transfer it is empty once the event handler returns
 */
export async function readDrop(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return { files: withNames(plain), from: "" };
  /** @type {DroppedFile[]} */
  const files = [];
  for (const entry of entries) if (entry) await collectFiles(entry, files);
  return { files, from: entries.find((entry) => entry?.isDirectory)?.name ?? "" };
}

/**
 * @param {FileSystemEntry} entry
 * @param {DroppedFile[]} files found so far
 */
async function collectFiles(entry, files) {
  if (files.length >= MAX_FILES || isHidden(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise((/** @type {(file: File | null) => void} */ resolve) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, () => resolve(null)),
    );
    if (file) files.push({ file, name: file.name, path: entry.fullPath.slice(1) });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    const some = await new Promise((/** @type {(found: FileSystemEntry[]) => void} */ resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (!some.length) return;
    for (const one of some) await collectFiles(one, files);
  }
}

/** @param {string} name */
export function isHidden(name) {
  return name.startsWith(".") || name === "__MACOSX";
}
