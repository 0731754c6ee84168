// Animated GIFs (GIF89a): at most 255 colours for all pictures together, and of each picture only what has changed.

/** @typedef {{width: number, height: number, data: Uint8ClampedArray}} Pixels what a canvas gives: four bytes per pixel */

const COLOURS = 255; // and one number for pixels that stay as they are
const SAME = 255;
const BITS = 8;
const CLEAR = 1 << BITS;
const END = CLEAR + 1;
const MAX_CODE = 4095;

export class GifWriter {
  /**
   * @param {Pixels[]} samples pictures that show all colours
   * @param {{width: number, height: number}} size
   */
  constructor(samples, { width, height }) {
    this.width = width;
    this.height = height;
    this.palette = new Palette(samples);
    /** The colours of the picture before, by their numbers. */
    this.before = new Uint8Array(width * height).fill(SAME);
    /** @type {BlobPart[]} */
    this.parts = [];
    this.write([...bytesOf("GIF89a"), ...short(width), ...short(height), 0xf0 | (BITS - 1), 0, 0]);
    this.write(this.palette.bytes());
    this.write([0x21, 0xff, 11, ...bytesOf("NETSCAPE2.0"), 3, 1, 0, 0, 0]); // again and again
  }

  /**
   * Add a picture.
   * @param {Pixels} pixels
   * @param {number} milliseconds how long it is shown
   */
  add({ data }, milliseconds) {
    const { width, height, palette, before } = this;
    const now = new Uint8Array(width * height);
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let place = 0; place < now.length; place++) {
      now[place] = palette.number(data[4 * place], data[4 * place + 1], data[4 * place + 2]);
      if (now[place] === before[place]) continue;
      const [x, y] = [place % width, Math.floor(place / width)];
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    }
    if (right < 0) [left, top, right, bottom] = [0, 0, 0, 0];
    const part = new Uint8Array((right - left + 1) * (bottom - top + 1));
    let at = 0;
    for (let y = top; y <= bottom; y++)
      for (let place = y * width + left; place <= y * width + right; place++)
        part[at++] = now[place] === before[place] ? SAME : now[place];
    this.before = now;
    this.write([0x21, 0xf9, 4, 0b101, ...short(Math.round(milliseconds / 10)), SAME, 0]);
    this.write([0x2c, ...short(left), ...short(top), ...short(right - left + 1), ...short(bottom - top + 1), 0, BITS]);
    this.write(compress(part));
  }

  /** Return the file. */
  finish() {
    this.write([0x3b]);
    return new Blob(this.parts, { type: "image/gif" });
  }

  /** @param {number[] | Uint8Array<ArrayBuffer>} bytes */
  write(bytes) {
    this.parts.push(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  }
}

/** Up to 255 colours, chosen by median cut: of colours that are alike, those with the largest span are divided. */
class Palette {
  /** @param {Pixels[]} samples */
  constructor(samples) {
    /** @type {Map<number, Bin>} colours that agree in five bits of each part */
    const bins = new Map();
    for (const { data } of samples)
      for (let place = 0; place < data.length; place += 4) {
        const colour = [data[place], data[place + 1], data[place + 2]];
        const key = shortColour(colour[0], colour[1], colour[2]);
        let bin = bins.get(key);
        if (!bin) bins.set(key, (bin = { key, count: 0, sums: [0, 0, 0] }));
        bin.count++;
        for (let part = 0; part < 3; part++) bin.sums[part] += colour[part];
      }
    this.colours = divide([...bins.values()]).map(mean);
    /** The number of each colour that was asked for, plus one. */
    this.known = new Uint16Array(1 << 15);
  }

