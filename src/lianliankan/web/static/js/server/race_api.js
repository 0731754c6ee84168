// Requests about races, apart from the sockets of rooms.

import { send } from "./api.js";

/** @typedef {import("./protocol.js").RaceSettingsView["format"]} Format */
/** @typedef {import("./protocol.js").RoomCodeAnswer} RoomCodeAnswer */

export const raceApi = {
  /** @returns {Promise<import("./protocol.js").RaceFactsAnswer>} */
  facts: () => send("GET", "/api/races/facts"),
  /** @returns {Promise<import("./protocol.js").LobbyAnswer>} */
  rooms: () => send("GET", "/api/races"),
  /** @type {(code: string) => Promise<import("./protocol.js").RoomAnswer>} */
  room: (code) => send("GET", `/api/races/${code}`),
  /** @type {(request: import("./protocol.js").NewRoomRequest) => Promise<RoomCodeAnswer>} */
  create: (request) => send("POST", "/api/races", request),
  /** @type {(format: Format) => Promise<RoomCodeAnswer>} */
  quick: (format) => send("POST", "/api/races/quick", { format }),
  /** @type {(request: import("./protocol.js").GhostRaceRequest) => Promise<RoomCodeAnswer>} */
  ghost: (request) => send("POST", "/api/races/ghost", request),
  /** @type {(format: Format) => Promise<import("./protocol.js").LeadersAnswer>} */
  leaders: (format) => send("GET", `/api/races/leaders?${new URLSearchParams({ format })}`),
  /** @type {(id?: string) => Promise<import("./protocol.js").RaceProfileAnswer>} */
  profile: (id) => send("GET", id ? `/api/races/profile/${encodeURIComponent(id)}` : "/api/races/profile"),
  /** @type {(id: string) => Promise<import("./protocol.js").RaceReplayAnswer>} */
  replay: (id) => send("GET", `/api/races/records/${encodeURIComponent(id)}`),
  /** @type {(name: string) => Promise<import("./protocol.js").RaceNameAnswer>} */
  rename: (name) => send("PUT", "/api/races/name", { name }),
};
