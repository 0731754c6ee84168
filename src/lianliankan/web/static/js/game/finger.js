// The finger that shows which tile to pick. It taps; with reduced motion it only points.

import { s } from "../core/dom.js";
import { UNIT } from "../board/layout.js";

// A hand that points up and to the left, its fingertip at the origin.
const HAND =
  "M0 0c3-3 7.5-2.5 9 1l7 12.5c1.5-2 4.5-2 6 .5 2-1.8 5-1.300 6.200 1.200 2.200-1.200 5 0 5.600 2.600" +
  "l1.700 9c.8 4.5-1 8.5-5 11l-6.5 4c-4.5 2.700-9.5 1.700-13-2l-9.5-10c-1.700-1.8-1.200-4.5.8-5.600 1.5-.9 3.300-.6 4.700.5l3 2.300" +
  "L-1.5 7C-2.8 4.5-2 1.5 0 0z";

export class Finger {
  /** @param {import("../board/board_view.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.element = s("g.finger", { visibility: "hidden" }, s("path", { d: HAND }));
    board.effects.layer.parentElement?.append(this.element);
  }

  /**
   * Show the finger at a cell, or hide it.
   * @param {import("../server/protocol.js").Cell | null} cell
   */
  show(cell) {
    this.element.setAttribute("visibility", cell ? "visible" : "hidden");
    if (!cell) return;
    const [x, y] = this.board.centre(cell);
    this.element.setAttribute("transform", `translate(${x + UNIT / 8} ${y + UNIT / 8}) scale(0.66)`);
  }

  remove() {
    this.element.remove();
  }
}
