// The dialogs of the account: a link for another device, deleting everything, and what a link leads to.

import { currentPlace, readSecret, setPlace } from "../core/address.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { named, t } from "../i18n/i18n.js";
import { accountApi } from "../server/account_api.js";
import { apiError, problemOf } from "../server/api.js";
import { copyText } from "./copy.js";
import { askName } from "./ask_name.js";
import { Dialog } from "./dialog.js";
import { actionButton, toggle } from "./form.js";
import { isLoopback } from "./share_text.js";

/** @import { LinkAnswer } from "../server/protocol.js" */

/**
 * Say what went wrong with an account.
 * @param {unknown} problem
 */
export function accountProblem(problem) {
  const { code, reason, status } = apiError(problem);
  if (code === "name" && reason) return named("name-wrong", reason);
  return status === 413 ? t("account full") : problemOf(problem);
}

/**
 * Show a link that brings another device into the account.
 * @param {LinkAnswer} link
 * @param {() => void} onClose
 */
export function showLink({ address, qr, seconds }, onClose) {
  new Dialog({
    title: () => t("link title"),
    kind: "narrow",
    onClose,
    body: () => {
      const picture = `data:image/svg+xml,${encodeURIComponent(qr)}`;
      const field = h("input.field", { id: "link-address", readonly: true, value: address });
      const copy = actionButton("copy", () => void copyText(address, copy), { iconName: "share", first: true });
      return [
        h(
          "div.dialog-body.link-dialog",
          h("p", { "data-about": true }, t("link about", { minutes: Math.round(seconds / 60) })),
          h("img.qr", { src: picture, alt: t("link qr"), width: 240, height: 240 }),
          h("label.visually-hidden", { for: field.id }, t("link label")),
          field,
          copy,
          isLoopback(location.hostname) ? h("p.account-hint", icon("help"), h("span", t("share loopback"))) : null,
        ),
      ];
    },
  });
}

/**
 * Ask for the name or the word before everything is deleted.
 * @param {string} name
 * @param {number} games
 * @param {() => void} onDone
 */
export async function askToDelete(name, games, onDone) {
  const isDone = await askName({
    title: "delete title",
    yes: "delete yes",
    accept: (typed) => accountApi.deleteAll(typed),
    explain: accountProblem,
    about: () => t("delete about", { games }),
    label: () => t("delete type", { word: name || t("delete word") }),
    isDanger: true,
  });
  if (isDone) onDone();
}

/**
 * Show whose account the link in the address leads to; this browser joins it only when the player says so.
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ app, signal }) {
  const token = readSecret();
  const found = await accountApi.lookAtLink(token);
  if (found.is_own) return app.find("/account", signal, { notice: t("join own") });
  return { make: () => showJoin(app, token, found) };
}

/**
 * @param {import("../app.js").App} app
 * @param {string} token
 * @param {import("../server/protocol.js").InvitationAnswer} found
 */
function showJoin(app, token, found) {
  setPlace("/join", { replace: true }); // the secret stays in no history
  let [bring, isDone, problem] = [Boolean(found.guest), false, ""];
  const accept = async () => {
    try {
      await accountApi.join(token, bring);
    } catch (error) {
      problem = accountProblem(error);
      dialog.draw();
      return;
    }
    isDone = true;
    dialog.close();
    app.renew(t("join done"), found.unfinished);
  };
  const dialog = new Dialog({
    title: () => t("join title"),
    kind: "narrow",
    onClose: () => {
      if (!isDone && currentPlace().path === "/join") void app.home();
    },
    body: () => [
      h(
        "div.dialog-body",
        h(
          "p",
          { "data-about": true },
          t(found.name ? "join named" : "join unnamed", { name: found.name, games: found.games }),
        ),
        found.guest
          ? toggle({
              name: "join-bring",
              label: t("join bring", { games: found.guest }),
              value: bring,
              onChange: (value) => (bring = value),
            })
          : null,
        found.guest ? h("p.muted", t("join leave about")) : null,
        found.guest === null ? h("p.muted", t("join other account")) : null,
        problem ? h("p.error", { role: "alert" }, problem) : null,
        h(
          "div.actions",
          actionButton("cancel", () => dialog.close()),
          actionButton("join yes", () => void accept(), { kind: "primary", iconName: "check", first: true }),
        ),
      ),
    ],
  });
  return null;
}
