// The connection to a game. Pairs are sent at once, other commands when everything before them is answered; none is
// lost or repeated, even if the connection breaks.

import { Channel } from "./channel.js";

/** @import { Command, Environment, Status } from "./channel.js" */
/** @import { Done, ErrorMessage, FullState, ServerMessage, Winnability } from "./protocol.js" */

/** @extends {Channel<ServerMessage, Done | FullState>} */
export class Connection extends Channel {
  /**
   * @param {string} path
   * @param {number} protocol its version
   * @param {object} handlers
   * @param {(message: FullState) => void} handlers.onState
   * @param {(message: Done) => void} handlers.onDone
   * @param {(message: Winnability) => void} [handlers.onWinnable]
   * @param {(message: ErrorMessage) => void} handlers.onError
   * @param {(status: Status) => void} handlers.onStatus
   * @param {Environment} [environment]
   */
  constructor(path, protocol, handlers, environment) {
    super(path, handlers.onStatus, environment);
    this.protocol = protocol;
    this.handlers = handlers;
    this.connect();
  }

  greet() {
    this.sendMessage({ type: "hello", v: this.protocol });
  }

  /**
   * Send a command after everything before it is answered. The promise resolves to what happened, or to null if the
   * command was not done.
   * @param {Command} command
   * @param {{isUrgent?: boolean}} [options] whether it goes before those that were not sent yet
   * @returns {Promise<Done | null>}
   */
  async send(command, { isUrgent = false } = {}) {
    const answer = await this.enqueue(command, { isUrgent });
    return answer?.type === "done" ? answer : null;
  }

  /**
   * Send a pair of tiles of the board as it is now, without waiting for the answers to earlier pairs. The promise
   * resolves to what happened; to the game as it is, if the pair no longer applies; or to null, if it was not played.
   * @param {Command} command
   */
  sendPair(command) {
    return this.enqueue(command, { isPair: true });
  }

  /** Ask whether the game can still be won. */
  askWinnable() {
    if (this.isReady) this.sendMessage({ type: "winnable", n: ++this.number });
  }

  /** Start the clock: the player has picked a first tile. Without a connection, the first command starts it. */
  begin() {
    if (this.isReady) this.sendMessage({ type: "begin" });
  }

  /** @param {ServerMessage} message */
  onMessage(message) {
    if (message.type === "state") {
      if (!this.isReady) this.resume(message.version);
      this.setVersion(message.version);
      const answered = this.settle(message.n, message);
      if (answered && !answered.isPair) this.rejectOthers();
      this.onStatus("open");
      this.handlers.onState(message);
      this.sendWaiting();
    } else if (message.type === "done") {
      if (!this.isReady) return; // news from another window; the state that follows includes it
      this.setVersion(message.version);
      this.settle(message.n, message);
      this.handlers.onDone(message);
      this.sendWaiting();
    } else if (message.type === "winnable") {
      if (message.version === this.version) this.handlers.onWinnable?.(message);
    } else if (message.type === "error") {
      this.settle(message.n, null);
      this.handlers.onError(message);
      this.sendWaiting();
    }
  }
}
