// Sharing: links to the board and to the replay.

import { h, wait } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { Dialog } from "./dialog.js";

/**
 * @param {import("../app.js").App} app
 * @param {string} id
 */
export async function showShare(app, id) {
  await app.try(async () => {
    const { board, game } = await api.share(id);
    new Dialog({
      title: () => t("share title"),
      kind: "narrow",
      body: () => [
        h(
          "div",
          { class: "dialog-body" },
          link("board", `${location.origin}/b/${encodeURIComponent(board)}`),
          link("game", `${location.origin}/g/${encodeURIComponent(game)}`),
        ),
      ],
    });
  });
}

/**
 * @param {string} what
 * @param {string} address
 */
function link(what, address) {
  const field = h("input", { class: "field", id: `share-${what}`, readonly: true, value: address });
  const button = h("button", { class: "button", "data-copy": what }, icon("share"), t("copy"));
  button.onclick = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      document.execCommand("copy"); // the only way if the page is not served over HTTPS
    }
    button.replaceChildren(icon("check"), t("copied"));
    await wait(1600);
    button.replaceChildren(icon("share"), t("copy"));
  };
  return h(
    "div",
    { class: "share" },
    h(
      "label",
      { for: field.id },
      h("strong", {}, t(`share ${what}`)),
      h("br"),
      h("span", { class: "muted" }, t(`share ${what} about`)),
    ),
    h("div", { class: "row" }, field, button),
  );
}
