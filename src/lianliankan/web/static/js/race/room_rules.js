// What was agreed for the races of a room: a list, and a dialog that shows it during a race.

import { h } from "../core/dom.js";
import { gravityIcon } from "../core/gravities.js";
import { Dialog } from "../dialogs/dialog.js";
import { t } from "../i18n/i18n.js";
import { raceIcon } from "./signs.js";

/**
 * List the settings of a room in words.
 * @param {import("../server/protocol.js").RaceSettingsView} settings
 */
export function rulesList(settings) {
  const seconds = (/** @type {number} */ count) => t("room seconds", { seconds: count });
  const lines = [
    [t("room rule board"), `${settings.rows}×${settings.cols}`],
    settings.limit ? [t("room rule limit"), seconds(settings.limit)] : null,
    settings.idle ? [t("room rule idle"), seconds(settings.idle)] : null,
    [t("room rule hints"), String(settings.hints)],
  ].filter((line) => line !== null);
  return h(
    "dl.room-rules",
    ...lines.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    h(
      "div",
      h("dt", t("room rule gravity")),
      h("dd", gravityIcon(settings.gravity), " ", t(`gravity ${settings.gravity}`)),
    ),
  );
}

/**
 * List the items that can be earned, with what they do.
 * @param {import("../server/protocol.js").RaceSettingsView} settings
 */
export function itemsList(settings) {
  if (!settings.items_offered.length) return null;
  return h(
    "div.room-items",
    h("p", t("room items about", { count: settings.combo })),
    h(
      "ul",
      ...settings.items_offered.map((item) =>
        h("li", raceIcon(item), h("span", h("b", t(`item ${item}`)), " ", t(`race-about ${item}`))),
      ),
    ),
  );
}

/**
 * Show what was agreed, and the keys.
 * @param {import("./room_page.js").RoomPage} page
 */
export function showRoomRules(page) {
  new Dialog({
    title: () => t(`format ${page.model.room.settings.format}`),
    kind: "narrow",
    body: () => {
      const { settings } = page.model.room;
      return [
        h(
          "div.dialog-body",
          h("p", { "data-about": true }, t(`format ${settings.format} about`)),
          rulesList(settings),
          itemsList(settings),
          h("p.muted", t(settings.items_offered.length ? "room keys items" : "room keys")),
        ),
      ];
    },
  });
}
