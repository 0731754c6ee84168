// Playing on a board of a page. The kernel says what links and what falls; the tiles are those of the picture.

import { LiveGrid, element } from "./live_grid.js";
import { texts } from "./live_texts.js";

/**
 * @typedef {import("./live_grid.js").Cell} Cell
 * @typedef {import("../../../src/lianliankan/web/static/js/kernel/kernel.js").Kernel} Kernel
 * @typedef {import("../../../src/lianliankan/web/static/js/kernel/kernel.js").KernelRules} Rules
 * @typedef {{board: number[][], rules: Rules, names: Record<string, string>, faces: string}} Game
 */

const RING = 0.6;
const VOID = -2;
const ARROWS = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

/** @type {Promise<Kernel> | null} */
let kernel = null;

/**
 * @param {HTMLElement} picture whose drawings of tiles are used
 * @param {Game} game
 * @returns {Promise<HTMLElement>}
 */
export async function openBoard(picture, game) {
  kernel ??= loadKernel();
  return new LiveBoard(await kernel, picture, game).element;
}

/**
 * Load the kernel that the page's builder has put beside this file, compressed.
 *
 * @returns {Promise<Kernel>}
 */
async function loadKernel() {
  const { Kernel } = await import(new URL("kernel/kernel.js", import.meta.url).href);
  const answer = await fetch(new URL("kernel/kernel.wasm.gz", import.meta.url));
  if (!answer.ok || !answer.body) throw new Error(`${answer.url}: ${answer.status}`);
  const unpacked = answer.body.pipeThrough(new DecompressionStream("gzip"));
  return Kernel.load(await new Response(unpacked).arrayBuffer());
}

class LiveBoard {
  /**
   * @param {Kernel} kernel
   * @param {HTMLElement} picture
   * @param {Game} game
   */
  constructor(kernel, picture, game) {
    this.game = game;
    this.boards = [kernel.board(game.board, game.rules)];
    /** @type {Cell | null} */
    this.picked = null;
    /** @type {Cell} */
    this.focus = [0, 0];
    this.grid = new LiveGrid(game.board.length, game.board[0].length, RING, (row, col) => this.#makeCell(row, col));
    this.grid.element.setAttribute("role", "grid");
    this.grid.element.setAttribute("aria-label", texts.board);
    for (const row of [...this.grid.element.querySelectorAll(".live-row")].slice(1, -1))
      row.setAttribute("role", "row");
    this.grid.element.addEventListener("keydown", (event) => this.#steer(event));
    this.status = element("output", { class: "live-status", "aria-live": "polite" });
    const tools = element(
      "div",
      { class: "live-tools" },
      makeButton(texts.hint, () => this.#hint()),
      makeButton(texts.undo, () => this.#backTo(this.boards.length - 1)),
      makeButton(texts.restart, () => this.#backTo(1)),
    );
    const drawings = /** @type {HTMLElement} */ (picture.cloneNode(true));
    drawings.className = "live-drawings"; // not to be seen, but the tiles are drawn from there
    drawings.setAttribute("aria-hidden", "true");
    this.element = element("div", { class: "live live-board" }, drawings, this.grid.element, tools, this.status);
    this.#show(texts.begin);
  }

  get board() {
    return this.boards[this.boards.length - 1];
  }

  /**
   * @param {number} row
   * @param {number} col
   */
  #makeCell(row, col) {
    if (this.game.board[row][col] === VOID) return element("div", { class: "live-cell", role: "presentation" });
    const cell = element("button", { type: "button", class: "live-cell", role: "gridcell", tabindex: "-1" });
    cell.addEventListener("click", () => this.#pick([row, col]));
    cell.addEventListener("focus", () => this.#moveFocus([row, col]));
    return cell;
  }

  /** @param {Cell} cell */
  #pick(cell) {
    const numbers = this.board.rows;
    const kindAt = (/** @type {Cell} */ [row, col]) => numbers[row][col];
    if (kindAt(cell) <= 0) return;
    const first = this.picked;
    if (first === null || kindAt(first) !== kindAt(cell)) {
      this.picked = cell;
      const name = this.game.names[kindAt(cell)];
      this.#show(first === null ? texts.picked(name) : `${texts.different} ${texts.picked(name)}`);
    } else if (first[0] === cell[0] && first[1] === cell[1]) {
      this.picked = null;
      this.#show(texts.begin);
    } else {
      this.#join(first, cell);
    }
  }

  /**
   * @param {Cell} a
   * @param {Cell} b
   */
  #join(a, b) {
    const path = this.board.link(a, b);
    const after = this.board.play(a, b);
    this.picked = path ? null : b;
    if (!path || !after) {
      this.#show(texts.unlinked);
      return;
    }
    this.boards.push(after);
    this.#show(this.#judge(path.length - 2), path);
  }

  /** @param {number} turns */
  #judge(turns) {
    const { tileCount, isStuck } = this.board;
    if (tileCount === 0) return texts.won;
    const linked = texts.linked(turns, tileCount);
    if (isStuck) return `${linked} ${texts.stuck}`;
    return this.board.solve().winnable === false ? `${linked} ${texts.lost}` : linked;
  }

  #hint() {
    const next = this.board.solve().moves[0];
    if (next) this.picked = next[0];
    const where = next?.map(([row, col]) => texts.cell(row + 1, col + 1)).join(texts.and);
    this.#show(where ? texts.hinted(where) : this.board.tileCount ? texts.lost : texts.won);
    if (next) for (const cell of next) this.grid.at(cell).classList.add("live-hinted");
  }

  /** @param {number} count of boards to keep */
  #backTo(count) {
    this.boards.length = Math.max(1, count);
    this.picked = null;
    this.#show(texts.begin);
  }

  /**
   * @param {string} message
   * @param {Cell[]} path
   */
  #show(message, path = []) {
    const numbers = this.board.rows;
    for (const [row, line] of numbers.entries())
      for (const [col, number] of line.entries()) if (number !== VOID) this.#showCell([row, col], number);
    this.grid.showLine(path, "live-found");
    this.status.textContent = message;
    this.#moveFocus(this.focus);
  }

