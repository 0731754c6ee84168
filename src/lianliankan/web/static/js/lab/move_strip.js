// Moves in a row, coloured by what they led to; each leads to its position.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { roveFocus, setTabStop } from "../core/roving.js";

/** @typedef {"won" | "lost" | "unknown"} MoveState */
/**
 * @typedef {object} StripItem
 * @property {string} text what is on it
 * @property {string} label all about it
 * @property {MoveState} state
 * @property {boolean} [isMistake] it lost the game
 */

/**
 * The state for an answer of the solver.
 * @param {boolean | null | undefined} winnable
 * @returns {MoveState}
 */
export function moveState(winnable) {
  return winnable === true ? "won" : winnable === false ? "lost" : "unknown";
}

/**
 * A row of moves.
 * @param {object} strip
 * @param {string} strip.name tells this row from others
 * @param {string} strip.label
 * @param {StripItem[]} strip.items
 * @param {number} strip.at the one that is shown
 * @param {(place: number) => void} strip.onPick
 */
export function moveStrip({ name, label, items, at, onPick }) {
  const hadFocus = document.activeElement?.closest(`[data-strip="${name}"]`) !== null;
  const buttons = items.map(({ text, label, state, isMistake }, place) =>
    h(
      "button",
      {
        class: `strip-move ${state}${isMistake ? " mistake" : ""}`,
        "aria-label": label,
        title: label,
        "aria-current": place === at ? "step" : null,
        onclick: () => onPick(place),
      },
      isMistake ? icon("flag") : null,
      text,
    ),
  );
  const element = h("div.move-strip", { role: "toolbar", "aria-label": label, "data-strip": name }, ...buttons);
  roveFocus(element, "button");
  queueMicrotask(() => {
    setTabStop(element, "button", buttons[at] ?? null);
    if (
      hadFocus &&
      document.activeElement?.closest("[data-strip]") === null &&
      document.activeElement === document.body
    )
      buttons[at]?.focus({ preventScroll: true });
    const current = buttons[at];
    if (current) element.scrollTo({ left: current.offsetLeft - element.clientWidth / 2, top: current.offsetTop - 60 });
  });
  return element;
}
