// Requests about races, apart from the sockets of rooms.

import { send } from "./api.js";

/** @import { GhostRaceRequest, LeadersAnswer, LobbyAnswer, NewRoomRequest, RaceFactsAnswer, RaceNameAnswer, RaceProfileAnswer, RaceReplayAnswer, RaceSettingsView, RoomAnswer, RoomCodeAnswer } from "./protocol.js" */

/** @typedef {RaceSettingsView["format"]} Format */

export const raceApi = {
  /** @returns {Promise<RaceFactsAnswer>} */
  facts: () => send("GET", "/api/races/facts"),
  /** @returns {Promise<LobbyAnswer>} */
  rooms: () => send("GET", "/api/races"),
  /** @type {(code: string) => Promise<RoomAnswer>} */
  room: (code) => send("GET", `/api/races/${code}`),
  /** @type {(request: NewRoomRequest) => Promise<RoomCodeAnswer>} */
  create: (request) => send("POST", "/api/races", request),
  /** @type {(format: Format) => Promise<RoomCodeAnswer>} */
  quick: (format) => send("POST", "/api/races/quick", { format }),
  /** @type {(request: GhostRaceRequest) => Promise<RoomCodeAnswer>} */
  ghost: (request) => send("POST", "/api/races/ghost", request),
  /** @type {(format: Format) => Promise<LeadersAnswer>} */
  leaders: (format) => send("GET", `/api/races/leaders?${new URLSearchParams({ format })}`),
  /** @type {(id?: string) => Promise<RaceProfileAnswer>} */
  profile: (id) => send("GET", id ? `/api/races/profile/${encodeURIComponent(id)}` : "/api/races/profile"),
  /** @type {(id: string) => Promise<RaceReplayAnswer>} */
  replay: (id) => send("GET", `/api/races/records/${encodeURIComponent(id)}`),
  /** @type {(name: string) => Promise<RaceNameAnswer>} */
  rename: (name) => send("PUT", "/api/races/name", { name }),
};
