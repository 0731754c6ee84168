// Of several answers that a page waits for, only that to the last question counts, and none once the page has gone.

export class Latest {
  /** @param {AbortSignal} [signal] aborted when no answer counts any more */
  constructor(signal) {
    this.asking = new AbortController();
    signal?.addEventListener("abort", () => this.stop());
    this.isOver = signal?.aborted ?? false;
  }

  /**
   * Ask again.
   * @returns {AbortSignal} aborted when the answer does not count any more
   */
  next() {
    this.asking.abort();
    this.asking = new AbortController();
    if (this.isOver) this.asking.abort();
    return this.asking.signal;
  }

  stop() {
    this.isOver = true;
    this.asking.abort();
  }
}
