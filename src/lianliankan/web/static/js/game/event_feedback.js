// What the player sees and hears of an event, besides the change of the board itself.

import { findEvent } from "../board/board_model.js";
import { transpose } from "../board/layout.js";
import { faceName } from "../core/faces.js";
import { t } from "../i18n/i18n.js";
import { shuffledMessage } from "./messages.js";
import { sounds } from "./sound.js";

/** @import { Cell, GameEvent, Hinted } from "../server/protocol.js" */

/**
 * Play the sound of an event, and show its effect on the board.
 * @param {import("./game_page.js").GamePage} page
 * @param {GameEvent} event
 * @param {GameEvent[]} events all events of the command
 */
export function playEvent({ board, hud, frame }, event, events) {
  switch (event.event) {
    case "linked":
      sounds.link(event.combo);
      if (event.combo) hud.combo.count(event.combo);
      break;
    case "refused":
      sounds.refuse();
      if (event.cells.length === 2) board.effects.refuse(event);
      break;
    case "hinted":
      if (!findEvent(events, "linked")) showHint(board, event);
      break;
    case "shuffled":
      sounds.shuffle();
      if (!event.asked) {
        const { name, values } = shuffledMessage(event.left);
        frame.announce(t(name, values));
      }
      break;
    case "undone":
    case "redone":
    case "restarted":
      sounds.undo();
      break;
    case "stuck":
      sounds.stuck();
      break;
    case "won":
      sounds.won();
      break;
    case "lost":
      sounds.lost();
      break;
  }
}

/**
 * Show a hint, and move the keyboard's cursor to it.
 * @param {import("../board/board_view.js").BoardView} board
 * @param {Hinted} event
 */
export function showHint(board, event) {
  sounds.hint();
  if (board.isHeld) board.flush(); // the shuffle that waits would remove the hint
  board.effects.hint(event);
  board.grid.moveTo(transpose(event.move[0], board.transposed));
  if (board.grid.hasFocus) board.grid.focus({ preventScroll: true });
  board.reveal(event.move);
}

/**
 * Say which tiles make a pair and where they are, for players who cannot see them.
 * @param {import("../board/board_view.js").BoardView} board
 * @param {[Cell, Cell]} cells
 * @param {number} [kind] by default, what is there now
 */
export function describePair(board, cells, kind = board.rows[cells[0][0]][cells[0][1]]) {
  const place = (/** @type {Cell} */ cell) => {
    const [row, col] = transpose(cell, board.transposed);
    return t("place", { row: row + 1, col: col + 1 });
  };
  return t("hint cells", { what: faceName(kind), first: place(cells[0]), second: place(cells[1]) });
}
