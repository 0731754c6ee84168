// Keeps the tile bitmaps up to date with the tile set, the theme and the cell size, so that they never stay blurred.

import { setStyle } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { highestKind } from "./board_model.js";
import { getAtlas } from "./tile_atlas.js";

const SHARPEN_AFTER = 120; // milliseconds after the last change of size

export class TileBitmaps {
  /**
   * @param {HTMLElement} element the board; its rings get the corner radius of the tiles
   * @param {import("./tile_layer.js").TileLayer} layer
   * @param {() => import("./board_model.js").Rows | null} rows the board, or null if there is none yet
   * @param {() => void} onPixelRatio the device pixel ratio has changed
   */
  constructor(element, layer, rows, onPixelRatio) {
    this.element = element;
    this.layer = layer;
    this.rows = rows;
    this.onPixelRatio = onPixelRatio;
    this.stopping = new AbortController();
    this.themeObserver = new MutationObserver(() => void this.sharpen());
    this.themeObserver.observe(document.documentElement, { attributeFilter: ["class"] });
    this.watchPixelRatio();
  }

  remove() {
    clearTimeout(this.timer);
    this.stopping.abort();
    this.themeObserver.disconnect();
  }

  /** Notice a move to another screen, and the browser's own zoom. */
  watchPixelRatio() {
    const changed = () => {
      this.onPixelRatio();
      this.watchPixelRatio();
    };
    const same = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    same.addEventListener("change", changed, { once: true, signal: this.stopping.signal });
  }

  /** After a change of size: stretch the old bitmaps until the size is stable. */
  sharpenSoon() {
    clearTimeout(this.timer);
    if (this.layer.atlas) this.timer = setTimeout(() => void this.sharpen(), SHARPEN_AFTER);
    else void this.sharpen();
  }

  /** Draw the faces at their exact size, in the current set and theme. */
  async sharpen() {
    const set = currentFaces();
    const rows = this.rows();
    if (!set || !rows) return;
    setStyle(this.element, { "--round": String(set.round) });
    const atlas = getAtlas(set, currentTheme(), this.layer.side);
    const highest = highestKind(rows);
    const isNew = this.layer.atlas?.set !== set;
    if (this.layer.atlas === atlas && atlas.has(highest) && this.element.dataset.faces === set.name) return;
    const show = () => {
      if (currentFaces() !== set || atlas.side !== this.layer.side || atlas.theme !== currentTheme()) return;
      this.layer.useAtlas(atlas);
      if (atlas.has(highest)) this.element.dataset.faces = set.name;
    };
    if (isNew || atlas.has(highest)) show(); // blank tiles are better than none, or than wrong ones
    if (atlas.has(highest)) return;
    await atlas.drawFaces(highest, isNew ? show : undefined);
    show();
  }
}
