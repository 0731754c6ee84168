// The title of the browser's tab: what is going on, for players who look at another one.

import { clockText } from "../core/clock.js";
import { t } from "../i18n/i18n.js";

/**
 * Say what is going on in a game.
 * @param {import("../server/protocol.js").GameView} view
 * @param {{left: number | null, isHurry: boolean}} clock seconds left, and whether they are few
 */
export function tabTitle({ state, tiles }, { left, isHurry }) {
  const shown = state === "paused" || state === "won" || state === "lost" ? state : isHurry ? "hurry" : "playing";
  return t(`tab ${shown}`, { tiles, left: clockText(Math.ceil(left ?? 0)) });
}
