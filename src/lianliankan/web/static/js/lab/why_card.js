// Why two tiles do not link: how far each comes, the path with too many turns, and the tiles that are in the way.

import { cellText } from "../board/board_model.js";
import { h, redraw, s } from "../core/dom.js";
import { t } from "../i18n/i18n.js";
import { ApiError, apiError, errorKey } from "../server/api.js";
import { askWhy } from "./lab_api.js";

/** @import { Cell, WhyAnswer } from "../server/protocol.js" */

/** @typedef {"both" | "first" | "second" | "none"} Shading */

/** @type {Shading[]} */
const SHADINGS = ["both", "first", "second", "none"];
const HALF = 18;

export class WhyCard {
  /** @param {import("./lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    this.element = h("section.lab-card.why");
    this.layer = s("g.why-layer");
    /** @type {Shading} */
    this.shading = "both";
    /** @type {WhyAnswer | null} */
    this.answer = null;
    /** @type {[Cell, Cell] | null} */
    this.pair = null;
    this.asked = "";
    this.problem = "";
  }

  /** There is nothing to explain. */
  clear() {
    this.asked = "";
    this.answer = null;
    this.problem = "";
    this.element.replaceChildren();
    this.layer.replaceChildren();
  }

  /**
   * Explain a pair.
   * @param {[Cell, Cell]} pair
   */
  async explain(pair) {
    const { lab } = this;
    const asked = JSON.stringify([lab.share, pair]);
    if (asked === this.asked) {
      this.build();
      return this.draw();
    }
    this.asked = asked;
    const answer = await askWhy(lab.share, pair).catch(apiError);
    if (asked !== this.asked) return;
    const isProblem = answer instanceof ApiError;
    this.problem = !isProblem
      ? ""
      : t(answer.status === 413 ? "lab too large" : errorKey(answer), { cells: lab.catalog.max_cells });
    [this.answer, this.pair] = [isProblem ? null : answer, pair];
    this.build();
    this.draw();
  }

  // ---- In words -----------------------------------------------------------------------------------------------------

  build() {
    const { answer, pair } = this;
    if (this.problem) this.element.replaceChildren(h("p.lab-note.bad", { role: "status" }, this.problem));
    if (!answer || !pair) return;
    redraw(this.element, () => [
      h("h3", t("why title")),
      h("ul.why-reasons", ...this.reasons(answer, pair).map((text) => h("li", text))),
      ...this.tilesInTheWay(answer),
      h(
        "div.segments",
        { role: "group", "aria-label": t("why shading") },
        ...SHADINGS.map((name) =>
          h(
            "button",
            { "data-shade": name, "aria-pressed": String(name === this.shading), onclick: () => this.shade(name) },
            t(`why-shade ${name}`),
          ),
        ),
      ),
      h("p.muted", t("why legend")),
    ]);
  }

  /**
   * The reasons, one sentence each.
   * @param {WhyAnswer} answer
   * @param {[Cell, Cell]} pair
   */
  reasons({ equal, link, reach, longer, clearest }, pair) {
    const { max_turns: limit } = this.lab.rules;
    const [first, second] = pair.map((cell) => this.lab.board.nameOf(cell));
    const reasons = equal ? [] : [t("why different", { first, second })];
    if (link) return [...reasons, t("why places", { turns: link.turns, steps: link.steps })];
    reach.forEach((cells, place) => {
      const name = [first, second][place];
      const count = (/** @type {number} */ turns) => cells.filter((cell) => cell[2] === turns).length;
      if (!cells.length) reasons.push(t("why enclosed", { tile: name }));
      else if (limit === 2)
        reasons.push(t("why reaches", { tile: name, none: count(0), one: count(1), two: count(2) }));
      else reasons.push(t("why reaches all", { tile: name, cells: cells.length }));
    });
    if (limit === 2 && reach.every((cells) => cells.length)) reasons.push(t("why crosses"));
    if (longer) reasons.push(t("why longer", { turns: longer.turns, limit: limit ?? 0 }));
    else reasons.push(t(clearest ? "why closed" : "why walls"));
    return reasons;
  }

  /**
   * The tiles without which the two would link.
   * @param {WhyAnswer} answer
   */
  tilesInTheWay({ openers, blockers }) {
    const cells = openers.length ? openers : blockers;
    if (!cells.length) return [];
    const text = openers.length ? "why openers" : "why blockers";
    return [
      h("p", t(text, { tiles: cells.length })),
      h("ul.cell-list", ...cells.map((cell) => h("li", this.lab.board.nameOf(cell)))),
    ];
  }

  /** @param {Shading} name */
  shade(name) {
    this.shading = name;
    this.build();
    this.draw();
  }

  // ---- On the board -------------------------------------------------------------------------------------------------

  draw() {
    const { answer, shading } = this;
    const { board } = this.lab;
    this.layer.replaceChildren();
    if (!answer) return;
    if (shading !== "none") this.drawReach(answer);
    if (answer.link) this.layer.append(board.line(answer.link.corners, "why-longer"));
    if (answer.longer) this.layer.append(board.line(answer.longer.corners, "why-longer"));
    if (answer.clearest) this.layer.append(board.line(answer.clearest.corners, "why-clearest"));
    const cells = answer.openers.length ? answer.openers : answer.blockers;
    for (const cell of cells) this.layer.append(board.square(cell, 21, "why-blocker"));
  }

  /** @param {WhyAnswer} answer */
  drawReach({ reach }) {
    /** @type {Map<string, {cell: Cell, turns: (number | undefined)[]}>} */
    const cells = new Map();
    reach.forEach((found, place) => {
      if (this.shading !== "both" && this.shading !== ["first", "second"][place]) return;
      for (const [row, col, turns] of found) {
        const key = cellText([row, col]);
        const entry = cells.get(key) ?? { cell: [row, col], turns: [] };
        entry.turns[place] = turns;
        cells.set(key, entry);
      }
    });
    for (const { cell, turns } of cells.values()) this.layer.append(this.reached(cell, turns));
  }

  /**
   * A cell that is reached: half of it for each tile that reaches it.
   * @param {Cell} cell
   * @param {(number | undefined)[]} turns of the first tile and of the second
   */
  reached(cell, [first, second]) {
    const [x, y] = this.lab.board.place(cell);
    const part = (/** @type {string} */ name, /** @type {number} */ turns, /** @type {string} */ d) =>
      s("path", { class: `reach ${name} turns-${Math.min(turns, 3)}`, d });
    const number = (/** @type {number} */ turns, /** @type {number} */ by) =>
      s("text.reach-number", { x: x + by, y: y + by }, String(turns));
    const whole = `M${x - HALF} ${y - HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}z`;
    if (first === undefined || second === undefined) {
      const [name, turns] = first === undefined ? ["second", second ?? 0] : ["first", first];
      return s("g", part(name, turns, whole), number(turns, 0));
    }
    return s(
      "g",
      part("first", first, `M${x - HALF} ${y - HALF}h${2 * HALF}L${x - HALF} ${y + HALF}z`),
      part("second", second, `M${x + HALF} ${y + HALF}h${-2 * HALF}L${x + HALF} ${y - HALF}z`),
      number(first, -8),
      number(second, 8),
    );
  }
}
