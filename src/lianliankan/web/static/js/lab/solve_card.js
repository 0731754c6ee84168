// The card that says whether the position can be won: the win, the proof of a loss, or how far the search is.

import { h, redraw } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { joinSentences, numberText, t } from "../i18n/i18n.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { PositionSearch, State } from "./position_search.js" */

/** @type {Record<State, IconName>} */
const ICONS = { won: "check", lost: "cross", searching: "hint", unknown: "help", clear: "check", without: "help" };

/**
 * The answer in a word or two.
 * @param {State} state
 */
export function headline(state) {
  return t(state === "clear" ? "solve clear" : `verdict ${state}`);
}

/**
 * A button of the tab.
 * @param {string} name
 * @param {TextKey} text
 * @param {() => void} action
 */
export function solveButton(name, text, action) {
  return h("button.button.small", { "data-solve": name, onclick: action }, t(text));
}

export class SolveCard {
  /**
   * @param {PositionSearch} search
   * @param {import("./proof_view.js").ProofView} proof
   * @param {{onStop: () => void, onSearch: () => void, onWin: () => void}} handlers
   */
  constructor(search, proof, handlers) {
    this.search = search;
    this.proof = proof;
    this.handlers = handlers;
    this.element = h("section.verdict", { id: "solve-verdict" });
  }

  show() {
    const { state } = this.search;
    this.element.dataset.state = state;
    this.element.setAttribute("aria-label", t("verdict"));
    redraw(this.element, () => [
      icon(ICONS[state]),
      h("h2", headline(state)),
      ...this.reasons(state).map((text) => h("p", text)),
      ...(state === "lost" ? this.proof.controls() : []),
      ...this.actions(state),
    ]);
  }

  /**
   * What there is to say about the position.
   * @param {State} state
   */
  reasons(state) {
    const { verdict, moves, isStuck, chance, isEstimate, searched = 0 } = this.search.facts;
    if (state === "without") return [t("verdict why without")];
    if (state === "clear") return [];
    const pairs = isStuck ? t("verdict stuck") : moves ? t("verdict pairs", { pairs: moves.length }) : "";
    if (state === "lost" && verdict) {
      const bySearch = verdict.loss === "exhausted" ? [t("solve by search")] : [];
      return [joinSentences(this.proof.take(verdict, this.search.rows), ...bySearch), pairs];
    }
    if (state === "won") {
      const isKnown = chance !== undefined && !isEstimate;
      return [joinSentences(pairs, ...(isKnown ? [t("solve random", { percent: Math.round(100 * chance) })] : []))];
    }
    const spent = { nodes: numberText(verdict?.nodes ?? 0), seconds: Math.round(searched) };
    return [t(state === "unknown" ? "verdict tried" : "verdict trying", spent), ...(pairs ? [pairs] : [])];
  }

  /**
   * What can be done now.
   * @param {State} state
   */
  actions(state) {
    const { facts, seconds } = this.search;
    const { onStop, onSearch, onWin } = this.handlers;
    const row = (/** @type {Node[]} */ ...parts) => [h("div.row", ...parts)];
    if (state === "searching") {
      const value = Math.min((facts.searched ?? 0) / seconds, 1);
      const bar = h("progress", { max: 1, value, "aria-label": t("verdict searching") });
      return row(bar, solveButton("stop", "verdict stop", onStop));
    }
    if (state === "won" && facts.verdict?.moves.length) return row(solveButton("win", "solve win", onWin));
    return state === "unknown" ? row(solveButton("on", "verdict on", onSearch)) : [];
  }
}
