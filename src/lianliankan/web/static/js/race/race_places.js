// What the addresses of races show: the lobby at `/race`, a room at `/race/CODE`, and what is around races.

import { loadStyle } from "../core/style.js";
import { closeDialogs } from "../dialogs/dialog.js";
import { loadReadingParts } from "../dialogs/reading.js";
import { loadPart } from "../server/api.js";
import { raceApi } from "../server/race_api.js";
import { loadPartTexts } from "../server/texts.js";
import { loadRaceFacts } from "./race_facts.js";

/** @import { App } from "../app.js" */

/**
 * @typedef {import("./reading_page.js").ReadingPage | import("./room_page.js").RoomPage |
 *   import("./race_replay_page.js").RaceReplayPage} RacePage
 */

/**
 * Show a place of the races, with their style and their texts.
 * @param {App} app
 * @param {string[]} parts of the address after `/race`
 */
export async function openRacePlace(app, [place = "", id]) {
  const isRead = ["", "leaders", "profile"].includes(place);
  await Promise.all([
    loadRaceParts(),
    isRead ? loadPart(loadStyle("race/lobby.css")) : null,
    isRead ? loadPart(loadReadingParts()) : null,
  ]);
  closeDialogs();
  if (place === "leaders") await (await loadPart(import("./leaders_page.js"))).openLeaders(app, id);
  else if (place === "profile") await (await loadPart(import("./profile_page.js"))).openProfile(app, id);
  else if (place === "replay" && id) {
    const [{ openRaceReplay }] = await Promise.all([loadPart(import("./race_replay_page.js")), loadPlayStyle()]);
    await openRaceReplay(app, id);
  } else if (place) await openRoom(app, place);
  else await (await loadPart(import("./lobby_page.js"))).openLobby(app);
}

/** Load the style of a board in a race. */
function loadPlayStyle() {
  return loadPart(loadStyle("race/play.css"));
}

/** Load the style and the texts of everything about races. */
function loadRaceParts() {
  return Promise.all([loadPart(loadStyle("race/race.css")), loadPart(loadPartTexts("race"))]);
}

/**
 * @typedef {object} RoomOptions
 * @property {boolean} [isWatching] the player only watches
 * @property {string[]} [commands] what the player does as soon as the room is there
 */

/**
 * Show a room.
 * @param {App} app
 * @param {string} code
 * @param {RoomOptions} [options]
 */
export async function openRoom(app, code, options = {}) {
  const [{ RoomPage }] = await Promise.all([
    loadPart(import("./room_page.js")),
    loadRaceFacts(),
    loadRaceParts(),
    loadPlayStyle(),
    loadPart(loadStyle("race/phone.css")),
    loadPart(loadStyle("race/room.css")),
    loadPart(loadStyle("race/podium.css")),
  ]);
  closeDialogs();
  app.setAddress(`/race/${code}`);
  app.openPage(() => new RoomPage(app, code, options));
}

/**
 * Race against a recorded game, in a room of its own.
 * @param {App} app
 * @param {import("../server/protocol.js").GhostRaceRequest} ghost
 */
export async function openGhostRace(app, ghost) {
  const { code } = await raceApi.ghost(ghost);
  await openRoom(app, code, { commands: ["ready"] }); // without waiting for other players
}
