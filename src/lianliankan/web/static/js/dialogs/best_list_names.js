// What a list of high scores is called, and which games belong to it.

import { dayText, hasText, named, t } from "../i18n/i18n.js";

/** @import { BestList, GameHead } from "../server/protocol.js" */

const SEED = / seed=(\d+)/;

/**
 * Return what tells a list from all others.
 * @param {BestList} list
 */
export function listKey({ mode, level, day, deal, kind, board }) {
  return JSON.stringify([mode, level, day, deal, kind, board]);
}

/**
 * Name a list within its mode.
 * @param {BestList} list
 */
export function listName({ level, day, deal, kind, size }) {
  if (level !== null) return t("level number", { number: level });
  if (day !== null) return `${dayText(day)} ${day.slice(0, 4)}`;
  if (deal !== null) return `${kindName(deal)} · ${t("deal number", { number: SEED.exec(deal)?.[1] ?? "" })}`;
  if (kind !== null) return kindName(kind);
  return `${size.replace("x", "×")} · ${t("list shared")}`;
}

/**
 * Name a kind of boards.
 * @param {string} deal the text of a deal, with or without its number
 */
function kindName(deal) {
  const [size, ...words] = deal.split(" ");
  const parts = words.map((word) => wordName(...splitWord(word)));
  return [size.replace("x", "×"), ...parts.filter((part) => part)].join(" · ");
}

/**
 * @param {string} word
 * @returns {[string, string]}
 */
function splitWord(word) {
  const place = word.indexOf("=");
  return [word.slice(0, place), word.slice(place + 1)];
}

/**
 * Name a word of a deal; the number is not part of the kind.
 * @param {string} name
 * @param {string} value
 */
function wordName(name, value) {
  if (name === "gravity") return named("gravity", value);
  if (name === "kinds") return t("list kinds", { kinds: value });
  if (name === "mask") return t("list shape");
  if (name === "max_turns") return value === "any" ? t("list turns any") : t("list turns", { turns: Number(value) });
  if (name === "outside" || name === "adjacent") return t(`list ${name}`);
  if (name !== "difficulty") return "";
  const key = `difficulty ${value}`;
  return hasText(key) ? t(key) : t("list difficulty", { range: value });
}

/**
 * Whether a game belongs to a list.
 * @param {GameHead} head
 * @param {BestList} list
 */
export function belongsTo({ options, deal }, list) {
  if (list.mode !== options.mode) return false;
  if (list.level !== null) return list.level === options.level;
  if (list.day !== null) return list.day === options.day;
  if (list.kind !== null) return deal !== null && list.kind === deal.replace(SEED, "");
  return list.deal !== null && list.deal === deal;
}
