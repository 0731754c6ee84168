// The keys of a replay.

import { isSwitchedOff } from "../core/shortcuts.js";
import { useShortcut } from "./keys.js";

/**
 * Do what a key asks for; return whether it was one of the replay's.
 * @param {import("./replay_page.js").ReplayPage} page
 * @param {KeyboardEvent} event
 */
export function handleReplayKey(page, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || isSwitchedOff(event)) return false;
  if (useShortcut(page.app, event.key)) return true;
  const onButton = target.closest("button, a, input") !== null;
  switch (event.key) {
    case " ":
    case "p":
      if (onButton && event.key === " ") return false;
      page.toggle();
      return true;
    case "ArrowRight":
      if (target.matches("input")) return false;
      page.stepForward();
      return true;
    case "ArrowLeft":
      if (target.matches("input")) return false;
      page.jump(page.position - 1);
      return true;
    case "Home":
      page.jump(0);
      return true;
    case "End":
      page.jump(page.last);
      return true;
    case "n":
      page.app.show("new game");
      return true;
    case "Escape":
      void page.app.backToGame();
      return true;
  }
  return false;
}
