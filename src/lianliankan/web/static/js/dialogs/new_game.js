// The dialog for a new game: every mode a card that begins at once, and own games with all their rules.

import { ApiError, api, problemText } from "../server/api.js";
import { MODE_ICONS } from "../game/hud.js";
import { Opened } from "./dialog.js";
import { h } from "../core/dom.js";
import { deed } from "./form.js";
import { icon } from "../core/icons.js";
import { ownForm, wishProblem } from "./custom_game.js";
import { dayText, words } from "../i18n/i18n.js";

/** @typedef {import("../app.js").App} App */

export const LEVELS = 42;
const MODES = /** @type {const} */ (["classic", "relaxed", "timed", "expert", "daily", "campaign", "own"]);

/** @param {App} app */
export async function showNewGame(app) {
  const asked = new NewGame(app);
  try {
    app.me = await api.me();
    asked.refresh();
  } catch {
    // The cards say less then.
  }
}

class NewGame {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.isOwn = false;
    this.isBusy = false;
    this.problem = "";
    /** @type {any} */
    this.wish = { ...app.lastWish };
    this.dialog = new Opened({
      title: () => words(this.isOwn ? "new own" : "new title"),
      body: () => (this.isOwn ? this.own() : [h("div", { class: "body" }, this.trouble(), this.cards(), this.tiles())]),
    });
  }

  /** Draw it anew, unless something is being filled in. */
  refresh() {
    if (this.dialog.element.open && !this.isOwn) this.dialog.draw();
  }

  trouble() {
    if (!this.problem && !this.isBusy) return null;
    return h("p", { class: this.problem ? "problem" : "soft", role: "status" }, this.problem || words("dealing"));
  }

  cards() {
    return h("div", { class: "modes" }, ...MODES.map((mode) => card(this.app, mode, () => this.choose(mode))));
  }

  /** The way to the gallery. */
  tiles() {
    return h(
      "div",
      { class: "deeds" },
      deed("new tiles", () => void this.app.showGallery(), { drawn: "tiles" }),
    );
  }

  /** @returns {import("./dialog.js").Content} */
  own() {
    const place = h("div", { class: "trouble", role: "status" });
    const judge = () => {
      const wrong = wishProblem(this.wish);
      place.replaceChildren(...(wrong ? [h("p", { class: "problem" }, wrong)] : []));
    };
    const form = ownForm(
      this.wish,
      () => this.dialog.draw(),
      () => {
        this.problem = "";
        judge();
      },
    );
    judge();
    if (this.problem || this.isBusy) place.replaceChildren(this.trouble() ?? "");
    return [
      h("div", { class: "body" }, form),
      h(
        "div",
        { class: "foot-of" },
        place,
        deed("new back", () => this.turn(false)),
        deed("new play", () => void this.playOwn(), { kind: "primary", drawn: "play" }),
      ),
    ];
  }

  /** @param {boolean} own */
  turn(own) {
    this.isOwn = own;
    this.problem = "";
    this.dialog.draw();
    this.dialog.element.scrollTop = 0;
    /** @type {HTMLElement | null} */ (this.dialog.element.querySelector(".body input, .body button"))?.focus();
  }

  /** @param {string} mode */
  choose(mode) {
    const going = mode === "daily" ? goingDaily(this.app) : null;
    if (mode === "own") this.turn(true);
    else if (mode === "campaign") {
      this.dialog.close();
      this.app.showCampaign();
    } else if (going) this.app.play(going);
    else void this.begin({ mode });
  }

  async playOwn() {
    if (wishProblem(this.wish)) return; // which stands above the button
    this.app.lastWish = { ...this.wish };
    const { shape: _, ...wanted } = this.wish;
    return this.begin(wanted);
  }

  /** @param {any} wanted */
  async begin(wanted) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    this.dialog.draw();
    try {
      await this.app.begin(wanted);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      this.problem = words(thrown.status === 400 || thrown.status === 413 ? "new failed" : problemText(thrown));
    }
    this.isBusy = false;
    if (this.dialog.element.open) this.dialog.draw();
  }
}

/** @param {App} app */
function goingDaily(app) {
  const { summary } = app.me?.daily ?? {};
  return summary && summary.state !== "won" && summary.state !== "lost" ? summary.id : null;
}

/**
 * @param {App} app
 * @param {typeof MODES[number]} mode
 * @param {() => void} choose
 */
function card(app, mode, choose) {
  const now = status(app, mode);
  return h(
    "button",
    {
      type: "button",
      class: "mode",
      id: `mode-${mode}`,
      "data-mode": mode,
      "data-first": mode === "classic",
      onclick: choose,
    },
    h("span", { class: "sign" }, icon(MODE_ICONS[mode])),
    h(
      "span",
      {},
      h("strong", {}, words(`mode ${mode}`)),
      h("small", {}, words(`about ${mode}`, { levels: LEVELS })),
      now ? h("small", { class: "now" }, now) : null,
    ),
  );
}

/**
 * @param {App} app
 * @param {string} mode
 */
function status(app, mode) {
  if (mode === "campaign" && app.me?.campaign.level > 1) {
    return words("campaign at", { level: app.me.campaign.level, levels: LEVELS });
  }
  if (mode !== "daily" || !app.me) return "";
  const { day, summary } = app.me.daily;
  if (summary?.state === "won") return words("daily done", { score: summary.score });
  return goingDaily(app) ? words("daily going") : dayText(day);
}
