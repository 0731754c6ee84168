// The page as a whole: which address shows what, how games begin, which dialogs there are.

import { ApiError, api, problemText } from "./server/api.js";
import { showBests } from "./dialogs/best_lists.js";
import { showCampaign } from "./dialogs/campaign.js";
import { wishLike } from "./core/deal_text.js";
import { closeDialogs } from "./dialogs/dialog.js";
import { find, h } from "./core/dom.js";
import { isLoaded, loadFaces, useFaces } from "./core/faces.js";
import { deed } from "./dialogs/form.js";
import { Gallery } from "./dialogs/gallery.js";
import { GamePage } from "./game/game_page.js";
import { showHelp } from "./dialogs/help.js";
import { icon } from "./core/icons.js";
import { takeDrops } from "./dialogs/dropped_files.js";
import { isCalm } from "./core/reduced_motion.js";
import { showNewGame } from "./dialogs/new_game.js";
import { ReplayPage } from "./game/replay_page.js";
import { DEFAULTS, change, isKnownHere, known, settings } from "./core/settings.js";
import { showSettings } from "./dialogs/settings_dialog.js";
import { currentLanguage, words } from "./i18n/i18n.js";

const KEEP_AFTER = 800; // milliseconds after the last change of a setting

export class App {
  constructor() {
    /** @type {GamePage | ReplayPage | null} */
    this.page = null;
    /** @type {any} */
    this.me = null;
    /** @type {any} what was asked for in the last own game */
    this.lastWish = {};
    this.faces = settings.faces;
    /** @type {Gallery | null} */
    this.gallery = null;
    takeDrops((files, from) => this.showGallery().take(files, from));
    find("#home").addEventListener("click", (event) => {
      event.preventDefault();
      void this.home();
    });
    this.build();
  }

  /** Begin: who the player is comes first, for the answer brings the cookie that everything else needs. */
  async start() {
    const faces = this.loadFaces();
    await this.try(async () => {
      this.me = await api.me();
      if (!isKnownHere()) change(known(this.me.settings));
      await faces;
      await this.route({ isKnown: true });
    });
  }

  /** Let the tiles show the set that is chosen, at once; one that is not to be had is the set of newcomers. */
  async loadFaces() {
    const name = this.faces;
    const set = await loadFaces(name).catch(() => loadFaces(DEFAULTS.faces).catch(() => null));
    if (!set || name !== this.faces) return;
    useFaces(set);
    this.page?.redress();
  }

