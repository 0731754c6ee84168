// The tab in which tiles are moved: what links then, how many pairs are free, whether the position is stuck; and why not.

import { copyText } from "../dialogs/copy.js";
import { actionButton } from "../dialogs/form.js";
import { h, redraw, s, setText } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { icon } from "../core/icons.js";
import { loadStyle } from "../core/style.js";
import { joinSentences, t } from "../i18n/i18n.js";
import { loadPart } from "../server/api.js";
import { FactFinder } from "../server/board_facts.js";
import { loadPartTexts } from "../server/texts.js";
import { kernelBoard, loadLabKernel } from "./lab_kernel.js";
import { LinkArcs, kindHue } from "./link_arcs.js";
import { LinksCard } from "./links_card.js";
import { SwapHistory, followPair, swapCells } from "./swap_history.js";
import { TileDrag } from "./tile_drag.js";
import { WhyCard } from "./why_card.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { Cell } from "../server/protocol.js" */
/** @import { Tried } from "./swap_history.js" */

/** @typedef {[Cell, Cell]} Pair */
/** @typedef {{moves: Pair[], link: Cell[] | null}} Answers */

const SEARCH_SECONDS = 4;
const SEARCH_AFTER = 250; // milliseconds without a change

/** Load what the tab needs, and return how to make it. */
export async function loadWhatIfTab() {
  const [kernel] = await Promise.all([
    loadPart(loadLabKernel()),
    loadPart(loadStyle("lab/what_if.css")),
    loadPart(loadPartTexts("edit")),
  ]);
  return (/** @type {import("./lab_page.js").LabPage} */ lab) => new WhatIfTab(lab, kernel);
}

export class WhatIfTab {
  /**
   * @param {import("./lab_page.js").LabPage} lab
   * @param {import("../kernel/kernel.js").Kernel | null} kernel
   */
  constructor(lab, kernel) {
    this.lab = lab;
    this.kernel = kernel;
    this.element = h("div.lab-what-if");
    this.sentence = h("p.trace-sentence", { role: "status" });
    this.under = h("div.lab-controls", this.sentence);
    this.history = new SwapHistory({ rows: lab.rows, pair: lab.pair });
    /** @type {Tried | null} the position while a tile is on its way */
    this.preview = null;
    this.hasArcs = true;
    this.arcs = new LinkArcs(lab.board);
    this.links = new LinksCard({
      onToggle: (isOn) => this.toggleArcs(isOn),
      onPoint: (pair) => (pair ? this.stressPair(pair) : this.stress(null)),
      onPick: (pair) => this.choose(pair),
    });
    this.path = s("g");
    this.why = new WhyCard(lab);
    /** @type {import("../kernel/facts_worker.js").BoardFacts} */
    this.facts = {};
    this.factsOf = "";
    this.finder = new FactFinder((found) => {
      this.facts = found;
      this.showNumbers();
    });
    this.timer = 0;
    this.drag = new TileDrag(lab.board, {
      preview: (from, to) => this.show(this.after(from, to)),
      drop: (from, to) => this.change(this.history.swap(from, to, this.lab.pair)),
      cancel: () => this.show(null),
      hover: (cell) => this.stress(cell),
    });
    this.lab.board.grid.element.addEventListener("pointermove", (event) => this.point(event));
  }

  /** The board or the two tiles have changed. */
  update() {
    const { lab } = this;
    if (lab.rows !== this.history.now.rows) this.history = new SwapHistory({ rows: lab.rows, pair: lab.pair });
    this.drag.start();
    lab.board.overlay.replaceChildren(this.why.layer, this.arcs.layer, this.arcs.strong, this.path);
    this.build();
    this.show(null);
    this.findFacts();
  }

  redraw() {
    this.update();
  }

  leave() {
    this.drag.stop();
    this.finder.stop();
    this.factsOf = "";
    clearTimeout(this.timer);
  }

  // ---- Positions ----------------------------------------------------------------------------------------------------

  /** The position that is shown. */
  get now() {
    return this.preview ?? { rows: this.lab.rows, pair: this.lab.pair };
  }

  /**
   * The position after two cells have changed places.
   * @param {Cell} from
   * @param {Cell} to
   * @returns {Tried}
   */
  after(from, to) {
    return { rows: swapCells(this.lab.rows, from, to), pair: followPair(this.lab.pair, from, to) };
  }