  /**
   * Return the number of the nearest colour.
   * @param {number} red
   * @param {number} green
   * @param {number} blue
   */
  number(red, green, blue) {
    const key = shortColour(red, green, blue);
    if (!this.known[key]) {
      const distance = (/** @type {number[]} */ [r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      let best = 0;
      this.colours.forEach((colour, place) => {
        if (distance(colour) < distance(this.colours[best])) best = place;
      });
      this.known[key] = best + 1;
    }
    return this.known[key] - 1;
  }

  bytes() {
    const bytes = new Uint8Array(3 * (COLOURS + 1));
    bytes.set(this.colours.flat());
    return bytes;
  }
}

/** @typedef {{key: number, count: number, sums: number[]}} Bin */

/**
 * Divide colours into at most as many groups as there may be.
 * @param {Bin[]} bins
 */
function divide(bins) {
  const part = (/** @type {Bin} */ { key }, /** @type {number} */ which) => (key >> (5 * which)) & 31;
  const span = (/** @type {Bin[]} */ group, /** @type {number} */ which) => {
    const values = group.map((bin) => part(bin, which));
    return Math.max(...values) - Math.min(...values);
  };
  const measure = (/** @type {Bin[]} */ group) => {
    const spans = [0, 1, 2].map((which) => span(group, which));
    return { group, widest: spans.indexOf(Math.max(...spans)), size: Math.max(...spans) };
  };
  const groups = [measure(bins)];
  while (groups.length < COLOURS) {
    groups.sort((one, other) => other.size - one.size);
    const { group, widest, size } = groups[0];
    if (!size) break;
    group.sort((one, other) => part(one, widest) - part(other, widest));
    const half = group.reduce((sum, { count }) => sum + count, 0) / 2;
    let [place, sum] = [0, 0];
    while (place < group.length - 1 && (place === 0 || sum + group[place].count <= half)) sum += group[place++].count;
    groups.splice(0, 1, measure(group.slice(0, place)), measure(group.slice(place)));
  }
  return groups.map(({ group }) => group);
}

/** @param {Bin[]} group */
function mean(group) {
  const count = group.reduce((sum, bin) => sum + bin.count, 0);
  return [0, 1, 2].map((part) => Math.round(group.reduce((sum, { sums }) => sum + sums[part], 0) / count));
}

/**
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
const shortColour = (red, green, blue) => (red >> 3) | ((green >> 3) << 5) | ((blue >> 3) << 10);

/**
 * Compress numbers as GIF wants it: LZW with codes of growing length, in blocks of at most 255 bytes.
 * @param {Uint8Array} numbers
 */
export function compress(numbers) {
  const bits = new BitWriter();
  /** @type {Map<number, number>} the code of a known text followed by a number */
  let table = new Map();
  let [next, size] = [END + 1, BITS + 1];
  bits.write(CLEAR, size);
  let code = numbers[0];
  for (let place = 1; place < numbers.length; place++) {
    const key = (code << BITS) | numbers[place];
    const longer = table.get(key);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    bits.write(code, size);
    if (next <= MAX_CODE) {
      if (next === 1 << size) size++;
      table.set(key, next++);
    } else {
      bits.write(CLEAR, size);
      table = new Map();
      [next, size] = [END + 1, BITS + 1];
    }
    code = numbers[place];
  }
  bits.write(code, size);
  bits.write(END, next === 1 << size && size < 12 ? size + 1 : size);
  return bits.blocks();
}

/** Numbers of some bits each, the lowest bit first. */
class BitWriter {
  constructor() {
    /** @type {number[]} */
    this.bytes = [];
    this.rest = 0;
    this.length = 0;
  }

  /**
   * @param {number} value
   * @param {number} size in bits
   */
  write(value, size) {
    this.rest |= value << this.length;
    this.length += size;
    while (this.length >= 8) {
      this.bytes.push(this.rest & 255);
      this.rest >>>= 8;
      this.length -= 8;
    }
  }

  /** Return all bytes in blocks, each with its length before it, and an empty one at the end. */
  blocks() {
    if (this.length) this.bytes.push(this.rest & 255);
    const { bytes } = this;
    const blocks = new Uint8Array(bytes.length + Math.ceil(bytes.length / 255) + 1);
    for (let from = 0, to = 0; from < bytes.length; from += 255) {
      const block = bytes.slice(from, from + 255);
      blocks[to] = block.length;
      blocks.set(block, to + 1);
      to += block.length + 1;
    }
    return blocks;
  }
}

/** @param {number} number */
const short = (number) => [number & 255, number >> 8];

/** @param {string} text */
const bytesOf = (text) => [...text].map((letter) => letter.charCodeAt(0));
