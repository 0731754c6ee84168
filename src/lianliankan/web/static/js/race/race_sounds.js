// The sounds of races, from oscillators like those of the game; what others do is quieter, and comes from their side.

import { degree, note } from "../game/sound.js";

/** @param {number} seat */
const side = (seat) => [-0.7, 0.7, -0.4, 0.4, -0.15, 0.15][seat % 6];

export const raceSounds = {
  /** @param {number} left seconds before the start */
  countdown: (left) => note(left > 0 ? 440 : 880, { length: left > 0 ? 0.16 : 0.5, volume: 0.09, wave: "triangle" }),
  /** Another player has a combo. */
  rivalCombo: (/** @type {number} */ combo, /** @type {number} */ seat) => {
    const step = Math.min(combo, 11);
    note(degree(step) / 2, { length: 0.14, volume: 0.035, pan: side(seat) });
    note(degree(step + 2) / 2, { at: 0.06, length: 0.2, volume: 0.035, pan: side(seat) });
  },
  earned: () => [4, 7, 9].forEach((step, i) => note(degree(step), { at: 0.05 * i, length: 0.18, volume: 0.05 })),
  used: () => note(520, { length: 0.22, volume: 0.06, to: 1040, wave: "triangle" }),
  /** An attack on oneself: it comes, and lands. */
  incoming: (/** @type {number} */ seat) => {
    note(980, { length: 0.3, volume: 0.06, to: 240, wave: "sawtooth", pan: side(seat) });
    note(95, { at: 0.3, length: 0.32, volume: 0.12, to: 60, wave: "triangle" });
  },
  /** An attack between other players. */
  elsewhere: (/** @type {number} */ seat) =>
    note(700, { length: 0.2, volume: 0.02, to: 300, wave: "triangle", pan: side(seat) }),
  shielded: () => {
    note(1480, { at: 0.28, length: 0.4, volume: 0.05, wave: "triangle" });
    note(1975, { at: 0.3, length: 0.5, volume: 0.03 });
  },
  idle: () => note(740, { length: 0.09, volume: 0.06, wave: "square" }),
  finished: (/** @type {number} */ seat) =>
    [0, 2, 4].forEach((step, i) => note(degree(step), { at: 0.09 * i, length: 0.25, volume: 0.04, pan: side(seat) })),
  out: () => note(230, { length: 0.5, volume: 0.06, to: 120, wave: "triangle" }),
  reaction: () => note(1174, { length: 0.07, volume: 0.025, to: 1397 }),
  joined: () => note(587, { length: 0.14, volume: 0.04, to: 784 }),
};
