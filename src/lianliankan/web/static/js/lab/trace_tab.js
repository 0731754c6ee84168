// The tab that shows a search step by step.

import { h } from "../core/dom.js";
import { t } from "../i18n/i18n.js";

export class TraceTab {
  /** @param {import("./lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    this.element = h("div", { class: "lab-trace" });
    this.under = h("div", { class: "lab-controls" });
  }

  update() {
    this.element.replaceChildren(h("p", {}, t("lab pick two")));
  }
}
