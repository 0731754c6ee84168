// The picture of a search on the board: layers, looks, the line that is tested, the path.

import { s, setStyle } from "../core/dom.js";

/** @import { Cell } from "../server/protocol.js" */

export class TraceDrawing {
  /**
   * @param {import("./lab_board.js").LabBoard} board
   * @param {import("./trace_player.js").TracePlayer} player
   */
  constructor(board, player) {
    this.board = board;
    this.player = player;
    this.marks = s("g");
    this.lines = s("g");
    /** @type {Map<string, SVGElement>} */
    this.drawn = new Map();
    board.clearOverlay();
    board.overlay.append(this.marks, this.lines);
    this.update(player.marks.keys());
  }

  /**
   * Draw what has changed.
   * @param {Iterable<string>} cells whose marks may have changed
   */
  update(cells) {
    for (const cell of cells) {
      this.drawn.get(cell)?.remove();
      const mark = this.player.marks.get(cell);
      const element = mark ? this.mark(readCell(cell), mark) : null;
      if (!element) this.drawn.delete(cell);
      else {
        this.drawn.set(cell, element);
        this.marks.append(element);
      }
    }
    this.drawLines();
  }

  /**
   * @param {Cell} cell
   * @param {import("./trace_player.js").Mark} mark
   */
  mark(cell, { kind, layer }) {
    const { board } = this;
    const [x, y] = board.place(cell);
    const hasTile = (board.rows[cell[0] + 1]?.[cell[1] + 1] ?? 0) > 0;
    const group = s("g", { class: `trace-mark ${kind}` });
    if ((kind === "reached" || kind === "visited") && layer) {
      const [light, dark] = this.player.trace.shades[Math.min(layer, this.player.trace.shades.length - 1)];
      const square = board.square(cell, 19, "trace-layer");
      setStyle(square, { "--light": light, "--dark": dark });
      group.append(square, s("text.trace-number", { x, y }, String(layer)));
    } else if (kind === "looked") {
      group.append(hasTile ? board.square(cell, 21, "trace-look") : s("circle.trace-dot", { cx: x, cy: y, r: 5 }));
    } else if (kind === "blocked") group.append(board.square(cell, 21, "trace-blocked"));
    else if (kind === "dropped") group.append(s("path.trace-dropped", { d: `M${x - 8} ${y - 8}l16 16m0-16l-16 16` }));
    return group;
  }

  drawLines() {
    const { board, player } = this;
    const { step } = player;
    this.lines.replaceChildren();
    if (!step) return;
    const isLink = step.kind === "link";
    if (step.here) this.lines.append(board.square(step.here, 22, "trace-here"));
    if (step.line.length > 1)
      this.lines.append(...(isLink ? this.path(step.line) : [board.line(step.line, "trace-try")]));
    if (!isLink) this.lines.append(board.square(step.cell, 23, "trace-now"));
  }

  /** @param {Cell[]} corners */
  path(corners) {
    return [this.board.line(corners, "trace-halo"), this.board.line(corners, "trace-path")];
  }
}

/**
 * @param {string} text
 * @returns {Cell}
 */
function readCell(text) {
  const [row, col] = text.split(",").map(Number);
  return [row, col];
}
