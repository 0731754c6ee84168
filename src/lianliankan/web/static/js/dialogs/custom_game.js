// The form for a custom game: mode, size, shape, gravity, kinds, difficulty, paths, deal number.

import { usualBoard, usualSizes } from "../board/usual_board.js";
import { h } from "../core/dom.js";
import { gravityIcon } from "../core/gravities.js";
import { named, t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";
import { BoardPreview, maskPicture } from "./board_preview.js";
import { choice, stepper, toggle } from "./form.js";

/** @typedef {import("../server/protocol.js").NewGameRequest & {rows: number, cols: number}} CustomRequest */
/** @import { ImpossibleChoice } from "../server/protocol.js" */
/** @typedef {{name: ImpossibleChoice["field"], element: HTMLElement, isChosen: (value: string) => boolean}} Field */

const ANY = "any"; // difficulty, or number of turns

/** @returns {CustomRequest} the classic game, on a board for this window */
export function usualRequest() {
  const { rows, cols } = usualBoard();
  return { mode: facts.modes[0].name, rows, cols, shape: facts.shapes[0].name, ...facts.default.rules };
}

/**
 * The form writes into a request for the server, which says whether there is such a board, and for which choices it is
 * too large: these are disabled, and a note says why.
 */
export class CustomGameForm {
  /**
   * @param {CustomRequest} request
   * @param {(isPossible: boolean) => void} onAnswer called when the server has said whether there is such a board
   */
  constructor(request, onAnswer) {
    this.request = request;
    /** @type {Field[]} */
    this.fields = [];
    /** @type {ImpossibleChoice[]} as the server said last */
    this.impossible = [];
    this.preview = new BoardPreview(({ isPossible, impossible }) => {
      this.impossible = impossible ?? this.impossible;
      this.updateFields();
      element.removeAttribute("aria-busy");
      onAnswer(isPossible);
    });
    const element = (this.element = h(
      "div.form-grid",
      this.modeField(),
      ...this.sizeFields(),
      this.gravityField(),
      this.shapeField(),
      this.difficultyField(),
      this.turnsField(),
      this.kindsField(),
      this.dealField(),
      this.pathSwitches(),
    ));
    this.update();
  }

  /** @param {Partial<CustomRequest>} values */
  change(values) {
    Object.assign(this.request, values);
    if (this.isRatedMode) this.request.difficulty = null;
    this.update();
  }

  /** Whether the mode has a difficulty of its own. */
  get isRatedMode() {
    return isRated(this.request.mode);
  }

  /** Show what the request is now and what else can be chosen, in place: the player may be pressing something. */
  update() {
    const { request, element } = this;
    this.updateFields();
    for (const name of /** @type {const} */ (["rows", "cols"])) {
      const input = /** @type {HTMLInputElement} */ (element.querySelector(`#custom-${name}`));
      input.value = String(request[name]);
    }
    element.querySelector("fieldset:has([name='custom-difficulty'])")?.toggleAttribute("hidden", this.isRatedMode);
    element.setAttribute("aria-busy", "true");
    void this.preview.show(request);
  }

  /** Show what is chosen, and disable what the server called impossible, with a note that says why. */
  updateFields() {
    for (const { name, element, isChosen } of this.fields) {
      let note = "";
      for (const input of element.querySelectorAll("input")) {
        if (input.type === "radio") input.checked = isChosen(input.value);
        const problem = this.impossible.find(
          ({ field, value }) => field === name && (input.type !== "radio" || String(value ?? ANY) === input.value),
        );
        input.disabled = problem !== undefined && !isChosen(input.value);
        if (problem && input.disabled) note ||= t(`most ${problem.reason}`, { most: problem.most });
      }
      const said = /** @type {HTMLElement} */ (element.querySelector(".note"));
      said.textContent = note;
      said.hidden = !note;
    }
  }

  /**
   * Watch a field whose choices may not be possible, and give it a place for the reason.
   * @param {Field["name"]} name
   * @param {HTMLElement} element
   * @param {Field["isChosen"]} isChosen whether an input with this value is chosen
   */
  watch(name, element, isChosen) {
    element.append(h("p.muted.note", { id: `custom-${name}-note`, hidden: true }));
    element.setAttribute("aria-describedby", `custom-${name}-note`);
    this.fields.push({ name, element, isChosen });
    return element;
  }

  // ---- The fields ---------------------------------------------------------------------------------------------------

  /**
   * @param {Exclude<Field["name"], "outside">} name
   * @param {{value: string, text: string, picture?: Element}[]} options
   * @param {(value: string) => Partial<CustomRequest>} toValues what the request gets
   */
  choiceField(name, options, toValues) {
    const onChange = (/** @type {string} */ chosen) => this.change(toValues(chosen));
    const label = t(`new ${name}`);
    const field = choice({ name: `custom-${name}`, label, wide: true, value: "", options, onChange });
    return this.watch(name, field, (value) => {
      const values = Object.entries(toValues(value));
      return values.every(([key, each]) => (this.request[/** @type {keyof CustomRequest} */ (key)] ?? null) === each);
    });
  }

  modeField() {
    const options = facts.modes
      .filter(({ chooses_board }) => chooses_board)
      .map(({ name }) => ({ value: name, text: named("mode", name) }));
    return this.choiceField("mode", options, (mode) => ({ mode }));
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
        onChange: (value) => this.change({ [name]: value }),
      });
    const options = usualSizes().map(([rows, cols]) => ({ value: `${rows}x${cols}`, text: `${rows}×${cols}` }));
    const sizes = this.choiceField("size", options, (value) => {
      const [rows, cols] = value.split("x").map(Number);
      return { rows, cols };
    });
    return [sizes, side("rows", "cols"), side("cols", "rows")];
  }

  gravityField() {
    const options = facts.gravities.map((value) => ({
      value,
      text: named("gravity", value),
      picture: gravityIcon(value),
    }));
    return this.choiceField("gravity", options, (gravity) => ({ gravity }));
  }

  shapeField() {
    const options = facts.shapes.map(({ name, icon }) => ({
      value: name,
      text: named("shape-of", name),
      picture: maskPicture(icon),
    }));
    return this.choiceField("shape", options, (shape) => ({ shape }));
  }

  difficultyField() {
    const names = [ANY, ...facts.difficulties.map(({ name }) => name)];
    const options = names.map((value) => ({ value, text: named("difficulty", value) }));
    return this.choiceField("difficulty", options, (value) => ({ difficulty: value === ANY ? null : value }));
  }

  turnsField() {
    const options = facts.turns.map((turns) => ({ value: `${turns ?? ANY}`, text: `${turns ?? t("turns any")}` }));
    return this.choiceField("turns", options, (value) => ({ max_turns: value === ANY ? null : Number(value) }));
  }

  kindsField() {
    return stepper({
      name: "custom-kinds",
      label: t("new kinds"),
      value: this.request.kinds ?? null,
      min: 2,
      max: facts.limits.max_kinds,
      placeholder: t("kinds usual"),
      onChange: (kinds) => this.change({ kinds }),
    });
  }

  dealField() {
    const input = h("input.field", {
      id: "custom-deal",
      inputmode: "numeric",
      pattern: "[0-9]*",
      maxlength: String(facts.limits.max_seed).length - 1,
      placeholder: t("deal chance"),
      value: this.request.seed ?? "",
    });
    input.onchange = () => {
      const digits = input.value.replace(/\D/g, "");
      this.change({ seed: digits ? Number(digits) : null });
    };
    return h("label.form-field", h("span", t("new deal")), input);
  }

  pathSwitches() {
    const pathSwitch = (/** @type {"outside" | "adjacent"} */ name) =>
      toggle({
        name: `custom-${name}`,
        label: t(`new ${name}`),
        value: this.request[name] ?? false,
        onChange: (value) => this.change({ [name]: value }),
      });
    const group = h("div", { role: "group" }, pathSwitch("outside"));
    const outside = this.watch("outside", group, () => this.request.outside === false);
    return h("div.form-field.wide", outside, pathSwitch("adjacent"));
  }
}

/** @param {string | null | undefined} mode */
function isRated(mode) {
  return facts.modes.find(({ name }) => name === mode)?.is_rated ?? false;
}
