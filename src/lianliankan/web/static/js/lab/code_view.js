// The code of a finder, with the line lit that runs.

import { h } from "../core/dom.js";
import { t } from "../i18n/i18n.js";
import { tokenLines } from "./python_tokens.js";

export class CodeView {
  /** @param {import("../server/protocol.js").LabFinder} finder */
  constructor(finder) {
    /** @type {Map<string, HTMLElement>} the lines by `file:number` */
    this.lines = new Map();
    /** @type {HTMLElement | null} */
    this.lit = null;
    const parts = finder.source.map((part) => this.part(part));
    this.element = h("div.code-view", { tabindex: "0", role: "region", "aria-label": t("lab code") }, ...parts);
  }

  /** @param {import("../server/protocol.js").LabSource} part */
  part({ file, first, text }) {
    const code = h("code");
    tokenLines(text).forEach((line, place) => {
      const element = h("span.code-line", { "data-line": first + place }, ...colour(line));
      this.lines.set(`${file}:${first + place}`, element);
      code.append(element);
    });
    return h("figure", h("figcaption", file), h("pre", { translate: "no" }, code));
  }

  /**
   * Light the line that runs, and scroll to it inside the listing.
   * @param {string} file
   * @param {number} number
   */
  light(file, number) {
    const line = this.lines.get(`${file}:${number}`) ?? null;
    if (line === this.lit) return;
    this.lit?.classList.remove("lit");
    this.lit?.removeAttribute("aria-current");
    this.lit = line;
    if (!line) return;
    line.classList.add("lit");
    line.setAttribute("aria-current", "step");
    const [box, view] = [line.getBoundingClientRect(), this.element.getBoundingClientRect()];
    if (box.top < view.top + 24 || box.bottom > view.bottom - 24)
      this.element.scrollTop += box.top - view.top - view.height / 3;
  }
}

/**
 * Return a line of code, with its words in elements that have a colour.
 * @param {import("./python_tokens.js").Token[]} line
 */
export function colour(line) {
  return line.map(({ kind, text }) => (kind ? h("span", { class: `code-${kind}` }, text) : text));
}
