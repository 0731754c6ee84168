// A room before a race, and between races: the seats, who is ready, the way to invite others, what was agreed.

import { linkTo } from "../core/address.js";
import { h, redraw } from "../core/dom.js";
import { icon, iconButton } from "../core/icons.js";
import { copyText } from "../dialogs/copy.js";
import { dropDown } from "../dialogs/form.js";
import { isLoopback } from "../dialogs/share_text.js";
import { Frame } from "../game/frame.js";
import { named, t } from "../i18n/i18n.js";
import { podium, podiumLinks } from "./podium.js";
import { raceFacts } from "./race_facts.js";
import { RaceRatings } from "./race_ratings.js";
import { formatIcon } from "./race_words.js";
import { ReactionBar } from "./reaction_bar.js";
import { itemsList, rulesList } from "./room_rules.js";
import { raceIcon, reactionSign, seatSign } from "./signs.js";

/** @import { RoomSeatView as RoomSeat } from "../server/protocol.js" */

const REACTION = 2600; // milliseconds

export class WaitingRoom {
  /** @param {import("./room_page.js").RoomPage} page */
  constructor(page) {
    this.page = page;
    this.botLevel = raceFacts.usual_bot; // is offered first
    this.reactions = new ReactionBar((reaction) => page.connection.react(reaction));
    this.frame = new Frame(page.app);
    this.ratings = new RaceRatings(() => this.draw(), this.frame.signal);
    this.element = h("section.room", { tabindex: "-1" });
    this.words = h("p.visually-hidden", { role: "status" });
    this.frame.add(this.element, this.words);
    this.draw();
    const first = this.element.querySelector("#podium-title, #room-ready");
    if (page.app.hasLostFocus && first instanceof HTMLElement) first.focus({ preventScroll: true });
  }

  remove() {
    this.reactions.remove();
    this.frame.close();
  }

  get model() {
    return this.page.model;
  }

  /** Draw everything; the focus stays where it was. */
  draw() {
    const { room, isOver } = this.model;
    this.frame.showMode([formatIcon(room.settings.format), h("span", t("race title"))], {
      title: t("room title", { code: room.code }),
      about: "race rules",
      action: () => this.page.showRules(),
    });
    if (isOver) this.ratings.load(this.model);
    redraw(this.element, () => [
      ...(isOver && this.model.hasRace
        ? [podium(this.page, { ratings: this.ratings.found, actions: [this.mainButton(), ...podiumLinks(this.page)] })]
        : []),
      h("div.room-columns", this.seatsPanel(), this.sidePanel()),
    ]);
    this.say();
  }

  /** Tell screen readers who is there and who is ready, if that has changed. */
  say() {
    const { seats } = this.model.room;
    const ready = seats.filter(({ is_ready }) => is_ready).length;
    const text = t("room ready count", { ready, count: seats.length });
    if (this.words.textContent !== text) this.words.textContent = text;
  }

  // ---- Seats --------------------------------------------------------------------------------------------------------

  seatsPanel() {
    const { room, isOver } = this.model;
    const { format } = room.settings;
    const free = room.settings.seats - room.seats.length;
    const numbers = Array.from({ length: room.settings.seats }, (_, seat) => seat);
    const bySeat = new Map(room.seats.map((seat) => [seat.seat, seat]));
    return h(
      "div.room-panel",
      h("div.room-head", h(isOver ? "h3" : "h2", {}, t(`format ${format}`)), h("p.muted", t(`format ${format} about`))),
      h(
        "ol.seat-list",
        ...numbers.map((seat) => {
          const taken = bySeat.get(seat);
          return taken ? this.seatRow(taken) : h("li.seat-row.free", seatSign(seat), t("room seat free"));
        }),
      ),
      this.model.isHost && free > 0 ? this.botRow() : null,
      this.actions(),
    );
  }

  /** @param {RoomSeat} seat */
  seatRow(seat) {
    const { room, you, isHost } = this.model;
    const state = seat.is_away ? "away" : seat.is_ready ? "ready" : "waiting";
    return h(
      "li",
      { class: `seat-row ${state}${seat.seat === you ? " own" : ""}`, "data-seat": seat.seat },
      seatSign(seat.seat),
      h(
        "span.seat-who",
        h("bdi.seat-name", seat.name),
        h(
          "span.seat-tags",
          seat.seat === you ? h("span.tag", t("room you")) : null,
          seat.seat === room.host ? h("span.tag", icon("crown"), t("room host")) : null,
          seat.bot ? this.botTag(seat.bot) : null,
        ),
      ),
      h(
        "span.seat-state",
        icon(state === "ready" ? "check" : state === "away" ? "pause" : "more"),
        t(`room-state ${state}`),
      ),
      isHost && seat.seat !== you
        ? iconButton("close", t("room kick", { name: seat.name }), {
            id: `kick-${seat.seat}`,
            onclick: () => void this.page.send(`kick ${seat.seat + 1}`),
          })
        : null,
    );
  }

