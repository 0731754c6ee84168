// The app: what each address shows, and how games are started.

import { usualBoard, withUsualBoard } from "./board/usual_board.js";
import { currentPlace, placeAt, setPlace, takeWishes } from "./core/address.js";
import { find, setText } from "./core/dom.js";
import { useFaces } from "./core/faces.js";
import { toggleFullScreen } from "./core/full_screen.js";
import { roveFocus } from "./core/roving.js";
import { DEFAULTS, changeSettings, hasStoredSettings, recall, settings, validSettings } from "./core/settings.js";
import { showLoading } from "./core/loading_line.js";
import { listenForFiles } from "./dialogs/dropped_files.js";
import { showNotice, showProblem } from "./dialogs/notices.js";
import { Menu } from "./game/menu.js";
import { sounds, wakeSound } from "./game/sound.js";
import { chosenLanguage, named, t } from "./i18n/i18n.js";
import { loadDialog, loadPage } from "./pages.js";
import { Router } from "./router.js";
import { ApiError, api, errorKey, loadPart } from "./server/api.js";
import { loadFacts } from "./server/facts.js";
import { loadTexts } from "./server/texts.js";
import { isLoaded, loadFaces } from "./server/tile_sets.js";

/** @import { TextKey } from "./i18n/i18n.js" */
/** @import { GameHead, NewGameAnswer, NewGameRequest, PlayerAnswer } from "./server/protocol.js" */
/** @import { Opening } from "./router.js" */
/** @import { About, DialogName, Given } from "./pages.js" */

const SAVE_AFTER = 800; // milliseconds after the last change of a setting

/**
 * @typedef {object} HomeOptions
 * @property {string} [notice] what to say then
 * @property {string | null} [game] one to continue, if it is not the last one
 * @property {string} [except] one that cannot be opened
 * @property {boolean} [isTaught] the player comes from the lesson
 */

