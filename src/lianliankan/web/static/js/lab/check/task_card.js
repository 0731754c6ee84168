// What an exercise asks for: a few sentences, the function to write, and calls with what they return, as pictures.

import { h } from "../../core/dom.js";
import { named, t } from "../../i18n/i18n.js";
import { colour } from "../code_view.js";
import { tokenLines } from "../python_tokens.js";
import { boardFigure } from "./board_figure.js";

/** @import { LabExample, LabExercise } from "../../server/protocol.js" */

/**
 * @param {LabExercise} exercise
 * @param {number} number its place in the sheet, from 1
 */
export function taskCard(exercise, number) {
  const { name, examples, head } = exercise;
  return h(
    "section.check-task",
    { "aria-labelledby": "check-task-title" },
    h("h3", { id: "check-task-title", tabindex: "-1" }, `${number}. ${named("exercise", name)}`),
    code(head),
    h("p", named("exercise", `${name} about`)),
    h(
      "div.check-examples",
      { role: "group", "aria-label": t("check examples"), tabindex: "0" }, // on phones it scrolls
      ...examples.map((example) => exampleFigure(exercise, example)),
    ),
    h(
      "details.check-rules",
      h("summary", t("check rules")),
      h("ul", ...rulesOf(exercise).map((rule) => h("li", t(`check-rule ${rule}`)))),
    ),
  );
}

/**
 * The rules of how a function is called, by name.
 * @param {LabExercise} exercise
 * @returns {("grid" | "pair" | "keep")[]}
 */
function rulesOf({ kind }) {
  return kind === "link" ? ["grid", "pair", "keep"] : ["grid", "keep"];
}

/**
 * @param {LabExercise} exercise
 * @param {LabExample} example
 */
function exampleFigure({ outside }, { rows, ends, call, returns, paths }) {
  const drawn = paths.map((corners) => ({ corners, kind: /** @type {const} */ ("right") }));
  const grid = rows.map((row) => `[${row.join(", ")}]`).join(",\n        ");
  return h(
    "figure.check-example",
    boardFigure({ rows, hasRing: outside, ends, paths: drawn }),
    h("figcaption", code(`grid = [${grid}]\n${call}`), h("span.returns", "→ ", code(returns))),
  );
}

/**
 * Return a line of Python in colours.
 * @param {string} text
 */
export function code(text) {
  const lines = tokenLines(text).flatMap((line, place) => [...(place ? ["\n"] : []), ...colour(line)]);
  return h("code.check-code", { translate: "no" }, ...lines);
}
