// Pausing without the player: the clock stops while they look at another page, and starts again when they are back.

import { recall, remember } from "../core/settings.js";
import { isDialogOpen } from "../dialogs/dialog.js";

export class AutoPause {
  /** @param {import("./game_page.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** Whether a pause or resume that the player did not ask for is on its way. */
    this.isAutoPausing = false;
    /** Whether the server could not save the last command. Nothing happens automatically then. */
    this.saveFailed = false;
  }

  /**
   * Pause the game if the page is hidden, or if a dialog covers a game with a time limit. Resume a game that the player
   * did not pause.
   */
  update() {
    const { page } = this;
    if (!page.view || page.isOver || this.saveFailed || this.isAutoPausing) return;
    const isTimed = page.view.left !== null;
    const isAway = document.hidden || (isTimed && isDialogOpen());
    const command = page.view.running && isAway ? "pause" : this.resumesItself ? "resume" : null;
    if (!command) return;
    this.isAutoPausing = true;
    if (command === "pause") this.wasPausedByPlayer = false;
    // What was played without a connection waits until the game goes on; otherwise it would be refused.
    void page.connection.send(command, { isUrgent: command === "resume" }).then((done) => {
      this.isAutoPausing = false;
      if (done) this.update(); // the player may have come back or left in the meantime
    });
  }

  /** Whether the game is paused only because the player was away, and may resume now. */
  get resumesItself() {
    return this.page.isPaused && !this.wasPausedByPlayer && !this.saveFailed && !document.hidden && !isDialogOpen();
  }

  /** Whether the player paused the game in this browser. Only the player resumes it then. */
  get wasPausedByPlayer() {
    return recall(`paused ${this.page.id}`);
  }

  set wasPausedByPlayer(was) {
    remember(`paused ${this.page.id}`, was);
  }
}
