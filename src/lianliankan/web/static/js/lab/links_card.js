// All links of a position: as arcs on the board, and as a list from which one can be picked.

import { thumbnail } from "../board/thumbnail.js";
import { h, redraw } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { t } from "../i18n/i18n.js";

/** @import { Cell } from "../server/protocol.js" */

/** @typedef {[Cell, Cell]} Pair */

export class LinksCard {
  /**
   * @param {object} handlers
   * @param {(isOn: boolean) => void} handlers.onToggle whether arcs are drawn
   * @param {(pair: Pair | null) => void} handlers.onPoint a link is looked at
   * @param {(pair: Pair) => void} handlers.onPick
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.element = h("section.lab-card.links-card");
  }

  /**
   * @param {Pair[]} moves
   * @param {number[][]} rows
   * @param {{hasArcs: boolean}} options
   */
  show(moves, rows, { hasArcs }) {
    /** @type {Map<number, Pair[]>} */
    const kinds = new Map();
    for (const move of moves) {
      const kind = rows[move[0][0]][move[0][1]];
      kinds.set(kind, [...(kinds.get(kind) ?? []), move]);
    }
    const toggle = h("input", { type: "checkbox", id: "link-arcs", checked: hasArcs });
    toggle.onchange = () => this.handlers.onToggle(toggle.checked);
    const title = t("what-if all", { pairs: moves.length });
    redraw(this.element, () => [
      h("h3", title),
      h("label.toggle-line", toggle, h("span", t("what-if arcs"))),
      h(
        "ul.links-list",
        { "aria-label": title },
        ...[...kinds].map(([kind, pairs]) =>
          h(
            "li",
            thumbnail([[kind]], { cell: 28 }),
            h("span.visually-hidden", faceName(kind)),
            ...pairs.map((pair) => this.chip(pair)),
          ),
        ),
      ),
    ]);
  }

  /** @param {Pair} pair */
  chip(pair) {
    const { onPoint, onPick } = this.handlers;
    const [show, hide] = [() => onPoint(pair), () => onPoint(null)];
    const listeners = { onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide };
    return h(
      "button",
      { class: "link-chip", ...listeners, onclick: () => onPick(pair) },
      pair.map(([row, col]) => `${row + 1},${col + 1}`).join(" – "),
    );
  }
}
