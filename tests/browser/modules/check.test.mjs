// The Check tab of the lab: colours of Python, indentation, CSV, sheets, programs that are kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ClassTable, outcomeOf } from "../../../src/lianliankan/web/static/js/lab/check/class_table.js";
import { toCsv } from "../../../src/lianliankan/web/static/js/lab/check/csv.js";
import {
  breakLine,
  dedent,
  eraseIndent,
  indent,
  tidyPaste,
} from "../../../src/lianliankan/web/static/js/lab/check/indentation.js";
import { decodeProgram } from "../../../src/lianliankan/web/static/js/lab/check/program_text.js";
import { readSheet, sheetKey, writeSheet } from "../../../src/lianliankan/web/static/js/lab/check/sheet.js";
import { StoredPrograms } from "../../../src/lianliankan/web/static/js/lab/check/stored_programs.js";
import { readPlaces } from "../../../src/lianliankan/web/static/js/lab/lab_places.js";
import { defines, tokenLines } from "../../../src/lianliankan/web/static/js/lab/python_tokens.js";

const kinds = (text) =>
  tokenLines(text).map((line) => line.filter(({ kind }) => kind).map((token) => Object.values(token)));

test("the words of a program have colours", () => {
  assert.deepEqual(kinds("def straight(grid, a, b):  # one line\n    return grid[0] == 'def' and not 1_0"), [
    [
      ["word", "def"],
      ["name", "straight"],
      ["note", "# one line"],
    ],
    [
      ["word", "return"],
      ["number", "0"],
      ["text", "'def'"],
      ["word", "and"],
      ["word", "not"],
      ["number", "1_0"],
    ],
  ]);
  assert.deepEqual(kinds("definition = rb'\\'' + f\"{x}\" # '"), [
    [
      ["text", "rb'\\''"],
      ["text", 'f"{x}"'],
      ["note", "# '"],
    ],
  ]);
});

test("strings that are not closed end with their line, or with the program if they have three quotes", () => {
  assert.deepEqual(kinds("a = 'open\nreturn"), [[["text", "'open"]], [["word", "return"]]]);
  assert.deepEqual(kinds('"""one\n# two'), [[["text", '"""one']], [["text", "# two"]]]);
  assert.deepEqual(kinds('"""a\n\n"b""" if'), [
    [["text", '"""a']],
    [],
    [
      ["text", '"b"""'],
      ["word", "if"],
    ],
  ]);
});

test("signs of a Chinese keyboard are marked outside of strings and comments", () => {
  assert.deepEqual(kinds("if 牌（a）： # （好）\n    x = “1”"), [
    [
      ["word", "if"],
      ["wrong", "（"],
      ["wrong", "）："],
      ["note", "# （好）"],
    ],
    [
      ["wrong", "“"],
      ["number", "1"],
      ["wrong", "”"],
    ],
  ]);
});

test("a program in colours is still the same program", () => {
  const pieces = [
    "def f():",
    '"""',
    "'",
    '"',
    "\\",
    "\n",
    "#",
    " ",
    "牌",
    "：",
    "0x1f",
    "rb'",
    "class A",
    "\t",
    "1.5e3",
  ];
  let state = 7;
  const random = (count) => (state = (state * 48271) % 2147483647) % count;
  for (let round = 0; round < 400; round++) {
    const text = Array.from({ length: random(30) }, () => pieces[random(pieces.length)]).join("");
    const joined = tokenLines(text).map((line) => line.map((token) => token.text).join(""));
    assert.equal(joined.join("\n"), text);
  }
});

test("whether a program defines a function is seen at its top level", () => {
  assert.equal(defines("x = 1\ndef ring(grid):\n  pass", "ring"), true);
  assert.equal(defines("ring = other", "ring"), true);
  assert.equal(defines("ring: object = other", "ring"), true);
  for (const other of ["def rings(): pass", "    def ring(): pass", "ring == 1", "# def ring():", "ring()"])
    assert.equal(defines(other, "ring"), false, other);
});

/** Apply what an edit does to a text in which | is the caret, or [ and ] are around what is selected. */
function applied(edit, marked) {
  const caret = marked.indexOf("|");
  const [start, end] = caret < 0 ? [marked.indexOf("⟦"), marked.indexOf("⟧") - 1] : [caret, caret];
  const text = marked.replace(/[|⟦⟧]/g, "");
  const done = edit(text, start, end);
  if (!done) return null;
  const after = text.slice(0, done.from) + done.text + text.slice(done.to);
  if (done.start === done.end) return `${after.slice(0, done.start)}|${after.slice(done.start)}`;
  return `${after.slice(0, done.start)}⟦${after.slice(done.start, done.end)}⟧${after.slice(done.end)}`;
}

test("a new line is indented like the one before, after a colon more, after return less", () => {
  const lines = {
    "x = 1|": "x = 1\n|",
    "    x = 1|": "    x = 1\n    |",
    "    if x:|": "    if x:\n        |",
    "    if x:  # why|": "    if x:  # why\n        |",
    "        return x|": "        return x\n    |",
    "pass|": "pass\n|",
    "  |  x": "  \n  |  x",
    "cells = [|": "cells = [\n    |",
    "    a⟦bc⟧d": "    a\n    |d",
  };
  for (const [before, after] of Object.entries(lines)) assert.equal(applied(breakLine, before), after);
});

