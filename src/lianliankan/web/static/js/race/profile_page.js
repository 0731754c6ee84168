// The profile of a racer: the rating in each format, and the last races with their replays.

import { pathTo } from "../core/address.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { momentText, numberText, t } from "../i18n/i18n.js";
import { raceApi } from "../server/race_api.js";
import { formatIcon, formatName, raceTime, racerName, rankText } from "./race_words.js";
import { ReadingPage } from "./reading_page.js";

/** @import { RaceProfileAnswer as RaceProfile, RaceResultAnswer as RaceResult, RecentRaceAnswer as RecentRace, SkillAnswer as Skill } from "../server/protocol.js" */

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ words: { id } }) {
  const profile = await raceApi.profile(id || undefined);
  return { path: pathTo(["race", "profile", profile.id]), make: (frame) => new ProfilePage(frame, profile) };
}

export class ProfilePage extends ReadingPage {
  /**
   * @param {import("../game/frame.js").Frame} frame
   * @param {RaceProfile} profile
   */
  constructor(frame, profile) {
    super(frame, "profile");
    this.profile = profile;
    this.draw();
    this.element.focus();
  }

  title() {
    return racerName(this.profile);
  }

  content() {
    const { recent, is_own: isOwn } = this.profile;
    return [
      this.head(this.wayTo("leaders title", "bests", "leaders"), this.wayTo("race lobby", "back")),
      this.skills(),
      h(
        "section.card-panel",
        { "aria-labelledby": "profile-races" },
        h("h3", { id: "profile-races" }, t("profile races")),
        recent.length
          ? h("ol.recent-races", ...recent.map((race) => this.race(race)))
          : h("p.muted", t(isOwn ? "profile none own" : "profile none")),
      ),
    ];
  }

  skills() {
    const rated = this.profile.skills.filter(({ races }) => races > 0);
    if (!rated.length) return h("p.card-panel", t("profile unrated"));
    return h("ul.skills", ...rated.map(skillCard));
  }

  /** @param {RecentRace} race */
  race(race) {
    const { id, format, is_team: isTeam, began, seat, results } = race;
    const own = results.find((result) => result.racer.seat === seat);
    const others = results.filter((result) => result !== own);
    const [before, after] = t(isTeam ? "profile with" : "profile against").split("{names}");
    return h(
      "li",
      h("span.mode-icon", formatIcon(format)),
      h(
        "span.race-about",
        h(
          "span",
          h("strong", own ? resultText(own, race) : formatName(format)),
          own?.points ? change(own.points) : null,
        ),
        h(
          "small.details",
          h("span", formatName(format)),
          h("span", momentText(began)),
          own?.ms && own.state === "finished" ? h("span", raceTime(own.ms)) : null,
        ),
        others.length ? h("small", before, ...joined(others.map((result) => this.rival(result))), after) : null,
      ),
      this.link(
        ["replay", id],
        { class: "button", "aria-label": t("profile replay", { format: formatName(format), when: momentText(began) }) },
        icon("replay"),
        h("span", t("do replay")),
      ),
    );
  }

  /** @param {RaceResult} result */
  rival({ racer }) {
    const name = h("bdi", racer.is_ghost ? t("racer ghost") : racerName(racer));
    return racer.id ? this.link(["profile", racer.id], {}, name) : h("span", name);
  }
}

/** @param {Skill} skill */
function skillCard({ format, points, races, wins, place }) {
  return h(
    "li.card-panel",
    h("span.skill-format", formatIcon(format), formatName(format)),
    h("strong", numberText(points)),
    h("small", t("skill races", { races, wins })),
    place ? h("small", t("skill place", { place: numberText(place) })) : null,
  );
}

/**
 * Return the words for a player's result.
 * @param {RaceResult} result
 * @param {RecentRace} race
 */
function resultText({ rank, state }, { is_team: isTeam, results }) {
  if (isTeam) return t(state === "finished" ? "result together won" : "result together lost");
  return rankText(rank, results.length);
}

/**
 * Show how a rating changed; the sign says in which direction.
 * @param {[number, number]} points
 */
function change([before, after]) {
  const difference = after - before;
  const text = difference < 0 ? `−${numberText(-difference)}` : `+${numberText(difference)}`;
  return h(
    "span",
    { class: `points-change ${difference < 0 ? "down" : "up"}`, "aria-label": t("skill change", { text }) },
    text,
  );
}

/**
 * Put commas between elements.
 * @param {Node[]} parts
 */
function joined(parts) {
  return parts.flatMap((part, place) => (place ? [t("comma"), part] : [part]));
}
