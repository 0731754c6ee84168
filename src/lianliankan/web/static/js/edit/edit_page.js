// The board editor: a board to draw on, tools and a palette below it, and beside it what is known about it.

import { EMPTY, VOID } from "../board/board_model.js";
import { BoardView } from "../board/board_view.js";
import { editCells } from "../board/cell_edits.js";
import { isPortrait } from "../board/usual_board.js";
import { h, setText } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { boardApi } from "../server/board_api.js";
import { FactFinder } from "../server/board_facts.js";
import { facts } from "../server/facts.js";
import { EditInput } from "./edit_input.js";
import { EditModel } from "./edit_model.js";
import { EditPanel } from "./edit_panel.js";
import { countKinds } from "./edit_shapes.js";
import { EditTools } from "./edit_tools.js";

/** @import { PlainBoard } from "../server/board_facts.js" */
/** @import { Cell, DrawnBoard } from "../server/protocol.js" */

/** @typedef {{text: string} | {board: PlainBoard} | null} EditSource a text to read, a board, or nothing to begin with */

const SEARCH_SECONDS = 20;
const SEARCH_ON = 120; // seconds, when the player wants to know
const SETTLE_AFTER = 500; // milliseconds after the last change: then the address has the board

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words: { text }, given }) {
  const board = await boardOf(text ? { text } : (given.board ?? null));
  return { path: "share" in board ? editAddress(board) : "/edit", make: (frame) => new EditPage(frame, board) };
}

/**
 * @param {EditSource} source
 * @returns {Promise<PlainBoard | DrawnBoard>}
 */
async function boardOf(source) {
  return source && "text" in source ? boardApi.read(source.text) : (source?.board ?? emptyBoard());
}

/** @returns {PlainBoard} */
function emptyBoard() {
  const { rows, cols } = facts.first;
  const [height, width] = isPortrait() ? [cols, rows] : [rows, cols];
  return {
    rows: Array.from({ length: height }, () => Array(width).fill(EMPTY)),
    rules: facts.default.rules,
    phase: "up",
  };
}

/** @param {DrawnBoard} board */
function editAddress({ share }) {
  return `/edit/${share}`;
}

