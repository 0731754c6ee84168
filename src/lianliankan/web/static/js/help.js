// The help: the goal in a picture, and every key.

import { Opened } from "./dialog.js";
import { h, s } from "./dom.js";
import { words } from "./words.js";

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
  const kinds = [1, 3, 0, 1, 4];
  const drawing = s("svg", { class: "lesson", viewBox: "-26 -40 292 96", "aria-hidden": "true" });
  kinds.forEach((kind, col) => {
    const place = { transform: `translate(${24 + 48 * col} 24)` };
    drawing.append(
      kind
        ? s(
            "g",
            place,
            s("use", { href: "#tile" }),
            s("use", { class: "face", href: `#k${kind}`, x: -19.5, y: -19.5, width: 39, height: 39 }),
          )
        : s("g", place, s("use", { href: "#socket" })),
    );
  });
  drawing.append(
    s(
      "g",
      { class: "path linked" },
      s("polyline", { class: "halo", points: "24 24 24 -18 168 -18 168 24" }),
      s("polyline", { class: "line", points: "24 24 24 -18 168 -18 168 24" }),
    ),
  );
  return drawing;
}
