// Sharing: links to the board and to the whole game, for anybody.

import { api } from "../server/api.js";
import { Opened } from "./dialog.js";
import { h, wait } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { words } from "../i18n/i18n.js";

/**
 * @param {import("../app.js").App} app
 * @param {string} id
 */
export async function showShare(app, id) {
  await app.try(async () => {
    const { board, game } = await api.share(id);
    new Opened({
      title: () => words("share title"),
      kind: "narrow",
      body: () => [
        h(
          "div",
          { class: "body" },
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
  const button = h("button", { type: "button", class: "button", "data-copy": what }, icon("share"), words("copy"));
  button.onclick = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      document.execCommand("copy"); // where the page is not served safely, this is all there is
    }
    button.replaceChildren(icon("check"), words("copied"));
    await wait(1600);
    button.replaceChildren(icon("share"), words("copy"));
  };
  return h(
    "div",
    { class: "share" },
    h(
      "label",
      { for: field.id },
      h("strong", {}, words(`share ${what}`)),
      h("br"),
      h("span", { class: "soft" }, words(`share ${what} about`)),
    ),
    h("div", { class: "row" }, field, button),
  );
}
