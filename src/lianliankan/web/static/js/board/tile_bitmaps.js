// Keeps the tile bitmaps up to date with the tile set, the theme and the cell size, so that they never stay blurred.

import { setStyle } from "../core/dom.js";
import { currentFaces, currentTheme } from "../core/faces.js";
import { highestKind } from "./board_model.js";
import { getAtlas } from "./tile_atlas.js";

const SHARPEN_AFTER = 120; // milliseconds after the last change of size

export class TileBitmaps {
  /** @param {import("./board_view.js").BoardView} view */
  constructor(view) {
    this.view = view;
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
      this.view.fit();
      this.watchPixelRatio();
    };
    const same = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    same.addEventListener("change", changed, { once: true, signal: this.stopping.signal });
  }

  /** After a change of size: stretch the old bitmaps until the size is stable. */
  sharpenSoon() {
    clearTimeout(this.timer);
    if (this.view.layer.atlas) this.timer = setTimeout(() => void this.sharpen(), SHARPEN_AFTER);
    else void this.sharpen();
  }

  /** Draw the faces at their exact size, in the current set and theme. */
  async sharpen() {
    const set = currentFaces();
    const { element, layer, rows, hasBoard } = this.view;
    if (!set || !hasBoard) return;
    setStyle(element, { "--round": String(set.round) }); // the rings get the corner radius of the tiles
    const atlas = getAtlas(set, currentTheme(), layer.side);
    const highest = highestKind(rows);
    const isNew = layer.atlas?.set !== set;
    if (layer.atlas === atlas && atlas.has(highest) && element.dataset.faces === set.name) return;
    const show = () => {
      if (currentFaces() !== set || atlas.side !== layer.side || atlas.theme !== currentTheme()) return;
      layer.useAtlas(atlas);
      if (atlas.has(highest)) element.dataset.faces = set.name;
    };
    if (isNew || atlas.has(highest)) show(); // blank tiles are better than none, or than wrong ones
    if (atlas.has(highest)) return;
    await atlas.drawFaces(highest, isNew ? show : undefined);
    show();
  }
}
