// The form for an own game: mode, size, shape, gravity, kinds, difficulty, paths, the deal's number.

import { h, s } from "../core/dom.js";
import { choice, stepper, toggle } from "./form.js";
import { gravityIcon } from "../core/icons.js";
import { SHAPES, maskOf } from "../core/shapes.js";
import { words } from "../i18n/i18n.js";

export const GRAVITIES = [
  "still", "down", "up", "left", "right", "split-rows", "split-columns", "gather-rows", "gather-columns",
  "slide-left-right", "slide-down-up", "outward", "inward", "rotating",
]; // prettier-ignore

const SIZES = ["6x10", "8x18", "9x16", "12x24", "16x30"];
const DIFFICULTIES = ["any", "easy", "medium", "hard", "fiendish"];
const TURNS = ["0", "1", "2", "3", "any"];
// As the server has it: cells of any board, of one with unusual paths, of one whose difficulty is chosen.
const [MOST_CELLS, MOST_UNUSUAL, MOST_CHOSEN] = [1024, 400, 240];
const MOST_SIDE = 40;
const MOST_KINDS = 240;

/**
 * Say how large a board with the rules that are wished for can be, and the text for one that is larger.
 * @param {any} wish
 * @returns {[number, string]}
 */
function mostCells({ mode, max_turns: turns = 2, outside = true }) {
  if (mode === "expert") return [MOST_CHOSEN, "new large expert"];
  return turns !== 2 || !outside ? [MOST_UNUSUAL, "new large rules"] : [MOST_CELLS, "new large"];
}

/**
 * Say what is wrong with a wish; nothing where the server will try to deal it.
 * @param {any} wish
 */
export function wishProblem(wish) {
  const { rows, cols, mask, kinds = 1 } = wish;
  const [most, text] = mostCells(wish);
  if (rows * cols > most) return words(text, { cells: rows * cols, most });
  const places = mask ? mask.split("A").length - 1 : rows * cols;
  if (places % 2) return words("new odd", { cells: places });
  return kinds > places / 2 ? words("new kinds many", { kinds, most: places / 2 }) : "";
}

/**
 * Make the form. It writes into the wish, which is what the server is asked for, beside `shape`.
 * @param {any} wish
 * @param {() => void} redraw
 * @param {() => void} judge hears of a number that is typed or stepped to
 */
