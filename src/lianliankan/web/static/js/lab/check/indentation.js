// What Tab, Enter and the backspace key do to a program: as changes of a text, without a screen.

/**
 * A change: what is between two places is replaced, then something is selected.
 * @typedef {object} TextEdit
 * @property {number} from
 * @property {number} to
 * @property {string} text
 * @property {number} start of the selection afterwards
 * @property {number} end
 */

const WIDTH = 4;

/**
 * Return the place where the line of a place begins.
 * @param {string} text
 * @param {number} place
 */
function lineStart(text, place) {
  return text.lastIndexOf("\n", place - 1) + 1;
}

/**
 * Begin a new line, as far to the right as the code belongs there.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {TextEdit}
 */
export function breakLine(text, start, end) {
  const line = text.slice(lineStart(text, start), start);
  const code = line.replace(/#.*$/, "").trimEnd();
  let width = line.length - line.trimStart().length;
  if (/[:([{]$/.test(code)) width += WIDTH;
  else if (/^\s*(return|pass|break|continue|raise)\b/.test(code)) width = Math.max(0, width - WIDTH);
  const place = start + 1 + width;
  return { from: start, to: end, text: `\n${" ".repeat(width)}`, start: place, end: place };
}

/**
 * Insert spaces up to the next stop, or move all selected lines to the right.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {TextEdit}
 */
export function indent(text, start, end) {
  if (text.slice(start, end).includes("\n")) return moveLines(text, start, end, (line) => (line ? "    " + line : ""));
  const width = WIDTH - ((start - lineStart(text, start)) % WIDTH);
  return { from: start, to: end, text: " ".repeat(width), start: start + width, end: start + width };
}

/**
 * Move all selected lines to the left.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {TextEdit}
 */
export function dedent(text, start, end) {
  return moveLines(text, start, end, (line) => line.replace(/^(\t| {1,4})/, ""));
}

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {(line: string) => string} move
 * @returns {TextEdit}
 */
function moveLines(text, start, end, move) {
  const from = lineStart(text, start);
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end; // not a line of which nothing is selected
  const found = text.indexOf("\n", last);
  const to = found < 0 ? text.length : found;
  const before = text.slice(from, to).split("\n");
  const after = before.map(move);
  const first = after[0].length - before[0].length;
  const moved = after.join("\n");
  return {
    from,
    to,
    text: moved,
    start: Math.max(from, start + first),
    end: Math.max(from, end + moved.length - (to - from)),
  };
}

/**
 * Remove spaces back to the stop before, if there is nothing else before the place; null if there is.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {TextEdit | null}
 */
export function eraseIndent(text, start, end) {
  const before = text.slice(lineStart(text, start), start);
  if (start !== end || !/^ {2,}$/.test(before)) return null;
  const from = start - (before.length % WIDTH || WIDTH);
  return { from, to: start, text: "", start: from, end: from };
}

/**
 * Write a text that is pasted as the editor writes: with spaces instead of tabs, and the ends of lines of this system.
 * @param {string} text
 */
export function tidyPaste(text) {
  return text.replace(/\r\n?/g, "\n").replace(/^[ \t]+/gm, (space) => space.replaceAll("\t", " ".repeat(WIDTH)));
}
