// Requests about boards that the player draws: reading texts, dealing, saving. The server is the only one who reads texts.

import { send } from "./api.js";

/** @import { PlainBoard } from "./board_facts.js" */
/** @import { DrawnBoard, PercentileAnswer, SavedBoard } from "./protocol.js" */

/**
 * What the server wants to know of a board.
 * @param {PlainBoard} board
 */
function fields({ rows, rules, phase }) {
  return { rows, rules, phase };
}

export const boardApi = {
  /** @type {(text: string) => Promise<DrawnBoard>} */
  read: (text) => send("POST", "/api/board", { text }),
  /** @type {(board: PlainBoard) => Promise<DrawnBoard>} */
  describe: (board) => send("POST", "/api/board", { board: fields(board) }),
  /** @type {(places: PlainBoard, options: {kinds: number | null, seed: number | null}) => Promise<DrawnBoard>} */
  deal: (places, options) => send("POST", "/api/board/deal", { board: fields(places), ...options }),
  /** @type {(board: PlainBoard, score: number, control: {signal: AbortSignal}) => Promise<PercentileAnswer>} */
  percentile: (board, score, control) =>
    send("POST", "/api/board/percentile", { board: fields(board), score }, control),
  /** @returns {Promise<SavedBoard[]>} */
  saved: () => send("GET", "/api/boards"),
  /** @type {(name: string, board: PlainBoard) => Promise<SavedBoard[]>} */
  save: (name, board) => send("PUT", "/api/boards", { name, board: fields(board) }),
  /** @type {(name: string) => Promise<SavedBoard[]>} */
  remove: (name) => send("DELETE", `/api/boards/${encodeURIComponent(name)}`),
};
