// What is around the board in a race: time, place, tiles, the items and tools, and the message.

import { clockText } from "../core/clock.js";
import { find, h, redraw, setText } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { setTabStop } from "../core/roving.js";
import { keyAttributes } from "../core/shortcuts.js";
import { ComboMeter } from "../game/combo_meter.js";
import { LastSeconds } from "../game/last_seconds.js";
import { t } from "../i18n/i18n.js";
import { isAttack } from "./race_facts.js";
import { formatIcon } from "./race_words.js";
import { raceIcon, seatSign } from "./signs.js";

/** @import { RaceModel, RaceSeat } from "./race_model.js" */

const LOW_TIME = 30; // seconds: below this, the time left is red

/** The tools of those who race, each with its key; the items come between them. */
const TOOLS = /** @type {const} */ ([
  { name: "hint", iconName: "hint", key: "H" },
  { name: "react", iconName: "smile", key: "E" },
  { name: "give up", iconName: "flag", key: "X" },
]);
const WATCHING_TOOLS = /** @type {const} */ ([
  { name: "react", iconName: "smile", key: "E" },
  { name: "leave", iconName: "leave", key: "X" },
]);

/** @typedef {"time" | "place" | "pairs" | "tiles"} StatName */

export class RaceHud {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {object} handlers
   * @param {(tool: string) => void} handlers.onTool
   * @param {() => void} handlers.onRules the player wants to know what was agreed
   */
  constructor(frame, handlers) {
    this.frame = frame;
    this.handlers = handlers;
    this.stats = frame.stats;
    this.tools = frame.tools;
    this.combo = new ComboMeter();
    this.lastSeconds = new LastSeconds();
    /** @type {Map<StatName, {label: HTMLElement, value: HTMLElement, whole: HTMLElement}>} */
    this.fields = new Map();
    this.key = "";
    this.loud = h("p.visually-hidden", { role: "alert" });
    this.quiet = h("p.visually-hidden", { role: "status" });
    frame.add(this.loud, this.quiet);
  }

  remove() {
    this.combo.remove();
    this.lastSeconds.remove();
  }

  /** Create everything again, in another language. */
  rebuild() {
    this.key = "";
  }

  /**
   * Create the numbers and tools that the format has.
   * @param {RaceModel} model
   */
  build(model) {
    const { settings } = model.room;
    /** @type {StatName[]} */
    const numbers = model.isTeam ? ["time", "tiles"] : ["time", "place", model.hasOneBoard ? "pairs" : "tiles"];
    this.fields.clear();
    for (const name of numbers) {
      const [label, value] = [h("dt", t(`race-stat ${name}`)), h("dd")];
      this.fields.set(name, { label, value, whole: h("div", { "data-stat": name }, label, value) });
    }
    this.stats.replaceChildren(...[...this.fields.values()].map(({ whole }) => whole));
    this.frame.showMode([formatIcon(settings.format), h("span", t(`format ${settings.format}`)), icon("down")], {
      about: "race rules",
      action: () => this.handlers.onRules(),
    });
    const isWatching = !isPlaying(model);
    const [first, ...rest] = isWatching ? [null, ...WATCHING_TOOLS] : TOOLS;
    const slots = !isWatching && settings.items_offered.length ? settings.stock : 0;
    this.tools.setAttribute("aria-label", t("tools"));
    const isLost = redraw(this.tools, () => [
      ...(first && settings.hints ? [this.button(first)] : []),
      ...Array.from({ length: slots }, (_, place) => this.slot(place)),
      ...rest.flatMap((tool) => (tool ? [this.button(tool)] : [])),
    ]);
    setTabStop(this.tools, ".tool");
    if (isLost) /** @type {HTMLElement | null} */ (this.tools.querySelector("[tabindex='0']"))?.focus();
  }

  /** @param {typeof TOOLS[number] | typeof WATCHING_TOOLS[number]} tool */
  button({ name, iconName, key }) {
    const label = t(`race-tool ${name}`);
    return h(
      "button",
      { class: "tool", "data-tool": name, ...keyAttributes(label, key), onclick: () => this.handlers.onTool(name) },
      raceIcon(iconName),
      h("span.name", label),
    );
  }

  /** @param {number} place */
  slot(place) {
    const name = `item ${place + 1}`;
    return h("button.tool.item", { "data-tool": name, onclick: () => this.handlers.onTool(name) });
  }

