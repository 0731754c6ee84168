// The parts of forms: choices, steppers, switches, buttons.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */

/**
 * A group of radio buttons, side by side.
 * @param {object} field
 * @param {string} field.name
 * @param {string} field.label
 * @param {{value: string, text: string, picture?: Element}[]} field.options
 * @param {string} field.value
 * @param {(value: string) => void} field.onChange
 * @param {boolean} [field.wide]
 */
export function choice({ name, label, options, value, onChange, wide = false }) {
  const pictured = options.some((option) => option.picture);
  return h(
    "fieldset",
    { class: wide ? "form-field wide" : "form-field" },
    h("legend", label),
    h(
      "div",
      {
        class: pictured
          ? `choice pictures across-${options.length < 7 ? options.length : options.length % 7 ? 8 : 7}`
          : "choice",
      },
      ...options.map((option) =>
        h(
          "label",
          h("input", {
            type: "radio",
            name,
            id: `${name}-${option.value}`,
            value: option.value,
            checked: option.value === value,
            onchange: () => onChange(option.value),
          }),
          option.picture ?? null,
          h("span", option.text),
        ),
      ),
    ),
  );
}

/**
 * A menu of choices, closed until it is used.
 * @param {string} id
 * @param {string[]} texts
 * @param {number} chosen
 * @param {(place: number) => void} onChange
 */
export function dropDown(id, texts, chosen, onChange) {
  const options = texts.map((text, place) => h("option", { selected: place === chosen }, text));
  const select = h("select.field", { id }, ...options);
  select.onchange = () => onChange(select.selectedIndex);
  return h("span.select", select, icon("down"));
}

/**
 * A number with a button on either side.
 * @param {object} field
 * @param {string} field.name
 * @param {string} field.label
 * @param {number | null} field.value null if nothing is set
 * @param {number} field.min
 * @param {number} field.max
 * @param {() => number} [field.buttonMax] how far the buttons go, if less than may be typed
 * @param {string} [field.placeholder] shown if nothing is set
 * @param {(value: number | null) => void} field.onChange
 */
export function stepper({ name, label, value, min, max, buttonMax = () => max, placeholder = "", onChange }) {
  const input = h("input.field", {
    type: "number",
    inputmode: "numeric",
    id: name,
    min,
    max,
    placeholder,
    value: value ?? "",
  });
  input.onchange = () => set(input.value === "" ? null : Number(input.value));
  const set = (/** @type {number | null} */ wanted) => {
    const value = wanted === null && placeholder ? null : Math.min(Math.max(Math.round(wanted || min), min), max);
    input.value = value === null ? "" : String(value);
    onChange(value);
  };
  const stepBy = (/** @type {number} */ step) => {
    const now = input.value === "" ? null : Number(input.value);
    if (step > 0 && now !== null && now >= buttonMax()) return;
    set(placeholder && now === min && step < 0 ? null : now === null ? (step > 0 ? min : null) : now + step);
  };
  const button = (/** @type {number} */ step, /** @type {IconName} */ iconName) =>
    h("button.icon-button", { tabindex: "-1", "aria-hidden": "true", onclick: () => stepBy(step) }, icon(iconName));
  return h(
    "label.form-field",
    { for: name }, // not its first button
    h("span", label),
    h("span.stepper", button(-1, "minus"), input, button(1, "plus")),
  );
}

/**
 * A switch with its label.
 * @param {object} field
 * @param {string} field.name
 * @param {string} field.label
 * @param {boolean} field.value
 * @param {(value: boolean) => void} field.onChange
 */
export function toggle({ name, label, value, onChange }) {
  const input = h("input.switch", { type: "checkbox", role: "switch", id: name, checked: value });
  input.onchange = () => onChange(input.checked);
  return h("label.setting", h("span", label), input);
}

/**
 * A button for a dialog.
 * @param {TextKey} text also its id for tests
 * @param {() => void} action
 * @param {{kind?: string, iconName?: IconName, first?: boolean}} [options]
 */
export function actionButton(text, action, { kind = "", iconName, first = false } = {}) {
  return h(
    "button",
    {
      class: `button ${kind}`,
      id: `actionButton-${text.replaceAll(" ", "-")}`,
      "data-action": text,
      "data-first": first,
      onclick: action,
    },
    iconName ? icon(iconName) : null,
    t(text),
  );
}

/**
 * A number in a `dl`: what it is called, and its value.
 * @param {TextKey} name
 * @param {...(string | Node)} value
 */
export function numberLine(name, ...value) {
  return h("div", h("dt", t(name)), h("dd", ...value));
}
