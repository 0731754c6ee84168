// What the board of a custom game will be: a small picture, its size, the number of its tiles and kinds, or its problem.

import { h, s } from "../core/dom.js";
import { Latest } from "../core/latest.js";
import { t } from "../i18n/i18n.js";
import { api, ApiError, apiError, problemText } from "../server/api.js";

/** @import { BoardOutline, ImpossibleChoice, NewGameRequest, PreviewAnswer } from "../server/protocol.js" */

/**
 * @typedef {object} Answer
 * @property {boolean} isPossible whether there may be such a board
 * @property {ImpossibleChoice[] | null} impossible what cannot be chosen instead; null if the server did not say
 */

const NOTHING = { board: null, impossible: null };

export class BoardPreview {
  /** @param {(answer: Answer) => void} onAnswer called when the server has answered for the latest request */
  constructor(onAnswer) {
    this.onAnswer = onAnswer;
    this.picture = h("div.preview-picture");
    this.text = h("p", { role: "status" });
    this.element = h("div.board-preview", this.picture, this.text);
    this.asking = new Latest();
  }

  /**
   * Ask the server about a request; only the latest answer counts.
   * @param {NewGameRequest} request
   */
  async show(request) {
    const asked = this.asking.next();
    /** @type {PreviewAnswer | ApiError} */
    const found = await api.preview(request).catch(apiError);
    if (asked.aborted) return;
    const { board, problem, impossible } = found instanceof ApiError ? { ...NOTHING, problem: found } : found;
    this.text.classList.toggle("error", !board);
    this.picture.replaceChildren(...(board ? [maskPicture(board.mask)] : []));
    this.text.textContent = board ? previewText(board) : problem && problemText(problem);
    this.onAnswer({ isPossible: board !== null || found instanceof ApiError, impossible });
  }
}

/** @param {BoardOutline} board */
function previewText({ mask, tiles, kinds }) {
  const rows = mask.split("/");
  return t("new preview", { size: `${rows.length}×${rows[0].length}`, tiles, kinds });
}

/**
 * Draw a mask: a square for each tile and each stone.
 * @param {string} mask
 */
export function maskPicture(mask) {
  const rows = mask.split("/");
  const icon = s("svg.icon.shape", {
    viewBox: `0 0 ${3 * rows[0].length} ${3 * rows.length}`,
    "aria-hidden": "true",
  });
  rows.forEach((line, row) =>
    [...line].forEach((cell, col) => {
      const [x, y] = [3 * col + 0.3, 3 * row + 0.3];
      if (cell === "A" || cell === "#")
        icon.append(s("rect", { class: cell === "#" ? "stone" : "place", x, y, width: 2.4, height: 2.4, rx: 0.6 }));
    }),
  );
  return icon;
}
