// A room: who sits where before a race, the race itself, and what follows it.

import { loadPart } from "../server/api.js";

export class RoomPage {
  /**
   * @param {import("../app.js").App} app
   * @param {string} code
   */
  constructor(app, code) {
    this.app = app;
    this.code = code;
  }

  remove() {}

  redraw() {}

  showFaces() {}

  /** Show how the race ended: the podium, and what can be done next. */
  async showPodium() {
    const { showPodium } = await loadPart(import("./podium.js"));
    showPodium(this);
  }
}
