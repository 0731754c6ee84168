// Short explanations where things are seen: a button that opens a few words beside it.

import { h, setStyle, setText } from "../core/dom.js";
import { t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";

const EDGE = 8; // pixels between the explanation, its button and the window
let count = 0;

/** @typedef {"lives" | "stars" | "light" | "score" | "moves" | "tiles" | "time"} Explained */

/**
 * Create a button that explains what it shows. Screen readers read the explanation with it.
 * @param {Explained} what
 * @param {...(Node | string | null)} content
 */
export function explained(what, ...content) {
  const id = `explanation-${++count}`;
  const box = h("span.explanation", { id, popover: "auto" });
  const button = h("button.explained", { popovertarget: id, "aria-describedby": id }, ...content);
  const update = () => setText(box, explanation(what));
  update();
  box.addEventListener("beforetoggle", update); // the language may have changed
  box.addEventListener("toggle", () => place(box, button));
  return h("span.explained-part", button, box);
}

/**
 * Return an explanation, with the facts of the server.
 * @param {Explained} what
 */
export function explanation(what) {
  const { pair, turn, star_time_share: share } = facts.scoring;
  return t(`explain ${what}`, { pair, turn, share, seconds: facts.combo_seconds, most: facts.limits.max_lives });
}

/**
 * Place an open explanation below its button, or above it where there is no room.
 * @param {HTMLElement} box
 * @param {HTMLElement} button
 */
function place(box, button) {
  const isOpen = box.matches(":popover-open");
  box.classList.toggle("placed", isOpen);
  if (!isOpen) return;
  const [from, size] = [button.getBoundingClientRect(), box.getBoundingClientRect()];
  const left = Math.min(from.left + from.width / 2 - size.width / 2, innerWidth - size.width - EDGE);
  const below = from.bottom + EDGE;
  const top = below + size.height > innerHeight ? from.top - size.height - EDGE : below;
  setStyle(box, { left: `${Math.max(left, EDGE)}px`, top: `${Math.max(top, EDGE)}px` });
}
