// The dialog for a new game: a card for each mode, and the form for custom games.

import { h } from "../core/dom.js";
import { modeIcon } from "../core/icons.js";
import { dayText, named, t } from "../i18n/i18n.js";
import { api, apiError, loadPart, problemText } from "../server/api.js";
import { facts } from "../server/facts.js";
import { Dialog } from "./dialog.js";
import { actionButton } from "./form.js";

/** @import { App } from "../app.js" */

/** @typedef {typeof import("./custom_game.js")} CustomGamePart */

const CUSTOM = "own"; // the card that opens the form
const RACE = "race"; // the card that leads to the races, where there are other players

function cardNames() {
  return [...facts.modes.map(({ name }) => name), ...(facts.races ? [RACE] : []), CUSTOM];
}

/** @param {App} app */
export function openDialog(app) {
  return () => void showNewGame(app);
}

/** @param {App} app */
async function showNewGame(app) {
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
    /** @type {CustomGamePart | null} the form for custom games, while it is shown */
    this.custom = null;
    this.isBusy = false;
    this.problem = "";
    this.request = app.lastRequest && { ...app.lastRequest };
    this.dialog = new Dialog({
      title: () => t(this.custom ? "new own" : "new title"),
      body: () =>
        this.custom
          ? this.customForm(this.custom)
          : [h("div.dialog-body", this.statusLine(), this.cards(), this.galleryButton())],
    });
  }

  /** Redraw the cards, but not a form that is being filled in. */
  refresh() {
    if (this.dialog.element.open && !this.custom) this.dialog.draw();
  }

  statusLine() {
    if (!this.problem && !this.isBusy) return null;
    return h("p", { class: this.problem ? "error" : "muted", role: "status" }, this.problem || t("dealing"));
  }

  cards() {
    return h("div.modes", ...cardNames().map((mode) => card(this.app, mode, () => this.choose(mode))));
  }

  /** A button that opens the gallery. */
  galleryButton() {
    return h(
      "div.actions",
      actionButton("new tiles", () => this.app.show("gallery"), { iconName: "tiles" }),
    );
  }

  /**
   * @param {CustomGamePart} part
   * @returns {import("./dialog.js").Content}
   */
  customForm({ CustomGameForm, usualRequest }) {
    this.request ??= usualRequest();
    const play = actionButton("new play", () => void this.playCustom(), { kind: "primary", iconName: "play" });
    const form = new CustomGameForm(this.request, (isPossible) => (play.disabled = !isPossible || this.isBusy));
    play.disabled = this.isBusy;
    return [
      h("div.dialog-body", form.element),
      h(
        "div.dialog-footer",
        form.preview.element,
        h("div.errors", this.statusLine()),
        actionButton("new back", () => this.showForm(null)),
        play,
      ),
    ];
  }

  /** @param {CustomGamePart | null} custom */
  showForm(custom) {
    this.custom = custom;
    this.problem = "";
    this.dialog.draw();
    this.dialog.element.scrollTop = 0;
    /** @type {HTMLElement | null} */ (
      this.dialog.element.querySelector(".dialog-body input, .dialog-body button")
    )?.focus();
  }

  /** @param {string} mode */
  choose(mode) {
    if (mode === CUSTOM) void this.app.try(async () => this.showForm(await loadPart(import("./custom_game.js"))));
    else if (mode === "campaign") {
      this.dialog.close();
      this.app.show("campaign");
    } else if (mode === "daily") {
      this.dialog.close();
      this.app.show("daily");
    } else if (mode === RACE) {
      this.dialog.close();
      void this.app.go("/race");
    } else void this.start({ mode });
  }

  async playCustom() {
    if (!this.request) return;
    this.app.lastRequest = { ...this.request };
    return this.start(this.request);
  }

  /** @param {import("../server/protocol.js").NewGameRequest} request */
  async start(request) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = "";
    this.dialog.draw();
    try {
      await this.app.startGame(request);
    } catch (thrown) {
      this.problem = problemText(apiError(thrown));
    }
    this.isBusy = false;
    if (this.dialog.element.open) this.dialog.draw();
  }
}

/**
 * @param {App} app
 * @param {string} mode
 * @param {() => void} choose
 */
function card(app, mode, choose) {
  const progress = status(app, mode);
  return h(
    "button.mode",
    {
      id: `mode-${mode}`,
      "data-mode": mode,
      "data-first": mode === facts.modes[0].name,
      onclick: choose,
    },
    h("span.mode-icon", modeIcon(mode)),
    h(
      "span",
      h("strong", named("mode", mode)),
      h("small", named("about", mode, modeValues(mode))),
      progress ? h("small.status", progress) : null,
    ),
  );
}

/**
 * Return what the text about a mode may mention.
 * @param {string} mode
 */
function modeValues(mode) {
  const { hints, shuffles, bonus } = facts.modes.find(({ name }) => name === mode)?.options ?? {};
  return { levels: facts.levels.length, hints: hints ?? 0, shuffles: shuffles ?? 0, bonus: bonus ?? 0 };
}

/**
 * @param {App} app
 * @param {string} mode
 */
function status(app, mode) {
  if (!app.me) return "";
  const { level } = app.me.campaign;
  if (mode === "campaign" && level > 1) return t("campaign at", { level, levels: facts.levels.length });
  if (mode !== "daily") return "";
  const { day, summary } = app.me.daily;
  if (summary?.state === "won") return t("daily done", { score: summary.score });
  if (summary?.state === "lost") return t("daily lost");
  return summary ? t("daily going") : dayText(day);
}
