// What is wrong with a function: the smallest board that shows it, the call, what was returned and what was expected.

import { h } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { copyFrom } from "../../dialogs/copy.js";
import { currentLanguage, hasText, t } from "../../i18n/i18n.js";
import { boardFigure } from "./board_figure.js";
import { code } from "./task_card.js";

/** @typedef {import("../../server/protocol.js").CheckFault} CheckFault */
/** @typedef {import("../../server/protocol.js").CheckAnswer} CheckAnswer */
/** @typedef {import("../../board/board_model.js").Cell} Cell */

/**
 * @typedef {object} FaultActions what can be done with a fault
 * @property {() => void} trace
 * @property {() => void} race
 */

/**
 * Describe the fault of an answer.
 * @param {CheckAnswer & {fault: CheckFault}} answer
 * @param {{hasRing: boolean, actions?: FaultActions}} options without actions, nothing can be done with it here
 */
export function faultCard({ fault, printed }, { hasRing, actions }) {
  const [size, ...more] = fault.text;
  return h(
    "div",
    { class: "check-fault" },
    h("p", { class: "check-size" }, size),
    figures(fault, hasRing),
    callBlock(fault.call),
    h(
      "ul",
      { class: "check-answer" },
      h("li", { class: "bad" }, fault.returned),
      h("li", { class: "good" }, fault.expected),
      ...more.map((line) => h("li", {}, line)),
    ),
    mistakeNote(fault),
    printed
      ? h("details", {}, h("summary", {}, t("check printed")), h("pre", { class: "check-printed" }, printed))
      : "",
    actions && fault.share && fault.a && fault.b
      ? h(
          "div",
          { class: "card-actions" },
          button("check trace", "replay", actions.trace),
          button("check race", "race", actions.race),
        )
      : "",
  );
}

/**
 * @param {string} text
 * @param {string} iconName
 * @param {() => void} action
 */
function button(text, iconName, action) {
  return h("button", { class: "button small", "data-check": text.slice(6), onclick: action }, icon(iconName), t(text));
}

/**
 * @param {CheckFault} fault
 * @param {boolean} hasRing
 */
function figures({ rows, a, b, path, better }, hasRing) {
  const ends = a && b ? [a, b] : [];
  const figure = (/** @type {readonly Cell[] | null} */ corners, /** @type {"right" | "wrong"} */ kind) => {
    const caption = corners ? t(`check-path ${kind}`) : "";
    return h(
      "figure",
      {},
      boardFigure({ rows, hasRing, ends, paths: corners ? [{ corners, kind }] : [], label: caption }),
      caption ? h("figcaption", { class: kind }, caption) : "",
    );
  };
  const shown = [...(path ? [figure(path, "wrong")] : []), ...(better ? [figure(better, "right")] : [])];
  return h("div", { class: "check-figures" }, ...(shown.length ? shown : [figure(null, "right")]));
}

/** @param {string} call */
function callBlock(call) {
  const field = h("textarea", { class: "visually-hidden", tabindex: "-1", "aria-hidden": "true" }, call);
  const copy = h("button", { class: "button small", "data-check": "copy" }, icon("share"), t("check copy"));
  copy.onclick = () => void copyFrom(field, copy, call);
  return h("div", { class: "check-call" }, h("pre", { tabindex: "0" }, code(call)), copy, field);
}

/**
 * The explanation of a classic mistake.
 * @param {CheckFault} fault
 */
function mistakeNote({ mistake }) {
  if (!mistake || !hasText(`mistake ${mistake}`)) return null;
  const { docs } = document.documentElement.dataset;
  const page = `${docs}${currentLanguage() === "zh" ? "zh/" : ""}algorithms.html`;
  return h(
    "aside",
    { class: "check-mistake", "data-mistake": mistake },
    icon("hint"),
    h(
      "div",
      {},
      h("strong", {}, t("check mistake")),
      h("p", {}, t(`mistake ${mistake}`)),
      docs ? h("p", {}, h("a", { href: page }, t("lab read"))) : "",
    ),
  );
}
