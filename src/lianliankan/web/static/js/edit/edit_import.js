// Reading a board: any text of one, pasted or from a file. The server reads it, and says where it is wrong.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { Dialog } from "../dialogs/dialog.js";
import { fileInput } from "../dialogs/file_pickers.js";
import { actionButton } from "../dialogs/form.js";
import { t } from "../i18n/i18n.js";
import { apiError, problemOf, problemText } from "../server/api.js";
import { boardApi } from "../server/board_api.js";
import { facts } from "../server/facts.js";

const EXAMPLES = ["1 2 2 1\n. 3 3 .", "AB/BA", "2 3\n1 0 1\n2 2 0\n1 1\n1 3"];

/** @param {import("./edit_page.js").EditPage} page */
export function showImport(page) {
  let [text, problem] = ["", ""];
  /** @type {number | null} where the text is wrong */
  let wrongAt = null;
  const read = async () => {
    try {
      page.take(await boardApi.read(text));
      dialog.close();
    } catch (thrown) {
      const error = apiError(thrown);
      const { line = 1, column = 1 } = error.values;
      wrongAt = error.reason === "board text" ? placeOf(text, line, column) : null;
      problem = error.code === "board" ? problemText(error) : problemOf(error);
      dialog.draw();
    }
  };
  const take = async (/** @type {File} */ file) => {
    if (file.size > facts.limits.max_board_text) problem = t("wrong board file");
    else text = (await file.text()).replaceAll("\r\n", "\n"); // as the field has it, so that places are the same
    dialog.draw();
    if (file.size <= facts.limits.max_board_text) await read();
  };
  const dialog = new Dialog({
    title: () => t("edit do open"),
    kind: "edit-dialog",
    body: () => {
      const area = h("textarea.field.board-text", {
        id: "board-text",
        rows: 9,
        spellcheck: "false",
        "data-first": true,
      });
      area.value = text;
      area.oninput = () => (text = area.value);
      area.onkeydown = (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void read();
      };
      area.ondragover = (event) => event.preventDefault();
      area.ondrop = (event) => {
        const file = event.dataTransfer?.files[0];
        if (!file) return;
        event.preventDefault();
        event.stopPropagation(); // it is not a picture
        void take(file);
      };
      const input = fileInput("board-file", ([file]) => void take(file), {});
      if (problem) {
        area.setAttribute("aria-invalid", "true");
        area.setAttribute("aria-describedby", "board-problem");
        if (wrongAt !== null) requestAnimationFrame(() => select(area, wrongAt ?? 0));
      }
      const example = (/** @type {string} */ given) =>
        h(
          "button.board-example",
          {
            onclick: () => {
              text = given;
              problem = "";
              dialog.draw();
            },
          },
          h("pre", given),
        );
      return [
        h(
          "div.dialog-body",
          h("label.form-field", { for: area.id }, h("span", t("edit paste")), area),
          problem ? h("p.error", { role: "alert", id: "board-problem" }, problem) : null,
          h(
            "div.actions",
            h(
              "button.button",
              { id: "board-file-button", onclick: () => input.click() },
              icon("folder"),
              t("edit file"),
            ),
            input,
            actionButton("edit read", () => void read(), { kind: "primary" }),
          ),
          h("p.muted", t("edit forms")),
          h("div.board-examples", ...EXAMPLES.map(example)),
        ),
      ];
    },
  });
}

/**
 * Return the index of a line and column, counted from 1.
 * @param {string} text
 * @param {number} line
 * @param {number} column
 */
function placeOf(text, line, column) {
  const lines = text.split("\n");
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/**
 * Select the word at a place.
 * @param {HTMLTextAreaElement} area
 * @param {number} place
 */
function select(area, place) {
  const length = area.value.slice(place).match(/^\S+/)?.[0].length ?? 1;
  area.focus();
  area.setSelectionRange(place, place + length);
}
