// What the tiles are drawn from: bitmaps of the set, the theme and the size of the moment; never blurred for long.

import { atlasOf } from "./tile_atlas.js";
import { setStyle } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { mostKind } from "./rows.js";

const SHARPEN_AFTER = 120; // milliseconds without another change of size

export class Dressing {
  /**
   * @param {HTMLElement} element the board, whose rings are as round as its tiles
   * @param {import("./tile_layer.js").TileLayer} layer
   * @param {() => import("./rows.js").Rows | null} rows the board; null until there is one
   * @param {() => void} onPixels the screen's pixels have become finer or coarser
   */
  constructor(element, layer, rows, onPixels) {
    this.element = element;
    this.layer = layer;
    this.rows = rows;
    this.onPixels = onPixels;
    this.stopping = new AbortController();
    this.themes = new MutationObserver(() => void this.sharpen());
    this.themes.observe(document.documentElement, { attributeFilter: ["class"] });
    this.watchPixels();
  }

  remove() {
    clearTimeout(this.timer);
    this.stopping.abort();
    this.themes.disconnect();
  }

  /** Hear of another screen, or of the page's own zoom. */
  watchPixels() {
    const hear = () => {
      this.onPixels();
      this.watchPixels();
    };
    const same = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    same.addEventListener("change", hear, { once: true, signal: this.stopping.signal });
  }

  /** The size has changed: what is there is stretched until the size stays. */
  sharpenSoon() {
    clearTimeout(this.timer);
    if (this.layer.atlas) this.timer = setTimeout(() => void this.sharpen(), SHARPEN_AFTER);
    else void this.sharpen();
  }

  /** Draw the faces at the very size that they have now, in the set and the theme of the moment. */
  async sharpen() {
    const set = currentFaces();
    const rows = this.rows();
    if (!set || !rows) return;
    setStyle(this.element, { "--round": String(set.round) });
    const atlas = atlasOf(set, currentTheme(), this.layer.side);
    const most = mostKind(rows);
    const isNew = this.layer.atlas?.set !== set;
    if (this.layer.atlas === atlas && atlas.has(most) && this.element.dataset.faces === set.name) return;
    const show = () => {
      if (currentFaces() !== set || atlas.side !== this.layer.side || atlas.theme !== currentTheme()) return;
      this.layer.dress(atlas);
      if (atlas.has(most)) this.element.dataset.faces = set.name;
    };
    if (isNew || atlas.has(most)) show(); // tiles without faces are better than none, or than others
    if (atlas.has(most)) return;
    await atlas.fill(most, isNew ? show : undefined);
    show();
  }
}
