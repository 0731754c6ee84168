// The form for a custom game: mode, size, shape, gravity, kinds, difficulty, paths, deal number.

import { h, s } from "../core/dom.js";
import { gravityIcon } from "../core/icons.js";
import { SHAPES, makeMask } from "../core/shapes.js";
import { t } from "../i18n/i18n.js";
import { choice, stepper, toggle } from "./form.js";

export const GRAVITIES = [
  "still", "down", "up", "left", "right", "split-rows", "split-columns", "gather-rows", "gather-columns",
  "slide-left-right", "slide-down-up", "outward", "inward", "rotating",
]; // prettier-ignore

const MODES = ["classic", "relaxed", "timed", "expert"];
const SIZES = ["6x10", "8x18", "9x16", "12x24", "16x30"];
const DIFFICULTIES = ["any", "easy", "medium", "hard", "fiendish"];
const TURNS = ["0", "1", "2", "3", "any"];
// The server's limits.
const MAX_CELLS = 1024;
const MAX_CELLS_UNUSUAL_PATHS = 400;
const MAX_CELLS_CHOSEN_DIFFICULTY = 240;
const MAX_SIDE = 40;
const MAX_KINDS = 240;

/**
 * Return how many cells a board with the requested rules may have, and the key of the text for a larger one.
 * @param {any} request
 * @returns {[number, string]}
 */
function maxCells({ mode, max_turns: turns = 2, outside = true }) {
  if (mode === "expert") return [MAX_CELLS_CHOSEN_DIFFICULTY, "new large expert"];
  return turns !== 2 || !outside ? [MAX_CELLS_UNUSUAL_PATHS, "new large rules"] : [MAX_CELLS, "new large"];
}

/**
 * Return a text that says what is wrong with a request, or an empty one if the server will try to deal it.
 * @param {any} request
 */
export function requestProblem(request) {
  const { rows, cols, mask, kinds = 1 } = request;
  const [most, text] = maxCells(request);
  if (rows * cols > most) return t(text, { cells: rows * cols, most });
  const tiles = mask ? mask.split("A").length - 1 : rows * cols;
  if (tiles % 2) return t("wrong odd", { cells: tiles });
  return kinds > tiles / 2 ? t("new kinds many", { kinds, most: tiles / 2 }) : "";
}