  /**
   * Show a position of the history.
   * @param {Tried} tried
   */
  change({ rows, pair }) {
    this.preview = null;
    void this.lab.changeTiles(rows, pair);
  }

  /**
   * Ask the kernel about a position.
   * @param {Tried} position
   * @returns {Answers}
   */
  ask({ rows, pair }) {
    if (!this.kernel) return { moves: [], link: null };
    const board = kernelBoard(this.kernel, { ...this.lab.plainBoard, rows });
    const answers = { moves: board.moves(), link: pair ? board.link(...pair) : null };
    board.free();
    return answers;
  }

  /** @param {Pair} pair */
  findPath(pair) {
    return this.ask({ rows: this.now.rows, pair }).link;
  }

  /** Ask whether the position can be won, when the player pauses. */
  findFacts() {
    const asked = JSON.stringify(this.lab.rows);
    if (!this.kernel || asked === this.factsOf) return;
    this.factsOf = asked;
    this.facts = {};
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.finder.ask(this.lab.plainBoard, { seconds: SEARCH_SECONDS }), SEARCH_AFTER);
  }

  // ---- What is on the screen ----------------------------------------------------------------------------------------

  build() {
    const { lab } = this;
    this.numbers = h("dl.trace-numbers");
    this.pairCard = h("p.trace-result");
    const undo = actionButton("what-if undo", () => this.change(this.history.undo()), { iconName: "undo" });
    const reset = actionButton("what-if reset", () => this.change(this.history.reset()), { iconName: "restart" });
    for (const button of [undo, reset]) button.toggleAttribute("disabled", !this.history.canUndo);
    const carry = actionButton("what-if carry", () => this.carry(), { iconName: "target" });
    carry.setAttribute("aria-keyshortcuts", "d");
    carry.classList.add("for-keys");
    const copy = actionButton("copy", () => void copyText(document.URL, copy), {
      iconName: "share",
    });
    redraw(this.element, () => [
      h("p.lab-idea", `${t("what-if about")} `, h("span.for-keys", t("what-if keys"))),
      ...(this.kernel ? [] : [h("p.lab-note.bad", t("verdict why without"))]),
      h("div.card-actions", undo, reset, carry, copy),
      this.numbers,
      lab.pair ? this.pairCard : h("p.lab-note", t(lab.first ? "lab pick second" : "what-if pick")),
      this.why.element,
      this.links.element,
    ]);
  }

  /**
   * Show the answers for a position.
   * @param {Tried | null} preview null for the board as it is
   */
  show(preview) {
    this.preview = preview;
    const answers = this.ask(this.now);
    this.answers = answers;
    this.showNumbers();
    this.showPair(answers);
    this.links.show(answers.moves, this.now.rows, { hasArcs: this.hasArcs });
    setText(this.sentence, this.sentenceText(answers));
    const { rows } = this.now;
    this.arcs.draw(this.hasArcs ? answers.moves : [], ([[row, col]]) => ({ hue: kindHue(rows[row][col]) }));
    this.arcs.layer.classList.toggle("quiet", this.now.pair !== null && !answers.link);
    if (!preview) this.stress(this.lab.first);
  }

  showNumbers() {
    const { moves = [] } = this.answers ?? {};
    const tiles = this.now.rows.flat().filter((kind) => kind > 0).length;
    const before = this.history.canUndo || this.preview ? this.ask(this.history.start).moves.length : moves.length;
    const change = moves.length - before;
    const { verdict, isDone } = this.facts;
    const winnable = this.preview || !verdict ? undefined : verdict.winnable;
    const won =
      winnable === true
        ? t("verdict won")
        : winnable === false
          ? t("verdict lost")
          : t(isDone && !this.preview ? "verdict unknown" : "verdict searching");
    const number = (
      /** @type {TextKey} */ name,
      /** @type {string} */ value,
      /** @type {string} */ kind = "",
      /** @type {string} */ more = "",
    ) => h("div", { class: kind }, h("dt", t(name)), h("dd", value, more && h("small", more)));
    this.numbers?.replaceChildren(
      number(
        "what-if free",
        String(moves.length),
        moves.length || !tiles ? "" : "bad",
        change ? ` ${change > 0 ? "+" : "−"}${Math.abs(change)}` : "",
      ),
      number("what-if position", t(tiles ? (moves.length ? "what-if open" : "what-if stuck") : "what-if clear")),
      number("verdict", tiles ? won : "–", winnable === true ? "good" : winnable === false ? "bad" : ""),
    );
  }

  /** @param {Answers} answers */
  showPair({ link }) {
    const { pair, rows } = this.now;
    this.path.replaceChildren();
    if (!pair) return this.why.clear();
    if (this.pairCard) {
      this.pairCard.className = `trace-result ${link ? "good" : "bad"}`;
      this.pairCard.replaceChildren(icon(link ? "check" : "cross"), h("span", this.pairText(pair, link, rows)));
    }
    if (link) this.path.append(this.lab.board.line(link, "trace-halo"), this.lab.board.line(link, "trace-path"));
    if (link || this.preview) this.why.clear();
    else if (this.lab.isSettled) void this.why.explain(pair);
  }

  /**
   * @param {Pair} pair
   * @param {Cell[] | null} link
   * @param {number[][]} rows
   */
  pairText([a, b], link, rows) {
    const name = (/** @type {Cell} */ [row, col]) => `${faceName(rows[row][col])} ${row + 1},${col + 1}`;
    const values = { first: name(a), second: name(b) };
    return link ? t("what-if links", { ...values, ...measure(link) }) : t("what-if no link", values);
  }

  /** @param {Answers} answers */
  sentenceText({ link, moves }) {
    const { pair, rows } = this.now;
    const sentences = [
      ...(this.drag.isCarrying && !this.preview ? [t("what-if carrying")] : []),
      ...(pair ? [this.pairText(pair, link, rows)] : []),
      moves.length ? t("verdict pairs", { pairs: moves.length }) : t("verdict stuck"),
    ];
    return joinSentences(...sentences);
  }

  // ---- All links ----------------------------------------------------------------------------------------------------

  /** @param {Pair} pair */
  choose(pair) {
    [this.lab.pair, this.lab.first] = [pair, null];
    this.lab.showPair();
    this.lab.writeAddress({ replace: true });
    this.update();
  }

  /** @param {boolean} isOn */
  toggleArcs(isOn) {
    this.hasArcs = isOn;
    this.show(null);
  }

  /**
   * Strengthen the links of a tile, or none.
   * @param {Cell | null} cell
   */
  stress(cell) {
    const key = String(cell);
    this.arcs.stress(
      (pair) => cell !== null && pair.some((each) => String(each) === key),
      (pair) => this.findPath(pair),
    );
  }

  /** @param {Pair} pair */
  stressPair(pair) {
    this.arcs.stress(
      (each) => String(each) === String(pair),
      (each) => this.findPath(each),
    );
  }

  /**
   * The mouse points at an arc, or at a tile.
   * @param {PointerEvent} event
   */
  point(event) {
    if (this.lab.tab !== this || !this.hasArcs || this.drag.carried || event.pointerType !== "mouse") return;
    const pair = this.arcs.at(event);
    if (pair) this.stressPair(pair);
  }

  // ---- Keys ---------------------------------------------------------------------------------------------------------

  /** Take the tile under the cursor, to move it with the arrow keys; or the first of the two. */
  carry() {
    const [row, col] = this.lab.board.cursor;
    const cell = /** @type {Cell} */ ([row - 1, col - 1]);
    const hasTile = (this.lab.rows[cell[0]]?.[cell[1]] ?? 0) > 0;
    this.drag.carry(hasTile ? cell : (this.lab.pair?.[0] ?? cell));
    setText(this.sentence, t("what-if carrying"));
  }

  /** @param {KeyboardEvent} event */
  handleFirst(event) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "z" && this.history.canUndo) {
      this.change(this.history.undo());
      return true;
    }
    if (ctrlKey || metaKey || altKey) return false;
    return this.drag.handleKey(key);
  }

  /** @param {KeyboardEvent} event */
  handleKey({ key }) {
    if (key === "d") this.carry();
    else if (key === "u" && this.history.canUndo) this.change(this.history.undo());
    else return false;
    return true;
  }
}

/**
 * The turns and steps of a path.
 * @param {Cell[]} corners
 */
function measure(corners) {
  const steps = corners
    .slice(1)
    .reduce((sum, [row, col], place) => sum + Math.abs(row - corners[place][0]) + Math.abs(col - corners[place][1]), 0);
  return { turns: corners.length - 2, steps };
}
