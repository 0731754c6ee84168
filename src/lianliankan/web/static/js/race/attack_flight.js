// An attack on the screen: the item flies from the attacker to the victim, with a note.

import { find, h, setStyle } from "../core/dom.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { raceIcon, seatSign } from "./signs.js";

/** @import { Item } from "./race_model.js" */

export const FLIGHT = 420; // milliseconds
const NOTE = 2000;

/**
 * Let an item fly from one element to another.
 * @param {Item} item
 * @param {Element | null} from
 * @param {Element | null} to
 */
export function fly(item, from, to) {
  if (!from || !to || isMotionReduced()) return;
  const [start, end] = [centre(from), centre(to)];
  const flying = h("span.flying-item", { "aria-hidden": "true" }, raceIcon(item));
  document.body.append(flying);
  setStyle(flying, { left: `${start.x}px`, top: `${start.y}px` });
  const [x, y] = [end.x - start.x, end.y - start.y];
  const flight = flying.animate(
    [
      { transform: "translate(-50%, -50%) scale(0.6)", opacity: 0.4 },
      { transform: `translate(calc(${x / 2}px - 50%), calc(${y / 2 - 40}px - 50%)) scale(1.5)`, opacity: 1 },
      { transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%)) scale(1.1)`, opacity: 1 },
    ],
    { duration: FLIGHT, easing: "ease-in" },
  );
  flight.onfinish = () => flying.remove();
}

/** @param {Element} element */
function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * Say above the board what was done to the player, for a moment.
 * @param {object} attack
 * @param {Item} attack.item
 * @param {number} attack.by
 * @param {string} attack.text
 * @param {"against" | "shielded"} attack.kind
 */
export function showAttackNote({ item, by, text, kind }) {
  const list = find("#main").querySelector(".attack-notes") ?? h("div.attack-notes", { "aria-hidden": "true" });
  if (!list.isConnected) find("#main").append(list);
  const note = h("p", { class: `attack-note ${kind}` }, seatSign(by), raceIcon(item), h("span", text));
  list.append(note);
  while (list.children.length > 2) list.firstElementChild?.remove();
  setTimeout(() => note.remove(), NOTE);
}

/** Remove all notes. */
export function clearAttackNotes() {
  find("#main").querySelector(".attack-notes")?.remove();
}