/** The form writes into a request for the server, which also has a `shape`. */
export class CustomGameForm {
  /**
   * @param {any} request
   * @param {() => void} redraw
   * @param {() => void} validate called after a number was typed or stepped
   */
  constructor(request, redraw, validate) {
    this.request = request;
    this.redraw = redraw;
    this.validate = validate;
    request.mode ??= "classic";
    request.rows ??= 8;
    request.cols ??= 18;
    request.shape ??= "full";
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

  // ---- The request --------------------------------------------------------------------------------------------------

  /** Update what depends on size and shape. */
  reshape() {
    const { request } = this;
    if (request.shape === "full") delete request.mask;
    else request.mask = makeMask(request.shape, request.rows, request.cols);
    if (request.rows * request.cols > MAX_CELLS_CHOSEN_DIFFICULTY) delete request.difficulty;
  }

  /**
   * Return a handler that sets a value, and removes it if it is the default.
   * @param {string} name
   * @param {any} usual
   */
  setter(name, usual) {
    return (/** @type {any} */ value) => {
      if (value === usual || value === null) delete this.request[name];
      else this.request[name] = value;
      this.reshape();
      this.redraw();
    };
  }

  /**
   * Return a handler that sets a value without drawing the form again.
   * @param {string} name
   */
  quietSetter(name) {
    return (/** @type {any} */ value) => {
      if (value === null) delete this.request[name];
      else this.request[name] = value;
      this.validate();
    };
  }

  /**
   * Return a handler for a number of rows or columns. The form is not drawn again: the player may already be pressing
   * something else, so what depends on the size is changed in place.
   * @param {"rows" | "cols"} name
   */
  sideSetter(name) {
    return (/** @type {number | null} */ value) => {
      const { request, element } = this;
      request[name] = value;
      this.reshape();
      for (const input of element.querySelectorAll("[name='custom-size']")) {
        const radio = /** @type {HTMLInputElement} */ (input);
        radio.checked = radio.value === `${request.rows}x${request.cols}`;
      }
      const difficulty = element.querySelector("fieldset:has([name='custom-difficulty'])");
      difficulty?.toggleAttribute("hidden", !this.hasDifficulty);
      this.validate();
    };
  }

  /** Whether the difficulty can be chosen. */
  get hasDifficulty() {
    const { rows, cols, mode } = this.request;
    return rows * cols <= MAX_CELLS_CHOSEN_DIFFICULTY && mode !== "expert";
  }

  // ---- The fields ---------------------------------------------------------------------------------------------------

  modeField() {
    return choice({
      name: "custom-mode",
      label: t("new mode"),
      wide: true,
      value: this.request.mode,
      options: MODES.map((value) => ({ value, text: t(`mode ${value}`) })),
      onChange: this.setter("mode", ""),
    });
  }

  sizeFields() {
    const { request } = this;
    const side = (
      /** @type {"rows" | "cols"} */ name,
      /** @type {"rows" | "cols"} */ other,
      /** @type {string} */ label,
    ) =>
      stepper({
        name: `custom-${name}`,
        label,
        value: request[name],
        min: 2,
        max: MAX_SIDE,
        buttonMax: () => Math.floor(maxCells(request)[0] / request[other]),
        onChange: this.sideSetter(name),
      });
    const sizes = choice({
      name: "custom-size",
      label: t("new size"),
      wide: true,
      value: `${request.rows}x${request.cols}`,
      options: SIZES.map((value) => ({ value, text: value.replace("x", "×") })),
      onChange: (value) => {
        [request.rows, request.cols] = value.split("x").map(Number);
        this.reshape();
        this.redraw();
      },
    });
    return [sizes, side("rows", "cols", t("new rows")), side("cols", "rows", t("new cols"))];
  }

  gravityField() {
    return choice({
      name: "custom-gravity",
      label: t("new gravity"),
      wide: true,
      value: this.request.gravity ?? "still",
      options: GRAVITIES.map((value) => ({ value, text: t(`gravity ${value}`), picture: gravityIcon(value) })),
      onChange: this.setter("gravity", "still"),
    });
  }

  shapeField() {
    return choice({
      name: "custom-shape",
      label: t("new shape"),
      wide: true,
      value: this.request.shape,
      options: SHAPES.map((value) => ({ value, text: t(`shape-of ${value}`), picture: shapeIcon(value) })),
      onChange: this.setter("shape", ""),
    });
  }

  difficultyField() {
    const field = choice({
      name: "custom-difficulty",
      label: t("new difficulty"),
      wide: true,
      value: this.request.difficulty ?? "any",
      options: DIFFICULTIES.map((value) => ({ value, text: t(`difficulty ${value}`) })),
      onChange: this.setter("difficulty", "any"),
    });
    field.hidden = !this.hasDifficulty;
    return field;
  }

  turnsField() {
    const { max_turns: turns } = this.request;
    return choice({
      name: "custom-turns",
      label: t("new turns"),
      wide: true,
      value: turns === undefined ? "2" : turns === null ? "any" : String(turns),
      options: TURNS.map((value) => ({ value, text: value === "any" ? t("turns any") : value })),
      onChange: (value) => {
        if (value === "2") delete this.request.max_turns;
        else this.request.max_turns = value === "any" ? null : Number(value);
        this.redraw();
      },
    });
  }

  kindsField() {
    return stepper({
      name: "custom-kinds",
      label: t("new kinds"),
      value: this.request.kinds ?? null,
      min: 2,
      max: MAX_KINDS,
      placeholder: t("kinds usual"),
      onChange: this.quietSetter("kinds"),
    });
  }

  dealField() {
    const set = this.quietSetter("seed");
    return h(
      "label",
      { class: "form-field" },
      h("span", {}, t("new deal")),
      h("input", {
        class: "field",
        id: "custom-deal",
        inputmode: "numeric",
        pattern: "[0-9]*",
        maxlength: 15,
        placeholder: t("deal chance"),
        value: this.request.seed ?? "",
        onchange: (/** @type {Event} */ event) => {
          const digits = /** @type {HTMLInputElement} */ (event.target).value.replace(/\D/g, "");
          set(digits ? Number(digits) : null);
        },
      }),
    );
  }

  pathSwitches() {
    const pathSwitch = (/** @type {"outside" | "adjacent"} */ name, /** @type {string} */ label) =>
      toggle({
        name: `custom-${name}`,
        label,
        value: this.request[name] !== false,
        onChange: this.setter(name, true),
      });
    return h(
      "div",
      { class: "form-field wide" },
      pathSwitch("outside", t("new outside")),
      pathSwitch("adjacent", t("new adjacent")),
    );
  }
}

/**
 * Draw a small picture of a shape.
 * @param {string} shape
 */
function shapeIcon(shape) {
  const icon = s("svg", { class: "icon shape", viewBox: "0 0 24 18", "aria-hidden": "true" });
  makeMask(shape, 6, 8)
    .split("/")
    .forEach((line, row) =>
      [...line].forEach((cell, col) => {
        if (cell === "_") return;
        const [x, y] = [3 * col + 0.3, 3 * row + 0.3];
        icon.append(s("rect", { class: cell === "#" ? "stone" : "place", x, y, width: 2.4, height: 2.4, rx: 0.6 }));
      }),
    );
  return icon;
}