  /**
   * Show the race as it is.
   * @param {RaceModel} model
   * @param {object} race
   * @param {number} race.now milliseconds since its start
   * @param {number | null} race.target the seat that an attack would hit
   */
  show(model, { now, target }) {
    const { own } = model;
    const key = `${model.room.settings.format} ${isPlaying(model)} ${model.room.settings.items_offered}`;
    if (key !== this.key) this.build(model);
    this.key = key;
    this.showNumbers(model, now);
    if (!isPlaying(model)) return;
    if (!own || model.room.phase === "countdown") return this.showItems(model, [], null);
    this.setTool("hint", own.hints > 0 && own.blocked_until <= now, own.hints);
    const blocked = Math.ceil((own.blocked_until - now) / 1000);
    const hint = this.tools.querySelector('[data-tool="hint"]');
    if (hint) {
      hint.classList.toggle("blocked", blocked > 0);
      setText(find(".name", hint), blocked > 0 ? t("race blocked", { seconds: blocked }) : t("race-tool hint"));
    }
    this.showItems(model, own.stock, target);
  }

  /**
   * @param {RaceModel} model
   * @param {number} now
   */
  showNumbers(model, now) {
    const { own, deadline } = model;
    const left = deadline === null || model.isOver ? null : Math.max(0, (deadline.at - now) / 1000);
    const isHurry = left !== null && left < LOW_TIME;
    const shown = isHurry || model.isTeam || deadline?.isClosing ? left : null;
    this.set("time", clockText(shown === null ? now / 1000 : Math.ceil(shown)), shown === null ? "time" : "left");
    this.fields.get("time")?.whole.classList.toggle("low-time", isHurry);
    this.lastSeconds.show(model.isRacing ? left : null, model.isRacing);
    const standings = model.standings();
    const place = standings.find(({ seat }) => seat === own?.seat)?.rank;
    for (const name of /** @type {const} */ (["place", "pairs"]))
      this.fields.get(name)?.whole.toggleAttribute("hidden", !isPlaying(model) && !own);
    this.set("place", place ? t("race place short", { rank: place, count: standings.length }) : "–");
    const board = own ?? [...model.seats.values()][0];
    this.set("tiles", String(board?.tiles ?? "–"));
    this.set("pairs", String(own?.pairs ?? "–"));
    this.frame.showTitle(place && own ? t("race tab", { rank: place, tiles: own.tiles }) : t("race title"));
  }

  /**
   * @param {StatName} name
   * @param {string} value
   * @param {StatName | "left"} [label]
   */
  set(name, value, label = name) {
    const field = this.fields.get(name);
    if (!field) return;
    setText(field.value, value);
    setText(field.label, t(`race-stat ${label}`));
  }

  /**
   * @param {RaceModel} model
   * @param {RaceSeat["stock"]} stock
   * @param {number | null} target
   */
  showItems(model, stock, target) {
    for (const [place, slot] of [...this.tools.querySelectorAll(".item")].entries()) {
      const item = stock[place];
      const hitsOthers = item !== undefined && isAttack(item);
      const key = `${item} ${hitsOthers ? target : ""}`;
      if (slot instanceof HTMLElement && slot.dataset.key === key) continue;
      const name = item ? t(`item ${item}`) : t("race slot");
      const on = hitsOthers && target !== null ? t("race item on", { name: model.nameOf(target) }) : "";
      const about = item ? t(`race-about ${item}`) : t("race slot about", { count: model.room.settings.combo });
      const label = `${name}${on && ` ${on}`}`;
      for (const [attribute, value] of Object.entries(keyAttributes(label, String(place + 1))))
        if (value !== null) slot.setAttribute(attribute, value);
      slot.setAttribute("title", `${slot.getAttribute("title")}: ${about}`);
      slot.setAttribute("aria-label", label);
      slot.setAttribute("aria-description", about);
      slot.setAttribute("aria-disabled", String(!item));
      slot.setAttribute("data-key", key);
      slot.classList.toggle("attack", hitsOthers);
      slot.replaceChildren(
        item ? raceIcon(item) : h("span.empty-slot"),
        h("span.name", item ? name : ""),
        h("span.slot-key.for-keys", String(place + 1)),
        hitsOthers && target !== null ? h("span.slot-target", seatSign(target)) : "",
      );
    }
  }

  /**
   * @param {string} name
   * @param {boolean} enabled
   * @param {number} left
   */
  setTool(name, enabled, left) {
    const tool = this.tools.querySelector(`[data-tool="${name}"]`);
    if (!tool) return;
    tool.setAttribute("aria-disabled", String(!enabled));
    if (tool.querySelector(".count")?.firstChild?.textContent === String(left)) return;
    tool.querySelector(".count")?.remove();
    const words = h("span.visually-hidden", t("count left"));
    tool.append(h("span", { class: left ? "count" : "count none" }, String(left), words));
  }

  /**
   * Tell screen readers at once.
   * @param {string} text
   */
  tellNow(text) {
    this.loud.textContent = text;
  }

  /**
   * Tell screen readers when they have nothing else to say.
   * @param {string} text
   */
  tell(text) {
    this.quiet.textContent = text;
  }
}

/**
 * Whether the player takes part, or is about to.
 * @param {RaceModel} model
 */
function isPlaying({ own, you, room }) {
  if (room.phase === "countdown") return you !== null;
  return own?.state === "racing";
}