  /** Make what stands on every page, in the language of the moment. */
  build() {
    document.title = words("title");
    const item = (/** @type {string} */ name, /** @type {() => void} */ act, /** @type {string[]} */ ...others) =>
      h(
        "button",
        {
          type: "button",
          class: "round",
          id: `menu-${name}`,
          title: words(`tool ${name}`),
          "aria-label": words(`tool ${name}`),
          onclick: act,
        },
        ...[name, ...others].map(icon),
      );
    const menu = find("#menu");
    menu.setAttribute("aria-label", words("menu"));
    const focused = menu.contains(document.activeElement) ? document.activeElement?.id : null;
    menu.replaceChildren(
      item("zoom", () => this.page?.board.zoom.toggle(), "fit"),
      item("bests", () => this.showBests()),
      item("settings", () => this.showSettings()),
      item("help", () => this.showHelp()),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Show everything anew, for a setting has changed; the server keeps it for other browsers. */
  redraw() {
    this.build();
    this.page?.redraw();
    if (this.faces !== settings.faces || !isLoaded(settings.faces)) {
      this.faces = settings.faces;
      void this.loadFaces();
    }
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => void api.keepSettings(settings).catch(() => undefined), KEEP_AFTER);
  }

  // ---- Addresses ----------------------------------------------------------------------------------------------------

  /**
   * Show what the address names.
   * @param {{isKnown?: boolean}} [how] whether the server has just said how things stand
   */
  async route({ isKnown = false } = {}) {
    const [, kind, text] = location.pathname.split("/");
    closeDialogs();
    await this.try(async () => {
      if (kind === "play" && text) this.open(() => new GamePage(this, text));
      else if (kind === "replay" && text) await this.replay(text);
      else if (kind === "g" && text) await this.openShared(decoded(text));
      else if (kind === "b" && text) await this.begin({ share: decoded(text) }, { replace: true });
      else await this.home({ isKnown });
    });
  }

  /** @param {string} text */
  async openShared(text) {
    const found = await api.sharedReplay(text);
    this.open(() => new ReplayPage(this, found, { share: text }));
  }

  /**
   * Put a page in the place of the one before.
   * @param {() => GamePage | ReplayPage} make
   */
  open(make) {
    this.page?.remove();
    find("#veil").hidden = true;
    this.page = make();
  }

  /**
   * Go somewhere.
   * @param {string} path
   * @param {{replace?: boolean}} [how]
   */
  address(path, { replace = false } = {}) {
    if (path === location.pathname) return;
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
  }

  /**
   * Go on with the unfinished game, or begin a classic one.
   * @param {{notice?: string, except?: string, isKnown?: boolean}} [how] `except`: a game that cannot be opened;
   *   `isKnown`: the server has just said how things stand
   */
  async home({ notice, except, isKnown = false } = {}) {
    await this.try(async () => {
      if (!isKnown) this.me = await api.me();
      const going = this.me.unfinished;
      if (going && going.id !== except && going.state !== "damaged") this.play(going.id, { replace: true });
      else await this.begin({ mode: "classic" }, { replace: true });
      if (notice) this.notice(notice);
    });
  }

  /** @param {string} text */
  notice(text) {
    const banner = find("#banner");
    banner.textContent = text;
    banner.hidden = false;
    setTimeout(() => (banner.hidden = true), 3500);
  }

  // ---- Games --------------------------------------------------------------------------------------------------------

  /**
   * Open a game.
   * @param {string} id
   * @param {{replace?: boolean, fresh?: boolean}} [how]
   */
  play(id, { replace = false, fresh = false } = {}) {
    closeDialogs();
    this.address(`/play/${id}`, { replace });
    this.open(() => new GamePage(this, id, { fresh }));
  }

  /**
   * Begin a game; what goes wrong is thrown on.
   * @param {any} wish
   * @param {{replace?: boolean}} [how]
   */
  async begin(wish, { replace = false } = {}) {
    const { id } = await api.begin(wish);
    this.play(id, { replace, fresh: true });
  }

  /**
   * Play the board of a game again.
   * @param {{id: string, head: any}} game
   */
  async again(game) {
    await this.try(async () => {
      if (game.head.options.level) await this.begin({ mode: "campaign", level: game.head.options.level });
      else await this.begin({ share: (await api.share(game.id)).game });
    });
  }

  /**
   * Play another board like that of a game.
   * @param {{head: any}} game
   */
  async next(game) {
    await this.try(() => this.begin(wishLike(game.head)));
  }

  /** @param {string} id */
  async replay(id) {
    await this.try(async () => {
      const found = await api.replay(id);
      closeDialogs();
      this.address(`/replay/${id}`);
      this.open(() => new ReplayPage(this, found, { id }));
    });
  }

  /**
   * Do something with the server, and say so where it fails.
   * @param {() => Promise<void>} act
   */
  async try(act) {
    try {
      await act();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      await this.fail(problem);
    }
  }

  /** @param {ApiError} problem */
  async fail(problem) {
    if (problem.code === "gone") return this.home({ notice: words("error gone") });
    const [, kind] = location.pathname.split("/");
    const isLink = problem.status >= 400 && problem.status < 500 && (kind === "b" || kind === "g");
    if (isLink) return this.home({ notice: words("error share") });
    const text = words(problemText(problem));
    this.notice(text);
    if (!this.page) this.stop(text);
  }

  /**
   * Show nothing but what is wrong, until the player tries again.
   * @param {string} text
   * @param {{renew?: boolean}} [how] whether only a new copy of the page helps
   */
  stop(text, { renew = false } = {}) {
    this.page?.remove();
    this.page = null;
    const veil = find("#veil");
    const retry = () => {
      veil.hidden = true;
      void this.start();
    };
    const again = renew
      ? deed("load again", () => location.reload(), { kind: "primary" })
      : deed("try again", retry, { kind: "primary" });
    veil.classList.remove("low");
    veil.replaceChildren(h("div", { class: "card", role: "alert" }, h("h2", {}, text), again));
    veil.hidden = false;
  }

  // ---- Dialogs ------------------------------------------------------------------------------------------------------

  showNewGame() {
    void showNewGame(this);
  }

  showCampaign() {
    void showCampaign(this);
  }

  showBests() {
    void showBests(this);
  }

  showSettings() {
    showSettings(this);
  }

  /** Show all sets of tiles. */
  showGallery() {
    if (!this.gallery?.isOpen) this.gallery = new Gallery();
    return this.gallery;
  }

  showHelp() {
    showHelp();
  }

  /** Let things move, or stand still. */
  turnMotion() {
    change({ motion: isCalm() ? "full" : "less" });
  }

  turnLanguage() {
    change({ language: currentLanguage() === "zh" ? "en" : "zh" });
  }
}

/**
 * Read a part of an address; one that is none leads nowhere.
 * @param {string} text
 */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError(400, "bad", "");
  }
}