  /** @param {number} level */
  botTag(level) {
    const pips = Array.from({ length: raceFacts.bot_levels }, (_, place) =>
      h("span", { class: place < level ? "pip on" : "pip" }),
    );
    return h(
      "span.tag.bot",
      raceIcon("bot"),
      t("race bot"),
      h("span.pips", { "aria-hidden": "true" }, ...pips),
      h("span.bot-level", named("bot", level)),
    );
  }

  botRow() {
    const levels = Array.from({ length: raceFacts.bot_levels }, (_, place) => place + 1);
    const names = levels.map((level) => `${level} · ${named("bot", level)}`);
    return h(
      "div.bot-row",
      h("label.visually-hidden", { for: "bot-level" }, t("room bot level")),
      dropDown("bot-level", names, this.botLevel - 1, (place) => (this.botLevel = place + 1)),
      h(
        "button.button",
        { id: "add-bot", onclick: () => void this.page.send(`bot ${this.botLevel}`) },
        raceIcon("bot"),
        t("room add bot"),
      ),
    );
  }

  actions() {
    const { model, page } = this;
    const own = model.room.seats.find(({ seat }) => seat === model.you);
    const needed = (raceFacts.min_seats[model.room.settings.format] ?? 2) - model.room.seats.length;
    const waiting = model.room.seats.filter(({ is_ready }) => !is_ready).map(({ name }) => name);
    const status = !own
      ? t("room watching")
      : needed > 0
        ? t("room needs", { count: needed })
        : own.is_ready
          ? t("room waits for", { names: waiting.join(", ") })
          : t("room press ready");
    return h(
      "div.room-actions",
      h("p.room-status", status),
      model.isOver ? null : this.mainButton(),
      h(
        "div.actions",
        own
          ? h(
              "button.button",
              { id: "room-react", onclick: () => this.reactions.toggle() },
              raceIcon("smile"),
              t("race-tool react"),
            )
          : null,
        h("button.button", { id: "room-leave", onclick: () => void page.leave() }, raceIcon("leave"), t("room leave")),
      ),
    );
  }

  /** The button that counts: ready, rematch, or a seat for those who watch. */
  mainButton() {
    const { model, page } = this;
    const own = model.room.seats.find(({ seat }) => seat === model.you);
    const isFull = model.room.seats.length >= model.room.settings.seats;
    if (!own)
      return h(
        "button.button.primary",
        { id: "room-join", disabled: isFull, onclick: () => page.takeSeat() },
        icon("plus"),
        t(isFull ? "room full" : "room take seat"),
      );
    return h(
      "button",
      {
        class: own.is_ready ? "button" : "button primary",
        id: "room-ready",
        onclick: () => void page.send(own.is_ready ? "unready" : "ready"),
      },
      icon(own.is_ready ? "close" : model.isOver ? "restart" : "check"),
      t(own.is_ready ? "room unready" : model.isOver ? "room rematch" : "room ready"),
    );
  }

  // ---- Beside the seats ---------------------------------------------------------------------------------------------

  sidePanel() {
    const { room } = this.model;
    return h(
      "div.room-panel.room-side",
      room.ghosts.length ? null : this.invitation(),
      h("h3", t("room rules")),
      rulesList(room.settings),
      this.model.isHost && !room.ghosts.length
        ? h(
            "button.button",
            { id: "room-settings", onclick: () => this.page.changeSettings() },
            icon("settings"),
            t("room change"),
          )
        : null,
      itemsList(room.settings),
    );
  }

  invitation() {
    const { code, is_public: isPublic } = this.model.room;
    const address = linkTo(["race", code]);
    const field = h("input.field", { id: "room-link", readonly: true, value: address });
    const copy = h("button.button", { id: "room-copy" }, icon("share"), t("copy"));
    copy.onclick = () => void copyText(address, copy);
    const send = h("button.button", { id: "room-send" }, icon("send"), t("share send"));
    send.onclick = () => void navigator.share({ title: t("title"), url: address }).catch(() => undefined);
    return h(
      "div.invitation",
      h("h3", t("room invite")),
      h("p.room-code", h("span.visually-hidden", `${t("room code")} `), code),
      h("p.muted", t(isPublic ? "room public" : "room private")),
      h("label.visually-hidden", { for: field.id }, t("room link")),
      field,
      h("div.actions", copy, "share" in navigator ? send : null),
      isLoopback(location.hostname) ? h("p.room-hint", icon("help"), h("span", t("share loopback"))) : null,
    );
  }

  /**
   * Show who reacts, and how.
   * @param {number} seat
   * @param {string} reaction
   */
  react(seat, reaction) {
    if (this.reactions.isMuted) return;
    const row = this.element.querySelector(`.seat-row[data-seat="${seat}"]`);
    const sign = h("span.rival-reaction", reactionSign(reaction));
    row?.append(sign);
    setTimeout(() => sign.remove(), REACTION);
  }
}
