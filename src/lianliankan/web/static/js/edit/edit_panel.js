// Beside the board: whether it can be won and why not, how hard it is, its rules and its size, and what to do with it.

import { find, h, redraw } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { dropDown, stepper, toggle } from "../dialogs/form.js";
import { t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";
import { EditActions } from "./edit_actions.js";
import { editIcon } from "./edit_icons.js";
import { VerdictCard } from "./verdict_card.js";

/** @import { BoardFacts } from "../kernel/facts_worker.js" */
/** @import { Turn } from "./edit_shapes.js" */

/** @type {Turn[]} */
const TURNS = ["mirror", "flip", "counterclockwise", "clockwise"];

export class EditPanel {
  /** @param {import("./edit_page.js").EditPage} page */
  constructor(page) {
    this.page = page;
    this.verdict = new VerdictCard(page);
    this.actions = new EditActions(page);
    this.odd = h("p.edit-odd", { hidden: true });
    this.rules = h("section.edit-section");
    this.whole = h("section.edit-section");
    this.buttons = h("section.edit-section.edit-actions");
    this.closeRow = h("div.edit-close");
    this.element = h(
      "aside.edit-panel",
      { id: "edit-panel" },
      this.closeRow,
      this.verdict.element,
      this.odd,
      this.buttons,
      this.whole,
      this.rules,
    );
    find("#main").append(this.element);
    /** @type {string} what the rules and the size are drawn for */
    this.shown = "";
  }

  remove() {
    this.verdict.remove();
    this.element.remove();
  }

  /** Whether it covers the board, on a narrow screen. */
  get isOpen() {
    return this.element.classList.contains("open");
  }

  /** Open or close it on a narrow screen, where it covers the board. */
  toggle() {
    this.element.classList.toggle("open");
    if (this.isOpen) /** @type {HTMLElement} */ (this.closeRow.querySelector("button")).focus();
    find("#edit-panel").scrollTop = 0;
    document.body.classList.toggle("panel-open", this.isOpen);
  }

  /** @returns {boolean} whether it was open */
  close() {
    const wasOpen = this.isOpen;
    if (wasOpen) this.toggle();
    if (wasOpen) find("#edit-panel-toggle").focus();
    return wasOpen;
  }

  /** Draw everything in the current language. */
  draw() {
    this.element.setAttribute("aria-label", t("edit about board"));
    this.closeRow.replaceChildren(iconButton("close", t("close"), { onclick: () => this.close() }));
    this.verdict.draw();
    this.buttons.replaceChildren(...this.actions.buttons());
    this.shown = "";
    this.showBoard(this.page.tools.counts);
  }

  /**
   * Show what belongs to the board itself: kinds that cannot be paired, its size, its rules.
   * @param {Map<number, number>} counts
   */
  showBoard(counts) {
    const odd = [...counts].filter(([, count]) => count % 2);
    const names = odd.map(([kind, count]) => t("edit odd kind", { name: this.page.nameOf(kind), tiles: count }));
    this.odd.hidden = !odd.length;
    const text = t("edit odd", { names: names.join(t("comma")) });
    if (odd.length) this.odd.replaceChildren(editIcon("warning"), h("span", text));
    const { height, width, rules } = this.page.model;
    const shown = JSON.stringify([height, width, rules]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.drawWhole();
    this.drawRules();
  }

  /** Draw what changes the whole board: turning it, and its size. */
  drawWhole() {
    const { page } = this;
    const { model } = page;
    const { max_side: max } = facts.limits;
    const side = (/** @type {"rows" | "cols"} */ name, /** @type {number} */ value, /** @type {number} */ other) =>
      stepper({
        name: `edit-${name}`,
        label: t(`new ${name}`),
        value,
        min: 1,
        max: Math.min(max, Math.floor(facts.limits.max_cells / other)),
        onChange: (wanted) => {
          const size = wanted ?? value;
          if (name === "rows") model.resize(size, model.width);
          else model.resize(model.height, size);
          page.say(t("edit size", { rows: model.height, cols: model.width }));
        },
      });
    const turns = TURNS.map((turn) => {
      const label = t(`edit ${turn}`);
      const attributes = { id: `edit-${turn}`, title: label, "aria-label": label, onclick: () => page.turn(turn) };
      return h("button.icon-button", attributes, editIcon(turn));
    });
    redraw(this.whole, () => [
      h("h3", t("edit whole")),
      h("div.edit-turns", { role: "group", "aria-label": t("edit turns") }, ...turns),
      h("div.edit-size", side("rows", model.height, model.width), side("cols", model.width, model.height)),
    ]);
  }

  drawRules() {
    const { model } = this.page;
    const { rules } = model;
    const { gravities, turns } = facts;
    const gravity = dropDown(
      "edit-gravity",
      gravities.map((name) => t(`gravity ${name}`)),
      gravities.indexOf(rules.gravity),
      (place) => model.setRules({ gravity: gravities[place] }),
    );
    const choices = turns.includes(rules.max_turns) ? turns : [...turns, rules.max_turns];
    const maxTurns = dropDown(
      "edit-turns",
      choices.map((count) => `${count ?? t("turns any")}`),
      choices.indexOf(rules.max_turns),
      (place) => model.setRules({ max_turns: choices[place] }),
    );
    const path = (/** @type {"outside" | "adjacent"} */ name) =>
      toggle({
        name: `edit-${name}`,
        label: t(`new ${name}`),
        value: rules[name],
        onChange: (value) => model.setRules({ [name]: value }),
      });
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {HTMLElement} */ input) =>
      h("label.form-field", { for: id }, h("span", label), input);
    redraw(this.rules, () => [
      h("h3", t("edit rules")),
      h(
        "div.edit-size",
        field("edit-gravity", t("new gravity"), gravity),
        field("edit-turns", t("new turns"), maxTurns),
      ),
      path("outside"),
      path("adjacent"),
    ]);
  }

  // ---- What is known ------------------------------------------------------------------------------------------------

  /** @param {number} seconds how long the search may take */
  startSearch(seconds) {
    this.verdict.start(seconds);
  }

  /** @param {BoardFacts} found */
  showFacts(found) {
    if (found.moves) this.page.stat("moves", found.moves.length);
    this.verdict.show(found);
  }

  hideProof() {
    this.verdict.hideProof();
  }
}
