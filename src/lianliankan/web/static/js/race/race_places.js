// What the addresses of races show: the lobby at `/race`, a room at `/race/CODE`, and what is around races.

import { loadStyle } from "../core/style.js";
import { closeDialogs } from "../dialogs/dialog.js";
import { loadPart } from "../server/api.js";
import { loadPartTexts } from "../server/texts.js";
import { loadRaceFacts } from "./race_facts.js";

/** @typedef {import("./lobby_page.js").LobbyPage | import("./room_page.js").RoomPage} RacePage */

/**
 * Show a place of the races, with their style and their texts.
 * @param {import("../app.js").App} app
 * @param {string[]} parts of the address after `/race`
 */
export async function openRacePlace(app, [place = ""]) {
  await Promise.all([loadStyle("race/lobby.css"), loadPartTexts("race")]);
  closeDialogs();
  if (place) return openRoom(app, place);
  const { LobbyPage } = await loadPart(import("./lobby_page.js"));
  app.setAddress("/race");
  app.openPage(() => new LobbyPage(app));
}

/**
 * Show a room.
 * @param {import("../app.js").App} app
 * @param {string} code
 */
async function openRoom(app, code) {
  const [{ RoomPage }] = await Promise.all([
    loadPart(import("./room_page.js")),
    loadRaceFacts(),
    loadPart(loadStyle("race/race.css")),
    loadPart(loadStyle("race/play.css")),
    loadPart(loadStyle("race/phone.css")),
    loadPart(loadStyle("race/room.css")),
    loadPart(loadStyle("race/podium.css")),
  ]);
  app.setAddress(`/race/${code}`);
  app.openPage(() => new RoomPage(app, code));
}
