// The tab in which finders race: bars of cells examined on one time line, verdicts, and how costs grow.

import { h, setStyle, setText } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { currentLanguage, numberText, t } from "../i18n/i18n.js";
import { ApiError, apiError, errorKey } from "../server/api.js";
import { OWN_FINDER, finderTitle, showCounterexample } from "./finder_card.js";
import { askRace } from "./lab_api.js";
import { pictureButtons } from "./pictures.js";

/** @import { LabRaceAnswer, LabRun } from "../server/protocol.js" */

const DURATION = 5000; // milliseconds of the whole race
const USUAL = ["bfs", "cases", "layers", "sets", "cross", "edges", "published.cases", "published.relax"];

/** The promise that a wrong or poor answer breaks. */
const BROKEN = /** @type {Record<string, string>} */ ({
  missed: "finds",
  blocked: "legal",
  illegal: "legal",
  false: "sound",
  turns: "turns",
  steps: "steps",
});

export class RaceTab {
  /** @param {import("./lab_page.js").LabPage} lab */
  constructor(lab) {
    this.lab = lab;
    this.element = h("div.lab-race");
    this.under = h("div.lab-controls");
    /** @type {string[]} */
    this.chosen = USUAL;
    /** Whether the player's own function takes part, if there is one. */
    this.hasOwn = true;
    /** @type {LabRaceAnswer | null} */
    this.race = null;
    this.asked = "";
    this.problem = "";
    /** @type {string | null} the finder whose path is on the board */
    this.selected = null;
    /** How many cells each finder may have examined by now. */
    this.time = 0;
    this.frame = 0;
    /** @type {Map<string, {bar: HTMLElement, count: HTMLElement, row: HTMLElement}>} */
    this.bars = new Map();
  }

  update() {
    const { share, pair, own } = this.lab;
    const asked = pair ? JSON.stringify([share, pair, this.racers, own?.key, currentLanguage()]) : "";
    if (asked === this.asked && this.race) {
      this.build();
      return this.drawPath();
    }
    this.stop();
    this.asked = asked;
    this.race = null;
    this.problem = "";
    this.selected = null;
    this.lab.board.clearOverlay();
    this.build();
    if (pair) void this.load(asked);
  }

  redraw() {
    this.asked = "";
    this.update();
  }

  leave() {
    this.stop();
  }

  /** @param {string} asked */
  async load(asked) {
    const { lab } = this;
    const race = await askRace(lab, this.racers, lab.pair ?? []).catch(apiError);
    if (asked !== this.asked || lab.tab !== this) return;
    if (race instanceof ApiError) {
      const { status, code, message } = race;
      const text = t(status === 413 ? "lab too large" : errorKey(race), { cells: lab.catalog.max_cells });
      this.problem = code === "own" ? message : text;
      return this.build();
    }
    this.race = race;
    this.time = isMotionReduced() ? this.longest : 0;
    this.build();
    this.drawPath();
    if (!isMotionReduced()) this.play();
  }

  /** Who races: the player's own function first. */
  get racers() {
    const { own, catalog } = this.lab;
    return own && this.hasOwn ? [OWN_FINDER, ...this.chosen.slice(0, catalog.max_finders - 1)] : this.chosen;
  }

  /** The highest number of cells that any finder examines. */
  get longest() {
    return Math.max(1, ...(this.race?.runs ?? []).map(({ examined }) => examined));
  }

  // ---- What is on the screen ----------------------------------------------------------------------------------------

  build() {
    this.buildControls();
    this.bars.clear();
    const { lab, race } = this;
    const text = this.problem || (lab.pair ? "" : t(lab.first ? "lab pick second" : "lab pick two"));
    const runs = [...(race?.runs ?? [])];
    this.element.replaceChildren(
      text ? h("p", { class: this.problem ? "lab-note bad" : "lab-note", role: "status" }, text) : "",
      race ? h("p.lab-idea", bestText(race)) : "",
      h("ol.race-bars", { "aria-label": t("match bars") }, ...runs.map((run) => this.row(run))),
      this.choices(),
      race ? pictureButtons(lab.board, { name: () => "lianliankan-race" }) : "",
    );
    this.show();
  }