export class EditPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {PlainBoard | DrawnBoard} board
   */
  constructor(frame, board) {
    this.app = frame.app;
    this.frame = frame;
    const { rows, rules, phase } = board;
    this.model = new EditModel({ rows, rules, phase }, facts.limits);
    this.model.onChange = () => this.follow();
    /** @type {{of: PlainBoard, drawn: Promise<DrawnBoard>} | null} the board as the server has described it last */
    this.described = "share" in board ? { of: this.model.board, drawn: Promise.resolve(board) } : null;
    this.settleTimer = 0;
    /** @type {[Cell, Cell] | null} the two cells of the course file that the board is from */
    this.points = null;
    frame.mark("editing");
    this.board = new BoardView(frame.stage, {
      onPick: () => {},
      isUpright: true,
      nameOf: (kind) => t(kind === EMPTY ? "empty" : kind === VOID ? "cell gap" : "wall"),
    });
    this.stats = /** @type {const} */ (["tiles", "kinds", "moves"]).map((name) => ({
      name,
      value: h("dd"),
      label: h("dt"),
    }));
    frame.stats.replaceChildren(
      ...this.stats.map(({ name, value, label }) => h("div", { "data-stat": name }, label, value)),
    );
    this.tools = new EditTools(this);
    this.panel = new EditPanel(this);
    this.finder = new FactFinder((found) => this.panel.showFacts(found));
    this.input = new EditInput(this);
    this.board.show(rows);
    this.redraw();
    this.follow();
    const isEnlarged = this.board.zoom.isEnlarged && matchMedia("(pointer: coarse)").matches;
    const size = { rows: rows.length, cols: rows[0].length };
    this.say(isEnlarged ? t("edit fingers") : this.tools.counts.size ? t("edit taken", size) : t("edit begin"));
    if ("points" in board && board.points) this.showPoints(board.points);
    if (this.app.hasLostFocus) this.board.grid.focus();
  }

  remove() {
    clearTimeout(this.settleTimer);
    this.finder.stop();
    this.input.remove();
    this.panel.remove();
    this.tools.remove();
    this.board.remove();
  }

  /** Draw everything in the current language. */
  redraw() {
    this.frame.showMode([icon("pen"), h("span", t("edit title"))], { title: t("edit title") });
    for (const { name, label } of this.stats) setText(label, t(name === "kinds" ? "edit kinds" : name));
    this.tools.draw();
    this.panel.draw();
    this.board.describe();
  }

  showFaces() {
    void this.board.bitmaps.sharpen();
    this.redraw();
  }

  // ---- Following the board ------------------------------------------------------------------------------------------

  /** Show the board as it is now, and find out about it. */
  follow() {
    const { model, board } = this;
    const isSameSize = board.rows.length === model.height && board.rows[0].length === model.width;
    this.panel.hideProof();
    this.points = null;
    board.removeMarks("point");
    if (isSameSize) editCells(board, model.rows);
    else {
      board.show(model.rows);
      board.fit();
    }
    this.showGaps();
    const counts = countKinds(model.rows);
    this.stat(
      "tiles",
      [...counts.values()].reduce((sum, count) => sum + count, 0),
    );
    this.stat("kinds", counts.size);
    this.tools.showCounts(counts);
    this.panel.showBoard(counts);
    this.find();
    clearTimeout(this.settleTimer);
    if (!model.stroke) this.settleTimer = setTimeout(() => void this.settle(), SETTLE_AFTER);
  }

  /** Mark the cells that are not part of the board, which a game does not draw. */
  showGaps() {
    const { board } = this;
    board.removeMarks("gap");
    board.rows.forEach((line, row) => line.forEach((kind, col) => kind === VOID && board.mark([row, col], "gap")));
  }

  /**
   * @param {string} name
   * @param {string | number} value
   */
  stat(name, value) {
    const field = this.stats.find((one) => one.name === name);
    if (field) setText(field.value, String(value));
  }

  /**
   * Find out what there is to know about the board.
   * @param {{isLong?: boolean}} [options] whether the player wants it to take longer
   */
  find({ isLong = false } = {}) {
    if (!facts.kernel) return;
    this.panel.startSearch(isLong ? SEARCH_ON : SEARCH_SECONDS);
    this.finder.ask(this.model.board, { seconds: isLong ? SEARCH_ON : SEARCH_SECONDS });
  }

  // ---- Texts of the board -------------------------------------------------------------------------------------------

  /**
   * Return the board as the server describes it, with its texts; errors are thrown to the caller.
   * @returns {Promise<DrawnBoard>}
   */
  describe() {
    const { board } = this.model;
    if (this.described?.of !== board) this.described = { of: board, drawn: boardApi.describe(board) };
    const { described } = this;
    described.drawn.catch(() => {
      if (this.described === described) this.described = null;
    });
    return described.drawn;
  }

  /** The board as it is drawn, for the lab. */
  boardToEdit() {
    return { board: this.model.board };
  }

  /** Write the board into the address, also before another page is opened, so that going back leads here. */
  async settle() {
    clearTimeout(this.settleTimer);
    const { board } = this.model;
    const drawn = await this.describe().catch(() => null); // the next change tries again
    if (drawn && this.model.board === board) this.frame.setAddress(editAddress(drawn));
  }

  // ---- Commands -----------------------------------------------------------------------------------------------------

  /** @param {string} text */
  say(text) {
    this.frame.say(text);
  }

  undo() {
    const change = this.model.undo();
    this.say(change ? t("edit undone", { change: t(`edit change ${change}`) }) : t("edit nothing to undo"));
  }

  redo() {
    const change = this.model.redo();
    this.say(change ? t("edit redone", { change: t(`edit change ${change}`) }) : t("edit nothing to redo"));
  }

  /** @param {import("./edit_shapes.js").Turn} turn */
  turn(turn) {
    this.model.turn(turn);
    this.say(t(`edit did ${turn}`));
  }

  /** @param {DrawnBoard | PlainBoard} board */
  take(board) {
    this.model.replace(board);
    this.say(t("edit taken", { rows: this.board.height, cols: this.board.width }));
    if ("points" in board && board.points) this.showPoints(board.points);
  }

  /**
   * Show the two cells of a course file.
   * @param {[Cell, Cell]} points
   */
  showPoints(points) {
    this.points = points;
    this.board.removeMarks("point");
    for (const cell of points) this.board.mark(cell, "point");
    const [a, b] = points.map((cell) => this.placeName(cell));
    this.say(t("edit points", { a, b }));
  }

  /** @param {Cell} cell */
  placeName([row, col]) {
    return t("place", { row: row + 1, col: col + 1 });
  }

  /**
   * What a number on a cell is called.
   * @param {number} number
   */
  nameOf(number) {
    return number > 0 ? faceName(number) : (this.board.handlers.nameOf?.(number) ?? "");
  }
}
