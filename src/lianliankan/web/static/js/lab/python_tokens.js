// Python cut into words, for its colours: not a parser, and content with a program that is still being typed.

/**
 * @typedef {"word" | "name" | "text" | "note" | "number" | "wrong" | ""} TokenKind a keyword, the name of a function or
 *   class where it is defined, a string, a comment, a number, a sign that Python does not know, anything else
 */
/** @typedef {{kind: TokenKind, text: string}} Token */

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Strings, closed or not; comments; numbers; names; signs of Chinese and typographic keyboards. */
const TOKENS = new RegExp(
  [
    String.raw`(?<text>[rbfuRBFU]{0,2}(?:"""(?:\\[^]|[^\\])*?(?:"""|$)|'''(?:\\[^]|[^\\])*?(?:'''|$)` +
      String.raw`|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?))`,
    String.raw`(?<note>#[^\n]*)`,
    String.raw`(?<number>\b\d[\w.]*)`,
    String.raw`(?<name>[\p{L}_][\p{L}\p{N}_]*)`,
    String.raw`(?<wrong>[\uFF01-\uFF5E\u2018-\u201D\u3000-\u3002\u2013\u2014\u2026]+)`,
  ].join("|"),
  "gu",
);

/**
 * Cut a program into lines of tokens; the texts of a line, one after the other, are the line.
 * @param {string} program
 * @returns {Token[][]}
 */
export function tokenLines(program) {
  /** @type {Token[][]} */
  const lines = [[]];
  const add = (/** @type {string} */ text, /** @type {TokenKind} */ kind) => {
    text.split("\n").forEach((part, place) => {
      if (place) lines.push([]);
      if (part) lines[lines.length - 1].push({ kind, text: part });
    });
  };
  let [at, before] = [0, ""];
  for (const { index, 0: text, groups = {} } of program.matchAll(TOKENS)) {
    add(program.slice(at, index), "");
    add(text, kindOf(text, groups, before));
    [at, before] = [index + text.length, text];
  }
  add(program.slice(at), "");
  return lines;
}

/**
 * @param {string} text
 * @param {Record<string, string | undefined>} groups
 * @param {string} before the token before it
 * @returns {TokenKind}
 */
function kindOf(text, groups, before) {
  if (groups.name === undefined) return /** @type {TokenKind} */ (Object.keys(groups).find((name) => groups[name]));
  if (KEYWORDS.has(text)) return "word";
  return before === "def" || before === "class" ? "name" : "";
}

/**
 * Whether a program defines a function or another name at its top level.
 * @param {string} program
 * @param {string} name
 */
export function defines(program, name) {
  return new RegExp(String.raw`^(?:(?:async\s+)?def|class)\s+${name}\b|^${name}\s*(?::[^=\n]*)?=(?!=)`, "m").test(
    program,
  );
}
