// What the pages around races have in common: they are read, scroll, and say in the header where the player is.

import { pathTo } from "../core/address.js";
import { h, redraw } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { raceLink } from "./race_link.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */

export class ReadingPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {string} kind its CSS class
   */
  constructor(frame, kind) {
    this.app = frame.app;
    this.frame = frame;
    this.element = h("section", { class: `statistics ${kind}`, tabindex: "-1", "aria-labelledby": "race-title" });
    frame.mark("reading");
    frame.add(this.element);
  }

  redraw() {
    this.draw();
  }

  /** What the page is called. */
  title() {
    return t("race title");
  }

  /** @returns {(Node | null)[]} */
  content() {
    return [];
  }

  /** Draw the page; the focus stays where it was. */
  draw() {
    this.frame.showMode([icon("race"), h("span", t("race title"))], { title: this.title() });
    if (redraw(this.element, () => this.content())) this.element.focus({ preventScroll: true });
  }

  /**
   * The title, and where one can go from here.
   * @param {...(HTMLElement | null)} ways
   */
  head(...ways) {
    return h("div.statistics-head", h("h2", { id: "race-title" }, this.title()), ...ways);
  }

  /**
   * A button that leads somewhere else; on phones it shows only its icon.
   * @param {TextKey} text
   * @param {IconName} iconName
   * @param {() => void} action
   */
  way(text, iconName, action) {
    const id = `way-${text.replaceAll(" ", "-")}`;
    return h("button.button.way", { id, title: t(text), onclick: action }, icon(iconName), h("span", t(text)));
  }

  /**
   * A button that leads to another place of the races.
   * @param {TextKey} text
   * @param {IconName} iconName
   * @param {string[]} parts of the address after `/race`
   */
  wayTo(text, iconName, ...parts) {
    return this.way(text, iconName, () => void this.app.go(pathTo(["race", ...parts])));
  }

  /**
   * A link to another place of the races, which is opened without loading the page again.
   * @param {string[]} parts of the address after `/race`
   * @param {import("../core/dom.js").Attributes} attributes
   * @param {...(Node | string | null)} content
   */
  link(parts, attributes, ...content) {
    return raceLink(this.app, parts, attributes, ...content);
  }
}
