// Two tiles to begin with, on a board that says nothing about them.

/** @import { Cell } from "../server/protocol.js" */

/**
 * Return the first tile that has another of its kind, and the last one of that kind; null if there are no such tiles.
 * @param {number[][]} rows
 * @returns {[Cell, Cell] | null}
 */
export function someTiles(rows) {
  /** @type {Map<number, Cell[]>} */
  const kinds = new Map();
  rows.forEach((line, row) =>
    line.forEach((kind, col) => {
      if (kind > 0) kinds.set(kind, [...(kinds.get(kind) ?? []), [row, col]]);
    }),
  );
  const found = [...kinds.values()].find((cells) => cells.length > 1);
  return found ? [found[0], found[found.length - 1]] : null;
}
