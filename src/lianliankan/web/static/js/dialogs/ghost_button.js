// The way from a recorded game to a race against it.

import { facts } from "../server/facts.js";
import { actionButton } from "./form.js";

/**
 * A button that starts a race against a recorded game; null where there are no races.
 * @param {import("../app.js").App} app
 * @param {import("../server/protocol.js").GhostRaceRequest} ghost
 * @param {"do ghost" | "do race this" | "do race best" | "do race leaders"} [text] the key of its text
 */
export function ghostButton(app, ghost, text = "do ghost") {
  return facts.races ? actionButton(text, () => void app.parts.raceGhost(ghost), { iconName: "race" }) : null;
}
