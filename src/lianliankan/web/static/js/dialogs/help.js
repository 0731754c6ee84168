// The help: the goal in a picture, and every key.

import { Opened } from "./dialog.js";
import { h, s } from "../core/dom.js";
import { stillBoard } from "../board/thumbnail.js";
import { words } from "../i18n/i18n.js";

/** Every key and the text that explains it. */
const KEYS = [
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "pick"],
  ["Esc", "esc"],
  ["H", "hint"],
  ["A", "auto"],
  ["S", "shuffle"],
  ["U R", "undo"],
  ["P", "pause"],
  ["K", "kind"],
  [".", "next"],
  ["N", "new"],
  ["⇧ R", "restart"],
  ["X", "give up"],
  ["B", "bests"],
  ["G", "faces"],
  ["M", "motion"],
  ["L", "language"],
  ["?", "help"],
];

export function showHelp() {
  new Opened({
    title: () => words("help title"),
    body: () => [
      h(
        "div",
        { class: "body" },
        picture(),
        h("p", {}, words("help goal")),
        h("p", {}, words("help ring")),
        h("p", { class: "soft" }, words("help points")),
        h("p", { class: "soft" }, words("help zoom")),
        h("h3", {}, words("help keys")),
        h(
          "dl",
          { class: "keys" },
          ...KEYS.map(([key, text]) =>
            h(
              "div",
              {},
              h("dt", {}, ...key.split(" ").map((part) => h("kbd", {}, part))),
              h("dd", {}, words(`help ${text}`)),
            ),
          ),
        ),
      ),
    ],
  });
}

/** A small board with a path of two turns around a tile. */
function picture() {
  const path = "24 24 24 -18 168 -18 168 24";
  return h(
    "div",
    { class: "lesson" },
    stillBoard([[1, 3, 0, 1, 4]], { cell: 48 }),
    s(
      "svg",
      { viewBox: "0 0 240 48", "aria-hidden": "true" },
      s(
        "g",
        { class: "path linked" },
        s("polyline", { class: "halo", points: path }),
        s("polyline", { class: "line", points: path }),
      ),
    ),
  );
}
