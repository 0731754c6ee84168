// All links of a position as arcs, a colour for each kind: thin, until one is pointed at.

import { s, setStyle } from "../core/dom.js";

/** @import { Cell } from "../server/protocol.js" */

/** @typedef {[Cell, Cell]} Pair */
/**
 * @typedef {object} Arc
 * @property {Pair} pair
 * @property {SVGElement} element
 * @property {[number, number][]} points along the arc
 */

const NEAR = 9; // drawing units: closer than that, the mouse points at an arc
const SAMPLES = 12;

/**
 * Return the points of the arc between two places: flat for long ways, and all bent to the same side.
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
export function arcShape([x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(10 + 0.16 * length, 56);
  const side = dx > 0 || (dx === 0 && dy > 0) ? 1 : -1;
  /** @type {[number, number]} the control point */
  const control = [(x1 + x2) / 2 + (side * dy * bend) / length, (y1 + y2) / 2 - (side * dx * bend) / length];
  const points = Array.from({ length: SAMPLES + 1 }, (_, place) => {
    const share = place / SAMPLES;
    const along = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c) =>
      (1 - share) ** 2 * a + 2 * share * (1 - share) * b + share ** 2 * c;
    return /** @type {[number, number]} */ ([along(x1, control[0], x2), along(y1, control[1], y2)]);
  });
  return { path: `M${x1} ${y1}Q${control[0]} ${control[1]} ${x2} ${y2}`, points };
}

/**
 * The hue of a kind: kinds that follow each other differ most.
 * @param {number} kind
 */
export function kindHue(kind) {
  return Math.round(kind * 137.508) % 360;
}

export class LinkArcs {
  /** @param {import("./lab_board.js").LabBoard} board */
  constructor(board) {
    this.board = board;
    this.layer = s("g.link-arcs");
    this.strong = s("g");
    /** @type {Arc[]} */
    this.arcs = [];
  }

  /**
   * Draw the links of a position.
   * @param {Pair[]} pairs
   * @param {(pair: Pair) => {hue: number, kind?: string}} look the hue of each, and its class
   */
  draw(pairs, look) {
    this.arcs = pairs.map((pair) => {
      const { hue, kind = "" } = look(pair);
      const { path, points } = arcShape(this.board.place(pair[0]), this.board.place(pair[1]));
      const element = s(
        "g",
        { class: `link-arc ${kind}` },
        s("path.arc-halo", { d: path }),
        s("path.arc-line", { d: path }),
        ...[points[0], points[SAMPLES]].map(([cx, cy]) => s("circle.arc-end", { cx, cy, r: 3.2 })),
      );
      setStyle(element, { "--hue": String(hue) });
      return { pair, element, points };
    });
    this.layer.replaceChildren(...this.arcs.map(({ element }) => element));
    this.layer.classList.remove("has-strong");
    this.strong.replaceChildren();
  }

  /**
   * Strengthen some links and show their paths; the others step back.
   * @param {(pair: Pair) => boolean} isStrong
   * @param {(pair: Pair) => Cell[] | null} findPath
   */
  stress(isStrong, findPath) {
    const found = this.arcs.filter(({ pair }) => isStrong(pair));
    for (const { element } of this.arcs) element.classList.remove("strong");
    for (const { element } of found) element.classList.add("strong");
    this.layer.classList.toggle("has-strong", found.length > 0);
    this.strong.replaceChildren(
      ...found.flatMap(({ pair }) => {
        const corners = findPath(pair) ?? [];
        return [this.board.line(corners, "trace-halo link-halo"), this.board.line(corners, "trace-path link-path")];
      }),
    );
  }

  /**
   * Return the link whose arc is at a place on the screen.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Pair | null}
   */
  at({ clientX, clientY }) {
    const matrix = /** @type {SVGGraphicsElement} */ (this.layer).getScreenCTM?.();
    if (!matrix || !this.layer.isConnected) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let [best, nearest] = [/** @type {Pair | null} */ (null), NEAR];
    for (const { pair, points } of this.arcs)
      for (let place = 1; place < points.length; place++) {
        const distance = distanceTo([x, y], points[place - 1], points[place]);
        if (distance < nearest) [best, nearest] = [pair, distance];
      }
    return best;
  }
}

/**
 * The distance of a point from a line between two others.
 * @param {[number, number]} point
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
function distanceTo([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const share = Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