  /** @param {LabRun} run */
  row(run) {
    const { finder, verdict, refused, nanoseconds, path } = run;
    const bar = h("span.race-bar");
    const count = h("span.race-count");
    const example = this.counterexample(run);
    const kind = refused ? "refused" : !verdict?.right ? "bad" : verdict.number ? "fair" : "good";
    const about = path ? t("match path", { turns: path.turns, steps: path.steps }) : "";
    const row = h(
      "li",
      { class: `race-row ${kind}`, "data-finder": finder },
      h(
        "button.race-name",
        {
          "aria-pressed": String(this.selected === finder),
          disabled: Boolean(refused),
          onclick: () => this.select(finder),
        },
        finderTitle(finder),
      ),
      h("span.race-track", bar),
      count,
      h(
        "span.race-verdict",
        icon(refused ? "lock" : verdict?.right ? "check" : "flag"),
        h("span", refused ? t("match refused") : (verdict?.text ?? "")),
        h("small", [about, nanoseconds ? shortTime(nanoseconds) : ""].filter(Boolean).join(" · ")),
      ),
      example
        ? h(
            "button.button.small",
            {
              "data-smallest": finder,
              onclick: () => void showCounterexample(this.lab, finder, example),
            },
            t("lab smallest"),
          )
        : h("button.button.small", { "data-watch": finder, onclick: () => this.watch(finder) }, t("match watch")),
    );
    this.bars.set(finder, { bar, count, row });
    return row;
  }

  /**
   * Return the smallest board for what a run shows to be broken, if it is not the one on the page.
   * @param {LabRun} run
   */
  counterexample({ finder, verdict }) {
    const name = verdict ? BROKEN[verdict.kind] : "";
    const promise = this.lab.finderNamed(finder)?.promises.find((each) => each.name === name);
    return promise?.broken_on && promise.broken_on.share !== this.lab.share ? promise.broken_on : null;
  }

  /** Which finders race. */
  choices() {
    const { finders } = this.lab;
    const { max_finders: max } = this.lab.catalog;
    const { racers } = this;
    const change = (/** @type {string} */ name, /** @type {boolean} */ isIn) => {
      const wanted = finders.map((each) => each.name).filter((each) => (each === name ? isIn : racers.includes(each)));
      if (wanted.length < 2 || wanted.length > max) return this.build();
      this.hasOwn = wanted.includes(OWN_FINDER);
      this.chosen = wanted.filter((each) => each !== OWN_FINDER);
      this.update();
      /** @type {HTMLElement | null} */ (this.element.querySelector(`[value="${name}"]`))?.focus();
    };
    return h(
      "fieldset.lab-card.race-choices",
      h("legend", t("match who", { max })),
      ...finders.map(({ name }) => {
        const isIn = racers.includes(name);
        const isFull = !isIn && racers.length >= max;
        const input = h("input", { type: "checkbox", value: name, checked: isIn, disabled: isFull });
        input.onchange = () => change(name, input.checked);
        return h("label", input, h("span", finderTitle(name)));
      }),
    );
  }

  buildControls() {
    const isOff = !this.race;
    this.slider = h("input.trace-slider", {
      type: "range",
      min: 0,
      max: this.longest,
      step: 1,
      disabled: isOff,
      "aria-label": t("match time"),
    });
    this.slider.oninput = () => {
      this.stop();
      this.setTime(Number(this.slider?.value));
    };
    this.playButton = iconButton("play", t("trace play"), {
      class: "icon-button trace-play",
      disabled: isOff,
      "data-race": "play",
      onclick: () => this.toggle(),
    });
    this.sentence = h("p.trace-sentence", { role: "status" });
    this.under.replaceChildren(this.sentence, this.slider, h("div.race-buttons", this.playButton));
  }

