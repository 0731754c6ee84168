// A board as a grid of elements with a line over it. It knows no rule: it shows numbers, marks and lines.

/** @typedef {[row: number, col: number]} Cell */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The cells of a board and of the ring around it, and a line through cells. */
export class LiveGrid {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {number} ring the width of the ring, in cells
   * @param {(row: number, col: number) => HTMLElement} make makes a cell of the board
   */
  constructor(rows, cols, ring, make) {
    this.rows = rows;
    this.cols = cols;
    this.ring = ring;
    this.element = element("div", { class: "live-grid" });
    this.element.style.setProperty("--rows", `${rows}`);
    this.element.style.setProperty("--cols", `${cols}`);
    this.element.style.setProperty("--ring", `${ring}`);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    for (let row = -1; row <= rows; row++) {
      const line = element("div", { class: "live-row", role: "presentation" });
      for (let col = -1; col <= cols; col++) {
        const inside = row >= 0 && row < rows && col >= 0 && col < cols;
        const cell = inside ? make(row, col) : element("div", { class: "live-ring", role: "presentation" });
        this.cells.set(`${row},${col}`, cell);
        line.append(cell);
      }
      this.element.append(line);
    }
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "live-line");
    svg.setAttribute("viewBox", `0 0 ${cols + 2 * ring} ${rows + 2 * ring}`);
    svg.setAttribute("aria-hidden", "true");
    this.line = document.createElementNS(SVG, "polyline");
    svg.append(this.line);
    this.element.append(svg);
  }

  /** @param {Cell} cell */
  at([row, col]) {
    return /** @type {HTMLElement} */ (this.cells.get(`${row},${col}`));
  }

  /**
   * @param {Cell[]} corners none for no line
   * @param {string} kind its class
   */
  showLine(corners, kind) {
    const place = (/** @type {number} */ at, /** @type {number} */ count) =>
      at < 0 ? this.ring / 2 : at >= count ? this.ring * 1.5 + count : this.ring + at + 0.5;
    const points = corners.map(([row, col]) => `${place(col, this.cols)} ${place(row, this.rows)}`);
    this.line.setAttribute("points", points.join(" "));
    this.line.setAttribute("class", kind);
  }
}
