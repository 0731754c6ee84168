// The lobby: a race at once, rooms that can be joined or watched, a room of one's own, and the name to race under.

import { pathTo } from "../core/address.js";
import { h, redraw, setText } from "../core/dom.js";
import { askName } from "../dialogs/ask_name.js";
import { actionButton } from "../dialogs/form.js";
import { showNotice } from "../dialogs/notices.js";
import { numberText, t } from "../i18n/i18n.js";
import { apiError, loadPart, problemOf } from "../server/api.js";
import { facts as gameFacts } from "../server/facts.js";
import { raceApi } from "../server/race_api.js";
import { formatAbout, formatIcon, formatName, racerName } from "./race_words.js";
import { ReadingPage } from "./reading_page.js";
import { readRoomCode } from "./room_code.js";
import { roomLine } from "./room_line.js";

/** @import { LobbyRoom, RaceFactsAnswer as RaceFacts, RaceProfileAnswer as RaceProfile, RoomCodeAnswer } from "../server/protocol.js" */
/** @import { Format } from "./race_words.js" */

const ASK_AGAIN_AFTER = 4000; // milliseconds, while the page can be seen

/** @returns {Promise<import("../router.js").Opening>} */
export async function openPage() {
  const [facts, { rooms }, profile] = await Promise.all([raceApi.facts(), raceApi.rooms(), raceApi.profile()]);
  return { make: (frame) => new LobbyPage(frame, facts, rooms, profile) };
}

