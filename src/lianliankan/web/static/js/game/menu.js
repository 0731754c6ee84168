// The menu in the header: a button for each entry as far as there is room, and a list of the others behind "more".

import { find, h, redraw } from "../core/dom.js";
import { canFillScreen, isFullScreen } from "../core/full_screen.js";
import { icon, iconButton } from "../core/icons.js";
import { roveFocus, visibleItems } from "../core/roving.js";
import { settings } from "../core/settings.js";
import { KEYS, keyAttributes } from "../core/shortcuts.js";
import { t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";

/** @import { IconName } from "../core/icons.js" */

/** @typedef {"mute" | "unmute" | "zen" | "zen-off" | "full" | "full-off" | "race" | "bests" | "stats" | "account" | "lab" | "restart" | "tiles" | "edit" | "settings" | "help" | "zoom"} EntryName */

/**
 * @typedef {object} Entry
 * @property {EntryName} name its button is #menu-NAME, its place in the list #more-NAME; css/menu.css says which is shown
 * @property {() => void} action
 * @property {IconName} iconName
 * @property {string} [key]
 */

export class Menu {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.bar = find("#menu");
    this.list = find("#more");
    roveFocus(this.list, "button");
    this.list.addEventListener("keydown", (event) => event.stopPropagation()); // its keys are not the game's
    this.list.addEventListener("toggle", () => visibleItems(this.list, "button")[0]?.focus());
    document.addEventListener("fullscreenchange", () => this.build());
  }

  /** @returns {Entry[]} */
  entries() {
    const { app } = this;
    const sound = settings.sound ? "mute" : "unmute";
    const screen = isFullScreen() ? "full-off" : "full";
    /** @type {(Entry | false | null | undefined)[]} */
    const entries = [
      { name: sound, iconName: sound, action: () => app.toggleSound(), key: KEYS.mute },
      { name: settings.zen ? "zen-off" : "zen", iconName: "zen", action: () => app.toggleZen(), key: KEYS.zen },
      canFillScreen() && { name: screen, iconName: screen, action: () => app.toggleFullScreen(), key: KEYS.full },
      facts?.races && { name: "race", iconName: "race", action: () => void app.go("/race") },
      { name: "bests", iconName: "bests", action: () => app.show("bests"), key: KEYS.bests },
      { name: "stats", iconName: "chart", action: () => void app.go("/stats") },
      app.me?.account && { name: "account", iconName: "person", action: () => void app.go("/account") },
      { name: "lab", iconName: "flask", action: () => void app.openInLab() },
      { name: "restart", iconName: "restart", action: () => app.page?.restart?.() },
      { name: "tiles", iconName: "tiles", action: () => app.show("gallery"), key: KEYS.tiles },
      { name: "edit", iconName: "pen", action: () => void app.editBoard() },
      { name: "settings", iconName: "settings", action: () => app.show("settings") },
      { name: "help", iconName: "help", action: () => app.show("help"), key: KEYS.help },
    ];
    return entries.flatMap((entry) => entry || []);
  }

  /** Create the entries in the current language. */
  build() {
    const entries = this.entries();
    this.bar.setAttribute("aria-label", t("menu"));
    this.list.setAttribute("aria-label", t("tool more"));
    const zoom = this.button({ name: "zoom", iconName: "zoom", action: () => this.zoom() });
    zoom.append(icon("fit"));
    const more = iconButton("more", t("tool more"), {
      id: "menu-more",
      "aria-haspopup": "menu",
      popovertarget: "more",
    });
    const isLost = redraw(this.bar, () => [zoom, ...entries.map((entry) => this.button(entry)), more]);
    this.list.replaceChildren(...entries.map((entry) => this.item(entry)));
    if (isLost) more.focus();
  }

  zoom() {
    const { page } = this.app;
    if (page?.toggleZoom) page.toggleZoom();
    else page?.board?.zoom.toggle();
  }

  /** @param {Entry} entry */
  button({ name, action, key, iconName }) {
    const label = t(`tool ${name}`);
    const id = `menu-${name.replace(/^un|-off$/, "")}`; // the focus stays on a button that changes its name
    return iconButton(iconName, label, { ...keyAttributes(label, key), id, onclick: action });
  }

  /** @param {Entry} entry */
  item({ name, action, iconName }) {
    const choose = () => {
      this.list.hidePopover();
      action();
    };
    const id = `more-${name.replace(/^un|-off$/, "")}`;
    return h("button", { role: "menuitem", tabindex: "-1", id, onclick: choose }, icon(iconName), t(`tool ${name}`));
  }
}
