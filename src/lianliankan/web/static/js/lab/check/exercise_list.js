// The exercises in their order: which are passed, and which one is worked on.

import { h } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { roveFocus } from "../../core/roving.js";
import { named, t } from "../../i18n/i18n.js";

/**
 * Draw the list.
 * @param {object} list
 * @param {string[]} list.exercises
 * @param {string} list.current
 * @param {(name: string) => boolean} list.isPassed
 * @param {(name: string) => void} list.onChoose
 */
export function exerciseList({ exercises, current, isPassed, onChoose }) {
  const step = (/** @type {string} */ name, /** @type {number} */ place) => {
    const done = isPassed(name);
    const label = t(done ? "check step passed" : "check step", { number: place + 1, title: named("exercise", name) });
    const isCurrent = name === current;
    return h(
      "li",
      { class: done ? "passed" : "" },
      h(
        "button.check-step",
        {
          "data-exercise": name,
          title: label,
          "aria-current": isCurrent ? "step" : null,
          tabindex: isCurrent ? "0" : "-1",
          onclick: () => onChoose(name),
        },
        h("span.visually-hidden", label),
        h("span.step-tile", { "aria-hidden": "true" }, done ? icon("check") : String(place + 1)),
        h("span.step-title", { "aria-hidden": "true" }, named("exercise", name)),
      ),
    );
  };
  const list = h("ol.check-steps", { "aria-label": t("check exercises") }, ...exercises.map(step));
  roveFocus(list, ".check-step");
  return list;
}
