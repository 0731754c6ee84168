// The tab that solves: whether the position can be won, the win on the board, what every move leads to, why it is lost.

import { h } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { loadStyle } from "../core/style.js";
import { loadVerdictStyle } from "../edit/verdict_parts.js";
import { t } from "../i18n/i18n.js";
import { loadPart } from "../server/api.js";
import { boardApi } from "../server/board_api.js";
import { loadPartTexts } from "../server/texts.js";
import { loadLabKernel } from "./lab_kernel.js";
import { LinkArcs } from "./link_arcs.js";
import { readMoves, writeMoves } from "./move_line.js";
import { moveState, moveStrip } from "./move_strip.js";
import { OUTCOME_LOOKS, judgedMoves, moveList, outcomeCounts } from "./move_tree.js";
import { PlayBar } from "./play_bar.js";
import { PositionSearch } from "./position_search.js";
import { ProofView } from "./proof_view.js";
import { RecordedCard, isGameShare } from "./recorded_card.js";
import { SolveCard, headline, solveButton } from "./solve_card.js";

/** @import { Cell, RecordedGame } from "../server/protocol.js" */

/** @typedef {[Cell, Cell]} Move */
/** Load what the tab needs, and return how to make it. */
export async function loadSolveTab() {
  const [kernel] = await Promise.all([
    loadPart(loadLabKernel()),
    loadPart(loadStyle("lab/solve.css")),
    loadPart(loadVerdictStyle()),
    loadPart(loadPartTexts("edit")),
  ]);
  return (/** @type {import("./lab_page.js").LabPage} */ lab) => new SolveTab(lab, kernel);
}

export class SolveTab {
  /**
   * @param {import("./lab_page.js").LabPage} lab
   * @param {import("../kernel/kernel.js").Kernel | null} kernel
   */
  constructor(lab, kernel) {
    this.lab = lab;
    this.kernel = kernel;
    /** The board of the lab that the tab has taken. */
    this.share = "";
    /** @type {Cell | null} the first tile of a move that is picked on the board */
    this.first = null;
    this.note = "";
    this.search = new PositionSearch(kernel, lab.plainBoard, () => {
      if (lab.tab === this && !this.bar.isPlaying) this.show();
    });
    this.bar = new PlayBar({
      length: () => this.length,
      number: () => this.number,
      go: (number) => this.go(number),
      rest: () => this.rest(),
    });
    this.under = this.bar.element;
    this.arcs = new LinkArcs(lab.board);
    this.proof = new ProofView(lab.board, {
      links: (rows, pair) => this.search.links(rows, pair),
      onShow: () => this.show(),
    });
    this.recorded = new RecordedCard({
      onGame: (game) => this.takeGame(game),
      onPoint: (point) => this.showPoint(point),
    });
    this.card = new SolveCard(this.search, this.proof, {
      onStop: () => this.stopSearch(),
      onSearch: () => this.rest({ isLong: true }),
      onWin: () => this.playWin(),
    });
    this.tree = h("section.lab-card.solve-tree");
    this.element = h("div.lab-solve");
    this.arrange();
    lab.board.grid.element.addEventListener("pointermove", (event) => this.point(event));
  }

  /** A game that was read comes before the moves. */
  arrange() {
    const { card, tree, recorded, element } = this;
    const parts = [card.element, ...(recorded.game ? [recorded.element, tree] : [tree, recorded.element])];
    if (parts.some((part, place) => element.children[place] !== part)) element.replaceChildren(...parts);
  }

  /** The board has changed, or the tab is shown again. */
  update() {
    const { lab } = this;
    lab.board.markEnds([]);
    lab.board.overlay.replaceChildren(this.arcs.layer, this.arcs.strong, this.proof.layer);
    if (!lab.isSettled) return;
    if (lab.share === this.share) this.rest();
    else void this.open();
  }

  redraw() {
    this.bar.build();
    this.recorded.build();
    this.rest();
  }

  leave() {
    this.bar.stop();
    this.search.finder.stop();
    this.recorded.stop();
    this.first = null;
    this.lab.showBoard();
  }

  // ---- The board, the line and the game -----------------------------------------------------------------------------

