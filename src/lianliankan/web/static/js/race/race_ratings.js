// How a race changed the ratings of its players: the server knows it shortly after the end.

import { raceApi } from "../server/race_api.js";

const TRIES = [300, 1500, 4000]; // milliseconds after the end

/** @typedef {import("../server/protocol.js").RaceResultAnswer["points"]} Points before and after the race */

export class RaceRatings {
  /** @param {() => void} onFound */
  constructor(onFound) {
    this.onFound = onFound;
    /** @type {Map<number, Points>} by seat */
    this.found = new Map();
    /** @type {string | null} the race that is asked for */
    this.race = null;
  }

  remove() {
    clearTimeout(this.timer);
  }

  /**
   * Ask for the ratings of a race that is over, if it can be rated.
   * @param {import("./race_model.js").RaceModel} model
   */
  load(model) {
    const { race_id: id } = model.room;
    if (!id || !model.isRated || model.own === undefined || this.race === id) return;
    this.race = id;
    this.found = new Map();
    this.ask(id, 0);
  }

  /**
   * @param {string} id
   * @param {number} tried
   */
  ask(id, tried) {
    if (tried >= TRIES.length) return;
    this.timer = setTimeout(async () => {
      const profile = await raceApi.profile().catch(() => null);
      const race = profile?.recent.find((each) => each.id === id);
      if (this.race !== id) return;
      if (!race) return this.ask(id, tried + 1);
      for (const { racer, points } of race.results) if (points) this.found.set(racer.seat, points);
      if (this.found.size) this.onFound();
    }, TRIES[tried]);
  }
}