  show() {
    const { race, time } = this;
    if (this.slider) this.slider.value = String(time);
    this.slider?.setAttribute("aria-valuetext", t("match at", { cells: Math.floor(time) }));
    const name = this.frame ? "pause" : "play";
    this.playButton?.replaceChildren(icon(name));
    this.playButton?.setAttribute("aria-label", t(`trace ${name}`));
    for (const { finder, examined, refused } of race?.runs ?? []) {
      const { bar, count, row } = /** @type {{bar: HTMLElement, count: HTMLElement, row: HTMLElement}} */ (
        this.bars.get(finder)
      );
      const now = Math.min(time, examined);
      setStyle(bar, { width: `${(100 * now) / this.longest}%` });
      setText(count, refused ? "–" : numberText(Math.floor(now)));
      row.classList.toggle("done", Boolean(refused) || time >= examined);
    }
    if (this.sentence) {
      this.sentence.ariaLive = this.frame ? "off" : "polite";
      setText(this.sentence, this.sentenceText());
    }
  }

  sentenceText() {
    const { race, time, selected } = this;
    if (!race) return "";
    const run = race.runs.find(({ finder }) => finder === selected);
    if (run?.verdict && time >= run.examined)
      return t("match result", { finder: finderTitle(run.finder), verdict: run.verdict.text });
    const running = race.runs.filter(({ refused, examined }) => !refused && examined > time).length;
    if (running) return t("match running", { cells: Math.floor(time), running });
    const wrong = race.runs.filter(({ verdict }) => verdict && !verdict.right).length;
    return t("match over", { finders: race.runs.filter(({ refused }) => !refused).length, wrong });
  }

  // ---- The time line ------------------------------------------------------------------------------------------------

  toggle() {
    if (this.frame) this.stop();
    else this.play();
    this.show();
  }

  play() {
    if (!this.race) return;
    if (this.time >= this.longest) this.time = 0;
    const speed = this.longest / DURATION;
    let before = performance.now();
    const next = (/** @type {number} */ now) => {
      this.frame = requestAnimationFrame(next);
      const time = this.time + speed * Math.max(now - before, 0);
      before = now;
      if (time >= this.longest) this.stop();
      this.setTime(Math.min(time, this.longest));
    };
    this.frame = requestAnimationFrame(next);
    this.show();
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** @param {number} time */
  setTime(time) {
    this.time = time;
    this.show();
    this.drawPath();
  }

  /** @param {string} finder */
  select(finder) {
    this.selected = this.selected === finder ? null : finder;
    for (const [name, { row }] of this.bars)
      row.querySelector(".race-name")?.setAttribute("aria-pressed", String(name === this.selected));
    this.show();
    this.drawPath();
  }

  /** @param {string} finder */
  watch(finder) {
    this.lab.finder = finder;
    void this.lab.showTab("trace");
  }

  /** Draw the path of the selected finder, or all that have been found so far. */
  drawPath() {
    const { board } = this.lab;
    const found = (this.race?.runs ?? []).filter(({ path, examined }) => path && this.time >= examined);
    const shown = this.selected ? found.filter(({ finder }) => finder === this.selected) : found;
    const key = shown.map(({ finder }) => finder).join() + this.selected;
    if (board.overlay.getAttribute("data-shown") === key && board.overlay.childElementCount) return;
    board.clearOverlay();
    board.overlay.setAttribute("data-shown", key);
    for (const { path, verdict } of shown) {
      const kind = verdict?.right ? "" : " wrong";
      if (this.selected) board.overlay.append(board.line(path?.corners ?? [], "trace-halo"));
      board.overlay.append(board.line(path?.corners ?? [], `trace-path${kind}${this.selected ? "" : " one-of-many"}`));
    }
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "p" && (event.key !== " " || target.closest("button, a, input"))) return false;
    this.toggle();
    return true;
  }
}

/** @param {LabRaceAnswer} race */
function bestText({ best }) {
  return best ? t("match best", { turns: best.turns, steps: best.steps }) : t("match no link");
}

/**
 * Format a duration with about two digits.
 * @param {number} nanoseconds
 */
function shortTime(nanoseconds) {
  const units = /** @type {[number, string][]} */ ([
    [1e9, "s"],
    [1e6, "ms"],
    [1e3, "µs"],
  ]);
  const [size, unit] = units.find(([each]) => nanoseconds >= each) ?? [1, "ns"];
  const value = nanoseconds / size;
  return `${value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`;
}