export function ownForm(wish, redraw, judge) {
  wish.mode ??= "classic";
  wish.rows ??= 8;
  wish.cols ??= 18;
  wish.shape ??= "full";
  const reshape = () => {
    if (wish.shape === "full") delete wish.mask;
    else wish.mask = maskOf(wish.shape, wish.rows, wish.cols);
    if (wish.rows * wish.cols > MOST_CHOSEN) delete wish.difficulty;
  };
  // Where a number is typed, the next press may already be under way: what depends on it changes in its place.
  const resize = (/** @type {string} */ name) => (/** @type {number | null} */ value) => {
    wish[name] = value;
    reshape();
    for (const input of form.querySelectorAll("[name='own-size']")) {
      const radio = /** @type {HTMLInputElement} */ (input);
      radio.checked = radio.value === `${wish.rows}x${wish.cols}`;
    }
    const difficulty = form.querySelector("fieldset:has([name='own-difficulty'])");
    difficulty?.toggleAttribute("hidden", isFixed());
    judge();
  };
  const quietly = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    if (value === null) delete wish[name];
    else wish[name] = value;
    judge();
  };
  const reach = (/** @type {string} */ other) => () => Math.floor(mostCells(wish)[0] / wish[other]);
  const isFixed = () => wish.rows * wish.cols > MOST_CHOSEN || wish.mode === "expert";
  const set = (/** @type {string} */ name, /** @type {any} */ plain) => (/** @type {any} */ value) => {
    if (value === plain || value === null) delete wish[name];
    else wish[name] = value;
    reshape();
    redraw();
  };
  const difficulty = choice({
    name: "own-difficulty",
    label: words("new difficulty"),
    wide: true,
    value: wish.difficulty ?? "any",
    options: DIFFICULTIES.map((value) => ({ value, text: words(`difficulty ${value}`) })),
    onChange: set("difficulty", "any"),
  });
  difficulty.hidden = isFixed();
  const form = h(
    "div",
    { class: "entries" },
    choice({
      name: "own-mode",
      label: words("new mode"),
      wide: true,
      value: wish.mode,
      options: ["classic", "relaxed", "timed", "expert"].map((value) => ({ value, text: words(`mode ${value}`) })),
      onChange: set("mode", ""),
    }),
    choice({
      name: "own-size",
      label: words("new size"),
      wide: true,
      value: `${wish.rows}x${wish.cols}`,
      options: SIZES.map((value) => ({ value, text: value.replace("x", "×") })),
      onChange: (value) => {
        [wish.rows, wish.cols] = value.split("x").map(Number);
        reshape();
        redraw();
      },
    }),
    stepper({
      name: "own-rows",
      label: words("new rows"),
      value: wish.rows,
      least: 2,
      most: MOST_SIDE,
      reach: reach("cols"),
      onChange: resize("rows"),
    }),
    stepper({
      name: "own-cols",
      label: words("new cols"),
      value: wish.cols,
      least: 2,
      most: MOST_SIDE,
      reach: reach("rows"),
      onChange: resize("cols"),
    }),
    choice({
      name: "own-gravity",
      label: words("new gravity"),
      wide: true,
      value: wish.gravity ?? "still",
      options: GRAVITIES.map((value) => ({ value, text: words(`gravity ${value}`), picture: gravityIcon(value) })),
      onChange: set("gravity", "still"),
    }),
    choice({
      name: "own-shape",
      label: words("new shape"),
      wide: true,
      value: wish.shape,
      options: SHAPES.map((value) => ({ value, text: words(`shape-of ${value}`), picture: shapePicture(value) })),
      onChange: set("shape", ""),
    }),
    difficulty,
    choice({
      name: "own-turns",
      label: words("new turns"),
      wide: true,
      value: wish.max_turns === undefined ? "2" : wish.max_turns === null ? "any" : String(wish.max_turns),
      options: TURNS.map((value) => ({ value, text: value === "any" ? words("turns any") : value })),
      onChange: (value) => {
        if (value === "2") delete wish.max_turns;
        else wish.max_turns = value === "any" ? null : Number(value);
        redraw();
      },
    }),
    stepper({
      name: "own-kinds",
      label: words("new kinds"),
      value: wish.kinds ?? null,
      least: 2,
      most: MOST_KINDS,
      empty: words("kinds usual"),
      onChange: quietly("kinds"),
    }),
    h(
      "label",
      { class: "entry" },
      h("span", {}, words("new deal")),
      h("input", {
        class: "field",
        id: "own-deal",
        inputmode: "numeric",
        pattern: "[0-9]*",
        maxlength: 15,
        placeholder: words("deal chance"),
        value: wish.seed ?? "",
        onchange: (/** @type {Event} */ event) => {
          const digits = /** @type {HTMLInputElement} */ (event.target).value.replace(/\D/g, "");
          quietly("seed")(digits ? Number(digits) : null);
        },
      }),
    ),
    h(
      "div",
      { class: "entry wide" },
      toggle({
        name: "own-outside",
        label: words("new outside"),
        value: wish.outside !== false,
        onChange: set("outside", true),
      }),
      toggle({
        name: "own-adjacent",
        label: words("new adjacent"),
        value: wish.adjacent !== false,
        onChange: set("adjacent", true),
      }),
    ),
  );
  return form;
}

/**
 * Draw a shape in small.
 * @param {string} shape
 */
function shapePicture(shape) {
  const lines = maskOf(shape, 6, 8).split("/");
  const drawing = s("svg", { class: "icon shape", viewBox: "0 0 24 18", "aria-hidden": "true" });
  lines.forEach((line, row) =>
    [...line].forEach((sign, col) => {
      if (sign !== "_") {
        drawing.append(
          s("rect", {
            class: sign === "#" ? "stone" : "place",
            x: 3 * col + 0.3,
            y: 3 * row + 0.3,
            width: 2.4,
            height: 2.4,
            rx: 0.6,
          }),
        );
      }
    }),
  );
  return drawing;
}
