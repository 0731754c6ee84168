// Which page is shown. What the player has asked for last is what appears: a page or a dialog that is still on its way
// by then is given up, and this is the one place that drops what it answers late.

import { currentPlace, setPlace } from "./core/address.js";
import { find as element } from "./core/dom.js";
import { showLoading } from "./core/loading_line.js";
import { closeDialogs } from "./dialogs/dialog.js";
import { showNotice } from "./dialogs/notices.js";
import { Frame } from "./game/frame.js";
import { runtime } from "./server/transport.js";

/** @import { Page } from "./game/frame.js" */

/**
 * A page for which everything is there.
 * @typedef {object} Opening
 * @property {string} [path] its address, if not the one that was asked for
 * @property {boolean} [replace] whether it takes the place of the former address in the history
 * @property {(frame: Frame) => Page | null} make null for a card that is shown in place of a page
 * @property {string} [notice] what to say then
 */

export class Router {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Page | null} */
    this.page = null;
    /** @type {Frame | null} */
    this.frame = null;
    /** The page that is on its way, if any, and the dialog. */
    this.going = new AbortController();
    this.asking = new AbortController();
    /** Whether the address is that of the page on its way already: the first one, or after back and forward. */
    this.isLeaving = false;
  }

  /**
   * Open the page that is found. Errors are thrown, unless the player has asked for something else meanwhile.
   * @param {(signal: AbortSignal) => Promise<Opening>} find
   * @param {{isThere?: boolean}} [options] whether the address is that of the page already
   */
  async open(find, { isThere = false } = {}) {
    this.asking.abort();
    this.going.abort();
    const going = (this.going = new AbortController());
    this.isLeaving = isThere;
    try {
      await arrival(find, going.signal, (opening) => this.swap(opening, isThere));
    } finally {
      if (this.going === going) this.isLeaving = false;
    }
  }

  /**
   * Show the dialog that is found, instead of a page on its way if another page is there to show it over.
   * @param {(signal: AbortSignal) => Promise<() => unknown>} find
   */
  async show(find) {
    if (this.page && !this.isLeaving) this.going.abort();
    this.asking.abort();
    this.asking = new AbortController();
    await arrival(find, this.asking.signal, (show) => show());
  }

  /**
   * @param {Opening} opening
   * @param {boolean} isThere
   */
  swap({ path, replace = false, make, notice }, isThere) {
    if (runtime?.status === "failed") return; // a card says why there is no game
    closeDialogs();
    this.isLeaving = false;
    if (path && path !== currentPlace().path) setPlace(path, { replace: replace || isThere });
    this.close();
    this.frame = new Frame(this.app);
    this.page = make(this.frame);
    if (notice) showNotice(notice);
  }

  /** Show no page, and give up the one on its way: a card says why. */
  leave() {
    this.asking.abort();
    this.going.abort();
    this.close();
  }

  close() {
    const { page, frame } = this;
    this.page = this.frame = null;
    frame?.close();
    page?.remove?.();
    element("#overlay").hidden = true; // also a card that stands for a page
  }
}

/**
 * Wait for something, and show it unless it is given up meanwhile.
 * @template Found
 * @param {(signal: AbortSignal) => Promise<Found>} find
 * @param {AbortSignal} signal
 * @param {(found: Found) => unknown} show
 */
async function arrival(find, signal, show) {
  const givenUp = new Promise((_, reject) => signal.addEventListener("abort", reject, { once: true }));
  try {
    const found = await showLoading(Promise.race([find(signal), givenUp]));
    if (!signal.aborted) show(/** @type {Found} */ (found));
  } catch (problem) {
    if (!signal.aborted) throw problem;
  }
}
