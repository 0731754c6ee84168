// What is wrong with a function: the smallest board that shows it, the call, what was returned and what was expected.

import { h } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { copyText } from "../../dialogs/copy.js";
import { hasText, named, t } from "../../i18n/i18n.js";
import { chapterLink } from "../finder_card.js";
import { boardFigure } from "./board_figure.js";
import { code } from "./task_card.js";

/** @import { IconName } from "../../core/icons.js" */
/** @import { TextKey } from "../../i18n/i18n.js" */
/** @import { Cell, CheckAnswer, CheckFault } from "../../server/protocol.js" */

/**
 * The algorithms that are known for a mistake, and the promise that it breaks there.
 * @type {Record<string, {finder: string, promise: string}>}
 */
const KNOWN_FROM = {
  "corner-not-tested": { finder: "published.cases", promise: "sound" },
  "only-in-line": { finder: "published.cases", promise: "finds" },
  "visited-cells": { finder: "published.cells", promise: "finds" },
  "forgets-ring": { finder: "published.sets", promise: "finds" },
  "ray-stops": { finder: "published.sets", promise: "turns" },
  "first-path": { finder: "published.cross", promise: "turns" },
  "too-few-turns": { finder: "published.relax", promise: "finds" },
  "steps-not-turns": { finder: "bfs", promise: "turns" },
  "no-turn-limit": { finder: "dfs", promise: "legal" },
};

/**
 * @typedef {object} FaultActions what can be done with a fault
 * @property {() => void} trace
 * @property {() => void} race
 * @property {(finder: string, promise: string) => void} showFinder show another finder on the smallest board on which it
 *   breaks a promise
 */

/**
 * Describe the fault of an answer.
 * @param {CheckAnswer & {fault: CheckFault}} answer
 * @param {{hasRing: boolean, isLink?: boolean, actions?: FaultActions}} options `isLink`: the function is asked about two
 *   tiles, and can search; without actions, nothing can be done with the fault here
 */
export function faultCard({ fault, printed }, { hasRing, isLink = false, actions }) {
  const [size, ...more] = fault.text;
  return h(
    "div.check-fault",
    h("p.check-size", size),
    figures(fault, hasRing),
    callBlock(fault.call),
    h(
      "ul.check-answer",
      h("li.bad", fault.returned),
      h("li.good", fault.expected),
      ...more.map((line) => h("li", line)),
    ),
    mistakeNote(fault, actions),
    printed ? h("details", h("summary", t("check printed")), h("pre.check-printed", printed)) : "",
    actions && isLink && fault.share && fault.a && fault.b
      ? h(
          "div.card-actions",
          button("check trace", "replay", actions.trace),
          button("check race", "race", actions.race),
        )
      : "",
  );
}

/**
 * @param {TextKey} text
 * @param {IconName} iconName
 * @param {() => void} action
 */
function button(text, iconName, action) {
  return h("button.button.small", { "data-check": text.slice(6), onclick: action }, icon(iconName), t(text));
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
      boardFigure({ rows, hasRing, ends, paths: corners ? [{ corners, kind }] : [], label: caption }),
      caption ? h("figcaption", { class: kind }, caption) : "",
    );
  };
  const shown = [...(path ? [figure(path, "wrong")] : []), ...(better ? [figure(better, "right")] : [])];
  return h("div.check-figures", ...(shown.length ? shown : [figure(null, "right")]));
}

/** @param {string} call */
function callBlock(call) {
  const copy = h("button.button.small", { "data-check": "copy" }, icon("share"), t("check copy"));
  copy.onclick = () => void copyText(call, copy);
  return h("div.check-call", h("pre", { tabindex: "0" }, code(call)), copy);
}

/**
 * The explanation of a classic mistake, with the chapter about it and a published algorithm that makes it.
 * @param {CheckFault} fault
 * @param {FaultActions} [actions]
 */
function mistakeNote({ mistake }, actions) {
  const key = `mistake ${mistake}`;
  if (!mistake || !hasText(key)) return null;
  const known = KNOWN_FROM[mistake];
  return h(
    "aside.check-mistake",
    { "data-mistake": mistake },
    icon("hint"),
    h(
      "div",
      h("strong", t("check mistake", { name: named("mistake-name", mistake) })),
      h("p", t(key)),
      known ? chapterLink(known.finder) : null,
      actions && known?.finder.startsWith("published.")
        ? button("check same", "flag", () => actions.showFinder(known.finder, known.promise))
        : null,
    ),
  );
}
