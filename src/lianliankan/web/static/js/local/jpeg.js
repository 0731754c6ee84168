// Encodes pixels as a JPEG whose header is given: browsers write JPEGs with tables of their own, and mix the colours of
// neighbours. Size and tables are read from the header, which must have three channels of the same size.

/** The frequencies of a block, from the lowest to the highest. */
const ZIGZAG = Array.from({ length: 64 }, (_, place) => place).sort((one, other) => {
  const diagonal = (/** @type {number} */ place) => (place >> 3) + (place & 7);
  const sum = diagonal(one);
  return sum - diagonal(other) || (sum % 2 ? one - other : other - one);
});

/** The factors of the cosine transform, by frequency and place. */
const COSINES = Array.from({ length: 8 }, (_, frequency) =>
  Float64Array.from(
    { length: 8 },
    (_, place) => Math.cos(((2 * place + 1) * frequency * Math.PI) / 16) * (frequency ? 0.5 : Math.SQRT1_2 / 2),
  ),
);

/** @typedef {Map<number, {code: number, length: number}>} HuffmanCodes by what they stand for */
/**
 * @typedef {object} Tables
 * @property {number} side of the picture in pixels, a multiple of 8
 * @property {Uint8Array[]} divisors for lightness and for colours, in zigzag order
 * @property {HuffmanCodes[]} averages the codes of the averages of blocks
 * @property {HuffmanCodes[]} details the codes of everything else
 */

/**
 * Encode a square picture.
 * @param {Uint8ClampedArray} pixels red, green, blue, opacity
 * @param {Uint8Array} header
 */
export function encodeJpeg(pixels, header) {
  const tables = readTables(header);
  const { side } = tables;
  const channels = toChannels(pixels);
  const output = new BitWriter(header);
  const before = [0, 0, 0]; // the averages of the blocks before
  const block = new Float64Array(64);
  for (let top = 0; top < side; top += 8)
    for (let left = 0; left < side; left += 8)
      for (const [index, channel] of channels.entries()) {
        for (let place = 0; place < 64; place++)
          block[place] = channel[(top + (place >> 3)) * side + left + (place & 7)];
        const table = index ? 1 : 0;
        const found = quantise(transform(block), tables.divisors[table]);
        writeBlock(output, found, found[0] - before[index], tables.averages[table], tables.details[table]);
        before[index] = found[0];
      }
  return output.finish();
}

/** @param {Uint8Array} header */
function readTables(header) {
  /** @type {Tables} */
  const tables = { side: 0, divisors: [], averages: [], details: [] };
  for (let place = 2; place < header.length;) {
    const marker = header[place + 1];
    const length = header[place + 2] * 256 + header[place + 3];
    const content = header.subarray(place + 4, place + 2 + length);
    if (marker === 0xdb) tables.divisors[content[0]] = content.subarray(1);
    else if (marker === 0xc0) tables.side = content[1] * 256 + content[2];
    else if (marker === 0xc4) {
      const codes = content[0] >> 4 ? tables.details : tables.averages;
      codes[content[0] & 15] = readCodes(content.subarray(1));
    }
    place += 2 + length;
  }
  return tables;
}

/**
 * Count the codes of a Huffman table up, as the standard says.
 * @param {Uint8Array} table how many codes there are of each length, and what they stand for
 */
function readCodes(table) {
  /** @type {HuffmanCodes} */
  const codes = new Map();
  let code = 0;
  let next = 16;
  for (let length = 1; length <= 16; length++, code *= 2)
    for (let count = table[length - 1]; count > 0; count--) codes.set(table[next++], { code: code++, length });
  return codes;
}

/**
 * Return lightness and the differences of blue and red from it, around 0.
 * @param {Uint8ClampedArray} pixels
 */
function toChannels(pixels) {
  const channels = [0, 1, 2].map(() => new Float64Array(pixels.length / 4));
  for (let place = 0; place < pixels.length / 4; place++) {
    const [red, green, blue] = pixels.subarray(4 * place, 4 * place + 3);
    channels[0][place] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
    channels[1][place] = -0.168735892 * red - 0.331264108 * green + 0.5 * blue;
    channels[2][place] = 0.5 * red - 0.418687589 * green - 0.081312411 * blue;
  }
  return channels;
}

/**
 * Return the frequencies of a block.
 * @param {Float64Array} block
 */
function transform(block) {
  const half = new Float64Array(64);
  const found = new Float64Array(64);
  for (let row = 0; row < 64; row += 8)
    for (let frequency = 0; frequency < 8; frequency++) {
      let sum = 0;
      for (let place = 0; place < 8; place++) sum += block[row + place] * COSINES[frequency][place];
      half[row + frequency] = sum;
    }
  for (let col = 0; col < 8; col++)
    for (let frequency = 0; frequency < 8; frequency++) {
      let sum = 0;
      for (let place = 0; place < 8; place++) sum += half[8 * place + col] * COSINES[frequency][place];
      found[8 * frequency + col] = sum;
    }
  return found;
}

/**
 * @param {Float64Array} frequencies
 * @param {Uint8Array} divisors
 */
function quantise(frequencies, divisors) {
  return ZIGZAG.map((place, index) => Math.round(frequencies[place] / divisors[index]));
}

/**
 * @param {BitWriter} output
 * @param {number[]} block quantised, in zigzag order
 * @param {number} change of the average
 * @param {HuffmanCodes} averages
 * @param {HuffmanCodes} details
 */
function writeBlock(output, block, change, averages, details) {
  output.writeValue(averages, 0, change);
  let zeros = 0;
  for (let index = 1; index < 64; index++) {
    if (!block[index]) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) output.writeCode(details, 0xf0);
    output.writeValue(details, zeros, block[index]);
    zeros = 0;
  }
  if (zeros) output.writeCode(details, 0);
}

class BitWriter {
  /** @param {Uint8Array} header */
  constructor(header) {
    this.bytes = [...header];
    this.waiting = 0;
    this.count = 0;
  }

  /**
   * @param {number} bits
   * @param {number} length
   */
  write(bits, length) {
    for (let place = length - 1; place >= 0; place--) {
      this.waiting = this.waiting * 2 + ((bits >> place) & 1);
      if (++this.count < 8) continue;
      this.bytes.push(this.waiting);
      if (this.waiting === 0xff) this.bytes.push(0); // so that it is not taken for a marker
      this.waiting = this.count = 0;
    }
  }

  /**
   * @param {HuffmanCodes} codes
   * @param {number} meaning
   */
  writeCode(codes, meaning) {
    const found = codes.get(meaning);
    if (!found) throw new Error(`there is no code for ${meaning}`);
    this.write(found.code, found.length);
  }

  /**
   * Write a number after some zeros: its length by a code, and then its bits.
   * @param {HuffmanCodes} codes
   * @param {number} zeros
   * @param {number} value
   */
  writeValue(codes, zeros, value) {
    const length = 32 - Math.clz32(Math.abs(value));
    this.writeCode(codes, zeros * 16 + length);
    this.write(value < 0 ? value - 1 : value, length); // of a negative number, its lowest bits
  }

  finish() {
    if (this.count) this.write(0x7f, 8 - this.count);
    return Uint8Array.from([...this.bytes, 0xff, 0xd9]);
  }
}
