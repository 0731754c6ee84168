// The form for a custom game: mode, size, shape, gravity, kinds, difficulty, paths, deal number.

import { usualBoard, usualSizes } from "../board/usual_board.js";
import { h, s } from "../core/dom.js";
import { gravityIcon } from "../core/gravities.js";
import { t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";
import { choice, stepper, toggle } from "./form.js";

/** @typedef {import("../server/api.js").NewGameRequest & {rows: number, cols: number}} CustomRequest */

const ANY = "any"; // difficulty, or number of turns

/** @returns {CustomRequest} the classic game, on a board for this window */
export function usualRequest() {
  const { rows, cols } = usualBoard();
  return { mode: facts.modes[0].name, rows, cols, shape: facts.shapes[0].name, ...facts.default.rules };
}

/** The form writes into a request for the server, which finds out whether there is such a board. */
export class CustomGameForm {
  /**
   * @param {CustomRequest} request
   * @param {() => void} redraw
   * @param {() => void} onInput called after a number was typed or stepped
   */
  constructor(request, redraw, onInput) {
    this.request = request;
    this.redraw = redraw;
    this.onInput = onInput;
    this.element = h(
      "div",
      { class: "form-grid" },
      this.modeField(),
      ...this.sizeFields(),
      this.gravityField(),
      this.shapeField(),
      this.difficultyField(),
      this.turnsField(),
      this.kindsField(),
      this.dealField(),
      this.pathSwitches(),
    );
  }

  /**
   * Change the request and draw the form again.
   * @param {Partial<CustomRequest>} values
   */
  change(values) {
    this.assign(values);
    this.redraw();
  }

  /** @param {Partial<CustomRequest>} values */
  assign(values) {
    Object.assign(this.request, values);
    if (!this.hasDifficulty) this.request.difficulty = null;
  }

  /**
   * Change a number of rows or columns. The form is not drawn again: the player may already be pressing something else,
   * so what depends on the size is changed in place.
   * @param {Partial<CustomRequest>} side
   */
  changeSide(side) {
    const { request, element } = this;
    this.assign(side);
    for (const input of element.querySelectorAll("[name='custom-size']")) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = radio.value === `${request.rows}x${request.cols}`;
    }
    const difficulty = element.querySelector("fieldset:has([name='custom-difficulty'])");
    difficulty?.toggleAttribute("hidden", !this.hasDifficulty);
    this.onInput();
  }

  /** Whether the difficulty can be chosen: only for small boards, and not if the mode has its own. */
  get hasDifficulty() {
    const { rows, cols, mode } = this.request;
    const isRated = facts.modes.find(({ name }) => name === mode)?.is_rated;
    return rows * cols <= facts.limits.max_cells_rated && !isRated;
  }

  // ---- The fields ---------------------------------------------------------------------------------------------------

  /**
   * @param {"mode" | "size" | "gravity" | "shape" | "difficulty" | "turns"} name
   * @param {string | number | null | undefined} value
   * @param {{value: string, text: string, picture?: Element}[]} options
   * @param {(value: string) => Partial<CustomRequest>} toValues what the request gets
   */
  choiceField(name, value, options, toValues) {
    const onChange = (/** @type {string} */ chosen) => this.change(toValues(chosen));
    return choice({
      name: `custom-${name}`,
      label: t(`new ${name}`),
      wide: true,
      value: `${value}`,
      options,
      onChange,
    });
  }

  modeField() {
    const options = facts.modes
      .filter(({ chooses_board }) => chooses_board)
      .map(({ name }) => ({ value: name, text: t(`mode ${name}`) }));
    return this.choiceField("mode", this.request.mode, options, (mode) => ({ mode }));
  }

  sizeFields() {
    const { request } = this;
    const { max_side: max, max_cells: maxCells } = facts.limits;
    const side = (/** @type {"rows" | "cols"} */ name, /** @type {"rows" | "cols"} */ other) =>
      stepper({
        name: `custom-${name}`,
        label: t(`new ${name}`),
        value: request[name],
        min: 2,
        max,
        buttonMax: () => Math.floor(maxCells / request[other]),
        onChange: (value) => this.changeSide({ [name]: value }),
      });
    const options = usualSizes().map(([rows, cols]) => ({ value: `${rows}x${cols}`, text: `${rows}×${cols}` }));
    const sizes = this.choiceField("size", `${request.rows}x${request.cols}`, options, (value) => {
      const [rows, cols] = value.split("x").map(Number);
      return { rows, cols };
    });
    return [sizes, side("rows", "cols"), side("cols", "rows")];
  }

  gravityField() {
    const options = facts.gravities.map((value) => ({
      value,
      text: t(`gravity ${value}`),
      picture: gravityIcon(value),
    }));
    return this.choiceField("gravity", this.request.gravity, options, (gravity) => ({ gravity }));
  }

  shapeField() {
    const options = facts.shapes.map(({ name, icon }) => ({
      value: name,
      text: t(`shape-of ${name}`),
      picture: shapeIcon(icon),
    }));
    return this.choiceField("shape", this.request.shape, options, (shape) => ({ shape }));
  }

  difficultyField() {
    const names = [ANY, ...facts.difficulties.map(({ name }) => name)];
    const options = names.map((value) => ({ value, text: t(`difficulty ${value}`) }));
    const field = this.choiceField("difficulty", this.request.difficulty ?? ANY, options, (value) => ({
      difficulty: value === ANY ? null : value,
    }));
    field.hidden = !this.hasDifficulty;
    return field;
  }

  turnsField() {
    const options = facts.turns.map((turns) => ({ value: `${turns ?? ANY}`, text: `${turns ?? t("turns any")}` }));
    return this.choiceField("turns", this.request.max_turns ?? ANY, options, (value) => ({
      max_turns: value === ANY ? null : Number(value),
    }));
  }

  kindsField() {
    return stepper({
      name: "custom-kinds",
      label: t("new kinds"),
      value: this.request.kinds ?? null,
      min: 2,
      max: facts.limits.max_kinds,
      placeholder: t("kinds usual"),
      onChange: (kinds) => {
        this.assign({ kinds });
        this.onInput();
      },
    });
  }

  dealField() {
    const input = h("input", {
      class: "field",
      id: "custom-deal",
      inputmode: "numeric",
      pattern: "[0-9]*",
      maxlength: String(facts.limits.max_seed).length - 1,
      placeholder: t("deal chance"),
      value: this.request.seed ?? "",
    });
    input.onchange = () => {
      const digits = input.value.replace(/\D/g, "");
      this.assign({ seed: digits ? Number(digits) : null });
      this.onInput();
    };
    return h("label", { class: "form-field" }, h("span", {}, t("new deal")), input);
  }

  pathSwitches() {
    const pathSwitch = (/** @type {"outside" | "adjacent"} */ name) =>
      toggle({
        name: `custom-${name}`,
        label: t(`new ${name}`),
        value: this.request[name] ?? false,
        onChange: (value) => this.change({ [name]: value }),
      });
    return h("div", { class: "form-field wide" }, pathSwitch("outside"), pathSwitch("adjacent"));
  }
}

/**
 * Draw a small picture of a shape.
 * @param {string} mask
 */
function shapeIcon(mask) {
  const rows = mask.split("/");
  const icon = s("svg", {
    class: "icon shape",
    viewBox: `0 0 ${3 * rows[0].length} ${3 * rows.length}`,
    "aria-hidden": "true",
  });
  rows.forEach((line, row) =>
    [...line].forEach((cell, col) => {
      const [x, y] = [3 * col + 0.3, 3 * row + 0.3];
      if (cell === "A" || cell === "#")
        icon.append(s("rect", { class: cell === "#" ? "stone" : "place", x, y, width: 2.4, height: 2.4, rx: 0.6 }));
    }),
  );
  return icon;
}
