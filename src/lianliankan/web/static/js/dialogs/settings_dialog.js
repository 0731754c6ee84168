// The settings dialog; every change takes effect at once.

import { h } from "../core/dom.js";
import { changeSettings, settings } from "../core/settings.js";
import { BACKGROUNDS } from "../core/theme.js";
import { chosenLanguage, t } from "../i18n/i18n.js";
import { facts } from "../server/facts.js";
import { Dialog } from "./dialog.js";
import { actionButton, choice, toggle } from "./form.js";

/** @import { Settings } from "../core/settings.js" */

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const SWITCHES = /** @type {const} */ (["sound", "motion", "light", "askFirst", "shortcuts"]);

/** @param {import("../app.js").App} app */
export function openDialog(app) {
  return () => show(app);
}

/** @param {import("../app.js").App} app */
function show(app) {
  new Dialog({
    title: () => t("settings title"),
    kind: "narrow",
    body: () => [
      h(
        "div.dialog-body",
        choice({
          name: "set-language",
          label: t("set language"),
          value: chosenLanguage(settings.language),
          options: [
            { value: "en", text: "English" },
            { value: "zh", text: "中文" },
          ],
          onChange: (value) => changeSettings(/** @type {Partial<Settings>} */ ({ language: value })),
        }),
        choice({
          name: "set-theme",
          label: t("set theme"),
          value: settings.theme,
          options: THEMES.map((value) => ({ value, text: t(`theme ${value}`) })),
          onChange: (value) => changeSettings(/** @type {Partial<Settings>} */ ({ theme: value })),
        }),
        choice({
          name: "set-background",
          label: t("set background"),
          value: document.documentElement.dataset.background ?? "",
          options: BACKGROUNDS.map((value) => ({
            value,
            text: t(`background ${value}`),
            picture: h("span.swatch", { "data-background": value }),
          })),
          onChange: (background) => changeSettings({ background }),
        }),
        h(
          "div.setting",
          h("span", t("set faces")),
          actionButton("gallery title", () => app.show("gallery"), { iconName: "tiles" }),
        ),
        h("div", ...SWITCHES.map(switchSetting), facts.together ? switchSetting("ranked") : null),
      ),
    ],
  });
}

/** @param {typeof SWITCHES[number] | "ranked"} name */
function switchSetting(name) {
  return toggle({
    name: `set-${name}`,
    label: t(`set ${name}`),
    value: settings[name],
    onChange: (on) => changeSettings({ [name]: on }),
  });
}
