// The text of a deal: reading it, and asking for another deal like it.

/**
 * @typedef {object} Deal
 * @property {string} size as in 8x18
 * @property {string | null} number
 * @property {Record<string, string>} options everything else, by name
 */

/**
 * @param {string | null} text
 * @returns {Deal | null}
 */
export function readDeal(text) {
  if (!text) return null;
  const [size, ...rest] = text.split(" ");
  const options = Object.fromEntries(
    rest.map((option) => {
      const place = option.indexOf("=");
      return [option.slice(0, place), option.slice(place + 1)];
    }),
  );
  return { size, number: options.seed ?? null, options };
}

const OPEN_MODES = new Set(["classic", "relaxed", "timed", "expert"]);

/**
 * Return a request for another board like that of a game: same mode, same rules, another number.
 * @param {import("../server/protocol.js").GameHead} game
 * @param {number[][]} board
 * @returns {import("../server/protocol.js").NewGameRequest}
 */
export function similarRequest(game, board) {
  const mode = game.options.mode;
  /** @type {import("../server/protocol.js").NewGameRequest} */
  const request = { mode: OPEN_MODES.has(mode) ? mode : "classic" };
  const deal = readDeal(game.deal);
  if (mode === "daily" || (mode === "campaign" && !game.options.level)) return request;
  if (mode === "campaign") return { mode: "campaign" };
  const { gravity, max_turns: turns, outside, adjacent } = game.rules;
  const [rows, cols] = deal ? deal.size.split("x").map(Number) : [board.length, board[0].length];
  if (rows !== 8 || cols !== 18) Object.assign(request, { rows, cols });
  if (gravity !== "still") request.gravity = gravity;
  if (turns !== 2) request.max_turns = turns;
  if (!outside) request.outside = false;
  if (!adjacent) request.adjacent = false;
  if (deal?.options.kinds) request.kinds = Number(deal.options.kinds);
  if (deal?.options.difficulty && !(mode === "expert" && deal.options.difficulty === "fiendish")) {
    request.difficulty = deal.options.difficulty;
  }
  if (deal?.options.mask) request.mask = deal.options.mask;
  return request;
}
