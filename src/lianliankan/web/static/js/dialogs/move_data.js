// Everything of the player as a file: saved, and taken from such a file.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { EXPORT_PATH, importData } from "../server/account_api.js";
import { problemOf } from "../server/api.js";
import { downloadAttributes } from "../server/transport.js";
import { Dialog } from "./dialog.js";
import { fileInput } from "./file_pickers.js";
import { actionButton } from "./form.js";
import { showNotice } from "./notices.js";

/** @import { App } from "../app.js" */

const MAX_SHOWN = 5; // files that were left out

/**
 * Return the buttons that save everything to a file and import one.
 * @param {App} app
 */
export function dataButtons(app) {
  const take = (/** @type {File[]} */ [file]) => void importFile(app, file);
  const choose = fileInput("import-file", take, { accept: ".zip,application/zip" });
  return [
    h(
      "a",
      { class: "button", id: "data-export", ...downloadAttributes(EXPORT_PATH, "lianliankan.zip") },
      icon("save"),
      t("data export"),
    ),
    actionButton("data import", () => choose.click(), { iconName: "folder" }),
    choose,
  ];
}

/**
 * @param {App} app
 * @param {File} file
 */
async function importFile(app, file) {
  showNotice(t("data importing"));
  try {
    showReport(app, await importData(file));
  } catch (problem) {
    showNotice(problemOf(problem));
  }
}

/**
 * Say the outcome of an import; then the page starts again, with the games and settings that are there now.
 * @param {App} app
 * @param {import("../server/protocol.js").ImportAnswer} report
 */
function showReport(app, report) {
  const { continued, known, apart, sets, refused, more_refused } = report;
  new Dialog({
    title: () => t("data imported"),
    kind: "narrow",
    onClose: () => app.renew("", report.unfinished),
    body: (dialog) => [
      h(
        "div.dialog-body",
        h("p", { "data-about": true }, t("data imported games", { games: report.new, continued, known })),
        apart ? h("p", t("data imported apart", { games: apart })) : null,
        sets ? h("p", t("data imported sets", { sets })) : null,
        refused.length ? h("p", t("data refused", { files: refused.length + more_refused })) : null,
        refused.length
          ? h("ul", ...refused.slice(0, MAX_SHOWN).map(({ name, reason }) => h("li", `${name}: ${reason}`)))
          : null,
        h(
          "div.actions",
          actionButton("data imported done", () => dialog.close(), { kind: "primary", first: true }),
        ),
      ),
    ],
  });
}
