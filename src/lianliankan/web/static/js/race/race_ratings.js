// How a race changed the ratings of its players: the server knows it shortly after the end.

import { wait } from "../core/dom.js";
import { Latest } from "../core/latest.js";
import { raceApi } from "../server/race_api.js";

const TRIES = [300, 1500, 4000]; // milliseconds after the end

/** @typedef {import("../server/protocol.js").RaceResultAnswer["points"]} Points before and after the race */

export class RaceRatings {
  /**
   * @param {() => void} onFound
   * @param {AbortSignal} signal aborted when nobody looks at them any more
   */
  constructor(onFound, signal) {
    this.onFound = onFound;
    this.asking = new Latest(signal);
    /** @type {Map<number, Points>} by seat */
    this.found = new Map();
    /** @type {string | null} the race that is asked for */
    this.race = null;
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
    void this.ask(id, this.asking.next());
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async ask(id, signal) {
    for (const delay of TRIES) {
      await wait(delay);
      if (signal.aborted) return;
      const profile = await raceApi.profile().catch(() => null);
      if (signal.aborted) return;
      const race = profile?.recent.find((each) => each.id === id);
      if (!race) continue;
      for (const { racer, points } of race.results) if (points) this.found.set(racer.seat, points);
      if (this.found.size) this.onFound();
      return;
    }
  }
}
