// The board for keyboards, screen readers and touch: an ARIA grid of cells over the picture. The cells never move.

import { h } from "../core/dom.js";

/** @import { Cell } from "../server/protocol.js" */
/** @import { Rows } from "./board_model.js" */

export class AriaGrid {
  /**
   * @param {object} handlers
   * @param {(cell: Cell) => void} handlers.onPick
   * @param {(cell: Cell | null) => void} handlers.onHover
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.element = h("div.cells", { role: "grid" });
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Rows} the board that the labels describe */
    this.described = [];
    this.variant = "";
    this.element.addEventListener("click", (event) => {
      const cell = this.findCell(event.target);
      if (!cell) return;
      this.moveTo(cell);
      handlers.onPick(cell);
    });
    this.element.addEventListener("pointerover", (event) => {
      handlers.onHover(event.pointerType === "mouse" ? this.findCell(event.target) : null);
    });
    this.element.addEventListener("pointerleave", () => handlers.onHover(null));
    this.element.addEventListener("focusin", (event) => {
      const cell = this.findCell(event.target);
      if (cell) this.moveTo(cell);
    });
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Cell | null}
   */
  findCell(target) {
    const element = /** @type {Element | null} */ (target)?.closest?.("[data-row]");
    if (!element) return null;
    return [Number(element.getAttribute("data-row")), Number(element.getAttribute("data-col"))];
  }

  /**
   * Create the cells of a board.
   * @param {number} rows
   * @param {number} cols
   */
  layOut(rows, cols) {
    const hadFocus = this.element.contains(document.activeElement);
    this.cells = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: cols }, (_, col) =>
        h("div.cell", {
          role: "gridcell",
          tabindex: "-1",
          "aria-selected": "false",
          "data-row": row,
          "data-col": col,
        }),
      ),
    );
    this.element.replaceChildren(...this.cells.map((line) => h("div.grid-row", { role: "row" }, ...line)));
    this.described = [];
    this.cursor = [Math.min(this.cursor[0], rows - 1), Math.min(this.cursor[1], cols - 1)];
    this.at(this.cursor)?.setAttribute("tabindex", "0");
    if (hadFocus) this.focus();
  }

  /**
   * Return the cells that have a CSS class.
   * @param {string} mark
   */
  marked(mark) {
    return [...this.element.getElementsByClassName(mark)];
  }

  /** @param {Cell} cell */
  at([row, col]) {
    return this.cells[row]?.[col];
  }

  /**
   * Move the cursor. Exactly one cell can be reached with the Tab key.
   * @param {Cell} cell
   */
  moveTo(cell) {
    this.at(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.at(cell)?.setAttribute("tabindex", "0");
  }

  /** @param {FocusOptions} [options] */
  focus(options) {
    this.at(this.cursor)?.focus(options);
  }

  /** Whether a cell has the keyboard focus. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * Label every cell with what is on it. Cells that have not changed are skipped, since there may be hundreds.
   * @param {Rows} shown
   * @param {string} variant everything else that the labels depend on
   * @param {(kind: number, row: number, col: number) => string} label
   */
  describe(shown, variant, label) {
    const isSame = variant === this.variant;
    shown.forEach((line, row) => {
      line.forEach((kind, col) => {
        if (isSame && this.described[row]?.[col] === kind) return;
        const element = this.cells[row][col];
        element.setAttribute("aria-label", label(kind, row, col));
        element.classList.toggle("has-tile", kind > 0);
      });
    });
    this.described = shown;
    this.variant = variant;
  }

  /**
   * Show which cells are selected.
   * @param {Cell[]} cells
   */
  select(cells) {
    const selected = new Set(cells.map((cell) => this.at(cell)));
    for (const cell of this.marked("picked")) {
      cell.classList.remove("picked");
      cell.setAttribute("aria-selected", "false");
    }
    for (const cell of selected) {
      cell?.classList.add("picked");
      cell?.setAttribute("aria-selected", "true");
    }
  }
}
