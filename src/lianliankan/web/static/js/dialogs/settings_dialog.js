// The dialog with all settings; every change shows at once.

import { Opened } from "./dialog.js";
import { h } from "../core/dom.js";
import { choice, deed, toggle } from "./form.js";
import { change, settings } from "../core/settings.js";
import { currentLanguage, words } from "../i18n/i18n.js";

/** @typedef {import("../core/settings.js").Settings} Settings */

/** @param {import("../app.js").App} app */
export function showSettings(app) {
  new Opened({
    title: () => words("settings title"),
    kind: "narrow",
    body: () => [
      h(
        "div",
        { class: "body" },
        choice({
          name: "set-language",
          label: words("set language"),
          value: currentLanguage(),
          options: [
            { value: "en", text: "English" },
            { value: "zh", text: "中文" },
          ],
          onChange: (value) => change(/** @type {Partial<Settings>} */ ({ language: value })),
        }),
        among("theme", ["auto", "light", "dark"]),
        h(
          "div",
          { class: "setting" },
          h("span", {}, words("set faces")),
          deed("gallery title", () => app.showGallery(), { drawn: "tiles" }),
        ),
        among("motion", ["auto", "full", "less"]),
        h("div", {}, ...["sound", "timer", "light", "kin"].map(onOrOff)),
      ),
    ],
  });
}

/**
 * @param {"theme" | "motion"} name
 * @param {string[]} values
 */
function among(name, values) {
  return choice({
    name: `set-${name}`,
    label: words(`set ${name}`),
    value: settings[name],
    options: values.map((value) => ({ value, text: words(`${name} ${value}`) })),
    onChange: (value) => change({ [name]: value }),
  });
}

/** @param {string} name */
function onOrOff(name) {
  const value = /** @type {any} */ (settings)[name];
  return toggle({ name: `set-${name}`, label: words(`set ${name}`), value, onChange: (on) => change({ [name]: on }) });
}