test("Tab goes to the next stop, and moves lines that are selected", () => {
  assert.equal(applied(indent, "|x"), "    |x");
  assert.equal(applied(indent, "a\n  |x"), "a\n    |x");
  assert.equal(applied(indent, "a⟦b⟧c"), "a   |c");
  assert.equal(applied(indent, "⟦a\n\n b⟧\nc"), "    ⟦a\n\n     b⟧\nc");
  assert.equal(applied(indent, "⟦a\nb\n⟧c"), "    ⟦a\n    b\n⟧c");
  assert.equal(applied(dedent, "    ⟦a\n\n     b⟧\nc"), "⟦a\n\n b⟧\nc");
  assert.equal(applied(dedent, "a\n   x|"), "a\nx|");
  assert.equal(applied(dedent, "\tx|"), "x|");
  assert.equal(applied(dedent, "x|"), "x|");
  assert.equal(applied(dedent, "a\n  |    x"), "a\n|  x");
});

test("the backspace key removes a step of indentation", () => {
  assert.equal(applied(eraseIndent, "        |x"), "    |x");
  assert.equal(applied(eraseIndent, "a\n      |"), "a\n    |");
  for (const other of ["|x", " |x", "a    |", "  ⟦  ⟧x"]) assert.equal(applied(eraseIndent, other), null);
});

test("pasted tabs become spaces", () => {
  assert.equal(tidyPaste("if x:\r\n\treturn '\t'\r \ty"), "if x:\n    return '\t'\n     y");
});

test("a table is written for spreadsheets, and runs nothing there", () => {
  assert.equal(
    toCsv([
      ["file", "a,b"],
      ["=1+2", 'say "hi"'],
      ["two\nlines", "-"],
    ]),
    'file,"a,b"\r\n\'=1+2,"say ""hi"""\r\n"two\nlines",\'-\r\n',
  );
});

const KNOWN = ["straight", "one-turn", "ring"];

test("a sheet is in the address", () => {
  const sheet = {
    title: "Week 3: 连连看 & more",
    exercises: ["straight", "ring"],
  };
  const { tab, extra } = readPlaces(writeSheet(sheet));
  assert.equal(tab, "check");
  assert.deepEqual(readSheet(extra, KNOWN), sheet);
  assert.match(writeSheet(sheet), /sheet=straight,ring/);
  assert.deepEqual(readSheet({ sheet: "ring,nonsense,straight", title: " x " }, KNOWN), {
    title: "x",
    exercises: ["straight", "ring"],
  });
  for (const other of [{}, { sheet: "" }, { sheet: "x", title: "y" }])
    assert.deepEqual(readSheet(other, KNOWN), { title: "", exercises: KNOWN });
  assert.notEqual(sheetKey(sheet), sheetKey({ ...sheet, title: "" }));
});

/** Let the browser have stored some values. */
function store(values = {}) {
  const kept = new Map(Object.entries(values));
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

test("programs are kept for each sheet", () => {
  store();
  const one = new StoredPrograms("one");
  const two = new StoredPrograms("two");
  one.change({ source: "def straight(): pass", current: "straight" });
  two.change({ source: "other" });
  one.setPassed("straight", 12);
  const again = new StoredPrograms("one");
  assert.equal(again.work.source, "def straight(): pass");
  assert.deepEqual(again.work.passed, { straight: 12 });
  again.setPassed("straight", 0);
  assert.deepEqual(new StoredPrograms("one").work.passed, {});
  again.clear();
  assert.equal(new StoredPrograms("one").work.source, "");
  assert.equal(new StoredPrograms("two").work.source, "other");
});

test("what cannot be read or written does no harm", () => {
  for (const kept of [
    "nonsense",
    "null",
    '{"version":9,"sheets":{}}',
    '{"version":1}',
    '{"version":1,"sheets":{"s":{"source":1}}}',
  ]) {
    store({ "lianliankan programs": kept });
    assert.equal(new StoredPrograms("s").work.source, "");
  }
  globalThis.localStorage.setItem = () => assert.fail("full");
  const programs = new StoredPrograms("s");
  programs.change({ source: "x" });
  assert.equal(programs.work.source, "x");
  assert.equal(programs.isKept, false);
  delete globalThis.localStorage;
  const none = new StoredPrograms("s");
  none.change({ source: "x" });
  assert.equal(none.isKept, false);
});

test("old sheets are forgotten", () => {
  store();
  for (let number = 0; number < 60; number++) {
    const programs = new StoredPrograms(`sheet ${number}`);
    programs.work.used = number;
    programs.change({ source: "x" });
  }
  assert.equal(Object.keys(new StoredPrograms("").readAll()).length, 40);
  assert.equal(new StoredPrograms("sheet 59").work.source, "x");
});

test("a program may declare its encoding, as in Python", () => {
  const gbk = [0xc5, 0xc6]; // 牌
  const program = (/** @type {string} */ head) => new Uint8Array([...new TextEncoder().encode(head), ...gbk]).buffer;
  assert.equal(
    decodeProgram(program("#!python\r\n# -*- coding: gbk -*-\r\n# ")),
    "#!python\n# -*- coding: utf-8 -*-\n# 牌",
  );
  assert.equal(decodeProgram(program("# ")), null);
  assert.equal(decodeProgram(program("# coding: nonsense\n# ")), null);
  assert.equal(decodeProgram(program("\n\n# coding: gbk\n# ")), null, "the third line declares nothing");
  const text = "# coding: gbk\n# 牌";
  assert.equal(decodeProgram(new TextEncoder().encode(text).buffer), text, "UTF-8 stays as it is");
});

test("a function of a class that does not return has failed", () => {
  const table = new ClassTable(["ring"]);
  table.add("a.py", "…", "");
  table.add("b.py", "", "not UTF-8");
  table.rows[0].answers.set("ring", {
    outcome: "failed",
    sentence: "stopped",
    call: "linkable()",
  });
  const cell = (answer) => `${outcomeOf(answer)} ${answer.sentence}`;
  assert.deepEqual(table.toRows({ head: [], cell }).slice(1), [
    ["a.py", "failed stopped", "0"],
    ["b.py", "error not UTF-8", "0"],
  ]);
});
