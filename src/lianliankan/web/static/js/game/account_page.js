// The account: a name, passkeys, devices, and everything that is stored about the player.

import { h, redraw } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { accountProblem, askToDelete, showLink } from "../dialogs/account_dialogs.js";
import { confirm } from "../dialogs/dialog.js";
import { actionButton, toggle } from "../dialogs/form.js";
import { dataButtons } from "../dialogs/move_data.js";
import { showNotice } from "../dialogs/notices.js";
import { momentText, t } from "../i18n/i18n.js";
import { accountApi, canUsePasskeys, makePasskey, usePasskey } from "../server/account_api.js";
import { ApiError } from "../server/api.js";
import { facts } from "../server/facts.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { AccountAnswer } from "../server/protocol.js" */

const HANDHELD = ["iPhone", "iPad", "Android"];

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ given: { notice } }) {
  const found = await accountApi.get();
  return { make: (frame) => new AccountPage(frame, found), notice };
}

export class AccountPage {
  /**
   * @param {import("./frame.js").Frame} frame
   * @param {AccountAnswer} account
   */
  constructor(frame, account) {
    this.app = frame.app;
    this.frame = frame;
    this.account = account;
    this.name = account.name;
    this.bring = account.played > 0;
    /** @type {Record<string, string>} what went wrong, by section */
    this.problems = {};
    this.isBusy = false;
    this.element = h("section.statistics.account", { tabindex: "-1", "aria-labelledby": "account-title" });
    frame.mark("reading");
    frame.add(this.element);
    this.draw();
    this.element.focus();
  }

  redraw() {
    this.draw();
  }

