// A thin line at the top of the page while something takes long to arrive.

import { find } from "./dom.js";

const SHOWN_AFTER = 400; // milliseconds, for most things arrive before

let waits = 0;
let timer = 0;

/**
 * Show that something is on its way until it has arrived, unless it does at once.
 *
 * @template Found
 * @param {Promise<Found>} arriving
 */
export async function showLoading(arriving) {
  if (waits++ === 0) timer = setTimeout(() => show(true), SHOWN_AFTER);
  try {
    return await arriving;
  } finally {
    if (--waits === 0) {
      clearTimeout(timer);
      show(false);
    }
  }
}

/** @param {boolean} isShown */
function show(isShown) {
  find("#loading-line").hidden = !isShown;
}
