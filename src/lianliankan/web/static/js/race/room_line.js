// A room in the list of the lobby: its format and board, who is there, and the way in.

import { h } from "../core/dom.js";
import { gravityIcon } from "../core/gravities.js";
import { numberText, t } from "../i18n/i18n.js";
import { formatIcon, formatName } from "./race_words.js";

/** @import { LobbyRoom } from "../server/protocol.js" */

/**
 * Whether a player can take a seat, now or for the next race.
 * @param {LobbyRoom} room
 */
export function hasFreeSeat({ phase, seats, people, bots }) {
  return phase !== "closed" && people + bots < seats;
}

/**
 * @param {LobbyRoom} room
 * @param {(isWatching: boolean) => void} enter
 */
export function roomLine(room, enter) {
  const { code, phase, settings, seats, people, bots, host, rating } = room;
  const { rows, cols, gravity, format } = settings;
  const isOpen = hasFreeSeat(room);
  const values = { host, format: formatName(format) };
  const isWaiting = phase === "waiting";
  return h(
    "li.room-line",
    h("span.mode-icon", formatIcon(format)),
    h(
      "span.room-about",
      h("span", h("strong", formatName(format)), h("bdi.muted", host)),
      h(
        "small.details",
        isWaiting ? null : h("span.room-state", t("room racing")),
        h("span", `${rows}×${cols}`),
        h("span", gravityIcon(gravity), t(`gravity ${gravity}`)),
        rating ? h("span", t("room rating", { rating: numberText(rating) })) : null,
      ),
    ),
    seatDots(seats, people, bots),
    h(
      "button",
      {
        class: `button ${isOpen && isWaiting ? "primary" : ""}`,
        id: `room-${code}`,
        "aria-label": t(isOpen ? "room join what" : "room watch what", values),
        onclick: () => enter(!isOpen),
      },
      t(isOpen ? "room join" : "room watch"),
    ),
  );
}

/**
 * Draw the seats: taken by people, by bots, or free.
 * @param {number} seats
 * @param {number} people
 * @param {number} bots
 */
function seatDots(seats, people, bots) {
  const kind = (/** @type {number} */ place) => (place < people ? "person" : place < people + bots ? "bot" : "free");
  const dots = Array.from({ length: seats }, (_, place) => h("span", { class: `seat-dot ${kind(place)}` }));
  const label = t("room seats", { taken: people + bots, seats, bots });
  return h("span.seat-dots", { role: "img", "aria-label": label, title: label }, ...dots);
}
