// What pages have in common that are read instead of played: the statistics and the account.

import { loadStyle } from "../core/style.js";
import { loadPart } from "../server/api.js";
import { loadPartTexts } from "../server/texts.js";

/** Load the style of results and lists of games. */
export function loadListStyle() {
  return loadPart(loadStyle("dialogs/best_lists.css"));
}

/** Load their style and their texts. */
export function loadReadingParts() {
  return Promise.all([loadStyle("statistics.css"), loadPartTexts("reading")]);
}