export class App {
  constructor() {
    /** @type {string | null} the game that was open last */
    this.lastGame = null;
    /** @type {PlayerAnswer | null} */
    this.me = null;
    /** @type {import("./dialogs/custom_game.js").CustomRequest | null} the request for the last custom game */
    this.lastRequest = null;
    this.faces = settings.faces;
    this.router = new Router(this);
    /** Whether the player has used this page: a reload has not. */
    this.hasActed = false;
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, () => (this.hasActed = true), { once: true, capture: true });
    find("#home").addEventListener("click", (event) => {
      event.preventDefault();
      void this.home();
    });
    listenForFiles((files, from) => this.me && this.show("gallery", (gallery) => gallery.importFiles(files, from)));
    this.menu = new Menu(this);
    roveFocus(find("#tools"), ".tool");
    this.build();
  }

  /** The page that is shown, if any. */
  get page() {
    return this.router.page;
  }

  /** Show the first page. */
  async start() {
    const arriving = (this.arriving = this.arrive());
    await this.try(() => this.router.open((signal) => this.begin(arriving, signal), { isThere: true }));
  }

  /** Ask who the player is first: the response sets the cookie that all other requests need. */
  async arrive() {
    [this.me] = await Promise.all([api.me(), loadFacts()]);
    const saved = hasStoredSettings() ? {} : validSettings(this.me.settings);
    const wishes = takeWishes();
    if (!hasStoredSettings() || Object.keys(wishes.settings).length) changeSettings({ ...saved, ...wishes.settings });
    await loadTexts(chosenLanguage(settings.language));
    return { wishes, notice: this.meet() };
  }

  /**
   * Load the first page.
   * @param {ReturnType<App["arrive"]>} arriving
   * @param {AbortSignal} signal
   */
  async begin(arriving, signal) {
    const faces = this.loadFaces();
    const { wishes, notice } = await arriving;
    await faces;
    signal.throwIfAborted();
    const opening = wishes.mode
      ? await this.begun({ mode: wishes.mode }, signal)
      : await this.findHere(signal, { isFresh: true });
    return { ...opening, notice };
  }

  /**
   * Offer the account where there are accounts, and tell a player whose device was signed out. Whether rankings show
   * the name is the player's choice on any device; all other settings belong to the browser.
   */
  meet() {
    this.menu.build();
    const { ranked = DEFAULTS.ranked } = validSettings(this.me?.settings ?? null);
    if (ranked !== settings.ranked) changeSettings({ ranked });
    return this.me?.account?.was_signed_out ? t("error signed out") : "";
  }

  /**
   * Begin again as the player that the cookie now names.
   * @param {string} notice
   * @param {string | null} [game] the game to continue, if it is not the last one
   */
  renew(notice, game = null) {
    this.lastGame = this.me = null;
    setPlace("/", { replace: true });
    void this.home({ notice, game });
  }

  /** Show the chosen tile set, or the default set if it cannot be loaded. */
  async loadFaces() {
    const name = this.faces;
    const set = await loadFaces(name).catch(() => loadFaces(DEFAULTS.faces).catch(() => null));
    if (!set || name !== this.faces) return;
    useFaces(set);
    this.page?.showFaces?.();
  }

  /** Create what is on every page, in the current language. */
  build() {
    document.title = t("title");
    find("#loading-line").ariaLabel = t("loading");
    this.menu.build();
  }

  /** Redraw everything after a change of settings, and save the settings on the server. */
  redraw() {
    this.build();
    this.page?.redraw();
    if (this.faces !== settings.faces || !isLoaded(settings.faces)) {
      this.faces = settings.faces;
      void this.loadFaces();
    }
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => void api.saveSettings(settings).catch(() => undefined), SAVE_AFTER);
  }

  // ---- Addresses ----------------------------------------------------------------------------------------------------

  /**
   * Go to a place.
   * @param {string | (() => Promise<string>)} to its path, or what finds it out
   * @param {Given & {replace?: boolean}} [options] `replace`: it takes the place of the former one in the history
   */
  async go(to, { replace = false, ...given } = {}) {
    await this.open(async (signal) => {
      const path = typeof to === "string" ? to : await to();
      signal.throwIfAborted();
      return { replace, ...(await this.find(path, signal, given)) };
    });
  }

  /** Show the page for the address, which the player has changed. */
  async route() {
    await this.try(() =>
      this.router.open(
        this.arrived((signal) => this.findHere(signal)),
        { isThere: true },
      ),
    );
  }

  /**
   * Open a page, and show the error if it cannot be found.
   * @param {(signal: AbortSignal) => Promise<Opening>} find
   */
  async open(find) {
    await this.try(() => this.router.open(this.arrived(find)));
  }

  /**
   * Find something after what every page and dialog needs: the player, the texts, and what the game offers.
   * @template Found
   * @param {(signal: AbortSignal) => Promise<Found>} find
   */
  arrived(find) {
    return async (/** @type {AbortSignal} */ signal) => {
      await this.arriving;
      return find(signal);
    };
  }

  /**
   * Load the page of a path.
   * @param {string} path
   * @param {AbortSignal} signal
   * @param {Given} [given]
   */
  async find(path, signal, given = {}) {
    const found = loadPage(placeAt(path), { app: this, signal, given });
    return found ? { path, ...(await found) } : this.findHome(signal);
  }

  /**
   * Load the page of the address.
   * @param {AbortSignal} signal
   * @param {{isFresh?: boolean}} [options] whether `me` was just loaded
   */
  async findHere(signal, options) {
    const place = currentPlace();
    return loadPage(place, { app: this, signal, given: {} }) ?? this.findHome(signal, options);
  }

  /**
   * Continue the unfinished game, or start a classic one; newcomers get the lesson first.
   * @param {HomeOptions} [options]
   */
  async home(options) {
    await this.open((signal) => this.findHome(signal, options));
  }

  /**
   * @param {AbortSignal} signal
   * @param {HomeOptions & {isFresh?: boolean}} [options] `isFresh`: `me` was just loaded
   * @returns {Promise<Opening>}
   */
  async findHome(signal, { notice, game = null, except, isFresh = false, isTaught = false } = {}) {
    if (!isFresh) {
      this.me = await api.me();
      notice = this.meet() || notice;
    }
    const unfinished = this.me?.unfinished?.id ?? except;
    const id = game ?? (unfinished === except ? null : unfinished);
    const isNewcomer = !id && !isTaught && !recall("lesson") && !(await api.games()).length;
    signal.throwIfAborted();
    if (isNewcomer) return { ...(await this.find("/lesson", signal)), notice };
    const opening = id ? await this.find(`/play/${id}`, signal) : await this.begun({ mode: "classic" }, signal);
    return { ...opening, replace: true, notice };
  }

  /** Go back to the game that was open last, also if it is over. */
  async backToGame() {
    if (this.lastGame) await this.play(this.lastGame);
    else await this.home();
  }

  /** Edit the board that is shown, or a new one. */
  async editBoard() {
    const { page } = this;
    await this.open(async (signal) => {
      const board = (await page?.boardToEdit?.()) ?? null;
      return this.find("/edit", signal, { board });
    });
  }

  /** Take the board that is shown to the lab, or the game that is watched. */
  async openInLab() {
    const { page } = this;
    if (page && currentPlace().parts[0] === "lab") return;
    await this.go(async () => (await loadPart(import("./lab/lab_page.js"))).labPath(page));
  }

  /** Whether what had the focus is gone. Who has just arrived reads the page from its beginning. */
  get hasLostFocus() {
    return this.hasActed && (document.activeElement?.matches("body, dialog:not([open]) *") ?? true);
  }

  // ---- Dialogs ------------------------------------------------------------------------------------------------------

  /**
   * Show a dialog.
   * @template {DialogName} Name
   * @param {Name} name
   * @param {About<Name>} [about] what it is about
   */
  show(name, about) {
    void this.ask(() => loadDialog(name, this, /** @type {About<Name>} */ (about)));
  }

  /**
   * Load what a dialog shows, then show it, and show the error if that is not found.
   * @param {(signal: AbortSignal) => Promise<() => unknown>} find
   */
  async ask(find) {
    await this.try(() => this.router.show(this.arrived(find)));
  }

  // ---- Games --------------------------------------------------------------------------------------------------------

  /**
   * Open a game.
   * @param {string} id
   */
  async play(id) {
    await this.go(`/play/${id}`);
  }

  /**
   * Start a game, on a board for this window unless another was chosen; errors are thrown to the caller.
   * @param {NewGameRequest} request
   * @param {{replace?: boolean}} [options]
   */
  async startGame(request, { replace = false } = {}) {
    await this.router.open(async (signal) => ({ ...(await this.begun(request, signal)), replace }));
  }

  /**
   * Start a game, and load its page.
   * @param {NewGameRequest} request
   * @param {AbortSignal} signal
   */
  async begun(request, signal) {
    return this.findNew(await api.start(withUsualBoard(request)), signal);
  }

  /**
   * Load the page of a game that has just been started; it says so if its board is not of the chosen difficulty.
   * @param {NewGameAnswer} game
   * @param {AbortSignal} signal
   * @returns {Promise<Opening>}
   */
  async findNew({ id, nearest }, signal) {
    const { is_hardest, timed_out, tried, difficulty, score } = nearest ?? {};
    const values = { tried: tried ?? 0, difficulty: named("difficulty", difficulty ?? ""), score: score ?? 0 };
    const which = is_hardest ? "hardest" : "easiest";
    /** @type {TextKey} */
    const name = timed_out ? `begun ${which} in time` : `begun ${which}`;
    const opening = nearest ? { name, values } : undefined;
    return this.find(`/play/${id}`, signal, { isNew: true, opening });
  }

  /**
   * Play the board of a game again; a level that a challenge led to need not be open.
   * @param {string} id
   * @param {GameHead | null} head
   */
  async playAgain(id, head) {
    const level = head?.options.level;
    await this.open(async (signal) => {
      const again = async () => this.begun({ share: (await api.share(id)).game }, signal);
      if (!level) return again();
      return this.begun({ mode: "campaign", level }, signal).catch((problem) => {
        if (problem instanceof ApiError && problem.code === "bad") return again();
        throw problem;
      });
    });
  }

  /**
   * Play another board like that of a game, or one for this window if nothing was chosen about it.
   * @param {string} id
   */
  async playNext(id) {
    await this.open(async (signal) => this.findNew(await api.startNext(id, usualBoard()), signal));
  }

  /**
   * Run an action that needs the server, and show its error if it fails.
   * @param {() => Promise<void>} action
   */
  async try(action) {
    try {
      await showLoading(action());
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      await this.showError(problem);
    }
  }

  /** @param {ApiError} problem */
  async showError(problem) {
    if (["gone", "expired", "signed out"].includes(problem.code)) return this.home({ notice: t(errorKey(problem)) });
    const [kind] = currentPlace().parts;
    const isLink =
      problem.status >= 400 && problem.status < 500 && !this.page && ["b", "c", "g", "edit", "lab"].includes(kind);
    if (isLink) return this.home({ notice: t("error share") });
    const text = t(errorKey(problem));
    showNotice(text);
    if (!this.page) this.showFatal(text);
  }

  /**
   * Replace the page with an error until the player tries again.
   * @param {string} text
   * @param {{needsReload?: boolean}} [options] whether the page must be reloaded
   */
  showFatal(text, { needsReload = false } = {}) {
    this.router.leave();
    if (needsReload) showProblem(text, "load again", () => location.reload());
    else showProblem(text, "try again", () => void this.start());
  }

  // ---- The menu -----------------------------------------------------------------------------------------------------

  toggleSound() {
    changeSettings({ sound: !settings.sound });
    wakeSound();
    sounds.pick();
    setText(find("#message"), t(settings.sound ? "sound on" : "sound off"));
  }

  /** Hide the numbers and messages, or show them again. */
  toggleZen() {
    changeSettings({ zen: !settings.zen });
    setText(find("#message"), t(settings.zen ? "zen on" : "zen off"));
  }

  toggleFullScreen() {
    void toggleFullScreen();
  }
}
