// What the address of the lab says beside its board: the tab, the finder and the two tiles, counted from 1.

/** @import { Cell } from "../server/protocol.js" */

/**
 * @typedef {object} LabPlaces
 * @property {string} tab
 * @property {string} finder
 * @property {[Cell, Cell] | null} pair
 * @property {Record<string, string>} extra what single tabs keep there
 */

/**
 * Read the query of an address.
 * @param {string} query
 * @returns {LabPlaces}
 */
export function readPlaces(query) {
  const { tab = "", finder = "", pair = "", ...extra } = Object.fromEntries(new URLSearchParams(query));
  const found = pair
    .match(/^(\d{1,3}),(\d{1,3})-(\d{1,3}),(\d{1,3})$/)
    ?.slice(1)
    .map((number) => Number(number) - 1);
  return {
    tab,
    finder,
    pair: found
      ? [
          [found[0], found[1]],
          [found[2], found[3]],
        ]
      : null,
    extra,
  };
}

/**
 * Write the query of an address.
 * @param {LabPlaces} places
 */
export function writePlaces({ tab, finder, pair, extra }) {
  const cells = pair ? pair.map(([row, col]) => `${row + 1},${col + 1}`).join("-") : "";
  const values = new URLSearchParams({ tab, finder, ...(cells && { pair: cells }), ...extra });
  return String(values).replaceAll("%2C", ",");
}
