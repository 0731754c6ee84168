// Filling the board by a deal: winnable, on the places that the player chooses.

import { EMPTY } from "../board/board_model.js";
import { h } from "../core/dom.js";
import { Dialog } from "../dialogs/dialog.js";
import { actionButton, choice, stepper } from "../dialogs/form.js";
import { t } from "../i18n/i18n.js";
import { apiError, problemText } from "../server/api.js";
import { boardApi } from "../server/board_api.js";
import { facts } from "../server/facts.js";

/** @typedef {"all" | "tiles"} Places */

/** What was chosen last. */
const chosen = { places: /** @type {Places} */ ("all"), kinds: /** @type {number | null} */ (null) };

/** @param {import("./edit_page.js").EditPage} page */
export function showDeal(page) {
  const { model } = page;
  let problem = "";
  let isDealing = false;
  const isPlace = (/** @type {number} */ kind) => kind > 0 || (chosen.places === "all" && kind === EMPTY);
  const deal = async () => {
    if (isDealing) return;
    isDealing = true;
    const places = {
      ...model.board,
      rows: model.rows.map((line) => line.map((kind) => (isPlace(kind) ? 1 : Math.min(kind, 0)))),
    };
    try {
      const board = await boardApi.deal(places, { kinds: chosen.kinds, seed: null });
      model.replace(board, "deal");
      page.say(t("edit did deal"));
      dialog.close();
    } catch (error) {
      problem = problemText(apiError(error));
      dialog.draw();
    } finally {
      isDealing = false;
    }
  };
  if (!model.rows.flat().some((kind) => kind > 0)) chosen.places = "all";
  const dialog = new Dialog({
    title: () => t("edit do deal"),
    kind: "narrow",
    body: () => [
      h(
        "div.dialog-body",
        h("p", { "data-about": true }, t("edit deal about")),
        choice({
          name: "deal-places",
          label: t("edit deal places"),
          options: /** @type {const} */ (["all", "tiles"]).map((value) => ({ value, text: t(`edit deal ${value}`) })),
          value: chosen.places,
          onChange: (value) => (chosen.places = /** @type {Places} */ (value)),
        }),
        stepper({
          name: "deal-kinds",
          label: t("new kinds"),
          value: chosen.kinds,
          min: 1,
          max: facts.limits.max_kinds,
          placeholder: t("kinds usual"),
          onChange: (kinds) => (chosen.kinds = kinds),
        }),
        problem ? h("p.error", { role: "alert" }, problem) : null,
        h(
          "div.actions",
          actionButton("edit deal now", () => void deal(), { kind: "primary", iconName: "shuffle", first: true }),
        ),
      ),
    ],
  });
}
