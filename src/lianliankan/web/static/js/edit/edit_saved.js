// The boards that the player has saved: to save this one, to open, and to delete.

import { h } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { Dialog } from "../dialogs/dialog.js";
import { shortDay, t } from "../i18n/i18n.js";
import { apiError, problemOf } from "../server/api.js";
import { boardApi } from "../server/board_api.js";
import { facts } from "../server/facts.js";

/**
 * Load the saved boards, and return what shows the dialog.
 * @param {import("./edit_page.js").EditPage} page
 */
export async function loadSaved(page) {
  let boards = await boardApi.saved();
  /** @type {Dialog} */
  let dialog;
  let [name, problem, notice] = ["", "", ""];
  const change = async (/** @type {() => Promise<void>} */ action) => {
    problem = notice = "";
    try {
      await action();
    } catch (error) {
      problem = apiError(error).code === "name" ? t("edit name wrong") : problemOf(error);
    }
    dialog.draw();
  };
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    void change(async () => {
      boards = await boardApi.save(name, page.model.board);
      notice = t("edit saved", { name });
      name = "";
    });
  };
  const open = (/** @type {import("../server/protocol.js").SavedBoard} */ board) =>
    change(async () => {
      page.take(await boardApi.read(board.share));
      dialog.close();
    });
  const row = (/** @type {import("../server/protocol.js").SavedBoard} */ board, /** @type {number} */ place) =>
    h(
      "li",
      h(
        "button.saved-board",
        { id: `saved-${place}`, onclick: () => void open(board) },
        h("strong", board.name),
        h(
          "span.muted",
          `${board.rows}×${board.cols} · ${t("challenge tiles", { tiles: board.tiles })} · ${shortDay(new Date(1000 * board.saved).toISOString())}`,
        ),
      ),
      iconButton("trash", t("edit delete", { name: board.name }), {
        id: `delete-${place}`,
        onclick: () =>
          void change(async () => {
            boards = await boardApi.remove(board.name);
            notice = t("edit deleted", { name: board.name });
          }),
      }),
    );
  return () => {
    dialog = new Dialog({
      title: () => t("edit do saved"),
      kind: "edit-dialog",
      body: () => {
        const field = h("input.field", {
          id: "board-name",
          maxlength: facts.limits.max_board_name,
          value: name,
          required: true,
          "data-first": true,
        });
        field.oninput = () => (name = field.value);
        return [
          h(
            "div.dialog-body",
            h(
              "form",
              { onsubmit: save },
              h(
                "label.form-field.wide",
                { for: field.id },
                h("span", t("edit save as")),
                h(
                  "span.copy-row",
                  field,
                  h("button.button.primary", { type: "submit", id: "board-save" }, t("edit save")),
                ),
              ),
            ),
            problem ? h("p.error", { role: "alert" }, problem) : null,
            h("p.muted", { role: "status" }, notice || (boards.length ? "" : t("edit saved none"))),
            h("ul.saved-boards", ...boards.map(row)),
          ),
        ];
      },
    });
  };
}
