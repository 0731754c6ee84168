// The text of a deal, read as far as the page shows it or asks for another one like it.

/**
 * @typedef {object} Deal
 * @property {string} size as in 8x18
 * @property {string | null} number
 * @property {Record<string, string>} words everything else, by name
 */

/**
 * @param {string | null} text
 * @returns {Deal | null}
 */
export function readDeal(text) {
  if (!text) return null;
  const [size, ...rest] = text.split(" ");
  const words = Object.fromEntries(
    rest.map((word) => {
      const place = word.indexOf("=");
      return [word.slice(0, place), word.slice(place + 1)];
    }),
  );
  return { size, number: words.seed ?? null, words };
}

const OPEN_MODES = new Set(["classic", "relaxed", "timed", "expert"]);

/**
 * Ask for another board like the one of a game: same mode, same rules, another number.
 * @param {{deal: string | null, options: any, rows: number[][], rules: any}} game
 * @returns {any}
 */
export function wishLike(game) {
  const mode = game.options.mode;
  const wish = /** @type {any} */ ({ mode: OPEN_MODES.has(mode) ? mode : "classic" });
  const deal = readDeal(game.deal);
  if (mode === "daily" || (mode === "campaign" && !game.options.level)) return wish;
  if (mode === "campaign") return { mode: "campaign" };
  const { gravity, max_turns: turns, outside, adjacent } = game.rules;
  const [rows, cols] = deal ? deal.size.split("x").map(Number) : [game.rows.length, game.rows[0].length];
  if (rows !== 8 || cols !== 18) Object.assign(wish, { rows, cols });
  if (gravity !== "still") wish.gravity = gravity;
  if (turns !== 2) wish.max_turns = turns;
  if (!outside) wish.outside = false;
  if (!adjacent) wish.adjacent = false;
  if (deal?.words.kinds) wish.kinds = Number(deal.words.kinds);
  if (deal?.words.difficulty && !(mode === "expert" && deal.words.difficulty === "fiendish")) {
    wish.difficulty = deal.words.difficulty;
  }
  if (deal?.words.mask) wish.mask = deal.words.mask;
  return wish;
}
