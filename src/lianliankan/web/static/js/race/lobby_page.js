// The lobby: races that can be joined or watched, and the ways into one.

import { find, h } from "../core/dom.js";
import { t } from "../i18n/i18n.js";

export class LobbyPage {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.element = h("section", { class: "lobby", tabindex: "-1", "aria-labelledby": "lobby-title" });
    document.body.classList.add("reading");
    find("#main").append(this.element);
    this.draw();
    this.element.focus();
  }

  remove() {
    this.element.remove();
    document.body.classList.remove("reading");
  }

  redraw() {
    this.draw();
  }

  showFaces() {}

  draw() {
    this.element.replaceChildren(h("h2", { id: "lobby-title" }, t("race title")));
  }
}