export class LobbyPage extends ReadingPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {RaceFacts} facts
   * @param {LobbyRoom[]} rooms
   * @param {RaceProfile} profile
   */
  constructor(frame, facts, rooms, profile) {
    super(frame, "lobby");
    this.facts = facts;
    this.rooms = rooms;
    this.profile = profile;
    this.isBusy = false;
    this.code = "";
    this.problem = "";
    this.list = h("div.room-list");
    this.count = h("p.visually-hidden", { role: "status" });
    const { signal } = frame;
    document.addEventListener("visibilitychange", () => document.hidden || void this.refresh(), { signal });
    this.draw();
    this.element.focus();
    this.askAgain();
  }

  remove() {
    clearTimeout(this.timer);
  }

  // ---- Keeping the list up to date ----------------------------------------------------------------------------------

  askAgain() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), ASK_AGAIN_AFTER);
  }

  /** Ask for the rooms again; a server that does not answer leaves them as they are. */
  async refresh() {
    clearTimeout(this.timer);
    if (document.hidden) return; // asked again when the player is back
    const found = await raceApi.rooms().catch(() => null);
    if (this.frame.signal.aborted) return;
    if (found) {
      this.rooms = found.rooms;
      this.drawRooms();
    }
    this.askAgain();
  }

  // ---- Drawing ------------------------------------------------------------------------------------------------------

  content() {
    this.drawRooms();
    return [
      this.head(
        this.wayTo("leaders title", "bests", "leaders"),
        this.way("stats back", "back", () => void this.app.backToGame()),
      ),
      this.ownRoom(),
      this.quickMatch(),
      h("div.lobby-columns", this.openRooms(), h("div.lobby-side", this.newRoom(), this.codeForm(), this.self())),
    ];
  }

  /** The way back to the room in which the player has a seat. */
  ownRoom() {
    const { room } = this.facts;
    if (!room) return null;
    return h(
      "p.card-panel.own-room",
      h("span", t("lobby own room", { code: room })),
      actionButton("lobby go back", () => this.enter(room), { kind: "primary", iconName: "forth" }),
    );
  }

  quickMatch() {
    return h(
      "section.card-panel",
      { "aria-labelledby": "lobby-quick" },
      h("h3", { id: "lobby-quick" }, t("quick title")),
      h("p.muted", t("quick about")),
      h("div.modes.quick-formats", ...this.formats().map((format) => this.formatCard(format))),
    );
  }

  /** The formats that are raced in rooms. */
  formats() {
    return this.facts.catalog.room_formats;
  }

  /** @param {Format} format */
  formatCard(format) {
    const skill = this.profile.skills.find((each) => each.format === format && each.races > 0);
    return h(
      "button.mode",
      { id: `quick-${format}`, disabled: this.isBusy, onclick: () => void this.quick(format) },
      h("span.mode-icon", formatIcon(format)),
      h(
        "span",
        h("strong", formatName(format)),
        h("small", formatAbout(format)),
        skill ? h("small.status", t("skill points", { points: numberText(skill.points) })) : null,
      ),
    );
  }

  openRooms() {
    return h(
      "section.card-panel",
      { "aria-labelledby": "lobby-rooms" },
      h("h3", { id: "lobby-rooms" }, t("rooms title")),
      this.count,
      this.list,
    );
  }

  /** Draw the list of rooms alone: it changes while the player reads. */
  drawRooms() {
    const { rooms } = this;
    const open = rooms.filter(({ phase, seats, people, bots }) => phase === "waiting" && people + bots < seats);
    setText(this.count, t("rooms count", { count: open.length }));
    const lines = rooms.map((room) => roomLine(room, (isWatching) => this.enter(room.code, { isWatching })));
    const isLost = redraw(this.list, () => (rooms.length ? [h("ul.rooms", ...lines)] : this.nobody()));
    if (isLost) this.element.focus({ preventScroll: true });
  }

  /** No players wait: bots always have time. */
  nobody() {
    return [
      h("p", t("rooms none")),
      h(
        "div.card-actions",
        actionButton("rooms bots", () => void this.raceBots(), { kind: "primary", iconName: "race" }),
      ),
    ];
  }

  newRoom() {
    return h(
      "section.card-panel",
      { "aria-labelledby": "lobby-create" },
      h("h3", { id: "lobby-create" }, t("create title")),
      h("p.muted", t("create about")),
      h(
        "div.card-actions",
        actionButton("create open", () => void this.showCreate(), { iconName: "new" }),
      ),
    );
  }

  /** The way into a room whose code or link is known. */
  codeForm() {
    const { problem } = this;
    const field = h("input.field", {
      id: "room-code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      enterkeyhint: "go",
      placeholder: t("code example"),
      value: this.code,
      "aria-describedby": problem ? "room-code-problem" : null,
      "aria-invalid": problem ? "true" : null,
    });
    field.oninput = () => (this.code = field.value);
    const join = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.join();
    };
    return h(
      "form.card-panel",
      { "aria-labelledby": "lobby-code", onsubmit: join },
      h("h3", { id: "lobby-code" }, h("label", { for: "room-code" }, t("code title"))),
      h("p.muted", t("code about")),
      h("div.code-line", field, h("button.button", { type: "submit", id: "join-code" }, t("code join"))),
      problem ? h("p.error", { id: "room-code-problem", role: "alert" }, problem) : null,
    );
  }

  /** The name to race under, and the way to one's profile. */
  self() {
    const { you } = this.facts;
    const rated = this.profile.skills.filter(({ races }) => races > 0);
    const [before, after] = t("name shown").split("{name}");
    return h(
      "section.card-panel",
      { "aria-labelledby": "lobby-name" },
      h("h3", { id: "lobby-name" }, t("name title")),
      h("p", before, h("strong", h("bdi", racerName(you))), after),
      rated.length
        ? h(
            "ul.skill-line",
            ...rated.map(({ format, points }) =>
              h("li", formatIcon(format), `${formatName(format)} `, h("strong", numberText(points))),
            ),
          )
        : h("p.muted", t(this.facts.has_ratings ? "skill none" : "skill never")),
      h(
        "div.card-actions",
        you.is_fixed
          ? actionButton("name account", () => void this.app.go("/account"), { iconName: "person" })
          : actionButton("name change", () => void this.changeName(), { iconName: "pen" }),
        this.wayTo("profile own", "person", "profile"),
      ),
    );
  }

  // ---- What the player does -----------------------------------------------------------------------------------------

  /**
   * Open a room.
   * @param {string} code
   * @param {{isWatching?: boolean, commands?: string[]}} [options] `commands`: what the player does there first
   */
  enter(code, options) {
    void this.app.go(pathTo(["race", code]), options);
  }

  /**
   * Ask the server for a room, one at a time, and open it.
   * @param {() => Promise<RoomCodeAnswer>} ask
   * @param {{commands?: string[]}} [options]
   */
  async enterNew(ask, options) {
    if (this.isBusy) return;
    this.isBusy = true;
    await this.app.go(async () => pathTo(["race", (await ask()).code]), options);
    this.isBusy = false;
  }

  /** @param {Format} format */
  async quick(format) {
    await this.enterNew(() => raceApi.quick(format));
  }

  async raceBots() {
    const bots = this.facts.catalog.quick_bots;
    const commands = [...bots.map((level) => `bot ${level}`), "ready"];
    const settings = { format: this.formats()[0], seats: bots.length + 1 };
    await this.enterNew(() => raceApi.create({ settings, is_public: false }), { commands });
  }

  async showCreate() {
    await this.app.ask(async () => {
      const { showNewRoom } = await loadPart(import("./room_dialog.js"));
      return () => showNewRoom(this.facts.catalog, (request) => this.enterNew(() => raceApi.create(request)));
    });
  }

  /** Join the room whose code or link was typed, if there is one. */
  async join() {
    const code = readRoomCode(this.code);
    this.problem = code ? "" : t("code wrong");
    if (code) {
      try {
        await raceApi.room(code);
        return this.frame.signal.aborted ? undefined : this.enter(code);
      } catch (problem) {
        this.problem = apiError(problem).status === 404 ? t("code unknown") : problemOf(problem);
      }
    }
    if (this.frame.signal.aborted) return;
    this.draw();
    document.getElementById("room-code")?.focus();
  }

  async changeName() {
    await askName({
      title: "name title",
      yes: "name save",
      value: this.facts.you.name ?? "",
      maxlength: gameFacts.limits.max_race_name,
      accept: async (name) => {
        const you = await raceApi.rename(name.trim());
        this.facts = { ...this.facts, you };
        showNotice(t("name saved"));
      },
    });
    if (!this.frame.signal.aborted) this.draw();
  }
}
