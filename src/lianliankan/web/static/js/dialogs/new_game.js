// The dialog for a new game: a card for each mode, and the form for custom games.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { MODE_ICONS } from "../game/hud.js";
import { dayText, t } from "../i18n/i18n.js";
import { ApiError, api, errorKey } from "../server/api.js";
import { CustomGameForm, requestProblem } from "./custom_game.js";
import { Dialog } from "./dialog.js";
import { actionButton } from "./form.js";

/** @typedef {import("../app.js").App} App */

export const LEVELS = 42;
const MODES = /** @type {const} */ (["classic", "relaxed", "timed", "expert", "daily", "campaign", "own"]);

/** @param {App} app */
export async function showNewGame(app) {
  const dialog = new NewGameDialog(app);
  try {
    app.me = await api.me();
    dialog.refresh();
  } catch {
    // The cards show less then.
  }
}

class NewGameDialog {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.isCustom = false;
    this.isBusy = false;
    this.problem = "";
    /** @type {import("../server/api.js").NewGameRequest & {shape?: string}} */
    this.request = { ...app.lastRequest };
    this.dialog = new Dialog({
      title: () => t(this.isCustom ? "new own" : "new title"),
      body: () =>
        this.isCustom
          ? this.customForm()
          : [h("div", { class: "dialog-body" }, this.statusLine(), this.cards(), this.galleryButton())],
    });
  }

  /** Redraw the cards, but not a form that is being filled in. */
  refresh() {
    if (this.dialog.element.open && !this.isCustom) this.dialog.draw();
  }

  statusLine() {
    if (!this.problem && !this.isBusy) return null;
    return h("p", { class: this.problem ? "error" : "muted", role: "status" }, this.problem || t("dealing"));
  }

  cards() {
    return h("div", { class: "modes" }, ...MODES.map((mode) => card(this.app, mode, () => this.choose(mode))));
  }

  /** A button that opens the gallery. */
  galleryButton() {
    return h(
      "div",
      { class: "actions" },
      actionButton("new tiles", () => void this.app.showGallery(), { iconName: "tiles" }),
    );
  }

  /** @returns {import("./dialog.js").Content} */
  customForm() {
    const errors = h("div", { class: "errors", role: "status" });
    const validate = () => {
      const problem = requestProblem(this.request);
      errors.replaceChildren(...(problem ? [h("p", { class: "error" }, problem)] : []));
    };
    const form = new CustomGameForm(
      this.request,
      () => this.dialog.draw(),
      () => {
        this.problem = "";
        validate();
      },
    );
    validate();
    if (this.problem || this.isBusy) errors.replaceChildren(this.statusLine() ?? "");
    return [
      h("div", { class: "dialog-body" }, form.element),
      h(
        "div",
        { class: "dialog-footer" },
        errors,
        actionButton("new back", () => this.showForm(false)),
        actionButton("new play", () => void this.playCustom(), { kind: "primary", iconName: "play" }),
      ),
    ];
  }

  /** @param {boolean} isCustom */
  showForm(isCustom) {
    this.isCustom = isCustom;
    this.problem = "";
    this.dialog.draw();
    this.dialog.element.scrollTop = 0;
    /** @type {HTMLElement | null} */ (
      this.dialog.element.querySelector(".dialog-body input, .dialog-body button")
    )?.focus();
  }

  /** @param {string} mode */
  choose(mode) {
    const unfinished = mode === "daily" ? unfinishedDaily(this.app) : null;
    if (mode === "own") this.showForm(true);
    else if (mode === "campaign") {
      this.dialog.close();
      this.app.showCampaign();
    } else if (unfinished) this.app.play(unfinished);
    else void this.start({ mode });
  }

  async playCustom() {
    if (requestProblem(this.request)) return; // shown above the button
    this.app.lastRequest = { ...this.request };
    const { shape: _, ...request } = this.request;
    return this.start(request);
  }

  /** @param {import("../server/api.js").NewGameRequest} request */
  async start(request) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    this.dialog.draw();
    try {
      await this.app.startGame(request);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      this.problem = t(thrown.status === 400 || thrown.status === 413 ? "new failed" : errorKey(thrown));
    }
    this.isBusy = false;
    if (this.dialog.element.open) this.dialog.draw();
  }
}

/** @param {App} app */
function unfinishedDaily(app) {
  const { summary } = app.me?.daily ?? {};
  return summary && summary.state !== "won" && summary.state !== "lost" ? summary.id : null;
}

/**
 * @param {App} app
 * @param {typeof MODES[number]} mode
 * @param {() => void} choose
 */
function card(app, mode, choose) {
  const progress = status(app, mode);
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
    h("span", { class: "mode-icon" }, icon(MODE_ICONS[mode])),
    h(
      "span",
      {},
      h("strong", {}, t(`mode ${mode}`)),
      h("small", {}, t(`about ${mode}`, { levels: LEVELS })),
      progress ? h("small", { class: "status" }, progress) : null,
    ),
  );
}

/**
 * @param {App} app
 * @param {string} mode
 */
function status(app, mode) {
  if (!app.me) return "";
  const { level } = app.me.campaign;
  if (mode === "campaign" && level > 1) return t("campaign at", { level, levels: LEVELS });
  if (mode !== "daily") return "";
  const { day, summary } = app.me.daily;
  if (summary?.state === "won") return t("daily done", { score: summary.score });
  return unfinishedDaily(app) ? t("daily going") : dayText(day);
}
