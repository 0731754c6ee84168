// Pictures to keep: the board as it is shown, as SVG or PNG, and what is played on it as an animated GIF.

import { h, loadImage, saveFile, setText } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { loadPart } from "../server/api.js";

/** @import { LabBoard } from "./lab_board.js" */

const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"];
const WRITTEN = ["stroke-linecap", "stroke-linejoin", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const SCALE = 2; // pixels of a PNG per drawing unit
const MAX_SIDE = 800; // pixels of a GIF
const MAX_FRAMES = 150; // of a GIF; of longer searches it shows every second step, or fewer
const DURATION = 15_000; // milliseconds of a GIF, but for
const [SHORT_FRAME, LONG_FRAME, LAST_FRAME] = [100, 600, 3000];

/**
 * What a GIF shows: pictures by number.
 * @typedef {object} Frames
 * @property {number} last the number of the last picture; the first has the number 0
 * @property {() => number} current the number of the picture on the board
 * @property {(number: number) => void} show draw a picture on the board
 * @property {() => void} done all pictures have been drawn
 */
/** @typedef {(share: number) => void} OnProgress */

/**
 * Buttons that save pictures.
 * @param {LabBoard} board
 * @param {object} options
 * @param {() => string} options.name the name of the files, without ending
 * @param {Frames} [options.frames] for a GIF
 * @param {HTMLElement | null} [options.more] another button
 */
export function pictureButtons(board, { name, frames, more = null }) {
  const button = (/** @type {string} */ kind, /** @type {(onProgress: OnProgress) => Promise<Blob>} */ make) => {
    const text = h("span", kind);
    const element = h("button.button.small", { "data-save": kind }, icon("save"), text);
    element.onclick = async () => {
      element.disabled = true;
      try {
        saveFile(await make((share) => setText(text, percent(share))), `${name()}.${kind.toLowerCase()}`);
      } finally {
        element.disabled = false;
        setText(text, kind);
      }
    };
    return element;
  };
  return h(
    "section.lab-card",
    h("h3", t("lab pictures")),
    h(
      "div.card-actions",
      button("SVG", async () => new Blob([boardSvg(board)], { type: "image/svg+xml" })),
      button("PNG", () => boardPng(board)),
      frames ? button("GIF", (onProgress) => boardGif(board, frames, onProgress)) : null,
      more,
    ),
  );
}

/** @param {number} share */
const percent = (share) => `${Math.floor(100 * share)} %`;

/**
 * Return the board as it is shown now, as an SVG that needs nothing else: tiles are a bitmap in it.
 * @param {LabBoard} board
 */
function boardSvg(board) {
  const [below, above] = /** @type {SVGSVGElement[]} */ (board.drawings);
  const box = below.viewBox.baseVal;
  const parts = [below, above].map((drawing) => withStyle(drawing));
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const image = board.layer.canvas.toDataURL();
  const place = `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.x} ${box.y} ${box.width} ${box.height}"`,
    ` width="${box.width}" height="${box.height}" font-family="system-ui, sans-serif">`,
    `<rect ${place} fill="${ground}"/>`,
    parts[0],
    `<image ${place} href="${image}"/>`,
    parts[1],
    "</svg>",
  ].join("");
}

/**
 * Write the content of a drawing with the style that the page gives it.
 * @param {SVGElement} drawing
 */
function withStyle(drawing) {
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const [originals, copies] = [drawing, copy].map((root) => [...root.querySelectorAll("*")]);
  originals.forEach((original, place) => {
    const style = getComputedStyle(original);
    for (const name of [...DRAWN, ...WRITTEN]) copies[place].setAttribute(name, style.getPropertyValue(name));
    copies[place].removeAttribute("style");
    copies[place].removeAttribute("class");
  });
  return new XMLSerializer().serializeToString(copy).replace(/^<svg[^>]*>|<\/svg>$/g, "");
}

/**
 * Draw the board as it is shown now.
 * @param {LabBoard} board
 * @param {(side: number) => number} scale pixels per drawing unit, for the longer side in units
 */
async function drawBoard(board, scale) {
  const image = await loadImage(new Blob([boardSvg(board)], { type: "image/svg+xml" }));
  const factor = scale(Math.max(image.width, image.height));
  const canvas = h("canvas", { width: Math.round(factor * image.width), height: Math.round(factor * image.height) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** @param {LabBoard} board */
async function boardPng(board) {
  const { canvas } = await drawBoard(board, () => SCALE);
  return new Promise((/** @type {(blob: Blob) => void} */ resolve) => canvas.toBlob((blob) => blob && resolve(blob)));
}

/**
 * Return an animated GIF; the board shows what is drawn meanwhile.
 * @param {LabBoard} board
 * @param {Frames} frames
 * @param {OnProgress} onProgress
 */
async function boardGif(board, frames, onProgress) {
  const { GifWriter } = await loadPart(import("../core/gif.js"));
  const before = frames.current();
  const draw = async (/** @type {number} */ number) => {
    frames.show(number);
    const { canvas, context } = await drawBoard(board, (side) => Math.min(SCALE, MAX_SIDE / side));
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  try {
    const stride = Math.ceil((frames.last + 1) / MAX_FRAMES);
    const numbers = Array.from({ length: Math.ceil(frames.last / stride) }, (_, place) => place * stride);
    const pause = Math.min(Math.max(DURATION / numbers.length, SHORT_FRAME), LONG_FRAME);
    const end = await draw(frames.last);
    const gif = new GifWriter([await draw(Math.floor(frames.last / 2)), end], end);
    for (const [place, number] of numbers.entries()) {
      gif.add(await draw(number), pause);
      onProgress(place / numbers.length);
    }
    gif.add(end, LAST_FRAME);
    return gif.finish();
  } finally {
    frames.show(before);
    frames.done();
  }
}
