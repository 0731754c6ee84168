// Tables as CSV, for spreadsheets.

/**
 * Write rows as CSV (RFC 4180). Spreadsheets read a cell as a formula that begins like one: such a cell gets an
 * apostrophe, for it is the name of a file or a message that others have written.
 * @param {string[][]} rows
 */
export function toCsv(rows) {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** @param {string} text */
function cell(text) {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
