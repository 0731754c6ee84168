// The app: what each address shows, and how games are started.

import { usualBoard, withUsualBoard } from "./board/usual_board.js";
import { currentPlace, setPlace, takeWishes } from "./core/address.js";
import { find, setText } from "./core/dom.js";
import { useFaces } from "./core/faces.js";
import { toggleFullScreen } from "./core/full_screen.js";
import { roveFocus } from "./core/roving.js";
import { DEFAULTS, changeSettings, hasStoredSettings, recall, settings, validSettings } from "./core/settings.js";
import { showLoading } from "./core/loading_line.js";
import { closeDialogs } from "./dialogs/dialog.js";
import { listenForFiles } from "./dialogs/dropped_files.js";
import { showNotice, showProblem } from "./dialogs/notices.js";
import { GamePage } from "./game/game_page.js";
import { Menu } from "./game/menu.js";
import { sounds, wakeSound } from "./game/sound.js";
import { named, t } from "./i18n/i18n.js";
import { Parts } from "./parts.js";
import { ApiError, api, errorKey } from "./server/api.js";
import { facts, loadFacts } from "./server/facts.js";
import { isLoaded, loadFaces } from "./server/tile_sets.js";
import { runtime } from "./server/transport.js";

/** @import { TextKey } from "./i18n/i18n.js" */
/** @import { EditPage } from "./edit/edit_page.js" */
/** @import { AccountPage } from "./game/account_page.js" */
/** @import { LessonPage } from "./game/lesson_page.js" */
/** @import { ReplayPage } from "./game/replay_page.js" */
/** @import { StatisticsPage } from "./game/statistics_page.js" */
/** @import { LabPage } from "./lab/lab_page.js" */
/** @import { RacePage } from "./race/race_places.js" */
/** @import { GameHead, NewGameAnswer, NewGameRequest, PlayerAnswer } from "./server/protocol.js" */

const SAVE_AFTER = 800; // milliseconds after the last change of a setting

/** @typedef {GamePage | ReplayPage | StatisticsPage | LessonPage | AccountPage | RacePage | EditPage | LabPage} AnyPage */

export class App {
  constructor() {
    /** @type {AnyPage | null} */
    this.page = null;
    /** @type {string | null} the game that was open last */
    this.lastGame = null;
    /** @type {PlayerAnswer | null} */
    this.me = null;
    /** @type {import("./dialogs/custom_game.js").CustomRequest | null} the request for the last custom game */
    this.lastRequest = null;
    this.faces = settings.faces;
    this.parts = new Parts(this);
    /** Whether the player has used this page: a reload has not. */
    this.hasActed = false;
    for (const name of ["pointerdown", "keydown"])
      addEventListener(name, () => (this.hasActed = true), { once: true, capture: true });
    find("#home").addEventListener("click", (event) => {
      event.preventDefault();
      void this.home();
    });
    this.menu = new Menu(this);
    roveFocus(find("#tools"), ".tool");
    this.build();
  }

