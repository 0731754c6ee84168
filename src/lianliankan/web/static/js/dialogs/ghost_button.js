// The way from a recorded game to a race against it.

import { pathTo } from "../core/address.js";
import { facts } from "../server/facts.js";
import { raceApi } from "../server/race_api.js";
import { actionButton } from "./form.js";

/**
 * Race against a recorded game, in a room of its own: nobody else is waited for.
 * @param {import("../app.js").App} app
 * @param {import("../server/protocol.js").GhostRaceRequest} ghost
 */
export async function raceGhost(app, ghost) {
  await app.go(async () => pathTo(["race", (await raceApi.ghost(ghost)).code]), { commands: ["ready"] });
}

/**
 * A button that starts a race against a recorded game; null where there are no races.
 * @param {import("../app.js").App} app
 * @param {import("../server/protocol.js").GhostRaceRequest} ghost
 * @param {"do ghost" | "do race this" | "do race best" | "do race leaders"} [text] the key of its text
 */
export function ghostButton(app, ghost, text = "do ghost") {
  return facts.races ? actionButton(text, () => void raceGhost(app, ghost), { iconName: "race" }) : null;
}
