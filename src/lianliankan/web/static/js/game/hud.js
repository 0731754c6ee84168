// What stands around the board: mode, numbers, tools, the message, the light.

import { clockNow, clockText } from "./clock.js";
import { readDeal } from "../core/deal_text.js";
import { find, h, setText } from "../core/dom.js";
import { gravityIcon, icon } from "../core/icons.js";
import { shownGravity } from "../board/layout.js";
import { isCalm } from "../core/reduced_motion.js";
import { settings } from "../core/settings.js";
import { Stats } from "./stats.js";
import { dayText, hasWords, words } from "../i18n/i18n.js";

/** Which icon a mode has. */
export const MODE_ICONS = {
  classic: "grid",
  relaxed: "leaf",
  timed: "bolt",
  daily: "calendar",
  campaign: "flag",
  expert: "crown",
  own: "settings",
};

/** The tools in their order, each with its key; "roomy" ones are left out on phones. */
const TOOLS = [
  { name: "hint", key: "H" },
  { name: "auto", key: "A", roomy: true },
  { name: "shuffle", key: "S" },
  { name: "undo", key: "U" },
  { name: "redo", key: "R" },
  { name: "restart", key: "Shift+R" },
  { name: "pause", key: "P" },
  { name: "tiles", key: "G" },
  { name: "new", key: "N" },
];

const HURRY = 30; // seconds: time left turns red
const BURST_EVERY = 3;

/**
 * Name a mode in words; one that the page does not know is an own game.
 * @param {string} mode
 */
export function modeName(mode) {
  return words(hasWords(`mode ${mode}`) ? `mode ${mode}` : "mode own");
}

export class Bars {
  /** @param {(tool: string) => void} onTool */
  constructor(onTool) {
    this.mode = find("#mode");
    this.stats = new Stats();
    this.tools = find("#tools");
    this.message = find("#message");
    this.light = find("#light");
    this.burstElement = find("#burst");
    /** @type {any} */
    this.view = null;
    this.since = 0;
    this.onTool = onTool;
    this.mode.onclick = () => onTool("new");
    this.light.onclick = () => onTool("back");
    this.build();
    this.timer = setInterval(() => this.tick(), 250);
  }

  remove() {
    clearInterval(this.timer);
    this.tools.replaceChildren();
    this.say("");
    this.light.hidden = true;
  }

  /** Make everything in the language of the moment. */
  build() {
    this.tools.setAttribute("aria-label", words("tools"));
    this.tools.replaceChildren(
      ...TOOLS.map(({ name, key, roomy }) =>
        h(
          "button",
          {
            type: "button",
            class: roomy ? "tool roomy" : "tool",
            "data-tool": name,
            title: `${words(`tool ${name}`)} (${key})`,
            "aria-keyshortcuts": key,
            onclick: () => this.onTool(name),
          },
          icon(name),
          h("span", { class: "name" }, words(`tool ${name}`)),
        ),
      ),
    );
    if (this.view) this.update(this.view, this.head);
  }

  /**
   * Show how a game stands.
   * @param {any} view
   * @param {any} head
   */
  update(view, head) {
    this.view = view;
    this.head = head;
    this.since = performance.now();
    this.showMode(head);
    this.stats.set("score", view.score);
    this.stats.set("moves", view.state === "paused" ? "–" : view.moves);
    this.stats.set("tiles", view.tiles);
    this.tick();
    const isOver = view.state === "won" || view.state === "lost";
    const isPaused = view.state === "paused";
    this.setTool("hint", !isOver && !isPaused && view.hints !== 0 && view.state !== "stuck", view.hints);
    this.setTool("auto", !isOver && !isPaused && view.hints !== 0 && view.state !== "stuck");
    this.setTool("shuffle", !isOver && !isPaused && view.shuffles !== 0, view.shuffles);
    this.setTool("undo", !isOver && !isPaused && view.can_undo);
    this.setTool("redo", !isOver && !isPaused && view.can_redo);
    this.setTool("restart", !isOver);
    this.setTool("pause", !isOver);
    const pause = find('[data-tool="pause"]', this.tools);
    const name = isPaused ? "resume" : "pause";
    pause.replaceChildren(icon(isPaused ? "play" : "pause"), h("span", { class: "name" }, words(`tool ${name}`)));
  }

