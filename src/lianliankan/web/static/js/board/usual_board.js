// Boards shaped for the screen: those of games whose board the player has not chosen, and the sizes to choose from.

import { facts } from "../server/facts.js";
import { fitBoard } from "./layout.js";

/** @import { NewGameRequest, UsualBoard } from "../server/protocol.js" */

const AROUND = 199; // pixels: the header and the footer of a phone

/** Whether the window is higher than wide. */
export function isPortrait() {
  return matchMedia("(orientation: portrait)").matches;
}

/** The sizes to choose from, in the orientation of the window. */
export function usualSizes() {
  return isPortrait() ? facts.portrait_sizes : facts.sizes;
}

/**
 * Return the board that is usual in this window: the classic one, or the portrait board with the largest cells.
 * @returns {UsualBoard}
 */
export function usualBoard() {
  const { rows, cols } = facts.default;
  return isPortrait() ? largestCells(facts.portrait, innerWidth, innerHeight - AROUND) : { rows, cols, kinds: null };
}

/**
 * Choose the board with the largest cells in a space; of equal ones, the first.
 * @param {readonly UsualBoard[]} boards
 * @param {number} width
 * @param {number} height
 */
export function largestCells(boards, width, height) {
  const cell = (/** @type {UsualBoard} */ { rows, cols }) => fitBoard(rows, cols, width, height).cell;
  return boards.reduce((best, board) => (cell(board) > cell(best) ? board : best));
}

/**
 * Add the usual board to a request for a mode that says nothing about its board.
 * @param {NewGameRequest} request
 * @returns {NewGameRequest}
 */
export function withUsualBoard(request) {
  const { mode, ...chosen } = request;
  const choosesBoard = facts.modes.find(({ name }) => name === mode)?.chooses_board;
  return choosesBoard && !Object.keys(chosen).length ? { ...request, ...usualBoard() } : request;
}
