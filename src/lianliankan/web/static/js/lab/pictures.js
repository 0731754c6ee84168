// Pictures to keep: the step that is shown, as SVG or PNG, and the whole search as an animation.

import { h, loadImage } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { t } from "../i18n/i18n.js";
import { downloadAttributes } from "../server/transport.js";
import { labPath } from "./lab_api.js";

const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"];
const WRITTEN = ["stroke-linecap", "stroke-linejoin", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
const SCALE = 2; // pixels of a PNG per drawing unit

/**
 * Buttons that save pictures.
 * @param {import("./lab_page.js").LabPage} lab
 * @param {import("./trace_player.js").TracePlayer} player
 */
export function pictureButtons(lab, player) {
  const { finder, a, b } = player.trace;
  const name = () => `lianliankan-${finder}-${player.number}`;
  const animation = labPath("picture", { share: lab.share, finder }, [a, b]);
  const button = (/** @type {string} */ text, /** @type {() => Promise<void>} */ action) =>
    h("button", { class: "button small", "data-save": text, onclick: () => void action() }, icon("save"), text);
  return h(
    "section",
    { class: "lab-card" },
    h("h3", {}, t("lab pictures")),
    h(
      "div",
      { class: "card-actions" },
      button("SVG", async () => save(new Blob([boardSvg(lab.board)], { type: "image/svg+xml" }), `${name()}.svg`)),
      button("PNG", async () => save(await boardPng(lab.board), `${name()}.png`)),
      h(
        "a",
        { class: "button small", "data-save": "animation", ...downloadAttributes(animation) },
        icon("save"),
        t("lab animation"),
      ),
    ),
  );
}

/**
 * @param {Blob} content
 * @param {string} name
 */
function save(content, name) {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Return the board as it is shown now, as an SVG that needs nothing else: tiles are a bitmap in it.
 * @param {import("./lab_board.js").LabBoard} board
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

/** @param {import("./lab_board.js").LabBoard} board */
async function boardPng(board) {
  const image = await loadImage(new Blob([boardSvg(board)], { type: "image/svg+xml" }));
  const canvas = h("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((/** @type {(blob: Blob) => void} */ resolve) => canvas.toBlob((blob) => blob && resolve(blob)));
}
