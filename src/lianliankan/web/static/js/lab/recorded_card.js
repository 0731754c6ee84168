// A recorded game: pasted as a record or a share text, its moves in a row, and the one that lost it.

import { h, redraw } from "../core/dom.js";
import { faceName } from "../core/faces.js";
import { t } from "../i18n/i18n.js";
import { ApiError, apiError, problemOf } from "../server/api.js";
import { askGame } from "./lab_api.js";
import { moveState, moveStrip } from "./move_strip.js";

/** @import { RecordedGame } from "../server/protocol.js" */

/**
 * Whether a share text is that of a game.
 * @param {string} share
 */
export function isGameShare(share) {
  return /^llkg\d/.test(share);
}

/**
 * Return the points of a game's mistakes: a position could be won, and could not after the next pair.
 * @param {Pick<RecordedGame, "points" | "lost">} game
 */
export function findMistakes({ points, lost }) {
  const isMistake = (/** @type {number} */ place) =>
    points[place].winnable === false && points[place - 1]?.winnable === true && points[place].move !== null;
  return points.flatMap((_, place) => (isMistake(place) || (place === lost && place > 0) ? [place] : []));
}

export class RecordedCard {
  /**
   * @param {object} handlers
   * @param {(game: RecordedGame) => void} handlers.onGame a game was read
   * @param {(point: number) => void} handlers.onPoint a position of it was picked
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.element = h("section.lab-card.recorded");
    /** @type {RecordedGame | null} */
    this.game = null;
    this.point = 0;
    this.problem = "";
    this.text = "";
    /** @type {AbortController | null} of the request that is on its way */
    this.asking = null;
  }

  /**
   * Read a game; the answer that comes last is taken.
   * @param {string} text
   */
  async read(text) {
    this.stop();
    const asking = (this.asking = new AbortController());
    this.problem = "";
    this.build();
    const found = await askGame(text, asking.signal).catch(apiError);
    if (asking !== this.asking) return;
    this.asking = null;
    if (!(found instanceof ApiError)) this.game = found;
    else if (found.code === "record") this.problem = t("solve-game bad", { reason: found.message });
    else this.problem = problemOf(found);
    this.build();
    if (this.game && !this.problem) this.handlers.onGame(this.game);
  }

  /** End a request that is on its way. */
  stop() {
    this.asking?.abort();
    this.asking = null;
  }

  build() {
    const { game } = this;
    redraw(this.element, () => [
      h("h3", t("solve-game title")),
      ...(game ? this.course(game) : []),
      ...(this.asking ? [this.progress()] : this.form()),
      ...(this.problem ? [h("p.lab-note.bad", { role: "alert" }, this.problem)] : []),
    ]);
  }

  progress() {
    return h(
      "div.row",
      h("progress", { "aria-label": t("course busy") }),
      h("span", { role: "status" }, t("course busy")),
      h(
        "button.button.small",
        {
          "data-game": "stop",
          onclick: () => {
            this.stop();
            this.build();
          },
        },
        t("verdict stop"),
      ),
    );
  }

  form() {
    const field = h("textarea.field", {
      id: "solve-record",
      rows: 2,
      spellcheck: "false",
      placeholder: t("solve-game paste"),
      "aria-label": t("solve-game paste"),
    });
    field.value = this.text;
    field.oninput = () => (this.text = field.value);
    const send = () => {
      if (this.text.trim()) void this.read(this.text);
    };
    return [field, h("button.button.small", { id: "solve-record-read", onclick: send }, t("solve-game read"))];
  }

  /**
   * What became of the game, move by move.
   * @param {RecordedGame} game
   */
  course(game) {
    const mistakes = new Set(findMistakes(game));
    const items = game.points.map(({ move, winnable, free }, place) => {
      const state = moveState(winnable);
      const isMistake = mistakes.has(place);
      const about = place === 0 ? t("solve start") : this.nameOf(game, place);
      const pairs = move || place === 0 ? t("verdict pairs", { pairs: free }) : "";
      const parts = [about, t(`course ${state}`), isMistake ? t("solve-game mistake") : "", pairs];
      return { text: String(place), label: parts.filter(Boolean).join(" · "), state, isMistake };
    });
    const jump = [...mistakes].at(-1);
    return [
      h("p.game-verdict", this.summary(game)),
      moveStrip({
        name: "game",
        label: t("solve-game strip"),
        items,
        at: this.point,
        onPick: (place) => this.handlers.onPoint(place),
      }),
      ...(jump === undefined
        ? []
        : [
            h(
              "button.button.small",
              {
                id: "solve-mistake",
                onclick: () => this.handlers.onPoint(jump - 1),
              },
              t("solve-game before", { pair: jump }),
            ),
          ]),
    ];
  }

  /**
   * @param {RecordedGame} game
   * @param {number} place
   */
  nameOf({ points }, place) {
    const { move } = points[place];
    if (!move) return t("solve-game end");
    const [row, col] = move[0];
    const kind = points[place - 1].rows[row][col];
    const cells = move.map(([row, col]) => `${row + 1},${col + 1}`).join(" – ");
    return t("solve move", { number: place, tile: kind > 0 ? faceName(kind) : "", cells });
  }

  /** @param {RecordedGame} game */
  summary({ points, lost, won, seconds, timed_out: isLate }) {
    const isUnknown = points.some(({ winnable }) => winnable === null);
    if (lost === 0) return t("course never");
    if (lost !== null) return t("course blame", { pair: lost });
    if (won) return t("solve-game won");
    const last = points.findLastIndex(({ winnable }) => winnable);
    if (isUnknown) return isLate ? t("solve-game late", { seconds }) : t("solve-game open");
    return last === points.length - 1 ? t("course end") : t("course until", { pair: Math.max(last, 0) });
  }
}
