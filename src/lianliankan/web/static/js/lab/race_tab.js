// The tab in which finders race.

import { h } from "../core/dom.js";
import { t } from "../i18n/i18n.js";

export class RaceTab {
  /** @param {import("./lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    this.element = h("div", { class: "lab-race" });
  }

  update() {
    this.element.replaceChildren(h("p", {}, t("lab pick two")));
  }
}
