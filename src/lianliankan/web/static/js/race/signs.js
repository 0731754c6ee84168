// What is drawn in races: the signs of seats, the items, the reactions. All by code, like the icons.

import { s } from "../core/dom.js";
import { ICONS, iconsOf } from "../core/icons.js";

/** The shapes of the seats: they differ without their colours, too. */
const SHAPES = [
  "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
  "M12 1.5 23 21.5H1z",
  "M12 .8 23.2 12 12 23.2.8 12z",
  "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z",
  "M12 1.5l10.6 7.7-4 12.4H5.4l-4-12.4z",
];

/**
 * Draw the sign of a seat: a shape, a colour and a number of its own.
 * @param {number} seat
 */
export function seatSign(seat) {
  const y = seat === 2 ? 18.6 : 16.4; // a triangle is wide at its foot
  return s(
    "svg",
    { class: `seat-sign seat-${seat}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: SHAPES[seat % SHAPES.length] }),
    s("text", { x: 12, y }, String(seat + 1)),
  );
}

/** The items, and what else only races show. */
const RACE_ICONS = {
  ...ICONS,
  "put-back": "M9 9h10.5v10.5H9zM14 5.5V4.5H4.5V14h1M12 16.5l5-5M13 11.5h4v4",
  hide: "M3 12c2.5-4 5.5-6 9-6 1.2 0 2.3.2 3.3.6M21 12c-2.5 4-5.5 6-9 6-1.2 0-2.3-.2-3.3-.6M9.8 14.2a3.1 3.1 0 0 0 4.4-4.4M4.5 19.5l15-15",
  turn: "M6.5 4.5h11v11h-11zM12 12.5V8M9.8 10.3l2.2 2.2 2.2-2.2M5 19.5h14M16.5 17.5l2.5 2-2.5 2",
  block: `${ICONS.hint}M4 4l16 16`,
  bomb: "M10.5 8.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM14.5 9.8l2.5-2.5M17 7.3c.4-2 1.5-3 3.2-2.8M20.5 8l1 .8M16.5 2.5l.3 1.3M7.2 13.3c.6-1.3 1.5-2 2.8-2.2",
  time: "M11 5.5a7.5 7.5 0 1 0 7.5 7.5M11 9v4.5l3 1.8M9 2.5h4M18.5 3v6M15.5 6h6",
  shield: "M12 3l7.5 2.8v5.7c0 4.6-3 7.7-7.5 9.5-4.5-1.8-7.5-4.9-7.5-9.5V5.8zM8.7 11.8l2.4 2.5 4.3-4.8",
  bot: "M7 8.5h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM12 8.5V4.8M12 4.8v-.1M9.2 12.5v1.5M14.8 12.5v1.5M9.5 16.8h5M2.8 12.5v3M21.2 12.5v3",
  gift: "M5 11h14v9.5H5zM3.5 7h17v4h-17zM12 7v13.5M12 7C9.5 7 7.5 6 7.5 4.3c0-2.3 3.7-2.1 4.5 2.7C12.8 2.2 16.5 2 16.5 4.3 16.5 6 14.5 7 12 7z",
  people:
    "M9 5a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6zM2.5 19.5c.4-3.6 2.7-5.4 6.5-5.4s6.1 1.8 6.5 5.4M15.5 5.3a3.3 3.3 0 0 1 0 6M18 14.6c2 .8 3.2 2.4 3.5 4.9",
  ghost: "M5 20.5V11a7 7 0 0 1 14 0v9.5l-2.3-2-2.4 2-2.3-2-2.3 2-2.4-2zM9.5 10.5v1.5M14.5 10.5v1.5",
  eye: "M2.5 12C5 7.8 8.2 5.7 12 5.7s7 2.1 9.5 6.3c-2.5 4.2-5.7 6.3-9.5 6.3S5 16.2 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  away: "M4 12a8 8 0 1 0 8-8 8 8 0 0 0-8 8zM12 7.5V12l3 2",
  leave: "M10 4.5H5.5v15H10M14 8l4 4-4 4M18 12H9.5",
  smile:
    "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.3 14c1 1.7 2.2 2.5 3.7 2.5s2.7-.8 3.7-2.5M9 9.3v.8M15 9.3v.8",
};

/** @typedef {keyof typeof RACE_ICONS} RaceIconName */

export const raceIcon = iconsOf(RACE_ICONS);

const SKIN = "#ffd166";
const INK = "#4a2c00";

/** @typedef {{d: string, fill?: string, stroke?: string, width?: number}} Stroke */

const FACE = { d: "M16 3a13 13 0 1 1 0 26 13 13 0 0 1 0-26z", fill: SKIN, stroke: INK };

/** @type {Record<string, Stroke[]>} drawings in a square of 32 units */
const REACTIONS = {
  wave: [
    {
      d: "M11 29c-3.5-2.5-6-7-6.5-11.5-.2-1.8 2.1-2.2 2.7-.6l1.3 3.3L6.6 8.7c-.4-2 2.3-2.6 2.9-.7l2.7 8.3-.9-10.5c-.1-2 2.7-2.2 3-.2l1.5 10.2 1.3-8.6c.4-1.9 3.1-1.5 2.9.4l-1.1 9.6 2.4-5.6c.8-1.7 3.2-.8 2.7 1l-2.6 9.3C20 25.5 18 28 15.5 29z",
      fill: SKIN,
      stroke: INK,
    },
    { d: "M25 6c1.6.9 2.7 2.2 3.3 4M23.5 2.5c3 1 5.3 3 6.5 6", stroke: INK },
  ],
  clap: [
    {
      d: "M9.5 29C6 27 4 23.5 4.2 19.5l.6-6.7c.2-1.8 2.7-1.7 2.8.1l.2 3.3 6.6-8.8c1.1-1.4 3.2 0 2.3 1.5l-4 6.7 6.3-7.6c1.2-1.3 3.1.2 2.2 1.7l-5.2 7.9 5.3-5.6c1.2-1.2 3 .4 2 1.8L16.5 23c-1.5 3-4 5.5-7 6z",
      fill: SKIN,
      stroke: INK,
    },
    { d: "M23 27c3-1.5 5-4.3 5.3-7.7l.3-5.6c0-1.4-1.9-1.8-2.4-.4", stroke: INK },
    { d: "M20 3.5l.6 2.5M25 3l-1 2.6M28.8 6l-2.2 1.8", stroke: INK },
  ],
  laugh: [
    FACE,
    { d: "M8.5 13.5c1-1.5 3-1.5 4 0M19.5 13.5c1-1.5 3-1.5 4 0", stroke: INK },
    { d: "M8.5 17.5h15c-.3 4.5-3.3 7.5-7.5 7.5s-7.2-3-7.5-7.5z", fill: "#8c1c13", stroke: INK },
  ],
  wow: [
    FACE,
    { d: "M10.5 11.5v2.5M21.5 11.5v2.5", stroke: INK, width: 3 },
    { d: "M16 17.5c2 0 3.2 1.7 3.2 3.7s-1.2 3.8-3.2 3.8-3.2-1.8-3.2-3.8 1.2-3.7 3.2-3.7z", fill: "#8c1c13", stroke: INK },
    { d: "M8 8.5c.8-1 1.9-1.6 3.2-1.6M24 8.5c-.8-1-1.9-1.6-3.2-1.6", stroke: INK },
  ],
  cry: [
    FACE,
    { d: "M9 13.5h4M19 13.5h4", stroke: INK, width: 2.5 },
    { d: "M11 24c1.2-2.2 2.9-3.2 5-3.2s3.8 1 5 3.2", stroke: INK },
    { d: "M10.5 16c1.7 2.5 2.3 4 2.3 5.2a2.3 2.3 0 0 1-4.6 0c0-1.2.6-2.7 2.3-5.2z", fill: "#4dabf7", stroke: INK },
  ],
  heart: [
    {
      d: "M16 28C3 19 4.5 6.5 11.2 6c2.3-.2 4 1.2 4.8 3.2.8-2 2.5-3.4 4.8-3.2C27.5 6.5 29 19 16 28z",
      fill: "#e03131",
      stroke: "#5f0f0f",
    },
    { d: "M9 12.5c.2-1.6 1-2.6 2.3-3", stroke: "#ffc9c9" },
  ],
}; // prettier-ignore

/**
 * Draw a reaction.
 * @param {string} name
 */
export function reactionSign(name) {
  return s(
    "svg",
    { class: `reaction reaction-${name}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    ...(REACTIONS[name] ?? []).map(({ d, fill = "none", stroke, width = 1.8 }) =>
      s("path", { d, fill, stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    ),
  );
}
