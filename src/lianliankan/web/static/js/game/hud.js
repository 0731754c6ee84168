// What is shown around the board: mode, numbers, tools, and the message.

import { clockNow, clockText } from "../core/clock.js";
import { find, h, redraw } from "../core/dom.js";
import { gravityIcon, shownGravity } from "../core/gravities.js";
import { icon, modeIcon } from "../core/icons.js";
import { setTabStop } from "../core/roving.js";
import { KEYS, keyAttributes } from "../core/shortcuts.js";
import { explanation } from "../dialogs/explain.js";
import { modeName, named, numberText, t } from "../i18n/i18n.js";
import { dealName, facts, isOpen } from "../server/facts.js";
import { ComboMeter } from "./combo_meter.js";
import { LastSeconds } from "./last_seconds.js";
import { Stats } from "./stats.js";

/** @import { GameHead, GameView } from "../server/protocol.js" */

/** The tools in their order; on phones, some are behind "more" (css/menu.css). */
const TOOLS = /** @type {const} */ (["hint", "auto", "shuffle", "undo", "redo", "restart", "pause", "tiles", "new"]);

const LOW_TIME = 30; // seconds: below this, the time left is red

export class Hud {
  /**
   * @param {import("./frame.js").Frame} frame
   * @param {(tool: string) => void} onTool
   */
  constructor(frame, onTool) {
    this.frame = frame;
    this.stats = new Stats();
    this.tools = frame.tools;
    this.combo = new ComboMeter();
    this.lastSeconds = new LastSeconds();
    /** @type {GameView | null} */
    this.view = null;
    /** @type {GameHead | null} */
    this.head = null;
    this.isTransposed = false;
    this.updatedAt = 0;
    this.isConnected = true;
    this.onTool = onTool;
    this.build();
    this.timer = setInterval(() => this.tick(), 250);
  }

  remove() {
    clearInterval(this.timer);
    this.combo.remove();
    this.lastSeconds.remove();
  }

  /** Create the tools in the current language. */
  build() {
    const stop = this.tools.querySelector("[tabindex='0']")?.getAttribute("data-tool");
    this.tools.setAttribute("aria-label", t("tools"));
    redraw(this.tools, () => [
      ...TOOLS.map((name) =>
        h(
          "button",
          {
            class: "tool",
            "data-tool": name,
            ...keyAttributes(t(`tool ${name}`), KEYS[name]),
            onclick: () => this.onTool(name),
          },
          icon(name),
          h("span.name", t(`tool ${name}`)),
        ),
      ),
    ]);
    const same = this.tools.querySelector(`[data-tool="${stop}"]`);
    setTabStop(this.tools, ".tool", same);
    if (this.view && this.head) this.update(this.view, this.head, this.isTransposed);
  }

  /**
   * Show the state of a game.
   * @param {GameView} view
   * @param {GameHead} head
   * @param {boolean} isTransposed whether the board is shown with rows as columns
   */
  update(view, head, isTransposed) {
    Object.assign(this, { view, head, isTransposed });
    this.updatedAt = performance.now();
    this.showMode(head, isTransposed);
    this.combo.update(view);
    this.stats.set("score", numberText(view.score));
    this.stats.set("moves", view.state === "paused" ? "–" : view.moves);
    this.stats.set("tiles", view.tiles);
    this.tick();
    const isPaused = view.state === "paused";
    const hints = head.options.hints === 0 ? null : view.hints; // a mode without any counts none
    const shuffles = head.options.shuffles === 0 ? null : view.shuffles;
    this.setTool("hint", hints);
    this.setTool("auto", hints);
    this.setTool("shuffle", shuffles);
    if (head.options.level) {
      const shuffle = find('[data-tool="shuffle"]', this.tools);
      shuffle.title = shuffle.ariaDescription = explanation("lives");
    }
    for (const name of /** @type {const} */ (["undo", "redo", "restart", "pause"])) this.setTool(name);
    const pause = find('[data-tool="pause"]', this.tools);
    const name = isPaused ? "resume" : "pause";
    pause.title = keyAttributes(t(`tool ${name}`), KEYS.pause).title;
    pause.replaceChildren(icon(isPaused ? "play" : "pause"), h("span.name", t(`tool ${name}`)));
  }

  /**
   * @param {GameHead} head
   * @param {boolean} isTransposed
   */
  showMode(head, isTransposed) {
    const { mode, level, day } = head.options;
    const sub = dealName(head);
    const { gravity } = head.rules;
    const name = named("gravity", shownGravity(gravity, isTransposed));
    this.frame.showMode([
      modeIcon(mode),
      h("span", level ? { class: "detail" } : {}, modeName(mode)),
      sub ? h("span", { class: level ? "sub" : head.deal && !day ? "sub detail deal" : "sub detail" }, sub) : "",
      ...(gravity === facts.default.rules.gravity
        ? []
        : [gravityIcon(gravity, isTransposed), h("span.visually-hidden", name)]),
      icon("down"),
    ]);
  }

  /**
   * @param {GameView["tools"][number]} name
   * @param {number | null} [left]
   */
  setTool(name, left = null) {
    const tool = find(`[data-tool="${name}"]`, this.tools);
    tool.setAttribute("aria-disabled", String(!this.view?.tools.includes(name)));
    tool.querySelector(".count")?.remove();
    if (left === null) return;
    tool.append(
      h("span", { class: left ? "count" : "count none" }, String(left), h("span.visually-hidden", t("count left"))),
    );
  }

  /** @param {boolean} isConnected the clock stands still without the server, as it does there */
  setConnected(isConnected) {
    this.isConnected = isConnected;
  }

  /** Start the clock with the first pick, before the server says so; return whether it was waiting. */
  startClock() {
    if (!this.view || this.view.running || !isOpen(this.view)) return false;
    this.view.running = true;
    this.updatedAt = performance.now();
    return true;
  }

  /** Update the clock. */
  tick() {
    if (!this.view || !this.isConnected) return;
    const { seconds, left } = clockNow(this.view, performance.now() - this.updatedAt);
    const isHurry = left !== null && left < LOW_TIME;
    this.stats.at("time").classList.toggle("low-time", isHurry);
    if (left === null) this.stats.set("time", clockText(seconds));
    else this.stats.set("time", clockText(Math.ceil(left)), "left");
    this.lastSeconds.show(left, this.view.running);
    this.frame.showTitle(tabTitle(this.view, { left, isHurry }));
  }
}

/**
 * Return the title of the tab: what is going on, for players who look at another one.
 * @param {GameView} view
 * @param {{left: number | null, isHurry: boolean}} clock seconds left, and whether they are few
 */
function tabTitle({ state, tiles }, { left, isHurry }) {
  const shown = state === "paused" || state === "won" || state === "lost" ? state : isHurry ? "hurry" : "playing";
  return t(`tab ${shown}`, { tiles, left: clockText(Math.ceil(left ?? 0)) });
}
