// What to do with the board: play it, take it to the lab, share and export it, save it, read another one.

import { cellText } from "../board/board_model.js";
import { pathTo } from "../core/address.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { confirm } from "../dialogs/dialog.js";
import { t } from "../i18n/i18n.js";
import { showDeal } from "./edit_deal.js";
import { loadExport } from "./edit_export.js";
import { showImport } from "./edit_import.js";
import { loadSaved } from "./edit_saved.js";

/** @import { IconName } from "../core/icons.js" */

/** @typedef {"play" | "lab" | "deal" | "open" | "share" | "saved" | "clear"} Doing */

export class EditActions {
  /** @param {import("./edit_page.js").EditPage} page */
  constructor(page) {
    this.page = page;
  }

  buttons() {
    const { page } = this;
    const button = (/** @type {Doing} */ name, /** @type {IconName} */ iconName, /** @type {() => void} */ run) =>
      h(
        "button",
        { class: name === "play" ? "button primary" : "button", id: `edit-do-${name}`, onclick: run },
        icon(iconName),
        h("span", t(`edit do ${name}`)),
      );
    return [
      button("play", "play", () => void page.app.try(() => this.play())),
      button("lab", "flask", () => void page.app.go(() => this.labPath())),
      button("deal", "shuffle", () => showDeal(page)),
      button("open", "folder", () => showImport(page)),
      button("share", "send", () => void page.app.ask(() => loadExport(page))),
      button("saved", "save", () => void page.app.ask(() => loadSaved(page))),
      button("clear", "trash", () => {
        page.model.clear();
        page.say(t("edit did clear"));
      }),
    ];
  }

  /** Return the place of the board in the lab; going back leads here. */
  async labPath() {
    const { share } = await this.page.describe();
    await this.page.settle();
    const { points } = this.page;
    return pathTo(["lab", share], points ? `pair=${points.map(cellText).join("-")}` : "");
  }

  /** Start a game on the board; who plays one that cannot be won is told so first. */
  async play() {
    const { app, tools, finder } = this.page;
    if (!tools.counts.size) return this.page.say(t("verdict why empty"));
    const { share } = await this.page.describe();
    await this.page.settle();
    if (this.page.frame.signal.aborted) return; // the player is elsewhere by now
    const winnable = finder.known.verdict?.winnable ?? null;
    if (winnable === false && !(await confirm("edit play lost", "edit play lost about", "edit play anyway"))) return;
    if (winnable === null && !(await confirm("edit play unknown", "edit play unknown about", "edit do play"))) return;
    await app.startGame({ share });
  }
}
