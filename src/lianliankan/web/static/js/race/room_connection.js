// The connection to a room. Everything is sent at once; after a break, pairs are sent again, and nothing else.

import { Channel } from "../server/channel.js";

/** @import { RaceErrorMessage, React, ReactionShown, RoomEvents, RoomMessage, RoomState } from "../server/protocol.js" */

/** @typedef {RoomState | RoomEvents | RaceErrorMessage} Answer */

/** @extends {Channel<RoomMessage, Answer>} */
export class RoomConnection extends Channel {
  /**
   * @param {string} path
   * @param {object} handlers
   * @param {(message: RoomState) => void} handlers.onRoom
   * @param {(message: RoomEvents) => void} handlers.onEvents
   * @param {(message: ReactionShown) => void} handlers.onReaction
   * @param {(message: RaceErrorMessage) => void} handlers.onError
   * @param {(status: import("../server/channel.js").Status) => void} handlers.onStatus
   * @param {import("../server/channel.js").Environment} [environment]
   */
  constructor(path, handlers, environment) {
    super(path, handlers.onStatus, environment);
    this.handlers = handlers;
    this.connect();
  }

  /**
   * Send a command; the promise resolves to the answer, or to null if there is none to expect.
   * @param {import("../server/channel.js").Command} command
   */
  send(command) {
    return this.enqueue(command, {});
  }

  /**
   * Send a pair of tiles of the board as it is now.
   * @param {import("../server/channel.js").Command} command
   */
  sendPair(command) {
    return this.enqueue(command, { isPair: true });
  }

  /**
   * Show everybody a reaction.
   * @param {React["reaction"]} reaction
   */
  react(reaction) {
    if (this.isReady) this.sendMessage({ type: "react", reaction });
  }

  /** A race does not wait. */
  mayOvertake() {
    return true;
  }

  /** @param {RoomMessage} message */
  onMessage(message) {
    if (message.type === "room") this.onRoom(message);
    else if (!this.isReady && message.type !== "error")
      return; // what follows tells all
    else if (message.type === "events") {
      this.setVersion(message.version);
      this.handlers.onEvents(message);
      this.settle(message.n, message);
      this.sendWaiting();
    } else if (message.type === "error") {
      this.settle(message.n, message);
      this.handlers.onError(message);
      this.sendWaiting();
    } else if (message.type === "reaction") this.handlers.onReaction(message);
  }

  /**
   * All there is. After a break, pairs are sent again: the server knows which tiles they are about. Whatever else was
   * sent before was done, or never will be.
   * @param {RoomState} message
   */
  onRoom(message) {
    const isNew = !this.isReady;
    const settled = this.takeOut(({ isSent, isPair }) => isSent && !(isNew && isPair));
    if (isNew) this.resume(message.version);
    this.setVersion(message.version);
    this.onStatus("open");
    this.handlers.onRoom(message);
    this.watchAnswers();
    for (const { resolve } of settled) resolve(message);
    this.sendWaiting();
  }
}