  /** Take the board of the lab; the address may hold a line of moves, or a position of a recorded game. */
  async open() {
    const { lab, recorded } = this;
    const isFirst = this.share === "";
    const { line = "", point = "" } = isFirst ? lab.extra : {};
    this.share = lab.share;
    this.search.known.clear();
    if (recorded.game?.share !== lab.share) recorded.game = null;
    recorded.point = Number(point) || 0;
    const moves = readMoves(line);
    this.start(lab.plainBoard, moves);
    recorded.build();
    if (!isGameShare(lab.share)) return;
    if (!recorded.game) await recorded.read(lab.share);
    if (recorded.game && lab.share === this.share) this.showPoint(recorded.point, moves);
  }

  /**
   * Begin at a board.
   * @param {import("../server/board_facts.js").PlainBoard} board
   * @param {Move[]} [moves] played from there
   */
  start(board, moves = []) {
    this.search.start(board, moves);
    this.settle();
    this.rest();
  }

  /** @param {RecordedGame} game that was pasted */
  takeGame(game) {
    if (game.share !== this.lab.share) void this.lab.openBoard(game.share, { tab: "solve" });
  }

  /**
   * Show a position of the recorded game.
   * @param {number} point
   * @param {Move[]} [moves] played from there
   */
  showPoint(point, moves = []) {
    const { game } = this.recorded;
    if (!game) return;
    this.recorded.point = Math.min(Math.max(point, 0), game.points.length - 1);
    const { rows, phase } = game.points[this.recorded.point];
    this.start({ rows, phase, rules: game.rules }, moves);
    this.recorded.build();
  }

  /** The number of steps of what can be played: the line, or else the recorded game. */
  get length() {
    return this.line?.length || (this.recorded.game?.points.length ?? 1) - 1;
  }

  get number() {
    return this.line?.length ? this.line.at : this.recorded.point;
  }

  /** @param {number} number */
  go(number) {
    if (!this.line?.length) return this.showPoint(number);
    this.line.go(number);
    this.settle();
  }

  /**
   * Play a move from the position that is shown.
   * @param {Move} move
   */
  play(move) {
    if (!this.line?.play(move)) return;
    this.bar.stop();
    this.settle();
    this.rest();
    const isInPanel = document.activeElement === document.body || this.tree.contains(document.activeElement);
    if (isInPanel) /** @type {HTMLElement | null} */ (this.tree.querySelector("[aria-current=step]"))?.focus();
  }

  /** Show the position of the line, and write it into the address. */
  settle() {
    const { lab, line, recorded } = this;
    this.first = null;
    this.note = "";
    this.proof.clear();
    if (lab.tab !== this) return;
    lab.board.markEnds([]);
    lab.board.changeRows(this.search.rows);
    for (const name of ["line", "point"]) delete lab.extra[name];
    if (recorded.point && isGameShare(lab.share)) lab.extra.point = String(recorded.point);
    if (line?.at) lab.extra.line = writeMoves(line.played);
    lab.writeAddress({ replace: true });
    this.search.recall();
    this.arcs.draw([], () => OUTCOME_LOOKS.open);
    this.showBar();
  }

  /** The moves that can be played, or were played. */
  get line() {
    return this.search.line;
  }

  /**
   * Nothing plays any more: find out about the position.
   * @param {{isLong?: boolean}} [options]
   */
  rest(options) {
    this.search.ask(options);
    this.show();
  }

  stopSearch() {
    this.search.stop();
    this.show();
  }

  // ---- What is on the screen ----------------------------------------------------------------------------------------

  show() {
    this.arrange();
    this.card.show();
    this.showTree();
    this.showBar();
    this.drawMoves();
  }

  /** Play the win that was found, from the position that is shown. */
  playWin() {
    const { verdict } = this.search.facts;
    if (!this.line || !verdict) return;
    this.line.append(/** @type {Move[]} */ (verdict.moves));
    this.search.finder.stop();
    this.bar.play();
    this.show();
  }

  // ---- The tree of moves --------------------------------------------------------------------------------------------

  showTree() {
    const { line, recorded } = this;
    const { facts, hasStopped, rows } = this.search;
    const moves = judgedMoves(facts);
    const next = line?.at === 0 ? (recorded.game?.points[recorded.point + 1]?.move ?? null) : null;
    const isJudging = facts.moves !== undefined && !facts.isDone && !hasStopped;
    this.tree.replaceChildren(
      h("h3", { hidden: !facts.moves }, t("solve moves", { pairs: moves.length })),
      ...(line?.length ? [this.breadcrumb(line)] : []),
      outcomeCounts(moves, isJudging ? () => this.stopSearch() : null),
      ...(moves.length
        ? [
            moveList({
              moves,
              rows,
              played: /** @type {Move | null} */ (next),
              onPick: (move) => this.play(move),
              onPoint: (move) => this.pointAt(move),
            }),
            h("p.muted", t("solve legend")),
          ]
        : []),
    );
  }