  /** Ask who the player is first: the response sets the cookie that all other requests need. */
  async start() {
    const faces = this.loadFaces();
    await this.try(async () => {
      [this.me] = await Promise.all([api.me(), loadFacts()]);
      listenForFiles((files, from) => void this.parts.showGallery((gallery) => gallery.importFiles(files, from)));
      const saved = hasStoredSettings() ? {} : validSettings(this.me.settings);
      const wishes = takeWishes();
      if (!hasStoredSettings() || Object.keys(wishes.settings).length) changeSettings({ ...saved, ...wishes.settings });
      const notice = this.meet();
      await faces;
      if (wishes.mode) await this.startGame({ mode: wishes.mode }, { replace: true });
      else await this.route({ isFresh: true });
      if (notice) showNotice(notice);
    });
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
   * Begin anew as the player that the cookie now names.
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
    this.page?.showFaces();
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
   * Show the page for the address.
   * @param {{isFresh?: boolean}} [options] whether `me` was just loaded
   */
  async route({ isFresh = false } = {}) {
    const [kind, ...others] = currentPlace().parts;
    const [text, rest] = others;
    closeDialogs();
    await this.try(async () => {
      if (kind === "play" && text) this.openPage(() => new GamePage(this, text));
      else if (kind === "stats") await this.parts.showStatistics();
      else if (kind === "account" && this.me?.account) await this.parts.showAccount();
      else if (kind === "join" && this.me?.account) await this.parts.openJoin();
      else if (kind === "replay" && text) await this.parts.openReplay({ id: text }, rest);
      else if (kind === "race" && facts.races) await this.parts.showRace(...others);
      else if (kind === "edit") await this.parts.openEditor(text ? { text } : null);
      else if (kind === "lab") await this.parts.showLab(text);
      else if (kind === "g" && text) await this.parts.openReplay({ share: text }, rest);
      else if (kind === "b" && text) await this.parts.openChallenge(text);
      else if (kind === "c" && rest) await this.parts.openChallenge(rest);
      else await this.home({ isFresh });
    });
  }

  /**
   * Replace the current page.
   * @param {() => AnyPage} make
   */
  openPage(make) {
    if (runtime?.status === "failed") return; // a card says why there is no game
    this.page?.remove();
    find("#overlay").hidden = true;
    document.title = t("title");
    this.page = make();
  }

  /** Whether what had the focus is gone. Who has just arrived reads the page from its beginning. */
  get hasLostFocus() {
    return this.hasActed && (document.activeElement?.matches("body, dialog:not([open]) *") ?? true);
  }

  /**
   * Change the address.
   * @param {string} path
   * @param {{replace?: boolean}} [options]
   */
  setAddress(path, { replace = false } = {}) {
    if (path !== currentPlace().path) setPlace(path, { replace });
  }

  /**
   * Continue the unfinished game, or start a classic one; newcomers get the lesson first.
   * @param {{notice?: string, game?: string | null, except?: string, isFresh?: boolean, isTaught?: boolean}} [options]
   *   `game`: one to continue, if it is not the last one; `except`: one that cannot be opened; `isFresh`: `me` was just
   *   loaded; `isTaught`: the player comes from the lesson
   */
  async home({ notice, game = null, except, isFresh = false, isTaught = false } = {}) {
    await this.try(async () => {
      if (!isFresh) {
        this.me = await api.me();
        notice = this.meet() || notice;
      }
      const unfinished = this.me?.unfinished;
      if (game) this.play(game, { replace: true });
      else if (unfinished && unfinished.id !== except) this.play(unfinished.id, { replace: true });
      else if (!isTaught && !recall("lesson") && !(await api.games()).length) await this.parts.showLesson();
      else await this.startGame({ mode: "classic" }, { replace: true });
      if (notice) showNotice(notice);
    });
  }

  /** Go back to the game that was open last, also if it is over. */
  async backToGame() {
    if (this.lastGame) this.play(this.lastGame);
    else await this.home();
  }

  // ---- Games --------------------------------------------------------------------------------------------------------

  /**
   * Open a game.
   * @param {string} id
   * @param {{replace?: boolean, isNew?: boolean, opening?: import("./game/messages.js").Message}} [options]
   */
  play(id, { replace = false, isNew = false, opening } = {}) {
    closeDialogs();
    this.setAddress(`/play/${id}`, { replace });
    this.openPage(() => new GamePage(this, id, { isNew, opening }));
  }

  /**
   * Start a game, on a board for this window unless another was chosen; errors are thrown to the caller.
   * @param {NewGameRequest} request
   * @param {{replace?: boolean}} [options]
   */
  async startGame(request, { replace = false } = {}) {
    this.playNew(await api.start(withUsualBoard(request)), { replace });
  }

  /**
   * Open a game that has just been started, and say so if its board is not of the chosen difficulty.
   * @param {NewGameAnswer} game
   * @param {{replace?: boolean}} [options]
   */
  playNew({ id, nearest }, { replace = false } = {}) {
    const { is_hardest, timed_out, tried, difficulty, score } = nearest ?? {};
    const values = { tried: tried ?? 0, difficulty: named("difficulty", difficulty ?? ""), score: score ?? 0 };
    const which = is_hardest ? "hardest" : "easiest";
    /** @type {TextKey} */
    const name = timed_out ? `begun ${which} in time` : `begun ${which}`;
    const opening = nearest ? { name, values } : undefined;
    this.play(id, { replace, isNew: true, opening });
  }

  /**
   * Play the board of a game again; a level that a challenge led to need not be open.
   * @param {string} id
   * @param {GameHead | null} head
   */
  async playAgain(id, head) {
    await this.try(async () => {
      const level = head?.options.level;
      const again = async () => this.startGame({ share: (await api.share(id)).game });
      if (!level) return again();
      await this.startGame({ mode: "campaign", level }).catch((problem) => {
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
    await this.try(async () => this.playNew(await api.startNext(id, usualBoard())));
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
    this.page?.remove();
    this.page = null;
    if (needsReload) showProblem(text, "load again", () => location.reload());
    else showProblem(text, "try again", () => void this.start());
  }

  /** Edit the board that is shown, or a new one. */
  async editBoard() {
    const { page } = this;
    await this.try(async () => this.parts.openEditor(page && "boardToEdit" in page ? await page.boardToEdit() : null));
  }

  // ---- The menu -----------------------------------------------------------------------------------------------------

  /** Restart the game, if one is played. */
  restart() {
    if (this.page instanceof GamePage) void this.page.use("restart");
  }

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
