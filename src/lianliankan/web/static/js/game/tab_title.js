// The title and the icon of the browser's tab: what is going on, for players who look at another one.

import { clockText } from "../core/clock.js";
import { find } from "../core/dom.js";
import { t } from "../i18n/i18n.js";

/** The signs on the icon: outlines in a square of 24 units, and their colours. */
const SIGNS = {
  paused: { path: "M9 7v10M15 7v10", colour: "#1c5fd1" },
  won: { path: "M6.5 12.5 10.5 16.5 17.5 8", colour: "#0c7a45" },
  lost: { path: "M8 8l8 8M16 8l-8 8", colour: "#b3261e" },
  hurry: { path: "M12 7v5.5l3.5 2", colour: "#c2410c" },
};

/** @typedef {keyof typeof SIGNS | "playing"} State */

const SIZE = 64; // pixels

export class TabTitle {
  constructor() {
    this.link = /** @type {HTMLLinkElement} */ (find("link[rel=icon]"));
    this.plain = this.link.dataset.plain ??= this.link.href;
    /** @type {State} */
    this.state = "playing";
  }

  /** Another page has no state. */
  remove() {
    document.title = t("title");
    this.link.href = this.plain;
  }

  /**
   * @param {import("../server/protocol.js").GameView} view
   * @param {{left: number | null, isHurry: boolean}} clock seconds left, and whether they are few
   */
  show({ state, tiles }, { left, isHurry }) {
    const shown = state === "paused" || state === "won" || state === "lost" ? state : isHurry ? "hurry" : "playing";
    const text = t(`tab ${shown}`, { tiles, left: clockText(Math.ceil(left ?? 0)) });
    const title = `${text} · ${t("title")}`;
    if (document.title !== title) document.title = title;
    if (shown !== this.state) this.drawIcon(shown);
  }

  /** @param {State} state */
  drawIcon(state) {
    this.state = state;
    if (state === "playing") this.link.href = this.plain;
    else this.link.href = iconWith(SIGNS[state]);
  }
}

/**
 * Draw the game's icon with a sign in its corner.
 * @param {{path: string, colour: string}} sign
 * @returns {string} an address of its data
 */
function iconWith({ path, colour }) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(/** @type {HTMLImageElement} */ (find("#home img")), 0, 0, SIZE, SIZE);
  context.translate(SIZE * 0.34, SIZE * 0.34);
  context.scale((SIZE * 0.66) / 24, (SIZE * 0.66) / 24);
  context.beginPath();
  context.arc(12, 12, 12, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.strokeStyle = "#fff";
  context.lineWidth = 3.2;
  context.lineCap = context.lineJoin = "round";
  context.stroke(new Path2D(path));
  return canvas.toDataURL();
}
