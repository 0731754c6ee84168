// What the cards about verdicts have in common: their style, why a board cannot be won, and the tiles that prove it.

import { loadStyle } from "../core/style.js";
import { numberText, t } from "../i18n/i18n.js";

/** @import { KernelVerdict } from "../kernel/kernel.js" */
/** @import { Cell } from "../server/protocol.js" */

/** Load the style of the cards. */
export function loadVerdictStyle() {
  return loadStyle("verdict.css");
}

/**
 * Return the sets of tiles that prove a loss.
 * @param {KernelVerdict} verdict
 * @returns {Cell[][]}
 */
export function proofSets({ loss, tiles, blocked }) {
  return loss === "blocked" ? blocked : tiles.length ? [tiles] : [];
}

/**
 * Say why a board cannot be won.
 * @param {KernelVerdict} verdict
 * @param {(cell: Cell) => string} nameOf the face of a tile
 */
export function lossText({ loss, tiles, blocked, nodes }, nameOf) {
  if (loss === "blocked")
    return blocked.length === 1
      ? t("loss blocked", { tiles: blocked[0].length })
      : t("loss blocked sets", { sets: blocked.length });
  if (!loss) return "";
  const kind = tiles.length ? nameOf(tiles[0]) : "";
  return t(`loss ${loss}`, { tiles: tiles.length, kind, nodes: numberText(nodes) });
}
