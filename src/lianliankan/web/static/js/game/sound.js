// Sounds, made on the spot by oscillators: none before the player has touched anything, none where they are off.

/** @type {AudioContext | null} */
let context = null;
let isOn = true;

/** @param {boolean} on */
export function setSound(on) {
  isOn = on;
}

/** Browsers allow sound only after a gesture. */
export function wakeSound() {
  if (!isOn) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Fall silent while nobody looks at the page, and be ready again after. */
export function mindSound() {
  if (document.hidden) void context?.suspend();
  else void context?.resume();
}

/**
 * Sound a note.
 * @param {number} pitch in hertz
 * @param {object} how
 * @param {number} [how.at] seconds from now
 * @param {number} [how.length] seconds
 * @param {number} [how.loud]
 * @param {OscillatorType} [how.shape]
 * @param {number} [how.to] the pitch to glide to
 */
function note(pitch, { at = 0, length = 0.16, loud = 0.08, shape = "sine", to = pitch } = {}) {
  if (!isOn || !context || context.state !== "running") return;
  const start = context.currentTime + at;
  const [voice, volume] = [context.createOscillator(), context.createGain()];
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

const SCALE = [0, 2, 4, 7, 9]; // pentatonic: whatever comes quickly one after the other sounds well
const degree = (/** @type {number} */ step) => 523.25 * 2 ** ((12 * Math.floor(step / 5) + SCALE[step % 5]) / 12);

export const sounds = {
  pick: () => note(880, { length: 0.05, loud: 0.035, shape: "triangle" }),
  /** @param {number} combo */
  link: (combo) => {
    const step = Math.min(Math.max(combo - 1, 0), 12);
    note(degree(step), { length: 0.22, shape: "triangle" });
    note(degree(step + 2), { at: 0.07, length: 0.28, shape: "triangle" });
  },
  refuse: () => note(190, { length: 0.14, loud: 0.06, to: 140, shape: "triangle" }),
  hint: () => note(1046, { length: 0.3, loud: 0.05 }),
  shuffle: () =>
    [0, 1, 2, 3, 4, 5].forEach((i) => note(360 + 50 * i, { at: 0.045 * i, length: 0.06, loud: 0.03, shape: "square" })),
  undo: () => note(660, { length: 0.12, loud: 0.05, to: 440 }),
  stuck: () => note(260, { length: 0.4, loud: 0.06, to: 180, shape: "triangle" }),
  won: () =>
    [0, 2, 4, 5, 7, 9].forEach((step, i) =>
      note(degree(step), { at: 0.1 * i, length: 0.45, loud: 0.07, shape: "triangle" }),
    ),
  lost: () =>
    [4, 2, 0].forEach((step, i) =>
      note(degree(step) / 2, { at: 0.16 * i, length: 0.4, loud: 0.07, shape: "triangle" }),
    ),
};
