// Sounds from oscillators: none before the player's first key or click, and none if they are switched off.

/** @type {AudioContext | null} */
let context = null;
let isOn = true;

/** @param {boolean} on */
export function setSound(on) {
  isOn = on;
}

/** Start the audio context: browsers allow sound only after a key or click. */
export function wakeSound() {
  if (!isOn) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Suspend the sound while the page is hidden. */
export function muteWhenHidden() {
  if (document.hidden) void context?.suspend();
  else void context?.resume();
}

/**
 * Play a note, as far as sounds are on.
 * @param {number} pitch in hertz
 * @param {object} options
 * @param {number} [options.at] seconds from now
 * @param {number} [options.length] seconds
 * @param {number} [options.volume]
 * @param {OscillatorType} [options.wave]
 * @param {number} [options.to] the pitch to glide to
 * @param {number} [options.pan] from -1, left, to 1
 */
export function note(pitch, { at = 0, length = 0.16, volume = 0.08, wave = "sine", to = pitch, pan = 0 } = {}) {
  if (!isOn || !context || context.state !== "running") return;
  const start = context.currentTime + at;
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(pitch, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(volume, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  // A panner makes what is in the middle quieter.
  const place = pan ? gain.connect(new StereoPannerNode(context, { pan })) : gain;
  oscillator.connect(gain);
  place.connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

const SCALE = [0, 2, 4, 7, 9]; // pentatonic: any sequence sounds fine
/** Return the pitch of a step of the scale. */
export const degree = (/** @type {number} */ step) =>
  523.25 * 2 ** ((12 * Math.floor(step / 5) + SCALE[step % 5]) / 12);

export const sounds = {
  pick: () => note(880, { length: 0.05, volume: 0.035, wave: "triangle" }),
  /** @param {number} combo */
  link: (combo) => {
    const step = Math.min(Math.max(combo - 1, 0), 12);
    note(degree(step), { length: 0.22, wave: "triangle" });
    note(degree(step + 2), { at: 0.07, length: 0.28, wave: "triangle" });
  },
  refuse: () => note(190, { length: 0.14, volume: 0.06, to: 140, wave: "triangle" }),
  hint: () => note(1046, { length: 0.3, volume: 0.05 }),
  shuffle: () =>
    [0, 1, 2, 3, 4, 5].forEach((i) =>
      note(360 + 50 * i, { at: 0.045 * i, length: 0.06, volume: 0.03, wave: "square" }),
    ),
  tick: () => note(1318, { length: 0.04, volume: 0.03, wave: "triangle" }),
  undo: () => note(660, { length: 0.12, volume: 0.05, to: 440 }),
  stuck: () => note(260, { length: 0.4, volume: 0.06, to: 180, wave: "triangle" }),
  won: () =>
    [0, 2, 4, 5, 7, 9].forEach((step, i) =>
      note(degree(step), { at: 0.1 * i, length: 0.45, volume: 0.07, wave: "triangle" }),
    ),
  lost: () =>
    [4, 2, 0].forEach((step, i) =>
      note(degree(step) / 2, { at: 0.16 * i, length: 0.4, volume: 0.07, wave: "triangle" }),
    ),
};
