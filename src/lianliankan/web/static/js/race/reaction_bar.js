// The reactions that players can show each other, and the switch that silences them.

import { find, h } from "../core/dom.js";
import { roveFocus } from "../core/roving.js";
import { recall, remember } from "../core/settings.js";
import { toggle } from "../dialogs/form.js";
import { t } from "../i18n/i18n.js";
import { raceFacts } from "./race_facts.js";
import { reactionSign } from "./signs.js";

const MUTED = "race muted";
const SHOWN = 2600; // milliseconds
const PAUSE = 1500; // between two of one's own

export class ReactionBar {
  /** @param {(reaction: import("../server/protocol.js").React["reaction"]) => void} onReact */
  constructor(onReact) {
    this.onReact = onReact;
    this.isMuted = recall(MUTED);
    this.element = h("div.reactions", { popover: "auto" });
    this.list = h("div.reaction-list", { role: "toolbar" });
    roveFocus(this.list, "button");
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") event.stopPropagation(); // its keys are not the board's
    });
    document.body.append(this.element);
    this.lastAt = -Infinity;
  }

  remove() {
    this.element.remove();
  }

  /** @param {boolean} isAvailable those who watch show nothing */
  setAvailable(isAvailable) {
    if (!isAvailable && this.element.matches(":popover-open")) this.element.hidePopover();
  }

  toggle() {
    if (this.element.matches(":popover-open")) return this.element.hidePopover();
    this.build();
    this.element.showPopover();
    /** @type {HTMLElement | null} */ (this.list.querySelector("button"))?.focus();
  }

  build() {
    this.list.setAttribute("aria-label", t("race-tool react"));
    this.list.replaceChildren(
      ...raceFacts.reactions.map((reaction, place) =>
        h(
          "button.reaction-button",
          {
            tabindex: place ? "-1" : "0",
            title: t(`reaction ${reaction}`),
            "aria-label": t(`reaction ${reaction}`),
            "data-reaction": reaction,
            onclick: () => this.send(reaction),
          },
          reactionSign(reaction),
        ),
      ),
    );
    const mute = toggle({
      name: "race-muted",
      label: t("race mute"),
      value: this.isMuted,
      onChange: (isMuted) => {
        this.isMuted = isMuted;
        remember(MUTED, isMuted);
      },
    });
    this.element.replaceChildren(this.list, mute);
  }

  /** @param {import("../server/protocol.js").React["reaction"]} reaction */
  send(reaction) {
    this.element.hidePopover();
    if (performance.now() - this.lastAt < PAUSE) return;
    this.lastAt = performance.now();
    this.onReact(reaction);
  }

  /**
   * Show the player's own reaction for a moment, or that of a player without a card.
   * @param {string} reaction
   */
  showOwn(reaction) {
    const sign = h("span.own-reaction", { "aria-hidden": "true" }, reactionSign(reaction));
    find("#main").append(sign);
    setTimeout(() => sign.remove(), SHOWN);
  }
}