  /**
   * @param {Cell} place
   * @param {number} number
   */
  #showCell(place, number) {
    const cell = this.grid.at(place);
    const isPicked = this.picked?.[0] === place[0] && this.picked[1] === place[1];
    const what = number > 0 ? texts.tile(this.game.names[number]) : number < 0 ? texts.wall : texts.empty;
    cell.className = `live-cell ${number > 0 ? "live-drawn" : number < 0 ? "live-wall" : "live-socket"}`;
    cell.setAttribute("aria-label", `${texts.cell(place[0] + 1, place[1] + 1)}: ${what}`);
    cell.setAttribute("aria-selected", `${isPicked}`);
    if (cell.dataset.number === `${number}`) return;
    cell.dataset.number = `${number}`;
    const themes = ["light", "dark"].map((theme) => `${this.game.faces}-${theme}-${number}`);
    cell.innerHTML =
      number > 0
        ? themes
            .map(
              (id, at) => `<svg class="only-${at ? "dark" : "light"}" viewBox="0 0 48 50"><use href="#${id}"/></svg>`,
            )
            .join("")
        : "";
  }

  /** @param {Cell} cell */
  #moveFocus(cell) {
    this.grid.at(this.focus).tabIndex = -1;
    delete this.grid.at(this.focus).dataset.first;
    this.focus = cell;
    this.grid.at(cell).tabIndex = 0;
    this.grid.at(cell).dataset.first = "";
  }

  /** @param {KeyboardEvent} event */
  #steer(event) {
    const way = ARROWS.get(event.key);
    if (!way) return;
    event.preventDefault();
    let [row, col] = this.focus;
    do {
      row += way[0];
      col += way[1];
    } while (this.game.board[row]?.[col] === VOID);
    if (this.game.board[row]?.[col] !== undefined) this.grid.at([row, col]).focus();
  }
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function makeButton(label, act) {
  const made = element("button", { type: "button" }, label);
  made.addEventListener("click", act);
  return made;
}
