// The leader boards: the best racers of each format, by rating.

import { h } from "../core/dom.js";
import { Latest } from "../core/latest.js";
import { choice } from "../dialogs/form.js";
import { numberText, t } from "../i18n/i18n.js";
import { raceApi } from "../server/race_api.js";
import { formatName, racerName } from "./race_words.js";
import { ReadingPage } from "./reading_page.js";

/** @import { LeaderAnswer, LeadersAnswer } from "../server/protocol.js" */
/** @import { Format } from "./race_words.js" */

const HEAD = /** @type {const} */ ([
  "ranking place",
  "ranking player",
  "leaders points",
  "leaders races",
  "leaders wins",
]);

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words }) {
  const { rated } = (await raceApi.facts()).catalog;
  const format = rated.find((each) => each === words.format) ?? rated[0];
  const leaders = await raceApi.leaders(format);
  return { path: `/race/leaders/${format}`, make: (frame) => new LeadersPage(frame, rated, leaders) };
}

export class LeadersPage extends ReadingPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {Format[]} formats those that are rated
   * @param {LeadersAnswer} leaders
   */
  constructor(frame, formats, leaders) {
    super(frame, "leaders");
    this.formats = formats;
    this.leaders = leaders;
    this.turning = new Latest(frame.signal);
    this.draw();
    this.element.focus();
  }

  title() {
    return t("leaders title");
  }

  content() {
    const { format } = this.leaders;
    return [
      this.head(this.wayTo("profile own", "person", "profile"), this.wayTo("race lobby", "back")),
      h(
        "div.card-panel",
        choice({
          name: "leaders-format",
          label: t("create format"),
          value: format,
          options: this.formats.map((value) => ({ value, text: formatName(value) })),
          onChange: (value) => void this.turnTo(/** @type {Format} */ (value)),
        }),
        h("p.leaders-own", { role: "status" }, this.ownText()),
        this.table(),
        h("p.muted", t("leaders about", { races: this.leaders.min_races })),
      ),
    ];
  }

  /** Say how the player stands. */
  ownText() {
    const { own, players } = this.leaders;
    if (!players) return t("leaders nobody");
    const values = { players: numberText(players), count: players };
    return own ? t("ranking own place", { ...values, place: numberText(own.place) }) : t("ranking players", values);
  }

  table() {
    const { top, near } = this.leaders;
    if (!top.length) return null;
    const hasGap = near.length > 0 && near[0].place > top[top.length - 1].place + 1;
    const gap = () => h("tr.ranking-gap", { "aria-hidden": "true" }, h("td", { colspan: String(HEAD.length) }, "⋯"));
    return h(
      "table.ranking-table",
      h("thead", h("tr", ...HEAD.map((name) => h("th", { scope: "col" }, t(name))))),
      h("tbody", ...top.map((leader) => this.line(leader))),
      near.length ? h("tbody", hasGap ? gap() : null, ...near.map((leader) => this.line(leader))) : null,
    );
  }

  /** @param {LeaderAnswer} leader */
  line(leader) {
    const { place, id, name, points, races, wins, is_own: isOwn } = leader;
    const shown = place <= 3 ? h("span", { class: `medal medal-${place}` }, String(place)) : numberText(place);
    const shownName = h("bdi", racerName(leader));
    return h(
      "tr",
      { class: isOwn ? "own" : "" },
      h("td.rank", shown),
      h(
        "th",
        { scope: "row", class: name ? "" : "guest" },
        id ? this.link(["profile", id], {}, shownName) : shownName,
        isOwn ? " " : null,
        isOwn ? h("span.own-mark", t("ranking you")) : null,
      ),
      h("td", h("span.score", numberText(points))),
      h("td", numberText(races)),
      h("td", numberText(wins)),
    );
  }

  /** @param {Format} format */
  async turnTo(format) {
    await this.app.try(async () => {
      const asked = this.turning.next();
      const leaders = await raceApi.leaders(format);
      if (asked.aborted) return;
      this.leaders = leaders;
      this.frame.setAddress(`/race/leaders/${format}`);
      this.draw();
    });
  }
}
