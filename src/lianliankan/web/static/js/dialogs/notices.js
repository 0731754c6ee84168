// What the page says when something goes wrong: a line for a moment, or a card in place of the board.

import { find, h } from "../core/dom.js";
import { actionButton } from "./form.js";

const NOTICE_FOR = 3500; // milliseconds

let noticeTimer = 0;

/**
 * Show a line for a moment; what the banner says by then instead, e.g. that the connection is lost, stays.
 * @param {string} text
 */
export function showNotice(text) {
  const banner = find("#banner");
  banner.textContent = text;
  banner.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    if (banner.textContent === text) banner.hidden = true;
  }, NOTICE_FOR);
}

/**
 * Show a card with a problem until the player presses its button.
 * @param {string} text
 * @param {"load again" | "try again" | "site take over" | "room return" | "room lobby"} name the button
 * @param {() => void} action
 */
export function showProblem(text, name, action) {
  const overlay = find("#overlay");
  const press = () => {
    overlay.hidden = true;
    action();
  };
  overlay.classList.remove("bottom");
  const button = actionButton(name, press, { kind: "primary" });
  overlay.replaceChildren(h("div.card", { role: "alert" }, h("h2", text), button));
  overlay.hidden = false;
}