  /**
   * The way from the start to the position, and what follows it.
   * @param {import("./move_line.js").MoveLine} line
   */
  breadcrumb(line) {
    const items = [null, ...line.moves].map((move, place) => {
      const winnable =
        this.search.known.get(this.search.keyAt(place))?.verdict?.winnable ?? (place > line.at ? undefined : null);
      const state = moveState(winnable);
      const text = move ? `${place}` : t("solve start");
      const label = move ? `${this.moveName(place)} · ${t(`course ${state}`)}` : t("solve start");
      return { text, label, state };
    });
    return h(
      "div.solve-line",
      moveStrip({
        name: "line",
        label: t("solve line"),
        items,
        at: line.at,
        onPick: (place) => this.bar.jump(place),
      }),
      h(
        "div.row",
        ...(line.at ? [solveButton("up", "solve up", () => this.bar.jump(line.at - 1))] : []),
        solveButton("take", "solve take", () => void this.takePosition()),
      ),
    );
  }

  /**
   * The name of a move of the line.
   * @param {number} place how many moves are played then
   */
  moveName(place) {
    const move = this.line?.moves[place - 1];
    const before = this.line?.boards[place - 1]?.rows;
    if (!move || !before) return "";
    const cells = move.map(([row, col]) => `${row + 1},${col + 1}`).join(" – ");
    return t("solve move", { number: place, tile: faceName(before[move[0][0]][move[0][1]]), cells });
  }

  /** Make the position the board of the lab, for all tabs. */
  async takePosition() {
    await this.lab.app.try(async () => {
      const { share } = await boardApi.describe(this.search.position);
      await this.lab.openBoard(share, { tab: "solve" });
    });
  }

  showBar() {
    const { line, recorded } = this;
    const { state } = this.search;
    const where = line?.at
      ? this.moveName(line.at)
      : recorded.game && recorded.point
        ? recorded.nameOf(recorded.game, recorded.point)
        : t("solve start");
    const answer = state === "searching" ? [] : [headline(state)];
    this.bar.show(this.note || [where, ...answer].join(" · "));
  }

  // ---- On the board -------------------------------------------------------------------------------------------------

  drawMoves() {
    const isProof = this.proof.shown !== null;
    const moves = isProof ? [] : judgedMoves(this.search.facts);
    const looks = new Map(moves.map(({ move, outcome }) => [String(move), OUTCOME_LOOKS[outcome]]));
    this.arcs.draw(
      moves.map(({ move }) => move),
      (pair) => looks.get(String(pair)) ?? OUTCOME_LOOKS.open,
    );
  }

  /** @param {Move | null} move */
  pointAt(move) {
    this.arcs.stress(
      (pair) => String(pair) === String(move),
      (pair) => this.line?.board.link(...pair) ?? null,
    );
  }

  /**
   * The mouse is over the board.
   * @param {PointerEvent} event
   */
  point(event) {
    if (this.lab.tab !== this || event.pointerType !== "mouse" || this.first) return;
    this.pointAt(this.arcs.at(event));
  }

  /**
   * Two tiles that are picked one after the other are a move.
   * @param {Cell} cell
   */
  pick(cell) {
    const { first, lab } = this;
    if ((this.search.rows[cell[0]]?.[cell[1]] ?? 0) <= 0) return true;
    this.note = "";
    if (!first || String(first) === String(cell)) this.first = first ? null : cell;
    else {
      const pair = /** @type {Move} */ ([first, cell].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
      this.first = null;
      if (this.line?.board.link(...pair)) {
        this.play(pair);
        return true;
      }
      this.note = t("what-if no link", { first: lab.board.nameOf(first), second: lab.board.nameOf(cell) });
    }
    lab.board.markEnds(this.first ? [this.first] : []);
    this.showBar();
    return true;
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.key === "Backspace" && this.line?.at) {
      this.bar.jump(this.line.at - 1);
      return true;
    }
    const target = /** @type {HTMLElement} */ (event.target);
    return !target.closest(".move-list, .move-strip") && this.bar.handleKey(event);
  }
}
