// The board of the lab: that of the game with the ring around it as cells, numbers at its edge, and a layer to draw in.

import { BoardView } from "../board/board_view.js";
import { editCells } from "../board/cell_edits.js";
import { EMPTY, VOID, cellText } from "../board/board_model.js";
import { UNIT } from "../board/layout.js";
import { s } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { t } from "../i18n/i18n.js";

/** @import { Rows } from "../board/board_model.js" */
/** @import { Cell } from "../server/protocol.js" */

const HALF = 19; // half a side of what marks a cell, in drawing units

export class LabBoard extends BoardView {
  /**
   * @param {HTMLElement} stage
   * @param {(cell: Cell) => void} onPick
   */
  constructor(stage, onPick) {
    super(stage, { onPick: ([row, col]) => onPick([row - 1, col - 1]), isUpright: true });
    /** What tabs draw on cells, above the tiles. */
    this.overlay = s("g.lab-overlay");
    this.effects.layer.before(this.overlay);
    this.element.classList.add("lab-board");
    this.hasRing = true;
    /** @type {Cell[]} */
    this.ends = [];
  }

  /**
   * Show a board, with the ring around it.
   * @param {Rows} rows
   * @param {{hasRing: boolean}} options whether paths may use the ring
   */
  showRows(rows, { hasRing }) {
    this.hasRing = hasRing;
    this.ends = [];
    this.show(withRing(rows));
    this.grid.moveTo(this.firstTile());
  }

  /**
   * Show other tiles on the same board, at once.
   * @param {Rows} rows
   */
  editRows(rows) {
    editCells(this, withRing(rows));
  }

  /**
   * Show the board after some moves: tiles slide, leave and appear.
   * @param {Rows} rows
   */
  changeRows(rows) {
    this.change(withRing(rows));
    this.markEnds(this.ends);
    this.describe();
  }

  /**
   * What a cell of the board is called, in a few words.
   * @param {Cell} cell
   */
  nameOf(cell) {
    const kind = this.rows[cell[0] + 1]?.[cell[1] + 1] ?? 0;
    const what = kind > 0 ? faceName(kind) : t(kind === EMPTY ? "empty" : "wall");
    return `${what} ${cellText(cell)}`;
  }

  drawAll() {
    super.drawAll();
    this.clearOverlay();
    this.drawRing();
    this.markEnds(this.ends);
  }

  /** Draw the cells of the ring, and the numbers of rows and columns. */
  drawRing() {
    const [rows, cols] = [this.rows.length, this.rows[0].length];
    const number = (/** @type {number} */ row, /** @type {number} */ col, /** @type {number} */ text) => {
      const [x, y] = this.centre([row, col]);
      const [dx, dy] = row === 0 && text === col ? [0, -UNIT / 2 - 4] : [-UNIT / 2 - 9, 0];
      this.ground.append(s("text.lab-number", { x: x + dx, y: y + dy }, String(text)));
    };
    for (let row = 0; row < rows; row++) number(row, 0, row);
    for (let col = 1; col < cols; col++) number(0, col, col);
    if (!this.hasRing) return;
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < cols; col += row === 0 || row === rows - 1 ? 1 : cols - 1)
        this.ground.append(this.square([row - 1, col - 1], HALF, "lab-ring"));
  }

  /** Remove what a tab has drawn. */
  clearOverlay() {
    this.overlay?.replaceChildren();
  }

  /**
   * Return the centre of a cell of the lab's board, whose ring has the numbers -1 and R or C.
   * @param {Cell} cell
   */
  place([row, col]) {
    return this.centre([row + 1, col + 1]);
  }

  /**
   * Draw a square on a cell.
   * @param {Cell} cell
   * @param {number} half half its side
   * @param {string} kind its class
   */
  square(cell, half, kind) {
    const [x, y] = this.place(cell);
    return s("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: half / 3 });
  }

  /**
   * Draw a line through cells.
   * @param {Cell[]} corners
   * @param {string} kind its class
   */
  line(corners, kind) {
    return s("polyline", { class: kind, points: corners.map((cell) => this.place(cell).join(" ")).join(" ") });
  }

  /**
   * Mark the tiles that are to be joined.
   * @param {Cell[]} cells
   */
  markEnds(cells) {
    this.ends = cells;
    this.grid.select(cells.map(([row, col]) => [row + 1, col + 1]));
  }

  /** Pick the cell under the keyboard cursor. */
  pickCursor() {
    this.handlers.onPick(this.cursor);
  }

  /** Update the labels for screen readers: rows and columns are counted from 1, the ring is 0. */
  describe() {
    const [rows, cols] = [this.rows.length - 2, this.rows[0].length - 2];
    this.grid.element.setAttribute("aria-label", t("board", { rows, cols }));
    this.grid.describe(this.rows, `${t("lab title")} ${faceName(1)}`, (kind, row, col) => {
      const isRing = row === 0 || col === 0 || row > rows || col > cols;
      const what = kind > 0 ? faceName(kind) : t(isRing ? "lab ring" : kind === EMPTY ? "empty" : "wall");
      return t("cell", { what, place: t("place", { row, col }) });
    });
  }
}

/**
 * Return a board with its ring as cells.
 * @param {Rows} rows
 */
function withRing(rows) {
  const outside = Array.from({ length: rows[0].length + 2 }, () => VOID);
  return [outside, ...rows.map((row) => [VOID, ...row, VOID]), outside];
}
