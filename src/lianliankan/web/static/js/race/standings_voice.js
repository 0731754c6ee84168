// Says how the race stands, for those who do not see it: seldom, and only what has changed.

import { t } from "../i18n/i18n.js";

const EVERY = 15000; // milliseconds between two of them, at least

export class StandingsVoice {
  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
    this.said = "";
    this.saidAt = -Infinity;
  }

  /**
   * @param {import("./race_model.js").RaceModel} model
   * @param {number} now milliseconds since the start
   */
  update(model, now) {
    if (now - this.saidAt < EVERY || now < EVERY / 2 || !model.isRacing) return;
    const text = describeStandings(model);
    if (!text || text === this.said) return;
    this.said = text;
    this.saidAt = now;
    this.say(text);
  }
}

/**
 * Say in a sentence how the race stands.
 * @param {import("./race_model.js").RaceModel} model
 */
export function describeStandings(model) {
  const { own } = model;
  if (model.isTeam) return t("race voice team", { tiles: [...model.seats.values()][0]?.tiles ?? 0 });
  const standings = model.standings();
  const [first] = standings;
  if (!first) return "";
  const count = model.hasOneBoard ? first.pairs : first.tiles;
  const leader = t(model.hasOneBoard ? "race voice leader pairs" : "race voice leader", {
    name: model.nameOf(first.seat),
    count,
  });
  const place = standings.find(({ seat }) => seat === own?.seat);
  if (!own || !place) return leader;
  const mine = t(model.hasOneBoard ? "race voice own pairs" : "race voice own", {
    rank: place.rank,
    count: model.hasOneBoard ? own.pairs : own.tiles,
  });
  return place.rank === 1 ? mine : `${mine} ${leader}`;
}
