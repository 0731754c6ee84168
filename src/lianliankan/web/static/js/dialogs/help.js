// The help: the goal with a picture, and all keys.

import { thumbnail } from "../board/thumbnail.js";
import { h, s } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { KEYS } from "../core/shortcuts.js";
import { t } from "../i18n/i18n.js";
import { Dialog } from "./dialog.js";
import { actionButton } from "./form.js";

/** The keys that cannot be switched off, each with the key of its text. */
const FIXED = /** @type {const} */ ([
  ["← ↑ ↓ →", "arrows"],
  ["Enter", "pick"],
  ["Esc", "esc"],
  ["Ctrl+Z Ctrl+Y", "undo"],
]);

/** @typedef {Exclude<keyof typeof KEYS, "redo">} Helped */

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
  const { redo, ...others } = KEYS; // which is beside undo
  const shown = Object.entries({ ...others, undo: `${KEYS.undo} ${redo}`, restart: "⇧ R" });
  return h(
    "details",
    isFolded ? {} : { open: "" },
    h("summary", h("h3", t("help keys"))),
    h(
      "dl.keys",
      ...FIXED.map(([keys, name]) => line(keys, name)),
      ...(settings.shortcuts ? shown.map(([name, keys]) => line(keys, /** @type {Helped} */ (name))) : []),
    ),
    settings.shortcuts ? null : h("p.muted", t("help shortcuts off")),
  );
}

/**
 * @param {string} keys
 * @param {Helped | typeof FIXED[number][1]} name
 */
function line(keys, name) {
  return h("div", h("dt", ...keys.split(" ").map((key) => h("kbd", key))), h("dd", t(`help ${name}`)));
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
