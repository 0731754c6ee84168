// Pictures to keep: the board as it is shown, as SVG or PNG.

import { h, loadImage, saveFile } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";

/** @import { LabBoard } from "./lab_board.js" */

const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"];
const WRITTEN = ["stroke-linecap", "stroke-linejoin", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const SCALE = 2; // pixels of a PNG per drawing unit

/**
 * Buttons that save pictures.
 * @param {LabBoard} board
 * @param {object} options
 * @param {() => string} options.name the name of the files, without ending
 * @param {HTMLElement | null} [options.more] another button
 */
export function pictureButtons(board, { name, more = null }) {
  const button = (/** @type {"SVG" | "PNG"} */ kind, /** @type {() => Blob | Promise<Blob>} */ make) =>
    h(
      "button.button.small",
      { "data-save": kind, onclick: async () => saveFile(await make(), `${name()}.${kind.toLowerCase()}`) },
      icon("save"),
      h("span", kind),
    );
  return h(
    "section.lab-card",
    h("h3", t("lab pictures")),
    h(
      "div.card-actions",
      button("SVG", () => new Blob([boardSvg(board)], { type: "image/svg+xml" })),
      button("PNG", () => boardPng(board)),
      more,
    ),
  );
}

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
 * @returns {Promise<Blob>}
 */
async function boardPng(board) {
  const image = await loadImage(new Blob([boardSvg(board)], { type: "image/svg+xml" }));
  const canvas = h("canvas", { width: Math.round(SCALE * image.width), height: Math.round(SCALE * image.height) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => blob && resolve(blob)));
}
