// What a list of high scores is called.

import { dayText, hasText, named, t } from "../i18n/i18n.js";

/** @import { DealWord, ListedBest } from "../server/protocol.js" */

/**
 * Return what tells a list from all others.
 * @param {ListedBest} list
 */
export function listKey({ mode, level, day, deal, kind, board }) {
  return JSON.stringify([mode, level, day, deal, kind, board]);
}

/**
 * Name a list within its mode.
 * @param {ListedBest} list
 */
export function listName({ level, day, deal, kind, size, words, number }) {
  if (level !== null) return t("level number", { number: level });
  if (day !== null) return `${dayText(day)} ${day.slice(0, 4)}`;
  const board = [size.replace("x", "×"), ...words.map(wordName).filter((name) => name)].join(" · ");
  if (deal !== null) return `${board} · ${t("deal number", { number })}`;
  return kind !== null ? board : `${board} · ${t("list shared")}`;
}

/** @param {DealWord} word */
function wordName({ name, value }) {
  if (name === "gravity") return named("gravity", value);
  if (name === "kinds") return t("list kinds", { kinds: value });
  if (name === "mask") return t("list shape");
  if (name === "max_turns") return value === "any" ? t("list turns any") : t("list turns", { turns: Number(value) });
  if (name === "outside" || name === "adjacent") return t(`list ${name}`);
  if (name !== "difficulty") return "";
  const key = `difficulty ${value}`;
  return hasText(key) ? t(key) : t("list difficulty", { range: value });
}