  /** @param {any} head */
  showMode(head) {
    const { mode, level, day } = head.options;
    const deal = readDeal(head.deal);
    const sub = level
      ? words("level number", { number: level })
      : day
        ? dayText(day)
        : deal?.number
          ? words("deal number", { number: deal.number })
          : "";
    const gravity = shownGravity(head.rules.gravity, head.isTurned);
    this.mode.replaceChildren(
      icon(MODE_ICONS[/** @type {keyof typeof MODE_ICONS} */ (mode)] ?? "settings"),
      h("span", level ? { class: "detail" } : {}, modeName(mode)),
      sub ? h("span", { class: level ? "sub" : "sub detail" }, sub) : "",
      ...(gravity === "still"
        ? []
        : [gravityIcon(gravity), h("span", { class: "unseen" }, words(`gravity ${gravity}`))]),
      icon("down"),
    );
    this.mode.setAttribute("title", words("new game about"));
  }

  /**
   * @param {string} name
   * @param {boolean} enabled
   * @param {number | null} [left]
   */
  setTool(name, enabled, left) {
    const tool = find(`[data-tool="${name}"]`, this.tools);
    tool.setAttribute("aria-disabled", String(!enabled));
    tool.querySelector(".count")?.remove();
    if (left === undefined || left === null) return;
    tool.append(
      h(
        "span",
        { class: left ? "count" : "count none" },
        String(left),
        h("span", { class: "unseen" }, words("count left")),
      ),
    );
  }

  /** Let the clock go on. */
  tick() {
    if (!this.view) return;
    const { seconds, left } = clockNow(this.view, performance.now() - this.since);
    const shown = this.stats.at("time");
    shown.hidden = !settings.timer && left === null;
    shown.classList.toggle("hurry", left !== null && left < HURRY);
    if (left === null) this.stats.set("time", clockText(seconds));
    else this.stats.set("time", clockText(Math.ceil(left)), "left");
  }

  /**
   * Say something below the board.
   * @param {string} text
   * @param {{bad?: boolean, more?: string}} [how] `more` is for those who do not see the board
   */
  say(text, { bad = false, more = "" } = {}) {
    if (this.message.textContent !== text + more) {
      this.message.replaceChildren(text, ...(more ? [h("span", { class: "unseen" }, more)] : []));
    }
    this.message.classList.toggle("bad", bad);
  }

  /**
   * Show whether the game can still be won.
   * @param {boolean | null} winnable null hides it
   * @param {{number: number | null} | null} doomed
   * @param {boolean} canGoBack
   */
  showLight(winnable, doomed, canGoBack) {
    const { light } = this;
    light.hidden = winnable === null;
    if (winnable === null) return;
    const number = doomed?.number ?? null;
    const name = winnable
      ? "light won"
      : number === 0
        ? "light start"
        : number && canGoBack
          ? "light lost by"
          : "light lost";
    setText(light, words(name, { number: number ?? 0 }));
    light.className = winnable ? "light won" : "light lost";
    /** @type {HTMLButtonElement} */ (light).disabled = winnable || !number || !canGoBack;
  }

  /**
   * Let a combo burst over the board; not every one, for who is that quick wants to see the tiles.
   * @param {number} combo
   */
  burst(combo) {
    if (combo % BURST_EVERY || isCalm()) return;
    this.burstElement.textContent = words("combo", { combo });
    this.burstElement.animate(
      [
        { opacity: 0, transform: "scale(0.7)" },
        { opacity: 1, transform: "scale(1.06)", offset: 0.25 },
        { opacity: 1, transform: "scale(1)", offset: 0.6 },
        { opacity: 0, transform: "scale(1.1)" },
      ],
      { duration: 800, easing: "ease-out" },
    );
  }
}
