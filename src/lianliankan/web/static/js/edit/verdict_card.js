// Whether the board can be won, and why not: the answer, the tiles that prove a loss, and the search while it goes on.

import { h, redraw, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { named, numberText, t } from "../i18n/i18n.js";
import { boardApi } from "../server/board_api.js";
import { difficultyName, difficultyScore } from "../server/board_facts.js";
import { facts } from "../server/facts.js";
import { lossText, proofSets } from "./verdict_parts.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { BoardFacts } from "../kernel/facts_worker.js" */
/** @import { Cell } from "../server/protocol.js" */

/** @typedef {"empty" | "won" | "lost" | "searching" | "unknown" | "without"} State */

const SHOW_SEARCH_AFTER = 300; // milliseconds: most answers come before, and nothing flickers
const TELL_AFTER = 900; // milliseconds: screen readers hear the answer when the player pauses

/** @type {Record<State, IconName>} */
const ICONS = {
  empty: "tiles",
  won: "check",
  lost: "cross",
  searching: "hint",
  unknown: "help",
  without: "help",
};

export class VerdictCard {
  /** @param {import("./edit_page.js").EditPage} page */
  constructor(page) {
    this.page = page;
    /** @type {BoardFacts} */
    this.facts = {};
    this.seconds = 0;
    this.hasStopped = false;
    /** @type {Cell[][]} the sets of tiles that prove a loss */
    this.proof = [];
    /** @type {number | null} the set that is shown on the board */
    this.shownSet = null;
    /** @type {AbortController | null} */
    this.comparing = null;
    /** @type {number | null} the share of the deals of its kind that are easier, if the server has said it */
    this.easier = null;
    this.told = h("p.visually-hidden", { role: "status" });
    this.card = h("div.verdict");
    this.element = h("section.edit-section", { id: "verdict" }, this.card, this.told);
  }

  remove() {
    clearTimeout(this.timer);
    clearTimeout(this.tellTimer);
    this.stopComparing();
  }

  stopComparing() {
    this.comparing?.abort();
    this.comparing = null;
    this.easier = null;
  }

  /**
   * A search begins; what was known is shown until there is something new, or it takes long.
   * @param {number} seconds
   */
  start(seconds) {
    this.seconds = seconds;
    this.hasStopped = false;
    this.facts = {};
    this.stopComparing();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), SHOW_SEARCH_AFTER);
  }

  /** @param {BoardFacts} found */
  show(found) {
    this.facts = found;
    const { verdict, chance, isEstimate } = found;
    if (!this.comparing && chance !== undefined && !isEstimate) void this.compare(chance);
    if (!verdict || (verdict.winnable === null && (found.searched ?? 0) * 1000 < SHOW_SEARCH_AFTER)) return;
    clearTimeout(this.timer);
    this.draw();
  }

  /** @returns {State} */
  get state() {
    const { verdict, isDone } = this.facts;
    if (!facts.kernel) return "without";
    if (!this.page.tools.counts.size) return "empty";
    if (verdict?.winnable === true) return "won";
    if (verdict?.winnable === false) return "lost";
    return isDone || this.hasStopped ? "unknown" : "searching";
  }

  draw() {
    const { state } = this;
    const headline = t(`verdict ${state}`);
    const lines = this.lines(state);
    this.card.dataset.state = state;
    this.element.setAttribute("aria-label", t("verdict"));
    redraw(this.card, () => [
      icon(ICONS[state]),
      h("h2", headline),
      ...lines.map((line) => h("p", line)),
      ...(state === "lost" ? this.proofControls() : []),
      ...(state === "searching" ? [this.progress()] : []),
      ...(state === "unknown" ? [this.button("verdict-on", "verdict on", () => this.page.find({ isLong: true }))] : []),
    ]);
    this.page.tools.showState(state, ICONS[state], headline);
    clearTimeout(this.tellTimer);
    const isTold = state !== "searching" && (this.facts.isDone || state === "empty");
    if (isTold) this.tellTimer = setTimeout(() => setText(this.told, [headline, ...lines].join(" ")), TELL_AFTER);
  }

  /**
   * What there is to say.
   * @param {State} state
   */
  lines(state) {
    const { verdict, moves = [], isStuck } = this.facts;
    if (state === "without") return [t("verdict why without")];
    if (state === "empty") return [t("verdict why empty")];
    const pairs = isStuck ? t("verdict stuck") : t("verdict pairs", { pairs: moves.length });
    const compared = this.easier === null ? [] : [t("verdict compared", { percent: Math.round(100 * this.easier) })];
    if (state === "won") return [this.difficulty(), ...compared, pairs];
    if (state === "lost" && verdict) return [this.whyLost(verdict), pairs];
    const nodes = numberText(verdict?.nodes ?? 0);
    const seconds = Math.round(this.facts.searched ?? 0);
    return [t(state === "unknown" ? "verdict tried" : "verdict trying", { nodes, seconds }), pairs];
  }

  /** How hard the board is. */
  difficulty() {
    const { chance, isEstimate } = this.facts;
    if (chance === undefined) return t("verdict rating");
    const score = difficultyScore(chance);
    const values = {
      difficulty: named("difficulty", difficultyName(score)),
      score: isEstimate ? `≈ ${Math.round(score)}` : score,
      percent: Math.round(100 * chance),
    };
    return t("verdict difficulty", values);
  }

  /**
   * Ask where the board lies among all deals of its kind.
   * @param {number} chance
   */
  async compare(chance) {
    this.comparing = new AbortController();
    const { signal } = this.comparing;
    const found = await boardApi
      .percentile(this.page.model.board, difficultyScore(chance), { signal })
      .catch(() => null);
    if (signal.aborted || !found) return; // the card works without it
    this.easier = found.easier;
    this.draw();
  }

  /** @param {import("../kernel/kernel.js").KernelVerdict} verdict */
  whyLost(verdict) {
    this.proof = proofSets(verdict);
    return lossText(verdict, (cell) => this.page.nameOf(this.page.model.at(cell)));
  }

  // ---- The proof on the board ---------------------------------------------------------------------------------------

  proofControls() {
    const { proof, shownSet } = this;
    if (!proof.length) return [];
    const toggle = this.button("proof-toggle", shownSet === null ? "proof show" : "proof hide", () =>
      this.showSet(this.shownSet === null ? 0 : null),
    );
    if (shownSet === null || proof.length === 1) return [h("div.row", toggle)];
    const step = (/** @type {"back" | "forth"} */ name, /** @type {number} */ by) =>
      iconButton(name, t(`proof ${name}`), {
        id: `proof-${name}`,
        onclick: () => this.showSet((shownSet + by + proof.length) % proof.length),
      });
    const place = t("proof place", { place: shownSet + 1, sets: proof.length });
    return [h("div.row", toggle, step("back", -1), h("span", place), step("forth", 1))];
  }

  /** @param {number | null} place */
  showSet(place) {
    const { board } = this.page;
    this.shownSet = place;
    board.removeMarks("blocked");
    const cells = place === null ? [] : this.proof[place];
    for (const cell of cells) board.mark(cell, "blocked");
    if (cells.length) {
      board.reveal(cells);
      const places = cells.map((cell) =>
        t("cell", { what: this.page.nameOf(this.page.model.at(cell)), place: this.page.placeName(cell) }),
      );
      this.page.say(t("proof cells", { tiles: cells.length, cells: places.join(t("edit between")) }));
      if (this.page.panel.isOpen) this.page.panel.close();
    }
    this.draw();
  }

  /** The board changes: a proof was about the old one. */
  hideProof() {
    if (this.shownSet === null) return;
    this.shownSet = null;
    this.page.board.removeMarks("blocked");
  }

  // ---- The search ---------------------------------------------------------------------------------------------------

  progress() {
    const value = Math.min((this.facts.searched ?? 0) / this.seconds, 1);
    const bar = h("progress", { max: 1, value, "aria-label": t("verdict searching") });
    const stop = this.button("verdict-stop", "verdict stop", () => {
      this.page.finder.stop();
      this.hasStopped = true;
      this.draw();
    });
    return h("div.row", bar, stop);
  }

  /**
   * @param {string} id
   * @param {TextKey} text
   * @param {() => void} action
   */
  button(id, text, action) {
    return h("button.button.small", { id, onclick: action }, t(text));
  }
}
