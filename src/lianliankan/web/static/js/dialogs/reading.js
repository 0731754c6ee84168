// What pages have in common that are read instead of played: the statistics and the account.

import { loadStyle } from "../core/style.js";
import { loadPartTexts } from "../server/texts.js";

/** Load their style and their texts. */
export function loadReadingParts() {
  return Promise.all([loadStyle("statistics.css"), loadPartTexts("reading")]);
}
