// The board for keyboards, screen readers and fingers: a grid of cells over the picture, which never move.

import { h } from "../core/dom.js";

/** @typedef {import("./rows.js").Cell} Cell */
/** @typedef {import("./rows.js").Rows} Rows */

export class Cells {
  /**
   * @param {object} heard
   * @param {(cell: Cell) => void} heard.onPick
   * @param {(cell: Cell | null) => void} heard.onHover
   */
  constructor(heard) {
    this.heard = heard;
    this.element = h("div", { class: "cells", role: "grid" });
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Rows} what the cells say that lies on them */
    this.described = [];
    this.manner = "";
    this.element.addEventListener("click", (event) => {
      const cell = this.cellOf(event.target);
      if (!cell) return;
      this.moveTo(cell);
      heard.onPick(cell);
    });
    this.element.addEventListener("pointerover", (event) => {
      heard.onHover(event.pointerType === "mouse" ? this.cellOf(event.target) : null);
    });
    this.element.addEventListener("pointerleave", () => heard.onHover(null));
    this.element.addEventListener("focusin", (event) => {
      const cell = this.cellOf(event.target);
      if (cell) this.moveTo(cell);
    });
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Cell | null}
   */
  cellOf(target) {
    const element = /** @type {Element | null} */ (target)?.closest?.("[data-row]");
    if (!element) return null;
    return [Number(element.getAttribute("data-row")), Number(element.getAttribute("data-col"))];
  }

  /**
   * Lay the grid out anew.
   * @param {number} rows
   * @param {number} cols
   */
  lay(rows, cols) {
    const hadFocus = this.element.contains(document.activeElement);
    this.cells = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: cols }, (_, col) =>
        h("div", {
          role: "gridcell",
          class: "cell",
          tabindex: "-1",
          "aria-selected": "false",
          "data-row": row,
          "data-col": col,
        }),
      ),
    );
    this.element.replaceChildren(...this.cells.map((line) => h("div", { role: "row", class: "band" }, ...line)));
    this.described = [];
    this.cursor = [Math.min(this.cursor[0], rows - 1), Math.min(this.cursor[1], cols - 1)];
    this.at(this.cursor)?.setAttribute("tabindex", "0");
    if (hadFocus) this.focus();
  }

  /**
   * Give the cells that have a mark.
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
   * Move the cursor; there is always exactly one cell that the Tab key reaches.
   * @param {Cell} cell
   */
  moveTo(cell) {
    this.at(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.at(cell)?.setAttribute("tabindex", "0");
  }

  /** @param {FocusOptions} [how] */
  focus(how) {
    this.at(this.cursor)?.focus(how);
  }

  /** Whether the keyboard is on the board. */
  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /**
   * Say what lies on every cell; those on which nothing has changed are passed over, for there may be hundreds.
   * @param {Rows} shown
   * @param {Cell | null} picked
   * @param {string} manner what else the labels depend on
   * @param {(kind: number, row: number, col: number) => string} label
   */
  describe(shown, picked, manner, label) {
    const isSame = manner === this.manner;
    shown.forEach((line, row) => {
      line.forEach((kind, col) => {
        if (isSame && this.described[row]?.[col] === kind) return;
        const element = this.cells[row][col];
        element.setAttribute("aria-label", label(kind, row, col));
        element.classList.toggle("tiled", kind > 0);
      });
    });
    this.described = shown;
    this.manner = manner;
    for (const cell of this.element.querySelectorAll("[aria-selected=true]"))
      cell.setAttribute("aria-selected", "false");
    if (picked) this.at(picked)?.setAttribute("aria-selected", "true");
  }
}
