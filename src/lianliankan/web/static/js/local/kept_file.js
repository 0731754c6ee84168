// A file in IndexedDB, page by page: what is kept outlives the tab, and every change is kept as a whole or not at all.

export const PAGE_BYTES = 4096;

const PAGES = "pages";
const HEAD = "head";

/**
 * @typedef {object} Head what is known about the file
 * @property {number} size in bytes
 * @property {number} owner counts who has opened it; only the last one may write
 */

/** Another tab has opened the file since. */
export class FileTaken extends Error {}

/** Not all pages of the file are there. */
export class FileDamaged extends Error {}

export class KeptFile {
  /**
   * @param {IDBDatabase} database
   * @param {Head} head
   */
  constructor(database, head) {
    this._database = database;
    this._head = head;
    this._onTaken = () => {};
    database.onversionchange = () => this._onTaken(); // the player deletes the data of the site
  }

  /**
   * Open the file, become its owner, and return it with its bytes; null if there is none yet.
   *
   * @param {string} name
   * @param {() => void} onTaken called when it is deleted under our hands
   * @returns {Promise<{file: KeptFile, bytes: Uint8Array<ArrayBuffer> | null}>}
   */
  static async open(name, onTaken) {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(PAGES);
      opening.result.createObjectStore(HEAD);
    };
    const database = await /** @type {Promise<IDBDatabase>} */ (until(opening));
    const transaction = database.transaction([PAGES, HEAD], "readwrite", { durability: "strict" });
    const pages = transaction.objectStore(PAGES);
    const heads = transaction.objectStore(HEAD);
    const reading = [heads.get(HEAD), pages.getAllKeys(), pages.getAll()];
    /** @type {Head | undefined} */
    let before;
    reading[0].onsuccess = () => {
      before = reading[0].result;
      heads.put({ size: before?.size ?? 0, owner: (before?.owner ?? 0) + 1 }, HEAD);
    };
    await finished(transaction);
    const head = { size: before?.size ?? 0, owner: (before?.owner ?? 0) + 1 };
    const file = new KeptFile(database, head);
    file._onTaken = onTaken;
    return { file, bytes: head.size ? join(head.size, reading[1].result, reading[2].result) : null };
  }

  /**
   * Keep pages and the size of the file, in one transaction; it is on the disk when this returns.
   *
   * @param {Map<number, Uint8Array<ArrayBuffer>>} pages by number
   * @param {number} size
   */
  async keep(pages, size) {
    const transaction = this._database.transaction([PAGES, HEAD], "readwrite", { durability: "strict" });
    const stored = transaction.objectStore(PAGES);
    const heads = transaction.objectStore(HEAD);
    const reading = heads.get(HEAD);
    let isTaken = false;
    reading.onsuccess = () => {
      if (reading.result?.owner !== this._head.owner) {
        isTaken = true;
        transaction.abort();
        return;
      }
      for (const [number, bytes] of pages) stored.put(bytes, number);
      if (size < this._head.size) stored.delete(IDBKeyRange.lowerBound(Math.ceil(size / PAGE_BYTES)));
      heads.put({ ...this._head, size }, HEAD);
    };
    try {
      await finished(transaction);
    } catch (problem) {
      throw isTaken ? new FileTaken() : problem;
    }
    this._head = { ...this._head, size };
  }
}

/**
 * @param {number} size
 * @param {IDBValidKey[]} numbers
 * @param {Uint8Array[]} pages
 */
function join(size, numbers, pages) {
  const bytes = new Uint8Array(size);
  const isWhole = pages.length === Math.ceil(size / PAGE_BYTES);
  if (!isWhole || !pages.every((page, place) => numbers[place] === place)) throw new FileDamaged();
  for (const [place, page] of pages.entries()) bytes.set(page, place * PAGE_BYTES);
  return bytes;
}

/** @param {IDBRequest} request */
function until(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction */
function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
}
