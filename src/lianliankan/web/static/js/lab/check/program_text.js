// The text of a program that comes as a file.

const DECLARED = /^([ \t\f]*#.*?coding[:=][ \t]*)([-\w.]+)/m;

/**
 * Read a program as Python does: it is UTF-8, unless one of its first two lines declares another encoding, which is
 * then changed to UTF-8, for so the text will be saved.
 * @param {ArrayBuffer} bytes
 * @returns {string | null} null if it is in neither
 */
export function decodeProgram(bytes) {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 400));
  const declared = DECLARED.exec(start.split(/\r?\n/, 2).join("\n"))?.[2];
  const text = decode(bytes, "utf-8") ?? (declared ? decode(bytes, declared)?.replace(DECLARED, "$1utf-8") : null);
  return text?.replace(/\r\n?/g, "\n") ?? null;
}

/**
 * @param {ArrayBuffer} bytes
 * @param {string} encoding
 */
function decode(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null; // it is something else, or the browser does not know this encoding
  }
}
