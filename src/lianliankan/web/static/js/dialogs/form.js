// The parts of forms: choices, steppers, switches.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { words } from "../i18n/i18n.js";

/**
 * A choice of a few, side by side.
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {{value: string, text: string, picture?: Element}[]} given.options
 * @param {string} given.value
 * @param {(value: string) => void} given.onChange
 * @param {boolean} [given.wide]
 */
export function choice({ name, label, options, value, onChange, wide = false }) {
  const pictured = options.some((option) => option.picture);
  return h(
    "fieldset",
    { class: wide ? "entry wide" : "entry" },
    h("legend", {}, label),
    h(
      "div",
      { class: pictured ? `choice pictures across-${options.length % 7 ? 8 : 7}` : "choice" },
      ...options.map((option) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            id: `${name}-${option.value}`,
            value: option.value,
            checked: option.value === value,
            onchange: () => onChange(option.value),
          }),
          option.picture ?? null,
          h("span", {}, option.text),
        ),
      ),
    ),
  );
}

/**
 * A number with a button on either side.
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {number | null} given.value null is nothing said
 * @param {number} given.least
 * @param {number} given.most
 * @param {() => number} [given.reach] how far the buttons go, where that is less than what may be typed
 * @param {string} [given.empty] what stands there while nothing is said
 * @param {(value: number | null) => void} given.onChange
 */
export function stepper({ name, label, value, least, most, reach = () => most, empty = "", onChange }) {
  const input = h("input", {
    class: "field",
    type: "number",
    inputmode: "numeric",
    id: name,
    min: least,
    max: most,
    placeholder: empty,
    value: value ?? "",
    onchange: () => set(input.value === "" ? null : Number(input.value)),
  });
  const set = (/** @type {number | null} */ wanted) => {
    const held = wanted === null && empty ? null : Math.min(Math.max(Math.round(wanted || least), least), most);
    input.value = held === null ? "" : String(held);
    onChange(held);
  };
  const by = (/** @type {number} */ step) => {
    const now = input.value === "" ? null : Number(input.value);
    if (step > 0 && now !== null && now >= reach()) return;
    set(empty && now === least && step < 0 ? null : now === null ? (step > 0 ? least : null) : now + step);
  };
  const button = (/** @type {number} */ step, /** @type {string} */ drawn) =>
    h(
      "button",
      { type: "button", class: "round", tabindex: "-1", "aria-hidden": "true", onclick: () => by(step) },
      icon(drawn),
    );
  return h(
    "label",
    { class: "entry" },
    h("span", {}, label),
    h("span", { class: "stepper" }, button(-1, "minus"), input, button(1, "plus")),
  );
}

/**
 * A switch with its label.
 * @param {object} given
 * @param {string} given.name
 * @param {string} given.label
 * @param {boolean} given.value
 * @param {(value: boolean) => void} given.onChange
 */
export function toggle({ name, label, value, onChange }) {
  const input = h("input", { type: "checkbox", role: "switch", class: "switch", id: name, checked: value });
  input.onchange = () => onChange(input.checked);
  return h("label", { class: "setting" }, h("span", {}, label), input);
}

/**
 * A button for a dialog.
 * @param {string} text the name of its text
 * @param {() => void} act
 * @param {{kind?: string, drawn?: string, first?: boolean}} [how]
 */
export function deed(text, act, { kind = "", drawn, first = false } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${kind}`,
      id: `deed-${text.replaceAll(" ", "-")}`,
      "data-deed": text,
      "data-first": first,
      onclick: act,
    },
    drawn ? icon(drawn) : null,
    words(text),
  );
}
