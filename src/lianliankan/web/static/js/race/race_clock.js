// The server's clock, as well as a page can know it: of all messages, the one that took the least time tells most.

export class RaceClock {
  constructor() {
    /** @type {number | null} milliseconds to add to the page's time */
    this.offset = null;
    this.isStale = false;
  }

  /** The connection is lost; the next one may be to another server, with a clock of its own. */
  reset() {
    this.isStale = true;
  }

  /**
   * Learn from a message.
   * @param {number} now the time that it tells, in milliseconds since the room was opened
   * @param {number} [at] when it arrived, by the page's time
   */
  learn(now, at = performance.now()) {
    const offset = now - at;
    this.offset = this.offset === null || this.isStale ? offset : Math.max(this.offset, offset);
    this.isStale = false;
  }

  /**
   * Return the time in the room, in milliseconds since it was opened.
   * @param {number} [at]
   */
  now(at = performance.now()) {
    return at + (this.offset ?? -at);
  }
}
