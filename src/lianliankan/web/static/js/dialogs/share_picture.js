// The picture to share: the board, the result, the stars, and the course of the game as blocks.

import { highestKind } from "../board/board_model.js";
import { getAtlas, getContext } from "../board/tile_atlas.js";
import { clockText } from "../core/clock.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { ICONS } from "../core/icons.js";
import { modeName, numberText, t } from "../i18n/i18n.js";
import { dealName } from "../server/facts.js";

/** @import { Result } from "../core/challenge.js" */
/** @import { Block } from "./share_text.js" */

export const WIDTH = 1200;
export const HEIGHT = 630;
const MARGIN = 56;
const BOARD = { x: MARGIN, y: 126, width: 700, height: 382 };
const COLUMN = BOARD.x + BOARD.width + 56; // where the text beside the board begins
const BLOCK_Y = 546;
const BLOCK_HEIGHT = 28;
const FONT = 'system-ui, "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';

/** @type {Record<Block, string>} the colours of blocks */
const BLOCK_COLOURS = { clean: "--good", helped: "--star", lost: "--bad", open: "--line" };

/**
 * Draw the picture on a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {object} shared
 * @param {import("../board/board_model.js").Rows} shared.rows
 * @param {import("../server/protocol.js").GameHead} shared.head
 * @param {Result} shared.result
 * @param {Block[]} shared.blocks
 */
export async function drawPicture(canvas, { rows, head, result, blocks }) {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = getContext(canvas);
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const write = (
    /** @type {string} */ text,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ font,
    ink = "--text",
  ) => {
    context.font = `${font} ${FONT}`;
    context.fillStyle = colour(ink);
    context.fillText(text, x, y, WIDTH - MARGIN - x);
  };
  const ground = context.createLinearGradient(0, 0, 0, HEIGHT);
  ground.addColorStop(0, colour("--ground-high"));
  ground.addColorStop(1, colour("--ground-low"));
  context.fillStyle = ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);

  write("连连看", MARGIN, 88, "700 50px");
  write("Lianliankan", MARGIN + 176, 86, "400 30px", "--muted");

  write(modeName(head.options.mode), COLUMN, 166, "700 44px");
  write(
    dealName(head) || t("challenge size", { rows: rows.length, cols: rows[0].length }),
    COLUMN,
    208,
    "400 28px",
    "--muted",
  );
  if (result.left) write(t("tiles left", { tiles: result.left }), COLUMN, 292, "650 44px", "--bad");
  else drawStars(context, result.stars, COLUMN, 234, colour("--star"), colour("--muted"));
  write(clockText(result.seconds), COLUMN, 404, "750 96px");
  write(t("points", { score: numberText(result.score), count: result.score }), COLUMN, 458, "600 40px");
  write(t("share question"), COLUMN, 506, "600 28px", "--accent");

  const gap = 8;
  const width = (WIDTH - 2 * MARGIN + gap) / Math.max(blocks.length, 1) - gap;
  blocks.forEach((block, place) => {
    context.fillStyle = colour(BLOCK_COLOURS[block]);
    context.beginPath();
    context.roundRect(MARGIN + place * (width + gap), BLOCK_Y, width, BLOCK_HEIGHT, 8);
    context.fill();
  });
  await drawBoard(context, rows);
}

/**
 * Draw the board as large as fits.
 * @param {CanvasRenderingContext2D} context
 * @param {import("../board/board_model.js").Rows} rows
 */
async function drawBoard(context, rows) {
  const set = currentFaces();
  if (!set) return;
  const lies = rows[0].length >= rows.length; // a tall board is shown with rows as columns
  const [height, width] = lies ? [rows.length, rows[0].length] : [rows[0].length, rows.length];
  const side = Math.floor(Math.min(BOARD.width / width, BOARD.height / height, 96));
  const atlas = getAtlas(set, currentTheme(), side);
  await atlas.drawFaces(highestKind(rows));
  const [left, top] = [BOARD.x, Math.round(BOARD.y + (BOARD.height - side * height) / 2)];
  rows.forEach((line, row) =>
    line.forEach((kind, col) => {
      const [x, y] = lies ? [col, row] : [row, col];
      if (kind > 0) atlas.draw(context, kind, left + x * side, top + y * side, side, side);
    }),
  );
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} won
 * @param {number} x
 * @param {number} y
 * @param {string} full
 * @param {string} open
 */
function drawStars(context, won, x, y, full, open) {
  const path = new Path2D(ICONS.star);
  for (const place of [0, 1, 2]) {
    context.save();
    context.translate(x - 6 + place * 76, y);
    context.scale(3, 3);
    context.fillStyle = full;
    context.strokeStyle = place < won ? full : open;
    context.lineWidth = 1.2;
    context.lineJoin = "round";
    if (place < won) context.fill(path);
    context.stroke(path);
    context.restore();
  }
}
