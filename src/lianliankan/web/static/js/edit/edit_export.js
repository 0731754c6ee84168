// The board for others: a link, its text, and files (text, PNG).

import { linkTo } from "../core/address.js";
import { h, saveFile } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { copyText } from "../dialogs/copy.js";
import { Dialog } from "../dialogs/dialog.js";
import { isLoopback } from "../dialogs/share_text.js";
import { t } from "../i18n/i18n.js";
import { boardPng } from "./edit_pictures.js";

const NAME = "lianliankan-board";

/**
 * Load the texts of the board, and return what shows the dialog.
 * @param {import("./edit_page.js").EditPage} page
 */
export async function loadExport(page) {
  const drawn = await page.describe();
  const { rows, text, share } = drawn;
  /** @type {Record<string, () => Blob | Promise<Blob>>} */
  const files = {
    txt: () => new Blob([text, "\n"], { type: "text/plain" }),
    png: () => boardPng(rows),
  };
  return () =>
    new Dialog({
      title: () => t("edit do share"),
      kind: "edit-dialog",
      body: () => [
        h(
          "div.dialog-body",
          copyField(
            "edit-link",
            t("edit link"),
            h("input.field", { id: "edit-link", readonly: true, value: linkTo(["edit", share]) }),
          ),
          copyField(
            "play-link",
            t("edit play link"),
            h("input.field", { id: "play-link", readonly: true, value: linkTo(["b", share]) }),
          ),
          isLoopback(location.hostname) ? h("p.edit-note", icon("help"), h("span", t("share loopback"))) : null,
          copyField(
            "edit-text",
            t("edit text"),
            h("textarea.field.board-text", { id: "edit-text", readonly: true, rows: 6 }, text),
          ),
          h("h3", t("edit files")),
          h(
            "div.actions",
            ...Object.entries(files).map(([ending, make]) =>
              h(
                "button.button",
                {
                  id: `export-${ending}`,
                  onclick: async () => saveFile(await make(), `${NAME}.${ending}`),
                },
                icon("save"),
                ending.toUpperCase(),
              ),
            ),
          ),
        ),
      ],
    });
}

/**
 * A text with a button that copies it.
 * @param {string} id
 * @param {string} label
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
function copyField(id, label, field) {
  const copy = h(
    "button.button",
    { id: `copy-${id}`, onclick: () => void copyText(field.value, copy) },
    t("edit copy"),
  );
  return h("div.form-field.wide", h("label", { for: id }, label), h("div.copy-row", field, copy));
}
