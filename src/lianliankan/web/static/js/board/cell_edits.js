// Changes of a board that is drawn on: cell by cell, at once and without motion.

/**
 * Show other rows of the same size; only what differs is drawn.
 * @param {import("./board_view.js").BoardView} view
 * @param {import("./board_model.js").Rows} rows
 */
export function editCells(view, rows) {
  const before = view.rows;
  let hasNewGround = false;
  view.rows = rows;
  rows.forEach((line, row) =>
    line.forEach((kind, col) => {
      const was = before[row][col];
      if (was === kind) return;
      const tile = view.tileAt([row, col]);
      if (tile) view.layer.delete(tile);
      view.tiles.delete(String([row, col]));
      if (kind > 0) view.add([row, col], kind);
      if (Math.min(was, 0) !== Math.min(kind, 0)) hasNewGround = true;
    }),
  );
  if (hasNewGround) view.drawGround();
  void view.bitmaps.sharpen();
  view.describe();
}
