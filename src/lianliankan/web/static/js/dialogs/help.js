// The help: the goal with a picture, and all keys.

import { thumbnail } from "../board/thumbnail.js";
import { h, s } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { t } from "../i18n/i18n.js";
import { Dialog } from "./dialog.js";
import { actionButton } from "./form.js";

/** The keys that cannot be switched off, each with the key of its text. */
const KEYS = /** @type {const} */ ([
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "pick"],
  ["Esc", "esc"],
  ["Ctrl+Z Ctrl+Y", "undo"],
]);

/** The shortcuts, likewise. */
const SHORTCUTS = /** @type {const} */ ([
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
  ["M", "mute"],
  ["Z", "zen"],
  ["F", "full"],
  ["?", "help"],
]);

/** @param {import("../app.js").App} app */
export function openDialog(app) {
  return () => show(app);
}

/** @param {import("../app.js").App} app */
function show(app) {
  new Dialog({
    title: () => t("help title"),
    body: () => [
      h(
        "div.dialog-body",
        picture(),
        h("p", t("help goal")),
        h("p", t("help ring")),
        h(
          "div.actions",
          actionButton("help lesson", () => void app.go("/lesson"), { iconName: "play" }),
        ),
        h("p.muted", t("help points")),
        h("p.muted", t("help zoom")),
        keyboard(),
      ),
    ],
  });
}

/** The keys; folded where fingers play, since few of them have a keyboard. */
function keyboard() {
  const isFolded = matchMedia("(hover: none)").matches;
  return h(
    "details",
    isFolded ? {} : { open: "" },
    h("summary", h("h3", t("help keys"))),
    h(
      "dl.keys",
      ...[...KEYS, ...(settings.shortcuts ? SHORTCUTS : [])].map(([key, text]) =>
        h("div", h("dt", ...key.split(" ").map((part) => h("kbd", part))), h("dd", t(`help ${text}`))),
      ),
    ),
    settings.shortcuts ? null : h("p.muted", t("help shortcuts off")),
  );
}

/** A small board with a path of two turns around a tile. */
function picture() {
  const path = "24 24 24 -18 168 -18 168 24";
  return h(
    "div.help-picture",
    thumbnail([[1, 3, 0, 1, 4]], { cell: 48 }),
    s(
      "svg",
      { viewBox: "0 0 240 48", "aria-hidden": "true" },
      s("g.path.linked", s("polyline.halo", { points: path }), s("polyline.line", { points: path })),
    ),
  );
}
