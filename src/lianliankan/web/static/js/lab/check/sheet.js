// An exercise sheet: some of the exercises, with a title. It is written in the address of the lab.

/**
 * @typedef {object} Sheet
 * @property {string} title empty for the exercises of the lab itself
 * @property {string[]} exercises
 */

const MAX_TITLE = 80;

/**
 * Read the sheet from an address; names that do not exist are left out, and without any, it has all exercises.
 * @param {{sheet?: string, title?: string}} values
 * @param {string[]} known all exercises, in their order
 * @returns {Sheet}
 */
export function readSheet({ sheet = "", title = "" }, known) {
  const wanted = sheet.split(",");
  const exercises = known.filter((name) => wanted.includes(name));
  if (!exercises.length) return { title: "", exercises: known };
  return { title: title.trim().slice(0, MAX_TITLE), exercises };
}

/**
 * Write a sheet as the query of an address of the lab.
 * @param {Sheet} sheet
 */
export function writeSheet({ title, exercises }) {
  const values = new URLSearchParams({ tab: "check", sheet: exercises.join(",") });
  if (title.trim()) values.set("title", title.trim().slice(0, MAX_TITLE));
  return String(values).replaceAll("%2C", ",");
}

/**
 * Return what the program for a sheet is kept under: each sheet has its own.
 * @param {Sheet} sheet
 */
export function sheetKey({ title, exercises }) {
  return `${title}|${exercises.join(",")}`;
}
