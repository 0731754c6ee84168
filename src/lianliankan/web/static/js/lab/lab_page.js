// The lab: a board to search on, and tabs beside it. The address holds the board, the tab, the finder and the two tiles.

import { nextTile } from "../board/layout.js";
import { pathTo } from "../core/address.js";
import { find, h, setText } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { Latest } from "../core/latest.js";
import { roveFocus } from "../core/roving.js";
import { isSwitchedOff } from "../core/shortcuts.js";
import { actionButton } from "../dialogs/form.js";
import { useShortcut } from "../game/keys.js";
import { t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { boardApi } from "../server/board_api.js";
import { loadCatalog } from "./lab_api.js";
import { LabBoard } from "./lab_board.js";
import { readPlaces, writePlaces } from "./lab_places.js";
import { someTiles } from "./lab_tiles.js";
import { TABS } from "./tabs.js";

/** @import { BoardAnswer, Cell, LabCatalog } from "../server/protocol.js" */

/**
 * A tab of the lab: what is beside the board, under it and drawn over it.
 * @typedef {object} LabTab
 * @property {HTMLElement} element beside the board
 * @property {HTMLElement} [under] under the board
 * @property {() => void} [update] the board, the two tiles or the finder have changed, or the tab is shown again
 * @property {() => void} [redraw] the language or other settings have changed
 * @property {() => void} [leave] another tab is shown
 * @property {() => void} [close] the lab is left
 * @property {boolean} [isWide] it takes the whole page, and the board is not shown
 * @property {(cell: Cell) => boolean} [pick] a cell was picked; return true if that does not choose the two tiles
 * @property {(event: KeyboardEvent) => boolean} [handleFirst] a key, before anything else uses it; true if it was used
 * @property {(event: KeyboardEvent) => boolean} [handleKey] return true if the key was used
 */

/**
 * Load the lab; without a board in the address, it shows the example.
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words, query }) {
  const catalog = await loadCatalog();
  const { example } = catalog;
  const share = words.share || example.share;
  const board = await api.sharedBoard(share);
  const places = readPlaces(query);
  if (!words.share) places.pair ??= [example.a, example.b];
  return { make: (frame) => new LabPage(frame, catalog, { share, board, places }) };
}

/**
 * Return the place of what a page shows: its board, or the game that is watched there; without either, the example.
 * @param {import("../game/frame.js").Page | null} page
 */
export async function labPath(page) {
  const game = await page?.gameForLab?.();
  if (game) return pathTo(["lab", game.share], `tab=solve&point=${game.point}`);
  const source = await page?.boardToEdit?.();
  if (!source) return "/lab";
  const { share } = await ("text" in source ? boardApi.read(source.text) : boardApi.describe(source.board));
  return pathTo(["lab", share]);
}

export class LabPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {LabCatalog} catalog
   * @param {object} start
   * @param {string} start.share
   * @param {BoardAnswer} start.board
   * @param {import("./lab_places.js").LabPlaces} start.places
   */
  constructor(frame, catalog, { share, board, places }) {
    this.app = frame.app;
    this.frame = frame;
    this.catalog = catalog;
    /** The board on the page, as a share text. */
    this.share = share;
    this.rows = board.rows;
    this.rules = board.rules;
    this.phase = board.phase;
    /** Whether `share` is the board as it is now: tiles that were moved are written by the server. */
    this.isSettled = true;
    /** @type {[Cell, Cell] | null} the two tiles; none while they are being chosen */
    this.pair = this.validPair(places.pair) ? places.pair : someTiles(board.rows);
    /** @type {Cell | null} the first tile, while the second is not chosen */
    this.first = null;
    /** @type {import("./check/own_finder.js").OwnFinder | null} the player's own function, once it has been judged */
    this.own = null;
    this.finder = this.finderNamed(places.finder) ? places.finder : "layers";
    this.tabName = TABS.some(({ name }) => name === places.tab) ? places.tab : TABS[0].name;
    /** The tab that is on its way, and the board. */
    this.nextTab = new Latest(frame.signal);
    this.nextBoard = new Latest(frame.signal);
    /** Everything else of the address, for the tabs. */
    this.extra = places.extra;
    /** @type {Map<string, LabTab>} the tabs that have been shown */
    this.tabs = new Map();
    this.stage = h("div.lab-stage");
    this.under = h("div.lab-under");
    this.panel = h("div.lab-panel", { role: "tabpanel", id: "lab-panel", tabindex: "-1" });
    this.list = h("div.lab-tabs", { role: "tablist" });
    this.bar = h("div.lab-bar");
    this.element = h(
      "section.lab",
      { tabindex: "-1", "aria-labelledby": "lab-title" },
      h("h2.visually-hidden", { id: "lab-title" }),
      h("div.lab-main", this.stage, this.under),
      h("div.lab-side", this.bar, this.list, this.panel),
    );
    roveFocus(this.list, "[role=tab]");
    frame.mark("in-lab");
    frame.add(this.element);
    this.board = new LabBoard(this.stage, (cell) => this.pick(cell));
    frame.onKey((event) => this.handleKey(event));
    this.build();
    this.showBoard();
    this.writeAddress({ replace: true });
    void this.showTab(this.tabName);
    if (this.app.hasLostFocus) this.element.focus();
  }

  remove() {
    this.tabs.get(this.tabName)?.leave?.();
    for (const tab of this.tabs.values()) tab.close?.();
    this.board.remove();
  }

  redraw() {
    this.build();
    this.board.describe();
    for (const tab of this.tabs.values()) tab.redraw?.();
  }

  /** Show the tile set that the player has chosen. */
  showFaces() {
    void this.board.bitmaps.sharpen();
    this.board.describe();
  }

  build() {
    this.frame.showMode([icon("flask"), h("span", t("lab title"))], { title: t("lab title") });
    setText(find("#lab-title"), t("lab title"));
    this.bar.replaceChildren(
      actionButton("lab back", () => void this.app.backToGame(), { iconName: "back" }),
      actionButton("lab edit", () => void this.app.editBoard(), { iconName: "pen" }),
    );
    this.list.setAttribute("aria-label", t("lab tabs"));
    this.list.replaceChildren(
      ...TABS.map(({ name }) =>
        h(
          "button",
          {
            role: "tab",
            id: `lab-tab-${name}`,
            "aria-controls": "lab-panel",
            "aria-selected": String(name === this.tabName),
            tabindex: name === this.tabName ? "0" : "-1",
            onclick: () => void this.showTab(name),
          },
          t(`lab-tab ${name}`),
        ),
      ),
    );
  }

  // ---- Tabs ---------------------------------------------------------------------------------------------------------

  /** @param {string} name */
  async showTab(name) {
    const { load } = TABS.find((each) => each.name === name) ?? TABS[0];
    const asked = this.nextTab.next();
    await this.app.try(async () => {
      const tab = this.tabs.get(name) ?? (await load())(this);
      if (asked.aborted) return;
      if (name !== this.tabName) this.tabs.get(this.tabName)?.leave?.();
      this.tabs.set(name, tab);
      this.tabName = name;
      for (const button of this.list.children) {
        const isShown = button.id === `lab-tab-${name}`;
        button.setAttribute("aria-selected", String(isShown));
        button.setAttribute("tabindex", isShown ? "0" : "-1");
        if (isShown) button.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
      this.element.classList.toggle("wide", tab.isWide ?? false);
      this.panel.setAttribute("aria-labelledby", `lab-tab-${name}`);
      this.panel.replaceChildren(tab.element);
      this.under.replaceChildren(...(tab.under ? [tab.under] : []));
      this.board.clearOverlay();
      this.writeAddress({ replace: true });
      tab.update?.();
    });
  }

  /** The tab that is shown, once it is loaded. */
  get tab() {
    return this.tabs.get(this.tabName);
  }

  // ---- The board, the two tiles and the finder ----------------------------------------------------------------------

  /**
   * Show another board, with two tiles of it; the player can go back to the one before.
   * @param {string} share
   * @param {{pair?: [Cell, Cell] | null, finder?: string, tab?: string}} [options]
   */
  async openBoard(share, { pair = null, finder = this.finder, tab = this.tabName } = {}) {
    await this.app.try(async () => {
      const asked = this.nextBoard.next();
      const board = await api.sharedBoard(share);
      if (asked.aborted) return;
      [this.share, this.rows, this.rules, this.phase] = [share, board.rows, board.rules, board.phase];
      [this.pair, this.first, this.finder, this.isSettled] = [pair, null, finder, true];
      this.showBoard();
      this.writeAddress();
      this.panel.scrollTo(0, 0);
      if (tab === this.tabName) this.tab?.update?.();
      else await this.showTab(tab);
    });
  }

  showBoard() {
    this.board.showRows(this.rows, { hasRing: this.rules.outside });
    this.showPair();
  }

  /** The board as the kernel and the server want it. */
  get plainBoard() {
    return { rows: this.rows, rules: this.rules, phase: this.phase };
  }

  /**
   * Move tiles of the board; the address follows as soon as the server has written the board.
   * @param {number[][]} rows
   * @param {[Cell, Cell] | null} pair
   */
  async changeTiles(rows, pair) {
    [this.rows, this.pair, this.first, this.isSettled] = [rows, pair, null, false];
    this.board.editRows(rows);
    this.showPair();
    this.tab?.update?.();
    await this.app.try(async () => {
      const asked = this.nextBoard.next();
      const { share } = await boardApi.describe(this.plainBoard);
      if (asked.aborted) return;
      [this.share, this.isSettled] = [share, true];
      this.writeAddress({ replace: true });
      this.tab?.update?.();
    });
  }

  /**
   * Show another finder.
   * @param {string} name
   */
  setFinder(name) {
    this.finder = name;
    this.writeAddress({ replace: true });
    this.tab?.update?.();
  }

  /** All finders, the player's own function first. */
  get finders() {
    return [...(this.own ? [this.own.finder] : []), ...this.catalog.finders];
  }

  /** @param {string} name */
  finderNamed(name) {
    return this.finders.find((finder) => finder.name === name);
  }

  /**
   * Let the player's own function search like the finders.
   * @param {import("./check/own_finder.js").OwnFinder} own
   */
  setOwnFinder(own) {
    this.own = own;
  }

  /** @param {[Cell, Cell] | null} pair */
  validPair(pair) {
    const isTile = (/** @type {Cell} */ [row, col]) => (this.rows[row]?.[col] ?? 0) > 0;
    return pair !== null && pair.every(isTile) && String(pair[0]) !== String(pair[1]);
  }

  /**
   * Choose the two tiles, one after the other.
   * @param {Cell} cell
   */
  pick(cell) {
    if (this.tab?.pick?.(cell)) return;
    if ((this.rows[cell[0]]?.[cell[1]] ?? 0) <= 0) return;
    if (!this.first) [this.first, this.pair] = [cell, null];
    else if (String(this.first) === String(cell)) this.first = null;
    else [this.pair, this.first] = [[this.first, cell], null];
    this.showPair();
    this.writeAddress({ replace: true });
    this.tab?.update?.();
  }

  showPair() {
    this.board.markEnds(this.pair ?? (this.first ? [this.first] : []));
  }

  /** The board, for the editor. */
  boardToEdit() {
    return { text: this.share };
  }

  /**
   * Write what is shown into the address.
   * @param {{replace?: boolean}} [options]
   */
  writeAddress({ replace = false } = {}) {
    const { pair, finder, tabName: tab, extra } = this;
    const path = `/lab/${encodeURIComponent(this.share)}?${writePlaces({ pair, finder, tab, extra })}`;
    this.frame.setAddress(path, { replace });
  }

  // ---- Keys ---------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.tab?.handleFirst?.(event)) return true;
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    if (this.board.grid.hasFocus && this.moveOnBoard(event.key)) return true;
    if (target.closest("[role=tablist]") || isSwitchedOff(event)) return false;
    if (target.closest("input:not([type=range]), select, textarea")) return false;
    if (this.tab?.handleKey?.(event)) return true;
    if (useShortcut(this.app, event.key)) return true;
    if (event.key !== "Escape") return false;
    void this.app.backToGame();
    return true;
  }

  /** @param {string} key */
  moveOnBoard(key) {
    const { grid } = this.board;
    if (key === "Enter" || key === " ") {
      this.board.pickCursor();
      return true;
    }
    const cell = nextTile(this.board.shown, grid.cursor, key);
    if (!cell) return false;
    grid.moveTo(cell);
    grid.focus();
    return true;
  }
}
