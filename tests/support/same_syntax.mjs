// Prints the names of scripts whose syntax trees differ: same_syntax.mjs PLUGIN, with [[name, before, after], …] as
// input. The plugin is prettier's parser.

import { readFileSync } from "node:fs";

const { parsers } = await import(process.argv[2]);
const PLACES = /^(start|end|loc|range|extra|errors|tokens|__contentEnd|.*[cC]omments)$/;

/** @param {string} code */
function syntax(code) {
  const { program } = parsers.babel.parse(code, {});
  return JSON.stringify(program, (name, value) => {
    if (PLACES.test(name)) return undefined;
    while (value?.type === "ParenthesizedExpression") value = value.expression; // only where a comment gives a type
    return typeof value === "bigint" ? String(value) : value;
  });
}

for (const [name, before, after] of JSON.parse(readFileSync(0, "utf-8")))
  if (syntax(before) !== syntax(after)) console.log(name);
