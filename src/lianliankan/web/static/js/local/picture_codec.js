// What the browser does with custom pictures: it decodes them, scales them, and encodes the squares that are kept. Which
// pictures are taken, and which square of them, is decided in Python.

/** @import { PythonBytes } from "./python_runtime.js" */

const WORKING_SIDE = 384; // pixels; larger pictures are reduced until the shorter side has as many
const MAX_SECONDS = 15; // to decode a picture

/** Does the work of Pillow; lianliankan.web.local.browser_pictures calls it. */
export const PICTURE_CODEC = {
  /**
   * Decode the first frame of a picture, upright and in sRGB; undefined if that is not possible.
   * @param {PythonBytes} data
   * @param {string} type
   */
  async decode(data, type) {
    const bitmap = await decode(copyBytes(data), type);
    return bitmap && new DecodedPicture(bitmap);
  },

  /**
   * Return the pixels of a square picture, averaged to a smaller size: red, green, blue.
   * @param {PythonBytes} thumbnail
   * @param {number} side
   */
  async shrink(thumbnail, side) {
    const bitmap = await decode(copyBytes(thumbnail), "image/jpeg");
    if (!bitmap) return undefined;
    const size = bitmap.width;
    const pixels = draw(size, size, (context) => context.drawImage(bitmap, 0, 0));
    bitmap.close();
    const sums = new Float64Array(side * side * 3);
    for (let place = 0; place < size * size; place++) {
      const row = Math.floor((Math.floor(place / size) * side) / size);
      const target = 3 * (row * side + Math.floor(((place % size) * side) / size));
      for (let part = 0; part < 3; part++) sums[target + part] += pixels[4 * place + part];
    }
    return Uint8Array.from(sums, (sum) => Math.round((sum * side * side) / (size * size)));
  },
};

class DecodedPicture {
  /** @param {ImageBitmap} bitmap */
  constructor(bitmap) {
    this.full_width = bitmap.width;
    this.full_height = bitmap.height;
    const scale = Math.min(WORKING_SIDE / Math.min(bitmap.width, bitmap.height), 1);
    this.width = Math.round(bitmap.width * scale);
    this.height = Math.round(bitmap.height * scale);
    this._canvas = new OffscreenCanvas(this.width, this.height);
    this._context = prepare(this._canvas);
    this._context.drawImage(bitmap, 0, 0, this.width, this.height);
    bitmap.close();
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  pixels(width, height) {
    return draw(width, height, (context) => context.drawImage(this._canvas, 0, 0, width, height));
  }

  /**
   * @param {number} red
   * @param {number} green
   * @param {number} blue
   */
  lay_on(red, green, blue) {
    this._context.globalCompositeOperation = "destination-over";
    this._context.fillStyle = `rgb(${red} ${green} ${blue})`;
    this._context.fillRect(0, 0, this.width, this.height);
  }

  /**
   * @param {number} left
   * @param {number} top
   * @param {number} side
   * @param {number} size
   * @param {number} quality
   */
  async encode(left, top, side, size, quality) {
    // Crop first: what lies outside must not bleed in at the edges.
    const square = new OffscreenCanvas(side, side);
    prepare(square).drawImage(this._canvas, -left, -top);
    const small = new OffscreenCanvas(size, size);
    prepare(small).drawImage(square, 0, 0, size, size);
    const file = await small.convertToBlob({ type: "image/jpeg", quality });
    return new Uint8Array(await file.arrayBuffer());
  }

  close() {
    this._canvas.width = this._canvas.height = 1;
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} type
 * @returns {Promise<ImageBitmap | undefined>}
 */
async function decode(bytes, type) {
  const decoding = createImageBitmap(new Blob([bytes], { type }), { imageOrientation: "from-image" });
  let isLate = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(() => resolve((isLate = true)), 1000 * MAX_SECONDS);
  });
  try {
    const bitmap = await Promise.race([decoding, tooLong]);
    if (!isLate) return /** @type {ImageBitmap} */ (bitmap);
    decoding.then((late) => late.close()).catch(() => undefined); // it takes memory
    return undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Return the pixels of something that is drawn.
 * @param {number} width
 * @param {number} height
 * @param {(context: OffscreenCanvasRenderingContext2D) => void} paint
 */
function draw(width, height, paint) {
  const context = prepare(new OffscreenCanvas(width, height));
  paint(context);
  return context.getImageData(0, 0, width, height).data;
}

/** @param {OffscreenCanvas} canvas */
function prepare(canvas) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("the browser draws no pictures");
  context.imageSmoothingQuality = "high";
  return context;
}

/** @param {PythonBytes} bytes */
export function copyBytes(bytes) {
  const view = bytes.getBuffer("u8");
  const copy = view.data.slice();
  view.release();
  return copy;
}