  /**
   * Do something that changes the account, and show the account as it is then.
   * @param {string} section that shows what went wrong
   * @param {() => Promise<AccountAnswer | null>} act
   * @param {TextKey} [done] what to say afterwards
   */
  async change(section, act, done) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problems = {};
    try {
      const found = await act().catch((problem) => {
        if (problem instanceof ApiError && problem.code === "gone") return accountApi.get(); // removed elsewhere
        throw problem;
      });
      if (found) this.account = found;
      if (done) showNotice(t(done));
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === "signed out") return void (await this.app.showError(problem));
      this.problems[section] = passkeyProblem(problem) ?? accountProblem(problem);
    } finally {
      this.isBusy = false;
    }
    if (!this.frame.signal.aborted) this.draw();
  }

  draw() {
    this.frame.showMode([icon("person"), h("span", t("account title"))], { title: t("account title") });
    const isLost = redraw(this.element, () => [
      h(
        "div.statistics-head",
        h("h2", { id: "account-title" }, t("account title")),
        actionButton("stats back", () => void this.app.backToGame(), { kind: "primary", iconName: "back" }),
      ),
      h("p.account-hint", icon(this.isSafe ? "check" : "help"), h("span", this.summary())),
      this.nameCard(),
      this.passkeyCard(),
      this.deviceCard(),
      this.dataCard(),
    ]);
    if (isLost) this.element.focus({ preventScroll: true });
  }

  /** Whether the player can come back if this browser forgets its cookie. */
  get isSafe() {
    return this.account.passkeys.length > 0 || this.account.devices.length > 1;
  }

  summary() {
    if (this.isSafe) return t("account safe");
    return t(this.account.exists ? "account lonely" : "account guest");
  }

  /**
   * @param {"name" | "passkeys" | "devices" | "data"} name
   * @param {...(Node | string | null | false)} content
   */
  card(name, ...content) {
    const problem = this.problems[name];
    const id = `account-${name}-title`;
    return h(
      "section",
      { class: `card-panel account-${name}`, "aria-labelledby": id },
      h("h3", { id }, t(`account ${name}`)),
      h("p.muted", t(`account ${name} about`)),
      ...content,
      problem ? h("p.error", { role: "alert" }, problem) : null,
    );
  }

  nameCard() {
    const field = h("input.field", {
      id: "account-name-field",
      value: this.name,
      maxlength: facts.limits.max_player_name,
      autocomplete: "nickname",
      placeholder: t("account name none"),
      "aria-label": t("account name"),
    });
    field.oninput = () => (this.name = field.value);
    const save = (/** @type {Event} */ event) => {
      event.preventDefault();
      const sent = this.name;
      const rename = async () => {
        const found = await accountApi.rename(sent);
        if (this.name === sent) this.name = found.name; // otherwise another one is being typed
        return found;
      };
      void this.change("name", rename, "account name saved");
    };
    return this.card(
      "name",
      h(
        "form.account-row",
        { onsubmit: save },
        field,
        h("button.button", { type: "submit", id: "account-name-save" }, t("account name save")),
      ),
    );
  }

  passkeyCard() {
    const { passkeys, exists, played } = this.account;
    if (!canUsePasskeys()) return this.card("passkeys", h("p", t("account passkeys missing")));
    const signIn = async () => {
      await this.change("passkeys", async () => {
        await usePasskey(this.bring);
        this.app.renew(t("join done"));
        return null;
      });
    };
    const list = passkeys.map(({ id, browser, system, created, used }) =>
      h(
        "li",
        icon("key"),
        h(
          "span",
          h("strong", deviceName(browser, system)),
          h("small", t("account passkey used", { created: momentText(created), used: momentText(used) })),
        ),
        iconButton("trash", t("account passkey remove"), {
          id: `passkey-${id}`,
          onclick: () => void this.removePasskey(id),
        }),
      ),
    );
    return this.card(
      "passkeys",
      list.length ? h("ul.account-list", ...list) : null,
      h(
        "div.card-actions",
        actionButton("account passkey add", () => void this.change("passkeys", makePasskey, "account passkey added"), {
          iconName: "key",
          kind: passkeys.length ? "" : "primary",
        }),
        exists ? null : actionButton("account sign in", () => void signIn()),
      ),
      !exists && played > 0
        ? toggle({
            name: "account-bring",
            label: t("account bring", { games: played }),
            value: this.bring,
            onChange: (value) => (this.bring = value),
          })
        : null,
    );
  }

  /** @param {string} id */
  async removePasskey(id) {
    if (await confirm("account passkey remove", "account passkey remove about", "account passkey remove"))
      await this.change("passkeys", () => accountApi.removePasskey(id));
  }

  deviceCard() {
    const { devices } = this.account;
    const list = devices.map(({ id, browser, system, seen, is_this }) =>
      h(
        "li",
        { class: is_this ? "this" : "" },
        icon(HANDHELD.includes(system) ? "phone" : "laptop"),
        h(
          "span",
          h("strong", deviceName(browser, system)),
          h("small", is_this ? t("account device this") : t("account device seen", { when: momentText(seen) })),
        ),
        h(
          "button.button",
          {
            id: `device-${id}`,
            onclick: () => void this.signOut(id, is_this),
            "aria-label": `${t("account sign out")}: ${deviceName(browser, system)}`,
          },
          t("account sign out"),
        ),
      ),
    );
    const signOutOthers = () => this.change("devices", accountApi.signOutOthers, "account signed out others");
    return this.card(
      "devices",
      list.length ? h("ul.account-list", ...list) : null,
      h(
        "div.card-actions",
        actionButton("account link", () => void this.makeLink(), { iconName: "qr" }),
        devices.length > 1 ? actionButton("account sign out others", () => void signOutOthers()) : null,
      ),
    );
  }

  makeLink() {
    const reload = () => {
      void this.change("devices", accountApi.get); // the other device may be there by now
      document.getElementById("actionButton-account-link")?.focus(); // it was redrawn meanwhile
    };
    return this.change("devices", async () => {
      const link = await accountApi.makeLink();
      if (!this.frame.signal.aborted) showLink(link, reload);
      return accountApi.get();
    });
  }

  /**
   * @param {string} id
   * @param {boolean} isThis
   */
  async signOut(id, isThis) {
    const about = this.isSafe ? "account sign out this about" : "account sign out lonely";
    if (isThis && !(await confirm("account sign out", about, "account sign out"))) return;
    await this.change("devices", async () => {
      const found = await accountApi.signOut(id);
      if (isThis) this.app.renew(t("account signed out"));
      return found;
    });
  }

  dataCard() {
    const { name, games } = this.account;
    const remove = () => askToDelete(name, games, () => this.app.renew(t("delete done")));
    return this.card(
      "data",
      h(
        "div.card-actions",
        ...dataButtons(this.app),
        actionButton("account delete", remove, { kind: "danger", iconName: "trash" }),
      ),
    );
  }
}

/**
 * @param {string} browser
 * @param {string} system
 */
function deviceName(browser, system) {
  return [browser, system].filter(Boolean).join(" · ") || t("account device unknown");
}

/**
 * Say why the browser made or used no passkey; null if the server is to blame.
 * @param {unknown} problem
 */
function passkeyProblem(problem) {
  if (!(problem instanceof DOMException)) return null;
  return t(problem.name === "InvalidStateError" ? "account passkey known" : "account passkey cancelled");
}
